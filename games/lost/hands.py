"""The hands that eliminate a seat, and how near a seat's face-up cards are to such a hand.

Source: lost.md, section "Hands that eliminate".

For speed, cards are also kept as a bit mask: an integer with one bit for each card, suit by suit with ten
ranks each, the joker last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

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

DECK: tuple[Card, ...] = tuple([card for card in STANDARD.cards if card == JOKER or card[0] in RANKS])
"""The 41 cards in canonical order."""

BIT: dict[Card, int] = {card: 1 << i for i, card in enumerate(DECK)}
"""The bit of each card in a mask."""
JOKER_BIT = BIT[JOKER]
_BIT_OF = BIT.__getitem__

_SUIT = (1 << len(RANKS)) - 1
"""The ten bits of one suit in a mask. The suits follow one another, and the joker is bit 40."""


def _longest_run(ranks: int) -> int:
    # The most ranks of a set (a mask of ten bits) that lie within any four consecutive ones.
    four = 0b1111
    return max([(ranks & four << low).bit_count() for low in range(len(RUNS))])


_RUN = tuple(map(_longest_run, range(_SUIT + 1)))
"""For each set of ranks, the most ranks that lie within any four consecutive ones."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return different cards as a bit mask, with one bit for each card (``BIT``)."""
    return sum(map(_BIT_OF, cards))


def is_made(face_up_mask: int, added_jokers: int = 0) -> bool:
    """True if the cards contain a hand: four cards of one suit, of one rank, or in a row. A joker replaces
    any card.

    This is asked millions of times for one decision of a computer player, so a set of cards is one number:
    four blocks of ten bits, one for each suit, in which each bit is a rank. Cards of a suit are counted
    within a block; laid over each other with ``|`` and ``&``, the blocks are the ranks that any suit has, and
    those that all suits have. With the joker a hand needs one card less.

    >>> is_made(mask_of(("2s", "3h", "5c"))), is_made(mask_of(("2s", "3h", "5c", JOKER)))
    (False, True)

    Args:
        added_jokers: jokers to count in addition to the joker in the mask.
    """
    need = HAND_CARDS - added_jokers - (face_up_mask >> 40)
    s = face_up_mask & _SUIT
    h = face_up_mask >> 10 & _SUIT
    d = face_up_mask >> 20 & _SUIT
    c = face_up_mask >> 30 & _SUIT
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


def is_one_away(face_up_mask: int) -> bool:
    """True if one more card could complete a hand of four cards."""
    return is_made(face_up_mask, 1)


def completes_hand(card: Card, face_up: Sequence[Card]) -> bool:
    """True if the face-up cards contain a hand after ``card`` is added."""
    return is_made(mask_of(face_up) | BIT[card])


HandKind: TypeAlias = Literal["flush", "straight", "quads"]
"""The kinds of hands: four cards of a suit, in a row, or of a rank."""


class PartialHand(msgspec.Struct, frozen=True, gc=False):
    """A hand of four cards that lies face up in front of a seat, in whole or in part."""

    kind: HandKind
    key: str  # the suit of a flush, the rank of four of a kind, or the lowest rank of a straight
    cards: tuple[Card, ...]  # the face-up cards of the hand, one for each rank of a straight
    # All face-up cards that fit the hand, with duplicate ranks of a straight and the joker.
    fitting: tuple[Card, ...]
    missing_ranks: tuple[str, ...]
    count: int  # number of face-up cards in the hand, with the joker


class CompleteHand(NamedTuple):
    """A hand of four cards that eliminates a seat."""

    kind: HandKind
    cards: tuple[Card, ...]


class Outs(NamedTuple):
    """The suits and ranks that would complete a hand, as letters such as ``h`` and ``9T``."""

    suits: str
    ranks: str


class _SuitsAndRanks(NamedTuple):
    """Cards by suit, and the same cards by rank. The joker belongs to every suit and rank, and is in none."""

    suits: dict[str, tuple[Card, ...]]
    ranks: dict[str, tuple[Card, ...]]


def _by_suit_and_rank(face_up: Sequence[Card]) -> _SuitsAndRanks:
    grouped = _SuitsAndRanks({}, {})
    for card in STANDARD.sort(face_up):
        if card != JOKER:
            rank = card[0]
            suit = card[1]
            grouped.suits[suit] = grouped.suits.get(suit, ()) + (card,)
            grouped.ranks[rank] = grouped.ranks.get(rank, ()) + (card,)
    return grouped


def partial_hands(face_up: Sequence[Card]) -> tuple[PartialHand, ...]:
    """Return the hands that include at least one of the face-up cards, the most complete first.

    Args:
        face_up: at least one card.
    """
    return _sorted_partial_hands(tuple(face_up))


@lru_cache(maxsize=4096)
def _sorted_partial_hands(face_up: tuple[Card, ...]) -> tuple[PartialHand, ...]:
    return tuple(sorted(_all_partial_hands(face_up), key=lambda hand: -hand.count))


def _all_partial_hands(face_up: Sequence[Card]) -> list[PartialHand]:
    jokers = (JOKER,) if JOKER in face_up else ()
    suits, ranks = _by_suit_and_rank(face_up)
    hands: list[PartialHand] = []
    if not ranks:  # the joker alone collects everything alike
        hands.append(PartialHand("flush", SUITS[0], (), jokers, (), len(jokers)))
    for suit, cards in suits.items():
        hands.append(PartialHand("flush", suit, cards, cards + jokers, (), len(cards) + len(jokers)))
    for rank, cards in ranks.items():
        hands.append(PartialHand("quads", rank, cards, cards + jokers, (), len(cards) + len(jokers)))
    for run in RUNS:
        straight = _partial_straight(run, ranks, jokers)
        if straight is not None:
            hands.append(straight)
    return hands


def _partial_straight(
    run: str, ranks: Mapping[str, tuple[Card, ...]], jokers: tuple[Card, ...]
) -> PartialHand | None:
    # A straight counts one card of each rank; duplicate ranks and the joker only fit.
    cards: tuple[Card, ...] = ()
    fitting: tuple[Card, ...] = ()
    lacks: tuple[str, ...] = ()
    for rank in run:
        if rank in ranks:
            cards += ranks[rank][:1]
            fitting += ranks[rank]
        else:
            lacks += (rank,)
    if not cards:
        return None
    return PartialHand("straight", run[0], cards, fitting + jokers, lacks, len(cards) + len(jokers))


def find_hand(face_up: Sequence[Card]) -> CompleteHand | None:
    """Return a complete hand among the face-up cards; ``None`` if there is none."""
    for hand in _all_partial_hands(face_up):
        if hand.count >= HAND_CARDS:
            cards = hand.cards
            if JOKER in face_up:
                cards = cards + (JOKER,)
            return CompleteHand(hand.kind, cards[:HAND_CARDS])
    return None


def outs(face_up: Sequence[Card]) -> Outs:
    """Return the suits and ranks that would complete a hand.

    >>> outs(("2h", "5h", "9h"))
    Outs(suits='h', ranks='')
    """
    suits: set[str] = set()
    ranks: set[str] = set()
    for hand in partial_hands(face_up):
        # The most complete hands come first: no later one is nearer.
        if hand.count < HAND_CARDS - 1:
            break
        # A hand that lacks one card: any card of the suit, or a card of a missing rank, completes it.
        match hand.kind:
            case "flush":
                suits.add(hand.key)
            case "quads":
                ranks.add(hand.key)
            case "straight":
                ranks.update(hand.missing_ranks)
    return Outs("".join(sorted(suits, key=SUITS.index)), "".join(sorted(ranks, key=RANKS.index)))


def framed_cards(face_up: Sequence[Card]) -> frozenset[Card]:
    """Return the cards to frame: those of complete hands, otherwise those of hands that lack one card."""
    # The first hand is the most complete one.
    hands = partial_hands(face_up)
    level = min(hands[0].count, HAND_CARDS)
    framed: set[Card] = set()
    if level >= HAND_CARDS - 1:
        for hand in hands:
            if hand.count >= level:
                framed.update(hand.fitting)
    return frozenset(framed)


# --- how cards are laid out -------------------------------------------------------------------------

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards in groups that are drawn with gaps between them."""


def by_suit(cards: Iterable[Card]) -> Groups:
    """Return cards grouped by suit, low ranks first, the joker alone at the end."""
    groups: dict[str, list[Card]] = {}
    # In canonical order the suits follow one another, and the joker comes last.
    for card in STANDARD.sort(cards):
        groups.setdefault(STANDARD.suit[card], []).append(card)
    return tuple(map(tuple, groups.values()))


def by_rank(cards: Iterable[Card]) -> Groups:
    """Return cards in runs of consecutive ranks, the joker alone at the end."""
    groups: list[list[Card]] = []
    for card in sorted(STANDARD.sort(cards), key=_rank_of):
        if groups and card != JOKER and _rank_of(card) - _rank_of(groups[-1][-1]) <= 1:
            groups[-1].append(card)
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def _rank_of(card: Card) -> int:
    if card == JOKER:
        return len(RANKS)
    return RANKS.index(card[0])


def face_up_groups(face_up: Sequence[Card]) -> Groups:
    """Return face-up cards in groups for a picture: by suit if nearly a flush, otherwise in runs."""
    if not face_up:
        return ()
    if partial_hands(face_up)[0].kind == "flush":
        return by_suit(face_up)
    return by_rank(face_up)


def has_five_card_hand(face_up: Sequence[Card]) -> bool:
    """True if five of the face-up cards are of one suit, of one rank, or in a row."""
    # The joker belongs to any hand, so it is counted at the end.
    plain = [card for card in face_up if card != JOKER]
    suits = Counter(card[1] for card in plain)
    ranks = Counter(card[0] for card in plain)
    size = HAND_CARDS + 1
    # The most ranks present within any five consecutive ones; jokers are added at the end.
    runs = [len(ranks.keys() & set(RANKS[low : low + size])) for low in range(len(RANKS) - HAND_CARDS)]
    most = max(*suits.values(), *ranks.values(), *runs) if plain else 0
    return most + len(face_up) - len(plain) >= size
