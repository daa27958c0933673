"""The command line: what it prints, how it refuses, how it ends."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest
from click.testing import CliRunner, Result

from bot import cli, running
from bot.clock import Clock
from bot.config import Config
from bot.tables.table import Table
from games import GAMES, find_game
from games.core.game import Game
from games.core.match import Match
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey, drawn_first
from storage import Store
from storage.errors import StorageUnavailable
from storage.rows import MoveRow, Outcome, SeatRow, StoredTable, TableRow

SEED = bytes(range(32))
NOON = 1_795_262_400_000

PAIR = """\
[Game "bull"]
[Seats "2"]
[First "0"]
[Options "deal=up start=1 wild=none end=last"]
[Player0 "Alice"]
[Player1 "花"]
"""


def invoke(*args: str, given: str | bytes | None = None) -> Result:
    """Call the command in this process."""
    return CliRunner().invoke(cli.main, args, input=given)


def tefuda(
    *args: str, given: str = "", folder: Path | None = None, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Call the command in a process of its own, with no settings but these."""
    plain = {
        name: value for name, value in os.environ.items() if not name.startswith(("TEFUDA_", "DISCORD_"))
    }
    root = str(Path(__file__).parent.parent.parent)
    return subprocess.run(
        [sys.executable, "-m", "bot.cli", *args],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**plain, "PYTHONPATH": root, **(environ or {})},
        timeout=60,
        check=False,
    )


def played(game: Game, seats: int = 3, table: str = "abcd2345", chance: int = 1) -> Table:
    """A finished table of computer-like people who move at random, shuffled by the book."""
    rules = game.rules
    people = tuple(SeatRow(seat, 10 + seat, f"P{seat}", None, 1000 + seat) for seat in range(seats))
    key = ShuffleKey(SEED, table, tuple(str(seat.join_id) for seat in people))
    match = Match(rules, rules.setup(seats, {}, drawn_first(key, seats)))
    rng = random.Random(chance)
    while not match.is_over:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
        else:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
    row = TableRow(
        id=table,
        guild_id=1,
        channel_id=2,
        message_id=None,
        host_id=10,
        game=game.id,
        options=dict(match.setup.options),
        status="over",
        locale="en",
        created_at=NOON,
        first=match.setup.first,
        seed=SEED,
        commitment=key.commitment,
    )
    moves = tuple(
        MoveRow(seq, None if actor == CHANCE else int(actor), str(move), NOON)
        for seq, (actor, move) in enumerate(match.moves)
    )
    return Table(None, Clock(), StoredTable(row, people, moves), game, lambda _: None)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def record() -> str:
    """The record of a finished game of Porker Bull, as the bot writes it."""
    return played(find_game("bull")).record("2026-11-21")


# --- engine -------------------------------------------------------------------------------------------


def test_the_engine_answers_a_line_at_a_time_and_ends_at_quit() -> None:
    """A program that waits for each reply before its next request gets it; what follows quit is not read."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot.cli", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for request, key in (
            ({"cmd": "games"}, "games"),
            ({"cmd": "new", "game": "bull", "seats": 2}, "to_act"),
        ):
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        out, _ = process.communicate(b'\xff\n{"cmd":"quit"}\n{"cmd":"games"}\n', timeout=20)
    first, *rest = [json.loads(line) for line in out.splitlines()]
    assert first["ok"] is False
    assert rest == [{"ok": True}]
    assert process.returncode == 0


def test_the_engine_ends_at_the_end_of_its_input() -> None:
    """The last line needs no line feed, and the end of the input is a good end."""
    done = tefuda("engine", given='{"cmd":"games"}')
    assert (done.returncode, done.stderr) == (0, "")
    assert len(json.loads(done.stdout)["games"]) == len(GAMES)


def test_the_engine_does_not_complain_when_nobody_reads() -> None:
    """A program that goes away closes the pipe; that is no traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot.cli", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"cmd":"games"}\n' * 3)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0


def test_the_engine_starts_without_discord_and_database() -> None:
    """Only the rules are loaded, so that a process per game is cheap."""
    code = (
        "import sys; from bot.cli import main; main(['engine'], standalone_mode=False);"
        "print([name for name in ('discord', 'aiosqlite', 'PIL', 'structlog') if name in sys.modules])"
    )
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="",
        capture_output=True,
        text=True,
        cwd=root,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "[]"


# --- replay -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_replay_prints_every_move_and_the_result(game: Game, tmp_path: Path) -> None:
    """Each move has a line of its own, in the order played, then come the places."""
    table = played(game)
    file = tmp_path / "game.txt"
    file.write_text(table.record("2026-11-21"), "utf-8")
    done = invoke("replay", str(file))
    assert done.exit_code == 0
    told, result = done.stdout.split("\nResult:\n")
    moves = [line.split(maxsplit=2)[1:] for line in told.split("\n\n")[1].splitlines()]
    assert moves == [["*" if actor == CHANCE else str(actor), str(move)] for actor, move in table.match.moves]
    assert sorted(line.split("seat ")[1][0] for line in result.splitlines()) == ["0", "1", "2"]


def test_replay_tells_who_is_to_act_in_an_unfinished_game(record: str) -> None:
    """A record may stop anywhere; standard input and line ends of Windows will do, too."""
    head, _, moves = record.partition("\n\n")
    begun = head + "\n\n" + moves.splitlines()[0] + "\n"
    done = invoke("replay", "-", given=("\ufeff" + begun.replace("\n", "\r\n")).encode())
    assert done.exit_code == 0
    assert "Players: 0 P0, 1 P1, 2 P2" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Not over: to act: seat ")
    assert "Not over: chance is to act." in invoke("replay", "-", given=head).stdout


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
def test_replay_refuses_a_bad_record_with_its_line(text: str | bytes, line: int, why: str) -> None:
    """One line on standard error says where and why; nothing is printed, and the exit code is 1."""
    done = invoke("replay", "-", given=text)
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"line {line}: " in done.stderr
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """No traceback, and exit code 2."""
    for command in ("replay", "verify"):
        done = invoke(command, str(tmp_path / "none.txt"))
        assert done.exit_code == 2
        assert "none.txt" in done.stderr


# --- verify -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_verify_finds_an_honest_record_right(game: Game) -> None:
    """Commitment, first seat and all shuffles, reshuffles too, are computed again from the seed."""
    table = played(game, chance=5)
    done = invoke("verify", "-", given=table.record("2026-11-21"))
    assert (done.exit_code, done.stderr) == (0, "")
    shuffles = sum(actor == CHANCE for actor, _ in table.match.moves)
    assert f"shuffles computed again: {shuffles}" in done.stdout
    assert table.key.commitment in done.stdout


def tampered(record: str) -> Iterator[tuple[str, str]]:
    """Change one thing after the other in an honest record, with what should be said about it."""
    other = ShuffleKey(bytes(32), "abcd2345")
    yield "committed", record.replace(SEED.hex(), other.seed.hex())
    yield (
        "committed",
        record.replace(f'Commitment "{record.split("Commitment ")[1][1:9]}', 'Commitment "deadbeef'),
    )
    yield "shuffle 1", record.replace("abcd2345", "abcd2346")
    yield "shuffle 1", record.replace("1000,1001,1002", "1000,1001,1003")
    yield "2 joins for 3 seats", record.replace("1000,1001,1002", "1000,1001")
    yield "32 bytes", record.replace(SEED.hex(), SEED.hex()[2:])
    yield "32 bytes", record.replace(SEED.hex(), "z" * 64)
    for name in ("Seed", "Commitment", "Table", "Joins"):
        yield (
            f"header {name}",
            "\n".join(line for line in record.split("\n") if not line.startswith(f"[{name} ")),
        )


def test_verify_finds_what_was_tampered_with(record: str) -> None:
    """Another seed, table, join or commitment does not give these cards; each is said, and the code is 1."""
    cases = list(tampered(record))
    for why, text in cases:
        assert text != record
        done = invoke("verify", "-", given=text)
        assert done.exit_code == 1, why
        assert why in done.stderr
        assert "All shuffles are fair" not in done.stdout


def test_verify_finds_exchanged_cards_by_their_line(record: str) -> None:
    """Two cards that changed places in a deal, though the game is played on legally."""
    head, _, moves = record.partition("\n\n")
    star, deal, *cards = moves.splitlines()[0].split()
    swapped = head + "\n\n" + " ".join((star, deal, cards[1], cards[0], *cards[2:])) + "\n"
    done = invoke("verify", "-", given=swapped)
    assert done.exit_code == 1
    assert f"line {head.count(chr(10)) + 3}: shuffle 1 is not" in done.stderr


def test_verify_finds_another_first_seat(record: str) -> None:
    """Who begins is drawn as well."""
    head, _, moves = record.partition("\n\n")
    first = int(head.split('[First "')[1][0])
    text = head.replace(f'[First "{first}"]', f'[First "{(first + 1) % 3}"]') + "\n\n" + moves.splitlines()[0]
    done = invoke("verify", "-", given=text)
    assert done.exit_code == 1
    assert f"seat {first} was drawn" in done.stderr


def test_verify_needs_a_shuffle_to_verify(record: str) -> None:
    """Headers alone prove nothing."""
    done = invoke("verify", "-", given=record.partition("\n\n")[0])
    assert done.exit_code == 1
    assert "nothing was shuffled" in done.stderr


# --- run and demo -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, "DISCORD_TOKEN is missing"),
        ({"DISCORD_TOKEN": "to ken"}, "DISCORD_TOKEN is no token"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_DATABASE": "none/t.db"}, "its folder does not exist"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_DATABASE": "."}, "it is a folder"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_TURN_SECONDS": "soon"}, "TEFUDA_TURN_SECONDS"),
    ],
)
def test_run_says_in_one_line_which_setting_is_wrong(
    environ: dict[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line on standard error, no traceback, exit code 2."""
    done = tefuda("run", folder=tmp_path, environ=environ)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


async def refuse_login(config: Config) -> None:
    raise discord.LoginFailure("Improper token has been passed.")


async def no_network(config: Config) -> None:
    raise aiohttp.ClientConnectionError("no route to host")


async def lose_database(config: Config) -> None:
    raise StorageUnavailable("cannot open the database: it cannot be written")


@pytest.mark.parametrize(
    ("fault", "code", "said"),
    [
        (refuse_login, 2, "refuses DISCORD_TOKEN"),
        (no_network, 1, "cannot be reached"),
        (lose_database, 2, "cannot be written"),
    ],
)
def test_run_tells_what_must_be_changed_from_what_may_pass(
    fault: object, code: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused token is for people (exit code 2); a lost network is worth another try (1)."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    monkeypatch.setenv("TEFUDA_DATABASE", str(tmp_path / "t.db"))
    monkeypatch.setattr(running, "_until_stopped", fault)
    monkeypatch.setattr("bot.logs.set_up", lambda level: None)
    done = invoke("run")
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr
    assert "secret-token" not in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_closes_the_bot(
    sign: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGTERM and Ctrl-C close the client, and with it the database, before the program ends."""
    happened: list[str] = []

    class Client:
        async def __aenter__(self) -> Client:
            return self

        async def __aexit__(self, *_: object) -> None:
            await self.close()

        async def start(self, token: str) -> None:
            happened.append(f"start {token}")
            os.kill(os.getpid(), sign)
            await asyncio.Event().wait()

        async def close(self) -> None:
            happened.append("close")

    monkeypatch.setattr("bot.client.make_client", lambda config: Client())
    await asyncio.wait_for(running.run(Config(token="t", database=str(tmp_path / "t.db"))), 20)
    assert happened[:2] == ["start t", "close"]


def test_the_demo_starts_says_where_and_ends_at_a_signal() -> None:
    """The addresses are printed, one per person; SIGTERM ends it cleanly and leaves no database behind."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "bot.cli", "demo", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(5)]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
    assert sum("http://127.0.0.1:" in line for line in said) == 3
    assert (process.returncode, errors) == (0, "")


def test_the_demo_without_simcord_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord is an extra, and the command says so in one line."""
    monkeypatch.setitem(sys.modules, "simcord", None)
    monkeypatch.delitem(sys.modules, "bot.demo", raising=False)
    monkeypatch.setattr("bot.logs.set_up", lambda *args, **named: None)
    done = invoke("demo")
    assert done.exit_code == 2
    assert "tefuda[demo]" in done.stderr
    assert done.stderr.count("\n") == 1


# --- db -----------------------------------------------------------------------------------------------


async def store_played(path: Path, table: Table, *, scores: tuple[float, ...] | None = None) -> None:
    """Store a finished table move for move, as the bot does; ``scores`` in place of the true ones."""
    row = table.row
    stored = [
        MoveRow(seq, None if actor == CHANCE else int(actor), str(move), NOON)
        for seq, (actor, move) in enumerate(table.match.moves)
    ]
    result = table.match.result()
    assert result is not None
    assert row.first is not None
    assert row.commitment is not None
    places = [
        next(i for i, group in enumerate(result.ranking) if seat in group) + 1
        for seat in range(len(table.seats))
    ]
    before = [sum(place < mine for place in places) + 1 for mine in places]
    async with await Store.open(path) as store:
        lobby = TableRow(
            **{name: getattr(row, name) for name in row.__struct_fields__ if name not in _LATER},
            status="lobby",
        )
        await store.create_table(lobby, table.seats)
        await store.start_table(
            row.id,
            seats=table.seats,
            options=row.options,
            first=row.first,
            seed=SEED,
            commitment=row.commitment,
            started_at=NOON,
        )
        outcome = Outcome(tuple(before), scores or result.scores, NOON, True, table.match.facts())
        await store.append_moves(row.id, stored, outcome=outcome)


_LATER = {"status", "first", "seed", "commitment"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with one finished game of each kind."""
    path = tmp_path / "tefuda.db"

    async def fill() -> None:
        for game in GAMES:
            await store_played(path, played(game, table=f"table-{game.id}"))

    asyncio.run(fill())
    return path


def test_db_check_replays_every_game(database: Path) -> None:
    """An honest database has no findings."""
    done = invoke("db", "--database", str(database), "check")
    assert (done.exit_code, done.stdout) == (0, f"All is well: {len(GAMES)} games replayed.\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE result_seat SET score = score + 1 WHERE seat = 0 AND result = 1", "other scores"),
        (
            "UPDATE move SET move = 'challenge' WHERE seq = 1 AND table_id = 'table-bull'",
            "move 1 cannot be played",
        ),
        ("DELETE FROM move WHERE table_id = 'table-bull' AND seq > 2", "do not end it"),
        ("UPDATE game_table SET commitment = 'x' WHERE id = 'table-bull'", "not the one committed to"),
        ("UPDATE seat SET join_id = 5 WHERE table_id = 'table-bull' AND seat = 0", "not the shuffle"),
    ],
)
def test_db_check_finds_what_does_not_replay(database: Path, change: str, said: str) -> None:
    """Whatever was changed behind the bot's back is named with its table; the exit code is 1."""
    with closing(sqlite3.connect(database)) as conn, conn:
        conn.execute(change)
    done = invoke("db", "--database", str(database), "check")
    assert done.exit_code == 1
    assert "game table-bull: " in done.stdout
    assert said in done.stdout


def test_db_backup_is_whole(database: Path, tmp_path: Path) -> None:
    """The copy is a database that passes the check itself; onto itself it is refused."""
    copy = tmp_path / "copy.db"
    assert invoke("db", "--database", str(database), "backup", str(copy)).exit_code == 0
    assert invoke("db", "--database", str(copy), "check").exit_code == 0
    done = invoke("db", "--database", str(database), "backup", str(database))
    assert done.exit_code == 1
    assert "the database itself" in done.stderr


def test_db_export_writes_records_that_replay_and_verify(database: Path, tmp_path: Path) -> None:
    """One file a game, each good for replay and verify."""
    done = invoke("db", "--database", str(database), "export", str(tmp_path / "records"))
    assert done.exit_code == 0
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == sorted(f"table-{game.id}.txt" for game in GAMES)
    for file in files:
        assert invoke("replay", str(file)).exit_code == 0
        assert invoke("verify", str(file)).exit_code == 0


def test_db_rerate_and_rebuild_leave_a_good_database(database: Path) -> None:
    """Both give what was there before."""
    assert invoke("db", "--database", str(database), "rerate").stdout == f"{len(GAMES)} games rated.\n"
    assert invoke("db", "--database", str(database), "rebuild").exit_code == 0
    assert invoke("db", "--database", str(database), "check").exit_code == 0


@pytest.mark.parametrize(
    "command", [("backup", "copy.db"), ("check",), ("export", "out"), ("rerate",), ("rebuild",)]
)
def test_db_makes_no_database_where_there_is_none(command: tuple[str, ...], tmp_path: Path) -> None:
    """A mistyped path is refused and stays empty; the path comes from the settings if not given."""
    done = tefuda("db", *command, folder=tmp_path, environ={"TEFUDA_DATABASE": "typo.db"})
    assert done.returncode == 2
    assert done.stderr == "tefuda: there is no database typo.db\n"
    assert list(tmp_path.iterdir()) == []
