"""Which deals of the unseen cards are likely: what the others would have played with each of them."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.seats import clockwise
from games.tomoe.state import TomoeView
from games.tomoe.strategy.bits import BIT, Hands, options, rows
from games.tomoe.tricks import SEATS

WIN_SHARE = 0.8
"""Probability that the last player of a trick wins it when it can, rather than plays any card."""


def likelihoods(view: TomoeView, worlds: Sequence[Hands]) -> list[float]:
    """Say how likely each deal is, given the cards that the others have chosen so far.

    Args:
        view: what is known.
        worlds: hands by seat, the viewer's first, as ``counting.worlds`` lists them.

    Returns:
        A weight for each deal; all together make 1.
    """
    assert view.seat is not None
    seats = clockwise(view.seat, SEATS)
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    played = [
        ((seats.index(leader)), [BIT[card] for card in cards])
        for leader, cards in [*tricks, (view.lead, view.trick)]
    ]
    weights = [_likelihood(world, played) for world in worlds]
    total = sum(weights)
    return [weight / total for weight in weights]


def _likelihood(world: Hands, played: Sequence[tuple[int, list[int]]]) -> float:
    """Go back from the hands of now to those of the deal, card by card."""
    hands = list(world)
    likelihood = 1.0
    for lead, trick in reversed(played):
        for place in reversed(range(len(trick))):
            seat = (lead + place) % SEATS
            hands[seat] |= trick[place]
            if seat and place:
                likelihood *= _chance(hands[seat], trick[:place], trick[place])
    return likelihood


def _chance(hand: int, trick: Sequence[int], card: int) -> float:
    """Give the probability that a card is played out of a hand to one card, or to two."""
    allowed = options(hand, trick)
    chance = 1 / allowed.bit_count()
    if len(trick) == 2:
        wins = allowed & rows(trick[0])[trick[1]].third
        if wins:
            taken = 1 / wins.bit_count() if card & wins else 0.0
            return WIN_SHARE * taken + (1 - WIN_SHARE) * chance
    return chance
