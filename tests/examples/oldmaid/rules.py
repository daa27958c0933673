"""The rules of Old Maid: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.core.cards import STANDARD, STANDARD_RANKS, Card, CardGroup, own_card_groups, without
from games.core.errors import NotationError
from games.core.moves import ChanceRequest, Move
from games.core.rules import (
    CHANCE,
    OVER,
    Event,
    Result,
    Rules,
    Setup,
    State,
    View,
    deal_blocks,
    next_active_seat,
    replace_at,
)

# --- moves --------------------------------------------------------------------------------------------------
# The only move of Old Maid: draw a card (oldmaid.md, A turn).


class Draw(Move, frozen=True):
    """Draw the card at a place of the left neighbour's hand, counted from 1."""

    place: int

    def __str__(self) -> str:
        return f"draw {self.place}"


DRAWS = tuple(Draw(place) for place in range(1, 15))
"""All possible moves. A hand without pairs has at most one card of each rank and the joker."""
BY_TEXT = {str(draw): draw for draw in DRAWS}


# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Old Maid (oldmaid.md, What is open).


class CardDrawn(Event, frozen=True):
    """A seat drew a card. ``pair`` is the pair that it laid down at once; empty if there was none."""

    seat: int
    owner: int
    place: int
    card: Card
    pair: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> CardDrawn:
        """Return the event, without the card unless the viewer has held it or it is laid down in a pair."""
        is_known = self.pair or viewer in (self.seat, self.owner)
        return self if is_known else replace(self, card="")


class OldMaidState(State, frozen=True, kw_only=True):
    """A position of Old Maid: for each seat its hand in order and its pairs laid down; and the last draw."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands as groups of their seats, and pairs laid down as public. The whole deck is dealt."""
        return (*own_card_groups(self.hands), CardGroup(self.laid, None))


class OldMaidView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: hand sizes, pairs, the last draw, the seat from which the next card is
    drawn, and its own hand.
    """

    sizes: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None
    owner: int | None
    hand: tuple[Card, ...] = ()


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Old Maid (oldmaid.md).


class OldMaid(Rules[OldMaidState, OldMaidView]):
    """The rules of Old Maid (oldmaid.md)."""

    id = "oldmaid"
    name = "Old Maid"
    seats = (2, 8)

    def start(self, setup: Setup) -> OldMaidState:
        return OldMaidState(to_act=CHANCE, setup=setup, hands=((),) * setup.seats, laid=((),) * setup.seats)

    def chance(self, state: OldMaidState) -> ChanceRequest:
        if state.drawn is None:
            return ChanceRequest("deal", STANDARD.cards)
        return ChanceRequest("reshuffle", STANDARD.sort(state.hands[state.drawn.seat]))

    def step_chance(self, state: OldMaidState, cards: tuple[Card, ...]) -> OldMaidState:
        if state.drawn is not None:
            seat = state.drawn.seat
            return _passed_on(replace(state, hands=replace_at(state.hands, seat, cards), news=()), seat)
        first = state.setup.first
        seats = state.setup.seats
        # Hands differ by one card if the deck does not divide evenly.
        sizes = [len(cards[(seat - first) % seats :: seats]) for seat in range(seats)]
        dealt = deal_blocks(cards, first, sizes)
        laid = tuple([pairs_in(hand) for hand in dealt])
        hands = tuple([without(hand, pairs) for hand, pairs in zip(dealt, laid, strict=True)])
        return _passed_on(replace(state, hands=hands, laid=laid), first - 1)

    def legal_moves(self, state: OldMaidState, seat: int) -> Sequence[Move]:
        return DRAWS[: len(state.hands[next_active_seat(state.hands, seat)])]

    def step(self, state: OldMaidState, seat: int, move: Move) -> OldMaidState:
        assert isinstance(move, Draw)
        owner = next_active_seat(state.hands, seat)
        card = state.hands[owner][move.place - 1]
        hand = (*state.hands[seat], card)
        pair = pairs_in(hand)
        drawn = CardDrawn(seat, owner, move.place, card, pair)
        hands = replace_at(state.hands, owner, without(state.hands[owner], (card,)))
        hands = replace_at(hands, seat, without(hand, pair))
        laid = replace_at(state.laid, seat, state.laid[seat] + pair)
        after = replace(state, hands=hands, laid=laid, drawn=drawn, news=(drawn,))
        return _passed_on(after, seat) if pair else replace(after, to_act=CHANCE)

    def parse_words(self, words: list[str]) -> Move:
        if (draw := BY_TEXT.get(" ".join(words))) is None:
            raise NotationError("a move is 'draw' and a place in your neighbour's hand, as in 'draw 3'")
        return draw

    def public_view(self, state: OldMaidState, common: Mapping[str, Any]) -> OldMaidView:
        sizes = tuple([len(hand) for hand in state.hands])
        drawn = state.drawn and state.drawn.seen_by(None)
        owner = next_active_seat(sizes, state.to_act[0]) if isinstance(state.to_act, tuple) else None
        return OldMaidView(**common, sizes=sizes, laid=state.laid, drawn=drawn, owner=owner)

    def private_fields(self, state: OldMaidState, seat: int) -> dict[str, object]:
        return {"hand": state.hands[seat], "drawn": state.drawn and state.drawn.seen_by(seat)}

    def result(self, state: OldMaidState) -> Result | None:
        if state.to_act != OVER:
            return None
        safe = tuple([seat for seat, hand in enumerate(state.hands) if not hand])
        return Result(
            (safe, (next_active_seat(state.hands, 0),)), tuple([len(pairs) / 2 for pairs in state.laid])
        )


def pairs_in(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return all pairs in a hand, in canonical order."""
    ranks = [[rank + suit for suit in STANDARD.suits if rank + suit in hand] for rank in STANDARD_RANKS]
    return tuple([card for same in ranks for card in same[: len(same) // 2 * 2]])


def _passed_on(state: OldMaidState, seat: int) -> OldMaidState:
    """Return the position with the next seat to act, or the end if only one seat has cards."""
    is_over = sum(map(bool, state.hands)) == 1
    return replace(state, to_act=OVER if is_over else (next_active_seat(state.hands, seat),))
