"""Highlights: highlights in a finished game, such as the boldest lie or the best hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class Highlight(msgspec.Struct, frozen=True):
    """A highlight of one seat in a finished game, such as a bold lie."""

    kind: str
    seat: int
    # first_move, last_move: indexes of the moves that belong to it, such as a claim and its answer
    first_move: int
    last_move: int
    opponent: int | None = None
    liar: int | None = None  # the seat that lied, if any
    size: float = 0.0  # from 0 to 1; comparable only with highlights of the same kind


def greatest(
    highlights: Iterable[Highlight], kinds: Sequence[str], seat: int | None = None
) -> tuple[Highlight, ...]:
    """Return the greatest highlight of each kind, in the order of ``kinds``.

    Args:
        seat: if given, only highlights of this seat count.
    """
    best: dict[str, Highlight] = {}
    # Of equally great highlights the last one is kept.
    for highlight in highlights:
        if seat in (None, highlight.seat) and (
            highlight.kind not in best or highlight.size >= best[highlight.kind].size
        ):
            best[highlight.kind] = highlight
    return tuple([best[kind] for kind in kinds if kind in best])
