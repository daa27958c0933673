"""Bluffs in any game: counts of claims, lies and challenges, and the best bluffs of a game in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from games.core.feats import Feat, greatest
from games.core.moves import Move
from games.core.presentation import Frame, Measure, Row, Stamp, Tale
from games.core.rules import History, State
from games.core.words import Seat, Text, text

S = TypeVar("S", bound=State)


class Claim(msgspec.Struct, frozen=True):
    """A claim that a seat made.

    Args:
        is_lie: whether the claim was false.
        height: how bold the claim is, from 0 to 1; 0 if the game's claims have no order.
        number: the claim's number in the order of claims, from 1; 0 if statistics do not use it.
    """

    is_lie: bool
    height: float = 0.0
    number: int = 0


class Doubted(msgspec.Struct, frozen=True):
    """A challenge of the last claim.

    Args:
        claimer: the seat that made the claim.
        is_lie: whether the claim was false.
    """

    claimer: int
    is_lie: bool


Judge: TypeAlias = Callable[[S, int, Move, S], Claim | Doubted | None]
"""A function that classifies a move as a claim, a challenge or neither.

The arguments are the position before the move, the seat, the move, and the position after it.
"""

COUNTERS = ("claims", "lies", "lies_caught", "challenges", "challenges_right")
"""Names of the counters that are summed up over games."""

BESTS = ("best_lies", "best_bluff", "best_truth")
"""Names of three more counters for one game: the number of lies that were not challenged, the highest of
those lies, and the highest true claim that was challenged.
"""


def count_bluffs(history: History[S], seats: int, judge: Judge[S]) -> tuple[dict[str, int], ...]:
    """Count each seat's claims, lies and challenges in a game.

    Args:
        history: the moves of the game, each with the positions before and after it.
        seats: number of seats.
        judge: classifies each move as a claim, a challenge or neither.

    Returns:
        For each seat, its counters by the names in ``COUNTERS`` and ``BESTS``. The counters ``best_bluff``
        and ``best_truth`` hold the number of a claim (``Claim.number``), or 0 for none.
    """
    counts = tuple(dict.fromkeys((*COUNTERS, *BESTS), 0) for _ in range(seats))
    waiting: dict[int, Claim] = {}
    for before, actor, move, after in history:
        if isinstance(actor, str):
            continue
        # A claim waits in ``waiting`` until its seat claims again, is challenged, or the game ends.
        match judge(before, actor, move, after):
            case Claim() as claim:
                counts[actor]["claims"] += 1
                counts[actor]["lies"] += claim.is_lie
                _count_unchallenged(counts[actor], waiting.pop(actor, None))
                waiting[actor] = claim
            case Doubted(claimer, is_lie):
                counts[actor]["challenges"] += 1
                counts[actor]["challenges_right"] += is_lie
                counts[claimer]["lies_caught"] += is_lie
                # A challenged claim was not let pass, so it no longer waits for its outcome.
                held = waiting.pop(claimer, None)
                if held is not None and not is_lie:
                    counts[claimer]["best_truth"] = max(counts[claimer]["best_truth"], held.number)
    # Claims that are still unchallenged when the game ends were let pass.
    for seat, claim in waiting.items():
        _count_unchallenged(counts[seat], claim)
    return counts


def _count_unchallenged(count: dict[str, int], claim: Claim | None) -> None:
    """Update a seat's counters for a claim that nobody challenged. Only lies are counted."""
    if claim is not None and claim.is_lie:
        count["best_lies"] += 1
        count["best_bluff"] = max(count["best_bluff"], claim.number)


BLUFF, CATCH, STOOD = KINDS = ("bluff", "catch", "stood")
"""Kinds of feats (remarkable acts): an unchallenged lie, the challenge of a lie, a challenged true claim."""


def best_bluffs(history: History[S], judge: Judge[S], seat: int | None = None) -> tuple[Feat, ...]:
    """Return the greatest feat (remarkable act) of each kind in ``KINDS``.

    Args:
        history: the moves of the game, each with the positions before and after it.
        judge: classifies each move as a claim, a challenge or neither.
        seat: the only seat whose feats count; ``None`` for all seats.
    """
    return greatest(bluffs(history, judge), KINDS, seat)


def bluffs(history: History[S], judge: Judge[S]) -> Iterator[Feat]:
    """Yield a feat (remarkable act) for each claim that was a lie or was challenged.

    Args:
        history: the moves of the game, each with the positions before and after it.
        judge: classifies each move as a claim, a challenge or neither.
    """
    # The last move, if it was a claim; its seat, and the number of the move.
    claim: Claim | None = None
    claimer = begun = 0
    for number, (before, actor, move, after) in enumerate(history):
        if isinstance(actor, str):
            continue
        judged = judge(before, actor, move, after)
        if claim is not None:
            # This move answers the last claim: let pass a lie, caught a lie, or doubted a true claim.
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
    """Return the two seats of a remarkable bluff or challenge: the seat that made the claim, and the seat
    that answered it.
    """
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
    """Return a remarkable bluff or challenge as a story in three pictures: the claim, the answer, and the
    true cards.

    Args:
        feat: the act to show, of a kind in ``KINDS``.
        claim: the claim in words.
        family: the name of the cards' family (kind of deck).
        answer: the reply to the claim in words.
        held: rows with the cards that the answering seat knew, for the second picture.
        lay: rows with the true cards, for the third picture.
        line: a line that explains the true cards; ``None`` if no explanation is needed.
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
        Stamp(text("stamp-true"), "good") if feat.liar is None else Stamp(text("stamp-lie"), "bad"),
    )


def bluffs_told(counts: Mapping[str, int], claim: Callable[[int], Text] | None = None) -> tuple[Text, ...]:
    """Return lines of text about a person's bluffs.

    Args:
        counts: the person's counters over several games, by name (see ``count_bluffs``). Counters named
            ``best_...`` are greatest values, all others are sums.
        claim: returns a claim in words, given its number; ``None`` for a game whose claims have no order.
    """
    lines = []
    # Lines about counts first, then the best single claims.
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
    """Yield up to two lines: a person's highest unchallenged lie, and their highest challenged true claim.

    Args:
        counts: the person's counters by name, as for ``bluffs_told``.
        claim: returns a claim in words, given its number.
        order: the end of the counters' names, such as ``_wild``.
    """
    for best in ("bluff", "truth"):
        if number := counts.get(f"best_{best}{order}"):
            yield text(f"stats-best-{best}", claim=claim(number))


def bluff_measures(claim: Callable[[int], Text] | None = None) -> tuple[Measure, ...]:
    """Return the statistics that leaderboards of a bluffing game compare.

    Args:
        claim: returns a claim in words, given its number; ``None`` for a game whose claims have no order.
    """
    lies = Measure("best_lies", text("measure-lies"))
    if claim is None:
        return (lies,)
    return (
        Measure("best_bluff", text("measure-bluff"), claim),
        Measure("best_truth", text("measure-truth"), claim),
        lies,
    )
