from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from storage import Store
from storage.engine.migrate import migrate
from storage.rows import GuildSettings, ShownRow
from storage.scores import ratings, tallies
from storage.scores.periods import KEPT_STARTS, month_start, week_start
from storage.scores.tallies import rebuild_boards
from storage.servers.settings import save_settings
from storage.tables import acts, lifecycle
from storage.upkeep.maintenance import _wrong_ratings, _wrong_tallies, findings
from storage.upkeep.privacy import forget
from tests.storage.direct import rows
from tests.storage.helpers import DAY, NOON, begun, board_of, finished, outcome, seats, table


async def _everywhere(store: Store, game: str | None = "bull") -> dict[int, tuple[int, int]]:
    board = await board_of(store, "games", game, None)
    return {row.user_id: (row.games, row.wins) for row in board.rows}


async def test_only_servers_that_joined_count_everywhere(store: Store) -> None:
    """The board of all servers has the games of those that joined in, from before they joined too."""
    await finished(store, "a", (10, 11), (1, 2), guild_id=1)
    await finished(store, "b", (10, 12), (1, 2), guild_id=2)
    assert await _everywhere(store) == {}
    await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
    assert await _everywhere(store) == {10: (1, 1), 11: (1, 0)}
    await store.write(save_settings, GuildSettings(2, board_scope="everywhere"))
    await finished(store, "c", (12, 10), (1, 2), guild_id=2)
    assert await _everywhere(store) == {10: (3, 2), 11: (1, 0), 12: (2, 1)}
    assert await _everywhere(store, None) == {10: (3, 2), 11: (1, 0), 12: (2, 1)}
    await store.write(save_settings, GuildSettings(1, board_scope="server"))
    assert await _everywhere(store) == {10: (2, 1), 12: (2, 1)}


async def test_saving_other_settings_counts_nothing_twice(store: Store) -> None:
    """Saving settings again without a change of scope leaves the boards alone."""
    await finished(store, "a", (10, 11), (1, 2))
    for clock in ("evening", "week"):
        await store.write(save_settings, GuildSettings(1, clock=clock, board_scope="everywhere"))
    assert await _everywhere(store) == {10: (1, 1), 11: (1, 0)}


async def test_bygone_periods_are_let_go(store: Store, where: str) -> None:
    """Months and weeks long past leave the boards, games' own too; all time stays."""

    def periods(table: str) -> set[int]:
        return {period for (period,) in rows(where, f"SELECT period FROM {table}")}

    for number in range(20):
        at = NOON + number * 7 * DAY
        await finished(store, f"t{number}", (10, 11), (1, 2), facts=({"best_hand": 1}, {}), at=at)
    kept = periods("tally")
    assert len(kept) == KEPT_STARTS + 1
    assert week_start(at) in kept
    assert week_start(NOON) not in kept
    assert periods("measure") == kept
    assert (await board_of(store)).rows[0].games == 20
    assert await store.check(findings) == []
    await store.write(rebuild_boards)
    assert periods("tally") == kept


async def test_a_clock_that_jumps_ahead_takes_no_board_away(store: Store) -> None:
    """After results from years ahead the real week and month still count everything, rebuilt ones too."""
    await finished(store, "a", (10, 11), (1, 2), at=NOON)
    for number in range(2):
        await finished(store, f"ahead{number}", (10, 11), (1, 2), at=NOON + 3653 * DAY + number)
    await finished(store, "b", (10, 11), (1, 2), at=NOON + 1)
    for _ in range(2):
        for since in (week_start(NOON), month_start(NOON)):
            board = await board_of(store, "games", since=since)
            assert [row.games for row in board.rows] == [2, 2]
        assert await store.check(findings) == []
        await store.write(rebuild_boards)


@cache
def _new() -> bytes:
    """A database with nothing in it, which takes longer to make than to fill."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        return conn.serialize()


class Boards(RuleBasedStateMachine):
    """Any history of games, scopes and forgetting; the kept numbers must be those made from the results."""

    def __init__(self) -> None:
        super().__init__()
        self.conn = sqlite3.connect(":memory:", isolation_level=None)
        self.conn.deserialize(_new())
        self.games = 0
        self.at = NOON

    def teardown(self) -> None:
        self.conn.close()

    @rule(data=st.data(), guild=st.integers(1, 3), game=st.sampled_from(["bull", "lost"]))
    def play(self, data: Any, guild: int, game: str) -> None:
        players = data.draw(st.lists(st.integers(10, 14), min_size=1, max_size=4, unique=True))
        taken = seats(*players, *((None,) if data.draw(st.booleans()) else ()))
        strengths = data.draw(st.lists(st.integers(1, 3), min_size=len(taken), max_size=len(taken)))
        places = tuple(1 + sum(other < own for other in strengths) for own in strengths)
        self.games += 1
        name = f"t{self.games}"
        row = table(name, guild_id=guild, game=game, host_id=players[0], created_at=self.at)
        lifecycle.create_table(self.conn, row, taken)
        lifecycle.start_table(self.conn, begun(row), taken, (), ShownRow(name))
        if data.draw(st.booleans()):
            gone = msgspec.structs.replace(taken[0], left=True, level="easy")
            playing = msgspec.structs.replace(row, status="playing", revision=1)
            acts.save_acts(self.conn, playing, [gone], at=self.at)
        if data.draw(st.integers(0, 5)) == 0:
            forget(self.conn, players[0], "normal", self.at)
        counters = st.sampled_from(["best_hand", "won_back_lower", "lies"])
        facts = tuple(data.draw(st.dictionaries(counters, st.integers(0, 3))) for _ in taken)
        lifecycle.append_moves(self.conn, name, (), None, outcome(*places, at=self.at, facts=facts))

    @rule(days=st.integers(-400, 400) | st.integers(1, 50))
    def wait(self, days: int) -> None:
        self.at += days * DAY

    @rule(guild=st.integers(1, 3), scope=st.sampled_from(["server", "everywhere"]))
    def choose_scope(self, guild: int, scope: str) -> None:
        save_settings(self.conn, GuildSettings(guild, board_scope=scope))

    @rule(user=st.integers(10, 14))
    def forget_somebody(self, user: int) -> None:
        forget(self.conn, user, "normal", self.at)

    @rule()
    def rebuild(self) -> None:
        ratings.rerate(self.conn)
        tallies.rebuild_boards(self.conn)

    @invariant()
    def kept_numbers_are_those_of_the_results(self) -> None:
        assert list(_wrong_ratings(self.conn)) == []
        assert list(_wrong_tallies(self.conn)) == []
        self.conn.execute("DROP TABLE temp.expected_tally")
        self.conn.execute("DROP TABLE temp.expected_measure")


def test_boards_always_agree_with_results() -> None:
    """Whatever happens, ratings and boards are at any time those that the results give."""
    run_state_machine_as_test(
        Boards,
        settings=settings(
            max_examples=60,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
