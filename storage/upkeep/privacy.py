"""Export and deletion of a person's data.

Deletion empties the person's row, and removes the person from all leaderboards. Seats, moves and results keep
the row's number, so other people's records stay true.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from storage.daily.forgotten import remember_answers
from storage.engine.connection import Connection
from storage.engine.database import Store
from storage.engine.reading import dicts_of, meta_number, rows_of
from storage.engine.writing import set_meta
from storage.errors import StorageFailed
from storage.fields import UnixMs
from storage.people import bars, people
from storage.rows import LOBBY
from storage.scores.measures import read_facts
from storage.scores.trophies import progress_counts
from storage.tables import lifecycle
from storage.tournaments.lifecycle import leave_tournaments

NOT_EXPORTED: dict[str, str] = {
    "beaten.other": "the row is about the winner; that the person lost is in their results"
}
"""Columns that refer to a person and are not in the export, each with the reason."""

FORGETTINGS = "forgettings"
"""Key of the counter by which processes notice deletions by other processes."""


def export_person(conn: Connection, user_id: int) -> dict[str, Any]:
    """Return all stored data about a person, ready to be written as JSON; ``{}`` if there is none."""
    person = people.find(conn, user_id)
    if person is None:
        return {}

    def rows(query: str) -> list[dict[str, Any]]:
        stored = dicts_of(conn, query, {"person": person})
        return [{name: _exported(value) for name, value in row.items()} for row in stored]

    # Counters are stored as JSON, and exported as a structure.
    results = rows(
        """
        SELECT table_id, game, guild_id, ended_at, rated, seat, has_left, place, score, facts, counts, mu,
            sigma
        FROM result_seat CROSS JOIN result ON id = result WHERE person = :person ORDER BY result
        """
    )
    return {
        "person": rows(
            "SELECT user_id, name, handle, is_discreet, hides_titles FROM person WHERE id = :person"
        )[0],
        "hosted": [row["id"] for row in rows("SELECT id FROM game_table WHERE host = :person ORDER BY id")],
        # Three sources: present seats, seats taken over and left again, and seats left by their first player.
        "seats": rows(
            """
            SELECT table_id, guild_id, channel_id, game, status, created_at, seat,
                CASE WHEN taken_at IS NULL THEN join_id ELSE 0 END AS join_id, has_left, left_at, is_away,
                taken_at
            FROM seat CROSS JOIN game_table ON id = table_id WHERE person = :person
            UNION ALL
            SELECT table_id, guild_id, channel_id, game, status, created_at, seat, 0, 1, left_at, 0, taken_at
            FROM former_seat CROSS JOIN game_table ON id = table_id WHERE person = :person
            UNION ALL
            SELECT table_id, guild_id, channel_id, game, status, created_at, seat, join_id, 1, leaver_at,
                0, NULL
            FROM seat INDEXED BY seat_of_leaver CROSS JOIN game_table ON id = table_id
            WHERE leaver = :person AND leaver IS NOT NULL
            ORDER BY created_at, table_id
            """
        ),
        "moves": rows(
            """
            SELECT move.table_id AS table_id, seq, move, at
            FROM seat CROSS JOIN move ON move.table_id = seat.table_id
            WHERE person = :person AND actor = seat AND (left_seq IS NULL OR seq < left_seq)
                AND (taken_seq IS NULL OR seq >= taken_seq) AND coalesce(made_by, '') <> 'stand-in'
            UNION ALL
            SELECT move.table_id AS table_id, seq, move, at FROM seat INDEXED BY seat_of_leaver
            CROSS JOIN move ON move.table_id = seat.table_id
            WHERE leaver = :person AND leaver IS NOT NULL AND actor = seat AND seq < leaver_seq
                AND coalesce(made_by, '') <> 'stand-in'
            UNION ALL
            SELECT move.table_id AS table_id, seq, move, at FROM former_seat
            CROSS JOIN move ON move.table_id = former_seat.table_id
            WHERE person = :person AND actor = seat AND seq >= taken_seq AND seq < left_seq
                AND coalesce(made_by, '') <> 'stand-in'
            ORDER BY table_id, seq
            """
        ),
        "votes": rows("SELECT table_id, act FROM vote WHERE person = :person ORDER BY table_id, act"),
        "guesses": rows(
            "SELECT table_id, seq, is_lie FROM guess WHERE person = :person ORDER BY table_id, seq"
        ),
        "results": [{**row, "facts": read_facts(row["facts"])} for row in results],
        "ratings": rows("SELECT game, mu, sigma, shown, games FROM rating WHERE person = :person"),
        "boards": rows(
            """
            SELECT period, board, game, games, wins, ties, beaten FROM tally WHERE person = :person
            ORDER BY period, board, game
            """
        ),
        # An export names nobody else, so the people beaten have numbers that tell them apart.
        "beaten": rows(
            """
            SELECT period, board, game, dense_rank() OVER (ORDER BY other) AS opponent
            FROM beaten WHERE person = :person ORDER BY period, board, game, opponent
            """
        ),
        "measures": rows(
            """
            SELECT period, board, game, fact, value, run FROM measure WHERE person = :person
            ORDER BY period, board, game, fact
            """
        ),
        "trophies": rows(
            """
            SELECT DISTINCT name, at, table_id FROM trophy CROSS JOIN result ON result.id = trophy.result
            WHERE person = :person ORDER BY at, name
            """
        ),
        "trophy_servers": rows(
            "SELECT DISTINCT guild_id FROM trophy WHERE person = :person ORDER BY guild_id"
        ),
        "trophy_counts": [
            progress_counts(row["progress"])
            for row in rows("SELECT progress FROM trophy_progress WHERE person = :person")
        ],
        "seasons": rows(
            """
            SELECT standing.guild_id AS guild_id, name, starts_at, ends_at, game, place, beaten, wins, games,
                medal
            FROM standing CROSS JOIN season
                ON season.guild_id = standing.guild_id AND number = standing.season
            WHERE person = :person ORDER BY starts_at, standing.guild_id, game
            """
        ),
        "tournaments": rows(
            """
            SELECT tournament, guild_id, game, tournament.status AS tournament_status, number, join_id,
                entrant.status AS status, is_here, place
            FROM entrant CROSS JOIN tournament ON id = tournament WHERE person = :person ORDER BY tournament
            """
        ),
        "organized": [
            row["id"] for row in rows("SELECT id FROM tournament WHERE host = :person ORDER BY id")
        ],
        "subscriptions": rows(
            """
            SELECT guild_id, game, told_at FROM subscription WHERE person = :person ORDER BY guild_id, game
            """
        ),
        "invitations": rows(
            """
            SELECT table_id, is_subscriber, is_told, has_declined, is_maybe, is_removed, is_unasked
            FROM invitation WHERE person = :person ORDER BY table_id
            """
        ),
        "removals": rows("SELECT table_id FROM invitation WHERE remover = :person ORDER BY table_id"),
        "names": rows("SELECT guild_id, name FROM nickname WHERE person = :person ORDER BY guild_id"),
        "bars": rows(
            "SELECT guild_id, since, until, reason FROM bar WHERE person = :person ORDER BY guild_id"
        ),
        "daily_answers": rows(
            """
            SELECT day, move, grade, points, is_late, at FROM daily_answer WHERE person = :person ORDER BY day
            """
        ),
        "daily_streak": rows("SELECT day, days, longest FROM daily_streak WHERE person = :person"),
        "daily_servers": rows("SELECT guild_id FROM daily_member WHERE person = :person ORDER BY guild_id"),
        "shared": rows(
            "SELECT channel_id, thing, at, message_id FROM shared WHERE person = :person ORDER BY at, thing"
        ),
        "acts": rows(
            """
            SELECT guild_id, at, kind, about, reason, until,
                CASE WHEN person = :person THEN 'by' ELSE 'on' END AS you
            FROM act WHERE person = :person OR whom = :person ORDER BY guild_id, number
            """
        ),
    }


def _exported(value: Any) -> Any:
    # Only a damaged text is read as bytes.
    return value.decode(errors="replace") if isinstance(value, bytes) else value


async def forget_person(
    store: Store,
    user_id: int,
    *,
    level: str = "normal",
    at: UnixMs | None = None,
    decided_seats: Mapping[str, int] = MappingProxyType({}),
    secret: bytes = b"",
) -> tuple[str, ...]:
    """Delete a person's name and user id everywhere. Return the ids of changed open tables.

    Computer players take the person's seats in running games. In lobbies the seats are freed.

    Args:
        level: the level of these computer players.
        decided_seats: the person's seat, by table id, in games in which the person's place is decided.
            These seats stay as they are.
        secret: 32 random bytes, by which a second answer to a daily puzzle is recognised.
    """
    touched = await store.write(forget, user_id, level, at, decided_seats, secret)
    with suppress(StorageFailed):  # the data is deleted all the same
        await store.empty_log()
    return touched


def forget(
    conn: Connection,
    user_id: int,
    level: str,
    at: UnixMs | None,
    decided_seats: Mapping[str, int] = MappingProxyType({}),
    secret: bytes = b"",
) -> tuple[str, ...]:
    """Delete a person's data. This is the transaction of ``forget_person``, with the same arguments."""
    person = people.find(conn, user_id)
    if person is None:
        return ()
    # The condition on the status is that of the partial index, so only open tables are read.
    touched = rows_of(
        conn,
        tuple[str, str],
        """
        SELECT id, status FROM game_table INDEXED BY open_table WHERE status IN ('lobby', 'playing')
            AND (host = :person OR EXISTS (SELECT 1 FROM seat WHERE table_id = id AND person = :person)
                OR EXISTS (
                    SELECT 1 FROM invitation WHERE table_id = id AND (person = :person OR remover = :person)
                )
                OR EXISTS (SELECT 1 FROM guess WHERE table_id = id AND person = :person))
        ORDER BY created_at, id
        """,
        {"person": person},
    )
    # Lobbies close up; at running tables a computer player takes the seat, unless the place is decided.
    for table_id, status in touched:
        if status == LOBBY:
            lifecycle.leave_lobby(conn, table_id, person, at)
        else:
            conn.execute(
                """
                UPDATE seat SET level = ?, has_left = 1, left_at = ?, left_seq = ?
                WHERE table_id = ? AND person = ? AND has_left = 0 AND seat <> ?
                """,
                (
                    level,
                    at,
                    lifecycle.count_moves(conn, table_id),
                    table_id,
                    person,
                    decided_seats.get(table_id, -1),
                ),
            )
            lifecycle.raise_revision(conn, table_id)
    # Rows that are only about this person are deleted; seats, moves and results keep the row's number.
    leave_tournaments(conn, person)
    remember_answers(conn, person, user_id, secret, at)
    tables = ("tally", "beaten", "measure", "subscription", "invitation", "vote", "guess", "nickname")
    for where in (*tables, "daily_answer", "daily_streak", "daily_member", "trophy", "trophy_progress"):
        conn.execute(f"DELETE FROM {where} WHERE person = ?", (person,))
    bars.replace_ids_by_keys(conn, person, user_id)
    # The row itself stays, empty, since records of other people refer to it.
    conn.execute(
        """
        UPDATE person SET user_id = NULL, name = NULL, handle = NULL, is_discreet = 0, hides_titles = 0
        WHERE id = ?
        """,
        (person,),
    )
    set_meta(conn, FORGETTINGS, str(count_data_deletions(conn) + 1))
    return tuple(table_id for table_id, _ in touched)


def count_data_deletions(conn: Connection) -> int:
    """Return how often a person's data has been deleted so far."""
    return meta_number(conn, FORGETTINGS)
