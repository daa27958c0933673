"""The presenter of Market: prices in the middle, then each seat's money and goods."""

from collections.abc import Sequence

from games.core.moves import Move
from games.core.presentation import (
    Board,
    PanelScene,
    Presenter,
    Question,
    RevealScene,
    Row,
    TableScene,
    Tag,
    ask_number,
)
from games.core.rules import Event, Result, find_event
from games.core.words import Seat, Text, text

from .rules import GOODS, Bankrupt, Laid, MarketView, Offered, PlaceBid, SealedBids, is_waiting_for, worth

NAMES = tuple([text(f"market-good-{good}") for good in GOODS])
"""The names of the goods."""


class MarketPresenter(Presenter[MarketView]):
    cloth = "walnut"

    def table(self, view: MarketView) -> TableScene:
        headline = text("market-begin") if view.offer is None else _offered(view.offer)
        rows = [_row(view, seat) for seat in range(view.seats)]
        line = None if view.shown is None else _sold(view.shown)
        return TableScene(headline, line, Board("standard", (_prices(view), *rows), cloth=self.cloth))

    def panel(self, view: MarketView, legal: Sequence[Move]) -> PanelScene:
        assert view.seat is not None
        lines = [] if view.bid is None else [text("market-you-bid", amount=view.bid)]
        own = Row(Seat(view.seat), note=_note(view, view.seat), tags=_goods(view, view.seat))
        hand = Board("standard", (own,), cloth=self.cloth)
        table = Board("standard", (_prices(view),), cloth=self.cloth)
        return PanelScene(tuple(lines), hand, table if legal else None)

    def say(self, event: Event, view: MarketView) -> Text | None:
        match event:
            case Laid():
                return text("market-laid", seat=Seat(event.seat))
            case Offered():
                return _offered(event)
            case SealedBids():
                return _sold(event)
            case Bankrupt():
                return text("market-bankrupt", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: MarketView) -> Text:
        assert isinstance(move, PlaceBid)
        return text("market-bid", amount=move.amount)

    def next_question(self, view: MarketView, answers: tuple[str, ...]) -> Question | Move | None:
        if view.seat is None or view.offer is None:
            return None
        money = view.money[view.seat]
        prompt = text("market-choose", good=NAMES[view.offer.good], price=view.offer.price, money=money)
        likely = dict.fromkeys([0, min(money, view.offer.price)])
        step = ask_number(prompt, range(money + 1), answers, tuple(likely))
        return PlaceBid(step) if isinstance(step, int) else step

    def reveal(self, view: MarketView) -> RevealScene | None:
        sealed = find_event(view.news, SealedBids)
        if sealed is None:
            return None
        rows = [
            Row(
                Seat(seat),
                tags=(Tag(text("market-amount", amount=bid), "hot" if seat == sealed.winner else ""),),
                is_won=seat == sealed.winner,
                win_kind="contest",
            )
            for seat, bid in enumerate(sealed.bids)
            if bid is not None
        ]
        return RevealScene(_sold(sealed), Board("standard", tuple(rows), cloth=self.cloth))

    def score(self, view: MarketView, result: Result, seat: int) -> Text:
        return text("market-worth", amount=worth(view, seat))


def _offered(offer: Offered) -> Text:
    return text(
        "market-offered", good=NAMES[offer.good], price=offer.price, first=offer.dice[0], second=offer.dice[1]
    )


def _sold(sealed: SealedBids) -> Text:
    good = NAMES[sealed.good]
    if sealed.winner is None:
        return text("market-unsold", good=good)
    return text(
        "market-sold", seat=Seat(sealed.winner), good=good, amount=max([bid or 0 for bid in sealed.bids])
    )


def _prices(view: MarketView) -> Row:
    offered = None if view.offer is None else view.offer.good
    tags = [
        Tag(text("market-price", good=good, price=price), "hot" if number == offered else "")
        for number, (good, price) in enumerate(zip(NAMES, view.prices, strict=True))
    ]
    return Row(text("market-prices"), tags=tuple(tags))


def _row(view: MarketView, seat: int) -> Row:
    is_out = seat in view.out
    return Row(
        Seat(seat),
        note=_note(view, seat),
        is_turn=is_waiting_for(view, seat),
        tags=_goods(view, seat),
        is_out=is_out,
    )


def _note(view: MarketView, seat: int) -> Text:
    return text("market-money", amount=view.money[seat])


def _goods(view: MarketView, seat: int) -> tuple[Tag, ...]:
    counts = zip(NAMES, view.goods[seat], strict=True)
    return tuple([Tag(text("market-has", good=good, count=count)) for good, count in counts if count])
