"""An open table: one object from lobby to result, and the path of every change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Concatenate, NamedTuple, ParamSpec

import msgspec
import structlog

from bot import metrics
from bot.clock import Clock, Elapsed, snowflake_time_ms
from bot.driving import evenings
from bot.driving.kept import Kept
from bot.driving.quarantine import restore_state
from bot.language import public_label
from bot.lists import user_ids, without_user
from bot.refused import Refused
from bot.tables import clocks, endings, lobby, planning, presence, reveals
from bot.tables.lobby import HOST_GONE_MS, awaits_host
from bot.tables.positions import SeatNote, is_away, is_person, is_present
from bot.tables.state import Change, TableState
from games.core.cards import all_but
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE, ToAct, is_to_act
from games.core.words import Seat, Seats, Text
from storage import Store
from storage.rows import CANCELLED, NOTICE, OVER, STAND_IN, MoveRow, SeatRow, SentRow
from storage.servers import Act
from storage.tables.evenings import end_evening
from storage.tables.gathering import move_table, save_message, save_shown
from storage.tables.lifecycle import (
    append_moves,
    cancel_table,
    open_or_close_planned,
    save_acts,
    save_guess,
    save_lobby,
    start_table,
)
from storage.tables.loading import load_evening, load_table


class UnsavedMove(NamedTuple):
    """A person's move that could not be written to the database yet."""

    user_id: int
    move: str  # the move's notation
    decision: int  # number of the person's decision
    at: Elapsed  # when the person tapped


P = ParamSpec("P")


class Table(Kept[TableState]):
    """A table in memory, from its lobby to its result. Its methods are the acts of people and of the bot.

    A method raises ``Refused`` if the change is not allowed, and ``StorageError`` if it cannot be written.
    The change is then not made.

    Args:
        reveal_pace: multiplies the pauses after hidden cards are revealed; 0 for no pauses.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        state: TableState,
        sent_row: SentRow,
        *,
        reveal_pace: float = 0,
        is_restored: bool = False,
    ) -> None:
        super().__init__(store, clock, state, sent_row, is_restored=is_restored)
        self.serving_since = self.known_since
        self._reveal_pace = reveal_pace
        # Since when something is not shown; the table's message may be unknown at the start.
        self.unshown_since: Elapsed | None = clock.elapsed_ms()
        # When the table's message was written last; None if that is unknown.
        self.shown_at: Elapsed | None = None
        # When the host of a lobby last tapped there. The time restarts with the bot.
        self.host_seen_at = clock.elapsed_ms()
        # The last taps of the people at a lobby, by user id. Their joining is stored.
        self._tapped_at: dict[int, Elapsed] = {}
        self._unsaved_moves: dict[int, UnsavedMove] = {}

    @property
    def is_set_aside(self) -> bool:
        return self.state.incident is not None

    @property
    def is_closed_unplayed(self) -> bool:
        return lobby.is_closed_unplayed(self.state)

    def is_in_channel(self, channel_id: int) -> bool:
        """Return whether the table is in a channel or in one of its threads."""
        return lobby.is_in_channel(self.state, channel_id)

    @property
    def is_published(self) -> bool:
        """True if the table's Discord message is known to show the current state."""
        return self.sent_row.message_id is not None and self.sent_row.mark == self.state.fingerprint

    def bind_log(self) -> None:
        """Add the table's id and its number of moves to every log line of the current task."""
        structlog.contextvars.bind_contextvars(table=self.id, seq=self.state.seq)

    async def announce(self, restart_at: int | None) -> None:
        """Show at the table when the bot will restart, in Unix milliseconds; ``None`` for no restart."""
        async with self.lock:
            self._swap(self.state.with_restart_at(restart_at))

    # --- the people of a lobby ----------------------------------------------------------------------

    def note_tap(self, user_id: int) -> None:
        """Note that a person has tapped at this table. A host who taps at their lobby is not gone."""
        if self.state.is_lobby and self.state.seat_of(user_id) is not None:
            self._tapped_at[user_id] = self._clock.elapsed_ms()
        if self.state.is_lobby and user_id == self.state.row.host_id:
            self.host_seen_at = self._clock.elapsed_ms()
            self._swap(self.state.with_host_gone(False))

    def silent_people(self, starter_id: int) -> tuple[int, ...]:
        """Return the user ids of the people to ask whether they are still there, before a game begins.

        Nobody is asked in a lobby that starts by itself, for example of a rematch.

        Args:
            starter_id: user id of the person who starts the game.
        """
        state = self.state
        if state.gathering.is_rematch or state.gathering.paired is not None:
            return ()
        others = without_user(state.people, starter_id)
        silent = [seat for seat in others if self._silent_for(seat) > presence.SILENT_MS]
        return tuple(user_ids(silent))

    def seen_lately(self) -> tuple[int, ...]:
        """Return the user ids of seated people who have tapped at this lobby while it waits for answers."""
        present = [seat for seat in self.state.people if self._silent_for(seat) < presence.ANSWER_MS]
        return tuple(user_ids(present))

    def _silent_for(self, seat: SeatRow) -> int:
        since_joining = self._clock.now_ms() - snowflake_time_ms(seat.join_id)
        tapped_at = self._tapped_at.get(seat.user_id or 0)
        if tapped_at is None:
            return since_joining
        return min(since_joining, self._clock.elapsed_ms() - tapped_at)

    @property
    def host_check_at(self) -> Elapsed | None:
        """When to check again whether the lobby's host is gone; ``None`` if that is not due."""
        if not awaits_host(self.state):
            return None
        if not self.state.is_host_gone:
            return self.host_seen_at + HOST_GONE_MS
        # A write that began before the host's tap has restored the old value.
        is_back = self._clock.elapsed_ms() < self.host_seen_at + HOST_GONE_MS
        return self.host_seen_at if is_back else None

    async def check_host(self) -> None:
        """Note in the table's state whether its host is gone."""
        async with self.lock:
            is_gone = self._clock.elapsed_ms() >= self.host_seen_at + HOST_GONE_MS
            self._swap(self.state.with_host_gone(is_gone))

    # --- keeping up ---------------------------------------------------------------------------------

    def resume_service(self) -> None:
        """Serve the table again after an interruption. An open table is marked as outdated."""
        self.serving_since = self._clock.now_ms()
        self.host_seen_at = self._clock.elapsed_ms()
        if self.state.is_closed:
            self.changed.set()
        else:
            self.mark_outdated()

    async def _read(self) -> TableState:
        stored = await self._store.read(load_table, self.id)
        assert stored is not None
        before = self.state
        after = restore_state(stored).with_restart_at(before.restart_at).with_server_name(before.server)
        after = presence.keep_question(before, after).with_host_gone(before.is_host_gone)
        if after.seq == before.seq:
            if after.is_playing or after.is_over:
                hold = before.position.reveal_pause
            else:
                hold = None
            after = after.with_position(reveal_pause=hold, reveals=before.position.reveals)
        else:
            now = self._clock.now_ms()
            elapsed = self._clock.elapsed_ms()
            after = reveals.restore_reveals(after, elapsed, self._reveal_pace, now, stored.moves)
        pairs = zip(after.seats, before.seats, strict=False)
        gone = [row.seat for row, then in pairs if row.has_left and not then.has_left]
        for seat in gone:
            after = lobby.add_news(after, "log-replaced", seat=Seat(seat))
        if after.has_begun is not before.has_begun:  # the messages change with the phase
            self.sent_row = stored.sent_row
            self.unsaved_since = None
        return after

    def _check_readable(self) -> None:
        if self.state.is_damaged:
            raise Refused("table-set-aside", incident=self.state.incident or "")

    def _swap(self, after: TableState) -> None:
        before = self.state
        # A new host, and that of a lobby that has just opened, gets the whole time.
        is_opened = before.gathering.starts_at is not None and after.gathering.starts_at is None
        if is_opened or after.row.host_id != before.row.host_id:
            self.host_seen_at = self._clock.elapsed_ms()
            after = after.with_host_gone(False)
        # The people of a planned game were pinged before it opened.
        if is_opened:
            ids = user_ids(after.people)
            self._tapped_at = dict.fromkeys(ids, self._clock.elapsed_ms())
        super()._swap(after)
        if before.is_playing and after.is_closed:
            metrics.GAMES.labels(after.row.game, after.row.status).inc()
        if self.unshown_since is None and not self.is_published:
            self.unshown_since = self._clock.elapsed_ms()

    # --- the record of sent messages ----------------------------------------------------------------

    def update_sent_later(self, **changes: Any) -> None:
        """Change fields of ``SentRow``, the record of sent messages. They are saved a little later."""
        super().update_sent_later(**changes)
        if changes.get("mark"):
            self.shown_at = self._clock.elapsed_ms()
        if "mark" in changes:
            if self.is_published:
                self.unshown_since = None
            else:
                self.unshown_since = self._clock.elapsed_ms()

    async def _write_sent_row(self, sent_row: SentRow) -> None:
        save = save_message if self.state.is_damaged else save_shown
        await self._store.write(
            save, msgspec.structs.replace(sent_row, mark="") if self.state.faults else sent_row
        )

    def forget_lobby_messages(self) -> None:
        """Forget the lobby's message and pings, so that new ones are sent."""
        message_id = self.sent_row.message_id
        if message_id is not None and self.state.is_lobby:
            self.update_sent_later(
                message_id=None, mark="", called=(), stale=(*self.sent_row.stale, message_id)
            )

    # --- before the game ----------------------------------------------------------------------------

    async def _write(self, after: TableState, log_entry: Act | None = None) -> TableState:
        after = presence.keep_question(self.state, after)
        row = after.row
        if row.status == CANCELLED:
            now = self._clock.now_ms()
            await self._store.write(cancel_table, row, after.seats, now, log_entry)
            return after.closed(CANCELLED, now)
        gathered = await self._store.write(save_lobby, row, after.seats, after.gathering, log_entry)
        after = after.with_gathering(invitations=gathered.invitations)
        return after.with_row(revision=row.revision + 1)

    async def start(self, by: int) -> TableState:
        """Start the game, deal the cards, and return the table.

        Args:
            by: user id of the host.

        Raises:
            Refused: the person is not the host, the game cannot start, or the lobby's message is outdated.
        """
        # Otherwise a person who knew the bot's secret could try out joins until the deal suited them.
        return await self._change(lambda: self._started(by))

    async def _started(self, by: int) -> TableState:
        now = self._clock.now_ms()
        after = lobby.start(self.state, by, now)
        if not self.is_published:
            raise Refused("lobby-not-published", start=public_label("button-start", self.state.row.locale))
        after = after.with_row(deadline=clocks.next_deadline(self.state, after, now))
        before = self.sent_row
        # The lobby's message becomes a notice, and the table gets a message of its own.
        others = all_but(before.ids, {before.message_id})
        sent_row = SentRow(
            self.id,
            posts={} if before.message_id is None else {NOTICE: (before.message_id, before.mark)},
            stale=before.stale + tuple(others),
            event_id=before.event_id,
        )
        rows = rows_of(after.match, 0, now)
        evening = await self._store.write(start_table, after.row, after.seats, rows, sent_row)
        self.sent_row = sent_row
        return replace(after, evening=evening).with_row(revision=after.row.revision + 1)

    async def move_to(self, venue: str, thread_id: int | None = None, *, is_gone: bool = False) -> TableState:
        """Move the table's messages to its channel or to a thread, and return the table.

        Args:
            venue: the kind of place, such as ``CHANNEL``.
            is_gone: the thread that the table leaves was deleted with all messages.
        """

        async def once() -> TableState:
            before = sent_row = self.sent_row
            former = None if is_gone else self.state.gathering.thread_id
            after = self.state.with_gathering(venue=venue, thread_id=thread_id or former)
            # Only the notice is in the channel. The messages in the thread show an old state, and are deleted
            # as soon as Discord allows it.
            if self.state.thread_id is not None:
                posts = {key: post for key, post in before.posts.items() if key == NOTICE}
                left = all_but(before.ids, {before.notice_id})
                stale = () if is_gone else before.stale + left
                sent_row = SentRow(self.id, posts=posts, event_id=before.event_id, stale=stale)
            await self._store.write(move_table, after.gathering, sent_row)
            self.sent_row = sent_row
            return after

        return await self._change(once)

    async def open_planned_lobby(self, next_id: str, seed: bytes) -> TableState:
        """Open a planned lobby at its start time, or cancel it if too few people have signed up.

        For a weekly lobby, also create the lobby of the next week.

        Args:
            next_id: id of next week's table.
            seed: secret of the shuffles of next week's table.

        Raises:
            Refused: the lobby has no start time, or the time has not come.
        """

        async def once() -> TableState:
            state = self.state
            now = self._clock.now_ms()
            # The lobby as it is after its time has come, and the one of next week.
            after = planning.open_planned(state, now)
            following = planning.next_weekly(state, next_id, seed, now)
            gathered = await self._store.write(
                open_or_close_planned,
                after.row,
                after.seats,
                after.gathering,
                following,
                now,
                # The stored invitations lack people who are banned from the server.
            )
            after = after.with_gathering(invitations=gathered.invitations)
            if after.row.status == CANCELLED:
                return after.closed(CANCELLED, now)
            return after.with_row(revision=after.row.revision + 1)

        after = await self._change(once)
        # The message with the answers is replaced by one with the lobby, which pings people again.
        self.forget_lobby_messages()
        return after

    # --- the one path of a play ---------------------------------------------------------------------

    async def play(
        self,
        seat: int,
        move: str | Move,
        decision: int | None = None,
        note: Text | None = None,
        made_by: str | None = None,
        *,
        is_computer: bool = False,
        by: int | None = None,
        following: Callable[[TableState, int], Move | None] | None = None,
    ) -> TableState:
        """Play a move and the random moves (such as deals) that follow it, and return the changed table.

        Args:
            decision: number of the decision that a tapped button belongs to; ``None`` for a typed move.
            note: text for the seat's private panel until its next move or deal.
            made_by: who chose the move, as in ``MoveRow``; ``None`` for the seat's own player.
            by: user id of the person who plays.
            following: takes the changed table and the seat; returns a second move to play at once, if any.

        Raises:
            Refused: the move is not allowed, or the button is outdated.
        """

        async def once() -> TableState:
            self._check_turn(seat, decision, by)
            row = self.state.seats[seat]
            # The person may have come back while the computer player was choosing.
            if (is_computer and is_present(row)) or (made_by == STAND_IN and not is_away(row)):
                raise Refused("stale-button")
            after = self.state.with_move(seat, move, made_by)
            second = None if following is None else following(after, seat)
            if second is not None:  # nobody is ever shown the position between the two
                after = after.with_move(seat, second, made_by)
            back = seat if made_by is None and is_away(row) else None
            if note is not None:
                after = after.with_note(seat, SeatNote(note))
            return await self._append(after, made_by, back)

        # One try: a move that was overtaken was meant for a position that is gone.
        after = await self._change(once, tries=1)
        is_own = made_by is None and is_person(after.seats[seat])
        metrics.PLAYS.labels(after.row.game, "person" if is_own else "computer").inc()
        return after

    async def deal(self) -> TableState:
        """Play the random moves (deals, shuffles) that are due, and return the table."""
        return await self._change(lambda: self._after_random_move(self.state), tries=1)

    async def apply_in_memory(
        self, act: Callable[Concatenate[TableState, P], TableState], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Apply an act to the table in memory, play due random moves (such as deals), and return the table.

        Args:
            act: called with the present table and ``args``; returns the changed table.
        """
        return await self._change(lambda: self._after_random_move(act(self.state, *args, **kwargs)))

    async def _after_random_move(self, after: TableState) -> TableState:
        if after.is_chance_due:
            return await self._append(after.dealt_once())
        return after

    async def _append(
        self, after: TableState, made_by: str | None = None, back: int | None = None
    ) -> TableState:
        now = self._clock.now_ms()
        # A person who moves is back at the table.
        if back is not None:
            after = after.with_seat(back, is_away=False)
            after = after.with_row(deserted_until=None, revision=after.row.revision + 1)
        # Chance moves at once, up to the next pause for revealed cards. Without people at the table, nobody
        # needs time to look.
        elapsed = self._clock.elapsed_ms()
        pace = 0 if lobby.is_left_to_computers(self.state) else self._reveal_pace
        after = reveals.pause_for_reveal(after, elapsed, pace)
        while after.may_tell() and after.to_act == CHANCE:
            after = reveals.pause_for_reveal(after.dealt_once(), elapsed, pace)
        deadline = clocks.next_deadline(self.state, after, now)
        outcome = None if after.row.is_decided else after.outcome(now)
        rows = rows_of(after.match, self.state.seq, now, made_by)
        closed_at = now if after.is_over else None
        there = None if back is None else after.seats[back]
        made = await self._store.write(append_moves, self.id, rows, deadline, outcome, there, closed_at)
        # In memory, a finished game also has its ratings and its end.
        if closed_at is None:
            return after.with_row(deadline=deadline)
        after = after.with_row(votes={}).closed(OVER, now)
        return replace(after, **made._asdict())

    def _check_turn(self, seat: int, decision: int | None, by: int | None) -> None:
        state = self.state
        # Refusals in the order in which they help the person most.
        if not state.is_playing:
            state.check_playing()
        if by is not None and state.seat_of(by) != seat:
            raise Refused("already-left")
        if state.is_paused:
            raise Refused("table-paused", resume=public_label("button-resume", state.row.locale))
        # A player may move once all cards are face up, even before the pause ends.
        if self._awaits_cards(seat):
            state.check_playing()
        # A second tap on the same question was only too slow. Otherwise the answer says who is to act.
        if not is_to_act(state.to_act, seat):
            state.check_playing()
            is_repeated = decision == state.position.decisions[seat]
            raise Refused("already-played") if is_repeated else not_your_turn(state.to_act)
        if decision is not None and decision != state.position.decisions[seat]:
            raise Refused("stale-button")

    # --- moves that could not be written ------------------------------------------------------------------

    @property
    def unsaved_moves(self) -> tuple[UnsavedMove, ...]:
        """The moves that could not be written yet, and that their players may still make now."""
        return tuple(unsaved for unsaved in self._unsaved_moves.values() if self._is_due(unsaved))

    def _is_due(self, unsaved: UnsavedMove) -> bool:
        state = self.state
        seat = state.seat_of(unsaved.user_id) if state.is_playing else None
        if seat is None or not is_to_act(state.to_act, seat) or self._awaits_cards(seat):
            return False
        return state.position.decisions[seat] == unsaved.decision

    def _awaits_cards(self, seat: int) -> bool:
        return self.state.position.in_suspense and not self.state.may_tell(seat)

    def remember_move(self, user_id: int, move: str, decision: int) -> None:
        """Remember a move that could not be written to the database, to retry it later.

        Args:
            decision: the number of the decision that the move answers.
        """
        self._unsaved_moves[user_id] = UnsavedMove(user_id, move, decision, self._clock.elapsed_ms())
        self.changed.set()

    def forget_move(self, user_id: int) -> None:
        """Forget a person's move that could not be written to the database."""
        self._unsaved_moves.pop(user_id, None)

    async def retry_moves(self) -> None:
        """Try again to play the moves that could not be written to the database."""
        for unsaved in self.unsaved_moves:
            seat = self.state.seat_of(unsaved.user_id)
            if seat is not None:
                try:
                    await self.play(seat, unsaved.move, unsaved.decision, by=unsaved.user_id)
                except Refused:
                    # The move is tried again once all cards are face up.
                    if self._awaits_cards(seat):
                        continue
            self.forget_move(unsaved.user_id)

    # --- votes, guesses and the end of the evening --------------------------------------------------

    async def apply_in_game(
        self, act: Callable[Concatenate[TableState, int, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Carry out an act in a running game, such as a vote, and return the changed table.

        Args:
            act: called with the table, the time in Unix milliseconds, and ``args``.
        """

        async def once() -> TableState:
            now = self._clock.now_ms()
            return await self.save_decision(act(self.state, now, *args, **kwargs), now)

        return await self._change(once)

    async def save_decision(self, change: Change, now: int) -> TableState:
        """Write an act in a running game, and return the changed table. The caller holds the table's lock.

        Args:
            now: the time of the act in Unix milliseconds.
        """
        before = self.state
        after, outcome, order = change
        if after is before:
            return before
        after = endings.without_stale_votes(after)
        revision = before.row.revision
        changed = [row for row, old in zip(after.seats, before.seats, strict=True) if row != old]
        row = after.with_row(revision=revision).row
        made = await self._store.write(save_acts, row, changed, after.seq, now, outcome, order)
        after = after.with_row(revision=revision + 1)
        if outcome is None:
            return after
        return replace(after, **made._asdict())

    async def guess(
        self, act: Callable[Concatenate[TableState, P], TableState], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Carry out an act of a spectator, such as a guess, and return the changed table.

        Args:
            act: a function of ``bot.tables.reveals``, called with the present table and ``args``.
        """
        return await self._change(lambda: self._save_guesses(act(self.state, *args, **kwargs)))

    async def _save_guesses(self, after: TableState) -> TableState:
        row = after.row
        known = self.state.position.guesses.guesses
        for guess in set(after.position.guesses.guesses).difference(known):
            await self._store.write(save_guess, row.id, row.guild_id, after.seq, guess)
        return after

    async def end_evening(self) -> TableState:
        """End the table's series of games, make its summary, and return the table.

        Raises:
            Refused: another game of the series has been opened.
        """
        evening = await self._store.write(end_evening, self.id, self._clock.now_ms())
        if evening is None:
            raise Refused("game-is-over")
        stored = await self._store.read(load_evening, evening.id)
        story = await asyncio.to_thread(evenings.summarize, evening, stored)

        async def once() -> TableState:
            return replace(self.state, evening=evening, story=story)

        return await self._change(once)


def not_your_turn(to_act: ToAct) -> Refused:
    """Return the error for a move out of turn. The error names the players on turn."""
    if isinstance(to_act, tuple):
        return Refused("not-your-turn", names=Seats(to_act))
    return Refused("nobodys-turn")


def rows_of(match: Match | None, since: int, now: int, made_by: str | None = None) -> list[MoveRow]:
    """Return a match's moves from number ``since`` on, as rows for the database.

    Args:
        now: the time to store, in Unix milliseconds.
        made_by: stored with each move that is not random.
    """
    assert match is not None
    rows = []
    for number, (actor, move) in enumerate(match.moves[since:], since):
        if actor == CHANCE:
            rows.append(MoveRow(number, None, str(move), now))
        else:
            rows.append(MoveRow(number, int(actor), str(move), now, made_by))
    return rows
