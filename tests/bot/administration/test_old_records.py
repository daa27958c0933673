"""Tests that records of earlier versions verify with the seals that those versions published."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bot.administration.command_line import invoke
from tests.bot.later import VERSIONS

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
"""Records written by the code of the versions in their names.

The first line of a game's record is a comment with the seal that this version published. ``seal-1`` is the
code of 21 November 2026, whose records name no levels, and ``seal-2`` that of the day after. A tournament's
hash is in its record.
"""

FIRST_GAMES = ("bull", "tomoe", "netsuzo", "lost", "trick3")
"""The games that the first versions had."""

FORMATS = {
    *(f"{version}-{game}" for version in ("seal-1", "1.0.0") for game in FIRST_GAMES),
    *("seal-2-bull", "seal-2-lost", "seal-2-netsuzo"),
    *("1.0.0-seat-changed-hands", "1.0.0-tournament-table"),
    *("1.0.0-tournament", "1.0.0-tournament-computers", "method-2-tournament"),
}


def test_all_formats_are_kept() -> None:
    assert {path.stem for path in RECORDS} == FORMATS


def published_by(path: Path) -> str:
    """Return the line with the seal of a game, or with the hash that a tournament's sign-up showed."""
    lines = path.read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith(("# The channel", "[Commitment")))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_old_record_verifies(path: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``verify`` accepts the record of an earlier version together with the seal that it published."""
    VERSIONS[version](monkeypatch)
    published = published_by(path)
    done = invoke("verify", str(path), "--seal", published)
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_old_record_does_not_verify_with_another_seal(path: Path) -> None:
    """Another seal than the published one is refused, so the seals above prove something."""
    done = invoke("verify", str(path), "--seal", "0" * 64)
    assert done.exit_code == 1
    assert re.search("another (seal|hash)", done.stderr)
