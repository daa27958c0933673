"""What a finished game has that is worth telling."""

from __future__ import annotations

from games.core.bluffs import Claim, Doubted, best_bluffs, two_of
from games.core.feats import Feat, greatest
from games.core.moves import Deal, Move
from games.core.rules import CHANCE, Actor, Setup, State

HERE = State(to_act=(0,), setup=Setup(2, {}))

CLAIMS = ((0, 0.2, True), (1, 0.9, True), (0, 0.5, False))
"""By the number of cards of a made-up move: who claims, how high, and whether it is a lie; then doubts."""


def judge(before: State, seat: int, move: Move, after: State) -> Claim | Doubted | None:
    count = len(move.cards)
    if count < len(CLAIMS):
        _, height, is_lie = CLAIMS[count]
        return Claim(is_lie, height)
    return Doubted(1 - seat, count == len(CLAIMS)) if count < 5 else None


def history(*did: tuple[Actor, int]) -> list[tuple[State, Actor, Move, State]]:
    return [(HERE, actor, Deal(("As",) * count), HERE) for actor, count in did]


def test_the_next_move_of_a_seat_is_the_answer_to_a_claim() -> None:
    """Chance between them is none; a lie that is passed over went through, a truth counts if doubted."""
    told = best_bluffs(history((0, 0), (CHANCE, 0), (1, 1), (0, 3), (0, 2), (1, 4)), judge)
    assert told == (
        Feat("bluff", 0, 0, 2, other=1, liar=0, size=0.2),
        Feat("catch", 0, 2, 3, other=1, liar=1, size=0.9),
        Feat("stood", 0, 4, 5, other=1, liar=None, size=0.5),
    )
    assert [two_of(feat) for feat in told] == [(0, 1), (1, 0), (0, 1)]


def test_what_nobody_answered_is_not_told() -> None:
    """Neither is a true claim that nobody doubted."""
    assert best_bluffs(history((0, 2), (1, 5), (0, 0)), judge) == ()


def test_the_greatest_of_each_kind_is_kept_the_last_of_equals() -> None:
    """In the order of kinds; of one seat alone if that is wanted."""
    found = [
        Feat("b", 0, 0, 1, size=0.5),
        Feat("a", 1, 2, 3, size=0.1),
        Feat("b", 1, 4, 5, size=0.5),
        Feat("b", 0, 6, 7, size=0.4),
    ]
    assert greatest(found, ("a", "b", "c")) == (found[1], found[2])
    assert greatest(found, ("a", "b"), 0) == (found[0],)
