"""Tests of the commands ``replay``, which prints a game, and ``verify``, which proves its shuffles."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.administration.terminal import printable
from games import find_game
from games.core.game import Game
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE
from tests.bot.administration.command_line import SEED, expect_error, finished_table, invoke
from tests.bot.pairing.test_record import written_record
from tests.bot.tables.positions import after_match
from tests.examples import GOOFSPIEL
from tests.games.contract import every_game

PAIR = """\
[Game "bull"]
[Seats "2"]
[First "0"]
[Options "deal=up start=1 wild=none end=last"]
[Player0 "Alice"]
[Player1 "花"]
"""


SEAL = ShuffleKey(SEED, "abcd2345", ("1000", "1001", "1002")).seal


@pytest.fixture(scope="module")
def record() -> str:
    return finished_table(find_game("bull")).record("2026-11-21")


def output_for(command: str, given: str | bytes, *args: str) -> str:
    """Return the standard output of a command that reads a valid record."""
    done = invoke(command, "-", *args, given=given)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout


@every_game
def test_replay_prints_moves_and_places_and_verify_accepts_them(game: Game) -> None:
    """``replay`` prints each move on a line, then the places.

    ``verify`` recomputes the commitment, the first seat and all shuffles from the seed.
    """
    table = finished_table(game, rng=5)
    record, made = table.record("2026-11-21"), table.match.moves
    moves_text, result = output_for("replay", record).split("\nResult:\n")
    moves = [line.split(maxsplit=2)[1:] for line in moves_text.split("\n\n")[1].splitlines()]
    assert moves == [["*" if actor == CHANCE else str(actor), str(move)] for actor, move in made]
    seats = sorted(int(line.split("seat ")[1][0]) for line in result.splitlines())
    assert seats == [*range(len(table.seats))]
    verified = output_for("verify", record)
    assert f"shuffles computed again: {sum(actor == CHANCE for actor, _ in made)}" in verified
    assert table.key.commitment in verified


@every_game
def test_replay_writes_a_page_for_a_browser(game: Game, tmp_path: Path) -> None:
    """``replay`` writes one HTML file with the players' names, or numbers for missing names."""
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    record = finished_table(game).record("2026-11-21").replace('[Player1 "P1"]\n', "")
    file.write_text(record.replace('"P0"', '"</script>"'), "utf-8")
    done = invoke("replay", "--html", str(page), str(file))
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{page}: ")
    written = page.read_text("utf-8")
    assert written.count("</script>") == 2
    assert "\\u003c/script\\u003e" in written
    assert '"#2"' in written


def test_unwritable_page_is_reported_in_one_sentence(record: str, tmp_path: Path) -> None:
    for path, given, why in (
        (tmp_path / "nowhere" / "a.html", record, "No such file"),
        (tmp_path / "a.html", record.partition("\n\n")[0], "no move"),
    ):
        expect_error(invoke("replay", "--html", str(path), "-", given=given), why, code=1)


def test_replay_names_player_to_act_in_unfinished_game(record: str) -> None:
    """``replay`` accepts an unfinished record from standard input, with CRLF at the ends of lines."""
    head, _, moves = record.partition("\n\n")
    begun = head + "\n\n" + moves.splitlines()[0] + "\n"
    output = output_for("replay", ("\ufeff" + begun.replace("\n", "\r\n")).encode())
    assert "Players: 0 P0, 1 P1, 2 P2" in output
    assert output.splitlines()[-1].startswith("Not over: to act: seat ")
    assert "Not over: chance is to act." in output_for("replay", head)


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (PAIR + "\n0 call single 5\n", 8, "not to act"),
        (PAIR + "\n# begin\n* deal As\n", 9, "cards"),
        (PAIR + "\n* sing As\n", 8, "sing"),
        (PAIR.replace("bull", "bridge"), 1, "bridge"),
        (PAIR.replace('"2"', '"99"'), 2, "seats"),
        (PAIR.encode() + b"\n\xff\n", 8, "UTF-8"),
        ("", 1, "Game"),
    ],
)
def test_replay_refuses_bad_record_and_names_the_line(text: str | bytes, line: int, why: str) -> None:
    """A bad record causes one line on standard error with place and reason, and exit code 1."""
    expect_error(invoke("replay", "-", given=text), f"line {line}: ", why, code=1)


STEERING = "\x1b[2J\x1b]0;mine\x07\r\x08\x9b31m\x85\u2028\u202e"
"""Control characters that clear the screen, set the title, move, colour, break or reverse lines."""


def control_characters_in(text: str) -> set[str]:
    return {sign for sign in text if sign != "\n" and unicodedata.category(sign) in ("Cc", "Zl", "Zp")} | (
        set(text) & {"\u202e"}
    )


def test_control_characters_in_records_are_escaped(record: str) -> None:
    """Every command escapes control characters in the names and headers of a record."""
    forged = record.replace('[Player0 "P0"]', f'[Player0 "{STEERING}P0"]')
    forged = forged.replace('[Commitment "', f'[Commitment "{STEERING}')
    for command, code in (("replay", 0), ("verify", 1)):
        done = invoke(command, "-", given=forged.encode())
        assert done.exit_code == code
        assert not control_characters_in(done.stdout)
        assert not control_characters_in(done.stderr)
        assert r"\x1b[2J" in done.stdout + done.stderr
        assert r"\u2028" in done.stdout + done.stderr


@pytest.mark.parametrize("line", ["[Game {}", '[Options "{}=1"]', "0 call {}", "{} call", "* deal {}"])
def test_control_characters_in_errors_are_escaped(line: str) -> None:
    forged = PAIR.replace('[Options "deal=up start=1 wild=none end=last"]\n', "")
    done = invoke("replay", "-", given=forged + line.format(STEERING.replace("\r", "")) + "\n")
    expect_error(done, code=1)
    assert not control_characters_in(done.stderr)


def test_ordinary_unicode_text_is_not_escaped() -> None:
    """Japanese, full-width spaces and composed emoji are printed unchanged."""
    text = "手札　花子 👨‍👩‍👧 é"
    assert printable(text) == text
    assert printable(STEERING + text) == r"\x1b[2J\x1b]0;mine\x07\x0d\x08\x9b31m\x85\u2028\u202e" + text


def test_missing_file_is_named(tmp_path: Path) -> None:
    for command in ("replay", "verify"):
        done = invoke(command, str(tmp_path / "none.txt"))
        assert done.exit_code == 2
        assert "none.txt" in done.stderr


@pytest.mark.parametrize("game", [GOOFSPIEL], ids=lambda game: game.id)
def test_verify_accepts_a_game_without_chance(game: Game) -> None:
    table = finished_table(game, options={"prizes": "falling"})
    assert "nothing had to be shuffled" in output_for("verify", table.record("2026-11-21"))


def changed_records(record: str) -> Iterator[tuple[str, str]]:
    """Yield changed versions of an honest record, with the expected error."""
    head, _, moves = record.partition("\n\n")
    deal = moves.splitlines()[0]
    first = int(head.split('[First "')[1][0])
    star, word, first_card, second_card, *cards = deal.split()
    commitment = record.split("Commitment ")[1][1:9]
    yield "committed", record.replace(SEED.hex(), bytes(32).hex())
    yield "committed", record.replace(f'Commitment "{commitment}', 'Commitment "deadbeef')
    yield "shuffle 1", record.replace("abcd2345", "abcd2346")
    yield "shuffle 1", record.replace("1000,1001,1002", "1000,1001,1003")
    yield "2 joins for 3 seats", record.replace("1000,1001,1002", "1000,1001")
    yield "32 bytes", record.replace(SEED.hex(), SEED.hex()[2:])
    yield "32 bytes", record.replace(SEED.hex(), "z" * 64)
    for name in ("Seed", "Commitment", "Table", "Joins"):
        kept = [line for line in record.split("\n") if not line.startswith(f"[{name} ")]
        yield f"header {name}", "\n".join(kept)
    # Two swapped cards of a deal, after which the game is still legal.
    swapped = " ".join((star, word, second_card, first_card, *cards))
    yield f"line {head.count(chr(10)) + 3}: shuffle 1 is not", f"{head}\n\n{swapped}\n"
    next_one = head.replace(f'[First "{first}"]', f'[First "{(first + 1) % 3}"]')
    yield f"seat {first} was drawn", f"{next_one}\n\n{deal}"
    yield "nothing was shuffled", head


def test_verify_names_the_tampered_part_of_a_record(record: str) -> None:
    """``verify`` names a changed seed, table, join, commitment, deal or first seat, and exits with code 1."""
    for why, text in changed_records(record):
        assert text != record
        done = invoke("verify", "-", given=text)
        assert done.exit_code == 1, why
        assert why in done.stderr
        assert "All shuffles are fair" not in done.stdout


def test_verify_finds_joins_invented_after_the_seal(record: str) -> None:
    """``verify`` rejects a record whose joins differ from those in the seal published before the deal."""
    forged = finished_table(find_game("bull"), first_join=5000).record("2026-11-21")
    assert forged != record
    assert "if this is the seal that the channel showed" in output_for("verify", forged)
    done = invoke("verify", "-", "--seal", f"Seal of the shuffles: {SEAL}", given=forged)
    assert done.exit_code == 1
    assert "another seal" in done.stderr
    assert "All shuffles are fair" not in done.stdout


def test_verify_finds_the_seal_in_a_copied_line(record: str) -> None:
    """``verify`` finds the seal in a pasted line, and refuses a line that contains no seal."""
    marked, japanese = f"-# Seal of the shuffles: ||`{SEAL}`||", f"シャッフルの検証用ハッシュ: {SEAL}"
    for line in (SEAL, marked, SEAL.upper(), japanese):
        output = output_for("verify", record, "--seal", line)
        assert "they follow from what was sealed before the deal" in output
    for line in ("", SEAL[:-1], SEAL + "0"):
        done = invoke("verify", "-", "--seal", line, given=record)
        assert done.exit_code == 1
        assert "64 hexadecimal digits" in done.stderr


def test_verify_prints_the_time_of_each_join(record: str) -> None:
    """``verify`` reads the time of each player's join from its id, and prints none for computer players."""
    noon = (1_795_262_400_123 - 1_420_070_400_000) << 22
    text = record.replace("1000,1001,1002", f"{noon},0,{10**30}")
    done = invoke("verify", "-", given=text)
    assert f"join of P0: {noon}, made 2026-11-21 12:00:00.123 UTC" in done.stdout
    assert done.stdout.count("join of") == 1


@every_game
def test_record_of_an_aborted_game_verifies(game: Game) -> None:
    over = finished_table(game)
    half = Match(over.match.rules, over.match.setup)
    for actor, move in over.match.moves[: len(over.match.moves) // 2]:
        half = half.with_move(actor, move)
    running = after_match(over, half).with_row(status="playing")
    assert "[Seed" not in running.record("2026-11-21")
    broken_off = running.closed("cancelled", 1)
    record = broken_off.record("2026-11-21")
    output_for("verify", record, "--seal", broken_off.key.seal)
    assert "Not over: " in output_for("replay", record)


def test_verify_checks_the_pairings_of_a_tournament() -> None:
    """``verify`` names a changed pairing in a tournament's record and exits with code 1."""
    text = written_record()
    output = output_for("verify", text)
    assert "right: round 3:" in output
    assert "All rounds are paired fairly" in output
    hash_line = next(line for line in text.splitlines() if line.startswith("[Commitment"))
    assert "what the sign-up committed to" in output_for("verify", text, "--seal", hash_line)
    for line in ("", "0" * 64):
        done = invoke("verify", "-", "--seal", line, given=text)
        assert done.exit_code == 1
        assert "the sign-up showed another hash" in done.stderr
        assert "fairly" not in done.stdout
    done = invoke("verify", "-", given=text.replace('[Seed "00', '[Seed "01'))
    assert done.exit_code == 1
    assert "wrong: the seed is not the one committed to" in done.stderr
    assert "fairly" not in done.stdout
    done = invoke("verify", "-", given=text.replace("Round:", "Rund:", 1))
    assert done.exit_code == 1
    assert "wrong: line" in done.stderr
