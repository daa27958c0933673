"""What a move makes of a position (lost.md, On one's turn and End)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.core.cards import Card, without
from games.core.events import Event
from games.core.moves import Move
from games.core.rules import OVER
from games.core.seats import at_seat
from games.lost import events, moves
from games.lost.hands import JOKER, is_made, made, mask_of
from games.lost.moves import TRUST, is_true
from games.lost.state import LostCard, LostState, Played

LOG_SIZE = 5
"""Number of events in a log: the outcome of the last claim and the latest after it."""


# --- the opening ------------------------------------------------------------------------------------


def lay(state: LostState, seat: int, move: moves.LayField) -> LostState:
    """Lay three cards; when all have, all fields turn up at once (lost.md, Set-up)."""
    hands = at_seat(state.hands, seat, without(state.hands[seat], move.cards))
    laid = at_seat(state.laid, seat, move.cards)
    assert isinstance(state.to_act, tuple)
    left = tuple([other for other in state.to_act if other != seat])
    if left:
        return replace(state, to_act=left, hands=hands, laid=laid, news=(events.FieldLaid(seat),))
    return replace(
        state,
        to_act=(state.first,),
        hands=hands,
        laid=((),) * len(laid),
        fields=laid,
        news=(events.FieldLaid(seat), events.FieldsShown(laid)),
    )


# --- a play and its answer --------------------------------------------------------------------------


def play(state: LostState, seat: int, move: moves.Play) -> LostState:
    """Lay a card before another seat, which has to answer."""
    card, target, claim = move.card, move.target, move.claim
    return replace(
        state,
        to_act=(target,),
        hands=at_seat(state.hands, seat, without(state.hands[seat], (card,))),
        play=Played(seat, target, claim, card),
        news=(events.CardPlayed(seat, target, claim),),
    )


def judge(state: LostState, target: int, answer: moves.Trust | moves.Doubt) -> LostState:
    """Turn the card up: it goes to the loser's field, a joker judged rightly to the judge's hand."""
    waiting = state.waiting
    card, seat, claim = waiting.card, waiting.seat, waiting.claim
    claim_holds = is_true(card, claim)
    is_right = claim_holds == (answer == TRUST)
    told = _tell(state, seat, claim_holds)
    if is_right and card == JOKER:
        taker = target
        hands = at_seat(state.hands, target, (*state.hands[target], JOKER))
        after = replace(state, hands=hands, play=None, told=told, joker_in=target)
    else:
        taker = seat if is_right else target
        fields = at_seat(state.fields, taker, (*state.fields[taker], card))
        after = replace(state, fields=fields, play=None, told=told, joker_in=_still_in(state, card))
    judged = events.CardJudged(seat, target, claim, answer.notation, card, is_right, taker)
    return _complete(after, taker, judged)


def take(state: LostState, target: int, move: moves.DeclareLost) -> LostState:
    """Put the card on the judge's lost pile, or a joker in its field, before it lays another one."""
    waiting = state.waiting
    if waiting.card == JOKER:
        voided = events.LostVoided(waiting.seat, target, waiting.claim)
        return replace(
            state,
            fields=at_seat(state.fields, target, (*state.fields[target], JOKER)),
            is_placing=True,
            told=_tell(state, waiting.seat, True),
            joker_in=None,
            log=(voided,),
            news=(voided,),
        )
    taken = events.CardTaken(waiting.seat, target, waiting.claim, waiting.card)
    pile = (*state.piles[target], LostCard(waiting.card, waiting.seat))
    return replace(
        state, piles=at_seat(state.piles, target, pile), is_placing=True, log=(taken,), news=(taken,)
    )


def place(state: LostState, seat: int, move: moves.Place) -> LostState:
    """Lay a card for one's lost; only now the play is complete."""
    card = move.card
    after = replace(
        state,
        hands=at_seat(state.hands, seat, without(state.hands[seat], (card,))),
        fields=at_seat(state.fields, seat, (*state.fields[seat], card)),
        play=None,
        is_placing=False,
        joker_in=_still_in(state, card),
    )
    return _complete(after, seat, events.CardPlaced(seat, card))


# --- other turns ------------------------------------------------------------------------------------


def lose_from_hand(state: LostState, seat: int, move: moves.LoseFromHand) -> LostState:
    """Put a card of the hand on one's pile."""
    card = move.card
    after = replace(
        state,
        hands=at_seat(state.hands, seat, without(state.hands[seat], (card,))),
        piles=at_seat(state.piles, seat, (*state.piles[seat], LostCard(card, seat))),
    )
    return _complete(after, seat, events.HandCardLost(seat, card))


def lose_from_field(state: LostState, seat: int, move: moves.LoseFromField) -> LostState:
    """Put a card of the field on one's pile and lay another one."""
    card, placed = move.card, move.placed
    after = replace(
        state,
        hands=at_seat(state.hands, seat, without(state.hands[seat], (placed,))),
        fields=at_seat(state.fields, seat, (*without(state.fields[seat], (card,)), placed)),
        piles=at_seat(state.piles, seat, (*state.piles[seat], LostCard(card, seat, True))),
        joker_in=_still_in(state, placed),
    )
    return _complete(after, seat, events.FieldCardLost(seat, card, placed))


def take_back(state: LostState, seat: int, move: moves.Back) -> LostState:
    """Take the joker into the hand and lay two cards for it."""
    cards = move.cards
    after = replace(
        state,
        hands=at_seat(state.hands, seat, (*without(state.hands[seat], cards), JOKER)),
        fields=at_seat(state.fields, seat, (*without(state.fields[seat], (JOKER,)), *cards)),
        joker_in=seat,
    )
    return _complete(after, seat, events.JokerTakenBack(seat, cards))


def pass_on(state: LostState, seat: int, move: moves.Pass) -> LostState:
    """Leave everything as it is."""
    return _complete(state, seat, events.Passed(seat))


Transition: TypeAlias = Callable[[LostState, int, Any], LostState]
"""Carry out a legal move of a kind: from (position, seat, move)."""

TRANSITIONS: dict[type[Move], Transition] = {
    moves.LayField: lay,
    moves.Play: play,
    moves.Trust: judge,
    moves.Doubt: judge,
    moves.DeclareLost: take,
    moves.Place: place,
    moves.LoseFromHand: lose_from_hand,
    moves.LoseFromField: lose_from_field,
    moves.Back: take_back,
    moves.Pass: pass_on,
}


# --- the end of a turn ------------------------------------------------------------------------------


def _complete(state: LostState, grown: int, event: Event) -> LostState:
    """End a turn: judge who is eliminated, then give the turn on (lost.md, End).

    Args:
        state: the position with every card where the turn has brought it.
        grown: the only seat whose field may have changed.
        event: what happened.
    """
    hands = state.hands
    log = _logged(state.log, event)
    field = state.fields[grown]
    is_grown_out = is_made(mask_of(field))
    if is_grown_out or () in hands:
        out = tuple([seat for seat, hand in enumerate(hands) if not hand or (is_grown_out and seat == grown)])
        ends = [_eliminated(seat, field if is_grown_out and seat == grown else ()) for seat in out]
        return replace(state, to_act=OVER, log=log, news=(event, *ends), out=out)
    turn = (state.turn + 1) % len(hands)
    return replace(state, to_act=(turn,), turn=turn, log=log, news=(event,))


def _eliminated(seat: int, field: tuple[Card, ...]) -> events.Eliminated:
    """Say why a seat is out: by the hand that its field makes, or since it has no card left."""
    return events.Eliminated(seat, *(made(field) or ("hand",)))


def _logged(log: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    """Note an event, keeping the outcome of the last claim and as many later events as there is room for."""
    if isinstance(event, events.CardJudged):
        return (event,)
    if len(log) < LOG_SIZE:
        return (*log, event)
    keep = 1 if isinstance(log[0], events.OUTCOMES) else 0
    return (*log[:keep], *log[keep + 1 :], event)


def _still_in(state: LostState, shown: Card) -> int | None:
    """Say who is known to hold the joker after a card was laid open."""
    return None if shown == JOKER else state.joker_in


def _tell(state: LostState, seat: int, is_so: bool) -> tuple[tuple[int, int], ...]:
    """Count a claim of a seat as shown to be true or false."""
    true, false = state.told[seat]
    return at_seat(state.told, seat, (true + 1, false) if is_so else (true, false + 1))
