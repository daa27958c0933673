"""The test of what is forbidden in lobbies, threads, at the table: bots that allow it, and each is caught."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from bot.app import Tap
from bot.driving import next_step
from bot.lobby import actions
from bot.tables import clocks, invitations, lobby, seating, votes
from bot.tables.state import TableState
from bot.wire import transport
from bot.wire.transport import Transport
from storage.people import subscriptions
from storage.rows import InvitationRow
from tests.bot.lobby import test_invitations as inviting
from tests.bot.lobby import test_threads as threads
from tests.bot.people import Stage
from tests.bot.play import test_acts as acts
from tests.bot.play import test_pauses as pauses
from tests.bot.playing import MakeBot
from tests.bot.subscriptions import test_subscriptions as telling

Mutant = Callable[[pytest.MonkeyPatch], None]

pytestmark = pytest.mark.usefixtures("forged_taps")


# --- at the table ---------------------------------------------------------------------------------------


def let_anybody_decide(patch: pytest.MonkeyPatch) -> None:
    """Whoever taps decides as the host does."""

    async def first_seat(tap: Any) -> tuple[Any, int]:
        return await tap.app.tables.game(tap.subject), 0

    patch.setattr(Tap, "own_seat", first_seat)


def let_one_suffice(patch: pytest.MonkeyPatch) -> None:
    """One voice is enough, whoever's it is."""
    patch.setattr(votes, "carried", lambda state: next(iter(state.row.votes), None))


def count_those_who_left(patch: pytest.MonkeyPatch) -> None:
    """Votes are not counted anew when somebody leaves."""
    carried = votes.carried

    def at_a_tap(state: TableState) -> str | None:
        is_tap = any(frame.function == "vote" for frame in inspect.stack(0)[:8])
        return carried(state) if is_tap else None

    patch.setattr(votes, "carried", at_a_tap)


def take_from_who_is_there(patch: pytest.MonkeyPatch) -> None:
    """Everybody's seat can be given away."""
    patch.setattr(votes, "is_away", lambda row: True)
    patch.setattr(votes, "absent", lambda state: ())


def take_from_who_thinks(patch: pytest.MonkeyPatch) -> None:
    """Where no clock runs a seat can be given away after an hour."""
    patch.setattr(clocks, "IDLE_MS", 3_600_000)


def stay_idle(patch: pytest.MonkeyPatch) -> None:
    """Who was idle once can lose the seat although they have moved."""

    def is_idle(state: TableState, seat: int) -> bool:
        return not clocks.turn_ms(state) and state.seats[seat].grace is not None

    patch.setattr(votes, "is_idle", is_idle)


def seat_who_has_sat(patch: pytest.MonkeyPatch) -> None:
    """Who knows a hand already may take another one over."""
    patch.setattr(seating, "check_taking", lambda state, seat, user_id: None)


def seat_two(patch: pytest.MonkeyPatch) -> None:
    """A seat is taken by whoever comes last."""

    def lax(state: TableState, seat: int, user_id: int) -> None: ...

    patch.setattr("bot.driving.acts.seating.check_taking", lax)


def pause_for_ever(patch: pytest.MonkeyPatch) -> None:
    """A pause that nobody ends does not end."""
    patch.setattr(next_step, "paused_until", lambda row: None)


def pause_with_the_clock_running(patch: pytest.MonkeyPatch) -> None:
    """Time runs on in a pause."""
    patch.setattr(votes, "resumed", lambda state, now: state.with_row(paused_at=None))


# --- invitations ----------------------------------------------------------------------------------------


def let_anybody_invite(patch: pytest.MonkeyPatch) -> None:
    """Not the host alone."""
    patch.setattr(lobby, "only_host", lambda table, by: None)


def invite_many(patch: pytest.MonkeyPatch) -> None:
    """As many as one likes."""
    patch.setattr(invitations, "MOST_GUESTS", 1000)


def mention_twice(patch: pytest.MonkeyPatch) -> None:
    """Who was named by the command is called once more."""

    def untold(user_id: int, *, is_told: bool) -> InvitationRow:
        return InvitationRow(user_id)

    patch.setattr(actions, "InvitationRow", untold)


def ask_again(patch: pytest.MonkeyPatch) -> None:
    """Who has declined is asked anew."""
    guests = invitations.guests

    def open_ones(table: TableState) -> tuple[InvitationRow, ...]:
        return tuple(one for one in guests(table) if not one.has_declined)

    patch.setattr(invitations, "guests", open_ones)


def let_anybody_decline(patch: pytest.MonkeyPatch) -> None:
    """Who was not invited declines, too."""
    patch.setattr(invitations, "declined", lambda table, user_id, name: table)


def tell_always(patch: pytest.MonkeyPatch) -> None:
    """Subscribers are told of every lobby."""
    patch.setattr(subscriptions, "TELL_PAUSE_MS", 0)


def tell_the_host(patch: pytest.MonkeyPatch) -> None:
    """Whoever opens a lobby is told of it."""
    tell = subscriptions.tell
    patch.setattr(
        subscriptions, "tell", lambda conn, guild_id, game, now, spared: tell(conn, guild_id, game, now, ())
    )


# --- threads --------------------------------------------------------------------------------------------


def open_a_private_thread(patch: pytest.MonkeyPatch) -> None:
    """Moderators see into it, and others do not find it."""
    patch.setattr(transport, "PUBLIC_THREAD", 12)
    open_a_thread_each_time(patch)


def open_threads_unasked(patch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether the bot may."""
    patch.setattr(actions, "_can_have_thread", lambda interaction: True)


def open_a_thread_each_time(patch: pytest.MonkeyPatch) -> None:
    """Trying again, not knowing whether it was done, makes another thread."""

    open_thread = Transport.open_thread

    async def beside(asks: Transport, channel_id: int, message_id: int | None, name: str) -> int:
        return await open_thread(asks, channel_id, None, name)

    patch.setattr(Transport, "open_thread", beside)


async def one_thread(stage: Stage) -> None:
    """Run the test of a thread whose answer gets lost."""
    await threads.test_a_thread_whose_answer_gets_lost_is_made_once(stage, threads.disconnected)


async def pause_of_a_day(stage: Stage, make_bot: MakeBot) -> None:
    """Run the test of a pause that ends by itself, with one clock."""
    await pauses.test_a_pause_ends_by_itself(stage, make_bot, "evening", 1)


async def without_a_permission(stage: Stage) -> None:
    """Run the test of a permission that is taken away, with one of them."""
    await threads.test_what_is_taken_away_later_is_said_at_the_start(stage, "send_messages_in_threads")


@pytest.mark.parametrize(
    ("mutant", "catches"),
    [
        (let_anybody_decide, pauses.test_who_does_not_sit_there_decides_nothing),
        (let_one_suffice, pauses.test_a_majority_of_those_who_play_suffices),
        (count_those_who_left, pauses.test_a_vote_is_counted_anew_when_somebody_leaves),
        (take_from_who_is_there, acts.test_a_seat_is_not_taken_from_who_is_there),
        (take_from_who_thinks, acts.test_an_idle_player_is_covered_where_no_clock_runs),
        (stay_idle, acts.test_who_moves_after_a_day_is_idle_no_more),
        (seat_who_has_sat, acts.test_a_seat_is_taken_once_and_by_nobody_who_sits_or_sat_there),
        (seat_two, acts.test_a_seat_is_taken_once_and_by_nobody_who_sits_or_sat_there),
        (pause_for_ever, pause_of_a_day),
        (pause_with_the_clock_running, pauses.test_nobody_loses_time_by_a_pause),
        (let_anybody_invite, inviting.test_only_people_and_only_by_the_host),
        (invite_many, inviting.test_at_most_seven_are_invited),
        (mention_twice, inviting.test_the_command_invites),
        (ask_again, inviting.test_who_was_asked_is_not_asked_again),
        (let_anybody_decline, inviting.test_only_the_invited_can_decline),
        (tell_always, telling.test_at_most_once_an_hour),
        (tell_the_host, telling.test_never_of_ones_own_lobby),
        (open_a_private_thread, threads.test_table_and_calls_stand_in_the_thread),
        (open_threads_unasked, without_a_permission),
        (open_a_thread_each_time, one_thread),
    ],
    ids=lambda one: one.__name__,
)
@pytest.mark.usefixtures("rare_beats")
async def test_a_bot_that_allows_it_is_caught(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, mutant: Mutant, catches: Any
) -> None:
    """By the test that forbids it."""
    mutant(monkeypatch)
    given = {"stage": stage, "make_bot": make_bot}
    wanted = {name: value for name, value in given.items() if name in inspect.signature(catches).parameters}
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await catches(**wanted)
