"""The presenter of Old Maid: the last draw, then each seat's card backs and last pair."""

from collections.abc import Sequence

from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.presentation import Board, PanelScene, Presenter, Question, Row, TableScene, backs, faces
from games.core.rules import Event, Result, is_to_act
from games.core.words import Cards, Seat, Text, text
from tests.examples.oldmaid.rules import BY_TEXT, DRAWS, CardDrawn, Draw, OldMaidView


class OldMaidPresenter(Presenter[OldMaidView]):
    def table(self, view: OldMaidView) -> TableScene:
        headline = _told(view.drawn) if view.drawn else text("oldmaid-begin")
        rows = [_row(view, seat) for seat in range(view.seats)]
        return TableScene(headline, board=Board(STANDARD.name, tuple(rows)))

    def panel(self, view: OldMaidView, legal: Sequence[Move]) -> PanelScene:
        line = text("oldmaid-hand", cards=Cards(view.hand, STANDARD.name))
        title = text("oldmaid-your-hand")
        hand = Board(STANDARD.name, (Row(title, (faces(view.hand),)),)) if view.hand else None
        rows = (Row(Seat(view.owner), (backs(len(legal)),)),) if view.owner is not None and legal else ()
        return PanelScene((line,), hand, Board(STANDARD.name, rows) if rows else None)

    def say(self, event: Event, view: OldMaidView) -> Text | None:
        return _told(event) if isinstance(event, CardDrawn) else None

    def name(self, move: Move, view: OldMaidView) -> Text:
        assert isinstance(move, Draw)
        return text("oldmaid-draw", place=move.place)

    def next_question(self, view: OldMaidView, answers: tuple[str, ...]) -> Question | Move | None:
        if answers:
            return BY_TEXT[answers[0]]
        if view.seat is None or view.owner is None:
            return None
        labels = {str(draw): self.name(draw, view) for draw in DRAWS[: view.sizes[view.owner]]}
        return Question.among(text("oldmaid-choose"), labels)

    def outcome(self, view: OldMaidView, result: Result) -> tuple[Text, ...]:
        return (text("oldmaid-over", seat=Seat(result.ranking[-1][0])),)


def _told(drawn: CardDrawn) -> Text:
    card = Cards((drawn.card,), STANDARD.name)
    pair = Cards(drawn.pair, STANDARD.name)
    seats = {"seat": Seat(drawn.seat), "owner": Seat(drawn.owner)}
    return text("oldmaid-drawn", **seats, place=drawn.place, card=card, pair=pair, laid=len(drawn.pair))


def _row(view: OldMaidView, seat: int) -> Row:
    figures = text("oldmaid-seat", cards=view.sizes[seat], pairs=len(view.laid[seat]) // 2)
    note = text("oldmaid-note-owner") if seat == view.owner else figures
    laid = faces(view.laid[seat][-2:], hot=view.drawn.pair if view.drawn else ())
    return Row(Seat(seat), (backs(view.sizes[seat]), laid), note, is_to_act(view.to_act, seat))
