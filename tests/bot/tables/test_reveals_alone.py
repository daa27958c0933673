"""Tests of reveals at a table where one person plays among computer players."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from msgspec import structs

from bot.pages.messages import panel_message
from bot.pages.panel import PanelContext
from bot.tables import reveals
from bot.tables.positions import RevealPause
from bot.tables.state import TableState
from bot.wire.components import Button, walk
from games import find_game
from storage.rows import MoveRow, Paired
from tests.bot.playing import state_after_random_moves, undealt_table
from tests.promises import ALONE_PANEL_SECONDS, ALONE_SECONDS

our_games = pytest.mark.parametrize("game", ["bull", "lost", "netsuzo", "tomoe", "trick3"])


def first_reveal(game_id: str, people: int, *, is_concerned: bool = True) -> TableState:
    """Return a table of three at the first reveal that concerns seat 0, or at the first that does not."""
    game = find_game(game_id)
    state = undealt_table(game, ("Alice", "Bob")[:people], computers=3 - people).with_deal()
    rng = random.Random(1)
    while True:
        if 0 not in state.gone and concerns_first_seat(state) == is_concerned:
            return state
        state = state.with_deal()
        (seat, *_) = state.to_act
        state = state.with_move(seat, rng.choice(state.match.legal(seat)))


def concerns_first_seat(state: TableState) -> bool | None:
    """Return whether the last move revealed something that concerns seat 0; ``None`` without a reveal."""
    presenter = state.game.presenter
    scene = presenter.reveal(state.match.view(None))
    if scene is None:
        return None
    is_involved = not scene.seats or 0 in scene.seats
    return is_involved and presenter.consequence(state.match.view(0)) is not None


def pause_of(state: TableState) -> RevealPause:
    paused = reveals.pause_for_reveal(state, 0, 1.0).position.reveal_pause
    assert paused is not None
    return paused


def panel_seconds(state: TableState) -> float:
    reveal = reveals.pause_for_reveal(state, 0, 1.0).position.last_reveal
    assert reveal is not None
    assert reveal.until is not None
    return reveal.until / 1000


def with_suspense(state: TableState, seconds: float) -> int:
    """Return the milliseconds of a pause of that many seconds."""
    return int(1000 * seconds) + int(1000 * state.match.suspense_seconds)


@our_games
def test_person_among_computers_has_time_to_read(game: str) -> None:
    """A reveal that concerns the only person lasts 30 s, and 15 minutes in their panel. *Next* ends it."""
    state = with_clock(first_reveal(game, 1), "none")
    assert pause_of(state).lasts == with_suspense(state, ALONE_SECONDS)
    assert panel_seconds(state) == ALONE_PANEL_SECONDS
    paused = reveals.pause_for_reveal(state, 0, 1.0)
    assert reveals.confirm_seen(paused, 0, paused.seq).position.reveal_pause is None


@pytest.mark.parametrize(("clock", "seconds"), [("blitz", 45), ("evening", 180)])
def test_panel_with_a_clock_leaves_half_of_the_turn(clock: str, seconds: int) -> None:
    """With a clock the panel shows the reveal until half of the time for the next turn is over."""
    state = with_clock(first_reveal("bull", 1), clock)
    assert panel_seconds(state) == ALONE_SECONDS + seconds / 2


def with_clock(state: TableState, clock: str) -> TableState:
    return replace(state, row=structs.replace(state.row, clock=clock))


@pytest.mark.parametrize("game", ["bull", "lost", "netsuzo"])
def test_reveal_between_computers_waits_for_the_person(game: str) -> None:
    """A reveal that does not concern the only person waits for *Next* as well; panels keep it as usual."""
    state = first_reveal(game, 1, is_concerned=False)
    assert pause_of(state).lasts == with_suspense(state, ALONE_SECONDS)
    assert panel_seconds(state) == 20


def last_reveal(game_id: str, seed: int) -> TableState:
    """Return a table of one person and two computer players at the end of a game of random moves."""
    game = find_game(game_id)
    state = undealt_table(game, ("Alice",), computers=2).with_deal()
    return state_after_random_moves(state, random.Random(seed), 2000)


@pytest.mark.parametrize(
    ("game", "seed"), [("bull", 0), ("bull", 1), ("lost", 4), ("netsuzo", 3), ("trick3", 4)]
)
def test_last_reveal_waits_for_a_person_who_is_out(game: str, seed: int) -> None:
    """The reveal that ends the game is read before its result, also by whom it puts out or who was out."""
    state = last_reveal(game, seed)
    assert (state.is_over, 0 in state.gone) == (True, True)
    assert pause_of(state).lasts == with_suspense(state, ALONE_SECONDS)
    paused = reveals.end_suspense(reveals.pause_for_reveal(state, 0, 1.0), 100_000)
    assert not paused.may_tell()
    page = panel_message(paused.seen_by(0), "en", PanelContext())
    assert "Next" in [component.label for component in walk(page.components) if isinstance(component, Button)]
    assert reveals.confirm_seen(paused, 0, paused.seq).may_tell()


@our_games
def test_reveal_among_people_has_the_time_of_the_rules(game: str) -> None:
    """With two people nobody waits longer than the rules say, and panels keep a reveal for 20 seconds."""
    state = first_reveal(game, 2)
    assert pause_of(state).lasts == with_suspense(state, state.match.reveal_seconds)
    assert panel_seconds(state) == 20


@our_games
def test_other_tables_of_a_tournament_do_not_wait_for_a_reader(game: str) -> None:
    state = first_reveal(game, 1)
    usual = first_reveal(game, 2)
    paired = replace(state, gathering=structs.replace(state.gathering, paired=Paired("cup", 1, 1)))
    assert pause_of(paired).lasts == pause_of(usual).lasts


@our_games
def test_reveal_has_its_usual_time_after_a_restart(game: str) -> None:
    """Whether the person has tapped *Next* is not stored, so an old reveal does not come back for minutes."""
    state = with_clock(first_reveal(game, 1), "none").with_deal()
    moves = [MoveRow(number, 0, "", at=0) for number in range(state.seq)]
    restored = reveals.restore_reveals(state, 0, 1.0, 60_000, moves)
    assert restored.seen_by(0).mine.past_reveal is None
