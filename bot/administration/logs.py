"""The bot's log, for people who run it. It never contains what a player may not know.

Lines are JSON for machines, or plain text for a terminal. In all lines secrets are masked: values under the
names in ``SECRET``, and everything that looks like a Discord token.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

from bot.undocumented import RECONNECTING

SECRET = {
    *("token", "custom_id", "move", "moves", "notation", "card", "cards"),
    *("hand", "hands", "view", "state", "seed"),
}
"""Keys of log entries whose values are never written."""

_MASK = "***"
_TOKENS = (
    re.compile(r"[\w-]{23,28}\.[\w-]{6}\.[\w-]{27,}"),  # a bot's
    re.compile(r"(?<=/)(?P<id>\d{15,20}/)[\w-]{40,}"),  # an interaction's or a webhook's, in an address
)
# At DEBUG these write whole requests, SQL with its values, and payloads of interactions.
_TALKATIVE = ("discord", "aiosqlite", "asyncio", "PIL", "simcord")

LogEntry = MutableMapping[str, Any]


def mask_secrets(logger: object, method: str, event: LogEntry) -> LogEntry:
    """Mask tokens and other secrets in a log entry (a structlog processor)."""
    for name, value in event.items():
        if name in SECRET:
            event[name] = _MASK
        elif isinstance(value, str):
            event[name] = _TOKENS[1].sub(rf"\g<id>{_MASK}", _TOKENS[0].sub(_MASK, value))
    return event


def shorten_reconnects(logger: object, method: str, event: LogEntry) -> LogEntry:
    """Replace the traceback of discord.py's reconnects by one line (a structlog processor)."""
    if str(event["event"]).startswith(RECONNECTING) and (exc_info := event.pop("exc_info", None)):
        event["why"] = repr(exc_info[1])
        event["level"] = "warning"
    return event


def set_up(level: str = "INFO", stream: TextIO | None = None, *, is_json: bool | None = None) -> None:
    """Write all log entries of this process to one stream.

    Args:
        stream: standard error by default.
        is_json: write JSON lines instead of text. By default only if the stream is no terminal.
    """
    stream = stream or sys.stderr
    if is_json is None:
        is_json = not stream.isatty()
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # structlog hands its entries to the standard logging, so that the libraries' entries look the same.
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, shorten_reconnects],
            processors=[*_rendering(is_json, stream.isatty())],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Some libraries log every request at DEBUG, message texts included.
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, root.level))


def _rendering(is_json: bool, has_colours: bool) -> list[Any]:
    last: list[Any] = [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        # Text before masking: a traceback quotes what an error said. Never with the values of variables.
        structlog.processors.format_exc_info,
        mask_secrets,
    ]
    if is_json:
        return [*last, structlog.processors.JSONRenderer(ensure_ascii=False, default=_bracketed_type_name)]
    return [*last, structlog.dev.ConsoleRenderer(colors=has_colours)]


def _bracketed_type_name(value: object) -> str:
    return f"<{type(value).__name__}>"
