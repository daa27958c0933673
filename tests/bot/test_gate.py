"""Tests of the gate, which limits simultaneous work so that every tap is answered in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable

import pytest

from bot.gate import ACKNOWLEDGE_MS, AT_ONCE, PATIENCE_MS, SLOW_MS, Gate
from tests.bot.turning import HandClock, settled
from tests.promises import TOO_LATE_MS


class Hall:
    """A gate, and the outcome of every tap.

    Attributes:
        begun: names of taps in the order in which work on them began.
        acknowledged: names of acknowledged taps.
        dropped: names of taps that were dropped.
        waits: milliseconds until each tap was answered or acknowledged.
    """

    def __init__(self) -> None:
        self.clock = HandClock()
        self.gate = Gate(self.clock)
        self.begun: list[Hashable] = []
        self.acknowledged: list[Hashable] = []
        self.dropped: list[Hashable] = []
        self.waits: list[int] = []
        self.at_work: list[asyncio.Future[None]] = []
        self.tasks: list[asyncio.Task[None]] = []

    def tap(self, name: Hashable, person: Hashable = None) -> asyncio.Task[None]:
        """Start a tap of a person, by default a new one, that works until ended; return its task."""
        self.tasks.append(asyncio.create_task(self._tap(name, person or name)))
        return self.tasks[-1]

    async def _tap(self, name: Hashable, person: Hashable) -> None:
        since = self.clock.now

        async def acknowledge() -> None:
            self.acknowledged.append(name)
            self.waits.append(self.clock.now - since)

        if not await self.gate.enter(person, acknowledge):
            self.dropped.append(name)
            return
        try:
            await self._work(name)
            if name not in self.acknowledged:
                self.waits.append(self.clock.now - since)
        finally:
            self.gate.leave()

    def step(self, name: Hashable, *, is_patient: bool = False) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(self._step(name, is_patient)))
        return self.tasks[-1]

    async def _step(self, name: Hashable, is_patient: bool) -> None:
        if is_patient:
            await self.gate.wait_until_idle()
        async with self.gate.step():
            await self._work(name)

    async def _work(self, name: Hashable) -> None:
        self.begun.append(name)
        self.at_work.append(asyncio.get_running_loop().create_future())
        await self.at_work[-1]

    async def end(self, times: int = 1) -> None:
        """End the oldest running taps or steps."""
        for _ in range(times):
            self.at_work = [work for work in self.at_work if not work.done()]
            if self.at_work:
                self.at_work.pop(0).set_result(None)
            await settled()


@pytest.fixture
async def quick() -> AsyncIterator[Hall]:
    """A gate whose event loop is fast."""
    hall = Hall()
    yield hall
    tasks = [*hall.tasks, *([hall.gate._porter] if hall.gate._porter else [])]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.fixture
async def slow(quick: Hall) -> Hall:
    """A gate whose event loop is slow and has the maximum of running work."""
    quick.clock.took = 2 * SLOW_MS
    for number in range(AT_ONCE):
        quick.tap(f"at work {number}")
    await settled()
    quick.begun.clear()
    return quick


async def test_fast_loop_starts_every_tap(quick: Hall) -> None:
    """With a fast loop every tap starts at once."""
    for name in range(100):
        quick.tap(name)
    for _ in range(10):
        await settled()
    assert quick.begun == list(range(100))
    assert not quick.acknowledged


async def test_slow_loop_starts_a_tap_when_another_ends(slow: Hall) -> None:
    """With a slow loop the oldest waiting tap starts when another tap ends."""
    for name in range(3):
        slow.tap(name)
    await settled()
    assert not slow.begun
    for name in range(3):
        await slow.end()
        assert slow.begun[-1:] == [name]


async def test_long_waiting_tap_is_acknowledged_once_and_handled_later(slow: Hall) -> None:
    slow.tap("quick")
    slow.tap("slow")
    await slow.clock.turn(ACKNOWLEDGE_MS - 1)
    await slow.end()
    assert not slow.acknowledged
    await slow.clock.turn(1)
    await settled()
    assert (slow.begun, slow.acknowledged) == (["quick"], ["slow"])
    await slow.clock.turn(10 * TOO_LATE_MS)
    await slow.end()
    assert (slow.begun, slow.acknowledged) == (["quick", "slow"], ["slow"])


async def test_newest_tap_replaces_the_previous_one(slow: Hall) -> None:
    """A person's newer tap replaces the waiting one, which is only acknowledged."""
    slow.tap("first", person="alice")
    slow.tap("other", person="bob")
    await settled()
    slow.tap("second", person="alice")
    await settled()
    assert (slow.acknowledged, slow.dropped) == (["first"], ["first"])
    await slow.end(3)
    assert slow.begun == ["second", "other"]
    assert slow.gate.late == 0


async def test_tap_that_waited_too_long_is_dropped(slow: Hall) -> None:
    """A tap that Discord no longer lets the bot answer is dropped and counted."""
    slow.tap("told")
    await slow.clock.turn(ACKNOWLEDGE_MS)
    slow.tap("late")
    await settled()
    slow.clock.now += TOO_LATE_MS
    await slow.end(3)
    assert (slow.begun, slow.acknowledged, slow.dropped) == (["told"], ["told"], ["late"])
    assert slow.gate.late == 1


async def test_taps_and_steps_alternate(slow: Hall) -> None:
    """Taps and steps start in turn, taps first; patient work starts last."""
    slow.step("picture", is_patient=True)
    for number in range(3):
        slow.step(f"step {number}")
    for number in range(2):
        slow.tap(f"tap {number}")
    await settled()
    await slow.end(6)
    assert slow.begun == ["tap 0", "step 0", "tap 1", "step 1", "step 2", "picture"]


async def test_step_runs_after_the_limit_of_waiting(slow: Hall) -> None:
    """A patient step starts after its longest wait, although taps keep coming."""
    slow.step("picture", is_patient=True)
    since = slow.clock.now
    while "picture" not in slow.begun:
        assert slow.clock.now < since + 2 * PATIENCE_MS
        slow.tap(f"at {slow.clock.now}")
        await slow.clock.turn(10)
        await slow.end()
    assert slow.clock.now >= since + PATIENCE_MS


async def test_cancelled_taps_and_steps_leave_no_gap(slow: Hall) -> None:
    """Cancelled taps and steps are removed from counts and queues."""
    tasks = [slow.tap("tap"), slow.step("step"), slow.tap("other"), slow.step("other step")]
    await settled()
    for task in (tasks[0], tasks[1], slow.tasks[0]):
        task.cancel()
    await settled()
    while slow.at_work:
        await slow.end()
    assert sorted(map(str, slow.begun)) == ["other", "other step"]
    assert (slow.gate._at_work, len(slow.gate._taps)) == (0, 0)


async def test_double_load_costs_no_answer(quick: Hall) -> None:
    """At twice the loop's capacity every person is answered within a second."""
    steps = 300
    quick.clock.took = 2 * SLOW_MS
    for step in range(steps):  # of ten milliseconds: 200 taps, 100 pieces of work a second
        for number in range(2):
            quick.tap((step, number), person=(2 * step + number) % 100)
        await quick.clock.turn(10)
        await quick.end()
    assert len(quick.begun) >= steps - 10
    assert max(quick.waits) < 1000
    await quick.clock.turn(ACKNOWLEDGE_MS)
    assert len(quick.waits) >= 2 * steps - AT_ONCE
    assert quick.gate.late == 0
    assert len(quick.gate._taps) <= 100
