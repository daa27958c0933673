"""The hands that eliminate: what a field makes, what it lacks, how it is laid out so that this shows.

The source is lost.md, Hands that eliminate.

For speed a field is also a *mask*: one bit a card, suit by suit with ten ranks each, the joker last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from games.core.cards import STANDARD, Card
from games.core.poker import SUITS

RANKS = "A23456789T"
"""Ranks from one to ten."""

JOKER = "Jk"
HAND_CARDS = 4
"""Number of cards of a complete hand."""

RUNS = tuple(RANKS[low : low + HAND_CARDS] for low in range(len(RANKS) - HAND_CARDS + 1))
"""Every four ranks in a row."""

DECK: tuple[Card, ...] = tuple(card for card in STANDARD.cards if card == JOKER or card[0] in RANKS)
"""The 41 cards in canonical order."""

BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(DECK)}
JOKER_BIT = BIT[JOKER]
_BIT_OF = BIT.__getitem__

_SUIT = (1 << len(RANKS)) - 1
_WINDOWS = tuple(0b1111 << low for low in range(len(RUNS)))
_RUN = tuple(max((ranks & window).bit_count() for window in _WINDOWS) for ranks in range(_SUIT + 1))
"""By the ranks present (a mask of ten bits): how many of four consecutive ones there are at most."""


def mask_of(cards: Iterable[Card]) -> int:
    """Turn different cards into a mask."""
    return sum(map(_BIT_OF, cards))


def is_made(mask: int, jokers: int = 0) -> bool:
    """Tell whether a field holds a hand that eliminates.

    Args:
        mask: the field.
        jokers: how many jokers to imagine in it besides its own.
    """
    need = HAND_CARDS - jokers - (mask >> 40)
    s, h, d, c = mask & _SUIT, mask >> 10 & _SUIT, mask >> 20 & _SUIT, mask >> 30 & _SUIT
    if s.bit_count() >= need or h.bit_count() >= need or d.bit_count() >= need or c.bit_count() >= need:
        return True
    if _RUN[s | h | d | c] >= need:
        return True
    if need == 4:
        return s & h & d & c != 0
    if need == 3:
        return (s & h & (d | c)) | (d & c & (s | h)) != 0
    return (s & (h | d | c)) | (h & (d | c)) | (d & c) != 0


def is_one_away(mask: int) -> bool:
    """Tell whether a joker added to a field would make a hand."""
    return is_made(mask, 1)


def is_fatal(card: Card, field: Sequence[Card]) -> bool:
    """Tell whether a card would make a hand in a field."""
    return is_made(mask_of(field) | BIT[card])


class Pattern(msgspec.Struct, frozen=True, gc=False):
    """Four cards that a field may be collecting.

    Args:
        kind: ``flush``, ``quads`` or ``straight``.
        key: the suit, the rank, or the lowest rank of the four.
        cards: the cards of the field that belong to it, one for each rank of a straight.
        all: all cards of the field that could stand in it (a straight's doubles too), the joker included.
        lacks: the ranks that a straight has not, by which it grows; empty for the others.
        count: how far it is, the joker counted; four make the hand.
    """

    kind: str
    key: str
    cards: tuple[Card, ...]
    all: tuple[Card, ...]
    lacks: tuple[str, ...]
    count: int


def _grouped(field: Sequence[Card]) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[Card, ...]]]:
    """Group the plain cards of a field by suit and by rank."""
    suits: dict[str, tuple[Card, ...]] = {}
    ranks: dict[str, tuple[Card, ...]] = {}
    for card in STANDARD.sort(field):
        if card != JOKER:
            suits[card[1]] = (*suits.get(card[1], ()), card)
            ranks[card[0]] = (*ranks.get(card[0], ()), card)
    return suits, ranks


def patterns(field: Sequence[Card]) -> tuple[Pattern, ...]:
    """List what a field (not an empty one) may be collecting: nearest first, flushes before straights."""
    return _nearest(tuple(field))


@lru_cache(maxsize=4096)
def _nearest(field: tuple[Card, ...]) -> tuple[Pattern, ...]:
    return tuple(sorted(_by_kind(field), key=lambda pattern: -pattern.count))


def _by_kind(field: Sequence[Card]) -> list[Pattern]:
    jokers = (JOKER,) if JOKER in field else ()
    suits, ranks = _grouped(field)
    found: list[Pattern] = []
    if not ranks:  # the joker alone collects everything alike
        found.append(Pattern("flush", SUITS[0], (), jokers, (), len(jokers)))
    for kind, groups in (("flush", suits), ("quads", ranks)):
        for key, cards in groups.items():
            found.append(Pattern(kind, key, cards, cards + jokers, (), len(cards) + len(jokers)))
    for run in RUNS:
        cards = tuple([ranks[rank][0] for rank in run if rank in ranks])
        if cards:
            fitting = tuple([card for rank in run for card in ranks.get(rank, ())])
            lacks = tuple([rank for rank in run if rank not in ranks])
            found.append(
                Pattern("straight", run[0], cards, fitting + jokers, lacks, len(cards) + len(jokers))
            )
    return found


def made(field: Sequence[Card]) -> tuple[str, tuple[Card, ...]] | None:
    """Name the hand that a field makes, with four of its cards; ``None`` when it makes none."""
    for pattern in _by_kind(field):
        if pattern.count >= HAND_CARDS:
            jokers = (JOKER,) if JOKER in field else ()
            return pattern.kind, (*pattern.cards, *jokers)[:HAND_CARDS]
    return None


def outs(field: Sequence[Card]) -> tuple[str, str]:
    """List the suits and the ranks of which any one card more would make a hand."""
    suits: set[str] = set()
    ranks: set[str] = set()
    for pattern in patterns(field):
        if pattern.count < HAND_CARDS - 1:
            break
        if pattern.kind == "flush":
            suits.add(pattern.key)
        else:
            ranks.update(pattern.lacks if pattern.kind == "straight" else pattern.key)
    return "".join(s for s in SUITS if s in suits), "".join(r for r in RANKS if r in ranks)


def hot_cards(field: Sequence[Card]) -> frozenset[Card]:
    """Pick the cards of a field that stand in a hand that is one away; when one is made, those of it."""
    near = patterns(field)
    level = min(near[0].count, HAND_CARDS)
    if level < HAND_CARDS - 1:
        return frozenset()
    return frozenset(card for pattern in near if pattern.count >= level for card in pattern.all)


# --- how cards are laid out -------------------------------------------------------------------------

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards that stand together, group by group."""


def by_suit(cards: Iterable[Card]) -> Groups:
    """Group cards by suit, low ranks first; the joker stands alone at the end."""
    ordered = STANDARD.sort(cards)
    groups = [tuple([card for card in ordered if card != JOKER and card[1] == suit]) for suit in SUITS]
    groups.append(tuple([card for card in ordered if card == JOKER]))
    return tuple([group for group in groups if group])


def by_rank(cards: Iterable[Card]) -> Groups:
    """Group cards into runs of neighbouring ranks; the joker stands alone at the end."""
    groups: list[list[Card]] = []
    for card in sorted(STANDARD.sort(cards), key=_rank_of):
        if groups and card != JOKER and _rank_of(card) - _rank_of(groups[-1][-1]) <= 1:
            groups[-1].append(card)
        else:
            groups.append([card])
    return tuple([tuple(group) for group in groups])


def _rank_of(card: Card) -> int:
    return len(RANKS) if card == JOKER else RANKS.index(card[0])


def field_groups(field: Sequence[Card]) -> Groups:
    """Group a field by suit or by rank, whichever is nearer to a hand; suits first among equals."""
    if not field:
        return ()
    return by_suit(field) if patterns(field)[0].kind == "flush" else by_rank(field)
