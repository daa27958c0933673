"""A whole game with every seat's view whenever a battle or somebody's part in it ends, kept as a file."""

from __future__ import annotations

from games.trick3.events import AllFolded, Folded, GameLeft, HandsExposed, Showdown
from tests.games.golden import check_golden
from tests.games.play import play_random
from tests.games.trick3.tables import new


def test_golden_transcript() -> None:
    """Nothing that anybody sees in this game has changed since the file was looked at last."""
    match = play_random(new(3, first=1, family="mahjong", deck="M9D1", end="M"), "golden trick3")
    assert match.is_over
    check_golden(match, __file__, HandsExposed, Folded, Showdown, AllFolded, GameLeft)
