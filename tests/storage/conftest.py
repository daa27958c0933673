"""Fixtures of stores. Tests that are not about SQLite's file run on both databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store, open_store
from tests import postgres

BOTH = ("sqlite", "postgresql")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on both databases, unless it is about one of them or reads SQLite's file."""
    if "kind" in metafunc.fixturenames:
        marked = [kind for kind in BOTH if metafunc.definition.get_closest_marker(kind)]
        looks = ["sqlite"] if "path" in metafunc.fixturenames else []
        metafunc.parametrize("kind", marked or looks or BOTH)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the test's SQLite file."""
    return tmp_path / "tefuda.db"


@pytest.fixture
async def where(kind: str, tmp_path: Path) -> str:
    """Return the path or address that opens the test's database."""
    return await postgres.empty_database() if kind == "postgresql" else str(tmp_path / "tefuda.db")


@pytest.fixture
async def store(where: str) -> AsyncIterator[Store]:
    """Yield an open, empty store."""
    async with await open_store(where) as opened:
        yield opened
