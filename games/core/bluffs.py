"""Bluffs: claims and lies, challenges and how many were right, counted; and the best of them, told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from games.core.feats import Feat, greatest
from games.core.moves import Move
from games.core.presentation import Frame, Measure, Row, Tale
from games.core.rules import History, State
from games.core.words import Seat, Text, text

S = TypeVar("S", bound=State)


class Claim(msgspec.Struct, frozen=True):
    """Somebody claimed something; the higher, the bolder, where the game orders claims.

    Args:
        is_lie: whether it was false.
        height: its place in that order, equal ones alike; 0 to 1.
        number: which claim it was, from 1 in that order; 0 where nobody asks.
    """

    is_lie: bool
    height: float = 0.0
    number: int = 0


class Doubted(msgspec.Struct, frozen=True):
    """Somebody challenged a claim of ``claimer``."""

    claimer: int
    is_lie: bool


Judge: TypeAlias = Callable[[S, int, Move, S], Claim | Doubted | None]
"""Say what a seat's move was: from (position before, seat, move, position after)."""

COUNTERS = ("claims", "lies", "lies_caught", "challenges", "challenges_right")

BESTS = ("best_lies", "best_bluff", "best_truth")
"""Lies that nobody challenged, the highest of them, and the highest true claim that somebody challenged."""


def count_bluffs(history: History[S], seats: int, judge: Judge[S]) -> tuple[dict[str, int], ...]:
    """Count, per seat, claims, lies, lies that were challenged, challenges, and challenges of lies.

    Besides, what was best in the game: ``BESTS``, claims by their numbers.

    Args:
        judge: tells claims and challenges from other moves.
    """
    counts = tuple(dict.fromkeys((*COUNTERS, *BESTS), 0) for _ in range(seats))
    waiting: dict[int, Claim] = {}
    for before, actor, move, after in history:
        if isinstance(actor, str):
            continue
        match judge(before, actor, move, after):
            case Claim() as claim:
                counts[actor]["claims"] += 1
                counts[actor]["lies"] += claim.is_lie
                _let_pass(counts[actor], waiting.pop(actor, None))
                waiting[actor] = claim
            case Doubted(claimer, is_lie):
                counts[actor]["challenges"] += 1
                counts[actor]["challenges_right"] += is_lie
                counts[claimer]["lies_caught"] += is_lie
                held = waiting.pop(claimer, None)
                if held is not None and not is_lie:
                    counts[claimer]["best_truth"] = max(counts[claimer]["best_truth"], held.number)
    for seat, claim in waiting.items():
        _let_pass(counts[seat], claim)
    return counts


def _let_pass(count: dict[str, int], claim: Claim | None) -> None:
    """Count a claim that nobody has challenged."""
    if claim is not None and claim.is_lie:
        count["best_lies"] += 1
        count["best_bluff"] = max(count["best_bluff"], claim.number)


BLUFF, CATCH, STOOD = KINDS = ("bluff", "catch", "stood")
"""A lie that nobody challenged, the challenge of a lie, a true claim that was challenged."""


def best_bluffs(history: History[S], judge: Judge[S], seat: int | None = None) -> tuple[Feat, ...]:
    """Find the highest claim of each of ``KINDS``, the last of equals; of one seat alone if it is given."""
    return greatest(bluffs(history, judge), KINDS, seat)


def bluffs(history: History[S], judge: Judge[S]) -> Iterator[Feat]:
    """Tell what became of each claim, as far as it is worth telling; the next move is the answer to it."""
    claim: Claim | None = None
    claimer = begun = 0
    for number, (before, actor, move, after) in enumerate(history):
        if isinstance(actor, str):
            continue
        judged = judge(before, actor, move, after)
        if claim is not None:
            liar = claimer if claim.is_lie else None
            if not isinstance(judged, Doubted):
                if claim.is_lie:
                    yield Feat(BLUFF, claimer, begun, number, actor, liar, claim.height)
            elif claim.is_lie:
                yield Feat(CATCH, actor, begun, number, claimer, liar, claim.height)
            else:
                yield Feat(STOOD, claimer, begun, number, actor, liar, claim.height)
        claim = judged if isinstance(judged, Claim) else None
        claimer, begun = actor, number


def two_of(feat: Feat) -> tuple[int, int]:
    """Name the two of a feat of ``KINDS``: who claimed, and who answered."""
    assert feat.other is not None
    return (feat.other, feat.seat) if feat.kind == CATCH else (feat.seat, feat.other)


def bluff_tale(
    feat: Feat,
    claim: Text,
    family: str,
    *,
    answer: Text,
    held: tuple[Row, ...],
    lay: tuple[Row, ...],
    line: Text | None,
) -> Tale:
    """Tell a feat of ``KINDS``: what was claimed, what was thought, what lay there.

    Args:
        feat: the feat.
        claim: the claim in words.
        family: the cards' family.
        answer: what was said to it.
        held: what who answered had to go by.
        lay: the truth, and ``line`` in words.
        line: one line for it, where cards do not tell all.
    """
    claimer, answerer = two_of(feat)
    other = claimer if feat.kind == CATCH else answerer
    headline = text(f"feat-{feat.kind}", seat=Seat(feat.seat), other=Seat(other), claim=claim)
    return Tale(
        headline,
        family,
        (
            Frame(text("tale-says", seat=Seat(claimer)), claimer, claim),
            Frame(text("tale-thinks", seat=Seat(answerer)), answerer, answer, held),
            Frame(text("tale-lay"), rows=lay, line=line),
        ),
    )


def bluffs_told(counts: Mapping[str, int], claim: Callable[[int], Text] | None = None) -> tuple[Text, ...]:
    """Tell these counters, as far as there is something to tell.

    Args:
        counts: summed up; of ``BESTS`` the greatest.
        claim: puts a claim into words, by its number; none where claims have no order.
    """
    lines = []
    if claims := counts.get("claims"):
        lies = counts.get("lies", 0)
        lines.append(text("stats-lies", claims=claims, lies=lies, free=lies - counts.get("lies_caught", 0)))
    if challenges := counts.get("challenges"):
        right = counts.get("challenges_right", 0)
        lines.append(text("stats-challenges", challenges=challenges, right=right))
    if (most := counts.get("best_lies", 0)) > 1:
        lines.append(text("stats-best-lies", count=most))
    return (*lines, *bests_told(counts, claim)) if claim else tuple(lines)


def bests_told(counts: Mapping[str, int], claim: Callable[[int], Text], order: str = "") -> Iterator[Text]:
    """Tell the highest lie that went through and the highest truth that was doubted; see ``bluffs_told``.

    Args:
        order: what names of counters end with whose claims are numbered so.
    """
    for best in ("bluff", "truth"):
        if number := counts.get(f"best_{best}{order}"):
            yield text(f"stats-best-{best}", claim=claim(number))


def bluff_measures(claim: Callable[[int], Text] | None = None) -> tuple[Measure, ...]:
    """Name what people compare of ``BESTS``; see ``bluffs_told``."""
    lies = Measure("best_lies", text("measure-lies"))
    if claim is None:
        return (lies,)
    return (
        Measure("best_bluff", text("measure-bluff"), claim),
        Measure("best_truth", text("measure-truth"), claim),
        lies,
    )
