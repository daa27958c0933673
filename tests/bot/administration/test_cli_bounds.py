"""Tests of limits of what is read from files: too much is refused before anything is computed from it."""

from __future__ import annotations

import os
import random
import stat
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import pytest

from bot.administration.records import open_record
from bot.pairing import record as records
from bot.pairing.points import PlayedRound
from bot.pairing.rounds import METHOD, Pairing, PairingPlan
from games import GAMES, find_game
from games.core.errors import RecordError
from tests.bot.administration.command_line import expect_error, filled_database, finished_table, invoke
from tests.bot.pairing.test_record import written_record
from tests.promises import (
    LONGEST_LINE,
    MOST_BYTES_OF_RECORD,
    MOST_LINES,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_SEATS,
)

Pair = Callable[[PairingPlan, Sequence[PlayedRound], Collection[int]], Pairing]


@pytest.fixture(scope="module")
def game_record() -> str:
    return finished_table(find_game("lost")).record("2026-11-21")


@pytest.fixture
def pairings(monkeypatch: pytest.MonkeyPatch) -> list[Pairing]:
    """Return the pairings that are computed from now on. Each is within the limits of a tournament."""
    computed: list[Pairing] = []

    def watched(pair: Pair) -> Pair:
        def computing(plan: PairingPlan, rounds: Sequence[PlayedRound], players: Collection[int]) -> Pairing:
            assert len(players) <= MOST_PEOPLE
            assert len(rounds) <= MOST_ROUNDS
            assert max(plan.usual_size, *plan.allowed_sizes) <= MOST_SEATS
            assert all(len(table.seats) <= MOST_SEATS for played in rounds for table in played.tables)
            assert 1 <= plan.method <= METHOD
            computed.append(pair(plan, rounds, players))
            return computed[-1]

        return computing

    monkeypatch.setattr(records, "pair", watched(records.pair))
    monkeypatch.setattr(records, "pair_final", watched(records.pair_final))
    return computed


def test_every_game_fits_into_a_table_of_a_tournament() -> None:
    assert max(game.rules.seats[1] for game in GAMES) <= MOST_SEATS


def padded_bytes(record: str, count: int) -> str:
    """Return a record with comments, which has this number of bytes."""
    rows, rest = divmod(count - len(record.encode()), 1000)
    return record + ("#" * 999 + "\n") * rows + "#" * rest


def padded_lines(record: str, count: int) -> str:
    """Return a record with comments, which has this number of lines."""
    return record + "#\n" * (count - record.count("\n"))


def padded_line(record: str, count: int) -> str:
    """Return a record with a comment that has this number of characters."""
    return record + "#" * count


@pytest.mark.parametrize(
    ("padded", "limit", "what"),
    [
        (padded_bytes, MOST_BYTES_OF_RECORD, "bytes"),
        (padded_lines, MOST_LINES, "lines"),
        (padded_line, LONGEST_LINE, "characters"),
    ],
)
def test_record_is_read_up_to_the_limit(
    padded: Callable[[str, int], str], limit: int, what: str, game_record: str
) -> None:
    """A file with one byte, line or character of a line too many is refused, a smaller one is not."""
    assert open_record(padded(game_record, limit).encode()).match.moves
    with pytest.raises(RecordError, match=f"more than {limit} {what}"):
        open_record(padded(game_record, limit + 1).encode())


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_large_file_is_refused(command: str, game_record: str) -> None:
    done = invoke(command, "-", given=padded_lines(game_record, MOST_LINES + 1))
    expect_error(done, f"more than {MOST_LINES} lines", code=1)


def test_endless_file_is_read_only_up_to_the_limit() -> None:
    expect_error(invoke("verify", "/dev/zero"), f"more than {MOST_BYTES_OF_RECORD} bytes", code=1)


def test_large_record_of_a_tournament_is_refused(pairings: list[Pairing]) -> None:
    done = invoke("verify", "-", given=written_record() + "#" + "\n#" * MOST_LINES)
    assert done.exit_code == 1
    assert f"more than {MOST_LINES} lines" in done.stderr
    assert not pairings


WIDE = " ".join(map(str, range(1, MOST_SEATS + 2)))
CROWD = " ".join(map(str, range(1, MOST_PEOPLE + 2)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Seats "4"]', f'[Seats "{MOST_SEATS + 1}"]'),
        ('[Sizes "3,4"]', f'[Sizes "3,{MOST_SEATS + 1}"]'),
        ('[Sizes "3,4"]', f'[Sizes "3,{10**9}"]'),
        ('[Method "1"]', f'[Method "{METHOD + 1}"]'),
        ("Round: 1", f"Round: {WIDE}\nTable {WIDE}: -\nRound: 1"),
        ("Round: 1", f"Round: {CROWD}\nRound: 1"),
        ("Round: 1", "Round: 99999 1"),
        ("Round: 1", "Round: ٣ 1"),
        ("Round: 1", "Round: 1_0 1"),
        ("Round: 1", f"Round: {'9' * 3900} 1"),
        ("Round: 1", "Round: 1 2\n" * (MOST_ROUNDS + 1) + "Round: 1"),
        ("\nTable ", "\n" + "Table 1 2: 1 2\n" * (MOST_PEOPLE + 1) + "Table "),
    ],
)
def test_tournament_with_impossible_numbers_is_refused(old: str, new: str, pairings: list[Pairing]) -> None:
    """One sentence names what is too large, and nothing is paired."""
    text = written_record()
    assert old in text
    done = invoke("verify", "-", given=text.replace(old, new, 1))
    assert done.exit_code == 1
    assert done.stderr.startswith("wrong: ")
    assert done.stderr.count("\n") == 1
    assert not pairings


def test_damaged_record_of_a_tournament_is_paired_only_within_limits(pairings: list[Pairing]) -> None:
    """``verify`` answers every damaged record, and pairs nothing that no tournament has."""
    rng = random.Random(5)
    text = written_record(9, 3)
    for _ in range(300):
        signs = list(text)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(signs))
            damage = rng.choice(("replace", "insert", "delete", "repeat"))
            if damage == "repeat":
                signs[at:at] = signs[at : at + 40] * rng.randint(1, 30)
            elif damage == "delete":
                del signs[at : at + rng.randint(1, 20)]
            else:
                signs[at : at + (damage == "replace")] = rng.choice('0123456789 :-[]"abTR\n,٣²')
        done = invoke("verify", "-", given="".join(signs))
        assert done.exit_code in (0, 1)
        assert done.exception is None or isinstance(done.exception, SystemExit)
    assert pairings


def test_join_with_many_digits_is_no_time(game_record: str) -> None:
    """A join that cannot be an id of Discord is wrong, and its time is not computed."""
    done = invoke("verify", "-", given=game_record.replace("1000,", "9" * 3900 + ",", 1))
    assert done.exit_code == 1
    assert "join of P0" not in done.stdout


@pytest.mark.parametrize("file", ["", ".", "..", "nowhere/copy.db", "pipe", "pipe link"])
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_unusable_file_of_db_is_named_in_one_sentence(
    command: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name of a file ends in a traceback, leaves a file behind, or has a pipe or a device replaced."""
    filled_database(tmp_path / "t.db")
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("pipe link").symlink_to("pipe")
    before = {path.name for path in tmp_path.iterdir()}
    expect_error(
        invoke("db", "--database", "t.db", command, file),
        "tefuda: cannot",
        code=2 if command == "restore" else 1,
    )
    after = {path.name for path in tmp_path.iterdir()}
    assert after - before <= {"t.db.lock", "t.db-wal", "t.db-shm"}
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_restore_replaces_no_pipe(tmp_path: Path) -> None:
    """A database that is a pipe or a device is not replaced by a file."""
    copy = filled_database(tmp_path / "copy.db")
    os.mkfifo(tmp_path / "t.db")
    expect_error(invoke("db", "--database", str(tmp_path / "t.db"), "restore", str(copy)), "no ordinary file")
    assert stat.S_ISFIFO((tmp_path / "t.db").stat().st_mode)


@pytest.mark.parametrize("command", [("check",), ("restore", "copy.db"), ("rerate",)])
def test_empty_name_of_a_database_is_refused(command: tuple[str, ...]) -> None:
    """A script's empty variable does not turn a command on the database of the settings."""
    done = invoke("db", "--database", "", *command)
    assert done.exit_code == 2
    assert "--database is empty" in done.stderr


def test_empty_name_of_a_folder_is_refused(tmp_path: Path) -> None:
    """A script's empty variable writes no records into the present folder."""
    database = filled_database(tmp_path / "t.db")
    before = {path.name for path in tmp_path.iterdir()}
    done = invoke("db", "--database", str(database), "export", "")
    assert done.exit_code == 2
    assert "the name is empty" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == before
