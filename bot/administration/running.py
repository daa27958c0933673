"""A running bot as a process: its start, its signals, and the watchdog."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import gc
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import aiohttp
import discord
import structlog

from bot import undocumented
from bot.clock import Clock
from bot.config import CannotRun, Config, check_token
from bot.gate import Gate
from bot.sharding import client_of
from bot.wire.errors import DiscordError
from bot.wire.limits import Priority
from bot.wire.registration import CommandsRefused
from storage.errors import StorageAway, StorageError, StorageInUse, StorageUnavailable

log = structlog.get_logger(__name__)


# --- watchdog -----------------------------------------------------------------------------------------------
# Ends the process if its event loop is stuck, so that the host restarts it.

STUCK_SECONDS = 60.0
"""Seconds without a turn of the event loop after which it counts as stuck. A tenth of a second would already
be a bug.
"""

TURNS = 10
"""Number of times that the loop resets the timer within ``STUCK_SECONDS``."""


@contextmanager
def watched_loop() -> Iterator[None]:
    """Context manager that prints all stacks and ends the process if the event loop gets stuck."""
    # sys.stderr may be something else by now, without a file that C could write to.
    assert sys.__stderr__ is not None
    stderr = sys.__stderr__
    seconds = STUCK_SECONDS
    clock = Clock()

    async def wind_up() -> None:
        while True:
            # Each call replaces the last timer, a thread in C that fires even if Python code holds its lock.
            faulthandler.dump_traceback_later(seconds, exit=True, file=stderr)
            await clock.sleep(seconds / TURNS)

    winding = asyncio.create_task(wind_up(), name="watchdog")
    try:
        yield
    finally:
        winding.cancel()
        faulthandler.cancel_dump_traceback_later()


# --- running ------------------------------------------------------------------------------------------------
# Starting and stopping the bot.

if TYPE_CHECKING:
    from bot.app import App
    from bot.client import Tefuda
    from bot.emoji import EmojiReport
    from storage import Store


COLLECT_SECONDS = 600.0
"""Pause between two runs of the garbage collector, in seconds. It does not run by itself.

Objects are freed without it, except closures of the rating library: 20 objects a second at 60 plays a second.
Others that keep each other by mistake stay for ten minutes at most. When it ran by itself, it took 4 % of the
processor's time with 1,000 tables, in pauses of 10 and 55 ms. A complete run takes 0.7 s there.
"""

SWITCH_SECONDS = 0.0005
"""Seconds for which a thread keeps the interpreter while another waits (``sys.setswitchinterval``).

The default is ten times as long, and the database's thread waits after every statement of a commit.
"""

_REQUESTS_PER_SECOND = 5
"""Limit of requests of a command that runs beside the bot, which shares its allowance."""

FINISHING_SECONDS = 8.0
"""Limit for work in progress after the signal to stop. The bot ends within ten seconds in all."""

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""First and longest pause, in seconds, between attempts to open the database; each doubles."""

IN_USE_SECONDS = 60.0
"""Seconds for which a start waits at most until another bot releases the database.

A bot that is stopping usually ends within ten seconds, and is killed after twenty (``TimeoutStopSec`` of the
service). A database server frees the locks of a lost machine within half a minute.
"""


async def run(config: Config) -> None:
    """Run the bot on Discord until SIGTERM or SIGINT.

    Raises:
        CannotRun: the bot cannot run; the message has the reason.
    """
    with watched_loop():
        await _run(config)


async def _run(config: Config) -> None:
    check_token(config.token)
    try:
        await _run_until_stopped(config)
    # For every error of a start, a sentence says what to do. An error that may pass is not lasting.
    except StorageUnavailable as error:
        raise CannotRun(str(error)) from error
    except StorageError as error:
        raise CannotRun(str(error), is_lasting=False) from error
    except discord.LoginFailure as error:
        raise CannotRun("Discord refuses DISCORD_TOKEN: make a new one in the developer portal") from error
    except CommandsRefused as error:
        raise CannotRun(str(error)) from error
    except DiscordError as error:
        raise CannotRun(f"Discord does not register the bot's commands: {error}", is_lasting=False) from error
    except discord.GatewayNotFound as error:
        raise CannotRun("Discord does not answer", is_lasting=False) from error
    except (discord.HTTPException, discord.RateLimited, discord.ConnectionClosed) as error:
        raise CannotRun(f"Discord refuses to start the bot: {error}", is_lasting=False) from error
    except (aiohttp.ClientError, OSError) as error:
        raise CannotRun(f"Discord cannot be reached: {error}", is_lasting=False) from error


async def _run_until_stopped(config: Config) -> None:
    # The bot uses no voice, so warnings about its missing libraries are noise.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    undocumented.bound_reconnects()
    with stop_signal() as stop:
        new_client = client_of(config)
        gc.freeze()  # imported modules are never freed, so the collector can skip them
        sys.setswitchinterval(SWITCH_SECONDS)
        async with (
            new_client as client,
            _garbage_collection(client),
            _metrics_server(client, config.metrics_port),
        ):
            running = asyncio.create_task(_start(client))
            await _done_or_stopped(running, stop)
            if not running.done():
                await client.finish(FINISHING_SECONDS)
                await client.close()
                # ``close`` does not end a connection that is still being opened. Cancelling it loses nothing.
                running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running


async def _start(client: Tefuda) -> None:
    # The database comes before the login, so that a wrong path of the database fails first.
    await open_database_when_possible(client)
    await warn_of_few_connections(client.store, client.processes)
    await client.start(client.config.token)


async def warn_of_few_connections(store: Store, processes: int) -> None:
    """Log a warning if a database server's limit of connections is too low for this number of processes."""
    room = await store.connection_limits()
    if room is not None and room.processes < processes:
        log.warning(
            "max_connections of PostgreSQL is too low for all processes",
            connections=room.connections,
            needed=processes * room.per_process,
        )


async def open_database_when_possible(client: Tefuda) -> None:
    """Open the database. Wait and try again while the database is in use or unreachable.

    Raises:
        StorageUnavailable: waiting does not help, for example because the password is wrong.
    """
    pause = FIRST_PAUSE
    in_use_since = None
    while True:
        try:
            await client.open_store()
        except StorageAway as error:
            now = client.clock.elapsed_ms()
            # A server that cannot be reached is waited for without a limit. Another bot that uses the
            # database gets some time to release it, counted from the first such error in a row.
            if not isinstance(error, StorageInUse):
                in_use_since = None
            elif in_use_since is None:
                in_use_since = now
            elif now - in_use_since >= 1000 * IN_USE_SECONDS:
                raise
            client.outage.note_failure("open", error)
        else:
            client.outage.end()
            return
        await client.clock.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


@contextlib.asynccontextmanager
async def _garbage_collection(client: App) -> AsyncIterator[None]:
    gc.disable()
    collecting = asyncio.create_task(collect_garbage(client.clock, client.gate), name="garbage")
    try:
        yield
    finally:
        collecting.cancel()
        gc.enable()


async def collect_garbage(clock: Clock, gate: Gate) -> None:
    """Run the garbage collector every ``COLLECT_SECONDS``, after other work that waits."""
    while True:
        await clock.sleep(COLLECT_SECONDS)
        await gate.wait_for_turn(Priority.TIDYING)
        gc.collect()


@contextlib.asynccontextmanager
async def _metrics_server(client: App, port: int) -> AsyncIterator[None]:
    from bot.administration.monitor import HOST, serving

    async with contextlib.AsyncExitStack() as stack:
        # Port 0 means that nobody wants metrics.
        if port:
            try:
                await stack.enter_async_context(serving(client, port))
            except OSError as error:
                raise CannotRun(
                    f"TEFUDA_METRICS_PORT: cannot listen at {HOST}:{port}: {error.strerror}"
                ) from error
        yield


async def upload_emoji(token: str, application_id: int, api: str | None = None) -> EmojiReport:
    """Upload the cards as emoji of the application, without running the bot.

    Args:
        api: another address of the API, for tests.

    Raises:
        CannotRun: Discord cannot be reached.
    """
    from bot.emoji import draw_all, upload_missing
    from bot.wire.limits import Allowance, Limits
    from bot.wire.transport import HttpConnection, Transport

    clock = Clock()
    connection = HttpConnection(token, api)
    limits = Limits(clock, Allowance(_REQUESTS_PER_SECOND, 1000))
    pacing = asyncio.create_task(limits.run(), name="limits")
    try:
        # Only messages need the bot's user id.
        transport = Transport(connection, limits, application_id, user_id=0)
        return await upload_missing(transport, await draw_all(), clock.now_ms())
    except DiscordError as error:
        raise CannotRun(f"the emoji could not be uploaded: {error}", is_lasting=False) from error
    finally:
        pacing.cancel()
        await connection.close()


async def run_demo(config: Config, port: int, locale: str) -> None:
    """Run the bot in a simulated Discord.

    Raises:
        ImportError: the demo's packages are not installed.
        CannotRun: a port is taken.
    """
    # Imported here: the demo's packages are optional.
    import msgspec
    import simcord

    from bot import demo
    from bot.emoji import draw_all
    from bot.help import welcome_page
    from bot.language import Localizer
    from bot.simulated import SimulatedClock, simulated_client

    with TemporaryDirectory(prefix="tefuda-demo-") as folder, stop_signal() as stop:
        here = msgspec.structs.replace(config, database=f"{folder}/tefuda.db")

        def make_bot(clock: SimulatedClock) -> Tefuda:
            return simulated_client(here, clock)

        greeting = welcome_page(Localizer(config.default_locale))
        emoji = await draw_all() if config.card_emoji == "on" else ()
        running = asyncio.create_task(
            demo.run_demo(make_bot, port=port, locale=locale, greeting=greeting, emoji=emoji)
        )
        await _done_or_stopped(running, stop)
        running.cancel()
        try:
            await running
        except asyncio.CancelledError:
            return
        except simcord.SetupError as error:
            raise CannotRun(f"the demo cannot start: {error}") from error


async def _done_or_stopped(running: asyncio.Task[None], stop: asyncio.Event) -> None:
    """Wait until a task has ended or the process gets the signal to stop."""
    waiting = asyncio.create_task(stop.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()


@contextlib.contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """Yield an event that is set when the process receives SIGTERM or SIGINT."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    handled_signals = []
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers. There Ctrl-C ends the loop, which closes the bot as well.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
            handled_signals.append(number)
    try:
        yield stop
    finally:
        for number in handled_signals:
            loop.remove_signal_handler(number)
