"""Names of databases: paths of SQLite files, and PostgreSQL addresses."""

from __future__ import annotations

import errno
import glob
import os
from dataclasses import dataclass
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


@dataclass(frozen=True)
class DatabaseFile:
    """An SQLite database in a file. All files that belong to it lie beside the file itself.

    ``at`` follows symbolic links, and is the only place that does. So all paths of a database lead to the
    same lock, log and copies. Hard links cannot be followed, so a file that has several is refused.
    """

    name: str  # as people wrote it, for messages
    path: Path  # the file itself

    @classmethod
    def at(cls, name: str | Path) -> DatabaseFile:
        """Return the database at a path, which need not exist.

        Raises:
            FileNotFoundError: the path is empty.
        """
        if not str(name):
            raise FileNotFoundError("no file is named")
        return cls(str(name), Path(os.path.realpath(name)))

    def beside(self, end: str) -> Path:
        """Return the path of a file that belongs to the database, such as ``-wal``."""
        return self.path.with_name(self.path.name + end)

    def read_only_uri(self) -> str:
        """Return the URI that opens the existing file for reading only.

        Raises:
            FileNotFoundError: there is no such file.
            StorageUnavailable: the file has several names, and its log may be beside another one.
        """
        if not self.path.is_file():
            raise FileNotFoundError(f"there is no database {self.name}")
        if self._has_log():
            self.expect_one_name()
        # Where SQLite cannot create its files beside the database, no other process can write to it either.
        can_write = self.beside("-wal").exists() or os.access(self.path.parent, os.W_OK)
        return f"{self.path.as_uri()}?{'mode=ro' if can_write else 'immutable=1'}"

    def expect_one_name(self) -> None:
        """Raise ``StorageUnavailable`` if hard links give the file further names.

        SQLite and the lock of a bot know a file by its name: through another name, a second program would
        neither see the latest changes nor the lock.
        """
        links = self.path.stat().st_nlink if self.path.is_file() else 1
        # A restoration that was killed may have given the database the name under which the old one is kept.
        if links > 1:
            links -= sum(kept.samefile(self.path) for kept in self.kept_files())
        if links > 1:
            why = f"the file has {links} names (hard links); remove the others"
            raise StorageUnavailable(f"cannot open the database {self.name}: {why}")

    def expect_replaceable(self) -> None:
        """Raise ``OSError`` if the path leads to something else than a file, such as a folder or a device."""
        if self.path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder")
        if self.path.exists() and not self.path.is_file():
            raise OSError(errno.EINVAL, "it is no ordinary file")

    def kept_files(self) -> list[Path]:
        """Return the old databases that restorations have kept beside this one."""
        return [*self.path.parent.glob(f"{glob.escape(self.path.name)}.old*")]

    def _has_log(self) -> bool:
        # Bytes 18 and 19 are 2 in a database with a write-ahead log (https://sqlite.org/fileformat.html).
        with self.path.open("rb") as file:
            return file.read(20)[18:20] == b"\2\2"


def opening_error(name: str, error: Exception) -> StorageUnavailable:
    """Return the error for a database file that cannot be opened, with the likely reason."""
    message = str(error)
    is_away = "locked" in message or "disk is full" in message
    kind = StorageAway if is_away else NotOurs if isinstance(error, NotOurs) else StorageUnavailable
    why = _reason(DatabaseFile.at(name).path, error) if name else message
    return kind(f"cannot open the database {name}: {why}")


def _reason(path: Path, error: Exception) -> str:
    message = str((isinstance(error, OSError) and error.strerror) or error)
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
