"""Tests of keepers: a keeper does a table's due steps, and rests without polling until the next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from bot.driving.driver import Driver
from bot.driving.keeper import REMEMBER_MS, Keeper
from bot.driving.steps import RequestClass, Step, StepSource
from bot.driving.table import Table
from bot.gate import Gate
from bot.refused import Refused
from bot.tables import endings
from bot.wire.limits import Allowance, Limits, Priority, Route
from storage import Store
from storage.rows import CLOSED
from tests.bot.faults import Faults, StepGate, disk_full, until
from tests.bot.people import Stage
from tests.bot.playing import limit_turns
from tests.bot.tables.alone import a_game, driver_of, read
from tests.bot.turning import HandClock, settled
from tests.promises import LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS

EDITS, SENDS = RequestClass(Priority.MESSAGE, Route.EDIT, 1), RequestClass(Priority.MESSAGE, Route.SEND, 1)


class CountingStep:
    """A step that is due several times, and may fail or wait."""

    def __init__(self, wanted: int = 1, lane: RequestClass | None = None) -> None:
        self.wanted, self.done, self.begun, self.lane = wanted, 0, 0, lane
        self.errors: list[Exception] = []
        self.hold: StepGate | None = None
        self.at: int | None = None

    def steps(self, now: int) -> Iterator[Step]:
        if self.done < self.wanted:
            yield Step(f"counting {id(self)}", self.at or now, self.act, self.lane)

    async def act(self) -> None:
        self.begun += 1
        if self.hold is not None:
            await self.hold.wait()
        if self.errors:
            raise self.errors.pop(0)
        self.done += 1


class KeptGame:
    """A running game; calling the object starts a keeper for the steps of the given functions."""

    def __init__(self, table: Table, clock: HandClock) -> None:
        self.table, self.clock = table, clock
        self.limits = Limits(clock, Allowance(50, 1000))  # of a bot that may ask for a lot
        self.tasks = [asyncio.create_task(self.limits.run())]

    async def __call__(self, *looks: StepSource) -> asyncio.Task[None]:
        keeper = Keeper(self.table, self.clock, Gate(self.clock), self.limits, lambda: looks)
        self.tasks.append(asyncio.create_task(keeper.run()))
        await settled()
        return self.tasks[-1]

    async def later(self, ms: int = 0) -> None:
        """Move the clock and let waiting tasks run."""
        self.clock.now += ms
        self.limits._changed.set()
        self.table.changed.set()
        await settled()


@pytest.fixture
async def keep(store: Store, clock: HandClock) -> AsyncIterator[KeptGame]:
    """A function that starts keepers of a running game and stops them at the end of the test."""
    kept = KeptGame(await a_game(store, clock), clock)
    yield kept
    for task in kept.tasks:
        task.cancel()
    await asyncio.gather(*kept.tasks, return_exceptions=True)


async def test_change_during_a_step_is_handled_after_it(keep: KeptGame) -> None:
    """A step that becomes due again while it runs is done again; a slow step delays no other step."""
    slow, quick = CountingStep(1), CountingStep(0)
    slow.hold = StepGate()
    await keep(slow.steps, quick.steps)
    assert (slow.begun, slow.done) == (1, 0)
    quick.wanted = slow.wanted = 2
    await keep.later()
    assert quick.done == 2
    assert slow.begun == 1
    slow.hold.release()
    await settled()
    assert slow.done == 2


async def test_retry_delay_doubles_up_to_a_minute(keep: KeptGame) -> None:
    step = CountingStep()
    step.errors = [disk_full() for _ in range(12)]
    await keep(step.steps)
    rests = []
    while not step.done:
        rest, begun = SHORTEST_PAUSE_MS, step.begun
        while True:
            await keep.later(SHORTEST_PAUSE_MS)
            if step.begun > begun:
                break
            rest += SHORTEST_PAUSE_MS
        rests.append(rest)
    assert rests == [min(SHORTEST_PAUSE_MS << i, LONGEST_PAUSE_MS) for i in range(12)]
    step.wanted += 1
    await keep.later()
    assert step.done == 2


def failing_finder(now: int) -> Iterator[Step]:
    raise RuntimeError("a bug")


@pytest.mark.parametrize("error", [Refused("stale-button"), disk_full(), RuntimeError("a bug")], ids=repr)
async def test_keeper_survives_every_failure(keep: KeptGame, error: Exception) -> None:
    """A refusal, a fault or a bug is retried, and delays no other step."""
    failing, other = CountingStep(), CountingStep()
    failing.errors = [error]
    task = await keep(failing.steps, failing_finder, other.steps)
    assert (failing.done, other.done) == (0, 1)
    other.wanted = 2
    await keep.later(SHORTEST_PAUSE_MS)
    assert (failing.done, other.done) == (1, 2)
    assert not task.done()


async def test_keeper_of_closed_table_ends_when_no_step_is_due(
    keep: KeptGame, store: Store, faults: Faults
) -> None:
    """The keeper of a closed table ends when all steps are done and stored."""
    step, table = CountingStep(), keep.table
    step.errors = [disk_full()]
    faults.fail("write save_shown", disk_full)
    task = await keep(step.steps)
    await table.apply_in_game(endings.close, CLOSED)
    await settled()
    assert not task.done()
    assert not table.sent_row.settled
    await keep.later(SHORTEST_PAUSE_MS)
    assert step.done == 1
    await until(lambda: table.unsaved_since is not None)  # the store has a thread of its own
    assert not task.done()
    await table.save_sent()
    table.changed.set()
    await task
    assert (await read(table)).sent_row.settled


async def test_record_of_sent_messages_is_saved_a_little_later(keep: KeptGame, faults: Faults) -> None:
    table = keep.table
    await keep()
    table.update_sent_later(call_id=7)
    await keep.later(REMEMBER_MS - 1)
    assert "write save_shown" not in faults.steps
    await keep.later(1)
    await until(lambda: table.unsaved_since is None)
    assert (await read(table)).sent_row.call_id == 7


async def test_outdated_table_is_reloaded_before_anything_else(keep: KeptGame, faults: Faults) -> None:
    """An outdated table has no steps of its game, and its record is not saved until the table is loaded."""
    table, driver = keep.table, driver_of(keep.table, keep.clock)
    table.update_sent_later(call_id=7)
    table.mark_outdated()
    assert not list(driver.steps(keep.clock.elapsed_ms()))
    faults.fail("read load_table", disk_full)
    await keep(driver.steps)
    while table.unsaved_since is not None:  # the store has a thread of its own
        await keep.later(50)
    assert not table.is_outdated
    assert [step for step in faults.steps if step in ("read load_table", "write save_shown")] == [
        "read load_table",
        "read load_table",
        "write save_shown",
    ]
    assert list(driver.steps(keep.clock.elapsed_ms()))


async def test_stopped_keeper_leaves_no_running_step(keep: KeptGame) -> None:
    step = CountingStep()
    step.hold = StepGate()
    task = await keep(step.steps)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    step.hold.release()
    await settled()
    assert not step.done


async def test_step_waiting_for_its_route_delays_no_other_route(keep: KeptGame) -> None:
    """While an edit waits for its rate limit, new messages are sent."""
    edits, sends = CountingStep(2, EDITS), CountingStep(2, SENDS)
    await keep(edits.steps, sends.steps)
    assert (edits.done, sends.done) == (1, 2)
    await keep.later(999)
    assert edits.done == 1
    await keep.later(1)
    assert edits.done == 2


@pytest.mark.parametrize("becomes", ["not due", "due later", "another request"])
async def test_step_no_longer_due_after_its_wait_is_skipped(keep: KeptGame, becomes: str) -> None:
    """After the wait for a rate limit, a step is looked up again and skipped if no longer due."""
    step = CountingStep(2, EDITS)
    await keep(step.steps)
    if becomes == "not due":
        step.wanted = 1
    elif becomes == "due later":
        step.at = keep.clock.elapsed_ms() + 5000
    else:
        step.lane = SENDS
    await keep.later(1000)
    assert step.begun == (2 if becomes == "another request" else 1)
    await keep.later(4000)
    assert step.done == (1 if becomes == "not due" else 2)


async def test_newest_step_is_done_after_the_wait(keep: KeptGame) -> None:
    """After the wait for a rate limit, the newest version of the step is done."""
    done: list[int] = []

    def newest(now: int) -> Iterator[Step]:
        async def act() -> None:
            done.append(now)

        if len(done) < 2:
            yield Step("newest", now, act, EDITS)

    await keep(newest)
    begun = keep.clock.elapsed_ms()
    await keep.later(400)
    await keep.later(600)
    assert done == [begun, begun + 1000]


async def test_waiting_picture_is_shown_at_once_when_urgent(
    keep: KeptGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture waits until the bot is idle, but is shown at once when the game is over."""

    async def for_ever(gate: Gate, patience_ms: int) -> None:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(Gate, "wait_for_turn", for_ever)
    priority, ranks = Priority.PICTURE, list[Priority]()

    async def show() -> None:
        ranks.append(priority)

    def steps(now: int) -> Iterator[Step]:
        if not ranks:
            yield Step("table", now, show, RequestClass(priority, Route.EDIT, 1))

    await keep(steps)
    assert not ranks
    priority = Priority.MESSAGE
    await keep.later()
    assert ranks == [Priority.MESSAGE]


# --- a quiet table ----------------------------------------------------------------------------------------


CALM = 60
"""Seconds after which everything caused by the last tap is shown, stored and cleaned up."""


async def looks_of_a_minute(stage: Stage, patch: pytest.MonkeyPatch) -> int:
    """Return how often keepers check for due steps in a minute without activity."""
    await stage.env.advance_time(CALM)
    looks, look = [], Keeper._start_due_steps

    def counted(keeper: Keeper, now: int) -> int | None:
        looks.append(now)
        return look(keeper, now)

    patch.setattr(Keeper, "_start_due_steps", counted)
    await stage.env.advance_time(60)
    patch.setattr(Keeper, "_start_due_steps", look)
    return len(looks)


async def start_quiet_game(stage: Stage, clock: str) -> None:
    """Start a game of two, open both panels and make one move."""
    await limit_turns(stage, clock)
    await stage.start_two()
    for person in (stage.alice, stage.bob):
        await stage.tap(person, stage.table_message(), "hand")
    await stage.move("call single 5")


@pytest.mark.parametrize("clock", ["none", "week", "lobby"])
async def test_quiet_table_is_not_polled(stage: Stage, monkeypatch: pytest.MonkeyPatch, clock: str) -> None:
    """No keeper checks the table within a minute, although panels are open and deadlines are running."""
    await (stage.lobby("bull") if clock == "lobby" else start_quiet_game(stage, clock))
    assert await looks_of_a_minute(stage, monkeypatch) == 0


async def test_counter_of_looks_detects_polling(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Driver.steps

    def always_soon(driver: Driver, now: int) -> Iterator[Step]:
        yield from steps(driver, now)
        yield Step("soon", now + 10_000, driver._end_pause)

    await start_quiet_game(stage, "none")
    monkeypatch.setattr(Driver, "steps", always_soon)
    stage.table.changed.set()
    assert await looks_of_a_minute(stage, monkeypatch) > 3
