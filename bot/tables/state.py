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
from bot.tables.snapshot import OwnView, Snapshot
from games import find_game
from games.core.errors import IllegalMove, NotationError
from games.core.game import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.record import write_record
from games.core.rules import CHANCE, OVER, Actor, ToAct, is_to_act
from games.core.shuffle import ShuffleKey, seal_of
from games.core.words import Seat, Text
from storage.rows import CANCELLED, LOBBY, PLAYING, MoveRow, Outcome, SeatRow, StoredTable, TableRow

log = structlog.get_logger(__name__)

NEWS_MOVES = 16
"""How many moves back a table can still tell what happened."""

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
        news: what the last moves brought about in words, a tuple a move, oldest first.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    match: Match | None = None
    decisions: tuple[int, ...] = ()
    news: tuple[tuple[Text, ...], ...] = ()

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
        return cls(row, stored.seats).begun()._replayed(stored.moves)

    @classmethod
    def revived(cls, stored: StoredTable) -> TableState:
        """Replay a stored table; one whose moves cannot be played any more has no game, and is closed."""
        try:
            return cls.of(stored)
        except Exception:  # whatever is broken about it, it must not keep other tables away
            log.exception("a table cannot be replayed", table=stored.table.id)
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
        return ShuffleKey(self.row.seed, self.id, self.joins)

    @property
    def joins(self) -> tuple[str, ...]:
        """The joins that go into the shuffles, in seat order; 0 for a computer player."""
        return tuple(str(seat.join_id) for seat in self.seats)

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
        """List the seats to act that are played by people, or by computer players."""
        if not self.is_playing or not isinstance(self.to_act, tuple):
            return ()
        return tuple(seat for seat in self.to_act if is_person(self.seats[seat]) is human)

    def pending(self) -> tuple[tuple[int, int], ...]:
        """List the decisions that people have to make now: seat and number."""
        return tuple((seat, self.decisions[seat]) for seat in self.acting(human=True))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What others have worked out of this position; it is gone with it."""
        return {}

    @cached_property
    def mark(self) -> str:
        """A fingerprint of all that the public message shows: equal marks, equal messages."""
        row = self.row
        seen = (row.status, self.seq, row.host_id, row.options, row.locale, self.seats, self.news)
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
            seal=seal_of(row.commitment or "", row.id, self.joins),
            seats=self.seats,
            seq=self.seq,
            to_act=self.to_act,
            decisions=self.decisions,
            news=tuple(line for lines in self.news for line in lines),
            mark=self.mark,
            view=None if self.match is None else self.match.view(None),
        )

    def seen_by(self, seat: int) -> Snapshot:
        """What the person at a seat may be shown."""
        assert self.match is not None
        own = OwnView(seat, self.match.view(seat), self.match.legal(seat))
        return msgspec.structs.replace(self.snapshot, own=own)

    def record(self, date: str) -> str:
        """Write the game record; once nobody plays on, with a result or without, it proves its shuffles."""
        assert self.match is not None
        headers = {"Table": self.id, "Date": date, "Commitment": self.row.commitment or ""}
        headers["Joins"] = ",".join(self.joins)
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
        return self.with_row(status=status, deadline=None, ended_at=at, revision=self.row.revision + 1)

    def begun(self) -> TableState:
        """Return the table with its game set up, not dealt yet.

        Raises:
            SetupError: seats and options do not go together.
        """
        rules = self.game.rules
        match = Match(rules, rules.setup(len(self.seats), self.row.options, self.row.first or 0))
        return replace(self, match=match, decisions=_decisions(match.to_act, None, (), 0, len(self.seats)))

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
        return self._moved_on(after, told=True)

    def dealt(self) -> TableState:
        """Return the table after all moves that are chance's now."""
        after = self
        while after.match is not None and after.to_act == CHANCE:
            after = after._moved_on(after.match.played(CHANCE, after.match.chance_move(self.key)), told=True)
        return after

    def left_by(self, seat: int, level: str) -> TableState:
        """Return the table with a computer player at a seat whose person has left."""
        seats = tuple(
            msgspec.structs.replace(row, left=True, level=level) if row.seat == seat else row
            for row in self.seats
        )
        return replace(self, seats=seats, news=(*self.news, (Text("log-replaced", {"seat": Seat(seat)}),)))

    def outcome(self, now: int) -> Outcome | None:
        """Sum the game up once it is over; ``None`` before."""
        result = None if self.match is None else self.match.result()
        if result is None:
            return None
        assert self.match is not None
        began_as_people = [seat for seat in self.seats if seat.level is None or seat.left]
        rated = len(began_as_people) == len(self.seats) and len(self.seats) >= 2
        return Outcome(result.places, result.scores, now, rated, self.match.facts())

    def _moved_on(self, after: Match, *, told: bool) -> TableState:
        assert self.match is not None
        actor, _ = after.moves[-1]
        moved = () if actor == CHANCE else (int(actor),)
        seq = len(after.moves)
        decisions = _decisions(after.to_act, self.to_act, moved, seq, len(self.seats), self.decisions)
        news = (*self.news[1 - NEWS_MOVES :], self._told(after)) if told else self.news
        return replace(self, match=after, decisions=decisions, news=news)

    def _told(self, match: Match) -> tuple[Text, ...]:
        view = match.view(None)
        lines = (self.game.presenter.say(event, view) for event in view.news)
        return tuple(line for line in lines if line is not None)

    def _replayed(self, moves: Sequence[MoveRow]) -> TableState:
        assert self.match is not None
        match, decisions, news = self.match, self.decisions, self.news
        for number, row in enumerate(moves, 1):
            before = match.to_act
            match.play(CHANCE if row.actor is None else row.actor, row.move)
            moved = () if row.actor is None else (row.actor,)
            decisions = _decisions(match.to_act, before, moved, number, len(self.seats), decisions)
            if number > len(moves) - NEWS_MOVES:
                news = (*news, self._told(match))
        return replace(self, match=match, decisions=decisions, news=news)

    def _refusal_text(self, error: IllegalMove) -> Text:
        code = error.refusal.code
        key = f"refusal-{code}" if code in SHARED_REFUSALS else f"{self.row.game}-refusal-{code}"
        return Text(key, error.refusal.args)


def is_person(seat: SeatRow) -> bool:
    """Tell whether a person plays a seat now."""
    return seat.level is None and not seat.left and seat.user_id is not None


def _decisions(
    to_act: ToAct,
    before: ToAct | None,
    moved: tuple[int, ...],
    seq: int,
    seats: int,
    known: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Number the decision that each seat faces.

    In a simultaneous phase the others' choices do not change it.
    """
    numbers = list(known or (-1,) * seats)
    if to_act != CHANCE and to_act != OVER:
        for seat in to_act:
            if seat in moved or before is None or not is_to_act(before, seat):
                numbers[seat] = seq
    return tuple(numbers)
