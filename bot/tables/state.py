"""A table as a value: who sits there, what has been played, what may be shown.

A value has no clock, no store and no callbacks, and it never changes: playing a move gives another value. The
live ``Table`` owns one; histories, records, replays and checks make one from what is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import msgspec

from bot.refused import Refused
from bot.tables.absence import Made, counted, is_deserted, is_present, paused_until
from bot.tables.marks import mark_of, notice_mark, table_mark
from bot.tables.news import (
    NEWS_MOVES,
    Asides,
    Hold,
    Told,
    Truth,
    is_person,
    lines_of,
    run_of,
    truth_after,
    without,
)
from bot.tables.reading import decisions_of, key_of, outcome_of, record_of, refusal_text, votes_by_seat
from bot.tables.snapshot import OwnView, Snapshot, allows_hints, ending_of, seen_with
from bot.tables.story import Story
from bot.tables.teller import Teller
from games import find_game
from games.core.errors import IllegalMove, NotationError
from games.core.game import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Moment
from games.core.rules import CHANCE, Actor, ToAct, View
from games.core.seats import at_seat
from games.core.shuffle import ShuffleKey
from games.core.words import Text
from storage.evening_rows import EveningRow
from storage.rows import (
    HERE,
    LOBBY,
    PLAYING,
    GatheringRow,
    MoveRow,
    Outcome,
    Ratings,
    SeatRow,
    StoredTable,
    TableRow,
)
from storage.tables.sat import key as sat_key


@dataclass(frozen=True)
class TableState:
    """A table at one moment.

    Attributes:
        row: where it is, what is played, its status.
        seats: who sits where.
        match: the game, once it has started; treated as a value.
        decisions: for each seat the number of the move at which its present decision began, -1 for none.
        news: what the last moves brought about, oldest first.
        hold: while it is not ``None``, play stands still so that what came to light can be seen.
        truth: the last moment of truth.
        notes: for each seat what else its own panel tells until its next move.
        made: for each seat who has made its decisions.
        gathering: in which channel or thread it is played, and who was asked to come.
        ratings: what a rated game made of each rating once it is over; ``discreet``: whose lies are not told.
        sat: keys of all who have ever sat at the running game; ``evening``: the games that it is one of.
        story: what is told of them once nobody goes on.
        incident: a table that cannot be replayed is set aside: the number by which the log tells why.
        faults: what could not be put into words (``Teller``).
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    match: Match | None = None
    decisions: tuple[int, ...] = ()
    news: tuple[Told, ...] = ()
    hold: Hold | None = None
    truth: Truth | None = None
    notes: Asides = ()
    made: tuple[Made, ...] = ()
    gathering: GatheringRow = HERE
    ratings: Ratings = ()
    discreet: frozenset[int] = frozenset()
    sat: frozenset[str] = frozenset()
    evening: EveningRow | None = None
    story: Story | None = None
    incident: str | None = None
    faults: set[str] = field(default_factory=set, compare=False)

    def __repr__(self) -> str:
        return f"<TableState {self.id} {self.row.game} {self.row.status}, {self.seq} moves>"

    @classmethod
    def of(cls, stored: StoredTable) -> TableState:
        """Replay a stored table.

        Raises:
            RulesError: the moves cannot be played by these rules.
        """
        table = cls(stored.table, stored.seats, gathering=stored.gathering, ratings=stored.ratings)
        table = replace(table, evening=stored.evening, sat=stored.sat, discreet=stored.discreet)
        return table.begun()._replayed(stored.moves) if table.has_begun else table

    # --- what stands ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return find_game(self.row.game)

    @property
    def is_lobby(self) -> bool:
        return self.row.status == LOBBY and self.incident is None

    @property
    def is_playing(self) -> bool:
        return self.row.status == PLAYING and self.incident is None

    @property
    def is_closed(self) -> bool:
        """Tell whether nothing goes on here (any more); so it is where a table is set aside."""
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
    def place_id(self) -> int:
        return self.gathering.thread_id or self.row.channel_id

    @property
    def is_paused(self) -> bool:
        return self.row.paused_at is not None and self.is_playing

    @property
    def seq(self) -> int:
        """Number of moves played, chance's included."""
        return 0 if self.match is None else len(self.match.moves)

    @property
    def to_act(self) -> ToAct:
        return () if self.match is None else self.match.to_act

    @property
    def key(self) -> ShuffleKey:
        return key_of(self.row, self.seats)

    @cached_property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats that people play now."""
        return tuple(seat for seat in self.seats if is_person(seat))

    def seat_of(self, user_id: int) -> int | None:
        """Find the seat that somebody plays (still)."""
        return next((seat.seat for seat in self.people if seat.user_id == user_id), None)

    def names(self, user_id: int) -> bool:
        """Tell whether somebody is host here, sits or sat here, was asked to come, or is of the evening."""
        others = [user for one in self.gathering.invitations for user in (one.user_id, one.remover_id)]
        others += [one.user_id for one in self.evening.people] if self.evening else []
        return user_id in (self.row.host_id, *others) or self.has_sat(user_id)

    def has_sat(self, user_id: int) -> bool:
        """Tell whether somebody sits or sat here, also if they had themselves forgotten."""
        named = {one for seat in self.seats for one in (seat.user_id, seat.leaver_id)}
        return user_id in named or sat_key(self.row.seed, user_id) in self.sat

    @property
    def is_deserted(self) -> bool:
        """Tell whether a game stands still as everybody is away."""
        return self.is_playing and is_deserted(self.seats)

    @property
    def stands_still(self) -> bool:
        """Tell whether nobody is to act for now: the game is paused, or a moment of truth stands."""
        return self.hold is not None or self.is_paused

    def acting(self, *, human: bool) -> tuple[int, ...]:
        """List the seats to act now that are played by people, or by computer players.

        A computer player also plays for people who are away, while others are there.
        """
        return () if self.stands_still else self.awaited(human=human)

    def awaited(self, *, human: bool) -> tuple[int, ...]:
        """List the seats to act as soon as nothing stands still any more."""
        return self._awaited[human]

    @cached_property
    def _awaited(self) -> dict[bool, tuple[int, ...]]:
        if not self.is_playing or not isinstance(self.to_act, tuple) or self.is_deserted:
            return {True: (), False: ()}
        there = {seat: is_present(self.seats[seat]) for seat in self.to_act}
        return {human: tuple(seat for seat in there if there[seat] is human) for human in (True, False)}

    def pending(self) -> tuple[tuple[int, int], ...]:
        """List the decisions that people have to make now: seat and number."""
        return () if self.stands_still else self.open_decisions()

    def open_decisions(self) -> tuple[tuple[int, int], ...]:
        """List the decisions that people have to make as soon as nothing stands still any more."""
        return tuple((seat, self.decisions[seat]) for seat in self.awaited(human=True))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What others have worked out of this position; it is gone with it."""
        return {}

    @cached_property
    def mark(self) -> str:
        """A fingerprint of all that the public message shows: equal marks, equal messages."""
        if self.incident is not None:
            return mark_of([self.incident, self.row.locale])
        position = self.seq, self.hold is not None, self.in_suspense
        evening = self.evening, self.story is not None
        return table_mark(self.row, self.seats, self.gathering, position, self.news, evening)

    @cached_property
    def notice_mark(self) -> str:
        """A fingerprint of all that the notice shows which the lobby leaves."""
        return notice_mark(self.row, self.seats, self.gathering)

    @cached_property
    def snapshot(self) -> Snapshot:
        """What a spectator may be shown."""
        row, match = self.row, self.match
        view = None if match is None else match.view(None)
        return Snapshot(
            id=row.id,
            game_id=row.game,
            teller=self.teller,
            incident=self.incident,
            status=row.status,
            has_begun=self.has_begun,
            locale=row.locale,
            options=row.options,
            clock=row.clock,
            deserted_until=row.deserted_until,
            host_id=row.host_id,
            commitment=row.commitment or "",
            seal="" if row.seed is None else self.key.seal,
            seats=self.seats,
            seq=self.seq,
            to_act=self.to_act,
            decisions=self.decisions,
            news=lines_of(self.news, self.teller.say),
            run=lines_of(run_of(self.news, self.seats), self.teller.say),
            mark=self.mark,
            view=view,
            moment=self._moment(view),
            in_suspense=self.in_suspense,
            gathering=self.gathering,
            gone_on=frozenset() if self.hold is None else self.hold.gone_on,
            ending=ending_of(match, self.teller, self.ratings, self.discreet),
            paused_until=paused_until(row) if self.is_paused else None,
            watching=row.watching,
            hints=self.incident is None and allows_hints(self.game, row.hints, self.seats),
            votes=votes_by_seat(row.votes, self.seat_of),
            verdict=row.verdict,
            evening=self.evening,
            story=self.story,
        )

    def seen_by(self, seat: int) -> Snapshot:
        """What the person at a seat may be shown; made once."""
        assert self.match is not None
        seen: Snapshot | None = self.memo.get(("seen", seat))
        if seen is None:
            view, legal = self.match.view(seat), self.match.legal(seat)
            own = OwnView(seat, view, legal, self.verdict(seat), self.notes[seat], self._look(seat))
            seen = self.memo["seen", seat] = seen_with(self.snapshot, own)
        return seen

    def _moment(self, view: View | None) -> Moment | None:
        """Give what stands alone now: what came to light, or before that what everybody is curious about."""
        if self.hold is None or view is None:
            return None
        return self.teller.suspense(view) if self.in_suspense else self.teller.moment(view)

    @property
    def in_suspense(self) -> bool:
        """Tell whether nobody is shown yet what came to light."""
        return self.hold is not None and self.hold.opens is not None

    def _look(self, seat: int) -> tuple[int, Moment] | None:
        """Give what a seat still looks at when play has gone on, with the number of that position."""
        truth = self.truth
        if self.hold is not None or truth is None or truth.until is None or self.is_closed:
            return None
        if seat in truth.seen or seat in truth.moved or self.verdict(seat) is None:
            return None
        moment = self.teller.moment(self.game.rules.view(truth.position, None))
        is_theirs = moment is not None and (not moment.seats or seat in moment.seats)
        return (truth.seq, moment) if is_theirs and moment is not None else None

    @cached_property
    def teller(self) -> Teller:
        """What puts the table into words, when it is shown: never while something is played or restored."""
        return Teller(self.row.game, self.id, self.faults)

    def verdict(self, seat: int) -> Text | None:
        """Say what the last moment of truth meant for a seat, until its own next move."""
        if self.truth is None or self.in_suspense or not is_person(self.seats[seat]):
            return None
        return self.truth.verdict(seat, lambda state: self.teller.verdict(self.game.rules.view(state, seat)))

    def record(self, date: str) -> str:
        """Write the game record; once nobody plays on, with a result or without, it proves its shuffles."""
        assert self.match is not None
        return record_of(self.match, self.row, self.seats, self.key.joins, date)

    # --- looking ahead ----------------------------------------------------------------------------

    def with_row(self, **changes: Any) -> TableState:
        """Return the table with some of its row changed."""
        return replace(self, row=msgspec.structs.replace(self.row, **changes))

    def ended(self, status: str, at: int) -> TableState:
        """Return the table closed, as the store closes it: ``"over"`` or ``"cancelled"`` at that time."""
        after = self.with_row(status=status, deadline=None, ended_at=at, revision=self.row.revision + 1)
        return after if self.is_over else after.resumed()

    def begun(self) -> TableState:
        """Return the table with its game set up, not dealt yet.

        Raises:
            SetupError: seats and options do not go together.
        """
        rules, seats = self.game.rules, len(self.seats)
        match = Match(rules, rules.setup(seats, self.row.options, self.row.first or 0))
        decisions, made = decisions_of(match.to_act, None, (), 0, seats), (Made(),) * seats
        return replace(self, match=match, decisions=decisions, notes=(None,) * seats, made=made)

    def played(self, actor: Actor, move: str | Move, made_by: str | None = None) -> TableState:
        """Return the table after one more move; ``made_by`` as in ``MoveRow``.

        Raises:
            Refused: the text is no move, or an illegal one; in words for the person who tried.
        """
        assert self.match is not None
        try:
            after = self.match.played(actor, move)
        except IllegalMove as error:
            raise Refused("move-refused", why=refusal_text(self.row.game, error)) from None
        except NotationError:
            raise Refused("move-not-understood") from None
        return self._moved_on(after, made_by)

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

    def resumed(self) -> TableState:
        """Return the table with play going on."""
        return self if self.hold is None else replace(self, hold=None)

    def noted(self, seat: int, note: Text) -> TableState:
        """Return the table with a note in a seat's panel that stays until its next move."""
        return replace(self, notes=at_seat(self.notes, seat, note))

    def outcome(self, now: int) -> Outcome | None:
        """Sum the game up once it is over; ``None`` before."""
        return None if self.match is None else outcome_of(self.match, self.seats, self.made, now)

    def _moved_on(self, after: Match, made_by: str | None = None) -> TableState:
        assert self.match is not None
        actor, _ = after.moves[-1]
        moved = () if actor == CHANCE else (int(actor),)
        seq, seats = len(after.moves), len(self.seats)
        decisions = decisions_of(after.to_act, self.to_act, moved, seq, seats, self.decisions)
        return replace(
            self,
            match=after,
            decisions=decisions,
            news=(*self.news[1 - NEWS_MOVES :], Told(after.view(None), actor, made_by)),
            hold=None,
            truth=truth_after(self.truth, after, moved),
            notes=without(self.notes, moved),
            made=counted(self.made, actor, made_by),
        )

    def _replayed(self, moves: Sequence[MoveRow]) -> TableState:
        assert self.match is not None
        match, decisions, news, made = self.match, self.decisions, self.news, self.made
        truth: Truth | None = None
        for number, row in enumerate(moves, 1):
            before = match.to_act
            match.play(CHANCE if row.actor is None else row.actor, row.move)
            moved = () if row.actor is None else (row.actor,)
            decisions = decisions_of(match.to_act, before, moved, number, len(self.seats), decisions)
            made = counted(made, CHANCE if row.actor is None else row.actor, row.made_by)
            if number > len(moves) - NEWS_MOVES:
                news = (*news, Told(match.view(None), match.moves[-1][0], row.made_by))
                truth = truth_after(truth, match, moved)
        return replace(self, match=match, decisions=decisions, news=news, truth=truth, made=made)
