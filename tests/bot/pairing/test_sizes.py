"""Tests of table sizes: unequal tables are preferred to computer players, and these to byes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pairing.rounds import TableSize, split_into_tables, table_sizes
from games import find_game
from tests.bot.pairing.fields import GAMES


def test_sizes_match_the_games() -> None:
    assert {game: find_game(game).rules.seats for game in GAMES} == GAMES


def test_eleven_people_sit_at_four_four_and_three() -> None:
    assert split_into_tables(11, 4, {3, 4, 5}) == (4, 4, 3)


@pytest.mark.parametrize("people", range(2, 201))
def test_unequal_tables_are_preferred_to_byes_and_computers(people: int) -> None:
    """If tables may have two to eight seats, no field needs byes or computer players."""
    sizes = table_sizes(people, 4, range(2, 9), has_computers=True)
    assert sum(size.people for size in sizes) == people
    assert not any(size.computers for size in sizes)
    assert people < 6 or {size.people for size in sizes} <= {3, 4, 5}


def test_computer_players_are_preferred_to_byes() -> None:
    """Five people at tables of three get one computer player instead of byes."""
    assert table_sizes(5, 3, {3}, has_computers=True) == (TableSize(3), TableSize(2, 1))
    assert table_sizes(4, 3, {3}, has_computers=True) == (TableSize(2, 1), TableSize(2, 1))


def test_one_person_gets_a_bye_without_computer_players() -> None:
    """If one bye does not suffice or is not allowed, computer players fill the tables."""
    assert table_sizes(7, 3, {3}, has_computers=False) == (TableSize(3), TableSize(3))
    again = table_sizes(7, 3, {3}, has_computers=False, may_sit_out=False)
    assert again == (TableSize(3), TableSize(2, 1), TableSize(2, 1))
    assert table_sizes(8, 3, {3}, has_computers=False) == (TableSize(3), TableSize(3), TableSize(2, 1))


@given(
    people=st.integers(2, 200),
    game=st.sampled_from(sorted(GAMES)),
    wanted=st.integers(2, 10),
    has_computers=st.booleans(),
    may_sit_out=st.booleans(),
)
def test_every_field_can_be_divided_into_tables(
    people: int, game: str, wanted: int, has_computers: bool, may_sit_out: bool
) -> None:
    """All tables have allowed sizes, and at most one person has no seat."""
    low, high = GAMES[game]
    allowed = range(low, high + 1)
    sizes = table_sizes(people, wanted, allowed, has_computers=has_computers, may_sit_out=may_sit_out)
    assert all(size.seats in allowed and size.people > 0 for size in sizes)
    out = people - sum(size.people for size in sizes)
    assert out in ((0, 1) if may_sit_out and not has_computers else (0,))
    if out:
        assert not split_into_tables(people, wanted, allowed)
    more = [size.computers for size in sizes]
    assert max(more) - min(more) <= 1 or min(more) == 0
    assert sum(more) < high
