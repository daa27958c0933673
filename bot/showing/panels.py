"""Private panels (messages that only one person sees), and their updates.

Discord accepts updates of a panel for 15 minutes after the person's last tap.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from bot.clock import Clock, Elapsed
from bot.driving.keeper import Lane, Step, StepSource
from bot.driving.table import Table
from bot.language.catalogue import language_of
from bot.pages import messages
from bot.pages.context import PanelContext
from bot.pages.lobby import lobby_over_page
from bot.showing.screen import Screen
from bot.tables import guessing, seating
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.wire.errors import INVALID_TOKEN, DiscordError, RequestRejected
from bot.wire.exchange import Token, delete_by, edit_by
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.transport import Transport
from games.core.words import Text

BELOW_MS = 3000
"""How long a new panel waits at most for the table's message, to be sent below it."""

REST_MS = 2000
"""Shortest time between two updates of a panel while its person has nothing to do."""


class Panel:
    """One person's private panel: the hand, known facts, and the controls for a move.

    Attributes:
        fingerprint: fingerprint of the snapshot that the panel shows; empty if unknown.
        message_id: ``None`` until the id is known.
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
        # Whose panel it is.
        self._table, self._transport, self._clock = table, transport, clock
        self._user_id, self._seat = user_id, seat
        # What its message shows now.
        self.screen = Screen(clock)
        self.fingerprint = ""
        self.context = PanelContext(is_newcomer=is_newcomer)
        self.message_id: int | None = None
        # How it can be edited, and whether that still works.
        self._token: Token | None = None
        self._is_dead = self._has_failed = False
        # When it was updated last, and for which decision.
        self._decision = -1
        self._is_withdrawn = False
        # Until when it waits to be sent below the table's message; ``None`` if it is not to be sent.
        self._moves_by: Elapsed | None = None
        self._was_quiet, self._shown_at, self._shown_seq = False, Elapsed(0), 0

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
        return replace(self.context, answers=tuple(answers), remark=remark, shows_whole_table=shows_table)

    def note_answer(self, token: Token, snapshot: Snapshot, context: PanelContext, sent: SentMessage) -> None:
        """Record the content that the bot has just sent as the response to an interaction.

        Args:
            token: the interaction's token, which edits the panel from now on.
        """
        self._token, self._is_dead, self._has_failed = token, False, False
        self.context, self._decision = context, _decision(snapshot)
        self._note_update(not snapshot.is_my_turn and snapshot.moment is None, snapshot.seq)
        self.message_id = sent.message_id or self.message_id

    def take_over(self, token: Token, message_id: int | None) -> None:
        """Replace a private message by this panel as soon as the table's message is posted.

        Args:
            token: the interaction token that can edit the private message.
        """
        self._token, self.message_id = token, message_id
        self._moves_by = self._clock.elapsed_ms() + BELOW_MS  # at the latest

    def withdraw(self) -> None:
        """Mark the panel's message for deletion, since the person has another panel."""
        self._is_withdrawn = True

    @property
    def _is_lost(self) -> bool:
        if self._token is None:
            return not self.screen.is_being_written  # the first answer did not arrive
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
            return state.reveal_pause is None and self.fingerprint == self._current_fingerprint
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
        return self.snapshot().fingerprint

    def snapshot(self) -> Snapshot:
        """Return everything that the panel's seat may see now."""
        return self._table.state.seen_by(self._seat)

    def page(self, snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        """Return the panel as a message."""
        return messages.panel_message(snapshot, language, context)

    # --- keeping it up to date ----------------------------------------------------------------------------

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that updates or deletes the panel, if one is needed."""
        if self._token is None or self._is_current or self.screen.is_being_written or self.is_gone:
            return
        is_quiet = not self._is_withdrawn and self._is_quiet(self._table.state)
        at = self._shown_at + REST_MS if is_quiet and self._was_quiet else now
        priority = Priority.PICTURE if is_quiet else Priority.MESSAGE
        lane = Lane(priority, Route.BY_TOKEN, self._token.interaction_id)
        # A new game's hand is sent once the table has its message.
        if self._moves_by is not None and not self._is_withdrawn:
            at = now if self._table.shown_row.message_id is not None else self._moves_by
            lane = Lane(Priority.MESSAGE, Route.FOLLOW_UP, self._table.state.row.channel_id)
        yield Step(f"panel {id(self)}", at, self._follow, lane)

    def _is_quiet(self, state: TableState) -> bool:
        # A person who only waits for others gets fewer updates.
        is_on = state.is_playing and state.reveal_pause is None
        return is_on and self._seat not in state.acting(human=True)

    def _note_update(self, was_quiet: bool, seq: int) -> None:
        self._was_quiet, self._shown_at, self._shown_seq = was_quiet, self._clock.elapsed_ms(), seq

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
        self.context, self._decision = self.context_for(snapshot), _decision(snapshot)
        # Stored before the request, so that other changes meanwhile are noticed.
        self._note_update(self._is_quiet(self._table.state), snapshot.seq)
        page = self.page(snapshot, language, self.context)
        # Nothing that the person sees has changed.
        if self.screen.is_showing(page):
            self.fingerprint = snapshot.fingerprint
            return
        await self._write(token, page, snapshot.fingerprint)

    async def _delete(self, token: Token) -> None:
        with contextlib.suppress(RequestRejected):  # the person closed it, or its token is dead
            await delete_by(self._transport, token)
        self._is_dead = self._token is token

    async def _write(self, token: Token, page: Page, fingerprint: str) -> None:
        self.fingerprint = ""
        moves, self._moves_by = self._moves_by is not None, None  # after a failure it is edited where it is
        try:
            deliver = partial(self._send_again if moves else edit_by, self._transport, token)
            _, self.fingerprint = await self.screen.write(lambda: page, fingerprint, deliver)
            self._has_failed = False
        except RequestRejected as refusal:
            # The person closed it: the button opens a new one. Or its token is dead.
            if not refusal.is_missing and refusal.code != INVALID_TOKEN:
                self._has_failed = True
                raise
            self._is_dead = self._token is token  # else a tap has brought another token
        except Exception:
            self._has_failed = True
            raise

    async def _send_again(
        self, transport: Transport, token: Token, page: Page, kept: Mapping[str, StoredPicture]
    ) -> SentMessage:
        channel_id = self._table.state.row.channel_id
        async with transport.permit(Priority.MESSAGE, Route.BY_TOKEN, token.interaction_id):
            sent = await transport.follow_up(channel_id, token.token, page)
        if self._token is token:  # else a tap has brought another token
            self._token, self.message_id = token._replace(message_id=sent.message_id), sent.message_id
        with contextlib.suppress(DiscordError):  # then it stays where it is
            await delete_by(transport, token)
        return sent


class WatchPanel(Panel):
    """The private panel with all hands, for a person who no longer plays."""

    @property
    def _is_theirs(self) -> bool:
        return seating.may_watch(self._table.state, self._user_id)

    @property
    def _current_fingerprint(self) -> str:
        return self._table.state.fingerprint

    def snapshot(self) -> Snapshot:
        """Return the public facts and all hands.

        Raises:
            Refused: the person may not see all hands.
        """
        return seating.with_all_hands(self._table.state, self._user_id)

    def page(self, snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        """Return the panel with all hands as a message."""
        return messages.watch_message(snapshot, language)


class GuessPanel(Panel):
    """The private panel of a spectator who guesses whether claims are lies."""

    @property
    def _is_theirs(self) -> bool:
        return guessing.may_guess(self._table.state, self._user_id)

    def snapshot(self) -> Snapshot:
        """Return the public facts and the person's own guess.

        Raises:
            Refused: the person may not guess.
        """
        return guessing.guesser_snapshot(self._table.state, self._user_id)

    def page(self, snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        """Return the panel for guesses as a message."""
        return messages.guess_message(snapshot, language)


class WaitingPanel(NamedTuple):
    """A private message that becomes a panel when the game begins."""

    token: Token
    message_id: int | None
    is_newcomer: bool


class LobbyPanel:
    """A private page of a lobby, which is replaced when the lobby starts or is closed.

    Args:
        token: an interaction token that can edit the page.
    """

    def __init__(self, table: Table, transport: Transport, clock: Clock, token: Token) -> None:
        self._table, self._transport, self._clock = table, transport, clock
        self._token, self._is_done = token, False

    @property
    def is_gone(self) -> bool:
        """True if the page needs no further updates, or can no longer be updated."""
        return self._is_done or self._clock.elapsed_ms() > self._token.expires_at

    def steps(self, now: Elapsed) -> Iterator[Step]:
        """Yield the automatic step that replaces the page after the end of the lobby."""
        if not self._table.state.is_lobby and not self.is_gone:
            lane = Lane(Priority.MESSAGE, Route.BY_TOKEN, self._token.interaction_id)
            yield Step(f"lobby page {id(self)}", now, self._end, lane)

    async def _end(self) -> None:
        page = lobby_over_page(self._table.state.snapshot, language_of(self._token.locale))
        try:
            await edit_by(self._transport, self._token, page)
        except RequestRejected as refusal:
            if not refusal.is_missing and refusal.code != INVALID_TOKEN:
                raise
        self._is_done = True


AnyPanel = TypeVar("AnyPanel", Panel, LobbyPanel)


def living_step_sources(panels: dict[int, AnyPanel]) -> Iterator[StepSource]:
    """Yield the function ``steps`` of each panel, and remove expired panels from the dictionary."""
    for key, panel in list(panels.items()):
        if panel.is_gone:
            del panels[key]
        else:
            yield panel.steps


def _decision(snapshot: Snapshot) -> int:
    return -1 if snapshot.own is None else snapshot.decisions[snapshot.own.seat]
