"""Random acts of host, players, leavers, takers, watchers, keepers of order and deletions over whole games.

Whatever they do, with restarts in between, at each of the five games: a game that counts has a result, or all
agreed, or its place is gone; nobody who ever sat there, was taken out or is forbidden to play sits down; what
somebody was told about their place is what is written, and what the table shows.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.order import admission
from bot.tables import ending, seating, votes
from bot.tables.table_facts import TableFacts
from storage import open_store
from storage.engine.connection import Connection
from storage.errors import StorageError
from storage.scores import results
from storage.tables import loading
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


def all_need_not_agree(patch: pytest.MonkeyPatch) -> None:
    """More than half end a game that counts."""
    patch.setattr(votes, "takes_all", lambda state, act: False)


def one_pauses_alone(patch: pytest.MonkeyPatch) -> None:
    """The host holds up a game that counts."""
    patch.setattr(votes, "is_hosts", lambda state, act: act == votes.PAUSE)


def sit_again(patch: pytest.MonkeyPatch) -> None:
    """Only those are known whose seats can be seen now."""
    patch.setattr(seating, "check_taking", lambda state, seat, user_id: None)
    patch.setattr("storage.tables.sat.add", lambda conn, table_id, keys: 1)


def watch_at_once(patch: pytest.MonkeyPatch) -> None:
    """Who leaves sees all hands of a game that counts."""
    patch.setattr(seating, "may_watch", lambda state, user_id: state.has_sat(user_id))


def strangers_watch(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees all hands who does not play."""
    patch.setattr(seating, "may_watch", lambda state, user_id: state.seat_of(user_id) is None)


def forget_what_was_told(patch: pytest.MonkeyPatch) -> None:
    """A game that is broken off has no result."""
    patch.setattr(ending, "_early", lambda state, why, now: None)


def nobody_wins_early(patch: pytest.MonkeyPatch) -> None:
    """Who leaves is told that the other one wins, who does not."""
    patch.setattr(ending, "_is_won", lambda state: False)


def write_other_places(patch: pytest.MonkeyPatch) -> None:
    """Who is out shares the first place when a game is broken off."""
    patch.setattr(ending, "settled", lambda state: ())


def show_other_places(patch: pytest.MonkeyPatch) -> None:
    """The table shows another ranking than the one that is written."""
    usual = results.places
    patch.setattr(results, "places", lambda conn, table_id: tuple(reversed(usual(conn, table_id))))


def come_back_after_a_deletion(patch: pytest.MonkeyPatch) -> None:
    """Who was taken out is known by their name alone."""

    def is_named(state: TableFacts, user_id: int) -> bool:
        return any(one.is_removed and one.user_id == user_id for one in state.gathering.invitations)

    patch.setattr(TableFacts, "was_taken_out", is_named)


def play_after_a_deletion(patch: pytest.MonkeyPatch) -> None:
    """Who is forbidden to play is known by their name alone."""

    def is_named(conn: Connection, guild_id: int, user_id: int) -> bool:
        asked = "SELECT 1 FROM bar JOIN person ON person.id = bar.person WHERE guild_id = ? AND user_id = ?"
        return conn.execute(asked, (guild_id, user_id)).fetchone() is not None

    patch.setattr(admission, "is_barred", is_named)


def forget_who_closed_it(patch: pytest.MonkeyPatch) -> None:
    """Memory alone knows who closed a table for the server."""
    patch.setattr(loading, "closer_of", lambda conn, guild_id, table_id: None)


def close_ones_own_game(patch: pytest.MonkeyPatch) -> None:
    """Whoever keeps order gets out of a game that counts by closing it."""
    patch.setattr(seating, "without_keeper", lambda state, user_id, level: state)


MUTANTS: dict[Any, int] = {
    all_need_not_agree: 0,
    one_pauses_alone: 15,
    sit_again: 1,
    watch_at_once: 0,
    strangers_watch: 0,
    forget_what_was_told: 4,
    nobody_wins_early: 15,
    write_other_places: 12,
    show_other_places: 4,
    come_back_after_a_deletion: 7,
    play_after_a_deletion: 3,
    forget_who_closed_it: 12,
    close_ones_own_game: 12,
}
"""Every fault, and the game that showed it last: it is tried first."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: one.__name__)
async def test_what_is_forbidden_is_found(mutant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each fault is noticed in one of those games."""
    mutant(monkeypatch)
    for seed in sorted(SEEDS, key=lambda seed: seed != MUTANTS[mutant]):
        try:
            await evening(seed)
        except (AssertionError, StorageError):
            return
    pytest.fail("nobody has noticed")
