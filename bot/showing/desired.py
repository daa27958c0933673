"""What a table's public messages should be, compared with what is known to be shown: pure.

``differences`` lists what is to be asked of Discord next, one request each; ``noted`` says what is known to
be shown then. ``bot.showing.writer`` does it.

    table        the table's message shows the table as it is, at the bottom when somebody is called
    call         those who are to act, and only they, have been called for this decision, and reminded
    invitation   whoever the host has invited to an open lobby has been called there once
    thread       a game that is to be played in a thread of its own has one
    notice       the former lobby's message is a notice; of a table in a thread it tells where, and the end
    lost         no message of ours stands in the channel unknown to us, after a crash or a lost answer
    stale        messages that are not needed any more are gone
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from bot.pages import messages
from bot.pages.context import Reminder
from bot.pages.lobby import invitation_page, notice_page
from bot.pages.table import call_page
from bot.showing.places import Places
from bot.tables import appointments, invitations
from bot.tables.clocks import Reminded, next_reminder
from bot.tables.news import is_person
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.wire.exchange import Token
from bot.wire.limits import Rank, Route
from bot.wire.messages import Page, Sent
from storage.rows import ShownRow

GIVE_UP_SEARCH = 6
"""Limit of failed searches for a lost message, some 30 s; then the table goes on as if there was none."""

Decisions = tuple[tuple[int, int], ...]
"""Pairs of a seat and the number of a decision."""

Changes = dict[str, Any]
"""Fields of ``ShownRow`` that are different from now on."""

NOTHING: Changes = {}


class Posted(NamedTuple):
    """How a table stands in its channel, beyond what is stored.

    Attributes:
        failures: how often a key's step has failed in a row.
        time_to_call: when the person at a seat who is to act may be called, Unix milliseconds.
        is_certain: no message of ours can stand in the channel that we do not know of.
        is_sending: a message is on its way.
        is_being_written: somebody answers a tap with the table's message.
        is_shut_out: it is closed, and nobody lets us tell how it ended.
        wants_bottom: somebody asked for the table at the bottom of the talk.
        by_token: the token of a tap that was answered on the table's message, which it can edit.
    """

    failures: Callable[[str], int]
    time_to_call: Callable[[int], int]
    is_certain: bool = True
    is_sending: bool = False
    is_being_written: bool = False
    is_shut_out: bool = False
    wants_bottom: bool = False
    by_token: Token | None = None


class Difference(NamedTuple):
    """One request that brings what is shown nearer to what should be.

    Attributes:
        key: which message it is about.
        at: when it is due, Unix milliseconds; 0 is at once.
        rank: how urgent it is.
        route: what is asked of Discord; ``None`` where nothing has to be asked.
        channel_id: where.
        message_id: the message that is edited or deleted.
        page: makes what it shows.
        people: ids of those who are notified.
        changes: fields of ``ShownRow`` that are different when it is done.
        is_gone: the same, when the message was not there any more.
        stale: a message that is not needed any more then.
    """

    key: str
    at: int = 0
    rank: Rank = Rank.TIDYING
    route: Route | None = None
    channel_id: int = 0
    message_id: int | None = None
    page: Callable[[], Page] | None = None
    people: tuple[int, ...] = ()
    changes: Changes = NOTHING
    is_gone: Changes = NOTHING
    stale: int | None = None


def differences(
    state: TableState, shown: ShownRow, posted: Posted, places: Places, wall: int
) -> Iterator[Difference]:
    """List what is to be done next about each public message, and when; keys that are in order are left out.

    Args:
        state: the table.
        shown: what is known to be shown of it.
        posted: what else is known.
        places: what is known of channels.
        wall: the time, Unix milliseconds.
    """
    looks: tuple[Difference | None, ...] = (
        _lost(state, posted),
        _table(state, shown, posted, places),
        _thread(state, shown),
        _invitation(state, shown, posted, wall),
        _Call(state, shown, posted, places, wall).difference(),
        _notice(state, shown, posted),
        _stale(state, shown),
    )
    return (one for one in looks if one is not None)


def noted(shown: ShownRow, difference: Difference, sent: Sent | None) -> Changes:
    """Say what is known to be shown after a request.

    Args:
        shown: what is known to be shown now; others may have written meanwhile.
        difference: what was asked for.
        sent: what was learned from the answer; ``None`` if the message was not there any more.
    """
    changes = dict(difference.is_gone if sent is None else difference.changes)
    if difference.stale is not None:
        changes["stale"] = (*shown.stale, difference.stale)
    if sent is not None and difference.route is Route.SEND:
        changes["message_id" if difference.key == "table" else "call_id"] = sent.message_id
    return changes


def is_all_done(state: TableState, shown: ShownRow) -> bool:
    """Tell whether nothing had to be sent, by all that is known."""
    is_current = shown.message_id is not None and shown.mark == state.mark
    return is_current and set(state.pending()) <= set(shown.called)


def _of(show: Callable[[Snapshot, str], Page], state: TableState) -> Callable[[], Page]:
    """Make a page only when it is sent."""
    return lambda: show(state.snapshot, state.row.locale)


# --- the table's message ------------------------------------------------------------------------------------


def _table(state: TableState, shown: ShownRow, posted: Posted, places: Places) -> Difference | None:
    if posted.is_being_written or posted.is_shut_out or invitations.awaits_thread(state):
        return None

    page = _of(messages.table_message, state)
    message_id = shown.message_id
    changes: Changes = {"mark": state.mark}
    if message_id is None:
        was_never_seen = state.is_closed and not state.has_begun
        if was_never_seen or not posted.is_certain:
            return None
    elif shown.mark == state.mark and not posted.wants_bottom:
        return None
    if message_id is None or _is_to_move(state, shown, message_id, posted, places):
        found = Difference("table", 0, Rank.MESSAGE, Route.SEND, state.place_id, None, page, (), changes)
        return found._replace(stale=message_id)
    rank = Rank.PICTURE if state.is_playing and state.hold is None else Rank.MESSAGE
    is_gone: Changes = {"message_id": None, "mark": "", "pictures": {}}
    route, place = Route.EDIT, state.place_id
    if posted.by_token is not None:
        route, place = Route.BY_TOKEN, posted.by_token.interaction_id
    return Difference("table", 0, rank, route, place, message_id, page, (), changes, is_gone)


def _is_to_move(state: TableState, shown: ShownRow, message_id: int, posted: Posted, places: Places) -> bool:
    if posted.wants_bottom or places.is_old(message_id):
        return True
    if state.is_over and state.hold is None:
        return state.story is None  # a result is a message of its own; the evening is told where it stands
    calls_somebody = set(state.pending()) - set(shown.called)
    is_worth_it = calls_somebody or state.is_over or state.hold is not None
    return bool(is_worth_it) and places.is_buried(state.place_id, message_id)


# --- calls --------------------------------------------------------------------------------------------------


class _Call:
    """A seat to act is called once for each decision; a call is deleted when it waits for none of its people.

    Who is looking at an open panel is told by that, and called only if they do nothing for some time; who is
    choosing there is neither called nor reminded.
    When half of the time is over, and when extra time begins, the call says so: where it stands, if it is the
    last thing in the channel, else at the bottom. Who has left is not named by a call that stands for others.
    """

    def __init__(self, state: TableState, shown: ShownRow, posted: Posted, places: Places, wall: int) -> None:
        self.state, self.shown, self.posted, self.places = state, shown, posted, places
        self.wall = wall

    def difference(self) -> Difference | None:
        state, shown = self.state, self.shown
        if state.is_lobby:
            return None
        is_shown = shown.mark == state.mark or self.posted.failures("table") > 0
        times = {one: self.posted.time_to_call(one[0]) for one in state.pending() if one not in shown.called}
        new = tuple(one for one, at in times.items() if at <= self.wall)
        if new:
            return self._new(new) if is_shown and self.posted.is_certain else None
        named = self._named(())
        if shown.call_id is not None and (not named or self._names_somebody_gone()):
            if not is_shown and not state.is_closed:
                return None
            return self._renamed(named, shown.call_id) if named else self._over(shown.call_id)
        reminder = self._reminder() if self.posted.is_certain else None
        waits = [*times.values(), *([] if reminder is None else [reminder.at])]
        if reminder is not None and reminder.at == min(waits):
            return reminder
        return Difference("call", min(waits)) if waits else None

    def _named(self, new: Decisions) -> Decisions:
        """List the decisions for which people are, or will have been, called and are still waited for."""
        return tuple(one for one in self.state.open_decisions() if one in self.shown.called or one in new)

    def _names_somebody_gone(self) -> bool:
        return any(not is_person(self.state.seats[seat]) for seat, _ in self.shown.called)

    def _new(self, new: Decisions) -> Difference:
        named = self._named(new)
        reminded = self._reminded(named)
        people = tuple(self.state.seats[seat].user_id or 0 for seat, _ in new)
        return self._send(people, self._page(named, reminded), {"called": named, "reminded": reminded})

    def _over(self, call_id: int) -> Difference:
        """Let a call go that nobody is waited for; it is deleted among the stale ones."""
        return Difference("call", changes={"call_id": None, "called": (), "reminded": ()}, stale=call_id)

    def _renamed(self, named: Decisions, call_id: int) -> Difference:
        """Name in a call those alone who are waited for; an edit notifies nobody."""
        reminded = self._reminded(named)
        changes = {"called": named, "reminded": reminded}
        return self._edit(call_id, self._page(named, reminded), changes, {**changes, "call_id": None})

    def _reminder(self) -> Difference | None:
        """Say in the call how much time there is; an edit notifies nobody, a new call those it is for."""
        shown, named = self.shown, self._named(())
        reminder = next_reminder(self.state, shown.reminded, self.posted.time_to_call)
        # Who was not called has nothing to be reminded of yet.
        if reminder is None or not any(one[:2] in shown.called for one in reminder[1]):
            return None
        at, what = reminder
        reminded = (*self._reminded(named), *what)
        page = self._page(named, reminded)
        changes: Changes = {"reminded": reminded}
        if shown.call_id is not None and not self.places.is_buried(self.state.place_id, shown.call_id):
            return self._edit(shown.call_id, page, changes, {"call_id": None})._replace(at=at, rank=Rank.CALL)
        people = tuple(self.state.seats[seat].user_id or 0 for seat, *_ in what)
        return self._send(people, page, changes)._replace(at=at)

    def _send(self, people: tuple[int, ...], page: Callable[[], Page], changes: Changes) -> Difference:
        """Call people by a new message, in the place of the one before."""
        place, old = self.state.place_id, self.shown.call_id
        found = Difference("call", 0, Rank.CALL, Route.SEND, place, None, page, people, changes)
        return found._replace(stale=old)

    def _edit(self, call_id: int, page: Callable[[], Page], changes: Changes, is_gone: Changes) -> Difference:
        place = self.state.place_id
        return Difference("call", 0, Rank.TIDYING, Route.EDIT, place, call_id, page, (), changes, is_gone)

    def _reminded(self, named: Decisions) -> tuple[Reminded, ...]:
        """List what those were reminded of who are still waited for."""
        return tuple(one for one in self.shown.reminded if one[:2] in named)

    def _page(self, named: Decisions, reminded: Sequence[Reminded]) -> Callable[[], Page]:
        state = self.state
        what, until = max((one[2] for one in reminded), default=0), state.row.deadline
        reminder = Reminder(what, until) if what and until is not None else None
        seats = [seat for seat, _ in named]
        return lambda: call_page(state.snapshot, seats, state.row.locale, reminder)


# --- before and beside the game -----------------------------------------------------------------------------


def _invitation(state: TableState, shown: ShownRow, posted: Posted, wall: int) -> Difference | None:
    """Call those whom the host has invited, and once, a little before an appointment, all who come."""
    if not state.is_lobby:
        return None  # then it goes with the other calls
    opens_at, people, changes = appointments.awaits(state), invitations.untold(state), NOTHING
    summons_at = None if opens_at is None or shown.called else opens_at - appointments.CALL_MS
    if summons_at is not None and wall >= summons_at:
        people = tuple([seat.user_id or 0 for seat in state.people])
        changes = {"called": appointments.SUMMONED}
    elif not people:
        if summons_at is not None:
            return Difference("invitation", summons_at)
        is_summoned = bool(shown.called) and opens_at is not None
        is_over = shown.call_id is not None and not is_summoned and not invitations.unanswered(state)
        over = Difference("invitation", changes={"call_id": None}, stale=shown.call_id)
        return over if is_over else None
    if shown.message_id is None or posted.is_sending or not posted.is_certain:
        return None

    def page() -> Page:
        return invitation_page(state.snapshot, people, state.row.locale)

    found = Difference("invitation", 0, Rank.CALL, Route.SEND, state.place_id, None, page, people, changes)
    return found._replace(stale=shown.call_id)


def _thread(state: TableState, shown: ShownRow) -> Difference | None:
    if not invitations.awaits_thread(state):
        return None
    return Difference("thread", 0, Rank.MESSAGE, Route.THREAD, state.row.channel_id, shown.notice_id)


def _notice(state: TableState, shown: ShownRow, posted: Posted) -> Difference | None:
    mark, notice_id = state.notice_mark, shown.notice_id
    if notice_id is None or shown.notice_mark == mark or posted.is_being_written or state.in_suspense:
        return None
    page = _of(notice_page, state)
    changes, is_gone = {"notice_mark": mark}, {"notice_mark": mark, "notice_id": None}
    place = state.row.channel_id
    return Difference("notice", 0, Rank.MESSAGE, Route.EDIT, place, notice_id, page, (), changes, is_gone)


def _stale(state: TableState, shown: ShownRow) -> Difference | None:
    if not shown.stale:
        return None
    return Difference("stale", 0, Rank.TIDYING, Route.DELETE, state.place_id, shown.stale[0])


# --- what may have got lost ---------------------------------------------------------------------------------


def _lost(state: TableState, posted: Posted) -> Difference | None:
    if posted.is_certain or posted.is_sending:
        return None
    if posted.failures("lost") >= GIVE_UP_SEARCH:
        return Difference("lost")
    return Difference("lost", 0, Rank.MESSAGE, Route.LOOK, state.place_id)


class Found(NamedTuple):
    """A message of ours that stands in the channel, and what it says."""

    message_id: int
    said: str


def taken(state: TableState, shown: ShownRow, found: Iterable[Found]) -> Changes:
    """Take the messages that were sent when the bot, or the line, broke down, or let them be deleted.

    Whoever was called by one is not called again.
    """
    known = {shown.message_id, shown.notice_id, shown.call_id, *shown.stale}
    lost = sorted(one for one in found if one.message_id not in known)
    if not lost:
        return {}
    calls = {one.message_id: named for one in lost if (named := _called_by(state, shown, one))}
    tables = [one.message_id for one in lost if one.message_id not in calls]
    changes, before = Changes(), tuple[int, ...]()
    if shown.message_id is None and tables:
        changes = {"message_id": tables[-1], "mark": "", "pictures": {}}
    if calls:
        before = () if shown.call_id is None else (shown.call_id,)
        changes |= {"call_id": max(calls), "called": (*shown.called, *calls[max(calls)])}
    others = [one.message_id for one in lost if one.message_id not in changes.values()]
    return {**changes, "stale": (*shown.stale, *before, *others)}


def _called_by(state: TableState, shown: ShownRow, found: Found) -> Decisions:
    """List the decisions, not called for as far as is known, whose people are called by what was said."""
    if appointments.awaits(state) is not None and not shown.called:
        return appointments.SUMMONED if any(f"<@{one.user_id}>" in found.said for one in state.people) else ()
    return tuple(
        one
        for one in state.open_decisions()
        if one not in shown.called and f"<@{state.seats[one[0]].user_id}>" in found.said
    )
