"""Counting bluffs for statistics: claims and lies, challenges and how many were right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

import msgspec

from games.core.moves import Move
from games.core.rules import Actor, Feat, State
from games.core.words import Text, text

S = TypeVar("S", bound=State)


class Claim(msgspec.Struct, frozen=True):
    """Somebody claimed something; the higher, the bolder, where the game orders claims."""

    is_lie: bool
    height: int = 0


class Doubted(msgspec.Struct, frozen=True):
    """Somebody challenged a claim of ``claimer``."""

    claimer: int
    is_lie: bool


Judge: TypeAlias = Callable[[S, int, Move, S], Claim | Doubted | None]
"""Say what a seat's move was: from (position before, seat, move, position after)."""

COUNTERS = ("claims", "lies", "lies_caught", "challenges", "challenges_right")


def count_bluffs(
    history: Iterable[tuple[S, Actor, Move, S]], seats: int, judge: Judge[S]
) -> tuple[dict[str, int], ...]:
    """Count, per seat, claims, lies, lies that were challenged, challenges, and challenges of lies.

    Args:
        history: every move with the position before and after it.
        seats: how many there are.
        judge: tells claims and challenges from other moves.
    """
    counts = tuple(dict.fromkeys(COUNTERS, 0) for _ in range(seats))
    for before, actor, move, after in history:
        if isinstance(actor, str):
            continue
        match judge(before, actor, move, after):
            case Claim(is_lie):
                counts[actor]["claims"] += 1
                counts[actor]["lies"] += is_lie
            case Doubted(claimer, is_lie):
                counts[actor]["challenges"] += 1
                counts[actor]["challenges_right"] += is_lie
                counts[claimer]["lies_caught"] += is_lie
    return counts


def best_bluffs(
    history: Iterable[tuple[S, Actor, Move, S]], judge: Judge[S], seat: int | None = None
) -> tuple[Feat, ...]:
    """Find the highest lie that nobody challenged, and the challenge of the highest lie; the last of equals.

    Args:
        history: every move with the position before and after it.
        judge: tells claims and challenges from other moves.
        seat: whose feats alone; ``None`` for everybody's.
    """
    free: list[tuple[int, Feat]] = []
    caught: list[tuple[int, Feat]] = []
    lies: dict[int, tuple[int, int]] = {}
    for number, (before, actor, move, after) in enumerate(history):
        if isinstance(actor, str):
            continue
        match judge(before, actor, move, after):
            case Claim(is_lie, height):
                if actor in lies:
                    free.append(_bluff(actor, *lies.pop(actor)))
                if is_lie:
                    lies[actor] = (height, number)
            case Doubted(claimer, is_lie) if is_lie:
                height, claim = lies.pop(claimer)
                caught.append((height, Feat("catch", actor, claim, claimer)))
    free += [_bluff(seat, *lie) for seat, lie in lies.items()]
    wanted = [[feat for feat in feats if seat in (None, feat[1].seat)] for feats in (free, caught)]
    return tuple([max(feats, key=_boldness)[1] for feats in wanted if feats])


def _bluff(seat: int, height: int, number: int) -> tuple[int, Feat]:
    return height, Feat("bluff", seat, number, seat)


def _boldness(feat: tuple[int, Feat]) -> tuple[int, int]:
    return feat[0], feat[1].number


def bluffs_told(counts: Mapping[str, int]) -> tuple[Text, ...]:
    """Tell these counters, as far as there is something to tell."""
    lines = []
    if claims := counts.get("claims"):
        lies = counts.get("lies", 0)
        lines.append(text("stats-lies", claims=claims, lies=lies, free=lies - counts.get("lies_caught", 0)))
    if challenges := counts.get("challenges"):
        right = counts.get("challenges_right", 0)
        lines.append(text("stats-challenges", challenges=challenges, right=right))
    return tuple(lines)
