"""Counting bluffs for statistics."""

from __future__ import annotations

from games.core.bluffs import COUNTERS, Claim, Doubted, bluffs_told, count_bluffs
from games.core.moves import Deal, Move
from games.core.rules import CHANCE, Actor, Setup, State
from games.core.words import text

HERE = State(to_act=(0,), setup=Setup(2, {}))


def judge(before: State, seat: int, move: Move, after: State) -> Claim | Doubted | None:
    """In this made-up game a seat tells with a number of cards what it does."""
    assert isinstance(move, Deal)
    return (None, Claim(True), Claim(False), Doubted(1 - seat, True), Doubted(1 - seat, False))[
        len(move.cards)
    ]


def test_claims_and_challenges_are_counted_for_each_seat() -> None:
    """A lie that is challenged counts for both; chance and other moves for nobody."""
    did: list[tuple[Actor, int]] = [(CHANCE, 1), (0, 1), (1, 3), (0, 2), (1, 4), (1, 0), (1, 1)]
    history = [(HERE, actor, Deal(("As",) * count), HERE) for actor, count in did]
    assert count_bluffs(history, 2, judge) == (
        dict(zip(COUNTERS, (2, 1, 1, 0, 0), strict=True)),
        dict(zip(COUNTERS, (1, 1, 0, 2, 1), strict=True)),
    )


def test_what_never_happened_is_not_told() -> None:
    """No line without claims, none without challenges."""
    assert bluffs_told({}) == ()
    assert bluffs_told({"claims": 3, "lies": 2, "lies_caught": 1, "challenges": 0}) == (
        text("stats-lies", claims=3, lies=2, free=1),
    )
    assert bluffs_told({"challenges": 2}) == (text("stats-challenges", challenges=2, right=0),)
