"""Feats as pictures of three frames: legible on a phone, whatever names and words there are."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import comic
from bot.pictures.comic import Comic, Still, draw_comic, initials_of
from bot.pictures.labels import printable, width, wrapped
from bot.pictures.layout import LEGIBLE, PHONE
from games import GAMES, Game
from games.core.match import Match, Past
from tests.games.contract import setup_of
from tests.games.play import play_random

LARGEST = 500_000
NAMES = ["Hana Sato", "花子", "🎲", "A" * 40, "<script>", "健太 太郎", "z", "\u200b"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_every_feat_of_a_game_is_drawn(game: Game, language: str) -> None:
    """Whoever plays, as a picture of the phone's width and of a size that can be sent; equal ones alike."""
    from bot.showing.comics import comic_gallery

    match = play_random(Match(game.rules, setup_of(game, 1)), 1, 3000)
    past = Past(match)
    assert match.feats()
    for feat in match.feats():
        tale = game.presenter.tale(feat, past)
        shown, picture = comic_gallery(game.id, tale, NAMES, language, "x")
        data = await picture.data()
        image = Image.open(BytesIO(data))
        assert (image.format, image.width) == ("PNG", comic.WIDTH)
        assert image.height < 2.6 * image.width
        assert len(data) < LARGEST
        assert data == await picture.data()
        assert shown.items[0].description.count("\n") >= 3


def test_no_letter_is_too_small_for_a_phone() -> None:
    """On a phone a picture is as wide as a message, so its letters shrink."""
    sizes = comic._GAME, comic._HEAD, comic._TITLE, comic._SAID, comic._LINE
    assert min(sizes) * PHONE / comic.WIDTH >= LEGIBLE


def test_names_become_initials() -> None:
    """Of Latin names two letters, of others one sign; a name that the font lacks is a sign for that."""
    assert [initials_of(name) for name in NAMES] == ["HS", "花", "〓", "A", "S", "健", "Z", "〓"]


@pytest.mark.parametrize("text", ["word " * 40, "カ" * 60, "x" * 90, "a " + "b" * 60])
def test_long_texts_are_wrapped(text: str) -> None:
    """No line is wider than the room, and no more than three stand below each other."""
    lines = wrapped(printable(text), 28, 300)
    assert 1 < len(lines) <= 3
    assert all(width(line, 28) <= 300 for line in lines)
    assert lines[-1].endswith("…")


def test_a_still_without_anything_but_a_title_is_drawn() -> None:
    """Everything else may be missing."""
    still = Still("Nothing lay there")
    assert draw_comic(Comic("Porker Bull", "手札", "It went through", (still,) * 3))
