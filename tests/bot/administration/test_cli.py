"""Tests of the commands ``engine``, ``run`` and ``demo``: output, errors and exit codes."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.administration import running
from bot.clock import Clock
from bot.config import Config
from bot.database import Outage
from bot.gate import Gate
from storage import open_store
from storage.errors import StorageFailed, StorageUnavailable
from tests.bot.administration.command_line import expect_error, invoke, run_tefuda, start_command
from tests.forkserver import ROOT
from tests.games_under_test import OFFERED


def test_engine_answers_line_by_line_and_ends_at_quit() -> None:
    """The engine writes each reply before it reads the next request, and ignores lines after quit."""
    with start_command("engine") as process:
        for request, key in (
            ('{"cmd":"games"}', "games"),
            ('{"cmd":"new","game":"bull","seats":2}', "to_act"),
        ):
            process.stdin.write(f"{request}\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.buffer.write(b"\xff\n")
        out, _ = process.communicate('{"cmd":"quit"}\n{"cmd":"games"}\n', timeout=20)
    first, *rest = [json.loads(line) for line in out.splitlines()]
    assert first["ok"] is False
    assert rest == [{"ok": True}]
    assert process.returncode == 0


def test_engine_ends_at_end_of_input() -> None:
    """The engine answers a last line without a line feed and exits with code 0."""
    done = run_tefuda("engine", given='{"cmd":"games"}')
    assert (done.returncode, done.stderr) == (0, "")
    assert len(json.loads(done.stdout)["games"]) == len(OFFERED)


def test_engine_ends_quietly_when_output_is_closed() -> None:
    with start_command("engine") as process:
        process.stdout.close()
        process.stdin.write('{"cmd":"games"}\n' * 3)
        process.stdin.close()
        assert process.stderr.read() == ""
        assert process.wait(20) == 0


def test_engine_imports_neither_discord_nor_database() -> None:
    """The engine imports only the rules, so a process for each game stays cheap."""
    code = (
        "import sys; from bot.administration.cli import main; main(['engine'], standalone_mode=False);"
        "print([name for name in ('discord', 'aiosqlite', 'PIL', 'structlog') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code]
    assert subprocess.check_output(command, input="", text=True, cwd=ROOT, timeout=60).strip() == "[]"


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "DISCORD_TOKEN is missing"),
        ({"DISCORD_TOKEN": "to ken"}, "DISCORD_TOKEN is no token"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_DATABASE": "none/t.db"}, "its folder does not exist"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_DATABASE": "."}, "it is a folder"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_CLOCK": "soon"}, "TEFUDA_CLOCK"),
        ({"DISCORD_TOKEN": "x", "TEFUDA_CLOK": "week"}, "did you mean TEFUDA_CLOCK?"),
    ],
)
def test_run_names_wrong_setting_in_one_line(environ: dict[str, str], expected: str, tmp_path: Path) -> None:
    expect_error(run_tefuda("run", folder=tmp_path, environ=environ), expected)


@pytest.mark.skipif(sys.platform != "linux", reason="only Unix waits for a signal")
def test_run_waits_after_error_where_it_would_be_restarted(tmp_path: Path) -> None:
    """With ``--hold`` the bot prints an error once and then waits for a signal instead of exiting."""
    with start_command("run", "--hold", folder=tmp_path) as process:
        assert "DISCORD_TOKEN is missing" in process.stderr.readline()
        assert process.poll() is None
        process.terminate()
        assert process.wait(20) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="permissions differ")
def test_run_warns_of_token_readable_by_other_users(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("TEFUDA_CLOCK=soon\n")
    (tmp_path / ".env").chmod(0o644)
    assert "chmod 600 .env" in run_tefuda("run", folder=tmp_path).stderr
    (tmp_path / ".env").chmod(0o600)
    assert "chmod" not in run_tefuda("run", folder=tmp_path).stderr


async def refuse_login(*_: object) -> None:
    raise discord.LoginFailure("Improper token has been passed.")


async def no_network(*_: object) -> None:
    raise aiohttp.ClientConnectionError("no route to host")


async def fail_database(*_: object) -> None:
    raise StorageFailed("wake failed: disk I/O error")


async def lose_database(*_: object) -> None:
    raise StorageUnavailable("cannot open the database: it cannot be written")


def test_second_bot_on_a_database_refuses_to_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second bot on the same database stops before it connects to Discord."""
    path = tmp_path / "t.db"

    async def start_beside_another() -> None:
        async with await open_store(path, exclusive=True):
            await running.run(Config(token="t", database=str(path)))

    monkeypatch.setattr(running, "IN_USE_SECONDS", 0.0)
    monkeypatch.setattr("bot.client.Tefuda.start", refuse_login)
    with pytest.raises(running.CannotRun, match=r"t\.db") as caught:
        asyncio.run(start_beside_another())
    assert "DISCORD_TOKEN" not in str(caught.value)
    assert caught.value.is_lasting


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a token and a database in the environment, and keep the logging unchanged."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    monkeypatch.setenv("TEFUDA_DATABASE", str(tmp_path / "t.db"))
    monkeypatch.setattr("bot.administration.logs.set_up", lambda *args, **named: None)


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("fault", "code", "expected"),
    [
        (refuse_login, 2, "refuses DISCORD_TOKEN"),
        (no_network, 1, "cannot be reached"),
        (lose_database, 2, "cannot be written"),
        (fail_database, 1, "disk I/O error"),
    ],
)
def test_exit_code_separates_wrong_settings_from_outages(
    fault: object, code: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 2 for a refused token or an unwritable database, and 1 for an outage."""
    monkeypatch.setattr(running, "_run_until_stopped", fault)
    done = invoke("run")
    expect_error(done, expected, code=code)
    assert "secret-token" not in done.stderr


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("--shards", "auto/4", "--at-most", "2"), "share a PostgreSQL"),
        (("--shards", "0-2/4"), "one process serves all 4 of them"),
        (("--shards", "0-4/4"), "numbered from 0 to 3"),
        (("--shards", "some"), "written as 0-3/16 or as auto/16"),
    ],
)
def test_run_refuses_impossible_shards(given: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    """The command refuses an impossible range of shards before it creates any file."""
    expect_error(invoke("run", *given), expected)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
async def test_signal_closes_the_bot(
    sign: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After SIGTERM or Ctrl-C the client finishes its work and closes before the program ends."""
    happened: list[str] = []

    # A client that only records what happens, and sends the signal to this process once it runs.
    class Client:
        async def __aenter__(self) -> Client:
            return self

        async def __aexit__(self, *_: object) -> None:
            await self.close()

        clock, outage, config = Clock(), Outage(Clock()), Config(token="t")
        gate = Gate(clock)
        processes = 1

        async def open_store(self) -> None:
            happened.append("open")
            self.store = await open_store(tmp_path / "t.db")

        async def start(self, token: str) -> None:
            happened.append(f"start {token}")
            os.kill(os.getpid(), sign)
            await asyncio.Event().wait()

        async def finish(self, seconds: float) -> None:
            happened.append("finish")

        async def close(self) -> None:
            happened.append("close")
            await self.store.close()

    monkeypatch.setattr("bot.administration.running.client_of", lambda config: Client())
    await asyncio.wait_for(running.run(Config(token="t", database=str(tmp_path / "t.db"))), 20)
    assert happened[:4] == ["open", "start t", "finish", "close"]


def test_demo_prints_its_address_and_ends_at_a_signal() -> None:
    """The demo prints the address of its first page, and exits with code 0 after SIGTERM."""
    with start_command("demo", "--port", "0") as process:
        output_lines = [process.stdout.readline() for _ in range(4)]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
    assert sum("http://127.0.0.1:" in line for line in output_lines) == 1
    assert (process.returncode, errors) == (0, "")


@pytest.mark.usefixtures("settings")
def test_demo_without_simcord_names_the_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    monkeypatch.delitem(sys.modules, "bot.demo", raising=False)
    expect_error(invoke("demo"), "tefuda[demo]")


# --- settings in files -----------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="permissions differ elsewhere")
@pytest.mark.parametrize(
    ("file", "mode", "remedy"),
    [
        (".env", 0o600, ""),
        (".env", 0o640, "chmod 600 .env"),
        ("own.env", 0o644, "chmod 600 own.env"),
        ("token", 0o600, ""),
        ("token", 0o440, ""),
        ("token", 0o644, "chmod o= token"),
    ],
)
def test_commands_warn_of_readable_file_with_token(
    file: str, mode: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file with the token that others can read is named, whether it has all settings or the token alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    (tmp_path / file).write_text("secret" if file == "token" else "DISCORD_TOKEN=secret", "utf-8")
    (tmp_path / file).chmod(mode)
    if file == "token":
        monkeypatch.setenv("DISCORD_TOKEN_FILE", file)
    monkeypatch.setattr("bot.administration.logs.set_up", lambda *args, **named: None)
    monkeypatch.setattr(running, "_run_until_stopped", refuse_login)
    done = invoke(*(("--settings", file) if file == "own.env" else ()), "run")
    warnings = [line for line in done.stderr.splitlines() if "others on this machine" in line]
    assert "refuses DISCORD_TOKEN" in done.stderr
    assert len(warnings) == bool(remedy)
    assert not remedy or warnings[0].endswith(f"can read DISCORD_TOKEN: {remedy}")


def test_named_settings_file_is_read_by_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``tefuda --settings FILE`` reads that file instead of .env, and a missing one is an error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    (tmp_path / ".env").write_text("TEFUDA_CLOCK=week", "utf-8")
    (tmp_path / "own.env").write_text("DISCORD_TOKEN=secret\nTEFUDA_DATABASE=own.db", "utf-8")
    lines = invoke("--settings", "own.env", "config").stdout.splitlines()
    assert {"DISCORD_TOKEN=(set)", "TEFUDA_DATABASE=own.db", "#TEFUDA_CLOCK=evening"} <= {*lines}
    expect_error(invoke("--settings", "own.env", "db", "check"), "there is no database own.db")
    assert invoke("--settings", "none.env", "config").exit_code == 2
