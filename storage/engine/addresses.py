"""Names of databases: a path is SQLite's, an address is PostgreSQL's."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SCHEMES = ("postgresql://", "postgres://")


def is_address(where: str | Path) -> bool:
    """Say whether a database is named by an address and not by a path."""
    return str(where).startswith(SCHEMES)


def shown_name(where: str | Path) -> str:
    """Return a database's name as people may read it: of an address neither user nor password.

    >>> shown_name("postgresql://tefuda:secret@db.example:5433/cards?sslmode=require&password=too")
    'postgresql://db.example:5433/cards'
    >>> shown_name("postgresql:///cards?host=/run/postgresql")
    'postgresql:///cards?host=/run/postgresql'
    >>> shown_name("tefuda.db")
    'tefuda.db'
    """
    if not is_address(where):
        return str(where)
    said = urlsplit(str(where))
    host = said.netloc.rpartition("@")[2]
    elsewhere = "".join(f"?host={one}" for one in parse_qs(said.query).get("host", []))
    return f"postgresql://{host}{said.path}{elsewhere}"
