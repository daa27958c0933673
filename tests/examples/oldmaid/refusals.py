"""Why a move of Old Maid is refused (oldmaid.md, A turn)."""

from games.core.errors import Refusal
from games.core.moves import Move
from games.core.seats import next_in
from tests.examples.oldmaid.state import OldMaidState


def refuse(state: OldMaidState, seat: int, move: Move) -> Refusal:
    """Explain why a move of a seat that is to act is not legal: there is only one reason."""
    count = len(state.hands[next_in(state.hands, seat)])
    return Refusal("no-such-place", f"The left neighbour's cards are {count}.", {"count": count})
