"""The trophies that people have won, and their progress towards others.

Both are counted from results. A person's trophies are the same on all servers, and are stored once for each
server on which the person has finished a game.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from storage import people
from storage.engine.database import Connection, get_meta, lengthy, set_meta
from storage.engine.reading import column_of, read_if_sound, row_of, rows_of, setting_aside
from storage.rows import PRACTICE, Count, Id, Name, Part, PersonRowId, Time, TrophyCounter, WonTrophy
from storage.scores import results
from storage.scores.results import read_facts

log = logging.getLogger(__name__)

COUNTED = "trophies"
"""Key of the fingerprint of the definitions by which the stored trophies were counted."""

MOST_HOLDERS = 1000
"""Limit of the people of a server who are counted as holders of a trophy at the end of a game."""


class PersonTrophies(msgspec.Struct, frozen=True):
    """A person's trophies, and how many people of a server have each trophy."""

    won: dict[str, int] = {}  # when each trophy was won (Unix milliseconds), by name
    progress: str = ""  # as TrophyCounter.count returns it; empty without games
    holders: dict[str, int] = {}  # number of the server's people who have each trophy, by name
    people: int = 0  # number of people who have finished a game on the server
    name: Name = Name("")  # the person's name on the server; empty if unknown


# The side of a team is its number; a person without a team is a side alone.
_PARTS = """
    SELECT mine.person, mine.result, result.guild_id, result.game, result.ended_at, rated,
        CASE WHEN verdict IS NULL AND mine.has_left = 0 AND mine.has_played = 1 AND mine.counts = 1
            THEN 1 ELSE 0 END,
        mine.has_left, mine.won, mine.shared, mine.score, mine.facts, other.person
    FROM result_seat AS mine CROSS JOIN result ON result.id = mine.result
        CROSS JOIN game_table ON game_table.id = result.table_id
        CROSS JOIN person ON person.id = mine.person
        LEFT JOIN result_seat AS other ON other.result = mine.result AND other.person <> mine.person
            AND other.has_played = 1 AND other.has_left = 0
            AND (mine.team IS NULL OR other.team <> mine.team)
    WHERE {where} AND user_id IS NOT NULL AND result.guild_id <> {practice}
    ORDER BY mine.result, mine.seat, other.seat
"""


class _PartRow(NamedTuple):
    """An opponent of a person in a game, with the facts of ``Part``."""

    person: PersonRowId
    result: int
    guild_id: Id
    game: str
    ended_at: Time
    rated: bool
    is_finished: bool
    has_left: bool
    won: bool
    shared: bool
    score: float
    statistics: str
    opponent: PersonRowId | None


def _parts(conn: Connection, where: str, *given: object) -> Iterator[Part]:
    rows = rows_of(conn, _PartRow, _PARTS.format(where=where, practice=PRACTICE), given)
    # There is a row for each opponent; the rows of one person and game belong together.
    for _, same in groupby(rows, key=lambda row: (row.person, row.result)):
        rows_of_part = list(same)
        opponents = [row.opponent for row in rows_of_part if row.opponent is not None]
        first = rows_of_part[0]
        yield Part(
            person=first.person,
            result=first.result,
            guild_id=first.guild_id,
            game=first.game,
            ended_at=first.ended_at,
            month=results.month_start(first.ended_at),
            is_rated=first.rated,
            is_finished=first.is_finished,
            has_left=first.has_left,
            has_won=first.won,
            is_shared=first.shared,
            score=first.score,
            statistics=read_facts(first.statistics),
            opponents=tuple(opponents),
        )


class _Win(NamedTuple):
    ended_at: int  # end of the game that won a trophy, Unix milliseconds
    result: int


class _CountedPerson:
    """One person's progress and trophies while their games are counted."""

    def __init__(self, progress: str, won: Mapping[str, _Win], servers: Iterable[int]) -> None:
        self.progress = progress
        self.won = dict(won)
        self.servers = set(servers)

    def add(self, part: Part, counting: TrophyCounter) -> tuple[str, ...]:
        # A fault in a trophy must not lose the game's result.
        try:
            self.progress, names = counting.count(self.progress, part)
        except Exception:
            log.exception("trophies of result %s cannot be counted", part.result)
            return ()
        self.won |= dict.fromkeys(names, _Win(part.ended_at, part.result))
        if part.is_finished and self.won:
            self.servers.add(part.guild_id)
        return names

    def rows(self, person: PersonRowId, servers: Iterable[int]) -> list[tuple[Any, ...]]:
        won = self.won.items()
        return [(server, name, person, at, result) for server in servers for name, (at, result) in won]


_INSERT = "INSERT INTO {table} (guild_id, name, person, at, result) VALUES (?, ?, ?, ?, ?)"
_PUT_PROGRESS = "INSERT INTO {table} (person, progress) VALUES (?, ?)"
_REPLACE = "ON CONFLICT (person) DO UPDATE SET progress = excluded.progress"


def add(conn: Connection, result: int, counting: TrophyCounter) -> None:
    """Update the trophies and progress of a result's players.

    Args:
        result: row id of the newest result.
    """
    for part in [*_parts(conn, "mine.result = ?", result)]:
        with setting_aside(conn, f"trophies of person {part.person}"):
            _add_part(conn, part, counting)


def _add_part(conn: Connection, part: Part, counting: TrophyCounter) -> None:
    progress = _load_progress(conn, part.person)
    # The servers on which the person's trophies are stored so far.
    stored = "SELECT DISTINCT guild_id FROM trophy WHERE person = ? AND guild_id > 0"
    servers = set(column_of(conn, int, stored, (part.person,)))
    counted = _CountedPerson(progress, {}, servers)
    names = counted.add(part, counting)
    if counted.progress != progress:
        conn.execute(
            f"{_PUT_PROGRESS.format(table='trophy_progress')} {_REPLACE}", (part.person, counted.progress)
        )
    # On a new server the person has all earlier trophies at once.
    if part.is_finished and servers and part.guild_id not in servers:
        _copy(conn, part.person, min(servers), part.guild_id)
    if names:
        # Damaged progress may count a trophy again that the person has.
        conn.executemany(
            f"{_INSERT.format(table='trophy')} ON CONFLICT DO NOTHING",
            counted.rows(part.person, {*servers, part.guild_id}),
        )


def _load_progress(conn: Connection, person: PersonRowId) -> str:
    stored = "SELECT progress FROM trophy_progress WHERE person = ?"
    row = row_of(conn, tuple[str], stored, (person,))
    return "" if row is None else row[0]


def _copy(conn: Connection, person: PersonRowId, source: int, target: int) -> None:
    conn.execute(
        """
        INSERT INTO trophy (guild_id, name, person, at, result)
        SELECT ?, name, person, at, result FROM trophy WHERE person = ? AND guild_id = ?
        ON CONFLICT DO NOTHING
        """,
        (target, person, source),
    )


class StoredProgress(msgspec.Struct):
    """The part of a person's progress that storage reads."""

    counts: dict[str, int | list[Any]] = {}


_COUNTS = msgspec.json.Decoder(StoredProgress)


def progress_counts(progress: str) -> dict[str, int]:
    """Return a person's count for each trophy, without zeros; empty if the progress cannot be decoded."""
    try:
        counts = _COUNTS.decode(progress).counts if progress else {}
    except msgspec.MsgspecError:  # ``findings`` reports it
        return {}
    return {name: count if isinstance(count, int) else len(count) for name, count in counts.items()}


@lengthy
def recount_if_outdated(conn: Connection, counting: TrophyCounter) -> None:
    """Count all trophies again if their definitions have changed."""
    if get_meta(conn, COUNTED) != counting.fingerprint:
        recount(conn, counting)


@lengthy
def recount(conn: Connection, counting: TrophyCounter) -> None:
    """Count all trophies again from the results."""
    conn.execute("DELETE FROM trophy")
    conn.execute("DELETE FROM trophy_progress")
    _fill(conn, counting)
    set_meta(conn, COUNTED, counting.fingerprint)


def _fill(conn: Connection, counting: TrophyCounter, prefix: str = "") -> None:
    for person in column_of(conn, int, "SELECT id FROM person WHERE user_id IS NOT NULL ORDER BY id"):
        counted = _CountedPerson("", {}, ())
        for part in _parts(conn, "mine.person = ?", person):
            counted.add(part, counting)
        rows = counted.rows(person, sorted(counted.servers))
        conn.executemany(_INSERT.format(table=f"{prefix}trophy"), rows)
        if counted.progress:
            conn.execute(_PUT_PROGRESS.format(table=f"{prefix}trophy_progress"), (person, counted.progress))


def findings(conn: Connection, counting: TrophyCounter) -> list[str]:
    """Return one sentence if the stored trophies differ from the results, otherwise an empty list.

    Trophies that were counted by older definitions are not checked.
    """
    if get_meta(conn, COUNTED) != counting.fingerprint:
        return []
    wrong = 0
    # Count all trophies into temporary tables, and compare those with the stored ones in both directions.
    for table in ("trophy", "trophy_progress"):
        conn.execute(f"CREATE TEMP TABLE expected_{table} AS SELECT * FROM {table} LIMIT 0")
    _fill(conn, counting, "expected_")
    for table in ("trophy", "trophy_progress"):
        ours = f"SELECT * FROM {table}"
        theirs = f"SELECT * FROM expected_{table}"
        (count,) = conn.execute(
            f"""
            SELECT count(*) FROM (
                SELECT person FROM ({ours} EXCEPT {theirs}) AS extra
                UNION ALL SELECT person FROM ({theirs} EXCEPT {ours}) AS missing
            ) AS wrong
            """
        ).fetchone()
        wrong += count
    sentence = (
        f"{wrong} lines of trophies differ from those that the results give; make them again with rerate"
    )
    return [sentence] if wrong else []


# --- what is read ---------------------------------------------------------------------------------------


def load_won_trophies(conn: Connection, table_id: str) -> tuple[WonTrophy, ...]:
    """Return the trophies won with a table's result, the rarest on the server first."""
    rows = rows_of(
        conn,
        tuple[Count, str, Id],
        """
        SELECT seat, name, trophy.guild_id FROM result
        CROSS JOIN trophy ON trophy.result = result.id AND trophy.guild_id = result.guild_id
        CROSS JOIN result_seat ON result_seat.result = result.id AND result_seat.person = trophy.person
        WHERE table_id = ?
        """,
        (table_id,),
    )
    holders = {name: _holders(conn, guild_id, name) for _, name, guild_id in rows}
    named = {guild_id: _may_name_trophies(conn, guild_id) for _, _, guild_id in rows}
    trophies = [WonTrophy(seat, name, holders[name], named[guild_id]) for seat, name, guild_id in rows]
    return tuple(sorted(trophies, key=lambda trophy: (trophy.holders, trophy.name, trophy.seat)))


def _holders(conn: Connection, guild_id: int, name: str) -> int:
    (count,) = conn.execute(
        """
        SELECT count(*) FROM (SELECT 1 FROM trophy WHERE guild_id = ? AND name = ? LIMIT ?) AS held
        """,
        (guild_id, name, MOST_HOLDERS),
    ).fetchone()
    return int(count)


def _may_name_trophies(conn: Connection, guild_id: int) -> bool:
    row = conn.execute("SELECT trophies FROM guild_settings WHERE guild_id = ?", (guild_id,)).fetchone()
    return row is None or row[0] == 1


def load_trophies(conn: Connection, user_id: int, guild_id: int | None = None) -> PersonTrophies:
    """Return a person's trophies; none for an unknown person.

    Args:
        guild_id: also count how many people of this server have each trophy.
    """
    person = people.find(conn, user_id)
    won: dict[str, int] = {}
    progress = ""
    name = Name("")
    if person is not None:
        stored = "SELECT DISTINCT name, at FROM trophy WHERE person = ?"
        won = dict(rows_of(conn, tuple[str, Time], stored, (person,)))
        progress = read_if_sound(
            lambda: _load_progress(conn, person), "", what=f"progress of person {person}"
        )
        named = f"SELECT {people.NAME_THERE.format(guild='?')} FROM person WHERE id = ?"
        name = Name(conn.execute(named, (guild_id, person)).fetchone()[0])
    if guild_id is None:
        return PersonTrophies(won, progress, name=name)
    # How rare each trophy is among the people of this server.
    held = "SELECT name, count(*) FROM trophy WHERE guild_id = ? GROUP BY name"
    holders = rows_of(conn, tuple[str, int], held, (guild_id,))
    (count,) = conn.execute(
        """
        SELECT count(*) FROM person WHERE user_id IS NOT NULL AND id IN (
            SELECT person FROM result CROSS JOIN result_seat ON result_seat.result = result.id
            WHERE guild_id = ? AND counts = 1
        )
        """,
        (guild_id,),
    ).fetchone()
    return PersonTrophies(won, progress, dict(holders), int(count), name)
