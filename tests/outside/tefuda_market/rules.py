"""The rules of Market: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core.cards import CardGroup, own_card_groups
from games.core.errors import NotationError
from games.core.moves import AnyChanceRequest, LazyMoves, Move, RollRequest
from games.core.rules import (
    CHANCE,
    OVER,
    Event,
    OpenEvent,
    Result,
    Rules,
    Setup,
    State,
    View,
    find_event,
    is_to_act,
    rank_seats,
    replace_at,
)

# --- moves --------------------------------------------------------------------------------------------------

GOODS = ("tea", "silk", "salt")
ROUNDS = 8
MONEY = 60
RENT = 3
PRICE = 6
HIGHEST = 20
"""Numbers of the game: rounds, each player's money, rent of a round, first and highest price of a good."""


class PlaceBid(Move, frozen=True):
    """Bid an amount of money in secret; 0 is no bid."""

    verb: ClassVar[str] = "bid"
    amount: int

    def __str__(self) -> str:
        return f"{self.verb} {self.amount}"


class Bids(LazyMoves):
    """All bids from 0 to an amount of money."""

    __slots__ = ("_money",)

    def __init__(self, money: int) -> None:
        self._money = money

    def __len__(self) -> int:
        return self._money + 1

    def __contains__(self, move: object) -> bool:
        return isinstance(move, PlaceBid) and 0 <= move.amount <= self._money

    def _move_at(self, i: int) -> Move:
        return PlaceBid(i)


def parse_words(words: list[str]) -> PlaceBid:
    """Return the bid that lower-case words describe.

    Raises:
        NotationError: the words are no bid.
    """
    match words:
        case ["bid", amount] if amount.isdecimal() and len(amount) < 4:
            return PlaceBid(int(amount))
    raise NotationError("a move is 'bid' and an amount, as in 'bid 12'")


# --- events -------------------------------------------------------------------------------------------------


class Offered(OpenEvent, frozen=True):
    """The dice put a good up for auction and moved its price."""

    round: int
    good: int
    dice: tuple[int, ...]
    price: int


class Laid(Event, frozen=True):
    """A seat laid a bid. Other seats do not see the amount."""

    seat: int
    amount: int | None

    def seen_by(self, viewer: int | None) -> Laid:
        """Return the event, without the amount if the viewer is another seat."""
        return self if viewer == self.seat else Laid(self.seat, None)


class SealedBids(OpenEvent, frozen=True):
    """All bids were shown. ``winner`` bought the good; ``None`` if several bids, or none, were highest."""

    bids: tuple[int | None, ...]
    good: int
    winner: int | None


class Bankrupt(OpenEvent, frozen=True):
    """A seat could not pay its rent and is out."""

    seat: int


# --- state --------------------------------------------------------------------------------------------------


class MarketState(State, frozen=True, kw_only=True):
    """A position: money, goods and secret bid of each seat; the prices, and what is for sale."""

    round: int = 0
    money: tuple[int, ...]
    goods: tuple[tuple[int, ...], ...]
    bids: tuple[int | None, ...]
    prices: tuple[int, ...] = (PRICE,) * len(GOODS)
    offer: Offered | None = None
    shown: SealedBids | None = None
    out: tuple[int, ...] = ()

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return each bid as its seat's, and everything else as open."""
        table = (self.money, self.goods, self.prices, self.offer, self.shown, self.out)
        return (*own_card_groups(self.bids), CardGroup(table, None))


class MarketView(View, frozen=True, kw_only=True):
    """What one seat knows: everything but the bids of others that are not shown yet."""

    round: int
    money: tuple[int, ...]
    goods: tuple[tuple[int, ...], ...]
    prices: tuple[int, ...]
    offer: Offered | None
    shown: SealedBids | None
    out: tuple[int, ...]
    bid: int | None = None  # the viewer's own bid, while it is secret

    @property
    def gone(self) -> tuple[int, ...]:
        return self.out


# --- rules --------------------------------------------------------------------------------------------------

DICE = RollRequest(2, 6)
CHANGES = (-2, -1, 0, 1, 2, 3)
"""How the second die moves the price, from 1 to 6."""


class Market(Rules[MarketState, MarketView]):
    """The rules of Market (locales/en/market-rules.md)."""

    id = "market"
    name = "Market"
    seats = (2, 6)
    has_elimination = True

    def start(self, setup: Setup) -> MarketState:
        none = (0,) * len(GOODS)
        return MarketState(
            to_act=CHANCE,
            setup=setup,
            money=(MONEY,) * setup.seats,
            goods=(none,) * setup.seats,
            bids=(None,) * setup.seats,
        )

    def chance(self, state: MarketState) -> AnyChanceRequest:
        return DICE

    def step_roll(self, state: MarketState, dice: tuple[int, ...]) -> MarketState:
        good = (dice[0] - 1) // 2
        price = min(HIGHEST, max(1, state.prices[good] + CHANGES[dice[1] - 1]))
        offer = Offered(state.round + 1, good, dice, price)
        prices = replace_at(state.prices, good, price)
        seats = tuple([seat for seat in range(len(state.money)) if seat not in state.out])
        return replace(state, to_act=seats, round=state.round + 1, prices=prices, offer=offer, news=(offer,))

    def legal_moves(self, state: MarketState, seat: int) -> Sequence[Move]:
        return Bids(state.money[seat])

    def step(self, state: MarketState, seat: int, move: Move) -> MarketState:
        assert isinstance(move, PlaceBid)
        assert isinstance(state.to_act, tuple)
        waiting = tuple([other for other in state.to_act if other != seat])
        bids = replace_at(state.bids, seat, move.amount)
        after = replace(state, to_act=waiting, bids=bids, news=(Laid(seat, move.amount),))
        return after if waiting else _sold(after)

    parse_words = staticmethod(parse_words)

    def public_view(self, state: MarketState, common: Mapping[str, Any]) -> MarketView:
        return MarketView(
            **common,
            round=state.round,
            money=state.money,
            goods=state.goods,
            prices=state.prices,
            offer=state.offer,
            shown=state.shown,
            out=state.out,
        )

    def private_fields(self, state: MarketState, seat: int) -> dict[str, object]:
        return {"bid": state.bids[seat]}

    def reveal_seconds(self, view: MarketView) -> float:
        return 3.0 if find_event(view.news, SealedBids) else 0.0

    def result(self, state: MarketState) -> Result | None:
        return self._ranking(state) if state.to_act == OVER else None

    def provisional_result(self, state: MarketState) -> Result:
        return self._ranking(state)

    def _ranking(self, state: MarketState) -> Result:
        worths = {seat: worth(state, seat) for seat in range(len(state.money))}
        alive = {seat: value for seat, value in worths.items() if seat not in state.out}
        ranking = (*rank_seats(alive), *[(seat,) for seat in reversed(state.out)])
        return Result(ranking, tuple(map(float, worths.values())))


def worth(position: MarketState | MarketView, seat: int) -> int:
    """Return a seat's money and the value of its goods; 0 if it is out."""
    if seat in position.out:
        return 0
    goods = zip(position.goods[seat], position.prices, strict=True)
    return position.money[seat] + sum([count * price for count, price in goods])


def _sold(state: MarketState) -> MarketState:
    """Return the position after the bids: a single highest bid buys, and everybody pays rent."""
    assert state.offer is not None
    good = state.offer.good
    best = max([bid or 0 for bid in state.bids])
    highest = [seat for seat, bid in enumerate(state.bids) if bid == best]
    winner = highest[0] if best and len(highest) == 1 else None
    event = SealedBids(state.bids, good, winner)
    money = [*state.money]
    goods = state.goods
    if winner is not None:
        money[winner] -= best
        own = goods[winner]
        goods = replace_at(goods, winner, replace_at(own, good, own[good] + 1))
    playing = [seat for seat in range(len(money)) if seat not in state.out]
    paying = [seat for seat in playing if money[seat] >= RENT]
    # If no seat can pay, the game ends without rent.
    broke = [seat for seat in playing if seat not in paying and paying]
    for seat in paying:
        money[seat] -= RENT
    for seat in broke:
        money[seat] = 0
    is_over = state.round == ROUNDS or len(paying) < 2
    return replace(
        state,
        to_act=OVER if is_over else CHANCE,
        money=tuple(money),
        goods=goods,
        bids=(None,) * len(money),
        shown=event,
        out=(*state.out, *broke),
        news=(*state.news, event, *map(Bankrupt, broke)),
    )


def is_waiting_for(view: MarketView, seat: int) -> bool:
    """True if a seat has still to bid."""
    return is_to_act(view.to_act, seat)
