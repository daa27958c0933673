"""What a seat of Tomoefuda can know: the possible deals, and what its cards can do in them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from games.core.cards import TOMOE, Card
from games.core.rules import clockwise
from games.tomoe.rules import ACES, BACK, RANK, SEATS, SUIT, TomoeView, decide_trick

# --- bits ---------------------------------------------------------------------------------------------------
# Sets of Tomoefuda cards as bits of integers, for fast simulation.
#
# Card ``i`` of ``CARDS`` is bit ``1 << i``. The cards are sorted by suit, then by rank; metals come last.
# Seat 0 is the seat whose move is searched.

CardBit: TypeAlias = int
"""One card, as an integer with one bit."""
CardBits: TypeAlias = int
"""A set of cards, as an integer with one bit for each card."""
HandBits: TypeAlias = tuple[CardBits, CardBits, CardBits]
"""The hand of each seat."""


def _bit_order(card: Card) -> tuple[int, int]:
    suits = "ragokp"
    place = suits.index(SUIT[card]) if SUIT[card] else len(suits)
    return place, RANK[card]


CARDS: tuple[Card, ...] = tuple(sorted(TOMOE.cards, key=_bit_order))
"""All cards in the order of their bits."""
BIT: dict[Card, CardBit] = {card: 1 << i for i, card in enumerate(CARDS)}
"""The bit of each card."""


def bits(cards: Sequence[Card]) -> CardBits:
    """Return a set of cards as an integer with one bit for each card."""
    return sum(map(BIT.__getitem__, cards))


def _suit_bits(suit: str | None) -> CardBits:
    # The partner of the metals is ``None``. No card has this suit, so their set is empty.
    return sum(BIT[card] for card in CARDS if SUIT[card] == suit)


FRONT: dict[CardBit, CardBits] = {BIT[card]: _suit_bits(SUIT[card]) for card in CARDS}
"""For each card led, the cards of its own suit."""
BACKS: dict[CardBit, CardBits] = {BIT[card]: _suit_bits(BACK[SUIT[card]]) for card in CARDS}
"""For each card led, the cards of the partner of its suit."""
CARD_OF: dict[CardBit, Card] = {bit: card for card, bit in BIT.items()}
"""The card of each bit."""
ONES = sum(map(BIT.__getitem__, ACES))
"""The cards of rank 1."""


def playable_bits(hand: CardBits, trick: Sequence[CardBit]) -> CardBits:
    """Return the cards of a hand that may be played to the current trick."""
    if not trick:
        return hand
    return hand & FRONT[trick[0]] or hand & BACKS[trick[0]] or hand


class WinningThirdCards(NamedTuple):
    """The third cards of a trick that make the third or the second player win.

    All other third cards make the first player win.
    """

    third_wins: CardBits
    second_wins: CardBits


@cache
def winning_third_cards(first: CardBit) -> dict[CardBit, WinningThirdCards]:
    """Return the deciding third cards of a trick, for each possible second card.

    Args:
        first: the first card of the trick.
    """
    return {second: _winning_third_cards(first, second) for second in CARD_OF if second != first}


def _winning_third_cards(first: CardBit, second: CardBit) -> WinningThirdCards:
    wins = [0, 0, 0]
    for third in CARD_OF:
        if third not in (first, second):
            cards = (CARD_OF[first], CARD_OF[second], CARD_OF[third])
            wins[cards.index(decide_trick(0, cards).card)] |= third
    return WinningThirdCards(wins[2], wins[1])


# --- deals --------------------------------------------------------------------------------------------------
# The possible deals of the unseen cards.


def missing_suits(view: TomoeView) -> tuple[frozenset[str], ...]:
    """Return, for each seat, the suits that it cannot hold because it did not follow suit."""
    missing: list[set[str]] = [set() for _ in range(SEATS)]
    for trick in tricks_so_far(view):
        for seat, card in zip(clockwise(trick.leader, SEATS), trick.cards, strict=False):
            front = SUIT[trick.cards[0]]
            if SUIT[card] != front:
                missing[seat].add(front)
                back = BACK[front]
                if back is not None and SUIT[card] != back:
                    missing[seat].add(back)
    return tuple(map(frozenset, missing))


class PlayedCards(NamedTuple):
    """The cards of a trick, which may be incomplete, in the order played."""

    leader: int
    cards: tuple[Card, ...]


def tricks_so_far(view: TomoeView) -> list[PlayedCards]:
    """Return the tricks of the running game, the last one as far as it was played."""
    tricks = [PlayedCards(trick.leader, trick.cards) for trick in view.tricks]
    tricks.append(PlayedCards(view.lead, view.trick))
    return tricks


def possible_deals(view: TomoeView) -> list[HandBits]:
    """Return every possible deal of the unseen cards: the hands of all seats, the viewing seat's first."""
    assert view.seat is not None
    me, left, right = clockwise(view.seat, SEATS)
    missing = missing_suits(view)
    mine = bits(view.open[me] + view.hidden)
    left_open = bits(view.open[left])
    right_open = bits(view.open[right])
    unseen = bits(view.unseen)
    never_left = sum(map(_suit_bits, missing[left]))
    never_right = sum(map(_suit_bits, missing[right]))
    deals: list[HandBits] = []
    # The unseen cards are divided between two seats; deals with a suit that a seat cannot have are left out.
    for cards in itertools.combinations(view.unseen, view.hidden_counts[left]):
        left_hidden = bits(cards)
        right_hidden = unseen ^ left_hidden
        if not (left_hidden & never_left or right_hidden & never_right):
            deals.append((mine, left_open | left_hidden, right_open | right_hidden))
    return deals


# --- ways to win --------------------------------------------------------------------------------------------
# In how many of the possible ways a card wins the current trick, as far as its player knows.


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
