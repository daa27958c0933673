"""What a writer knows of a table and its channel, for tests of what it would do; and tables to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import msgspec

from bot.showing.desired import Difference, Posted, differences
from bot.showing.places import EPOCH_MS, Places
from bot.showing.views import Reminder, Views
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.wire.messages import Page
from storage.rows import CHANNEL, THREAD, GatheringRow, InvitationRow, ShownRow
from tests.bot.tables.alone import ALICE
from tests.bot.tables.positions import a_lobby
from tests.bot.turning import NOON, HandClock

FIRST_ID = (NOON - EPOCH_MS) << 22
"""An id of a message that was sent at noon."""

TABLE, CALL, NOTICE, OTHER = (FIRST_ID + i for i in range(4))
HERE, IN_THREAD = 2, 77


class Known:
    """What a writer knows; ``Posted`` is made of it."""

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        self.calls_at = 0
        self.more: dict[str, Any] = {}
        self.places = Places(HandClock(), lambda guild_id: True)
        self.places.watch(HERE)
        self.said: list[tuple[str, Any]] = []

    def posted(self) -> Posted:
        return Posted(self.failures.__getitem__, lambda seat: self.calls_at, **self.more)

    def views(self) -> Views:
        """Note what is asked for; a call is told by whom it names."""

        def make(kind: str, *told: Any) -> Page:
            self.said.append((kind, told))
            return Page(())

        def call(seen: Snapshot, seats: Sequence[int], language: str, reminder: Reminder | None) -> Page:
            return make("call", tuple(seats), reminder)

        names = [field.name for field in fields(Views) if field.name != "call"]
        return Views(call=call, **{name: lambda *told, name=name: make(name, *told) for name in names})

    def look(self, state: TableState, shown: ShownRow, wall: int = NOON) -> dict[str, Difference]:
        found = list(differences(state, shown, self.posted(), self.places, self.views(), wall))
        assert len({one.key for one in found}) == len(found)
        return {one.key: one for one in found}


def shown_of(state: TableState, **changes: Any) -> ShownRow:
    """All that should be shown of a table, but for some changes."""
    pending = state.pending()
    row = ShownRow("t1", TABLE, state.mark, call_id=CALL if pending else None, called=pending)
    return msgspec.structs.replace(row, **changes)


def in_thread(state: TableState, thread_id: int | None = None) -> TableState:
    return replace(state, gathering=GatheringRow(THREAD, thread_id))


def asking(*people: int, **how: bool) -> TableState:
    gathering = GatheringRow(CHANNEL, invitations=tuple(InvitationRow(one, **how) for one in people))
    return replace(a_lobby(), gathering=gathering)


MENTION = f"It’s <@{ALICE}>’s turn"
