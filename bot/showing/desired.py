"""What the public messages of a table should be, compared with what they are known to be."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import structlog

from bot.clock import Elapsed
from bot.driving.keeper import Lane, Step
from bot.driving.table import Table
from bot.pages import messages
from bot.pages.lobby import event_details, event_tag, invitation_page, notice_page
from bot.pages.table import Reminder, call_page
from bot.showing.places import Places
from bot.tables import appointments, lobby
from bot.tables.clocks import HALF_TIME, Reminded, next_reminders
from bot.tables.fold import is_person
from bot.tables.snapshot import Snapshot
from bot.tables.state import SeatDecision, TableState
from bot.wire.errors import NoAnswer, RequestRejected
from bot.wire.events import ACTIVE, COMPLETED, create_event, delete_event, load_events, set_event_status
from bot.wire.exchange import Token
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page, SentMessage
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import Transport
from storage.rows import NOTICE, ShownRow

log = structlog.get_logger(__name__)


# --- event --------------------------------------------------------------------------------------------------
# Scheduled Discord events that announce planned lobbies.

NONE = 0
"""Value of ``ShownRow.event_id`` for a table without an event: Discord refused it, or it was deleted."""


class GuildEvent:
    """The scheduled Discord event of one table."""

    def __init__(self, table: Table, transport: Transport) -> None:
        self._table, self._transport = table, transport
        self._has_searched = self._has_begun = False

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that the event needs now, if any."""
        act = self._next_act()
        if act is not None:
            lane = Lane(Priority.TIDYING, Route.EVENT, self._table.state.row.guild_id)
            yield Step("event", now, act, lane)

    def _next_act(self) -> Callable[[], Awaitable[None]] | None:
        state, shown_row = self._table.state, self._table.shown_row
        if appointments.opening_time(state) is not None:
            if shown_row.event_id is not None or shown_row.message_id is None:
                return None
            return self._create if self._has_searched else self._search
        if not shown_row.event_id or state.incident is not None:
            return None
        if state.is_closed and state.may_tell():
            return self._end
        return None if self._has_begun else self._begin

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
        event_id = next((int(event.id) for event in ours if tag in (event.description or "")), None)
        self._has_searched = True
        await self._table.show(event_id=event_id)

    async def _create(self) -> None:
        state, row = self._table.state, self._table.state.row
        about = event_details(state.snapshot, row.guild_id, row.channel_id, row.locale)
        try:
            event_id = await create_event(self._transport, row.guild_id, about)
        except RequestRejected as refusal:
            await self._give_up(refusal)
        # The event may exist, so the server is searched before another attempt.
        except NoAnswer:
            self._has_searched = False
            raise
        else:
            await self._table.show(event_id=event_id)

    async def _begin(self) -> None:
        # Discord may have started the event by itself.
        guild_id, event_id = self._table.state.row.guild_id, self._table.shown_row.event_id
        assert event_id is not None
        try:
            await set_event_status(self._transport, guild_id, event_id, ACTIVE)
        except RequestRejected as refusal:
            if refusal.is_missing:
                await self._give_up(refusal)
        self._has_begun = True

    async def _end(self) -> None:
        state, event_id = self._table.state, self._table.shown_row.event_id
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
            await self._table.show(event_id=NONE)

    async def _give_up(self, refusal: RequestRejected) -> None:
        log.info("no event", table=self._table.id, why=str(refusal))
        await self._table.show(event_id=NONE)


# --- desired ------------------------------------------------------------------------------------------------
# Finds the requests that bring a table's public messages up to date.
#
# All functions are pure. ``needed_requests`` yields the next requests, ``bot.showing.writer`` sends them, and
# ``changes_after`` returns how the record of messages changes. Each request has a key:
#
#     table        show the current state in the table's message (sent again if other messages hide it)
#     call         ping the players who must act (once for each decision), and remind them of the time left
#     invitation   ping each person whom the host invited to an open lobby
#     thread       open a thread for the game
#     notice       show a link to the thread and the result in the lobby's former message
#     lost         search for messages that may have been sent before a crash, or whose response was lost
#     stale        delete messages that are no longer needed
#
# ``POSTS`` can add further keys.

GIVE_UP_SEARCH = 6
"""Limit of failed searches for a lost message, which take about 30 s."""

SeatDecisions = tuple[SeatDecision, ...]

Changes = dict[str, Any]
"""Fields of ``ShownRow`` to change, by name."""

NOTHING: Changes = {}


class PostingFacts(NamedTuple):
    """Facts about a table's messages that are not in the stored record (``ShownRow``)."""

    failures: Callable[[str], int]  # the number of failures in a row of the request with a key
    time_to_call: Callable[[int], int]  # the time at which a seat may be pinged, Unix milliseconds
    is_certain: bool = True  # the record contains all messages that were sent
    is_sending: bool = False
    is_being_written: bool = False  # the table's message is being edited as the response to a tap
    is_result_refused: bool = False  # the table is closed, and Discord refuses to show its result
    wants_bottom: bool = False  # a person asked to post the table again at the end of the channel
    tap_token: Token | None = None  # of a tap on the table's message, which it can edit
    is_rate_limited: bool = False  # requests wait because of Discord's limit for the whole bot


class Request(NamedTuple):
    """A request to Discord that brings one message of a table up to date."""

    key: str  # the kind of message (listed in the module's docstring)
    at: int = 0  # the time to send the request, Unix milliseconds; 0 means at once
    priority: Priority = Priority.TIDYING
    route: Route | None = None  # None to send nothing and only change the stored record
    channel_id: int = 0
    message_id: int | None = None  # the message to edit or delete
    make_page: Callable[[], Page] | None = None
    pings: Pings | None = None  # the people to ping
    changes: Changes = NOTHING  # of the record, after the request has succeeded
    if_deleted: Changes = NOTHING  # of the record, if the message turns out to be deleted
    stale_id: int | None = None  # an old message to delete afterwards
    fingerprint: str = ""  # fingerprint of the new content, for the messages in ``POSTS``

    @property
    def people(self) -> tuple[int, ...]:
        """The ids of the users to ping."""
        return () if self.pings is None else self.pings.people


class Post(NamedTuple):
    """A kind of public message of a table, besides its main message and its pings."""

    key: str  # of the message in ``ShownRow.posts``
    fingerprint: Callable[[TableState], str | None]  # a fingerprint of the content; None for no message
    page: Callable[[Snapshot, str], Page]
    is_sent: bool = True  # False: an existing message is edited, but a missing message is not sent


POSTS = (Post(NOTICE, lambda state: state.notice_fingerprint, notice_page, is_sent=False),)
"""All kinds of messages that ``Post`` describes. A new kind needs a line here, a page and a text."""


def needed_requests(
    state: TableState, shown_row: ShownRow, posted: PostingFacts, places: Places, wall: int
) -> Iterator[Request]:
    """Yield the next request for each public message that is not up to date.

    Args:
        wall: the current time in Unix milliseconds.
    """
    requests: tuple[Request | None, ...] = (
        _lost(state, posted),
        _table(state, shown_row, posted, places),
        _thread(state, shown_row),
        _invitation(state, shown_row, posted, wall),
        _CallRequests(state, shown_row, posted, places, wall).request(),
        *(_post(post, state, shown_row, posted) for post in POSTS),
        _stale(state, shown_row),
    )
    return (request for request in requests if request is not None)


def changes_after(shown_row: ShownRow, request: Request, sent: SentMessage | None) -> Changes:
    """Return the changes to ``shown_row`` (the stored record of the table's messages) after a request.

    Args:
        sent: Discord's response; ``None`` if the message had been deleted.
    """
    changes = dict(request.if_deleted if sent is None else request.changes)
    if request.stale_id is not None:
        changes["stale"] = (*shown_row.stale, request.stale_id)
    if any(post.key == request.key for post in POSTS):
        posts = {key: post for key, post in shown_row.posts.items() if key != request.key}
        message_id = None if sent is None else sent.message_id or request.message_id
        changes["posts"] = (
            posts if message_id is None else {**posts, request.key: (message_id, request.fingerprint)}
        )
    elif sent is not None and request.route is Route.SEND:
        changes["message_id" if request.key == "table" else "call_id"] = sent.message_id
    return changes


def is_all_done(state: TableState, shown_row: ShownRow) -> bool:
    """Return whether the table's message is up to date and all players to act have been pinged."""
    is_current = shown_row.message_id is not None and shown_row.mark == state.fingerprint
    return is_current and set(state.to_call()) <= set(shown_row.called)


def pings_of(state: TableState, people: tuple[int, ...], reason: PingReason) -> Pings:
    """Return the pings of these people (user ids) by a message of the table."""
    paired = state.gathering.paired
    tournament = "" if paired is None else paired.tournament
    return Pings(people, reason, state.row.guild_id, state.row.host_id, tournament)


def _page_maker(page: Callable[[Snapshot, str], Page], state: TableState) -> Callable[[], Page]:
    return lambda: page(state.snapshot, state.row.locale)


# --- the table's message ------------------------------------------------------------------------------------


def _table(state: TableState, shown_row: ShownRow, posted: PostingFacts, places: Places) -> Request | None:
    # An answer to a tap is writing it, Discord refuses it for good, or its thread comes first.
    if posted.is_being_written or posted.is_result_refused or lobby.awaits_thread(state):
        return None

    if state.position.in_suspense and posted.is_rate_limited and posted.tap_token is None:
        return None  # where edits are short, a reveal is one edit: its end
    page = _page_maker(messages.table_message, state)
    message_id = shown_row.message_id
    changes: Changes = {"mark": state.fingerprint}
    if_deleted: Changes = {"message_id": None, "mark": "", "pictures": {}}
    if message_id is None:
        was_never_seen = state.is_closed and not state.has_begun
        if was_never_seen or not posted.is_certain:
            return None
    elif lobby.can_delete_message(state):
        return Request("table", changes=if_deleted, stale_id=message_id)
    elif shown_row.mark == state.fingerprint and not posted.wants_bottom:
        return None
    # A new message goes to the bottom and replaces the old one; otherwise the old one is edited in place.
    if message_id is None or _is_to_move(state, shown_row, message_id, posted, places):
        request = Request("table", 0, Priority.MESSAGE, Route.SEND, state.place_id, None, page, None, changes)
        return request._replace(stale_id=message_id)
    priority = Priority.PICTURE if state.is_playing and state.may_tell() else Priority.MESSAGE
    # The token of a tap edits without using the bot's own allowance.
    route, place = Route.EDIT, state.place_id
    if posted.tap_token is not None:
        route, place = Route.BY_TOKEN, posted.tap_token.interaction_id
    return Request("table", 0, priority, route, place, message_id, page, None, changes, if_deleted)


def _is_to_move(
    state: TableState, shown_row: ShownRow, message_id: int, posted: PostingFacts, places: Places
) -> bool:
    if posted.wants_bottom or places.is_old(message_id):
        return True
    if state.is_over and state.may_tell():
        return state.story is None  # a result is a new message; an evening's story replaces it in place
    calls_somebody = set(state.to_call()) - set(shown_row.called)
    is_worth_it = calls_somebody or state.is_over or not state.may_tell()
    return bool(is_worth_it) and places.is_buried(state.place_id, message_id)


# --- calls --------------------------------------------------------------------------------------------------


class _CallRequests:
    """Finds the next request for the message that pings players to act."""

    def __init__(
        self, state: TableState, shown_row: ShownRow, posted: PostingFacts, places: Places, wall: int
    ) -> None:
        self.state, self.shown_row, self.posted, self.places = state, shown_row, posted, places
        self.wall = wall

    def request(self) -> Request | None:
        state, shown_row = self.state, self.shown_row
        if state.is_lobby:
            return None
        is_shown = shown_row.mark == state.fingerprint or self.posted.failures("table") > 0
        # Players whose ping is due are named in a new message, once the table's own message is current.
        uncalled = [decision for decision in state.to_call() if decision not in shown_row.called]
        times = {decision: self.posted.time_to_call(decision.seat) for decision in uncalled}
        new = tuple(decision for decision, at in times.items() if at <= self.wall)
        if new:
            return self._send_new(new) if is_shown and self.posted.is_certain else None
        pinged = self._pinged(())
        # A call that names players who have acted or left is edited or deleted.
        names_somebody_gone = any(not is_person(state.seats[seat]) for seat, _ in shown_row.called)
        if shown_row.call_id is not None and (not pinged or names_somebody_gone):
            if not is_shown and not state.is_closed:
                return None
            return self._rename(pinged, shown_row.call_id) if pinged else self._delete(shown_row.call_id)
        # A player is called once for each decision, and reminded of the time left.
        # Otherwise the next request is a reminder or a later ping, whichever is due first.
        reminder = self._reminder() if self.posted.is_certain else None
        waits = [*times.values(), *([] if reminder is None else [reminder.at])]
        if reminder is not None and reminder.at == min(waits):
            return reminder
        return Request("call", min(waits)) if waits else None

    def _pinged(self, new: SeatDecisions) -> SeatDecisions:
        called_decisions = {*self.shown_row.called, *new}
        return tuple(decision for decision in self.state.open_decisions() if decision in called_decisions)

    def _send_new(self, new: SeatDecisions) -> Request:
        pinged = self._pinged(new)
        reminded = self._reminded(pinged)
        # The first call at a table of a tournament is for everybody there.
        opening = tuple(seat.seat for seat in self.state.people) if lobby.is_round_opening(self.state) else ()
        seats = opening or [seat for seat, _ in new]
        page = self._page_maker(pinged, reminded, opening)
        pings = self._pings(seats, PingReason.BEGINNING if opening else PingReason.TURN)
        if opening:
            # The clocks of these players run.
            pings = pings._replace(on_turn=self._pings([seat for seat, _ in new], PingReason.TURN).people)
        return self._send(pings, page, {"called": pinged, "reminded": reminded})

    def _delete(self, call_id: int) -> Request:
        return Request("call", changes={"call_id": None, "called": (), "reminded": ()}, stale_id=call_id)

    def _rename(self, decisions: SeatDecisions, call_id: int) -> Request:
        reminded = self._reminded(decisions)
        changes = {"called": decisions, "reminded": reminded}
        page = self._page_maker(decisions, reminded)
        return self._edit(call_id, page, changes, {**changes, "call_id": None})

    def _reminder(self) -> Request | None:
        shown_row, pinged = self.shown_row, self._pinged(())
        due = next_reminders(
            self.state,
            shown_row.reminded,
            {seat: self.posted.time_to_call(seat) for seat, _ in self.state.pending()},
        )
        # Who was not called has nothing to be reminded of yet.
        if due is None or not any(entry[:2] in shown_row.called for entry in due.reminders):
            return None
        at, entries = due
        reminded = (*self._reminded(pinged), *entries)
        page = self._page_maker(pinged, reminded)
        changes: Changes = {"reminded": reminded}
        is_half, call_id = all(entry[2] == HALF_TIME for entry in entries), shown_row.call_id
        if call_id and (is_half or not self.places.is_buried(self.state.place_id, call_id)):
            return self._edit(call_id, page, changes, {"call_id": None})._replace(
                at=at, priority=Priority.CALL
            )
        pings = self._pings([seat for seat, *_ in entries], PingReason.TURN)
        return self._send(pings, page, changes)._replace(at=at)

    def _pings(self, seats: Iterable[int], reason: PingReason) -> Pings:
        people = tuple(self.state.seats[seat].user_id or 0 for seat in seats)
        return pings_of(self.state, people, reason)

    def _send(self, pings: Pings, page: Callable[[], Page], changes: Changes) -> Request:
        place, old = self.state.place_id, self.shown_row.call_id
        request = Request("call", 0, Priority.CALL, Route.SEND, place, None, page, pings, changes)
        return request._replace(stale_id=old)

    def _edit(self, call_id: int, page: Callable[[], Page], changes: Changes, if_deleted: Changes) -> Request:
        place = self.state.place_id
        return Request(
            "call", 0, Priority.TIDYING, Route.EDIT, place, call_id, page, None, changes, if_deleted
        )

    def _reminded(self, decisions: SeatDecisions) -> tuple[Reminded, ...]:
        return tuple(entry for entry in self.shown_row.reminded if entry[:2] in decisions)

    def _page_maker(
        self, decisions: SeatDecisions, reminded: Sequence[Reminded], opening: Sequence[int] = ()
    ) -> Callable[[], Page]:
        state = self.state
        what, until = max((entry[2] for entry in reminded), default=0), state.row.deadline
        reminder = Reminder(what, until) if what and until is not None else None
        seats = [seat for seat, _ in decisions]
        return lambda: call_page(state.snapshot, seats, state.row.locale, reminder, opening)


# --- before and beside the game -----------------------------------------------------------------------------


def _invitation(state: TableState, shown_row: ShownRow, posted: PostingFacts, wall: int) -> Request | None:
    if not state.is_lobby:
        return None  # then it goes with the other calls
    opens_at, people, changes = appointments.opening_time(state), lobby.ids_to_ping(state), NOTHING
    reason = PingReason.INVITATION
    summons_at = None if opens_at is None or shown_row.called else opens_at - appointments.CALL_MS
    if summons_at is not None and wall >= summons_at:
        people = tuple([seat.user_id or 0 for seat in state.people])
        changes = {"called": appointments.OPENING_PINGED}
        reason = PingReason.BEGINNING
    elif not people:
        if summons_at is not None:
            return Request("invitation", summons_at)
        is_summoned = bool(shown_row.called) and opens_at is not None
        is_over = shown_row.call_id is not None and not is_summoned and not lobby.unanswered_ids(state)
        over = Request("invitation", changes={"call_id": None}, stale_id=shown_row.call_id)
        return over if is_over else None
    if shown_row.message_id is None or posted.is_sending or not posted.is_certain:
        return None

    def page() -> Page:
        return invitation_page(state.snapshot, people, state.row.locale)

    pings = pings_of(state, people, reason)
    request = Request("invitation", 0, Priority.CALL, Route.SEND, state.place_id, None, page, pings, changes)
    return request._replace(stale_id=shown_row.call_id)


def _thread(state: TableState, shown_row: ShownRow) -> Request | None:
    if not lobby.awaits_thread(state):
        return None
    return Request("thread", 0, Priority.MESSAGE, Route.THREAD, state.row.channel_id, shown_row.notice_id)


def _post(post: Post, state: TableState, shown_row: ShownRow, posted: PostingFacts) -> Request | None:
    fingerprint, (message_id, known) = post.fingerprint(state), shown_row.posts.get(post.key, (None, ""))
    is_end_hidden = state.is_closed and not state.may_tell()
    if known == (fingerprint or "") or posted.is_being_written or state.position.in_suspense or is_end_hidden:
        return None
    if fingerprint is None:
        return Request(post.key, stale_id=message_id)
    request = Request(
        post.key, priority=Priority.MESSAGE, make_page=_page_maker(post.page, state), fingerprint=fingerprint
    )
    if message_id is not None:
        place = state.place_id if post.is_sent else state.row.channel_id
        return request._replace(route=Route.EDIT, channel_id=place, message_id=message_id)
    if not post.is_sent or shown_row.message_id is None or posted.is_sending or not posted.is_certain:
        return None
    return request._replace(route=Route.SEND, channel_id=state.place_id)


def _stale(state: TableState, shown_row: ShownRow) -> Request | None:
    if not shown_row.stale:
        return None
    return Request("stale", 0, Priority.TIDYING, Route.DELETE, state.place_id, shown_row.stale[0])


# --- messages that may be lost ------------------------------------------------------------------------------


def _lost(state: TableState, posted: PostingFacts) -> Request | None:
    if posted.is_certain or posted.is_sending:
        return None
    if posted.failures("lost") >= GIVE_UP_SEARCH:
        return Request("lost")
    return Request("lost", 0, Priority.MESSAGE, Route.LOOK, state.place_id)
