"""Functions with which commands print safely, read the settings, and end with an exit code."""

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
"""Exit code for a fault that was found, or a failure that may not happen again."""

UNUSABLE = 2
"""Exit code for a setting that must be changed; click uses it for wrong arguments, too."""

_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of text, and so can hide its neighbours."""


def printable(text: str) -> str:
    r"""Return a text with visible escapes in place of control characters.

    >>> printable("Mal\x1b[2Jlory")
    'Mal\\x1b[2Jlory'
    """
    return "".join(map(_visible_sign, text))


def _visible_sign(sign: str) -> str:
    if unicodedata.category(sign) in _CONTROLS or sign in _TURNING:
        return _written_out(sign)
    return sign


def _written_out(sign: str) -> str:
    if sign > "\x7f":
        return sign.encode("ascii", "backslashreplace").decode()
    return f"\\x{ord(sign):02x}"


def say(line: str, *, err: bool = False) -> None:
    """Print a line with visible escapes in place of control characters."""
    click.echo(printable(line), err=err)


def stop(sentence: str, code: int) -> NoReturn:
    """Print a sentence on standard error, and end the program."""
    is_held = code == UNUSABLE and _is_holding
    if is_held:
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    say(f"tefuda: {' '.join(sentence.split())}", err=True)
    if is_held:
        signal.sigwait(_ENDING)
    sys.exit(code)


_ENDING = {signal.SIGTERM, signal.SIGINT}
_is_holding = False


def wait_on_unusable_settings() -> None:
    """Make ``stop`` wait for SIGTERM or SIGINT if a setting is unusable, before it ends the program."""
    global _is_holding
    _is_holding = True


def settings_file() -> Path:
    """Return the file with settings that the command line names; ``.env`` in this folder by default."""
    context = click.get_current_context(silent=True)
    if context is None:
        file = None
    else:
        file = context.find_root().params.get("settings_file")
    return file or Path(".env")


def settings() -> Config:
    """Return the bot's settings. If a setting is wrong, print the reason and end the program."""
    from bot.config import ConfigError, load_config

    try:
        return load_config(dotenv=settings_file())
    except ConfigError as error:
        stop(str(error), UNUSABLE)


def warn_of_readable_secrets() -> None:
    """Print a warning for each file with a secret that other users of this machine can read."""
    from bot.config import ConfigError, secret_files

    try:
        files = secret_files(dotenv=settings_file())
    except ConfigError:  # the settings are read next, and tell the reason
        return
    for setting, path in files:
        # A file with only one secret may be readable by its group: Kubernetes does so.
        is_alone = path != settings_file()
        if os.name == "posix" and path.is_file() and path.stat().st_mode & (0o007 if is_alone else 0o077):
            remedy = f"chmod {'o=' if is_alone else '600'} {path}"
            say(f"tefuda: others on this machine can read {setting}: {remedy}", err=True)


def restrict_file_access() -> None:
    """Make files that are created from now on unreadable for other users of this machine."""
    os.umask(0o077)
