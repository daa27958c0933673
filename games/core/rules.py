"""The rules of a game as an interface: positions, events, views, results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from games.core.cards import STANDARD, Card, CardGroup, Family, all_but, find_card
from games.core.errors import IllegalMove, NotationError, Refusal, SetupError
from games.core.highlights import Highlight
from games.core.moves import (
    CHANCE_MOVES,
    AnyChanceRequest,
    ChanceMove,
    Move,
    Roll,
    RollRequest,
    option_text,
    quote,
    shorten,
    words_of,
)

# --- seats --------------------------------------------------------------------------------------------------
# Seats of a table: numbers 0 .. n-1, clockwise (README.md of the rules, Moves).

T = TypeVar("T")

Teams: TypeAlias = tuple[int, ...]
"""The team of each seat, from 0; empty if there are no teams."""


@cache
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """Return all seats in turn order, beginning with the seat ``first``.

    >>> clockwise(1, 3)
    (1, 2, 0)
    """
    return tuple(chain(range(first, seats), range(first)))


def next_active_seat(holdings: Sequence[object], seat: int) -> int:
    """Return the next seat clockwise that is still in the game; ``seat`` itself if there is no other.

    Args:
        holdings: each seat's cards or chips; empty or 0 if the seat is eliminated.

    >>> next_active_seat((2, 0, 1), 0)
    2
    """
    for other in clockwise((seat + 1) % len(holdings), len(holdings)):
        if holdings[other]:
            return other
    raise AssertionError("nobody is left")


def active_seats(holdings: Sequence[object]) -> list[int]:
    """Return the seats that are still in the game, in order.

    Args:
        holdings: each seat's cards or chips; empty or 0 if the seat is eliminated.

    >>> active_seats((2, 0, 1))
    [0, 2]
    """
    return [seat for seat, holding in enumerate(holdings) if holding]


def replace_at(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return the seats' values with the value of one seat replaced.

    >>> replace_at((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def deal_blocks(cards: tuple[T, ...], first: int, sizes: Sequence[int]) -> list[tuple[T, ...]]:
    """Return each seat's hand after whole hands were dealt from the top, clockwise from the seat ``first``.

    Args:
        sizes: the number of cards of each seat.

    >>> deal_blocks(("As", "Kh", "2c"), 1, (1, 2))
    [('2c',), ('As', 'Kh')]
    """
    blocks: list[tuple[T, ...]] = [()] * len(sizes)
    at = 0
    for seat in clockwise(first, len(sizes)):
        blocks[seat] = cards[at : at + sizes[seat]]
        at += sizes[seat]
    return blocks


def group_by_team(seats: Iterable[int], teams: Teams) -> list[tuple[int, ...]]:
    """Return seats in groups of partners. Without teams each seat is a group.

    >>> group_by_team((0, 1, 2), (0, 1, 0, 1))
    [(0, 2), (1,)]
    >>> group_by_team((0, 1), ())
    [(0,), (1,)]
    """
    if not teams:
        return [(seat,) for seat in seats]
    groups: dict[int, list[int]] = {}
    for seat in seats:
        groups.setdefault(teams[seat], []).append(seat)
    return list(map(tuple, groups.values()))


def are_partners(seat: int, other: int, teams: Teams) -> bool:
    """True if two different seats are in one team."""
    return seat != other and bool(teams) and teams[seat] == teams[other]


def rank_seats(values: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Return seats in groups of equal value, from the highest value to the lowest.

    >>> rank_seats({0: 3, 1: 5, 2: 3})
    ((1,), (0, 2))
    """
    groups: dict[Any, list[int]] = {}
    for seat, value in values.items():
        groups.setdefault(value, []).append(seat)
    return tuple([tuple(groups[value]) for value in sorted(groups, reverse=True)])


def last_out_first(out: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return eliminated seats as groups of one seat each, the seat that was eliminated last first.

    >>> last_out_first((2, 0))
    ((0,), (2,))
    """
    return tuple(group_by_team(reversed(out), ()))


# --- results ------------------------------------------------------------------------------------------------
# Results of games: the ranking, the teams, and a score for each seat.


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a finished game."""

    # groups of tied seats, from best to worst. Partners are always in one group.
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[float, ...]  # a number for each seat
    teams: Teams = ()  # the team of each seat, from 0; empty in a game without teams

    @classmethod
    def of_teams(cls, teams: Teams, team_scores: Sequence[float]) -> Result:
        """Return the result of a game between teams. Each seat gets the score of its team."""
        scores = tuple([float(team_scores[team]) for team in teams])
        return cls(rank_seats(dict(enumerate(scores))), scores, teams)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 for the best. Tied seats share a place; a team takes up one place."""
        places = [0] * len(self.scores)
        place = 1
        for group in self.ranking:
            for seat in group:
                places[seat] = place
            place += len(group_by_team(group, self.teams))
        return tuple(places)


# --- events -------------------------------------------------------------------------------------------------
# Events: the public or secret effects of a move. Each class decides which viewers may see its events.

E = TypeVar("E", bound="Event")
C = TypeVar("C", bound="OwnCardEvent")


class Event(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An effect of a move, such as ``CardPlayed``. By default no viewer may see it."""

    def seen_by(self, viewer: int | None) -> Event | None:
        """Return the event as a viewer may see it; ``None`` if it is hidden from this viewer.

        Args:
            viewer: a seat, or ``None`` for a spectator.
        """
        return None


class OpenEvent(Event, frozen=True):
    """An event that everybody may see in full."""

    def seen_by(self: E, viewer: int | None) -> E:
        """Return the whole event."""
        return self


class OwnCardEvent(Event, frozen=True):
    """An event about a card that only one seat may see. Other viewers see the event without the card."""

    seat: int
    card: Card

    def seen_by(self: C, viewer: int | None) -> C:
        """Return the event, without the card if the viewer is not the event's seat."""
        return self if viewer == self.seat else replace(self, card="")


class Secret(msgspec.Struct, frozen=True):
    """What other seats do not learn of a move at once."""

    heard: str = "?"  # the move as others hear it, with "?" for what they do not learn: ``play ? to 1``
    # The events that may reveal it. Without events the secret ends when all seats to act have chosen.
    until: tuple[type[Event], ...] = ()


def find_event(events: tuple[Event, ...], kind: type[E]) -> E | None:
    """Return the first event of a class; ``None`` if there is none."""
    return next((event for event in events if isinstance(event, kind)), None)


def visible_events(events: tuple[Event, ...], viewer: int | None) -> tuple[Event, ...]:
    """Return the events of a move as a viewer may see them, without the hidden ones.

    Args:
        viewer: a seat, or ``None`` for a spectator.
    """
    for event in events:
        if not isinstance(event, OpenEvent):
            seen = [each.seen_by(viewer) for each in events]
            return tuple(filter(None, seen))
    return events


# --- rules --------------------------------------------------------------------------------------------------
# The base class of the rules of a game (README.md of the rules).
#
# Rules have no state: every result follows from a setup and moves. A move is legal if and only if ``move in
# rules.legal(state, seat)``. Positions are immutable, so values derived from a position, such as its legal
# moves, are cached in the position's ``__dict__``.

CHANCE: Literal["chance"] = "chance"
"""The actor that deals, shuffles and rolls dice."""
OVER: Literal["over"] = "over"
"""The value of ``to_act`` when the game is over."""

ClaimState: TypeAlias = Literal["open", "true", "lie"] | None
"""State of the last claim: open, true, or a lie. ``None`` if there is none or its truth stays secret."""

Actor: TypeAlias = int | Literal["chance"]
ToAct: TypeAlias = tuple[int, ...] | Literal["chance", "over"]
"""The actors of a position: sorted seats (several in a simultaneous phase), ``"chance"``, or ``"over"``."""


class Setup(msgspec.Struct, frozen=True):
    """The start of a game: the number of seats, the value of every option, and the seat that acts first."""

    seats: int
    options: Mapping[str, str]
    first: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A complete position, including hidden cards. Every game adds its own fields.

    Args:
        news: the full events of the last move. They may contain secrets.
    """

    to_act: ToAct
    setup: Setup
    news: tuple[Event, ...] = ()

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return all cards and other facts that chance or a secret move decides, grouped by the seats that
        may see them.

        What everybody may know, such as revealed bids, prices or rolled dice, is in a group that is open to
        all (``CardGroup(prices, None)``). Only tests use this list, to check the views of each game.
        """
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__module__} state, to act: {self.to_act}>"  # hands never reach a log


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that one seat, or a spectator (``seat`` is ``None``), knows. Games add their own fields."""

    game: str
    seats: int
    seat: int | None
    to_act: ToAct
    options: Mapping[str, str]
    result: Result | None = None
    news: tuple[Event, ...] = ()  # the events of the last move as this viewer may see them

    @property
    def is_over(self) -> bool:
        return self.to_act == OVER

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and is_to_act(self.to_act, self.seat)

    @property
    def other_seats(self) -> tuple[int, ...]:
        """All seats but the viewer's, in order."""
        return all_but(range(self.seats), (self.seat,))

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats, in the order of elimination."""
        return ()

    @property
    def settled_seats(self) -> tuple[int, ...]:
        """The seats whose final place is certain, from the last place upwards."""
        return self.gone


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


def zero_counters(names: Iterable[str], seats: int) -> tuple[dict[str, int], ...]:
    """Return a counter of 0 for each name, in a dict of its own for each seat."""
    zeros = dict.fromkeys(names, 0)
    return tuple([zeros.copy() for _ in range(seats)])


History: TypeAlias = Iterable[tuple[S, Actor, Move, S]]
"""Every move of a game, with the position before it, the actor, and the position after it."""


def is_to_act(to_act: ToAct, seat: int) -> bool:
    """True if a seat may move now."""
    return seat in to_act if type(to_act) is tuple else False


SUSPENSE_SECONDS = 2.4
PANEL_REVEAL_SECONDS = 20.0
"""Default seconds for which a claim's outcome is hidden at first, and for which it is then shown."""

SHORT_SUSPENSE = 1.2
LONG_SUSPENSE = 3.6
"""Seconds of suspense for one card, and where it may cost a player the game."""


class Rules(ABC, Generic[S, V]):
    """The rules of one game. Instances have no state, so all tables share one."""

    id: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    decisions: ClassVar[Mapping[str, str]] = {}
    """Points that the inventor left open and we decided: by a short name, the rule in one sentence."""
    has_elimination: ClassVar[bool] = False
    """Whether a seat can be out of the game (``View.gone``) while others play on."""
    has_open_end: ClassVar[bool] = False
    """Whether all events of the game's last move are shown to everybody in full."""

    # --- to be written by each game -------------------------------------------------------------

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Return the first position for a valid setup."""

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Sequence[Move]:
        """Return the legal moves of a seat that is to act, lazily if there are many."""

    @abstractmethod
    def step(self, state: S, seat: int, move: Move) -> S:
        """Return the position after a legal move of a seat."""

    @abstractmethod
    def chance(self, state: S) -> AnyChanceRequest:
        """Return the cards that chance must shuffle, or the dice that it must roll.

        Only called when chance is to act.
        """

    def step_chance(self, state: S, cards: tuple[Card, ...]) -> S:
        """Return the position after a deal or a shuffle. The cards have been checked."""
        raise NotImplementedError(f"{type(self).__name__} asks for cards and has no step_chance")

    def step_roll(self, state: S, dice: tuple[int, ...]) -> S:
        """Return the position after a roll of dice. The dice have been checked."""
        raise NotImplementedError(f"{type(self).__name__} asks for dice and has no step_roll")

    @abstractmethod
    def public_view(self, state: S, common: Mapping[str, Any]) -> V:
        """Return the spectator's view. ``common`` has the fields that all games share."""

    @abstractmethod
    def private_fields(self, state: S, seat: int) -> dict[str, object]:
        """Return the private fields of a seat's view, such as ``hand``, without ``news``."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return the result; ``None`` while the game goes on."""

    def provisional_result(self, state: S) -> Result | None:
        """Return the ranking by current scores, eliminated seats last; ``None`` for a game without scores."""
        return None

    @abstractmethod
    def parse_words(self, words: list[str]) -> Move:
        """Return the move that lower-case words describe.

        Raises:
            NotationError: the words describe no move.
        """

    def family(self, options: Mapping[str, str]) -> Family:
        """Return the kind of deck that a game with these options uses; by default the standard deck."""
        return STANDARD

    def check_setup(self, setup: Setup) -> None:
        """Raise ``SetupError`` if the options of a setup cannot be combined."""

    def has_effect(self, name: str, options: Mapping[str, str]) -> bool:
        """True if an option makes a difference, given the values of the other options."""
        return True

    def teams(self, seats: int, options: Mapping[str, str]) -> Teams:
        """Return the team of each seat, from 0; an empty tuple if there are no teams.

        Partners share their place and their score. People may choose their team in the lobby.
        """
        # Teams that are formed during a game appear only in its result.
        return ()

    def reveal_seconds(self, view: V) -> float:
        """Return how many seconds play pauses to show revealed cards; 0 for no pause.

        A pause lasts 3 to 5 seconds. For one person among computer players the bot makes it longer: 30
        seconds at a reveal that concerns the person, and at least four at others.

        Args:
            view: a spectator's view.
        """
        return 0.0

    def suspense_seconds(self, view: V) -> float:
        """Return how many seconds the outcome of the last move stays hidden; 0 for no suspense.

        The time must not depend on hidden cards.
        """
        if self.claim(view) in ("true", "lie"):
            return SUSPENSE_SECONDS
        return 0.0

    def panel_reveal_seconds(self, view: V) -> float:
        """Return how many seconds private panels show revealed cards; 0 if no card was revealed.

        For one person among computer players it is longer (``ALONE_PANEL_SECONDS``).
        """
        if self.claim(view) in ("true", "lie"):
            return PANEL_REVEAL_SECONDS
        return 0.0

    def secret(self, state: S, seat: int, move: Move) -> Secret | None:
        """Return what other seats do not learn of a legal move at first; ``None`` for an open move.

        This is the only place that says which moves are secret, and until when. The tests compare views,
        card groups and events with it. By default moves are open, except for those of several seats at the
        same time.
        """
        if len(state.to_act) > 1 and isinstance(state.to_act, tuple):
            return Secret()
        return None

    def passed_by(self, state: S) -> int:
        """Return by how many seats clockwise the last move passed all hands on; 0 if it did not.

        A negative number is counterclockwise. The tests compare it with whom the cards came from.
        """
        return 0

    def drawn(self, before: S, after: S, seat: int, so_far: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return the cards that a seat has drawn in its turn, after a move of it; by default none.

        No other seat may see them.

        Args:
            before, after: the positions before and after the move.
            so_far: what the seat had drawn in the turn to which its move before belongs.
        """
        return ()

    def claim(self, view: V) -> ClaimState:
        """Return the state of the last claim: open, true or a lie; ``None`` if there is no claim."""
        return None

    @property
    def has_claims(self) -> bool:
        """True if this game has claims that may be false."""
        return type(self).claim is not Rules.claim

    def statistics(self, history: History[S], seats: int) -> tuple[dict[str, int], ...]:
        """Return each seat's statistics of a finished game, such as ``lies``; by default none.

        Values are added up over games. If a name begins with ``best_``, the greatest value is kept instead.
        """
        return zero_counters((), seats)

    def highlights(self, history: History[S], seat: int | None = None) -> tuple[Highlight, ...]:
        """Return the most highlights of a finished game, one of each kind; by default none.

        Args:
            seat: if given, only acts of this seat count.
        """
        # ``Presenter.picture_story`` describes each highlight in three pictures.
        return ()

    # --- the same for all -----------------------------------------------------------------------

    def choices(self, name: str, options: Mapping[str, str], seats: int) -> tuple[str, ...]:
        """Return the values of an option that fit the number of seats and the preceding options."""
        before: dict[str, str] = {}
        for known in self.options:
            if known == name:
                break
            if known in options:
                before[known] = options[known]
        return tuple([value for value in self.options[name] if self._allows(seats, before, name, value)])

    @property
    def default_options(self) -> dict[str, str]:
        """The default of every option, which is the first of its values."""
        return {name: values[0] for name, values in self.options.items()}

    def all_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return a value for every option: the given one, or the default. Unknown options are left out."""
        return {name: options.get(name, default) for name, default in self.default_options.items()}

    def fit_options(self, options: Mapping[str, str], seats: int) -> dict[str, str]:
        """Return a valid value for every option: the given one if it fits, otherwise the default."""
        fitting: dict[str, str] = {}
        for name, values in self.options.items():
            value = options.get(name, values[0])
            if not self._allows(seats, fitting, name, value):
                value = values[0]
            fitting[name] = value
        return fitting

    def _allows(self, seats: int, options: Mapping[str, str], name: str, value: str) -> bool:
        # True if one more option can have this value.
        try:
            self.setup(seats, {**options, name: value})
        except SetupError:
            return False
        return True

    def setup(self, seats: int, options: Mapping[str, object] | None = None, first: int = 0) -> Setup:
        """Return a checked setup, with defaults for missing options.

        Raises:
            SetupError: seats or first are out of range, or an option or its value is unknown.
        """
        low, high = self.seats
        if type(seats) is not int or not low <= seats <= high:
            count = str(low) if low == high else f"{low} to {high}"
            raise SetupError(f"{self.id} is played by {count} seats, not {quote(seats)}")
        if type(first) is not int or not 0 <= first < seats:
            raise SetupError(f"first must be a seat from 0 to {seats - 1}, not {quote(first)}")
        # Start from the defaults, then check each given value.
        chosen = self.default_options
        for name, value in (options or {}).items():
            if name not in self.options:
                raise SetupError(f"{self.id} has no option {shorten(str(name))!r}")
            text = option_text(value)
            if text not in self.options[name]:
                raise SetupError(f"option {name} of {self.id} cannot be {shorten(text)!r}")
            chosen[name] = text
        setup = Setup(seats, chosen, first)
        self.check_setup(setup)
        return setup

    def parse(self, text: str) -> Move:
        """Return the move of a player or of chance that a text describes.

        Raises:
            NotationError: the text describes no move.
        """
        words = words_of(text)
        if words[0] in CHANCE_MOVES:
            families = self.families()
            return CHANCE_MOVES[words[0]](tuple([self._chance_card(word, families) for word in words[1:]]))
        # A player may have a move "roll", which names no dice.
        if words[0] == Roll.verb and len(words) > 1 and self.has_dice:
            return Roll(tuple(map(_die, words[1:])))
        try:
            return self.parse_words(words)
        except NotationError as error:
            raise NotationError(f"{shorten(text)!r}: {error}") from None

    def _chance_card(self, word: str, families: tuple[Family, ...]) -> Card:
        card = find_card(word, families)
        if card is None:
            raise NotationError(f"{shorten(word)!r} is no card of {self.id}")
        return card

    @property
    def has_dice(self) -> bool:
        """True if chance rolls dice in this game."""
        return type(self).step_roll is not Rules.step_roll

    def families(self) -> tuple[Family, ...]:
        """Return every kind of deck that this game can be played with."""
        return (self.family(self.default_options),)

    def legal(self, state: S, seat: int) -> Sequence[Move]:
        """Return the legal moves of a seat; empty if it is not to act."""
        known: dict[Any, Sequence[Move]] = state.__dict__
        moves = known.get(seat)
        if moves is None:
            moves = known[seat] = self.legal_moves(state, seat) if is_to_act(state.to_act, seat) else ()
        return moves

    def view(self, state: S, seat: int | None) -> V:
        """Return what a seat, or a spectator (``None``), knows of a position."""
        public: V | None = state.__dict__.get("open view")
        if public is None:
            public = state.__dict__["open view"] = self.public_view(state, self._common_fields(state))
        if seat is None:
            return public
        own = self.private_fields(state, seat)
        # Some events were hidden from spectators; this seat may see more of them.
        if public.news is not state.news:
            own["news"] = visible_events(state.news, seat)
        return replace(public, seat=seat, **own)

    def _common_fields(self, state: S) -> dict[str, Any]:
        news = state.news
        if not (self.has_open_end and state.to_act == OVER):
            news = visible_events(news, None)
        return {
            "game": self.id,
            "seats": state.setup.seats,
            "seat": None,
            "to_act": state.to_act,
            "options": state.setup.options,
            "result": self.result(state),
            "news": news,
        }

    def apply(self, state: S, actor: Actor, move: Move) -> S:
        """Return the position after a move of a seat or of chance. The given position never changes.

        Raises:
            IllegalMove: the move breaks a rule.
        """
        if actor == CHANCE:
            return self._apply_chance(state, move)
        assert not isinstance(actor, str)
        if move not in self.legal(state, actor):
            raise IllegalMove(_refusal_of(state, actor, move))
        return self.step(state, actor, move)

    def _apply_chance(self, state: S, move: Move) -> S:
        if state.to_act != CHANCE:
            raise IllegalMove(Refusal("not-chance", "It is not chance's turn."))
        request = self.chance(state)
        if isinstance(request, RollRequest):
            return self._apply_roll(state, request, move)
        if not isinstance(move, ChanceMove) or CHANCE_MOVES[request.kind] is not type(move):
            raise IllegalMove(Refusal("wrong-chance", f"Chance has to {request.kind} now."))
        if not request.is_answered_by(move.cards):
            sentence = f"A {request.kind} orders exactly the {len(request.cards)} cards named."
            raise IllegalMove(Refusal("wrong-cards", sentence))
        return self.step_chance(state, move.cards)

    def _apply_roll(self, state: S, request: RollRequest, move: Move) -> S:
        if not isinstance(move, Roll):
            raise IllegalMove(Refusal("wrong-chance", f"Chance has to {request.kind} now."))
        if not request.is_answered_by(move.dice):
            sentence = f"A roll is {request.dice} dice with faces from 1 to {request.faces}."
            raise IllegalMove(Refusal("wrong-dice", sentence))
        return self.step_roll(state, move.dice)


LONGEST_DIE = 4
"""Limit of the digits of a die's face in notation."""


def _die(word: str) -> int:
    if not word.isdecimal() or len(word) > LONGEST_DIE:
        raise NotationError(f"{shorten(word)!r} is no face of a die")
    return int(word)


def _refusal_of(state: State, seat: int, move: Move) -> Refusal:
    if state.to_act == OVER:
        return Refusal("over", "The game is over.")
    if not is_to_act(state.to_act, seat):
        return Refusal("not-your-turn", f"Seat {seat} is not to act.")
    return Refusal("not-legal", f"{shorten(str(move))!r} is not legal now.")
