"""How a table of Three Cards Trick Poker looks: the pot, then one row for each seat in turn order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.cards import Card
from games.core.events import Event
from games.core.moves import Move
from games.core.presentation import (
    Board,
    Example,
    Face,
    PanelScene,
    Presenter,
    Question,
    Row,
    Shortcut,
    TableScene,
    faces,
)
from games.core.rules import Result
from games.core.seats import clockwise
from games.core.words import Joined, Seat, Seats, Text, text
from games.trick3.decks import DECKS, FAMILIES
from games.trick3.events import (
    AllFolded,
    CardPlayed,
    Folded,
    GameEnded,
    GameLeft,
    HandFilled,
    HandsDealt,
    HandsExposed,
    Refilled,
    Showdown,
)
from games.trick3.hands import Classifier, classifier
from games.trick3.menus import ask, move_name
from games.trick3.moves import FOLD, PLAYS, REFILL_NONE, Fold, Refill, is_face_down
from games.trick3.state import Trick3View
from games.trick3.strategy.hints import best_hands, exposed, played, reach
from games.trick3.strategy.odds import rivals
from games.trick3.strategy.suggestions import drawable, is_leaving, suggested
from games.trick3.words import hand_name, hands_guide, printed

POT_SHOWN = 12
"""How many cards of the pot the picture shows; their number is always told."""
BEST_SHOWN = 3
"""How many of one's best hands are told."""


class Trick3Presenter(Presenter[Trick3View]):
    """Shows Three Cards Trick Poker."""

    def table(self, view: Trick3View) -> TableScene:
        """Describe the table: whose turn, the way, the pot, every seat's open cards and counts."""
        return TableScene(
            headline=_headline(view),
            seats=tuple((seat, _seat_line(view, seat)) for seat in clockwise(view.lead, view.seats)),
            lines=_table_lines(view),
            board=_board(view) if view.battle else None,
            public=_public(view),
        )

    def panel(self, view: Trick3View, legal: Sequence[Move]) -> PanelScene:
        """Describe a hand, what it and others can become, and the moves worth a tap."""
        assert view.seat is not None
        if not (view.hand or exposed(view) or played(view)):
            return PanelScene(lines=(text("trick3-no-hand", points=len(view.captured[view.seat])),))
        judge = classifier(view.deck)
        return PanelScene(
            lines=_panel_lines(view, judge),
            board=_panel_board(view, judge),
            shortcuts=_shortcuts(view, judge) if legal else (),
        )

    def say(self, event: Event, view: Trick3View) -> Text | None:
        """Tell what happened."""
        match event:
            case HandsDealt():
                return text("trick3-event-dealt", seat=Seat(event.lead), each=event.each, pot=len(event.pot))
            case HandsExposed():
                return text("trick3-event-exposed")
            case CardPlayed():
                return _played_text(event, view)
            case Folded():
                return _folded_text(event, view)
            case HandFilled():
                return text("trick3-event-filled", seat=Seat(event.seat), count=event.count)
            case Refilled():
                return _refilled_text(event, view)
            case GameLeft():
                return text("trick3-event-left", seat=Seat(event.seat), count=len(event.cards))
            case Showdown():
                return _showdown_text(event, view)
            case AllFolded():
                return text("trick3-event-all-folded", seat=Seat(event.seat))
            case GameEnded():
                return text("trick3-event-ended", game=event.game, points=_points(event.points))
        return None

    def name(self, move: Move, view: Trick3View) -> Text:
        """Put a move into words."""
        return move_name(move, view)

    def ask(self, view: Trick3View, chosen: tuple[str, ...]) -> Question | Move | None:
        """Say what comes next on the way to a move."""
        return ask(view, chosen)

    def warning(self, move: Move, view: Trick3View) -> Text | None:
        """Warn of a move with which a seat leaves the game though it need not."""
        if not is_leaving(view, move):
            return None
        loses = len(played(view)) < 3 and view.seat not in view.folded
        return text("trick3-warning-leave", battle="lost" if loses else "done")

    def hand(self, view: Trick3View) -> Row | None:
        """Lay the viewing seat's hidden cards open."""
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(view.hand),))

    def outcome(self, view: Trick3View, result: Result) -> tuple[Text, ...]:
        """Say with how many points the match was won, and who left the last game."""
        best = int(max(result.scores))
        lines = [text("trick3-outcome", seats=Seats(result.ranking[0]), points=best)]
        if view.left:
            lines.append(text("trick3-outcome-left", seats=Seats(view.left)))
        return tuple(lines)

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Tell of battles."""
        battles, folds = counts.get("battles", 0), counts.get("folds", 0)
        if not battles and not folds:
            return ()
        return (text("trick3-stats", battles=battles, won=counts.get("battles_won", 0), folds=folds),)

    def guide(self, view: Trick3View) -> tuple[Example, ...]:
        """List the hands of the deck in play, weak to strong.

        Returns:
            For each hand its name with a definition of one line, and three example cards.
        """
        return hands_guide(view.deck)


# --- the table ------------------------------------------------------------------------------------------


def _headline(view: Trick3View) -> Text:
    if view.is_over:
        return text("trick3-headline-over")
    if not isinstance(view.to_act, tuple):
        return text("trick3-headline-deal", seat=Seat(view.lead))
    if view.phase == "expose":
        return text("trick3-headline-expose", seats=Seats(view.to_act), count=len(view.to_act))
    seat = view.to_act[0]
    if view.phase == "refill":
        return text("trick3-headline-refill", seat=Seat(seat))
    facing = "free" if not view.way else "down" if is_face_down(view.round, view.way) else "up"
    return text("trick3-headline-play", seat=Seat(seat), round=view.round, facing=facing)


def _table_lines(view: Trick3View) -> tuple[Text, ...]:
    lines: list[Text] = []
    games = int(view.options["games"])
    if view.battle and not view.is_over:
        lines.append(text("trick3-battle", battle=view.battle, round=view.round, way=view.way or "none"))
    lines.append(text("trick3-pot", count=len(view.pot)))
    lines.append(text("trick3-deck", deck=view.deck, end=view.options["end"]))
    if games > 1:
        lines.append(text("trick3-games", game=max(1, view.number), games=games, totals=_points(view.totals)))
    if view.shown and not any(isinstance(event, Showdown) for event in view.news):
        lines.append(_showdown_text(view.shown, view))
    return tuple(lines)


def _status(view: Trick3View, seat: int) -> str:
    if seat in view.left:
        return "left"
    return "folded" if seat in view.folded and not view.is_over else "in"


def _seat_line(view: Trick3View, seat: int) -> Text:
    status = _status(view, seat)
    points = len(view.captured[seat])
    if status == "left":
        return text("trick3-seat-left", points=points)
    key = "trick3-seat-played" if view.played[seat] else "trick3-seat"
    return text(
        key,
        status=status,
        points=points,
        hidden=view.hidden[seat],
        stock=view.stock[seat],
        exposed=printed(view.deck, *view.exposed[seat]),
        played=printed(view.deck, *view.played[seat]),
    )


def _board(view: Trick3View) -> Board:
    rows = [_row(view, seat) for seat in clockwise(view.lead, view.seats)]
    if view.pot:
        shown = FAMILIES[DECKS[view.deck].family].sort(view.pot[-POT_SHOWN:])
        rows.insert(
            0, Row(text("trick3-row-pot"), (faces(shown),), text("trick3-note-pot", count=len(view.pot)))
        )
    return Board(FAMILIES[DECKS[view.deck].family].name, tuple(rows))


def _row(view: Trick3View, seat: int) -> Row:
    """Show a seat: its exposed hand, then what it has played, framed, the newest card marked."""
    status = _status(view, seat)
    exposed = view.exposed[seat]
    groups = [faces(exposed, dim=exposed if status == "folded" else ())]
    played = [Face(card, "hot") for card in view.played[seat]]
    if played and any(isinstance(event, CardPlayed) and event.seat == seat for event in view.news):
        played[-1] = Face(played[-1].card, "new")
    groups.append(tuple(played))
    is_turn = isinstance(view.to_act, tuple) and seat in view.to_act
    note = text(
        "trick3-note-seat",
        status=status,
        points=len(view.captured[seat]),
        hidden=view.hidden[seat],
        stock=view.stock[seat],
    )
    return Row(Seat(seat), tuple(group for group in groups if group), note, is_turn)


def _public(view: Trick3View) -> tuple[Shortcut, ...]:
    """List what the seat to act may do with cards and numbers that everybody knows."""
    if not isinstance(view.to_act, tuple) or view.phase not in ("play", "refill"):
        return ()
    seat = view.to_act[0]
    if view.phase == "refill":
        draw = drawable(view, seat)
        moves: list[Move] = [Refill(draw=draw)] if draw else []
        moves.append(REFILL_NONE)
    elif view.round == 1:
        return ()
    else:
        moves = [PLAYS[""][card] for card in dict.fromkeys(view.exposed[seat])] if view.round == 2 else []
        moves.append(FOLD)
    return tuple(
        Shortcut(move_name(move, view), str(move), "danger" if move == FOLD else "secondary")
        for move in moves
    )


# --- the panel ------------------------------------------------------------------------------------------


def _panel_lines(view: Trick3View, judge: Classifier) -> tuple[Text, ...]:
    assert view.seat is not None
    lines = [text("trick3-hidden-hand", cards=printed(view.deck, *view.hand), count=len(view.hand))]
    if view.chosen:
        lines.append(text("trick3-chosen", cards=printed(view.deck, *view.chosen)))
    if view.phase != "expose":
        lines.append(text("trick3-exposed-hand", cards=printed(view.deck, *exposed(view))))
    if played(view):
        lines.append(text("trick3-played", cards=printed(view.deck, *played(view))))
    best = tuple(
        text("trick3-makes", hand=hand_name(judge.name(strength)), cards=printed(view.deck, *cards))
        for strength, cards in best_hands(view, judge, BEST_SHOWN)
    )
    lines.append(text("trick3-best", hands=Joined(best)) if best else text("trick3-best-none"))
    threats = _threats(view, judge)
    if threats:
        lines.append(text("trick3-threats", hands=Joined(threats)))
    lines.append(text("trick3-own", stock=view.stock[view.seat], points=len(view.captured[view.seat])))
    return tuple(lines)


def _threats(view: Trick3View, judge: Classifier) -> tuple[Text, ...]:
    """Tell of each rival that has played what its cards may become at best."""
    if view.phase not in ("play", "refill") or view.seat in view.folded:
        return ()
    return tuple(
        text("trick3-threat", seat=Seat(seat), hand=hand_name(judge.name(reach(view, judge, seat))))
        for seat in rivals(view)
        if any(view.played[seat])
    )


def _panel_board(view: Trick3View, judge: Classifier) -> Board:
    """Show the hand; the cards of the best hand that can be made are framed."""
    best = best_hands(view, judge, 1)
    hot = list(best[0][1]) if best else []
    rows: list[Row] = []
    for key, cards in (("played", played(view)), ("exposed", exposed(view)), ("hidden", view.hand)):
        if cards:
            marked = _take(hot, cards)
            rows.append(Row(text(f"trick3-row-{key}"), (faces(cards, hot=marked),)))
    return Board(FAMILIES[DECKS[view.deck].family].name, tuple(rows))


def _take(wanted: list[Card], cards: Sequence[Card]) -> list[Card]:
    """Take out of ``wanted`` what is among the cards."""
    taken = []
    for card in cards:
        if card in wanted:
            wanted.remove(card)
            taken.append(card)
    return taken


def _shortcuts(view: Trick3View, judge: Classifier) -> tuple[Shortcut, ...]:
    """Offer the moves worth a tap; the best one stands out."""
    return tuple(
        Shortcut(
            move_name(move, view),
            str(move),
            "danger" if isinstance(move, Fold) else "secondary" if place else "primary",
        )
        for place, move in enumerate(suggested(view, judge))
    )


# --- events -----------------------------------------------------------------------------------------------


def _played_text(event: CardPlayed, view: Trick3View) -> Text:
    facing = "down" if is_face_down(event.round, event.way) else "up"
    # The event is told in public even where the teller saw the card.
    card = "" if facing == "down" else event.card
    return text("trick3-event-played", seat=Seat(event.seat), card=printed(view.deck, card), facing=facing)


def _folded_text(event: Folded, view: Trick3View) -> Text:
    cards = (*event.cards, event.penalty) if event.penalty else event.cards
    key = "trick3-event-folded-forced" if event.is_forced else "trick3-event-folded"
    return text(key, seat=Seat(event.seat), cards=printed(view.deck, *cards), count=len(cards))


def _refilled_text(event: Refilled, view: Trick3View) -> Text | None:
    if not event.cards and not event.drawn:
        return None
    if event.cards:
        cards = printed(view.deck, *event.cards)
        return text("trick3-event-refilled", seat=Seat(event.seat), cards=cards, count=event.drawn)
    return text("trick3-event-drew", seat=Seat(event.seat), count=event.drawn)


def _showdown_text(event: Showdown, view: Trick3View) -> Text:
    hands = tuple(
        text(
            "trick3-shown",
            seat=Seat(shown.seat),
            hand=hand_name(shown.hand),
            cards=printed(view.deck, *shown.cards),
        )
        for shown in event.hands
    )
    if not event.winners:
        return text("trick3-event-no-hand", hands=Joined(hands), pot=event.pot)
    key = "trick3-event-won" if len(event.winners) == 1 else "trick3-event-shared"
    return text(key, seats=Seats(event.winners), each=event.each, pot=event.pot, hands=Joined(hands))


def _points(points: Sequence[int]) -> Joined:
    return Joined(
        tuple(text("trick3-points", seat=Seat(seat), points=count) for seat, count in enumerate(points))
    )
