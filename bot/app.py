"""The bot as a Discord client (``App``), and a person's tap on a button (``Tap``).

The packages of commands and buttons (lobby, play, scores ...) use these two classes. ``bot.client`` has the
complete client.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import discord
import structlog

from bot import metrics, undocumented
from bot.caches import BriefCache, RecentCache
from bot.clock import Clock, Elapsed
from bot.config import Config
from bot.driving.openings import OpeningLimits
from bot.driving.registry import TableRegistry
from bot.driving.table import Table
from bot.faces import Faces
from bot.gate import Gate, InFlight
from bot.interactions import (
    DAY,
    answer,
    are_values_offered,
    custom_id_of,
    custom_ids_in,
    exchange_of,
    number_in,
    update,
    words_for,
)
from bot.language import language_of
from bot.pages.messages import panel_message, sentence_page
from bot.pages.panel import PanelContext
from bot.pages.people import people_localizer
from bot.randomness import RandomSource
from bot.refused import Refused
from bot.showing.channels import ChannelTracker
from bot.showing.table_writer import TableWriter
from bot.showing.writer import Writers
from bot.thinking.reviews import Reviews
from bot.thinking.thinkers import Thinkers
from bot.tournaments.live import Tournament
from bot.tournaments.notices import TournamentWriter
from bot.tournaments.registry import Tournaments
from bot.wire.components import table_ids
from bot.wire.errors import UNKNOWN_INTERACTION, DiscordError, RequestRejected
from bot.wire.messages import Page, SentMessage
from bot.wire.pings import PingAccount
from bot.wire.transport import Transport
from bot.workshop import Workshop
from games.core.words import Text
from storage import Store
from storage.errors import Banned, StorageError, StorageFailed
from storage.rows import Name
from storage.scores.boards import CountedLine, Leaderboard
from storage.servers import load_settings
from storage.serving import EVERY_SERVER, Servers

log = structlog.get_logger(__name__)

STALE = ("stale-button", "already-played", "game-is-over", "not-your-turn", "nobodys-turn")
"""Refusals which mean that the tapped panel (private message) was outdated. After them it is enough to draw
it again.
"""


@dataclass
class OwnerState:
    """The bot's owners and their decisions."""

    # User ids of the owners, as Discord last reported them.
    ids: frozenset[int] = field(default_factory=frozenset)
    # When Discord last reported them; None before the first report.
    ids_read_at: Elapsed | None = None
    # Ids of the servers that the owners refuse to serve.
    blocked: frozenset[int] = field(default_factory=frozenset)
    # Number of the newest restart announcement made before this process began, which it does not show.
    last_ignored_restart: int = 0
    # When this process began, Unix milliseconds.
    began_at: int = 0


class App(discord.Client):
    """A Discord client that hosts card tables."""

    config: Config
    clock: Clock
    rng: RandomSource
    store: Store
    faces: Faces
    tables: TableRegistry
    tournaments: Tournaments
    notices: Writers[Tournament, TournamentWriter]
    thinkers: Thinkers
    reviews: Reviews
    workshop: Workshop
    boards: BriefCache[Leaderboard, tuple[CountedLine, ...]]
    """The leaderboards of all servers that were counted in the last minutes."""
    transport_to: Callable[[int | None], Transport]
    """Takes a server id, and returns what sends the requests that belong to the server.

    The id is 0 for direct messages, and ``None`` for requests that belong to no server.
    """
    channels: ChannelTracker
    verbs: Mapping[str, TapHandler]
    """The handlers of buttons, by the first word of the custom id, such as ``join``."""
    gate: Gate
    work: InFlight
    opening_limits: OpeningLimits
    pings: PingAccount
    lesson_offers: RecentCache
    """The interactions in which people were offered a lesson, by user id and game."""
    unnotified_bans: set[tuple[int, int]]
    """People who were banned and do not know it yet: pairs of server id and user id."""
    owner: OwnerState
    afterwards: Callable[[discord.Interaction[Any], Text | None], Awaitable[None]]
    """Called after an interaction was answered, to send further information to the person. The text is the
    refusal that was the answer; ``None`` if there was none.
    """

    @property
    def served(self) -> Servers:
        """The servers that this process serves."""
        return EVERY_SERVER

    @property
    def processes(self) -> int:
        """Number of processes of the bot that may run at the same time."""
        return 1

    @property
    def is_connected(self) -> bool:
        """True if the connection to Discord is open."""
        return self.is_ready() and undocumented.is_line_open(self)

    def may_send_to_guild(self, guild_id: int) -> bool:
        """Return whether this process serves a Discord server, and may send requests for it."""
        return self.tables.serves(guild_id)

    def writer(self, table: Table) -> TableWriter:
        """Return the object that keeps a table's Discord messages up to date."""
        raise NotImplementedError

    async def table_of(self, message: discord.Message) -> Table:
        """Return the open table to which one of the bot's messages belongs.

        Raises:
            Refused: it is another message, or its table is closed.
        """
        assert self.user is not None
        if message.author.id == self.user.id:
            for table_id in table_ids(custom_ids_in(message)):
                if table_id in self.tables.all:
                    return await self.tables.find(table_id)
        raise Refused("menu-no-table")

    async def public_language(self, guild: discord.Guild) -> str:
        """Return the language of the bot's public messages on a server."""
        settings = await self.store.read(load_settings, guild.id)
        return settings.locale or language_of(guild.preferred_locale, self.config.default_locale)

    async def handle_tap(self, tap: Tap) -> None:
        """Handle a tap on a button or menu. If no handler is known, answer that the button is outdated."""
        handler = self.verbs.get(tap.verb)

        async def act() -> None:
            # The check comes first: the message may be one of an older version.
            if handler is None:
                raise Refused("stale-button")
            if tap.values and not are_values_offered(tap.interaction, tap.values):
                raise Refused("stale-button" if handler.is_of_panel else "lobby-no-such-option")
            await handler.act(tap)

        # From here on every log line names the table.
        if (table := self.tables.all.get(tap.subject)) is not None:
            table.bind_log()
            table.note_tap(tap.user.id)
        # Only verbs that need no answer within three seconds can wait in the queue.
        is_patient = handler is not None and handler.is_patient
        key = (tap.user.id, tap.subject) if is_patient else None
        await self.handle_interaction(tap.interaction, act, key, tap)

    async def handle_interaction(
        self,
        interaction: discord.Interaction[Any],
        act: Callable[[], Awaitable[None]],
        key: Hashable | None = None,
        tap: Tap | None = None,
    ) -> None:
        """Run the handler of an interaction. If it fails, tell the person the reason.

        Args:
            act: the handler.
            key: allows the interaction to wait while the bot is busy. A newer interaction with the same key
                    replaces a waiting one.
            tap: ``None`` for a command.
        """
        if not self.may_send_to_guild(interaction.guild_id or 0):
            return  # another process serves this server by now, and answers
        exchange = exchange_of(interaction)
        outcome = "answered"
        with self.work.track():
            try:
                if self.work.is_ending:
                    raise Refused("restarting")
                if interaction.guild_id in self.owner.blocked:
                    raise Refused("server-blocked")
                if not await self.gate.enter(key, exchange.acknowledge):
                    outcome = "late"
                    return
                try:
                    await act()
                finally:
                    self.gate.leave()
                await self.afterwards(interaction, None)
            except Exception as error:
                outcome = outcome_label(error)
                await self.answer_error(interaction, error, tap)
            finally:
                metrics.count_interaction(outcome, (self.clock.elapsed_ms() - exchange.received_at) / 1000)

    async def answer_error(
        self, interaction: discord.Interaction[Any], error: Exception, tap: Tap | None = None
    ) -> None:
        """Answer a failed interaction with the reason. An unexpected error gets an id that is also in the
        log.
        """
        # The person sees Discord's own message in this case.
        if isinstance(error, RequestRejected) and error.code == UNKNOWN_INTERACTION:
            log.warning("an interaction came too late to be answered")
            return
        # Expected reasons have a sentence for the person; anything else gets an incident number that is also
        # in the log.
        if isinstance(error, Refused):
            reason = error.text
        elif isinstance(error, Banned):
            reason = Text("barred")
        elif isinstance(error, StorageFailed):
            reason = Text("not-written")
        else:
            incident = self.rng.incident()
            if isinstance(error, (StorageError, DiscordError)):
                log.warning("something could not be done", incident=incident, why=repr(error))
            else:
                log.error("unexpected error", incident=incident, exc_info=error)
            reason = Text("unexpected-error", {"incident": incident})
        # The reason is shown in the tapped panel if there is one, otherwise in a new private message.
        try:
            if tap is None or not await self._answer_in_panel(tap, reason):
                if tap is None:
                    table = None
                else:
                    table = self.tables.all.get(tap.subject)
                words = words_for(interaction)
                if table is not None:
                    words = people_localizer(table.state, words.language)
                await answer(interaction, sentence_page(words(reason)))
            if isinstance(error, Refused):
                await self.afterwards(interaction, reason)
        except DiscordError:
            log.warning("an error could not be reported", user=interaction.user.id)

    async def _answer_in_panel(self, tap: Tap, remark: Text) -> bool:
        handler = self.verbs.get(tap.verb)
        if handler is None or not handler.is_of_panel or not tap.is_private:
            return False
        interaction = tap.interaction
        # A panel that was only behind needs no reason: drawn again it explains itself.
        reason = None if remark.key in STALE else remark
        try:
            table = self.tables.all.get(tap.subject)
            if table is None:
                state = await self.tables.find_state(tap.subject)
            else:
                state = table.state
            seat = state.seat_of(tap.user.id)
            if seat is None or state.match is None:
                return False
            if table is not None:
                await self.writer(table).panels.update_hand(interaction, seat, remark=reason)
            else:
                language = language_of(interaction.locale)
                await update(
                    interaction, panel_message(state.seen_by(seat), language, PanelContext(remark=reason))
                )
        except (Refused, StorageError):
            return False
        return True


def outcome_label(error: Exception) -> str:
    """Return the label of an error in the metrics, such as ``refused`` or ``database``."""
    if isinstance(error, Refused | Banned):
        return "refused"
    if isinstance(error, RequestRejected) and error.code == UNKNOWN_INTERACTION:
        return "late"
    if isinstance(error, StorageError):
        return "database"
    return "discord" if isinstance(error, DiscordError) else "bug"


Interaction: TypeAlias = discord.Interaction[App]


class OwnSeat(NamedTuple):
    """A running table, and the seat of the person who tapped."""

    table: Table
    seat: int


@dataclass(frozen=True)
class Tap:
    """A tap on a button, a choice in a menu, or a submitted form.

    Attributes:
        verb: the key of the handler in ``App.verbs``.
        subject: what the button belongs to: usually a table's id.
        arg: a further detail of the button, such as the move to play.
        values: the choices in a menu.
        fields: the entries of a submitted form, by the custom ids of its fields.
    """

    interaction: Interaction
    verb: str
    subject: str
    arg: str = ""
    values: tuple[str, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def app(self) -> App:
        return self.interaction.client

    @property
    def user(self) -> discord.User | discord.Member:
        return self.interaction.user

    @property
    def name(self) -> Name:
        """The person's display name on this server."""
        return Name(self.user.display_name)

    @property
    def handle(self) -> Name:
        """The person's unique user name."""
        return Name(self.user.name)

    @property
    def guild_id(self) -> int:
        """Id of the server in which the tap was made; 0 in a direct message."""
        return self.interaction.guild_id or 0

    @property
    def value(self) -> str:
        """The value chosen in a menu that allows only one."""
        if len(self.values) != 1:
            raise Refused("stale-button")
        return self.values[0]

    def entry(self, name: str) -> str:
        """Return the text or the only choice in a field of a form; empty if nothing was entered."""
        return next(iter(self.fields.get(name, ())), "")

    @property
    def chosen_id(self) -> int:
        """The id of the person or channel chosen in a menu that allows only one."""
        return number_in(self.value)

    @property
    def is_private(self) -> bool:
        """True if only this person sees the tapped message."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def reply(self, page: Page) -> SentMessage:
        """Replace the tapped message if it is private. Otherwise answer with a new private message."""
        return await (update if self.is_private else answer)(self.interaction, page)

    async def own_seat(self) -> OwnSeat:
        """Return the tapped table, and the person's seat in its running game.

        Raises:
            Refused: no game is running, or the person has no seat.
        """
        table = await self.app.tables.game(self.subject)
        state = table.state
        seat = state.seat_of(self.user.id)
        if seat is None or state.match is None:
            if state.has_ever_sat(self.user.id):
                gone = "already-left"
            else:
                gone = "not-at-table"
            raise Refused("game-is-over" if state.is_closed and state.may_tell() else gone)
        return OwnSeat(table, seat)


CUSTOM_ID = re.compile(r"[bscurm]:(?P<verb>[a-z_]+):(?P<subject>[a-z0-9]+)(?::(?P<arg>.*))?")
_OF_DAY = re.compile(rf"{DAY}\d{{1,4}}")


def tap_of(interaction: Interaction) -> Tap | None:
    """Return the tap on a button, menu or form of the bot; ``None`` for another interaction."""
    match = CUSTOM_ID.fullmatch(custom_id_of(interaction))
    if match is None:
        return None
    data: Mapping[str, Any] = interaction.data or {}
    verb = match["verb"]
    subject = match["subject"]
    if _OF_DAY.fullmatch(subject):
        verb = f"{DAY}.{verb}"
    values = tuple(data.get("values", ()))
    components = [part["component"] for part in data.get("components", ()) if "component" in part]
    fields = {component.get("custom_id", ""): _entries(component) for component in components}
    return Tap(interaction, verb, subject, match["arg"] or "", values, fields)


CHECKED = "on"
"""Entry of a checked box (``Checkbox``) in a form."""


def _entries(component: Mapping[str, Any]) -> tuple[str, ...]:
    # Menus and groups of checkboxes have a list of values, also for people and channels. A text, a radio
    # group and a checkbox have one value, which is null in a radio group without a choice.
    if "values" in component:
        return tuple(map(str, component["values"]))
    value = component.get("value")
    if isinstance(value, bool):
        return (CHECKED,) if value else ()
    return () if value is None else (str(value),)


Action: TypeAlias = Callable[[Tap], Awaitable[None]]
"""Handler of a tap. It calls a table or the database, and sends a page."""


class TapHandler(NamedTuple):
    """The handler of a kind of button, menu or form.

    Attributes:
        act: handles a tap.
        is_patient: the tap may be acknowledged first and handled later.
        is_of_panel: the button is in a private message, which is drawn again if the handler fails.
    """

    act: Action
    is_patient: bool = False
    is_of_panel: bool = False


def panel_handler(act: Action) -> TapHandler:
    """Return the handler of a button in a private message."""
    return TapHandler(act, is_patient=True, is_of_panel=True)
