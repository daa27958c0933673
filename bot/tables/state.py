"""A table as an immutable value: its seats, its position, and what may be shown of it.

It has no clock, database or callbacks. ``bot.driving.table.Table`` holds the current value.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from bot.language import usual_zone
from bot.lists import not_none, user_ids
from bot.refused import Refused
from bot.tables.fingerprints import circumstances_of, fingerprint_of, with_own_view
from bot.tables.positions import (
    BEFORE_GAME,
    BelieverShare,
    GuessScore,
    NewsItem,
    Position,
    SeatNote,
    ShownReveal,
    SpectatorGuesses,
    closing_news,
    is_deserted,
    is_person,
    is_present,
    replay_log,
    without_last_move,
)
from bot.tables.sealing import key_of, record_headers
from bot.tables.snapshot import (
    CurrentReveal,
    HighlightStory,
    OwnView,
    PastReveal,
    PlayerNumbers,
    PublicTable,
    Snapshot,
    is_rated,
    is_same_player,
    teams_of,
    with_user_names,
)
from games.core.errors import IllegalMove, NotationError
from games.core.game import DEFAULT_LEVEL
from games.core.match import GameHistory, Match, ShuffleKey, write_record
from games.core.moves import Move
from games.core.rules import CHANCE, Actor, Teams, ToAct, View, is_to_act, replace_at
from games.core.rules import OVER as GAME_OVER
from games.core.words import Text
from games.trophies import COUNTING, find_trophy
from storage.rows import (
    CANCELLED,
    CHANNEL,
    OVER,
    GuessRow,
    MoveRow,
    Name,
    Outcome,
    SeatRow,
    Sitting,
    StoredTable,
    WonTrophy,
)
from storage.scores.results import GUESSES, RIGHT_GUESSES
from storage.servers import Act
from storage.tables.gathering import player_key, removed_key

MOST_HIGHLIGHTS = 2
"""Limit of highlights listed in a result."""

MOST_GUESSERS = 3
"""Limit of people whose right guesses are listed in a result."""

METALS = ("gold", "silver", "bronze")


class SeatDecision(NamedTuple):
    """A seat whose turn it is, and the number of moves made when the turn began."""

    seat: int
    decision: int


@dataclass(frozen=True, repr=False)
class TableState(PublicTable):
    """A table at one moment, as an immutable value. Methods that change the table return a new value."""

    position: Position = BEFORE_GAME
    discreet: frozenset[int] = frozenset()  # user ids of people who keep their lies private
    sittings: tuple[Sitting, ...] = ()  # the players of seats that changed hands
    excluded_keys: frozenset[str] = frozenset()  # of people who sat here or were removed
    is_damaged: bool = False  # a stored row cannot be read: only the table's message may be written

    @classmethod
    def of(cls, stored: StoredTable) -> TableState:
        """Make a table from its stored rows, by replaying its moves.

        Raises:
            RulesError: the moves cannot be played by these rules.
        """
        table = cls(
            stored.table,
            stored.seats,
            gathering=stored.gathering,
            ratings=stored.ratings,
            places=stored.places,
            evening=stored.evening,
            champions=stored.champions,
            trophies=stored.trophies,
            discreet=stored.discreet,
            sittings=stored.sittings,
            excluded_keys=stored.excluded_keys,
        )
        if table.has_begun:
            table = table.with_first_position()._replayed(stored.moves, stored.guesses)
        if stored.closer is None:
            return table
        return table.with_news(closing_news(*stored.closer))

    # --- facts --------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.row.game} {self.row.status}, {self.seq} moves>"

    def check_server(self, guild_id: int) -> None:
        """Raise ``Refused`` if the table is not on the server ``guild_id``."""
        if guild_id != self.row.guild_id:
            raise Refused("no-such-table")

    @property
    def teams(self) -> Teams:
        """Team of each seat; empty if everybody plays alone."""
        return teams_of(self.game, len(self.seats), self.options)

    @property
    def place_id(self) -> int:
        return self.thread_id or self.row.channel_id

    @property
    def match(self) -> Match | None:
        """The match, which must not be changed; ``None`` before the game."""
        return self.position.match

    @property
    def seq(self) -> int:
        """Number of moves played, including moves of chance."""
        return self.position.seq

    @property
    def view(self) -> View | None:
        """A spectator's view; ``None`` before the game, or if its moves cannot be replayed."""
        return self.position.view

    @property
    def to_act(self) -> ToAct:
        return self.position.to_act

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
        return self.position.to_act == GAME_OVER

    @property
    def gone(self) -> tuple[int, ...]:
        """Seats that are out of the game."""
        view = self.position.view
        return () if view is None else view.gone

    @property
    def key(self) -> ShuffleKey:
        return key_of(self.row, self.seats, self.gathering.paired)

    def mentions(self, user_id: int) -> bool:
        """Return whether the table's data names a user, for example as host, player, guest or spectator."""
        named = {self.row.host_id}
        for invitation in self.gathering.invitations:
            named |= {invitation.user_id, invitation.remover_id}
        if self.evening:
            named.update(user_ids(self.evening.people))
        named.update(user_ids(self.position.guesses.guesses))
        if self.story is not None:
            for highlight in self.story.highlights:
                named.update(user_ids(highlight.seats))
        return user_id in named or self.has_ever_sat(user_id)

    def has_ever_sat(self, user_id: int) -> bool:
        """Return whether a user sits or has sat at this table, even if their data was deleted."""
        has_row = any(user_id in (seat.user_id, seat.leaver_id) for seat in self.seats)
        return has_row or player_key(self.row.seed, user_id) in self.excluded_keys

    def was_removed(self, user_id: int) -> bool:
        """Return whether a user was removed from the lobby, even if their data was deleted."""
        return removed_key(self.row.seed, user_id) in self.excluded_keys

    @property
    def is_deserted(self) -> bool:
        """True if everybody at the table is away."""
        return self.is_playing and is_deserted(self.seats)

    def may_tell(self, seat: int | None = None) -> bool:
        """Return whether people may know what the last move has led to (``Position.may_tell``)."""
        return self.position.may_tell(seat)

    def check_playing(self) -> None:
        """Raise ``Refused`` if no game is being played, or if revealed cards are being shown.

        A reveal that ends the game is refused in the same words as any other reveal.
        """
        if not self.may_tell():
            raise Refused("reveal-first")
        if not self.is_playing:
            raise Refused("game-is-over" if self.is_closed else "not-started")

    def seat_of_player(self, user_id: int) -> int:
        """Return a person's present seat in a running game; raise ``Refused`` if the person has none."""
        # A seat number in a button could belong to another person by now.
        seat = self.seat_of(user_id)
        if seat is None:
            self.check_playing()
            raise Refused("already-left")
        return seat

    @property
    def is_chance_due(self) -> bool:
        """True if a random move, such as a deal, is to be made now."""
        is_stopped = self.is_paused or not self.may_tell()
        return self.is_playing and self.to_act == CHANCE and not is_stopped

    def acting(self, *, human: bool) -> tuple[int, ...]:
        """Return the seats that may move now.

        Nobody may while the game is paused, or revealed cards are being shown.

        Args:
            human: true for seats of people, false for seats of computer players.
        """
        if self.may_tell() and not self.is_paused:
            return self.awaited(human=human)
        return ()

    def awaited(self, *, human: bool) -> tuple[int, ...]:
        """Return the seats that are to move now or after a pause.

        Args:
            human: true for seats of people, false for seats of computer players.
        """
        return self._awaited[human]

    @cached_property
    def _awaited(self) -> dict[bool, tuple[int, ...]]:
        to_act = self.position.to_act
        if not isinstance(to_act, tuple) or not self.is_playing or is_deserted(self.seats):
            return {True: (), False: ()}
        people = tuple([seat for seat in to_act if is_present(self.seats[seat])])
        computers = tuple([seat for seat in to_act if seat not in people])
        return {True: people, False: computers}

    def pending(self) -> tuple[SeatDecision, ...]:
        """Return the decisions that people have to make now."""
        return self._open_decisions if self.may_tell() and not self.is_paused else ()

    def to_ping(self) -> tuple[SeatDecision, ...]:
        """Return the decisions whose players are to be pinged. A person who plays alone is never pinged."""
        is_alone = len(self.people) == 1
        return () if is_alone or self.is_practice else self.pending()

    def open_decisions(self) -> tuple[SeatDecision, ...]:
        """Return the decisions that people have to make, now or after a pause."""
        return self._open_decisions

    @cached_property
    def _open_decisions(self) -> tuple[SeatDecision, ...]:
        decisions = self.position.decisions
        return tuple([SeatDecision(seat, decisions[seat]) for seat in self.awaited(human=True)])

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """A cache for values that are computed from this position."""
        return {}

    # --- texts and snapshots for people -------------------------------------------------------------

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that the public message shows."""
        if self.incident is not None:
            return fingerprint_of([self.incident, self.row.locale])
        texts = [item.texts for item in self.position.news]  # all else follows from the moves
        return f"{self._circumstances} {fingerprint_of([self.seq, texts, self._share])}"

    @cached_property
    def _circumstances(self) -> str:
        # A hash of what the public message shows apart from the moves.
        last = self.position.last_reveal
        pause = self.position.reveal_pause
        reveal_facts = last and last.seq, pause is not None, self.position.in_suspense
        events = not_none(item.texts or None for item in self.position.news)
        return fingerprint_of([circumstances_of(self), self.sittings, events, reveal_facts])

    def has_only_moved_since(self, fingerprint: str) -> bool:
        """Return whether nothing but moves separates this table from the one with a fingerprint."""
        return fingerprint.partition(" ")[0] == self._circumstances

    def with_restart_at(self, restart_at: int | None) -> TableState:
        """Return the table with the announced time of the bot's restart, in Unix milliseconds."""
        if restart_at == self.restart_at:
            return self
        return replace(self, restart_at=restart_at)

    def with_host_gone(self, is_host_gone: bool) -> TableState:
        """Return the table with the fact whether its host has been gone for long."""
        if is_host_gone == self.is_host_gone:
            return self
        return replace(self, is_host_gone=is_host_gone)

    def with_server_name(self, name: str) -> TableState:
        """Return the table with the name of its server, which pictures of the result show."""
        return self if name == self.server else replace(self, server=name)

    @cached_property
    def notice_fingerprint(self) -> str:
        """A hash of the notice: the message that replaces the lobby's message when the game starts."""
        row = self.row
        gathering = self.gathering
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
        seats = self.seats
        position = self.position
        pause = position.reveal_pause
        in_suspense = position.in_suspense
        # In the suspense, the last move is not shown yet.
        if in_suspense:
            news = without_last_move(position.news)
        else:
            news = position.news
        if self.is_over:
            tales = self.safe_highlight_stories[:MOST_HIGHLIGHTS]
        else:
            tales = ()
        speakers = last_movers(self, position.seq)
        named_players = self._players_of_scene(speakers)
        # All players whom a text of the snapshot may name.
        lineups = [last_movers(self, reveal.seq) for reveal in position.reveals]
        lineups += [item.players for item in news]
        lineups.append(named_players)
        if pause is not None:
            lineups.append(speakers)
        lineups += [tale.players for tale in tales]
        numbers = PlayerNumbers(seats, lineups)
        view = position.view
        reveal = None
        if pause is not None and view is not None:
            reveal = CurrentReveal(view, numbers.of(speakers), in_suspense, pause.frame_ms)
            if (last := position.last_reveal) is not None:
                reveal = replace(reveal, reactions=tuple(last.reactions.values()), before=last.before)
        return Snapshot(
            msgspec.structs.replace(self.row, seed=None),
            with_user_names(seats),
            gathering=self.gathering,
            ratings=self.ratings,
            places=self.places,
            evening=self.evening,
            story=self.story,
            champions=self.champions,
            trophies=self.trophies,
            incident=self.incident,
            restart_at=self.restart_at,
            is_host_gone=self.is_host_gone,
            server=self.server,
            faults=self.faults,
            fingerprint=self.fingerprint,
            seal="" if self.row.seed is None or self.incident is not None else self.key.seal,
            seq=position.seq,
            view=view,
            decisions=position.decisions,
            kept_news=tuple(news),
            reveal=reveal,
            seats_ready=frozenset() if pause is None else pause.seats_ready,
            share=self._share,
            named_trophies=self.named_trophies,
            best_guessers=self._best_guessers,
            highlights=tuple([numbers.with_numbers(tale.tale.headline, tale.players) for tale in tales]),
            best=next((tale.tale for tale in tales if numbers.has_players(tale.players)), None),
            player_numbers=numbers,
            name_numbers=numbers.of(named_players),
        )

    def _players_of_scene(self, speakers: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
        # The scene names the players on turn, and for each other seat the player who made its last move.
        players = list(speakers)
        for row in self.seats:
            if is_to_act(self.position.to_act, row.seat):
                players[row.seat] = row
        return tuple(players)

    @property
    def _best_guessers(self) -> tuple[tuple[Name, GuessScore], ...]:
        # Names are those under which the people guessed.
        if not (self.is_closed and self.may_tell()):
            return ()
        names = {guess.user_id: guess.name for guess in self.position.guesses.guesses}
        scores = self.position.guesses.scores()
        order = sorted(scores, key=lambda user_id: (-scores[user_id].right, scores[user_id].count, user_id))
        return tuple([(names[user_id], scores[user_id]) for user_id in order[:MOST_GUESSERS]])

    @property
    def named_trophies(self) -> tuple[WonTrophy, ...]:
        """The rarest trophy won in a finished game, once for each player who won it.

        Empty if none may be mentioned.
        """
        # Fewest holders on the server first; among equally rare trophies gold before silver before bronze.
        ranked = []
        for won in self.trophies:
            trophy = find_trophy(won.name)
            if trophy is None or not won.is_named:
                continue
            # A trophy must not reveal a private lie.
            if not (trophy.tells_lie and self.seats[won.seat].user_id in self.discreet):
                ranked.append((won.holders, METALS.index(trophy.metal), won.name, won.seat, won))
        ranked.sort()
        named = [won for *_, won in ranked]
        return tuple([won for won in named if won.name == named[0].name])

    def highlight_stories(self, seat: int | None = None) -> tuple[HighlightStory, ...]:
        """Return the highlights of a finished game. Private lies are left out.

        Args:
            seat: the seat whose highlights are returned; ``None`` for all seats.
        """
        if self.match is None or not self.match.is_over:
            return ()
        past = GameHistory(self.match)
        stories = []
        for highlight in past.highlights(seat):
            tale = self.game.presenter.picture_story(highlight, past)
            story = HighlightStory(highlight, tale, last_movers(self, highlight.last_move + 1))
            if story.liar_id is None or story.liar_id not in self.discreet:
                stories.append(story)
        return tuple(stories)

    @property
    def safe_highlight_stories(self) -> tuple[HighlightStory, ...]:
        """The highlights of all seats; empty if their texts cannot be made."""
        return self.attempt("feats", self.highlight_stories, ())

    def seen_by(self, seat: int) -> Snapshot:
        """Return the snapshot for one seat. Texts that cannot be made are left out."""
        assert self.match is not None
        seen: Snapshot | None = self.memo.get(("seen", seat))
        if seen is None:
            own = OwnView(seat, self.match.view(seat), self.match.legal(seat), note=self.position.notes[seat])
            seen = self.attempt("own words", lambda: self._seen_with(own), None)
            seen = seen or replace(self.snapshot, own=own)
            self.memo["seen", seat] = seen
        return seen

    def _seen_with(self, own: OwnView) -> Snapshot:
        own = self._with_reveal(msgspec.structs.replace(own, outcomes=self.position.drawn_by(own.seat)))
        snapshot = self.snapshot
        last = self.position.last_reveal
        past = own.past_reveal
        if past is not None and last is not None and past.seq != last.seq:
            snapshot = replace(snapshot, share=None)  # the share is about a later claim
        return with_own_view(snapshot, own)

    def _with_reveal(self, own: OwnView) -> OwnView:
        if not is_person(self.seats[own.seat]):
            return own
        consequence: Text | None = None
        last = self.position.last_reveal
        for reveal in self.position.reveals:
            meaning = self._consequence(reveal, own.seat)
            past_reveal = None if meaning is None else self._past_reveal(reveal, own.seat)
            if past_reveal is not None:
                return msgspec.structs.replace(own, consequence=meaning, past_reveal=past_reveal)
            # No earlier reveal is shown. Its meaning stays, since no later one may push it away unseen.
            if meaning is not None or self.position.reveal_pause is not None:
                consequence = meaning
                last = reveal
        if last is None or self.position.in_suspense:
            return own
        end = self.position.exit_of(own.seat)
        # While other cards are revealed, they come first.
        if end is not None and (self.position.reveal_pause is None or end is last):
            consequence = self._worded_consequence(end, own.seat)
            past = PastReveal(end.seq, self._as_shown(end))
            own = self._with_outcomes(own, self.position.exits_after(end))
            fact = self._worded(end.fact(self.game), end)
            return msgspec.structs.replace(own, consequence=consequence, fact=fact, exit=past)
        is_deciding = is_to_act(self.to_act, own.seat)
        if self.game.presenter.keeps_consequence:
            last = self.position.reveals[-1]
            consequence = self._worded_consequence(last, own.seat)
        elif is_deciding and own.seat in last.seen:
            consequence = None
        # A person to act reads what became of claims, of others' and of an own one that was raised.
        if is_deciding:
            unread = [each for each in self.position.reveals if own.seat not in each.moved]
            own = self._with_outcomes(own, unread)
            if unread and unread[-1] is last and last.outcome(self.game, own.seat) is not None:
                return own
        if consequence is None:
            return own
        fact = self._worded(last.fact(self.game), last)
        return msgspec.structs.replace(own, consequence=consequence, fact=fact)

    def _with_outcomes(self, own: OwnView, reveals: Sequence[ShownReveal]) -> OwnView:
        lines = [self._worded(each.outcome(self.game, own.seat), each) for each in reveals]
        return msgspec.structs.replace(own, outcomes=tuple(not_none(lines)) + own.outcomes)

    @property
    def _share(self) -> BelieverShare | None:
        if self.position.in_suspense:
            return None
        return self.position.guesses.share

    def _is_shown_now(self, reveal: ShownReveal) -> bool:
        return self.position.reveal_pause is not None and reveal.seq == self.seq

    def _past_reveal(self, reveal: ShownReveal, seat: int) -> PastReveal | None:
        if self._is_shown_now(reveal) or self.is_closed or seat in reveal.seen:
            return None
        # A person who is out reads why until they tap *Next*. The game goes on without them.
        waits = reveal.was_in_panels and seat in reveal.eliminated
        if reveal.until is None and not waits:
            return None
        current = self._as_shown(reveal)
        return PastReveal(reveal.seq, current) if current.scene.involves(seat) else None

    def is_concerned(self, reveal: ShownReveal, seat: int) -> bool:
        """Return whether a reveal means something for a seat, so that the seat's panel keeps it."""

        def has_consequence() -> bool:
            means_something = reveal.consequence(seat, self.game) is not None
            return means_something and self._as_shown(reveal).scene.involves(seat)

        return self.attempt("own words", has_consequence, False)

    def _as_shown(self, reveal: ShownReveal) -> CurrentReveal:
        players = self.snapshot.player_numbers.of(last_movers(self, reveal.seq))
        view = self.game.rules.view(reveal.position, None)
        faces = tuple(reveal.reactions.values())
        return CurrentReveal(view, players, in_suspense=False, reactions=faces, before=reveal.before)

    def _consequence(self, reveal: ShownReveal, seat: int) -> Text | None:
        if seat in reveal.seen and not self._is_shown_now(reveal):
            return None
        return self._worded_consequence(reveal, seat)

    def _worded_consequence(self, reveal: ShownReveal, seat: int) -> Text | None:
        return self._worded(reveal.consequence(seat, self.game), reveal)

    def _worded(self, line: Text | None, reveal: ShownReveal) -> Text | None:
        if line is None:
            return None
        return self.snapshot.player_numbers.with_numbers(line, last_movers(self, reveal.seq))

    def record(self, date: str) -> str:
        """Return the game record as text, with the proof of the shuffles if the game is finished."""
        assert self.match is not None
        row = self.row
        headers = record_headers(row, self.seats, self.gathering.paired, date)
        for seat in self.seats:
            headers[f"Player{seat.seat}"] = str(seat.name)
        # If another player took seat 1 after 12 moves, ``Player1From12`` is that player's name, or empty for
        # a computer player.
        for sitting in self.sittings:
            player = f"Player{sitting.seat}"
            key = f"{player}From{sitting.since}" if sitting.since else player
            headers[key] = str(sitting.name)
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

    def with_position(self, **changes: Any) -> TableState:
        """Return the table with some fields of its position changed."""
        return replace(self, position=msgspec.structs.replace(self.position, **changes))

    def with_news(self, item: NewsItem) -> TableState:
        """Return the table with one more item of news."""
        return self.with_position(news=(*self.position.news, item))

    def with_gathering(self, **changes: Any) -> TableState:
        """Return the table with some fields of ``gathering`` (its channel and invitations) changed."""
        return replace(self, gathering=msgspec.structs.replace(self.gathering, **changes))

    def closed(self, status: str, at: int) -> TableState:
        """Return the table closed at the time ``at``. The status is ``"over"`` or ``"cancelled"``."""
        after = self.with_row(status=status, deadline=None, ended_at=at, revision=self.row.revision + 1)
        return after if self.is_over else after.without_reveal()

    def with_first_position(self) -> TableState:
        """Return the table with its game set up, before the first cards are dealt.

        Raises:
            SetupError: the game is not possible with these seats and options.
        """
        rules = self.game.rules
        seats = len(self.seats)
        match = Match(rules, rules.setup(seats, self.row.options, self.row.first or 0))
        return replace(self, position=Position.first(match))

    def with_move(self, actor: Actor, move: str | Move, made_by: str | None = None) -> TableState:
        """Return the table after one more move.

        Args:
            made_by: ``"stand-in"`` if a computer moved for an absent person, ``"itself"`` if only one move
                was legal.

        Raises:
            Refused: the move is not legal in this position.
        """
        assert self.match is not None
        try:
            after = self.match.with_move(actor, move)
        except (IllegalMove, NotationError):
            raise Refused("stale-button") from None
        return self._moved_on(after, made_by)

    def with_deal(self) -> TableState:
        """Return the table after all random moves that are due, such as deals and shuffles."""
        after = self
        while after.match is not None and after.to_act == CHANCE:
            after = after.dealt_once()
        return after

    def dealt_once(self) -> TableState:
        """Return the table after one random move, such as a deal."""
        assert self.match is not None
        return self._moved_on(self.match.with_move(CHANCE, self.match.chance_move(self.key)))

    def without_reveal(self) -> TableState:
        """Return the table with its pause for revealed cards ended."""
        if self.may_tell():
            return self
        return self.with_position(reveal_pause=None)

    def with_note(self, seat: int, note: SeatNote) -> TableState:
        """Return the table with a note in a seat's private panel until the seat's next move."""
        return self.with_position(notes=replace_at(self.position.notes, seat, note))

    def outcome(self, now: int) -> Outcome | None:
        """Return the outcome to store for a finished game; ``None`` while it is being played."""
        match = self.match
        if match is None or not match.is_over:
            return None
        result = match.result()
        assert result is not None
        absent = self.position.absences
        rated = is_rated(self.seats)
        facts = self.statistics
        least = self.min_decisions(set(range(len(self.seats))))
        absent = absent if any(absent) else ()
        teams = result.teams
        zone = usual_zone(self.row.locale)
        return Outcome(result.places, result.scores, now, rated, facts, absent, teams, least, COUNTING, zone)

    @property
    def statistics(self) -> tuple[Mapping[str, int], ...]:
        """Each seat's counters in the game: those of the rules, and the guesses of eliminated players."""
        assert self.match is not None
        guessed = self.position.guesses.scores()
        counters: list[Mapping[str, int]] = []
        for row, facts in zip(self.seats, self.match.statistics(), strict=True):
            counted = dict(facts)
            if row.user_id is not None and row.user_id in guessed:
                score = guessed[row.user_id]
                counted |= {GUESSES: score.count, RIGHT_GUESSES: score.right}
            counters.append(counted)
        return tuple(counters)

    def min_decisions(self, finished: Collection[int]) -> tuple[int, ...]:
        """Return for each seat the number of decisions its player must make for the game to count.

        Args:
            finished: seats whose game is finished. Players who stayed at such a seat need only one decision.
        """
        least = [self.game.min_decisions] * len(self.seats)
        for row, made in zip(self.seats, self.position.decision_counts, strict=True):
            has_stayed = not (row.has_left or row.is_taken or made.is_absent)
            if has_stayed and row.seat in finished:
                least[row.seat] = 1
        return tuple(least)

    def _moved_on(self, after: Match, made_by: str | None = None) -> TableState:
        position = self.position.after(after, made_by)
        table = replace(self, position=position)
        position.news[-1].players = last_movers(table, table.seq)
        return table

    def _replayed(self, moves: Sequence[MoveRow], guesses: tuple[GuessRow, ...]) -> TableState:
        start = self.with_position(guesses=SpectatorGuesses(guesses)).position
        after = replace(self, position=replay_log(start, moves))
        news = after.position.news
        for number, item in enumerate(news, len(moves) - len(news) + 1):
            item.players = last_movers(after, number)
        return after


class Change(NamedTuple):
    """The result of an act at a table, such as a vote."""

    state: TableState  # the same object as before the act if nothing has changed
    outcome: Outcome | None = None  # of the game, if the act has decided it
    act: Act | None = None  # an entry for the moderation log


# --- players ------------------------------------------------------------------------------------------------
# Finds the player who made a move, since seats can change hands. Every player is represented by a seat row,
# also a computer player that moves for a person.


def player_of_move(table: TableState, number: int) -> SeatRow | None:
    """Return the player who made the move with this number (from 0); ``None`` for a move of chance."""
    assert table.match is not None
    actor, _ = table.match.moves[number]
    if actor == CHANCE:
        return None
    row = player_at(table, int(actor), number)
    if number in table.position.stand_in_moves:
        return _stand_in(row)
    return row


def is_made_by(table: TableState, number: int, user_id: int) -> bool:
    """Return whether a person made a move. False if a computer player moved in the person's place."""
    row = player_of_move(table, number)
    return row is not None and row.user_id == user_id and not row.has_left


def player_at(table: TableState, seat: int, number: int) -> SeatRow:
    """Return the player who had a seat after ``number`` moves."""
    row = table.seats[seat]
    sat = [sitting for sitting in table.sittings if sitting.seat == seat and sitting.since <= number]
    if not sat:
        return row
    last = sat[-1]
    then = SeatRow(seat, last.user_id, last.name)
    if last.until is not None and number >= last.until:
        then = _stand_in(then)
    return row if is_same_player(row, then) else then


def last_movers(table: TableState, count: int) -> tuple[SeatRow, ...]:
    """Return for each seat the player who made the seat's last move.

    Moves after the first ``count`` are ignored. A seat that has not moved has its player at that time.
    """
    position = table.position
    if position.match is None or not (table.sittings or position.stand_in_moves):
        return table.seats
    # Later moves of a seat replace earlier ones, so the last one stays.
    last_move = {actor: number for number, (actor, _) in enumerate(position.match.moves[:count])}
    movers = []
    for seat in range(len(table.seats)):
        mover = None
        if seat in last_move:
            mover = player_of_move(table, last_move[seat])
        movers.append(mover or player_at(table, seat, count))
    return tuple(movers)


def players_after(table: TableState, count: int) -> tuple[SeatRow, ...]:
    """Return the players of all seats after ``count`` moves."""
    return tuple([player_at(table, seat, count) for seat in range(len(table.seats))])


def _stand_in(row: SeatRow) -> SeatRow:
    return SeatRow(row.seat, row.user_id, row.name, DEFAULT_LEVEL, has_left=True)
