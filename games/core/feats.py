"""Feats: remarkable acts in a finished game, such as the boldest lie or the best hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class Feat(msgspec.Struct, frozen=True):
    """A remarkable act of one seat in a finished game, such as a bold lie."""

    kind: str
    seat: int
    # first_move, last_move: indexes of the moves that belong to it, such as a claim and its answer
    first_move: int
    last_move: int
    opponent: int | None = None
    liar: int | None = None  # the seat that lied, if any
    size: float = 0.0  # from 0 to 1; comparable only with feats of the same kind


def greatest(feats: Iterable[Feat], kinds: Sequence[str], seat: int | None = None) -> tuple[Feat, ...]:
    """Return the greatest feat of each kind, in the order of ``kinds``.

    Args:
        seat: if given, only feats of this seat count.
    """
    best: dict[str, Feat] = {}
    # Of equally great feats the last one is kept.
    for feat in feats:
        if seat in (None, feat.seat) and (feat.kind not in best or feat.size >= best[feat.kind].size):
            best[feat.kind] = feat
    return tuple([best[kind] for kind in kinds if kind in best])
