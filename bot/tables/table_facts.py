"""The facts of a table at one moment, and simple properties derived from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from bot.refused import Refused
from bot.tables.absence import Made, is_deserted, is_present
from bot.tables.crowd import NOBODY, Crowd
from bot.tables.news import Asides, Hold, Told, Truth, is_person
from bot.tables.reading import key_of, teams_of
from games import find_game
from games.core.game import Game
from games.core.match import Match
from games.core.rules import ToAct
from games.core.seats import Teams
from games.core.shuffle import ShuffleKey
from games.core.words import Text
from storage.rows import HERE, LOBBY, PLAYING, EveningRow, GatheringRow, Ratings, SeatRow, Sitting, TableRow
from storage.tables.sat import key as sat_key
from storage.tables.sat import out_key


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of an evening: its seats, and the seats that won (none if all tied)."""

    table_id: str
    game: str
    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]


class Highlight(msgspec.Struct, frozen=True):
    """A highlight of an evening, in one line about the seats of one of its tables."""

    id: str
    seats: tuple[SeatRow, ...]
    said: Text


class Story(msgspec.Struct, frozen=True):
    """The story of an evening: its score, its end, its games in order, and its highlights."""

    evening: EveningRow
    ended_at: int
    games: tuple[PlayedGame, ...]
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True)
class TableFacts:
    """The facts of a table at one moment.

    Attributes:
        row: the stored row: place, game, options, status.
        match: the game, once it has started; treated as a value.
        decisions: for each seat the number of the move at which its current decision began, -1 for none.
        news: news of the last moves, oldest first.
        hold: the current moment of truth, during which play stands still.
        notes: for each seat a note in its panel until its next move.
        made: for each seat the number of decisions by its player and by stand-ins.
        gathering: channel or thread, and invited people.
        ratings: changes of ratings by a rated game.
        places: places of the seats, once there is a result.
        discreet: people who hide their lies.
        sittings: history of seats that changed hands, by seat and in order.
        stood_in: numbers of the moves that a stand-in made.
        sat: keys of everybody who ever sat at the running game, or was removed from its lobby.
        evening: the evening (games that follow each other) of the table.
        story: the story of the evening, once it is over.
        crowd: guesses of spectators.
        incident: incident number if the table is set aside.
        is_damaged: a row cannot be read, so only the table's message may be written.
        faults: kinds of texts that failed to render (``Teller``).
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
    places: tuple[int, ...] = ()
    discreet: frozenset[int] = frozenset()
    sittings: tuple[Sitting, ...] = ()
    stood_in: frozenset[int] = frozenset()
    sat: frozenset[str] = frozenset()
    evening: EveningRow | None = None
    story: Story | None = None
    crowd: Crowd = NOBODY
    incident: str | None = None
    is_damaged: bool = False
    faults: set[str] = field(default_factory=set, compare=False)

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.row.game} {self.row.status}, {self.seq} moves>"

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return find_game(self.row.game)

    def only_on(self, guild_id: int) -> None:
        """Raise ``Refused`` for a person on another server."""
        if guild_id != self.row.guild_id:
            raise Refused("no-such-table")

    @property
    def teams(self) -> Teams:
        """Team of each seat; empty if everybody plays alone."""
        return teams_of(self.game, len(self.seats), self.row.options)

    @property
    def is_lobby(self) -> bool:
        return self.row.status == LOBBY and self.incident is None

    @property
    def is_playing(self) -> bool:
        return self.row.status == PLAYING and self.incident is None

    @property
    def is_closed(self) -> bool:
        """True if the table is over, cancelled or set aside."""
        return not (self.is_lobby or self.is_playing)

    @property
    def has_begun(self) -> bool:
        """True if the table was ever more than a lobby."""
        return self.row.first is not None

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
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
    def gone(self) -> tuple[int, ...]:
        """Seats that have dropped out."""
        return () if self.match is None else self.match.view(None).gone

    @property
    def key(self) -> ShuffleKey:
        return key_of(self.row, self.seats)

    @property
    def voices(self) -> tuple[SeatRow, ...]:
        """Former players whom texts name; as ``Snapshot.voices``."""
        return ()

    @cached_property
    def people(self) -> tuple[SeatRow, ...]:
        """Seats that people play now."""
        return tuple(seat for seat in self.seats if is_person(seat))

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat that a person plays; ``None`` if none."""
        return next((seat.seat for seat in self.people if seat.user_id == user_id), None)

    def names(self, user_id: int) -> bool:
        """Return whether a person's name may occur here: host, player, guest, spectator or of the evening."""
        others = [user for one in self.gathering.invitations for user in (one.user_id, one.remover_id)]
        others += [one.user_id for one in self.evening.people] if self.evening else []
        others += [one.user_id for one in self.crowd.guesses]
        told = () if self.story is None else self.story.highlights
        others += [seat.user_id for one in told for seat in one.seats]
        return user_id in (self.row.host_id, *others) or self.has_sat(user_id)

    def voters(self, act: str) -> tuple[int, ...]:
        """Return the seats of people who voted for an act (``bot.tables.votes``) and still sit there."""
        seats = (self.seat_of(user_id) for user_id in self.row.votes.get(act, ()))
        return tuple(seat for seat in seats if seat is not None)

    def has_sat(self, user_id: int) -> bool:
        """Return whether a person sits or sat here, even after deleting their data."""
        named = {one for seat in self.seats for one in (seat.user_id, seat.leaver_id)}
        return user_id in named or sat_key(self.row.seed, user_id) in self.sat

    def was_taken_out(self, user_id: int) -> bool:
        """Return whether a person was removed from the lobby, even after deleting their data."""
        return out_key(self.row.seed, user_id) in self.sat

    @property
    def has_crowd(self) -> bool:
        """True if spectators may guess whether claims are lies."""
        return self.row.crowd and self.is_playing and self.game.rules.has_claims

    @property
    def is_deserted(self) -> bool:
        """True if the game stands still since everybody is away."""
        return self.is_playing and is_deserted(self.seats)

    @property
    def stands_still(self) -> bool:
        """True if nobody may act now: the game is paused, or there is a moment of truth."""
        return self.hold is not None or self.is_paused

    def acting(self, *, human: bool) -> tuple[int, ...]:
        """Return the seats to act now that people play, or that computer players play.

        Computer players also play for people who are away, while others are present.
        """
        return () if self.stands_still else self.awaited(human=human)

    def awaited(self, *, human: bool) -> tuple[int, ...]:
        """Return the seats to act once a pause or a moment of truth is over."""
        return self._awaited[human]

    @cached_property
    def _awaited(self) -> dict[bool, tuple[int, ...]]:
        if not self.is_playing or not isinstance(self.to_act, tuple) or self.is_deserted:
            return {True: (), False: ()}
        there = {seat: is_present(self.seats[seat]) for seat in self.to_act}
        return {human: tuple(seat for seat in there if there[seat] is human) for human in (True, False)}

    def pending(self) -> tuple[tuple[int, int], ...]:
        """Return the decisions that people have to make now: seat and number."""
        return () if self.stands_still else self.open_decisions()

    def open_decisions(self) -> tuple[tuple[int, int], ...]:
        """Return people's decisions once a pause or a moment of truth is over."""
        return tuple((seat, self.decisions[seat]) for seat in self.awaited(human=True))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Cache of values derived from this position."""
        return {}
