"""Tests that a person reads at the next decision which cards they have drawn."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from bot.tables.state import TableState
from games import find_game
from games.core.words import Cards
from games.trick3.moves import EXPOSED_ROUND, Fold, Refill
from tests.bot.playing import undealt_table


def drawn_cards(state: TableState, seat: int) -> Counter[str]:
    """Return the cards that the seat's panel says to have been drawn."""
    drawn = Counter[str]()
    for line in state.seen_by(seat).mine.outcomes:
        if line.key == "panel-drew":
            cards = line.args["cards"]
            assert isinstance(cards, Cards)
            drawn.update(cards.cards)
    return drawn


def test_drawn_cards_are_told_at_the_next_decision() -> None:
    """The panel names the cards that a seat's hand has gained in its last turn, which it still holds."""
    total = 0
    for seed in range(3):
        rng = random.Random(seed)
        people = ("Hana", "Ken", "Mia", "Bob")
        state = undealt_table(find_game("trick3"), people, {"length": "short"}).with_deal()
        gained = [Counter[str]() for _ in people]
        while not state.is_over:
            for seat in state.to_act:
                assert drawn_cards(state, seat) == gained[seat]
                assert gained[seat] <= Counter(state.match.view(seat).hand)
                total += bool(gained[seat])
            (seat, *_) = state.to_act
            before = state.match.view(seat)
            # A refill belongs to the turn of the card played before it.
            if before.phase != "refill":
                gained[seat] = Counter()
            move = rng.choice(state.match.legal(seat))
            state = state.with_move(seat, move)
            if before.phase != "expose":
                gained[seat] += Counter(state.match.view(seat).hand) - hidden_after(before.hand, move, before)
    assert total > 20


def hidden_after(hand: tuple[str, ...], move: Any, view: Any) -> Counter[str]:
    """Return the hidden cards that a seat keeps after a move, without those that it draws."""
    moved: tuple[str, ...] = (getattr(move, "card", ""),)
    if isinstance(move, Refill):
        moved = move.cards
    # The card of round 2 is an exposed one, and a fold gives away an exposed card if there is one like it.
    elif view.round == EXPOSED_ROUND or (isinstance(move, Fold) and move.card in view.exposed[view.seat]):
        moved = ()
    return Counter(hand) - Counter(moved)
