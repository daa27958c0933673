"""Tests of the garbage collector, which a running bot starts from time to time."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.administration import running
from bot.gate import Gate
from bot.language import Localizer
from games.core.words import Text
from tests.bot.turning import HandClock, settled


class Circle:
    """An object that only the garbage collector can free."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


async def test_collector_runs_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A running bot frees what has reference cycles, and leaves the collector on when it ends."""
    monkeypatch.setattr(running, "COLLECT_SECONDS", 0.0)
    clock = HandClock()
    client = cast(Any, SimpleNamespace(clock=clock, gate=Gate(clock)))
    circle = weakref.ref(Circle())
    async with running._garbage_collection(client):
        assert not gc.isenabled()
        assert circle() is not None
        await settled()
        assert circle() is None
    assert gc.isenabled()


async def test_collector_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector lets other work go first."""
    monkeypatch.setattr(running, "COLLECT_SECONDS", 0.0)
    gate = Gate(HandClock())
    begun: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: begun.append("garbage"))

    async def act() -> None:
        async with gate.step():
            begun.append("step")
            await asyncio.get_running_loop().create_future()

    tasks = [asyncio.create_task(act()) for _ in range(3)]
    collecting = asyncio.create_task(running.collect_garbage(HandClock(), gate))
    while "garbage" not in begun:
        await settled()
    for task in (collecting, *tasks):
        task.cancel()
    await asyncio.gather(collecting, *tasks, return_exceptions=True)
    assert begun[:4] == ["step", "step", "step", "garbage"]


def test_localizer_is_freed_without_the_collector() -> None:
    localizer = Localizer("en", ["Alice"])
    assert localizer.plain(Text("button-rules"))
    freed = weakref.ref(localizer)
    del localizer
    assert freed() is None
