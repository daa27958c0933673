"""The presenter of Top Card: each seat with its card and its tricks."""

from collections.abc import Sequence

from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.core.presentation import Board, PanelScene, Presenter, Question, Row, TableScene, faces
from games.core.rules import Event, is_to_act
from games.core.words import Cards, Seat, Text, text
from tests.examples.topcard.rules import PLAYS, CardPlayed, Play, TopCardView, TrickTaken


class TopCardPresenter(Presenter[TopCardView]):
    def table(self, view: TopCardView) -> TableScene:
        headline = text("topcard-begin") if view.last is None else _told(view.last)
        return TableScene(headline, board=_board(view, range(view.seats)))

    def panel(self, view: TopCardView, legal: Sequence[Move]) -> PanelScene:
        line = text("topcard-hand", cards=_cards(*view.hand))
        title = text("topcard-your-hand")
        hand = Board(STANDARD.name, (Row(title, (faces(view.hand),)),)) if view.hand else None
        played = [seat for seat in range(view.seats) if view.trick[seat]]
        return PanelScene((line,), hand, _board(view, played) if legal and played else None)

    def say(self, event: Event, view: TopCardView) -> Text | None:
        if isinstance(event, CardPlayed):
            return text("topcard-played", seat=Seat(event.seat), card=_cards(event.card))
        return _told(event) if isinstance(event, TrickTaken) else None

    def name(self, move: Move, view: TopCardView) -> Text:
        assert isinstance(move, Play)
        return text("topcard-play", card=_cards(move.card))

    def next_question(self, view: TopCardView, answers: tuple[str, ...]) -> Question | Move | None:
        if answers:
            return PLAYS[answers[0]]
        labels = {card: self.name(PLAYS[card], view) for card in view.hand}
        return Question.among(text("topcard-choose"), labels) if labels else None


def _cards(*cards: Card) -> Cards:
    return Cards(cards, STANDARD.name)


def _told(taken: TrickTaken) -> Text:
    return text("topcard-taken", seat=Seat(taken.seat), card=_cards(taken.card))


def _board(view: TopCardView, seats: Sequence[int]) -> Board:
    return Board(STANDARD.name, tuple([_row(view, seat) for seat in seats]))


def _row(view: TopCardView, seat: int) -> Row:
    card = view.trick[seat]
    note = text("topcard-seat", tricks=view.won[seat])
    return Row(Seat(seat), (faces((card,)),) if card else (), note, is_to_act(view.to_act, seat))
