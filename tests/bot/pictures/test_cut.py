"""In pictures of whole games, and of their replays, nothing is cut short."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.pictures import Drawing, draw_board, panels
from bot.pictures.board import STRIPS
from bot.pictures.labels import fit
from bot.replay.spot import ReplaySpot
from bot.replay.view import replay_page
from bot.showing.pages import Picture
from games import Game
from tests.bot.play.test_heights import every_table, pages, positions

LOOKS = 4
"""Positions of each game that are looked at, and as many in its replay."""


def drawings(game: Game, seats: int, language: str) -> Iterator[Drawing]:
    """Give the pictures of a game's messages, and of its replay with all hands."""
    *_, (last, _) = positions(game, seats, seats, language)
    step = max(1, last.seq // LOOKS)
    replay = [replay_page(last, ReplaySpot(number), language) for number in range(1, last.seq, step)]
    for page in (*replay, *[page for _, page in pages(game, seats, seats, language, LOOKS)]):
        yield from [picture.drawing for picture in page.files if isinstance(picture, Picture)]


@every_table
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_cut_short(game: Game, seats: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, figures, hands: where a column has no room for both, figures stand below names."""
    found, looked = list[str](), list[str]()

    def noted(text: str, size: int, limit: int) -> str:
        short = fit(text, size, limit)
        found.extend([text] if short != text else [])
        looked.append(text)
        return short

    monkeypatch.setattr(panels, "fit", noted)
    panels._chip.cache_clear()  # one that is kept is not fitted again
    for drawing in dict.fromkeys(drawings(game, seats, language)):
        STRIPS.clear()
        draw_board(drawing)
    assert looked
    assert not found
