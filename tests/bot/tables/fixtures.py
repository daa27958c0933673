"""Fixtures of the tests of tables: a store, a manual clock, and tables without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.driving.table import Table
from storage import Store, open_store
from tests.bot.faults import Faults
from tests.bot.tables.alone import a_game, a_lobby
from tests.bot.turning import HandClock


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    async with await open_store(":memory:") as store:
        yield store


@pytest.fixture
def faults(store: Store) -> Faults:
    faults = Faults()
    faults.attach_store(store)
    return faults


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def open_lobby(store: Store, clock: HandClock) -> Table:
    """A lobby with Alice as host and Bob."""
    return await a_lobby(store, clock)


@pytest.fixture
async def game(store: Store, clock: HandClock) -> Table:
    return await a_game(store, clock)
