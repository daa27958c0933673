"""Quick rules of thumb for the moves in simulated battles, about as strong as the level ``normal``.

A seat stays in a battle if it is likely enough to win. A fold costs it the least useful card. A refill
exposes the card that allows the best hand, and draws as many cards as possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import prod

from games.core.cards import Card, without
from games.core.moves import Move
from games.trick3.moves import EXPOSED, FOLD, FOLDS, PLAYS, UP, Fold, Hand, Refill, is_face_down, max_draw
from games.trick3.strategy.chances import weaker_probabilities, win_probabilities
from games.trick3.strategy.playout import Playout

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


def choose(table: Playout, seat: int) -> Move:
    """Return the move of the seat to act by rules of thumb. The first card of a battle is played face up."""
    return best_refill(table, seat) if table.is_refilling else _play_or_fold(table, seat)


def _play_or_fold(table: Playout, seat: int) -> Move:
    # The stake is the expected number of cards that the winner takes.
    rivals, stake = _rivals_and_stake(table, seat)
    # Compare probabilities of winning: a card is worth 1 / stake of the whole battle.
    # In round 1 the whole battle is planned, and the cards kept for later battles have a value, too.
    least, keep = STAYS / stake, 0.0 if table.played[seat] else KEEPS / stake
    best, chosen = least, ""
    held, worth_keeping = table.hidden[seat] + table.exposed[seat], weaker_probabilities(table.deck)
    for strength, cards in sorted(dict(table.plans(seat)).items(), reverse=True):
        # Each rival must either not stay in, or be beaten.
        value = prod([1 - stays * (1 - beaten[strength]) for stays, beaten in rivals])
        # Hands are tried from the strongest: no later one can be better.
        if not strength or value < least or value + keep <= best:
            break
        if keep:
            value += keep * worth_keeping[table.best_strength(without(held, cards))]
        if value > best:
            best, chosen = value, cards[0]
    if not chosen:
        return cheapest_fold(table, seat)
    return PLAYS["" if table.way else UP][chosen]


def cheapest_fold(table: Playout, seat: int) -> Fold:
    """Return the fold to choose. In round 1 a fold costs a card: the least useful one is given."""
    if table.round > 1:
        return FOLD
    hidden, exposed = table.hidden[seat], table.exposed[seat]

    def strength_without(card: Card) -> int:
        # Of two copies of a card the exposed one is paid.
        if card in exposed:
            return table.best_playable_strength(hidden, without(exposed, (card,)))
        return table.best_playable_strength(without(hidden, (card,)), exposed)

    return FOLDS[max(dict.fromkeys(hidden + exposed), key=strength_without)]


def _rivals_and_stake(table: Playout, seat: int) -> tuple[list[tuple[float, list[float]]], float]:
    rivals, stake = [], table.pot + 3.0
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
    hidden, exposed, stock = table.hidden[seat], table.exposed[seat], len(table.stock[seat])
    is_in = seat not in table.folded and len(table.played[seat]) < 3
    # The card that the best plan plays last must stay hidden until then.
    needed = max(table.plans(seat), default=(0, ("",)))[1][-1] if is_in and table.played[seat] else ""
    rest = hidden
    while len(exposed) < EXPOSED and rest:
        # Exposing the last hidden card would end the game for this seat.
        if len(rest) == 1 and not stock and (is_in or table.end == "S"):
            break
        kept = without(rest, (needed,)) if needed in rest else rest
        chosen = _card_to_expose(table, exposed, kept, draws) if kept else needed
        rest, exposed = without(rest, (chosen,)), (*exposed, chosen)
    return Refill(without(hidden, rest), max_draw(len(rest), stock))


def _card_to_expose(table: Playout, exposed: Hand, hidden: Hand, draws: Sequence[Card]) -> Card:

    def quality(card: Card) -> float:
        in_sight, rest = (*exposed, card), without(hidden, (card,))
        best = table.best_playable_strength(rest, in_sight)
        if not draws:
            return best
        # The second best hand counts, too: what remains after the best hand, with a free place for an
        # exposed card.
        used = Counter(table.cards_with_strength(best, rest, in_sight) if best else ())
        later, left = tuple((Counter(in_sight) - used).elements()), tuple((Counter(rest) - used).elements())
        return _mean_hand_quality(table, in_sight, rest, draws) + SECOND * _mean_hand_quality(
            table, later, left, draws
        )

    return max(dict.fromkeys(hidden), key=quality)


def _mean_hand_quality(table: Playout, exposed: Hand, hidden: Hand, draws: Sequence[Card]) -> float:
    # The quality of a hand is the probability that a random hand is weaker.
    strengths, qualities = table.strengths, weaker_probabilities(table.deck)
    best = table.best_playable_strength(hidden, exposed)
    lines = [strengths[second][first] for second in exposed for first in hidden]
    if len(exposed) < EXPOSED:
        lines += [strengths[first][second] for first, second in combinations(hidden, 2)]
    return sum([qualities[max([best, *[line[card] for line in lines]])] for card in draws]) / len(draws)
