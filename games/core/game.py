"""A game as the bot offers it: rules, presenter, computer players, lesson."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2s
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from games.core.cards import without
from games.core.match import Match
from games.core.moves import CHANCE_MOVES, Move, Roll, RollRequest
from games.core.presentation import Presenter
from games.core.rules import CHANCE, Rules
from games.core.trophies import Trophy

# --- lessons ------------------------------------------------------------------------------------------------
# Lessons: short prepared games that stop at some positions to explain them.

LEARNER = 0
"""The seat of the person who takes the lesson."""


class LessonMove(msgspec.Struct, frozen=True):
    """A move that a lesson offers as a button: the right move or a wrong one."""

    move: str  # the move's notation
    is_right: bool = False
    second_move: str = ""  # a move that the same tap makes next; empty for none


class LessonStep(msgspec.Struct, frozen=True):
    """A position at which a lesson stops and explains something."""

    name: str  # a part of the keys of the step's texts
    # The moves since the last step, in the notation of a record. A move of chance names only its first cards,
    # and the others follow in canonical order; or it names all its dice.
    moves: tuple[str, ...] = ()
    # exactly one of them is right; empty if there is only a text to read
    offered_moves: tuple[LessonMove, ...] = ()

    @property
    def shuffled_moves(self) -> list[tuple[int, LessonMove]]:
        """The offered moves with their indexes, in a fixed order that does not reveal the right move."""
        return sorted(enumerate(self.offered_moves), key=lambda entry: _sort_key(self.name, entry[1].move))


ORDER = "82"
"""The text from which the order of a step's offered moves is computed.

This value puts the right move about equally often in each place.
"""


def _sort_key(name: str, move: str) -> bytes:
    return blake2s(f"{ORDER} {name} {move}".encode()).digest()


class Lesson(msgspec.Struct, frozen=True):
    """A prepared game with the steps of a lesson. The learner has the seat ``LEARNER``."""

    seats: int
    steps: tuple[LessonStep, ...]
    first: int = 0  # the seat that acts first
    # names and values of the options that differ from their defaults
    options: tuple[tuple[str, str], ...] = ()

    def match(self, rules: Rules[Any, Any], step: int) -> Match:
        """Return the match in the position of a step, given by its index.

        Raises:
            RulesError: a move of the lesson is not legal.
        """
        match = Match(rules, rules.setup(self.seats, dict(self.options), self.first))
        for lesson_step in self.steps[: step + 1]:
            for line in lesson_step.moves:
                actor, _, move = line.partition(" ")
                if actor == "*":
                    self._play_chance(match, tuple(move.split()))
                else:
                    match.play(int(actor), move)
        return match

    def _play_chance(self, match: Match, top_cards: tuple[str, ...]) -> None:
        request = match.rules.chance(match.state)
        if isinstance(request, RollRequest):
            match.play(CHANCE, Roll(tuple(map(int, top_cards))))
            return
        # All other cards follow in canonical order.
        rest = without(request.cards, top_cards)
        match.play(CHANCE, CHANCE_MOVES[request.kind](top_cards + rest))


# --- temperaments -------------------------------------------------------------------------------------------
# Temperaments of computer players: preferences among moves that are nearly equally good.


class Temperament(msgspec.Struct, frozen=True):
    """The preferences of a computer player, each from -1 (dislikes) to 1 (likes)."""

    name: str
    sign: str  # an emoji that is shown after the player's name
    doubt: float = 0.0  # preference for challenging claims
    lie: float = 0.0  # preference for claims that are false or may be
    height: float = 0.0  # preference for claims that are far stronger than the claim to beat

    def bonus(self, max_bonus: float, *, doubt: float = 0.0, lie: float = 0.0, height: float = 0.0) -> float:
        """Return what this temperament adds to a move's estimated value; negative for a disliked move.

        Args:
            max_bonus: the largest possible bonus, in the game's own unit of value.
            doubt: 1 for challenging a claim, -1 for believing it.
            lie: from -1 (surely true) to 1 (surely a lie).
            height: from -1 (the weakest possible claim) to 1 (the strongest).
        """
        liked = self.doubt * doubt + self.lie * lie + self.height * height
        return max_bonus * max(-1.0, min(1.0, liked))


EVEN = Temperament("even", "")
"""The temperament without preferences."""

TEMPERAMENTS = (
    Temperament("bold", "🔥", doubt=0.4, height=1.0),
    Temperament("careful", "🐢", doubt=-0.3, lie=-1.0, height=-0.6),
    Temperament("tricky", "🦊", doubt=0.2, lie=0.8),
)
"""The temperaments that computer players can have."""

# --- game ---------------------------------------------------------------------------------------------------
# A game as the bot uses it: its rules, its presenter and its computer player.

LEVELS = ("easy", "normal", "hard", "expert")
"""Names of the computer players' levels, the weakest first."""

DEFAULT_LEVEL = "normal"
"""The level of a computer player if no other is chosen."""


Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
"""How hard a game is to learn."""


class Advise(Protocol):
    """A function that chooses a computer player's move from the view of its seat."""

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        level: str,
        rng: random.Random,
        effort: float = 1.0,
        temper: Temperament = EVEN,
        /,
    ) -> Move:
        """Return the computer player's move. Equal arguments give equal moves.

        Args:
            level: one of ``LEVELS``.
            rng: the source of random choices.
            effort: share of the full thinking time (a second of one core), at most 1.0.
            temper: preferences among nearly equal moves.
        """
        ...


class Estimate(msgspec.Struct, frozen=True):
    """The estimated value of a move for the seat that makes it."""

    move: Move
    expected_share: float  # expected share of opponents that the seat beats in the end, 0 to 1
    # probability that the move is a lie and is challenged; ``None`` if it cannot be a lie
    risk: float | None = None


def best_first(estimates: Iterable[Estimate]) -> list[Estimate]:
    """Return the estimates, sorted from the best to the worst."""
    return sorted(estimates, key=lambda estimate: -estimate.expected_share)


def nearly_best(estimates: Sequence[Estimate], resolution: float) -> list[Estimate]:
    """Return the estimates that are about as good as the first one.

    Args:
        estimates: sorted from best to worst.
        resolution: the smallest difference of ``Estimate.expected_share`` that matters.
    """
    return [
        estimate
        for estimate in estimates
        if estimate.expected_share > estimates[0].expected_share - resolution
    ]


def nearly_best_moves(estimates: Sequence[Estimate], resolution: float) -> list[Move]:
    """Return the moves of the estimates that are about as good as the first one (see ``nearly_best``)."""
    return [estimate.move for estimate in nearly_best(estimates, resolution)]


class Assess(Protocol):
    """A function that estimates how good moves are, for reviews and hints."""

    def __call__(
        self,
        view: Any,
        legal: Sequence[Move],
        required: Sequence[Move],
        rng: random.Random,
        effort: float = 1.0,
        /,
    ) -> Sequence[Estimate]:
        """Return estimates of the moves worth considering, the best first.

        Args:
            required: moves to estimate in any case, such as the move that a player made.
            effort: share of the full thinking time, at most 1.0.
        """
        ...


PERSON_SECONDS = 12.0
"""How long a person is taken to think about a decision."""

COMPUTER_SECONDS = 1.75
"""Mean pause before a computer player's move (``bot/driving/driver.py``: 1 to 2.5 seconds)."""


class Pace(NamedTuple):
    """How long games with the usual options are, as ``python -m lab.minutes --pace`` measures it."""

    seats: int
    turns: float  # decisions of each player in which there is a choice
    reveal_seconds: float  # of all reveals together


class OptionLength(NamedTuple):
    """How long a game is with a value of an option, compared with the option's first value."""

    option: str
    value: str
    factor: float


class Game(msgspec.Struct, frozen=True):
    """A game: its rules, its presenter and its computer players."""

    rules: Rules[Any, Any]
    presenter: Presenter[Any]
    advise: Advise
    emoji: str
    assess: Assess | None = None  # None for a game without reviews and hints
    lesson: Lesson | None = None
    best_seat_count: int = 4
    has_temperaments: bool = False  # whether ``advise`` uses temperaments
    levels: tuple[str, ...] = LEVELS[:3]  # levels of computer players that hosts may choose
    # the smallest difference of ``Estimate.expected_share`` that matters (docs/ARENA.md)
    resolution: float = 0.02
    min_decisions: int = 3  # number of decisions that a person must make to count as having taken part
    # options with which all players but one win, and tie with each other; None if there are none
    one_loser_options: tuple[tuple[str, str], ...] | None = None
    trophies: tuple[Trophy, ...] = ()
    # how long a game with computer players takes, in minutes (``lab.minutes``); 0 if it was not measured
    minutes: int = 0
    difficulty: Difficulty | None = None  # of the rules, for a person who has never played
    # options of a short game, and how many minutes it takes; empty if the game has one length
    short_options: tuple[tuple[str, str], ...] = ()
    short_minutes: int = 0
    # how long games are, for each number of seats and each value of an option; empty if it was not measured
    paces: tuple[Pace, ...] = ()
    option_lengths: tuple[OptionLength, ...] = ()

    def has_one_loser(self, options: Mapping[str, str]) -> bool:
        """Return whether all players but one win with these options, and tie with each other."""
        needed = self.one_loser_options
        return needed is not None and dict(needed).items() <= options.items()

    def chance(self, expected_share: float, seats: int, options: Mapping[str, str]) -> float:
        """Return the chance that an ``Estimate.expected_share`` means, from 0 to 1.

        With one loser it is the chance not to lose; otherwise that to finish ahead of another player.
        """
        if not self.has_one_loser(options):
            return expected_share
        # Ties with the other winners count half.
        share_of_winner = seats / (2 * (seats - 1))
        return max(0.0, min(1.0, expected_share / share_of_winner))

    def __repr__(self) -> str:
        return f"<Game: {self.id}>"

    @property
    def id(self) -> str:
        return self.rules.id

    def minutes_with(self, options: Mapping[str, str], seats: int, people: int) -> int:
        """Return about how many minutes a game lasts; 0 if that was not measured for these options.

        Args:
            people: number of seats of people; computer players have the others.
        """
        # A game of one person was measured as a whole, since it ends once the person is out.
        if people == 1 and seats == self.table_size:
            usual = self.rules.fit_options({}, seats)
            measured = 0
            if options == usual:
                measured = self.minutes
            elif options == usual | dict(self.short_options):
                measured = self.short_minutes
            if measured:
                return measured
        pace = next((pace for pace in self.paces if pace.seats == seats), None)
        if pace is None:
            return 0
        seconds = pace.turns * (people * PERSON_SECONDS + (seats - people) * COMPUTER_SECONDS)
        seconds += pace.reveal_seconds
        factors = {(option, value): factor for option, value, factor in self.option_lengths}
        for option, values in self.rules.options.items():
            value = options[option]
            # A game of two ends with its first loser anyway.
            if seats == 2 and (option, value) in (self.one_loser_options or ()):
                continue
            if value != values[0] and self.rules.has_effect(option, options):
                seconds *= factors.get((option, value), 0)
        return _round_minutes(seconds / 60)

    @property
    def table_size(self) -> int:
        """The usual number of players; computer players fill a table up to this number."""
        low, high = self.rules.seats
        return min(max(self.best_seat_count, low), high)


def _round_minutes(minutes: float) -> int:
    # Games differ by more than these steps.
    if not minutes:
        return 0
    if minutes < 10:
        step = 1
    elif minutes < 60:
        step = 5
    else:
        step = 10
    return max(1, step * round(minutes / step))
