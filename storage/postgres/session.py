"""Sessions with a PostgreSQL server: SQL dialect, locks, time limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import psycopg
from psycopg import conninfo, errors
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from storage.engine.database import Parameters, name_without_password
from storage.engine.migrate import APPLICATION_ID
from storage.errors import StorageAway, StorageInUse, StorageUnavailable

# --- dialect ------------------------------------------------------------------------------------------------
# Translates SQL written for SQLite to PostgreSQL.

_HINTS = (
    # PostgreSQL chooses indexes and the order of joins itself.
    (re.compile(r"\bINDEXED BY \w+"), ""),
    (re.compile(r"\bCROSS JOIN\b(?=\s+\w+(?:\s+AS\s+\w+)?\s+ON\b)"), "JOIN"),
    # Rows packed into one text; without any row, an empty list.
    (
        re.compile(r"\bjson_group_array\(\s*json_array\(([^()]*)\)\s*\)"),
        r"coalesce(json_agg(json_build_array(\1))::text, '[]')",
    ),
)
_PARAMETER = re.compile(
    r"""
    (?P<text>'(?:[^']|'')*')            # quoted text stays as it is ...
    | (?P<percent>%)                    # ... except this sign, which is special to the driver
    | (?P<place>\?)
    | (?<!:):(?P<name>[a-z_][a-z_0-9]*)
    """,
    re.VERBOSE,
)
_TYPES = (
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    # Compare texts as SQLite does, byte by byte, independent of the database's own collation.
    (re.compile(r"\bTEXT\b"), 'TEXT COLLATE "C"'),
    (re.compile(r"\)\s*STRICT(?:,\s*WITHOUT\s+ROWID)?\s*;"), ");"),
)


@lru_cache(maxsize=512)
def query(sql: str) -> str:
    """Return a statement in PostgreSQL's dialect, with the placeholders of the driver.

    >>> query("SELECT name FROM seat INDEXED BY seat_of_person WHERE person = ? AND name LIKE '%?'")
    "SELECT name FROM seat  WHERE person = %s AND name LIKE '%%?'"
    >>> query("SELECT 1 FROM a CROSS JOIN b ON b.id = a.id WHERE a.id = :id")
    'SELECT 1 FROM a JOIN b ON b.id = a.id WHERE a.id = %(id)s'
    """
    for pattern, replacement in _HINTS:
        sql = pattern.sub(replacement, sql)
    return _PARAMETER.sub(_placeholder, sql)


def _placeholder(match: re.Match[str]) -> str:
    if match["text"] is not None:
        return match["text"].replace("%", "%%")
    if match["percent"] is not None:
        return "%%"
    return "%s" if match["place"] is not None else f"%({match['name']})s"


def definition(sql: str) -> str:
    """Return a statement of a migration in PostgreSQL's dialect.

    >>> definition("CREATE TABLE a (id INTEGER, name TEXT) STRICT, WITHOUT ROWID;")
    'CREATE TABLE a (id BIGINT, name TEXT COLLATE "C");'
    """
    lines = (line.partition("--")[0].rstrip() for line in sql.splitlines())
    sql = "\n".join(line for line in lines if line)
    for pattern, replacement in _TYPES:
        sql = pattern.sub(replacement, sql)
    return sql


# --- advisory -----------------------------------------------------------------------------------------------
# The locks by which several processes of the bot divide its shards among themselves.
#
# They are advisory locks of the connection that writes, and are taken again after a reconnect. A lock that
# another process has taken in the meantime is *lost*.

EXCLUSIVE_USE = 0
"""Key of the exclusive-use lock; the processes of a sharded bot hold it shared."""
SHARD_COUNT_CHECK = 2
"""Key of the exclusive lock for comparing the number of shards with that of other processes."""
COMMAND_REGISTRATION = 3
"""Key of the exclusive lock for registering the commands with Discord."""
SHARDS_WANTED = 4
"""Key of a shared lock, held by every process that wants more shards."""
EMOJI_UPLOAD = 5
"""Key of the exclusive lock for uploading the application's emoji."""
COUNT = 0x1000000
SHARD = 0x2000000
LOGIN = 0x3000000
"""Bases of lock keys, to which a number is added: the number of all shards (held shared), a shard's number,
or the number of a login bucket. The class of all keys is ``APPLICATION_ID``."""

LOCKS = f"""
    SELECT CAST(objid AS BIGINT), pid = pg_backend_pid() FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {APPLICATION_ID} AND objsubid = 2 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""SQL: the keys of all granted advisory locks of this bot, and whether this connection holds each."""


HOLDS = f"""
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND classid = {APPLICATION_ID} AND objid = {EXCLUSIVE_USE} AND objsubid = 2
        AND granted AND pid = pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
"""SQL: a row if this connection holds the exclusive-use lock, alone or shared."""


class HeldLocks:
    """The shard locks of one process.

    Attributes:
        count: number of the bot's shards.
        shards: numbers of the locked shards.
        lost: numbers of shards that another process has locked meanwhile.
        losses: how often locks were lost so far.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.shards: set[int] = set()
        self.lost: set[int] = set()  # until ``forget_lost`` is called
        self.losses = 0

    def retake(self, conn: psycopg.Connection[Any], name: str) -> None:
        """Take all locks again on a new connection after the old connection broke.

        Args:
            name: the database's name in error messages.

        Raises:
            StorageInUse: another process has exclusive use, or uses another number of shards.
        """
        try:
            conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {EXCLUSIVE_USE})")
            conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {SHARD_COUNT_CHECK})")
        except errors.LockNotAvailable as error:
            raise StorageInUse(f"cannot open the database {name}: another Tefuda uses it") from error
        # Each process holds a shared lock for its number of shards, so that another number is noticed.
        conn.execute(f"SELECT pg_advisory_lock_shared({APPLICATION_ID}, {COUNT + self.count})")
        others = {key - COUNT for key, _ in conn.execute(LOCKS) if COUNT < key < SHARD} - {self.count}
        conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {SHARD_COUNT_CHECK})")
        if others:
            raise StorageInUse(
                f"cannot open the database {name}: another Tefuda divides the bot into {min(others)} shards,"
                f" this one into {self.count}; stop all of them before the number is changed"
            )
        # Take the old shard locks again. Another process may have taken some meanwhile.
        missing = [number for number in sorted(self.shards) if not try_lock(conn, SHARD + number)]
        if missing:  # the server may not have noticed yet that our old connection is gone
            try:
                conn.execute(f"SELECT pg_advisory_lock({APPLICATION_ID}, {SHARD + missing[0]})")
                missing = [number for number in missing[1:] if not try_lock(conn, SHARD + number)]
            except errors.LockNotAvailable:
                pass
        if missing:
            self.shards.difference_update(missing)
            self.lost.update(missing)
            self.losses += 1

    def check_nothing_lost(self, losses: int) -> None:
        """Raise ``psycopg.OperationalError`` if a shard lock was lost since a write was requested.

        Args:
            losses: the value of ``self.losses`` at the time of the request.
        """
        if self.lost or self.losses != losses:
            raise psycopg.OperationalError("another process serves some of our shards by now")


class _Runs(Protocol):
    def execute(self, sql: str, /) -> psycopg.Cursor[Any]: ...


def try_lock(conn: _Runs, key: int) -> bool:
    """Take an exclusive advisory lock if it is free. Return whether it was taken."""
    row = conn.execute(f"SELECT pg_try_advisory_lock({APPLICATION_ID}, {key})").fetchone()
    return row is not None and bool(row[0])


def unlock(conn: _Runs, key: int) -> None:
    """Release an exclusive advisory lock."""
    conn.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID}, {key})")


# --- session ------------------------------------------------------------------------------------------------
# A connection to PostgreSQL with the interface of ``storage.engine.database``.

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
        return self._conn.execute(query(sql), parameters)

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> psycopg.Cursor[Any]:
        """Run a statement once for each set of parameters."""
        given = list(parameters)
        if len(given) == 1:  # one round trip, where a batch takes three
            return self.execute(sql, given[0])
        cursor = self._conn.cursor()
        cursor.executemany(query(sql), given)
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
