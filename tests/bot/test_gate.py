"""However many tap, the loop has no more to do than it can carry, and everybody hears in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable

import pytest

from bot.gate import ACKNOWLEDGE_MS, AT_ONCE, PATIENCE_MS, SLOW_MS, TOO_LATE_MS, Gate
from tests.bot.turning import TurningClock, settled


class Hall:
    """A gate, and what became of everybody who came.

    Attributes:
        begun: names of those who were let in, as they were.
        told: names of those whose tap was acknowledged, with the time.
        left: names of those who went away without anything.
        waits: milliseconds until each was answered or told.
    """

    def __init__(self) -> None:
        self.clock = TurningClock()
        self.gate = Gate(self.clock)
        self.began = self.clock.now
        self.begun: list[Hashable] = []
        self.told: list[Hashable] = []
        self.left: list[Hashable] = []
        self.waits: list[int] = []
        self.at_work: list[asyncio.Future[None]] = []
        self.tasks: list[asyncio.Task[None]] = []

    def tap(self, name: Hashable, who: Hashable = None) -> asyncio.Task[None]:
        """Let somebody tap, who works until told to end; each is another person unless one is named."""
        self.tasks.append(asyncio.create_task(self._tap(name, who or name)))
        return self.tasks[-1]

    async def _tap(self, name: Hashable, who: Hashable) -> None:
        since = self.clock.now

        async def acknowledge() -> None:
            self.told.append(name)
            self.waits.append(self.clock.now - since)

        if not await self.gate.enter(who, acknowledge):
            self.left.append(name)
            return
        try:
            await self._work(name)
            if name not in self.told:
                self.waits.append(self.clock.now - since)
        finally:
            self.gate.leave()

    def step(self, name: Hashable, *, is_patient: bool = False) -> asyncio.Task[None]:
        """Let a step come."""
        self.tasks.append(asyncio.create_task(self._step(name, is_patient)))
        return self.tasks[-1]

    async def _step(self, name: Hashable, is_patient: bool) -> None:
        if is_patient:
            await self.gate.patience()
        async with self.gate.step():
            await self._work(name)

    async def _work(self, name: Hashable) -> None:
        self.begun.append(name)
        self.at_work.append(asyncio.get_running_loop().create_future())
        await self.at_work[-1]

    async def end_one(self) -> None:
        """Let the work that was begun first be done."""
        self.at_work = [work for work in self.at_work if not work.done()]
        if self.at_work:
            self.at_work.pop(0).set_result(None)
        await settled()

    async def fill(self) -> None:
        """Let the loop be slow, and as much be under way as goes then."""
        self.clock.took = 2 * SLOW_MS
        for number in range(AT_ONCE):
            self.tap(f"at work {number}")
        await settled()
        self.begun.clear()


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    """A gate."""
    hall = Hall()
    yield hall
    tasks = [*hall.tasks, *([hall.gate._porter] if hall.gate._porter else [])]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_quick_loop_lets_everybody_in(hall: Hall) -> None:
    """However many wait for Discord or for the disk: they cost nothing."""
    for name in range(100):
        hall.tap(name)
    for _ in range(10):
        await settled()
    assert hall.begun == list(range(100))
    assert not hall.told


async def test_a_slow_loop_lets_nobody_in_before_somebody_is_done(hall: Hall) -> None:
    """Then whoever came first."""
    await hall.fill()
    for name in range(3):
        hall.tap(name)
    await settled()
    assert not hall.begun
    for name in range(3):
        await hall.end_one()
        assert hall.begun[-1:] == [name]


async def test_who_waits_long_is_told_once_and_worked_on_later(hall: Hall) -> None:
    """Not before, and only if it is still waiting then."""
    await hall.fill()
    hall.tap("quick")
    hall.tap("slow")
    await hall.clock.turn(ACKNOWLEDGE_MS - 1)
    await hall.end_one()
    assert not hall.told
    await hall.clock.turn(1)
    await settled()
    assert (hall.begun, hall.told) == (["quick"], ["slow"])
    await hall.clock.turn(10 * TOO_LATE_MS)
    await hall.end_one()
    assert (hall.begun, hall.told) == (["quick", "slow"], ["slow"])


async def test_the_newest_tap_takes_the_place_of_the_one_before(hall: Hall) -> None:
    """Who taps again keeps the place in line; the tap before is told that it has arrived, no more."""
    await hall.fill()
    hall.tap("first", who="alice")
    hall.tap("other", who="bob")
    await settled()
    hall.tap("second", who="alice")
    await settled()
    assert (hall.told, hall.left) == (["first"], ["first"])
    for _ in range(3):
        await hall.end_one()
    assert hall.begun == ["second", "other"]
    assert hall.gate.late == 0


async def test_what_has_waited_too_long_is_neither_told_nor_worked_on(hall: Hall) -> None:
    """Discord would refuse the answer: the loop was so busy that nobody was told in time. It is counted."""
    await hall.fill()
    hall.tap("told")
    await hall.clock.turn(ACKNOWLEDGE_MS)
    hall.tap("late")
    await settled()
    hall.clock.now += TOO_LATE_MS
    for _ in range(3):
        await hall.end_one()
    assert (hall.begun, hall.told, hall.left) == (["told"], ["told"], ["late"])
    assert hall.gate.late == 1


async def test_no_clock_makes_a_tap_old(hall: Hall) -> None:
    """The time of day is set on by hours, or back: who comes is let in, for only waiting here counts."""
    for hours in (1, -5, 9):
        hall.clock.set_day(hours)
        hall.tap(hours)
        await settled()
    assert hall.begun == [1, -5, 9]


async def test_taps_and_steps_go_in_turn(hall: Hall) -> None:
    """A tap first, but neither waits for all of the others; who is alone goes alone."""
    await hall.fill()
    for number in range(3):
        hall.step(f"step {number}")
    for number in range(2):
        hall.tap(f"tap {number}")
    await settled()
    for _ in range(5):
        await hall.end_one()
    assert hall.begun == ["tap 0", "step 0", "tap 1", "step 1", "step 2"]


async def test_a_step_that_nobody_waits_for_lets_all_others_go_first(hall: Hall) -> None:
    """Taps, and steps that came later."""
    await hall.fill()
    hall.step("picture", is_patient=True)
    for number in range(2):
        hall.tap(f"tap {number}")
    hall.step("turn")
    await settled()
    for _ in range(4):
        await hall.end_one()
    assert hall.begun == ["tap 0", "turn", "tap 1", "picture"]


async def test_but_not_for_ever(hall: Hall) -> None:
    """After its patience it takes turns with taps, however many there are."""
    await hall.fill()
    hall.step("picture", is_patient=True)
    since = hall.clock.now
    while "picture" not in hall.begun:
        assert hall.clock.now < since + 2 * PATIENCE_MS
        hall.tap(f"at {hall.clock.now}")
        await hall.clock.turn(10)
        await hall.end_one()
    assert hall.clock.now >= since + PATIENCE_MS


async def test_who_goes_away_leaves_no_gap(hall: Hall) -> None:
    """Cancelled in the line or at work, tap or step: in the end nobody is at work, and nobody waits."""
    await hall.fill()
    tasks = [hall.tap("tap"), hall.step("step"), hall.tap("other"), hall.step("other step")]
    await settled()
    for task in (tasks[0], tasks[1], hall.tasks[0]):
        task.cancel()
    await settled()
    while hall.at_work:
        await hall.end_one()
    assert sorted(map(str, hall.begun)) == ["other", "other step"]
    assert (hall.gate._at_work, hall.gate.waiting) == (0, 0)


async def test_twice_the_load_costs_nobody_an_answer(hall: Hall) -> None:
    """A hundred people tap twice as often as the loop can work: all hear within a second, work goes on."""
    hall.clock.took = 2 * SLOW_MS
    for step in range(1000):  # ten seconds: 200 taps, 100 pieces of work a second
        for number in range(2):
            hall.tap((step, number), who=(2 * step + number) % 100)
        await hall.clock.turn(10)
        await hall.end_one()
    assert len(hall.begun) >= 990
    assert max(hall.waits) < 1000
    await hall.clock.turn(ACKNOWLEDGE_MS)
    assert len(hall.waits) >= 2000 - AT_ONCE
    assert hall.gate.late == 0
    assert hall.gate.waiting <= 100
