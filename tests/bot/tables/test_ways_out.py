"""Random games in which people leave, are banned or end the game early.

A game that counts ends with a result, unless all players agree or its channel is gone. People who left,
were removed or are banned take no seat. The place announced to a leaver is stored and shown.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot import moderation
from bot.tables import endings, lobby
from bot.tables.state import TableState
from storage import open_store
from storage.engine.database import Connection
from storage.errors import StorageError
from storage.scores import results
from storage.servers import Ban
from storage.tables import gathering, loading
from tests import postgres
from tests.amounts import EXPLORE
from tests.bot.tables.ways_out import Evening

SEEDS = range(50)
"""Seeds of the games that are played; half of them run without faults."""


async def evening(seed: int) -> None:
    async with await open_store(":memory:") as store:
        await Evening(store, seed).play()


@pytest.mark.parametrize("seed", range(25) if EXPLORE else range(10))
async def test_no_way_out_avoids_a_result_or_carries_knowledge(seed: int) -> None:
    await evening(seed)


@pytest.mark.parametrize("seed", range(5))
async def test_no_way_out_avoids_a_result_on_postgresql(seed: int) -> None:
    """The random games pass the same checks on PostgreSQL, one game of each kind."""
    async with await open_store(await postgres.empty_database()) as store:
        await Evening(store, seed).play()


usual_places = results.places


def other_places(conn: Connection, table_id: str) -> tuple[int, ...]:
    return tuple(reversed(usual_places(conn, table_id)))


def is_named_as_removed(state: TableState, user_id: int) -> bool:
    return any(
        invitation.is_removed and invitation.user_id == user_id for invitation in state.gathering.invitations
    )


def bar_by_name(conn: Connection, guild_id: int, user_id: int) -> Ban | None:
    query = "SELECT since FROM bar JOIN person ON person.id = bar.person WHERE guild_id = ? AND user_id = ?"
    row = conn.execute(query, (guild_id, user_id)).fetchone()
    return None if row is None else Ban(user_id, "", row[0])


MUTANTS: dict[str, Any] = {
    "more than half end a game that counts": (0, (endings, "needs_all_votes", lambda state, act, now: False)),
    "the host holds up a game that counts": (
        15,
        (endings, "can_host_decide", lambda state, act: act == endings.PAUSE),
    ),
    "only those are known whose seats can be seen now": (
        1,
        (lobby, "check_taking", lambda state, seat, user_id: None),
        (gathering, "exclude", lambda conn, table_id, keys: 1),
    ),
    "who leaves sees all hands": (
        0,
        (lobby, "may_watch", lambda state, user_id: state.has_ever_sat(user_id)),
    ),
    "all see them who do not play": (
        0,
        (lobby, "may_watch", lambda state, person: state.seat_of(person) is None),
    ),
    "a game that is broken off has no result": (4, (endings, "_early_outcome", lambda state, why, now: None)),
    "who leaves is told that the other wins, who does not": (15, (endings, "_is_won", lambda state: False)),
    "who is out is first in a game that is broken off": (12, (endings, "settled_seats", lambda state: ())),
    "the table shows another ranking than is written": (4, (results, "places", other_places)),
    "who was taken out is known by name": (7, (TableState, "was_removed", is_named_as_removed)),
    "who is forbidden to play is known by name": (3, (moderation, "load_ban", bar_by_name)),
    "memory alone knows who closed it": (12, (loading, "load_closer", lambda conn, guild_id, table_id: None)),
    "a keeper closes their own": (12, (lobby, "count_moderator_as_resigned", lambda state, user_id: state)),
}
"""Every fault with the seed that showed it last, which is tried first, and its patch."""


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", MUTANTS)
async def test_forbidden_way_out_is_detected(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *changes = MUTANTS[mutant]
    for change in changes:
        monkeypatch.setattr(*change)
    for seed in sorted(SEEDS, key=lambda seed: seed != first):
        try:
            await evening(seed)
        except (AssertionError, StorageError):
            return
    pytest.fail("nobody has noticed")
