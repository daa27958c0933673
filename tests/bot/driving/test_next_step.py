"""Tests of ``next_steps``, which returns the automatic steps of a table with their times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.driving import evenings
from bot.driving.driver import PlannedMove, StepInputs, StepKind, computers_turn, next_steps
from bot.tables import presence
from bot.tables.positions import DAY_MS
from bot.tables.state import SeatDecision, TableState
from games import find_game
from storage.rows import CANCELLED, EveningPerson, EveningRow, GatheringRow, InvitationRow
from tests.bot.tables.alone import ALICE, BOB
from tests.bot.tables.positions import (
    NOW,
    a_game,
    a_lobby,
    away,
    in_reveal,
    over,
    undealt,
    with_revealed_cards,
)
from tests.bot.turning import NOON
from tests.promises import ANSWER_MS, DESERTED_MS

FIRST = SeatDecision(0, 1)
PLAYS = {StepKind.DEAL, StepKind.FORCE, StepKind.THINK, StepKind.MOVE, StepKind.RUN_OUT}
"""Steps that continue a game."""


def steps(state: TableState, known: StepInputs | None = None, wall: int = NOON) -> dict[StepKind, int]:
    """Return the kinds of the next steps, each with its delay in milliseconds.

    By default the computer player on turn moves after 900 ms.
    """
    if known is None:
        turn = computers_turn(state)
        known = StepInputs(thought=None if turn is None else PlannedMove(turn, NOW + 900))
    due_steps = list(next_steps(state, known, wall, NOW))
    assert len(dict(due_steps)) == len(due_steps)
    return {what: at - NOW for what, at in due_steps}


def a_rematch(*missing: int) -> TableState:
    """Return the lobby of a rematch, which starts by itself once the missing people have come."""
    gathering = GatheringRow(invitations=tuple(map(InvitationRow, missing)), is_rematch=True)
    return replace(a_lobby(), gathering=gathering)


def paused() -> TableState:
    return a_game().with_row(paused_at=NOON)


def game_with_votes(act: str, people: int) -> TableState:
    """Return a game in which ``people`` players have voted for an act."""
    return a_game().with_row(votes={act: tuple(row.user_id for row in a_game().people[:people])})


def asking(is_answered: bool) -> TableState:
    """Return a started lobby in which Bob was asked whether he is still there."""
    table = presence.ask(a_lobby(), ALICE, [BOB], NOON)
    return presence.confirm(table, BOB) if is_answered else table


LOW = find_game("bull").rules.parse("call single 5")


LATE = {StepKind.RUN_OUT: 45_000}
"""The time of the player to act runs out."""

CASES: dict[str, tuple[Callable[[], TableState], StepInputs | None, dict[StepKind, int]]] = {
    "a lobby closes in the end": (a_lobby, None, {StepKind.RUN_OUT: 7000}),
    "and its host is looked for": (
        a_lobby,
        StepInputs(host_check_at=NOW + 600),
        {StepKind.RUN_OUT: 7000, StepKind.CHECK_HOST: 600},
    ),
    "chance deals at once": (undealt, None, {StepKind.DEAL: 0}),
    "a person has the clock's time": (a_game, None, LATE),
    "a computer player thinks at once": (lambda: a_game(2), None, {StepKind.THINK: 0}),
    "and moves when its pause is over": (
        lambda: a_game(2),
        StepInputs(thought=PlannedMove(SeatDecision(2, 0), NOW + 900, LOW)),
        {StepKind.MOVE: 900},
    ),
    "somebody stands in for who is away": (lambda: away(a_game(), 0), None, {StepKind.THINK: 0}),
    "a move that plays itself": (
        a_game,
        StepInputs(forced=PlannedMove(FIRST, NOW + 1000, LOW)),
        {StepKind.FORCE: 1000, **LATE},
    ),
    "a promised move comes before the clock": (
        a_game,
        StepInputs(unsaved_move_at=NOW),
        {StepKind.RETRY_MOVES: 1000},
    ),
    "a reveal is shown": (lambda: in_reveal(a_game()), None, {StepKind.END_REVEAL: 3000}),
    "until everybody has seen it": (lambda: in_reveal(a_game(), 0, 1), None, {StepKind.END_REVEAL: 0}),
    "its suspense ends first": (
        lambda: in_reveal(a_game(), opens=NOW + 1000),
        None,
        {StepKind.END_SUSPENSE: 1000, StepKind.END_REVEAL: 3000},
    ),
    "what came to light is looked at while others play": (
        lambda: with_revealed_cards(a_game(1)),
        None,
        {StepKind.DROP_REVEALS: 4000, **LATE},
    ),
    "a pause ends after a day": (paused, None, {StepKind.END_PAUSE: DAY_MS}),
    "everybody is away: it is noted": (
        lambda: away(a_game(), 0, 1).with_row(deserted_until=None),
        None,
        {StepKind.MARK_DESERTED: 0},
    ),
    "and the game closed after a day": (lambda: away(a_game(), 0, 1), None, {StepKind.ABANDON: DESERTED_MS}),
    "enough people are for something": (
        lambda: game_with_votes("pause", 2),
        None,
        {StepKind.CARRY_OUT: 0, **LATE},
    ),
    "votes on what cannot be done": (
        lambda: game_with_votes("free:1", 1),
        None,
        {StepKind.CARRY_OUT: 0, **LATE},
    ),
    "another one is host": (
        lambda: a_game().with_row(host_id=None),
        None,
        {StepKind.RESOLVE_DEPARTURES: 0, **LATE},
    ),
    "a table whose place is gone is closed": (a_game, StepInputs(is_place_gone=True), {StepKind.CLOSE: 0}),
    "one that is closed is left alone": (
        lambda: a_game().closed(CANCELLED, NOON),
        StepInputs(is_place_gone=True),
        {},
    ),
    "a rematch for which all have come starts when its message shows it": (
        a_rematch,
        StepInputs(is_published=True),
        {StepKind.START: 0, StepKind.RUN_OUT: 7000},
    ),
    "and not before": (a_rematch, None, {StepKind.RUN_OUT: 7000}),
    "nor while somebody is missing": (
        lambda: a_rematch(20),
        StepInputs(is_published=True),
        {StepKind.RUN_OUT: 7000},
    ),
    "a lobby that was started waits for answers, and does not close": (
        lambda: asking(is_answered=False),
        StepInputs(is_published=True),
        {StepKind.STOP_WAITING: ANSWER_MS},
    ),
    "and starts after the last one": (
        lambda: asking(is_answered=True),
        StepInputs(is_published=True),
        {StepKind.START: 0, StepKind.RUN_OUT: 2 * ANSWER_MS},
    ),
    "once its message shows it; without its message it closes in the end": (
        lambda: asking(is_answered=True),
        None,
        {StepKind.RUN_OUT: 2 * ANSWER_MS},
    ),
    "a lobby opens at its time": (
        lambda: replace(a_lobby().with_row(deadline=None), gathering=GatheringRow(starts_at=NOON + 9000)),
        None,
        {StepKind.OPEN: 9000},
    ),
    "an evening after which nobody goes on is told": (
        over,
        StepInputs(evening_ends_at=NOON + 5000),
        {StepKind.END_EVENING: 5000},
    ),
    "the end of a game is seen, too": (lambda: in_reveal(over()), None, {StepKind.END_REVEAL: 3000}),
}


@pytest.mark.parametrize("case", CASES)
def test_next_steps_match_each_case(case: str) -> None:
    make, known, expected = CASES[case]
    assert steps(make(), known) == expected


def test_every_step_has_a_case() -> None:
    assert {what for _, _, expected in CASES.values() for what in expected} == set(StepKind)


def test_overdue_step_has_no_delay() -> None:
    """An overdue step has delay 0, never a negative delay."""
    assert steps(a_game(), wall=NOON + 80_000) == {StepKind.RUN_OUT: 0}


GAMES = st.builds(a_game, st.integers(0, 8))
STATES = st.one_of(
    GAMES,
    st.just(undealt()),
    st.builds(away, GAMES, st.just(0)),
    st.builds(away, GAMES, st.just(0), st.just(1)),
)


@given(STATES, st.booleans())
def test_every_running_game_has_a_next_step(state: TableState, is_paused: bool) -> None:
    """Every running game has at least one next step, and no step has a negative delay."""
    if is_paused and not state.is_deserted:
        state = state.with_row(paused_at=NOON)
    assert steps(state)
    assert not any(ahead < 0 for ahead in steps(state).values())


@given(STATES, st.sampled_from(["a pause", "a reveal"]))
def test_no_move_or_deadline_is_due_during_a_pause(state: TableState, why: str) -> None:
    """During a pause or a reveal no move or deadline is due, but the end of the pause or reveal is."""
    still = state.with_row(paused_at=NOON) if why == "a pause" else in_reveal(state)
    assert not steps(still).keys() & PLAYS
    assert steps(still).keys() & {StepKind.END_PAUSE, StepKind.END_REVEAL}


@given(STATES, st.integers(0, 3 * 86_400_000))
def test_player_with_a_pending_move_is_not_late(state: TableState, late: int) -> None:
    assert StepKind.RUN_OUT not in steps(state, StepInputs(unsaved_move_at=NOW), NOON + late)


@given(
    STATES,
    st.builds(StepInputs, st.just(True), st.none() | st.just(NOW)),
)
def test_game_in_a_lost_channel_is_only_closed(state: TableState, known: StepInputs) -> None:
    """In a lost channel the only step is to close the game."""
    assert steps(state, known).keys() <= {StepKind.CLOSE}


def test_following_table_is_searched_only_after_the_game() -> None:
    """The search for the session's next table starts only after the game, while the session is open."""
    searched: list[str] = []

    def all_tables() -> Iterator[TableState]:
        searched.append("walked")
        yield from (game, closed)

    people = (EveningPerson(10, "Alice", 2, 1), EveningPerson(11, "Bob", 2, 1))
    game = replace(a_game(), evening=EveningRow("t0", 2, people))
    closed = replace(over(), evening=EveningRow("t0", 2, people))
    finished = replace(closed, evening=EveningRow("t0", 2, people, ended_at=NOON))
    for state in (game, a_lobby(), finished, replace(closed, evening=None)):
        evenings.end_time(state, evenings.siblings(state, all_tables()), NOON)
    assert not searched
    evenings.end_time(closed, evenings.siblings(closed, all_tables()), NOON)
    assert searched
