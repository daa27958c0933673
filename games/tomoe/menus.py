"""The question for choosing a card in Tomoefuda, with the outcome of the trick for each card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from games.core.cards import TOMOE, Card
from games.core.questions import Choice, Question, Style
from games.core.words import Text, text
from games.tomoe.state import TomoeView
from games.tomoe.tricks import BACK, SEATS, SUIT, decide_trick
from games.tomoe.words import printable

TrickOutcome: TypeAlias = Literal["wins", "loses", "depends"]
"""Whether a card wins the current trick, loses it, or depends on a card still to be played."""

STYLES: dict[TrickOutcome, Style] = {"wins": "success", "loses": "secondary"}
"""Button styles by outcome. Cards with an open outcome are primary."""

ORDER = ("", "wins", "depends", "loses")
"""The order in which cards are listed by outcome; empty for an unknown outcome."""

# --- what a card would do -----------------------------------------------------------------------------


def trick_outcomes(view: TomoeView, cards: Sequence[Card]) -> dict[Card, TrickOutcome]:
    """Return the outcome of the current trick for each card; empty before the trick's first card."""
    # The first card of a trick decides nothing yet.
    if not view.trick:
        return {}
    last = third_player_cards(view) if len(view.trick) < SEATS - 1 else ()
    return {card: _outcome_of(view, card, last) for card in cards}


def third_player_cards(view: TomoeView) -> tuple[Card, ...]:
    """Return every card that the third player may play to the trick, given the second player's view."""
    # Hidden cards may be any cards that the viewing seat, the second player, has not seen.
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


def _outcome_of(view: TomoeView, card: Card, last: Sequence[Card]) -> TrickOutcome:
    cards = (*view.trick, card)
    # ``last`` is empty if the viewing seat plays the third card itself.
    # Try every card that the third player may play. The outcome is certain only if all agree.
    ends = [(*cards, answer) for answer in last] or [cards]
    won = {decide_trick(view.lead, end).winner == view.seat for end in ends}
    if len(won) > 1:
        return "depends"
    return "wins" if True in won else "loses"


# --- the question -------------------------------------------------------------------------------------


def card_question(view: TomoeView, cards: Sequence[Card]) -> Question:
    """Return a question with the answers ``cards``, grouped by the outcome of the trick."""
    # Within a group the cards are sorted by suit.
    outcomes = trick_outcomes(view, cards)
    order = sorted(TOMOE.sort(cards), key=lambda card: ORDER.index(outcomes.get(card, "")))
    return Question(
        text("tomoe-choose"), tuple([_card_choice(card, outcomes) for card in order]), are_cards=True
    )


@cache
def _outcome_text(outcome: TrickOutcome) -> Text:
    return text(f"tomoe-group-{outcome}")


def _card_choice(card: Card, outcomes: Mapping[Card, TrickOutcome]) -> Choice:
    label = text("tomoe-card", card=printable((card,)))
    if card not in outcomes:
        return Choice(card, label, style="primary")
    return Choice(
        card, label, group=_outcome_text(outcomes[card]), style=STYLES.get(outcomes[card], "primary")
    )
