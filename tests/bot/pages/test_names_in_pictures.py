"""Tests of players' names in pictures: no two look alike, and letters that no font has are replaced."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pages.boards import Picture
from bot.pages.people import PlayerName, drawn_names, seat_names
from bot.pages.standings import evening_items
from bot.pages.table import table_page
from bot.pictures import LazyPicture
from bot.pictures.labels import MISSING, printable
from bot.pictures.posters import EveningPoster
from bot.replay.share import highlight_post_page
from bot.tables.snapshot import EveningSummary, PlayedGame
from bot.tables.state import TableState
from bot.wire.components import MediaGallery
from bot.wire.messages import Page
from games import find_game
from storage.rows import EveningPerson, EveningRow, Name
from tests.bot.playing import state_after_random_moves, undealt_table

BULL = find_game("bull")


def named_table(*people: tuple[str, str]) -> TableState:
    """Return a table of people with these names and user names."""
    state = undealt_table(BULL, [name for name, _ in people]).with_deal()
    for seat, (name, handle) in enumerate(people):
        state = state.with_seat(seat, name=Name(name), handle=Name(handle))
    return state


def names_in_picture(*people: tuple[str, str]) -> list[str]:
    """Return the names of these people as a picture of their table shows them."""
    return [printable(name) for name in drawn_names(seat_names(named_table(*people), "en"))]


@pytest.mark.parametrize(
    ("name", "handle", "drawn"),
    [
        ("Hana", "hana1", "Hana"),
        ("Łukasz", "luk", "Łukasz"),
        ("محمد", "mohamed", "mohamed"),
        ("สมชาย", "somchai", "somchai"),
        ("नरेश", "naresh", "naresh"),
        ("דוד", "david", "david"),
        ("😀😀", "smile", "smile"),
        ("Ann 😀", "ann", "Ann"),
        ("Anna สม", "ann", "Anna"),
        ("A สมชาย", "somchai", "somchai"),
        ("محمد", "", MISSING),
    ],
)
def test_user_name_replaces_a_name_that_cannot_be_drawn(name: str, handle: str, drawn: str) -> None:
    """A name of which less than half can be drawn becomes the user name.

    Fewer missing letters are left out.
    """
    assert names_in_picture((name, handle), ("Ken", "ken"))[0] == drawn


ALIKE = [
    [("محمد", "m1"), ("أحمد", "m2")],
    [("Ann สม", "a1"), ("Ann ชาย", "a2")],
    [("😀😀", ""), ("😀", ""), ("สม", "")],
    [("Ken", "ken"), ("สมชาย", "ken")],
    [("Ann", "x"), ("Ann", "y"), ("สม", "ann")],
    [("𝓐𝓷𝓷", "x"), ("Ann", "y")],
    [("Ann 2", ""), ("สม", ""), ("नरेश", ""), ("〓 2", "")],
]


@pytest.mark.parametrize("people", ALIKE)
def test_no_two_players_look_alike_in_a_picture(people: list[tuple[str, str]]) -> None:
    """Players whose names a picture would show alike get their user names, or numbers."""
    names = names_in_picture(*people)
    assert len({*map(str.casefold, names)}) == len(people), names


NAMES = st.text(st.sampled_from("aA สชनд1@2〓😀é\u0301"), max_size=4)


@given(st.lists(st.tuples(NAMES, NAMES), min_size=2, max_size=8))
def test_no_two_names_are_drawn_alike(names: list[tuple[str, str]]) -> None:
    """No two names are drawn alike, and distinct names with letters of the fonts are kept."""
    labels = [PlayerName(name, fallback) for name, fallback in names]
    drawn = [printable(name) for name in drawn_names(labels)]
    assert len({*drawn}) == len(names)
    assert drawn_names([PlayerName("Ann"), PlayerName("Neko 🤖")]) == ("Ann", "Neko 🤖")


def drawings(page: Page) -> list[str]:
    """Return the contents of a page's pictures as text."""
    contents = []
    for file in page.files:
        if isinstance(file, Picture):
            contents.append(msgspec.json.encode(file.drawing).decode())
        elif isinstance(file, LazyPicture):
            contents.append(file._content.decode())
    return contents


def played_out(*people: tuple[str, str]) -> TableState:
    """Return a game of these people that was played to its end with random moves."""
    state = state_after_random_moves(named_table(*people), random.Random(8), 3000)
    return state.closed("over", 1_795_000_000_000)


SCRIPTS = [("محمد", "mohamed"), ("أحمد", "ahmed"), ("สมชาย", "somchai"), ("😀😀", "smile")]


def test_pictures_show_user_names_and_descriptions_display_names() -> None:
    """Pictures show the user names of such people, and their descriptions the display names."""
    over = played_out(*SCRIPTS)
    pages = [table_page(named_table(*SCRIPTS).snapshot, "en"), table_page(over.snapshot, "en")]
    pages += [
        highlight_post_page(over, highlight, Name("x"), "en", "") for highlight in over.highlight_stories()
    ]
    assert len(pages) > 2
    for page in pages:
        (drawing,) = drawings(page)
        assert MISSING not in drawing
        assert "محمد" not in drawing
        assert any(handle in drawing for _, handle in SCRIPTS)
        assert not any(handle in page.encoded.decode() for _, handle in SCRIPTS)
        assert any(name in page.encoded.decode() for name, _ in SCRIPTS)
    assert all(handle in drawings(page)[0] for page in pages[:2] for _, handle in SCRIPTS)


def test_poster_of_an_evening_shows_user_names() -> None:
    """The people of an evening have their user names in its picture, and their own in its description."""
    state = named_table(*SCRIPTS)
    people = tuple([EveningPerson(row.user_id or 0, row.name, 1, 0) for row in state.seats])
    games = (PlayedGame("t1", BULL.id, state.seats, ()),)
    (_, item), picture = evening_items(
        EveningSummary(EveningRow("t1", 1, people, 1_795_000_000_000), 1_795_000_000_000, games, ()), "en"
    )
    assert isinstance(picture, LazyPicture)
    poster = msgspec.json.decode(picture._content, type=EveningPoster)
    assert [score.name for score in poster.people] == [handle for _, handle in SCRIPTS]
    assert isinstance(item, MediaGallery)
    assert all(name in (item.items[0].description or "") for name, _ in SCRIPTS)
