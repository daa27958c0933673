"""Moves by one tap: the best ones, the other cards, and the draw that goes without saying after a play."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.moves import Move
from games.core.presentation import MOST_TAPS, Offer, Shortcut, Style
from games.core.words import text
from games.trick3.hands import Classifier
from games.trick3.menus import move_name
from games.trick3.moves import (
    DOWN,
    FOLD,
    PLAYS,
    REFILL_NONE,
    UP,
    Fold,
    Play,
    Refill,
    most_drawn,
)
from games.trick3.state import Trick3View
from games.trick3.strategy.hints import exposed, full_draws, leaves, prospects
from games.trick3.strategy.suggestions import drawable, exposes, suggested
from games.trick3.words import hand_name

BEST = 4
"""How many suggested moves are shortcuts; folding, or not to refill, is one more."""


def usual_refill(hidden: int, exposed: int, stock: int) -> Refill | None:
    """Tell which refill goes without saying, from numbers of cards that everybody knows.

    Args:
        hidden, exposed, stock: how many cards a seat has when its refill begins.

    Returns:
        To draw what can be drawn, or nothing where the stock is used up; ``None`` where there is something to
        decide: no card is exposed, or exposing one would make room to draw.
    """
    if not hidden or not exposed:
        return None
    draw = most_drawn(hidden, stock)
    if draw:
        return Refill(draw=draw)
    return None if stock else REFILL_NONE


# --- in public --------------------------------------------------------------------------------------------


def public_taps(view: Trick3View) -> tuple[Shortcut, ...]:
    """List what the seat to act may do with cards and numbers that everybody knows."""
    if not isinstance(view.to_act, tuple) or view.phase not in ("play", "refill"):
        return ()
    seat = view.to_act[0]
    if view.phase == "refill":
        draw = drawable(view, seat)
        refills: list[Move] = [Refill(draw=draw)] if draw else []
        return tuple(_tap(view, move) for move in (*refills, REFILL_NONE))
    if view.round == 1:
        return ()
    cards = dict.fromkeys(view.exposed[seat]) if view.round == 2 else ()
    return tuple(_turn(view, seat, move) for move in (*[PLAYS[""][card] for card in cards], FOLD))


def _tap(view: Trick3View, move: Move, style: Style = "secondary") -> Shortcut:
    return Shortcut(move_name(move, view), str(move), style)


# --- in a panel -------------------------------------------------------------------------------------------


def taps(view: Trick3View, judge: Classifier) -> tuple[tuple[Shortcut, ...], tuple[Offer, ...]]:
    """Offer the moves worth a tap: the best ones as shortcuts, then what else can be done, under titles."""
    if view.phase == "expose":
        return tuple(_styled([_tap(view, move) for move in exposes(view, judge, BEST - 1)])), ()
    if view.phase == "refill":
        return _refill_taps(view, judge)
    return _play_taps(view, judge)


def _styled(shortcuts: Iterable[Shortcut]) -> list[Shortcut]:
    """Let the first one stand out."""
    first, *others = shortcuts
    return [Shortcut(first.label, first.move, "primary", first.then), *others]


def _play_taps(view: Trick3View, judge: Classifier) -> tuple[tuple[Shortcut, ...], tuple[Offer, ...]]:
    assert view.seat is not None
    *plays, fold = suggested(view, judge)
    best = prospects(view, judge)
    shortcuts = [_turn(view, view.seat, move, judge.name(best.get(_card(move), 0))) for move in plays[:BEST]]
    others = [move for move in _plays(view) if move not in plays[:BEST]][: MOST_TAPS - len(shortcuts) - 1]
    if len(others) % 2 and not view.way and view.round == 1:
        others.pop()  # a card is offered both ways or not at all
    offered = tuple(_turn(view, view.seat, move, judge.name(best.get(_card(move), 0))) for move in others)
    offers = (Offer(text("trick3-offer-cards"), offered),) if offered else ()
    return (*_styled(shortcuts), _turn(view, view.seat, fold)), offers


def _card(move: Move) -> str:
    assert isinstance(move, Play)
    return move.card


def _plays(view: Trick3View) -> list[Move]:
    """List the cards that can be played, as held; the first one of a battle in both ways."""
    cards = dict.fromkeys(exposed(view) if view.round == 2 else view.hand)
    ways = (UP, DOWN) if view.round == 1 and not view.way else ("",)
    return [PLAYS[way][card] for card in cards for way in ways]


def _turn(view: Trick3View, seat: int, move: Move, hand: str | None = None) -> Shortcut:
    """Offer to play or to fold, with the refill that goes without saying by the same tap.

    Args:
        hand: the best hand that the card leaves possible, for its owner's eyes.
    """
    after = _refill_after(view, seat, move)
    label = move_name(move, view)
    if after is not None and after.draw:
        label = text("trick3-tap-draw", move=label, count=after.draw)
    if hand:
        label = text("trick3-tap-hand", move=label, hand=hand_name(hand))
    style: Style = "danger" if isinstance(move, Fold) else "secondary"
    return Shortcut(label, str(move), style, str(after) if after is not None else "")


def _refill_after(view: Trick3View, seat: int, move: Move) -> Refill | None:
    hidden, shown = view.hidden[seat], len(view.exposed[seat])
    if isinstance(move, Fold):
        is_open = move.card in view.exposed[seat]
        hidden, shown = hidden - (bool(move.card) and not is_open), shown - is_open
    elif view.round == 2:
        shown -= 1
    else:
        hidden -= 1
    return usual_refill(hidden, shown, view.stock[seat])


# --- to refill --------------------------------------------------------------------------------------------


def _refill_taps(view: Trick3View, judge: Classifier) -> tuple[tuple[Shortcut, ...], tuple[Offer, ...]]:
    """Offer the usual refills, then to expose any one card and draw."""
    shortcuts = [_tap(view, move) for move in suggested(view, judge)]
    known = {shortcut.move for shortcut in shortcuts}
    single = [move for move in full_draws(view) if len(move.cards) == 1 and not leaves(view, move)]
    offered = tuple(_tap(view, move) for move in single if str(move) not in known)[
        : MOST_TAPS - len(shortcuts)
    ]
    offers = (Offer(text("trick3-offer-expose"), offered),) if offered else ()
    return tuple(_styled(shortcuts)), offers
