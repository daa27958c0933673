"""The refusals of illegal moves in Netsuzo Poker (netsuzo.md, A hand)."""

from __future__ import annotations

from games.core.errors import Refusal
from games.core.moves import Move
from games.netsuzo.moves import ACCEPT, Declare, Discard
from games.netsuzo.state import NetsuzoState
from games.netsuzo.words import cards_of, claim_text


def refuse(state: NetsuzoState, seat: int, move: Move) -> Refusal:
    """Return the refusal that explains why a seat's move is illegal. The seat must be to act."""
    if state.stage == "answer":
        if move == ACCEPT:
            return Refusal("nothing-higher", "No declaration is higher, so it can only be rejected.")
        return Refusal("answer-first", "The last declaration has to be accepted or rejected first.")
    if state.stage == "discard":
        if isinstance(move, Discard):
            sentence = f"{move.card} is not in your hand."
            return Refusal("not-in-hand", sentence, {"card": cards_of([move.card])})
        return Refusal("discard-first", "After accepting, a card has to be discarded first.")
    if isinstance(move, Discard):
        return Refusal("no-discard", "Only who has just accepted discards a card.")
    if not isinstance(move, Declare):
        return Refusal("nothing-to-answer", "It is your turn to declare; there is nothing to answer.")
    last = str(state.last)
    return Refusal("not-higher", f"'{move}' is not higher than '{last}'.", {"last": claim_text(last)})
