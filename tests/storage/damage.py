"""A small database with a row in each table, and copies of it with one damaged value.

The cases follow from the schema: every column of every table, with several bad values.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import Any, NamedTuple

import msgspec

from games.trophies import COUNTING
from storage import daily as daily
from storage import daily as daily_posts
from storage import people, servers, serving, upkeep
from storage import tournaments as tournaments
from storage.engine.migrate import migrate
from storage.engine.sqlite import in_transaction
from storage.postgres.copying import KEYS
from storage.rows import GatheringRow, GuessRow, GuildSettings, InvitationRow, MoveRow, Name, SentRow
from storage.scores import boards
from storage.servers import save_settings
from storage.tables import lifecycle, loading
from tests.storage.helpers import DAY, NOON, outcome, row_at_start, seats, table
from tests.storage.test_tournaments import ROW, entrants

SOON = NOON + 3_600_000
LATER = NOON + 60 * DAY
HERE, OTHER, BLOCKED = 1, 2, 99
"""The server of the damaged row, another server, and a blocked one."""

BAD_NUMBERS = (-5, 7, 2**62, 2**63 - 1, -(2**63))
BAD_TEXTS = ("", "\x00", "{", "[]", "{}", "null", "9" * 25, "x" * 5000)
BAD_VALUES = {
    "INTEGER": (*BAD_NUMBERS, "text", b"\xff", 1.5),
    "TEXT": (*BAD_TEXTS, b"\xff"),
    "REAL": (-1.0, 1e300, float("inf"), "text", b"\xff"),
    "BLOB": (b"", b"\xff" * 3, "text"),
}
"""The values that are written to a column of each type. Some are of another type, as in a damaged file."""


class DamageCase(NamedTuple):
    """A value that is written to a column of one row, found by its key."""

    table: str
    column: str
    key: tuple[Any, ...]
    value: Any
    is_undecodable: bool = False  # the value is a text with bytes that are no UTF-8


# --- a small database with a row in each table ----------------------------------------------------------


def play(
    conn: sqlite3.Connection, table_id: str, guild_id: int, *user_ids: int | None, **changes: Any
) -> None:
    """Store a table and start its game."""
    taken = seats(*user_ids)
    host = next(seat.user_id for seat in taken if seat.user_id)
    row = table(table_id, guild_id=guild_id, host_id=host, **changes)
    lifecycle.create_table(conn, row, taken)
    moves = [MoveRow(number, None, f"move {number}", NOON) for number in range(3)]
    lifecycle.start_table(conn, row_at_start(row), taken, moves, SentRow(table_id))


def end(conn: sqlite3.Connection, table_id: str, *places: int, at: int = NOON) -> None:
    """End a running game of three people."""
    facts = ({"lies": 2, "best_lie": 5, "won_hands": 1, "challenges_right": 1}, {}, {})
    how = msgspec.structs.replace(outcome(*places, at=at, facts=facts), counting=COUNTING)
    lifecycle.append_moves(conn, table_id, (), outcome=how)


def prepare_server(conn: sqlite3.Connection, guild_id: int) -> None:
    """Write rows of each kind for one server, where the people 10, 11, 12, or 20, 21, 22, ... play."""
    first = 10 * guild_id
    chosen = GuildSettings(guild_id, "ja", channel_ids=(5,), player_roles=(6,), games=("bull",))
    save_settings(
        conn,
        msgspec.structs.replace(
            chosen, daily_channel=5, season_channel=5, results_channel=5, board_scope="everywhere"
        ),
    )
    for user_id in range(first, first + 3):
        people.save_names(conn, user_id, Name(f"P{user_id}"), Name(f"p{user_id}"))
    # An evening of two games, of which the first ended in an earlier season.
    play(conn, f"old{guild_id}", guild_id, first, first + 1, first + 2, created_at=NOON - 40 * DAY)
    end(conn, f"old{guild_id}", 1, 2, 3, at=NOON - 40 * DAY)
    boards.close_season(conn, guild_id, 1, NOON)
    play(conn, f"done{guild_id}", guild_id, first, first + 1, first + 2, rematch_of=f"old{guild_id}")
    end(conn, f"done{guild_id}", 1, 2, 3)
    # A running game with votes and guesses, where a seat was left and taken twice.
    play(conn, f"run{guild_id}", guild_id, first, first + 1, first + 2)
    change_seat(conn, f"run{guild_id}", first + 3)
    change_seat(conn, f"run{guild_id}", first + 4)
    stored = loading.load_table(conn, f"run{guild_id}")
    assert stored is not None
    lifecycle.save_acts(conn, msgspec.structs.replace(stored.table, votes={"end": (first,)}))
    lifecycle.save_guess(conn, f"run{guild_id}", guild_id, 3, GuessRow(first + 5, Name("Q"), 3, is_lie=True))
    people.save_note(conn, first, Name("N"), f"done{guild_id}", 1, "a lie")
    people.allow_face(conn, first, Name("N"))
    people.save_face(conn, people.FaceRow(first, "a_1", b"png"))
    # A lobby with an invitation, and a subscriber of the server.
    people.save_subscriptions(conn, first + 6, Name("S"), guild_id, ("any",))
    invited = GatheringRow(invitations=(InvitationRow(first + 7, Name("I")),))
    lobby = table(f"lobby{guild_id}", guild_id=guild_id, host_id=first)
    lifecycle.create_table(conn, lobby, seats(first), invited)
    # A tournament that is over, and an open one.
    cup = msgspec.structs.replace(ROW, id=f"cup{guild_id}", guild_id=guild_id, host_id=first)
    won = [msgspec.structs.replace(each, place=each.number) for each in entrants(first, first + 1)]
    over = msgspec.structs.replace(cup, id=f"over{guild_id}", status="over", ended_at=NOON)
    tournaments.create_tournament(conn, over, Name("Host"), won)
    tournaments.create_tournament(conn, cup, Name("Host"), entrants(first, first + 1))
    # The daily puzzle, moderation.
    for day in (1, 2):
        given = daily.DailyAnswer(day, "challenge", "best", 3, is_late=False, at=NOON)
        daily.save_answer(conn, first, Name("Z"), guild_id, given)
    daily.remember_answers(conn, people.ensure(conn, first), first, b"s" * 32, NOON)
    daily_posts.begin_daily_post(conn, guild_id, 1)
    shared = people.Sharing(first, Name("Z"), guild_id, 5, f"thing {guild_id}", NOON)
    people.begin_sharing(conn, shared)
    people.begin_sharing(conn, msgspec.structs.replace(shared, thing="board", can_repeat=True))
    banned = servers.Act(
        NOON, servers.BANNED, first, Name("P"), first + 8, Name("Q"), reason="r", until=LATER
    )
    servers.record_act(conn, guild_id, banned)


def change_seat(conn: sqlite3.Connection, table_id: str, newcomer: int) -> None:
    """Replace the last person of a table by a newcomer."""
    for change in ({"has_left": True, "is_offered": True, "level": "normal"}, {"has_left": False}):
        stored = loading.load_table(conn, table_id)
        assert stored is not None
        seat = msgspec.structs.replace(stored.seats[-1], **change)
        if not seat.has_left:
            seat = msgspec.structs.replace(seat, user_id=newcomer, name=Name("N"), is_taken=True, level=None)
        lifecycle.save_acts(conn, stored.table, (seat,), at=NOON)


@cache
def prepared() -> bytes:
    """Return a database file with a row of each table, for two servers."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        for guild_id in (HERE, OTHER):
            with in_transaction(conn, "BEGIN"):
                prepare_server(conn, guild_id)
        upkeep.block_server(conn, BLOCKED, NOON)
        upkeep.announce_restart(conn, LATER)
        serving.save_heartbeat(conn, NOON)
        upkeep.finish_upgrade(conn, COUNTING)
        return conn.serialize()


@cache
def without_types() -> bytes:
    """Return the prepared database with tables that accept values of any type."""
    with opened(prepared()) as conn:
        conn.execute("PRAGMA writable_schema = ON")
        for written, loose in ((" STRICT, WITHOUT", " WITHOUT"), (" STRICT", "")):
            conn.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", (written, loose))
        conn.execute("PRAGMA writable_schema = RESET")
        return conn.serialize()


@cache
def schema() -> tuple[tuple[str, str], ...]:
    """Return the definition of each table and index, by name."""
    with opened(prepared()) as conn:
        return tuple(conn.execute("SELECT sql, name FROM sqlite_schema WHERE sql IS NOT NULL"))


def opened(data: bytes) -> closing[sqlite3.Connection]:
    """Return a database in memory with this content."""
    conn = sqlite3.connect(":memory:", isolation_level=None)
    conn.deserialize(data)
    return closing(conn)


# --- the cases ------------------------------------------------------------------------------------------


def tables() -> list[str]:
    with opened(prepared()) as conn:
        rows = conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
    return [name for (name,) in rows if not name.startswith("sqlite_")]


@cache
def cases() -> tuple[DamageCase, ...]:
    """Return all cases: each column of each table, in rows of the first server, with each bad value."""
    with opened(prepared()) as conn:
        return tuple([case for name in tables() for case in _cases_of(conn, name)])


def _cases_of(conn: sqlite3.Connection, name: str) -> Iterator[DamageCase]:
    for _, column, kind, *_ in conn.execute(f"PRAGMA table_info({name})").fetchall():
        for key in _rows_of_first_server(conn, name):
            for value in BAD_VALUES[kind]:
                yield DamageCase(name, column, key, value)
            if kind == "TEXT":
                yield DamageCase(name, column, key, b"\xff\xfe", is_undecodable=True)


def _rows_of_first_server(conn: sqlite3.Connection, name: str) -> list[tuple[Any, ...]]:
    # Rows of servers begin with a server or a table; all others are of both servers.
    known = {column for _, column, *_ in conn.execute(f"PRAGMA table_info({name})")}
    wheres = {
        "guild_id": "guild_id IN (1, 99)",
        "board": "board IN (1, -11)",
        "table_id": "table_id LIKE '%1'",
        "tournament": "tournament LIKE '%1'",
        "result": "result IN (SELECT id FROM result WHERE guild_id = 1)",
        "person": "person IN (SELECT id FROM person WHERE user_id < 20)",
        "user_id": "user_id < 20",
    }
    where = next((sql for column, sql in wheres.items() if column in known), "true")
    key = ", ".join(KEYS[name])
    return conn.execute(f"SELECT {key} FROM {name} WHERE {where} ORDER BY {key} LIMIT 2").fetchall()


def damaged(case: DamageCase) -> sqlite3.Connection | None:
    """Return the prepared database with one bad value; ``None`` if no file can hold it."""
    with opened(without_types()) as conn:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        place = " AND ".join(f"{column} = ?" for column in KEYS[case.table])
        value = "CAST(? AS TEXT)" if case.is_undecodable else "?"
        change = f"UPDATE {case.table} SET {case.column} = {value} WHERE {place}"
        try:
            conn.execute(change, (case.value, *case.key))
        except sqlite3.IntegrityError:
            return None
        conn.execute("PRAGMA writable_schema = ON")
        conn.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ?", schema())
        data = conn.serialize()
    conn = sqlite3.connect(":memory:", isolation_level=None)
    conn.deserialize(data)
    return conn
