"""The table's message: nothing is said twice, whatever happened since a person moved."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.language.catalogue import LANGUAGES
from bot.language.localizer import unmarked
from bot.play.table_view import table_page
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from bot.wire.messages import Page
from games import GAMES, find_game
from tests.bot.playing import played_on, seated


def with_computers(game_id: str, seed: int, moves: int, **chosen: str) -> TableState:
    """Play some moves at random at a table of one person and computer players."""
    game = find_game(game_id)
    state = seated(game, ["Alice"], chosen, computers=max(3, game.rules.seats[0]) - 1)
    return played_on(state.dealt(), random.Random(seed), moves)


def texts(page: Page) -> list[str]:
    """List all texts of a message."""
    return [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]


@pytest.mark.parametrize("game", sorted(game.id for game in GAMES))
def test_a_run_of_moves_takes_four_lines_at_most(game: str) -> None:
    """One line counts the first of them, the last three are told; after a person's move one line is."""
    most = 0
    for moves in range(12):
        state = with_computers(game, 5, moves)
        if state.is_over:
            break
        _, *below = texts(table_page(state.snapshot, "en"))
        most = max(most, sum(len(text.split("\n")) for text in below))
    assert 1 <= most <= 4


@given(
    game=st.sampled_from(sorted(game.id for game in GAMES)),
    seed=st.integers(0, 10**6),
    moves=st.integers(0, 40),
)
@settings(max_examples=40, deadline=None)
def test_the_table_says_nothing_twice(game: str, seed: int, moves: int) -> None:
    """No line below the picture stands within headline or line above it."""
    state = with_computers(game, seed, moves)
    if state.is_over:
        return
    for language in LANGUAGES:
        above, *below = texts(table_page(state.snapshot, language))
        told = [unmarked(line) for line in above.split("\n")]
        lines = [
            unmarked(line.removeprefix("-# ")).rstrip(" .。!") for text in below for line in text.split("\n")
        ]
        assert [line for line in lines if any(line in one for one in told)] == []


def test_an_option_is_told_in_the_title_or_in_the_line_below() -> None:
    """How many blue chips win stands in the line; how many red ones everybody has stands nowhere else."""
    told = "\n".join(texts(table_page(with_computers("netsuzo", 1, 0, blues="4", reds="5").snapshot, "en")))
    assert "Red chips: 5" in told
    assert told.lower().count("blue chips") == 1
