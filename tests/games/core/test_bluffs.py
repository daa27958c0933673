"""Counting bluffs for statistics."""

from __future__ import annotations

from games.core.bluffs import BESTS, COUNTERS, Claim, Doubted, bests_told, count_bluffs
from games.core.moves import Deal, Move
from games.core.rules import CHANCE, Actor, Setup, State
from games.core.words import text

HERE = State(to_act=(0,), setup=Setup(2, {}))


def judge(before: State, seat: int, move: Move, after: State) -> Claim | Doubted | None:
    """In this made-up game a seat tells with a number of cards what it does."""
    return (None, Claim(True), Claim(False), Doubted(1 - seat, True), Doubted(1 - seat, False))[
        len(move.cards)
    ]


def test_claims_and_challenges_are_counted_for_each_seat() -> None:
    """A lie that is challenged counts for both; chance and other moves for nobody."""
    did: list[tuple[Actor, int]] = [(CHANCE, 1), (0, 1), (1, 3), (0, 2), (1, 4), (1, 0), (1, 1)]
    history = [(HERE, actor, Deal(("As",) * count), HERE) for actor, count in did]
    assert count_bluffs(history, 2, judge) == (
        dict(zip((*COUNTERS, *BESTS), (2, 1, 1, 0, 0, 0, 0, 0), strict=True)),
        dict(zip((*COUNTERS, *BESTS), (1, 1, 0, 2, 1, 1, 0, 0), strict=True)),
    )


def test_the_best_are_the_highest_lie_that_went_through_and_the_highest_truth_that_was_doubted() -> None:
    """A lie counts when its player goes on or the game ends, a truth when it is challenged."""
    did = [(0, 5, True), (1, 7, True), (0, 9, True), (1, 0, True), (0, 4, False), (1, 0, False), (1, 3, True)]

    def judge_numbered(before: State, seat: int, move: Move, after: State) -> Claim | Doubted:
        _, number, is_lie = did[len(move.cards)]
        return Claim(is_lie, number, number) if number else Doubted(1 - seat, is_lie)

    history = [(HERE, seat, Deal(("As",) * place), HERE) for place, (seat, _, _) in enumerate(did)]
    zero, one = count_bluffs(history, 2, judge_numbered)
    assert {name: zero[name] for name in BESTS} == {"best_lies": 1, "best_bluff": 5, "best_truth": 4}
    assert {name: one[name] for name in BESTS} == {"best_lies": 2, "best_bluff": 7, "best_truth": 0}
    assert list(bests_told({"best_bluff_x": 5}, lambda number: text("bull-challenge"), "_x")) == [
        text("stats-best-bluff", claim=text("bull-challenge"))
    ]
