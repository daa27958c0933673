"""What a played card may be, and where cards may lie, for all that one viewer sees."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.cards import Card
from games.lost.hands import DECK, JOKER, is_one_away, mask_of
from games.lost.state import LostView, seen_piles


def open_cards(view: LostView) -> set[Card]:
    """Collect what everybody has seen for good: fields, and cards lost from them."""
    cards = {card for field in view.fields for card in field}
    cards.update(lost.card for pile in view.piles for lost in pile if lost.was_open)
    return cards


def public_part(view: LostView) -> LostView:
    """Leave of a view what everybody knows, to think like somebody else."""
    return replace(view, seat=None, hand=(), laid=(), piles=seen_piles(view.piles, None))


def unseen_cards(view: LostView) -> tuple[Card, ...]:
    """List the cards whose place this viewer does not know; a joker known to be in a hand is none."""
    seen = open_cards(view) | set(view.hand)
    seen.update(lost.card for pile in view.piles for lost in pile)
    if view.joker_in is not None:
        seen.add(JOKER)
    return tuple([card for card in DECK if card not in seen])


def may_be_joker(view: LostView, player: int, target: int) -> bool:
    """Tell whether, for all this viewer knows, a seat may have played the joker to another."""
    if is_one_away(mask_of(view.fields[target])):
        return False  # it must not be played there
    return view.joker_in == player or JOKER in unseen_cards(view)
