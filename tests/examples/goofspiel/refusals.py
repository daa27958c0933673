"""The reason why bids of Goofspiel are refused (goofspiel.md, A round)."""

from games.core.cards import NUMBERS
from games.core.errors import Refusal
from games.core.moves import Move
from games.core.words import Cards
from tests.examples.goofspiel.moves import Bid


def refuse(move: Move) -> Refusal:
    """Return the reason why a bid is not legal: its card is not in the hand."""
    assert isinstance(move, Bid)
    sentence = f"{move.card} is not in your hand any more, or never was."
    return Refusal("not-held", sentence, {"card": Cards((move.card,), NUMBERS.name)})
