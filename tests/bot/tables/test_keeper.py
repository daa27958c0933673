"""A keeper does whatever is due until nothing is: it looks at what is, so no news can be lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from bot.clock import breathe
from bot.pace.gate import Gate
from bot.refused import Refused
from bot.tables.keeper import LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS, Duty, Keeper
from bot.tables.table import Table
from storage import Store
from tests.bot.faults import Faults, Hold, disk_full, until
from tests.bot.tables.alone import HandClock, a_game

TURNS = 50
"""Turns of the event loop after which whatever does not wait for something has been done."""


class Counting(Duty):
    """Due until it was done so many times; each step may fail, or wait."""

    def __init__(self, wanted: int = 1) -> None:
        super().__init__()
        self.wanted, self.done, self.begun = wanted, 0, 0
        self.errors: list[Exception] = []
        self.hold: Hold | None = None
        self.at: int | None = None

    def due_at(self, now: int) -> int | None:
        return None if self.done >= self.wanted else self.at or now

    async def act(self) -> None:
        self.begun += 1
        if self.hold is not None:
            await self.hold.wait()
        if self.errors:
            raise self.errors.pop(0)
        self.done += 1


class Unlucky(Counting):
    """One that cannot even tell whether it is due."""

    def due_at(self, now: int) -> int | None:
        raise RuntimeError("a bug")


Keep = Callable[..., asyncio.Task[None]]


@pytest.fixture
async def table(store: Store, clock: HandClock) -> Table:
    """A running game."""
    return await a_game(store, clock)


@pytest.fixture
async def keep(table: Table, clock: HandClock) -> AsyncIterator[Keep]:
    """Let a keeper do some duties; at the end it is stopped."""
    tasks = []

    def begin(*duties: Duty) -> asyncio.Task[None]:
        tasks.append(asyncio.create_task(Keeper(table, clock, Gate(clock), lambda: duties).run()))
        return tasks[-1]

    yield begin
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def settle() -> None:
    """Let everything go on that can."""
    for _ in range(TURNS):
        await breathe()


async def later(table: Table, clock: HandClock, ms: int) -> None:
    """Move the time."""
    clock.now += ms
    table.changed.set()
    await settle()


async def test_what_is_due_is_done_until_it_is_not(keep: Keep) -> None:
    """Nobody has to ring for each step."""
    duty = Counting(3)
    keep(duty)
    await settle()
    assert duty.done == 3


async def test_what_becomes_due_while_something_is_being_done_is_done(
    table: Table, clock: HandClock, keep: Keep
) -> None:
    """A change in the middle of a step is seen after it, and a slow duty does not hold up the others."""
    slow, quick = Counting(1), Counting(0)
    slow.hold = Hold()
    keep(slow, quick)
    await settle()
    assert (slow.begun, slow.done) == (1, 0)
    quick.wanted = slow.wanted = 2
    await later(table, clock, 0)
    assert quick.done == 2
    assert slow.begun == 1
    slow.hold.release()
    await settle()
    assert slow.done == 2


async def test_a_failure_is_tried_again_ever_more_rarely(table: Table, clock: HandClock, keep: Keep) -> None:
    """It rests twice as long each time, up to a minute, and not at all any more once it was done."""
    duty = Counting()
    duty.errors = [disk_full() for _ in range(12)]
    keep(duty)
    await settle()
    rests = []
    while not duty.done:
        rest, begun = SHORTEST_PAUSE_MS, duty.begun
        while True:
            await later(table, clock, SHORTEST_PAUSE_MS)
            if duty.begun > begun:
                break
            rest += SHORTEST_PAUSE_MS
        rests.append(rest)
    assert rests == [min(SHORTEST_PAUSE_MS << i, LONGEST_PAUSE_MS) for i in range(12)]
    duty.wanted += 1
    await later(table, clock, 0)
    assert duty.done == 2


@pytest.mark.parametrize("error", [Refused("stale-button"), disk_full(), RuntimeError("a bug")], ids=repr)
async def test_no_failure_ends_the_keeper(
    table: Table, clock: HandClock, keep: Keep, error: Exception
) -> None:
    """A refusal, a fault and a bug are all tried again, and hold up no other duty."""
    failing, other = Counting(), Counting()
    failing.errors = [error]
    task = keep(failing, other)
    await settle()
    assert (failing.done, other.done) == (0, 1)
    await later(table, clock, SHORTEST_PAUSE_MS)
    assert failing.done == 1
    assert not task.done()


async def test_a_duty_that_cannot_tell_holds_up_no_other(table: Table, clock: HandClock, keep: Keep) -> None:
    """A bug in looking is logged now and then, and everything else is done."""
    other = Counting(1)
    task = keep(Unlucky(), other)
    await settle()
    assert other.done == 1
    other.wanted = 2
    await later(table, clock, 10_000)
    assert other.done == 2
    assert not task.done()


async def test_something_due_later_is_not_done_now(table: Table, clock: HandClock, keep: Keep) -> None:
    """It begins at its time, not before."""
    duty = Counting()
    duty.at = clock.now + 5_000
    keep(duty)
    await later(table, clock, 4_999)
    assert not duty.begun
    await later(table, clock, 1)
    assert duty.done == 1


async def test_a_closed_table_is_kept_until_nothing_is_due(
    table: Table, clock: HandClock, keep: Keep, store: Store, faults: Faults
) -> None:
    """Only when everything has been done, and that is written, its keeper ends."""
    duty = Counting()
    duty.errors = [disk_full()]
    faults.fail("write save_shown", disk_full)
    task = keep(duty)
    await table.abandon()
    await settle()
    assert not task.done()
    assert not table.shown.settled
    await later(table, clock, SHORTEST_PAUSE_MS)
    assert duty.done == 1
    await until(lambda: table.unsaved_since is not None)  # the store has a thread of its own
    assert not task.done()
    await table.remember()
    table.changed.set()
    await task
    loaded = await store.load_table(table.id)
    assert loaded is not None
    assert loaded.shown.settled


async def test_a_stopped_keeper_leaves_no_step_behind(keep: Keep) -> None:
    """What a duty was just doing is cancelled with its keeper."""
    duty = Counting()
    duty.hold = Hold()
    task = keep(duty)
    await settle()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    duty.hold.release()
    await settle()
    assert not duty.done
