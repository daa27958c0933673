"""A table as an immutable value: its seats, its moves, and what may be shown of it.

It has no clock, database or callbacks. ``bot.driving.table.Table`` holds the current value.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from bot.language import usual_zone
from bot.refused import Refused
from bot.tables import fold
from bot.tables.fold import (
    BelieverShare,
    Reveal,
    SpectatorGuesses,
    closing_news,
    is_person,
    without_last_move,
)
from bot.tables.makers import PlayerNumbers, last_movers, with_user_names
from bot.tables.sealing import record_headers
from bot.tables.snapshot import (
    CurrentReveal,
    FeatStory,
    OwnView,
    PastReveal,
    Snapshot,
    fingerprint_of,
    named_trophy,
    with_own_view,
)
from bot.tables.table_facts import PublicFacts, TableFacts, is_rated
from games.core.errors import IllegalMove, NotationError
from games.core.match import GameHistory, Match, write_record
from games.core.moves import Move
from games.core.rules import CHANCE, Actor, is_to_act, replace_at
from games.core.words import Text
from games.trophies import COUNTING
from storage.rows import CANCELLED, CHANNEL, LOBBY, OVER, GuessRow, MoveRow, Outcome, SeatRow, StoredTable
from storage.servers import Act

MOST_FEATS = 2
"""Limit of feats (remarkable acts) listed in a result."""


@dataclass(frozen=True, repr=False)
class TableState(TableFacts):
    """A table at one moment, as an immutable value. Methods that change the table return a new value."""

    @classmethod
    def of(cls, stored: StoredTable) -> TableState:
        """Make a table from its stored rows, by replaying its moves.

        Raises:
            RulesError: the moves cannot be played by these rules.
        """
        table = cls(stored.table, stored.seats, gathering=stored.gathering, ratings=stored.ratings)
        table = replace(
            table, evening=stored.evening, excluded_keys=stored.excluded_keys, discreet=stored.discreet
        )
        table = replace(table, champions=stored.champions, trophies=stored.trophies)
        table = replace(table, places=stored.places, sittings=stored.sittings)
        table = table.begun()._replayed(stored.moves, stored.guesses) if table.has_begun else table
        return (
            table
            if stored.closer is None
            else replace(table, news=(*table.news, closing_news(*stored.closer)))
        )

    # --- texts and snapshots for people -------------------------------------------------------------

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that the public message shows."""
        if self.incident is not None:
            return fingerprint_of([self.incident, self.row.locale])
        row, gathering = self.row, self.gathering
        rules = row.options, row.clock, row.deserted_until, row.watching, row.hints, row.votes, row.paused_at
        ended = row.verdict, row.leavers_watch, row.change_id
        texts = [item.texts for item in self.news]  # all else follows from the moves
        step = [self.reveal_pause.step] if self.reveal_pause is not None and self.in_suspense else []
        hold_facts = self.reveal_pause is not None, self.in_suspense, *step
        evening = self.evening, self.story is not None
        seen: list[object] = [row.status, self.seq, row.host_id, rules, ended, row.locale, self.seats, texts]
        seen += [hold_facts, evening, self.sittings] if self.sittings else [hold_facts, evening]
        if row.status == LOBBY:
            guests = []
            for guest in gathering.invitations:
                name = guest.name if guest.has_declined or guest.is_maybe else ""
                answer = name, guest.has_declined, guest.is_maybe
                guests.append((guest.user_id, *answer, guest.is_removed, guest.remover))
            seen += [gathering.venue, gathering.is_rematch, gathering.starts_at, gathering.weekly, guests]
        restart = None if self.restart_at is None or self.is_closed else ("restart", self.restart_at)
        gone = "host gone" if self.is_host_gone and row.status == LOBBY else None
        more = (self._share, None if row.crowd else "no crowd", restart, gone)
        return fingerprint_of([*seen, *(item for item in more if item is not None)])

    def with_restart_at(self, restart_at: int | None) -> TableState:
        """Return the table with the announced time of the bot's restart, in Unix milliseconds."""
        return self if restart_at == self.restart_at else replace(self, restart_at=restart_at)

    def with_host_gone(self, is_host_gone: bool) -> TableState:
        """Return the table with the fact whether its host has been gone for long."""
        return self if is_host_gone == self.is_host_gone else replace(self, is_host_gone=is_host_gone)

    def with_server_name(self, name: str) -> TableState:
        """Return the table with the name of its server, which pictures of the result show."""
        return self if name == self.server else replace(self, server=name)

    @cached_property
    def notice_fingerprint(self) -> str:
        """A hash of the notice: the message that replaces the lobby's message when the game starts."""
        row, gathering = self.row, self.gathering
        names = [seat.name for seat in self.seats]
        seen: list[object] = [row.options, row.clock, row.locale, names, "notice"]
        if gathering.venue != CHANNEL:
            seen += [gathering.venue, gathering.thread_id]
        if self.thread_id is not None:
            seen.append(row.status)
        return fingerprint_of(seen)

    @cached_property
    def snapshot(self) -> Snapshot:
        """Everything that spectators may be shown."""
        row, seats = self.row, self.seats
        news = without_last_move(self.news) if self.in_suspense else self.news  # the move is not shown yet
        tales = self.safe_feat_stories[:MOST_FEATS]
        speaker_rows = last_movers(self, self.seq)
        name_numbers = [
            seats[seat] if is_to_act(self.to_act, seat) else speaker
            for seat, speaker in enumerate(speaker_rows)
        ]
        rows_with_names: list[Sequence[SeatRow]] = [last_movers(self, reveal.seq) for reveal in self.reveals]
        rows_with_names += [
            *(item.players for item in news),
            name_numbers,
            () if self.reveal_pause is None else speaker_rows,
        ]
        rows_with_names += [tale.players for tale in tales]
        numbers, reveal = PlayerNumbers(seats, rows_with_names), None
        if self.reveal_pause is not None and self.view is not None:
            faces = () if self.last_reveal is None else tuple(self.last_reveal.reactions.values())
            reveal = CurrentReveal(
                self.view, numbers.of(speaker_rows), self.in_suspense, self.reveal_pause.step, faces
            )
        shared = {field.name: getattr(self, field.name) for field in fields(PublicFacts)}
        shared |= {"row": msgspec.structs.replace(row, seed=None), "seats": with_user_names(seats)}
        return Snapshot(
            **shared,
            fingerprint=self.fingerprint,
            seal="" if row.seed is None or self.incident is not None else self.key.seal,
            seq=self.seq,
            view=self.view,
            kept_news=tuple(news),
            reveal=reveal,
            seats_ready=frozenset() if self.reveal_pause is None else self.reveal_pause.seats_ready,
            share=self._share,
            named_trophy=named_trophy(self),
            feats=tuple([numbers.with_numbers(tale.tale.headline, tale.players) for tale in tales]),
            best=next((feat.tale for feat in tales if numbers.has_players(feat.players)), None),
            player_numbers=numbers,
            name_numbers=numbers.of(name_numbers),
        )

    def feat_stories(self, seat: int | None = None) -> tuple[FeatStory, ...]:
        """Return the feats (remarkable acts) of a finished game. Private lies are left out.

        Args:
            seat: the seat whose feats are returned; ``None`` for all seats.
        """
        if self.match is None or not self.match.is_over:
            return ()
        past = GameHistory(self.match)
        stories = [
            FeatStory(
                feat, self.game.presenter.picture_story(feat, past), last_movers(self, feat.last_move + 1)
            )
            for feat in past.feats(seat)
        ]
        return tuple([feat for feat in stories if feat.liar_id is None or feat.liar_id not in self.discreet])

    @property
    def safe_feat_stories(self) -> tuple[FeatStory, ...]:
        """The feats (remarkable acts) of all seats; empty if their texts cannot be made."""
        nothing: tuple[FeatStory, ...] = ()
        return self.attempt("feats", lambda: self.feat_stories(), nothing)

    def seen_by(self, seat: int) -> Snapshot:
        """Return the snapshot for one seat. Texts that cannot be made are left out."""
        assert self.match is not None
        seen: Snapshot | None = self.memo.get(("seen", seat))
        if seen is None:
            own = OwnView(seat, self.match.view(seat), self.match.legal(seat), note=self.notes[seat])
            seen = self.attempt("own words", lambda: self._seen_with(own), None)
            seen = seen or replace(self.snapshot, own=own)
            self.memo["seen", seat] = seen
        return seen

    def _seen_with(self, own: OwnView) -> Snapshot:
        own, snapshot = self._with_reveal(own), self.snapshot
        if (
            own.past_reveal is not None
            and self.last_reveal is not None
            and own.past_reveal.seq != self.last_reveal.seq
        ):
            snapshot = replace(snapshot, share=None)  # it is about a later claim
        return with_own_view(snapshot, own)

    def _with_reveal(self, own: OwnView) -> OwnView:
        if not is_person(self.seats[own.seat]):
            return own
        for reveal in self.reveals:
            verdict = self._verdict(reveal, own.seat)
            past_reveal = None if verdict is None else self._past_reveal(reveal, own.seat)
            if past_reveal is not None:
                return msgspec.structs.replace(own, verdict=verdict, past_reveal=past_reveal)
        seen = (
            self.last_reveal.seen if self.last_reveal is not None and is_to_act(self.to_act, own.seat) else ()
        )
        is_open = self.last_reveal is not None and not self.in_suspense and own.seat not in seen
        return msgspec.structs.replace(
            own, verdict=self._verdict(self.last_reveal, own.seat) if is_open else None
        )

    @property
    def _share(self) -> BelieverShare | None:
        return None if self.in_suspense else self.crowd.share

    @property
    def in_suspense(self) -> bool:
        """True while some cards that the last move revealed are still shown face down."""
        return self.reveal_pause is not None and self.reveal_pause.opens is not None

    def _past_reveal(self, reveal: Reveal, seat: int) -> PastReveal | None:
        is_now = self.reveal_pause is not None and reveal.seq == self.seq
        if is_now or reveal.until is None or self.is_closed or seat in reveal.seen:
            return None
        players = self.snapshot.player_numbers.of(last_movers(self, reveal.seq))
        view, faces = self.game.rules.view(reveal.position, None), tuple(reveal.reactions.values())
        current = CurrentReveal(view, players, in_suspense=False, reactions=faces)
        is_theirs = not current.moment.seats or seat in current.moment.seats
        return PastReveal(reveal.seq, current) if is_theirs else None

    def _verdict(self, reveal: Reveal | None, seat: int) -> Text | None:
        if reveal is None or (
            seat in reveal.seen and not (self.reveal_pause is not None and reveal.seq == self.seq)
        ):
            return None
        rules, presenter = self.game.rules, self.game.presenter
        verdict = reveal.verdict(seat, lambda state: presenter.verdict(rules.view(state, seat)))
        if verdict is None:
            return None
        return self.snapshot.player_numbers.with_numbers(verdict, last_movers(self, reveal.seq))

    def record(self, date: str) -> str:
        """Return the game record as text, with the proof of the shuffles if the game is finished."""
        assert self.match is not None
        row = self.row
        headers = record_headers(row, self.seats, self.gathering.paired, date)
        headers.update({f"Player{seat.seat}": str(seat.name) for seat in self.seats})
        # If another player took seat 1 after 12 moves, ``Player1From12`` is that player's name, or empty for
        # a computer player.
        for sitting in self.sittings:
            player = f"Player{sitting.seat}"
            headers[f"{player}From{sitting.since}" if sitting.since else player] = str(sitting.name)
            if sitting.until is not None:
                headers[f"{player}From{sitting.until}"] = ""
        if (self.is_over or row.status in (OVER, CANCELLED)) and row.seed is not None:
            headers["Seed"] = row.seed.hex()
        return write_record(self.match, headers, row.options)

    # --- changes ------------------------------------------------------------------------------------

    def with_row(self, **changes: Any) -> TableState:
        """Return the table with some fields of its database row changed."""
        return replace(self, row=msgspec.structs.replace(self.row, **changes))

    def with_seat(self, seat: int, **changes: Any) -> TableState:
        """Return the table with some fields of one seat's row changed."""
        row = msgspec.structs.replace(self.seats[seat], **changes)
        return replace(self, seats=replace_at(self.seats, seat, row))

    def with_gathering(self, **changes: Any) -> TableState:
        """Return the table with some fields of ``gathering`` (its channel and invitations) changed."""
        return replace(self, gathering=msgspec.structs.replace(self.gathering, **changes))

    def ended(self, status: str, at: int) -> TableState:
        """Return the table closed at the time ``at``. The status is ``"over"`` or ``"cancelled"``."""
        after = self.with_row(status=status, deadline=None, ended_at=at, revision=self.row.revision + 1)
        return after if self.is_over else after.resumed()

    def begun(self) -> TableState:
        """Return the table with its game set up, before the first cards are dealt.

        Raises:
            SetupError: the game is not possible with these seats and options.
        """
        rules, seats = self.game.rules, len(self.seats)
        match = Match(rules, rules.setup(seats, self.row.options, self.row.first or 0))
        return replace(self, **fold.first_position(match)._asdict(), notes=(None,) * seats)

    def played(self, actor: Actor, move: str | Move, made_by: str | None = None) -> TableState:
        """Return the table after one more move.

        Args:
            made_by: ``"stand-in"`` if a computer moved for an absent person, ``"itself"`` if only one move
                was legal.

        Raises:
            Refused: the move is not legal in this position.
        """
        assert self.match is not None
        try:
            after = self.match.played(actor, move)
        except (IllegalMove, NotationError):
            raise Refused("stale-button") from None
        return self._moved_on(after, made_by)

    def dealt(self) -> TableState:
        """Return the table after all random moves that are due, such as deals and shuffles."""
        after = self
        while after.match is not None and after.to_act == CHANCE:
            after = after.dealt_once()
        return after

    def dealt_once(self) -> TableState:
        """Return the table after one random move, such as a deal."""
        assert self.match is not None
        return self._moved_on(self.match.played(CHANCE, self.match.chance_move(self.key)))

    def resumed(self) -> TableState:
        """Return the table with its pause for revealed cards ended."""
        return self if self.reveal_pause is None else replace(self, reveal_pause=None)

    def with_note(self, seat: int, note: Text) -> TableState:
        """Return the table with a note in a seat's private panel until the seat's next move."""
        return replace(self, notes=replace_at(self.notes, seat, note))

    def outcome(self, now: int) -> Outcome | None:
        """Return the outcome to store for a finished game; ``None`` while it is being played."""
        result = None if self.match is None else self.match.result()
        if self.match is None or result is None:
            return None
        absent, rated = tuple(made.is_absent for made in self.decision_counts), is_rated(self.seats)
        facts, least = self.match.facts(), self.min_decisions({*range(len(self.seats))})
        absent = absent if any(absent) else ()
        teams, zone = result.teams, usual_zone(self.row.locale)
        return Outcome(result.places, result.scores, now, rated, facts, absent, teams, least, COUNTING, zone)

    def min_decisions(self, finished: Collection[int]) -> tuple[int, ...]:
        """Return for each seat the number of decisions its player must make for the game to count.

        Args:
            finished: seats whose game is finished. Players who stayed at such a seat need only one decision.
        """
        return tuple(
            1
            if row.seat in finished and not (row.has_left or row.is_taken or made.is_absent)
            else self.game.min_decisions
            for row, made in zip(self.seats, self.decision_counts, strict=True)
        )

    def _moved_on(self, after: Match, made_by: str | None = None) -> TableState:
        assert self.match is not None
        position = fold.after_move(self._position, self.to_act, after, made_by)
        actor, _ = after.moves[-1]
        notes = tuple(None if seat == actor else note for seat, note in enumerate(self.notes))
        table = replace(self, **position._asdict(), reveal_pause=None, notes=notes)
        position.news[-1].players = last_movers(table, table.seq)
        return table

    def _replayed(self, moves: Sequence[MoveRow], guesses: tuple[GuessRow, ...]) -> TableState:
        start = self._position._replace(crowd=SpectatorGuesses(guesses))
        after = replace(self, **fold.replay_log(start, moves)._asdict())
        for number, item in enumerate(after.news, len(moves) - len(after.news) + 1):
            item.players = last_movers(after, number)
        return after

    @property
    def _position(self) -> fold.PositionFacts:
        assert self.match is not None
        return fold.PositionFacts(
            self.match,
            self.decisions,
            self.decision_counts,
            self.news,
            self.reveals,
            self.crowd,
            self.stand_in_moves,
        )


class Change(NamedTuple):
    """The result of an act at a table, such as a vote."""

    state: TableState  # the same object as before the act if nothing has changed
    outcome: Outcome | None = None  # of the game, if the act has decided it
    act: Act | None = None  # an entry for the moderation log
