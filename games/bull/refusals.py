"""The reasons why moves of Porker Bull are refused (bull.md, A round and With wild=twos)."""

from __future__ import annotations

from games.bull.moves import CHALLENGE, LADDERS
from games.bull.state import BullState
from games.bull.words import call_text
from games.core.errors import Refusal
from games.core.moves import Move


def refuse(state: BullState, seat: int, move: Move) -> Refusal:
    """Return the reason why a move of a seat that is to act is not legal."""
    if move == CHALLENGE:
        return Refusal("nothing-to-challenge", "The first player of a round has to make a call.")
    if move not in LADDERS[state.variant.wild].index:
        return Refusal("not-without-wilds", f"'{move}' exists only when twos are wild.")
    last = str(state.last)
    return Refusal("not-higher", f"'{move}' is not higher than '{last}'.", {"last": call_text(last)})
