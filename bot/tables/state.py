"""A table as a value: who sits there, what has been played, what may be shown.

A value has no clock, no store and no callbacks, and it never changes: playing a move gives another value. The
live ``Table`` owns one; histories, records, replays and checks make one from what is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from bot.refused import Refused
from bot.tables.absence import Made, counted, paused_until
from bot.tables.crowd import Share, crowd_of
from bot.tables.news import (
    NEWS_MOVES,
    Told,
    before_last_move,
    closing,
    is_person,
    lines_of,
    run_of,
    truth_after,
)
from bot.tables.reading import decisions_of, is_rated, record_of, refusal_text, replayed
from bot.tables.snapshot import OwnView, Snapshot, mark_of, seen_with
from bot.tables.table_facts import TableFacts
from bot.tables.teller import Teller
from games.core.errors import IllegalMove, NotationError
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Moment
from games.core.rules import CHANCE, Actor, View
from games.core.seats import at_seat
from games.core.words import Text
from storage.rows import CHANNEL, LOBBY, GuessRow, MoveRow, Outcome, StoredTable
from storage.servers.order import Act


@dataclass(frozen=True, repr=False)
class TableState(TableFacts):
    """A table at one moment: its facts, what may be shown of it, and what it becomes by a move."""

    @classmethod
    def of(cls, stored: StoredTable) -> TableState:
        """Replay a stored table.

        Raises:
            RulesError: the moves cannot be played by these rules.
        """
        table = cls(stored.table, stored.seats, gathering=stored.gathering, ratings=stored.ratings)
        table = replace(table, evening=stored.evening, sat=stored.sat, discreet=stored.discreet)
        table = replace(table, places=stored.places)
        table = table.begun()._replayed(stored.moves, stored.guesses) if table.has_begun else table
        return table if stored.closer is None else replace(table, news=(*table.news, closing(stored.closer)))

    # --- what stands ------------------------------------------------------------------------------

    @cached_property
    def mark(self) -> str:
        """A fingerprint of all that the public message shows: equal marks, equal messages."""
        if self.incident is not None:
            return mark_of([self.incident, self.row.locale])
        row, gathering = self.row, self.gathering
        rules = row.options, row.clock, row.deserted_until, row.watching, row.hints, row.votes, row.paused_at
        ended = row.verdict, row.leavers_watch, row.change_id
        said = [told.said for told in self.news]  # all else follows from the moves
        held, evening = (self.hold is not None, self.in_suspense), (self.evening, self.story is not None)
        seen: list[object] = [row.status, self.seq, row.host_id, rules, ended, row.locale, self.seats, said]
        seen += [held, evening]
        if row.status == LOBBY:
            asked = []
            for one in gathering.invitations:
                name = one.name if one.has_declined or one.is_maybe else ""
                asked.append((one.user_id, name, one.has_declined, one.is_maybe, one.is_removed, one.remover))
            seen += [gathering.venue, gathering.is_rematch, gathering.starts_at, gathering.weekly, asked]
        more = [one for one in (self._share, None if row.crowd else "no crowd") if one is not None]
        return mark_of([*seen, *more])

    @cached_property
    def notice_mark(self) -> str:
        """A fingerprint of the notice that the lobby leaves; of a table in a thread it tells the end, too."""
        row, gathering = self.row, self.gathering
        names = [seat.name for seat in self.seats]
        seen: list[object] = [row.options, row.clock, row.locale, names, "notice"]
        if gathering.venue != CHANNEL:
            seen += [gathering.venue, gathering.thread_id]
        if gathering.thread_id is not None:
            seen.append(row.status)
        return mark_of(seen)

    @cached_property
    def snapshot(self) -> Snapshot:
        """What a spectator may be shown."""
        row, match = self.row, self.match
        view = None if match is None else match.view(None)
        news = before_last_move(self.news) if self.in_suspense else self.news
        return Snapshot(
            id=row.id,
            game_id=row.game,
            teller=self.teller,
            incident=self.incident,
            status=row.status,
            has_begun=self.has_begun,
            options=row.options,
            clock=row.clock,
            deserted_until=row.deserted_until,
            host_id=row.host_id,
            commitment=row.commitment or "",
            seal="" if row.seed is None or self.incident is not None else self.key.seal,
            seats=self.seats,
            seq=self.seq,
            to_act=self.to_act,
            decisions=self.decisions,
            news=lines_of(news, self.teller.say),
            run=lines_of(run_of(news, self.seats), self.teller.say),
            mark=self.mark,
            view=view,
            moment=self._moment(view),
            in_suspense=self.in_suspense,
            gathering=self.gathering,
            gone_on=frozenset() if self.hold is None else self.hold.gone_on,
            feats=self.teller.feats(match, quiet=self.discreet) if match and match.is_over else (),
            ratings=self.ratings,
            places=self.places,
            paused_until=paused_until(row) if self.is_paused else None,
            watching=row.watching,
            crowd=row.crowd,
            hints=self.incident is None and self._allows_hints,
            votes={act: self.voters(act) for act in row.votes},
            verdict=row.verdict,
            evening=self.evening,
            story=self.story,
            share=self._share,
            has_crowd=self.has_crowd,
        )

    @property
    def _allows_hints(self) -> bool:
        """Tell whether people may ask for hints: usually beside computer players, where nothing is rated."""
        has_computers = any(seat.level is not None and seat.user_id is None for seat in self.seats)
        return self.game.assess is not None and (has_computers if self.row.hints is None else self.row.hints)

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
    def _share(self) -> Share | None:
        """How many of those who watch believed the last claim, as soon as everybody knows."""
        return None if self.in_suspense else self.crowd.share

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
        """Say what the last moment of truth meant for a seat, until its own next move, or its *Next*."""
        if self.truth is None or self.in_suspense or not is_person(self.seats[seat]):
            return None
        if self.hold is None and seat in self.truth.seen:
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

    def with_seat(self, seat: int, **changes: Any) -> TableState:
        """Return the table with something changed at one seat."""
        row = msgspec.structs.replace(self.seats[seat], **changes)
        return replace(self, seats=at_seat(self.seats, seat, row))

    def with_gathering(self, **changes: Any) -> TableState:
        """Return the table with another place, time or guests."""
        return replace(self, gathering=msgspec.structs.replace(self.gathering, **changes))

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
        result = None if self.match is None else self.match.result()
        if self.match is None or result is None:
            return None
        absent, rated = tuple(one.is_absent for one in self.made), is_rated(self.seats)
        facts = self.match.facts()
        return Outcome(result.places, result.scores, now, rated, facts, absent if any(absent) else ())

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
            crowd=self.crowd.after(after.rules.claim(after.view(None)), seq),
            notes=tuple(None if seat in moved else note for seat, note in enumerate(self.notes)),
            made=counted(self.made, actor, made_by),
        )

    def _replayed(self, moves: Sequence[MoveRow], guesses: tuple[GuessRow, ...]) -> TableState:
        assert self.match is not None
        known = replayed(self.match, moves, self.decisions, self.made)
        return replace(self, **known, crowd=crowd_of(known["match"], guesses))


class Change(NamedTuple):
    """What a running game becomes; with its result, if there is one now, and what is noted to keep order.

    Acts of a game return one; where nothing changes its table is the very one that they were given.
    """

    state: TableState
    outcome: Outcome | None = None
    act: Act | None = None
