"""Looking ahead in Tomoefuda: a tree search over deals that may be, on sets of cards as bits.

Card ``i`` is bit ``1 << i``; cards stand suit by suit, stronger ones higher, so that the cards of a suit are
six neighbouring bits (three for the metals, which come last). Seats are counted from the one that searches.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.core.cards import TOMOE, Card
from games.tomoe.tricks import ACES, BACK, RANK, SUIT, judge

Hands: TypeAlias = tuple[int, int, int]
Draw: TypeAlias = Callable[[], float]
"""Gives a random number from 0 up to, not including, 1."""

CARDS: tuple[Card, ...] = tuple(
    sorted(TOMOE.cards, key=lambda card: ("ragokp".find(SUIT[card]) if SUIT[card] else 9, RANK[card]))
)
BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(CARDS)}


def bits(cards: Sequence[Card]) -> int:
    """Make a set of cards."""
    return sum(BIT[card] for card in cards)


def _suit_bits(suit: str | None) -> int:
    return sum(BIT[card] for card in CARDS if SUIT[card] == suit)


FRONT: dict[int, int] = {BIT[card]: _suit_bits(SUIT[card]) for card in CARDS}
"""The cards that follow a led card with its own suit."""
BACKS: dict[int, int] = {BIT[card]: _suit_bits(BACK[SUIT[card]]) if SUIT[card] else 0 for card in CARDS}
"""The cards that follow a led card with the back suit."""
CARD_OF: dict[int, Card] = {bit: card for card, bit in BIT.items()}

_EXPLORE = 0.35
"""How much a line that has been tried little is worth trying."""
_won: dict[tuple[int, int, int], tuple[int, bool]] = {}


def won(first: int, second: int, third: int) -> tuple[int, bool]:
    """Tell which of three cards (bits, in the order played) wins, and whether it is of rank 1."""
    key = (first, second, third)
    found = _won.get(key)
    if found is None:
        cards = (CARD_OF[first], CARD_OF[second], CARD_OF[third])
        trick = judge(0, cards)
        found = _won[key] = (cards.index(trick.card), trick.card in ACES)
    return found


class Node:
    """A card in the tree: its visits, how often it was possible, and what it brought its player in sum."""

    __slots__ = ("children", "possible", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.possible = 0
        self.reward = 0.0
        self.children: dict[int, Node] = {}


def search(
    worlds: Sequence[Hands],
    trick: Sequence[int],
    ace: float,
    rounds: int,
    rng: random.Random,
) -> dict[int, float]:
    """Weigh the moves of seat 0, which is to act.

    Args:
        worlds: hands by seat, one triple for each way in which the unseen cards may lie.
        trick: the cards of the running trick, bits in the order played.
        ace: what a trick won with rank 1 counts.
        rounds: how many lines are played out.
        rng: chooses worlds and moves.

    Returns:
        For each card how often it was taken, by a search in which each seat prefers what has gone well for
        itself; the higher the better.
    """
    root = Node()
    order = rng.sample(worlds, len(worlds))
    for number in range(rounds):
        _play_out(root, list(order[number % len(order)]), list(trick), ace, rng.random)
    return {card: child.visits + child.reward / (child.visits + 1) for card, child in root.children.items()}


def _play_out(root: Node, hands: list[int], trick: list[int], ace: float, draw: Draw) -> None:
    """Play one deal to its end: along the tree while it is known, then at random."""
    seat = 0
    points = [0.0, 0.0, 0.0]
    path: list[tuple[int, Node]] = []
    node: Node | None = root
    while hands[seat]:
        hand = hands[seat]
        if trick:
            led = trick[0]
            options = hand & FRONT[led] or hand & BACKS[led] or hand
        else:
            options = hand
        if node is not None:
            card, child, is_new = _choose(node, options, draw)
            path.append((seat, child))
            node = None if is_new else child
        else:
            card = _any(options, draw)
        hands[seat] = hand ^ card
        trick.append(card)
        if len(trick) == 3:
            place, is_ace = won(trick[0], trick[1], trick[2])
            seat = (seat + 1 + place) % 3
            points[seat] += ace if is_ace else 1.0
            trick.clear()
        else:
            seat = (seat + 1) % 3
    total = sum(points)
    for mover, child in path:
        child.visits += 1
        child.reward += points[mover] / total


def _any(options: int, draw: Draw) -> int:
    """Draw one bit."""
    count = options.bit_count()
    if count > 1:
        for _ in range(int(draw() * count)):
            options &= options - 1
    return options & -options


def _choose(node: Node, options: int, draw: Draw) -> tuple[int, Node, bool]:
    """Take an untried card if there is one, else the most promising."""
    children = node.children
    untried = options
    best = -1.0
    best_card = 0
    left = options
    while left:
        card = left & -left
        left ^= card
        child = children.get(card)
        if child is None:
            continue
        untried ^= card
        child.possible += 1
        worth = child.reward / child.visits + _EXPLORE * math.sqrt(math.log(child.possible) / child.visits)
        if worth > best:
            best, best_card = worth, card
    if untried:
        card = _any(untried, draw)
        child = children[card] = Node()
        child.possible = 1
        return card, child, True
    return best_card, children[best_card], False
