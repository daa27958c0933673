"""How each move changes the position (lost.md, sections "On one's turn" and "End")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.core.cards import Card, without
from games.core.events import Event
from games.core.moves import Move
from games.core.rules import OVER
from games.core.seats import replace_at
from games.lost import moves
from games.lost.hands import JOKER, find_hand, is_made, mask_of
from games.lost.moves import TRUST, is_true
from games.lost.state import (
    OUTCOMES,
    CardJudged,
    CardPlaced,
    CardPlayed,
    CardTaken,
    Eliminated,
    FieldCardLost,
    FieldLaid,
    FieldsShown,
    HandCardLost,
    JokerTakenBack,
    LostCard,
    LostState,
    LostVoided,
    Passed,
    Played,
)

LOG_SIZE = 5
"""Number of events in the log: the outcome of the last claim and the latest events after it."""


# --- the opening ------------------------------------------------------------------------------------


def lay_first_cards(state: LostState, seat: int, move: moves.LayFirstCards) -> LostState:
    """Lay a seat's first three cards face down. After the last seat, turn all of them face up.

    Source: lost.md, section "Set-up".
    """
    hands = replace_at(state.hands, seat, without(state.hands[seat], move.cards))
    laid = replace_at(state.laid, seat, move.cards)
    assert isinstance(state.to_act, tuple)
    remaining = tuple([other for other in state.to_act if other != seat])
    # Fields stay face down until every seat has laid its cards.
    if remaining:
        return replace(state, to_act=remaining, hands=hands, laid=laid, news=(FieldLaid(seat),))
    return replace(
        state,
        to_act=(state.first,),
        hands=hands,
        laid=((),) * len(laid),
        fields=laid,
        news=(FieldLaid(seat), FieldsShown(laid)),
    )


# --- a play and its answer --------------------------------------------------------------------------


def play(state: LostState, seat: int, move: moves.Play) -> LostState:
    """Play a card face down to another seat, which must answer."""
    card, target, claim = move.card, move.target, move.claim
    return replace(
        state,
        to_act=(target,),
        hands=replace_at(state.hands, seat, without(state.hands[seat], (card,))),
        play=Played(seat, target, claim, card),
        news=(CardPlayed(seat, target, claim),),
    )


def judge(state: LostState, target: int, answer: moves.Trust | moves.Doubt) -> LostState:
    """Turn the played card up after trust or doubt, and give the card to one of the two seats."""
    waiting = state.waiting
    card, seat, claim = waiting.card, waiting.seat, waiting.claim
    claim_holds = is_true(card, claim)
    # A right answer sends the card back to its player; a wrong one leaves it with the judge, face up. Only a
    # joker that was judged rightly goes to the judge's hand.
    is_right = claim_holds == (answer == TRUST)
    counts = _with_claim_counted(state, seat, claim_holds)
    if is_right and card == JOKER:
        taker = target
        hands = replace_at(state.hands, target, (*state.hands[target], JOKER))
        after = replace(state, hands=hands, play=None, told=counts, joker_in=target)
    else:
        taker = seat if is_right else target
        fields = replace_at(state.fields, taker, (*state.fields[taker], card))
        after = replace(
            state, fields=fields, play=None, told=counts, joker_in=_known_joker_holder(state, card)
        )
    judged = CardJudged(seat, target, claim, answer.notation, card, is_right, taker)
    return _end_turn(after, taker, judged)


def declare_lost(state: LostState, target: int, move: moves.DeclareLost) -> LostState:
    """Move the played card to the target's discard pile. A joker goes to the target's face-up cards
    instead.
    """
    waiting = state.waiting
    # The joker cannot leave the game: it enters the field, and nothing counts against the limit.
    if waiting.card == JOKER:
        voided = LostVoided(waiting.seat, target, waiting.claim)
        return replace(
            state,
            fields=replace_at(state.fields, target, (*state.fields[target], JOKER)),
            is_placing=True,
            told=_with_claim_counted(state, waiting.seat, True),
            joker_in=None,
            log=(voided,),
            news=(voided,),
        )
    # Any other card leaves the game, known to the two seats only.
    taken = CardTaken(waiting.seat, target, waiting.claim, waiting.card)
    pile = (*state.piles[target], LostCard(waiting.card, waiting.seat))
    return replace(
        state, piles=replace_at(state.piles, target, pile), is_placing=True, log=(taken,), news=(taken,)
    )


def place(state: LostState, seat: int, move: moves.PlaceCard) -> LostState:
    """Lay a card of the seat's hand face up, after it discarded a received card."""
    card = move.card
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (card,))),
        fields=replace_at(state.fields, seat, (*state.fields[seat], card)),
        play=None,
        is_placing=False,
        joker_in=_known_joker_holder(state, card),
    )
    return _end_turn(after, seat, CardPlaced(seat, card))


# --- other turns ------------------------------------------------------------------------------------


def discard_from_hand(state: LostState, seat: int, move: moves.DiscardFromHand) -> LostState:
    """Move a card from the seat's hand to its discard pile."""
    card = move.card
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (card,))),
        piles=replace_at(state.piles, seat, (*state.piles[seat], LostCard(card, seat))),
    )
    return _end_turn(after, seat, HandCardLost(seat, card))


def replace_face_up_card(state: LostState, seat: int, move: moves.ReplaceFaceUpCard) -> LostState:
    """Move one of the seat's face-up cards to its discard pile, and lay a card of the hand in its place."""
    card, placed = move.card, move.placed
    after = replace(
        state,
        hands=replace_at(state.hands, seat, without(state.hands[seat], (placed,))),
        fields=replace_at(state.fields, seat, (*without(state.fields[seat], (card,)), placed)),
        piles=replace_at(state.piles, seat, (*state.piles[seat], LostCard(card, seat, True))),
        joker_in=_known_joker_holder(state, placed),
    )
    return _end_turn(after, seat, FieldCardLost(seat, card, placed))


def take_joker_back(state: LostState, seat: int, move: moves.TakeJokerBack) -> LostState:
    """Take the joker from the face-up cards into the hand, and lay two cards of the hand face up."""
    cards = move.cards
    after = replace(
        state,
        hands=replace_at(state.hands, seat, (*without(state.hands[seat], cards), JOKER)),
        fields=replace_at(state.fields, seat, (*without(state.fields[seat], (JOKER,)), *cards)),
        joker_in=seat,
    )
    return _end_turn(after, seat, JokerTakenBack(seat, cards))


def pass_turn(state: LostState, seat: int, move: moves.Pass) -> LostState:
    """Pass the turn without changing any cards."""
    return _end_turn(state, seat, Passed(seat))


Transition: TypeAlias = Callable[[LostState, int, Any], LostState]
"""A function that carries out one kind of legal move: (position, seat, move) -> position."""

TRANSITIONS: dict[type[Move], Transition] = {
    moves.LayFirstCards: lay_first_cards,
    moves.Play: play,
    moves.Trust: judge,
    moves.Doubt: judge,
    moves.DeclareLost: declare_lost,
    moves.PlaceCard: place,
    moves.DiscardFromHand: discard_from_hand,
    moves.ReplaceFaceUpCard: replace_face_up_card,
    moves.TakeJokerBack: take_joker_back,
    moves.Pass: pass_turn,
}


# --- the end of a turn ------------------------------------------------------------------------------


def _end_turn(state: LostState, changed_seat: int, event: Event) -> LostState:
    hands = state.hands
    log = _extend_log(state.log, event)
    face_up = state.fields[changed_seat]
    is_made_hand = is_made(mask_of(face_up))
    if is_made_hand or () in hands:
        out = tuple(
            [seat for seat, hand in enumerate(hands) if not hand or (is_made_hand and seat == changed_seat)]
        )
        # Who is out without a hand in the field has no card left.
        made = {changed_seat: find_hand(face_up)} if is_made_hand else {}
        ends = [Eliminated(seat, *(made.get(seat) or ("hand",))) for seat in out]
        return replace(state, to_act=OVER, log=log, news=(event, *ends), out=out)
    turn = (state.turn + 1) % len(hands)
    return replace(state, to_act=(turn,), turn=turn, log=log, news=(event,))


def _extend_log(log: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    # A new outcome starts a new log.
    if isinstance(event, CardJudged):
        return (event,)
    if len(log) < LOG_SIZE:
        return (*log, event)
    # A full log drops its oldest event, but keeps an outcome of a claim at its start.
    keep = 1 if isinstance(log[0], OUTCOMES) else 0
    return (*log[:keep], *log[keep + 1 :], event)


def _known_joker_holder(state: LostState, turned_up: Card) -> int | None:
    return None if turned_up == JOKER else state.joker_in


def _with_claim_counted(state: LostState, seat: int, was_true: bool) -> tuple[tuple[int, int], ...]:
    true, false = state.told[seat]
    return replace_at(state.told, seat, (true + 1, false) if was_true else (true, false + 1))
