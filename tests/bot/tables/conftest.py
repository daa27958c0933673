"""A store of one's own for tables without Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage import Store, open_store
from tests.bot.faults import Faults
from tests.bot.tables.alone import HandClock


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """An empty database in memory."""
    async with await open_store(":memory:") as store:
        yield store


@pytest.fixture
def faults(store: Store) -> Faults:
    """Faults between tables and that store."""
    faults = Faults()
    faults.attach_store(store)
    return faults


@pytest.fixture
def clock() -> HandClock:
    """A clock that stands."""
    return HandClock()
