"""Bluffs in any game: statistics of claims, lies and challenges, and the best bluffs of a game as stories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from games.core.highlights import Highlight, greatest
from games.core.moves import Move
from games.core.presentation import Measure, PictureStory, Row, Stamp, StoryPicture
from games.core.rules import History, State, zero_counters
from games.core.words import Seat, Text, text

S = TypeVar("S", bound=State)


class Claim(msgspec.Struct, frozen=True):
    """A statement of one seat about hidden cards, true or false."""

    is_lie: bool
    boldness: float = 0.0  # from 0 to 1; 0 if the game's claims have no order
    number: int = 0  # position in the order of claims, from 1; 0 if statistics do not use it


class ClaimChallenge(msgspec.Struct, frozen=True):
    """A challenge of another seat's claim; ``is_lie`` says whether the claim was false."""

    claimer: int
    is_lie: bool


ClassifyMove: TypeAlias = Callable[[S, int, Move, S], Claim | ClaimChallenge | None]
"""A function that returns a move as a claim or a challenge, or ``None`` for any other move.

The arguments are the position before the move, the seat, the move, and the position after it.
"""

ClaimText: TypeAlias = Callable[[int], Text]
"""A function that returns a claim in words, given ``Claim.number``."""

COUNTERS = ("claims", "lies", "lies_caught", "challenges", "challenges_right")
"""Names of the counters that are added up over games."""

BESTS = ("best_lies", "best_bluff", "best_truth")
"""Names of counters of single games: the number of unchallenged lies, and the numbers of the highest
unchallenged lie and of the highest challenged truth.
"""


def count_bluffs(history: History[S], seats: int, classify: ClassifyMove[S]) -> tuple[dict[str, int], ...]:
    """Return the statistics of each seat: its claims, lies and challenges in a game.

    Returns:
        one dict for each seat, with the names in ``COUNTERS`` and ``BESTS`` as keys.
    """
    counts = zero_counters(COUNTERS + BESTS, seats)
    waiting: dict[int, Claim] = {}
    for before, actor, move, after in history:
        if isinstance(actor, str):
            continue
        # A claim waits in ``waiting`` until its seat claims again, is challenged, or the game ends.
        match classify(before, actor, move, after):
            case Claim() as claim:
                counts[actor]["claims"] += 1
                counts[actor]["lies"] += claim.is_lie
                _count_unchallenged_lie(counts[actor], waiting.pop(actor, None))
                waiting[actor] = claim
            case ClaimChallenge(claimer, is_lie):
                counts[actor]["challenges"] += 1
                counts[actor]["challenges_right"] += is_lie
                counts[claimer]["lies_caught"] += is_lie
                # A challenged claim was not let pass, so it no longer waits for its outcome.
                held = waiting.pop(claimer, None)
                if held is not None and not is_lie:
                    counts[claimer]["best_truth"] = max(counts[claimer]["best_truth"], held.number)
    # Claims that are still unchallenged when the game ends were let pass.
    for seat, claim in waiting.items():
        _count_unchallenged_lie(counts[seat], claim)
    return counts


def _count_unchallenged_lie(counters: dict[str, int], claim: Claim | None) -> None:
    if claim is not None and claim.is_lie:
        counters["best_lies"] += 1
        counters["best_bluff"] = max(counters["best_bluff"], claim.number)


BLUFF, CATCH, STOOD = KINDS = ("bluff", "catch", "stood")
"""Kinds of highlights: an unchallenged lie, the challenge of a lie, a challenged true claim."""


def best_bluffs(
    history: History[S], classify: ClassifyMove[S], seat: int | None = None
) -> tuple[Highlight, ...]:
    """Return the boldest lie, the best exposed lie and the best challenged truth of a game.

    Args:
        seat: if given, only acts of this seat count.
    """
    return greatest(bluffs(history, classify), KINDS, seat)


def bluffs(history: History[S], classify: ClassifyMove[S]) -> Iterator[Highlight]:
    """Yield each unchallenged lie and each challenged claim of a game, in the order of play."""
    # The last move, if it was a claim; its seat, and the number of the move.
    claim: Claim | None = None
    claimer = 0
    begun = 0
    for number, (before, actor, move, after) in enumerate(history):
        if isinstance(actor, str):
            continue
        classified = classify(before, actor, move, after)
        if claim is not None:
            # The move answers the last claim: it let pass a lie, caught a lie, or doubted a true claim.
            is_caught = isinstance(classified, ClaimChallenge)
            if claim.is_lie and is_caught:
                yield Highlight(CATCH, actor, begun, number, claimer, claimer, claim.boldness)
            elif claim.is_lie:
                yield Highlight(BLUFF, claimer, begun, number, actor, claimer, claim.boldness)
            elif is_caught:
                yield Highlight(STOOD, claimer, begun, number, actor, None, claim.boldness)
        claim = None
        if isinstance(classified, Claim):
            claim = classified
        claimer = actor
        begun = number


def claimer_and_answerer(highlight: Highlight) -> tuple[int, int]:
    """Return the seat that made the claim, then the seat that answered it."""
    assert highlight.opponent is not None
    if highlight.kind == CATCH:
        return (highlight.opponent, highlight.seat)
    return (highlight.seat, highlight.opponent)


def bluff_story(
    highlight: Highlight,
    claim: Text,
    family: str,
    *,
    answer: Text,
    known_cards: tuple[Row, ...],
    true_cards: tuple[Row, ...],
    explanation: Text | None,
) -> PictureStory:
    """Return a bluff or challenge as three pictures: the claim, the answer, and the true cards.

    Args:
        highlight: an act of a kind in ``KINDS``.
        family: the name of the kind of deck.
        known_cards: rows of cards that the answering seat knew.
        explanation: a line below the true cards.
    """
    claimer, answerer = claimer_and_answerer(highlight)
    assert highlight.opponent is not None
    headline = text(
        f"highlight-{highlight.kind}",
        seat=Seat(highlight.seat),
        other=Seat(highlight.opponent),
        claim=claim,
    )
    stamp = Stamp(text("stamp-lie"), "bad")
    if highlight.liar is None:
        stamp = Stamp(text("stamp-true"), "good")
    return PictureStory(
        headline,
        family,
        (
            StoryPicture(text("tale-says", seat=Seat(claimer)), claimer, claim),
            StoryPicture(text("tale-thinks", seat=Seat(answerer)), answerer, answer, known_cards),
            StoryPicture(text("tale-lay"), rows=true_cards, line=explanation),
        ),
        stamp,
    )


def bluff_lines(
    counts: Mapping[str, int], claim_text: ClaimText | None = None, prefix: str = ""
) -> tuple[Text, ...]:
    """Return lines of text about a person's bluffs in all games so far.

    Args:
        counts: the person's counters, by the names in ``COUNTERS`` and ``BESTS``.
        claim_text: ``None`` if the game's claims have no order.
        prefix: beginning of the keys of texts that the game has itself, such as ``bull-``.
    """
    lines = []
    # Lines about counts first, then the best single claims.
    if claims := counts.get("claims"):
        lies = counts.get("lies", 0)
        free = lies - counts.get("lies_caught", 0)
        lines.append(text(f"{prefix}stats-lies", claims=claims, lies=lies, free=free))
    if challenges := counts.get("challenges"):
        right = counts.get("challenges_right", 0)
        lines.append(text("stats-challenges", challenges=challenges, right=right))
    if (most := counts.get("best_lies", 0)) > 1:
        lines.append(text(f"{prefix}stats-best-lies", count=most))
    if claim_text:
        lines += best_claim_lines(counts, claim_text, prefix=prefix)
    return tuple(lines)


def best_claim_lines(
    counts: Mapping[str, int], claim_text: ClaimText, suffix: str = "", prefix: str = ""
) -> Iterator[Text]:
    """Yield a line about a person's highest unchallenged lie, and one about their highest challenged truth.

    Args:
        suffix: end of the counters' names, such as ``_wild``.
        prefix: beginning of the keys of texts that the game has itself, such as ``bull-``.
    """
    keys = {"best_bluff": f"{prefix}stats-best-bluff", "best_truth": f"{prefix}stats-best-truth"}
    for name, key in keys.items():
        if number := counts.get(f"{name}{suffix}"):
            yield text(key, claim=claim_text(number))


def bluff_measures(claim_text: ClaimText | None = None, prefix: str = "") -> tuple[Measure, ...]:
    """Return the statistics about bluffs that leaderboards compare.

    Args:
        claim_text: prints a claim; ``None`` if the game cannot order claims from low to high.
        prefix: beginning of the keys of texts that the game has itself, such as ``bull-``.
    """
    lies = Measure("best_lies", text(f"{prefix}measure-lies"))
    if claim_text is None:
        return (lies,)
    return (
        Measure("best_bluff", text(f"{prefix}measure-bluff"), claim_text),
        Measure("best_truth", text(f"{prefix}measure-truth"), claim_text),
        lies,
    )
