"""The writer of a table's messages, the answers to taps on them, and the table's Discord event."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeAlias

import structlog

from bot.clock import Clock, Elapsed
from bot.driving.steps import RequestClass, Step, StepSource
from bot.driving.table import Table
from bot.interactions import acknowledge, exchange_of
from bot.lists import not_none
from bot.pages import messages
from bot.pages.calls import event_details, event_tag
from bot.pages.lobby import notice_page, thread_name
from bot.pages.table import turn_page
from bot.refused import Refused
from bot.showing import desired
from bot.showing.channels import ChannelTracker
from bot.showing.desired import is_all_done
from bot.showing.editor import Deliver, WrittenPage
from bot.showing.panels import AnyInteraction, PanelBook, tapped_id
from bot.showing.writer import FoundMessage, Identity, PostingInputs, Request, Writer
from bot.tables import lobby, planning, reveals
from bot.tables.positions import SeatNote
from bot.tables.state import SeatDecision
from bot.wire import errors
from bot.wire.errors import DIRECT_MESSAGES_CLOSED, UNKNOWN_CHANNEL, DiscordError, NoAnswer, RequestRejected
from bot.wire.events import (
    ACTIVE,
    COMPLETED,
    EventDetails,
    change_event_time,
    create_event,
    delete_event,
    load_events,
    set_event_status,
)
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import Transport
from games.core.words import Text
from storage import Store
from storage.errors import StorageError
from storage.people import CLOSED, load_turn_messages, save_turn_messages
from storage.rows import CHANNEL, NO_THREAD, NOTICE, THREAD, Name

log = structlog.get_logger(__name__)

Act: TypeAlias = Callable[[], Awaitable[None]]


# --- event --------------------------------------------------------------------------------------------------
# Scheduled Discord events that announce planned lobbies.

NONE = 0
"""Value of ``SentRow.event_id`` for a table without an event: Discord refused it, or it was deleted."""


class GuildEvent:
    """The scheduled Discord event of one table."""

    def __init__(self, table: Table, transport: Transport) -> None:
        self._table = table
        self._transport = transport
        self._has_searched = self._has_begun = False

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that the event needs now, if any."""
        act = self._next_act()
        if act is not None:
            lane = RequestClass(Priority.TIDYING, Route.EVENT, self._table.state.row.guild_id)
            yield Step("event", now, act, lane)

    def _next_act(self) -> Act | None:
        state = self._table.state
        sent_row = self._table.sent_row
        if planning.opening_time(state) is not None:
            if sent_row.event_id is not None or sent_row.message_id is None:
                return None
            return self._create if self._has_searched else self._search
        if not sent_row.event_id or state.incident is not None:
            return None
        if state.is_closed and state.may_tell():
            return self._end
        return None if self._has_begun else self._begin

    async def move(self) -> None:
        """Have the event found again and moved to the table's opening time."""
        # A refused event is not asked for again.
        if self._table.sent_row.event_id != NONE:
            self._has_searched = False
            await self._table.update_sent(event_id=None)

    async def _search(self) -> None:
        # An event may exist from before a restart, and must not be created twice.
        guild_id = self._table.state.row.guild_id
        try:
            events = await load_events(self._transport, guild_id)
        except RequestRejected as refusal:
            await self._give_up(refusal)
            return
        # The description of an event names its table, since Discord has no nonce for events.
        tag = event_tag(self._table.id)
        ours = [event for event in events if self._transport.is_by_us(event.creator_id)]
        event = next((event for event in ours if tag in (event.description or "")), None)
        self._has_searched = event is None
        if event is None:
            return
        # The game may have been moved since the event was created.
        about = self._details()
        if event.starts_at != about.starts_at:
            try:
                await change_event_time(self._transport, guild_id, int(event.id), about)
            except RequestRejected as refusal:
                await self._give_up(refusal)
                return
        await self._table.update_sent(event_id=int(event.id))

    def _details(self) -> EventDetails:
        row = self._table.state.row
        return event_details(self._table.state.snapshot, row.guild_id, row.channel_id, row.locale)

    async def _create(self) -> None:
        guild_id = self._table.state.row.guild_id
        about = self._details()
        try:
            event_id = await create_event(self._transport, guild_id, about)
        except RequestRejected as refusal:
            await self._give_up(refusal)
        # The event may exist, so the server is searched before another attempt.
        except NoAnswer:
            self._has_searched = False
            raise
        else:
            await self._table.update_sent(event_id=event_id)

    async def _begin(self) -> None:
        # Discord may have started the event by itself.
        guild_id = self._table.state.row.guild_id
        event_id = self._table.sent_row.event_id
        assert event_id is not None
        try:
            await set_event_status(self._transport, guild_id, event_id, ACTIVE)
        except RequestRejected as refusal:
            if refusal.is_missing:
                await self._give_up(refusal)
        self._has_begun = True

    async def _end(self) -> None:
        state = self._table.state
        event_id = self._table.sent_row.event_id
        assert event_id is not None
        guild_id = state.row.guild_id
        try:
            # A game that was played completes its event.
            if state.has_begun:
                await set_event_status(self._transport, guild_id, event_id, COMPLETED)
            else:
                await delete_event(self._transport, guild_id, event_id)
        except RequestRejected as refusal:
            await self._give_up(refusal)
        else:
            await self._table.update_sent(event_id=NONE)

    async def _give_up(self, refusal: RequestRejected) -> None:
        log.info("no event", table=self._table.id, why=str(refusal))
        await self._table.update_sent(event_id=NONE)


# --- messages about turns -----------------------------------------------------------------------------------
# Direct messages to people whose turn it is, for those who have chosen them in /notify.


ALL_PEOPLE = 0
"""The place of requests that open channels of direct messages: one rate limit holds for all people."""


class TurnMessage(NamedTuple):
    """A direct message about a person's turn."""

    user_id: int
    turn: SeatDecision
    language: str
    channel_id: int = 0  # of direct messages with the person; 0 until Discord has named it
    message_id: int | None = None  # None until it is sent
    is_given_up: bool = False  # Discord has refused it


class TurnMessages:
    """The direct messages about turns of one table.

    A person gets at most one for each decision, after the ping in the channel, so none while they look. It is
    deleted once the decision is made. After a restart a message that was sent stays.
    """

    def __init__(self, table: Table, transport: Transport, store: Store) -> None:
        self._table = table
        self._transport = transport
        self._store = store
        # A turn stays here until it is over, so that it gets no second message.
        self._messages: dict[SeatDecision, TurnMessage] = {}

    async def note_ping(self, pings: Pings) -> None:
        """Plan messages to those people of a ping whose turn it is, and who want them."""
        if pings.reason is PingReason.TURN:
            people = pings.people
        else:
            people = pings.on_turn
        try:
            languages = await self._store.read(load_turn_messages, people)
        except StorageError:
            return  # the ping has been sent, and suffices
        state = self._table.state
        for turn in state.pending():
            user_id = state.seats[turn.seat].user_id or 0
            language = languages.get(user_id, CLOSED)
            if user_id in people and language != CLOSED and turn not in self._messages:
                self._messages[turn] = TurnMessage(user_id, turn, language)
        self._table.changed.set(self.steps)

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the next request for each message: open the channel, send it, or delete it."""
        pending = set(self._table.state.pending())
        for message in list(self._messages.values()):
            if message.turn not in pending:
                yield self._end(message, now)
            elif message.is_given_up:
                continue
            elif not message.channel_id:
                yield self._step(message, now, self._open, Route.DIRECT, ALL_PEOPLE)
            elif message.message_id is None:
                yield self._step(message, now, self._send, Route.SEND, message.channel_id)

    def _end(self, message: TurnMessage, now: Elapsed) -> Step:
        if message.message_id is None:
            return Step(_key(message), now, partial(self._forget, message))
        return self._step(message, now, self._delete, Route.DELETE, message.channel_id)

    def _step(
        self,
        message: TurnMessage,
        now: Elapsed,
        act: Callable[[TurnMessage], Awaitable[None]],
        route: Route,
        place: int,
    ) -> Step:
        lane = RequestClass(Priority.MESSAGE, route, place)
        return Step(_key(message), now, partial(act, message), lane)

    async def _open(self, message: TurnMessage) -> None:
        try:
            channel_id = await self._transport.open_direct_channel(message.user_id)
        except RequestRejected as refusal:
            await self._give_up(message, refusal)
        else:
            self._messages[message.turn] = message._replace(channel_id=channel_id)

    async def _send(self, message: TurnMessage) -> None:
        state = self._table.state
        if message.turn not in state.pending():
            await self._forget(message)  # the decision was made while the request waited
            return
        sent_row = self._table.sent_row
        page = turn_page(state.snapshot, state.place_id, sent_row.message_id, message.language)
        nonce = f"{self._table.id}.{message.turn.seat}.{message.turn.decision}"
        try:
            sent = await self._transport.send(message.channel_id, page, nonce)
        except RequestRejected as refusal:
            await self._give_up(message, refusal)
        else:
            self._messages[message.turn] = message._replace(message_id=sent.message_id)

    async def _delete(self, message: TurnMessage) -> None:
        assert message.message_id is not None
        try:
            await self._transport.delete(message.channel_id, message.message_id)
        except RequestRejected as refusal:
            log.info("a message about a turn stays", table=self._table.id, why=str(refusal))
        await self._forget(message)

    async def _give_up(self, message: TurnMessage, refusal: RequestRejected) -> None:
        log.info("no direct message", table=self._table.id, why=str(refusal))
        # Another refusal says nothing about the next message.
        if refusal.code == DIRECT_MESSAGES_CLOSED:
            await self._store.write(save_turn_messages, message.user_id, Name(""), CLOSED)
            note = SeatNote(Text("turn-messages-closed"))
            with suppress(Refused):  # the decision is made
                await self._table.apply_in_memory(reveals.add_note, *message.turn, note)
            await self._forget(message)
        else:
            self._messages[message.turn] = message._replace(is_given_up=True)

    async def _forget(self, message: TurnMessage) -> None:
        self._messages.pop(message.turn, None)


def _key(message: TurnMessage) -> str:
    return f"direct {message.turn.seat} {message.turn.decision}"


# --- writer -------------------------------------------------------------------------------------------------
# Keeps a table's public messages and open panels up to date, and answers taps on its messages.

SHUT = (UNKNOWN_CHANNEL, errors.ARCHIVED, errors.THREAD_LOCKED)
"""Error codes after which a table leaves its thread."""


class TableWriter(Writer[Table]):
    """Keeps the messages of one table up to date, with its private panels and its event."""

    main_key = "table"

    def __init__(
        self, table: Table, transport: Transport, channels: ChannelTracker, clock: Clock, store: Store
    ) -> None:
        super().__init__(table, transport, channels, clock)
        # A request before a crash may have arrived without being recorded.
        if table.is_restored and not is_all_done(table.state, table.sent_row):
            self.is_certain = False
        # Private panels and the event have steps of their own.
        self.panels = PanelBook(table, transport, clock, store)
        self._event = GuildEvent(table, transport)
        self._turns = TurnMessages(table, transport, store)

    @property
    def table(self) -> Table:
        """The table whose messages these are."""
        return self.kept

    # --- what the messages should be ----------------------------------------------------------------------

    @property
    def place_id(self) -> int:
        """The channel or thread of the table's messages."""
        return self.table.state.place_id

    def step_sources(self) -> Iterator[StepSource]:
        """Yield functions that return the automatic steps for the event, public messages and panels."""
        # An event belongs to the server, so it outlives a deleted channel.
        yield self._event.steps
        yield self._turns.steps
        yield from super().step_sources()
        if not self.is_place_gone:
            yield from self.panels.step_sources()

    def requests(self, posted: PostingInputs, wall: int) -> Iterator[Request]:
        """Yield the next request for each public message of the table that is not up to date."""
        state = self.table.state
        sent_row = self.table.sent_row
        hands = self.panels.open_hands()
        rests_until = self._rest_end(wall)
        return desired.needed_requests(state, sent_row, posted, self._channels, wall, hands, rests_until)

    def _rest_end(self, wall: int) -> int:
        # In Unix milliseconds; 0 if a person waits for the message, or follows the game in it.
        shown_at = self.table.shown_at
        if shown_at is None or self._watchers or self.panels.has_spectators:
            return 0
        return wall - (self.clock.elapsed_ms() - shown_at) + desired.TABLE_REST_MS

    def identity_of(self, message: FoundMessage) -> Identity:
        """Return what a message of the table is."""
        return desired.identity_of(self.table.state, self.table.sent_row, message)

    # --- doing it -----------------------------------------------------------------------------------------

    async def carry_out(self, request: Request) -> None:
        """Send a request, and change the record of messages."""
        if request.route is Route.THREAD:
            await self._open_thread(request)
        else:
            await super().carry_out(request)

    async def _open_thread(self, request: Request) -> None:
        state = self.table.state
        name = thread_name(state.snapshot, state.row.locale)
        try:
            thread_id = await self.transport.open_thread(request.channel_id, request.message_id, name)
        except RequestRejected as refusal:
            if refusal.code == UNKNOWN_CHANNEL:
                raise
            await self.table.move_to(NO_THREAD)  # the channel will do
        else:
            await self.table.move_to(THREAD, thread_id)

    def places_of(self, request: Request) -> list[int]:
        """Return the channel and threads in which a message of the table may be."""
        # The message may be older than the thread, or in a thread that the game has left.
        state = self.table.state
        channels = dict.fromkeys([request.channel_id, state.row.channel_id, state.gathering.thread_id])
        return not_none(channels)

    async def leave_place(self, request: Request, refusal: RequestRejected) -> bool:
        """Leave a thread that is deleted, locked, or closed to the bot. Return whether it was left."""
        is_shut = refusal.is_forbidden or refusal.code in SHUT
        if not is_shut or request.channel_id != self.table.state.thread_id:
            return False
        await self.table.move_to(CHANNEL, is_gone=refusal.code == UNKNOWN_CHANNEL)
        return True

    async def note_sending(self) -> None:
        """Store that a message will be sent, unless a restart would search for it anyway."""
        if is_all_done(self.table.state, self.table.sent_row):
            await super().note_sending()

    async def after_sending(self, request: Request, sent: SentMessage) -> None:
        """Note people pinged by an invitation, and plan direct messages after a ping about turns."""
        is_invitation = request.pings is not None and request.pings.reason is PingReason.INVITATION
        if request.key == "invitation" and is_invitation:
            await self.table.change(lobby.mark_pinged, request.people)
        elif request.key == "ping" and request.pings is not None:
            await self._turns.note_ping(request.pings)

    async def move_event(self) -> None:
        """Have the table's event moved to the opening time of the planned lobby."""
        await self._event.move()

    async def publish(self, max_ms: int) -> None:
        """Wait until the table's message shows the current state, but no longer than ``max_ms``."""
        await self.wait_until(lambda: self.table.is_published, max_ms)

    # --- answers ------------------------------------------------------------------------------------------

    async def open_lobby(self, interaction: AnyInteraction, pings: Pings | None = None) -> None:
        """Answer a command with the message of a new table, and ping the given people."""
        state = self.table.state
        exchange = exchange_of(interaction)

        async def deliver(page: Page, kept: Mapping[str, StoredPicture]) -> SentMessage:
            return await exchange.announce(page, pings)

        page = messages.table_message(state.snapshot, state.row.locale)
        sent, fingerprint = await self._write(page, state.fingerprint, deliver)
        # Discord's response has named the message; otherwise the writer will search for it.
        if sent.message_id is not None:
            self.table.update_sent_later(message_id=sent.message_id, mark=fingerprint)
            self.editor.switch_to(sent.message_id)
            self.keep_tap_token(sent.message_id, exchange.token_for_later())
        else:
            self.is_certain = False

    async def update_lobby(self, interaction: AnyInteraction) -> None:
        """Answer a tap on a lobby's message by updating this message."""
        table = self.table
        state = self.table.state
        sent_row = table.sent_row
        message_id = tapped_id(interaction)
        # Another message was tapped, which may belong to another table.
        if sent_row.message_id is not None and message_id not in (sent_row.message_id, sent_row.notice_id):
            await acknowledge(interaction)
            return
        # After the start the tapped message is the notice, not the lobby.
        if not state.has_begun:
            await self._update_table(interaction)
            return
        page = notice_page(state.snapshot, state.row.locale)
        update = exchange_of(interaction).update
        _, fingerprint = await self._write(page, state.notice_fingerprint, update)
        # The content just written counts as shown, so that it is not written a second time.
        if message_id is not None and message_id == table.sent_row.notice_id:
            table.update_sent_later(posts={**table.sent_row.posts, NOTICE: (message_id, fingerprint)})

    async def update_table(self, interaction: AnyInteraction) -> None:
        """Answer a tap on the table's message by updating this message."""
        if tapped_id(interaction) == self.table.sent_row.message_id:
            await self._update_table(interaction)
        else:
            await acknowledge(interaction)

    async def _update_table(self, interaction: AnyInteraction) -> None:
        state = self.table.state
        exchange = exchange_of(interaction)
        message_id = tapped_id(interaction)
        page = messages.table_message(state.snapshot, state.row.locale)
        sent, fingerprint = await self._write(page, state.fingerprint, exchange.update)
        if message_id == self.table.sent_row.message_id:
            self.table.update_sent_later(mark=fingerprint, pictures=dict(sent.pictures))
            self.keep_tap_token(message_id, exchange.token_for_later())

    async def _write(self, page: Page, fingerprint: str, deliver: Deliver) -> WrittenPage:
        try:
            return await self.editor.write(page, fingerprint, deliver)
        except DiscordError:
            self.is_certain = self.table.sent_row.message_id is not None
            raise
        finally:
            self.table.changed.set()

    async def ack(self, interaction: AnyInteraction) -> None:
        """Acknowledge a tap on the table's message without changing the message."""
        await acknowledge(interaction)
        # The tap's token allows later edits.
        self.keep_tap_token(tapped_id(interaction), exchange_of(interaction).token_for_later())
