"""The writer that brings a table's public messages in line with what they should be."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from bot.clock import Clock, Elapsed, Signal
from bot.driving.keeper import Lane, Step, StepSource
from bot.driving.table import Table
from bot.pages.lobby import thread_name
from bot.showing import desired
from bot.showing.desired import (
    Changes,
    GuildEvent,
    PostingFacts,
    Request,
    SeatDecisions,
    changes_after,
    is_all_done,
)
from bot.showing.panels import Deliver, PanelBook, Screen
from bot.showing.places import Places
from bot.tables import appointments, clocks, lobby
from bot.tables.state import TableState
from bot.wire import errors
from bot.wire.components import table_ids
from bot.wire.errors import UNKNOWN_CHANNEL, DiscordError, NoAnswer, RequestRejected, RequestTimedOut
from bot.wire.exchange import TOKEN_MS, Token, edit_by
from bot.wire.limits import Route
from bot.wire.messages import SentMessage, StoredPicture
from bot.wire.transport import Transport
from storage.rows import BARRED, CHANNEL, NOTICE, THREAD, ShownRow

# --- found --------------------------------------------------------------------------------------------------
# Identifies the bot's own messages that were found in a channel after a crash or a lost response.

_POST_BUTTONS = ("b:look:", "b:replay:")
"""Custom ids of buttons in posts about a finished game begin like this. People share such posts."""


def is_own(table_id: str, custom_ids: Iterable[str]) -> bool:
    """Return whether a message's custom ids are the table's own. Those of a shared post are not."""
    return table_id in table_ids(
        custom_id for custom_id in custom_ids if not custom_id.startswith(_POST_BUTTONS)
    )


class FoundMessage(NamedTuple):
    """A message of the bot that was found in a channel."""

    message_id: int
    content: str


def changes_for_found(state: TableState, shown_row: ShownRow, messages: Iterable[FoundMessage]) -> Changes:
    """Return the changes to the record of a table's messages after a search has found ``messages``.

    Pings that were found count as sent. Surplus messages are marked for deletion.
    """
    known_ids = {*shown_row.ids, *shown_row.stale}
    lost = sorted(message for message in messages if message.message_id not in known_ids)
    if not lost:
        return {}
    # A message that mentions players to act is a ping, any other one shows the table.
    calls = {
        message.message_id: called for message in lost if (called := _called_by(state, shown_row, message))
    }
    tables = [message.message_id for message in lost if message.message_id not in calls]
    changes, before = Changes(), tuple[int, ...]()
    # The newest of each kind is used, and all others are deleted.
    if shown_row.message_id is None and tables:
        changes = {"message_id": tables[-1], "mark": "", "pictures": {}}
    if calls:
        before = () if shown_row.call_id is None else (shown_row.call_id,)
        changes |= {"call_id": max(calls), "called": (*shown_row.called, *calls[max(calls)])}
    others = [message.message_id for message in lost if message.message_id not in changes.values()]
    return {**changes, "stale": (*shown_row.stale, *before, *others)}


def _called_by(state: TableState, shown_row: ShownRow, message: FoundMessage) -> SeatDecisions:
    if appointments.opening_time(state) is not None and not shown_row.called:
        return (
            appointments.OPENING_PINGED
            if any(f"<@{row.user_id}>" in message.content for row in state.people)
            else ()
        )
    return tuple(
        decision
        for decision in state.open_decisions()
        if decision not in shown_row.called and f"<@{state.seats[decision.seat].user_id}>" in message.content
    )


# --- writer -------------------------------------------------------------------------------------------------
# Sends the requests that bring a table's messages up to date.
#
# ``desired`` computes the requests for public messages, ``panels`` those for private panels. Taps are
# answered by ``bot.showing.answers`` and ``bot.showing.panels``.

SEARCHED_MESSAGES = 50
"""Number of latest messages in a channel among which a lost message is searched for."""

NOT_THERE = (errors.UNKNOWN_MESSAGE, errors.TOO_OLD, errors.ARCHIVED, errors.THREAD_LOCKED)
"""Error codes after which a message is sent again instead of edited."""

NOT_NOW = (errors.ARCHIVED, errors.THREAD_LOCKED)
"""Error codes after which a message is deleted later, when its thread is open again."""

LATE_MS = 75_000
"""Time after which an edit is repeated if an earlier edit without response may have undone it."""

RESULT_MS = 86_400_000
"""How long the bot repeats requests to show a result that Discord refuses."""


class Writer:
    """Keeps the messages of one table up to date. No other code edits them.

    Args:
        is_newcomer: takes a user id and a game id; returns whether the person has never finished this game.
    """

    def __init__(
        self,
        table: Table,
        transport: Transport,
        places: Places,
        clock: Clock,
        is_newcomer: Callable[[int, str], Awaitable[bool]],
    ) -> None:
        # What the writer works with.
        self.table, self.transport, self.clock = table, transport, clock
        self._places = places
        # Who waits for the message, and which requests have failed.
        self._watchers, self._failures = set[Signal](), Counter[str]()
        self.screen = Screen(clock, self._tell)
        # What the message is known to show, from before a restart.
        pictures = {name: StoredPicture(*picture) for name, picture in table.shown_row.pictures.items()}
        self.screen.switch_to(table.shown_row.message_id, pictures)
        self.is_certain = not table.is_restored or (
            not table.shown_row.sending and is_all_done(table.state, table.shown_row)
        )
        # What people asked for, and what is on its way.
        self._wants_bottom = self._is_result_refused = False
        self._sending = 0
        self._tap_token: tuple[int, Token] | None = None
        self._watched: int | None = None
        # Private panels and the event have steps of their own.
        self.panels = PanelBook(table, transport, clock, is_newcomer)
        self._unsure_edit: tuple[int, Elapsed] | None = None
        self._event = GuildEvent(table, transport)

    # --- due steps ----------------------------------------------------------------------------------------

    def step_sources(self) -> Iterator[StepSource]:
        """Yield functions that return the automatic steps for the event, public messages and panels."""
        # An event belongs to the server, so it outlives a deleted channel.
        yield self._event.steps
        if self.is_place_gone:
            return
        yield self._public_steps
        yield from self.panels.step_sources()

    @property
    def is_place_gone(self) -> bool:
        row = self.table.state.row
        return self._places.is_gone(row.guild_id, row.channel_id)

    def _public_steps(self, now: Elapsed) -> Iterator[Step]:
        state, wall = self.table.state, self.clock.now_ms()
        self.watch(state.place_id)
        posted = PostingFacts(
            self._failures.__getitem__,
            self._time_to_call,
            self.is_certain,
            self._sending > 0,
            self.screen.is_being_written,
            self._is_result_refused,
            self._wants_bottom,
            self._living_token(now),
            self.transport.is_global_limit_reached,
        )
        # Each request becomes a step of its own key, due at its time.
        for request in desired.needed_requests(state, self.table.shown_row, posted, self._places, wall):
            route, place = request.route, request.channel_id
            lane = None if route is None else Lane(request.priority, route, place)
            is_urgent = bool(self._watchers) and request.key in ("table", "lost")
            yield Step(
                request.key, now + max(0, request.at - wall), partial(self._do, request), lane, is_urgent
            )

        # An unanswered edit may be carried out late; then the message is written once more.
        if self._unsure_edit is not None:
            yield Step("doubt", self._unsure_edit[1], self._write_again)

    async def _write_again(self) -> None:
        # Edits may have arrived in the wrong order.
        assert self._unsure_edit is not None
        message_id, self._unsure_edit = self._unsure_edit[0], None
        if message_id == self.table.shown_row.message_id:
            self._note(mark="")

    def _time_to_call(self, seat: int) -> int:
        state = self.table.state
        acted_at = self.panels.acted_at(state.seats[seat].user_id or 0)
        if acted_at is None:
            return clocks.time_to_call(state, None)
        at = self.clock.now_ms() - (self.clock.elapsed_ms() - acted_at)
        return clocks.time_to_call(state, clocks.OpenPanel(at, at + TOKEN_MS), seat)

    def watch(self, channel_id: int | None) -> None:
        """Watch a channel for messages of others, and stop watching the previous channel.

        Args:
            channel_id: ``None`` to watch no channel.
        """
        if channel_id != self._watched:
            if self._watched is not None:
                self._places.unwatch(self._watched)
            if channel_id is not None:
                self._places.watch(channel_id)
            self._watched = channel_id

    # --- doing it -----------------------------------------------------------------------------------------

    async def _do(self, request: Request) -> None:
        try:
            match request.route:
                case None:
                    # Nothing is requested: a search is given up, or a call is only forgotten.
                    self.is_certain = self.is_certain or request.key == "lost"
                    self._note(**changes_after(self.table.shown_row, request, SentMessage(None)))
                case Route.SEND:
                    await self._send(request)
                case Route.THREAD:
                    await self._open_thread(request)
                case Route.LOOK:
                    await self._search(request)
                case Route.DELETE:
                    await self._delete(request)
                case _ if request.key == "table":
                    await self._edit_table(request)
                case _:
                    await self._edit(request)
        except Exception as error:
            # The keeper backs off; the requests also depend on the number of failures.
            self._failures[request.key] += 1
            if isinstance(error, RequestRejected):
                await self._handle_refusal(request, error)
            raise
        finally:
            self._tell()
        del self._failures[request.key]

    async def _handle_refusal(self, request: Request, refusal: RequestRejected) -> None:
        # For example, a table leaves a thread that is locked.
        state = self.table.state
        is_shut = refusal.is_forbidden or refusal.code in (
            UNKNOWN_CHANNEL,
            errors.ARCHIVED,
            errors.THREAD_LOCKED,
        )
        if refusal.code == UNKNOWN_CHANNEL:
            self._places.mark_deleted(request.channel_id)
        if request.key == "lost":  # asking again is of no use
            self._failures["lost"] = desired.GIVE_UP_SEARCH
        if is_shut and request.channel_id == state.thread_id:
            is_gone = refusal.code == UNKNOWN_CHANNEL
            await self.table.move_to(CHANNEL, is_gone=is_gone)  # else it is locked, or shut for us
        elif refusal.is_forbidden and request.key == "table" and state.is_closed:
            self._is_result_refused = self._is_given_up

    @property
    def _is_given_up(self) -> bool:
        # A refused request for a result is not repeated for ever.
        state = self.table.state
        return state.is_closed and self.clock.now_ms() > (state.row.ended_at or 0) + RESULT_MS

    async def _send(self, request: Request) -> None:
        table = self.table
        assert request.make_page is not None
        self._sending += 1
        try:
            if is_all_done(
                table.state, table.shown_row
            ):  # else a restart sees what was left to do, and looks
                await table.show(sending=True)
            sent = await self.transport.send(
                request.channel_id, request.make_page(), self._nonce(request), request.pings
            )
        except NoAnswer:
            self.is_certain = False  # so a later step searches the channel for the message
            raise
        finally:
            self._sending -= 1
        changes = changes_after(table.shown_row, request, sent)
        if request.key == "table":
            self._wants_bottom = False
            self.screen.switch_to(sent.message_id, sent.pictures)
            changes["pictures"] = dict(sent.pictures)
        self._note(**changes)
        if request.key == "invitation":
            await table.change(lobby.mark_pinged, request.people)
        await table.remember()

    def _nonce(self, request: Request) -> str:
        # For some minutes, Discord ignores another message with the same nonce.
        # Another nonce than an earlier process used, since that message may have been deleted.
        shown_row, life = self.table.shown_row, self.table.known_since
        what = request.changes.get("mark"), request.changes.get("called"), request.changes.get("reminded")
        about = self.table.id, life, request.key, request.fingerprint, what, request.people, shown_row.ids
        identity = repr((*about, self._failures[request.key]))
        return hashlib.blake2s(identity.encode(), digest_size=12).hexdigest()

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
        self._note(**changes_after(self.table.shown_row, request, sent))
        await self.table.remember()

    async def _edit_table(self, request: Request) -> None:
        message_id = request.message_id
        assert request.make_page is not None
        assert message_id is not None
        if request.route is Route.BY_TOKEN and self._tap_token is not None:
            deliver: Deliver = partial(edit_by, self.transport, self._tap_token[1])
        else:
            deliver = partial(self.transport.edit, request.channel_id, message_id)
        self.screen.switch_to(message_id)
        try:
            sent, fingerprint = await self.screen.write(
                request.make_page, str(request.changes["mark"]), deliver
            )
        except RequestRejected as refusal:
            if refusal.code in (errors.INVALID_TOKEN, errors.UNKNOWN_WEBHOOK):
                self._tap_token = None
            elif refusal.code in NOT_THERE:  # perhaps it stands, and only cannot be changed
                self._note(**changes_after(self.table.shown_row, request._replace(stale_id=message_id), None))
            else:
                raise
        except DiscordError as error:
            if isinstance(error, RequestTimedOut):
                self._unsure_edit = message_id, self.clock.elapsed_ms() + LATE_MS
            if self.table.shown_row.mark:  # it may have arrived, and the table be again as it was before
                self.table.note(mark="")
            raise
        else:
            self._note(mark=fingerprint, pictures=dict(sent.pictures))

    async def _delete(self, request: Request) -> None:
        assert request.message_id is not None
        forbidden: RequestRejected | None = None
        state = self.table.state
        # The message may be older than the thread, or in a thread that the game has left.
        places = dict.fromkeys([request.channel_id, state.row.channel_id, state.gathering.thread_id])
        for channel_id in [place for place in places if place is not None]:
            try:
                await self.transport.delete(channel_id, request.message_id)
                break
            except RequestRejected as refusal:
                if refusal.code == UNKNOWN_CHANNEL:
                    self._places.mark_deleted(channel_id)
                elif refusal.is_forbidden or refusal.code in NOT_NOW:
                    forbidden = (
                        refusal  # the channel may be invisible, or the thread locked, for a while only
                    )
                elif not (refusal.is_missing or refusal.code in NOT_THERE):
                    raise
        else:
            if forbidden is not None and not self._is_given_up:
                # The others come first, since they may be in a place where deletion is allowed.
                self._note(stale=(*self._stale_without(request.message_id), request.message_id))
                raise forbidden
        self._note(stale=self._stale_without(request.message_id))

    def _stale_without(self, message_id: int) -> tuple[int, ...]:
        return tuple([stale_id for stale_id in self.table.shown_row.stale if stale_id != message_id])

    async def _open_thread(self, request: Request) -> None:
        state = self.table.state
        name = thread_name(state.snapshot, state.row.locale)
        try:
            thread_id = await self.transport.open_thread(request.channel_id, request.message_id, name)
        except RequestRejected as refusal:
            if refusal.code == UNKNOWN_CHANNEL:
                raise
            await self.table.move_to(BARRED)  # the channel will do
        else:
            await self.table.move_to(THREAD, thread_id)

    async def _search(self, request: Request) -> None:
        seen = await self.transport.history(request.channel_id, SEARCHED_MESSAGES)
        ours = [
            FoundMessage(int(message.id), "\n".join([part.content for part in message.parts if part.content]))
            for message in seen
            if self.transport.is_by_us(message.author.id)
            and is_own(self.table.id, [part.custom_id for part in message.parts])
        ]
        self.is_certain = True
        changes = changes_for_found(self.table.state, self.table.shown_row, ours)
        if "message_id" in changes:
            self.screen.switch_to(changes["message_id"])
        self._note(**changes)
        await self.table.remember()

    # --- notifications from other parts -------------------------------------------------------------------

    async def repost(self, max_ms: int) -> bool:
        """Post the table's message again at the bottom of its channel.

        Args:
            max_ms: how long to wait until it is posted.

        Returns:
            False if it is not posted yet. It is posted later, as soon as Discord accepts it.
        """
        former = self.table.shown_row.message_id
        self._wants_bottom = True
        self.table.changed.set()
        # A refusal ends the wait, unless the table has left the place where it was refused.
        place, failures = self.table.state.place_id, self._failures["table"]

        def is_settled() -> bool:
            is_refused = self._failures["table"] > failures and self._places.is_refused(place)
            return self._is_posted_since(former) or (is_refused and self.table.state.place_id == place)

        await self._wait_until(is_settled, max_ms)
        return self._is_posted_since(former)

    def _is_posted_since(self, former: int | None) -> bool:
        return self.table.shown_row.message_id not in (None, former)

    def keep_tap_token(self, message_id: int | None, token: Token) -> None:
        """Keep the token of a tap on the table's message. The token allows edits for some minutes."""
        if message_id is not None:
            self._tap_token = message_id, token

    def _living_token(self, now: Elapsed) -> Token | None:
        if self._tap_token is None:
            return None
        message_id, token = self._tap_token
        if token.expires_at <= now or message_id != self.table.shown_row.message_id:
            self._tap_token = None
            return None
        return token

    # --- waiting for it -----------------------------------------------------------------------------------

    async def publish(self, max_ms: int) -> None:
        """Wait until the table's message shows the current state, but no longer than ``max_ms``."""
        await self._wait_until(lambda: self.table.is_published, max_ms)

    async def _wait_until(self, is_done: Callable[[], bool], max_ms: int) -> None:
        await wait_until(is_done, max_ms, self.clock, self._watchers, self.table.changed)

    def _note(self, **changes: object) -> None:
        self.table.note(sending=self._sending > 0 or not self.is_certain, **changes)
        self._tell()

    def _tell(self) -> None:
        for signal in self._watchers:
            signal.set()


async def wait_until(
    is_done: Callable[[], bool], max_ms: int, clock: Clock, watchers: set[Signal], keeper: Signal
) -> None:
    """Wait until messages are as they should be.

    Args:
        max_ms: the longest wait.
        watchers: signals that are set after each request for the messages.
        keeper: wakes the background task that sends these requests.
    """
    signal, until = Signal(), clock.elapsed_ms() + max_ms
    watchers.add(signal)
    try:
        while not is_done() and (ms_left := until - clock.elapsed_ms()) > 0:
            keeper.set()
            await clock.wait(signal, ms_left / 1000)
    finally:
        watchers.discard(signal)
