"""Random acts of host, players, leavers, takers, watchers and deletions over whole games, with restarts.

Whatever they do: a game that counts has a result, or all agreed, or its place is gone; nobody who ever sat
there sits there again; what somebody was told about their place is what is written.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.driving.aside import revived
from bot.driving.table import Table
from bot.refused import Refused
from bot.tables import ending, seating, votes
from bot.tables.state import TableState
from storage import Store
from storage.errors import StorageError
from storage.rows import ShownRow
from storage.tables.loading import load_table
from storage.upkeep.maintenance import findings
from storage.upkeep.privacy import forget
from storage.verdict import AGREED, CLOSED, DESERTED
from tests import postgres
from tests.bot.tables.alone import HandClock, a_game
from tests.storage.helpers import load_result

OUTSIDERS = (20, 21, 22, 23)


class Evening:
    """One game, and what people at it know and were told."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store, self.rng, self.clock = store, random.Random(seed), HandClock()
        self.ever: set[int] = {10, 11, 12}
        self.told: dict[int, int | None] = {}

    async def play(self) -> None:
        self.table = await a_game(self.store, self.clock, 10, 11, 12)
        acts: list[Callable[[], Any]] = [
            *[self.move] * 5,
            self.leave,
            self.vote,
            self.vote,
            self.vote,
            self.take,
            self.delete,
            self.restart,
        ]
        for _ in range(120):
            if self.table.state.is_closed:
                break
            before = self.table.state
            try:
                await self.rng.choice(acts)()
            except Refused:
                assert self.table.state.seats == before.seats
            self.look()
        else:
            await self.table.abandon(self.rng.choice([DESERTED, CLOSED]))
        await self.judge()

    @property
    def people(self) -> list[Any]:
        return list(self.table.state.people)

    def look(self) -> None:
        """Note who was told a place; nobody watches who could still tell somebody, or plays."""
        state = self.table.state
        for row in state.seats:
            place = _told(state, row.seat)
            if place is not None and row.seat not in self.told:
                self.told[row.seat] = place
        for user_id in self.ever:
            seat = state.seat_of(user_id)
            if seating.may_watch(state, user_id) and ending.still_counts(state):
                assert state.row.leavers_watch or seat in state.snapshot.gone

    async def move(self) -> None:
        state = self.table.state
        seats = [*state.acting(human=True), *state.acting(human=False)]
        if not seats:
            raise Refused("not-your-turn")
        legal = state.match.legal(seats[0])
        high = [one for one in legal if str(one) != "challenge"] or legal
        await self.table.play(seats[0], self.rng.choice([legal[-1], high[-1], self.rng.choice(legal)]))
        await self.table.settle()

    async def leave(self) -> None:
        row = self.rng.choice(self.people)
        was_counted = ending.still_counts(self.table.state) and not row.is_taken
        await self.table.resign(row.seat)
        if was_counted:
            self.told[row.seat] = None  # last

    async def vote(self) -> None:
        row, acts = self.rng.choice(self.people), votes.acts(self.table.state)
        act = self.rng.choice([*acts, votes.END])
        still, had = ending.still_counts(self.table.state), dict(self.table.state.row.votes)
        after = await self.table.vote(row.seat, act)
        if after.is_closed and still:
            assert after.row.verdict is not None
            assert after.row.verdict.why == AGREED
            assert {row.user_id, *had.get(votes.END, ())} >= {
                one.user_id for one in self.people if one.seat not in after.snapshot.gone
            }

    async def take(self) -> None:
        user_id = self.rng.choice([*self.ever, *OUTSIDERS])
        offered = [row.seat for row in self.table.state.seats if row.is_offered]
        if not offered:
            raise Refused("seat-is-taken")
        await self.table.take_seat(offered[0], user_id, f"P{user_id}")
        assert user_id not in self.ever, "who has sat at this game sits there again"
        self.ever.add(user_id)

    async def delete(self) -> None:
        if self.rng.random() < 0.7:
            return
        state, user_id = self.table.state, self.rng.choice(sorted(self.ever))
        seat = state.seat_of(user_id)
        done = ending.settled_seat(state, user_id)
        counts = ending.still_counts(state) and seat is not None and not state.seats[seat].is_taken
        async with self.table.lock:
            given = {state.id: done} if done is not None else {}
            await self.store.write(forget, user_id, "normal", self.clock.now_ms(), given)
            await self.table.reload()
            self.table.state = await self.table.settled()
        if counts and done is None and seat is not None:
            self.told[seat] = None

    async def restart(self) -> None:
        stored = await self.store.read(load_table, self.table.id)
        assert stored is not None
        self.table = Table(self.store, self.clock, revived(stored), ShownRow(self.table.id), is_restored=True)
        await self.table.settle()

    async def judge(self) -> None:
        state = self.table.state
        assert state.is_closed
        result = await self.store.read(load_result, state.id)
        why = None if state.row.verdict is None else state.row.verdict.why
        assert result is not None or why in (AGREED, CLOSED)
        assert result is not None or not self.told, "somebody was told a place that nobody has written"
        for seat, place in self.told.items() if result is not None else ():
            written = result.seats[seat]
            assert written.left if place is None else (written.place == place and not written.left)
        if state.is_over or result is not None:
            assert await self.store.write(findings) == []
        stored = await self.store.read(load_table, state.id)
        assert stored is not None
        assert (stored.table.votes, stored.sat) == ({}, frozenset())


def _told(state: TableState, seat: int) -> int | None:
    """Say which place the panel of a person who is out tells, while it counts and was not left before."""
    out = ending.settled(state)
    row = state.seats[seat]
    is_theirs = seat in out and not row.left and not row.is_taken and ending.still_counts(state)
    return len(state.seats) - out.index(seat) if is_theirs else None


async def evening(seed: int) -> None:
    async with await Store.open(":memory:") as store:
        await Evening(store, seed).play()


@pytest.mark.parametrize("seed", range(24))
async def test_nobody_dodges_a_result_and_nobody_carries_what_they_know(seed: int) -> None:
    """Whatever people do, in whatever order."""
    await evening(seed)


@pytest.mark.parametrize("seed", range(2))
async def test_nor_on_postgresql(seed: int) -> None:
    """The same on the other database."""
    async with await Store.open(await postgres.empty_database()) as store:
        await Evening(store, seed).play()


def host_ends_alone(patch: pytest.MonkeyPatch) -> None:
    """The host gets out of a game that counts."""
    patch.setattr(votes, "takes_all", lambda state, act: False)


def sit_again(patch: pytest.MonkeyPatch) -> None:
    """Only those are known whose seats can be seen now."""
    patch.setattr(seating, "check_taking", lambda state, seat, user_id: None)
    patch.setattr("storage.tables.sat.add", lambda conn, table_id, keys: 1)


def watch_at_once(patch: pytest.MonkeyPatch) -> None:
    """Who leaves sees all hands of a game that counts."""
    patch.setattr(seating, "may_watch", lambda state, user_id: state.has_sat(user_id))


def forget_what_was_told(patch: pytest.MonkeyPatch) -> None:
    """A game that is broken off has no result."""
    patch.setattr(ending, "_early", lambda state, why, now: None)


@pytest.mark.parametrize(
    "mutant", [host_ends_alone, sit_again, watch_at_once, forget_what_was_told], ids=lambda one: one.__name__
)
async def test_what_is_forbidden_is_found(mutant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each fault is noticed in one of some games."""
    mutant(monkeypatch)
    for seed in range(24):
        try:
            await evening(seed)
        except (AssertionError, StorageError):
            return
    pytest.fail("nobody has noticed")
