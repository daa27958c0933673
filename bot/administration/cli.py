"""The command ``tefuda``. Each command imports what it needs, so that the engine starts at once."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from bot.administration.records import Record
    from bot.config import Config
    from storage.store import Store

T = TypeVar("T")

FAILED = 1
"""Exit code when something was looked at and found wrong, or may go better the next time."""

UNUSABLE = 2
"""Exit code when a setting must be changed first; click uses it for wrong arguments, too."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tefuda")
def main() -> None:
    """Tefuda: five original Japanese card games on Discord."""


# --- the rules alone ----------------------------------------------------------------------------------


@main.command()
def engine() -> None:
    """Speak the engine protocol, JSON Lines: requests on standard input, replies on standard output."""
    from games.engine import serve

    out = sys.stdout.buffer
    try:
        for reply in serve(sys.stdin.buffer):
            out.write(reply)
            out.flush()
    except BrokenPipeError:
        # Nobody reads any more. Python would complain again when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)


@main.command()
@click.argument("file", type=click.File("rb"))
def replay(file: BinaryIO) -> None:
    """Print the game in a record FILE move by move, and its result; - reads standard input."""
    from bot.administration.records import tell

    for line in tell(_record(file)):
        _say(line)


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--seal", "published", metavar="LINE", help="What the channel showed: the line with the seal.")
def verify(file: BinaryIO, published: str | None) -> None:
    """Check that the cards of a game that is over were dealt fairly: seal, first seat and every shuffle.

    Without --seal, compare the seal that is printed with the one in the channel yourself.
    """
    from bot.administration.records import prove_record, tell_joins

    record = _record(file)
    proof = prove_record(record, published)
    for sentence in tell_joins(record):
        _say(sentence)
    for sentence in proof.right:
        _say(f"right: {sentence}")
    for sentence in proof.wrong:
        _say(f"wrong: {sentence}", err=True)
    if proof.wrong:
        sys.exit(FAILED)
    if published is None:
        click.echo("All shuffles are fair, if this is the seal that the channel showed before the deal.")
    else:
        click.echo("All shuffles are fair: they follow from what was sealed before the deal.")


@main.command()
@click.argument("game")
@click.option(
    "--seats", "players", default="expert,expert,expert", help="Who plays: a level, random or engine each."
)
@click.option(
    "--respond", "learning", default=0, type=click.IntRange(0), help="Games to learn to beat a level from."
)
@click.option(
    "--games", default=300, show_default=True, type=click.IntRange(1), help="Rounded up to whole deals."
)
@click.option("--options", default="", metavar="'NAME=VALUE ...'", help="Of the game, as in a record.")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="COMMAND",
    help="A program that speaks the engine protocol; again for engine2.",
)
@click.option(
    "--effort",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True),
    help="How much of its full thinking each level does.",
)
@click.option("--seed", default="arena", show_default=True, help="Deals and whims come from it.")
@click.option("--jobs", default=0, type=click.IntRange(0), help="Processes; all cores unless told.")
def arena(
    game: str,
    players: str,
    learning: int,
    games: int,
    options: str,
    engines: tuple[str, ...],
    effort: float,
    seed: str,
    jobs: int,
) -> None:
    """Let computer players play a series of GAME, to see how strong they are (docs/ARENA.md).

    Every deal is played with each rotation of the seats. With --respond one seat is a learner's.
    """
    from bot.arena.players import ArenaError
    from bot.arena.respond import report
    from bot.arena.series import Series, play_series
    from bot.arena.standings import heading, standings, table
    from games.core.errors import RulesError

    chosen = dict(pair.partition("=")[::2] for pair in options.split())
    series = Series(game, tuple(name.strip() for name in players.split(",")), chosen, engines, seed, effort)
    count = len(series.players)
    deals = []
    try:
        series.check()
        if learning:
            for line in report(series, learning, games):
                click.echo(line)
            return
        with click.progressbar(length=-(-games // count) * count, label=game, file=sys.stderr) as bar:
            for deal in play_series(series, -(-games // count), jobs or os.cpu_count() or 1):
                deals.append(deal)
                bar.update(len(deal))
    except (ArenaError, RulesError) as error:
        _stop(str(error), UNUSABLE)
    for line in (heading(game, deals), *table(standings(deals))):
        click.echo(line)


def _record(file: BinaryIO) -> Record:
    from bot.administration.records import open_record
    from games.core.errors import RecordError

    name = getattr(file, "name", "-")
    try:
        return open_record(file.read())
    except RecordError as error:
        _stop(f"{name}: {error}", FAILED)
    except OSError as error:
        _stop(f"{name}: {error.strerror}", FAILED)


# --- the bot ------------------------------------------------------------------------------------------


@main.command()
@click.option(
    "--shards", metavar="WHICH/COUNT", help="Serve these shards (0-3/16), or whichever are free (auto/16)."
)
@click.option("--at-most", type=click.IntRange(1), help="So many shards at most.")
def run(shards: str | None, at_most: int | None) -> None:
    """Run the bot on Discord until it is told to stop; settings as in deploy/example.env.

    With --shards several processes divide a large bot's servers; they share a PostgreSQL.
    """
    import msgspec

    from bot.administration import logs, running

    config = _config()
    given = {"shards": shards, "shards_at_most": at_most}
    config = msgspec.structs.replace(config, **{key: value for key, value in given.items() if value})
    logs.set_up(config.log_level)
    _run_until_done(running.run(config))


@main.command()
@click.option(
    "--port", type=click.IntRange(0, 65_533), default=8765, show_default=True, help="0: any that is free"
)
@click.option("--locale", type=click.Choice(["ja", "en"]), default="en", show_default=True)
def demo(port: int, locale: str) -> None:
    """Play in the browser, in a simulated Discord: no token, no account, no network."""
    from bot.administration import logs, running
    from bot.config import Config

    logs.set_up("ERROR", is_json=False)
    # No other processes: simulated time waits for real ones.
    config = Config(computer_workers=0, default_locale="ja" if locale == "ja" else "en")
    try:
        _run_until_done(running.run_demo(config, port, locale))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "simcord":
            raise
        _stop("the demo needs simcord: pip install 'tefuda[demo]', or use make demo", UNUSABLE)


def _run_until_done(work: Awaitable[None]) -> None:
    from bot.administration.running import CannotRun

    async def whole() -> None:
        await work

    try:
        asyncio.run(whole())
    except CannotRun as error:
        _stop(str(error), UNUSABLE if error.is_lasting else FAILED)
    except KeyboardInterrupt:
        sys.exit(130)


# --- the database -------------------------------------------------------------------------------------


@main.group()
@click.option(
    "--database", metavar="WHERE", help="A file, or postgresql://...; otherwise the one in the settings."
)
@click.pass_context
def db(context: click.Context, database: str | None) -> None:
    """Look after the database."""
    context.obj = database


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(database: str | None, file: Path) -> None:
    """Write a consistent copy of an SQLite database into FILE; the bot may go on meanwhile."""
    from storage import maintenance
    from storage.addresses import is_address, shown_name
    from storage.errors import StorageError

    where = _existing(database)
    if is_address(where):
        _stop(f"{shown_name(where)} is copied by PostgreSQL's own pg_dump; see deploy/README.md", UNUSABLE)
    try:
        maintenance.backup(where, file)
    except StorageError as error:
        _stop(str(error), FAILED)
    click.echo(f"Copied to {file}.")


@db.command()
@click.pass_obj
def check(database: str | None) -> None:
    """Look for damage, and whether every finished game replays to its stored result."""
    from bot.administration import upkeep

    games, findings = _with_store(database, upkeep.check, read_only=True)
    for sentence in findings:
        _say(sentence)
    if findings:
        _stop(f"{len(findings)} findings, {games} games replayed", FAILED)
    click.echo(f"All is well: {games} games replayed.")


@db.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.pass_obj
def export(database: str | None, folder: Path) -> None:
    """Write the records of all finished games into DIR, a file each."""
    from bot.administration import upkeep

    count, findings = _with_store(database, lambda store: upkeep.export(store, folder), read_only=True)
    for sentence in findings:
        _say(sentence, err=True)
    click.echo(f"{count} records written to {folder}.")
    if findings:
        _stop(f"{len(findings)} games have no record", FAILED)


@db.command()
@click.pass_obj
def rerate(database: str | None) -> None:
    """Compute all ratings and boards again from the results; stop the bot before."""
    count = _with_store(database, lambda store: store.rerate(), exclusive=True)
    click.echo(f"{count} games rated.")


@db.command()
@click.pass_obj
def rebuild(database: str | None) -> None:
    """Count all boards again from results and ratings; stop the bot before."""
    _with_store(database, lambda store: store.rebuild(), exclusive=True)
    click.echo("All boards counted again.")


@db.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Carry everything from one database to an empty one, and compare them; stop the bot before.

    FROM and TO are files or postgresql://... addresses. What was interrupted goes on where it was.
    """
    from bot.administration import upkeep
    from storage.errors import StorageError, StorageUnavailable

    _existing(source)
    try:
        with click.progressbar(length=1, label="Copying and comparing") as bar:

            def tell(done: int, total: int) -> None:
                bar.length = max(total, 1)
                bar.update(done - bar.pos)

            copied = asyncio.run(upkeep.copy(source, target, tell))
    except StorageUnavailable as error:
        _stop(str(error), UNUSABLE)
    except StorageError as error:
        _stop(str(error), FAILED)
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
    from storage.errors import StorageError, StorageUnavailable
    from storage.store import Store

    where = _existing(database)

    async def whole() -> T:
        async with await Store.open(where, read_only=read_only, exclusive=exclusive) as store:
            return await work(store)

    try:
        return asyncio.run(whole())
    except StorageUnavailable as error:
        _stop(str(error), UNUSABLE)
    except (StorageError, OSError) as error:
        _stop(str(error), FAILED)


def _existing(database: str | None) -> str:
    """Find the database; opening a file that is not there would make an empty one."""
    from storage.addresses import is_address

    where = database or _config().database
    if not is_address(where) and not Path(where).is_file():
        _stop(f"there is no database {where}", UNUSABLE)
    return where


# --- helpers ------------------------------------------------------------------------------------------


def _config() -> Config:
    from bot.config import ConfigError, load_config

    try:
        return load_config()
    except ConfigError as error:
        _stop(str(error), UNUSABLE)


def _say(line: str, *, err: bool = False) -> None:
    """Print a line that holds words from a file or a database; they shall not steer the terminal."""
    from bot.administration.terminal import printable

    click.echo(printable(line), err=err)


def _stop(sentence: str, code: int) -> NoReturn:
    """End with one line on standard error."""
    _say(f"tefuda: {' '.join(sentence.split())}", err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
