"""What stands in a database, of either kind, and changes past the store."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from storage.engine.names import is_address
from storage.upkeep.copying import KEYS


def rows(where: str | Path, query: str) -> list[tuple[Any, ...]]:
    """Return what a query finds."""
    with closing(_connection(where)) as conn:
        return [tuple(row) for row in conn.execute(query).fetchall()]


def change(where: str | Path, *statements: str) -> None:
    """Run statements as somebody else might."""
    with closing(_connection(where)) as conn:
        for statement in statements:
            conn.execute(statement)


def content(where: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return everything, table by table."""
    with closing(_connection(where)) as conn:
        return {
            name: [tuple(row) for row in conn.execute(f"SELECT * FROM {name} ORDER BY {', '.join(key)}")]
            for name, key in KEYS.items()
        }


def dump(path: Path) -> list[str]:
    """Return everything in an SQLite file as statements, once what its log holds has been taken in."""
    with closing(sqlite3.connect(path)) as conn:
        return list(conn.iterdump())


def _connection(where: str | Path) -> Any:
    if is_address(where):
        return psycopg.connect(str(where), autocommit=True)
    return sqlite3.connect(where, isolation_level=None)
