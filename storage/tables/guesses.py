"""What those who watch a table think of claims."""

from __future__ import annotations

from storage.engine.connection import Connection
from storage.engine.writing import columns_of, put
from storage.people import people
from storage.rows import PLAYING, GuessRow
from storage.tables import lifecycle


def save_guess(conn: Connection, table_id: str, guild_id: int, moves: int, guess: GuessRow) -> None:
    """Write what somebody thinks of a claim, in place of what they thought before; it makes them known.

    Args:
        moves: how many moves the caller has seen.

    Raises:
        NoSuchTable, WrongStatus: no game is running at this table.
        SequenceConflict: there is another number of moves.
    """
    lifecycle.expect(conn, table_id, PLAYING)
    lifecycle.expect_moves(conn, table_id, moves)
    person = people.ensure(conn, guess.user_id, guess.name, guild_id)
    row = {"table_id": table_id, "person": person, **columns_of(guess, "seq", "is_lie")}
    put(conn, "guess", [row], ("table_id", "person", "seq"))


def of_tables(conn: Connection, ids: str, *given: object) -> dict[str, list[GuessRow]]:
    """Return what was thought at the tables whose ids a statement selects, the older first.

    People bear the names that they have there.
    """
    rows = conn.execute(
        f"""
        SELECT table_id, user_id, {people.NAME_THERE.format(guild="game_table.guild_id")}, seq, is_lie
        FROM guess JOIN person ON person.id = guess.person
        JOIN game_table ON game_table.id = guess.table_id
        WHERE table_id IN ({ids}) ORDER BY seq, person.id
        """,
        given,
    )
    found: dict[str, list[GuessRow]] = {}
    for table_id, user_id, name, seq, is_lie in rows:
        guess = GuessRow(user_id, name, seq, None if is_lie is None else bool(is_lie))
        found.setdefault(table_id, []).append(guess)
    return found
