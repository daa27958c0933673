"""Reads rows and converts them to values. All functions that read several rows use these.

A row with an impossible value is *set aside*: it is left out and stays as it is in the database. The log
tells once where it is, and ``tefuda db check`` lists it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from storage.engine.database import Connection, Cursor, Parameters, is_damage, is_undecodable, value_of
from storage.errors import DamagedRow

log = logging.getLogger(__name__)

V = TypeVar("V")
W = TypeVar("W")

KEY_COLUMNS = frozenset(
    ("id", "table_id", "tournament", "guild_id", "season", "number", "result", "seat", "seq", "day")
) | {"person", "user_id", "game"}
"""Names of the columns by which a row is found. Only these are logged, as others may be secret."""

MOST_REPORTED = 1000
"""Limit of the rows that are remembered as reported."""

_reported: set[tuple[str, str]] = set()


def rows_of(conn: Connection, kind: type[V], sql: str, parameters: Parameters = (), *packed: str) -> list[V]:
    """Return the rows of a query as values. Damaged rows are set aside.

    Args:
        kind: a struct, a named tuple or a tuple type, with the types of the columns in their order.
        packed: for a struct, names of the fields that are stored as JSON.
    """
    return load_each(conn, _builder(kind, packed), sql, parameters, what=_name(kind))


def all_rows_of(
    conn: Connection, kind: type[V], sql: str, parameters: Parameters = (), *packed: str
) -> list[V]:
    """Return the rows of a query as values, all of which are needed. The arguments are those of ``rows_of``.

    Raises:
        DamagedRow: a row is damaged.
    """
    build = _builder(kind, packed)
    names, rows = _fetch(conn, sql, parameters)
    values = []
    for row in rows:
        try:
            values.append(build(row))
        except Exception as error:
            raise _damaged(error, _name(kind), names, row) from error
    return values


def column_of(conn: Connection, kind: type[V], sql: str, parameters: Parameters = ()) -> list[V]:
    """Return the only column of a query's rows. Damaged values are left out."""
    return load_each(conn, lambda row: _convert(row[0], kind), sql, parameters)


def row_of(conn: Connection, kind: type[V], sql: str, parameters: Parameters = (), *packed: str) -> V | None:
    """Return a query's first row as a value; ``None`` if there is no row.

    The arguments are those of ``rows_of``.

    Raises:
        DamagedRow: the row is damaged.
    """
    names, rows = _fetch(conn, sql, parameters)
    if not rows:
        return None
    try:
        return _builder(kind, packed)(rows[0])
    except Exception as error:
        raise _damaged(error, _name(kind), names, rows[0]) from error


def dicts_of(conn: Connection, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
    """Return the rows of a query as dictionaries by column name, with unchecked values."""
    names, rows = _fetch(conn, sql, parameters)
    return [dict(zip(names, row, strict=True)) for row in rows]


def meta_number(conn: Connection, key: str) -> int:
    """Return the number stored under a key in the table ``meta``; 0 if there is none, or if it is damaged."""
    stored = "SELECT value FROM meta WHERE key = ?"
    return next(iter(column_of(conn, int, stored, (key,))), 0)


def load_each(
    conn: Connection,
    build: Callable[[tuple[Any, ...]], V],
    sql: str,
    parameters: Parameters = (),
    *,
    what: str = "row",
) -> list[V]:
    """Return what ``build`` makes of each row of a query. Damaged rows are set aside.

    Args:
        build: converts the columns of a row, and checks their types (``value_of``).
        what: the kind of the rows, for the log.
    """
    names, rows = _fetch(conn, sql, parameters)
    values = []
    for row in rows:
        try:
            values.append(build(row))
        except Exception as error:
            report(_damaged(error, what, names, row))
    return values


def each_if_sound(keys: Iterable[W], read: Callable[[W], V], what: str) -> Iterator[V | None]:
    """Yield what ``read`` returns for each key; ``None`` where it meets a damaged row.

    Args:
        what: what a key stands for, for the log.
    """
    for key in keys:
        yield read_if_sound(partial(read, key), None, what=f"{what} {key}")


def read_if_sound(read: Callable[[], V], otherwise: W, what: str) -> V | W:
    """Return what ``read`` returns, or ``otherwise`` if it meets a damaged row.

    Args:
        what: what is read, for the log.
    """
    try:
        return read()
    except Exception as error:
        if not is_damage(error):
            raise
        report(DamagedRow(f"{what} cannot be read: {error}"))
        return otherwise


@contextmanager
def setting_aside(conn: Connection, what: str) -> Iterator[None]:
    """Undo the statements of the block if a damaged row makes them fail, and go on.

    Args:
        what: what the block writes, for the log.
    """
    conn.execute("SAVEPOINT aside")
    try:
        yield
    except Exception as error:
        if not is_damage(error):
            raise
        conn.execute("ROLLBACK TO SAVEPOINT aside")
        report(DamagedRow(f"{what} cannot be written beside a damaged row: {error}"))
    conn.execute("RELEASE SAVEPOINT aside")


class Derivation(NamedTuple):
    """A step that updates rows which can also be recomputed from results."""

    what: str  # the kind of the rows, for the log
    run: Callable[[Connection], None]


def derive(conn: Connection, steps: Sequence[Derivation], source: str) -> None:
    """Run steps that update derived rows. Damaged rows are set aside; all others are updated.

    Args:
        source: what the rows are derived from, for the log.
    """
    # First all at once. Only if a row is damaged, each row is written by itself, which takes longer.
    is_done = False
    with setting_aside(conn, f"all of {source}"):
        for step in steps:
            step.run(conn)
        is_done = True
    if not is_done:
        for step in steps:
            with setting_aside(conn, f"{step.what} of {source}"):
                step.run(_RowByRow(conn))


class _RowByRow:
    """A connection on which a damaged row keeps ``executemany`` from no other row."""

    def __init__(self, conn: Connection) -> None:
        self.plain = conn

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        return self.plain.execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor:
        cursor = self.plain.execute("SELECT 1")
        for given in parameters:
            with setting_aside(self.plain, "a derived row"):
                cursor = self.plain.execute(sql, given)
        return cursor


def report(damage: DamagedRow) -> None:
    """Log that a row was set aside, once for each row."""
    what, _, why = str(damage).partition(": ")
    if (what, why) in _reported:
        return
    if len(_reported) >= MOST_REPORTED:
        _reported.clear()
    _reported.add((what, why))
    log.error("%s; it is set aside (tefuda db check lists such rows): %s", what, why)


def _fetch(conn: Connection, sql: str, parameters: Parameters) -> tuple[list[str], list[tuple[Any, ...]]]:
    try:
        cursor = conn.execute(sql, parameters)
        rows = cursor.fetchall()
    except sqlite3.OperationalError as error:
        plain = getattr(conn, "plain", conn)
        if not is_undecodable(error) or not isinstance(plain, sqlite3.Connection):
            raise
        cursor, rows = _fetch_undecoded(plain, sql, parameters)
    return [column[0] for column in cursor.description], rows


def _fetch_undecoded(
    conn: sqlite3.Connection, sql: str, parameters: Parameters
) -> tuple[sqlite3.Cursor, list[tuple[Any, ...]]]:
    # One text that is no UTF-8 ends a whole query. Here such a text becomes bytes, which no field accepts.
    usual = conn.text_factory
    conn.text_factory = _decoded
    try:
        cursor = conn.execute(sql, parameters)
        return cursor, cursor.fetchall()
    finally:
        conn.text_factory = usual


def _decoded(text: bytes) -> str | bytes:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text


def _damaged(error: Exception, what: str, names: Sequence[str], row: Sequence[Any]) -> DamagedRow:
    if not is_damage(error):
        raise error
    known = dict(zip(names, row, strict=True))
    place = " ".join(f"{name}={value!r:.40}" for name, value in known.items() if name in KEY_COLUMNS)
    return DamagedRow(f"{what} {place} cannot be read: {error}")


def _builder(kind: type[V], packed: tuple[str, ...]) -> Callable[[tuple[Any, ...]], V]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return lambda row: value_of(kind, row, *packed)
    return partial(_convert, kind=kind)


def _convert(value: Any, kind: type[V]) -> V:
    return msgspec.convert(value, kind, strict=False)


def _name(kind: object) -> str:
    return getattr(kind, "__name__", str(kind)).lstrip("_")
