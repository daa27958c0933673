"""What all commands share: what may be written to a terminal, and how a command ends."""

from __future__ import annotations

import os
import signal
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from bot.config import Config

FAILED = 1
"""Exit code when something was looked at and found wrong, or may go better the next time."""

UNUSABLE = 2
"""Exit code when a setting must be changed first; click uses it for wrong arguments, too."""

_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What makes text run the other way, and so hides what stands beside it."""


def printable(text: str) -> str:
    r"""Write out all that moves the cursor, recolours the terminal, or turns text around.

    >>> printable("Mal\x1b[2Jlory")
    'Mal\\x1b[2Jlory'
    """
    return "".join(
        sign if unicodedata.category(sign) not in _CONTROLS and sign not in _TURNING else _written_out(sign)
        for sign in text
    )


def _written_out(sign: str) -> str:
    return sign.encode("ascii", "backslashreplace").decode() if sign > "\x7f" else f"\\x{ord(sign):02x}"


def say(line: str, *, err: bool = False) -> None:
    """Print a line that holds words from a file or a database; they shall not steer the terminal."""
    click.echo(printable(line), err=err)


def stop(sentence: str, code: int) -> NoReturn:
    """End with one line on standard error."""
    is_held = code == UNUSABLE and _is_holding
    if is_held:
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    say(f"tefuda: {' '.join(sentence.split())}", err=True)
    if is_held:
        signal.sigwait(_ENDING)
    sys.exit(code)


_ENDING = {signal.SIGTERM, signal.SIGINT}
_is_holding = False


def hold_on_unusable() -> None:
    """Wait to be stopped, from now on, before ending because a setting must be changed."""
    global _is_holding
    _is_holding = True


def settings() -> Config:
    """Read the settings; end with a sentence if one cannot be used."""
    from bot.config import ConfigError, load_config

    try:
        return load_config()
    except ConfigError as error:
        stop(str(error), UNUSABLE)


def warn_of_open_files() -> None:
    """Say that others can read the file that holds the token."""
    file = Path(".env")
    if os.name == "posix" and file.is_file() and file.stat().st_mode & 0o077:
        say("tefuda: others on this machine can read the token: chmod 600 .env", err=True)


def be_private() -> None:
    """Let nobody else read the files that are made from now on: names and hands are in them."""
    os.umask(0o077)
