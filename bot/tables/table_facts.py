"""What is known of a table at one moment, and what follows from that at a glance."""

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
    """A game of an evening: who sat there, and the seats that won it (none where all tied)."""

    table_id: str
    game: str
    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]


class Highlight(msgspec.Struct, frozen=True):
    """Something that was best in an evening, in one line about the seats of one of its tables."""

    id: str
    seats: tuple[SeatRow, ...]
    said: Text


class Story(msgspec.Struct, frozen=True):
    """An evening as it is told: its score, when it ended, its games in their order, what was best."""

    evening: EveningRow
    ended_at: int
    games: tuple[PlayedGame, ...]
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True)
class TableFacts:
    """A table at one moment.

    Attributes:
        row: where it is, what is played, its status.
        match: the game, once it has started; treated as a value.
        decisions: for each seat the number of the move at which its present decision began, -1 for none.
        news: what the last moves brought about, oldest first.
        hold: while it is not ``None``, play stands still so that what came to light can be seen.
        notes: for each seat what else its own panel tells until its next move.
        made: for each seat who has made its decisions.
        gathering: in which channel or thread it is played, and who was asked to come.
        ratings: what a rated game made of each rating; ``places``: of each seat, once there is a result.
        discreet: the people of whom no lies are told.
        sittings: who sat when at the seats that have changed hands, by seat and in order.
        stood_in: numbers of the moves that a computer player made for a person who was away.
        sat: keys of all who have ever sat at the running game, or were taken out of its lobby.
        evening: the games that it is one of.
        story: what is told of them once nobody goes on.
        crowd: what those who watch think of claims.
        incident: a table that cannot be replayed is set aside: the number by which the log tells why.
        is_damaged: a row of it cannot be read, so nothing of it may be written but its message.
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
        """Refuse who comes from another server than the table's."""
        if guild_id != self.row.guild_id:
            raise Refused("no-such-table")

    @property
    def teams(self) -> Teams:
        """The team of each seat; empty where everybody plays alone."""
        return teams_of(self.game, len(self.seats), self.row.options)

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
    def gone(self) -> tuple[int, ...]:
        """The seats that have nothing more to decide."""
        return () if self.match is None else self.match.view(None).gone

    @property
    def key(self) -> ShuffleKey:
        return key_of(self.row, self.seats)

    @property
    def voices(self) -> tuple[SeatRow, ...]:
        """Those whom texts name besides the seats; as ``Snapshot.voices``."""
        return ()

    @cached_property
    def people(self) -> tuple[SeatRow, ...]:
        """The seats that people play now."""
        return tuple(seat for seat in self.seats if is_person(seat))

    def seat_of(self, user_id: int) -> int | None:
        """Find the seat that somebody plays (still)."""
        return next((seat.seat for seat in self.people if seat.user_id == user_id), None)

    def names(self, user_id: int) -> bool:
        """Tell whether somebody is host here, sits or sat here, was asked, guesses, or is of the evening."""
        others = [user for one in self.gathering.invitations for user in (one.user_id, one.remover_id)]
        others += [one.user_id for one in self.evening.people] if self.evening else []
        others += [one.user_id for one in self.crowd.guesses]
        told = () if self.story is None else self.story.highlights
        others += [seat.user_id for one in told for seat in one.seats]
        return user_id in (self.row.host_id, *others) or self.has_sat(user_id)

    def voters(self, act: str) -> tuple[int, ...]:
        """List the seats of those who are for an act (``bot.tables.votes``) and sit there still."""
        seats = (self.seat_of(user_id) for user_id in self.row.votes.get(act, ()))
        return tuple(seat for seat in seats if seat is not None)

    def has_sat(self, user_id: int) -> bool:
        """Tell whether somebody sits or sat here, also if they had themselves forgotten."""
        named = {one for seat in self.seats for one in (seat.user_id, seat.leaver_id)}
        return user_id in named or sat_key(self.row.seed, user_id) in self.sat

    def was_taken_out(self, user_id: int) -> bool:
        """Tell whether somebody was taken out of the lobby, also if they had themselves forgotten."""
        return out_key(self.row.seed, user_id) in self.sat

    @property
    def has_crowd(self) -> bool:
        """Tell whether who watches may guess whether claims are lies."""
        return self.row.crowd and self.is_playing and self.game.rules.has_claims

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
