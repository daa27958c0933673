"""The hands that eliminate a seat, and how near a seat is to such a hand.

Source: lost.md, section "Hands that eliminate".

A field is the face-up cards of a seat. For speed it is also kept as a *mask*: an integer with one bit for
each card, suit by suit with ten ranks each, the joker last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec

from games.core.cards import STANDARD, Card
from games.core.poker import SUITS

RANKS = "A23456789T"
"""The ranks from one to ten."""

JOKER = "Jk"
HAND_CARDS = 4
"""Number of cards in a complete hand."""

RUNS = tuple(RANKS[low : low + HAND_CARDS] for low in range(len(RANKS) - HAND_CARDS + 1))
"""All sequences of four consecutive ranks, each from low to high."""

DECK: tuple[Card, ...] = tuple(card for card in STANDARD.cards if card == JOKER or card[0] in RANKS)
"""The 41 cards in canonical order."""

BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(DECK)}
"""The bit of each card in a mask."""
JOKER_BIT = BIT[JOKER]
_BIT_OF = BIT.__getitem__

_SUIT = (1 << len(RANKS)) - 1
_WINDOWS = tuple(0b1111 << low for low in range(len(RUNS)))
_RUN = tuple(max((ranks & window).bit_count() for window in _WINDOWS) for ranks in range(_SUIT + 1))
"""For each set of ranks (a mask of ten bits): the most ranks that lie within any four consecutive ones."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return a set of cards as a bit mask: the sum of their bits in ``BIT``. The cards must be different."""
    return sum(map(_BIT_OF, cards))


def is_made(mask: int, added_jokers: int = 0) -> bool:
    """True if a seat's face-up cards (a bit mask) contain four cards of a suit, of a rank, or in a row.

    The seat is judged as if it had ``added_jokers`` more jokers.
    """
    need = HAND_CARDS - added_jokers - (mask >> 40)
    s, h, d, c = mask & _SUIT, mask >> 10 & _SUIT, mask >> 20 & _SUIT, mask >> 30 & _SUIT
    if s.bit_count() >= need or h.bit_count() >= need or d.bit_count() >= need or c.bit_count() >= need:
        return True
    if _RUN[s | h | d | c] >= need:
        return True
    # Four of a kind: without jokers the rank is in all four suits, with one joker in three of them, and so
    # on.
    if need == 4:
        return s & h & d & c != 0
    if need == 3:
        return (s & h & (d | c)) | (d & c & (s | h)) != 0
    return (s & (h | d | c)) | (h & (d | c)) | (d & c) != 0


def is_one_away(mask: int) -> bool:
    """True if a seat's face-up cards lack one card for a hand that eliminates the seat.

    ``mask`` has the cards as a bit mask (see ``mask_of``).
    """
    return is_made(mask, 1)


def is_fatal(card: Card, field: Sequence[Card]) -> bool:
    """True if a card would complete a hand and eliminate a seat. ``field`` has the seat's face-up cards."""
    return is_made(mask_of(field) | BIT[card])


class Pattern(msgspec.Struct, frozen=True, gc=False):
    """A flush, four of a kind or straight that is at least partly among a seat's face-up cards.

    Args:
        key: the suit of a flush, the rank of four of a kind, or the lowest rank of a straight.
        cards: the face-up cards that belong to the hand, only one for each rank of a straight.
        fitting: all face-up cards that fit the hand, including duplicate ranks of a straight and the joker.
        count: number of face-up cards in the hand, including the joker; 4 for a complete hand.
    """

    kind: str
    key: str
    cards: tuple[Card, ...]
    fitting: tuple[Card, ...]
    missing_ranks: tuple[str, ...]
    count: int


def _by_suit_and_rank(
    field: Sequence[Card],
) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[Card, ...]]]:
    """Return a seat's face-up cards without the joker, in one dict by suit and one by rank."""
    suits: dict[str, tuple[Card, ...]] = {}
    ranks: dict[str, tuple[Card, ...]] = {}
    for card in STANDARD.sort(field):
        if card != JOKER:
            suits[card[1]] = (*suits.get(card[1], ()), card)
            ranks[card[0]] = (*ranks.get(card[0], ()), card)
    return suits, ranks


def patterns(field: Sequence[Card]) -> tuple[Pattern, ...]:
    """Return all hands of four cards that include at least one of a seat's face-up cards (``field``).

    The most complete hands come first. ``field`` must not be empty.
    """
    return _nearest(tuple(field))


@lru_cache(maxsize=4096)
def _nearest(field: tuple[Card, ...]) -> tuple[Pattern, ...]:
    return tuple(sorted(_by_kind(field), key=lambda pattern: -pattern.count))


def _by_kind(field: Sequence[Card]) -> list[Pattern]:
    jokers = (JOKER,) if JOKER in field else ()
    suits, ranks = _by_suit_and_rank(field)
    hands: list[Pattern] = []
    if not ranks:  # the joker alone collects everything alike
        hands.append(Pattern("flush", SUITS[0], (), jokers, (), len(jokers)))
    for kind, groups in (("flush", suits), ("quads", ranks)):
        for key, cards in groups.items():
            hands.append(Pattern(kind, key, cards, cards + jokers, (), len(cards) + len(jokers)))
    # A straight counts one card of each rank; duplicate ranks and the joker only fit.
    for run in RUNS:
        cards = tuple([ranks[rank][0] for rank in run if rank in ranks])
        if cards:
            fitting = tuple([card for rank in run for card in ranks.get(rank, ())])
            lacks = tuple([rank for rank in run if rank not in ranks])
            hands.append(
                Pattern("straight", run[0], cards, fitting + jokers, lacks, len(cards) + len(jokers))
            )
    return hands


def find_hand(field: Sequence[Card]) -> tuple[str, tuple[Card, ...]] | None:
    """Return the kind and the four cards of a hand among a seat's face-up cards; ``None`` if there is no
    hand.
    """
    for pattern in _by_kind(field):
        if pattern.count >= HAND_CARDS:
            jokers = (JOKER,) if JOKER in field else ()
            return pattern.kind, (*pattern.cards, *jokers)[:HAND_CARDS]
    return None


def outs(field: Sequence[Card]) -> tuple[str, str]:
    """Return the suits and the ranks, as letters, of cards that would complete a hand.

    ``field`` has a seat's face-up cards.
    """
    suits: set[str] = set()
    ranks: set[str] = set()
    for pattern in patterns(field):
        # Patterns are sorted by nearness: no later one is nearer.
        if pattern.count < HAND_CARDS - 1:
            break
        # A hand that lacks one card: any card of the suit, or a card of a missing rank, completes it.
        if pattern.kind == "flush":
            suits.add(pattern.key)
        else:
            ranks.update(pattern.missing_ranks if pattern.kind == "straight" else pattern.key)
    return "".join(s for s in SUITS if s in suits), "".join(r for r in RANKS if r in ranks)


def hot_cards(field: Sequence[Card]) -> frozenset[Card]:
    """Return a seat's face-up cards that belong to a complete hand.

    If no hand is complete, return the cards that belong to a hand with one card missing.
    """
    # Patterns are sorted, so the first one shows how complete the field is.
    near = patterns(field)
    level = min(near[0].count, HAND_CARDS)
    if level < HAND_CARDS - 1:
        return frozenset()
    return frozenset(card for pattern in near if pattern.count >= level for card in pattern.fitting)


# --- how cards are laid out -------------------------------------------------------------------------

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards in groups that are drawn with gaps between them."""


def by_suit(cards: Iterable[Card]) -> Groups:
    """Return cards grouped by suit, low ranks first, with the joker alone at the end."""
    ordered = STANDARD.sort(cards)
    groups = [tuple([card for card in ordered if card != JOKER and card[1] == suit]) for suit in SUITS]
    groups.append(tuple([card for card in ordered if card == JOKER]))
    return tuple([group for group in groups if group])


def by_rank(cards: Iterable[Card]) -> Groups:
    """Return cards in groups of consecutive ranks, with the joker alone at the end."""
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
    """Return a seat's face-up cards in groups, for a picture.

    The groups are suits if the cards are nearest to a flush, otherwise runs of ranks.
    """
    if not field:
        return ()
    return by_suit(field) if patterns(field)[0].kind == "flush" else by_rank(field)
