"""The command ``tefuda db``: maintenance of the database."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bot.administration.terminal import FAILED, UNUSABLE, restrict_file_access, say, settings, stop

if TYPE_CHECKING:
    from storage import Store
    from storage.engine.database import ConnectionLimits

T = TypeVar("T")


class _NamedPath(click.Path):
    """A path that is not empty: a script's empty variable is no name."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value):
            self.fail("the name is empty", param, ctx)
        return super().convert(value, param, ctx)


@click.group()
@click.option(
    "--database", metavar="WHERE", help="A file, or postgresql://...; otherwise the one in the settings."
)
@click.pass_context
def db(context: click.Context, database: str | None) -> None:
    """Maintain the database."""
    # A script's empty variable must not turn a command on the database of the settings.
    if database is not None and not database.strip():
        raise click.UsageError("--database is empty")
    restrict_file_access()
    context.obj = database


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(database: str | None, file: Path) -> None:
    """Write a consistent copy of an SQLite database to FILE; the bot may run meanwhile."""
    from storage.engine import sqlite

    where = _existing_database(database)
    _check_is_file(where, "copied by PostgreSQL's own pg_dump")
    _run_or_stop(asyncio.to_thread(sqlite.backup, where, file))
    click.echo(f"Copied to {file}.")


@db.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True, readable=False))
@click.pass_obj
def restore(database: str | None, file: Path) -> None:
    """Replace an SQLite database with the copy in FILE, and keep the old file beside it; stop the bot first.

    The copy is checked before and after. If FILE is "-", the copy is read from standard input.
    """
    from bot.administration import upkeep

    where = database or settings().database
    _check_is_file(where, "restored by PostgreSQL's own pg_restore")
    # "-" is standard input, so that a backup can be piped in.
    copy = sys.stdin.buffer if str(file) == "-" else file
    games, warnings, old_file = _run_or_stop(upkeep.restore(where, copy))
    for sentence in warnings:
        say(sentence, err=True)
    report = f"Restored {where}: {games} games replayed."
    if old_file is not None:
        report += f" The old one is {old_file}."
    click.echo(report)


@db.command()
@click.pass_obj
def check(database: str | None) -> None:
    """Check the database for damage, unreadable tables, and games whose moves do not give the stored
    result.
    """
    from bot.administration import upkeep

    async def look(store: Store) -> tuple[upkeep.ReplayedGames, ConnectionLimits | None]:
        return await upkeep.check(store), await store.connection_limits()

    (games, findings), limits = _with_store(database, look, read_only=True)
    # A file has no limit of connections.
    if limits is not None:
        click.echo(
            f"PostgreSQL lets in {limits.connections} connections: room for {limits.processes} processes of"
            f" the bot, {limits.per_process} each."
        )
    for sentence in findings:
        say(sentence)
    if findings:
        stop(f"{len(findings)} findings, {games} games replayed", FAILED)
    click.echo(f"All is well: {games} games replayed.")


@db.command()
@click.argument("folder", metavar="DIR", type=_NamedPath(path_type=Path, file_okay=False))
@click.pass_obj
def export(database: str | None, folder: Path) -> None:
    """Write the records of all finished games to DIR, one file each."""
    from bot.administration import upkeep

    count, findings = _with_store(database, lambda store: upkeep.export(store, folder), read_only=True)
    for sentence in findings:
        say(sentence, err=True)
    click.echo(f"{count} records written to {folder}.")
    if findings:
        stop(f"{len(findings)} games have no record", FAILED)


@db.command()
@click.pass_obj
def rerate(database: str | None) -> None:
    """Recompute all ratings and trophies from the results; stop the bot first."""
    from bot.administration import upkeep

    count = _with_store(database, upkeep.rerate, exclusive=True)
    click.echo(f"{count} games rated.")


@db.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything from one database to an empty one, and compare them; stop the bot first.

    FROM and TO are files or postgresql://... addresses. An interrupted copy continues where it stopped.
    """
    from bot.administration import upkeep

    _existing_database(source)
    with click.progressbar(length=1, label="Copying and comparing") as bar:

        def tell(done_count: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done_count - bar.pos)

        copied = _run_or_stop(upkeep.copy(source, target, tell))
    for table in copied:
        click.echo(f"{table.name:<15}{table.rows:>12} rows  SHA-256 {table.digest[:16]}")
    click.echo("Both say the same.")


def _with_store(
    database: str | None,
    work: Callable[[Store], Awaitable[T]],
    *,
    read_only: bool = False,
    exclusive: bool = False,
) -> T:
    from storage import open_store

    # A missing file would otherwise be created.
    where = _existing_database(database)

    async def whole() -> T:
        async with await open_store(
            where, read_only=read_only, exclusive=exclusive, must_exist=True
        ) as store:
            return await work(store)

    return _run_or_stop(whole())


def _run_or_stop(work: Coroutine[object, object, T]) -> T:
    from storage.errors import DamagedRow, StorageAway, StorageError, StorageUnavailable

    try:
        return asyncio.run(work)
    except StorageError as error:
        is_lasting = isinstance(error, StorageUnavailable) and not isinstance(error, StorageAway)
        stop(str(error), UNUSABLE if is_lasting else FAILED)
    except DamagedRow as error:
        stop(f"{error}; tefuda db check tells where", FAILED)
    except OSError as error:
        if error.filename:
            stop(f"{error.filename}: {error.strerror}", FAILED)
        stop(str(error), FAILED)


def _check_is_file(where: str, otherwise: str) -> None:
    from storage.engine.database import is_server_address, name_without_password

    if is_server_address(where):
        stop(f"{name_without_password(where)} is {otherwise}; see deploy/README.md", UNUSABLE)


def _existing_database(database: str | None) -> str:
    from storage.engine.database import is_server_address, opening_error

    where = database or settings().database
    try:
        if not is_server_address(where) and not stat.S_ISREG(os.stat(where).st_mode):
            stop(f"there is no database {where}", UNUSABLE)
    except FileNotFoundError:
        stop(f"there is no database {where}", UNUSABLE)
    except OSError as error:
        stop(str(opening_error(where, error)), UNUSABLE)
    return where
