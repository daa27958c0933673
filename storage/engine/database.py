"""Runs transactions on a database, whichever engine it has."""

from __future__ import annotations

import asyncio
import errno
import glob
import os
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import (
    Any,
    ClassVar,
    Concatenate,
    Generic,
    Literal,
    NamedTuple,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
)
from urllib.parse import parse_qs, urlsplit

import msgspec

from storage.errors import DamagedRow, NotOurs, StorageAway, StorageClosed, StorageFailed, StorageUnavailable

# --- connection ---------------------------------------------------------------------------------------------
# The interface of a connection inside a transaction, common to both kinds of databases.
#
# An ``sqlite3.Connection`` has this interface already; ``storage.postgres.session`` implements it for a
# server. Each statement is written once, for both:
#
# - parameters are ``?`` or ``:name``; truth values are the integers 0 and 1; integers have 64 bits;
# - ``RETURNING`` reads inserted values, ``ON CONFLICT (key) DO UPDATE`` replaces rows;
# - ``INDEXED BY`` and ``CROSS JOIN ... ON`` steer SQLite's planner and are removed for a server;
# - ``json_group_array(json_array(...))`` is translated for a server.

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""The parameters of a statement: a sequence for ``?``, a mapping for ``:name``."""


P = ParamSpec("P")
T = TypeVar("T")


def lengthy(work: Callable[P, T]) -> Callable[P, T]:
    """Mark a transaction function that may take minutes. No timeout ends a marked function."""
    work.is_lengthy = True  # type: ignore[attr-defined]
    return work


class Cursor(Protocol):
    """The rows that a statement returned, each as a tuple."""

    @property
    def rowcount(self) -> int:
        """The number of rows changed."""

    @property
    def description(self) -> Any:
        """The columns; the first item of each is its name."""

    def fetchone(self) -> Any:
        """Return the next row, ``None`` after the last."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""


class Connection(Protocol):
    """A connection inside a transaction."""

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Cursor:
        """Run a statement."""

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor:
        """Run a statement once for each set of parameters."""


# --- names --------------------------------------------------------------------------------------------------
# Names of databases: paths of SQLite files, and addresses of servers.

SCHEMES = ("postgresql://", "postgres://")


def is_server_address(where: str | Path) -> bool:
    """Return whether a database's name is the address of a server instead of a path."""
    return str(where).startswith(SCHEMES)


def name_without_password(where: str | Path) -> str:
    """Return a database's name as it may be shown: an address without user and password.

    >>> name_without_password("postgresql://tefuda:secret@db.example:5433/cards?sslmode=require&password=too")
    'postgresql://db.example:5433/cards'
    >>> name_without_password("tefuda.db")
    'tefuda.db'
    """
    if not is_server_address(where):
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
        # If SQLite cannot create its files beside the database, no other process can write to it either.
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
        return list(self.path.parent.glob(f"{glob.escape(self.path.name)}.old*"))

    def _has_log(self) -> bool:
        # Bytes 18 and 19 are 2 in a database with a write-ahead log (https://sqlite.org/fileformat.html).
        with self.path.open("rb") as file:
            return file.read(20)[18:20] == b"\2\2"


def opening_error(name: str, error: Exception) -> StorageUnavailable:
    """Return the error for a database file that cannot be opened, with the likely reason."""
    message = str(error)
    is_away = "locked" in message or "disk is full" in message
    kind: type[StorageUnavailable]
    if is_away:
        kind = StorageAway
    elif isinstance(error, NotOurs):
        kind = NotOurs
    else:
        kind = StorageUnavailable
    why = _reason(DatabaseFile.at(name).path, error) if name else message
    return kind(f"cannot open the database {name}: {why}")


def _reason(path: Path, error: Exception) -> str:
    message = str((isinstance(error, OSError) and error.strerror) or error)
    # SQLite's own messages are vague, so look at the file for the likely reason first.
    try:
        is_folder = path.is_dir()
        is_placed = path.parent.is_dir()
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


# --- writing ------------------------------------------------------------------------------------------------
# Reads and writes rows by column name, and texts by key (table ``meta``).

V = TypeVar("V", bound=msgspec.Struct)


def columns_of(value: msgspec.Struct, *names: str) -> dict[str, Any]:
    """Return the named fields of a struct as a dictionary; all fields if no names are given."""
    fields = dict(zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True))
    return {name: getattr(value, fields.get(name, name)) for name in names or fields}


def value_of(kind: type[V], columns: Iterable[Any], *packed: str) -> V:
    """Build an object from a database row.

    Args:
        kind: the class of the object.
        columns: the values of the row, in the order of the class's fields.
        packed: names of the fields that are stored as JSON.
    """
    # SQLite has no booleans and no lists, so values are converted to the types of the fields.
    values = dict(zip(kind.__struct_encode_fields__, columns, strict=True))
    for name in packed:
        values[name] = None if values[name] is None else msgspec.json.decode(values[name])
    return msgspec.convert(values, kind, strict=False)


def is_damage(error: Exception) -> bool:
    """Return whether an error means that a stored row holds an invalid value."""
    if isinstance(error, sqlite3.Error):
        message = str(error)
        return is_undecodable(error) or any(sign in message for sign in _SIGNS_OF_DAMAGE)
    # the server's class of errors in values, such as a number out of range
    is_bad_value = str(getattr(error, "sqlstate", None) or "").startswith("22")
    kinds = msgspec.MsgspecError | UnicodeError | DamagedRow | OverflowError
    return is_bad_value or isinstance(error, kinds)


_SIGNS_OF_DAMAGE = (
    "integer overflow",
    "JSON cannot hold BLOB values",
    "cannot store ",
    "malformed JSON",
    "datatype mismatch",
)
"""Beginnings of SQLite's messages when a statement meets a damaged value."""


def is_undecodable(error: Exception) -> bool:
    """Return whether an error means that a stored text is no UTF-8."""
    return isinstance(error, sqlite3.OperationalError) and str(error).startswith("Could not decode to UTF-8")


def are_ids_counted(conn: Connection) -> bool:
    """Return whether the database derives the id of a new row from the stored rows, as SQLite does."""
    return isinstance(getattr(conn, "plain", conn), sqlite3.Connection)


def insert(conn: Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows into a database table. All rows must have values for the same column names."""
    put(conn, table, rows, ())


def put(conn: Connection, table: str, rows: Iterable[Mapping[str, Any]], key: tuple[str, ...]) -> None:
    """Insert or replace rows of a database table.

    Args:
        table: the name of the database table.
        rows: values by column name. All rows must have the same columns.
        key: names of columns. A stored row with the same values in these columns is replaced.
    """
    given = list(rows)
    if given:
        statement = _statement(table, tuple(given[0]), key)
        conn.executemany(statement, [tuple(map(_plain, row.values())) for row in given])


def update(conn: Connection, table: str, row: Mapping[str, Any], row_id: str | int, key: str = "id") -> None:
    """Update the row whose column ``key`` is ``row_id``. ``row`` maps column names to new values."""
    changes = ", ".join(f"{column} = ?" for column in row)
    conn.execute(f"UPDATE {table} SET {changes} WHERE {key} = ?", (*map(_plain, row.values()), row_id))


@lru_cache(maxsize=64)
def _statement(table: str, columns: tuple[str, ...], key: tuple[str, ...]) -> str:
    places = ", ".join("?" * len(columns))
    statement = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"
    # An update of all other columns, if a row with this key exists.
    if not key:
        return statement
    changes = ", ".join(f"{column} = excluded.{column}" for column in columns if column not in key)
    return f"{statement} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, tuple | dict | msgspec.Struct):
        return msgspec.json.encode(value).decode()
    return value


def get_meta(conn: Connection, key: str) -> str | None:
    """Return the text stored under a key in the table ``meta``; ``None`` if there is none.

    A text that cannot be decoded counts as empty.
    """
    try:
        row = conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    except sqlite3.OperationalError as error:
        if not is_undecodable(error):
            raise
        return ""
    return None if row is None else str(row[0])


def set_meta(conn: Connection, key: str, value: str | None) -> None:
    """Store a text under a key in the table ``meta``; ``None`` removes it."""
    if value is None:
        conn.execute("DELETE FROM meta WHERE key = ?", (key,))
    else:
        put(conn, "meta", [{"key": key, "value": value}], ("key",))


# --- database -----------------------------------------------------------------------------------------------
# The interface of an open database.
#
# A transaction is a plain function of a ``Connection``. It runs in another thread, so it never blocks the
# event loop.

SYNCHRONOUS = ("NORMAL", "FULL")
"""Levels of durability of a commit, of which none loses anything if the bot is killed.

``"NORMAL"`` may lose the last few commits in a power cut (SQLite), or those of the last 0.6 s in a crash of
a database server. ``"FULL"`` waits for the disk at every commit, and loses none.
"""

TransactionKind: TypeAlias = Literal["read", "write"]
Watch: TypeAlias = Callable[[TransactionKind, float, StorageFailed | None], None]
"""A callback after each transaction, with its kind, its duration in seconds, and its error, if any."""


Findings: TypeAlias = Callable[[Connection, Iterable[str]], list[str]]
"""A function that checks a database. It takes a connection and the faults found so far, and returns all
faults, one sentence each.
"""


class ConnectionLimits(NamedTuple):
    """How many connections the database server allows, and how many each process of the bot opens."""

    connections: int
    per_process: int

    @property
    def processes(self) -> int:
        """The maximum number of processes that can be connected at the same time."""
        return self.connections // self.per_process


MOST_PREPARATIONS = 5
"""How often a transaction is begun again with what it lacked. The last attempt computes it itself."""


class Unprepared(Exception):
    """A transaction lacks something that takes long to compute. Others must not wait for it.

    The transaction is undone, ``prepare`` computes what is missing, and the transaction begins again.
    """

    def __init__(self, prepare: Callable[[], object]) -> None:
        super().__init__("something must be computed before")
        self.prepare = prepare


class _Running(threading.local):
    may_postpone = False


_running_here = _Running()


def may_postpone() -> bool:
    """Return whether ``Unprepared`` may be raised: this thread runs a transaction that can begin again."""
    return _running_here.may_postpone


@dataclass(frozen=True)
class Transaction(Generic[T]):
    """A function of a connection, with its arguments, that runs as one transaction when it is called."""

    kind: TransactionKind
    work: Callable[..., T]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    may_postpone: bool = False  # ``Unprepared`` may be raised

    def __call__(self, conn: Connection) -> T:
        _running_here.may_postpone = self.may_postpone
        try:
            return self.work(conn, *self.args, **self.kwargs)
        finally:
            _running_here.may_postpone = False

    @property
    def is_lengthy(self) -> bool:
        """True if the function is marked ``lengthy``."""
        return getattr(self.work, "is_lengthy", False)

    @property
    def _name(self) -> str:
        return getattr(self.work, "__name__", "a transaction")

    def failure(self, reason: object) -> StorageFailed:
        """Return the error for the failed transaction. Its message names the function and the reason."""
        return StorageFailed(f"{self._name} failed: {reason}")

    def damage(self, reason: object) -> DamagedRow:
        """Return the error for a transaction that met a damaged row. The database itself works."""
        return DamagedRow(f"{self._name} met a damaged row: {reason}")


class Store(ABC):
    """An open database. ``storage.store.open_store`` opens one."""

    product: ClassVar[str]
    """The name of the database software."""

    def __init__(self, name: str) -> None:
        self.name = name  # for messages, without a password
        self.watch: Watch | None = None  # called after every transaction
        self.is_closed = False

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` as one transaction, commit it, and return its result.

        After a conflict with another transaction, ``work`` runs again, and so it does after ``Unprepared``.
        Cancelling the caller does not stop the transaction.

        Raises:
            StorageError: ``work`` raised this error. Nothing was written.
            StorageUnsure: the connection was lost during the commit. The caller must read what was written.
            StorageFailed: the database failed in another way. Nothing was written.
        """
        transaction = Transaction("write", work, args, kwargs, may_postpone=True)
        for _ in range(MOST_PREPARATIONS):
            try:
                return await self._run_watched(transaction)
            except Unprepared as needed:
                await asyncio.to_thread(needed.prepare)
        return await self._run_watched(replace(transaction, may_postpone=False))

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``work(connection, ...)`` on a snapshot of the data, and return its result.

        Raises:
            StorageFailed: the database failed.
        """
        return await self._run_watched(Transaction("read", work, args, kwargs))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish queued transactions, then close the database. Later ones raise ``StorageClosed``."""
        self.is_closed = True
        await self._close()

    @abstractmethod
    async def _close(self) -> None: ...

    async def connection_limits(self) -> ConnectionLimits | None:
        """Return the limits on connections; ``None`` if the database has none."""
        return None

    @abstractmethod
    async def empty_log(self) -> bool:
        """Erase deleted and overwritten data for good, also from the write-ahead log.

        Returns:
            False if another connection is using the log, so that the caller must try again later.

        Raises:
            StorageFailed: the data cannot be erased.
        """

    @abstractmethod
    async def check(self, findings: Findings) -> list[str]:
        """Return the faults of the whole database, one sentence each. This takes minutes for a million games.

        Args:
            findings: adds faults in the content to a list of faults.
        """

    @abstractmethod
    async def continue_numbers(self) -> None:
        """Make new rows get ids above all ids in use. Call this after copying rows."""

    @abstractmethod
    async def _run(self, transaction: Transaction[T]) -> T: ...

    async def _run_watched(self, transaction: Transaction[T]) -> T:
        if self.is_closed:
            raise StorageClosed
        loop = asyncio.get_running_loop()
        began = loop.time()
        failure = None
        try:
            return await self._run(transaction)
        except StorageFailed as error:
            failure = error
            raise
        finally:
            if self.watch is not None:
                self.watch(transaction.kind, loop.time() - began, failure)


def expect_synchronous(synchronous: str) -> str:
    """Return ``synchronous`` in capitals.

    Raises:
        ValueError: the value is not in ``SYNCHRONOUS``.
    """
    if synchronous.upper() not in SYNCHRONOUS:
        raise ValueError(f"synchronous must be one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
    return synchronous.upper()
