"""Settings from the environment and from ``.env`` (deploy/example.env lists every one)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
from dotenv import dotenv_values

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class ConfigError(ValueError):
    """A setting that cannot be used; the message names it."""


class Config(msgspec.Struct, frozen=True):
    """How this bot runs.

    Args:
        token: the bot's token; empty where none is needed.
        database: path of the SQLite file.
        synchronous: SQLite's durability: ``NORMAL`` survives a crash of the process, ``FULL`` a power cut.
        log_level: one of ``LOG_LEVELS``.
        turn_seconds: time for one turn unless a server sets its own; 0 for no limit.
        computer_pause: longest pause, in seconds, before a computer player moves.
        computer_workers: processes that computer players think in; 0 thinks inside the bot.
        default_locale: language where a server's own is not spoken.
    """

    token: str = ""
    database: str = "tefuda.db"
    synchronous: Literal["NORMAL", "FULL"] = "NORMAL"
    log_level: str = "INFO"
    turn_seconds: int = 600
    computer_pause: float = 2.0
    computer_workers: int = 1
    default_locale: str = "en"

    def __repr__(self) -> str:
        return f"<Config database={self.database!r}>"  # never the token


def load_config(environ: Mapping[str, str] | None = None, dotenv: Path | None = Path(".env")) -> Config:
    """Read all settings; the environment goes before the file.

    Args:
        environ: the environment; ``os.environ`` unless given.
        dotenv: a file of settings, which need not exist.

    Raises:
        ConfigError: a value that cannot be used.
    """
    values: dict[str, str | None] = dict(dotenv_values(dotenv)) if dotenv and dotenv.is_file() else {}
    values.update(os.environ if environ is None else environ)

    def text(name: str, default: str) -> str:
        return (values.get(name) or "").strip() or default

    return Config(
        token=text("DISCORD_TOKEN", ""),
        database=text("TEFUDA_DATABASE", "tefuda.db"),
        synchronous=_one_of("TEFUDA_SYNCHRONOUS", text("TEFUDA_SYNCHRONOUS", "NORMAL").upper()),
        log_level=_level(text("TEFUDA_LOG_LEVEL", "INFO").upper()),
        turn_seconds=int(_number("TEFUDA_TURN_SECONDS", text("TEFUDA_TURN_SECONDS", "600"), 0, 604_800)),
        computer_pause=_number("TEFUDA_COMPUTER_PAUSE", text("TEFUDA_COMPUTER_PAUSE", "2"), 0, 30),
        computer_workers=int(_number("TEFUDA_COMPUTER_WORKERS", text("TEFUDA_COMPUTER_WORKERS", "1"), 0, 64)),
        default_locale=_locale(text("TEFUDA_LOCALE", "en")),
    )


def _number(name: str, value: str, low: float, high: float) -> float:
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not low <= number <= high:
        raise ConfigError(f"{name} must be a number from {low:g} to {high:g}, not {value!r}")
    return number


def _one_of(name: str, value: str) -> Literal["NORMAL", "FULL"]:
    if value == "NORMAL":
        return "NORMAL"
    if value == "FULL":
        return "FULL"
    raise ConfigError(f"{name} must be NORMAL or FULL, not {value!r}")


def _level(value: str) -> str:
    if value not in LOG_LEVELS:
        raise ConfigError(f"TEFUDA_LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {value!r}")
    return value


def _locale(value: str) -> str:
    if value not in ("en", "ja"):
        raise ConfigError(f"TEFUDA_LOCALE must be en or ja, not {value!r}")
    return value
