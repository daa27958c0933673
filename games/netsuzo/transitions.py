"""What happens in a hand: dealing, passing, drawing, the showdown (netsuzo.md, A hand)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.rules import CHANCE, OVER, ToAct
from games.core.seats import at_seat, dealt_blocks, next_in
from games.netsuzo.events import (
    Accepted,
    Declared,
    Discarded,
    Drawn,
    Eliminated,
    HandDealt,
    NothingToDraw,
    Reshuffled,
    Showdown,
)
from games.netsuzo.hands import is_true, tally
from games.netsuzo.moves import Declare
from games.netsuzo.state import Hands, NetsuzoState

OPEN_CARDS = 4


def deal(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Begin a hand: one card each from the starter on, four open, the rest is the pile (A hand, 1)."""
    sizes = [1 if red else 0 for red in state.reds]
    dealt = sum(sizes)
    middle = cards[dealt : dealt + OPEN_CARDS]
    nothing: Hands = ((),) * len(sizes)
    return replace(
        state,
        to_act=(state.turn,),
        stage="declare",
        open=middle,
        hands=tuple(dealt_blocks(cards, state.turn, sizes)),
        pile=cards[dealt + OPEN_CARDS :],
        discards=(),
        reshuffles=0,
        declared=(),
        passed=nothing,
        last_pass=nothing,
        tossed=nothing,
        news=(HandDealt(state.round, state.turn, middle),),
    )


def reshuffle(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Make the pile of all discards and go on with the draw that found none (A hand, 4)."""
    fresh = replace(
        state, pile=cards, discards=(), reshuffles=state.reshuffles + 1, news=(Reshuffled(len(cards)),)
    )
    return _draw(fresh, next_in(state.reds, state.turn))


def declare(state: NetsuzoState, seat: int, claim: Declare) -> NetsuzoState:
    """Make a declaration; the left neighbour answers (A hand, 2 and 3)."""
    return replace(
        state,
        to_act=(next_in(state.reds, seat),),
        stage="answer",
        declared=(*state.declared, (seat, claim)),
        news=(Declared(seat, str(claim)),),
    )


def accept(state: NetsuzoState, taker: int) -> NetsuzoState:
    """Pass the whole hand to the left; then the giver draws (A hand, 4)."""
    giver = state.turn
    cards = state.hands[giver]
    known = state.passed[giver]
    hands = list(state.hands)
    hands[giver] = ()
    hands[taker] = STANDARD.sort(hands[taker] + cards)
    passed = replace(
        state,
        stage="giver-draws",
        hands=tuple(hands),
        passed=at_seat(state.passed, giver, STANDARD.sort({*known, *cards}) if known else cards),
        last_pass=at_seat(state.last_pass, giver, cards),
        news=(Accepted(taker, giver, len(cards), cards),),
    )
    return _draw(passed, taker)


def discard(state: NetsuzoState, taker: int, card: Card) -> NetsuzoState:
    """Lay a card face down; then the taker draws and is the turn player (A hand, 4)."""
    tossed = replace(
        state,
        stage="taker-draws",
        hands=at_seat(state.hands, taker, tuple([held for held in state.hands[taker] if held != card])),
        discards=(*state.discards, card),
        tossed=at_seat(state.tossed, taker, (*state.tossed[taker], card)),
        news=(Discarded(taker, card),),
    )
    return _draw(tossed, taker)


def _draw(state: NetsuzoState, taker: int) -> NetsuzoState:
    """Draw the card that is due, or let chance reshuffle first when the pile has run out.

    Args:
        state: a position at ``giver-draws`` or ``taker-draws``, with the news so far.
        taker: the left neighbour of the turn player, who is to act next.
    """
    pile = state.pile
    if not pile and state.discards:
        return replace(state, to_act=CHANCE)
    is_giver = state.stage == "giver-draws"
    drawer = state.turn if is_giver else taker
    hands = state.hands
    if pile:
        hands = at_seat(hands, drawer, STANDARD.sort((*hands[drawer], pile[0])))
    return replace(
        state,
        to_act=(taker,),
        stage="discard" if is_giver else "declare",
        turn=state.turn if is_giver else taker,
        hands=hands,
        pile=pile[1:],
        news=(*state.news, Drawn(drawer, pile[0]) if pile else NothingToDraw(drawer)),
    )


def reject(state: NetsuzoState, rejecter: int) -> NetsuzoState:
    """Show the turn player's hand and settle the chips (A hand, 5 and 6; Result)."""
    shown = _showdown(state, rejecter)
    loser = shown.loser
    reds = at_seat(state.reds, loser, state.reds[loser] - 1)
    blues = state.blues
    if not shown.is_true:
        blues = at_seat(blues, rejecter, blues[rejecter] + 1)
    is_out = not reds[loser]
    is_over = len(reds) - reds.count(0) == 1 or blues[rejecter] >= state.variant.blues
    to_act: ToAct = OVER if is_over else CHANCE
    return replace(
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
    true = is_true(claim, tally((*hand, *state.open)), exact=state.variant.exact)
    return Showdown(str(claim), caller, rejecter, hand, state.open, true, rejecter if true else caller)
