"""The reason why moves of Old Maid are refused (oldmaid.md, A turn)."""

from games.core.errors import Refusal
from games.core.moves import Move
from games.core.seats import next_in
from tests.examples.oldmaid.state import OldMaidState


def refuse(state: OldMaidState, seat: int, move: Move) -> Refusal:
    """Return the reason why a move is not legal: the neighbour's hand has no such place."""
    count = len(state.hands[next_in(state.hands, seat)])
    return Refusal("no-such-place", f"The left neighbour's cards are {count}.", {"count": count})
