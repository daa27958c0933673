"""Tables of Porker Bull with given hands."""

from __future__ import annotations

from collections.abc import Mapping

from games import find_game
from games.bull.hands import DECK
from games.core.match import Match
from games.core.rules import CHANCE

BULL = find_game("bull")


def new(seats: int = 3, first: int = 0, **options: str) -> Match:
    """Return a new match that is not dealt yet."""
    return Match(BULL.rules, BULL.rules.setup(seats, options, first))


def deal(match: Match, hands: Mapping[int, str] | str = "") -> None:
    """Deal given hands by seat, with random cards for missing seats, or cards from the top as a text."""
    state = match.state
    if isinstance(hands, str):
        top = hands.split()
    else:
        named = {card for hand in hands.values() for card in hand.split()}
        spare = (card for card in DECK if card not in named)
        top = []
        for step in range(len(state.sizes)):
            seat = (state.caller + step) % len(state.sizes)
            hand = hands.get(seat, "").split() or [next(spare) for _ in range(state.sizes[seat])]
            assert len(hand) == state.sizes[seat]
            top += hand
    match.play(CHANCE, " ".join(["deal", *top, *(card for card in DECK if card not in top)]))


def dealt(seats: int = 3, hands: Mapping[int, str] | str = "", first: int = 0, **options: str) -> Match:
    """Return a match after the deal; see ``new`` and ``deal``."""
    match = new(seats, first, **options)
    deal(match, hands)
    return match


def lose(match: Match, loser: int, times: int = 1) -> None:
    """Play rounds until the seat ``loser`` has lost ``times`` of them."""
    for _ in range(times):
        deal(match, " ".join(DECK[1:]))  # the ace of spades at the bottom, never dealt
        while match.to_act != (loser,):
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        match.play(loser, "call sflush s A")
        match.play(match.to_act[0], "challenge")


def kings() -> Match:
    """Return a match of three seats with two cards each, in which seat 0 has called a pair of kings."""
    match = dealt(3, {0: "2s Ah", 1: "Kd Ks", 2: "9s 8h"}, start="2")
    match.play(0, "call pair K")
    return match
