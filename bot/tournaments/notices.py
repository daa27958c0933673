"""The public messages of a tournament."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import partial

import structlog

from bot.clock import Clock, Elapsed, Signal
from bot.driving.keeper import Keeper, Lane, Step, StepSource
from bot.driving.registry import TableRegistry
from bot.gate import Gate
from bot.showing.places import Places
from bot.showing.writer import wait_until
from bot.tables.lobby import unanswered, unnotified
from bot.tables.snapshot import fingerprint_of
from bot.tournaments import acts
from bot.tournaments.live import INVITED, SUBSCRIBED, SUMMONED, Tournament, TournamentSteps
from bot.tournaments.pages import (
    best_feat_of_winner,
    invitation_page,
    presence_page,
    subscribers_page,
    tournament_page,
)
from bot.tournaments.registry import table_places
from bot.wire import errors
from bot.wire.components import table_ids
from bot.wire.errors import UNKNOWN_CHANNEL, DiscordError, NoAnswer, RequestRejected
from bot.wire.limits import Limits, Priority, Route
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.pings import PingReason, Pings
from bot.wire.transport import Transport, unexpired_pictures

log = structlog.get_logger(__name__)


# --- notices ------------------------------------------------------------------------------------------------
# Keeps a tournament's messages on Discord up to date.
#
# Each request has a key, which says what the request does:
#
#     tournament   show the current state; for a new round and at the end, the message moves to the bottom
#     call         ping subscribers when the sign-up opens, and participants shortly before the start;
#                  several messages may be needed, since one message notifies at most a hundred people
#     invite       ping people whom the host has invited
#     lost         search for messages that may have been sent before a crash, or whose response was lost
#     stale        delete messages that are no longer needed

SEARCHED_MESSAGES = 50
NOT_THERE = (errors.UNKNOWN_MESSAGE, errors.TOO_OLD, errors.ARCHIVED, errors.THREAD_LOCKED)


class NoticeWriter:
    """Keeps the messages of one tournament on Discord up to date."""

    def __init__(
        self,
        live: Tournament,
        transport: Transport,
        places: Places,
        clock: Clock,
        tables: TableRegistry,
    ) -> None:
        self._live, self._transport, self._places, self._clock = live, transport, places, clock
        self._tables = tables
        # A message may have been sent without being noted, or without its people being marked.
        is_noted = not live.shown_row.sending and not unnotified(live.state.invitations)
        self._is_certain = not live.is_restored or is_noted
        self._tries = 0
        self._round = len(live.state.rounds)
        self._is_forbidden = False
        self._watched: int | None = None
        self._subscribers: tuple[int, ...] = ()
        self._invited: frozenset[int] = frozenset()  # people who need no ping, and are not yet marked so
        self._inviters: dict[int, int] = {}  # by the user id of the invited person, until the ping is sent
        self._wants_bottom = False
        self._refusals = 0
        self._watchers: set[Signal] = set()

    @property
    def tournament(self) -> Tournament:
        """The tournament whose messages this writer keeps up to date."""
        return self._live

    @property
    def is_place_gone(self) -> bool:
        row = self._live.state.row
        return self._places.is_gone(row.guild_id, row.channel_id)

    def ping_subscribers(self, people: tuple[int, ...]) -> None:
        """Ping these subscribers (user ids) once the sign-up message has been posted."""
        self._subscribers = people
        self._live.changed.set()

    def note_invited(self, by: int, heard: Iterable[int], unheard: Iterable[int]) -> None:
        """Note who has invited people (user ids), and who of them is not pinged since a limit is reached."""
        self._inviters |= dict.fromkeys(heard, by)
        self._invited |= {*unheard}

    async def repost(self, max_ms: int) -> bool:
        """Post the tournament's message again at the bottom of its channel.

        Args:
            max_ms: how long to wait until it is posted.

        Returns:
            False if it is not posted yet. It is posted later, as soon as Discord accepts it.
        """
        former, refusals = self._live.shown_row.message_id, self._refusals
        self._wants_bottom = True

        def is_posted() -> bool:
            return self._live.shown_row.message_id not in (None, former)

        def is_settled() -> bool:
            return is_posted() or self._refusals > refusals

        await wait_until(is_settled, max_ms, self._clock, self._watchers, self._live.changed)
        return is_posted()

    def watch(self, channel_id: int | None) -> None:
        """Watch a channel for new messages instead of the previous one; ``None`` for no channel."""
        if channel_id != self._watched:
            if self._watched is not None:
                self._places.unwatch(self._watched)
            if channel_id is not None:
                self._places.watch(channel_id)
            self._watched = channel_id

    # --- what is to be done -----------------------------------------------------------------------------

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the requests that the tournament's messages need now."""
        if self.is_place_gone:
            return
        self.watch(self._live.state.row.channel_id)
        if not self._is_certain:
            yield self._step("lost", now, Route.LOOK, Priority.TIDYING, self._search_channel)
            return
        yield from self._message_steps(now)
        yield from self._ping_steps(now)
        for message_id in self._live.shown_row.stale[:1]:
            yield self._step("stale", now, Route.DELETE, Priority.TIDYING, partial(self._delete, message_id))

    def _step(
        self, key: str, at: Elapsed, route: Route, priority: Priority, act: Callable[[], Awaitable[object]]
    ) -> Step:
        return Step(key, at, act, Lane(priority, route, self._live.state.row.channel_id))

    def _links(self) -> dict[str, int]:
        return table_places(self._live.state, self._tables)

    def _fingerprint(self, links: Mapping[str, int]) -> str:
        return fingerprint_of([self._live.state.fingerprint, sorted(links.items())])

    def _message_steps(self, now: Elapsed) -> Iterator[Step]:
        state, shown_row = self._live.state, self._live.shown_row
        fingerprint = self._fingerprint(self._links())
        # What ended without a message, or was shown to its end and deleted since then, is not posted again.
        is_past = state.row.status == "cancelled" or self._live.is_end_shown
        if self._is_forbidden or (shown_row.message_id is None and is_past):
            return
        if shown_row.mark == fingerprint and shown_row.message_id is not None and not self._wants_bottom:
            return
        if shown_row.message_id is None or self._moves_to_bottom(shown_row.message_id):
            yield self._step("tournament", now, Route.SEND, Priority.MESSAGE, self._send_message)
        else:
            yield self._step("tournament", now, Route.EDIT, Priority.MESSAGE, self._edit_message)

    def _moves_to_bottom(self, message_id: int) -> bool:
        state = self._live.state
        # A correction after the end is not news.
        if self._live.is_end_shown:
            return False
        # The tables of a new round stand below it, so it moves to the bottom for the round and for the end.
        is_news = state.is_over or len(state.rounds) != self._round
        return is_news or self._wants_bottom or self._places.is_old(message_id)

    def _ping_steps(self, now: Elapsed) -> Iterator[Step]:
        if self._live.shown_row.message_id is None:
            return
        yield from self._invitation_steps(now)
        state, shown_row = self._live.state, self._live.shown_row
        # Other pings are of no use once the tournament has begun.
        if not state.is_open:
            kept = {key: post for key, post in shown_row.posts.items() if key == INVITED}
            calls = [message_id for key, (message_id, _) in shown_row.posts.items() if key != INVITED]
            calls += [] if shown_row.call_id is None else [shown_row.call_id]
            if calls:
                self._live.note(call_id=None, posts=kept, stale=(*shown_row.stale, *calls))
            return
        # Subscribers first, and later those who have signed up.
        if self._subscribers and SUBSCRIBED not in shown_row.called:
            yield self._step("call", now, Route.SEND, Priority.CALL, self._post_subscribers_ping)
        elif state.row.starts_at is not None and self._live.next_ping_group is not None:
            wall = self._clock.now_ms()
            at = now + max(0, state.row.starts_at - acts.CALL_MS - wall)
            yield self._step("call", at, Route.SEND, Priority.CALL, self._post_presence_ping)

    def _invitation_steps(self, now: Elapsed) -> Iterator[Step]:
        state, posts = self._live.state, self._live.shown_row.posts
        waiting = unnotified(state.invitations)
        # Marked people may be invited again later.
        self._invited &= {*waiting}
        self._inviters = {user_id: by for user_id, by in self._inviters.items() if user_id in waiting}
        # Once nobody needs its buttons, the message is deleted. During the sign-up, people who declined have
        # another button.
        needed = unanswered(state.invitations) if state.is_open else state.invitations
        if state.is_closed or not needed:
            if INVITED in posts:
                self._note_invitation_message(None)
            return
        # People who are not pinged need the message's buttons, too.
        if INVITED not in posts or any(user_id not in self._invited for user_id in waiting):
            yield self._step("invite", now, Route.SEND, Priority.CALL, self._post_invitation)
        elif waiting:
            yield Step("invite", now, self._mark_invited)

    def _note_invitation_message(self, message_id: int | None) -> None:
        shown_row = self._live.shown_row
        posts = {key: post for key, post in shown_row.posts.items() if key != INVITED}
        old = [post[0] for key, post in shown_row.posts.items() if key == INVITED]
        if message_id is not None:
            posts[INVITED] = (message_id, "")
        self._live.note(posts=posts, stale=(*shown_row.stale, *old))

    # --- doing it ---------------------------------------------------------------------------------------

    async def _send_message(self) -> None:
        live = self._live
        links = self._links()
        fingerprint, round_number = self._fingerprint(links), len(live.state.rounds)
        page = await self._page(links)
        # A new message replaces the old one, which is deleted.
        old = () if live.shown_row.message_id is None else (live.shown_row.message_id,)
        try:
            message_id, sent = await self._send(page, fingerprint)
        except RequestRejected:
            self._refusals += 1
            self._tell()
            raise
        self._wants_bottom, self._round = False, round_number
        live.note(
            message_id=message_id,
            mark=fingerprint,
            pictures=dict(sent.pictures),
            stale=(*live.shown_row.stale, *old),
        )
        self._tell()
        await live.show(sending=False)

    def _tell(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    async def _page(self, links: Mapping[str, int]) -> Page:
        state = self._live.state
        finest = await best_feat_of_winner(state, self._tables) if state.is_over else ""
        return tournament_page(state, state.row.locale, links, finest)

    async def _edit_message(self) -> None:
        live = self._live
        message_id = live.shown_row.message_id
        assert message_id is not None
        links = self._links()
        fingerprint = self._fingerprint(links)
        page = await self._page(links)
        stored_pictures = {name: StoredPicture(*picture) for name, picture in live.shown_row.pictures.items()}
        kept_pictures = unexpired_pictures(
            stored_pictures, {file.filename for file in page.files}, self._clock.now_ms()
        )
        try:
            sent = await self._transport.edit(live.state.row.channel_id, message_id, page, kept_pictures)
        except RequestRejected as refusal:
            self._note_refusal(refusal)
            # The message is gone or cannot be edited: it will be sent again.
            if refusal.code not in NOT_THERE:
                raise
            await live.show(message_id=None, mark="", pictures={}, stale=(*live.shown_row.stale, message_id))
        else:
            await live.show(mark=fingerprint, pictures=dict(sent.pictures))

    async def _post_subscribers_ping(self) -> None:
        state = self._live.state
        page = subscribers_page(state, self._subscribers, state.row.locale)
        await self._post_and_record_ping(page, self._subscribers, PingReason.INVITATION, SUBSCRIBED)

    async def _post_presence_ping(self) -> None:
        state, number = self._live.state, self._live.next_ping_group
        assert number is not None
        people = self._live.ping_groups[number]
        page = presence_page(state, people, number, state.row.locale)
        await self._post_and_record_ping(page, people, PingReason.BEGINNING, (0, -1 - number))

    async def _post_invitation(self) -> None:
        # The message names all people who have not answered, and pings those who do not know yet.
        live = self._live
        state = live.state
        new = tuple(user_id for user_id in unnotified(state.invitations) if user_id not in self._invited)
        page = invitation_page(state, state.row.locale)
        # A message has one cause: people whom another person has invited are pinged by the next one.
        by = self._inviters.get(new[0]) if new else None
        new = tuple(user_id for user_id in new if self._inviters.get(user_id) == by)
        tournament = live.id if by is None else ""
        pings = Pings(new, PingReason.INVITATION, state.row.guild_id, by, tournament)
        message_id, _ = await self._send(page, f"invite {new}", pings)
        self._invited |= {*new}
        self._note_invitation_message(message_id)
        await live.show(sending=False)

    async def _mark_invited(self) -> None:
        await self._live.change(acts.mark_pinged, self._invited)

    async def _post_and_record_ping(
        self, page: Page, people: tuple[int, ...], reason: PingReason, entry: tuple[int, int]
    ) -> None:
        live = self._live
        pings = Pings(people, reason, live.state.row.guild_id, tournament=live.id)
        message_id, sent = await self._send(page, repr(entry), pings)
        if reason is PingReason.BEGINNING:
            live.notified |= {*sent.notified}
        self._record_ping(message_id, entry)
        await live.show(sending=False)

    def _record_ping(self, message_id: int, what: tuple[int, int]) -> None:
        live, shown_row = self._live, self._live.shown_row
        if what in (SUBSCRIBED, SUMMONED):
            old = () if shown_row.call_id is None else (shown_row.call_id,)
            live.note(call_id=message_id, stale=(*shown_row.stale, *old))
        else:
            live.note(posts={**shown_row.posts, f"call{-what[1]}": (message_id, "")})
        live.note(called=(*live.shown_row.called, what))

    async def _send(self, page: Page, nonce_part: str, pings: Pings | None = None) -> tuple[int, SentMessage]:
        # Returns the message and its id.
        live = self._live
        # Stored before the request, so that the message is searched for after a crash.
        await live.show(sending=True)
        # ``nonce_part`` differs between messages, so that Discord does not take them for one.
        identity = repr(
            (
                live.id,
                live.known_since,
                nonce_part,
                live.shown_row.message_id,
                live.shown_row.call_id,
                self._tries,
            )
        )
        nonce = hashlib.blake2s(identity.encode(), digest_size=12).hexdigest()
        # After a lost answer nothing is sent before the search; after a refusal there is nothing to search.
        try:
            sent = await self._transport.send(live.state.row.channel_id, page, nonce, pings)
        except NoAnswer:
            self._is_certain = False
            raise
        except RequestRejected as refusal:
            self._note_refusal(refusal)
            live.note(sending=False)
            raise
        assert sent.message_id is not None
        return sent.message_id, sent

    def _note_refusal(self, refusal: RequestRejected) -> None:
        state = self._live.state
        if refusal.code == UNKNOWN_CHANNEL:
            self._places.mark_deleted(state.row.channel_id)
        elif refusal.is_forbidden and state.is_closed:
            self._is_forbidden = True

    async def _delete(self, message_id: int) -> None:
        live = self._live
        try:
            await self._transport.delete(live.state.row.channel_id, message_id)
        except RequestRejected as refusal:
            if not (refusal.is_missing or refusal.is_forbidden or refusal.code in NOT_THERE):
                raise
        live.note(stale=tuple(stale_id for stale_id in live.shown_row.stale if stale_id != message_id))

    async def _search_channel(self) -> None:
        # Messages of the bot whose ids are not stored are used again, or deleted.
        live = self._live
        try:
            seen = await self._transport.history(live.state.row.channel_id, SEARCHED_MESSAGES)
        except DiscordError:
            self._tries += 1
            if self._tries < 6:
                raise
            seen = []  # asking again is of no use
        known_ids = {*live.shown_row.ids, *live.shown_row.stale}
        changes: dict[str, object] = {"sending": False}
        stale: list[int] = []
        for message in sorted(seen, key=lambda message: int(message.id)):
            ids = table_ids(part.custom_id for part in message.parts)
            if not self._transport.is_by_us(message.author.id) or live.id not in ids:
                continue
            content = "\n".join(part.content for part in message.parts)
            custom_ids = [part.custom_id for part in message.parts]
            is_invitation = any(ident and ident.startswith("b:cup_decline:") for ident in custom_ids)
            if is_invitation:
                self._invited |= {int(user_id) for user_id in re.findall(r"<@(\d+)>", content)}
            if int(message.id) in known_ids:
                continue
            if is_invitation:
                self._note_invitation_message(int(message.id))
            elif "<@" in content and "## 🏆" not in content:
                self._record_ping(int(message.id), _ping_entry(custom_ids))
            elif live.shown_row.message_id is None and "message_id" not in changes:
                changes |= {"message_id": int(message.id), "mark": "", "pictures": {}}
            else:
                stale.append(int(message.id))
        self._is_certain = True
        await live.show(**changes, stale=(*live.shown_row.stale, *stale))


def _ping_entry(custom_ids: Iterable[str]) -> tuple[int, int]:
    # The entry of ``ShownRow.called`` for a message with these buttons.
    for ident in custom_ids:
        _, verb, *rest = ident.split(":") if ident else ("", "")
        if verb == "cup_here":
            return 0, -1 - int(rest[1] if len(rest) > 1 else 0)
    return SUBSCRIBED


# --- notice writers -----------------------------------------------------------------------------------------
# The writers of tournaments' messages, and the tournaments' background tasks (keepers).


class NoticeWriters:
    """The writers of all tournaments' messages, one for each tournament."""

    def __init__(
        self,
        transport_to: Callable[[int], Transport],  # takes a server id
        places: Places,
        clock: Clock,
        tables: TableRegistry,
        gate: Gate,
        limits: Limits,
        may_send_to_guild: Callable[[int], bool],
        has_left: Callable[[int, int], Awaitable[bool]],  # takes a server id and a user id
    ) -> None:
        self._transport_to, self._tools = transport_to, (places, clock, tables)
        self._clock, self._tables = clock, tables
        self._gate, self._limits, self._may_speak, self._has_left = gate, limits, may_send_to_guild, has_left
        self._all: dict[str, NoticeWriter] = {}

    def of(self, tournament: Tournament) -> NoticeWriter:
        """Return the writer of a tournament's messages."""
        notices = self._all.get(tournament.id)
        if notices is None or notices.tournament is not tournament:
            transport = self._transport_to(tournament.state.row.guild_id)
            notices = NoticeWriter(tournament, transport, *self._tools)
            # A tap can outlast its tournament, which this process has lost and perhaps loaded again.
            if not tournament.is_dropped:
                self._all[tournament.id] = notices
        return notices

    def release(self, tournament: Tournament) -> None:
        """Drop the writer of a tournament whose background task has stopped."""
        if (notices := self._all.pop(tournament.id, None)) is not None:
            notices.watch(None)

    def make_keeper(self, tournament: Tournament) -> Keeper:
        """Return a new background task (keeper) for a tournament and its messages."""
        notices = self.of(tournament)
        steps = TournamentSteps(tournament, self._clock, self._tables, notices, self._has_left)
        guild_id = tournament.state.row.guild_id

        # Steps of the tournament itself, and of its messages.
        def looks() -> Iterator[StepSource]:
            yield steps.steps
            yield notices.steps

        return Keeper(
            tournament, self._clock, self._gate, self._limits, looks, lambda: self._may_speak(guild_id)
        )
