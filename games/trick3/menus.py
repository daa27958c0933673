"""Menus and words for moves: what each choice on the way to a move is called."""

from __future__ import annotations

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import Step
from games.core.words import Text, text
from games.trick3.hands import classifier
from games.trick3.moves import Expose, Fold, Play, Refill, is_face_down
from games.trick3.state import Trick3View
from games.trick3.strategy.hints import exposed, plans
from games.trick3.words import hand_name, printed


def facing(view: Trick3View, way: str) -> str:
    """Tell how a card of this round lies, ``up`` or ``down``, in a way that may still be a choice."""
    return "down" if is_face_down(view.round, way or view.way) else "up"


def move_name(move: Move, view: Trick3View) -> Text:
    """Put a move into words."""
    if isinstance(move, Play):
        key = "trick3-move-lead" if move.way else "trick3-move-play"
        return text(key, card=printed(view.deck, move.card), facing=facing(view, move.way))
    if isinstance(move, Fold):
        if move.card:
            return text("trick3-move-fold-card", card=printed(view.deck, move.card))
        return text("trick3-move-fold")
    if isinstance(move, Expose):
        return text("trick3-move-expose", cards=printed(view.deck, *move.cards))
    assert isinstance(move, Refill)
    return refill_name(move, view)


def refill_name(move: Refill, view: Trick3View) -> Text:
    """Put a refill into words."""
    if move.cards and move.draw:
        return text("trick3-move-expose-draw", cards=printed(view.deck, *move.cards), count=move.draw)
    if move.cards:
        return text("trick3-move-expose", cards=printed(view.deck, *move.cards))
    if move.draw:
        return text("trick3-move-draw", count=move.draw)
    return text("trick3-move-none")


def move_steps(move: Move, view: Trick3View) -> tuple[Step, ...]:
    """Break a move into choices: the card and then its way; to fold and with what; to refill and how."""
    if isinstance(move, Play):
        return _play_steps(move, view)
    if isinstance(move, Fold):
        return _fold_steps(move, view)
    if isinstance(move, Expose):
        return (_pick(view, text("trick3-choose-exposed"), move.cards),)
    assert isinstance(move, Refill)
    return _refill_steps(move, view)


def _play_steps(move: Play, view: Trick3View) -> tuple[Step, ...]:
    label = text("trick3-choice-play", card=printed(view.deck, move.card))
    first = Step(text("trick3-choose-play", round=view.round), move.card, label, _prospect(move.card, view))
    if not move.way:
        return (first,)
    way = Step(
        text("trick3-choose-way"),
        move.way,
        text(f"trick3-way-{move.way}"),
        text(f"trick3-way-{move.way}-about"),
    )
    return (first, way)


def _prospect(card: Card, view: Trick3View) -> Text:
    """Tell the best hand that playing a card leaves possible."""
    judge = classifier(view.deck)
    best = max((plan.strength for plan in plans(view, judge) if plan.card == card), default=0)
    return text("trick3-prospect", hand=hand_name(judge.name(best)))


def _fold_steps(move: Fold, view: Trick3View) -> tuple[Step, ...]:
    first = Step(text("trick3-choose-play", round=view.round), "fold", text("trick3-move-fold"))
    if not move.card:
        return (first,)
    place = "exposed" if move.card in exposed(view) else "hidden"
    label = text("trick3-choice-penalty", card=printed(view.deck, move.card), place=place)
    return (first, Step(text("trick3-choose-penalty"), move.card, label))


def _refill_steps(move: Refill, view: Trick3View) -> tuple[Step, ...]:
    prompt = text("trick3-choose-refill")
    draw = Step(text("trick3-choose-draw"), str(move.draw), text("trick3-choice-draw", count=move.draw))
    if move.cards:
        cards = _pick(view, text("trick3-choose-more-exposed"), move.cards)
        return (Step(prompt, "expose", text("trick3-choice-expose")), cards, draw)
    if move.draw:
        return (Step(prompt, "draw", text("trick3-choice-only-draw")), draw)
    return (Step(prompt, "none", text("trick3-move-none")),)


def _pick(view: Trick3View, prompt: Text, cards: tuple[Card, ...]) -> Step:
    return Step(prompt, " ".join(cards), text("trick3-cards", cards=printed(view.deck, *cards)), picks=cards)
