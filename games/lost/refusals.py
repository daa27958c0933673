"""The refusals of illegal moves: one code for each rule (lost.md, Set-up and On one's turn)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.cards import Card
from games.core.errors import Refusal
from games.core.moves import Move
from games.lost import moves
from games.lost.hands import JOKER, is_one_away, mask_of
from games.lost.state import LostState

REFUSALS = (
    Refusal("only-field", "First every seat lays three cards: 'field C C C'."),
    Refusal("fields-lie", "The first fields have been laid already."),
    Refusal("answer-first", "Answer the card that was played to you: trust, doubt or lost."),
    Refusal("nothing-to-answer", "No card waits for your answer."),
    Refusal("place-first", "For your lost you have to lay a card of your hand in your field: 'place C'."),
    Refusal("nothing-to-place", "A card is placed only after a lost."),
    Refusal("not-in-hand", "You do not hold that card."),
    Refusal("not-in-field", "That card does not lie in your field."),
    Refusal("same-card-twice", "You hold each card only once."),
    Refusal("no-such-seat", "There is no such seat at this table."),
    Refusal("not-to-yourself", "A card is played to another seat."),
    Refusal("joker-is-joker", "The joker must be claimed as joker."),
    Refusal("one-away", "The joker must not be played to a field that is one away from a hand."),
    Refusal("joker-stays", "The joker can never be lost."),
    Refusal("no-losts", "You have no losts left."),
    Refusal("no-joker-in-field", "The joker does not lie in your field."),
    Refusal("two-needed", "Taking the joker back costs two cards of the hand."),
    Refusal("must-act", "A pass is allowed only when nothing else is legal."),
)
"""All refusals of this game. None of them takes arguments."""

_BY_CODE = {refusal.code: refusal for refusal in REFUSALS}


def refuse(state: LostState, seat: int, move: Move) -> Refusal:
    """Return the refusal that explains why a seat's move is illegal. The seat must be to act."""
    return _BY_CODE[next(_reasons(state, seat, move))]


def _reasons(state: LostState, seat: int, move: Move) -> Iterator[str]:
    """Yield the codes of the rules that a move breaks: rules of the phase first, then rules about cards."""
    if state.is_placing:
        if not isinstance(move, moves.Place):
            yield "place-first"
        else:
            yield from _not_held(state.hands[seat], (move.card,))
    elif state.play is not None:
        if not isinstance(move, moves.Trust | moves.Doubt | moves.DeclareLost):
            yield "answer-first"
        yield "no-losts"
    elif not state.fields[seat]:
        if not isinstance(move, moves.LayField):
            yield "only-field"
        else:
            yield from _not_held(state.hands[seat], move.cards)
    else:
        yield from _turn_reasons(state, seat, move)


def _turn_reasons(state: LostState, seat: int, move: Move) -> Iterator[str]:
    hand, field = state.hands[seat], state.fields[seat]
    match move:
        case moves.Play():
            yield from _play_reasons(state, seat, move)
        case moves.LoseFromHand() | moves.LoseFromField():
            if move.card == JOKER:
                yield "joker-stays"
            if len(state.piles[seat]) >= state.variant.losts:
                yield "no-losts"
            if isinstance(move, moves.LoseFromHand):
                yield from _not_held(hand, (move.card,))
            else:
                if move.card not in field:
                    yield "not-in-field"
                yield from _not_held(hand, (move.placed,))
        case moves.Back():
            if JOKER not in field:
                yield "no-joker-in-field"
            if len(hand) < 2:
                yield "two-needed"
            yield from _not_held(hand, move.cards)
        case moves.LayField():
            yield "fields-lie"
        case moves.Place():
            yield "nothing-to-place"
        case moves.Pass():
            yield "must-act"
    # Any other move is an answer, and no card waits for one.
    yield "nothing-to-answer"


def _play_reasons(state: LostState, seat: int, move: moves.Play) -> Iterator[str]:
    if not 0 <= move.target < len(state.hands):
        yield "no-such-seat"
    if move.target == seat:
        yield "not-to-yourself"
    yield from _not_held(state.hands[seat], (move.card,))
    if move.card == JOKER and move.claim != "joker":
        yield "joker-is-joker"
    if move.card == JOKER and is_one_away(mask_of(state.fields[move.target])):
        yield "one-away"


def _not_held(hand: Sequence[Card], cards: Sequence[Card]) -> Iterator[str]:
    if any(card not in hand for card in cards):
        yield "not-in-hand"
    if len(set(cards)) < len(cards):
        yield "same-card-twice"
