"""A table in memory, from its lobby to its result, with a method for each act of people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Concatenate, ParamSpec

from bot import metrics
from bot.driving import evenings
from bot.driving.live import LiveTable, UnsavedMove
from bot.refused import Refused
from bot.tables import appointments, clocks, lobby, moments, seating, votes
from bot.tables.absence import is_away, is_present
from bot.tables.news import is_person
from bot.tables.state import Change, TableState
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE, ToAct, is_to_act
from games.core.words import Seats, Text
from storage.rows import CANCELLED, NOTICE, OVER, STAND_IN, MoveRow, ShownRow
from storage.servers.order import Act
from storage.tables.acts import open_or_close_appointment, save_acts, save_guess
from storage.tables.evenings import end_evening
from storage.tables.lifecycle import append_moves, cancel_table, save_lobby, start_table
from storage.tables.loading import load_evening
from storage.tables.shown import move_table

P = ParamSpec("P")


class Table(LiveTable):
    """A table in memory, with the methods by which people and the bot change it.

    A method raises ``Refused`` if the change is not allowed, and ``StorageError`` if it cannot be written.
    The change is then not made.
    """

    # --- before the game ----------------------------------------------------------------------------

    async def change(
        self, act: Callable[Concatenate[TableState, P], TableState], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Change the lobby, and return the changed table.

        Args:
            act: a function of ``bot.tables.lobby``, called with the present table and ``args``.
        """
        return await self._change(lambda: self._save_lobby(act(self.state, *args, **kwargs)))

    async def moderate(self, act: Act, change: Callable[[TableState], TableState]) -> TableState:
        """Change a lobby for a moderator, and return the changed table.

        Args:
            act: the entry for the moderation log.
            change: takes the present table, and returns the changed one.
        """
        return await self._change(lambda: self._save_lobby(change(self.state), act))

    async def _save_lobby(self, after: TableState, log_entry: Act | None = None) -> TableState:
        row = after.row
        if row.status == CANCELLED:
            now = self._clock.now_ms()
            await self._store.write(cancel_table, row, after.seats, now, log_entry)
            return after.ended(CANCELLED, now)
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
            raise Refused("lobby-not-published")
        after = after.with_row(deadline=clocks.next_deadline(self.state, after, now))
        before = self.shown_row
        # The lobby's message becomes a notice, and the table gets a message of its own.
        others = [message_id for message_id in before.ids if message_id != before.message_id]
        shown_row = ShownRow(
            self.id,
            posts={} if before.message_id is None else {NOTICE: (before.message_id, before.mark)},
            stale=(*before.stale, *others),
            event_id=before.event_id,
        )
        rows = rows_of(after.match, 0, now)
        evening = await self._store.write(start_table, after.row, after.seats, rows, shown_row)
        self.shown_row = shown_row
        return replace(after, evening=evening).with_row(revision=after.row.revision + 1)

    async def move_to(self, venue: str, thread_id: int | None = None, *, is_gone: bool = False) -> TableState:
        """Move the table's messages to its channel or to a thread, and return the table.

        Args:
            venue: the kind of place, such as ``CHANNEL``.
            is_gone: the thread that the table leaves was deleted with all messages.
        """

        async def once() -> TableState:
            before = shown_row = self.shown_row
            former = None if is_gone else self.state.gathering.thread_id
            after = self.state.with_gathering(venue=venue, thread_id=thread_id or former)
            # Only the notice is in the channel. The messages in the thread show an old state, and are deleted
            # as soon as Discord allows it.
            if self.state.thread_id is not None:
                posts = {key: post for key, post in before.posts.items() if key == NOTICE}
                left = tuple([known for known in before.ids if known != before.notice_id])
                stale = () if is_gone else (*before.stale, *left)
                shown_row = ShownRow(self.id, posts=posts, event_id=before.event_id, stale=stale)
            await self._store.write(move_table, after.gathering, shown_row)
            self.shown_row = shown_row
            return after

        return await self._change(once)

    async def keep_appointment(self, next_id: str, seed: bytes) -> TableState:
        """Open a planned lobby at its start time, or cancel it if too few people have signed up.

        For a weekly lobby, also create the lobby of the next week.

        Args:
            next_id: id of next week's table.
            seed: secret of the shuffles of next week's table.

        Raises:
            Refused: the lobby has no start time, or the time has not come.
        """

        async def once() -> TableState:
            state, now = self.state, self._clock.now_ms()
            # The lobby as it is after its time has come, and the one of next week.
            after = appointments.open_planned(state, now)
            following = appointments.next_weekly(state, next_id, seed, now)
            gathered = await self._store.write(
                open_or_close_appointment,
                after.row,
                after.seats,
                after.gathering,
                following,
                now,
                # The stored invitations lack people who are banned from the server.
            )
            after = after.with_gathering(invitations=gathered.invitations)
            if after.row.status == CANCELLED:
                return after.ended(CANCELLED, now)
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
            after = self.state.played(seat, move, made_by)
            second = None if following is None else following(after, seat)
            if second is not None:  # nobody is ever shown the position between the two
                after = after.played(seat, second, made_by)
            back = seat if made_by is None and is_away(row) else None
            # Beside cards that are dealt next, the note would seem to be about them.
            if note is not None and after.to_act != CHANCE:
                after = after.with_note(seat, note)
            return await self._append(after, made_by, back)

        # One try: a move that was overtaken was meant for a position that is gone.
        after = await self._change(once, tries=1)
        is_own = made_by is None and is_person(after.seats[seat])
        metrics.PLAYS.labels(after.row.game, "person" if is_own else "computer").inc()
        return after

    async def deal(self) -> TableState:
        """Play the random moves (deals, shuffles) that are due, and return the table."""
        return await self._change(lambda: self._after_random_move(self.state), tries=1)

    async def turn(
        self, act: Callable[Concatenate[TableState, P], TableState], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Apply an act to the table in memory, play due random moves (such as deals), and return the table.

        Args:
            act: called with the present table and ``args``; returns the changed table.
        """
        return await self._change(lambda: self._after_random_move(act(self.state, *args, **kwargs)))

    async def _after_random_move(self, after: TableState) -> TableState:
        is_chance = after.is_playing and not after.is_halted and after.to_act == CHANCE
        return await self._append(after.dealt_once()) if is_chance else after

    def _after_random_moves(self, after: TableState) -> TableState:
        now = self._clock.elapsed_ms()
        # Without people at the table nobody needs time to look.
        reveal = 0 if seating.is_left_to_computers(self.state) else self._reveal_pace
        after = moments.pause_for_reveal(after, now, reveal)
        while after.reveal_pause is None and after.to_act == CHANCE:
            after = moments.pause_for_reveal(after.dealt_once(), now, reveal)
        return after

    async def _append(
        self, after: TableState, made_by: str | None = None, back: int | None = None
    ) -> TableState:
        now = self._clock.now_ms()
        # A person who moves is back at the table.
        if back is not None:
            after = after.with_seat(back, is_away=False)
            after = after.with_row(deserted_until=None, revision=after.row.revision + 1)
        # Chance moves at once, up to the next pause for revealed cards.
        after = self._after_random_moves(after)
        deadline = clocks.next_deadline(self.state, after, now)
        outcome = None if after.row.is_decided else after.outcome(now)
        rows = rows_of(after.match, self.state.seq, now, made_by)
        closed_at = now if after.is_over else None
        there = None if back is None else after.seats[back]
        made = await self._store.write(append_moves, self.id, rows, deadline, outcome, there, closed_at)
        # In memory, a finished game also has its ratings and its end.
        if not after.is_over:
            return after.with_row(deadline=deadline)
        after = after.with_row(votes={}).ended(OVER, now)
        return replace(after, **made._asdict())

    def _check_turn(self, seat: int, decision: int | None, by: int | None) -> None:
        state = self.state
        # Refusals in the order in which they help the person most.
        if not state.is_playing:
            state.check_outcome_public()
            raise Refused("game-is-over" if state.is_closed else "not-started")
        if by is not None and state.seat_of(by) != seat:
            raise Refused("already-left")
        if state.is_paused:
            raise Refused("table-paused")
        # A move ends the pause in which revealed cards are shown, but no card is turned over early.
        if state.in_suspense and not state.knows_outcome(seat):
            state.check_outcome_public()
        # A typed move says who is to act; a tapped one was simply too slow.
        if not is_to_act(state.to_act, seat):
            state.check_outcome_public()
            raise not_your_turn(state.to_act) if decision is None else Refused("already-played")
        if decision is not None and decision != state.decisions[seat]:
            raise Refused("stale-button")

    # --- moves that could not be written ------------------------------------------------------------------

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
                with suppress(Refused):
                    await self.play(seat, unsaved.move, unsaved.decision, by=unsaved.user_id)
            self.forget_move(unsaved.user_id)

    # --- votes, guesses and the end of the evening --------------------------------------------------

    async def decide(
        self, act: Callable[Concatenate[TableState, int, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Carry out an act in a running game, such as a vote, and return the changed table.

        Args:
            act: called with the table, the time in Unix milliseconds, and ``args``.
        """
        return await self._change(lambda: self.decide_locked(act, *args, **kwargs))

    async def decide_locked(
        self, act: Callable[Concatenate[TableState, int, P], Change], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Do the same as ``decide``, for a caller that holds the table's lock."""
        before, now = self.state, self._clock.now_ms()
        after, outcome, order = act(before, now, *args, **kwargs)
        if after is before:
            return before
        after, revision = votes.without_stale_votes(after), before.row.revision
        changed = [row for row, old in zip(after.seats, before.seats, strict=True) if row != old]
        row = after.with_row(revision=revision).row
        made = await self._store.write(save_acts, row, changed, after.seq, now, outcome, order)
        after = after.with_row(revision=revision + 1)
        return after if outcome is None else replace(after, **made._asdict())

    async def guess(
        self, act: Callable[Concatenate[TableState, P], TableState], *args: P.args, **kwargs: P.kwargs
    ) -> TableState:
        """Carry out an act of a spectator, such as a guess, and return the changed table.

        Args:
            act: a function of ``bot.tables.guessing``, called with the present table and ``args``.
        """

        async def once() -> TableState:
            after = act(self.state, *args, **kwargs)
            row = after.row
            for guess in {*after.crowd.guesses} - {*self.state.crowd.guesses}:
                await self._store.write(save_guess, row.id, row.guild_id, after.seq, guess)
            return after

        return await self._change(once)

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
    return [
        MoveRow(since + i, None, str(move), now)
        if actor == CHANCE
        else MoveRow(since + i, int(actor), str(move), now, made_by)
        for i, (actor, move) in enumerate(match.moves[since:])
    ]
