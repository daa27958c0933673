"""What the public messages of a table should be, compared with what they are known to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from bot.clock import snowflake_time_ms
from bot.lists import not_none, user_ids
from bot.pages import messages
from bot.pages.calls import invitation_page, new_time_page, presence_page
from bot.pages.lobby import notice_page
from bot.pages.table import Reminder, ping_page
from bot.showing.channels import ChannelTracker
from bot.showing.writer import (
    MAIN,
    NOTHING,
    PING,
    Changes,
    FoundMessage,
    Identity,
    PostingInputs,
    Request,
    lost_request,
    stale_request,
)
from bot.tables import clocks, lobby, planning, presence
from bot.tables.clocks import HALF_TIME, LOOKING_MS, OpenPanel, Reminded, next_reminders
from bot.tables.positions import is_person, is_present
from bot.tables.snapshot import Snapshot
from bot.tables.state import SeatDecision, TableState
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page
from bot.wire.pings import PingReason, Pings
from games.core.cards import all_but
from storage.rows import NOTICE, SentRow

# --- desired ------------------------------------------------------------------------------------------------
# Finds the requests that bring a table's public messages up to date.
#
# All functions are pure. ``needed_requests`` yields the next requests, and ``bot.showing.writer`` sends them.
# Each request has a key:
#
#     table        show the current state in the table's message (sent again if other messages hide it)
#     ping         ping the players who must act (once for each decision), and remind them of the time left
#     invitation   ping each person whom the host invited to an open lobby, or whom the lobby asks for
#     thread       open a thread for the game
#     notice       show a link to the thread and the result in the lobby's former message
#     lost         search for messages that may have been sent before a crash, or whose response was lost
#     stale        delete messages that are no longer needed
#
# ``POSTS`` can add further keys.

SeatDecisions = tuple[SeatDecision, ...]


class Post(NamedTuple):
    """A kind of public message of a table, besides its main message and its pings."""

    key: str  # of the message in ``SentRow.posts``
    fingerprint: Callable[[TableState], str | None]  # a fingerprint of the content; None for no message
    page: Callable[[Snapshot, str], Page]
    is_sent: bool = True  # False: an existing message is edited, but a missing message is not sent


POSTS = (Post(NOTICE, lambda state: state.notice_fingerprint, notice_page, is_sent=False),)
"""All kinds of messages that ``Post`` describes. A new kind needs a line here, a page and a text."""


def needed_requests(
    state: TableState,
    sent_row: SentRow,
    posted: PostingInputs,
    channels: ChannelTracker,
    wall: int,
    open_panels: Mapping[int, OpenPanel] = {},
    rests_until: int = 0,
) -> Iterator[Request]:
    """Yield the next request for each public message that is not up to date.

    Args:
        wall: the current time in Unix milliseconds.
        open_panels: the open private panels of players, by user id. They delay pings.
        rests_until: until when the table's message lacks moves while all players look at their panels.
    """
    looks = _Looks(state, sent_row, wall, open_panels)
    requests: list[Request | None] = [
        lost_request(posted, state.place_id),
        _table(state, sent_row, posted, channels, _rest_end(looks, rests_until)),
        _thread(state, sent_row),
        _invitation(state, sent_row, posted, wall),
        _PingRequests(state, sent_row, posted, channels, looks).request(),
    ]
    requests += [_post(post, state, sent_row, posted) for post in POSTS]
    requests.append(stale_request(sent_row, state.place_id))
    return iter(not_none(requests))


def identity_of(state: TableState, sent_row: SentRow, message: FoundMessage) -> Identity:
    """Return what a message of the table is that was found in a channel.

    A message that mentions players to act is a ping, and any other one shows the table.
    """
    called = _called_by(state, sent_row, message.mentions)
    return Identity(PING, called) if called else Identity()


def _called_by(state: TableState, sent_row: SentRow, mentions: frozenset[int]) -> SeatDecisions:
    # The entries of ``SentRow.called`` for a ping with these mentions. The first ping that is not sent yet
    # must be the one that was found.
    is_planned = planning.opening_time(state) is not None
    people: Iterable[int]
    if is_planned and planning.is_to_tell(sent_row.called):
        people = planning.ids_to_tell(state)
        called: SeatDecisions = (planning.NEW_TIME_SENT,)
    elif is_planned and not planning.is_opening_pinged(sent_row.called):
        people = user_ids(state.people)
        called = planning.OPENING_PINGED
    elif presence.is_asking(state) and presence.ASKED not in sent_row.called:
        people = presence.asked_ids(state)
        called = (presence.ASKED,)
    else:
        uncalled = all_but(state.open_decisions(), sent_row.called)
        return tuple([turn for turn in uncalled if state.seats[turn.seat].user_id in mentions])
    return () if mentions.isdisjoint(people) else called


def is_all_done(state: TableState, sent_row: SentRow) -> bool:
    """Return whether the table's message is up to date and all players to act have been pinged."""
    is_current = sent_row.message_id is not None and sent_row.mark == state.fingerprint
    return is_current and set(state.to_ping()) <= set(sent_row.called)


def pings_of(state: TableState, people: tuple[int, ...], reason: PingReason) -> Pings:
    """Return the pings of these people (user ids) by a message of the table."""
    paired = state.gathering.paired
    tournament = "" if paired is None else paired.tournament
    return Pings(people, reason, state.row.guild_id, state.row.host_id, tournament)


class _Looks:
    """Which players look at their panels, and when the others are to be pinged.

    Args:
        wall: the current time in Unix milliseconds.
        open_panels: the open private panels of players, by user id.
    """

    def __init__(
        self, state: TableState, sent_row: SentRow, wall: int, open_panels: Mapping[int, OpenPanel]
    ) -> None:
        self.state = state
        self.sent_row = sent_row
        self.wall = wall
        self._open_panels = open_panels

    def is_looking(self, seat: int) -> bool:
        """Return whether a player plays, and has used a panel lately that is in sight."""
        # A player who is out of the game looks at the table, as spectators do.
        if seat in self.state.gone or not is_present(self.state.seats[seat]):
            return False
        panel = self._panel(seat)
        return panel is not None and not panel.is_pushed_up and panel.tapped_at >= self.wall - LOOKING_MS

    def time_to_ping(self, seat: int) -> int:
        """Return when a player who is to act is pinged, in Unix milliseconds."""
        return clocks.time_to_ping(self.state, self._panel(seat), seat)

    def _panel(self, seat: int) -> OpenPanel | None:
        panel = self._open_panels.get(self.state.seats[seat].user_id or 0)
        if panel is not None and self._is_pushed_up(panel):
            return panel._replace(is_pushed_up=True)
        return panel

    def _is_pushed_up(self, panel: OpenPanel) -> bool:
        # When others have posted, the table's message moves below their talk, and fills a screen.
        message_id = self.sent_row.message_id
        return message_id is not None and snowflake_time_ms(message_id) > panel.tapped_at


# --- the table's message ------------------------------------------------------------------------------------


TABLE_REST_MS = 6000
"""Shortest time between two edits of the table's message that show only moves, while all players look at
their panels. A panel shows its player everything that a decision needs.
"""


def _rest_end(looks: _Looks, rests_until: int) -> int:
    # When the table's message must show the latest moves, in Unix milliseconds; the past for at once.
    # The message may rest until ``rests_until`` if all players look at their panels, and there is no ping.
    state = looks.state
    sent_row = looks.sent_row
    if not state.is_playing or not state.has_only_moved_since(sent_row.mark):
        return 0
    if sent_row.call_id is not None or not all(map(looks.is_looking, range(len(state.seats)))):
        return 0
    # A ping comes after the table's message.
    times = [looks.time_to_ping(seat) for seat, _ in all_but(state.to_ping(), sent_row.called)]
    return min(rests_until, min(times, default=rests_until))


def _table(
    state: TableState, sent_row: SentRow, posted: PostingInputs, channels: ChannelTracker, rests_until: int
) -> Request | None:
    if _is_table_held_back(state, posted):
        return None
    message_id = sent_row.message_id
    if message_id is None:
        was_never_seen = state.is_closed and not state.has_begun
        if was_never_seen or not posted.is_certain:
            return None
        return _new_table_message(state, None)
    if lobby.can_delete_message(state):
        return Request("table", changes=_changes_without_message(), stale=(message_id,))
    if sent_row.mark == state.fingerprint and not posted.wants_bottom:
        return None
    if _is_to_move(state, sent_row, message_id, posted, channels):
        return _new_table_message(state, message_id)
    return _edit_of_table_message(state, message_id, posted)._replace(at=rests_until)


def _is_table_held_back(state: TableState, posted: PostingInputs) -> bool:
    # An answer to a tap is writing it, Discord refuses it for good, or its thread comes first.
    if posted.is_being_written or posted.is_result_refused or lobby.awaits_thread(state):
        return True
    # Under a rate limit a reveal is one edit: the end.
    return state.position.in_suspense and posted.is_rate_limited and posted.tap_token is None


def _changes_without_message() -> Changes:
    return {"message_id": None, "mark": "", "pictures": {}}


def _new_table_message(state: TableState, old_id: int | None) -> Request:
    # The new message is at the bottom of the channel, and the old one is deleted.
    return Request(
        "table",
        priority=Priority.MESSAGE,
        route=Route.SEND,
        channel_id=state.place_id,
        make_page=partial(messages.table_message, state.snapshot, state.row.locale),
        changes={"mark": state.fingerprint},
        stale=_known(old_id),
        slot=MAIN,
    )


def _edit_of_table_message(state: TableState, message_id: int, posted: PostingInputs) -> Request:
    request = Request(
        "table",
        priority=Priority.PICTURE if state.is_playing and state.may_tell() else Priority.MESSAGE,
        route=Route.EDIT,
        channel_id=state.place_id,
        message_id=message_id,
        make_page=partial(messages.table_message, state.snapshot, state.row.locale),
        changes={"mark": state.fingerprint},
        if_deleted=_changes_without_message(),
        slot=MAIN,
    )
    # The token of a tap edits without using the bot's own allowance.
    if posted.tap_token is not None:
        return request._replace(route=Route.BY_TOKEN, channel_id=posted.tap_token.interaction_id)
    return request


def _known(message_id: int | None) -> tuple[int, ...]:
    return () if message_id is None else (message_id,)


def _is_to_move(
    state: TableState, sent_row: SentRow, message_id: int, posted: PostingInputs, channels: ChannelTracker
) -> bool:
    if posted.wants_bottom or channels.is_old(message_id):
        return True
    if state.is_over and state.may_tell():
        return state.story is None  # a result is a new message; an evening's story replaces it in place
    pings_somebody = set(state.to_ping()) - set(sent_row.called)
    is_worth_it = pings_somebody or state.is_over or not state.may_tell()
    return bool(is_worth_it) and channels.has_newer_messages(state.place_id, message_id)


# --- pings --------------------------------------------------------------------------------------------------


class _PingRequests:
    """Finds the next request for the message that pings players to act."""

    def __init__(
        self,
        state: TableState,
        sent_row: SentRow,
        posted: PostingInputs,
        channels: ChannelTracker,
        looks: _Looks,
    ) -> None:
        self.state = state
        self.sent_row = sent_row
        self.posted = posted
        self.channels = channels
        self.looks = looks

    def request(self) -> Request | None:
        state = self.state
        sent_row = self.sent_row
        if state.is_lobby:
            return None
        is_shown = sent_row.mark == state.fingerprint or self.posted.failures["table"] > 0
        # Players whose ping is due are named in a new message, once the table's own message is current.
        uncalled = all_but(state.to_ping(), sent_row.called)
        times = {decision: self.looks.time_to_ping(decision.seat) for decision in uncalled}
        new = tuple(decision for decision, at in times.items() if at <= self.looks.wall)
        if new:
            if is_shown and self.posted.is_certain:
                return self._send_new(new)
            return None
        pinged = self._pinged(())
        # A ping that names players who have acted or left is edited or deleted.
        names_somebody_gone = any(not is_person(state.seats[seat]) for seat, _ in sent_row.called)
        if sent_row.call_id is not None and (not pinged or names_somebody_gone):
            if not is_shown and not state.is_closed:
                return None
            if pinged:
                return self._rename(pinged, sent_row.call_id)
            return self._delete(sent_row.call_id)
        # A player is pinged once for each decision, and reminded of the time left.
        # Otherwise the next request is a reminder or a later ping, whichever is due first.
        reminder = self._reminder() if self.posted.is_certain else None
        next_ping = min(times.values(), default=None)
        if reminder is not None and (next_ping is None or reminder.at <= next_ping):
            return reminder
        if next_ping is None:
            return None
        return Request("ping", at=next_ping)

    def _pinged(self, new: SeatDecisions) -> SeatDecisions:
        pinged_decisions = set(self.sent_row.called).union(new)
        return tuple(decision for decision in self.state.open_decisions() if decision in pinged_decisions)

    def _send_new(self, new: SeatDecisions) -> Request:
        pinged = self._pinged(new)
        reminded = self._reminded(pinged)
        # The first ping at a table of a tournament is for everybody there.
        if lobby.is_round_opening(self.state):
            opening = tuple([row.seat for row in self.state.people])
        else:
            opening = ()
        seats = opening or _seats_of(new)
        changes: Changes = {"called": pinged, "reminded": reminded}
        request = self._request(pinged, reminded, changes, opening)
        pings = self._pings(seats, PingReason.BEGINNING if opening else PingReason.TURN)
        if opening:
            # The clocks of these players run.
            pings = pings._replace(on_turn=self._pings(_seats_of(new), PingReason.TURN).people)
        return self._sent(request, pings)

    def _delete(self, call_id: int) -> Request:
        return Request("ping", changes={"call_id": None, "called": (), "reminded": ()}, stale=(call_id,))

    def _rename(self, decisions: SeatDecisions, call_id: int) -> Request:
        reminded = self._reminded(decisions)
        changes: Changes = {"called": decisions, "reminded": reminded}
        request = self._request(decisions, reminded, changes)
        if_deleted = changes | {"call_id": None}
        return request._replace(route=Route.EDIT, message_id=call_id, if_deleted=if_deleted)

    def _reminder(self) -> Request | None:
        sent_row = self.sent_row
        pinged = self._pinged(())
        ping_times = {seat: self.looks.time_to_ping(seat) for seat, _ in self.state.pending()}
        due = next_reminders(self.state, sent_row.reminded, ping_times)
        # A player who was not pinged has nothing to be reminded of yet.
        if due is None or not any(reminder.turn in sent_row.called for reminder in due.reminders):
            return None
        reminded = self._reminded(pinged) + due.reminders
        request = self._request(pinged, reminded, {"reminded": reminded})
        request = request._replace(at=due.at, priority=Priority.PING)
        is_half = all(reminder.kind == HALF_TIME for reminder in due.reminders)
        call_id = sent_row.call_id
        if call_id and (is_half or not self.channels.has_newer_messages(self.state.place_id, call_id)):
            return request._replace(route=Route.EDIT, message_id=call_id, if_deleted={"call_id": None})
        pings = self._pings(_seats_of(due.reminders), PingReason.TURN)
        return self._sent(request, pings)

    def _pings(self, seats: Iterable[int], reason: PingReason) -> Pings:
        people = tuple(self.state.seats[seat].user_id or 0 for seat in seats)
        return pings_of(self.state, people, reason)

    def _sent(self, request: Request, pings: Pings) -> Request:
        old = _known(self.sent_row.call_id)
        return request._replace(priority=Priority.PING, route=Route.SEND, pings=pings, slot=PING, stale=old)

    def _reminded(self, decisions: SeatDecisions) -> tuple[Reminded, ...]:
        # The reminders that were sent for these decisions.
        reminders = [Reminded(*stored) for stored in self.sent_row.reminded]
        return tuple([reminder for reminder in reminders if reminder.turn in decisions])

    def _request(
        self,
        decisions: SeatDecisions,
        reminded: Sequence[Reminded],
        changes: Changes,
        opening: Sequence[int] = (),
    ) -> Request:
        state = self.state
        kind = max((reminder.kind for reminder in reminded), default=0)
        until = state.row.deadline
        if kind and until is not None:
            reminder = Reminder(kind, until)
        else:
            reminder = None
        page = partial(ping_page, state.snapshot, _seats_of(decisions), state.row.locale, reminder, opening)
        return Request("ping", channel_id=state.place_id, make_page=page, changes=changes)


def _seats_of(turns: Iterable[SeatDecision | Reminded]) -> list[int]:
    return [turn.seat for turn in turns]


# --- before and beside the game -----------------------------------------------------------------------------


def _invitation(state: TableState, sent_row: SentRow, posted: PostingInputs, wall: int) -> Request | None:
    if not state.is_lobby:
        return None  # a table's people are pinged with its other pings
    if (question := _question(state, sent_row, posted)) is not None:
        return question
    summons_at = _summons_time(state, sent_row)
    if planning.opening_time(state) is not None and planning.is_to_tell(sent_row.called):
        changes: Changes = {"called": (planning.NEW_TIME_SENT,)}
        people = planning.ids_to_tell(state)
        if not people:
            return Request("invitation", changes=changes)
        pings = pings_of(state, people, PingReason.INVITATION)
        return _call(state, sent_row, posted, new_time_page, pings, changes)
    if summons_at is not None and wall >= summons_at:
        pings = pings_of(state, tuple(user_ids(state.people)), PingReason.BEGINNING)
        return _call(state, sent_row, posted, invitation_page, pings, {"called": planning.OPENING_PINGED})
    people = lobby.ids_to_ping(state)
    if people:
        pings = pings_of(state, people, PingReason.INVITATION)
        return _call(state, sent_row, posted, invitation_page, pings, NOTHING)
    if summons_at is not None:
        return Request("invitation", at=summons_at)
    return _end_of_invitation(state, sent_row)


def _summons_time(state: TableState, sent_row: SentRow) -> int | None:
    # When the people of a planned game are called, unless they were called already.
    opens_at = planning.opening_time(state)
    if opens_at is None or planning.is_opening_pinged(sent_row.called):
        return None
    return opens_at - planning.PING_MS


def _end_of_invitation(state: TableState, sent_row: SentRow) -> Request | None:
    # The message that calls people to a planned game stays until the game opens.
    is_summoned = bool(sent_row.called) and planning.opening_time(state) is not None
    is_waiting = bool(lobby.unanswered_ids(state) or presence.asked_ids(state))
    is_answered = not is_summoned and not is_waiting
    names_forgotten = planning.HOST_FORGOTTEN in sent_row.called
    if sent_row.call_id is None or not (is_answered or names_forgotten):
        return None
    called = all_but(sent_row.called, {planning.HOST_FORGOTTEN})
    over: Changes = {"call_id": None, "called": called}
    return Request("invitation", changes=over, stale=_known(sent_row.call_id))


def _question(state: TableState, sent_row: SentRow, posted: PostingInputs) -> Request | None:
    people = presence.asked_ids(state)
    is_pinged = presence.ASKED in sent_row.called
    if bool(people) is is_pinged:
        return None
    called = all_but(sent_row.called, {presence.ASKED})
    if is_pinged:
        return _end_of_question(state, sent_row, called)
    changes: Changes = {"called": called + (presence.ASKED,)}
    pings = pings_of(state, people, PingReason.BEGINNING)
    request = _call(state, sent_row, posted, presence_page, pings, changes)
    if request is None:
        return None
    # A second question to the same people is another message.
    return request._replace(fingerprint=str(state.gathering.answer_until))


def _end_of_question(state: TableState, sent_row: SentRow, called: tuple[tuple[int, int], ...]) -> Request:
    over: Changes = {"call_id": None, "called": called}
    invited = lobby.unanswered_ids(state)
    if not invited or sent_row.call_id is None:
        return Request("invitation", changes=over, stale=_known(sent_row.call_id))
    # The question stood in the place of an invitation, which comes back without another ping.
    page = partial(invitation_page, state.snapshot, invited, state.row.locale)
    return Request(
        "invitation",
        priority=Priority.MESSAGE,
        route=Route.EDIT,
        channel_id=state.place_id,
        message_id=sent_row.call_id,
        make_page=page,
        changes={"called": called},
        if_deleted=over,
    )


def _call(
    state: TableState,
    sent_row: SentRow,
    posted: PostingInputs,
    make_page: Callable[[Snapshot, Sequence[int], str], Page],
    pings: Pings,
    changes: Changes,
) -> Request | None:
    if sent_row.message_id is None or posted.is_sending or not posted.is_certain:
        return None
    page = partial(make_page, state.snapshot, pings.people, state.row.locale)
    request = Request("invitation", 0, Priority.PING, Route.SEND, state.place_id, None, page, pings, changes)
    return request._replace(slot=PING, stale=_known(sent_row.call_id))


def _thread(state: TableState, sent_row: SentRow) -> Request | None:
    if not lobby.awaits_thread(state):
        return None
    return Request("thread", 0, Priority.MESSAGE, Route.THREAD, state.row.channel_id, sent_row.notice_id)


def _post(post: Post, state: TableState, sent_row: SentRow, posted: PostingInputs) -> Request | None:
    fingerprint = post.fingerprint(state)
    (message_id, known) = sent_row.posts.get(post.key, (None, ""))
    is_end_hidden = state.is_closed and not state.may_tell()
    if known == (fingerprint or "") or posted.is_being_written or state.position.in_suspense or is_end_hidden:
        return None
    if fingerprint is None:
        return Request(post.key, slot=post.key, stale=_known(message_id))
    page = partial(post.page, state.snapshot, state.row.locale)
    request = Request(
        post.key, priority=Priority.MESSAGE, make_page=page, slot=post.key, fingerprint=fingerprint
    )
    if message_id is not None:
        place = state.place_id if post.is_sent else state.row.channel_id
        return request._replace(route=Route.EDIT, channel_id=place, message_id=message_id)
    if not post.is_sent or sent_row.message_id is None or posted.is_sending or not posted.is_certain:
        return None
    return request._replace(route=Route.SEND, channel_id=state.place_id)
