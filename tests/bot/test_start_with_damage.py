"""Tests that the bot starts and posts for other servers with any one damaged value in its database."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.driving.registry import TableRegistry
from bot.randomness import SeededChance
from bot.tournaments.registry import Tournaments
from games.trophies import COUNTING
from storage import open_store
from tests.amounts import EXPLORE
from tests.storage.damage import DamageCase, cases, damaged

SEED_OF_CASES = 5

OF_TABLES = {case.table: case for case in random.Random(SEED_OF_CASES).sample(cases(), len(cases()))}
"""One case of each table."""

WHOLE_TABLES = ("tournament", "entrant")
"""Tables of which one case of each column is tried, as the bot makes objects of their rows at its start."""

OF_COLUMNS = {
    (case.table, case.column): case
    for case in random.Random(SEED_OF_CASES).sample(cases(), len(cases()))
    if case.table in WHOLE_TABLES
}


def chosen_cases() -> list[DamageCase]:
    if EXPLORE:
        return [case for case in cases() if case.table in WHOLE_TABLES or case in OF_TABLES.values()]
    return [*{*OF_TABLES.values(), *OF_COLUMNS.values()}]


async def fault_of(case: DamageCase, path: Path) -> str:
    """Return what keeps the bot from serving the other server; empty if nothing does."""
    database = damaged(case)
    if database is None:
        return ""
    with closing(database):
        path.write_bytes(database.serialize())
    try:
        async with await open_store(path, counting=COUNTING) as store:
            registry = TableRegistry(store, Clock(), SeededChance(1))
            await registry.restore()
            tournaments = Tournaments(store, Clock(), SeededChance(1), registry)
            await tournaments.restore()
            missing = {"lobby2", "cup2"} - {*registry.all, *tournaments.all}
    except Exception as error:
        return f"{case}: {type(error).__name__}: {error}"
    return f"{case}: {missing} missing" if missing else ""


@pytest.mark.parametrize("part", range(4))
async def test_bot_starts_with_any_damaged_value(part: int, tmp_path: Path) -> None:
    """The table and the tournament of the other server are there after a start."""
    results = [
        await fault_of(case, tmp_path / f"{number}.db") for number, case in enumerate(chosen_cases()[part::4])
    ]
    faults = [fault for fault in results if fault]
    assert not faults, "\n".join(faults[:30])
