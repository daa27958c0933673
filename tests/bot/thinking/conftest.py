from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.thinking.thinkers import Thinkers


@pytest.fixture
async def lone_thinkers() -> AsyncIterator[Thinkers]:
    """Computer players with one process, which ends with the test."""
    players = Thinkers(1, timeout_seconds=60.0)
    yield players
    players.close()
