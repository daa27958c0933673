"""Names of databases: a path is SQLite's, an address is PostgreSQL's; and why a file cannot be opened."""

from __future__ import annotations

import os
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


def read_only_name(name: str) -> str:
    """Name a database that is there so that SQLite opens it for reading alone (as a URI).

    A database in WAL mode that nobody has open needs two small files beside it while it is read; where they
    cannot be made, nobody can write either, and it is read without them.

    Raises:
        FileNotFoundError: there is none.
    """
    path = Path(name)
    if not path.is_file():
        raise FileNotFoundError(f"there is no database {name}")
    has_log = path.with_name(path.name + "-wal").exists()
    mode = "mode=ro" if has_log or os.access(path.parent, os.W_OK) else "immutable=1"
    return f"{path.absolute().as_uri()}?{mode}"


def why_closed(name: str, error: Exception) -> str:
    """Say in one sentence why a file is not opened as a database."""
    path = Path(name)
    said = str(error)
    try:
        is_folder, is_placed = path.is_dir(), path.parent.is_dir()
    except OSError:
        return f"cannot open the database {name}: its folder cannot be read"
    if is_folder:
        reason = "it is a folder"
    elif not is_placed:
        reason = "its folder does not exist"
    elif isinstance(error, FileNotFoundError):
        reason = "there is no such file"
    elif isinstance(error, PermissionError) or "readonly" in said or "unable to open" in said:
        reason = "it cannot be written"
    elif "not a database" in said:
        reason = "it is not an SQLite database"
    elif "locked" in said:
        reason = "another program holds it"
    else:
        reason = said
    return f"cannot open the database {name}: {reason}"
