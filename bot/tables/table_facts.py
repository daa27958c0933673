"""The facts of a table at one moment, and simple properties derived from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import msgspec
import structlog

from bot.refused import Refused
from bot.tables.fold import (
    NO_GUESSES,
    DecisionCounts,
    NewsItem,
    Reveal,
    RevealPause,
    SeatNotes,
    SpectatorGuesses,
    is_deserted,
    is_person,
    is_present,
)
from bot.tables.sealing import key_of
from games import find_game
from games.core.game import Game
from games.core.match import Match, ShuffleKey
from games.core.rules import OVER as GAME_OVER
from games.core.rules import Teams, ToAct, View
from games.core.words import Text
from storage.rows import (
    HERE,
    LOBBY,
    PLAYING,
    PRACTICE,
    THREAD,
    EveningRow,
    GatheringRow,
    Ratings,
    SeatRow,
    Sitting,
    TableRow,
    WonTrophy,
)
from storage.tables.gathering import player_key, removed_key

log = structlog.get_logger(__name__)

T = TypeVar("T")


def is_rated(seats: Sequence[SeatRow]) -> bool:
    """Return whether a game counts for ratings: it began with two or more players, all of them people."""
    return len(seats) >= 2 and all(seat.level is None or seat.has_left for seat in seats)


def teams_of(game: Game, seats: int, options: Mapping[str, str]) -> Teams:
    """Return the team of each seat, free seats included; an empty tuple if everybody plays alone."""
    return game.rules.teams(max(seats, game.rules.seats[0]), options)


class SeatDecision(NamedTuple):
    """A seat whose turn it is, and the number of moves made when the turn began."""

    seat: int
    decision: int


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game of an evening (series of games)."""

    table_id: str
    game: str
    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]  # seats; none if all seats tie


class Highlight(msgspec.Struct, frozen=True):
    """A line about a memorable act in an evening (series of games)."""

    id: str
    seats: tuple[SeatRow, ...]  # the players whom the text may name
    text: Text


class EveningSummary(msgspec.Struct, frozen=True):
    """The summary of an evening (series of games with mostly the same people)."""

    evening: EveningRow
    ended_at: int
    games: tuple[PlayedGame, ...]
    highlights: tuple[Highlight, ...]


@dataclass(frozen=True)
class PublicFacts:
    """Facts of a table that are no secret, and properties derived from them.

    Only ``row.seed`` is secret. Snapshots are made without it.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    # For each seat the number of moves made when its last turn began; -1 before its first turn.
    decisions: tuple[int, ...] = ()
    gathering: GatheringRow = HERE  # the channel or thread, and the invitations
    ratings: Ratings = ()  # changes by a rated game
    places: tuple[int, ...] = ()  # the final place of each seat; empty without a result
    # The series of games with mostly the same people, and its summary once it is over.
    evening: EveningRow | None = None
    story: EveningSummary | None = None
    champions: frozenset[int] = frozenset()  # user ids of winners of the server's last tournament of the game
    trophies: tuple[WonTrophy, ...] = ()  # won by the game; the rarest on this server first
    incident: str | None = None  # the incident number of a table that is closed because of an error
    restart_at: int | None = None  # the announced restart of the bot, Unix milliseconds
    is_host_gone: bool = False  # the lobby's host has not been seen for ``HOST_GONE_MS``
    server: str = ""  # the server's name; empty until the bot knows it
    faults: set[str] = field(default_factory=set, compare=False)  # kinds of errors that are logged already

    @property
    def view(self) -> View | None:
        """A spectator's view; ``None`` before the game, or if its moves cannot be replayed."""
        raise NotImplementedError

    @property
    def to_act(self) -> ToAct:
        raise NotImplementedError

    @property
    def former_players(self) -> tuple[SeatRow, ...]:
        """Players who have left their seats but are still named in texts."""
        return ()

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return find_game(self.row.game)

    @cached_property
    def options(self) -> dict[str, str]:
        """The value of every option; the default if the game got the option after the table was opened."""
        return self.game.rules.all_options(self.row.options)

    @property
    def is_lobby(self) -> bool:
        return self.row.status == LOBBY and self.incident is None

    @property
    def is_playing(self) -> bool:
        return self.row.status == PLAYING and self.incident is None

    @property
    def is_practice(self) -> bool:
        """True for a practice table: one person and computer players, in a direct message with the bot."""
        return self.row.guild_id == PRACTICE

    @property
    def is_closed(self) -> bool:
        """True if the table is over, cancelled, or set aside because of an error."""
        return not (self.is_lobby or self.is_playing)

    @property
    def has_begun(self) -> bool:
        """True if the table's game has ever started."""
        return self.row.first is not None

    @property
    def thread_id(self) -> int | None:
        """The thread in which the game is played; ``None`` if it has none, or has left it."""
        return self.gathering.thread_id if self.gathering.venue == THREAD else None

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
        return self.to_act == GAME_OVER

    @property
    def is_paused(self) -> bool:
        return self.row.paused_at is not None and self.is_playing

    @property
    def is_still_rated(self) -> bool:
        """True if the game counts for ratings and has no result yet."""
        return not self.is_closed and not self.row.is_decided and is_rated(self.seats)

    @property
    def gone(self) -> tuple[int, ...]:
        """Seats that are out of the game."""
        return () if self.view is None else self.view.gone

    @property
    def has_crowd(self) -> bool:
        """True if spectators of this table may guess during the game whether claims are lies."""
        return self.row.crowd and self.incident is None and self.game.rules.has_claims

    @property
    def has_hints(self) -> bool:
        """True if players may ask for hints. The default is true for games with computer players."""
        if self.incident is not None or self.game.assess is None:
            return False
        has_computers = any(seat.level is not None and seat.user_id is None for seat in self.seats)
        return has_computers if self.row.hints is None else self.row.hints

    @cached_property
    def people(self) -> tuple[SeatRow, ...]:
        """Rows of the seats that people play now."""
        return tuple(seat for seat in self.seats if is_person(seat))

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat that a user plays now; ``None`` without a seat."""
        return next((seat.seat for seat in self.people if seat.user_id == user_id), None)

    def voters(self, act: str) -> tuple[int, ...]:
        """Return the seats of the players who have voted for an act such as ``pause``."""
        seats = (self.seat_of(user_id) for user_id in self.row.votes.get(act, ()))
        return tuple(seat for seat in seats if seat is not None)

    def attempt(self, kind: str, make: Callable[[], T], instead: T) -> T:
        """Return the result of ``make()``, or ``instead`` if it raises an error.

        Args:
            kind: what is made. The first error of each kind is logged.
        """
        # All texts and pictures are made through this method, so that their errors cannot stop the game.
        try:
            return make()
        except Exception:
            if kind not in self.faults:
                self.faults.add(kind)
                log.exception("something cannot be shown", table=self.id, kind=kind)
            return instead


@dataclass(frozen=True)
class TableFacts(PublicFacts):
    """All facts of a table at one moment, including secret ones."""

    match: Match | None = None  # must not be changed; None before the game
    news: tuple[NewsItem, ...] = ()  # of the last moves, oldest first
    reveal_pause: RevealPause | None = None  # the present pause for revealed cards
    reveals: tuple[Reveal, ...] = ()  # the last reveals of hidden cards, oldest first
    notes: SeatNotes = ()
    decision_counts: tuple[DecisionCounts, ...] = ()  # for each seat
    discreet: frozenset[int] = frozenset()  # user ids of people who keep their lies private
    sittings: tuple[Sitting, ...] = ()  # the players of seats that changed hands
    stand_in_moves: frozenset[int] = frozenset()  # numbers of moves that a computer made for an absent person
    excluded_keys: frozenset[str] = frozenset()  # of people who sat here or were removed
    crowd: SpectatorGuesses = NO_GUESSES  # guesses of spectators
    is_damaged: bool = False  # a stored row cannot be read: only the table's message may be written

    @property
    def last_reveal(self) -> Reveal | None:
        """The last reveal of hidden cards; ``None`` if there is none."""
        return self.reveals[-1] if self.reveals else None

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
    def seq(self) -> int:
        """Number of moves played, including moves of chance."""
        return 0 if self.match is None else len(self.match.moves)

    @property
    def view(self) -> View | None:
        """A spectator's view; ``None`` before the game."""
        return None if self.match is None else self.match.view(None)

    @property
    def to_act(self) -> ToAct:
        return () if self.match is None else self.match.to_act

    @property
    def key(self) -> ShuffleKey:
        return key_of(self.row, self.seats, self.gathering.paired)

    def mentions(self, user_id: int) -> bool:
        """Return whether the table's data names a user, for example as host, player, guest or spectator."""
        others = [
            user
            for invitation in self.gathering.invitations
            for user in (invitation.user_id, invitation.remover_id)
        ]
        others += [person.user_id for person in self.evening.people] if self.evening else []
        others += [guess.user_id for guess in self.crowd.guesses]
        highlights = () if self.story is None else self.story.highlights
        others += [seat.user_id for highlight in highlights for seat in highlight.seats]
        return user_id in (self.row.host_id, *others) or self.has_ever_sat(user_id)

    def has_ever_sat(self, user_id: int) -> bool:
        """Return whether a user sits or has sat at this table, even if their data was deleted."""
        user_ids = {user for seat in self.seats for user in (seat.user_id, seat.leaver_id)}
        return user_id in user_ids or player_key(self.row.seed, user_id) in self.excluded_keys

    def was_removed(self, user_id: int) -> bool:
        """Return whether a user was removed from the lobby, even if their data was deleted."""
        return removed_key(self.row.seed, user_id) in self.excluded_keys

    @property
    def is_deserted(self) -> bool:
        """True if everybody at the table is away."""
        return self.is_playing and is_deserted(self.seats)

    @property
    def is_outcome_public(self) -> bool:
        """True if everybody may know what the last move has led to.

        This is the one answer for all features. It is false while the table shows cards that the last move
        has revealed. Until then nothing tells the result, the end of the game, or the next player.
        """
        return self.reveal_pause is None

    @property
    def is_publicly_closed(self) -> bool:
        """True if the table is closed, and people may know it."""
        return self.is_closed and self.is_outcome_public

    @property
    def is_result_public(self) -> bool:
        """True if the game was decided early, or has ended publicly."""
        return self.row.is_decided or self.is_publicly_closed

    def knows_outcome(self, seat: int) -> bool:
        """Return whether a seat's player may know what the last move has led to.

        A player who has tapped *Next* has seen the reveal, and may go on before the others.
        """
        return self.reveal_pause is None or seat in self.reveal_pause.seats_ready

    def check_outcome_public(self) -> None:
        """Raise ``Refused`` if people may not know yet what the last move has led to."""
        if not self.is_outcome_public:
            raise Refused("reveal-first")

    def check_playing(self) -> None:
        """Raise ``Refused`` if no game is being played, or if revealed cards are being shown.

        A reveal that ends the game is refused in the same words as any other reveal.
        """
        self.check_outcome_public()
        if not self.is_playing:
            raise Refused("game-is-over" if self.is_closed else "not-started")

    @property
    def is_halted(self) -> bool:
        """True if nobody may move now: the game is paused, or revealed cards are being shown."""
        return not self.is_outcome_public or self.is_paused

    def acting(self, *, human: bool) -> tuple[int, ...]:
        """Return the seats that may move now.

        Args:
            human: true for seats of people, false for seats of computer players.
        """
        return () if self.is_halted else self.awaited(human=human)

    def awaited(self, *, human: bool) -> tuple[int, ...]:
        """Return the seats that are to move now or after a pause.

        Args:
            human: true for seats of people, false for seats of computer players.
        """
        return self._awaited[human]

    @cached_property
    def _awaited(self) -> dict[bool, tuple[int, ...]]:
        if not self.is_playing or not isinstance(self.to_act, tuple) or self.is_deserted:
            return {True: (), False: ()}
        there = {seat: is_present(self.seats[seat]) for seat in self.to_act}
        return {human: tuple(seat for seat in there if there[seat] is human) for human in (True, False)}

    def pending(self) -> tuple[SeatDecision, ...]:
        """Return the decisions that people have to make now."""
        return () if self.is_halted else self.open_decisions()

    def to_call(self) -> tuple[SeatDecision, ...]:
        """Return the decisions whose players are to be pinged. A person who plays alone is never pinged."""
        is_alone = sum(map(is_person, self.seats)) == 1
        return () if is_alone or self.is_practice else self.pending()

    def open_decisions(self) -> tuple[SeatDecision, ...]:
        """Return the decisions that people have to make, now or after a pause."""
        return tuple(SeatDecision(seat, self.decisions[seat]) for seat in self.awaited(human=True))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """A cache for values that are computed from this position."""
        return {}
