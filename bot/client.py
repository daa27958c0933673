"""The bot itself: the Discord client that puts all packages together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

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
    rematch,
    replay,
    scores,
    seasons,
    settings,
    subscriptions,
    undocumented,
)
from bot.app import Action, App, OwnerState, TapHandler, tap_of
from bot.caches import BriefCache, RecentCache
from bot.card_emoji import NO_EMOJI, known_emoji
from bot.clock import Clock, Downtime, Elapsed, Signal, snowflake_time_ms
from bot.config import Config
from bot.database import Outage, open_database
from bot.driving.driver import Driver
from bot.driving.keeper import Keeper
from bot.driving.openings import OpeningLimits
from bot.driving.registry import TableRegistry
from bot.driving.steps import StepSource
from bot.driving.table import Table
from bot.emoji import ApplicationEmoji, draw_all, upload_missing
from bot.faces import Faces, avatar_of
from bot.gate import Gate, InFlight
from bot.greeting import Greeter
from bot.installed import check_installed_games
from bot.interactions import (
    ON_SERVERS,
    TAPS,
    CatalogueTranslator,
    add_game_choices,
    has_left,
    is_genuine,
    sync_if_changed,
    trace_with_limits,
)
from bot.known_faces import known_faces
from bot.lists import user_ids
from bot.moderation import notify_of_ban
from bot.owner import register_commands, unregister_commands
from bot.pages.messages import within_limit
from bot.pictures.emoji import EmojiFile
from bot.posting import keep_posting
from bot.randomness import RandomSource
from bot.showing.channels import ChannelTracker
from bot.showing.table_writer import TableWriter
from bot.showing.writer import Writers
from bot.thinking.reviews import Reviews
from bot.thinking.thinkers import Thinkers
from bot.tournaments.live import Tournament, TournamentSteps
from bot.tournaments.notices import TournamentWriter
from bot.tournaments.registry import Tournaments
from bot.wire.emoji import load_emoji
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
from storage.servers import delete_old_entries, load_settings, load_unnotified
from storage.serving import postpone_deadlines, save_heartbeat

log = structlog.get_logger(__name__)

FOR_EVERYBODY = (
    lobby,
    rematch,
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

COMMANDS = list[Any]()
MENUS = list[Any]()
"""The entries of Discord's menus on people and on messages."""

ACTIONS: dict[str, Action | TapHandler] = {}
for _subject in SUBJECTS:
    COMMANDS += getattr(_subject, "COMMANDS", ())
    MENUS += getattr(_subject, "MENUS", ())
    ACTIONS |= getattr(_subject, "ACTIONS", {})

VERBS: dict[str, TapHandler] = {}
for _verb, _action in ACTIONS.items():
    VERBS[_verb] = _action if isinstance(_action, TapHandler) else TapHandler(_action)

LONGEST_WAIT = 30.0  # seconds after which discord.py gives up a rate-limited request; the keepers try again
ONE_MORE_SERVER = 0.5  # seconds without another server after which the bot is ready
LAST_WORDS_SECONDS = 1.0  # for refusing interactions after the gateway is closed
ASLEEP_MS = 30_000  # if wall time runs ahead of elapsed time by this much, the machine has slept
TIDY_MS = 3_600_000  # interval of the deletion of old data
REGISTER_SOON_SECONDS = 10.0  # pause before commands are registered again if Discord was not reached
EMOJI_SECONDS = 3600.0  # interval of looks at the application's emoji, which its owner may have deleted
EMOJI_SOON_SECONDS = 60.0  # pause before the emoji are uploaded again if Discord was not reached
MOST_LESSON_OFFERS = 20_000  # number of offers of a lesson that are remembered
REFUSED_SECONDS = 3600.0  # interval of attempts to register commands that Discord refuses
BEAT_SECONDS = 60.0  # interval of the heartbeat; a restart gives people at most this much extra time


class _Beat(NamedTuple):
    """A time at which the bot was awake, by both clocks in milliseconds."""

    wall: int
    elapsed: Elapsed


class Tefuda(App):
    """The complete bot. Tests replace its clock, its random numbers or its connection."""

    def __init__(
        self,
        config: Config,
        clock: Clock | None = None,
        rng: RandomSource | None = None,
        connection: ApiConnection | None = None,
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True  # only that there is a message below a table; contents are not needed
        intents.dm_messages = True  # to answer people who write to the bot
        self.clock = clock or Clock()
        self.gate = Gate(self.clock)
        self.work = InFlight()
        self.budget = Allowance(config.requests_per_second, 1000)
        self.limits = Limits(self.clock, self.budget, self.gate.away)
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
        undocumented.ignore_edits(self)
        self.config = config
        self.rng = rng or RandomSource()
        self.opening_limits = OpeningLimits(self.clock)
        self.lesson_offers = RecentCache(MOST_LESSON_OFFERS)
        self.pings = PingAccount(
            self.clock, lambda guild_id: self.store.read(load_settings, guild_id), self._host_of
        )
        self.outage = Outage(self.clock)
        self.verbs = VERBS
        self.owner = OwnerState()
        # Commands list the games, so games that fail are left out before.
        check_installed_games()
        self.tree = tree = app_commands.CommandTree[Tefuda](self, allowed_installs=ON_SERVERS)
        for command in COMMANDS:
            tree.add_command(add_game_choices(command))
        for entry in MENUS:
            tree.add_command(entry)
        self.tree.error(self._command_failed)
        self._running: list[asyncio.Task[None]] = []
        self._pacing: asyncio.Task[None] | None = None
        self._emoji_doubted = Signal()

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
        self.greeter = Greeter(self.clock)
        assert self.connection is not None
        self.faces = Faces(self.store, self.clock, self.connection)
        known_faces.set(self.faces)
        self.boards = BriefCache(self.clock, scores.BOARD_MS)
        self.tables = TableRegistry(self.store, self.clock, self.rng, config.clock, config.moments)
        self.tournaments = Tournaments(self.store, self.clock, self.rng, self.tables)
        self._recovery = Recovery(self.clock, self._try_again)
        self.channels = ChannelTracker(self.clock, self._is_member_of)
        self._writers = Writers(self._new_writer)
        self.notices = Writers(self._new_notice_writer)
        await owner.read_at_start(self)
        await self._restore()
        self._absence: Downtime | None = None
        self.unnotified_bans = set(await self.store.read(load_unnotified))
        self.afterwards = notify_of_ban
        self._heard_at = self._tidied_at = 0
        self._last_beat = self._beat()
        await self.tree.set_translator(CatalogueTranslator())
        self._begin_pacing()  # in a simulation nobody logs in
        pause = await self._register_changed_commands(is_start=True)
        daily.log_if_few_puzzles_left(self.clock.now_ms())
        if self.config.card_emoji == "on":
            # Known before the tables are shown, or all messages would be edited at each start.
            with suppress(DiscordError):
                await self._load_emoji()
        posts = keep_posting(self, daily.POSTS + seasons.POSTS)
        works = self._run_upkeep(), self._retry_commands(pause), self._keep_emoji(), self.faces.run(), posts
        self._running += map(self.loop.create_task, works)

    async def _open_store(self) -> Store:
        return await open_database(self.config, exclusive=True)

    async def _restore(self) -> None:
        await self.tables.restore()
        await self.tournaments.restore()
        await self._load_faces()

    async def _load_faces(self) -> None:
        # Known before the tables are shown, or their next pictures would have letters.
        people = set[int]()
        for table in self.tables.all.values():
            people.update(user_ids(table.state.seats))
        with suppress(StorageError):
            await self.faces.load_all(people)

    async def on_ready(self) -> None:
        """Start the background tasks of all tables and tournaments."""
        self.tables.keep(self)
        self.tournaments.keep(self)
        log.info("ready", guilds=len(self.guilds), tables=len(self.tables.all))

    async def finish(self, seconds: float) -> None:
        """Refuse new interactions, and wait at most ``seconds`` for interactions in progress."""
        if unfinished := await self.work.finish(seconds):
            log.warning("not everything in hand could be finished", left=unfinished)

    async def close(self) -> None:
        """Stop the bot."""
        for task in self._running:
            task.cancel()
        known_emoji.forget()
        known_faces.forget()
        if hasattr(self, "tables"):
            await self.tournaments.close()
            await self.tables.close()
            self.reviews.close()
            self.workshop.close()
            self.thinkers.close()
        await super().close()
        await self.work.finish(LAST_WORDS_SECONDS)  # refuse the last taps
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
            recovery=self._recovery,
            account=self.pings,
            may_send=always if guild_id is None else partial(self.may_send_to_guild, guild_id),
            watcher=self.channels,
            note_refused_emoji=self._doubt_emoji,
            within_limit=within_limit,
        )

    def writer(self, table: Table) -> TableWriter:
        """Return the object that keeps a table's Discord messages up to date."""
        return self._writers.of(table)

    def release(self, kept: Table | Tournament) -> None:
        """Drop the writer of a table or a tournament whose background task has ended."""
        if isinstance(kept, Tournament):
            self.notices.release(kept)
        else:
            self._writers.release(kept)

    def _new_writer(self, table: Table) -> TableWriter:
        transport = self.transport_to(table.state.row.guild_id)
        return TableWriter(table, transport, self.channels, self.clock, self.store)

    def _new_notice_writer(self, live: Tournament) -> TournamentWriter:
        transport = self.transport_to(live.state.row.guild_id)
        return TournamentWriter(live, transport, self.channels, self.clock, self.tables)

    def make_keeper(self, kept: Table | Tournament) -> Keeper:
        """Return a new background task (keeper) for a table or a tournament, and for its messages."""
        if isinstance(kept, Tournament):
            return self._make_tournament_keeper(kept)
        return self._make_table_keeper(kept)

    def _make_table_keeper(self, table: Table) -> Keeper:
        writer = self.writer(table)
        driver = Driver(
            table,
            self.clock,
            self.thinkers,
            self.rng,
            longest_pause=self.config.computer_pause,
            messages=writer,
            was_asleep=self.was_asleep,
            tables=self.tables.all,
        )

        def step_sources() -> Iterator[StepSource]:
            yield driver.steps
            yield from writer.step_sources()

        guild = self.get_guild(table.guild_id)
        if guild is not None:
            table.state = table.state.with_server_name(guild.name)
        return self._new_keeper(table, step_sources)

    def _new_keeper(
        self, kept: Table | Tournament, step_sources: Callable[[], Iterable[StepSource]]
    ) -> Keeper:
        may_act = partial(self.may_send_to_guild, kept.guild_id)
        return Keeper(kept, self.clock, self.gate, self.limits, step_sources, may_act)

    def _make_tournament_keeper(self, live: Tournament) -> Keeper:
        notices = self.notices.of(live)
        steps = TournamentSteps(live, self.clock, self.tables, notices, partial(has_left, self))

        def step_sources() -> Iterator[StepSource]:
            yield steps.steps
            yield from notices.step_sources()

        return self._new_keeper(live, step_sources)

    def _is_member_of(self, guild_id: int) -> bool:
        # Direct messages have no server.
        return not guild_id or self.get_guild(guild_id) is not None

    def _host_of(self, tournament_id: str) -> int | None:
        tournament = self.tournaments.all.get(tournament_id)
        return None if tournament is None else tournament.state.row.host_id

    async def was_asleep(self) -> bool:
        """Return whether the bot could not serve anybody for a while. If so, postpone all deadlines.

        Raises:
            StorageError: the new deadlines cannot be written; the next call tries again.
        """
        last = self._last_beat
        now = self._beat()
        awake = min(now.elapsed - last.elapsed, round(1000 * BEAT_SECONDS))
        if self._absence is None:
            asleep = now.wall - last.wall - awake
            if abs(asleep) < ASLEEP_MS:
                return False
            self._absence = Downtime(asleep, now.wall, now.elapsed)
        absence = self._absence
        await self.store.write(postpone_deadlines, absence.duration_ms, absence.ended_at, self.served)
        if self._absence is not absence:  # another task has counted it meanwhile
            return True
        self._absence = None
        self._last_beat = _Beat(absence.ended_at, absence.ended_elapsed)
        log.warning("nobody could be served for a while", seconds=round(absence.duration_ms / 1000))
        for table in self.tables.all.values():
            table.resume_service()
        return True

    def _beat(self) -> _Beat:
        return _Beat(self.clock.now_ms(), self.clock.elapsed_ms())

    async def _run_upkeep(self) -> None:
        while True:
            await self.clock.sleep(BEAT_SECONDS)
            with suppress(StorageError):  # ``Outage`` logs it
                await self.was_asleep()
                self._last_beat = self._beat()
                await self.store.write(save_heartbeat, self.clock.now_ms(), self.served)
                await self._delete_old_data()
                await owner.apply_decisions(self)
                await self.tables.load_missing()
                await self.tournaments.load_missing()
                # Deleted rows stay in the database's log while a reader uses it.
                await self.outage.during("log", self.store.empty_log())

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

    async def _keep_emoji(self) -> None:
        # Nothing waits for the upload: until it is done, cards are printed as text.
        if self.config.card_emoji == "off":
            return
        files: list[EmojiFile] = []
        while True:
            pause = EMOJI_SECONDS
            try:
                await self._load_emoji()
                files = files or await draw_all()
                await self._upload_emoji(files)
            except (DiscordError, StorageError) as error:
                log.warning("the cards could not be uploaded as emoji, and will be soon", why=str(error))
                pause = EMOJI_SOON_SECONDS
            await self.clock.wait(self._emoji_doubted, pause)
            # A refused message may have had another fault, so Discord is not asked at once.
            if known_emoji() is NO_EMOJI:
                await self.clock.sleep(EMOJI_SOON_SECONDS)

    def _doubt_emoji(self) -> None:
        # An emoji may have been deleted. Cards are printed as text until the bot has looked again.
        known_emoji.forget()
        self._emoji_doubted.set()

    async def _load_emoji(self) -> None:
        self._use_emoji(ApplicationEmoji(await load_emoji(self.transport_to(None))))

    async def _upload_emoji(self, files: Sequence[EmojiFile]) -> None:
        report = await upload_missing(self.transport_to(None), files, self.clock.now_ms())
        if report.refusal is not None:
            log.warning("Discord refuses a card as an emoji", why=str(report.refusal))
        if report.uploaded or report.deleted:
            log.info("the cards are emoji now", uploaded=report.uploaded, deleted=report.deleted)
        self._use_emoji(report.emoji)

    def _use_emoji(self, emoji: ApplicationEmoji) -> None:
        # Equal emoji change nothing, so that printed texts stay cached.
        if not emoji.has_same(known_emoji()):
            known_emoji.set(emoji)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a tap or a submitted form. Commands are handled by discord.py."""
        self._heard_at = max(self._heard_at, snowflake_time_ms(interaction.id))
        self.faces.note_avatar(interaction.user.id, avatar_of(interaction.user))
        self._note_channels([interaction.channel_id or 0])
        if interaction.type in TAPS and (tap := tap_of(interaction)) is not None and is_genuine(interaction):
            await self.handle_tap(tap)

    async def on_message(self, message: discord.Message) -> None:
        """Remember that a channel has a newer message. Answer one that a person writes to the bot."""
        self._heard_at = max(self._heard_at, snowflake_time_ms(message.id))
        self._note_channels([message.channel.id])
        if message.author != self.user:
            self.channels.record_message(message.channel.id, message.id)
        if message.guild is None and not message.author.bot:
            with self.work.track():
                await self.greeter.answer(self, message, self.config.default_locale)

    async def on_resumed(self) -> None:
        """Retry all failed requests after the connection was lost and restored."""
        self._try_again()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Start to serve a server. Leave it if the owner has blocked it."""
        if not await owner.leave_if_blocked(self, guild):
            self._retry_for_guild(guild)
            await register_commands(self, self.tree, guild.id)

    def _retry_for_guild(self, guild: discord.Guild) -> None:
        channel_ids = [channel.id for channel in guild.channels]
        self.channels.note_opened(channel_ids)
        self.channels.note_opened(thread.id for thread in guild.threads)
        self._note_channels(channel_ids)
        self._try_again(self._tables_of(guild))

    def _tables_of(self, guild: discord.Guild) -> list[Table]:
        return [table for table in self.tables.all.values() if table.guild_id == guild.id]

    def _tables_begun_in(self, channel_ids: Container[int]) -> list[Table]:
        """Return the tables that were opened in one of these channels or threads."""
        return [table for table in self.tables.all.values() if table.state.row.channel_id in channel_ids]

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

    def _note_channels(self, channel_ids: Iterable[int]) -> None:
        # Channels that seemed to be deleted may be there after all.
        came_back = set(filter(self.channels.mark_existing, channel_ids))
        if came_back:
            self._try_again(self._tables_begun_in(came_back))

    def _try_again(self, tables: Iterable[Table] | None = None) -> None:
        for table in list(self.tables.all.values()) if tables is None else tables:
            self.tables.retry_now(table)
        self.tournaments.retry_all()

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry all failed requests in a thread that the bot can see now."""
        self._thread_opened(thread.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Retry all failed requests in a thread, which may have been unlocked."""
        self._thread_opened(thread.thread_id)

    def _thread_opened(self, thread_id: int) -> None:
        self.channels.note_opened([thread_id])
        tables = self._tables_begun_in({thread_id})
        for table in self.tables.all.values():
            if table.state.gathering.thread_id == thread_id:
                tables.append(table)
        self._try_again(tables)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that the bot has left."""
        self._wake(self._tables_of(guild))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a deleted channel."""
        self._channel_gone(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Move the tables of a deleted thread to its channel. Close tables that were opened in the thread."""
        for table in list(self.tables.all.values()):
            if table.state.thread_id == thread.thread_id:
                await table.move_to(CHANNEL, is_gone=True)
        self._channel_gone(thread.thread_id)

    def _channel_gone(self, channel_id: int) -> None:
        self.channels.mark_deleted(channel_id)
        self._wake(self._tables_begun_in({channel_id}))

    def _wake(self, tables: Iterable[Table]) -> None:
        # The keepers look at their tables again.
        for table in tables:
            table.changed.set()
        self.tournaments.retry_all()

    async def _command_failed(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        await self.answer_error(interaction, error)
