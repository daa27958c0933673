"""Tests of counted bluffs, and of a finished game's highlights."""

from __future__ import annotations

from games.core import bluffs
from games.core.bluffs import BESTS, COUNTERS, Claim, ClaimChallenge, best_bluffs, count_bluffs
from games.core.highlights import Highlight, greatest
from games.core.moves import Deal
from games.core.rules import CHANCE, Actor, History, Setup, State
from games.core.words import text

HERE = State(to_act=(0,), setup=Setup(2, {}))
CAUGHT, STOOD = ClaimChallenge(0, True), ClaimChallenge(0, False)


def played(
    *did: tuple[Actor, Claim | ClaimChallenge | None],
) -> tuple[History[State], bluffs.ClassifyMove[State]]:
    """Return a made-up history, and a function that returns the claim or challenge given for each move."""
    history = [(HERE, actor, Deal(("As",) * number), HERE) for number, (actor, _) in enumerate(did)]
    return history, lambda before, seat, move, after: did[len(move.cards)][1]


def test_claims_and_challenges_are_counted_for_each_seat() -> None:
    """A challenged lie counts for both seats. Moves of chance, and moves without a claim, count for no
    seat.
    """
    lie, truth = Claim(True), Claim(False)
    did = [(CHANCE, lie), (0, lie), (1, CAUGHT), (0, truth), (1, STOOD), (1, None), (1, lie)]
    history, judge = played(*did)
    assert count_bluffs(history, 2, judge) == (
        dict(zip((*COUNTERS, *BESTS), (2, 1, 1, 0, 0, 0, 0, 0), strict=True)),
        dict(zip((*COUNTERS, *BESTS), (1, 1, 0, 2, 1, 1, 0, 0), strict=True)),
    )


def test_best_counters_keep_highest_lie_and_truth() -> None:
    """A lie counts unless it is challenged; a truth counts only if it is challenged."""
    low, high, top, least, truth = (Claim(number != 4, number, number) for number in (5, 7, 9, 3, 4))
    did = [(0, low), (1, high), (0, top), (1, CAUGHT), (0, truth), (1, STOOD), (1, least)]
    history, judge = played(*did)
    first, second = count_bluffs(history, 2, judge)
    assert {name: first[name] for name in BESTS} == {"best_lies": 1, "best_bluff": 5, "best_truth": 4}
    assert {name: second[name] for name in BESTS} == {"best_lies": 2, "best_bluff": 7, "best_truth": 0}
    assert list(
        bluffs.best_claim_lines({"best_bluff_x": 5}, lambda number: text("bull-challenge"), "_x")
    ) == [text("stats-best-bluff", claim=text("bull-challenge"))]


def test_next_move_of_any_seat_answers_claim() -> None:
    """Moves of chance between a claim and its answer are skipped; an unchallenged lie is a bluff."""
    low, high, truth = Claim(True, 0.2), Claim(True, 0.9), Claim(False, 0.5)
    did = [
        (0, low),
        (CHANCE, low),
        (1, high),
        (0, ClaimChallenge(1, True)),
        (0, truth),
        (1, ClaimChallenge(0, False)),
    ]
    highlights = best_bluffs(*played(*did))
    assert highlights == (
        Highlight("bluff", 0, 0, 2, opponent=1, liar=0, size=0.2),
        Highlight("catch", 0, 2, 3, opponent=1, liar=1, size=0.9),
        Highlight("stood", 0, 4, 5, opponent=1, liar=None, size=0.5),
    )
    assert [bluffs.claimer_and_answerer(highlight) for highlight in highlights] == [(0, 1), (1, 0), (0, 1)]


def test_unanswered_claims_are_no_highlights() -> None:
    """A true claim without a challenge and a lie without an answer are no highlights."""
    assert best_bluffs(*played((0, Claim(False)), (1, None), (0, Claim(True)))) == ()


def test_greatest_highlight_of_each_kind_is_kept() -> None:
    """Each kind keeps its largest highlight, and the last of equal ones, in the given order of kinds."""
    sizes = (("b", 0, 0.5), ("a", 1, 0.1), ("b", 1, 0.5), ("b", 0, 0.4))
    highlights = [Highlight(kind, seat, 0, 1, size=size) for kind, seat, size in sizes]
    assert greatest(highlights, ("a", "b", "c")) == (highlights[1], highlights[2])
    assert greatest(highlights, ("a", "b"), 0) == (highlights[0],)
