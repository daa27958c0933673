"""What happens in a hand: dealing, passing, drawing, the showdown (netsuzo.md, A hand)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from games.core.cards import STANDARD, Card
from games.core.events import Event
from games.core.rules import CHANCE, OVER, ToAct
from games.netsuzo.hands import is_true, tally
from games.netsuzo.moves import Declare
from games.netsuzo.states import (
    Accepted,
    Declared,
    Discarded,
    Drawn,
    Eliminated,
    HandDealt,
    Hands,
    NetsuzoState,
    NothingToDraw,
    Reshuffled,
    Showdown,
    Stage,
)

_T = TypeVar("_T")

OPEN_CARDS = 4


def deal(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Begin a hand: one card each from the starter on, four open, the rest is the pile (A hand, 1)."""
    seats = len(state.reds)
    hands: list[tuple[Card, ...]] = [()] * seats
    at = 0
    for step in range(seats):
        seat = (state.turn + step) % seats
        if state.reds[seat]:
            hands[seat] = (cards[at],)
            at += 1
    middle = cards[at : at + OPEN_CARDS]
    nothing: Hands = ((),) * seats
    return NetsuzoState(
        to_act=(state.turn,),
        news=(HandDealt(state.round, state.turn, middle),),
        setup=state.setup,
        variant=state.variant,
        stage="declare",
        reds=state.reds,
        blues=state.blues,
        out=state.out,
        round=state.round,
        turn=state.turn,
        open=middle,
        hands=tuple(hands),
        pile=cards[at + OPEN_CARDS :],
        passed=nothing,
        last_pass=nothing,
        tossed=nothing,
        shown=state.shown,
    )


def reshuffle(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Make the pile of all discards and go on with the draw that found none (A hand, 4)."""
    fresh = with_changes(state, pile=cards, discards=(), reshuffles=state.reshuffles + 1)
    return draw(fresh, state.stage == "giver-draws", state.hands, (), (Reshuffled(len(cards)),))


def declare(state: NetsuzoState, seat: int, claim: Declare) -> NetsuzoState:
    """Make a declaration; the left neighbour answers (A hand, 2 and 3)."""
    return with_changes(
        state,
        stage="answer",
        to_act=(next_in(state.reds, seat),),
        declared=(*state.declared, (seat, claim)),
        news=(Declared(seat, str(claim)),),
    )


def accept(state: NetsuzoState, taker: int) -> NetsuzoState:
    """Pass the whole hand to the left; then the giver draws (A hand, 4)."""
    giver = state.turn
    cards = state.hands[giver]
    hands = list(state.hands)
    hands[giver] = ()
    hands[taker] = STANDARD.sort(hands[taker] + cards)
    known = state.passed[giver]
    known = STANDARD.sort({*known, *cards}) if known else cards
    return draw(
        state,
        True,
        tuple(hands),
        state.discards,
        (Accepted(taker, giver, len(cards), cards),),
        passed=_with_set(state.passed, giver, known),
        last_pass=_with_set(state.last_pass, giver, cards),
    )


def discard(state: NetsuzoState, taker: int, card: Card) -> NetsuzoState:
    """Lay a card face down; then the taker draws and is the turn player (A hand, 4)."""
    hand = tuple([held for held in state.hands[taker] if held != card])
    return draw(
        state,
        False,
        _with_set(state.hands, taker, hand),
        (*state.discards, card),
        (Discarded(taker, card),),
        tossed=_with_set(state.tossed, taker, (*state.tossed[taker], card)),
    )


def draw(
    state: NetsuzoState,
    is_giver: bool,
    hands: Hands,
    discards: tuple[Card, ...],
    news: tuple[Event, ...],
    **changes: object,
) -> NetsuzoState:
    """Draw for the giver or the taker, or let chance reshuffle first when the pile has run out.

    Args:
        state: the position before; its pile is what is drawn from.
        is_giver: whether the giver draws, or else the taker.
        hands: everybody's cards before the draw.
        discards: the discard pile.
        news: what has happened so far.
        changes: what else has changed.
    """
    giver = state.turn
    taker = next_in(state.reds, giver)
    drawer = giver if is_giver else taker
    pile = state.pile
    if not pile and discards:
        waiting: Stage = "giver-draws" if is_giver else "taker-draws"
        return with_changes(
            state, to_act=CHANCE, stage=waiting, hands=hands, discards=discards, news=news, **changes
        )
    if pile:
        hands = _with_set(hands, drawer, STANDARD.sort((*hands[drawer], pile[0])))
    stage: Stage = "discard" if is_giver else "declare"
    return with_changes(
        state,
        to_act=(taker,),
        stage=stage,
        turn=giver if is_giver else taker,
        hands=hands,
        pile=pile[1:],
        discards=discards,
        news=(*news, Drawn(drawer, pile[0]) if pile else NothingToDraw(drawer)),
        **changes,
    )


def reject(state: NetsuzoState, rejecter: int) -> NetsuzoState:
    """Show the turn player's hand and settle the chips (A hand, 5 and 6; Result)."""
    shown = _showdown(state, rejecter)
    loser = shown.loser
    reds = _with_set(state.reds, loser, state.reds[loser] - 1)
    blues = state.blues
    if not shown.is_true:
        blues = _with_set(blues, rejecter, blues[rejecter] + 1)
    is_out = not reds[loser]
    left = len(reds) - reds.count(0)
    is_over = left == 1 or max(blues) >= state.variant.blues
    to_act: ToAct = OVER if is_over else CHANCE
    return with_changes(
        state,
        to_act=to_act,
        stage="over" if is_over else "deal",
        reds=reds,
        blues=blues,
        out=(*state.out, loser) if is_out else state.out,
        round=state.round if is_over else state.round + 1,
        turn=state.turn if is_over else next_in(reds, loser) if is_out else loser,
        shown=shown,
        news=(shown, Eliminated(loser)) if is_out else (shown,),
    )


def _showdown(state: NetsuzoState, rejecter: int) -> Showdown:
    caller, claim = state.declared[-1]
    hand = state.hands[caller]
    have = tally((*hand, *state.open))
    true = is_true(claim, have, exact=state.variant.exact)
    return Showdown(
        declaration=str(claim),
        caller=caller,
        rejecter=rejecter,
        hand=hand,
        open=state.open,
        is_true=true,
        loser=rejecter if true else caller,
    )


def next_in(reds: Sequence[int], seat: int) -> int:
    """Find the left neighbour: the next seat clockwise that has red chips."""
    seats = len(reds)
    for step in range(1, seats + 1):
        if reds[(seat + step) % seats]:
            return (seat + step) % seats
    raise AssertionError("nobody is left")


def _with_set(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def with_changes(state: NetsuzoState, **changes: object) -> NetsuzoState:
    return msgspec.structs.replace(state, **changes)
