"""The refusals of illegal moves: one code for each rule (trick3.md, Set-up and A battle)."""

from __future__ import annotations

from games.core.errors import Refusal, SetupError
from games.core.moves import Move
from games.core.rules import Setup
from games.core.words import Text
from games.trick3.decks import MIN_CARDS
from games.trick3.moves import EXPOSED, HIDDEN, Expose, Fold, Hand, Play, Refill
from games.trick3.state import Side, Trick3State
from games.trick3.words import cards_of


def refuse(state: Trick3State, seat: int, move: Move) -> Refusal:
    """Return the refusal that explains why a move is illegal.

    Args:
        state: the position.
        seat: the seat that wants to move; it must be to act.
        move: a move known to be illegal.
    """
    side = state.sides[seat]
    if state.phase == "expose":
        if not isinstance(move, Expose):
            return Refusal("choose-first", f"First everybody chooses {EXPOSED} cards to expose.")
        return _missing(state, side, move.cards) or _not_hidden(state, move.cards)
    if isinstance(move, Expose):
        return Refusal("exposed-already", "The first exposed hands have been chosen.")
    if state.phase == "refill":
        if isinstance(move, Refill):
            return _refill(state, side, move)
        return Refusal("refill-now", "The card is played; now comes the refill ('refill none' to pass).")
    if isinstance(move, Refill):
        return Refusal("play-first", "One plays a card or folds before the refill.")
    if isinstance(move, Fold):
        return _fold(state, side, move)
    assert isinstance(move, Play)
    return _play(state, side, move)


def clash(code: str, sentence: str, setup: Setup) -> SetupError:
    """Return the error for two options that do not fit together."""
    names = ("family", "length", "deck")
    chosen = {name: Text(f"trick3-option-{name}-{setup.options[name]}") for name in names}
    return SetupError(sentence, Refusal(code, sentence, {**chosen, "seats": setup.seats, "least": MIN_CARDS}))


def _play(state: Trick3State, side: Side, move: Play) -> Refusal:
    missing = _missing(state, side, (move.card,))
    if missing:
        return missing
    if state.round == 2 and move.card not in side.exposed:
        return Refusal(
            "not-exposed",
            f"{move.card} is not exposed; round 2 is played from the exposed hand.",
            {"card": cards_of(state.variant.deck, move.card)},
        )
    if state.round != 2 and move.card not in side.hidden:
        return _not_hidden(state, (move.card,))
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
    return _missing(state, side, (move.card,)) or _not_hidden(state, (move.card,))


def _refill(state: Trick3State, side: Side, move: Refill) -> Refusal:
    missing = _missing(state, side, move.cards)
    if missing:
        return missing
    if any(move.cards.count(card) > side.hidden.count(card) for card in move.cards):
        return _not_hidden(state, move.cards)
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


def _missing(state: Trick3State, side: Side, cards: Hand) -> Refusal | None:
    """Return the refusal for the first card that a seat does not hold (often enough), or ``None``."""
    held = side.hidden + side.exposed
    for card in cards:
        if cards.count(card) > held.count(card):
            named = {"card": cards_of(state.variant.deck, card)}
            return Refusal("not-in-hand", f"{card} is not in this hand as often as that.", named)
    return None


def _not_hidden(state: Trick3State, cards: Hand) -> Refusal:
    named = {"cards": cards_of(state.variant.deck, *cards)}
    return Refusal("not-hidden", f"{' '.join(cards)}: such cards come from the hidden hand.", named)
