"""How each move changes the position: deal, declare, accept, discard, draw, reject.

Source: netsuzo.md, section "A hand".
"""

from __future__ import annotations

from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.rules import CHANCE, OVER, ToAct
from games.core.seats import deal_blocks, next_active_seat, replace_at
from games.netsuzo.hands import count_cards, is_true
from games.netsuzo.moves import Declare
from games.netsuzo.state import (
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
)

OPEN_CARDS = 4


def deal(state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
    """Start a hand: deal one card to each seat, lay four open, and make the rest the draw pile.

    Source: netsuzo.md, section "A hand", step 1.
    """
    # Eliminated seats get no card.
    sizes = [1 if red else 0 for red in state.reds]
    dealt = sum(sizes)
    # The first cards go to the seats, the next ones to the middle, the rest to the pile.
    middle = cards[dealt : dealt + OPEN_CARDS]
    nothing: Hands = ((),) * len(sizes)
    return replace(
        state,
        to_act=(state.turn,),
        stage="declare",
        open=middle,
        hands=tuple(deal_blocks(cards, state.turn, sizes)),
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
    """Make the reshuffled discards the draw pile, and draw a card.

    Source: netsuzo.md, section "A hand", step 4.
    """
    fresh = replace(
        state, pile=cards, discards=(), reshuffles=state.reshuffles + 1, news=(Reshuffled(len(cards)),)
    )
    return _draw(fresh, next_active_seat(state.reds, state.turn))


def declare(state: NetsuzoState, seat: int, declaration: Declare) -> NetsuzoState:
    """Make a declaration, which the left neighbour must answer.

    Source: netsuzo.md, section "A hand", steps 2 and 3.
    """
    return replace(
        state,
        to_act=(next_active_seat(state.reds, seat),),
        stage="answer",
        declared=(*state.declared, (seat, declaration)),
        news=(Declared(seat, str(declaration)),),
    )


def accept(state: NetsuzoState, taker: int) -> NetsuzoState:
    """Pass the hand to the left neighbour, and draw a card for the seat that passed it.

    Source: netsuzo.md, section "A hand", step 4.
    """
    # The giver remembers the cards that it passed on; they stay in its view.
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
        passed=replace_at(state.passed, giver, STANDARD.sort({*known, *cards}) if known else cards),
        last_pass=replace_at(state.last_pass, giver, cards),
        news=(Accepted(taker, giver, len(cards), cards),),
    )
    return _draw(passed, taker)


def discard(state: NetsuzoState, taker: int, card: Card) -> NetsuzoState:
    """Discard a card face down, and draw another one. The seat must then declare.

    Source: netsuzo.md, section "A hand", step 4.
    """
    tossed = replace(
        state,
        stage="taker-draws",
        hands=replace_at(state.hands, taker, tuple([held for held in state.hands[taker] if held != card])),
        discards=(*state.discards, card),
        tossed=replace_at(state.tossed, taker, (*state.tossed[taker], card)),
        news=(Discarded(taker, card),),
    )
    return _draw(tossed, taker)


def _draw(state: NetsuzoState, taker: int) -> NetsuzoState:
    # An empty pile first needs a reshuffle by chance, unless there is nothing to reshuffle.
    pile = state.pile
    if not pile and state.discards:
        return replace(state, to_act=CHANCE)
    # First the giver draws, then the taker discards and draws.
    is_giver = state.stage == "giver-draws"
    drawer = state.turn if is_giver else taker
    hands = state.hands
    if pile:
        hands = replace_at(hands, drawer, STANDARD.sort((*hands[drawer], pile[0])))
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
    """Show the rejected hand, and move the chips.

    Source: netsuzo.md, sections "A hand" (steps 5 and 6) and "Result".
    """
    showdown = _showdown(state, rejecter)
    loser = showdown.loser
    reds = replace_at(state.reds, loser, state.reds[loser] - 1)
    blues = state.blues
    if not showdown.is_true:
        blues = replace_at(blues, rejecter, blues[rejecter] + 1)
    is_out = not reds[loser]
    # The game ends with one survivor, or with enough blue chips.
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
        turn=state.turn if is_over else next_active_seat(reds, loser) if is_out else loser,
        shown=showdown,
        news=(showdown, Eliminated(loser)) if is_out else (showdown,),
    )


def _showdown(state: NetsuzoState, rejecter: int) -> Showdown:
    caller, declaration = state.declared[-1]
    hand = state.hands[caller]
    true = is_true(declaration, count_cards((*hand, *state.open)), exact=state.variant.exact)
    return Showdown(str(declaration), caller, rejecter, hand, state.open, true, rejecter if true else caller)
