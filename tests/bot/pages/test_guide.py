"""Tests of the picture of a game's hands, from high to low."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from bot import LANGUAGES
from bot.language import Localizer, plain
from bot.pages.boards import board_gallery, guide_board
from bot.pictures import plan_picture
from bot.pictures.pen import Disc, TextLine
from games import find_game
from games.core.presentation import Board, Example
from games.trick3.hands import DECKS
from games.trick3.pictures import hands_guide
from tests.games.bull.tables import new

BULL = find_game("bull").presenter
GUIDES: dict[str, tuple[str, Sequence[Example]]] = {
    "bull": ("standard", BULL.guide(new(wild="none").view(None))),
    "bull with wild twos": ("standard", BULL.guide(new(wild="twos").view(None))),
}
for deck in ("52D3", "40D1", "M9D4", "M7D1", "T52D3"):
    family = find_game("trick3").rules.family({"family": DECKS[deck].family}).name
    GUIDES[deck] = (family, hands_guide(deck))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GUIDES)
def test_each_hand_has_a_line_with_its_whole_name(name: str, language: str) -> None:
    """All names are whole, one below another in the order of their numbers; none looks like a player's."""
    family, entries = GUIDES[name]
    words = Localizer(language, [])
    drawn = board_gallery(guide_board(Board(family, ()), entries, words), words, [], "guide").picture
    ops = plan_picture(drawn.drawing).layout.ops
    assert not [op for op in ops if isinstance(op.sprite, Disc)]
    lines = [op for op in ops if isinstance(op.sprite, TextLine)]
    assert [line.sprite.text for line in lines] == [
        f"{number}. {plain(words(about)).replace('：', ':').partition(':')[0]}"
        for number, (about, _) in enumerate(entries, 1)
    ]
    assert len({line.x for line in lines}) == 1
    assert all(above.y + above.height <= below.y for above, below in pairwise(lines))
