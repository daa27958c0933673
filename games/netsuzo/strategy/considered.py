"""How computer players choose declarations, answers and chips."""

from __future__ import annotations

import random
from bisect import bisect, bisect_left
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import accumulate
from math import log, prod
from operator import add, mul
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from games.core.cards import STANDARD, Card, all_but
from games.core.rules import active_seats, clockwise, next_active_seat, rank_seats, replace_at
from games.core.strategy import sigmoid
from games.netsuzo.hands import DECLARATION_ORDER, CardCounts, Declare, count_cards, makes
from games.netsuzo.possible import (
    count_matching,
    is_highest,
    lowest_possible,
    possible_from_highest,
    requires_exact_hand,
)
from games.netsuzo.rules import NetsuzoView

# --- learnt -------------------------------------------------------------------------------------------------
# Statistics from many games between strong players of Netsuzo Poker.
#
# They estimate how likely a declaration is true, how likely it is rejected, and how a hand ends after a
# declaration was accepted. ``lab/learning/netsuzo.py`` plays the games and fits the numbers.

EndChances: TypeAlias = tuple[tuple[float, float], ...]
"""The probabilities of all ends of a hand. A hand ends when a declaration is rejected.

The first pair is for the next declaration, the second for the one after it, and so on; the last pair is for
all later ones. A pair has the probability that this declaration is rejected and true, and that it is rejected
and false.
"""

SMALL_STEP = 16
"""A declaration counts as a small step if it is among this many of the lowest allowed ones."""
RARE = 0.06
"""A declaration counts as rare if less than this share of the possible hands make it."""
FEW = 5
"""A hand is small if it has at most this many cards."""
KNOTS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Probabilities for which ``OpponentModel.ends`` has entries; values between them are interpolated.

They are probabilities that the seat which took the hand can truthfully make a higher declaration.
"""


class DeclarationFacts(NamedTuple):
    """Facts from which an opponent estimates whether a declaration is true."""

    true_share: float  # fraction of the declaring seat's possible hands that make the declaration true
    able_share: float  # fraction of these hands that make at least one allowed declaration true
    higher_share: float  # fraction of these hands that are at least as high as the declared hand
    hand_size: int  # number of cards in the declaring seat's hand
    step: int  # number of allowed declarations from the lowest up to this declaration
    kind: str

    def features(self) -> tuple[float, ...]:
        """Return the inputs of the regression that estimates whether the declaration is true."""
        size = self.hand_size
        share = _logit(self.true_share)
        # The more cards there are, the more the possible hands decide, and the less the bidding does.
        large = min(4, max(0, size - 3)) / 4
        # The order is that of the weights in ``OpponentModel.belief``.
        return (
            1.0,
            share,
            _logit(self.higher_share),
            log(self.able_share),
            size == 1,
            size == 2,
            min(size, 6) / 6,
            self.step < SMALL_STEP,
            self.kind == "flush",
            share * (size == 1),
            share * large,
            large,
            float(self.true_share < RARE),
            float(size <= FEW and self.higher_share < RARE),
        )


class AnswerFacts(NamedTuple):
    """Facts that predict whether the left neighbour rejects a declaration.

    All are estimates of the declaring seat.
    """

    # The neighbour's expected share of opponents beaten after rejecting, minus its share after accepting.
    gain: float
    true_share: float  # fraction of the declaring seat's possible hands that make the declaration true
    able_chance: float  # probability that the neighbour could truthfully make a higher declaration
    truth_chance: float  # the neighbour's estimate of the probability that the declaration is true
    hand_size: int  # number of cards in the declaring seat's hand

    def features(self) -> tuple[float, ...]:
        """Return the inputs of the regression that estimates whether the declaration is rejected."""
        return (
            1.0,
            self.gain,
            _logit(self.true_share),
            self.able_chance,
            self.truth_chance,
            self.hand_size == 1,
        )


class OpponentModel(msgspec.Struct, frozen=True):
    """A learnt model that predicts the declarations and answers of other players."""

    # Regression weights for ``DeclarationFacts``, to estimate whether a declaration is true.
    belief: tuple[float, ...]
    # Weights like ``belief``, to predict the left neighbour's estimate. They are lower, since players who
    # expect to be believed lie more.
    trust: tuple[float, ...]
    # Regression weights for ``AnswerFacts``, to estimate whether a declaration is rejected.
    doubt: tuple[float, ...]
    # How a hand ends after an acceptance. There is a row for each number of cards passed on, and a column
    # for each probability in ``KNOTS``. The last row also holds for larger numbers.
    ends: tuple[tuple[EndChances, ...], ...]
    endings: EndChances  # how a hand ends, before its first declaration

    def truth_chance(self, facts: DeclarationFacts) -> float:
        """Return the probability that a declaration is true."""
        return sigmoid(sum(map(mul, self.belief, facts.features())))

    def model_of_neighbour(self) -> OpponentModel:
        """Return the model that the left neighbour is expected to use."""
        return replace(self, belief=self.trust)

    def doubt_chance(self, facts: AnswerFacts) -> float:
        """Return the probability that the left neighbour rejects a declaration."""
        return sigmoid(sum(map(mul, self.doubt, facts.features())))

    def ends_after_acceptance(self, hand_size: int, able_chance: float) -> EndChances:
        """Return the probabilities of how a hand ends after it was passed on.

        Args:
            hand_size: number of cards passed on.
            able_chance: probability that the new holder can truthfully make a higher declaration.
        """
        rows = self.ends[min(hand_size, len(self.ends)) - 1]
        at, part = knot_position(able_chance)
        # Interpolate between the two neighbouring knots.
        pairs = zip(rows[at], rows[at + 1], strict=True)
        return tuple([(t + part * (u - t), f + part * (g - f)) for (t, f), (u, g) in pairs])


def knot_position(chance: float) -> tuple[int, float]:
    """Return where a probability lies between two neighbouring entries of ``KNOTS``.

    Returns:
        The index of the lower entry, and a number from 0 (at the lower entry) to 1 (at the higher entry).
    """
    at = min(max(1, bisect_left(KNOTS, chance)), len(KNOTS) - 1) - 1
    return at, (chance - KNOTS[at]) / (KNOTS[at + 1] - KNOTS[at])


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


@cache
def learnt_model() -> OpponentModel:
    """Return the learnt model that the stronger levels use."""
    return msgspec.json.decode(files(__package__).joinpath("learnt.json").read_bytes(), type=OpponentModel)


@cache
def naive_model() -> OpponentModel:
    """Return the model that weaker levels use. It has few weights, fitted to games of the level
    ``normal``.
    """
    return replace(
        learnt_model(),
        belief=(1.2, 0.0, 0.16, 1.33, 1.63, *[0.0] * 9),
        trust=(2.8, 1.0, *[0.0] * 12),
        doubt=(4.4, 0.0, 0.0, 0.0, -8.0, 0.0),
    )


# --- chips --------------------------------------------------------------------------------------------------
# The value of chips: the share of opponents that a seat is expected to beat in the end.
#
# The outcomes of hands are drawn from statistics of games between strong players. Values are exact if there
# are few positions; otherwise they are means of simulated games. All positions use the same random numbers,
# so that small differences between them are reliable.

Chips: TypeAlias = tuple[int, ...]
BeatenShares: TypeAlias = tuple[float, ...]
"""For each seat, the expected share of opponents that it will still beat, 0 to 1; 0 for seats already out."""

EXACT_POSITIONS = 800
"""Number of chip positions up to which values are computed exactly."""
MOST_GAMES = 150
"""Number of simulated games for a position with full effort."""


class ChipPosition(NamedTuple):
    """The chips of all seats at the start of a hand."""

    reds: Chips
    blues: Chips
    goal: int  # number of blue chips that win
    starter: int  # the seat that declares first in the hand

    @property
    def alive(self) -> int:
        """Number of seats still in the game."""
        return len(self.reds) - self.reds.count(0)


class HandEnd(NamedTuple):
    """A possible end of a hand: a rejected declaration."""

    place: int  # the declaring seat's place in turn order, 0 for the starter of the hand
    is_true: bool  # whether the declaration is true
    chance: float  # the probability of this end


class HandOutcome(NamedTuple):
    """The result of a hand."""

    # The share of opponents that each seat has beaten; 0 for a seat whose game goes on.
    shares: BeatenShares
    # The chips at the start of the next hand; ``None`` if the game is over.
    next_position: ChipPosition | None


class ChipValues:
    """Computes the value of all seats' chips after each possible end of the current hand.

    Args:
        games: number of games to simulate for each position.
    """

    def __init__(self, view: NetsuzoView, games: int = MOST_GAMES) -> None:
        self._now = ChipPosition(view.reds, view.blues, int(view.options["blues"]), starter=0)
        self._games = games
        self.alive = active_seats(view.reds)

    def left_of(self, seat: int, steps: int = 1) -> int:
        """Return the seat ``steps`` places to the left, counting only seats still in the game."""
        return self.alive[(self.alive.index(seat) + steps) % len(self.alive)]

    def after_rejection(self, caller: int, is_true: bool) -> BeatenShares:
        """Return the share of opponents that each seat is expected to beat after a rejected declaration.

        Args:
            caller: the declaring seat.
            is_true: whether the declaration is true.
        """
        return _values_after(self._now._replace(starter=caller), 0, is_true, self._games)


def chip_values(at: ChipPosition, games: int = MOST_GAMES) -> BeatenShares:
    """Return the share of opponents that each seat is expected to beat.

    Args:
        games: number of games to simulate if there are too many positions for an exact result.
    """
    positions = prod(red + 1 for red in at.reds) * prod(at.goal - blue for blue in at.blues)
    if positions <= EXACT_POSITIONS:
        return exact_values(at)
    return simulated_values(at, games)


@lru_cache(maxsize=8192)
def _values_after(at: ChipPosition, place: int, is_true: bool, games: int) -> BeatenShares:
    shares, then = _hand_outcome(at, place, is_true)
    if then:
        return tuple(map(add, shares, chip_values(then, games)))
    return shares


@lru_cache(maxsize=8192)
def _hand_outcome(at: ChipPosition, place: int, is_true: bool) -> HandOutcome:
    reds, blues, goal, starter = at
    # A false declaration costs its seat a life and rewards the rejecter; a true one costs the rejecter.
    alive = [seat for seat in clockwise(starter, len(reds)) if reds[seat]]
    rejecter = alive[(place + 1) % len(alive)]
    loser = rejecter if is_true else alive[place]
    seats = len(reds)
    out = reds.count(0)
    reds = replace_at(reds, loser, reds[loser] - 1)
    shares = [0.0] * seats
    if not is_true:
        blues = replace_at(blues, rejecter, blues[rejecter] + 1)
    if not reds[loser]:
        # An eliminated seat has beaten the seats that were out before it.
        shares[loser] = out / (seats - 1)
        out += 1
    if out < seats - 1 and blues[rejecter] < goal:
        starter = loser if reds[loser] else next_active_seat(reds, loser)
        return HandOutcome(tuple(shares), ChipPosition(reds, blues, goal, starter))
    has_won = blues[rejecter] >= goal
    # The game is over: rank the survivors by winner, blue chips, red chips; equal seats share their places.
    chips = {seat: (has_won and seat == rejecter, blues[seat], red) for seat, red in enumerate(reds) if red}
    below = seats
    for group in rank_seats(chips):
        below -= len(group)
        for seat in group:
            shares[seat] = (below + (len(group) - 1) / 2) / (seats - 1)
    return HandOutcome(tuple(shares), None)


@lru_cache(maxsize=8192)
def exact_values(at: ChipPosition) -> BeatenShares:
    """Return each seat's expected share of opponents beaten from a position, computed without simulation."""
    values = [0.0] * len(at.reds)
    for place, is_true, chance in _hand_ends(at.alive):
        ended = _values_after(at, place, is_true, 0)
        values = [total + chance * value for total, value in zip(values, ended, strict=True)]
    return tuple(values)


def simulated_values(at: ChipPosition, games: int) -> BeatenShares:
    """Return each seat's mean share of opponents beaten over simulated games from a position."""
    totals = (0.0,) * len(at.reds)
    for game in range(games):
        then: ChipPosition | None = at
        for die in _random_numbers(game):
            if then is None:
                break
            place, is_true, _ = _hand_ends(then.alive)[bisect(_cumulative_chances(then.alive), die)]
            shares, then = _hand_outcome(then, place, is_true)
            totals = tuple(map(add, totals, shares))
    return tuple([total / games for total in totals])


@lru_cache(maxsize=MOST_GAMES)
def _random_numbers(game: int) -> list[float]:
    rng = random.Random(game)
    return [rng.random() for _ in range(60)]


@cache
def _hand_ends(seats: int) -> list[HandEnd]:
    chances: dict[tuple[int, bool], float] = {}
    for at, (true, false) in enumerate(learnt_model().endings):
        for is_true, chance in ((True, true), (False, false)):
            chances[at % seats, is_true] = chances.get((at % seats, is_true), 0.0) + chance
    total = sum(chances.values())  # the figures are rounded
    return [HandEnd(place, is_true, chance / total) for (place, is_true), chance in chances.items()]


@cache
def _cumulative_chances(seats: int) -> list[float]:
    sums = list(accumulate([end.chance for end in _hand_ends(seats)]))
    # Rounding errors must leave no gap below 1.
    sums[-1] = 1.0
    return sums


# --- considered ---------------------------------------------------------------------------------------------
# Find out which declarations a seat knows to be impossible, so that no computer player makes or accepts
# them.
#
# A seat knows the open cards, the number of cards in each hand, its own cards, those that it discarded, and
# those that it passed on.

NEW_CARDS = 2
"""The most cards that are new to a hand after a seat took it over: its own card and a drawn one."""


class PossibleDeclarations:
    """The declarations that may be true of a hand, as far as one seat knows.

    Args:
        hand_size: number of cards in the hand.
        elsewhere: known cards that are not in the hand.
        passed: known cards that may be in the hand; empty if the seat knows none.
        most_new_cards: greatest number of cards in the hand that are not in ``passed``.
    """

    def __init__(
        self,
        view: NetsuzoView,
        hand_size: int,
        *,
        elsewhere: Sequence[Card] = (),
        passed: Sequence[Card] = (),
        most_new_cards: int = 0,
    ) -> None:
        self._view = view
        self._hand_size = hand_size
        self._most_new_cards = most_new_cards
        self._table = count_cards(view.open)
        self._known: CardCounts | None = None
        if passed:
            self._known = count_cards(view.open + tuple(passed))
        self._all: CardCounts | None = None
        if elsewhere:
            self._all = count_cards(all_but(STANDARD.cards, elsewhere))

    def __contains__(self, declaration: Declare) -> bool:
        if requires_exact_hand(self._view):
            return self._can_be_made(declaration)
        # A better hand makes the declaration true, too.
        return DECLARATION_ORDER.index[declaration] < self._end

    @cached_property
    def _end(self) -> int:
        """The index in ``DECLARATION_ORDER.bids`` after the highest possible declaration; 0 if there
        is none.
        """
        falling = filter(self._can_be_made, possible_from_highest(self._view.open, self._hand_size))
        return next(map(DECLARATION_ORDER.index_above, falling), 0)

    def _can_be_made(self, declaration: Declare) -> bool:
        return (
            count_matching(declaration, self._table) >= 5 - self._hand_size
            and (self._known is None or count_matching(declaration, self._known) >= 5 - self._most_new_cards)
            and (self._all is None or makes(declaration, self._all))
        )


def credible_declarations(view: NetsuzoView, declarations: Sequence[Declare]) -> Sequence[Declare]:
    """Return the declarations that the viewer's left neighbour may believe.

    If there are none, return the lowest possible declaration. If none is possible, return all declarations.
    """
    possible = possible_to_neighbour(view)
    kept = [declaration for declaration in declarations if declaration in possible]
    if kept:
        return kept
    lowest = lowest_possible(view.open, len(view.hand), view.last, requires_exact_hand(view))
    return lowest[:1] or declarations


def may_accept(view: NetsuzoView) -> bool:
    """True if the declaration may be true and can be raised, as far as the viewer knows."""
    assert view.last is not None
    return not is_highest(view.open, view.sizes[view.turn] + 1, view.last) and not is_refuted(view)


def possible_to_neighbour(view: NetsuzoView) -> PossibleDeclarations:
    """Return the viewer's possible declarations, as far as the left neighbour knows."""
    if len(view.reds) - view.reds.count(0) > 2 or not view.declared:
        return PossibleDeclarations(view, len(view.hand))
    # Of two players the neighbour passed this hand on, so it knows all cards but the new ones. The viewer
    # may have discarded one that it knows.
    passed = view.hand + view.tossed[-1:]
    return PossibleDeclarations(view, len(view.hand), passed=passed, most_new_cards=NEW_CARDS)


def is_refuted(view: NetsuzoView) -> bool:
    """True if the viewer, who must answer, knows that the declaration is false."""
    declaration = view.last
    assert declaration is not None
    # After a reshuffle of the discards they may be anywhere.
    elsewhere = view.hand if view.reshuffles else view.hand + view.tossed
    size = view.sizes[view.turn]
    passed = view.last_pass
    new = 0
    if passed:
        # Each seat that took the hand over since then has discarded one card.
        mine = max(at for at, (seat, _) in enumerate(view.declared) if seat == view.seat)
        new = size - max(0, len(passed) - (len(view.declared) - 1 - mine))
    return declaration not in PossibleDeclarations(
        view, size, elsewhere=elsewhere, passed=passed, most_new_cards=new
    )
