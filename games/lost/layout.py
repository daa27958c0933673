"""How fields and hands are laid out so that dangers show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from games.core.cards import NUMBERS, STANDARD, Card
from games.core.presentation import Face, Mark
from games.core.words import Joined, Rank, Suit, text
from games.lost.hands import BIT, JOKER, RANKS, SUITS, hot_cards, is_made, mask_of, outs, patterns

FAMILY = NUMBERS.name
"""The family by which front ends print these cards: ranks read 1 to 10."""

Groups = tuple[tuple[Card, ...], ...]


def by_suit(cards: Iterable[Card]) -> Groups:
    """Group cards by suit, low ranks first; the joker stands alone at the end."""
    ordered = STANDARD.sort(cards)
    groups = [tuple(card for card in ordered if card != JOKER and card[1] == suit) for suit in SUITS]
    groups.append(tuple(card for card in ordered if card == JOKER))
    return tuple(group for group in groups if group)


def by_rank(cards: Iterable[Card]) -> Groups:
    """Group cards into runs of neighbouring ranks; the joker stands alone at the end."""
    plain = [card for card in cards if card != JOKER]
    ordered = sorted(plain, key=lambda card: (RANKS.index(card[0]), STANDARD.order[card]))
    groups: list[list[Card]] = []
    for card in ordered:
        if groups and RANKS.index(card[0]) - RANKS.index(groups[-1][-1][0]) <= 1:
            groups[-1].append(card)
        else:
            groups.append([card])
    jokers = [[card] for card in cards if card == JOKER]
    return tuple(tuple(group) for group in groups + jokers)


def field_groups(field: Sequence[Card]) -> Groups:
    """Group a field by suit or by rank, whichever is nearer to a hand; suits first among equals."""
    if not field:
        return ()
    return by_suit(field) if patterns(field)[0].kind == "flush" else by_rank(field)


def field_faces(field: Sequence[Card], new: Collection[Card] = ()) -> tuple[tuple[Face, ...], ...]:
    """Lay a field out: hot what stands in a hand that is one away or made, else new what has just come."""
    hot = hot_cards(field) if field else frozenset()

    def mark(card: Card) -> Mark:
        return "hot" if card in hot else "new" if card in new else ""

    return tuple(tuple(Face(card, mark(card)) for card in group) for group in field_groups(field))


def hand_faces(hand: Sequence[Card], field: Sequence[Card]) -> tuple[tuple[Face, ...], ...]:
    """Lay a hand out by suit: hot what would make a hand if it came to one's own field."""
    return tuple(
        tuple(Face(card, "hot" if is_fatal(card, field) else "") for card in group) for group in by_suit(hand)
    )


def is_fatal(card: Card, field: Sequence[Card]) -> bool:
    """Tell whether a card would make a hand in a field."""
    return is_made(mask_of(field) | BIT[card])


@lru_cache(maxsize=256)
def outs_text(field: tuple[Card, ...]) -> Joined | None:
    """List the suits and ranks that would make a hand of a field; ``None`` when it is not one away."""
    if not field:
        return None
    suits, ranks = outs(field)
    texts = [text("lost-out-suit", suit=Suit(suit, FAMILY)) for suit in suits]
    texts += [text("lost-out-rank", rank=Rank(rank, FAMILY)) for rank in ranks]
    return Joined(tuple(texts)) if texts else None
