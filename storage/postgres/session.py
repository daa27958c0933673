"""A connection to PostgreSQL with the interface of ``storage.engine.connection``."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from storage.engine.connection import Parameters
from storage.engine.migrate import APPLICATION_ID
from storage.engine.names import name_without_password
from storage.errors import StorageAway, StorageInUse, StorageUnavailable
from storage.postgres import dialect
from storage.postgres.advisory import EXCLUSIVE_USE, HOLDS, HeldLocks

T = TypeVar("T")
CommitStatus: TypeAlias = Literal["committed", "aborted", "in progress"]

BUSY_MS = 1000
"""Limit of a statement's wait for a lock; Discord expects an answer within three seconds."""
STATEMENT_MS = 4000
"""Limit of the server's work on one statement, except in a transaction marked ``lengthy``."""
ANSWER_SECONDS = 5.0
"""Limit of the wait for an answer; a dead connection may show no error."""
IDLE_LIMIT_MS = 20_000
"""The server disconnects a process that is idle for this time, which releases its locks."""
CONNECT_SECONDS = 2
SESSION_CHECKS = 5
"""Number of tests for a pooler that shares the server's sessions; it may pick the same session by chance."""
OLDEST_SERVER = 13  # has pg_current_xact_id and pg_xact_status

_UNLESS_GIVEN = {
    "connect_timeout": CONNECT_SECONDS,
    "fallback_application_name": "tefuda",
    # A dead connection must be noticed while people wait, not after the usual quarter of an hour.
    "tcp_user_timeout": 3000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
}
_SERVER_NOTICES = {"tcp_keepalives_idle": 10, "tcp_keepalives_interval": 5, "tcp_keepalives_count": 2}
"""Settings that let the server notice a dead connection, so that it releases the locks of a lost machine."""


class Access(NamedTuple):
    """How to connect: the address of the database, the access mode, and the locks to take."""

    address: str
    is_reader: bool = False  # the connection only reads
    is_durable: bool = False  # each commit waits until it is on the server's disk
    is_exclusive: bool = False  # take the lock for exclusive use
    shard_locks: HeldLocks | None = None  # to take again on a new connection; None if the bot has no shards


class ConnectionWithTimeout(psycopg.Connection[Any]):
    """A PostgreSQL connection that closes itself if the server does not answer in time."""

    seconds: float | None = ANSWER_SECONDS  # None = no limit

    def wait(self, gen: Generator[Any, Any, T], *args: Any, **kwargs: Any) -> T:
        """Wait for the server's answer as psycopg does, but at most for ``seconds``."""
        if self.seconds is not None:
            gen = self._in_time(gen, monotonic() + self.seconds)
        return super().wait(gen, *args, **kwargs)

    def _in_time(self, gen: Generator[Any, Any, T], end: float) -> Generator[Any, Any, T]:
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted  # psycopg wakes every 0.1 s, with nothing ready
                if not ready and monotonic() > end:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer")
                wanted = gen.send(ready)
        except StopIteration as done:
            result: T = done.value
            return result


class Session:
    """A PostgreSQL connection with the interface ``Connection``."""

    def __init__(self, conn: ConnectionWithTimeout, access: Access) -> None:
        self._conn = conn
        self._access = access
        self.transaction_id: str | None = None  # PostgreSQL's; None if no transaction writes

    def execute(self, sql: str, parameters: Parameters = (), /) -> psycopg.Cursor[Any]:
        """Run a statement."""
        return self._conn.execute(dialect.query(sql), parameters)

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> psycopg.Cursor[Any]:
        """Run a statement once for each set of parameters."""
        given = list(parameters)
        if len(given) == 1:  # one round trip, where a batch takes three
            return self.execute(sql, given[0])
        cursor = self._conn.cursor()
        cursor.executemany(dialect.query(sql), given)
        return cursor

    def load(self, table: str, columns: Iterable[str], rows: Iterable[tuple[Any, ...]]) -> None:
        """Insert many rows into a database table at once, with PostgreSQL's COPY."""
        with (
            self._conn.cursor() as cursor,
            cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)

    def control(self, sql: str) -> psycopg.Cursor[Any]:
        """Run SQL without parameters. It may contain several statements."""
        return self._conn.execute(sql, prepare=False)

    @contextmanager
    def without_time_limits(self, seconds: float | None = None) -> Iterator[None]:
        """Lift the usual time limits within a ``with`` block.

        Args:
            seconds: the limit of each operation; ``None`` for no limit.
        """
        self.control("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        self._conn.seconds = seconds
        try:
            yield
        finally:
            self._conn.seconds = ANSWER_SECONDS
            if not self.is_lost:
                self.control(_settings(_limits(self._access)))

    def begin(self) -> None:
        """Begin a transaction."""
        # The id lets ``commit_status`` find out later whether a commit has succeeded.
        self.transaction_id = None
        if self._access.is_reader:
            self.control("BEGIN")
        else:
            cursor = self.control("BEGIN; SELECT pg_current_xact_id()::text")
            cursor.nextset()
            (self.transaction_id,) = cursor.fetchone() or (None,)

    def commit(self) -> None:
        """Commit the transaction."""
        self.control("COMMIT")

    def roll_back(self) -> None:
        """Roll back the open transaction, if there is one."""
        if not self.is_lost and self._conn.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self.control("ROLLBACK")

    @property
    def is_lost(self) -> bool:
        """Whether the connection is closed."""
        return self._conn.closed

    def close(self) -> None:
        """Release the locks and close the connection."""
        try:
            if (self._access.is_exclusive or self._access.shard_locks) and not self.is_lost:
                self.control("SELECT pg_advisory_unlock_all()")  # the server notices the close only later
        except psycopg.Error:
            pass
        finally:
            self._conn.close()


session_class: type[Session] = Session
"""The class of connections; tests replace it to stop between two statements."""


def connect(access: Access) -> Session:
    """Return a new connection, after checking the server and taking the locks.

    Raises:
        StorageUnavailable: the address or the server cannot be used.
        StorageInUse: another process holds a needed lock.
        psycopg.Error: the connection failed.
    """
    try:
        given = conninfo.conninfo_to_dict(access.address)
    except psycopg.ProgrammingError:  # the error quotes the address, perhaps with its password
        name = name_without_password(access.address)
        raise StorageUnavailable(f"cannot open the database {name}: its address cannot be read") from None
    chosen: dict[str, Any] = {key: value for key, value in _UNLESS_GIVEN.items() if key not in given}
    conn = ConnectionWithTimeout.connect(access.address, autocommit=True, client_encoding="UTF8", **chosen)
    try:
        _prepare(conn, access)
    except BaseException:
        conn.close()
        raise
    return session_class(conn, access)


def _limits(access: Access) -> dict[str, int]:
    idle = IDLE_LIMIT_MS if access.shard_locks else 60_000
    return {"statement_timeout": STATEMENT_MS, "idle_in_transaction_session_timeout": idle}


def _settings(chosen: dict[str, Any]) -> str:
    return "; ".join(f"SET {key} = {value}" for key, value in chosen.items())


def _prepare(conn: ConnectionWithTimeout, access: Access) -> None:
    # Send every integer and text as one type, so that a statement is prepared only once.
    conn.adapters.register_dumper(int, Int8Dumper)
    conn.adapters.register_dumper(str, StrDumper)
    name = name_without_password(access.address)
    if conn.info.server_version < OLDEST_SERVER * 10_000:
        raise StorageUnavailable(
            f"cannot open the database {name}: PostgreSQL {OLDEST_SERVER} or newer is needed, "
            f"this is {conn.info.server_version // 10_000}"
        )
    encoding = conn.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StorageUnavailable(f"cannot open the database {name}: its encoding is {encoding}, not UTF8")
    # Session locks protect nothing if a pooler shares sessions among clients.
    is_locking = access.is_exclusive or access.shard_locks is not None
    if is_locking:
        _expect_own_session(conn, access, name)
    # Readers see one snapshot; writers are serializable, so conflicts are found by the server.
    chosen = {
        "default_transaction_isolation": "'repeatable read'" if access.is_reader else "serializable",
        "default_transaction_read_only": "on" if access.is_reader else "off",
        "synchronous_commit": "on" if access.is_durable else "off",
        "lock_timeout": BUSY_MS,
        **_limits(access),
        **_SERVER_NOTICES,
    }
    if (
        access.shard_locks and conn.info.server_version >= 140_000
    ):  # the shard locks are polled every two seconds
        chosen["idle_session_timeout"] = IDLE_LIMIT_MS
    conn.execute(_settings(chosen), prepare=False)
    # Take the locks after the settings, which limit the wait for them.
    if access.is_exclusive:
        try:
            conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {EXCLUSIVE_USE})")
        except errors.LockNotAvailable as error:
            raise StorageInUse(f"cannot open the database {name}: another Tefuda uses it") from error
    elif access.shard_locks is not None:
        access.shard_locks.retake(conn, name)
    if is_locking and conn.execute(HOLDS).fetchone() is None:
        raise _pooler_error(name)


def _expect_own_session(conn: ConnectionWithTimeout, access: Access, name: str) -> None:
    if _backend(conn) == conn.info.backend_pid:
        return  # a direct connection
    with closing(ConnectionWithTimeout.connect(access.address, autocommit=True)) as other:
        for _ in range(SESSION_CHECKS):
            before = _backend(conn)
            try:
                other.execute("BEGIN; SELECT 1", prepare=False)
            except psycopg.Error as error:
                if "pooling mode" in str(error):
                    raise _pooler_error(name) from error
                raise
            # The open transaction occupies a session; if that was ours, a pooler now gives us another.
            if _backend(conn) != before:
                raise _pooler_error(name)
            other.execute("ROLLBACK")


def _backend(conn: ConnectionWithTimeout) -> int:
    row = conn.execute("SELECT pg_backend_pid()", prepare=False).fetchone()
    assert row is not None
    return int(row[0])


def _pooler_error(name: str) -> StorageUnavailable:
    return StorageUnavailable(
        f"cannot open the database {name}: PgBouncer, or another pooler before it, shares sessions after each"
        " transaction, so no lock can be held; set pool_mode = session, or use the server's own address"
    )


def transaction(session: Session, work: Callable[[Session], T]) -> T:
    """Run ``work(session)`` as one transaction, and return its result.

    Raises:
        CommitUnknown: it is unknown whether the transaction was committed.
    """
    session.begin()
    try:
        result = work(session)
    except BaseException:
        _give_up(session)
        raise
    try:
        # A connection that breaks now leaves open whether the commit has succeeded.
        session.commit()
    except psycopg.Error as error:
        if session.is_lost and session.transaction_id is not None:
            raise CommitUnknown(session.transaction_id, result) from error
        _give_up(session)
        raise
    return result


def _give_up(session: Session) -> None:
    try:
        session.roll_back()
    except psycopg.Error:
        session.close()


class CommitUnknown(Exception):
    """The connection was lost during a commit, so it is unknown whether the transaction was committed."""

    def __init__(self, transaction_id: str, result: Any) -> None:
        super().__init__("the connection was lost while a commit was awaited")
        self.transaction_id = transaction_id
        self.result = result  # of the transaction, valid if it was committed


def commit_status(session: Session, transaction_id: str) -> CommitStatus | None:
    """Return the status of a transaction by PostgreSQL's transaction id; ``None`` if the server forgot it."""
    row = session.execute("SELECT pg_xact_status(CAST(? AS xid8))", (transaction_id,)).fetchone()
    return None if row is None else row[0]


_LASTING = re.compile(
    "authentication failed|no password supplied|does not exist|no pg_hba.conf entry|permission denied"
    "|not permitted|not currently accepting|certificate|SSL|invalid |no such (user|database)",
    re.IGNORECASE,
)
"""Words of connection errors that have no error code and that only a person can fix.

Errors of a server that uses another language count as temporary.
"""
_PASSING = ("08", "25", "40", "53", "55", "57", "58")
"""Classes of PostgreSQL error codes for temporary errors: no connection, a standby server, conflicts, no
resources, locks, a server that starts or stops, its disk."""


def opening_error(name: str, error: psycopg.Error) -> StorageUnavailable:
    """Return the error for a database that cannot be opened."""
    if error.sqlstate is None:
        is_lasting = _LASTING.search(str(error)) is not None
    else:
        is_lasting = not error.sqlstate.startswith(_PASSING)
    kind = StorageUnavailable if is_lasting else StorageAway
    return kind(f"cannot open the database {name}: {error_line(error)}")


def error_line(error: Exception) -> str:
    """Return the first line of an error's message. Further lines may be private."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].startswith("Multiple connection attempts"):
        return lines[1].lstrip("- ")
    return lines[0] if lines else type(error).__name__
