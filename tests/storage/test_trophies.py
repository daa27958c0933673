"""Tests of trophies: live games and recounts of stored games agree, and leaving wins none."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from games.core.trophies import COUNTED_A_DAY
from games.trophies import COUNTING, find_trophy
from storage import Store, open_store
from storage.engine.database import set_meta
from storage.engine.migrate import migrate
from storage.rows import GuildSettings, SentRow
from storage.scores import trophies
from storage.scores.trophies import (
    COUNTED,
    findings,
    load_trophies,
    load_won_trophies,
    progress_counts,
    recount,
)
from storage.servers import save_settings
from storage.tables import lifecycle
from storage.tables.loading import load_table
from storage.upkeep import export_person, forget
from tests.storage import helpers
from tests.storage.helpers import DAY, NOON, outcome, row_at_start, seats, table

CAUGHT = {"challenges": 1, "challenges_right": 1}


async def finished(store: Store, table_id: str, *args: Any, **changes: Any) -> None:
    """Store a whole game as ``helpers.store_finished_game`` does, and count its trophies."""
    counted: Callable[..., Any] = lambda *how, **more: msgspec.structs.replace(  # noqa: E731
        outcome(*how, **more), counting=COUNTING
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(helpers, "outcome", counted)
        await helpers.store_finished_game(store, table_id, *args, **changes)


async def trophies_of(store: Store, user_id: int) -> set[str]:
    return {*(await store.read(load_trophies, user_id, 1)).won}


async def test_first_game_wins_trophies(store: Store) -> None:
    """The winner gets the loser's trophies and more, and the server counts the holders of each trophy."""
    await finished(store, "t1", (10, 11), (1, 2), facts=(CAUGHT, {}))
    mine, theirs = await store.read(load_trophies, 10, 1), await store.read(load_trophies, 11, 1)
    assert {*theirs.won} == {"bull.first", "common.people"}
    assert {*mine.won} == {*theirs.won, "common.win", "bull.catch"}
    assert {*mine.won.values()} == {NOON}
    assert (mine.people, str(mine.name)) == (2, "P10")
    assert mine.holders == {"bull.first": 2, "common.people": 2, "common.win": 1, "bull.catch": 1}
    assert progress_counts(mine.progress)["common.hand"] == 1
    brought = await store.read(load_won_trophies, "t1")
    assert [(trophy.name, trophy.seat, trophy.holders) for trophy in brought] == [
        ("bull.catch", 0, 1),
        ("common.win", 0, 1),
        ("bull.first", 0, 2),
        ("bull.first", 1, 2),
        ("common.people", 0, 2),
        ("common.people", 1, 2),
    ]
    stored = await store.read(load_table, "t1")
    assert stored is not None
    assert stored.trophies == brought
    assert (await store.read(load_trophies, 99, 1)).won == {}


@pytest.mark.parametrize("leaver", [0, 1])
async def test_leaver_wins_no_trophy(store: Store, leaver: int) -> None:
    """The opponent of the leaver wins only the trophy for a first game."""
    await finished(store, "t1", (10, 11), (1, 2), leavers=[leaver])
    assert await trophies_of(store, 10 + leaver) == set()
    assert await trophies_of(store, 11 - leaver) == {"bull.first"}


async def test_trophies_are_valid_on_all_servers(store: Store) -> None:
    """Trophies count on all servers, but a server counts only people who finished a game there."""
    await finished(store, "t1", (10, 11), (1, 2))
    await finished(store, "t2", (10, None), (2, 1), guild_id=2)
    here, there = await store.read(load_trophies, 10, 1), await store.read(load_trophies, 10, 2)
    assert here.won == there.won
    assert there.holders == {"bull.first": 1, "common.people": 1, "common.win": 1}
    assert (here.people, there.people) == (2, 1)
    await finished(store, "t3", (10, 12), (2, 1), guild_id=3, game="lost")
    assert (await store.read(load_trophies, 10, 2)).holders["lost.first"] == 1
    assert (await store.read(load_trophies, 10)).people == 0
    assert await store.check(_findings) == []


def _findings(conn: Any, _: object = ()) -> list[str]:
    return findings(conn, COUNTING)


async def test_trophies_of_old_games_are_counted_by_upgrade(store: Store, where: str) -> None:
    """Games from before a trophy existed are counted when the database is upgraded."""
    for number in range(4):
        await helpers.store_finished_game(
            store, f"t{number}", (10, 11, 12), (1, 2, 3), at=NOON + number * DAY
        )
    assert await trophies_of(store, 10) == set()
    await store.close()
    async with await open_store(where, counting=COUNTING) as later:
        assert await trophies_of(later, 10) == {"bull.first", "common.people", "common.win", "common.row"}
        assert (await later.read(load_trophies, 10, 1)).won["common.row"] == NOON + 2 * DAY
        assert await later.check(_findings) == []
        await later.write(set_meta, COUNTED, "others")
        await later.write(_lose)
        assert await later.check(_findings) == []  # trophies are to be counted again
    async with await open_store(where, counting=COUNTING) as later:
        assert "common.row" in await trophies_of(later, 10)
        await later.write(_lose)
        assert "lines of trophies differ" in (await later.check(_findings))[0]


def _lose(conn: Any) -> None:
    conn.execute("DELETE FROM trophy WHERE name = 'common.row'")


async def test_trophies_are_exported_and_deleted(store: Store) -> None:
    await finished(store, "t1", (10, 11), (1, 2))
    exported = await store.read(export_person, 10)
    names = ["bull.first", "common.people", "common.win"]
    assert exported["trophies"] == [{"name": name, "at": NOON, "table_id": "t1"} for name in names]
    assert exported["trophy_servers"] == [{"guild_id": 1}]
    (counts,) = exported["trophy_counts"]
    assert counts["common.hand"] == counts["common.faces"] == 1
    await store.write(forget, 10, "normal", NOON)
    assert await trophies_of(store, 10) == set()
    assert {trophy.seat for trophy in await store.read(load_won_trophies, "t1")} == {1}
    assert (await store.read(load_trophies, 11, 1)).holders == {"bull.first": 1, "common.people": 1}
    assert await store.check(_findings) == []
    await store.write(recount, COUNTING)
    assert await trophies_of(store, 10) == set()


async def test_trophies_are_not_named_if_server_disables_them(store: Store) -> None:
    await store.write(save_settings, GuildSettings(1, trophies=False))
    await finished(store, "t1", (10, 11), (1, 2))
    assert not any(trophy.is_named for trophy in await store.read(load_won_trophies, "t1"))
    assert await trophies_of(store, 10)


async def test_error_in_trophy_definition_loses_no_result(store: Store, caplog: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(COUNTING), "count", lambda *_: 1 / 0)
        await finished(store, "t1", (10, 11), (1, 2))
    assert "cannot be counted" in caplog.text
    assert (await helpers.stats_of(store, 10)).won == 1
    assert await trophies_of(store, 10) == set()


# --- random histories -----------------------------------------------------------------------------------


@cache
def _new() -> bytes:
    """Return an empty database as bytes, since creating one takes longer than filling it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        set_meta(conn, COUNTED, COUNTING.fingerprint)
        return conn.serialize()


class Games(RuleBasedStateMachine):
    """Random histories of games on some servers, whose trophies must equal a recount.

    Trophies for games and wins are also counted here, as their texts define them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conn = sqlite3.connect(":memory:", isolation_level=None)
        self.conn.deserialize(_new())
        self.games, self.at = 0, NOON
        self.played: Counter[int] = Counter()
        self.won: Counter[int] = Counter()
        self.met: Counter[tuple[int, int, int]] = Counter()

    def teardown(self) -> None:
        self.conn.close()

    @rule(
        data=st.data(), guild=st.integers(1, 2), is_aborted=st.integers(0, 4).map(lambda person: not person)
    )
    def play(self, data: Any, guild: int, is_aborted: bool) -> None:
        players = data.draw(st.lists(st.integers(10, 13), min_size=1, max_size=4, unique=True))
        has_computer = len(players) == 1 or data.draw(st.integers(0, 4)) == 0
        taken = seats(*players, *((None,) if has_computer else ()))
        places = (1, *(2 for _ in taken[1:]))
        self.games += 1
        name = f"t{self.games}"
        row = table(name, guild_id=guild, host_id=players[0], created_at=self.at)
        lifecycle.create_table(self.conn, row, taken)
        lifecycle.start_table(self.conn, row_at_start(row), taken, (), SentRow(name))
        has_left = data.draw(st.integers(0, 4)) == 0
        if has_left:
            gone = msgspec.structs.replace(taken[0], has_left=True, level="easy")
            playing = msgspec.structs.replace(row, status="playing", revision=1)
            lifecycle.save_acts(self.conn, playing, [gone], at=self.at)
        if is_aborted:
            self.conn.execute("UPDATE game_table SET verdict = '{}' WHERE id = ?", (name,))
        ended = msgspec.structs.replace(outcome(*places, at=self.at), counting=COUNTING)
        lifecycle.append_moves(self.conn, name, (), None, ended)
        stayed = players[has_left:]
        if is_aborted or has_computer or len(stayed) < 2:
            return
        self._count(stayed, None if has_left else players[0])

    def _count(self, stayed: list[int], winner: int | None) -> None:
        """Count a game that people played to its end."""
        day = self.at // DAY
        for person in stayed:
            others = [(day, person, other) for other in stayed if other != person]
            self.met.update(others)
            if any(self.met[other] <= COUNTED_A_DAY for other in others):
                self.played[person] += 1
                self.won[person] += person == winner

    @rule(days=st.sampled_from([0, 0, 1, 40]))
    def wait(self, days: int) -> None:
        self.at += days * DAY

    @rule(user=st.integers(10, 13))
    def forget_somebody(self, user: int) -> None:
        forget(self.conn, user, "normal", self.at)
        self.played[user] = self.won[user] = 0
        for day, first, second in [*self.met]:
            if user in (first, second):
                del self.met[day, first, second]

    @invariant()
    def live_trophies_are_those_of_a_recount(self) -> None:
        assert findings(self.conn, COUNTING) == []
        for kind in ("trophy", "trophy_progress"):
            self.conn.execute(f"DROP TABLE temp.expected_{kind}")

    @invariant()
    def nobody_wins_by_a_game_that_does_not_count(self) -> None:
        """Games ended early or left win no trophy; unrated games win only trophies that allow computers."""
        rows = self.conn.execute(
            """
            SELECT trophy.name, rated, verdict, has_left FROM trophy JOIN result ON result.id = trophy.result
            JOIN result_seat ON result_seat.result = result.id AND result_seat.person = trophy.person
            JOIN game_table ON game_table.id = table_id
            """
        )
        for name, rated, verdict, has_left in rows:
            trophy = find_trophy(name)
            assert trophy is not None
            assert (verdict, has_left) == (None, 0)
            assert rated or trophy.with_computers

    @invariant()
    def games_and_wins_are_counted(self) -> None:
        for user in range(10, 14):
            counts = progress_counts(load_trophies(self.conn, user, 1).progress)
            assert counts.get("common.hand", 0) == min(self.played[user], 50)
            assert counts.get("common.hundred", 0) == min(self.won[user], 100)


def _run(examples: int, **more: Any) -> None:
    run_state_machine_as_test(
        Games,
        settings=settings(
            max_examples=examples,
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            **more,
        ),
    )


def test_trophies_always_agree_with_results() -> None:
    _run(30)


def count_aborted(patch: pytest.MonkeyPatch) -> None:
    """Break the rules: count a game that was closed early."""
    patch.setattr(trophies, "_PARTS", trophies._PARTS.replace("verdict IS NULL AND", ""))


def count_leavers(patch: pytest.MonkeyPatch) -> None:
    """Break the rules: count a game for a person who resigned."""
    patch.setattr(trophies, "_PARTS", trophies._PARTS.replace("AND mine.has_left = 0", "", 1))


def count_computers(patch: pytest.MonkeyPatch) -> None:
    """Break the rules: count a game with computer players."""
    patch.setattr(
        trophies, "_PARTS", trophies._PARTS.replace("result.ended_at, rated,", "result.ended_at, 1,")
    )


def stay_on_the_first_server(patch: pytest.MonkeyPatch) -> None:
    """Break the rules: keep a person's trophies on one server."""
    patch.setattr(trophies, "_copy", lambda *_: None)


@pytest.mark.parametrize("mutant", [count_aborted, count_leavers, count_computers, stay_on_the_first_server])
def test_broken_trophy_rules_are_caught(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: Any
) -> None:
    """The test above fails if the rules are broken."""
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        _run(200, phases=[Phase.generate], report_multiple_bugs=False)


async def test_damaged_progress_hides_no_other_data(store: Store) -> None:
    """The page and the export lack only the damaged counts."""
    await finished(store, "a", (10, 11), (1, 2))
    for damaged in ("{", '{"counts": {"common.win": "x"}}', "[]"):
        await store.write(
            lambda conn, text=damaged: conn.execute("UPDATE trophy_progress SET progress = ?", (text,))
        )
        kept = await store.read(export_person, 10)
        assert kept["trophy_counts"] == [{}]
        assert kept["results"]
