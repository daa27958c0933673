"""Why a move is not legal: one code for each rule that can be broken (trick3.md, Set-up and A battle)."""

from __future__ import annotations

from games.core.cards import Card
from games.core.errors import Refusal
from games.core.moves import Move
from games.trick3.moves import EXPOSED, HIDDEN, Expose, Fold, Play, Refill
from games.trick3.state import Side, Trick3State


def explain(state: Trick3State, seat: int, move: Move) -> Refusal:
    """Explain why a move of a seat that is to act is not legal.

    Args:
        state: the position.
        seat: who wants to move.
        move: a move known to be illegal.
    """
    side = state.sides[seat]
    if state.phase == "expose":
        if not isinstance(move, Expose):
            return Refusal("choose-first", f"First everybody chooses {EXPOSED} cards to expose.")
        return _missing(move.cards, (*side.hidden, *side.exposed)) or _not_hidden(move.cards)
    if isinstance(move, Expose):
        return Refusal("exposed-already", "The first exposed hands have been chosen.")
    if state.phase == "refill":
        if isinstance(move, Refill):
            return _refill(side, move)
        return Refusal("refill-now", "The card is played; now comes the refill ('refill none' to pass).")
    if isinstance(move, Refill):
        return Refusal("play-first", "One plays a card or folds before the refill.")
    if isinstance(move, Fold):
        return _fold(state, side, move)
    assert isinstance(move, Play)
    return _play(state, side, move)


def _play(state: Trick3State, side: Side, move: Play) -> Refusal:
    missing = _missing((move.card,), (*side.hidden, *side.exposed))
    if missing:
        return missing
    if state.round == 2 and move.card not in side.exposed:
        return Refusal(
            "not-exposed",
            f"{move.card} is not exposed; round 2 is played from the exposed hand.",
            {"card": move.card},
        )
    if state.round != 2 and move.card not in side.hidden:
        return _not_hidden((move.card,))
    if move.way:
        return Refusal("way-set", "Up or down is said with the first card of a battle only.")
    return Refusal(
        "way-missing", f"The first card of a battle sets the way: 'play {move.card} up' or 'down'."
    )


def _fold(state: Trick3State, side: Side, move: Fold) -> Refusal:
    if state.round > 1:
        return Refusal("no-penalty", "Folding costs a card in round 1 only; now it is just 'fold'.")
    if not move.card:
        return Refusal(
            "penalty-missing", "Who folds in round 1 gives a card of the hand to the pot: 'fold' and it."
        )
    return _missing((move.card,), (*side.hidden, *side.exposed)) or _not_hidden((move.card,))


def _refill(side: Side, move: Refill) -> Refusal:
    missing = _missing(move.cards, (*side.hidden, *side.exposed))
    if missing:
        return missing
    if _missing(move.cards, side.hidden):
        return _not_hidden(move.cards)
    if len(move.cards) + len(side.exposed) > EXPOSED:
        return Refusal("exposed-full", f"An exposed hand holds at most {EXPOSED} cards.")
    left = len(side.hidden) - len(move.cards)
    if not left:
        return Refusal(
            "draws-itself", "A hidden hand exposed to its last card fills by itself, without 'draw'."
        )
    if left + move.draw > HIDDEN:
        return Refusal("hidden-full", f"A hidden hand holds at most {HIDDEN} cards.")
    return Refusal(
        "stock-short", f"The stock has only {len(side.stock)} cards left.", {"count": len(side.stock)}
    )


def _missing(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> Refusal | None:
    for card in cards:
        if cards.count(card) > hand.count(card):
            return Refusal("not-in-hand", f"{card} is not in this hand as often as that.", {"card": card})
    return None


def _not_hidden(cards: tuple[Card, ...]) -> Refusal:
    named = " ".join(cards)
    return Refusal("not-hidden", f"{named}: such cards come from the hidden hand.", {"cards": named})
