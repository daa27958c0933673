"""Identifies the bot's own messages that were found in a channel after a crash or a lost response."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.showing.desired import Changes, SeatDecisions
from bot.tables import appointments
from bot.tables.state import TableState
from bot.wire.components import table_ids
from storage.rows import ShownRow

_POST_BUTTONS = ("b:look:", "b:replay:")
"""Custom ids of buttons in posts about a finished game begin like this. People share such posts."""


def is_own(table_id: str, custom_ids: Iterable[str]) -> bool:
    """Return whether a message's custom ids are the table's own. Those of a shared post are not."""
    return table_id in table_ids(
        custom_id for custom_id in custom_ids if not custom_id.startswith(_POST_BUTTONS)
    )


class FoundMessage(NamedTuple):
    """A message of the bot that was found in a channel."""

    message_id: int
    content: str


def changes_for_found(state: TableState, shown_row: ShownRow, messages: Iterable[FoundMessage]) -> Changes:
    """Return the changes to the record of a table's messages after a search has found ``messages``.

    Pings that were found count as sent. Surplus messages are marked for deletion.
    """
    known_ids = {*shown_row.ids, *shown_row.stale}
    lost = sorted(message for message in messages if message.message_id not in known_ids)
    if not lost:
        return {}
    # A message that mentions players to act is a ping, any other one shows the table.
    calls = {
        message.message_id: called for message in lost if (called := _called_by(state, shown_row, message))
    }
    tables = [message.message_id for message in lost if message.message_id not in calls]
    changes, before = Changes(), tuple[int, ...]()
    # The newest of each kind is used, and all others are deleted.
    if shown_row.message_id is None and tables:
        changes = {"message_id": tables[-1], "mark": "", "pictures": {}}
    if calls:
        before = () if shown_row.call_id is None else (shown_row.call_id,)
        changes |= {"call_id": max(calls), "called": (*shown_row.called, *calls[max(calls)])}
    others = [message.message_id for message in lost if message.message_id not in changes.values()]
    return {**changes, "stale": (*shown_row.stale, *before, *others)}


def _called_by(state: TableState, shown_row: ShownRow, message: FoundMessage) -> SeatDecisions:
    if appointments.opening_time(state) is not None and not shown_row.called:
        return (
            appointments.OPENING_PINGED
            if any(f"<@{row.user_id}>" in message.content for row in state.people)
            else ()
        )
    return tuple(
        decision
        for decision in state.open_decisions()
        if decision not in shown_row.called and f"<@{state.seats[decision.seat].user_id}>" in message.content
    )
