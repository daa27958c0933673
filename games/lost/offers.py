"""Moves by one tap: answers, the first field, and what takes danger out of one's own.

Plays are not among them: there are hundreds, and whoever bluffs well plays any of them. All of them take two
taps (``menus``), lies like truths.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nsmallest
from itertools import combinations

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import MOST_TAPS, Offer, Shortcut
from games.core.words import text
from games.lost import moves
from games.lost.hands import (
    BIT,
    JOKER,
    JOKER_BIT,
    NEEDED,
    RANKS,
    is_made,
    is_one_away,
    mask_of,
)
from games.lost.moves import DOUBT, LOST, PASS, PLACES, TRUST
from games.lost.state import LostView
from games.lost.strategy.belief import may_be_joker
from games.lost.strategy.danger import Danger
from games.lost.words import cards_text, named

LAID = 5
"""So many cards to lay in one's field are offered, the safest."""
LAID_FOR_LOST = 4
OPENINGS = 6
"""So many first fields are offered."""

ALL = Danger(mask_of(BIT))
"""Any card may come to a field yet."""


def taps(view: LostView, legal: Sequence[Move]) -> tuple[tuple[Shortcut, ...], tuple[Offer, ...]]:
    """List what one tap may do: answers and what relieves one's own field, and more of it under titles.

    Args:
        view: a seat's own view.
        legal: its legal moves.
    """
    if not legal:
        return (), ()
    offers = _offers(view)
    room = MOST_TAPS - sum(len(offer.shortcuts) for offer in offers)
    return _shortcuts(view, legal)[:room], offers


def _shortcuts(view: LostView, legal: Sequence[Move]) -> tuple[Shortcut, ...]:
    assert view.seat is not None
    if TRUST in legal:
        return answers(view, view.seat)
    if PASS in legal:
        return (Shortcut(text("lost-pass"), str(PASS)),)
    return _reliefs(view) if _is_on_turn(view) else ()


def answers(view: LostView, target: int) -> tuple[Shortcut, ...]:
    """List what a seat may answer to a claim."""
    found = [
        Shortcut(text("lost-trust"), str(TRUST), "success"),
        Shortcut(text("lost-doubt"), str(DOUBT), "danger"),
    ]
    if left := view.losts_left(target):
        found.append(Shortcut(text("lost-lost", left=left), str(LOST)))
    return tuple(found)


def _offers(view: LostView) -> tuple[Offer, ...]:
    assert view.seat is not None
    field = view.fields[view.seat]
    if not field:
        return (_openings(view.hand),)
    if view.is_placing:
        return _placed(view, mask_of(field))
    if view.play is not None:
        return _lost_and_placed(view, mask_of(field)) if view.losts_left(view.seat) else ()
    return ()


def _is_on_turn(view: LostView) -> bool:
    """Tell whether the viewer may choose what to do, and can live on after it."""
    assert view.seat is not None
    return view.play is None and bool(view.fields[view.seat]) and len(view.hand) > 1


# --- how near a card brings a field to a hand -----------------------------------------------------------


def nearness(mask: int) -> int:
    """Tell how near a field is to a hand: 3 if it makes one, 2 and 1 if it lacks one and two cards."""
    return sum([is_made(mask, jokers) for jokers in range(3)])


def _safest(cards: Sequence[Card], mask: int) -> list[Card]:
    """Sort cards that would not make a hand in a field: those that bring it least near come first."""
    near = {card: nearness(mask | BIT[card]) for card in cards}
    safe = [card for card in cards if near[card] < 3]
    return sorted(safe, key=lambda card: (near[card], _kin(card, mask)))


def _kin(card: Card, mask: int) -> int:
    """Count the cards of a field that may stand in one hand with a card."""
    return (mask & _KIN[card]).bit_count()


def _goes_with(card: Card, other: Card) -> bool:
    if JOKER in (card, other):
        return card != other
    distance = abs(RANKS.index(card[0]) - RANKS.index(other[0]))
    return card != other and (card[1] == other[1] or distance < NEEDED)


_KIN = {card: mask_of([other for other in BIT if _goes_with(card, other)]) for card in BIT}


# --- cards for one's own field --------------------------------------------------------------------------


def _openings(hand: tuple[Card, ...]) -> Offer:
    """Offer first fields that are as far from any hand as can be, and have little in common with the rest.

    Two cards of a field count by how many of all cards, and of one's own, would go with both; so it takes a
    look at each two cards, not at each three.
    """
    plain = tuple([card for card in hand if card != JOKER])
    mine = Danger(mask_of(plain))
    strain = {
        pair: ALL.of_field(mask_of(pair)) + mine.of_field(mask_of(pair)) for pair in combinations(plain, 2)
    }
    total = {
        (one, two, three): strain[one, two] + strain[one, three] + strain[two, three]
        for one, two, three in combinations(plain, 3)
    }
    found = nsmallest(OPENINGS, total, key=total.__getitem__)
    taps = [Shortcut(cards_text(*three), str(moves.LayField(three))) for three in found]
    return Offer(text("lost-offer-openings"), tuple(taps))


def _ties(cards: tuple[Card, ...]) -> int:
    return sum([_goes_with(card, other) for card, other in combinations(cards, 2)])


def _placed(view: LostView, mask: int) -> tuple[Offer, ...]:
    """Offer the safest cards to lay for a lost."""
    found = [Shortcut(cards_text(card), str(PLACES[card])) for card in _safest(view.hand, mask)[:LAID]]
    return (Offer(text("lost-offer-place"), tuple(found)),) if found else ()


def _lost_and_placed(view: LostView, mask: int) -> tuple[Offer, ...]:
    """Offer a lost and the card laid for it in one, if it is safe whatever the card taken is."""
    assert view.play is not None
    assert view.seat is not None
    if view.play.claim == "joker" and may_be_joker(view, view.play.seat, view.seat):
        mask |= JOKER_BIT
    safe = _safest(view.hand, mask)[:LAID_FOR_LOST] if len(view.hand) > 1 else []
    found = [Shortcut(cards_text(card), str(LOST), then=str(PLACES[card])) for card in safe]
    return (Offer(text("lost-offer-lost"), tuple(found)),) if found else ()


def _reliefs(view: LostView) -> tuple[Shortcut, ...]:
    """Offer what takes danger out of one's own field: the joker back, or a lost of one of its cards."""
    assert view.seat is not None
    field = view.fields[view.seat]
    return (*_back(view.hand, field), *(_relief(view.hand, field) if view.losts_left(view.seat) else ()))


def _back(hand: tuple[Card, ...], field: tuple[Card, ...]) -> list[Shortcut]:
    """Offer the joker back for the two cards that do the field least harm."""
    if JOKER not in field:
        return []
    rest = mask_of(field) & ~JOKER_BIT
    cards = min(combinations(hand, 2), key=lambda two: (nearness(rest | mask_of(two)), _ties(two)))
    if is_made(rest | mask_of(cards)):
        return []
    return [Shortcut(text("lost-offer-back", cards=named(*cards)), str(moves.Back(cards)))]


def _relief(hand: tuple[Card, ...], field: tuple[Card, ...]) -> list[Shortcut]:
    """Offer to lose a card of a field that is one away, for the card that does least harm in its place."""
    mask = mask_of(field)
    if not is_one_away(mask):
        return []
    swaps = [(card, placed) for card in field if card != JOKER for placed in hand if placed != JOKER]
    after = {swap: mask & ~BIT[swap[0]] | BIT[swap[1]] for swap in swaps}
    best = min(swaps, key=lambda swap: (nearness(after[swap]), _kin(swap[1], after[swap])), default=None)
    if best is None or nearness(after[best]) > 1:
        return []
    card, placed = best
    label = text("lost-offer-lost-field", card=named(card), placed=named(placed))
    return [Shortcut(label, str(moves.LoseFromField(card, placed)))]
