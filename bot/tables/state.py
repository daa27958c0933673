"""A table as a value: who sits there, what has been played, what may be shown.

A value has no clock, no store and no callbacks, and it never changes: playing a move gives another value. The
live ``Table`` owns one; histories, records, replays and checks make one from what is stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
import structlog

from bot.refused import Refused
from bot.tables.decisions import decisions_of
from bot.tables.news import (
    NEWS_MOVES,
    Asides,
    Hold,
    Told,
    is_person,
    judged,
    lines_of,
    run_of,
    told_of,
    without,
)
from bot.tables.snapshot import Ending, OwnView, Snapshot, seats_out
from games import find_game
from games.core.errors import IllegalMove, NotationError
from games.core.game import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Moment
from games.core.record import write_record
from games.core.rules import CHANCE, Actor, ToAct, is_to_act
from games.core.seats import at_seat
from games.core.shuffle import ShuffleKey
from games.core.words import Seat, Text
from storage.rows import CANCELLED, LOBBY, PLAYING, MoveRow, Outcome, Ratings, SeatRow, StoredTable, TableRow

log = structlog.get_logger(__name__)

SHARED_REFUSALS = ("over", "not-your-turn", "chance-only")
"""What the core of the rules refuses a player in every game alike."""


@dataclass(frozen=True)
class TableState:
    """A table at one moment, in whatever phase.

    Attributes:
        row: where it is, what is played, its status.
        seats: who sits where.
        match: the game, once it has started; treated as a value.
        decisions: for each seat the number of the move at which its present decision began, -1 for none.
        news: what the last moves brought about in words, oldest first.
        hold: while it is not ``None``, play stands still so that what came to light can be seen.
        verdicts: for each seat what the last moment of truth meant for it, until its own next move.
        notes: for each seat what else its own panel tells until then.
        ratings: what a rated game made of each seat's rating, once it is over.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    match: Match | None = None
    decisions: tuple[int, ...] = ()
    news: tuple[Told, ...] = ()
    hold: Hold | None = None
    verdicts: Asides = ()
    notes: Asides = ()
    ratings: Ratings = ()

    def __repr__(self) -> str:
        return f"<TableState {self.id} {self.row.game} {self.row.status}, {self.seq} moves>"

    @classmethod
    def of(cls, stored: StoredTable) -> TableState:
        """Replay a stored table.

        Raises:
            RulesError: the moves cannot be played by these rules.
        """
        row = stored.table
        if row.first is None:
            return cls(row, stored.seats)
        return cls(row, stored.seats, ratings=stored.ratings).begun()._replayed(stored.moves)

    @classmethod
    def revived(cls, stored: StoredTable) -> TableState:
        """Replay a stored table; one whose moves cannot be played any more has no game, and is closed."""
        try:
            return cls.of(stored)
        except Exception:  # whatever is broken about it, it must not keep other tables away
            log.exception("a table cannot be replayed", table=stored.table.id, seq=len(stored.moves))
            broken = cls(stored.table, stored.seats)
            return broken if broken.is_closed else broken.with_row(status=CANCELLED, deadline=None)

    # --- what stands ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return find_game(self.row.game)

    @property
    def is_lobby(self) -> bool:
        return self.row.status == LOBBY

    @property
    def is_playing(self) -> bool:
        return self.row.status == PLAYING

    @property
    def is_closed(self) -> bool:
        return not (self.is_lobby or self.is_playing)

    @property
    def has_begun(self) -> bool:
        """Tell whether it was ever more than a lobby."""
        return self.row.first is not None

    @property
    def is_over(self) -> bool:
        """Tell whether the game was played to its end."""
        return self.match is not None and self.match.is_over

    @property
    def seq(self) -> int:
        """Number of moves played, chance's included."""
        return 0 if self.match is None else len(self.match.moves)

    @property
    def to_act(self) -> ToAct:
        return () if self.match is None else self.match.to_act

    @property
    def key(self) -> ShuffleKey:
        assert self.row.seed is not None
        return ShuffleKey(self.row.seed, self.id, tuple(str(seat.join_id) for seat in self.seats))

    @property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats that people play now."""
        return tuple(seat for seat in self.seats if is_person(seat))

    def seat_of(self, user_id: int) -> int | None:
        """Find the seat that somebody plays (still)."""
        return next((seat.seat for seat in self.people if seat.user_id == user_id), None)

    def names(self, user_id: int) -> bool:
        """Tell whether somebody is host here, or sits or sat here."""
        return self.row.host_id == user_id or any(seat.user_id == user_id for seat in self.seats)

    def acting(self, *, human: bool) -> tuple[int, ...]:
        """List the seats to act now that are played by people, or by computer players."""
        return () if self.hold is not None else self.awaited(human=human)

    def awaited(self, *, human: bool) -> tuple[int, ...]:
        """List the seats to act as soon as no moment of truth stands any more."""
        if not self.is_playing or not isinstance(self.to_act, tuple):
            return ()
        return tuple(seat for seat in self.to_act if is_person(self.seats[seat]) is human)

    def pending(self) -> tuple[tuple[int, int], ...]:
        """List the decisions that people have to make now: seat and number."""
        return () if self.hold is not None else self.open_decisions()

    def open_decisions(self) -> tuple[tuple[int, int], ...]:
        """List the decisions that people have to make as soon as no moment of truth stands any more."""
        return tuple((seat, self.decisions[seat]) for seat in self.awaited(human=True))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What others have worked out of this position; it is gone with it."""
        return {}

    @cached_property
    def mark(self) -> str:
        """A fingerprint of all that the public message shows: equal marks, equal messages."""
        row = self.row
        held = self.hold is not None
        seen = (row.status, self.seq, row.host_id, row.options, row.locale, self.seats, self.news, held)
        return hashlib.blake2s(msgspec.json.encode(seen), digest_size=8).hexdigest()

    @cached_property
    def notice_mark(self) -> str:
        """A fingerprint of all that the notice shows which the lobby leaves."""
        names = [seat.name for seat in self.seats]
        seen = (self.row.options, self.row.locale, names, "notice")
        return hashlib.blake2s(msgspec.json.encode(seen), digest_size=8).hexdigest()

    @cached_property
    def snapshot(self) -> Snapshot:
        """What a spectator may be shown."""
        row = self.row
        return Snapshot(
            id=row.id,
            game=self.game,
            status=row.status,
            has_begun=self.has_begun,
            locale=row.locale,
            options=row.options,
            host_id=row.host_id,
            commitment=row.commitment or "",
            seats=self.seats,
            seq=self.seq,
            to_act=self.to_act,
            decisions=self.decisions,
            news=lines_of(self.news),
            run=lines_of(run_of(self.news, self.seats)),
            mark=self.mark,
            view=None if self.match is None else self.match.view(None),
            moment=None if self.hold is None else self.moment,
            gone_on=frozenset() if self.hold is None else self.hold.gone_on,
            ending=Ending.of(self.game, self.match, self.ratings) if self.match and self.is_over else None,
        )

    def seen_by(self, seat: int) -> Snapshot:
        """What the person at a seat may be shown."""
        assert self.match is not None
        own = OwnView(
            seat, self.match.view(seat), self.match.legal(seat), self.verdicts[seat], self.notes[seat]
        )
        has_gone_on = seat in self.snapshot.gone_on
        moment = None if has_gone_on and is_to_act(self.to_act, seat) else self.snapshot.moment
        return msgspec.structs.replace(self.snapshot, own=own, moment=moment, mark=self.mark_for(seat))

    def mark_for(self, seat: int) -> str:
        """A fingerprint of all that a seat's panel shows, besides what is being chosen there."""
        has_gone_on = self.hold is not None and seat in self.hold.gone_on
        return f"{self.mark}+" if has_gone_on else self.mark

    def record(self, date: str) -> str:
        """Write the game record; once nobody plays on, with a result or without, it proves its shuffles."""
        assert self.match is not None
        headers = {"Table": self.id, "Date": date, "Commitment": self.row.commitment or ""}
        headers["Joins"] = ",".join(self.key.joins)
        headers.update({f"Player{seat.seat}": seat.name for seat in self.seats})
        if (self.is_over or self.is_closed) and self.row.seed is not None:
            headers["Seed"] = self.row.seed.hex()
        return write_record(self.match, headers)

    # --- looking ahead ----------------------------------------------------------------------------

    def with_row(self, **changes: Any) -> TableState:
        """Return the table with some of its row changed."""
        return replace(self, row=msgspec.structs.replace(self.row, **changes))

    def ended(self, status: str, at: int) -> TableState:
        """Return the table closed, as the store closes it: ``"over"`` or ``"cancelled"`` at that time."""
        after = self.with_row(status=status, deadline=None, ended_at=at, revision=self.row.revision + 1)
        return after.let_go() if status == CANCELLED else after

    def begun(self) -> TableState:
        """Return the table with its game set up, not dealt yet.

        Raises:
            SetupError: seats and options do not go together.
        """
        rules = self.game.rules
        match = Match(rules, rules.setup(len(self.seats), self.row.options, self.row.first or 0))
        seats = len(self.seats)
        decisions, nothing = decisions_of(match.to_act, None, (), 0, seats), (None,) * seats
        return replace(self, match=match, decisions=decisions, verdicts=nothing, notes=nothing)

    def played(self, actor: Actor, move: str | Move) -> TableState:
        """Return the table after one more move.

        Raises:
            Refused: the text is no move, or an illegal one; in words for the person who tried.
        """
        assert self.match is not None
        try:
            after = self.match.played(actor, move)
        except IllegalMove as error:
            raise Refused("move-refused", why=self._refusal_text(error)) from None
        except NotationError:
            raise Refused("move-not-understood") from None
        return self._moved_on(after)

    def dealt(self) -> TableState:
        """Return the table after all moves that are chance's now."""
        after = self
        while after.match is not None and after.to_act == CHANCE:
            after = after.dealt_once()
        return after

    def dealt_once(self) -> TableState:
        """Return the table after one move of chance, whose turn it is."""
        assert self.match is not None
        return self._moved_on(self.match.played(CHANCE, self.match.chance_move(self.key)))

    # --- moments of truth -------------------------------------------------------------------------

    @cached_property
    def moment(self) -> Moment | None:
        """What the last move brought to light."""
        return None if self.match is None else self.game.presenter.moment(self.match.view(None))

    def held(self, since: int, now: int, pace: float) -> TableState:
        """Return the table standing still while there is something to be seen.

        Args:
            since: when the last move was made, in Unix milliseconds.
            now: what time it is.
            pace: factor of the time that a moment of truth stands; 0 for none.
        """
        if not pace or self.moment is None:
            return self
        until = since + int(1000 * pace * self.moment.seconds)
        return replace(self, hold=Hold(until)) if until > now else self

    def gone_on(self, seat: int) -> TableState:
        """Return the table after a person has seen enough; play goes on when all have who still play."""
        if self.hold is None:
            return self
        after = replace(self, hold=Hold(self.hold.until, self.hold.gone_on | {seat}))
        return after.let_go() if after.is_seen_by_all else after

    @property
    def is_seen_by_all(self) -> bool:
        """Tell whether everybody who still plays has seen enough of a moment of truth."""
        assert self.match is not None
        assert self.hold is not None
        watching = {seat.seat for seat in self.people}
        playing = watching - {*seats_out(self.match.view(None))} or watching
        return playing <= self.hold.gone_on

    def let_go(self) -> TableState:
        """Return the table with play going on."""
        return self if self.hold is None else replace(self, hold=None)

    def noted(self, seat: int, note: Text) -> TableState:
        """Return the table with a note in a seat's panel that stays until its next move."""
        return replace(self, notes=at_seat(self.notes, seat, note))

    # --- leaving and ending -----------------------------------------------------------------------

    def left_by(self, seat: int, level: str) -> TableState:
        """Return the table with a computer player at a seat whose person has left."""
        seats = tuple(
            msgspec.structs.replace(row, left=True, level=level) if row.seat == seat else row
            for row in self.seats
        )
        told = Told((Text("log-replaced", {"seat": Seat(seat)}),))
        return replace(self, seats=seats, news=(*self.news, told))

    def outcome(self, now: int) -> Outcome | None:
        """Sum the game up once it is over; ``None`` before."""
        result = None if self.match is None else self.match.result()
        if result is None:
            return None
        assert self.match is not None
        began_as_people = [seat for seat in self.seats if seat.level is None or seat.left]
        rated = len(began_as_people) == len(self.seats) and len(self.seats) >= 2
        return Outcome(result.places, result.scores, now, rated, self.match.facts())

    def _moved_on(self, after: Match) -> TableState:
        assert self.match is not None
        actor, _ = after.moves[-1]
        moved = () if actor == CHANCE else (int(actor),)
        seq = len(after.moves)
        decisions = decisions_of(after.to_act, self.to_act, moved, seq, len(self.seats), self.decisions)
        return replace(
            self,
            match=after,
            decisions=decisions,
            news=(*self.news[1 - NEWS_MOVES :], told_of(self.game, after)),
            hold=None,
            verdicts=judged(self.game, after, self.seats, without(self.verdicts, moved)),
            notes=without(self.notes, moved),
        )

    def _replayed(self, moves: Sequence[MoveRow]) -> TableState:
        assert self.match is not None
        match, decisions, news, verdicts = self.match, self.decisions, self.news, self.verdicts
        for number, row in enumerate(moves, 1):
            before = match.to_act
            match.play(CHANCE if row.actor is None else row.actor, row.move)
            moved = () if row.actor is None else (row.actor,)
            decisions = decisions_of(match.to_act, before, moved, number, len(self.seats), decisions)
            verdicts = without(verdicts, moved)
            if number > len(moves) - NEWS_MOVES:
                news = (*news, told_of(self.game, match))
                verdicts = judged(self.game, match, self.seats, verdicts)
        return replace(self, match=match, decisions=decisions, news=news, verdicts=verdicts)

    def _refusal_text(self, error: IllegalMove) -> Text:
        code = error.refusal.code
        key = f"refusal-{code}" if code in SHARED_REFUSALS else f"{self.row.game}-refusal-{code}"
        return Text(key, error.refusal.args)
