"""Tests of the gate, which limits simultaneous work so that every tap is answered in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable

import pytest

from bot.clock import yield_to_loop
from bot.gate import ACKNOWLEDGE_MS, AT_ONCE, SLOW_MS, TURNS_PER_STEP, Gate
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

    def step(self, name: Hashable, patience_ms: int = 0) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(self._step(name, patience_ms)))
        return self.tasks[-1]

    async def _step(self, name: Hashable, patience_ms: int) -> None:
        async with self.gate.step(patience_ms):
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


async def test_taps_go_before_steps(slow: Hall) -> None:
    """Taps start when another tap ends; steps start meanwhile, one in a number of turns."""
    turns = 3 * TURNS_PER_STEP
    for number in range(turns):
        slow.tap(f"tap {number}")
        slow.step(f"step {number}")
    while len(slow.begun) < turns:
        slow.at_work.pop(0).set_result(None)
        await yield_to_loop()
    taps = [name for name in slow.begun if str(name).startswith("tap")]
    assert taps == [f"tap {number}" for number in range(len(taps))]
    assert turns * 3 // 5 < len(taps) <= turns * 4 // 5


async def test_tap_does_not_queue_behind_steps(quick: Hall) -> None:
    """A tap starts at once, however many steps wait."""
    for number in range(100):
        quick.step(number)
    await yield_to_loop()
    quick.begun.clear()
    quick.tap("tap")
    await yield_to_loop()
    assert quick.begun == ["tap"]


async def test_steps_start_while_taps_wait_for_discord(slow: Hall) -> None:
    """Taps that take long do not hold up steps."""
    for number in range(5):
        slow.step(number)
    for _ in range(5):
        await settled()
    assert slow.begun == list(range(5))


@pytest.mark.parametrize("patience_ms", [0, 40_000])
async def test_step_waits_for_a_limited_time(slow: Hall, patience_ms: int) -> None:
    """A step starts at last, although taps and more urgent steps keep coming."""
    slow.step("picture", patience_ms)
    await yield_to_loop()
    since = slow.clock.now
    while "picture" not in slow.begun:
        assert slow.clock.now <= since + patience_ms + 1000
        slow.tap(f"tap at {slow.clock.now}")
        slow.step(f"step at {slow.clock.now}")
        for _ in range(TURNS_PER_STEP):
            await yield_to_loop()
        slow.at_work.pop(0).set_result(None)
        slow.clock.now += 100
    assert slow.clock.now >= since + patience_ms


async def test_most_urgent_step_starts_first(slow: Hall) -> None:
    """Steps start in the order of their arrival, plus the time for which others may go first."""
    slow.step("picture", 40_000)
    slow.step("message", 20_000)
    await yield_to_loop()
    slow.clock.now += 10_000
    slow.step("later message", 20_000)
    slow.step("own turn")
    await settled()
    assert slow.begun == ["own turn", "message", "later message", "picture"]


async def test_wait_for_a_turn_holds_no_place(slow: Hall) -> None:
    """A step that waits for a rate limit after its turn holds up nothing."""
    turns = [asyncio.create_task(slow.gate.wait_for_turn(0)) for _ in range(5)]
    for _ in range(3):
        await settled()
    assert all(turn.done() for turn in turns)
    assert slow.gate._steps_at_work == 0


async def test_cancelled_taps_and_steps_leave_no_gap(slow: Hall) -> None:
    """Cancelled taps and steps are removed from counts and queues."""
    tasks = [slow.tap("tap"), slow.step("step"), slow.tap("other"), slow.step("other step")]
    await yield_to_loop()
    for task in (tasks[0], tasks[1], slow.tasks[0]):
        task.cancel()
    await settled()
    while slow.at_work:
        await slow.end()
    assert sorted(map(str, slow.begun)) == ["other", "other step"]
    assert slow.gate._is_idle
    assert not slow.gate._taps


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
