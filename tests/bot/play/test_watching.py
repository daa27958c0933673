"""Watching with all hands open: for who plays no more, and for nobody else."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.panel_view import panel_page
from bot.refused import Refused
from bot.tables import moments, seating
from bot.tables.news import Hold
from bot.tables.state import TableState
from games import GAMES, find_game
from tests.bot.people import Stage, find_id, raw_click, said
from tests.bot.playing import played_on, seated
from tests.bot.tables.alone import driver_of, step_of
from tests.bot.voting import dave, three

pytestmark = pytest.mark.usefixtures("forged_taps")


async def leave_and_watch(stage: Stage, who: Any) -> Any:
    """Let somebody resign and watch from the answer; return the panel with all hands."""
    left = await stage.resign(who)
    return await stage.tap(who, left.response, "watch")


async def test_who_left_sees_all_hands_and_they_follow_the_game(stage: Stage) -> None:
    """In private, where the game does not count; the panel is drawn anew after a move without a tap."""
    await three(stage, 1)
    panel = await leave_and_watch(stage, stage.carol)
    assert panel.response.ephemeral
    assert "All hands open" in said(panel.response)
    before = said(panel.response)
    await stage.env.advance_time(3)
    await stage.move("call pair 5", 3)
    assert said(panel.response) != before


async def test_an_older_panel_with_all_hands_points_to_the_newer_one_in_its_own_words(stage: Stage) -> None:
    """It never was anybody's hand."""
    await three(stage, 1)
    left = await stage.resign(stage.carol)
    older = await stage.tap(stage.carol, left.response, "watch")
    newer = await stage.tap(stage.carol, left.response, "watch")
    await stage.env.advance_time(3)
    assert said(older.response) == "All hands are in a newer message below."
    assert "All hands open" in said(newer.response)


async def test_who_plays_or_never_sat_there_sees_no_hands(stage: Stage) -> None:
    """Their taps, forged ones, are refused; nothing follows the game for them."""
    message = await three(stage)
    for who in (*stage.people, dave(stage)):
        answer = raw_click(who, message, f"b:watch:{stage.table.id}")
        await stage.env.advance_time(1)
        assert "All hands are for those" in said(answer.response)


async def test_a_table_may_keep_its_hands_closed(stage: Stage) -> None:
    """The host's choice in the lobby is no option of the rules; who leaves is then offered nothing."""
    lobby = await stage.lobby("bull")
    panel = await stage.tap(stage.alice, lobby, "options")
    await stage.tap(stage.alice, panel.response, "watching")
    assert not stage.opened.row.watching
    await stage.env.advance_time(2)
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    await stage.tap(stage.carol, stage.channel.last_message, "join")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    left = await stage.resign(stage.carol)
    with pytest.raises(AssertionError, match="no watch"):
        find_id(left.response, "b", "watch")
    answer = raw_click(stage.carol, stage.table_message(), f"b:watch:{stage.table.id}")
    await stage.env.advance_time(1)
    assert "if the table allows it" in said(answer.response)
    assert "watching" not in stage.state.record("2026-11-21").lower()


def positions(game_id: str, seed: int, moves: int) -> TableState:
    """Play a game at random among three people or as many as it takes."""
    game = find_game(game_id)
    people = [f"P{seat}" for seat in range(max(3, game.rules.seats[0]))]
    return played_on(seated(game, people).dealt(), random.Random(seed), moves)


@settings(max_examples=40, deadline=None)
@given(
    game=st.sampled_from(sorted(game.id for game in GAMES)),
    seed=st.integers(0, 1000),
    moves=st.integers(0, 60),
    gone=st.sets(st.integers(0, 2)),
)
def test_nobody_who_can_still_act_ever_watches(game: str, seed: int, moves: int, gone: set[int]) -> None:
    """In whatever position, whoever left: no seat that has a decision now, or gets one later, sees hands."""
    state = positions(game, seed, moves)
    for seat in gone:
        state = seating.left(state, seat, "normal")
    watchers = [row.seat for row in state.people if seating.may_watch(state, row.user_id or 0)]
    for _ in range(30):
        if state.is_over or not isinstance(state.to_act, tuple):
            break
        assert not {*watchers} & {*state.to_act}
        seat = state.to_act[0]
        state = state.played(seat, state.match.legal(seat)[0]).dealt()
    for row in state.seats:
        if row.seat in gone:
            with pytest.raises(Refused):  # the game still counts
                seating.watched_by(state, 100 + row.seat)
            agreed = state.with_row(leavers_watch=True)
            assert seating.watched_by(agreed, 100 + row.seat).hands
        elif row.seat not in state.snapshot.view.gone:
            with pytest.raises(Refused):
                seating.watched_by(state, 100 + row.seat)


async def test_computers_alone_play_without_pauses(stage: Stage) -> None:
    """When all people are out nobody waits for a computer player; before, one does."""
    await three(stage, 3)
    table, clock = stage.table, stage.bot.clock
    slow = driver_of(table, clock, pause=1000)
    while not seating.is_left_to_computers(table.state) and not table.state.is_closed:
        acting = table.state.acting(human=True)
        if acting:
            legal = table.state.match.legal(acting[0])
            claims = [move for move in legal if str(move) != "challenge"]  # the highest is never true
            await table.play(acting[0], claims[-1] if claims else legal[0])
        elif table.state.acting(human=False):
            await step_of(slow, clock, "think").act()
            assert step_of(slow, clock, "move").at > clock.elapsed_ms()
            await stage.env.advance_time(0.1)
        else:
            await stage.env.advance_time(0.1)
    assert {row.seat for row in table.state.people} <= {*table.state.snapshot.view.gone}
    if not table.state.is_closed:
        quick = driver_of(table, clock, pause=1000)
        await step_of(quick, clock, "think").act()
        assert step_of(quick, clock, "move").at == clock.elapsed_ms()


def test_who_has_run_out_of_cards_for_good_need_not_go_on_and_may_watch() -> None:
    """In Three Cards Trick Poker, too, where leaving settles nobody's place."""
    state = positions("trick3", 3, 0)
    while not (gone := state.snapshot.view.gone if state.snapshot.view else ()):
        seat = state.awaited(human=True)[0]
        state = state.played(seat, state.match.legal(seat)[0]).dealt()
    assert not state.is_over
    assert [seat for seat in range(3) if seating.may_watch(state, 100 + seat)] == [*gone]
    held = replace(state, hold=Hold(10**15, 10_000))
    for seat in {0, 1, 2} - {*gone}:
        assert not moments.is_seen_by_all(held)
        held = replace(
            held, hold=Hold(10**15, 10_000, gone_on=held.hold.gone_on | {seat} if held.hold else frozenset())
        )
    assert moments.is_seen_by_all(held)
    words = panel_page(state.seen_by(gone[0]), "en").encoded.decode()
    assert "You’re done" in words
    assert "You finish" not in words
