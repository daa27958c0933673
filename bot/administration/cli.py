"""The command ``tefuda`` with its subcommands."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine
from importlib.metadata import EntryPoints, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from bot import LANGUAGES
from bot.administration.database import db
from bot.administration.terminal import (
    FAILED,
    UNUSABLE,
    restrict_file_access,
    say,
    settings,
    stop,
    wait_on_unusable_settings,
    warn_of_readable_secrets,
)

# Each command imports what it needs by itself, so that ``tefuda engine`` starts fast.
if TYPE_CHECKING:
    from bot.administration.records import Proof, Record

T = TypeVar("T")


class Commands(click.Group):
    """The group of all commands of ``tefuda``. Other installed packages can add commands to it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_added().names})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        # The product's own commands do not wait for a search through all installed packages.
        if command is None and cmd_name in (added := _added()).names:
            command = added[cmd_name].load()
        if command is None and cmd_name == "arena":
            # Not part of the product; a missing package is a better answer than a missing command.
            ctx.fail("the arena is a package of its own: run `pip install ./lab` in the source tree")
        return command


def _added() -> EntryPoints:
    return entry_points(group="tefuda.commands")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tefuda")
@click.option(
    "--settings",
    "settings_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read the settings from this file instead of .env in this folder.",
)
def main(settings_file: Path | None) -> None:
    """Tefuda: five original Japanese card games on Discord."""
    # ``terminal.settings_file`` reads the option.


main.add_command(db)


# --- the rules alone ----------------------------------------------------------------------------------


@main.command()
def engine() -> None:
    """Answer requests of the engine protocol (JSON Lines on standard input) on standard output."""
    from games.engine import serve

    out = sys.stdout.buffer
    try:
        for reply in serve(sys.stdin.buffer):
            out.write(reply)
            out.flush()
    except BrokenPipeError:
        # The reader has closed the pipe. Python would complain again when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "--html", "page", metavar="PAGE", type=click.Path(dir_okay=False), help="Write it for a browser."
)
def replay(file: BinaryIO, page: str | None) -> None:
    """Print the game in a record FILE move by move, and its result. If FILE is "-", the record is read from
    standard input.

    With --html, write a web page that shows the game move by move.
    """
    from bot.administration.records import game_lines, replay_page

    record = _record(file)
    if page is None:
        for line in game_lines(record):
            say(line)
        return
    # A page without positions would be of no use.
    if not record.match.moves:
        stop(f"{getattr(file, 'name', '-')}: there is no move in it", FAILED)
    try:
        Path(page).write_bytes(replay_page(record))
    except OSError as error:
        stop(f"{page}: {error.strerror}", FAILED)
    say(f"{page}: {len(record.match.moves)} moves")


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--seal", "published", metavar="LINE", help="What the channel showed: the line with the seal.")
def verify(file: BinaryIO, published: str | None) -> None:
    """Check that a game was dealt fairly, or that a tournament was paired fairly.

    Give --seal the line that the channel showed before the deal (for a tournament, that of Fair? in the
    sign-up). Without --seal, compare the printed line with the channel's line yourself.
    """
    from bot.administration.records import is_tournament, join_lines, prove_record, prove_tournament

    data = _bytes(file)
    if is_tournament(data):
        _say_proof(prove_tournament(data, published))
        # Without the published line only the reader can compare the hashes.
        if published is None:
            click.echo("All rounds are paired fairly, if this is the seed that the sign-up committed to.")
        else:
            click.echo("All rounds are paired fairly: they follow from what the sign-up committed to.")
        return
    record = _record(file, data)
    # The ids of joins contain their times, which people can compare with what they remember.
    proof = prove_record(record, published)
    for sentence in join_lines(record):
        say(sentence)
    _say_proof(proof)
    # Without the published line only the reader can compare the seals.
    if published is None:
        click.echo("All shuffles are fair, if this is the seal that the channel showed before the deal.")
    else:
        click.echo("All shuffles are fair: they follow from what was sealed before the deal.")


def _say_proof(proof: Proof) -> None:
    for is_right, sentence in proof:
        say(f"{'right' if is_right else 'wrong'}: {sentence}", err=not is_right)
    if not all(is_right for is_right, _ in proof):
        sys.exit(FAILED)


def _bytes(file: BinaryIO) -> bytes:
    from bot.administration.records import read_file

    try:
        return read_file(file)
    except OSError as error:
        stop(f"{getattr(file, 'name', '-')}: {error.strerror}", FAILED)


def _record(file: BinaryIO, data: bytes | None = None) -> Record:
    from bot.administration.records import open_record
    from games.core.errors import RecordError

    try:
        return open_record(_bytes(file) if data is None else data)
    except RecordError as error:
        stop(f"{getattr(file, 'name', '-')}: {error}", FAILED)


# --- the bot ------------------------------------------------------------------------------------------


@main.command()
@click.option(
    "--shards", metavar="WHICH/COUNT", help="Serve these shards (0-3/16), or whichever are free (auto/16)."
)
@click.option("--at-most", "shards_at_most", type=click.IntRange(1), help="Serve at most this many shards.")
@click.option(
    "--hold",
    is_flag=True,
    help="If a setting must be changed, print why and wait to be stopped, instead of exiting.",
)
def run(hold: bool, **options: str | int | None) -> None:
    """Run the bot on Discord until it is stopped; deploy/example.env lists the settings.

    With --shards several processes divide a large bot's servers; they share a PostgreSQL database. With
    --hold the process waits, instead of ending, while a setting is wrong.
    """
    import msgspec

    from bot.administration import logs, running

    # Before any file is made or read.
    restrict_file_access()
    if hold:
        wait_on_unusable_settings()
    warn_of_readable_secrets()
    # Options of the command take the place of the settings.
    given = {key: value for key, value in options.items() if value}
    config = msgspec.structs.replace(settings(), **given)
    logs.set_up(config.log_level)
    _run_until_done(running.run(config))


@main.command()
def config() -> None:
    """Print and check the settings in use, without secrets; # marks defaults.

    Settings come from the environment, and from .env in this folder or the file after tefuda --settings.
    deploy/example.env explains each.
    """
    from bot.config import effective_settings

    for name, value, is_default in effective_settings(settings()):
        say(f"{'#' if is_default else ''}{name}={value}")


@main.command()
@click.option(
    "--port", type=click.IntRange(0, 65_530), default=8765, show_default=True, help="0: any that is free"
)
@click.option("--locale", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True)
def demo(port: int, locale: str) -> None:
    """Play in the browser, in a simulated Discord: no token, no account, no network."""
    from bot.administration import logs, running
    from bot.config import Config

    logs.set_up("ERROR", is_json=False)
    # No other processes: simulated time waits for real ones.
    config = Config(computer_workers=0, default_locale=locale)
    try:
        _run_until_done(running.run_demo(config, port, locale))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "simcord":
            raise
        stop("the demo needs simcord: pip install 'tefuda[demo]', or use make demo", UNUSABLE)


@main.command()
def invite() -> None:
    """Print the addresses with which a server's manager adds the bot, or a person installs it."""
    from bot import interactions
    from bot.doctor import load

    warn_of_readable_secrets()
    application = _run_until_done(load(settings().token))
    number = int(application["id"])
    say(f"To a server:  {interactions.server_link(number)}")
    if interactions.PERSON in (application.get("integration_types_config") or {}):
        say(f"For yourself: {interactions.person_link(number)}")
    else:
        say("For yourself: not yet; switch on User Install in the developer portal, page Installation")


@main.command()
def emoji() -> None:
    """Upload the cards as emoji of the application, and delete those of earlier drawings.

    The running bot does the same by itself. This takes some minutes the first time, as Discord limits such
    requests.
    """
    from bot.administration import running
    from bot.doctor import load

    warn_of_readable_secrets()
    token = settings().token
    application = _run_until_done(load(token))
    report = _run_until_done(running.upload_emoji(token, int(application["id"])))
    say(f"{len(report.emoji)} cards are emoji. New: {report.uploaded}, deleted: {report.deleted}.")
    if report.outdated:
        say(f"{report.outdated} old ones are deleted later, since a running bot may still use them.")
    if report.refusal is not None:
        stop(f"Discord refuses a card as an emoji: {report.refusal}", FAILED)


@main.command()
@click.option("--channel", type=int, metavar="ID", help="A text channel where the bot may write.")
@click.option("--listen", is_flag=True, help="Post a button, and wait up to a minute for a tap on it.")
def doctor(channel: int | None, listen: bool) -> None:
    """Check the installed games and the application's settings, and check on a real channel that Discord
    behaves as the bot expects.

    The command uses the bot's own token and deletes everything that it posts. Without --channel it posts
    nothing. With --listen the bot itself must not be running.
    """
    from bot import doctor

    warn_of_readable_secrets()
    token = settings().token
    differs = doctor.examine_games(say)
    # Without a channel, only the settings of the application can be checked.
    if channel is None:
        if listen:
            raise click.UsageError("--listen needs --channel, where the button is posted")
        differs += doctor.examine_portal(_run_until_done(doctor.load(token, with_commands=True)), say)
    else:
        differs += _run_until_done(doctor.run(token, channel, say, listen=listen))
    if differs:
        stop(
            f"{differs} of these differ from what the bot relies on; docs/DISCORD.md says what each is for",
            FAILED,
        )
    click.echo("All that was tried is as the bot relies on.")


def _run_until_done(work: Coroutine[Any, Any, T]) -> T:
    from bot.config import CannotRun

    try:
        return asyncio.run(work)
    except CannotRun as error:
        stop(str(error), UNUSABLE if error.is_lasting else FAILED)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
