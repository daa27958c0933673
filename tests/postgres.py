"""The test run's own PostgreSQL server, started at first use and stopped when the run ends.

All processes of a run share the server, and each has a database of its own, which is emptied for every test.
The server listens only on a socket in its folder, and does not wait for the disk. If PostgreSQL is
missing, the tests that need it are skipped.
"""

from __future__ import annotations

import atexit
import fcntl
import functools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import conninfo

from storage.postgres.store import PostgresStore

FOLDER = "TESTS_POSTGRES"
"""The environment variable that holds the folder of the run's server."""
MISSING = "PostgreSQL's programs are not here (on Debian: apt-get install postgresql)"
USERS = ("postgres", "nobody")
"""The accounts that PostgreSQL runs as if the tests run as root, which it refuses."""
SETTINGS = {
    **{"listen_addresses": "''", "max_connections": "200", "shared_buffers": "32MB"},
    **dict.fromkeys(("fsync", "full_page_writes", "synchronous_commit", "autovacuum", "jit"), "off"),
    **{"wal_level": "minimal", "max_wal_senders": "0"},
}
_wipers: list[Wiper] = []
_WATCH = """
exec <&- >/dev/null 2>&1
{ tail --pid="$1" -f /dev/null; "$2"/pg_ctl -D "$3"/data -m immediate stop; rm -rf "$3"; } &
"""


@functools.cache
def programs() -> Path | None:
    """Return the folder of PostgreSQL's newest installed programs, or ``None`` if there are none."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


def choose_folder() -> None:
    """Choose a folder for the server of this run, in a variable that child processes inherit."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="tefuda-postgres-")


def stop() -> None:
    """Stop the run's server if it runs, and delete its files."""
    folder = Path(os.environ.pop(FOLDER))
    if (folder / "runs").exists():
        _control(folder, "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def address_of(name: str) -> str:
    """Return the address of a database of the run's server, which is started if needed."""
    if programs() is None:
        pytest.skip(MISSING)
    folder = Path(os.environ[FOLDER])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "runs").exists():
            _start(folder)
            (folder / "runs").touch()
    return address_in(folder, name)


def address_in(folder: Path, name: str) -> str:
    """Return the address of a database of the server in a folder."""
    return f"postgresql://tefuda@/{name}?host={folder}"


def admin(statement: str, name: str = "postgres") -> list[Any]:
    """Run a statement in a database of the server, outside of a transaction; return its rows."""
    with closing(psycopg.connect(address_of(name), autocommit=True)) as conn:
        cursor = conn.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []


def cut_all() -> None:
    """End all of Tefuda's connections to the server, as a restart of the server does."""
    admin(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'tefuda'"
        f" AND datname = '{_mine()}'"
    )


@functools.cache
def _mine() -> str:
    name = f"tests_{os.getpid()}"
    admin(f"CREATE DATABASE {name}")
    return name


async def empty_database() -> str:
    """Empty this process's database and return its address; it has the current schema."""
    if not _wipers:
        await (await PostgresStore.open(address_of(_mine()))).close()
        _wipers.append(Wiper(_mine()))
    _wipers[0].wipe()
    return address_of(_mine())


class Wiper:
    """Deletes all rows of a database, through a connection that stays open: a new one costs more time."""

    def __init__(self, name: str) -> None:
        self._connection = psycopg.connect(address_of(name), autocommit=True)
        atexit.register(self._connection.close)
        tables = self._connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version'"
        )
        statements = [f"DELETE FROM {table}" for (table,) in tables]
        statements += [f"ALTER SEQUENCE {table}_id_seq RESTART" for table in ("person", "result")]
        self._statements = "; ".join(statements).encode()
        # Foreign keys do not matter when all rows are deleted.
        self._connection.execute("SET session_replication_role = replica")

    def wipe(self) -> None:
        """Delete all rows, and number new ones from the start."""
        self._connection.execute(self._statements)


def fresh_database(name: str, how: str = "") -> str:
    """Create a database without tables and return its address; names differ between processes."""
    name = f"{name}_{os.getpid()}"
    admin(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    admin(f"CREATE DATABASE {name} {how}")
    return address_of(name)


@contextmanager
def server_of_its_own() -> Iterator[Path]:
    """Start a server for one test, which may restart it; yield the folder with its data and socket."""
    if programs() is None:
        pytest.skip(MISSING)
    folder = Path(tempfile.mkdtemp(prefix="tefuda-postgres-"))
    try:
        _start(folder)
        yield folder
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            _control(folder, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def pgbouncer(address: str, mode: str, *settings: str) -> Iterator[str]:
    """Start PgBouncer for a database; yield the address through it."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is not here (on Debian: apt-get install pgbouncer)")
    given: dict[str, Any] = conninfo.conninfo_to_dict(address)
    folder = Path(tempfile.mkdtemp(prefix="tefuda-pgbouncer-"))
    lines = [
        *("[databases]", f"* = host={given['host']} user=tefuda", "[pgbouncer]", "listen_addr ="),
        *(f"unix_socket_dir = {folder}", "listen_port = 5432", "auth_type = any", f"pool_mode = {mode}"),
        *settings,
    ]
    (folder / "pgbouncer.ini").write_text("\n".join(lines), "utf-8")
    # As root, PgBouncer has to run as another user, who owns its files.
    if user := _user():
        for file in (folder, folder / "pgbouncer.ini"):
            shutil.chown(file, user, os.getegid())
        folder.chmod(0o750)
    command = [program, str(folder / "pgbouncer.ini")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, user=user, cwd=folder)
    try:
        assert process.stderr is not None
        output = []
        # Wait until it accepts connections.
        while "process up" not in (line := process.stderr.readline()):
            output.append(line)
            assert line, output
        yield address_in(folder, given["dbname"])
    finally:
        process.kill()
        process.communicate()
        shutil.rmtree(folder)


def restart(folder: Path, how: str) -> None:
    """Restart a server: ``fast`` ends all connections, ``immediate`` acts like a crash."""
    _control(folder, "-w", "-s", "-m", how, "-l", str(folder / "log"), "restart")


def halt(folder: Path) -> None:
    """Stop a server but keep its databases."""
    _control(folder, "-w", "-s", "-m", "fast", "stop")


def resume(folder: Path) -> None:
    """Start a server that was stopped."""
    given = " ".join(f"-c {key}={value}" for key, value in SETTINGS.items())
    _control(folder, "-w", "-s", "-l", str(folder / "log"), "-o", f"-k {folder} {given}", "start")


def _start(folder: Path) -> None:
    if user := _user():
        # Root's group may reach the socket, since programs of the fork server have only these rights.
        shutil.chown(folder, user, os.getegid())
        folder.chmod(0o750)
    made = ["-D", str(folder / "data"), "-U", "tefuda", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
    _run(folder, "initdb", *made)
    resume(folder)
    # The server ends with the run, however that ends.
    run = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    watch = ["sh", "-c", _WATCH, "watch", str(run), str(programs()), str(folder)]
    subprocess.run(watch, check=True, user=user, cwd="/", start_new_session=True)


def _control(folder: Path, *words: str) -> None:
    _run(folder, "pg_ctl", "-D", str(folder / "data"), *words)


def _run(folder: Path, program: str, *words: str) -> None:
    bin_ = programs()
    assert bin_ is not None
    subprocess.run([bin_ / program, *words], check=True, user=_user(), cwd=folder, stdout=subprocess.DEVNULL)


@functools.cache
def _user() -> str | None:
    if os.getuid():
        return None
    here = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in USERS if name in here), None)
