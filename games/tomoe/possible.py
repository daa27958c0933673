"""In how many of the possible ways a card of Tomoefuda wins the current trick, as far as its player knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.cards import Card
from games.tomoe.rules import BACK, RANK, SUIT, TomoeView, decide_trick
from games.tomoe.strategy import (
    BIT,
    CARD_OF,
    CardBit,
    CardBits,
    HandBits,
    playable_bits,
    possible_deals,
    winning_third_cards,
)


class WinningWays(NamedTuple):
    """In how many ways a trick can go on, and in how many of them the viewing seat wins it.

    A way is a possible deal of the unseen cards, with a card that each later player may play in it.
    """

    won: int
    total: int


def winning_ways(view: TomoeView, cards: Sequence[Card]) -> dict[Card, WinningWays]:
    """Return for each card the ways in which the viewing seat wins the current trick with it.

    Nothing is known of the cards of a spectator, so the result is empty.
    """
    if view.seat is None:
        return {}
    match len(view.trick):
        case 0:
            return _ways_to_lead(view, cards)
        case 1:
            return _ways_to_follow(view, cards)
    winners = {card: decide_trick(view.lead, (*view.trick, card)).winner for card in cards}
    return {card: WinningWays(int(winner == view.seat), 1) for card, winner in winners.items()}


class _Followers(NamedTuple):
    """The cards that the two players after the leader may play."""

    left: CardBits
    right: CardBits


def _ways_to_lead(view: TomoeView, cards: Sequence[Card]) -> dict[Card, WinningWays]:
    deals = possible_deals(view)
    # The followers' cards depend on the suit led alone.
    leads = {SUIT[card]: card for card in cards}
    followers = {suit: _followers_in(deals, card) for suit, card in leads.items()}
    return {card: _ways_of_lead(card, followers[SUIT[card]]) for card in cards}


def _followers_in(deals: Sequence[HandBits], led: Card) -> Counter[_Followers]:
    # Many deals differ only in cards that cannot be played to the trick. Equal ones are counted together.
    trick = (BIT[led],)
    return Counter(
        [_Followers(playable_bits(left, trick), playable_bits(right, trick)) for _, left, right in deals]
    )


def _ways_of_lead(led: Card, followers: Counter[_Followers]) -> WinningWays:
    deciding = winning_third_cards(BIT[led])
    won = 0
    count = 0
    for (left, right), deals in followers.items():
        for second in _each(left):
            lost = right & (deciding[second].third_wins | deciding[second].second_wins)
            won += deals * (right ^ lost).bit_count()
            count += deals * right.bit_count()
    return WinningWays(won, count)


def _ways_to_follow(view: TomoeView, cards: Sequence[Card]) -> dict[Card, WinningWays]:
    # The third player sits on the left of the second one.
    led = BIT[view.trick[0]]
    thirds = [playable_bits(left, (led,)) for _, left, _ in possible_deals(view)]
    count = sum([cards.bit_count() for cards in thirds])
    ways = {}
    for card in cards:
        wins = winning_third_cards(led)[BIT[card]].second_wins
        ways[card] = WinningWays(sum([(third & wins).bit_count() for third in thirds]), count)
    return ways


def stronger_cards(view: TomoeView, led: Card) -> list[Card]:
    """Return the stronger cards that the others may play to a card, as far as the viewer knows."""
    playable: CardBits = 0
    for left, right in _followers_in(possible_deals(view), led):
        playable |= left | right
    backs = BACK[SUIT[led]]
    cards = [CARD_OF[card] for card in _each(playable)]
    higher = [card for card in cards if SUIT[card] == SUIT[led] and RANK[card] > RANK[led]]
    return higher + [card for card in cards if SUIT[card] == backs]


def _each(cards: CardBits) -> Iterator[CardBit]:
    while cards:
        card = cards & -cards
        yield card
        cards ^= card
