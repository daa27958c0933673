"""The rules of Goofspiel: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core.cards import NUMBERS, STANDARD_RANKS, Card, CardGroup, Family, own_card_groups, without
from games.core.errors import NotationError
from games.core.moves import CardMove, ChanceRequest, Move
from games.core.rules import (
    CHANCE,
    OVER,
    OpenEvent,
    OwnCardEvent,
    Result,
    Rules,
    Setup,
    State,
    View,
    find_event,
    rank_seats,
    replace_at,
)

# --- moves --------------------------------------------------------------------------------------------------
# The only move of Goofspiel: a sealed bid (goofspiel.md, A round).

SUITS = "shc"
"""The suit of each seat's hand. Diamonds are the prizes."""


class Bid(CardMove, frozen=True):
    """Bid a card face down."""

    verb: ClassVar[str] = "bid"


BIDS: dict[Card, Bid] = {card: Bid(card) for card in NUMBERS.cards if NUMBERS.suit[card] in {*SUITS}}
BY_TEXT = {str(bid).lower(): bid for bid in BIDS.values()}


def parse_words(words: list[str]) -> Bid:
    """Return the move that words in lower case describe.

    Raises:
        NotationError: the words are no bid.
    """
    if (bid := BY_TEXT.get(" ".join(words))) is None:
        raise NotationError("a move is 'bid' and a card of your suit, as in 'bid 9s'")
    return bid


# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Goofspiel (goofspiel.md, What is open).


class CardBid(OwnCardEvent, frozen=True):
    """A seat bid a card face down. Other seats see the event without the card."""


class BidsShown(OpenEvent, frozen=True):
    """All bids were turned up. ``winner`` won the prizes; ``None`` if several bids were highest."""

    bids: tuple[Card, ...]
    prizes: tuple[Card, ...]
    winner: int | None


def worth(card: Card) -> int:
    """Return the value of a card, from 1 to 13; 0 for no card."""
    return 1 + "A23456789TJQK".index(NUMBERS.rank[card]) if card else 0


class GoofspielState(State, frozen=True, kw_only=True):
    """A position: prizes to come (``stock``) and turned up (``up``); the other cards by seat."""

    stock: tuple[Card, ...]
    up: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...]
    bids: tuple[Card, ...]
    spent: tuple[tuple[Card, ...], ...]
    won: tuple[tuple[Card, ...], ...]
    shown: BidsShown | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands and bids as their seats' groups, prizes to come as secret, all else as public."""
        own = own_card_groups(zip(self.hands, self.bids, strict=True))
        return (*own, CardGroup(self.stock), CardGroup((self.up, self.spent, self.won), None))


class GoofspielView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: public cards, the number of prizes ``left``, its own hand and bid."""

    left: int
    up: tuple[Card, ...]
    spent: tuple[tuple[Card, ...], ...]
    won: tuple[tuple[Card, ...], ...]
    shown: BidsShown | None
    hand: tuple[Card, ...] = ()
    bid: Card = ""


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Goofspiel (goofspiel.md).

PRIZES = tuple([rank + "d" for rank in STANDARD_RANKS])
SHOWN_SECONDS = 3.0
SHUFFLE = ChanceRequest("deal", PRIZES)


class Goofspiel(Rules[GoofspielState, GoofspielView]):
    """The rules of Goofspiel (goofspiel.md)."""

    id = "goofspiel"
    name = "Goofspiel"
    seats = (2, 3)
    options = {"prizes": ("shuffled", "falling")}  # noqa: RUF012 - a constant of the class

    def family(self, options: Mapping[str, str]) -> Family:
        return NUMBERS

    def start(self, setup: Setup) -> GoofspielState:
        hands = tuple([tuple([rank + suit for rank in STANDARD_RANKS]) for suit in SUITS[: setup.seats]])
        none = ((),) * setup.seats
        state = GoofspielState(
            to_act=CHANCE,
            setup=setup,
            stock=(),
            hands=hands,
            bids=("",) * setup.seats,
            spent=none,
            won=none,
        )
        return state if setup.options["prizes"] == "shuffled" else self.step_chance(state, PRIZES[::-1])

    def chance(self, state: GoofspielState) -> ChanceRequest:
        return SHUFFLE

    def step_chance(self, state: GoofspielState, cards: tuple[Card, ...]) -> GoofspielState:
        return _next_round(replace(state, stock=cards))

    def legal_moves(self, state: GoofspielState, seat: int) -> Sequence[Move]:
        return [BIDS[card] for card in state.hands[seat]]

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        assert isinstance(move, Bid)
        assert isinstance(state.to_act, tuple)
        hands = replace_at(state.hands, seat, without(state.hands[seat], (move.card,)))
        bids = replace_at(state.bids, seat, move.card)
        # All seats bid at the same time; bids are turned up after the last one.
        waiting = tuple([other for other in state.to_act if other != seat])
        bid = CardBid(seat, move.card)
        after = replace(state, to_act=waiting, hands=hands, bids=bids, news=(bid,))
        return after if waiting else _turned_up(after)

    parse_words = staticmethod(parse_words)

    def public_view(self, state: GoofspielState, common: Mapping[str, Any]) -> GoofspielView:
        return GoofspielView(
            **common,
            left=len(state.stock),
            up=state.up,
            spent=state.spent,
            won=state.won,
            shown=state.shown,
        )

    def private_fields(self, state: GoofspielState, seat: int) -> dict[str, object]:
        return {"hand": state.hands[seat], "bid": state.bids[seat]}

    def reveal_seconds(self, view: GoofspielView) -> float:
        return SHOWN_SECONDS if find_event(view.news, BidsShown) else 0.0

    def result(self, state: GoofspielState) -> Result | None:
        if state.to_act != OVER:
            return None
        scores = tuple([float(sum(map(worth, won))) for won in state.won])
        return Result(rank_seats(dict(enumerate(scores))), scores)


def _turned_up(state: GoofspielState) -> GoofspielState:
    """Return the position after the bids: only a single highest bid wins (goofspiel.md, A round, 3 and 4)."""
    values = list(map(worth, state.bids))
    best = max(values)
    winner = values.index(best) if values.count(best) == 1 else None
    event = BidsShown(state.bids, state.up, winner)
    spent = tuple([(*cards, bid) for cards, bid in zip(state.spent, state.bids, strict=True)])
    after = replace(state, bids=("",) * len(values), spent=spent, shown=event, news=(*state.news, event))
    if winner is not None:
        after = replace(after, up=(), won=replace_at(state.won, winner, state.won[winner] + state.up))
    return _next_round(after)


def _next_round(state: GoofspielState) -> GoofspielState:
    """Return the position with the next prize turned up, or the end of the game."""
    if not state.stock:
        return replace(state, to_act=OVER)
    seats = tuple(range(len(state.hands)))
    return replace(state, to_act=seats, up=(*state.up, state.stock[0]), stock=state.stock[1:])
