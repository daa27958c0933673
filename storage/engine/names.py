"""Names of databases: paths of SQLite files, and PostgreSQL addresses."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from storage.errors import NotOurs, StorageAway, StorageUnavailable

SCHEMES = ("postgresql://", "postgres://")


def is_postgres_address(where: str | Path) -> bool:
    """Return whether a database's name is a PostgreSQL address instead of a path."""
    return str(where).startswith(SCHEMES)


def name_without_password(where: str | Path) -> str:
    """Return a database's name as it may be shown: an address without user and password.

    >>> name_without_password("postgresql://tefuda:secret@db.example:5433/cards?sslmode=require&password=too")
    'postgresql://db.example:5433/cards'
    >>> name_without_password("postgresql:///cards?host=/run/postgresql")
    'postgresql:///cards?host=/run/postgresql'
    >>> name_without_password("tefuda.db")
    'tefuda.db'
    """
    if not is_postgres_address(where):
        return str(where)
    address = urlsplit(str(where))
    host = address.netloc.rpartition("@")[2]
    elsewhere = "".join(f"?host={server}" for server in parse_qs(address.query).get("host", []))
    return f"postgresql://{host}{address.path}{elsewhere}"


def read_only_name(name: str) -> str:
    """Return the URI that opens an existing SQLite file for reading only.

    Raises:
        FileNotFoundError: there is no such file.
    """
    path = Path(name)
    if not path.is_file():
        raise FileNotFoundError(f"there is no database {name}")
    # Where SQLite cannot create its files beside the database, no other process can write to it either.
    has_log = path.with_name(path.name + "-wal").exists()
    mode = "mode=ro" if has_log or os.access(path.parent, os.W_OK) else "immutable=1"
    return f"{path.absolute().as_uri()}?{mode}"


def opening_error(name: str, error: Exception) -> StorageUnavailable:
    """Return the error for a database file that cannot be opened, with the likely reason."""
    message = str(error)
    is_away = "locked" in message or "disk is full" in message
    kind = StorageAway if is_away else NotOurs if isinstance(error, NotOurs) else StorageUnavailable
    return kind(f"cannot open the database {name}: {_reason(Path(name), error)}")


def _reason(path: Path, error: Exception) -> str:
    message = str(error)
    # SQLite's own messages are vague, so look at the file for the likely reason first.
    try:
        is_folder, is_placed = path.is_dir(), path.parent.is_dir()
        is_hidden = path.exists() and not os.access(path, os.R_OK)
    except OSError:
        return "its folder cannot be read"
    if is_folder:
        return "it is a folder"
    if not is_placed:
        return "its folder does not exist"
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if is_hidden:
        return "it cannot be read"
    if isinstance(error, PermissionError) or "readonly" in message or "unable to open" in message:
        return "it cannot be written"
    if "not a database" in message:
        return "it is not an SQLite database"
    if "locked" in message:
        return "another program holds it"
    return message
