"""The bot itself: the Discord client that puts all packages together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import app_commands

from bot import (
    daily,
    help,  # noqa: A004 - a room of the bot
    lobby,
    moderation,
    organizing,
    owner,
    play,
    privacy,
    replay,
    scores,
    seasons,
    settings,
    subscriptions,
    undocumented,
)
from bot.app import Action, App, OwnerState, TapHandler
from bot.chance import Chance
from bot.clock import Absence, Clock, made_at
from bot.config import Config
from bot.database import Outage, open_database
from bot.driving import evenings
from bot.driving.driver import Driver
from bot.driving.keeper import Keeper, StepSource
from bot.driving.registry import LobbyLimits, TableRegistry
from bot.driving.table import Table
from bot.gate import Gate, Work
from bot.interactions import (
    ON_SERVERS,
    TAPS,
    CatalogueTranslator,
    add_game_choices,
    exchange_of,
    has_left,
    is_genuine,
    sync_if_changed,
    tap_of,
    trace_with_limits,
)
from bot.moderation import notify_of_ban
from bot.owner import register_commands, unregister_commands
from bot.posting import keep_posting
from bot.showing.places import Places
from bot.showing.writer import Writer
from bot.thinking.reviews import Reviews
from bot.thinking.thinkers import Thinkers
from bot.tournaments.notices import NoticeWriters
from bot.tournaments.registry import Tournaments
from bot.wire.errors import DiscordError
from bot.wire.limits import Allowance, Limits
from bot.wire.pings import PingAccount
from bot.wire.registration import CommandsRefused
from bot.wire.transport import USER_AGENT, ApiConnection, HttpConnection, Recovery, Transport, always
from bot.workshop import Workshop
from storage import Store
from storage.daily import forget_old_answers
from storage.errors import StorageError
from storage.rows import CHANNEL
from storage.scores.stats import load_history
from storage.servers import delete_old_entries, load_settings, load_unnotified
from storage.serving import postpone_deadlines, save_heartbeat

log = structlog.get_logger(__name__)

FOR_EVERYBODY = (
    lobby,
    organizing,
    subscriptions,
    play,
    daily,
    help,
    scores,
    replay,
    settings,
    privacy,
    moderation,
)
SUBJECTS = (*FOR_EVERYBODY, owner)
"""The packages that have commands and handlers of taps."""

COMMANDS = tuple(command for subject in SUBJECTS for command in getattr(subject, "COMMANDS", ()))
ACTIONS: dict[str, Action | TapHandler] = {
    verb: action for subject in SUBJECTS for verb, action in getattr(subject, "ACTIONS", {}).items()
}
VERBS = {
    verb: action if isinstance(action, TapHandler) else TapHandler(action) for verb, action in ACTIONS.items()
}

LONGEST_WAIT = 30.0  # seconds after which discord.py gives up a rate-limited request; the keepers try again
ONE_MORE_SERVER = 0.5  # seconds without another server after which the bot is ready
LAST_WORDS_SECONDS = 1.0  # for refusing interactions after the gateway is closed
ASLEEP_MS = 30_000  # if wall time runs ahead of elapsed time by this much, the machine has slept
TIDY_MS = 3_600_000  # interval of the deletion of old data
REGISTER_SOON_SECONDS = 10.0  # pause before commands are registered again if Discord was not reached
REFUSED_SECONDS = 3600.0  # interval of attempts to register commands that Discord refuses
BEAT_SECONDS = 60.0  # interval of the heartbeat; a restart gives people at most this much extra time


class Tefuda(App):
    """The complete bot. Tests replace its clock, its random numbers or its connection."""

    def __init__(
        self,
        config: Config,
        clock: Clock | None = None,
        chance: Chance | None = None,
        connection: ApiConnection | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True  # only that there is a message below a table; contents are not needed
        self.clock = clock or Clock()
        self.gate, self.work = Gate(self.clock), Work()
        self.budget = Allowance(config.requests_per_second, 1000)
        self.limits = Limits(self.clock, self.budget)
        self.connection = connection
        super().__init__(
            intents=intents,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            http_trace=trace_with_limits(self.limits),
            max_ratelimit_timeout=LONGEST_WAIT,
            guild_ready_timeout=ONE_MORE_SERVER,
        )
        undocumented.set_user_agent(self, USER_AGENT)
        self.config = config
        self.chance = chance or Chance()
        self.bounds = LobbyLimits(self.clock)
        self.pings = PingAccount(
            self.clock, lambda guild_id: self.store.read(load_settings, guild_id), self._host_of
        )
        self.outage = Outage(self.clock)
        self.verbs = VERBS
        self.owner = OwnerState()
        self.tree = tree = app_commands.CommandTree[Tefuda](self, allowed_installs=ON_SERVERS)
        for command in COMMANDS:
            tree.add_command(add_game_choices(command))
        self.tree.error(self._command_failed)
        self._running: list[asyncio.Task[None]] = []
        self._pacing: asyncio.Task[None] | None = None

    async def login(self, token: str) -> None:
        """Start the rate limits of requests, and log in to Discord."""
        self._begin_pacing()
        self.connection = self.connection or HttpConnection(token)
        await super().login(token)

    def _begin_pacing(self) -> None:
        if self._pacing is None:
            self._pacing = asyncio.create_task(self.limits.run(), name="limits")
            self._running.append(self._pacing)

    async def open_store(self) -> None:
        """Open the database if it is not open yet.

        Raises:
            StorageUnavailable: the database cannot be opened; the message has the reason.
        """
        if not hasattr(self, "store"):
            self.store = await self._open_store()
            self.store.watch = self.outage.watch

    async def setup_hook(self) -> None:
        """Open the database and restore all tables, before the first interaction arrives."""
        config = self.config
        await self.open_store()
        self.thinkers = Thinkers(config.computer_workers)
        self.reviews = Reviews(self.thinkers)
        self.workshop = Workshop()
        self.tables = TableRegistry(self.store, self.clock, self.chance, config.clock, config.moments)
        self.tournaments = Tournaments(self.store, self.clock, self.chance, self.tables)
        self._recovery = Recovery(self.clock, self._try_again)
        self.places = Places(self.clock, lambda guild: not guild or self.get_guild(guild) is not None)
        self._writers: dict[str, Writer] = {}
        tools = self.transport_to, self.places, self.clock, self.tables, self.gate
        self.notices = NoticeWriters(
            *tools, self.limits, self.may_send_to_guild, lambda *whom: has_left(self, *whom)
        )
        await owner.read_at_start(self)
        await self._restore()
        self._absence: Absence | None = None
        self.unnotified_bans, self.afterwards = {*await self.store.read(load_unnotified)}, notify_of_ban
        self._heard_at = self._tidied_at = 0
        self._beaten = self.clock.now_ms(), self.clock.elapsed_ms()
        await self.tree.set_translator(CatalogueTranslator())
        self._begin_pacing()  # in a simulation nobody logs in
        pause = await self._register_changed_commands(is_start=True)
        daily.log_if_few_puzzles_left(self.clock.now_ms())
        posts = keep_posting(self, (*daily.POSTS, *seasons.POSTS))
        works = self._run_upkeep(), self._retry_commands(pause), posts
        self._running += [self.loop.create_task(work) for work in works]

    async def _open_store(self) -> Store:
        return await open_database(self.config, exclusive=True)

    async def _restore(self) -> None:
        await self.tables.restore()
        await self.tournaments.restore()

    async def on_ready(self) -> None:
        """Start the background tasks of all tables and tournaments."""
        self.tables.keep(self._make_keeper, self._release)
        self.tournaments.keep(self.notices.make_keeper, self.notices.release)
        log.info("ready", guilds=len(self.guilds), tables=len(self.tables.tables))

    async def finish(self, seconds: float) -> None:
        """Refuse new interactions, and wait at most ``seconds`` for interactions in progress."""
        if unfinished := await self.work.finish(seconds):
            log.warning("not everything in hand could be finished", left=unfinished)

    async def close(self) -> None:
        """Stop the bot."""
        for task in self._running:
            task.cancel()
        if hasattr(self, "tables"):
            await self.tournaments.keepers.close()
            await self.tables.close()
            self.reviews.close()
            self.workshop.close()
            self.thinkers.close()
        await super().close()
        await self.work.finish(LAST_WORDS_SECONDS)  # what was tapped until the gateway closed is refused
        if isinstance(self.connection, HttpConnection):
            await self.connection.close()
        await asyncio.gather(*self._running, return_exceptions=True)
        if hasattr(self, "store"):
            await self.store.close()

    def transport_to(self, guild_id: int | None) -> Transport:
        """Return what sends the requests that belong to a server.

        Args:
            guild_id: 0 for direct messages; ``None`` for requests that belong to no server.
        """
        assert self.connection is not None
        assert self.application_id is not None
        assert self.user is not None
        return Transport(
            self.connection,
            self.limits,
            self.application_id,
            self.user.id,
            self._recovery,
            self.pings,
            always if guild_id is None else lambda: self.may_send_to_guild(guild_id),
            self.places,
        )

    def writer(self, table: Table) -> Writer:
        """Return the object that keeps a table's Discord messages up to date."""
        writer = self._writers.get(table.id)
        if writer is None or writer.table is not table:
            transport = self.transport_to(table.state.row.guild_id)
            writer = Writer(table, transport, self.places, self.clock, self._is_newcomer)
            # A tap can outlast its table, which this process has lost and perhaps loaded again.
            if not table.is_dropped:
                self._writers[table.id] = writer
        return writer

    def _release(self, table: Table) -> None:
        if (writer := self._writers.pop(table.id, None)) is not None:
            writer.watch(None)

    def _make_keeper(self, table: Table) -> Keeper:
        writer = self.writer(table)
        driver = Driver(
            table,
            self.clock,
            self.thinkers,
            self.chance,
            self.config.computer_pause,
            lambda: writer.is_place_gone,
            self.was_asleep,
            lambda state: evenings.siblings(state, (table.state for table in self.tables.tables.values())),
        )

        def looks() -> Iterator[StepSource]:
            yield driver.steps
            yield from writer.step_sources()

        guild_id = table.state.row.guild_id
        if (guild := self.get_guild(guild_id)) is not None:
            table.state = table.state.with_server_name(guild.name)
        return Keeper(
            table, self.clock, self.gate, self.limits, looks, lambda: self.may_send_to_guild(guild_id)
        )

    async def _is_newcomer(self, user_id: int, game: str) -> bool:
        try:
            return not await self.store.read(load_history, user_id, limit=1, game=game)
        except StorageError:
            return False

    def _host_of(self, tournament_id: str) -> int | None:
        tournament = self.tournaments.all.get(tournament_id)
        return None if tournament is None else tournament.state.row.host_id

    async def was_asleep(self) -> bool:
        """Return whether the bot could not serve anybody for a while. If so, postpone all deadlines.

        Raises:
            StorageError: the new deadlines cannot be written; the next call tries again.
        """
        (wall, elapsed), now = self._beaten, self.clock.now_ms()
        awake = min(self.clock.elapsed_ms() - elapsed, round(1000 * BEAT_SECONDS))
        if self._absence is None:
            if abs(now - wall - awake) < ASLEEP_MS:
                return False
            self._absence = Absence(now - wall - awake, now, self.clock.elapsed_ms())
        absence = self._absence
        await self.store.write(postpone_deadlines, absence.duration_ms, absence.ended_at, self.served)
        if self._absence is not absence:  # another task has counted it meanwhile
            return True
        self._absence, self._beaten = None, absence[1:]
        log.warning("nobody could be served for a while", seconds=round(absence.duration_ms / 1000))
        for table in self.tables.tables.values():
            table.resume_service()
        return True

    async def _run_upkeep(self) -> None:
        while True:
            await self.clock.sleep(BEAT_SECONDS)
            with suppress(StorageError):  # ``Outage`` logs it
                await self.was_asleep()
                self._beaten = self.clock.now_ms(), self.clock.elapsed_ms()
                await self.store.write(save_heartbeat, self.clock.now_ms(), self.served)
                await self._delete_old_data()
                await owner.apply_decisions(self)
                await self.tournaments.load_missing()
                # Deleted rows stay in the database's log while a reader uses it.
                await self.outage.during("log", self.store.empty_log())

    def _learn_discord_time(self, discord_id: int) -> None:
        self._heard_at = max(self._heard_at, made_at(discord_id))

    async def _delete_old_data(self) -> None:
        if self._heard_at - self._tidied_at >= TIDY_MS:  # Discord's clock; this machine's may be wrong
            await self.store.write(delete_old_entries, self._heard_at)
            await self.store.write(forget_old_answers, self._heard_at)
            self._tidied_at = self._heard_at

    async def _register_changed_commands(self, *, is_start: bool = False) -> float:
        """Register the commands, and return the seconds until the next attempt; 0 if none is needed.

        Raises:
            CommandsRefused: Discord refuses the commands at the start, and people have no earlier ones.
        """
        pause = 0.0
        try:
            await sync_if_changed(self.tree, self.store, self.transport_to(None))
        except CommandsRefused as refused:
            # With the commands of an earlier registration people can play; without any the bot is of no use.
            if is_start and not refused.are_registered:
                raise
            log.error("Discord refuses the commands, and is asked again in an hour", why=str(refused))
            pause = REFUSED_SECONDS
        except DiscordError as error:
            log.warning("the commands could not be registered, and will be soon", why=str(error))
            pause = REGISTER_SOON_SECONDS
        await unregister_commands(self, self.tree)
        return pause

    async def _retry_commands(self, pause: float) -> None:
        # Discord may ask for long pauses, which must not hold up the heartbeat.
        while pause:
            await self.clock.sleep(pause)
            with suppress(StorageError):
                pause = await self._register_changed_commands()
                if not pause:
                    log.info("the commands are registered")

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a tap or a submitted form. Commands are handled by discord.py."""
        self._learn_discord_time(interaction.id)
        exchange_of(interaction)  # from now on it grows old
        self._places_found(interaction.channel_id or 0)
        if interaction.type in TAPS and (tap := tap_of(interaction)) is not None and is_genuine(interaction):
            await self.handle_tap(interaction, tap)

    async def on_message(self, message: discord.Message) -> None:
        """Remember that a channel has a newer message."""
        self._learn_discord_time(message.id)
        self._places_found(message.channel.id)
        if message.author != self.user:
            self.places.record_message(message.channel.id, message.id)

    async def on_resumed(self) -> None:
        """Retry all failed requests after the connection was lost and restored."""
        self._try_again()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Start to serve a server. Leave it if the owner has blocked it."""
        if not await owner.leave_if_blocked(self, guild):
            self._retry_for_guild(guild)
            await register_commands(self, self.tree, guild.id)

    def _retry_for_guild(self, guild: discord.Guild) -> None:
        self.places.note_opened(*[channel.id for channel in (*guild.channels, *guild.threads)])
        self._places_found(*[channel.id for channel in guild.channels])
        self._try_again(lambda table: table.state.row.guild_id == guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Start to serve a new server. Leave it if the owner has blocked it."""
        await self.on_guild_available(guild)
        await register_commands(self, self.tree, guild.id, is_new=True)

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Retry all failed requests on a server that has a new channel."""
        self._retry_for_guild(channel.guild)

    async def on_guild_channel_update(
        self, before: object, after: discord.abc.GuildChannel | discord.Role
    ) -> None:
        """Retry all failed requests on a server, since permissions may have changed."""
        self._retry_for_guild(after.guild)

    on_guild_role_update = on_guild_channel_update

    def _places_found(self, *channel_ids: int) -> None:
        channels = {channel_id for channel_id in channel_ids if self.places.mark_existing(channel_id)}
        if channels:
            self._try_again(lambda table: table.state.row.channel_id in channels)

    def _try_again(self, concerns: Callable[[Table], bool] = lambda table: True) -> None:
        for table in list(self.tables.tables.values()):
            if concerns(table):
                self.tables.keepers.retry_now(table)
        self.tournaments.retry_now()

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry all failed requests in a thread that the bot can see now."""
        self._thread_opened(thread.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Retry all failed requests in a thread, which may have been unlocked."""
        self._thread_opened(thread.thread_id)

    def _thread_opened(self, thread_id: int) -> None:
        self.places.note_opened(thread_id)
        self._try_again(
            lambda table: thread_id in (table.state.row.channel_id, table.state.gathering.thread_id)
        )

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that the bot has left."""
        self._look_again(lambda table: table.state.row.guild_id == guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a deleted channel."""
        self._place_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Move the tables of a deleted thread to its channel. Close tables that were opened in the thread."""
        for table in list(self.tables.tables.values()):
            if table.state.thread_id == thread.thread_id:
                await table.move_to(CHANNEL, is_gone=True)
        self._place_gone(thread.thread_id)

    def _place_gone(self, channel_id: int) -> None:
        self.places.mark_deleted(channel_id)
        self._look_again(lambda table: table.state.row.channel_id == channel_id)

    def _look_again(self, concerns: Callable[[Table], bool]) -> None:
        for table in list(self.tables.tables.values()):
            if concerns(table):
                table.changed.set()
        self.tournaments.retry_now()

    async def _command_failed(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        await self.answer_error(interaction, error)
