"""The computer players of Three Cards Trick Poker: they play the battle to its end in random deals.

``easy`` follows quick rules of thumb and is often careless. The other levels try each move in many deals, and
play on by the same rules of thumb; ``normal`` tries fewer deals than ``hard``. ``hard`` also assumes that a
seat that stays in a battle has good cards.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, chain, combinations, islice, pairwise, product
from math import prod
from typing import NamedTuple

from games.core.calibration import CalibrationCurve, calibrate
from games.core.cards import Card, without
from games.core.game import Estimate, best_first, nearly_best
from games.core.moves import Move
from games.core.rules import replace_at
from games.core.strategy import Budget, mean_rewards
from games.trick3.hands import DECKS, StrengthTable, classifier
from games.trick3.moves import (
    DOWN,
    EXPOSED,
    FACE_DOWN,
    FOLD,
    FOLDS,
    HIDDEN,
    PLAYS,
    UP,
    Expose,
    Fold,
    Hand,
    Play,
    Refill,
    is_face_down,
    max_draw,
)
from games.trick3.possible import (
    StrengthAndCards,
    best_strength_by_card,
    drawable_count,
    must_leave,
    plans,
    strength_by_exposed_set,
    suggested_exposes,
    unseen_cards,
)
from games.trick3.rules import Trick3View

# --- chances ------------------------------------------------------------------------------------------------
# Probabilities that a hand of three cards beats another one, for each deck; computed at first use.

HANDS_TRIED = (30, 10, 5)
"""Number of random hands of which an opponent is assumed to choose the best, by its number of open cards."""


@cache
def strength_table(deck: str) -> StrengthTable:
    """Return the strengths of all hands of a deck as plain nested dictionaries."""
    judge = classifier(deck)
    # Plain dictionaries are faster to read than lazy ones.
    return {
        first: {second: judge.strengths[first][second] for second in judge.pairs} for first in judge.pairs
    }


@cache
def weaker_probabilities(deck: str, *known: Card) -> list[float]:
    """Return the probabilities that a hand is stronger than another player's hand.

    Args:
        known: the known cards of the other player's hand, at most two.

    Returns:
        a list, indexed by the strength of the hand.
    """
    strengths = strength_table(deck)
    # Take every completion of the known cards as equally likely.
    both = product(known[:1] or strengths, known[1:] or strengths)
    rows = [strengths[first][second] for first, second in both]
    counts = Counter(chain.from_iterable(row.values() for row in rows))
    # The best of n independent hands is weaker than a strength with the n-th power of the probability.
    up_to = accumulate(counts[strength] for strength in range(classifier(deck).strength_count))
    return [0.0, *[(count / counts.total()) ** HANDS_TRIED[len(known)] for count in up_to]]


@cache
def win_probabilities(deck: str, *known: Card) -> list[float]:
    """Return the probabilities that a hand beats another player's hand. A tie counts half.

    Args:
        known: the known cards of the other player's hand, at most two.

    Returns:
        a list, indexed by the strength of the hand.
    """
    return [sum(both) / 2 for both in pairwise(weaker_probabilities(deck, *known))]


# --- playout ------------------------------------------------------------------------------------------------
# A fast, mutable position for simulating a battle by the rules of ``games.trick3.rules``.
#
# It has only facts that affect the outcome. ``random_deals`` fills in the cards that a view does not show.

NOBODY = -1
"""The result of ``Playout.next_to_act`` once the battle is over."""


class Playout:
    """A mutable position in a battle, for simulation. Lists have one entry for each seat.

    Args:
        view: the view of the seat to act. Cards that the view does not show are missing at first.
    """

    def __init__(self, view: Trick3View) -> None:
        assert view.seat is not None
        self.deck = view.deck
        self.strengths = strength_table(view.deck)
        self.end = view.options["end"]
        self.hidden: list[Hand] = [()] * view.seats
        self.hidden[view.seat] = view.hand
        self.stock: list[Hand] = [()] * view.seats
        self.exposed = list(view.exposed)
        self.played = list(view.played)
        # Of captured cards and the pot only the numbers count.
        self.captured = [len(cards) for cards in view.captured]
        self.pot = len(view.pot)
        self.folded = list(view.folded)
        self.left = list(view.left)
        self.order = view.order
        self.round = view.round
        self.way = view.way
        # The index of the seat to act in ``order``, and whether this seat is to refill.
        self.turn = view.order.index(view.seat)
        self.is_refilling = view.phase == "refill"
        self.is_battle_over = self.is_ended = False

    def copy(self) -> Playout:
        """Return an independent copy."""
        # Elements of the lists are tuples or numbers, so shallow copies of the lists are enough.
        other = Playout.__new__(Playout)
        other.__dict__ = {
            name: value[:] if type(value) is list else value for name, value in self.__dict__.items()
        }
        return other

    def plans(self, seat: int) -> list[StrengthAndCards]:
        """Return every hand that a seat can complete in this battle (see ``games.trick3.possible.plans``)."""
        return plans(self.strengths, self.played[seat], self.exposed[seat], self.hidden[seat])

    def best_strength(self, cards: Hand) -> int:
        """Return the strength of the best hand that three of the cards make; 0 if there is none."""
        strengths = self.strengths
        return max(
            [strengths[first][second][third] for first, second, third in combinations(cards, 3)], default=0
        )

    def best_playable_strength(self, hidden: Hand, exposed: Hand) -> int:
        """Return the strength of the best hand that these cards can make in a later battle.

        A hand in a battle has exactly one exposed card.
        """
        strengths = self.strengths
        pairs = list(combinations(hidden, 2))
        # Without a full exposed hand, a hidden card can become the exposed one.
        best = max(
            [strengths[second][first][third] for second, (first, third) in product(exposed, pairs)],
            default=0,
        )
        if len(exposed) < EXPOSED and len(hidden) > 2:
            best = max(best, self.best_strength(hidden))
        return best

    def cards_with_strength(self, strength: int, hidden: Hand, exposed: Hand) -> Hand:
        """Return three cards that make a playable hand of a given strength.

        Args:
            strength: the result of ``best_playable_strength`` for the same cards.
        """
        strengths = self.strengths
        pairs = list(combinations(hidden, 2))
        hands = ((first, second, third) for second, (first, third) in product(exposed, pairs))
        return next(
            (first, second, third)
            for first, second, third in chain(hands, combinations(hidden, 3))
            if strengths[first][second][third] == strength
        )

    def next_to_act(self) -> int:
        """Advance to the next decision, and return the seat to act; ``NOBODY`` if the battle is over."""
        order = self.order
        folded = self.folded
        while not self.is_battle_over:
            if self.is_refilling:
                return order[self.turn]
            while self.turn < len(order) and order[self.turn] in folded:
                self.turn += 1
            if self.turn < len(order):
                seat = order[self.turn]
                if self.round != 2 or self.exposed[seat]:
                    return seat
                self._withdraw(seat)
            # The round is over: end the battle, or begin the next round.
            elif len(folded) == len(order):
                self._end_battle()
            elif self.round == 3:
                self._showdown()
            else:
                self.round += 1
                self.turn = 0
        return NOBODY

    def act(self, move: Move) -> None:
        """Carry out a move of the seat to act."""
        seat = self.order[self.turn]
        # A refill ends the seat's part of the round; a card or a fold may be followed by one.
        if isinstance(move, Refill):
            hidden = without(self.hidden[seat], move.cards)
            stock = self.stock[seat]
            self.exposed[seat] += move.cards
            self.hidden[seat] = hidden + stock[: move.draw]
            self.stock[seat] = stock[move.draw :]
            if not self.hidden[seat]:
                self._fill_hand(seat)
            self.is_refilling = False
            self.turn += 1
        elif isinstance(move, Play):
            holdings = self.exposed if self.round == 2 else self.hidden
            holdings[seat] = without(holdings[seat], (move.card,))
            self.way = self.way or move.way
            self.played[seat] += (move.card,)
            self._begin_refill_or_next_turn(seat)
        # A fold pays its card from the exposed hand if it can, as the rules do.
        else:
            if isinstance(move, Fold) and move.card:
                if move.card in self.exposed[seat]:
                    holdings = self.exposed
                else:
                    holdings = self.hidden
                holdings[seat] = without(holdings[seat], (move.card,))
                self.pot += 1
            self._withdraw(seat)

    def _withdraw(self, seat: int) -> None:
        self.pot += len(self.played[seat])
        self.played[seat] = ()
        self.folded.append(seat)
        self._begin_refill_or_next_turn(seat)

    def _begin_refill_or_next_turn(self, seat: int) -> None:
        if not self.hidden[seat]:
            self._fill_hand(seat)
        hidden = len(self.hidden[seat])
        if hidden and (len(self.exposed[seat]) < EXPOSED or (hidden < HIDDEN and self.stock[seat])):
            self.is_refilling = True
        else:
            self.turn += 1

    def _fill_hand(self, seat: int) -> None:
        stock = self.stock[seat]
        if stock:
            self.hidden[seat] = stock[:HIDDEN]
            self.stock[seat] = stock[HIDDEN:]
        elif len(self.played[seat]) < 3:
            if seat not in self.folded:
                self.folded.append(seat)
            self._leave_game(seat)

    def _leave_game(self, seat: int) -> None:
        self.pot += len(self.played[seat]) + len(self.exposed[seat])
        self.played[seat] = self.exposed[seat] = ()
        self.left.append(seat)

    def _showdown(self) -> None:
        active = [seat for seat in self.order if seat not in self.folded]
        # All three cards are played, so each seat has exactly one plan.
        strengths = [self.plans(seat)[0][0] for seat in active]
        best = max(strengths)
        winners = [seat for seat, strength in zip(active, strengths, strict=True) if strength == best > 0]
        self.pot += 3 * len(active)
        if winners:
            each, self.pot = divmod(self.pot, len(winners))
            for seat in winners:
                self.captured[seat] += each
        for seat in active:
            self.played[seat] = ()
            if not (self.hidden[seat] or self.stock[seat]):
                self._leave_game(seat)
        self._end_battle()

    def leavers_to_end(self) -> int:
        """Return how many more seats have to leave before the game ends."""
        seats = len(self.hidden)
        return {"L": seats - 1, "M": (seats + 1) // 2, "S": 1}[self.end] - len(self.left)

    def _end_battle(self) -> None:
        gone = len(self.left)
        self.is_battle_over = True
        self.is_ended = self.leavers_to_end() <= 0
        if self.is_ended and self.end != "S":
            # Seats that left share all cards that are not captured (trick3.md, section "End of a game").
            cards = self.pot + sum(map(len, (*self.hidden, *self.exposed, *self.stock)))
            each, rest = divmod(cards, gone)
            for place, seat in enumerate(self.left):
                self.captured[seat] += each + (place < rest)
            self.pot = 0


# --- heuristics ---------------------------------------------------------------------------------------------
# Quick rules of thumb for the moves in simulated battles, about as strong as the level ``normal``.
#
# A seat stays in a battle if it is likely enough to win. A fold costs it the least useful card. A refill
# exposes the card that allows the best hand, and draws as many cards as possible.

STAYS = 0.3
"""A seat stays in a battle if it expects to win at least this many cards."""
KEEPS = 0.5
"""The value, in cards, of keeping the strongest possible hand for later battles; less for weaker hands."""
WILLING = 0.9
"""Probability that a rival that has not yet played in this battle stays in it."""
SECOND = 0.5
"""The value of the second best hand after a refill, compared with the best hand."""
COMING = 0.7
"""Expected number of cards added to the stake for each card still to be played."""


def quick_move(table: Playout, seat: int) -> Move:
    """Return the move of the seat to act by rules of thumb. The first card of a battle is played face up."""
    if table.is_refilling:
        return best_refill(table, seat)
    return _play_or_fold(table, seat)


def play_to_end(table: Playout) -> None:
    """Play the battle to its end by rules of thumb."""
    while (seat := table.next_to_act()) != NOBODY:
        table.act(quick_move(table, seat))


def _play_or_fold(table: Playout, seat: int) -> Move:
    # The stake is the expected number of cards that the winner takes.
    rivals, stake = _rivals_and_stake(table, seat)
    # Compare probabilities of winning: a card is worth 1 / stake of the whole battle.
    # In round 1 the whole battle is planned, and the cards kept for later battles have a value, too.
    least = STAYS / stake
    keep = 0.0 if table.played[seat] else KEEPS / stake
    best = least
    chosen = ""
    held = table.hidden[seat] + table.exposed[seat]
    worth_keeping = weaker_probabilities(table.deck)
    for strength, cards in sorted(dict(table.plans(seat)).items(), reverse=True):
        # Each rival must either not stay in, or be beaten.
        value = prod([1 - stays * (1 - beaten[strength]) for stays, beaten in rivals])
        # Hands are tried from the strongest: no later one can be better.
        if not strength or value < least or value + keep <= best:
            break
        if keep:
            value += keep * worth_keeping[table.best_strength(without(held, cards))]
        if value > best:
            best = value
            chosen = cards[0]
    if not chosen:
        return cheapest_fold(table, seat)
    return PLAYS["" if table.way else UP][chosen]


def cheapest_fold(table: Playout, seat: int) -> Fold:
    """Return the fold to choose. In round 1 a fold costs a card: the least useful one is given."""
    if table.round > 1:
        return FOLD
    hidden = table.hidden[seat]
    exposed = table.exposed[seat]

    def strength_without(card: Card) -> int:
        # Of two copies of a card the exposed one is paid.
        if card in exposed:
            return table.best_playable_strength(hidden, without(exposed, (card,)))
        return table.best_playable_strength(without(hidden, (card,)), exposed)

    return FOLDS[max(dict.fromkeys(hidden + exposed), key=strength_without)]


def _rivals_and_stake(table: Playout, seat: int) -> tuple[list[tuple[float, list[float]]], float]:
    rivals = []
    stake = table.pot + 3.0
    for other in table.order:
        if other == seat or other in table.folded:
            continue
        played = table.played[other]
        stake += len(played) + COMING * (3 - len(played))
        known = [card for number, card in enumerate(played, 1) if not is_face_down(number, table.way)]
        if known or len(played) > 1 or table.exposed[other]:
            # The probability that the rival stays, and for each strength the probability of beating it.
            rivals.append((1.0 if played else WILLING, win_probabilities(table.deck, *known)))
    return rivals, stake


def best_refill(table: Playout, seat: int, draws: Sequence[Card] = ()) -> Refill:
    """Return the refill (expose hidden cards, then draw) that allows the best hand in the next battle.

    Args:
        draws: cards that the seat may draw next. If given, hands are rated by their average over these cards,
            and the second best hand counts, too.
    """
    hidden = table.hidden[seat]
    exposed = table.exposed[seat]
    stock = len(table.stock[seat])
    is_in = seat not in table.folded and len(table.played[seat]) < 3
    # The card that the best plan plays last must stay hidden until then.
    if is_in and table.played[seat]:
        needed = max(table.plans(seat), default=(0, ("",)))[1][-1]
    else:
        needed = ""
    rest = hidden
    while len(exposed) < EXPOSED and rest:
        # Exposing the last hidden card would end the game for this seat.
        if len(rest) == 1 and not stock and (is_in or table.end == "S"):
            break
        kept = without(rest, (needed,)) if needed in rest else rest
        if kept:
            chosen = _card_to_expose(table, exposed, kept, draws)
        else:
            chosen = needed
        rest = without(rest, (chosen,))
        exposed = (*exposed, chosen)
    return Refill(without(hidden, rest), max_draw(len(rest), stock))


def _card_to_expose(table: Playout, exposed: Hand, hidden: Hand, draws: Sequence[Card]) -> Card:

    def quality(card: Card) -> float:
        in_sight = (*exposed, card)
        rest = without(hidden, (card,))
        best = table.best_playable_strength(rest, in_sight)
        if not draws:
            return best
        # The second best hand counts, too: what remains after the best hand, with a free place for an
        # exposed card.
        used = Counter(table.cards_with_strength(best, rest, in_sight) if best else ())
        later = tuple((Counter(in_sight) - used).elements())
        left = tuple((Counter(rest) - used).elements())
        return _mean_hand_quality(table, in_sight, rest, draws) + SECOND * _mean_hand_quality(
            table, later, left, draws
        )

    return max(dict.fromkeys(hidden), key=quality)


def _mean_hand_quality(table: Playout, exposed: Hand, hidden: Hand, draws: Sequence[Card]) -> float:
    # The quality of a hand is the probability that a random hand is weaker.
    strengths = table.strengths
    qualities = weaker_probabilities(table.deck)
    best = table.best_playable_strength(hidden, exposed)
    lines = [strengths[second][first] for second, first in product(exposed, hidden)]
    if len(exposed) < EXPOSED:
        lines += [strengths[first][second] for first, second in combinations(hidden, 2)]
    return sum([qualities[max([best, *[line[card] for line in lines]])] for card in draws]) / len(draws)


# --- deals --------------------------------------------------------------------------------------------------
# Random positions that fit a view: the cards that the view does not show are dealt at random.
#
# Moves of other seats are evidence: a face-down card is probably the card that makes the best hand for its
# owner. A seat that stays in a battle after its first round usually has a good hand.

DEALS_TRIED = 3
"""Number of random hands of which a seat that stayed in the battle is assumed to have the best.

With 3 the best hands of these seats are as strong on average as in real games.
"""
BEST_SHARE = 0.85
"""Probability that a face-down card is the best of the cards that its owner could have played."""


def random_deals(view: Trick3View, rng: random.Random, tries: int = 1) -> Iterator[Playout]:
    """Yield an endless series of random positions of a battle that agree with a view.

    Args:
        tries: number of random hands to deal to each seat that stayed after round 1; the best hand is kept.
    """
    base = Playout(view)
    pool = unseen_cards(view)
    down = FACE_DOWN.get(view.way, 0) - 1
    others = [seat for seat in range(view.seats) if seat != view.seat]
    for seat in others:
        base.hidden[seat] = ("",) * view.hidden[seat]
    stayed = [seat for seat in others if len(view.played[seat]) > 1]
    while True:
        rng.shuffle(pool)
        table = base.copy()
        cards = pool
        for seat in stayed:
            cards = _deal_unknown_cards(table, seat, down, cards, rng, tries)
        for seat in others:
            if seat not in stayed:
                cards = _deal_unknown_cards(table, seat, down, cards, rng, 1)
        rest = iter(cards)
        for seat in range(view.seats):
            table.stock[seat] = tuple(islice(rest, view.stock[seat]))
        yield table


def _deal_unknown_cards(
    table: Playout, seat: int, down: int, cards: list[Card], rng: random.Random, tries: int
) -> list[Card]:
    # ``down`` is the index of the face-down card among the cards played. The remaining cards are returned.
    # Of several random deals, the deal that allows the best hand is kept.
    size = len(table.hidden[seat])
    played = table.played[seat]
    has_down = "" in played
    chosen: tuple[int, Hand, Hand, list[Card]] | None = None
    for number in range(tries):
        if number:
            rng.shuffle(cards)
        table.hidden[seat] = tuple(cards[:size])
        table.played[seat] = played
        if has_down:
            _set_face_down_card(table, seat, down, cards[size], rng.random() < BEST_SHARE)
        if tries == 1:
            return cards[size + has_down :]
        strength = max(table.plans(seat), default=(0, ()))[0]
        if chosen is None or strength > chosen[0]:
            chosen = strength, table.hidden[seat], table.played[seat], cards[size + has_down :]
    assert chosen is not None
    _, table.hidden[seat], table.played[seat], rest = chosen
    return rest


def _set_face_down_card(table: Playout, seat: int, down: int, card: Card, use_best: bool) -> None:
    held = (*table.hidden[seat], card)
    played = table.played[seat]
    exposed = table.exposed[seat]

    def best_strength_with(candidate: Card) -> int:
        rest = without(held, (candidate,))
        return max(
            plans(table.strengths, replace_at(played, down, candidate), exposed, rest), default=(0, ())
        )[0]

    # Instead of ``card``, use the card with which the seat can complete the best hand.
    if use_best:
        card = max(held, key=best_strength_with)
    table.hidden[seat] = without(held, (card,))
    table.played[seat] = replace_at(played, down, card)


# --- values -------------------------------------------------------------------------------------------------
# The value of each move: the mean over many deals in which the battle is played to its end.
#
# A simulated battle is valued by the cards captured, and by the value of the cards left.

DEALS = Budget(12, 100, 8000)
"""Limits of the deals in which each candidate move is tried.

The moves of a deal are counted as candidate moves times players in the battle.
"""
CLOSE = 0.004
"""A move counts as equal to the best if its value is lower by no more than this."""
DRAWN = 3
"""One in this number of unseen cards is tried as the next drawn card when a card to expose is chosen."""
CLEAR = 0.04
"""Another refill is chosen instead of the usual refill if its value is higher by more than this."""
SPREAD = 0.06
"""Largest assumed difference between two choices of the exposed (face-up) hand, as a share of opponents
beaten.
"""


class Prices(NamedTuple):
    """The values of cards and hands after a battle, measured in captured cards.

    Attributes:
        card: the value of a card in hand or stock.
        best: the value of a seat's best hand, if no hand is stronger.
        second: the value of the best hand of the seat's other cards, if no hand is stronger.
        swing: standard deviation of the final difference between two seats, if one card is uncaptured. For
            more cards it grows with the square root of their number.
    """

    card: float
    best: float
    second: float
    swing: float


OF_TWO = Prices(0.0, 4.0, 2.0, 2.45)
"""Prices for two players. Cards that no seat captures go to the seat that leaves first."""
OF_MORE = Prices(0.3, 6.0, 3.0, 1.8)
"""Prices for more than two players."""
TYPICAL = (0.75, 0.4)
"""The average quality of other seats' best and second hands, 0 to 1."""
CARDS_OF_BATTLE = 3
"""Number of hidden cards that a seat uses in a battle: it plays two and exposes one."""
USED_CARDS = 2
"""Number of cards that each seat is assumed to use in a battle."""


def choose(view: Trick3View, estimates: Sequence[Estimate], rng: random.Random) -> Move:
    """Return a random move among those that are almost as good as the best.

    A play is preferred to a fold, and the usual refill to other refills.
    """
    # The random choice reveals nothing about the hidden cards.
    if view.phase == "refill":
        usual = _usual_refill(view)
        if usual in [estimate.move for estimate in nearly_best(estimates, CLEAR)]:
            return usual
    equal = [estimate.move for estimate in nearly_best(estimates, CLOSE)]
    # A fold must be better than every play.
    return rng.choice([move for move in equal if isinstance(move, Play)] or equal)


def estimate_moves(
    view: Trick3View,
    legal: Sequence[Move],
    required: Sequence[Move],
    rng: random.Random,
    effort: float = 1.0,
    tries: int = 1,
) -> list[Estimate]:
    """Return estimates of moves, not yet calibrated, the best first.

    Args:
        required: legal moves to estimate in any case.
        effort: share of the full thinking time, at most 1.0.
        tries: number of random hands for each rival that stayed after round 1 (see ``random_deals``).
    """
    # The first choice of exposed cards is judged by a formula; everything else is simulated.
    moves = list(dict.fromkeys([*_candidates(view, legal), *required]))
    if view.phase == "expose":
        shares = _values_of_exposes(view, moves)
    else:
        shares = _values_in_battle(view, moves, effort, rng, tries)
    return best_first(map(Estimate, moves, shares))


def _candidates(view: Trick3View, legal: Sequence[Move]) -> list[Move]:
    if view.phase == "expose":
        return list(suggested_exposes(view))
    assert view.seat is not None
    if view.phase == "refill":
        going = Refill(view.hand)
        moves = [_usual_refill(view), Refill(draw=drawable_count(view, view.seat))]
        if must_leave(view, going) and going in legal:
            return [*moves, going]
        return moves
    # Cards that lead to no hand are tried only if no card leads to one.
    plays = [move for move in legal if isinstance(move, Play)]
    best = best_strength_by_card(view, classifier(view.deck))
    useful = [move for move in plays if best.get(move.card)]
    return [*(useful or plays), cheapest_fold(Playout(view), view.seat)]


def _usual_refill(view: Trick3View) -> Move:
    assert view.seat is not None
    table = Playout(view)
    # Only the size of the stock counts, so any card can stand for its cards.
    stock = view.stock[view.seat]
    table.stock[view.seat] = view.hand[:1] * stock
    draws = list(dict.fromkeys(unseen_cards(view)))[::DRAWN] if stock else ()
    return best_refill(table, view.seat, draws)


def _values_of_exposes(view: Trick3View, moves: Sequence[Move]) -> list[float]:
    judge = classifier(view.deck)
    best = strength_by_exposed_set(view.hand, judge)
    most = max(best.values())
    return [
        0.5 - SPREAD * (most - best[move.cards]) / judge.strength_count
        for move in moves
        if isinstance(move, Expose)
    ]


def _values_in_battle(
    view: Trick3View, moves: Sequence[Move], effort: float, rng: random.Random, tries: int
) -> list[float]:
    # A deal costs as many simulated decisions as there are players, so more players mean fewer deals.
    players = len(view.order) - len(view.folded)
    count = DEALS.worlds(len(moves) * max(2, players), effort)
    return mean_rewards(islice(random_deals(view, rng, tries), count), moves, partial(value_in_deal, view))


def value_in_deal(view: Trick3View, deal: Playout, move: Move) -> float:
    """Return the share of opponents that the viewing seat will probably beat after a move in one deal."""
    assert view.seat is not None
    line = deal.copy()
    line.act(move)
    play_to_end(line)
    # Cards of later games can still change every difference.
    later = (int(view.options["games"]) - view.number) * len(DECKS[view.deck].cards)
    held = sum(view.hidden) + sum(view.stock) + sum(map(len, view.exposed))
    around = held / (view.seats - len(view.left)) - USED_CARDS
    return expected_win_share(line, view.seat, view.totals, later, around)


def expected_win_share(
    table: Playout, seat: int, totals: Sequence[int], later_cards: int, average_cards: float
) -> float:
    """Return the share of opponents that a seat will probably beat, estimated after a battle.

    Args:
        totals: each seat's points in earlier games.
        later_cards: number of cards that will be dealt in later games.
        average_cards: average number of cards that a seat holds.
    """
    seats = range(len(totals))
    prices = OF_TWO if len(totals) == 2 else OF_MORE
    held = [len(table.hidden[each]) + len(table.exposed[each]) + len(table.stock[each]) for each in seats]
    if table.is_ended:
        uncaptured = later_cards
    else:
        uncaptured = sum(held) + table.pot + later_cards
    # The value of the cards kept, compared with an average opponent.
    edge = 0.0
    if not table.is_ended:
        best, second = _best_and_second_quality(table, seat)
        # Near the end of the game there is no battle left in which good hands could win.
        battles = _battles_left(table)
        edge = prices.best * min(1.0, battles) * (best - TYPICAL[0])
        edge += prices.second * min(1.0, max(0.0, battles - 1.0)) * (second - TYPICAL[1])
        edge += prices.card * (held[seat] - average_cards)
    # With equal points who has left before the other is better.
    places = [table.left.index(each) if each in table.left else len(seats) for each in seats]
    points = [totals[each] + table.captured[each] - places[each] / 100 for each in seats]
    # The final difference to another seat is taken as normally distributed around the present one.
    scale = prices.swing * math.sqrt(2 * uncaptured) + 0.001
    leads = [points[seat] + edge - points[other] for other in seats if other != seat]
    return sum(0.5 + 0.5 * math.erf(lead / scale) for lead in leads) / len(leads)


def _battles_left(table: Playout) -> float:
    # The game ends when the seats with the fewest cards have left.
    cards = sorted(
        len(table.hidden[seat]) + len(table.stock[seat])
        for seat in range(len(table.hidden))
        if seat not in table.left
    )
    return cards[table.leavers_to_end() - 1] / CARDS_OF_BATTLE


def _best_and_second_quality(table: Playout, seat: int) -> tuple[float, float]:
    hidden = table.hidden[seat]
    exposed = table.exposed[seat]
    qualities = weaker_probabilities(table.deck)
    best = table.best_playable_strength(hidden, exposed)
    if best:
        cards = table.cards_with_strength(best, hidden, exposed)
    else:
        cards = ()
    # The quality of a hand is the probability that a random hand is weaker.
    # The second hand has more time to get an exposed card.
    return qualities[best], qualities[table.best_strength(without(hidden + exposed, cards))]


# --- levels -------------------------------------------------------------------------------------------------

EFFORTS = {"normal": 0.2, "hard": 0.4, "expert": 0.4}
"""By level: the share of the full thinking time that it uses."""
CARELESS = 0.29
"""Probability that ``easy`` chooses at random among all legal plays and folds."""
WORTHS: CalibrationCurve = (
    (0, 0),
    (0.05, 0.11),
    (0.15, 0.22),
    (0.25, 0.28),
    (0.35, 0.315),
    (0.45, 0.385),
    (0.54, 0.53),
    (0.65, 0.73),
    (0.75, 0.84),
    (0.85, 0.93),
    (0.97, 0.99),
    (1, 1),
)
"""Calibration of estimates with three seats: pairs of estimated and observed share (``lab.calibration``)."""


def advise(
    view: Trick3View, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0, *_: object
) -> Move:
    """Return the move that a computer player of a level chooses. Implements ``games.core.game.Advise``."""
    if len(legal) == 1:
        return legal[0]
    if level in EFFORTS:
        tries = 1 if level == "normal" else DEALS_TRIED
        return choose(view, estimate_moves(view, legal, (), rng, EFFORTS[level] * effort, tries), rng)
    if view.phase == "expose":
        return rng.choice(suggested_exposes(view))
    if view.phase == "play" and rng.random() < CARELESS:
        return rng.choice(legal)
    assert view.seat is not None
    move = quick_move(next(random_deals(view, rng)), view.seat)
    # The rules of thumb always lead face up: choose the way at random instead.
    if isinstance(move, Play) and move.way:
        return PLAYS[rng.choice((UP, DOWN))][move.card]
    return move


_uncalibrated = partial(estimate_moves, tries=DEALS_TRIED)
"""Estimates by the level ``hard``, not calibrated."""
_calibrated = calibrate(_uncalibrated, WORTHS)


def assess(
    view: Trick3View, legal: Sequence[Move], required: Sequence[Move], rng: random.Random, effort: float = 1.0
) -> Sequence[Estimate]:
    """Return estimates of the best moves and of all moves in ``required``. Implements
    ``games.core.game.Assess``.
    """
    judge = _calibrated if view.seats == 3 else _uncalibrated
    return judge(view, legal, required, rng, effort)
