"""The open private panels (messages that only one person sees) of a table, and their updates.

Discord accepts updates of a panel for 15 minutes after the person's last tap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import discord

from bot.clock import Clock, Elapsed
from bot.driving.steps import RequestClass, Step, StepSource
from bot.driving.table import Table
from bot.interactions import exchange_of, why_not_updated
from bot.language import language_of
from bot.lists import not_none
from bot.pages import messages
from bot.pages.boards import hand_height
from bot.pages.lobby import lobby_over_page
from bot.pages.panel import LOW_HAND, PanelContext
from bot.showing.editor import Deliver, MessageEditor, WrittenPage
from bot.tables import fingerprints, lobby, reveals
from bot.tables.clocks import OpenPanel
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.wire.errors import INVALID_FORM, INVALID_TOKEN, DiscordError, RequestRejected
from bot.wire.exchange import TOKEN_MS, Token, delete_by, edit_by
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page, SentMessage, StoredPicture, pictures_elsewhere
from bot.wire.transport import Transport
from games.core.words import Text
from storage import Store
from storage.errors import StorageError
from storage.scores.stats import load_history

BELOW_MS = 3000
"""How long a new panel waits at most for the table's message, to be sent below it."""

BESIDE_MS = 1000
"""How long a panel waits for the table's message, to show the same picture of a reveal. Afterwards the panel
shows the reveal in words. The time begins once the rate limit allows an edit of the table's message.
"""

ALONE_MS = 3000
"""After this time a panel uploads the picture of a reveal itself, if the table's message still lacks it."""

IN_WORDS = "in words "
"""Beginning of a panel's fingerprint while it shows a reveal without its picture."""

REST_MS = 2000
"""Shortest time between two updates of a panel while its person has nothing to do."""


class PageForNow(NamedTuple):
    """What a panel shows now, and the fingerprint that it has then."""

    page: Page
    fingerprint: str


class Panel:
    """One person's private panel: the hand, known facts, and the controls for a move.

    Attributes:
        fingerprint: fingerprint of the snapshot that the panel shows; empty if unknown.
        message_id: ``None`` until the id is known.
        is_on_hold: it is not updated, since its person is about to get another panel in its place.
    """

    def __init__(
        self,
        table: Table,
        transport: Transport,
        clock: Clock,
        user_id: int,
        seat: int,
        *,
        is_newcomer: bool = False,
    ) -> None:
        # The panel's table and person.
        self._table = table
        self._transport = transport
        self._clock = clock
        self._user_id = user_id
        self._seat = seat
        # The content that the message shows now.
        self.editor = MessageEditor(clock)
        self.fingerprint = ""
        self.context = PanelContext(is_newcomer=is_newcomer)
        self._hand_height = self.context.hand_height
        self.message_id: int | None = None
        self.is_on_hold = False
        # How it can be edited, and whether that still works.
        self._token: Token | None = None
        self._is_dead = False
        self._has_failed = False
        # When it was updated last, and for which decision.
        self._decision = -1
        self._is_withdrawn = False
        # Until when it waits to be sent below the table's message; ``None`` if it is not to be sent.
        self._moves_by: Elapsed | None = None
        # The last update: whether its person had nothing to do, when it was sent, and after how many moves.
        self._was_quiet = False
        self._shown_at = Elapsed(0)
        self._shown_seq = 0

    # --- after each answer --------------------------------------------------------------------------------

    def context_for(
        self,
        snapshot: Snapshot,
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> PanelContext:
        """Return what the panel shows in addition to its snapshot.

        Args:
            answers: the answers so far to the questions about the next move; ``None`` keeps the old ones.
            shows_table: show the table in place of the question; ``None`` chooses the usual value.
        """
        # Answers, and the choice to see the table, last until the seat's next decision. A new answer ends the
        # choice.
        is_same = _decision(snapshot) == self._decision
        if shows_table is None:
            shows_table = is_same and answers is None and self.context.shows_whole_table
        if answers is None:
            answers = self.context.answers if is_same else ()
        return replace(
            self.context,
            answers=tuple(answers),
            remark=remark,
            shows_whole_table=shows_table,
            hand_height=self._hand_height,
        )

    def note_answer(self, token: Token, snapshot: Snapshot, context: PanelContext, sent: SentMessage) -> None:
        """Record the content that the bot has just sent as the response to an interaction.

        Args:
            token: the interaction's token, which edits the panel from now on.
        """
        self._token = token
        self._is_dead = False
        self._has_failed = False
        self.context = context
        self._decision = _decision(snapshot)
        self._note_update(not snapshot.is_my_turn and snapshot.reveal_scene is None, snapshot.seq)
        self.message_id = sent.message_id or self.message_id

    def take_over(self, token: Token, message_id: int | None) -> None:
        """Replace a private message by this panel as soon as the table's message is posted.

        Args:
            token: the interaction token that can edit the private message.
        """
        self._token = token
        self.message_id = message_id
        self._moves_by = self._clock.elapsed_ms() + BELOW_MS  # at the latest

    def withdraw(self) -> None:
        """Mark the panel's message for deletion, since the person has another panel."""
        self._is_withdrawn = True

    @property
    def _is_lost(self) -> bool:
        if self._token is None:
            return not self.editor.is_being_written  # the first answer did not arrive
        return self._is_dead or self._clock.elapsed_ms() > self._token.expires_at

    @property
    def is_gone(self) -> bool:
        """True if the panel needs no further updates, or can no longer be updated."""
        state = self._table.state
        if self._is_lost or state.match is None:
            return True
        if self._is_withdrawn:
            return False
        if state.is_closed:
            return state.may_tell() and self.fingerprint == self._current_fingerprint
        return not self._is_theirs

    @property
    def acted_at(self) -> Elapsed | None:
        """Monotonic time of the last tap in the panel; ``None`` if the panel can no longer be updated."""
        is_followed = not self._is_withdrawn and not self._has_failed and not self.is_gone
        return self._token.received_at if is_followed and self._token is not None else None

    # --- contents -----------------------------------------------------------------------------------------

    @property
    def _is_theirs(self) -> bool:
        return self._table.state.seat_of(self._user_id) == self._seat

    @property
    def _current_fingerprint(self) -> str:
        return self._fingerprint_of(self.snapshot(), self.context)

    def _fingerprint_of(self, snapshot: Snapshot, context: PanelContext) -> str:
        # A snapshot's fingerprint is for the first question of a decision, and not for the whole table.
        shows_more = context.shows_whole_table or (snapshot.is_my_turn and context.answers)
        if shows_more and snapshot.reveal_scene is None:
            return fingerprints.with_note(self._table.state.fingerprint, snapshot.mine.note)
        return snapshot.fingerprint

    def snapshot(self) -> Snapshot:
        """Return everything that the panel's seat may see now."""
        return self._table.state.seen_by(self._seat)

    def page(self, snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        """Return the panel as a message."""
        return messages.panel_message(snapshot, language, context)

    def page_for_now(self, snapshot: Snapshot, language: str, context: PanelContext) -> PageForNow:
        """Return the panel as a message. A reveal is in words until the table's message has its picture."""
        page = self.page(snapshot, language, context)
        # Afterwards the hand keeps its size, so that its picture may stay. Beside a hint it may be lower.
        height = hand_height(page) if snapshot.is_my_turn else None
        if height is not None:
            self._hand_height = min(self._hand_height, max(height, LOW_HAND))
        if snapshot.reveal_scene is None or self._has_pictures(page):
            return PageForNow(page, self._fingerprint_of(snapshot, context))
        page = self.page(snapshot, language, replace(context, has_picture=False))
        return PageForNow(page, f"{IN_WORDS}{snapshot.fingerprint}")

    def _has_pictures(self, page: Page) -> bool:
        # True if nothing is uploaded, or nothing is worth waiting for.
        now = self._clock.elapsed_ms()
        late_since = self._late_since
        if late_since is None or now >= late_since + ALONE_MS:
            return True
        if not self._transport.addresses.are_accepted(now):
            return True
        known = self.editor.pictures.keys() | self._table.sent_row.pictures.keys()
        return known.issuperset([file.filename for file in page.files])

    @property
    def _late_since(self) -> Elapsed | None:
        # Since when the table's message shows less than a panel does. Not counted is what it missed before a
        # reveal, and the time for which the rate limit holds it back after the edit before.
        since = self._table.unshown_since
        if self._table.is_published or since is None:
            return None
        edited_at = self._table.shown_at or since
        pause = self._table.state.position.reveal_pause
        began = since if pause is None else pause.began
        return max(since, began, edited_at + Route.EDIT.period_ms)

    # --- keeping it up to date ----------------------------------------------------------------------------

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that updates or deletes the panel, if one is needed."""
        if self._token is None or self._is_current or self.editor.is_being_written or self.is_gone:
            return
        if self.is_on_hold:
            return
        state = self._table.state
        priority = Priority.MESSAGE if self._is_withdrawn else self._priority(state)
        if priority is Priority.PICTURE and self._was_quiet:
            at = self._shown_at + REST_MS
        else:
            at = now
        lane = RequestClass(priority, Route.BY_TOKEN, self._token.interaction_id)
        # A new game's hand is sent once the table has its message.
        if self._moves_by is not None and not self._is_withdrawn:
            if self._table.sent_row.message_id is not None:
                at = now
            else:
                at = self._moves_by
            lane = RequestClass(Priority.MESSAGE, Route.FOLLOW_UP, state.row.channel_id)
        # A reveal is uploaded once, with the public message.
        elif state.snapshot.reveal_scene is not None and (late_since := self._late_since) is not None:
            is_in_words = self.fingerprint.startswith(IN_WORDS)
            at = max(at, late_since + (ALONE_MS if is_in_words else BESIDE_MS))
        # An update that waits does not hold up one with a higher priority.
        yield Step(f"panel {id(self)} {priority.name}", at, self._follow, lane)

    def _priority(self, state: TableState) -> Priority:
        # A panel tells its person that it is their turn, as a ping does. People who wait get fewer updates.
        if self._seat in state.acting(human=True):
            return Priority.PING
        return Priority.PICTURE if state.is_playing and state.may_tell() else Priority.MESSAGE

    def _note_update(self, was_quiet: bool, seq: int) -> None:
        self._was_quiet = was_quiet
        self._shown_at = self._clock.elapsed_ms()
        self._shown_seq = seq

    @property
    def _is_current(self) -> bool:
        if self._is_withdrawn:
            return False
        # The sentence about a refused tap is removed after the next move at the table.
        has_old_remark = self.context.remark is not None and self._table.state.seq != self._shown_seq
        return self.fingerprint == self._current_fingerprint and not has_old_remark

    async def _follow(self) -> None:
        token = self._token
        assert token is not None
        # A newer panel has taken its place.
        if self._is_withdrawn:
            await self._delete(token)
            return
        language = language_of(token.locale)
        snapshot = self.snapshot()
        self.context = self.context_for(snapshot)
        self._decision = _decision(snapshot)
        # Stored before the request, so that other changes meanwhile are noticed.
        self._note_update(self._priority(self._table.state) is Priority.PICTURE, snapshot.seq)
        page, fingerprint = self.page_for_now(snapshot, language, self.context)
        # Nothing that the person sees has changed.
        if self.editor.is_showing(page):
            self.fingerprint = fingerprint
            return
        await self._write(token, page, fingerprint)

    async def _delete(self, token: Token) -> None:
        with suppress(RequestRejected):  # the person has closed the panel, or its token has expired
            await delete_by(self._transport, token)
        self._note_end(token)

    def _note_end(self, token: Token) -> None:
        # A newer tap may have replaced the token. Otherwise the person may have to be pinged.
        if self._token is token:
            self._is_dead = True
            self._table.changed.set()

    async def _write(self, token: Token, page: Page, fingerprint: str) -> None:
        self.fingerprint = ""
        # A new game's hand is sent again below the table's message. If that fails, it is edited where it is.
        if self._moves_by is None:
            deliver = partial(edit_by, self._transport, token)
        else:
            deliver = partial(self._send_again, self._transport, token)
        self._moves_by = None
        try:
            _, self.fingerprint = await self.write(page, fingerprint, deliver)
            self._has_failed = False
        except RequestRejected as refusal:
            # The person has closed the panel, and can open another one; or its token has expired.
            if not refusal.is_missing and refusal.code != INVALID_TOKEN:
                self._has_failed = True
                raise
            self._note_end(token)
        except Exception:
            self._has_failed = True
            raise

    # --- pictures that everybody sees ---------------------------------------------------------------------

    async def write(self, page: Page, fingerprint: str, deliver: Deliver) -> WrittenPage:
        """Write a page to the panel. What the table's public message shows is not uploaded a second time.

        Args:
            fingerprint: fingerprint of the state that the page shows.
            deliver: sends the page.
        """

        async def deliver_with_addresses(page: Page, kept: Mapping[str, StoredPicture]) -> SentMessage:
            shared = self._public_pictures(page, kept)
            try:
                return await deliver(page, {**kept, **shared})
            except RequestRejected as refusal:
                if not shared or refusal.code != INVALID_FORM:
                    raise
                sent = await deliver(page, kept)
                self._transport.addresses.note_refusal(self._clock.elapsed_ms())
                return sent

        return await self.editor.write(page, fingerprint, deliver_with_addresses)

    def _public_pictures(self, page: Page, kept: Mapping[str, StoredPicture]) -> Mapping[str, StoredPicture]:
        # Only the public message gives its pictures to others: files of equal names are equal.
        if not self._transport.addresses.are_accepted(self._clock.elapsed_ms()):
            return {}
        missing = [file.filename for file in page.files if file.filename not in kept]
        public = self._table.sent_row.pictures
        return {name: StoredPicture(*public[name]).elsewhere for name in missing if name in public}

    async def _send_again(
        self, transport: Transport, token: Token, page: Page, kept: Mapping[str, StoredPicture]
    ) -> SentMessage:
        channel_id = self._table.state.row.channel_id
        async with transport.permit(Priority.MESSAGE, Route.BY_TOKEN, token.interaction_id):
            sent = await transport.follow_up(channel_id, token.token, page, pictures_elsewhere(kept))
        if self._token is token:  # a newer tap has replaced the token
            self._token = token._replace(message_id=sent.message_id)
            self.message_id = sent.message_id
        with suppress(DiscordError):  # a message that cannot be deleted stays
            await delete_by(transport, token)
        return sent


class WatchPanel(Panel):
    """The private panel with all hands, for a person who no longer plays."""

    @property
    def _is_theirs(self) -> bool:
        return lobby.may_watch(self._table.state, self._user_id)

    @property
    def _current_fingerprint(self) -> str:
        return self._table.state.fingerprint

    def snapshot(self) -> Snapshot:
        """Return the public facts and all hands.

        Raises:
            Refused: the person may not see all hands.
        """
        return lobby.with_all_hands(self._table.state, self._user_id)

    def page(self, snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        """Return the panel with all hands as a message."""
        return messages.watch_message(snapshot, language)


class GuessPanel(Panel):
    """The private panel of a spectator who guesses whether claims are lies."""

    @property
    def _is_theirs(self) -> bool:
        return reveals.may_guess(self._table.state, self._user_id)

    def snapshot(self) -> Snapshot:
        """Return the public facts and the person's own guess.

        Raises:
            Refused: the person may not guess.
        """
        return reveals.guesser_snapshot(self._table.state, self._user_id)

    def page(self, snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        """Return the panel for guesses as a message."""
        return messages.guess_message(snapshot, language)


class WaitingPanel(NamedTuple):
    """A private message that becomes a panel when the game begins."""

    token: Token
    message_id: int | None
    is_newcomer: bool


class LobbyPanel:
    """A private page of a lobby, which is replaced or deleted when the lobby starts or is closed.

    Args:
        token: an interaction token that can edit the page.

    Attributes:
        has_newer: the person has a newer page of this lobby, so that one notice of its end is enough.
    """

    def __init__(self, table: Table, transport: Transport, clock: Clock, user_id: int, token: Token) -> None:
        self.user_id = user_id
        self.has_newer = False
        self._table = table
        self._transport = transport
        self._clock = clock
        self._token = token
        self._is_done = False

    @property
    def is_gone(self) -> bool:
        """True if the page needs no further updates, or can no longer be updated."""
        return self._is_done or self._clock.elapsed_ms() > self._token.expires_at

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that replaces or deletes the page after the end of the lobby."""
        if not self._table.state.is_lobby and not self.is_gone:
            lane = RequestClass(Priority.MESSAGE, Route.BY_TOKEN, self._token.interaction_id)
            yield Step(f"lobby page {id(self)}", now, self._end, lane)

    async def _end(self) -> None:
        page = lobby_over_page(self._table.state.snapshot, language_of(self._token.locale))
        try:
            if self.has_newer:
                await delete_by(self._transport, self._token)
            else:
                await edit_by(self._transport, self._token, page)
        except RequestRejected as refusal:
            if not refusal.is_missing and refusal.code != INVALID_TOKEN:
                raise
        self._is_done = True


AnyPanel = TypeVar("AnyPanel", Panel, LobbyPanel)


def drop_expired(panels: dict[int, AnyPanel]) -> None:
    """Remove the panels that need no further updates, or can no longer be updated."""
    for key, panel in list(panels.items()):
        if panel.is_gone:
            del panels[key]


def step_functions(panels: Iterable[Panel | LobbyPanel]) -> list[StepSource]:
    """Return the functions that return the panels' automatic steps."""
    return [panel.steps for panel in panels]


def _decision(snapshot: Snapshot) -> int:
    if snapshot.own is None:
        return -1
    return snapshot.decisions[snapshot.own.seat]


# --- panel book ---------------------------------------------------------------------------------------------
# All open private panels of one table, and the answers to taps that open or change a panel.

AnyInteraction = discord.Interaction[Any]


def tapped_id(interaction: AnyInteraction) -> int | None:
    """Return the id of the message that was tapped; ``None`` for a command."""
    return None if interaction.message is None else interaction.message.id


class PanelBook:
    """All open private panels (hands, watching, guessing, lobby pages) of one table.

    When a person opens a panel, their older panel of the same kind is deleted.

    Args:
        store: tells which people have never finished a game like this.
    """

    def __init__(self, table: Table, transport: Transport, clock: Clock, store: Store) -> None:
        self._table = table
        self._transport = transport
        self._clock = clock
        self._store = store
        self.hands = dict[int, Panel]()  # the keys here and below are user ids
        self._watching = dict[int, Panel]()
        self._guessing = dict[int, Panel]()
        self._former = list[Panel]()
        self._lobby_pages = dict[int, LobbyPanel]()  # by message id
        self._waiting = dict[int, WaitingPanel]()

    def step_sources(self) -> Iterator[StepSource]:
        """Yield the functions that return each open panel's automatic steps, and drop expired panels."""
        self._show_hands_to_waiting()
        self._former = [panel for panel in self._former if not panel.is_gone]
        yield from step_functions(self._former)
        for panels in (self.hands, self._watching, self._guessing):
            drop_expired(panels)
            yield from step_functions(panels.values())
        drop_expired(self._lobby_pages)
        yield from step_functions(self._lobby_pages.values())

    def open_hands(self) -> dict[int, OpenPanel]:
        """Return the hands that are open and can be updated, by the user id of the player."""
        now = self._clock.now_ms()
        elapsed = self._clock.elapsed_ms()
        hands = {}
        for user_id, panel in self.hands.items():
            acted_at = panel.acted_at
            if acted_at is not None:
                tapped_at = now - (elapsed - acted_at)
                hands[user_id] = OpenPanel(tapped_at, tapped_at + TOKEN_MS)
        return hands

    @property
    def has_spectators(self) -> bool:
        """True if a person follows the game in an open panel, without a turn in it."""
        panels = chain(self._watching.values(), self._guessing.values())
        return any(panel.acted_at is not None for panel in panels)

    # --- opening ------------------------------------------------------------------------------------------

    async def open_hand(self, interaction: AnyInteraction, seat: int) -> None:
        """Answer an interaction with a seat's private panel."""
        with self._holding(self.hands, interaction.user.id):
            await self._open(interaction, await self._new_hand(interaction.user.id, seat), self.hands)

    async def open_below(self, interaction: AnyInteraction, seat: int) -> None:
        """Answer a tap with a seat's private panel in a new message, and delete the tapped message."""
        message = interaction.message
        before = exchange_of(interaction).token_for_later()
        await self.open_hand(interaction, seat)
        if message is not None and message.flags.ephemeral:
            with suppress(DiscordError):  # a message that cannot be deleted stays
                await delete_by(self._transport, before)

    async def open_watch(self, interaction: AnyInteraction) -> None:
        """Open a private panel that shows all hands.

        Raises:
            Refused: this person may not see all hands.
        """
        with self._holding(self._watching, interaction.user.id):
            await self._open(interaction, self._new(WatchPanel, interaction.user.id), self._watching)

    async def open_guess(self, interaction: AnyInteraction) -> None:
        """Open a private panel in which a spectator guesses whether claims are lies."""
        with self._holding(self._guessing, interaction.user.id):
            await self._open(interaction, self._new(GuessPanel, interaction.user.id), self._guessing)

    async def show_until_start(self, interaction: AnyInteraction, page: Page) -> None:
        """Show a page to a person. When the game begins, the person's hand replaces the page."""
        exchange = exchange_of(interaction)
        message = interaction.message
        if exchange.answered is None and message is not None and message.flags.ephemeral:
            await exchange.update(page)
            message_id: int | None = message.id
            self._lobby_pages.pop(message.id, None)
        else:
            message_id = (await exchange.send_private(page)).message_id
        is_newcomer = await self._is_newcomer(interaction.user.id)
        self._waiting[interaction.user.id] = WaitingPanel(exchange.token_for_later(), message_id, is_newcomer)
        self._table.changed.set()

    def track_lobby_page(self, interaction: AnyInteraction, sent: SentMessage) -> None:
        """Remember a private page of the lobby, so that it is replaced when the lobby ends.

        Args:
            sent: Discord's response to the message with the page.
        """
        message_id = sent.message_id or tapped_id(interaction)
        token = exchange_of(interaction).token_for_later()
        if message_id is not None:
            user_id = interaction.user.id
            page = LobbyPanel(self._table, self._transport, self._clock, user_id, token)
            self._lobby_pages[message_id] = page
            own_ids = [key for key, each in self._lobby_pages.items() if each.user_id == user_id]
            for own_id in own_ids:
                self._lobby_pages[own_id].has_newer = own_id < max(own_ids)
            self._table.changed.set()

    # --- answering ----------------------------------------------------------------------------------------

    async def update_hand(
        self,
        interaction: AnyInteraction,
        seat: int,
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> None:
        """Answer a tap in a seat's private panel by drawing the panel again.

        Args:
            answers: the answers so far to the questions about the next move; ``None`` keeps the old ones.
            remark: the reason why the tap did nothing.
            shows_table: show the table in place of the question. ``None`` means false if there are new
                ``answers``, and no change otherwise.
        """
        panel = self._tapped(interaction, self.hands)
        if panel is None:
            new_panel = await self._new_hand(interaction.user.id, seat)
            panel = self._tapped(interaction, self.hands) or new_panel  # another tap may have been quicker
        await self._renew(interaction, panel, self.hands, answers, remark, shows_table)

    async def update_guess(self, interaction: AnyInteraction) -> None:
        """Answer a tap in a spectator's panel for guesses by drawing the panel again."""
        panel = self._tapped(interaction, self._guessing) or self._new(GuessPanel, interaction.user.id)
        await self._renew(interaction, panel, self._guessing)

    def forget_hand(self, interaction: AnyInteraction) -> None:
        """Stop updating the tapped panel, since its message will show another page."""
        panel = self.hands.get(interaction.user.id)
        if panel is not None and panel.message_id == tapped_id(interaction):
            del self.hands[interaction.user.id]

    # --- the book -----------------------------------------------------------------------------------------

    def _show_hands_to_waiting(self) -> None:
        # People who do not play, or whose lobby was closed, get a page that says so.
        state = self._table.state
        while self._waiting and not state.is_lobby:
            user_id, waiting = self._waiting.popitem()
            seat = state.seat_of(user_id)
            if seat is not None and state.match is not None:
                hand = self._new(Panel, user_id, seat, is_newcomer=waiting.is_newcomer)
                hand.take_over(waiting.token, waiting.message_id)
                self.hands[user_id] = hand
            else:
                page = LobbyPanel(self._table, self._transport, self._clock, user_id, waiting.token)
                self._lobby_pages[waiting.message_id or waiting.token.interaction_id] = page

    async def _is_newcomer(self, user_id: int) -> bool:
        game = self._table.state.row.game
        try:
            return not await self._store.read(load_history, user_id, limit=1, game=game)
        except StorageError:
            return False

    async def _new_hand(self, user_id: int, seat: int) -> Panel:
        is_newcomer = await self._is_newcomer(user_id)
        return self._new(Panel, user_id, seat, is_newcomer=is_newcomer)

    def _new(self, kind: type[Panel], user_id: int, seat: int = -1, *, is_newcomer: bool = False) -> Panel:
        return kind(self._table, self._transport, self._clock, user_id, seat, is_newcomer=is_newcomer)

    def _tapped(self, interaction: AnyInteraction, panels: dict[int, Panel]) -> Panel | None:
        panel = panels.get(interaction.user.id)
        message_id = tapped_id(interaction)
        if panel is not None and panel.message_id in (message_id, None):
            return panel
        return next((older for older in self._former if older.message_id == message_id), None)

    @contextmanager
    def _holding(self, panels: dict[int, Panel], user_id: int) -> Iterator[None]:
        # A panel that is about to be replaced would be edited for nothing, and then deleted.
        current = panels.get(user_id)
        if current is None:
            yield
            return
        current.is_on_hold = True
        try:
            yield
        finally:
            # If no new panel was opened, the current one is updated again.
            current.is_on_hold = False
            self._table.changed.set()

    async def _open(self, interaction: AnyInteraction, panel: Panel, panels: dict[int, Panel]) -> None:
        async def deliver(page: Page, kept: Mapping[str, StoredPicture]) -> SentMessage:
            return await exchange_of(interaction).send_private(page, pictures_elsewhere(kept))

        await self._draw(panel, interaction, deliver)
        user_id = interaction.user.id
        # A tap in the new message may arrive before the answer that tells its id.
        # Then that tap has already registered a panel of this message.
        current = panels.get(user_id)
        earlier = not_none([current, *self._former])
        is_known = panel.message_id is not None and any(
            older.message_id == panel.message_id for older in earlier
        )
        if not is_known:
            if current is not None:
                self._withdraw(current)
            panels[user_id] = panel
        self._table.changed.set()

    async def _renew(
        self,
        interaction: AnyInteraction,
        panel: Panel,
        panels: dict[int, Panel],
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> None:
        # The tapped message is about to be deleted, as a newer panel exists.
        if panel in self._former:
            await exchange_of(interaction).acknowledge()
            return
        user_id = interaction.user.id
        message_id = tapped_id(interaction)
        deliver = exchange_of(interaction).update
        panel.editor.switch_to(message_id)
        panel.message_id = message_id
        # If the answer fails, the panel before stays the current one.
        before = panels.get(user_id)
        panels[user_id] = panel
        try:
            await self._draw(panel, interaction, deliver, answers, remark, shows_table)
        except BaseException:
            if before is not None and before is not panel and panels.get(user_id) is panel:
                panels[user_id] = before
                self._withdraw(panel)
            raise
        if before is not None and before is not panel:
            self._withdraw(before)

    def _withdraw(self, panel: Panel) -> None:
        panel.withdraw()
        self._former.append(panel)
        self._table.changed.set()

    async def _draw(
        self,
        panel: Panel,
        interaction: AnyInteraction,
        deliver: Deliver,
        answers: Sequence[str] | None = None,
        remark: Text | None = None,
        shows_table: bool | None = None,
    ) -> None:
        snapshot = panel.snapshot()
        if remark is None and interaction.channel_id == self._table.state.row.channel_id:
            remark = why_not_updated(interaction)  # the bot may lack a permission there
        panel.context = replace(panel.context, channel_id=interaction.channel_id or 0)
        context = panel.context_for(snapshot, answers, remark, shows_table)
        panel.fingerprint = ""
        try:
            page, fingerprint = panel.page_for_now(snapshot, language_of(interaction.locale), context)
            sent, panel.fingerprint = await panel.write(page, fingerprint, deliver)
            panel.note_answer(exchange_of(interaction).token_for_later(), snapshot, context, sent)
        finally:
            self._table.changed.set(panel.steps)
