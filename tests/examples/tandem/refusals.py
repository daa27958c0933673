"""The reasons why plays of Tandem are refused (tandem.md, A trick)."""

from games.core.cards import STANDARD
from games.core.errors import Refusal
from games.core.moves import Move
from games.core.words import Cards, Suit
from tests.examples.tandem.moves import Play
from tests.examples.tandem.state import TandemState


def refuse(state: TandemState, seat: int, move: Move) -> Refusal:
    """Return the reason why a play of a seat that is to act is not legal."""
    assert isinstance(move, Play)
    if move.card not in state.hands[seat]:
        return Refusal("not-held", f"{move.card} is not in your hand.", {"card": _card(move.card)})
    led = STANDARD.suit[state.trick[state.leader]]
    return Refusal("follow", "You can follow suit, so you must.", {"suit": Suit(led, STANDARD.name)})


def _card(card: str) -> Cards:
    return Cards((card,), STANDARD.name)
