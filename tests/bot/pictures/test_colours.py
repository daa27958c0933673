"""Tests of players' colours: distinct at a table, and the same in all pictures."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.language import Localizer
from bot.pages.boards import worded_board
from bot.pages.people import PlayerName, portraits_of
from bot.pictures import Drawing, plan_picture
from bot.pictures.colours import PLAYER_COLOURS, colour_numbers_of
from bot.pictures.pen import Disc
from bot.pictures.pieces import Op
from bot.pictures.posters import EveningPoster, EveningScore, evening_layout
from games.core.presentation import Board, Face, Row, Tag
from games.core.words import Seat, text

PEOPLE = ("Alice", "Bob", "Carol", "ダン")


def discs(ops: tuple[Op, ...]) -> set[tuple[str, int]]:
    """Return the letters and the colour number of each disc."""
    portraits = [op.sprite.portrait for op in ops if isinstance(op.sprite, Disc)]
    return {(portrait.letters, portrait.colour_number) for portrait in portraits}


@given(st.lists(st.text(max_size=3), max_size=12))
def test_colours_depend_only_on_the_players(names: list[str]) -> None:
    """The order of seats does not change a player's colour; colours are distinct while there are enough."""
    colour_numbers = dict(zip(names, colour_numbers_of(tuple(names)), strict=True))
    again = sorted(names)
    if len({*names}) == len(names):
        assert dict(zip(again, colour_numbers_of(tuple(again)), strict=True)) == colour_numbers
    assert len({*colour_numbers_of((*names,)[: len(PLAYER_COLOURS)])}) == len(names[: len(PLAYER_COLOURS)])


def test_person_has_the_same_colour_in_all_pictures() -> None:
    """A person has one colour at any seat, in captions, in claims, and in a session's picture."""
    portraits = portraits_of(map(PlayerName, PEOPLE))
    people = zip(PEOPLE, portraits, strict=True)
    scores = tuple([EveningScore(name, 1, portrait) for name, portrait in people])
    evening = evening_layout(EveningPoster("An evening", "", scores))
    wanted = discs(evening.ops)
    assert len(wanted) == len(PEOPLE)
    for names in permutations(PEOPLE):
        claim = Row(text("picture-hand"), tags=(Tag(text("tale-seat", seat=Seat(1)), "hot"),))
        played = Row(text("picture-hand"), ((Face("As", caption=Seat(2)),),))
        seats = [Row(Seat(seat)) for seat in range(len(names))]
        worded = worded_board(
            Board("standard", (claim, played, *seats)), Localizer("en"), list(map(PlayerName, names))
        )
        drawn = plan_picture(Drawing(worded.art, worded.rows)).layout.ops
        assert discs(drawn) == wanted
        assert len([op for op in drawn if isinstance(op.sprite, Disc)]) == len(names) + 2
