"""The computer players of Tomoefuda. They consider every possible deal of the unseen cards, and search.

``easy`` simulates a few games, and counts only points. The other levels consider likely deals more often, and
search for the best result of the match. ``normal`` searches with less effort.
"""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from games.core.game import Estimate, best_first, nearly_best_moves
from games.core.moves import Move
from games.core.strategy import Budget, Draw, Node, normalized, random_bit, search
from games.tomoe.possible import (
    BACKS,
    BIT,
    CARD_OF,
    FRONT,
    ONES,
    CardBit,
    CardBits,
    HandBits,
    playable_bits,
    possible_deals,
    tricks_so_far,
    winning_third_cards,
)
from games.tomoe.rules import PLAYS, SEATS, Play, TomoeView

# --- beliefs ------------------------------------------------------------------------------------------------
# How likely each possible deal of the unseen cards is after the cards played so far.

WIN_SHARE = 0.8
"""Probability that the last player of a trick wins it on purpose, if able to. Otherwise its choice is
random.
"""


def deal_probabilities(view: TomoeView, deals: Sequence[HandBits]) -> list[float]:
    """Return the probability of each deal, given the cards that the other seats have played. The sum is 1."""
    plays = _plays_so_far(view)
    weights = [_probability_of_plays(deal, plays) for deal in deals]
    return normalized(weights)


class _PlayedBit(NamedTuple):
    """A card that was played by a seat, counted from the viewing seat.

    Attributes:
        trick: the cards of the trick before it, in the order played.
    """

    seat: int
    card: CardBit
    trick: tuple[CardBit, ...]


def _plays_so_far(view: TomoeView) -> list[_PlayedBit]:
    assert view.seat is not None
    plays: list[_PlayedBit] = []
    for trick in tricks_so_far(view):
        before: tuple[CardBit, ...] = ()
        for place, card in enumerate(trick.cards):
            seat = (trick.leader - view.seat + place) % SEATS
            plays.append(_PlayedBit(seat, BIT[card], before))
            before += (BIT[card],)
    return plays


def _probability_of_plays(hands_now: HandBits, plays: Sequence[_PlayedBit]) -> float:
    hands = list(hands_now)
    probability = 1.0
    # Take the cards back one by one, so that each card is judged with the hand from which it was chosen.
    for seat, card, trick in reversed(plays):
        hands[seat] |= card
        # The viewer's own choices and leads say nothing about the deal.
        if seat and trick:
            probability *= _probability_of_card(hands[seat], trick, card)
    return probability


def _probability_of_card(hand: CardBits, trick: Sequence[CardBit], card: CardBit) -> float:
    allowed = playable_bits(hand, trick)
    chance = 1 / allowed.bit_count()
    if len(trick) == 2:
        # The last player mostly wins the trick if it can; otherwise its choice is random.
        wins = allowed & winning_third_cards(trick[0])[trick[1]].third_wins
        if wins:
            taken = 1 / wins.bit_count() if card & wins else 0.0
            return WIN_SHARE * taken + (1 - WIN_SHARE) * chance
    return chance


# --- match value --------------------------------------------------------------------------------------------
# The value of points in a match of several games: the probability that a seat beats the other seats.

SeatValues: TypeAlias = tuple[float, float, float]
"""The value of an outcome for each seat."""
PackedPoints: TypeAlias = int
"""The points of all seats in the current game, packed in one integer (see ``SHIFT``)."""

SPREAD = 3.2
"""Standard deviation, in points, of the difference that one game makes between two seats."""
LAST_SPREAD = 0.7
"""Standard deviation, in points, that is added once for the end of the last game.

With it, points count a little even when the places seem certain.
"""
POINT = 0.01
"""Value of one point above the average of all seats, in addition to its effect on the ranking."""

SHIFT = 8
"""Number of bits for each seat's points, if the points of all seats are packed in one integer.

The bits from ``SHIFT * i`` on are those of seat ``i``. Points are counted in halves.
"""
MASK = (1 << SHIFT) - 1
"""The bits of one seat's points."""


def unpack_points(points: PackedPoints) -> tuple[float, float, float]:
    """Return the points of each seat.

    >>> unpack_points(3 << 2 * SHIFT | 4)
    (2.0, 0.0, 1.5)
    """
    return (points & MASK) / 2, (points >> SHIFT & MASK) / 2, (points >> 2 * SHIFT & MASK) / 2


class MatchEstimator:
    """Estimates the result of a match from the points that the seats make in the current game.

    Args:
        totals: each seat's points in all earlier games of the match.
        games_after: number of games after the current game.
    """

    def __init__(self, totals: Sequence[float], games_after: int) -> None:
        self._totals = tuple(totals)
        self._scale = math.sqrt(2 * (SPREAD**2 * games_after + LAST_SPREAD**2))
        self._known: dict[PackedPoints, SeatValues] = {}

    def values(self, points: PackedPoints) -> SeatValues:
        """Return the share of opponents that each seat is expected to beat in the match."""
        known = self._known.get(points)
        if known is None:
            known = self._known[points] = self._calculate(points)
        return known

    def _calculate(self, points: PackedPoints) -> SeatValues:
        a, b, c = map(operator.add, self._totals, unpack_points(points))
        ab = self._win_probability(a - b)
        bc = self._win_probability(b - c)
        ca = self._win_probability(c - a)
        mean = (a + b + c) / SEATS
        return (
            (ab + 1 - ca) / 2 + POINT * (a - mean),
            (bc + 1 - ab) / 2 + POINT * (b - mean),
            (ca + 1 - bc) / 2 + POINT * (c - mean),
        )

    def _win_probability(self, lead: float) -> float:
        return 0.5 + 0.5 * math.erf(lead / self._scale)


def match_estimator(view: TomoeView) -> MatchEstimator:
    """Return the estimator for the match in a view, with the viewing seat as seat 0."""
    assert view.seat is not None
    totals = view.totals[view.seat :] + view.totals[: view.seat]
    return MatchEstimator(totals, max(0, view.games - view.number))


def point_shares(points: PackedPoints) -> SeatValues:
    """Return each seat's share of all points of the current game."""
    a, b, c = unpack_points(points)
    total = a + b + c
    return (a / total, b / total, c / total)


# --- world --------------------------------------------------------------------------------------------------
# One simulated game for the tree search: a possible deal, played to its end at random.


class TomoeWorld:
    """One possible deal for the tree search (protocol ``games.core.strategy.World``).

    Args:
        trick: the cards of the current trick in the order played. Seat 0 is to act.
        values: returns the value of a finished game for each seat.
        ace: points for a trick won by a card of rank 1, in half points.
    """

    __slots__ = ("_ace", "_draw", "_hands", "_points", "_trick", "_values", "seat")

    def __init__(
        self,
        hands: HandBits,
        trick: Sequence[CardBit],
        values: Callable[[PackedPoints], SeatValues],
        ace: int,
        draw: Draw,
    ) -> None:
        self._hands = list(hands)
        self._trick = list(trick)
        self._values = values
        self._ace = ace
        self._draw = draw
        self._points = 0
        self.seat = 0

    def options(self) -> CardBits:
        """Return the playable cards of the seat to act; 0 when all cards are played."""
        hand = self._hands[self.seat]
        trick = self._trick
        if trick:
            return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand
        return hand

    def act(self, card: CardBit) -> None:
        """Play a card. After the third card of a trick its winner scores and leads."""
        trick = self._trick
        seat = self.seat
        self._hands[seat] ^= card
        if len(trick) < 2:
            trick.append(card)
            self.seat = (seat + 1) % 3
            return
        first, second = trick
        trick.clear()
        # Look up the winner: the third player, the second, or otherwise the first.
        thirds = winning_third_cards(first)[second]
        if not card & thirds.third_wins:
            if card & thirds.second_wins:
                card = second
                seat = (seat - 1) % 3
            else:
                card = first
                seat = (seat - 2) % 3
            self.seat = seat
        self._points += (self._ace if card & ONES else 2) << SHIFT * seat

    def finish(self) -> SeatValues:
        """Play the remaining cards at random, and return the value of the result for each seat."""
        draw = self._draw
        while allowed := self.options():
            is_only_card = allowed & (allowed - 1) == 0
            self.act(allowed if is_only_card else random_bit(allowed, draw))
        return self._values(self._points)


# --- search -------------------------------------------------------------------------------------------------
# The value of each playable card, by a tree search over possible deals of the hidden cards.

GAMES = Budget(fewest=100, most=20_000, moves=240_000)
"""Limits of the games to simulate."""
FEW_GAMES = Budget(fewest=8, most=12, moves=200)
"""The limits for the level ``easy``, which searches only briefly."""
EXPLORE = 0.3
"""Exploration constant: how strongly the search prefers rarely tried moves."""
CLOSE = 0.001
"""A move counts as equal to the best if its value is lower by less than this."""


def card_values(view: TomoeView, effort: float, rng: random.Random) -> dict[CardBit, float]:
    """Return the value of each legal card: the expected share of opponents beaten in the match.

    Args:
        effort: share of the full thinking time to use, at most 1.0.
    """
    possible = possible_deals(view)
    count = GAMES.worlds(SEATS * possible[0][0].bit_count(), effort)
    deals = rng.choices(possible, deal_probabilities(view, possible), k=count)
    # Likely deals are drawn more often, so the mean over all of them is the estimate.
    tried = search_deals(view, deals, match_estimator(view).values, rng)
    most_visits = max(child.visits for child in tried.values())
    values = {}
    for card, child in tried.items():
        # A card that is hardly tried was given up early; it is worth less than its few games may say.
        doubt = CLOSE * (1 - child.visits / most_visits)
        values[card] = min(1.0, max(0.0, child.reward / child.visits - doubt))
    return values


def quick_card(view: TomoeView, rng: random.Random) -> CardBit:
    """Return the best card by a short search that counts only the points of the current game."""
    possible = possible_deals(view)
    count = FEW_GAMES.worlds(SEATS * possible[0][0].bit_count())
    tried = search_deals(view, rng.choices(possible, k=count), point_shares, rng)

    def visits_and_mean(card: CardBit) -> float:
        # The mean reward, which is below 1, decides between cards with equally many visits.
        child = tried[card]
        return child.visits + child.reward / (child.visits + 1)

    return max(tried, key=visits_and_mean)


def search_deals(
    view: TomoeView,
    deals: Sequence[HandBits],
    values: Callable[[PackedPoints], SeatValues],
    rng: random.Random,
) -> dict[CardBit, Node]:
    """Simulate games, and return the search tree's node for each playable card.

    Args:
        deals: the hands of all seats in each simulated game.
        values: returns the value of a finished game for each seat.
    """
    trick = list(map(BIT.__getitem__, view.trick))
    ace = int(2 * float(view.options["ace"]))
    worlds = (TomoeWorld(hands, trick, values, ace, rng.random) for hands in deals)
    return search(worlds, EXPLORE, rng.random)


def choose(estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Return a random move among the best ones. ``estimates`` begins with the best estimate."""
    # A fixed choice could reveal the player's cards.
    return rng.choice(nearly_best_moves(estimates, CLOSE))


# --- levels -------------------------------------------------------------------------------------------------

EFFORTS = {"normal": 0.4, "hard": 1.0, "expert": 1.0}
"""Share of the full effort that each of the stronger levels uses."""


def advise(
    view: TomoeView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Return the move that a computer player of a level chooses. Implements ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        return choose(assess(view, legal, (), rng, effort * EFFORTS[level]), rng)
    return PLAYS[CARD_OF[quick_card(view, rng)]]


def assess(
    view: TomoeView, legal: Sequence[Move], required: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> list[Estimate]:
    """Return estimates of all legal moves, the best first. Implements ``games.core.game.Assess``."""
    values = card_values(view, effort, rng)
    estimates = []
    for move in legal:
        assert isinstance(move, Play)
        estimates.append(Estimate(move, values[BIT[move.card]]))
    return best_first(estimates)
