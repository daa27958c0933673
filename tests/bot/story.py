"""Check that memory, database and channel agree about every table."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from simcord.components import walk_components

from bot.pages.lobby import notice_page
from bot.pages.messages import table_message
from bot.tables import lobby
from bot.tables.state import TableState
from bot.wire.components import table_ids
from bot.wire.messages import Page
from storage import upkeep
from storage.engine import sqlite
from storage.engine.database import DatabaseFile
from storage.rows import CANCELLED, OVER, StoredTable
from storage.tables.loading import load_table
from tests.bot.storm import NAMES, Storm
from tests.storage.helpers import content


class Story:
    """Checks all tables of the database after a storm, when the bot is at rest."""

    def __init__(self, storm: Storm, stored: dict[str, StoredTable]) -> None:
        self.storm, self.stored = storm, stored
        self.registry = storm.bot.tables
        backend = storm.env.backend
        bot_id = backend.bot_user.id
        self.ours = {
            message.id: message
            for message in backend.messages[storm.channel.id].values()
            if message.author_id == bot_id and not message.is_ephemeral
        }

    @classmethod
    async def of(cls, storm: Storm) -> Story:
        ids = [row[0] for row in storm.query("SELECT id FROM game_table ORDER BY id")]
        stored_tables = {table_id: await storm.bot.store.read(load_table, table_id) for table_id in ids}
        return cls(
            storm, {table_id: stored for table_id, stored in stored_tables.items() if stored is not None}
        )

    async def check(self) -> None:
        self.check_memory()
        await self.check_channel()
        self.check_calls()
        self.check_moves()
        self.check_forgotten()
        self.check_panels()
        database = DatabaseFile.at(self.storm.bot.config.database)
        assert sqlite.check(database, upkeep.findings) == []

    @property
    def open(self) -> dict[str, StoredTable]:
        return {
            table_id: stored
            for table_id, stored in self.stored.items()
            if stored.table.status not in (OVER, CANCELLED)
        }

    # --- memory and database --------------------------------------------------------------------------

    def check_memory(self) -> None:
        """Check that memory has every open table of the database once, with a keeper, and no other table."""
        registry = self.registry
        odd = set(registry.all) ^ set(self.open)
        assert not odd, (
            f"open in one place only: {[registry.all.get(table_id, table_id) for table_id in odd]}"
        )
        assert set(registry.keepers) == set(self.open), "keepers"
        # Open tables are the same in memory as in a fresh process.
        for table_id, stored in self.open.items():
            table, fresh = registry.all[table_id], TableState.of(stored)
            state = table.state
            assert state.row == fresh.row, f"{table_id}: {_differences(state.row, fresh.row)}"
            assert state.seats == fresh.seats, f"{table_id}: seats"
            assert state.position.decisions == fresh.position.decisions, f"{table_id}: decisions"
            assert _moves(state) == _moves(fresh), f"{table_id}: moves"
            assert table.sent_row == stored.sent_row, (
                f"{table_id}: {_differences(table.sent_row, stored.sent_row)}"
            )
            assert not table.lock.locked(), f"{table_id}: the lock"
        # Nothing is left to do for closed tables.
        for table_id, stored in self.stored.items():
            if table_id not in self.open:
                assert stored.sent_row.settled, f"{table_id} is {stored.table.status}, not settled"
                assert not stored.sent_row.stale, f"{table_id}: messages to be deleted"
                closed = registry._closed.get(table_id)
                if closed is not None:
                    assert closed.row == stored.table, f"{table_id}: {_differences(closed.row, stored.table)}"
                    assert closed.seats == stored.seats, f"{table_id}: seats of a closed table"

    def check_moves(self) -> None:
        """Check that each confirmed move is in the log at its place, and each result is stored once."""
        log = {
            (stored.table.id, row.seq): (row.actor, row.move)
            for stored in self.stored.values()
            for row in stored.moves
        }
        for table_id, number, seat, move in self.storm.played:
            assert log.get((table_id, number)) == (seat, move), f"{table_id}, move {number} is not in the log"
        twice = Counter(played[:2] for played in self.storm.played) - Counter({*log})
        assert not twice, f"confirmed twice: {twice}"
        results = Counter(row[0] for row in self.storm.query("SELECT table_id FROM result"))
        decided = {  # a game may be decided while its last player goes on
            table_id
            for table_id, stored in self.stored.items()
            if stored.table.status == OVER or (table_id in self.open and stored.table.is_decided)
        }
        assert results == dict.fromkeys(decided, 1), "results"

    # --- the channel ------------------------------------------------------------------------------------

    async def check_channel(self) -> None:
        """Check that each table has one current message, and that all others are notifications or notices."""
        unclaimed = dict(self.ours)
        notices = []
        # Each table claims its message and its call.
        for table_id, stored in self.stored.items():
            state, sent_row = self._state_of(stored), stored.sent_row
            if table_id in self.open or state.match is not None:
                assert sent_row.message_id in unclaimed, f"{table_id} ({state.row.status}) has no message"
            if sent_row.message_id in unclaimed:
                await self._check_shown(state, unclaimed.pop(sent_row.message_id))
                assert table_id not in self.open or sent_row.mark == state.fingerprint, (
                    f"{table_id}: its mark"
                )
            if table_id in self.open and sent_row.call_id is not None:
                assert sent_row.call_id in unclaimed, f"{table_id}: its call is gone"
                del unclaimed[sent_row.call_id]
            if state.match is not None:
                page = notice_page(state.snapshot, state.row.locale)
                notices.append(_printed(_components(page))[0])
        # All other messages are notices, or say that a table was closed.
        for message in unclaimed.values():
            printed = _printed(message.components)
            parts = [*walk_components(message.components)]
            ids = [part.get("custom_id", "") for part in parts]
            named = table_ids(custom_id for custom_id in ids if not custom_id.startswith("b:fair:"))
            assert not named, f"a message of table {named} too many: {printed}"
            assert _without_names(printed[0]) in map(_without_names, notices) or "closed" in printed[0], (
                printed
            )

    def _state_of(self, stored: StoredTable) -> TableState:
        table = self.registry.all.get(stored.table.id)
        known = self.registry._closed.get(stored.table.id)
        return table.state if table is not None else known or TableState.of(stored)

    async def _check_shown(self, state: TableState, message: Any) -> None:
        page = table_message(state.snapshot, state.row.locale)
        wanted, there = _components(page), message.components
        printed, expected = _printed(there), _printed(wanted)
        if state.is_closed:
            printed, expected = _for_good(printed), _for_good(expected)
        assert printed == expected, f"{state.id} shows {printed}, not {expected}"
        assert list(_controls(there)) == list(_controls(wanted)), f"{state.id}: its buttons"
        if state.is_closed and state.match is not None:
            assert any(cid.startswith("b:rematch:") for cid, _ in _controls(there)), f"{state.id}: no rematch"

    def check_calls(self) -> None:
        """Check that each player to act was notified once, and that no other person was notified."""
        for table_id in self.open:
            table = self.registry.all[table_id]
            pending, sent_row = table.state.pending(), table.sent_row
            assert set(pending) <= set(sent_row.called), (
                f"{table_id}: {pending} not called, but {sent_row.called}"
            )
            called = [decision for decision in table.state.open_decisions() if decision in sent_row.called]
            people = [table.state.seats[seat].user_id for seat, _ in called]
            waited = lobby.unanswered_ids(table.state) if table.state.is_lobby else people
            is_pinged = sent_row.call_id is not None
            is_told = table.state.is_lobby and not is_pinged and not lobby.ids_to_ping(table.state)
            # people called by the lobby's own message
            assert is_told or is_pinged is bool(waited), f"{table_id}: a call for {waited}"
            if is_pinged:
                call_text = "\n".join(_printed(self.ours[sent_row.call_id].components))
                assert any(f"<@{user_id}>" in call_text for user_id in waited), (
                    f"{table_id} calls {call_text}, not {waited}"
                )
        often = {key: count for key, count in self.storm.pings.items() if count > 1}
        assert not often, f"called more than once: {often}"

    def check_panels(self) -> None:
        """Check that every open private panel shows the current state of its table."""
        for table_id in self.open:
            table = self.registry.all[table_id]
            for panel in self.storm.bot.writer(table).panels.hands.values():
                assert panel.is_gone or panel.fingerprint == panel._current_fingerprint, (
                    f"{table_id}: a panel is behind"
                )

    # --- deleted people ---------------------------------------------------------------------------------

    def check_forgotten(self) -> None:
        """Check that no name or id of a forgotten person is left where the bot can remove it."""
        places = {
            "the database": str(content(self.storm.bot.config.database)),
            "memory": "\n".join(self._memory()),
            "the channel": "\n".join(self._messages()),
        }
        for user_id, name in self.storm.gone.items():
            for place, text in places.items():
                assert name not in text, f"{name} is named in {place}"
                assert str(user_id) not in text, f"{name}'s number is in {place}"

    def _memory(self) -> Iterator[str]:
        states = [table.state for table in self.registry.all.values()]
        for state in (*states, *self.registry._closed.values()):
            yield f"{state.row.host_id} {[(seat.user_id, seat.name) for seat in state.seats]}"
            yield str(state.position.news)
            yield str(state.memo)

    def _messages(self) -> Iterator[str]:
        for stored in self.open.values():
            for message_id in (stored.sent_row.message_id, stored.sent_row.call_id):
                if message_id in self.ours:
                    yield "\n".join(_printed(self.ours[message_id].components))


def _moves(state: TableState) -> list[tuple[Any, str]]:
    return [] if state.match is None else [(actor, str(move)) for actor, move in state.match.moves]


def _differences(first: Any, second: Any) -> str:
    names = [name for name in first.__struct_fields__ if getattr(first, name) != getattr(second, name)]
    return ", ".join(f"{name} {getattr(first, name)!r}, stored {getattr(second, name)!r}" for name in names)


def _components(page: Page) -> Any:
    return json.loads(page.encoded)


def _printed(components: Any) -> list[str]:
    return [part["content"] for part in walk_components(components) if part.get("type") == 10]


def _controls(components: Any) -> Iterator[tuple[str, bool]]:
    for part in walk_components(components):
        if part.get("custom_id"):
            yield part["custom_id"], bool(part.get("disabled"))


def _for_good(texts: list[str]) -> list[str]:
    # Leave out texts that may change after the message was last edited. People who are deleted later are
    # still named there, and the last leaving is in no move. A game is the first of a session only once the
    # next lobby opens, which shows the score.
    anybody = re.compile(rf"(\*\*)?(a former player|{'|'.join(NAMES)})(\*\*)?")
    score = re.compile(r"^(-# )?🌙.*\n?", re.MULTILINE)
    cleaned = [score.sub("", text) for text in texts]
    left = [anybody.sub("somebody", text) for text in cleaned if text and (text[:3] != "-# " or "·" in text)]
    # Those who earned a trophy and are deleted later are still counted there, too, so that another trophy may
    # have been the one to tell of.
    earners = re.compile(r"^🎖 somebody(, somebody)*( and somebody)? earns? \*\*[^*]+\*\*")
    return [earners.sub("🎖 somebody earns", text) for text in left]


def _without_names(text: str) -> str:
    # Names stay as they were when the game began.
    return text.partition(":")[0]
