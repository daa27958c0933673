"""Finished games: a person's latest games, and the games of all people in order."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from storage.engine.connection import Connection
from storage.engine.reading import load_each, rows_of
from storage.fields import Count, Id, Name, Time, UnixMs
from storage.people import people
from storage.scores.measures import read_facts


class FinishedSeat(msgspec.Struct, frozen=True):
    """A seat of a finished game, with its player and place."""

    seat: int
    user_id: int | None  # None for a computer player or a deleted person
    name: Name  # the name to show; "" for a deleted person
    level: str | None  # of the computer player at the seat; None for a person
    has_left: bool  # the person left the game
    place: int
    score: float
    facts: dict[str, int]  # counters of what the seat did, such as {"lies": 3}
    team: int | None = None  # None for a seat that played alone
    counts: bool = True  # the game counts for the person on leaderboards


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game. Games that end later have higher numbers."""

    number: int
    table_id: str
    guild_id: int
    game: str
    ended_at: int
    rated: bool
    seats: tuple[FinishedSeat, ...]
    closed_why: str = ""

    @property
    def teams(self) -> int:
        """The number of teams; 0 if everybody played alone."""
        return len({seat.team for seat in self.seats if seat.team is not None})


_VERDICT = msgspec.json.Decoder(dict[str, object])
MOST_VOID = 10

_COLUMNS = "result.id, table_id, guild_id, game, ended_at, rated"


def load_history(
    conn: Connection,
    user_id: int,
    guild_id: int | None = None,
    limit: int = 10,
    before: int | None = None,
    game: str | None = None,
) -> list[FinishedGame]:
    """Return up to ``limit`` of a person's finished games, newest first.

    Args:
        guild_id: return only games on this server; ``None`` = all servers.
        before: return only games with a smaller ``number``; ``None`` = start with the newest.
        game: return only games of this kind; ``None`` = all kinds.
    """
    person, behind = people.find(conn, user_id), 2**62 if before is None else before
    # Start with the person's results, newest first, so the query ends when the page is full.
    rows = rows_of(
        conn,
        _Result,
        f"""
        SELECT {_COLUMNS} FROM result_seat CROSS JOIN result ON result.id = result_seat.result
        WHERE result_seat.person = :person AND result_seat.result < :before
            AND (guild_id = :guild OR :guild IS NULL) AND (game = :game OR :game IS NULL)
        ORDER BY result_seat.result DESC LIMIT :limit
        """,
        {"person": person, "before": behind, "guild": guild_id, "game": game, "limit": limit},
    )
    return [_finished_game(conn, row) for row in rows]


class VoidedGame(msgspec.Struct, frozen=True):
    """A game that a moderator closed without a result."""

    game: str
    ended_at: int
    reason: str


def load_voided_games(conn: Connection, user_id: int, since: UnixMs, until: UnixMs) -> list[VoidedGame]:
    """Return a person's games that moderators closed without a result between two times, newest first."""
    games = load_each(
        conn,
        lambda row: VoidedGame(*msgspec.convert(row[:2], tuple[str, Time]), _reason(row[2])),
        """
        SELECT game, ended_at, verdict FROM seat INDEXED BY seat_of_person
        JOIN game_table ON game_table.id = seat.table_id
        WHERE seat.person = ? AND seat.person IS NOT NULL AND status = 'cancelled' AND verdict IS NOT NULL
            AND ended_at >= ? AND ended_at < ?
        ORDER BY ended_at DESC, game_table.id LIMIT ?
        """,
        (people.find(conn, user_id), since, until, MOST_VOID),
        what="closed game",
    )
    return [game for game in games if game.reason]


def _reason(verdict: str | None) -> str:
    try:
        return "" if verdict is None else str(_VERDICT.decode(verdict).get("reason", ""))
    except (msgspec.DecodeError, TypeError):  # the table is set aside, and ``tefuda db check`` names it
        return ""


def load_games_after(conn: Connection, number: int, limit: int) -> list[FinishedGame]:
    """Return up to ``limit`` finished games with a number above ``number``, oldest first."""
    games = f"SELECT {_COLUMNS} FROM result WHERE result.id > ? ORDER BY result.id LIMIT ?"
    return [_finished_game(conn, row) for row in rows_of(conn, _Result, games, (number, limit))]


class _Result(NamedTuple):
    number: int
    table_id: str
    guild_id: Id
    game: str
    ended_at: Time
    rated: bool


class _ResultSeat(NamedTuple):
    seat: Count
    user_id: int | None
    name: Name
    level: str | None
    has_left: bool
    place: Count
    score: float
    facts: str
    team: int | None
    counts: bool


def _finished_game(conn: Connection, row: _Result) -> FinishedGame:
    # Read the seats with the names that people have now on that server.
    seats = rows_of(
        conn,
        _ResultSeat,
        f"""
        SELECT result_seat.seat, person.user_id,
            coalesce({people.NAME_THERE.format(guild="?")}, seat.name, ''), seat.level,
            result_seat.has_left, place, score, facts, team, counts
        FROM result_seat JOIN seat ON seat.table_id = ? AND seat.seat = result_seat.seat
        LEFT JOIN person ON person.id = result_seat.person
        WHERE result_seat.result = ? ORDER BY result_seat.seat
        """,
        (row.guild_id, row.table_id, row.number),
    )
    finished = [FinishedSeat(*seat[:7], read_facts(seat.facts), seat.team, seat.counts) for seat in seats]
    # The reason, if the game ended early.
    verdicts = rows_of(
        conn, tuple[str | None], "SELECT verdict FROM game_table WHERE id = ?", (row.table_id,)
    )
    return FinishedGame(*row, tuple(finished), "".join([_reason(verdict) for (verdict,) in verdicts]))
