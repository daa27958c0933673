"""The cards that a viewer cannot see, and suggestions of moves.

Suggestions are the three cards to lay at the start, the safest cards, and moves that make a seat's face-up
cards safer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import combinations

from msgspec.structs import replace

from games.core.cards import Card
from games.core.moves import Move
from games.lost.hands import BIT, DECK, HAND_CARDS, JOKER, JOKER_BIT, RANKS, is_made, is_one_away, mask_of
from games.lost.moves import Back, LoseFromField
from games.lost.state import LostView, seen_piles


def open_cards(view: LostView) -> set[Card]:
    """Return the cards whose place all players know: face-up cards, and discards that had been face up."""
    cards = {card for field in view.fields for card in field}
    cards.update(lost.card for pile in view.piles for lost in pile if lost.was_open)
    return cards


def public_part(view: LostView) -> LostView:
    """Return a view with only the public facts of ``view``."""
    return replace(view, seat=None, hand=(), laid=(), piles=seen_piles(view.piles, None))


def unseen_cards(view: LostView) -> tuple[Card, ...]:
    """Return the cards whose place the viewer does not know. A joker whose holder is known is left out."""
    seen = open_cards(view) | set(view.hand)
    seen.update(lost.card for pile in view.piles for lost in pile)
    if view.joker_in is not None:
        seen.add(JOKER)
    return tuple([card for card in DECK if card not in seen])


def may_be_joker(view: LostView, player: int, target: int) -> bool:
    """True if the card that ``player`` played to ``target`` can be the joker, as far as the viewer knows."""
    if is_one_away(mask_of(view.fields[target])):
        return False  # it must not be played there
    return view.joker_in == player or JOKER in unseen_cards(view)


# --- suggested moves for a seat's own field -------------------------------------------------------------

FIRST_FIELDS = 6
"""Number of choices of the three cards to lay at the start that are suggested."""

Cards = tuple[Card, ...]


@lru_cache(maxsize=256)
def openings(hand: Cards) -> list[Cards]:
    """Return good choices of the three cards to lay at the start, the best first.

    In the best choices, few of the cards can belong to the same hand.
    """
    # The joker is never suggested for the first field, since it fits every hand.
    plain = [card for card in hand if card != JOKER]
    # Among equals, choices come first that fit the fewest of the seat's other cards.
    kin = {card: mask_of([other for other in plain if _fit_one_hand(card, other)]) for card in plain}
    return nsmallest(
        FIRST_FIELDS,
        combinations(plain, 3),
        key=lambda three: (_pairs_in_one_hand(three), _shared_hand_mates(three, kin)),
    )


def _shared_hand_mates(cards: Cards, hand_mates: dict[Card, int]) -> int:
    """Count, for each pair of ``cards``, the cards that can be in one hand with both; return the sum.

    ``hand_mates`` has, for each card, a bit mask of the cards that can be in one hand with that card.
    """
    return sum([(hand_mates[card] & hand_mates[other]).bit_count() for card, other in combinations(cards, 2)])


def safest(cards: Sequence[Card], field: Cards) -> list[Card]:
    """Return cards sorted by their danger for a seat with the face-up cards ``field``, the safest first."""
    mask = mask_of(field)
    return sorted(cards, key=lambda card: (nearness(mask | BIT[card]), _hand_mates_in(card, mask)))


def reliefs(view: LostView) -> list[Move]:
    """Return the moves that make the viewer's face-up cards safer: take the joker back, or discard a face-up
    card.
    """
    assert view.seat is not None
    field, may_lose = view.fields[view.seat], view.losts_left(view.seat) > 0
    if len(view.hand) < 2:
        return []
    moves = [_safest_back(view.hand, field), _best_exchange(view.hand, field) if may_lose else None]
    return [move for move in moves if move is not None]


@lru_cache(maxsize=256)
def _safest_back(hand: Cards, field: Cards) -> Move | None:
    """Return the move that exchanges the face-up joker for the two safest cards of the hand.

    ``None`` if the joker is not among the seat's face-up cards (``field``), or if no two cards are safe.
    """
    if JOKER not in field:
        return None
    # Choose the two cards that leave the field farthest from a hand.
    rest = mask_of(field) & ~JOKER_BIT
    cards = min(
        combinations(hand, 2), key=lambda two: (nearness(rest | mask_of(two)), _pairs_in_one_hand(two))
    )
    return None if is_made(rest | mask_of(cards)) else Back(cards)


@lru_cache(maxsize=256)
def _best_exchange(hand: Cards, field: Cards) -> Move | None:
    """Return the best exchange of a face-up card for a card of the hand; ``None`` if none helps or is needed.

    ``field`` has the seat's face-up cards.
    """
    mask = mask_of(field)
    if not is_one_away(mask):
        return None
    # Try every swap, and judge the field after it.
    swaps = [(card, placed) for card in field if card != JOKER for placed in hand if placed != JOKER]
    after = {swap: mask & ~BIT[swap[0]] | BIT[swap[1]] for swap in swaps}
    best = min(
        swaps, key=lambda swap: (nearness(after[swap]), _hand_mates_in(swap[1], after[swap])), default=None
    )
    return None if best is None or nearness(after[best]) > 1 else LoseFromField(*best)


# --- how near a card brings a field to a hand -----------------------------------------------------------


def nearness(mask: int) -> int:
    """Return how near a seat's face-up cards (a bit mask) are to a hand that eliminates the seat.

    The result is 3 for a complete hand, 2 if one card is missing, 1 if two are missing, otherwise 0.
    """
    return sum([is_made(mask, jokers) for jokers in range(3)])


def _hand_mates_in(card: Card, mask: int) -> int:
    """Return the number of cards in a bit mask that can be in one hand with ``card``."""
    return (mask & _HAND_MATES[card]).bit_count()


def _fit_one_hand(card: Card, other: Card) -> bool:
    """True if two different cards can be in one hand of four.

    They share a suit, their ranks differ by at most 3, or one of them is the joker.
    """
    if JOKER in (card, other):
        return card != other
    distance = abs(RANKS.index(card[0]) - RANKS.index(other[0]))
    return card != other and (card[1] == other[1] or distance < HAND_CARDS)


_HAND_MATES = {card: mask_of([other for other in BIT if _fit_one_hand(card, other)]) for card in BIT}


def _pairs_in_one_hand(cards: Cards) -> int:
    """Return the number of pairs of these cards that can belong to the same hand of four cards."""
    return sum([_fit_one_hand(card, other) for card, other in combinations(cards, 2)])
