"""The reasons why moves of Tomoefuda are refused (tomoe.md, Material and Play)."""

from __future__ import annotations

from games.core.cards import TOMOE
from games.core.errors import Refusal
from games.core.moves import Move
from games.core.words import Suit
from games.tomoe.moves import Play
from games.tomoe.state import TomoeState
from games.tomoe.tricks import METAL, SUIT, playable
from games.tomoe.words import printed


def refuse(state: TomoeState, seat: int, move: Move) -> Refusal:
    """Return the reason why a move of the seat to act is not legal."""
    assert isinstance(move, Play)
    card = move.card
    args = {"card": printed((card,))}
    if card not in state.variant.deal.cards:
        return Refusal("no-metals", f"{card} is only in the deck with the option metals=on.", args)
    hand = state.open[seat] + state.hidden[seat]
    if card not in hand:
        return Refusal("not-in-hand", f"{card} is not in your hand.", args)
    allowed = playable(hand, state.trick)
    front, due = SUIT[state.trick[0]], SUIT[allowed[0]]
    listed = ", ".join(allowed)
    args["playable"] = printed(allowed)
    if front == METAL:
        return Refusal("follow-metal", f"A metal was led and you hold one: play {listed}.", args)
    suits = {"front": Suit(front, TOMOE.name), "due": Suit(due, TOMOE.name)}
    if due == front:
        return Refusal("follow-front", f"{front} was led and you hold it: play {listed}.", {**args, **suits})
    sentence = f"{front} was led; without it you have to play its partner {due}: {listed}."
    return Refusal("follow-back", sentence, {**args, **suits})
