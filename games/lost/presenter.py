"""How a table of Lost Poker looks: the claim that waits or whose turn it is, then all fields."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.core.bluffs import bluffs_told
from games.core.cards import Card
from games.core.events import Event
from games.core.moves import Move
from games.core.presentation import Board, Face, PanelScene, Presenter, Question, Row, Shortcut, TableScene
from games.core.rules import Result, is_to_act
from games.core.seats import clockwise
from games.core.words import Joined, Seat, Seats, Text, text
from games.lost import events
from games.lost.hands import JOKER, by_suit, field_groups, hot_cards, is_fatal, made
from games.lost.menus import ask, warning
from games.lost.moves import DOUBT, LOST, PASS, TRUST
from games.lost.state import LostView
from games.lost.words import FAMILY, claim_text, name_of, named, outs_text

SHOWN_EVENTS = 2
"""How many events since the last claim a table tells, besides that claim's outcome."""


class LostPresenter(Presenter[LostView]):
    """Shows Lost Poker."""

    def table(self, view: LostView) -> TableScene:
        """Describe the table: what waits, what came of the last claim, every field."""
        return TableScene(
            headline=_headline(view),
            seats=tuple((seat, _seat_line(view, seat)) for seat in clockwise(view.first, view.seats)),
            lines=_told(view),
            board=_fields(view) if any(view.fields) else None,
            public=_answers(view, view.play.target) if _is_asked(view) and view.play else (),
        )

    def panel(self, view: LostView, legal: Sequence[Move]) -> PanelScene:
        """Describe a hand, what one alone knows, and on one's turn what may be tapped."""
        seat = view.seat
        if seat is None or not (view.hand or view.fields[seat]):
            return PanelScene(lines=(text("lost-panel-nothing"),))
        shortcuts: tuple[Shortcut, ...] = ()
        if TRUST in legal:
            shortcuts = _answers(view, seat)
        elif PASS in legal:
            shortcuts = (Shortcut(text("lost-pass"), str(PASS)),)
        return PanelScene(_panel_lines(view, seat), _hand_board(view, seat), shortcuts)

    def say(self, event: Event, view: LostView) -> Text | None:
        """Tell what happened."""
        return _said(event)

    def name(self, move: Move, view: LostView) -> Text:
        """Put a move into words."""
        return name_of(move)

    def ask(self, view: LostView, chosen: tuple[str, ...]) -> Question | Move | None:
        """Ask what to do, then for cards, a seat and a claim; answers and a pass are buttons."""
        return ask(view, chosen)

    def warning(self, move: Move, view: LostView) -> Text | None:
        """Warn of moves by which a seat would eliminate itself."""
        return warning(move, view)

    def hand(self, view: LostView) -> Row | None:
        """Lay the viewing seat's hidden cards open."""
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), hand_faces(view.hand, ()))

    def outcome(self, view: LostView, result: Result) -> tuple[Text, ...]:
        """Say who went out, and why."""
        return _ends(view)

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Tell of claims and challenges."""
        return bluffs_told(counts)


def _said(event: Event) -> Text | None:
    match event:
        case events.HandsDealt():
            return text("lost-event-dealt", count=event.size)
        case events.FieldsShown():
            return text("lost-event-fields")
        case events.CardPlayed():
            return text("lost-event-played", **_claim_args(event))
        case events.CardJudged():
            return _judged(event)
        case events.CardTaken():
            return text("lost-event-taken", **_claim_args(event))
        case events.LostVoided():
            return text("lost-event-voided", **_claim_args(event))
        case events.CardPlaced():
            return text("lost-event-placed", seat=Seat(event.seat), card=named(event.card))
        case events.HandCardLost():
            return text("lost-event-lost-hand", seat=Seat(event.seat))
        case events.FieldCardLost():
            card, placed = named(event.card), named(event.placed)
            return text("lost-event-lost-field", seat=Seat(event.seat), card=card, placed=placed)
        case events.JokerTakenBack():
            return text("lost-event-back", seat=Seat(event.seat), cards=named(*event.cards))
        case events.Passed():
            return text("lost-event-passed", seat=Seat(event.seat))
        case events.Eliminated():
            return _eliminated(event.seat, event.reason, event.cards)
    return None


def _is_asked(view: LostView) -> bool:
    """Tell whether a card waits to be judged."""
    return view.play is not None and not view.is_placing and not view.is_over


def _headline(view: LostView) -> Text:
    if view.is_over:
        return text("lost-headline-over", reasons=Joined(_ends(view)))
    if isinstance(view.to_act, str):
        return text("lost-headline-dealing")
    if not any(view.fields):
        return text("lost-headline-opening", seats=Seats(view.to_act))
    if view.is_placing:
        return text("lost-headline-place", seat=Seat(view.to_act[0]))
    if view.play is not None:
        return text("lost-headline-answer", **_claim_args(view.play))
    return text("lost-headline-turn", seat=Seat(view.turn))


def _claim_args(play: object) -> dict[str, Seat | Text]:
    """Give who, to whom and what was claimed, of a play or of what came of it."""
    seat, target, claim = (getattr(play, name) for name in ("seat", "target", "claim"))
    return {"seat": Seat(seat), "target": Seat(target), "claim": claim_text(claim)}


def _judged(event: events.CardJudged) -> Text:
    what = "joker" if event.card == JOKER else event.answer
    key = f"lost-event-{what}-{'right' if event.is_right else 'wrong'}"
    return text(key, **_claim_args(event), card=named(event.card))


def _ends(view: LostView) -> tuple[Text, ...]:
    found = []
    for seat in view.out:
        kind, cards = made(view.fields[seat]) or ("hand", ())
        found.append(_eliminated(seat, kind, cards))
    return tuple(found)


def _eliminated(seat: int, reason: str, cards: tuple[Card, ...]) -> Text:
    if reason == "hand":
        return text("lost-end-hand", seat=Seat(seat))
    return text(f"lost-end-{reason}", seat=Seat(seat), cards=named(*cards))


def _told(view: LostView) -> tuple[Text, ...]:
    """Tell the outcome of the last claim and the latest events after it."""
    log = view.log
    if log and isinstance(log[0], events.OUTCOMES):
        log = (log[0], *log[1:][-SHOWN_EVENTS:])
    else:
        log = log[-SHOWN_EVENTS - 1 :]
    lines = [_said(event) for event in log]
    return tuple(line for line in lines if line is not None)


def _seat_line(view: LostView, seat: int) -> Text:
    if not any(view.fields):
        is_choosing = is_to_act(view.to_act, seat)
        return text("lost-seat-choosing" if is_choosing else "lost-seat-ready", cards=view.sizes[seat])
    if seat in view.out:
        return text("lost-seat-out")
    near = outs_text(view.fields[seat])
    cards, left = view.sizes[seat], view.losts_left(seat)
    if near is None:
        return text("lost-seat", cards=cards, left=left)
    return text("lost-seat-near", cards=cards, left=left, outs=near)


def _new_cards(view: LostView) -> tuple[Card, ...]:
    """List the cards that the last move laid open."""
    found: tuple[Card, ...] = ()
    for event in view.news:
        match event:
            case events.CardJudged() | events.CardPlaced():
                found += (event.card,)
            case events.FieldCardLost():
                found += (event.placed,)
            case events.JokerTakenBack():
                found += event.cards
            case events.LostVoided():
                found += (JOKER,)
    return found


def _fields(view: LostView) -> Board:
    new = _new_cards(view)
    rows = []
    for seat in clockwise(view.first, view.seats):
        note = _note(view, seat)
        turn = is_to_act(view.to_act, seat)
        rows.append(Row(Seat(seat), field_faces(view.fields[seat], new), note, turn))
    return Board(FAMILY, tuple(rows))


def _note(view: LostView, seat: int) -> Text | None:
    if seat in view.out:
        return text("lost-note-out")
    return text("lost-note-near") if outs_text(view.fields[seat]) else None


def _answers(view: LostView, target: int) -> tuple[Shortcut, ...]:
    answers = [
        Shortcut(text("lost-trust"), str(TRUST), "success"),
        Shortcut(text("lost-doubt"), str(DOUBT), "danger"),
    ]
    if left := view.losts_left(target):
        answers.append(Shortcut(text("lost-lost", left=left), str(LOST)))
    return tuple(answers)


def _panel_lines(view: LostView, seat: int) -> tuple[Text, ...]:
    lines = [_what_now(view, seat)] if not view.is_over else []
    hand = tuple(face.card for group in hand_faces(view.hand, ()) for face in group)
    lines.append(text("lost-panel-hand", cards=named(*hand), count=len(hand)))
    near = outs_text(view.fields[seat])
    if near is not None and seat not in view.out:
        lines.append(text("lost-panel-near", outs=near))
    if pile := view.piles[seat]:
        lost = tuple(card.card for card in pile)
        lines.append(text("lost-panel-pile", cards=named(*lost), left=view.losts_left(seat)))
    return tuple(lines)


def _what_now(view: LostView, seat: int) -> Text:
    """Say what is asked of a seat, or what it waits for."""
    turn = is_to_act(view.to_act, seat)
    if not any(view.fields):
        return text("lost-panel-lay") if turn else text("lost-panel-laid", cards=named(*view.laid))
    play = view.play
    if view.is_placing and turn:
        last = view.log[0]
        if isinstance(last, events.CardTaken):
            return text("lost-panel-taken", seat=Seat(last.seat), card=named(last.card))
        return text("lost-panel-voided")
    if play is not None and turn:
        return text("lost-panel-answer", **_claim_args(play))
    if play is not None and play.seat == seat:
        return text("lost-panel-played", card=named(play.card), **_claim_args(play))
    return text("lost-panel-turn") if turn else text("lost-panel-wait")


def _hand_board(view: LostView, seat: int) -> Board:
    field = view.fields[seat]
    rows = [Row(text("lost-your-hand"), hand_faces(view.hand, field))]
    if field:
        rows.append(Row(text("lost-your-field"), field_faces(field, _new_cards(view))))
    return Board(FAMILY, tuple(rows))


# --- cards ------------------------------------------------------------------------------------------


def field_faces(field: Sequence[Card], new: Collection[Card] = ()) -> tuple[tuple[Face, ...], ...]:
    """Lay a field out: hot what stands in a hand that is one away or made, else new what has just come."""
    hot = hot_cards(field) if field else frozenset()
    return tuple(
        tuple(Face(card, "hot" if card in hot else "new" if card in new else "") for card in group)
        for group in field_groups(field)
    )


def hand_faces(hand: Sequence[Card], field: Sequence[Card]) -> tuple[tuple[Face, ...], ...]:
    """Lay a hand out by suit: hot what would make a hand if it came to one's own field."""
    return tuple(
        tuple(Face(card, "hot" if is_fatal(card, field) else "") for card in group) for group in by_suit(hand)
    )
