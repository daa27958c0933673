"""The presenter of Goofspiel: the prizes, then all bids so far."""

from collections.abc import Sequence

from games.core.cards import NUMBERS, Card
from games.core.moves import Move
from games.core.presentation import (
    Board,
    PanelScene,
    Presenter,
    Question,
    RevealScene,
    Row,
    TableScene,
    backs,
    faces,
)
from games.core.rules import Event, find_event, is_to_act
from games.core.words import Cards, Seat, Text, text
from tests.examples.goofspiel.rules import BIDS, Bid, BidsShown, CardBid, GoofspielView, worth


class GoofspielPresenter(Presenter[GoofspielView]):
    def table(self, view: GoofspielView) -> TableScene:
        headline = _told(view.shown) if view.shown else text("goofspiel-begin")
        rows = [_row(view, seat) for seat in range(view.seats)]
        return TableScene(headline, board=Board(NUMBERS.name, (*_prizes(view), *rows)))

    def panel(self, view: GoofspielView, legal: Sequence[Move]) -> PanelScene:
        line = text("goofspiel-hand", cards=_cards(view.hand), bid=_cards((view.bid,)), is_in=len(view.bid))
        row = Row(text("goofspiel-your-hand"), (faces(view.hand), faces(_seen(view.bid), hot=(view.bid,))))
        hand = Board(NUMBERS.name, (row,)) if row.cards else None
        return PanelScene((line,), hand, Board(NUMBERS.name, _prizes(view)) if legal else None)

    def say(self, event: Event, view: GoofspielView) -> Text | None:
        if isinstance(event, CardBid):
            return text("goofspiel-bid", seat=Seat(event.seat))
        return _told(event) if isinstance(event, BidsShown) else None

    def name(self, move: Move, view: GoofspielView) -> Text:
        assert isinstance(move, Bid)
        return text("goofspiel-move", card=_cards((move.card,)))

    def next_question(self, view: GoofspielView, answers: tuple[str, ...]) -> Question | Move | None:
        if answers:
            return BIDS[answers[0]]
        if view.seat is None:
            return None
        labels = {card: self.name(BIDS[card], view) for card in view.hand}
        return Question.among(text("goofspiel-choose", prizes=_cards(view.up)), labels)

    def reveal(self, view: GoofspielView) -> RevealScene | None:
        event = find_event(view.news, BidsShown)
        if event is None:
            return None
        rows = [Row(Seat(seat), (faces((bid,)),)) for seat, bid in enumerate(event.bids)]
        return RevealScene(_told(event), Board(NUMBERS.name, tuple(rows)))


def _cards(cards: Sequence[Card]) -> Cards:
    return Cards(tuple(cards), NUMBERS.name)


def _seen(card: Card) -> tuple[Card, ...]:
    return (card,) if card else ()


def _told(event: BidsShown) -> Text:
    prizes = _cards(event.prizes)
    bids = _cards(event.bids)
    if event.winner is None:
        return text("goofspiel-nobody", prizes=prizes, bids=bids)
    return text("goofspiel-won", seat=Seat(event.winner), prizes=prizes, bids=bids)


def _prizes(view: GoofspielView) -> tuple[Row, ...]:
    note = text("goofspiel-to-come", count=view.left)
    return (Row(text("goofspiel-prizes"), (faces(view.up), backs(view.left)), note),)


def _row(view: GoofspielView, seat: int) -> Row:
    points = sum(map(worth, view.won[seat]))
    note = text("goofspiel-seat", points=points, cards=len(view.won[seat]))
    return Row(Seat(seat), (faces(view.spent[seat]),), note, is_to_act(view.to_act, seat), is_small=True)
