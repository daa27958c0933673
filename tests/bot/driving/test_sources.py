"""Tests of which sources of steps a keeper asks, and when."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import Signal
from bot.driving import keeper as keeping
from bot.driving.keeper import Keeper
from bot.driving.kept import Kept, SourceSignal
from bot.driving.steps import RequestClass
from bot.gate import Gate
from bot.wire.limits import Allowance, Limits, Priority, Route
from tests.bot.driving.test_keeper import CountingStep, KeptGame, keep
from tests.bot.faults import REFRESHING, Faults, disk_full, unknown
from tests.bot.people import Stage
from tests.bot.playing import click_through
from tests.bot.turning import HandClock, settled
from tests.promises import SHORTEST_PAUSE_MS

__all__ = ["keep"]

SOONEST_MS = 15_000
"""Milliseconds within which a keeper finds what a step has changed for others without saying so."""

SOURCES = st.integers(0, 3)


class SilentSource(CountingStep):
    """A source of steps, of which each step may silently make a step of another source necessary."""

    def __init__(self, sources: list[SilentSource], following: list[int], is_by_route: bool) -> None:
        lane = RequestClass(Priority.MESSAGE, Route.SEND, id(self)) if is_by_route else None
        super().__init__(0, lane)
        self._sources = sources
        self._following = following

    async def act(self) -> None:
        await super().act()
        if self._following:
            self._sources[self._following.pop()].wanted += 1

    @property
    def is_due(self) -> bool:
        return self.done < self.wanted


class Quiet:
    """An open table that never changes by itself."""

    def __init__(self) -> None:
        self.id = "quiet"
        self.changed = SourceSignal()
        self.state = SimpleNamespace(is_closed=False)
        self.is_outdated = False
        self.unsaved_since = None

    def bind_log(self) -> None: ...


async def play(is_by_route: bool, following: list[list[int]], events: list[tuple[int, int, bool]]) -> None:
    """Run a keeper while events make steps necessary, and check that all of them are done.

    Args:
        following: for each source the sources whose steps its own steps make necessary.
        events: for each event the source whose step becomes necessary, the milliseconds until the next one,
            and whether the step fails once.
    """
    clock = HandClock()
    table = Quiet()
    sources = list[SilentSource]()
    sources += [SilentSource(sources, list(others), is_by_route) for others in following]
    limits = Limits(clock, Allowance(50, 1000))
    keeper = Keeper(
        cast(Any, table), clock, Gate(clock), limits, lambda: [source.steps for source in sources]
    )
    tasks = [asyncio.create_task(limits.run()), asyncio.create_task(keeper.run())]
    await settled()
    for index, pause, fails in events:
        source = sources[index]
        source.wanted += 1
        if fails:
            source.errors.append(disk_full())
        table.changed.set(source.steps)
        await clock.turn(pause)
    # Silent changes are found, each within its time, also those that other silent changes have led to.
    for _ in range(sum(map(len, following)) + 1):
        await clock.turn(SOONEST_MS + SHORTEST_PAUSE_MS)
    assert not any(source.is_due for source in sources)
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@given(
    st.booleans(),
    st.lists(st.lists(SOURCES, max_size=3), min_size=4, max_size=4),
    st.lists(st.tuples(SOURCES, st.integers(0, 2500), st.booleans()), max_size=6),
)
def test_no_step_is_ever_missed(
    is_by_route: bool, following: list[list[int]], events: list[tuple[int, int, bool]]
) -> None:
    """A keeper that asks only one source still does what this source's step has changed for others."""
    asyncio.run(play(is_by_route, following, events))


async def test_finished_step_asks_its_own_source_at_once(keep: KeptGame) -> None:
    """Other sources are asked within fifteen seconds, and at once if they are named."""
    own, other = CountingStep(0), CountingStep(0)
    await keep(own.steps, other.steps)
    own.wanted = 2
    other.wanted = 1
    keep.table.changed.set(own.steps)
    await settled()
    assert (own.done, other.done) == (2, 0)
    keep.table.changed.set(other.steps)
    await settled()
    assert other.done == 1
    other.wanted = 2
    await keep.clock.turn(SOONEST_MS)
    assert other.done == 2


async def test_failed_step_asks_all_sources_at_once(keep: KeptGame) -> None:
    failing, other = CountingStep(0), CountingStep(0)
    await keep(failing.steps, other.steps)
    failing.errors = [disk_full()]
    failing.wanted = other.wanted = 1
    keep.table.changed.set(failing.steps)
    await settled()
    assert (failing.done, other.done) == (0, 1)


async def test_look_at_one_source_keeps_the_time_of_the_others(keep: KeptGame) -> None:
    own, other = CountingStep(0), CountingStep(1)
    now = keep.clock.elapsed_ms()
    other.at = now + 1000
    gate = Gate(keep.clock)
    keeper = Keeper(keep.table, keep.clock, gate, keep.limits, lambda: [own.steps, other.steps])
    assert keeper._start_due_steps(now) == other.at
    keep.table.changed.set(own.steps)
    assert keeper._start_due_steps(now) == other.at


async def test_time_of_a_step_asks_only_its_source(keep: KeptGame) -> None:
    own, other = CountingStep(1), CountingStep(0)
    own.at = keep.clock.elapsed_ms() + 1000
    await keep(own.steps, other.steps)
    other.wanted = 1
    await keep.clock.turn(1000)
    assert (own.done, other.done) == (1, 0)
    await keep.clock.turn(SOONEST_MS)
    assert other.done == 1


# --- a game -------------------------------------------------------------------------------------------------


def note_late_steps(patch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the keys of steps that a keeper has not begun although they are due."""
    late = list[str]()
    look = Keeper._start_due_steps

    def complete_look(keeper: Keeper, now: int) -> int | None:
        at = look(keeper, now)
        for source in keeper._sources():
            for step in source(now):
                pause = keeper._pauses.get(step.name)
                is_paused = pause is not None and pause.until > now
                if step.at <= now and step.name not in keeper._tasks and not is_paused:
                    late.append(step.name.partition(" ")[0])
        return at

    patch.setattr(Keeper, "_start_due_steps", complete_look)
    return late


async def play_with_a_closed_panel(stage: Stage, patch: pytest.MonkeyPatch) -> list[str]:
    """Play moves in panels, of which one is closed meanwhile; return the steps that began late."""
    late = note_late_steps(patch)
    await stage.open_both_panels()
    rng = random.Random(1)
    for number in range(8):
        player = stage.player_on_turn()
        # The panel of the next player can no longer be edited, so the player has to be pinged.
        if number == 5:
            Faults(stage.env).fail(REFRESHING, unknown)
        await click_through(stage, player, rng)
        await stage.env.advance_time(4)
        if not stage.state.is_playing:
            break
    return late


async def test_steps_in_a_game_begin_at_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a step or an answer changes for others wakes the keeper for them as well."""
    assert await play_with_a_closed_panel(stage, monkeypatch) == []


async def test_sent_message_that_wakes_nobody_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pings are sent once the table's message is known to show the move before."""
    update = Kept.update_sent_later

    def update_in_silence(table: Kept[Any], **changes: Any) -> None:
        sources = table.changed._sources
        update(table, **changes)
        table.changed._sources = sources

    monkeypatch.setattr(Kept, "update_sent_later", update_in_silence)
    assert "ping" in await play_with_a_closed_panel(stage, monkeypatch)


# --- mutants ------------------------------------------------------------------------------------------------


def test_keeper_that_never_asks_all_again_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "LOOK_AGAIN_MS", 10**9)
    with pytest.raises(AssertionError):
        asyncio.run(play(False, [[1, 1], [0], [], []], [(0, 0, False)]))


async def test_keeper_that_asks_nobody_after_a_step_is_caught(
    keep: KeptGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SourceSignal, "set", lambda changes, only=None: Signal.set(changes))
    with pytest.raises(AssertionError):
        await test_finished_step_asks_its_own_source_at_once(keep)
