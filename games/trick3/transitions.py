"""The functions that carry out moves: each returns the next position, with the events of the move as its
news.

Source: trick3.md, section "A battle".
"""

from __future__ import annotations

from msgspec.structs import replace

from games.core.cards import Card, without
from games.core.rules import CHANCE, OVER
from games.core.seats import clockwise, replace_at
from games.trick3.decks import FAMILIES
from games.trick3.hands import classifier
from games.trick3.moves import EXPOSED, HIDDEN, Expose, Fold, Hand, Play, Refill
from games.trick3.state import (
    AllFolded,
    CardPlayed,
    ExposedChosen,
    Folded,
    GameEnded,
    GameLeft,
    HandFilled,
    HandsExposed,
    Refilled,
    SeatCards,
    Showdown,
    ShownHand,
    Trick3State,
)

# --- moves of players -----------------------------------------------------------------------------------


def expose(state: Trick3State, seat: int, move: Expose) -> Trick3State:
    """Return the position after a seat chooses its first exposed (face-up) hand.

    After the last choice all hands are shown, and the first battle begins.
    """
    event = ExposedChosen(seat)
    chosen = replace_at(state.chosen, seat, move.cards)
    # Choices stay secret until every seat has chosen.
    waiting = tuple([other for other, cards in enumerate(chosen) if not cards])
    if waiting:
        return replace(state, to_act=waiting, chosen=chosen, news=(event,))
    sides = tuple(
        [
            SeatCards(without(side.hidden, cards), cards, side.stock)
            for side, cards in zip(state.sides, chosen, strict=True)
        ]
    )
    after = replace(state, sides=sides, chosen=(), news=(event, HandsExposed(chosen)))
    return _begin_battle(after, state.lead)


def play(state: Trick3State, seat: int, move: Play) -> Trick3State:
    """Return the position after a seat plays a card.

    In round 2 the card comes from the exposed hand, otherwise from the hidden hand.
    """
    card, way = move.card, move.way or state.way
    side = state.sides[seat]
    hidden, exposed = side.hidden, side.exposed
    if state.round == 2:
        exposed = without(exposed, (card,))
    else:
        hidden = without(hidden, (card,))
    side = SeatCards(hidden, exposed, side.stock, (*side.played, card), side.captured)
    sides = replace_at(state.sides, seat, side)
    news = (CardPlayed(seat, card, state.round, way),)
    return _begin_refill_or_next_turn(replace(state, sides=sides, way=way, news=news), seat)


def fold(state: Trick3State, seat: int, move: Fold) -> Trick3State:
    """Return the position after a fold. The card that it costs is taken from the exposed hand if possible."""
    card = move.card
    side = state.sides[seat]
    if card in side.exposed:
        side = replace(side, exposed=without(side.exposed, (card,)))
    elif card:
        side = replace(side, hidden=without(side.hidden, (card,)))
    return _withdraw(state, seat, side, card)


def refill(state: Trick3State, seat: int, move: Refill) -> Trick3State:
    """Return the position after a refill: hidden cards are exposed, then cards are drawn.

    If the hidden hand has no cards left, it is filled automatically.
    """
    cards, draw = move.cards, move.draw
    news = (Refilled(seat, cards, draw),)
    # Nothing moves, so the next seat is on turn at once.
    if not cards and not draw:
        return _next_turn(replace(state, news=news), seat)
    side = state.sides[seat]
    hidden, exposed, stock = side.hidden, side.exposed, side.stock
    sort = FAMILIES[state.variant.family].sort
    if cards:
        hidden = without(hidden, cards)
        exposed = sort(exposed + cards) if exposed else cards
    if draw:
        hidden, stock = sort(hidden + stock[:draw]), stock[draw:]
    side = SeatCards(hidden, exposed, stock, side.played, side.captured)
    refilled = replace(state, sides=replace_at(state.sides, seat, side), news=news)
    return _next_turn(refilled if hidden else _fill_hidden_hand(refilled, seat), seat)


# --- a turn ---------------------------------------------------------------------------------------------


def _withdraw(
    state: Trick3State, seat: int, side: SeatCards, penalty: Card = "", is_forced: bool = False
) -> Trick3State:
    # ``side`` no longer has the penalty, which is empty if folding costs no card.
    # A fold is forced if the seat has no exposed card in round 2.
    played = side.played
    event = Folded(seat, played, penalty, is_forced)
    pot = state.pot + played
    folded = replace(
        state,
        sides=replace_at(state.sides, seat, replace(side, played=()) if played else side),
        pot=(*pot, penalty) if penalty else pot,
        folded=(*state.folded, seat),
        news=(*state.news, event) if is_forced else (event,),
    )
    return _begin_refill_or_next_turn(folded, seat)


def _begin_refill_or_next_turn(state: Trick3State, seat: int) -> Trick3State:
    side = state.sides[seat]
    if not side.hidden:
        state = _fill_hidden_hand(state, seat)
        side = state.sides[seat]
    if side.hidden and (len(side.exposed) < EXPOSED or (side.stock and len(side.hidden) < HIDDEN)):
        return replace(state, phase="refill", to_act=(seat,))
    return _next_turn(state, seat)


def _fill_hidden_hand(state: Trick3State, seat: int) -> Trick3State:
    # A seat without stock leaves the game.
    side = state.sides[seat]
    if side.stock:
        hidden = FAMILIES[state.variant.family].sort(side.stock[:HIDDEN])
        side = replace(side, hidden=hidden, stock=side.stock[HIDDEN:])
        event = HandFilled(seat, len(hidden))
        return replace(state, sides=replace_at(state.sides, seat, side), news=(*state.news, event))
    # A seat that waits for a showdown leaves afterwards.
    if len(side.played) == 3:
        return state
    folded = state.folded if seat in state.folded else (*state.folded, seat)
    return _remove_seat(replace(state, folded=folded), seat)


def _remove_seat(state: Trick3State, seat: int) -> Trick3State:
    # The remaining cards go to the pot.
    side = state.sides[seat]
    cards = side.played + side.exposed
    return replace(
        state,
        sides=replace_at(state.sides, seat, SeatCards(captured=side.captured)),
        pot=state.pot + cards,
        left=(*state.left, seat),
        news=(*state.news, GameLeft(seat, cards)),
    )


def _next_turn(state: Trick3State, seat: int) -> Trick3State:
    order, folded = state.order, state.folded
    for other in order[order.index(seat) + 1 :]:
        if other not in folded:
            return _begin_turn(state, other, state.round)
    if len(folded) == len(order):
        last = folded[-1]
        return _end_battle(replace(state, news=(*state.news, AllFolded(state.battle, last))), last)
    # Every seat has acted in this round.
    active = [other for other in order if other not in folded]
    return _showdown(state, active) if state.round == 3 else _begin_turn(state, active[0], state.round + 1)


def _begin_turn(state: Trick3State, seat: int, round_: int) -> Trick3State:
    side = state.sides[seat]
    # Round 2 is played from the exposed hand: a seat without exposed cards must fold.
    if round_ == 2 and not side.exposed:
        return _withdraw(replace(state, round=round_), seat, side, is_forced=True)
    return replace(state, phase="play", to_act=(seat,), round=round_)


# --- battles --------------------------------------------------------------------------------------------


def _begin_battle(state: Trick3State, lead: int) -> Trick3State:
    gone = state.left
    return replace(
        state,
        phase="play",
        to_act=(lead,),
        battle=state.battle + 1,
        lead=lead,
        order=tuple([seat for seat in clockwise(lead, len(state.sides)) if seat not in gone]),
        round=1,
        way="",
        folded=(),
    )


def _showdown(state: Trick3State, active: list[int]) -> Trick3State:
    # trick3.md, section "Showdown".
    # Compare the hands and share the pot and all played cards among the winners.
    judge = classifier(state.variant.deck)
    sides = list(state.sides)
    played = [sides[seat].played for seat in active]
    strengths = [judge.strength(*cards) for cards in played]
    best = max(strengths)
    # A strength of 0 is no hand, and wins nothing.
    winners = [seat for seat, level in zip(active, strengths, strict=True) if level == best > 0]
    cards = FAMILIES[state.variant.family].sort([*state.pot, *[card for three in played for card in three]])
    each = len(cards) // len(winners) if winners else 0
    for seat in active:
        side = sides[seat]
        captured = side.captured
        if seat in winners:
            captured, cards = captured + cards[:each], cards[each:]
        sides[seat] = SeatCards(side.hidden, side.exposed, side.stock, (), captured)
    hands = [
        ShownHand(seat, three, judge.name(level))
        for seat, three, level in zip(active, played, strengths, strict=True)
    ]
    event = Showdown(state.battle, tuple(hands), tuple(winners), each, len(cards))
    state = replace(state, sides=tuple(sides), pot=cards, shown=event, news=(*state.news, event))
    # Seats without hidden cards and stock leave the game before the next battle.
    for seat in active:
        if not (sides[seat].hidden or sides[seat].stock):
            state = _remove_seat(state, seat)
    return _end_battle(state, winners[0] if winners else active[0])


def _end_battle(state: Trick3State, lead: int) -> Trick3State:
    seats, gone = len(state.sides), state.left
    if len(gone) == seats:
        # All seats have left: the seat after the lead of this battle leads the next game.
        lead = (state.lead + 1) % seats
    else:
        # If the lead has left the game, the next seat clockwise leads.
        while lead in gone:
            lead = (lead + 1) % seats
    return _end_game(state, lead) if _is_ended(state) else _begin_battle(state, lead)


def _is_ended(state: Trick3State) -> bool:
    seats, gone = len(state.sides), len(state.left)
    match state.variant.end:
        case "L":
            return gone >= seats - 1
        case "M":
            return 2 * gone >= seats
    return gone > 0


def _end_game(state: Trick3State, lead: int) -> Trick3State:
    sides, pot = state.sides, state.pot
    if state.variant.end != "S":
        sides, pot = _share_uncaptured_cards(state)
    points = tuple([len(side.captured) for side in sides])
    # The shares are what a seat has gained since the last battle.
    shares = [count - len(before.captured) for count, before in zip(points, state.sides, strict=True)]
    totals = tuple([total + more for total, more in zip(state.totals, points, strict=True)])
    is_last = state.game == state.variant.games
    return replace(
        state,
        phase="over" if is_last else "deal",
        to_act=OVER if is_last else CHANCE,
        remains=state.sides,
        sides=sides,
        pot=pot,
        lead=lead,
        totals=totals,
        news=(*state.news, GameEnded(state.game, points, tuple(shares), totals)),
    )


def _share_uncaptured_cards(state: Trick3State) -> tuple[tuple[SeatCards, ...], Hand]:
    # The seats that left the game share them, in canonical order. The cards left over are returned, too.
    held = [card for side in state.sides for card in (*side.hidden, *side.exposed, *side.stock)]
    cards = FAMILIES[state.variant.family].sort([*state.pot, *held])
    each, rest = divmod(len(cards), len(state.left))
    sides = [SeatCards(captured=side.captured) for side in state.sides]
    for place, seat in enumerate(state.left):
        # Cards that cannot be shared equally go to the seats that left first.
        size = each + (place < rest)
        sides[seat] = SeatCards(captured=sides[seat].captured + cards[:size])
        cards = cards[size:]
    return tuple(sides), cards
