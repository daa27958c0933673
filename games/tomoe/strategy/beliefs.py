"""The possible deals of the unseen cards, and how likely they are after the cards played so far."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from games.core.seats import clockwise
from games.tomoe.state import TomoeView
from games.tomoe.strategy.bits import (
    BIT,
    CardBit,
    CardBits,
    HandBits,
    bits,
    playable_bits,
    winning_third_cards,
)
from games.tomoe.tricks import BACK, SEATS, SUIT

WIN_SHARE = 0.8
"""Probability that the last player of a trick wins it on purpose, if able to. Otherwise its choice is
random.
"""


def missing_suits(view: TomoeView) -> tuple[frozenset[str], ...]:
    """Return, for each seat, the suits that it cannot hold because it did not follow suit."""
    missing: list[set[str]] = [set() for _ in range(SEATS)]
    played = [(trick.leader, trick.cards) for trick in view.tricks]
    for leader, cards in [*played, (view.lead, view.trick)]:
        for seat, card in zip(clockwise(leader, SEATS), cards, strict=False):
            front = SUIT[cards[0]]
            if SUIT[card] != front:
                missing[seat].add(front)
                back = BACK[front]
                if back is not None and SUIT[card] != back:
                    missing[seat].add(back)
    return tuple(frozenset(suits) for suits in missing)


def possible_deals(view: TomoeView) -> list[HandBits]:
    """Return every possible deal of the unseen cards: the hands of all seats, the viewing seat's first."""
    assert view.seat is not None
    me, left, right = clockwise(view.seat, SEATS)
    cards = view.unseen
    missing = missing_suits(view)
    mine = bits(view.open[me] + view.hidden)
    out: list[HandBits] = []
    # The unseen cards are divided between two seats; deals with a suit that a seat cannot have are left out.
    for chosen in itertools.combinations(cards, view.hidden_counts[left]):
        rest = [card for card in cards if card not in chosen]
        if any(SUIT[card] in missing[left] for card in chosen):
            continue
        if any(SUIT[card] in missing[right] for card in rest):
            continue
        out.append((mine, bits(view.open[left] + chosen), bits((*view.open[right], *rest))))
    return out


def deal_probabilities(view: TomoeView, deals: Sequence[HandBits]) -> list[float]:
    """Return the probability of each deal, given the cards that the other seats have played. The sum is 1."""
    assert view.seat is not None
    seats = clockwise(view.seat, SEATS)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    played = [
        (seats.index(leader), [BIT[card] for card in cards])
        for leader, cards in [*tricks, (view.lead, view.trick)]
    ]
    weights = [_probability_of_plays(deal, played) for deal in deals]
    total = sum(weights)
    return [weight / total for weight in weights]


def _probability_of_plays(hands_now: HandBits, tricks: Sequence[tuple[int, list[CardBit]]]) -> float:
    # Each trick is given by its leader and its cards.
    hands = list(hands_now)
    probability = 1.0
    # Take the cards back one by one, so that each card is judged with the hand from which it was chosen.
    for lead, trick in reversed(tricks):
        for place in reversed(range(len(trick))):
            seat = (lead + place) % SEATS
            hands[seat] |= trick[place]
            # The viewer's own choices and leads say nothing about the deal.
            if seat and place:
                probability *= _probability_of_card(hands[seat], trick[:place], trick[place])
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
