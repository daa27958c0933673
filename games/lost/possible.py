"""The cards that a viewer cannot see, and moves to suggest to players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from heapq import nsmallest
from itertools import combinations, product, starmap
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from games.core.cards import Card, all_but
from games.core.moves import Move
from games.core.poker import natural_cards
from games.lost.hands import BIT, DECK, HAND_CARDS, JOKER, JOKER_BIT, RANKS, is_made, is_one_away, mask_of
from games.lost.moves import DOUBT, TRUST, PlaceCard, ReplaceFaceUpCard, TakeJokerBack
from games.lost.rules import LostView, judgement_of, seen_piles

Cards = tuple[Card, ...]


def open_cards(view: LostView) -> set[Card]:
    """Return the cards whose place all players know: face-up cards, and discards that had been face up."""
    cards: set[Card] = set()
    for face_up in view.fields:
        cards.update(face_up)
    for pile in view.piles:
        cards.update([lost.card for lost in pile if lost.was_open])
    return cards


def gone_cards(view: LostView) -> set[Card]:
    """Return the cards that, as the viewer knows, come to no field any more: face-up and discarded ones.

    The discards that are shown at the end of the game are left out. Otherwise a picture of the last claim
    would tell that the game ends with it.
    """
    cards = open_cards(view)
    for pile in seen_piles(view.piles, view.seat):
        cards.update([lost.card for lost in pile])
    return cards


def public_part(view: LostView) -> LostView:
    """Return a view with only the public facts of ``view``."""
    return replace(view, seat=None, hand=(), laid=(), piles=seen_piles(view.piles, None))


def unseen_cards(view: LostView) -> tuple[Card, ...]:
    """Return the cards whose place the viewer does not know."""
    seen = open_cards(view) | set(view.hand)
    for pile in view.piles:
        seen.update([lost.card for lost in pile])
    # All players know where the joker is.
    if view.joker_in is not None:
        seen.add(JOKER)
    return all_but(DECK, seen)


def may_be_joker(view: LostView, player: int, target: int) -> bool:
    """True if the card that ``player`` played to ``target`` may be the joker, as far as the viewer knows."""
    if is_one_away(mask_of(view.fields[target])):
        return False  # a joker must not be played there
    return view.joker_in == player or JOKER in unseen_cards(view)


# --- what a decision can cost ---------------------------------------------------------------------------


class Risk(NamedTuple):
    """The cards that may come to the viewer's field by a decision."""

    cards: int
    fatal: int  # those with which the field makes a hand
    near: int  # those with which the field is one card away from a hand, whether or not it is already


def risk_of_answer(view: LostView, answer: Move) -> Risk:
    """Return the cards with which an answer to the claim would be wrong."""
    assert view.seat is not None
    assert view.play is not None
    player = view.play.seat
    claim = view.play.claim
    # The joker is always claimed as joker.
    possible = natural_cards(unseen_cards(view))
    if claim == "joker" and may_be_joker(view, player, view.seat):
        possible.append(JOKER)
    me = view.seat
    wrong = [card for card in possible if not judgement_of(player, me, claim, card, answer).is_right]
    return _risk(view.fields[me], wrong)


def outs_of_right_answer(view: LostView) -> Literal["both", "trust", "doubt", "some", "no"]:
    """Return the answer to the claim that puts the claimer out if it is right, with every possible card.

    Returns:
        "some" if that holds for some cards only.
    """
    trust = _outs(view, TRUST)
    doubt = _outs(view, DOUBT)
    match trust == "all", doubt == "all":
        case True, True:
            return "both"
        case True, False:
            return "trust"
        case False, True:
            return "doubt"
    return "no" if trust == doubt == "no" else "some"


def _outs(view: LostView, answer: Move) -> Literal["all", "some", "no"]:
    assert view.seat is not None
    assert view.play is not None
    player = view.play.seat
    back = []
    for card in natural_cards(unseen_cards(view)):
        judgement = judgement_of(player, view.seat, view.play.claim, card, answer)
        if judgement.is_right and judgement.taker == player:
            back.append(card)
    risk = _risk(view.fields[player], back)
    if not risk.fatal:
        return "no"
    return "all" if risk.fatal == risk.cards else "some"


def risk_of_turn(view: LostView) -> Risk:
    """Return the cards that would come back if they were played, and the claim judged rightly."""
    assert view.seat is not None
    target = (view.seat + 1) % view.seats
    # A true claim that is trusted stands for all that is judged rightly.
    back = []
    for card in view.hand:
        claim = "joker" if card == JOKER else card[1]
        if judgement_of(view.seat, target, claim, card, TRUST).taker == view.seat:
            back.append(card)
    return _risk(view.fields[view.seat], back)


def risk_of_placing(view: LostView) -> Risk:
    """Return the cards that may be laid after a discard. The last card of a hand is fatal, too."""
    assert view.seat is not None
    risk = _risk(view.fields[view.seat], view.hand)
    if len(view.hand) == 1:
        return risk._replace(fatal=1)
    return risk


def _risk(face_up: Cards, cards: Sequence[Card]) -> Risk:
    mask = mask_of(face_up)
    fatal = 0
    near = 0
    for card in cards:
        after = mask | BIT[card]
        if is_made(after):
            fatal += 1
        elif is_one_away(after):
            near += 1
    return Risk(len(cards), fatal, near)


def certain_answer(trust: Risk, doubt: Risk) -> Literal["trust", "doubt", "no"]:
    """Return the answer to a claim that cannot be wrong; "no" if there is none."""
    if not trust.cards:
        return "trust"
    return "no" if doubt.cards else "doubt"


Outlook: TypeAlias = Literal["out", "near", "safe"]
"""What a card does to a field: it makes a hand, leaves one card missing, or neither."""


def outlook_with(face_up: Cards, card: Card) -> Outlook:
    """Return what a card would do to a field that it goes to."""
    risk = _risk(face_up, (card,))
    if risk.fatal:
        return "out"
    return "near" if risk.near else "safe"


def outlook_of_discard(view: LostView) -> Outlook | Literal["no"]:
    """Return what the best hand card does to the viewer's field if it is laid for a discard.

    Returns:
        "no" if the viewer has no discard left.
    """
    assert view.seat is not None
    if not view.losts_left(view.seat):
        return "no"
    risk = risk_of_placing(view)
    if risk.fatal == risk.cards:
        return "out"
    return "near" if risk.fatal + risk.near == risk.cards else "safe"


# --- suggested moves for a seat's own field -------------------------------------------------------------

FIRST_SUGGESTIONS = 6
"""Largest number of choices of the three cards to lay at the start that are suggested."""


@lru_cache(maxsize=1024)
def suggested_first_cards(hand: Cards) -> list[Cards]:
    """Return the safest choices of the three cards to lay at the start, the best first."""
    # The joker is never suggested for the first field, since it fits every hand.
    plain = natural_cards(hand)
    held = mask_of(plain)
    choices = dict[int, list[Cards]]()
    for three in combinations(plain, 3):
        choices.setdefault(count_pairs_sharing_hand(three), []).append(three)

    def danger(three: Cards) -> tuple[int, int]:
        # Among equals, neighbours come last, and then choices that fit many of the seat's other cards.
        closeness = 0
        shared_mates = 0
        for card, other in combinations(three, 2):
            closeness += _closeness(card, other)
            shared_mates += (_HAND_MATES[card] & _HAND_MATES[other] & held).bit_count()
        return closeness, shared_mates

    return nsmallest(FIRST_SUGGESTIONS, choices[min(choices)], key=danger)


def sorted_by_danger(cards: Sequence[Card], face_up: Cards) -> list[Card]:
    """Return cards sorted by the danger that they add to the face-up cards, the safest first."""
    mask = mask_of(face_up)
    return sorted(cards, key=lambda card: (danger_level(mask | BIT[card]), _count_hand_mates(card, mask)))


def safer_moves(view: LostView) -> list[Move]:
    """Return the moves that make the viewer's face-up cards safer, such as taking the joker back."""
    assert view.seat is not None
    face_up = view.fields[view.seat]
    if len(view.hand) < 2:
        return []
    moves = [_best_joker_exchange(view.hand, face_up)]
    # A face-up card can be replaced only if it may be discarded.
    if view.losts_left(view.seat) > 0:
        moves.append(_best_card_exchange(view.hand, face_up))
    return list(filter(None, moves))


@lru_cache(maxsize=1024)
def _best_joker_exchange(hand: Cards, face_up: Cards) -> Move | None:
    if JOKER not in face_up:
        return None
    # Choose the two cards that leave the field farthest from a hand.
    rest = mask_of(face_up) & ~JOKER_BIT

    def danger(two: Cards) -> tuple[int, int]:
        return danger_level(rest | mask_of(two)), count_pairs_sharing_hand(two)

    cards = min(combinations(hand, 2), key=danger)
    if is_made(rest | mask_of(cards)):
        return None
    return TakeJokerBack(cards)


@lru_cache(maxsize=1024)
def _best_card_exchange(hand: Cards, face_up: Cards) -> Move | None:
    mask = mask_of(face_up)
    if not is_one_away(mask):
        return None

    def danger(swap: tuple[Card, Card]) -> tuple[int, int]:
        removed, placed = swap
        after = mask & ~BIT[removed] | BIT[placed]
        return danger_level(after), _count_hand_mates(placed, after)

    # Try every swap, and judge the field after it.
    best = min(product(natural_cards(face_up), natural_cards(hand)), key=danger, default=None)
    if best is None or danger(best)[0] > 1:
        return None
    removed, placed = best
    return ReplaceFaceUpCard(removed, placed)


def mask_after(move: PlaceCard | ReplaceFaceUpCard | TakeJokerBack, mask: int) -> int:
    """Return the field after a move of its seat; both are bit masks of cards."""
    match move:
        case PlaceCard():
            return mask | BIT[move.card]
        case ReplaceFaceUpCard():
            return mask & ~BIT[move.card] | BIT[move.placed]
    return mask & ~JOKER_BIT | mask_of(move.cards)


def field_after(
    move: PlaceCard | ReplaceFaceUpCard | TakeJokerBack, view: LostView
) -> Literal["out", "empty", "near", "safe"]:
    """Return what a move brings the viewer: out by the field, by an empty hand, or how near the field is."""
    assert view.seat is not None
    after = mask_after(move, mask_of(view.fields[view.seat]))
    if is_made(after):
        return "out"
    # The joker comes to the hand, so it is never empty.
    if len(view.hand) == 1 and not isinstance(move, TakeJokerBack):
        return "empty"
    return "near" if is_one_away(after) else "safe"


# --- how near a card brings a field to a hand -----------------------------------------------------------


def danger_level(face_up_mask: int) -> int:
    """Return how dangerous face-up cards are for their seat, from 0 to 3.

    Returns:
        3 if the cards make a hand, 2 if one card is missing, 1 if two are missing, otherwise 0.
    """
    # No joker, one or two are added: the fewer of them complete a hand, the nearer it is.
    return sum(map(partial(is_made, face_up_mask), range(3)))


def can_end_danger(card: Card, face_up: Sequence[Card], hand: Sequence[Card]) -> bool:
    """Return whether a field that is one card away from a hand no longer is with a hand card for ``card``."""
    if not is_one_away(mask_of(face_up)):
        return False
    kept = tuple([other for other in face_up if other != card])
    return any(outlook_with(kept, placed) == "safe" for placed in hand)


def _count_hand_mates(card: Card, mask: int) -> int:
    return (mask & _HAND_MATES[card]).bit_count()


def _can_share_hand(card: Card, other: Card) -> bool:
    # One suit makes a flush. Ranks at most 3 apart make a straight or, if equal, four of a kind.
    if JOKER in (card, other):
        return card != other
    distance = abs(RANKS.index(card[0]) - RANKS.index(other[0]))
    return card != other and (card[1] == other[1] or distance < HAND_CARDS)


def _closeness(card: Card, other: Card) -> int:
    # Neighbours are in more straights than ranks that are 3 apart. Two cards of a suit look as close.
    if card[1] == other[1]:
        return HAND_CARDS
    return max(0, HAND_CARDS - abs(RANKS.index(card[0]) - RANKS.index(other[0])))


def _hand_mates(card: Card) -> int:
    return mask_of(filter(partial(_can_share_hand, card), DECK))


_HAND_MATES = dict(zip(DECK, map(_hand_mates, DECK), strict=True))
"""For each card, the cards that can be with it in one hand, as a bit mask."""


def count_pairs_sharing_hand(cards: Cards) -> int:
    """Return how many pairs of some cards can be part of one hand."""
    return sum(starmap(_can_share_hand, combinations(cards, 2)))
