"""A check that hands are passed to the neighbour whom the rules name.

Whom the cards came from is read from ``State.card_groups``, so that a wrong index in a move does not go
unnoticed: ``Rules.passed_by`` states the direction in another place.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from games.core.match import Match
from games.core.rules import CHANCE, OVER, State
from tests.games.contract import strings
from tests.games.secrets import story_of

Hand = Counter[Any]


def hands_of(state: State) -> list[Hand]:
    """Return what only each seat itself may see."""
    hands: list[Hand] = [Counter() for _ in range(state.setup.seats)]
    for group in state.card_groups():
        if group.seen_by is not None and len(group.seen_by) == 1:
            hands[group.seen_by[0]].update(strings(msgspec.to_builtins(group.cards)))
    return hands


def shifts(before: list[Hand], after: list[Hand]) -> set[int]:
    """Return by how many seats all hands may have moved clockwise, each with at most one card fewer."""
    seats = [seat for seat, hand in enumerate(before) if hand]
    possible = set()
    for shift in range(len(seats)):
        pairs = [(before[seat], after[seats[(at + shift) % len(seats)]]) for at, seat in enumerate(seats)]
        if all(hand and not hand - old and (old - hand).total() <= 1 for old, hand in pairs):
            possible.add(shift)
    return possible


def check_passing(match: Match) -> int:
    """Compare each pass of all hands with ``Rules.passed_by``; return the number of passes.

    Raises:
        AssertionError: the hands went to other seats than the rules say.
    """
    states, count = story_of(match), 0
    for number, (actor, move) in enumerate(match.moves):
        before, after = states[number], states[number + 1]
        stated = match.rules.passed_by(after)
        if actor == CHANCE or after.to_act == OVER:
            continue
        hands = hands_of(before)
        active = sum(bool(hand) for hand in hands)
        seen = shifts(hands, hands_of(after))
        written = f"move {number + 1}, '{actor} {move}'"
        has_moved = bool(seen) and 0 not in seen
        assert has_moved or not stated or len({*map(frozenset, hands)}) < len(hands), (
            f"{written}: Rules.passed_by says {stated}, but no hand went on"
        )
        # Hands that are equal, or did not move, say nothing.
        if not has_moved:
            continue
        assert stated % active in seen, (
            f"{written}: each hand went {_seats(min(seen), active)}, but Rules.passed_by says {stated}"
        )
        count += bool(stated)
    return count


def _seats(shift: int, active: int) -> str:
    right = active - shift
    return f"{shift} on clockwise" if shift <= right else f"{right} back (passed_by = -{right})"
