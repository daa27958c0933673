"""Random acts of host, players, leavers, takers, watchers, keepers of order and deletions over whole games.

Whatever they do, with restarts in between, at each of the five games: a game that counts has a result, or all
agreed, or its place is gone; nobody who ever sat there, was taken out or is forbidden to play sits down; what
somebody was told about their place is what is written, and what the table shows.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import votes
from bot.tables.table_facts import TableFacts
from storage import open_store
from storage.engine.connection import Connection
from storage.errors import StorageError
from storage.scores.results import places
from tests import postgres
from tests.bot.tables.ways_out import Evening

SEEDS = range(50)
"""Of the games in which a fault is looked for; half of them are played without one."""


async def evening(seed: int) -> None:
    async with await open_store(":memory:") as store:
        await Evening(store, seed).play()


@pytest.mark.parametrize("seed", SEEDS[:25])
async def test_nobody_dodges_a_result_and_nobody_carries_what_they_know(seed: int) -> None:
    """Whatever people do, in whatever order."""
    await evening(seed)


@pytest.mark.parametrize("seed", range(5))
async def test_nor_on_postgresql(seed: int) -> None:
    """The same on the other database, at each game."""
    async with await open_store(await postgres.empty_database()) as store:
        await Evening(store, seed).play()


def other_places(conn: Connection, table_id: str) -> tuple[int, ...]:
    return tuple(reversed(places(conn, table_id)))


def is_named_as_removed(state: TableFacts, user_id: int) -> bool:
    return any(one.is_removed and one.user_id == user_id for one in state.gathering.invitations)


def is_named_as_barred(conn: Connection, guild_id: int, user_id: int) -> bool:
    asked = "SELECT 1 FROM bar JOIN person ON person.id = bar.person WHERE guild_id = ? AND user_id = ?"
    return conn.execute(asked, (guild_id, user_id)).fetchone() is not None


TAKING, SAT = "bot.tables.seating.check_taking", "storage.tables.sat.add"
MUTANTS: dict[str, tuple[int, dict[str, Any]]] = {
    "more than half end a game that counts": (0, {"bot.tables.votes.takes_all": lambda state, act: False}),
    "the host holds up a game that counts": (
        15,
        {"bot.tables.votes.is_hosts": lambda state, act: act == votes.PAUSE},
    ),
    "only those are known whose seats can be seen now": (
        1,
        {TAKING: lambda state, seat, user_id: None, SAT: lambda conn, table_id, keys: 1},
    ),
    "who leaves sees all hands of a game that counts": (
        0,
        {"bot.tables.seating.may_watch": lambda state, user_id: state.has_sat(user_id)},
    ),
    "everybody sees all hands who does not play": (
        0,
        {"bot.tables.seating.may_watch": lambda state, user_id: state.seat_of(user_id) is None},
    ),
    "a game that is broken off has no result": (
        4,
        {"bot.tables.ending._early": lambda state, why, now: None},
    ),
    "who leaves is told that the other one wins, who does not": (
        15,
        {"bot.tables.ending._is_won": lambda state: False},
    ),
    "who is out shares the first place when a game is broken off": (
        12,
        {"bot.tables.ending.settled": lambda state: ()},
    ),
    "the table shows another ranking than the one that is written": (
        4,
        {"storage.scores.results.places": other_places},
    ),
    "who was taken out is known by their name alone": (
        7,
        {"bot.tables.table_facts.TableFacts.was_taken_out": is_named_as_removed},
    ),
    "who is forbidden to play is known by their name alone": (
        3,
        {"bot.order.admission.is_barred": is_named_as_barred},
    ),
    "memory alone knows who closed a table for the server": (
        12,
        {"storage.tables.loading.closer_of": lambda conn, guild_id, table_id: None},
    ),
    "whoever keeps order gets out of a game that counts by closing it": (
        12,
        {"bot.tables.seating.without_keeper": lambda state, user_id, level: state},
    ),
}
"""Every fault, the game that showed it last, which is tried first, and what takes the place of what."""


@pytest.mark.parametrize("mutant", MUTANTS)
async def test_what_is_forbidden_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each fault is noticed in one of those games."""
    first, changes = MUTANTS[mutant]
    for name, change in changes.items():
        monkeypatch.setattr(name, change)
    for seed in sorted(SEEDS, key=lambda seed: seed != first):
        try:
            await evening(seed)
        except (AssertionError, StorageError):
            return
    pytest.fail("nobody has noticed")
