from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's database is."""
    return tmp_path / "tefuda.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    """An open, empty store."""
    async with await Store.open(path) as opened:
        yield opened
