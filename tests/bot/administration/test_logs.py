"""Tests that the log is informative and contains no secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from bot.administration import logs

BOT_TOKEN = "MTA0NzM4NTY3MDY0NTYxNjY0MA.GxYzAb." + "k" * 38
HOOK = "https://discord.com/api/webhooks/123456789012345678/" + "aB3-_" * 30


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """A stream that receives all log lines from level DEBUG up during a test."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    out = io.StringIO()
    logs.set_up("DEBUG", out)
    yield out
    root.handlers[:], root.level = before
    structlog.reset_defaults()
    for name in logs._TALKATIVE:
        logging.getLogger(name).setLevel(logging.NOTSET)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_log_line_is_json_with_level_name_and_time(stream: io.StringIO) -> None:
    """Lines of libraries have the same form as the bot's, and an object is logged as its type's name."""
    structlog.get_logger("bot.x").info("ready", guilds=3, who=object())
    logging.getLogger("discord.gateway").warning("late by %s s", 4)
    ours, theirs = lines(stream)
    assert ours.pop("timestamp").endswith("Z")
    assert ours == {"event": "ready", "level": "info", "logger": "bot.x", "guilds": 3, "who": "<object>"}
    assert (theirs["event"], theirs["level"]) == ("late by 4 s", "warning")
    assert theirs["logger"] == "discord.gateway"


@pytest.mark.parametrize("event", ["Attempting a reconnect in 3.20s", "Failed to connect for shard_id: 3"])
def test_failed_connection_to_discord_is_logged_in_one_line(stream: io.StringIO, event: str) -> None:
    """A failed connection is logged without a traceback; an unexpected error is logged with its traceback."""
    for what in (event, "Ignoring exception in on_ready"):
        try:
            raise OSError("no route to host")
        except OSError:
            logging.getLogger("discord.client").exception(what)
    short, full = lines(stream)
    assert (short["event"], short["level"]) == (event, "warning")
    assert short["why"] == "OSError('no route to host')"
    assert "exception" not in short
    assert "Traceback" in full["exception"]


async def test_log_lines_contain_table_and_number_of_moves(stream: io.StringIO) -> None:
    """Lines of the bot and of libraries contain the current table and move number."""

    async def at_a_table() -> None:
        structlog.contextvars.bind_contextvars(table="abc", seq=7)
        structlog.get_logger("bot").warning("a step failed")
        logging.getLogger("discord.http").warning("refused")
        structlog.get_logger("bot").info("overtaken", table="abc", seq=8)

    await asyncio.create_task(at_a_table())
    structlog.get_logger("bot").info("ready")
    logged = [(line.get("table"), line.get("seq")) for line in lines(stream)]
    assert logged == [*[("abc", 7)] * 2, ("abc", 8), (None, None)]


def test_secrets_are_masked_by_name(stream: io.StringIO) -> None:
    structlog.get_logger("bot").error("odd", **dict.fromkeys(logs.SECRET, "As Kd"), table="abc")
    (line,) = lines(stream)
    assert line["table"] == "abc"
    assert {line[name] for name in logs.SECRET} == {"***"}


def test_tokens_are_masked_in_messages_values_and_tracebacks(stream: io.StringIO) -> None:
    logging.getLogger("discord.http").warning("POST %s failed for %s", HOOK, BOT_TOKEN)
    try:
        raise RuntimeError(f"{HOOK} with {BOT_TOKEN}")
    except RuntimeError:
        structlog.get_logger("bot").exception("failed", address=HOOK)
    output = stream.getvalue()
    assert BOT_TOKEN not in output
    assert HOOK.rpartition("/")[2] not in output
    assert "123456789012345678" in output
    assert "RuntimeError" in lines(stream)[1]["exception"]


def test_tracebacks_contain_no_local_variables(stream: io.StringIO) -> None:
    """Tracebacks are logged without local variables, since these may hold hidden cards."""
    hand = "As Kd"
    try:
        raise ValueError(f"{len(hand)} signs")
    except ValueError:
        structlog.get_logger("bot").exception("failed")
    assert "As Kd" not in stream.getvalue().replace('hand = "As Kd"', "")


@pytest.mark.parametrize("name", ["discord.http", "aiosqlite", "asyncio"])
def test_debug_lines_with_payloads_are_not_logged(name: str, stream: io.StringIO) -> None:
    """DEBUG lines of these libraries are dropped, since they contain messages and SQL values."""
    logging.getLogger(name).debug("payload: custom_id x, move call pair K")
    assert stream.getvalue() == ""


def test_secrets_are_masked_in_plain_text_logs(stream: io.StringIO) -> None:
    logs.set_up("INFO", stream, is_json=False)
    structlog.get_logger("bot").info("ready", token=BOT_TOKEN, guilds=1)
    assert "guilds=1" in stream.getvalue()
    assert BOT_TOKEN not in stream.getvalue()
