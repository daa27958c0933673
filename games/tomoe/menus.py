"""What may be played in Tomoefuda: what a card would do to the trick, and the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from games.core.cards import Card
from games.core.questions import Choice, Question, Style
from games.core.words import Text, text
from games.tomoe.state import TomoeView
from games.tomoe.tricks import BACK, SEATS, SUIT, judge, role
from games.tomoe.words import printed

Outlooks: TypeAlias = Mapping[Card, str]
"""By card what becomes of the running trick with it: ``wins``, ``loses`` or ``depends``."""

FEW = 5
"""Limit of playable cards without headings."""

STYLES: dict[str, Style] = {"wins": "success", "loses": "secondary"}
"""How the button of a card looks by what becomes of the trick; primary where that is open."""


ORDER = ("", "wins", "depends", "loses")
"""How outlooks are told one after the other."""

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


# --- the question -------------------------------------------------------------------------------------


def role_of(view: TomoeView, card: Card) -> str:
    """Tell what a card would be in the running trick: ``lead``, ``front``, ``back`` or ``lower``."""
    return role(SUIT[view.trick[0]], SUIT[card]) if view.trick else "lead"


def question(view: TomoeView, cards: Sequence[Card]) -> Question:
    """Ask for one of the cards that may be played, by part of the hand where they are many."""
    known = outlooks(view, cards)
    hidden = {*view.hidden}
    order = sorted(cards, key=lambda card: (ORDER.index(known.get(card, "")), card in hidden))
    is_many = len(cards) > FEW and hidden.intersection(cards) and not hidden.issuperset(cards)
    choices = [_choice(card, known, _part(card in hidden) if is_many else None) for card in order]
    return Question(text("tomoe-choose"), tuple(choices))


@cache
def _part(is_hidden: bool) -> Text:
    return text("tomoe-row-hidden" if is_hidden else "tomoe-row-open")


@cache
def _outcome(outlook: str) -> Text:
    return text(f"tomoe-group-{outlook}")


def _choice(card: Card, known: Outlooks, part: Text | None) -> Choice:
    """Offer a card under what becomes of the trick, if that is known, else with its part of the hand."""
    label = text("tomoe-card", card=printed((card,)))
    if card not in known:
        return Choice(card, label, group=part, style="primary")
    return Choice(card, label, group=_outcome(known[card]), style=STYLES.get(known[card], "primary"))
