"""The writer that brings the public messages of a table or a tournament in line with what they should be."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from bot.clock import Clock, Elapsed, Signal
from bot.driving.kept import Kept
from bot.driving.steps import RequestClass, Step, StepSource
from bot.lists import without_key
from bot.showing.channels import ChannelTracker
from bot.showing.editor import Deliver, MessageEditor
from bot.wire import errors
from bot.wire.components import table_ids
from bot.wire.errors import UNKNOWN_CHANNEL, DiscordError, NoAnswer, RequestRejected, RequestTimedOut
from bot.wire.exchange import Token, edit_by
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.pings import Pings
from bot.wire.transport import NONCE_LIMIT, Transport
from games.core.cards import all_but
from storage.rows import NOTICE, SentRow

# --- requests -----------------------------------------------------------------------------------------------
# What pure functions say that a message needs: ``bot.showing.desired`` for tables, and
# ``bot.tournaments.notices`` for tournaments.

GIVE_UP_SEARCH = 6
"""Limit of failed searches for a lost message, which take about 30 s."""

Changes = dict[str, Any]
"""Fields of ``SentRow`` to change, by name."""

NOTHING: Changes = {}

MAIN = "message_id"
"""The slot of the message that shows the table or the tournament."""

PING = "call_id"
"""The slot of the newest message that pings people to come or to act."""


class PostingInputs(NamedTuple):
    """Facts about messages that are not in the stored record (``SentRow``)."""

    failures: Counter[str]  # the number of failures in a row, by the key of the request
    is_certain: bool = True  # the record contains all messages that were sent
    is_sending: bool = False
    is_being_written: bool = False  # the main message is being edited as the response to a tap
    is_result_refused: bool = False  # everything is over, and Discord refuses to show the result
    wants_bottom: bool = False  # a person asked to post the main message again at the end of the channel
    tap_token: Token | None = None  # of a tap on the main message, which it can edit
    is_rate_limited: bool = False  # requests wait because of Discord's limit for the whole bot


class Request(NamedTuple):
    """A request to Discord that brings one message up to date."""

    key: str  # names the request; those with the same key are sent one at a time
    at: int = 0  # the time to send the request, Unix milliseconds; 0 means at once
    priority: Priority = Priority.TIDYING
    route: Route | None = None  # None to send nothing and only change the stored record
    channel_id: int = 0
    message_id: int | None = None  # the message to edit or delete
    make_page: Callable[[], Page] | None = None
    pings: Pings | None = None  # the people to ping
    changes: Changes = NOTHING  # of the record, after the request has succeeded
    if_deleted: Changes = NOTHING  # of the record, if the message turns out to be deleted
    stale: tuple[int, ...] = ()  # old messages to delete afterwards
    slot: str = ""  # place of the message in the record: ``MAIN``, ``PING``, or a key of ``SentRow.posts``
    fingerprint: str = ""  # fingerprint of the new content, for the messages in ``SentRow.posts``

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the users to ping."""
        return () if self.pings is None else self.pings.people


def lost_request(posted: PostingInputs, channel_id: int) -> Request | None:
    """Return the request that searches for messages which may have been sent; ``None`` if none is needed."""
    if posted.is_certain or posted.is_sending:
        return None
    if posted.failures["lost"] >= GIVE_UP_SEARCH:
        return Request("lost")
    return Request("lost", priority=Priority.MESSAGE, route=Route.LOOK, channel_id=channel_id)


def stale_request(sent_row: SentRow, channel_id: int) -> Request | None:
    """Return the request that deletes the oldest message that is no longer needed, if there is one."""
    if not sent_row.stale:
        return None
    return Request("stale", route=Route.DELETE, channel_id=channel_id, message_id=sent_row.stale[0])


def changes_after(sent_row: SentRow, request: Request, sent: SentMessage | None) -> Changes:
    """Return the changes to ``sent_row``, the stored record of messages, after a request.

    Args:
        sent: Discord's response; ``None`` if the message had been deleted.
    """
    changes = dict(request.if_deleted if sent is None else request.changes)
    if request.stale:
        changes["stale"] = sent_row.stale + request.stale
    if request.slot in (MAIN, PING):
        if sent is not None and request.route is Route.SEND:
            changes[request.slot] = sent.message_id
    elif request.slot:
        posts = without_key(sent_row.posts, request.slot)
        if sent is None:
            message_id = None
        else:
            message_id = sent.message_id or request.message_id
        if message_id is not None:
            posts[request.slot] = (message_id, request.fingerprint)
        changes["posts"] = posts
    return changes


# --- found --------------------------------------------------------------------------------------------------
# Identifies the bot's own messages that are found in a channel after a crash or a lost response.

SEARCHED_MESSAGES = 50
"""Number of latest messages in a channel among which a lost message is searched for."""

_POST_BUTTONS = ("b:look:", "b:replay:")
"""Custom ids of buttons in posts about a finished game begin like this. People share such posts."""


class FoundMessage(NamedTuple):
    """A message of the bot that was found in a channel."""

    message_id: int
    content: str
    custom_ids: tuple[str, ...] = ()

    @property
    def mentions(self) -> frozenset[int]:
        """The ids of the users whom the message mentions."""
        return frozenset([int(user_id) for user_id in re.findall(r"<@(\d+)>", self.content)])

    @property
    def verbs(self) -> frozenset[str]:
        """The second parts of the message's custom ids."""
        return frozenset([custom_id.split(":")[1] for custom_id in self.custom_ids if ":" in custom_id])

    def is_about(self, subject: str) -> bool:
        """Return whether this shows the table or tournament with an id. Posts that people share do not."""
        own = [custom_id for custom_id in self.custom_ids if not custom_id.startswith(_POST_BUTTONS)]
        return subject in table_ids(own)


class Identity(NamedTuple):
    """What a found message is."""

    slot: str = MAIN  # as in ``Request``
    called: tuple[tuple[int, int], ...] = ()  # pinged decisions, as in ``SentRow.called``


async def own_messages(transport: Transport, channel_id: int) -> list[FoundMessage]:
    """Return the bot's own messages among the newest of a channel, the newest first."""
    own = []
    for message in await transport.history(channel_id, SEARCHED_MESSAGES):
        if transport.is_by_us(message.author.id):
            texts = [part.content for part in message.parts if part.content]
            custom_ids = [part.custom_id for part in message.parts if part.custom_id]
            own.append(FoundMessage(int(message.id), "\n".join(texts), tuple(custom_ids)))
    return own


def changes_for_found(sent_row: SentRow, identities: Mapping[FoundMessage, Identity]) -> Changes:
    """Return the changes to a record of messages after a search has found messages.

    Pings that were found count as sent. Of each slot the newest message is used, and others are deleted. For
    example, if the messages 5 and 7 are both pings that the record lacks, 7 becomes the record's ping, and 5
    is to be deleted, as is the record's previous ping.
    """
    known_ids = set(sent_row.ids).union(sent_row.stale)
    lost = sorted(message for message in identities if message.message_id not in known_ids)
    if not lost:
        return {}
    newest = {identities[message].slot: message for message in lost}  # ids grow, so the last one stays
    if sent_row.message_id is not None:
        newest.pop(MAIN, None)
    changes: Changes = {}
    replaced: list[int] = []
    posts = dict(sent_row.posts)
    for slot, message in newest.items():
        if slot == MAIN:
            changes |= {MAIN: message.message_id, "mark": "", "pictures": {}}
        elif slot == PING:
            if sent_row.call_id is not None:
                replaced.append(sent_row.call_id)
            changes[PING] = message.message_id
        else:
            if slot in posts:
                replaced_id, _ = posts[slot]
                replaced.append(replaced_id)
            posts[slot] = (message.message_id, "")
            changes["posts"] = posts
        if called := identities[message].called:
            changes["called"] = changes.get("called", sent_row.called) + called
    used = [message.message_id for message in newest.values()]
    surplus = all_but([message.message_id for message in lost], used)
    changes["stale"] = sent_row.stale + tuple(replaced) + surplus
    return changes


def nonce_of(*identity: object) -> str:
    """Return a message's nonce. For some minutes, Discord ignores another message with the same nonce."""
    return hashlib.blake2s(repr(identity).encode(), digest_size=NONCE_LIMIT // 2).hexdigest()


# --- writer -------------------------------------------------------------------------------------------------
# Sends the requests that bring messages up to date.

NOT_THERE = (errors.UNKNOWN_MESSAGE, errors.TOO_OLD, errors.ARCHIVED, errors.THREAD_LOCKED)
"""Error codes after which a message is sent again instead of edited."""

NOT_NOW = (errors.ARCHIVED, errors.THREAD_LOCKED)
"""Error codes after which a message is deleted later, when its thread is open again."""

LATE_MS = 75_000
"""Time after which an edit is repeated if an earlier edit without response may have undone it."""

RESULT_MS = 86_400_000
"""How long the bot repeats requests to show a result that Discord refuses."""


class _UnsureEdit(NamedTuple):
    message_id: int
    repeat_at: Elapsed  # when to write the message again


class _TapToken(NamedTuple):
    message_id: int  # of the tapped message
    token: Token


K = TypeVar("K", bound=Kept[Any])


class Writer(Generic[K]):
    """Keeps the public messages of one table or tournament up to date. No other code edits them.

    A subclass says which requests are needed, and what a found message is.
    """

    main_key: str
    """Key of the requests for the main message."""

    def __init__(self, kept: K, transport: Transport, channels: ChannelTracker, clock: Clock) -> None:
        # The writer's tools.
        self.kept = kept
        self.transport = transport
        self.clock = clock
        self._channels = channels
        # Signals of waiting tasks, and the number of failures of each request.
        self._watchers = set[Signal]()
        self._failures = Counter[str]()
        self.editor = MessageEditor(clock, self._watchers)
        # The content of the message from before a restart.
        pictures = {name: StoredPicture(*picture) for name, picture in kept.sent_row.pictures.items()}
        self.editor.switch_to(kept.sent_row.message_id, pictures)
        self.is_certain = not (kept.is_restored and kept.sent_row.sending)
        # People's wishes, and requests on their way.
        self._wants_bottom = False
        self._is_result_refused = False
        self._is_refused = False  # Discord has refused the main message since a person waits for it
        self._sending = 0
        self._tap_token: _TapToken | None = None
        self._watched: int | None = None
        self._unsure_edit: _UnsureEdit | None = None

    # --- what a subclass says -----------------------------------------------------------------------------

    @property
    def place_id(self) -> int:
        """The channel or thread of the messages."""
        return int(self.kept.state.row.channel_id)

    def requests(self, posted: PostingInputs, wall: int) -> Iterator[Request]:
        """Yield the next request for each message that is not up to date.

        Args:
            wall: the current time in Unix milliseconds.
        """
        raise NotImplementedError

    def identity_of(self, message: FoundMessage) -> Identity:
        """Return what a message is that shows this table or tournament."""
        raise NotImplementedError

    def places_of(self, request: Request) -> list[int]:
        """Return the channels in which the message of a request may be."""
        return [request.channel_id]

    async def leave_place(self, request: Request, refusal: RequestRejected) -> bool:
        """Leave the place of a refused request, if there is another one. Return whether it was left."""
        return False

    async def note_sending(self) -> None:
        """Store that a message will be sent, so that a restart searches for it."""
        await self.kept.update_sent(sending=True)

    async def after_sending(self, request: Request, sent: SentMessage) -> None:
        """Do what follows a sent message, besides the change of the record."""

    # --- due steps ----------------------------------------------------------------------------------------

    def step_sources(self) -> Iterator[StepSource]:
        """Yield functions that return the automatic steps for the messages."""
        if not self.is_place_gone:
            yield self.steps

    @property
    def is_place_gone(self) -> bool:
        """True if the channel was deleted, or the bot has left the server."""
        row = self.kept.state.row
        return self._channels.is_gone(row.guild_id, row.channel_id)

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield a step for each request that the messages need."""
        wall = self.clock.now_ms()
        self.watch(self.place_id)
        posted = PostingInputs(
            self._failures,
            self.is_certain,
            self._sending > 0,
            self.editor.is_being_written,
            self._is_result_refused,
            self._wants_bottom,
            self._living_token(now),
            self.transport.is_global_limit_reached,
        )
        # Each request becomes a step of its own key, due at its time.
        for request in self.requests(posted, wall):
            lane = None
            if request.route is not None:
                lane = RequestClass(request.priority, request.route, request.channel_id)
            is_awaited = bool(self._watchers) and not self._is_refused
            is_urgent = is_awaited and request.key in (self.main_key, "lost")
            at = now + max(0, request.at - wall)
            yield Step(request.key, at, partial(self._do, request), lane, is_urgent)
        # An unanswered edit may be carried out late; then the message is written once more.
        if self._unsure_edit is not None:
            yield Step("doubt", self._unsure_edit.repeat_at, self._write_again)

    async def _write_again(self) -> None:
        # Edits may have arrived in the wrong order.
        assert self._unsure_edit is not None
        message_id = self._unsure_edit.message_id
        self._unsure_edit = None
        if message_id == self.kept.sent_row.message_id:
            self._note(mark="")

    def watch(self, channel_id: int | None) -> None:
        """Watch a channel for messages of others, and stop watching the previous channel.

        Args:
            channel_id: ``None`` to watch no channel.
        """
        if channel_id != self._watched:
            if self._watched is not None:
                self._channels.unwatch(self._watched)
            if channel_id is not None:
                self._channels.watch(channel_id)
            self._watched = channel_id

    # --- doing it -----------------------------------------------------------------------------------------

    async def _do(self, request: Request) -> None:
        try:
            await self.carry_out(request)
        except Exception as error:
            # The keeper backs off; the requests also depend on the number of failures.
            self._failures[request.key] += 1
            if isinstance(error, RequestRejected):
                await self._handle_refusal(request, error)
            raise
        finally:
            self._tell()
        del self._failures[request.key]

    async def carry_out(self, request: Request) -> None:
        """Send a request, and change the record of messages."""
        match request.route:
            case None:
                # Nothing is requested: a search is given up, or a message is only forgotten.
                self.is_certain = self.is_certain or request.key == "lost"
                self._note(**changes_after(self.kept.sent_row, request, SentMessage(None)))
            case Route.SEND:
                await self._send(request)
            case Route.LOOK:
                await self._search(request)
            case Route.DELETE:
                await self._delete(request)
            case _ if request.slot == MAIN:
                await self._edit_main(request)
            case _:
                await self._edit(request)

    async def _handle_refusal(self, request: Request, refusal: RequestRejected) -> None:
        if refusal.code == UNKNOWN_CHANNEL:
            self._channels.mark_deleted(request.channel_id)
        if request.key == "lost":  # asking again is of no use
            self._failures["lost"] = GIVE_UP_SEARCH
        is_left = await self.leave_place(request, refusal)
        if is_left or request.slot != MAIN:
            return
        self._is_refused = True
        if refusal.is_forbidden and self.kept.state.is_closed:
            self._is_result_refused = self._is_given_up

    @property
    def _is_given_up(self) -> bool:
        # A refused request for a result is not repeated for ever.
        state = self.kept.state
        return bool(state.is_closed and self.clock.now_ms() > (state.row.ended_at or 0) + RESULT_MS)

    async def _send(self, request: Request) -> None:
        assert request.make_page is not None
        self._sending += 1
        try:
            await self.note_sending()
            nonce = self._nonce(request)
            sent = await self.transport.send(request.channel_id, request.make_page(), nonce, request.pings)
        except NoAnswer:
            self.is_certain = False  # a later step searches the channel for the message
            raise
        finally:
            self._sending -= 1
        changes = changes_after(self.kept.sent_row, request, sent)
        if request.slot == MAIN:
            self._wants_bottom = False
            self.editor.switch_to(sent.message_id, sent.pictures)
            changes["pictures"] = dict(sent.pictures)
        self._note(**changes)
        await self.after_sending(request, sent)
        await self.kept.save_sent()

    def _nonce(self, request: Request) -> str:
        # Another nonce than an earlier process used, since that message may have been deleted.
        kept = self.kept
        what = tuple([request.changes.get(name) for name in ("mark", "called", "reminded")])
        return nonce_of(
            kept.id,
            kept.known_since,
            request.key,
            request.fingerprint,
            what,
            request.people,
            kept.sent_row.ids,
            self._failures[request.key],
        )

    async def _edit(self, request: Request) -> None:
        assert request.make_page is not None
        assert request.message_id is not None
        sent: SentMessage | None = None
        try:
            sent = await self.transport.edit(request.channel_id, request.message_id, request.make_page())
        except RequestRejected as refusal:
            # A notice stays as it is if it can no longer be edited; its buttons say that the lobby is closed.
            if request.key == NOTICE and refusal.is_forbidden:
                sent = SentMessage(request.message_id)
            elif refusal.code not in NOT_THERE:
                raise
        self._note(**changes_after(self.kept.sent_row, request, sent))
        await self.kept.save_sent()

    async def _edit_main(self, request: Request) -> None:
        message_id = request.message_id
        assert request.make_page is not None
        assert message_id is not None
        if request.route is Route.BY_TOKEN and self._tap_token is not None:
            deliver: Deliver = partial(edit_by, self.transport, self._tap_token.token)
        else:
            deliver = partial(self.transport.edit, request.channel_id, message_id)
        self.editor.switch_to(message_id)
        try:
            written = await self.editor.write(request.make_page(), str(request.changes["mark"]), deliver)
        except RequestRejected as refusal:
            if refusal.code in (errors.INVALID_TOKEN, errors.UNKNOWN_WEBHOOK):
                self._tap_token = None
            elif refusal.code in NOT_THERE:  # the message may exist, but not be editable
                gone = request._replace(stale=(message_id,))
                self._note(**changes_after(self.kept.sent_row, gone, None))
            else:
                raise
        except DiscordError as error:
            if isinstance(error, RequestTimedOut):
                self._unsure_edit = _UnsureEdit(message_id, self.clock.elapsed_ms() + LATE_MS)
            # The edit may have arrived, and the state may be again as it was before.
            if self.kept.sent_row.mark:
                self.kept.update_sent_later(mark="")
            raise
        else:
            self._note(mark=written.fingerprint, pictures=dict(written.sent.pictures))

    async def _delete(self, request: Request) -> None:
        assert request.message_id is not None
        forbidden: RequestRejected | None = None
        for channel_id in self.places_of(request):
            try:
                await self.transport.delete(channel_id, request.message_id)
                break
            except RequestRejected as refusal:
                if refusal.code == UNKNOWN_CHANNEL:
                    self._channels.mark_deleted(channel_id)
                elif refusal.is_forbidden or refusal.code in NOT_NOW:
                    # The channel may be invisible, or the thread locked, for a while only.
                    forbidden = refusal
                elif not (refusal.is_missing or refusal.code in NOT_THERE):
                    raise
        else:
            if forbidden is not None and not self._is_given_up:
                # The others come first, since they may be in a place where deletion is allowed.
                self._note(stale=(*self._stale_without(request.message_id), request.message_id))
                raise forbidden
        self._note(stale=self._stale_without(request.message_id))

    def _stale_without(self, message_id: int) -> tuple[int, ...]:
        return all_but(self.kept.sent_row.stale, {message_id})

    async def _search(self, request: Request) -> None:
        own = await own_messages(self.transport, request.channel_id)
        ours = {message: self.identity_of(message) for message in own if message.is_about(self.kept.id)}
        self.is_certain = True
        changes = changes_for_found(self.kept.sent_row, ours)
        if MAIN in changes:
            self.editor.switch_to(changes[MAIN])
        self._note(**changes)
        await self.kept.save_sent()

    # --- what taps bring ----------------------------------------------------------------------------------

    def keep_tap_token(self, message_id: int | None, token: Token) -> None:
        """Keep the token of a tap on the main message. The token allows edits for some minutes."""
        if message_id is not None:
            self._tap_token = _TapToken(message_id, token)

    def _living_token(self, now: Elapsed) -> Token | None:
        if self._tap_token is None:
            return None
        message_id, token = self._tap_token
        if token.expires_at <= now or message_id != self.kept.sent_row.message_id:
            self._tap_token = None
            return None
        return token

    async def repost(self, max_ms: int) -> bool:
        """Post the main message again at the bottom of its channel.

        Args:
            max_ms: how long to wait until it is posted.

        Returns:
            False if it is not posted yet. It is posted later, as soon as Discord accepts it.
        """
        former = self.kept.sent_row.message_id
        self._wants_bottom = True
        self.kept.changed.set()
        await self.wait_until(lambda: self._is_refused or self._is_posted_since(former), max_ms)
        return self._is_posted_since(former)

    def _is_posted_since(self, former: int | None) -> bool:
        return self.kept.sent_row.message_id not in (None, former)

    async def wait_until(self, is_done: Callable[[], bool], max_ms: int) -> None:
        """Wait until messages are as they should be, but no longer than ``max_ms``."""
        signal = Signal()
        until = self.clock.elapsed_ms() + max_ms
        self._is_refused = False
        self._watchers.add(signal)
        try:
            while not is_done() and (ms_left := until - self.clock.elapsed_ms()) > 0:
                self.kept.changed.set()
                await self.clock.wait(signal, ms_left / 1000)
        finally:
            self._watchers.discard(signal)

    def _note(self, **changes: object) -> None:
        self.kept.update_sent_later(sending=self._sending > 0 or not self.is_certain, **changes)
        self._tell()

    def _tell(self) -> None:
        for signal in self._watchers:
            signal.set()


W = TypeVar("W", bound=Writer[Any])


class Writers(Generic[K, W]):
    """The writers of all open tables, or of all tournaments: one for each.

    Args:
        make: returns a new writer.
    """

    def __init__(self, make: Callable[[K], W]) -> None:
        self._make = make
        self._all: dict[str, W] = {}

    def of(self, kept: K) -> W:
        """Return the writer of a table or a tournament."""
        writer = self._all.get(kept.id)
        if writer is None or writer.kept is not kept:
            writer = self._make(kept)
            # A tap can outlast its table, which this process has lost and perhaps loaded again.
            if not kept.is_dropped:
                self._all[kept.id] = writer
        return writer

    def release(self, kept: K) -> None:
        """Drop the writer of a table or a tournament whose background task has stopped."""
        if (writer := self._all.pop(kept.id, None)) is not None:
            writer.watch(None)
