"""The private panel: the hand sorted, what it can still make, what others may make, moves worth a tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import Board, PanelScene, Row, Shortcut, faces
from games.core.words import Joined, Seat, Text, text
from games.trick3.decks import DECKS, FAMILIES
from games.trick3.guide import hand_name
from games.trick3.hands import Classifier, classifier
from games.trick3.hints import (
    best_hands,
    expose_worth,
    exposed,
    leaves,
    plans,
    played,
    reach,
    suggested_refills,
)
from games.trick3.moves import DOWN, FOLD, FOLDS, PLAYS, REFILL_NONE, UP, Expose, Fold, Play, Refill
from games.trick3.odds import rivals
from games.trick3.state import Trick3View
from games.trick3.steps import move_name, printed

BEST_SHOWN = 3
"""How many of one's best hands are told."""
SHORTCUTS = 5


def panel_scene(view: Trick3View, legal: Sequence[Move]) -> PanelScene:
    """Describe the panel of the viewing seat.

    Args:
        view: the seat's own view.
        legal: its legal moves; empty when it is not to act.
    """
    assert view.seat is not None
    if not (view.hand or exposed(view) or played(view)):
        return PanelScene(lines=(text("trick3-no-hand", points=len(view.captured[view.seat])),))
    judge = classifier(view.deck)
    return PanelScene(
        lines=_lines(view, judge),
        board=_board(view, judge),
        shortcuts=_shortcuts(view, legal, judge),
        warnings=_warnings(view, legal),
    )


def _lines(view: Trick3View, judge: Classifier) -> tuple[Text, ...]:
    assert view.seat is not None
    lines = [text("trick3-hidden-hand", cards=printed(view, *view.hand), count=len(view.hand))]
    if view.chosen:
        lines.append(text("trick3-chosen", cards=printed(view, *view.chosen)))
    if view.phase != "expose":
        lines.append(text("trick3-exposed-hand", cards=printed(view, *exposed(view))))
    if played(view):
        lines.append(text("trick3-played", cards=printed(view, *played(view))))
    best = tuple(
        text("trick3-makes", hand=hand_name(judge.name(strength)), cards=printed(view, *cards))
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


def _board(view: Trick3View, judge: Classifier) -> Board:
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


# --- shortcuts and warnings -------------------------------------------------------------------------------


def _shortcuts(view: Trick3View, legal: Sequence[Move], judge: Classifier) -> tuple[Shortcut, ...]:
    if not legal:
        return ()
    if view.phase == "expose":
        best = max(
            (move for move in legal if isinstance(move, Expose)),
            key=lambda move: expose_worth(view, judge, move),
        )
        return (Shortcut(move_name(best, view), str(best), "primary"),)
    moves = _refills(view, legal, judge) if view.phase == "refill" else _plays(view, judge)
    return tuple(_shortcut(view, move, place) for place, move in enumerate(moves[:SHORTCUTS]))


def _shortcut(view: Trick3View, move: Move, place: int) -> Shortcut:
    if isinstance(move, Fold):
        return Shortcut(move_name(move, view), str(move), "danger")
    return Shortcut(move_name(move, view), str(move), "secondary" if place else "primary")


def _refills(view: Trick3View, legal: Sequence[Move], judge: Classifier) -> list[Move]:
    return [*suggested_refills(view, legal, judge), REFILL_NONE]


def _plays(view: Trick3View, judge: Classifier) -> list[Move]:
    """List the cards that leave the best hands possible, then how to fold."""
    best: dict[Card, int] = {}
    for plan in plans(view, judge):
        best[plan.card] = max(plan.strength, best.get(plan.card, 0))
    if not best:  # no exposed card yet for round 2: a refill may still bring one
        best = dict.fromkeys(view.hand, 0)
    cards = sorted(best, key=lambda card: -best[card])
    moves: list[Move]
    if view.round == 1 and not view.way:
        moves = [PLAYS[way][card] for card in cards[:2] for way in (UP, DOWN)]
    else:
        moves = [PLAYS[""][card] for card in cards[: SHORTCUTS - 1]]
    return [*moves, FOLDS[cards[-1]] if view.round == 1 else FOLD]


def _warnings(view: Trick3View, legal: Sequence[Move]) -> Mapping[str, Text]:
    """Warn of moves with which a seat leaves the game though it need not."""
    assert view.seat is not None
    if not legal or view.stock[view.seat] or len(view.hand) > 3 or view.phase == "expose":
        return {}
    warned: dict[str, Text] = {}
    for move in legal:
        if _is_leaving(view, move):
            loses = len(played(view)) < 3 and view.seat not in view.folded
            warned[str(move)] = text("trick3-warning-leave", battle="lost" if loses else "done")
    return warned


def _is_leaving(view: Trick3View, move: Move) -> bool:
    if isinstance(move, Refill):
        return leaves(view, move)
    if len(view.hand) > 1 or view.round == 2:
        return False
    if isinstance(move, Play):
        return view.round == 1
    return isinstance(move, Fold) and bool(move.card) and move.card not in exposed(view)
