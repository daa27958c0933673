"""Tests that a table's message lacks moves for some seconds only while all players look at their panels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import DISCORD_EPOCH_MS
from bot.showing import desired
from bot.showing.channels import ChannelTracker
from bot.showing.desired import needed_requests
from bot.showing.writer import PostingInputs
from bot.tables.clocks import LOOKING_MS, OpenPanel, time_to_ping
from bot.tables.state import TableState
from storage.rows import SeatRow, SentRow
from tests.bot.people import Stage, text_of_message
from tests.bot.tables.alone import ALICE, BOB, CAROL
from tests.bot.tables.positions import a_game
from tests.bot.turning import NOON, HandClock
from tests.promises import TABLE_REST_MS

FIVE, SIX, SEVEN = (f"call single {rank}" for rank in "567")


async def start_with_panels(stage: Stage) -> None:
    """Start a game of Alice and Bob, who both open their panels, and let the table's message rest."""
    await stage.open_both_panels()
    await stage.env.advance_time(TABLE_REST_MS / 1000)


def shows(stage: Stage, words: str) -> bool:
    """Return whether the table's message has these words, in its text or in its picture's."""
    message = stage.table_message()
    return words in text_of_message(message) + str(message.components)


async def test_table_rests_while_all_players_look(stage: Stage) -> None:
    """The first move is shown at once, and those of the next six seconds by one edit after them."""
    await start_with_panels(stage)
    await stage.play(FIVE, 1)
    assert shows(stage, "single five")
    await stage.play(SIX, 2)
    await stage.play(SEVEN, 2)
    assert shows(stage, "single five")
    assert not shows(stage, "single seven")
    await stage.env.advance_time(1.5)
    assert shows(stage, "single seven")
    assert stage.table.is_published


async def close_panel(stage: Stage) -> None:
    """Bob closes his panel, and the bot learns it."""
    stage.bot.writer(stage.table).panels.hands.pop(stage.bob.id)
    stage.table.changed.set()


async def guess(stage: Stage) -> None:
    await stage.tap(stage.carol, stage.table_message(), "guessalong")


async def ask_for_the_table(stage: Stage) -> None:
    await stage.alice.slash(stage.channel, "table")


async def vote(stage: Stage) -> None:
    await stage.confirm_act(stage.alice, "pause")


async def challenge(stage: Stage) -> None:
    await stage.play(stage.legal_moves[-1])


@pytest.mark.parametrize("happens", [close_panel, guess, ask_for_the_table, vote, challenge])
async def test_what_people_look_for_in_the_table_is_shown_at_once(stage: Stage, happens: Any) -> None:
    """A panel is closed, a spectator guesses, a player asks for the table or votes, or cards are revealed."""
    await start_with_panels(stage)
    await stage.play(FIVE, 1)
    await stage.play(SIX, 1)
    assert not stage.table.is_published
    await happens(stage)
    await stage.env.advance_time(1)
    assert stage.table.is_published


async def test_table_does_not_rest_for_a_player_without_a_panel(stage: Stage) -> None:
    """Two players look at their panels, and the move of one reaches the table although nobody is pinged.

    A ping would need the table's message too.
    """
    await stage.start_three()
    first = stage.player_on_turn()
    for person in (stage.alice, stage.bob, stage.carol):
        if person is not first:
            await stage.open_panel(person)
    await stage.env.advance_time(TABLE_REST_MS / 1000)
    for move in (FIVE, SIX):
        await stage.play(move, 1.5)
        assert stage.table.is_published
        assert stage.table.sent_row.call_id is None


@pytest.mark.mutants
async def test_mutant_that_rests_although_a_player_does_not_look_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desired._Looks, "is_looking", lambda *_: True)
    with pytest.raises(AssertionError, match="is_published"):
        await test_table_does_not_rest_for_a_player_without_a_panel(stage)


# --- as a function ------------------------------------------------------------------------------------------

TABLE = (NOON - 3 * LOOKING_MS - DISCORD_EPOCH_MS) << 22
"""The id of a message that is older than the last taps in all panels."""


def among_people(calls: int) -> TableState:
    """Return a game of Alice, Bob and Carol after some calls."""
    state = a_game(calls)
    alice, bob, _ = state.seats
    return replace(state, seats=(alice, bob, SeatRow(2, CAROL, "Carol", None, 3)))


GAME = among_people(2)

PANELS = st.builds(
    OpenPanel, st.integers(NOON - 2 * LOOKING_MS, NOON), st.just(NOON + 600_000), st.booleans()
)


@given(
    panels=st.dictionaries(st.sampled_from([ALICE, BOB, CAROL]), PANELS),
    rest=st.integers(0, TABLE_REST_MS),
    is_shown_otherwise=st.booleans(),
    are_called=st.booleans(),
)
def test_table_is_never_older_than_six_seconds(
    panels: dict[int, OpenPanel], rest: int, is_shown_otherwise: bool, are_called: bool
) -> None:
    """Nor older than now if a player does not look at a panel, or if more than moves has changed."""
    before = among_people(1)
    if is_shown_otherwise:
        before = before.with_row(votes={"pause": (0,)})
    (turn,) = GAME.to_ping()
    sent_row = SentRow("t1", TABLE, before.fingerprint, called=(turn,) if are_called else ())
    channels = ChannelTracker(HandClock(), lambda guild_id: True)
    posted = PostingInputs(Counter())
    requests = needed_requests(GAME, sent_row, posted, channels, NOON, panels, NOON + rest)
    request = next(request for request in requests if request.key == "table")
    assert request.at <= NOON + rest
    since = NOON - LOOKING_MS
    are_looking = [
        user_id in panels and panels[user_id].tapped_at >= since and not panels[user_id].is_pushed_up
        for user_id in (ALICE, BOB, CAROL)
    ]
    if is_shown_otherwise or not all(are_looking):
        assert request.at == 0
    elif are_called:
        assert request.at == NOON + rest
    else:
        panel = panels[GAME.seats[turn.seat].user_id or 0]
        assert request.at == min(NOON + rest, time_to_ping(GAME, panel, turn.seat))
