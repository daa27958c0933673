"""Tests of pages of a game without cards: pictures of chips alone, own chips, and numbers to choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import Elapsed
from bot.language import Localizer, more_texts
from bot.pages.boards import Picture, worded_board
from bot.pages.panel import panel_page
from bot.pages.people import PlayerName
from bot.pages.table import reveal_page
from bot.pictures.pen import Disc
from bot.pictures.table import best_layout
from bot.tables.reveals import pause_for_reveal
from games import GAMES
from games.core.moves import Move
from games.core.presentation import (
    AT_A_GLANCE,
    CARDS_AT_A_GLANCE,
    MENU_SIZE,
    Board,
    Question,
    Row,
    Tag,
    ask_number,
    faces,
    progress_after,
)
from games.core.words import Seat, Suit, Text, text
from tests.bot.playing import undealt_table
from tests.outside import MARKET as FOLDER
from tests.outside.tefuda_market import MARKET

NAMES = [PlayerName("Ann"), PlayerName("Bo")]
HIGHEST = 280
"""The greatest height in points of a picture of four players' chips."""


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with GAMES.with_game(MARKET), more_texts(FOLDER / "locales"):
        yield


def market(*moves: str) -> Any:
    """Return a table of four at Market after some bids, each of the first seat to act."""
    state = undealt_table(MARKET, ["Ann", "Bo", "Cy", "Di"]).with_deal()
    for move in moves:
        state = state.with_move(state.to_act[0], move)
    return state


def pictures_of(page: Any) -> list[Picture]:
    return [file for file in page.files if isinstance(file, Picture)]


def test_reveal_of_chips_alone_has_no_empty_field() -> None:
    """The picture is as high as its chips need, and no higher to fill the message."""
    state = market("bid 3", "bid 4", "bid 5", "bid 0")
    snapshot = pause_for_reveal(state, Elapsed(0), 1.0).snapshot
    assert snapshot.reveal_scene is not None
    (picture,) = pictures_of(reveal_page(snapshot, snapshot.reveal_scene, "en"))
    assert picture.size.height * 390 / picture.size.width < HIGHEST


def test_own_chips_titled_by_seat_are_drawn_as_hand() -> None:
    """A hand whose title is the seat's name is no table: no disc, and cards as large as with a text."""
    state = market()
    page = panel_page(state.seen_by(0), "en")
    hand = pictures_of(page)[-1]
    assert not [op for op in best_layout(hand.drawing).ops if isinstance(op.sprite, Disc)]
    words = Localizer("en", ["Ann", "Bo"])
    sizes = []
    for title in (Seat(0), text("suit-standard-s")):
        board = Board("standard", (Row(title, (faces(("As", "Kh", "Qd")),)),))
        picture = worded_board(board, words, NAMES).as_hand.picture("hand", 200, is_hand=True)
        sizes.append(picture.size)
    assert sizes[0] == sizes[1]


def test_suit_on_chip_is_its_sign() -> None:
    """A suit that is marked as a sign is printed as the sign, in a chip and in its description."""
    tags = tuple([Tag(text("lost-claim-suit", suit=Suit(suit, "standard", is_sign=True))) for suit in "sh"])
    board = worded_board(Board("standard", (Row(Seat(0), tags=tags),)), Localizer("en", ["Ann", "Bo"]), NAMES)
    assert [tag.text[0] for tag in board.rows[0].tags] == ["♠", "♥"]
    assert "♠" in board.description
    assert "spades" not in board.description


# --- numbers ----------------------------------------------------------------------------------------

PROMPT = Text("another-choose")


def walk(numbers: range, likely: tuple[int, ...], answers: tuple[str, ...] = ()) -> Iterator[int]:
    """Yield the numbers to which all answers lead, after checking each question."""
    step = ask_number(PROMPT, numbers, answers, likely)
    assert step is not None
    if isinstance(step, int):
        yield step
        return
    at_once = CARDS_AT_A_GLANCE if step.are_short else AT_A_GLANCE
    assert 1 < len(step.choices) <= (MENU_SIZE if answers and step.are_short else at_once)
    assert len(answers) < 5
    for choice in step.choices:
        yield from walk(numbers, likely, (*answers, choice.value))


@given(low=st.integers(0, 500), size=st.integers(2, 1200), data=st.data())
def test_answers_lead_to_exactly_all_numbers(low: int, size: int, data: st.DataObject) -> None:
    """Few answers at a time lead to every number of a range once, and to no other."""
    numbers = range(low, low + size)
    likely = tuple(data.draw(st.lists(st.sampled_from(numbers), max_size=3, unique=True)))
    reached = [*walk(numbers, likely)]
    assert {*reached} == {*numbers}
    assert len(reached) <= len(numbers) + len(likely)


@pytest.mark.parametrize(
    "answers", [("61",), ("-1",), ("60-69",), ("20-29", "31"), ("7", "7"), ("",), ("20-29", "20-29")]
)
def test_impossible_number_is_no_answer(answers: tuple[str, ...]) -> None:
    assert ask_number(PROMPT, range(61), answers, (0, 60)) is None


def test_number_needs_two_taps_and_can_be_taken_back() -> None:
    """Of 61 amounts the likely ones need one tap; the others need two, and Back leads to the steps."""
    view = market().match.view(0)

    def ask(way: tuple[str, ...]) -> Question | Move | None:
        return MARKET.presenter.ask(view, way)

    first = ask(())
    assert isinstance(first, Question)
    values = [choice.value for choice in first.choices]
    assert values[0] == "0"
    assert values[2:] == ["0-9", "10-19", "20-29", "30-39", "40-49", "50-59", "60"]
    step = progress_after(ask, ("30-39", "37"))
    assert str(step.next) == "bid 37"
    assert progress_after(ask, ("30-39",)).back == ()
