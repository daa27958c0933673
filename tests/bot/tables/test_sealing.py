"""Tests that a table's seal follows from its stored rows, also after its game has changed."""

from __future__ import annotations

import hashlib

import pytest

from bot.tables import sealing
from bot.tables.sealing import key_of
from storage.rows import Name, Paired, SeatRow, TableRow
from tests.bot.later import VERSIONS
from tests.test_architecture import ROOT, imports

OPTIONS = {
    "bull": {"deal": "down", "start": "1", "wild": "twos", "end": "last"},
    "lost": {"losts": "3"},
    "netsuzo": {"reds": "2", "blues": "3", "honesty": "atleast"},
    "tomoe": {"games": "6", "ace": "1.5", "metals": "off"},
}
"""The options that version 1.0.0 stored with a table of each game."""

SEATS = (
    SeatRow(0, 10, Name("Mika"), None, 1001),
    SeatRow(1, None, Name("Bot"), "expert", 0),
    SeatRow(2, 12, Name("Taro"), "hard", 1003, has_left=True),
)

CUP = Paired("cup12345", 2, 1)

PUBLISHED = [
    ("bull", 1, 0, None, "61abc3d6662141f0f2150c907bd147b46952534843765761f69233d3b45e5909"),
    ("bull", 2, 77, None, "6cce3b89b1ce6364af4721946166d25aac895baa2d231fc24d72c67ff5e61d7a"),
    ("bull", 2, 0, CUP, "6cb119452f65969f4b4a17db331bf7514e09355b84330f707886c1875df4a29c"),
    ("lost", 1, 0, None, "a975070533cc43822b19548215e8c00d7450e6480a450d445fbe6fa644d21f4e"),
    ("lost", 2, 77, None, "d1c13876f5cdfa687aa6844d2fa259593cc0506b4f872513b6fb5c9d53d0fc22"),
    ("lost", 2, 0, CUP, "d52e751201816fc4b4dd0f502bf2e2c22ef6110bd56e05f5f62f761f571aa963"),
    ("netsuzo", 1, 0, None, "4539bf45561316565ca034dcd142b6b249bfae44c384a75ca979fbc67f236024"),
    ("netsuzo", 2, 77, None, "5045215b33bff827bb2f18ee0d259f0e987288ec50c888da382f42c2b70272b1"),
    ("tomoe", 2, 77, None, "2a4bf3cc9d9d7d3b3aa598f1d47ae92ab21ef5617d4c4ff9627998e1bf12726f"),
]
"""Seals that version 1.0.0 published: the game, the method, the last change, the tournament, the seal."""


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("game", "method", "change", "paired", "seal"), PUBLISHED)
def test_seal_of_a_stored_table_is_the_published_one(
    game: str,
    method: int,
    change: int,
    paired: Paired | None,
    seal: str,
    version: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rows of a table that version 1.0.0 opened give its seal, also after a game has changed."""
    VERSIONS[version](monkeypatch)
    seed = hashlib.sha256(game.encode()).digest()
    row = TableRow(
        id="abcd2345",
        guild_id=1,
        channel_id=2,
        host_id=10,
        game=game,
        options=OPTIONS[game],
        status="lobby",
        locale="en",
        created_at=0,
        seed=seed,
        commitment=hashlib.sha256(seed).hexdigest(),
        seal=method,
        change_id=change,
    )
    assert key_of(row, SEATS, paired).seal == seal


def test_sealing_asks_no_game() -> None:
    """The module that seals and proves imports no game, no registry of games and no list of levels."""
    file = ROOT / "bot" / "tables" / "sealing.py"
    assert sealing.__file__ == str(file)
    ours = {module for module in imports(file) if module.split(".")[0] in ("games", "bot")}
    allowed = {"games.core.match"}
    assert {module for module in ours if not module.startswith(tuple(allowed))} == set()
