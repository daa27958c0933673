"""Why moves are refused: the tests of the rules reach every reason, and each is what a front end prints."""

from __future__ import annotations

from pathlib import Path

from games.lost.moves import PASS
from games.lost.refusals import REFUSALS, refuse
from tests.games.lost.tables import HANDS, HARMLESS, position


def test_every_refusal_is_reached() -> None:
    """No code is dead: some test here names each one in a refusal."""
    source = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    for refusal in REFUSALS:
        assert source.count(f'== "{refusal.code}"') >= 1, refusal.code


def test_a_refusal_is_one_of_the_table() -> None:
    """With its sentence for programs, and no arguments: none of these sentences names a card."""
    assert refuse(position(HANDS, HARMLESS), 0, PASS) in REFUSALS
    assert not any(refusal.args for refusal in REFUSALS)
