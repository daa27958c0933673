from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from storage import Store, open_store
from storage.engine.migrate import migrate
from storage.people import load_discreet, save_discretion, save_names
from storage.rows import GuildSettings, MoveRow, Name, SeatRow, SentRow
from storage.scores.stats import load_history, load_stats
from storage.servers import save_settings
from storage.tables.lifecycle import append_moves, create_table, save_acts, start_table
from storage.upkeep import count_data_deletions, export_person, forget, forget_person
from tests.storage.damage import prepare_server
from tests.storage.helpers import (
    NOON,
    board_of,
    finish,
    leave,
    move,
    outcome,
    person,
    playing,
    result_of,
    row_at_start,
    seats,
    stats_of,
    store_finished_game,
    table,
    table_of,
)

NAME = "Very Unusual Name 手札"
USER = 987_654_321_012_345_678


def _unusual(seat: int = 0) -> SeatRow:
    return SeatRow(seat, USER, NAME, None, 55)


async def _play(store: Store, table_id: str, *, ends: bool = True) -> None:
    taken = (_unusual(), person(1, 11))
    row = table(table_id, host_id=USER)
    await store.write(create_table, row, taken)
    moves = (*move(0, "deal As", None), *move(1, "call"), *move(2, "raise", 1))
    await store.write(start_table, row_at_start(row), taken, moves, SentRow(table_id))
    if ends:
        await finish(store, table_id, outcome(1, 2, facts=({"best_bluff": 4}, {})))


async def test_everything_about_a_person_is_exported(store: Store) -> None:
    """The export has the person's tables, seats, own moves, votes, results and ratings, as JSON."""
    await _play(store, "a")
    await _play(store, "b", ends=False)
    votes = {"pause": (11, USER), "end": (11,)}
    running = (await table_of(store, "b")).table
    await store.write(save_acts, msgspec.structs.replace(running, votes=votes))
    await store_finished_game(store, "others", (11, 12), (1, 2))
    # Everything about the person is there, and nothing of games without them.
    exported = json.loads(json.dumps(await store.read(export_person, USER)))
    assert exported["person"] == {
        "user_id": USER,
        "name": NAME,
        "handle": None,
        "is_discreet": 0,
        "hides_titles": 0,
        "turn_messages": "",
    }
    assert exported["hosted"] == ["a", "b"]
    assert [(seat["table_id"], seat["join_id"], seat["status"]) for seat in exported["seats"]] == [
        ("a", 55, "over"),
        ("b", 55, "playing"),
    ]
    assert [(move["table_id"], move["move"]) for move in exported["moves"]] == [("a", "call"), ("b", "call")]
    results = exported["results"]
    assert [(result["table_id"], result["won"], result["facts"]) for result in results] == [
        ("a", 1, {"best_bluff": 4})
    ]
    assert exported["ratings"][0]["games"] == 1
    assert exported["votes"] == [{"table_id": "b", "act": "pause"}]
    assert "raise" not in json.dumps(exported)
    assert await store.read(export_person, 1) == {}


@pytest.mark.parametrize("way", [1, -1, 0], ids=["as ever", "a clock that runs back", "a clock that stands"])
async def test_moves_of_shared_seat_are_exported_per_person(store: Store, way: int) -> None:
    """The number of a move decides whose move it was, also if the clock stands or runs back."""
    await playing(store, "a", USER, 11)

    async def change(at: int, **row: object) -> None:
        stored = await table_of(store, "a")
        after = msgspec.structs.replace(stored.seats[0], **row)
        await store.write(save_acts, stored.table, [after], at=at)

    async def moves(first: int, at: int) -> None:
        for seat in (0, 1):
            await store.write(
                append_moves, "a", [MoveRow(first + seat, seat, f"{seat} at {at}", NOON + way * at)]
            )

    # Three people sit at one seat in turn, with a computer player in between. The clock may run back.
    offered = {"has_left": True, "level": "easy", "is_offered": True}
    await moves(0, 1)
    await change(NOON + way * 2, **offered)
    await moves(2, 3)
    await change(NOON + way * 4, user_id=20, name="Ida", is_taken=True, has_left=False, is_offered=False)
    await moves(4, 5)
    await change(NOON + way * 6, **offered)
    await moves(6, 7)
    await change(NOON + way * 8, user_id=21, name="Jun", is_taken=True, has_left=False, is_offered=False)
    await moves(8, 9)
    expected: dict[int, tuple[object, ...]] = {
        USER: ((1, NOON + way * 2, None), ["0 at 1"], 1000 + USER),
        20: ((1, NOON + way * 6, NOON + way * 4), ["0 at 5"], 0),
        21: ((0, None, NOON + way * 8), ["0 at 9"], 0),
    }
    # Each export has the person's own moves, and no other names.
    for user_id, (times, notations, join_id) in expected.items():
        kept = json.loads(json.dumps(await store.read(export_person, user_id)))
        (seat,) = kept["seats"]
        assert (seat["has_left"], seat["left_at"], seat["taken_at"]) == times
        assert seat["join_id"] == join_id, "a join is its person's alone"
        assert [kept_move["move"] for kept_move in kept["moves"]] == notations
        others = {"Ida", "Jun", "P11"} - {kept["person"]["name"]}
        assert not any(name in json.dumps(kept) for name in others)
    sat = (await table_of(store, "a")).sittings
    assert [(sitting.since, sitting.until, sitting.name) for sitting in sat] == [
        (0, 2, f"P{USER}"),
        (4, 6, "Ida"),
        (8, None, "Jun"),
    ]
    # A deletion removes one person's name from the seat, and keeps the others.
    await forget_person(store, 20)
    sat = (await table_of(store, "a")).sittings
    assert [(sitting.user_id, sitting.name) for sitting in sat] == [
        (USER, f"P{USER}"),
        (None, ""),
        (21, "Jun"),
    ]
    assert await store.read(export_person, 20) == {}
    assert len((await store.read(export_person, 21))["moves"]) == 1


async def test_deletion_removes_name_and_id_from_file(path: Path) -> None:
    """Freed pages of the file contain neither the name nor the id."""
    async with await open_store(path) as store:
        await store.write(save_settings, GuildSettings(1, board_scope="everywhere"))
        await _play(store, "a")
        assert (await forget_person(store, USER)) == ()
        for file in path.parent.iterdir():
            content = file.read_bytes()
            assert NAME.encode() not in content, file
            assert USER.to_bytes(8, "big") not in content, file
        for guild, (measure, expected) in itertools.product((1, None), (("wins", [11]), ("best_bluff", []))):
            board = await board_of(store, measure, guild_id=guild, user_id=USER)
            assert ([row.user_id for row in board.rows], board.mine) == (expected, None)
        assert await store.read(export_person, USER) == {}
        assert await store.read(load_stats, USER) is None
        assert await store.read(load_history, USER) == []


async def test_deletion_removes_person_from_lobbies(store: Store) -> None:
    await store.write(create_table, table("a", host_id=10), seats(None, 10, 11))
    await store.write(create_table, table("b", host_id=10), seats(10, None))
    await store.write(create_table, table("c", host_id=11), seats(11, 10))
    await store.write(create_table, table("d", host_id=12), seats(12))
    assert await forget_person(store, 10, at=NOON + 5) == ("a", "b", "c")
    lobby, empty, guest = [await table_of(store, name) for name in "abc"]
    assert (lobby.table.status, lobby.table.host_id, lobby.table.revision) == ("lobby", 11, 1)
    assert [(seat.seat, seat.user_id) for seat in lobby.seats] == [(0, None), (1, 11)]
    assert (empty.table.status, empty.table.ended_at) == ("cancelled", NOON + 5)
    assert (guest.table.host_id, [seat.user_id for seat in guest.seats]) == (11, [11])


async def test_returning_person_is_new_after_deletion(store: Store) -> None:
    await _play(store, "a")
    await forget_person(store, USER)
    await playing(store, "b", USER, 11)
    await finish(store, "b", outcome(2, 1))
    stats = await stats_of(store, USER)
    assert (stats.played, stats.won) == (1, 0)
    assert [game.table_id for game in await store.read(load_history, USER)] == ["b"]
    first = await result_of(store, "a")
    assert first.seats[0].user_id is None


async def test_deletion_blocks_no_other_work(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.engine.sqlite.BUSY_MS", 600_000)  # to wait for the reader takes for ever
    async with await open_store(path) as store:
        await playing(store, "a", 10, 11)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM move").fetchone()
            try:
                async with asyncio.timeout(60):
                    await asyncio.gather(forget_person(store, 10), store.write(append_moves, "a", move(0)))
                    assert not await store.empty_log()
            finally:
                other.execute("ROLLBACK")
        assert path.with_name(path.name + "-wal").stat().st_size > 0
        assert await store.empty_log()
        assert path.with_name(path.name + "-wal").stat().st_size == 0


async def test_emptying_log_does_not_wait_for_writer(store: Store, path: Path) -> None:
    await playing(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert not await store.empty_log()
        other.execute("ROLLBACK")
    assert await store.empty_log()


async def test_deletion_leaves_seats_of_running_games(store: Store) -> None:
    """Deletion makes people leave running games and closes no game."""
    await playing(store, "alone", 10, None)
    await playing(store, "left", 11, 10)
    await leave(store, "left", 0)
    await playing(store, "goes on", 10, 11)
    await forget_person(store, 10, at=NOON + 5)
    for name, revision in (("alone", 2), ("left", 3), ("goes on", 2)):
        row = (await table_of(store, name)).table
        assert (row.status, row.ended_at, row.revision) == ("playing", None, revision)


async def test_discretion_setting_is_stored_exported_and_deleted(store: Store) -> None:
    """Only turning the setting on creates a row; deletion restores the default."""
    await store.write(save_discretion, 12, "Dora", False)
    assert await store.read(export_person, 12) == {}
    await store.write(save_discretion, USER, NAME, True)
    await store.write(save_discretion, 11, "Bob", True)
    await store.write(save_discretion, 11, "Bob", False)
    assert await store.read(load_discreet, [USER, 11, 12]) == {USER}
    assert await store.read(load_discreet, []) == frozenset()
    assert (await store.read(export_person, USER))["person"]["is_discreet"] == 1
    await forget_person(store, USER)
    await _play(store, "again")
    assert await store.read(load_discreet, [USER]) == frozenset()


async def test_deletions_of_known_people_are_counted(store: Store) -> None:
    """Deleting an unknown person is not counted."""
    await playing(store, "t1", 10, 11)
    assert await store.read(count_data_deletions) == 0
    assert await forget_person(store, 99) == ()
    assert await store.read(count_data_deletions) == 0
    await forget_person(store, 10)
    await forget_person(store, 11)
    assert await store.read(count_data_deletions) == 2


ME, OTHER = 1, 2
"""Row ids of the person whose data is exported, and of another person."""


def _tables_of(conn: sqlite3.Connection) -> list[str]:
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    return [name for (name,) in conn.execute(query)]


def _columns_about_people(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return all columns of the schema that refer to a person, each with its table."""
    query = """
        SELECT tables.name, reference."from"
        FROM sqlite_master AS tables, pragma_foreign_key_list(tables.name) AS reference
        WHERE tables.type = 'table' AND reference."table" = 'person'
    """
    return conn.execute(query).fetchall()


def _fill(conn: sqlite3.Connection, about_me: tuple[str, str]) -> None:
    """Write one row into each table. All of them belong together, and only the given column refers to me."""
    people = {*_columns_about_people(conn)}
    values = {"INTEGER": 1, "REAL": 1.0, "TEXT": "{}", "BLOB": b"{}"}
    for table_name in _tables_of(conn):
        row = {}
        for _, column, kind, *_ in conn.execute(f"PRAGMA table_info({table_name})"):
            row[column] = values[kind]
            if (table_name, column) in people:
                row[column] = ME if (table_name, column) == about_me else OTHER
        if table_name != "person":
            places = ", ".join("?" * len(row))
            conn.execute(f"INSERT INTO {table_name} ({', '.join(row)}) VALUES ({places})", (*row.values(),))
    conn.execute("INSERT INTO person (id, user_id, name) VALUES (1, 10, ''), (2, 11, '')")


async def test_every_table_about_a_person_is_in_the_export(path: Path) -> None:
    """A row that refers to a person by any column adds something to the person's export."""
    async with await open_store(path):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for check in ("foreign_keys = OFF", "ignore_check_constraints = ON"):
            conn.execute(f"PRAGMA {check}")
        conn.execute("DELETE FROM meta")
        columns = _columns_about_people(conn)
        assert ("trophy", "person") in columns
        missing = []
        for about_me in columns:
            conn.execute("BEGIN")
            _fill(conn, about_me)
            sections = export_person(conn, 10)
            if not any(rows for section, rows in sections.items() if section != "person"):
                missing.append(".".join(about_me))
            conn.execute("ROLLBACK")
    assert missing == []


def test_no_column_of_any_table_keeps_a_forgotten_person() -> None:
    """The user id and the name are in no column, also after all that the bot keeps of a person."""
    guild_id = USER // 10
    for user_id in range(10 * guild_id, 10 * guild_id + 9):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
            migrate(conn)
            prepare_server(conn, guild_id)
            save_names(conn, user_id, Name(NAME), Name(NAME))
            assert {"person.user_id", "person.name"} <= _places_of(conn, user_id)
            forget(conn, user_id, "normal", NOON)
            assert _places_of(conn, user_id) == set()


def _places_of(conn: sqlite3.Connection, user_id: int) -> set[str]:
    """Return the columns with a value that has a person's user id or name in it."""
    places = set()
    for name in _tables_of(conn):
        cursor = conn.execute(f"SELECT * FROM {name}")
        for row in cursor.fetchall():
            for (column, *_), value in zip(cursor.description, row, strict=True):
                if any(word in str(value) for word in (str(user_id), NAME)):
                    places.add(f"{name}.{column}")
    return places
