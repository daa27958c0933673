"""The presentation of Lost Poker: the table, the private panels, and texts about moves and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from games.core.bluffs import bluff_lines, bluff_measures
from games.core.events import Event
from games.core.moves import Move
from games.core.presentation import Measure, PanelScene, Presenter, Row, TableScene
from games.core.results import Result
from games.core.words import Seat, Seats, Text, text
from games.lost import menus, moments
from games.lost.hands import is_one_away, mask_of
from games.lost.moments import game_over_text
from games.lost.moves import JUDGEMENTS, PASS, PlaceCard, Play, is_true
from games.lost.pictures import CLOTH, face_up_board, hand_board, hand_row, last_claim_board, table_board
from games.lost.possible import unseen_cards
from games.lost.state import CardTaken, LostView
from games.lost.words import (
    cards_of,
    claim_args,
    elimination_hand,
    event_text,
    hand_text,
    move_text,
)


class LostPresenter(Presenter[LostView]):
    """Presents Lost Poker."""

    cloth = CLOTH
    ask = staticmethod(menus.ask)
    warning = staticmethod(menus.warning)
    moment = staticmethod(moments.moment)
    suspense = staticmethod(moments.suspense)
    verdict = staticmethod(moments.verdict)
    picture_story = staticmethod(moments.picture_story)

    def table(self, view: LostView) -> TableScene:
        """Return the public scene: a headline, the line below it, and the table's picture."""
        return TableScene(_headline(view), _line_below_headline(view), table_board(view))

    def panel(self, view: LostView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's private scene: its hand and, while it must act, the face-up cards of all seats."""
        seat = view.seat
        if seat is None or not (view.hand or view.fields[seat]):
            return PanelScene(lines=(text("lost-panel-nothing"),))
        now = _instruction(view)
        table = table_board(view) if view.is_over else face_up_board(view) if legal else None
        hand, lines = hand_board(view, seat), () if now is None else (now,)
        return PanelScene(lines, hand, table, last_claim_board(view), needs_table=True)

    def forced_move(self, view: LostView, legal: Sequence[Move]) -> Move | None:
        """Return the only legal move if it is a pass or a ``PlaceCard``; otherwise ``None``."""
        if len(legal) != 1 or not isinstance(legal[0], PlaceCard | type(PASS)):
            return None
        return legal[0]

    def tip(self, view: LostView) -> Text | None:
        decision = _pending_decision(view)
        if decision == "answer" and view.play is not None and view.play.claim == "joker":
            return text("lost-tip-answer-joker")
        return text(f"lost-tip-{decision}") if decision else None

    def is_tense(self, view: LostView) -> bool:
        return view.play is not None and not view.is_placing and not view.is_over

    def chapter(self, view: LostView) -> tuple[Text, ...]:
        """Return the heading of a position in a replay: the seat on turn, or the laying of the first
        cards.
        """
        if not any(view.fields):
            return (text("lost-chapter-fields"),)
        return (text("lost-chapter-turn", seat=Seat(view.turn)),)

    def score(self, view: LostView, result: Result, seat: int) -> Text | None:
        if seat not in view.out:
            return text("lost-score-in")
        return text("lost-score-out", hand=hand_text(elimination_hand(view, seat)))

    def say(self, event: Event, view: LostView) -> Text | None:
        return event_text(event)

    def name(self, move: Move, view: LostView) -> Text:
        return move_text(move)

    def reason(self, move: Move, view: LostView) -> Text | None:
        """Return a reason for or against a move, shown in hints; ``None`` if there is none."""
        assert view.seat is not None
        if isinstance(move, Play):
            effect = menus.play_effects(view, view.seat, move.target).get(move.card)
            return None if effect is None else text(f"lost-brings-{effect}")
        if isinstance(move, PlaceCard):
            face_up = mask_of((*view.fields[view.seat], move.card))
            return text("lost-reason-place", how="near" if is_one_away(face_up) else "safe")
        if view.play is None or view.is_placing or move not in JUDGEMENTS:
            return None
        if view.play.claim == "joker" and view.joker_in == view.play.seat:
            return text("lost-reason-joker", seat=Seat(view.play.seat))
        unseen = unseen_cards(view)
        fit = sum(is_true(card, view.play.claim) for card in unseen)
        return text("lost-reason", fit=fit, unseen=len(unseen), **claim_args(view.play))

    def hand(self, view: LostView) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return hand_row(view, view.seat)

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        return bluff_lines(counts)

    def measures(self) -> tuple[Measure, ...]:
        return bluff_measures()


def _pending_decision(view: LostView) -> Literal["lay", "place", "answer", "turn"] | None:
    if not view.is_my_turn:
        return None
    if not any(view.fields):
        return "lay"
    if view.is_placing:
        return "place"
    return "answer" if view.play is not None else "turn"


# --- the table --------------------------------------------------------------------------------------


def _headline(view: LostView) -> Text:
    if view.is_over:
        return game_over_text(view)
    if isinstance(view.to_act, str):
        return text("lost-headline-dealing")
    if not any(view.fields):
        return text("lost-headline-opening", seats=Seats(view.to_act))
    if view.is_placing:
        return text("lost-headline-place", seat=Seat(view.to_act[0]))
    if view.play is not None:
        return text("lost-headline-answer", **claim_args(view.play))
    last = event_text(view.log[-1]) if view.log else None
    return last or text("lost-event-fields")


def _line_below_headline(view: LostView) -> Text | None:
    if view.is_over or view.play is None:
        return None
    # After a discard the log begins with the claim. Before, the claimer's record helps to judge it.
    return event_text(view.log[0]) if view.is_placing else _claim_record_text(view, view.play.seat)


def _claim_record_text(view: LostView, seat: int) -> Text | None:
    true, false = view.told[seat]
    return None if not true + false else text("lost-line-record", seat=Seat(seat), true=true, false=false)


# --- the panel --------------------------------------------------------------------------------------


def _instruction(view: LostView) -> Text | None:
    match _pending_decision(view):
        case "lay":
            return text("lost-panel-lay")
        case "place":
            last = view.log[0]
            if isinstance(last, CardTaken):
                return text("lost-panel-taken", seat=Seat(last.seat), card=cards_of(last.card))
            return text("lost-panel-voided")
        case "answer":
            assert view.play is not None
            return _claim_record_text(view, view.play.seat)
        case "turn":
            return text("lost-panel-last") if len(view.hand) == 1 else None
    return None if any(view.fields) else text("lost-panel-laid")
