"""The public messages of a tournament: what they should be, and the writer that keeps them up to date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from bot.clock import Clock
from bot.driving.registry import TableRegistry
from bot.lists import not_none
from bot.showing.channels import ChannelTracker
from bot.showing.writer import (
    MAIN,
    PING,
    Changes,
    FoundMessage,
    Identity,
    PostingInputs,
    Request,
    Writer,
    lost_request,
    stale_request,
)
from bot.tables.fingerprints import fingerprint_of
from bot.tables.lobby import unanswered, unnotified
from bot.tournaments import acts
from bot.tournaments.live import INVITED, SUBSCRIBED, SUMMONED, Tournament
from bot.tournaments.pages import (
    best_highlight_of_winner,
    invitation_page,
    presence_page,
    subscribers_page,
    tournament_page,
)
from bot.tournaments.registry import table_places
from bot.tournaments.state import TournamentState
from bot.wire.limits import Priority, Route
from bot.wire.messages import SentMessage
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import Transport
from games.core.cards import all_but
from storage.rows import SentRow

# --- desired ------------------------------------------------------------------------------------------------
# Finds the requests that bring a tournament's messages up to date.
#
# All functions are pure. Each request has a key:
#
#     tournament   show the current state; for a new round and at the end, the message moves to the bottom
#     highlight    find the winner's best act, which the last message names
#     ping         ping subscribers when the sign-up opens, and participants shortly before the start;
#                  several messages may be needed, since one message notifies at most a hundred people
#     invite       ping people whom the host has invited
#     lost         search for messages that may have been sent before a crash, or whose response was lost
#     stale        delete messages that are no longer needed


class PresencePing(NamedTuple):
    """A message that pings people shortly before the start."""

    number: int  # from 0
    people: tuple[int, ...]  # user ids


class FoundHighlight(NamedTuple):
    """The result of the search for the winner's best act."""

    fingerprint: str  # of the tournament's state
    line: str  # empty if there is no such act


class NoticeInputs(NamedTuple):
    """Facts about a tournament's messages that are not in its state or in the stored record."""

    links: Mapping[str, int] = {}  # the channel or thread of each running game, by table id
    highlight: str | None = None  # a line about the winner's best act; None if it was not looked for
    is_end_shown: bool = False  # an earlier message has shown the end
    shown_rounds: int = 0  # the number of rounds when the message was last sent
    next_ping: PresencePing | None = None  # the next message that pings people before the start
    subscribers: tuple[int, ...] = ()  # user ids of the people to ping when the sign-up opens
    unpinged: frozenset[int] = frozenset()  # invited people who need no ping, and are not yet marked so
    inviters: Mapping[int, int] = {}  # user id of the inviter, by the invited person's user id


def needed_requests(
    state: TournamentState,
    sent_row: SentRow,
    posted: PostingInputs,
    inputs: NoticeInputs,
    channels: ChannelTracker,
) -> Iterator[Request]:
    """Yield the next request for each public message that is not up to date."""
    channel_id = state.row.channel_id
    # Nothing else is done until the messages are known.
    if not posted.is_certain:
        requests = [lost_request(posted, channel_id)]
    else:
        requests = [_message(state, sent_row, posted, inputs, channels)]
        if sent_row.message_id is not None:
            requests += [_invitation(state, sent_row, inputs), _call(state, sent_row, inputs)]
        requests.append(stale_request(sent_row, channel_id))
    return iter(not_none(requests))


def _message(
    state: TournamentState,
    sent_row: SentRow,
    posted: PostingInputs,
    inputs: NoticeInputs,
    channels: ChannelTracker,
) -> Request | None:
    fingerprint = fingerprint_of([state.fingerprint, sorted(inputs.links.items())])
    message_id = sent_row.message_id
    # A tournament that ended without a message, or whose shown end was deleted, is not posted again.
    is_past = state.row.status == "cancelled" or inputs.is_end_shown
    if posted.is_result_refused or (message_id is None and is_past):
        return None
    if sent_row.mark == fingerprint and message_id is not None and not posted.wants_bottom:
        return None
    if state.is_over and inputs.highlight is None:
        return Request("highlight")
    page = partial(tournament_page, state, state.row.locale, inputs.links, inputs.highlight or "")
    request = Request("tournament", 0, Priority.MESSAGE, channel_id=state.row.channel_id, make_page=page)
    request = request._replace(slot=MAIN, changes={"mark": fingerprint})
    if message_id is None:
        return request._replace(route=Route.SEND)
    # A new message replaces the old one, which is deleted.
    if _moves_to_bottom(state, message_id, posted, inputs, channels):
        return request._replace(route=Route.SEND, stale=(message_id,))
    if_deleted: Changes = {"message_id": None, "mark": "", "pictures": {}}
    return request._replace(route=Route.EDIT, message_id=message_id, if_deleted=if_deleted)


def _moves_to_bottom(
    state: TournamentState,
    message_id: int,
    posted: PostingInputs,
    inputs: NoticeInputs,
    channels: ChannelTracker,
) -> bool:
    # A correction after the end is not news.
    if inputs.is_end_shown:
        return False
    # The tables of a new round stand below it, so it moves to the bottom for the round and for the end.
    is_news = state.is_over or len(state.rounds) != inputs.shown_rounds
    return is_news or posted.wants_bottom or channels.is_old(message_id)


def _call(state: TournamentState, sent_row: SentRow, inputs: NoticeInputs) -> Request | None:
    # Pings before the start are of no use once the tournament has begun.
    if not state.is_open:
        for key, (message_id, _) in sent_row.posts.items():
            if key != INVITED:
                return Request("ping", slot=key, stale=(message_id,))
        if sent_row.call_id is None:
            return None
        return Request("ping", changes={"call_id": None}, stale=(sent_row.call_id,))
    # Subscribers first, and later those who have signed up.
    if inputs.subscribers and SUBSCRIBED not in sent_row.called:
        people = inputs.subscribers
        request = _ping(state, sent_row, people, PingReason.INVITATION, Identity(PING, (SUBSCRIBED,)))
        return request._replace(make_page=partial(subscribers_page, state, people, state.row.locale))
    if state.row.starts_at is None or inputs.next_ping is None:
        return None
    number, people = inputs.next_ping
    request = _ping(state, sent_row, people, PingReason.BEGINNING, presence_identity(number))
    page = partial(presence_page, state, people, number, state.row.locale)
    return request._replace(at=state.row.starts_at - acts.PING_MS, make_page=page)


def presence_identity(number: int) -> Identity:
    """Return what the message with this number, from 0, is that pings people before the start."""
    called = (0, -1 - number)
    return Identity(PING if called == SUMMONED else f"call{1 + number}", (called,))


def _ping(
    state: TournamentState,
    sent_row: SentRow,
    people: tuple[int, ...],
    reason: PingReason,
    identity: Identity,
) -> Request:
    pings = Pings(people, reason, state.row.guild_id, tournament=state.id)
    changes: Changes = {"called": (*sent_row.called, *identity.called)}
    request = Request("ping", 0, Priority.PING, Route.SEND, state.row.channel_id, pings=pings)
    request = request._replace(changes=changes, slot=identity.slot)
    if identity.slot == PING and sent_row.call_id is not None:
        request = request._replace(stale=(sent_row.call_id,))
    return request


def _invitation(state: TournamentState, sent_row: SentRow, inputs: NoticeInputs) -> Request | None:
    waiting = unnotified(state.invitations)
    old: tuple[int, ...] = ()
    if INVITED in sent_row.posts:
        old = (sent_row.posts[INVITED][0],)
    # Once nobody needs its buttons, the message is deleted. During the sign-up, people who declined have
    # another button.
    needed = unanswered(state.invitations) if state.is_open else state.invitations
    if state.is_closed or not needed:
        if not old:
            return None
        return Request("invite", slot=INVITED, stale=old)
    # The message names all people who have not answered, and pings those who do not know yet. People who are
    # not pinged need its buttons, too.
    new = all_but(waiting, inputs.unpinged)
    guild_id = state.row.guild_id
    if old and not new:
        if not waiting:
            return None
        # Those who were pinged, or need no ping, are marked so.
        return Request("invite", pings=Pings(waiting, PingReason.INVITATION, guild_id))
    # A message has one cause: people whom another person has invited are pinged by the next one.
    by = inputs.inviters.get(new[0]) if new else None
    new = tuple([user_id for user_id in new if inputs.inviters.get(user_id) == by])
    pings = Pings(new, PingReason.INVITATION, guild_id, by, state.id if by is None else "")
    page = partial(invitation_page, state, state.row.locale)
    request = Request("invite", 0, Priority.PING, Route.SEND, state.row.channel_id, None, page, pings)
    return request._replace(slot=INVITED, stale=old)


def identity_of(message: FoundMessage) -> Identity:
    """Return what a message of a tournament is that was found in a channel."""
    verbs = message.verbs
    if "cup_decline" in verbs:
        return Identity(INVITED)
    if "cup_more" in verbs or not message.mentions:
        return Identity()
    for custom_id in message.custom_ids:
        _, verb, *rest = custom_id.split(":")
        if verb == "cup_here":
            return presence_identity(int(rest[1]) if len(rest) > 1 else 0)
    return Identity(PING, (SUBSCRIBED,))


# --- writer -------------------------------------------------------------------------------------------------
# Keeps a tournament's messages up to date.


class TournamentWriter(Writer[Tournament]):
    """Keeps the messages of one tournament up to date."""

    main_key = "tournament"

    def __init__(
        self,
        live: Tournament,
        transport: Transport,
        channels: ChannelTracker,
        clock: Clock,
        tables: TableRegistry,
    ) -> None:
        super().__init__(live, transport, channels, clock)
        self._tables = tables
        # An invitation may have been sent without its people being marked.
        if live.is_restored and unnotified(live.state.invitations):
            self.is_certain = False
        # Values that the next messages need.
        self._shown_rounds = len(live.state.rounds)
        self._highlight: FoundHighlight | None = None
        self._subscribers: tuple[int, ...] = ()
        self._unpinged: frozenset[int] = frozenset()
        self._inviters: dict[int, int] = {}  # by the user id of the invited person, until the ping is sent

    def ping_subscribers(self, people: tuple[int, ...]) -> None:
        """Ping these subscribers (user ids) once the sign-up message has been posted."""
        self._subscribers = people
        self.kept.changed.set()

    def note_invited(self, by: int, heard: Iterable[int], unheard: Iterable[int]) -> None:
        """Note who has invited people (user ids), and who of them is not pinged since a limit is reached."""
        self._inviters |= dict.fromkeys(heard, by)
        self._unpinged |= set(unheard)

    def requests(self, posted: PostingInputs, wall: int) -> Iterator[Request]:
        """Yield the next request for each message of the tournament that is not up to date."""
        live = self.kept
        # People who are marked may be invited again later.
        waiting = unnotified(live.state.invitations)
        self._unpinged &= set(waiting)
        self._inviters = {user_id: by for user_id, by in self._inviters.items() if user_id in waiting}
        return needed_requests(live.state, live.sent_row, posted, self._inputs(), self._channels)

    def _inputs(self) -> NoticeInputs:
        live = self.kept
        inputs = NoticeInputs(
            links=table_places(live.state, self._tables),
            is_end_shown=live.is_end_shown,
            shown_rounds=self._shown_rounds,
            subscribers=self._subscribers,
            unpinged=self._unpinged,
            inviters=self._inviters,
        )
        # A highlight of an earlier state does not count.
        highlight = self._highlight
        if highlight is not None and highlight.fingerprint == live.state.fingerprint:
            inputs = inputs._replace(highlight=highlight.line)
        number = live.next_ping_group
        if number is not None:
            inputs = inputs._replace(next_ping=PresencePing(number, live.ping_groups[number]))
        return inputs

    def identity_of(self, message: FoundMessage) -> Identity:
        """Return what a message of the tournament is."""
        identity = identity_of(message)
        # Even a known invitation may have been sent without its people being marked.
        if identity.slot == INVITED:
            self._unpinged |= message.mentions
        return identity

    async def carry_out(self, request: Request) -> None:
        """Send a request, and change the record of messages."""
        live = self.kept
        if request.key == "highlight":
            line = await best_highlight_of_winner(live.state, self._tables)
            self._highlight = FoundHighlight(live.state.fingerprint, line)
        elif request.route is None and request.people:
            await live.change(acts.mark_pinged, request.people)
        else:
            rounds = len(live.state.rounds)
            await super().carry_out(request)
            if request.slot == MAIN and request.route is Route.SEND:
                self._shown_rounds = rounds

    async def after_sending(self, request: Request, sent: SentMessage) -> None:
        """Note whom the sent message has pinged."""
        if request.slot == INVITED:
            self._unpinged |= set(request.people)
        elif request.pings is not None and request.pings.reason is PingReason.BEGINNING:
            self.kept.notified |= set(sent.notified)
