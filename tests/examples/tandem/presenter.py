"""The presenter of Tandem: partners next to each other, with their cards of the trick."""

from collections.abc import Sequence

from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.core.presentation import (
    Board,
    PanelScene,
    Presenter,
    Question,
    RevealScene,
    Row,
    TableScene,
    faces,
)
from games.core.rules import Event, Result, find_event, is_to_act
from games.core.words import Cards, Seat, Seats, Text, text
from tests.examples.tandem.rules import ORDER, PLAYS, CardPlayed, Play, TandemView, TrickTaken, playable


class TandemPresenter(Presenter[TandemView]):
    def table(self, view: TandemView) -> TableScene:
        headline = text("tandem-begin") if view.last is None else _told(view.last)
        rows = [_row(view, seat, view.trick[seat]) for seat in ORDER]
        return TableScene(headline, board=Board(STANDARD.name, tuple(rows)))

    def panel(self, view: TandemView, legal: Sequence[Move]) -> PanelScene:
        line = text("tandem-hand", cards=Cards(view.hand, STANDARD.name))
        title = text("tandem-your-hand")
        hand = Board(STANDARD.name, (Row(title, (faces(view.hand),)),)) if view.hand else None
        rows = [_row(view, seat, view.trick[seat]) for seat in ORDER if view.trick[seat]]
        return PanelScene((line,), hand, Board(STANDARD.name, tuple(rows)) if legal and rows else None)

    def say(self, event: Event, view: TandemView) -> Text | None:
        if isinstance(event, CardPlayed):
            return text("tandem-played", seat=Seat(event.seat), card=_card(event.card))
        return _told(event) if isinstance(event, TrickTaken) else None

    def name(self, move: Move, view: TandemView) -> Text:
        assert isinstance(move, Play)
        return text("tandem-play", card=_card(move.card))

    def next_question(self, view: TandemView, answers: tuple[str, ...]) -> Question | Move | None:
        if answers:
            return PLAYS[answers[0]]
        cards = playable(view.hand, view.trick, view.leader)
        labels = {card: self.name(PLAYS[card], view) for card in cards}
        return Question.among(text("tandem-choose"), labels) if labels else None

    def reveal(self, view: TandemView) -> RevealScene | None:
        taken = find_event(view.news, TrickTaken)
        if taken is None:
            return None
        rows = [_row(view, seat, taken.cards[seat]) for seat in ORDER]
        return RevealScene(_told(taken), Board(STANDARD.name, tuple(rows)))

    def outcome(self, view: TandemView, result: Result) -> tuple[Text, ...]:
        return (text("tandem-over", tricks=view.won[0], others=view.won[1]),)


def _card(card: Card) -> Cards:
    return Cards((card,), STANDARD.name)


def _told(taken: TrickTaken) -> Text:
    pair = taken.winner % 2, taken.winner % 2 + 2
    cards = Cards(tuple(taken.cards[seat] for seat in pair), STANDARD.name)
    return text("tandem-taken", names=Seats(pair), cards=cards)


def _row(view: TandemView, seat: int, card: Card) -> Row:
    note = text("tandem-seat", tricks=view.won[seat % 2], team=seat % 2 + 1)
    return Row(Seat(seat), (faces((card,)),) if card else (), note, is_to_act(view.to_act, seat))
