"""Random acts of the people at one table, with checks of stored data and messages after each act."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

from bot.app import Interaction
from bot.driving.quarantine import restore_state
from bot.driving.table import Table
from bot.language import Localizer
from bot.moderation import check_admission
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import seat_names, texts_of
from bot.pages.table import table_page, watch_page
from bot.play.taps import resignation_page
from bot.refused import Refused
from bot.tables import endings, lobby
from bot.tables.state import TableState
from bot.wire.messages import Page
from games import GAMES
from storage import Store
from storage.rows import AGREED, DESERTED, SentRow
from storage.rows import CLOSED as PLACE_GONE
from storage.servers import ADMITTED, BANNED, CLOSED, REMOVED, Act, record_act
from storage.tables.loading import load_table
from storage.upkeep import findings, forget
from tests.bot.rendering import on_wire
from tests.bot.tables.alone import ALICE, NAMES, a_lobby
from tests.bot.turning import HandClock
from tests.storage.helpers import load_result

HOST, PEOPLE, KEEPER = ALICE, (11, 12, 13, 14, 15), 99
OUTSIDERS = (20, 21, 22)
WORDS = Localizer("en")
LAST = 0
"""Stands for the last place, which is announced to a player who leaves."""

Acts = list[Callable[[], Any]]


class Evening:
    """One table and the random acts of its people; the seed also chooses the game."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store, self.rng, self.clock = store, random.Random(seed), HandClock()
        self.game = [*GAMES][seed % len(GAMES)]
        self.has_computer = seed % 6 == 5
        self.sat: dict[int, int] = {}
        """The seat of each person who ever had one in the game, by user id."""
        self.gone: set[int] = set()
        self.out: set[int] = set()
        self.banned: set[int] = set()
        self.told: dict[int, int] = {}
        """The place that was announced to a person, by seat."""
        self.told_if_played: set[int] = set()

    # --- from the lobby to the end ------------------------------------------------------------------------

    async def play(self) -> None:
        self.table = await a_lobby(self.store, self.clock, HOST, game=self.game.id)
        before: Acts = [*[self.join] * 5, self.stand_up, self.take_out, self.take_out, self.delete]
        await self._some([*before, self.delete, self.bar, self.bar, self.admit, self.restart], 18)
        if self.table.state.is_closed or not await self._begun():
            return
        during: Acts = [*[self.move] * 8, self.leave, *[self.vote] * 4, self.take, self.take]
        during += [self.delete, self.restart]
        await self._some([*during, self.bar, self.admit, self.close], 120)
        if not self.table.state.is_closed:
            await self.table.apply_in_game(endings.close, self.rng.choice([DESERTED, PLACE_GONE]))
        await self.judge()

    async def _some(self, acts: Acts, count: int) -> None:
        for _ in range(count):
            if self.table.state.is_closed:
                return
            before = self.table.state
            try:
                await self.rng.choice(acts)()
            except Refused:
                assert self.table.state.seats == before.seats
            self.look()

    async def _begun(self) -> bool:
        for user_id in (*PEOPLE, *range(30, 34)):
            if len(self.table.state.seats) >= 3 - self.has_computer:
                break
            try:
                await self._join(user_id)
            except Refused:
                continue
        host = self.table.state.row.host_id
        if self.has_computer and len(self.table.state.seats) < self.game.rules.seats[1]:
            await self.table.change(lobby.add_computers, host, ["Kame"], "normal", 1)
        self._show()
        try:
            await self.table.start(host)
        except Refused:
            return False
        self.look()
        return True

    def _show(self) -> None:
        self.table.update_sent_later(message_id=1, mark=self.table.state.fingerprint)

    def anybody(self) -> int:
        return self.rng.choice([HOST, *PEOPLE])

    # --- invariants after every act -----------------------------------------------------------------------

    def look(self) -> None:
        state = self.table.state
        for row in state.people:
            assert row.user_id not in self.out, "who was taken out sits there"
            if state.has_begun:
                assert row.user_id not in self.gone, "who has left sits there again"
                assert self.sat.setdefault(row.user_id, row.seat) == row.seat, "somebody has two seats"
        if state.is_playing:
            self._watch(state)
            self._hear(state)

    def _watch(self, state: TableState) -> None:
        for user_id in (*self.sat, KEEPER):
            try:
                seen = lobby.with_all_hands(state, user_id)
            except Refused:
                continue
            assert user_id in self.sat, "a stranger sees all hands"
            seat = state.seat_of(user_id)
            is_out = seat is not None and seat in state.snapshot.gone
            assert is_out or not endings.will_be_rated(state) or state.row.leavers_watch
            assert is_out or seat is None, "who plays sees all hands"
            if self.rng.random() < 0.1:
                assert "All hands open" in text_of(watch_page(seen, "en"))

    def _hear(self, state: TableState) -> None:
        for seat in set(state.snapshot.gone) - {*self.told}:
            row = state.seats[seat]
            if row.user_id is None or row.has_left or row.is_taken or row.level or state.row.is_decided:
                continue
            page = text_of(panel_page(state.seen_by(seat), "en", PanelContext()))
            if place := re.search(r"You finished (\d)", page):
                self.told[seat] = int(place[1])

    # --- acts in a lobby ----------------------------------------------------------------------------------

    async def join(self) -> None:
        await self._join(self.anybody())

    async def _join(self, user_id: int) -> None:
        await self._admitted(user_id)
        await self.table.change(lobby.join, user_id, _name(user_id), user_id, self.table.state.row.guild_id)

    async def _admitted(self, user_id: int) -> None:
        user = SimpleNamespace(id=user_id, global_name=f"P{user_id}", name=f"P{user_id}", roles=())
        client = SimpleNamespace(store=self.store, unnotified_bans=set())
        interaction = SimpleNamespace(id=1, client=client, guild_id=1, user=user)
        await check_admission(cast(Interaction, interaction))
        assert user_id not in self.banned, "who is forbidden to play sits down"

    async def stand_up(self) -> None:
        await self.table.change(lobby.leave, self.anybody())

    async def take_out(self) -> None:
        whom, is_moderator = self.anybody(), self.rng.random() < 0.3
        by = KEEPER if is_moderator else self.table.state.row.host_id or KEEPER
        await self._take_out(whom, by, is_moderator=is_moderator)

    async def _take_out(self, whom: int, by: int, *, is_moderator: bool) -> None:
        change = partial(
            lobby.remove, remover_id=by, remover=_name(by), user_id=whom, is_moderator=is_moderator
        )
        await self.table.moderate(self._act(REMOVED, whom), change)
        self.out.add(whom)

    # --- acts in the game ---------------------------------------------------------------------------------

    async def move(self) -> None:
        for _ in range(self.rng.randint(1, 6)):
            state = self.table.state
            seats = [*state.acting(human=True), *state.acting(human=False)]
            if not seats or state.match is None:
                return
            legal = state.match.legal(seats[0])
            late = [move for move in legal if str(move) != "challenge"] or legal
            await self.table.play(seats[0], self.rng.choice([legal[-1], late[-1], self.rng.choice(legal)]))
            await self.table.apply_in_game(endings.resolve_departures)
            if self.table.state.is_playing:
                self._hear(self.table.state)

    async def leave(self) -> None:
        if self.rng.random() < 0.5:
            return
        row = self.rng.choice([*self.table.state.people])
        text = text_of(resignation_page(self.table.state, row.seat, WORDS))
        wins = re.search(r"\*\*(\w+)\*\* wins at once", text)
        after = await self.table.apply_in_game(endings.resign, row.user_id)
        self._has_left(row.seat, row.user_id, text)
        if wins is not None:
            assert f"{wins[1]}** wins: nobody else is left" in text_of(table_page(after.snapshot, "en"))

    def _has_left(self, seat: int, user_id: int | None, page_text: str) -> None:
        self.gone.add(user_id)
        if "You come last" in page_text:
            self.told[seat] = LAST
        elif "If it is played to the end, you are last" in page_text:
            self.told_if_played.add(seat)

    async def vote(self) -> None:
        row, before = self.rng.choice([*self.table.state.people]), self.table.state
        had, counts, playing = before.row.votes, endings.will_be_rated(before), endings.playing(before)
        act = self.rng.choice(
            [*had] if had and self.rng.random() < 0.6 else [*endings.possible_acts(before), endings.END]
        )

        def voters(what: str) -> set[int | None]:
            return {*had.get(what, ()), *([row.user_id] if what == act else [])}

        after = await self.table.apply_in_game(endings.vote, row.user_id, act)
        if counts and after.is_closed:
            assert after.row.verdict.why == AGREED
            agreed = voters(endings.END)
            assert {before.seats[seat].user_id for seat in playing} <= agreed, "not all have agreed"
            text = text_of(table_page(after.snapshot, "en"))
            assert all(f"{_name(user_id)}**" in text for user_id in agreed), text
        if counts and after.is_paused and not before.is_paused and not after.row.is_decided:
            assert len(voters(endings.PAUSE)) > 1, "somebody alone has paused a game that counts"
        for seat in range(len(after.seats)):
            if after.seats[seat].has_left and not before.seats[seat].has_left:
                self.gone.add(before.seats[seat].user_id or 0)

    async def take(self) -> None:
        user_id = self.rng.choice([self.anybody(), *OUTSIDERS])
        offered = [row.seat for row in self.table.state.seats if row.is_offered]
        if not offered:
            raise Refused("seat-is-taken")
        await self._admitted(user_id)
        guild_id = self.table.state.row.guild_id
        await self.table.apply_in_game(lobby.take_seat, offered[0], user_id, _name(user_id), guild_id)
        assert user_id not in self.sat, "who has sat at this game sits there again"

    # --- moderation and deletions -------------------------------------------------------------------------

    async def delete(self) -> None:
        known = sorted(self.out | self.banned) if self.table.state.is_lobby else []
        if not known and self.rng.random() < 0.7:
            return
        state, user_id = self.table.state, self.rng.choice([*known, self.anybody()])
        seat, text = state.seat_of(user_id), ""
        done = endings.settled_seat(state, user_id)
        if seat is not None and state.is_playing and done is None and seat not in state.snapshot.gone:
            text = text_of(resignation_page(state, seat, WORDS))
        async with self.table.lock:
            given = {state.id: done} if done is not None else {}
            await self.store.write(forget, user_id, "normal", self.clock.now_ms(), given)
            await self.table.reload()
            now = self.clock.now_ms()
            decision = endings.resolve_departures(self.table.state, now)
            self.table.state = await self.table.save_decision(decision, now)
        if seat is not None and state.is_playing and done is None:
            self._has_left(seat, user_id, text)

    async def restart(self) -> None:
        stored = await self.store.read(load_table, self.table.id)
        self.table = Table(
            self.store, self.clock, restore_state(stored), SentRow(self.table.id), is_restored=True
        )
        await self.table.apply_in_game(endings.resolve_departures)

    async def bar(self) -> None:
        whom = self.rng.choice(PEOPLE)
        await self.store.write(record_act, 1, self._act(BANNED, whom))
        self.banned.add(whom)
        if self.table.state.is_lobby and self.table.state.seat_of(whom) is not None:
            await self._take_out(whom, KEEPER, is_moderator=True)

    async def admit(self) -> None:
        whom = self.rng.choice(PEOPLE)
        await self.store.write(record_act, 1, self._act(ADMITTED, whom))
        self.banned.discard(whom)

    async def close(self) -> None:
        if self.rng.random() < (0.7 if any(self.told.values()) else 0.1):
            state = self.table.state
            by = self.rng.choice([KEEPER, *(row.user_id for row in self.table.state.people)])
            if lobby.has_stake(state, by) and (seat := state.seat_of(by or 0)) is not None:
                self.told[seat] = LAST
            await self.table.apply_in_game(endings.close_by_moderator, self._act(CLOSED, by=by))

    def _act(self, kind: str, whom: int | None = None, by: int | None = KEEPER) -> Act:
        about = "" if kind in (BANNED, ADMITTED) else self.table.id
        return Act(self.clock.now_ms(), kind, by, _name(by), whom, about=about)

    # --- invariants at the end ----------------------------------------------------------------------------

    async def judge(self) -> None:
        closed = self.table.state
        await self.restart()
        state = self.table.state
        assert state.is_closed
        result = await self.store.read(load_result, state.id)
        why = None if state.row.verdict is None else state.row.verdict.why
        assert result is not None or self.has_computer or why in (AGREED, PLACE_GONE)
        assert result is not None or not self.told, "somebody was told a place that nobody has written"
        for seat, place in self.told.items() if result is not None else ():
            written = result.seats[seat]
            assert written.has_left if place == LAST else (written.place == place and not written.has_left)
        if state.is_over and result is not None:
            assert all(result.seats[seat].has_left for seat in self.told_if_played)
        if result is not None:
            assert await self.store.write(findings) == []
            self._shows([other_seat.place for other_seat in result.seats], state)
        closing = [line for line in text_of(table_page(closed.snapshot, "en")).split("\n") if "🛡️" in line]
        assert all(line in text_of(table_page(state.snapshot, "en")) for line in closing)
        stored = await self.store.read(load_table, state.id)
        assert (stored.table.votes, stored.excluded_keys) == ({}, frozenset())

    def _shows(self, places: list[int], state: TableState) -> None:
        if state.is_over and state.row.is_decided:
            return
        page = on_wire(table_page(state.snapshot, "en"))
        (lines,) = [part["items"][0]["description"].split("\n") for part in page if part["type"] == 12]
        assert re.fullmatch(r".+ · \d{1,2} [A-Z][a-z]{2} \d{4}", lines[0]), lines
        ranked = lines[1 : len(places) + 1]
        names = texts_of(seat_names(state.snapshot, "en"))
        for line, seat in zip(ranked, sorted(range(len(places)), key=places.__getitem__), strict=True):
            tied = [names[seat_number] for seat_number, place in enumerate(places) if place == places[seat]]
            match = re.match(r"(\d+)\. ", line)
            is_first = match is None and ("· won" in line or max(places) == 1)
            assert (1 if match is None else int(match[1])) == places[seat], lines
            assert match is not None or is_first, lines
            assert any(line[match.end() if match else 0 :].startswith(name) for name in tied), lines


def _name(user_id: int | None) -> str:
    return NAMES[HOST] if user_id == HOST else f"P{user_id}"


def text_of(page: Page) -> str:
    return "\n".join(str(part["content"]) for part in on_wire(page) if "content" in part)
