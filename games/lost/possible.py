"""Which cards can be where, as far as one viewer can know."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.cards import Card
from games.lost.hands import DECK, JOKER, is_one_away, mask_of
from games.lost.state import LostView, seen_piles


def open_cards(view: LostView) -> set[Card]:
    """Return the cards that all players have seen for good: the fields, and cards lost from fields."""
    cards = {card for field in view.fields for card in field}
    cards.update(lost.card for pile in view.piles for lost in pile if lost.was_open)
    return cards


def public_part(view: LostView) -> LostView:
    """Return a view reduced to public knowledge."""
    return replace(view, seat=None, hand=(), laid=(), piles=seen_piles(view.piles, None))


def unseen_cards(view: LostView) -> tuple[Card, ...]:
    """Return the cards whose place the viewer does not know. A joker known to be in some hand is left out."""
    seen = open_cards(view) | set(view.hand)
    seen.update(lost.card for pile in view.piles for lost in pile)
    if view.joker_in is not None:
        seen.add(JOKER)
    return tuple([card for card in DECK if card not in seen])


def may_be_joker(view: LostView, player: int, target: int) -> bool:
    """Return whether, as far as the viewer knows, the card played to a seat can be the joker."""
    if is_one_away(mask_of(view.fields[target])):
        return False  # it must not be played there
    return view.joker_in == player or JOKER in unseen_cards(view)
