"""What may be played in Tomoefuda: what a card would do to the trick, the menu of cards, the buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from games.core.cards import Card
from games.core.presentation import MOST_TAPS, Offer, Shortcut, Style
from games.core.questions import Choice, Part, Question
from games.core.words import Text, text
from games.tomoe.moves import PLAYS
from games.tomoe.state import TomoeView
from games.tomoe.tricks import BACK, SEATS, SUIT, judge, role
from games.tomoe.words import printed

Outlooks: TypeAlias = Mapping[Card, str]
"""By card what becomes of the running trick with it: ``wins``, ``loses`` or ``depends``."""

AT_HAND = 5
"""With at most so many playable cards their buttons need no titles."""

STYLES: dict[str, Style] = {"wins": "success", "loses": "secondary"}
"""How the button of a card looks by what becomes of the trick; primary where that is open."""


# --- what a card would do -----------------------------------------------------------------------------


def outlooks(view: TomoeView, cards: Sequence[Card]) -> Outlooks:
    """Tell what becomes of the running trick with each of the cards that the viewing seat may play.

    Who plays last knows; who plays second knows where every card that may follow leads to the same. Nothing
    is said to who leads.
    """
    if not view.trick:
        return {}
    last = answers(view) if len(view.trick) < SEATS - 1 else ()
    return {card: _outlook(view, card, last) for card in cards}


def answers(view: TomoeView) -> tuple[Card, ...]:
    """List what may come from the last seat while the viewing seat is second to play.

    Any of the unseen cards may be among its hidden ones; it has to follow like everybody (tomoe.md, Play).
    """
    last = (view.lead + 2) % SEATS
    shown, hidden = view.open[last], view.hidden_counts[last]
    unseen = view.unseen if hidden else ()
    front = SUIT[view.trick[0]]
    found: list[Card] = []
    for suit in (front, BACK[front]):
        if suit is None:
            continue
        known = [card for card in shown if SUIT[card] == suit]
        found += known + [card for card in unseen if SUIT[card] == suit]
        unseen = tuple([card for card in unseen if SUIT[card] != suit])
        if known or len(unseen) < hidden:  # it is sure to hold this suit
            return tuple(found)
    return (*found, *shown, *unseen)


def _outlook(view: TomoeView, card: Card, last: Sequence[Card]) -> str:
    cards = (*view.trick, card)
    ends = [(*cards, answer) for answer in last] or [cards]
    won = {judge(view.lead, end).winner == view.seat for end in ends}
    if len(won) > 1:
        return "depends"
    return "wins" if True in won else "loses"


def outlook_text(known: Outlooks, card: Card) -> Text | None:
    """Say in a word what becomes of the trick with a card; ``None`` where nothing is to be said."""
    return text(f"tomoe-outlook-{known[card]}") if card in known else None


# --- menu and buttons ---------------------------------------------------------------------------------


def role_of(view: TomoeView, card: Card) -> str:
    """Tell what a card would be in the running trick: ``lead``, ``front``, ``back`` or ``lower``."""
    return role(SUIT[view.trick[0]], SUIT[card]) if view.trick else "lead"


def question(view: TomoeView, cards: Sequence[Card]) -> Question:
    """Ask for one of the cards that may be played: by keys, where not each has a button of its own."""
    known, has_keys = outlooks(view, cards), len(cards) > MOST_TAPS
    choices = [(key if has_keys else choice)(view, card, known) for card in cards]
    return Question(text("tomoe-choose"), tuple(choices), plays=has_keys)


def key(view: TomoeView, card: Card, known: Outlooks) -> Choice:
    """Offer a card by a key among those of its part of the hand, with what becomes of the trick."""
    return Choice(card, _tap(card, known).label, None, _HIDDEN if card in view.hidden else _OPEN)


_OPEN = Part(text("tomoe-row-open"), row=3)
_HIDDEN = Part(text("tomoe-row-hidden"), row=3)


def choice(view: TomoeView, card: Card, known: Outlooks) -> Choice:
    """Offer a card in the menu: its part of the hand, what it is in this trick and what becomes of it."""
    part = "hidden" if card in view.hidden else "open"
    outlook = known.get(card, "open")
    detail = text("tomoe-detail", part=part, role=role_of(view, card), outlook=outlook)
    return Choice(card, text("tomoe-card", card=printed((card,))), detail)


def shortcuts(cards: Sequence[Card], known: Outlooks) -> tuple[Shortcut, ...]:
    """Give a few cards a button each; none where they are more than a few."""
    return tuple([_tap(card, known) for card in cards]) if len(cards) <= AT_HAND else ()


def offers(view: TomoeView, cards: Sequence[Card], known: Outlooks) -> tuple[Offer, ...]:
    """Give more cards a button each, by part of the hand; none where they would be too many."""
    if not AT_HAND < len(cards) <= MOST_TAPS:
        return ()
    parts = {
        "tomoe-row-open": [card for card in cards if card not in view.hidden],
        "tomoe-row-hidden": [card for card in cards if card in view.hidden],
    }
    return tuple(
        Offer(text(key), tuple([_tap(card, known) for card in part])) for key, part in parts.items() if part
    )


def _tap(card: Card, known: Outlooks) -> Shortcut:
    label = text("tomoe-play", card=printed((card,)))
    said = outlook_text(known, card)
    if said is None:
        return Shortcut(label, str(PLAYS[card]), "primary")
    named = text("tomoe-tap", card=printed((card,)), outlook=said)
    return Shortcut(named, str(PLAYS[card]), STYLES.get(known[card], "primary"))
