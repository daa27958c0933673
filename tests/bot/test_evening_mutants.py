"""Tests that the suite detects faulty bots: repeated calls, endless pauses, second threads, lost time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from bot import lobby as actions
from bot.driving import driver as next_step
from bot.tables import lobby as invitations
from bot.tables import lobby as seating
from bot.tables.state import TableState
from bot.wire.transport import Transport
from storage.rows import InvitationRow
from storage.serving import postpone_deadlines
from storage.tables import gathering
from tests.bot.driving import test_driver as driver
from tests.bot.lobby import test_invitations as inviting
from tests.bot.lobby import test_threads as threads
from tests.bot.people import Stage
from tests.bot.play import test_acts as acts
from tests.bot.play import test_away as away
from tests.bot.playing import MakeBot
from tests.storage.helpers import replace_function

pytestmark = pytest.mark.usefixtures("forged_taps", "rare_beats")


def seat_former_players(patch: pytest.MonkeyPatch) -> None:
    """Fault: a former player may take over another seat."""
    patch.setattr(seating, "check_taking", lambda state, seat, user_id: None)


def pause_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(next_step, "paused_until", lambda row: None)


def mention_twice(patch: pytest.MonkeyPatch) -> None:
    """Fault: people named in /play are notified twice."""
    patch.setattr(actions, "InvitationRow", lambda user_id, *, is_told: InvitationRow(user_id))


def ask_again(patch: pytest.MonkeyPatch) -> None:
    """Fault: a person who declined is invited again."""
    guests = invitations.guests

    def open_ones(table: TableState) -> tuple[InvitationRow, ...]:
        return tuple(guest for guest in guests(table) if not guest.has_declined)

    patch.setattr(invitations, "guests", open_ones)


def open_a_thread_each_time(patch: pytest.MonkeyPatch) -> None:
    """Fault: each retry opens another thread."""
    open_thread = Transport.open_thread

    async def beside(asks: Transport, channel_id: int, message_id: int | None, name: str) -> int:
        return await open_thread(asks, channel_id, None, name)

    patch.setattr(Transport, "open_thread", beside)


def forget_reminders(patch: pytest.MonkeyPatch) -> None:
    """Fault: a reminder is repeated after a restart."""
    decode = gathering.decode_shown
    patch.setattr(gathering, "decode_shown", lambda *args: replace(decode(*args), reminded=()))


def count_time_away(patch: pytest.MonkeyPatch) -> None:
    """Fault: deadlines are not postponed by the time of an outage."""

    async def nothing(*_: object) -> int:
        return 0

    replace_function(patch, postpone_deadlines, nothing)


Catches = Callable[[Stage, MakeBot], Awaitable[None]]

CAUGHT: dict[Callable[[pytest.MonkeyPatch], None], Catches] = {
    seat_former_players: lambda stage, _: acts.test_seat_is_taken_once_by_a_person_new_to_the_game(stage),
    pause_for_ever: lambda stage, bots: acts.test_pause_ends_by_itself(stage, bots, "evening", 1),
    mention_twice: lambda stage, _: inviting.test_play_command_invites_the_named_people(stage),
    ask_again: lambda stage, _: inviting.test_people_are_not_invited_twice(stage),
    open_a_thread_each_time: lambda stage, _: threads.test_thread_is_created_once_after_a_lost_answer(
        stage, threads.disconnected
    ),
    forget_reminders: lambda stage, bots: away.test_player_is_reminded_only_once(stage, bots, True),
    count_time_away: driver.test_deadlines_do_not_run_out_during_an_outage,
}
"""Every fault, and the test that catches it."""


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_faulty_bot_is_detected(
    stage: Stage,
    make_bot: MakeBot,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch], None],
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await CAUGHT[mutant](stage, make_bot)
