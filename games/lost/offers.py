"""Moves by one tap: what one mostly does, and lies as easily as the truth.

What is offered on a turn is no tell. Number, order and kinds of the claims follow from what everybody knows;
every claim is offered with a card of which it is true and with one of which it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.presentation import MOST_TAPS, Offer, Shortcut
from games.core.words import Seat, text
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
    patterns,
)
from games.lost.moves import CLAIMS, DOUBT, LOST, PASS, PLACES, TRUST
from games.lost.state import LostView
from games.lost.strategy.belief import may_be_joker, open_cards
from games.lost.words import cards_text, named, sign_text

Claimed = tuple[Card, str]
"""A card with what is said of it."""

LAID = 5
"""So many cards to lay in one's field are offered, the safest."""
LAID_FOR_LOST = 4
OPENINGS = 3
"""So many first fields are offered."""


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
    return _plays(view) if _is_on_turn(view) else ()


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
    """Offer first fields whose cards go together as little as can be, each of other cards."""
    left = tuple([card for card in hand if card != JOKER])
    found = []
    for _ in range(OPENINGS):
        three = min(combinations(left, 3), key=_ties)
        left = tuple([card for card in left if card not in three])
        found.append(Shortcut(cards_text(*three), str(moves.LayField(three))))
    return Offer(text("lost-offer-openings"), tuple(found))


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


# --- plays ----------------------------------------------------------------------------------------------


def _plays(view: LostView) -> tuple[Offer, ...]:
    """Offer plays to each of the others: four to each of two, two to each of three.

    To the seat that is nearest to a hand without being one away, the joker too, if all know where it is.
    """
    others = [seat for seat in range(view.seats) if seat != view.seat]
    taker = _joker_taker(view, others)
    return tuple([_plays_to(view, seat, _kinds(view, seat), seat == taker) for seat in others])


def _kinds(view: LostView, target: int) -> tuple[str, ...]:
    """Say what is claimed: suits and ranks among three; among four what the target's field collects."""
    if view.seats == 3:
        return ("suit", "rank")
    return ("suit",) if patterns(view.fields[target])[0].kind == "flush" else ("rank",)


def _joker_taker(view: LostView, others: Sequence[int]) -> int | None:
    """Choose whom a joker is offered to that everybody knows to be in the viewer's hand."""
    if view.joker_in != view.seat:
        return None
    masks = {seat: mask_of(view.fields[seat]) for seat in others}
    allowed = [seat for seat in others if not is_one_away(masks[seat])]
    return max(allowed, key=lambda seat: nearness(masks[seat]), default=None)


def _plays_to(view: LostView, target: int, kinds: tuple[str, ...], takes_joker: bool) -> Offer:
    """Offer plays to a seat: for each kind a claim, with a card it is true of and one it is not."""
    best, other = _two_cards(view, target)
    said: list[Claimed] = []
    for true, false in zip((best, other), (other, best), strict=True):
        if kinds:
            kind, *rest = kinds
            kinds = tuple(rest)
            said += _true_and_false(view, kind, true, false)
    if takes_joker:
        said += [(best, "joker"), (JOKER, "joker")]
    found = []
    for card, claim in said:
        label = text("lost-offer-play", card=named(card), claim=sign_text(claim))
        found.append(Shortcut(label, str(moves.Play(card, target, claim))))
    return Offer(text("lost-offer-plays", target=Seat(target)), tuple(found))


def _true_and_false(view: LostView, kind: str, card: Card, other: Card) -> list[Claimed]:
    """Claim of two cards what is true of the first, in the order of the cards.

    Of two cards that are alike in it, or of a single one, the lie is another claim of the kind.
    """
    at = 1 if kind == "suit" else 0
    if card[at] != other[at]:
        return [(each, card[at]) for each in STANDARD.sort((card, other))]
    lie = next(claim for claim in _believable(view, kind) if claim != card[at])
    return sorted([(card, card[at]), (card, lie)], key=lambda claimed: CLAIMS.index(claimed[1]))


def _believable(view: LostView, kind: str) -> list[str]:
    """List the suits or ranks, those of which most cards are unseen first."""
    at, signs = (1, SUITS) if kind == "suit" else (0, RANKS)
    seen = [card[at] for card in open_cards(view) if card != JOKER]
    return sorted(signs, key=seen.count)


def _two_cards(view: LostView, target: int) -> tuple[Card, Card]:
    """Choose two cards to play to a seat: those that bring it nearest to a hand and are not one's own end.

    The second one differs from the first in suit and rank if it can; a single card is both.
    """
    assert view.seat is not None
    own, theirs = mask_of(view.fields[view.seat]), mask_of(view.fields[target])

    def order(card: Card) -> tuple[bool, int, int, int]:
        bit = BIT[card]
        ours = nearness(own | bit)
        return ours == 3, -nearness(theirs | bit), ours, -_kin(card, theirs)

    ordered = sorted([card for card in view.hand if card != JOKER], key=order)
    best, *rest = ordered
    fatal = {card: is_made(own | BIT[card]) for card in rest}
    return best, min(
        rest, key=lambda card: (fatal[card], card[0] == best[0] or card[1] == best[1]), default=best
    )
