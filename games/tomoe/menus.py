"""The question of which card to play in Tomoefuda, with the outcome of the trick for each card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

from games.core.cards import TOMOE, Card
from games.core.questions import Choice, Question, Style
from games.core.words import Text, text
from games.tomoe.state import TomoeView
from games.tomoe.tricks import BACK, SEATS, SUIT, judge, role
from games.tomoe.words import printable

Outlooks: TypeAlias = Mapping[Card, str]
"""The outcome of the current trick by card: ``wins``, ``loses`` or ``depends`` (on a card still to be
played).
"""

STYLES: dict[str, Style] = {"wins": "success", "loses": "secondary"}
"""Button styles by outcome. Cards with an open outcome are primary."""


ORDER = ("", "wins", "depends", "loses")
"""The order in which cards are listed by outcome; empty for an unknown outcome."""

# --- what a card would do -----------------------------------------------------------------------------


def outlooks(view: TomoeView, cards: Sequence[Card]) -> Outlooks:
    """Return, for each card in ``cards``, whether the viewing seat would win the current trick with it.

    A value is ``wins``, ``loses``, or ``depends`` if a later player's card decides. The result is empty if no
    card has been played yet.
    """
    if not view.trick:
        return {}
    last = answers(view) if len(view.trick) < SEATS - 1 else ()
    return {card: _outcome_of(view, card, last) for card in cards}


def answers(view: TomoeView) -> tuple[Card, ...]:
    """Return every card that the third player of the current trick may play.

    ``view`` is the second player's view. The third player's hidden cards may be any unseen cards.
    """
    last = (view.lead + 2) % SEATS
    known_cards, hidden = view.open[last], view.hidden_counts[last]
    unseen = view.unseen if hidden else ()
    front = SUIT[view.trick[0]]
    cards: list[Card] = []
    for suit in (front, BACK[front]):
        if suit is None:
            continue
        # The last seat follows with an open card of the suit, or with an unseen one.
        known = [card for card in known_cards if SUIT[card] == suit]
        cards += known + [card for card in unseen if SUIT[card] == suit]
        unseen = tuple([card for card in unseen if SUIT[card] != suit])
        # The last seat is sure to hold this suit, so no other card is possible.
        if known or len(unseen) < hidden:
            return tuple(cards)
    return (*cards, *known_cards, *unseen)


def _outcome_of(view: TomoeView, card: Card, last: Sequence[Card]) -> str:
    """Return ``wins``, ``loses`` or ``depends`` for a card that the viewing seat plays to the current trick.

    ``last`` has the cards that the third player may play. It is empty if the viewing seat plays last.
    """
    cards = (*view.trick, card)
    # Try every card that the third player may play. The outcome is certain only if all agree.
    ends = [(*cards, answer) for answer in last] or [cards]
    won = {judge(view.lead, end).winner == view.seat for end in ends}
    if len(won) > 1:
        return "depends"
    return "wins" if True in won else "loses"


# --- the question -------------------------------------------------------------------------------------


def role_of(view: TomoeView, card: Card) -> str:
    """Return the role of a card's suit in the current trick.

    - ``front``: the suit led.
    - ``back``: the partner of the suit led.
    - ``lower``: any other suit.
    - ``lead``: no card has been played yet.
    """
    return role(SUIT[view.trick[0]], SUIT[card]) if view.trick else "lead"


def question(view: TomoeView, cards: Sequence[Card]) -> Question:
    """Return the question of which card to play. Its answers are the cards in ``cards``, which the rules
    allow.

    If the outcome of the trick is known, the cards are grouped by outcome. Within a group they are sorted by
    suit.
    """
    known = outlooks(view, cards)
    order = sorted(TOMOE.sort(cards), key=lambda card: ORDER.index(known.get(card, "")))
    return Question(
        text("tomoe-choose"), tuple([_card_choice(card, known) for card in order]), are_cards=True
    )


@cache
def _outcome_text(outlook: str) -> Text:
    return text(f"tomoe-group-{outlook}")


def _card_choice(card: Card, known: Outlooks) -> Choice:
    label = text("tomoe-card", card=printable((card,)))
    if card not in known:
        return Choice(card, label, style="primary")
    return Choice(card, label, group=_outcome_text(known[card]), style=STYLES.get(known[card], "primary"))
