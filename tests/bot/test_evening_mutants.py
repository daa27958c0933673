"""What happens twice, sticks, or shows a hand to two people: bots that do it, each caught by a test."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.driving import next_step
from bot.lobby import actions
from bot.tables import invitations, seating
from bot.tables.state import TableState
from bot.wire.transport import Transport
from storage.rows import InvitationRow
from tests.bot.lobby import test_invitations as inviting
from tests.bot.lobby import test_threads as threads
from tests.bot.people import Stage
from tests.bot.play import test_acts as acts
from tests.bot.playing import MakeBot

pytestmark = pytest.mark.usefixtures("forged_taps", "rare_beats")


def seat_who_has_sat(patch: pytest.MonkeyPatch) -> None:
    """Who knows a hand already may take another one over."""
    patch.setattr(seating, "check_taking", lambda state, seat, user_id: None)


def pause_for_ever(patch: pytest.MonkeyPatch) -> None:
    """A pause that nobody ends does not end."""
    patch.setattr(next_step, "paused_until", lambda row: None)


def mention_twice(patch: pytest.MonkeyPatch) -> None:
    """Who was named by the command is called once more."""
    patch.setattr(actions, "InvitationRow", lambda user_id, *, is_told: InvitationRow(user_id))


def ask_again(patch: pytest.MonkeyPatch) -> None:
    """Who has declined is asked anew."""
    guests = invitations.guests

    def open_ones(table: TableState) -> tuple[InvitationRow, ...]:
        return tuple(one for one in guests(table) if not one.has_declined)

    patch.setattr(invitations, "guests", open_ones)


def open_a_thread_each_time(patch: pytest.MonkeyPatch) -> None:
    """Trying again, not knowing whether it was done, makes another thread."""
    open_thread = Transport.open_thread

    async def beside(asks: Transport, channel_id: int, message_id: int | None, name: str) -> int:
        return await open_thread(asks, channel_id, None, name)

    patch.setattr(Transport, "open_thread", beside)


@pytest.mark.parametrize(
    ("mutant", "catches"),
    [
        (seat_who_has_sat, acts.test_a_seat_is_taken_once_and_by_nobody_who_sits_or_sat_there),
        (pause_for_ever, partial(acts.test_a_pause_ends_by_itself, clock="evening", days=1)),
        (mention_twice, inviting.test_the_command_invites),
        (ask_again, inviting.test_who_was_asked_is_not_asked_again),
        (
            open_a_thread_each_time,
            partial(threads.test_a_thread_whose_answer_gets_lost_is_made_once, error=threads.disconnected),
        ),
    ],
    ids=lambda one: getattr(one, "__name__", "test"),
)
async def test_a_bot_that_does_it_is_caught(
    stage: Stage,
    make_bot: MakeBot,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[..., None],
    catches: Any,
) -> None:
    mutant(monkeypatch)
    given = {"stage": stage, "make_bot": make_bot}
    wanted = {name: value for name, value in given.items() if name in inspect.signature(catches).parameters}
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await catches(**wanted)
