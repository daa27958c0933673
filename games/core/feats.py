"""What a finished game has that is worth telling: its boldest lie, its best hand, its strangest trick."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class Feat(msgspec.Struct, frozen=True):
    """Something of a finished game that is worth telling.

    Args:
        kind: what it was; a game names its kinds itself.
        seat: whose feat it was.
        begun: number of the move that it began with, from 0: the claim, the card that was led.
        ended: number of the move after which it was done: the answer, the last card.
        other: against whom; ``None`` where it was against nobody alone.
        liar: who had said what was not true; ``None`` where nobody had.
        size: how great it was, 0 to 1; of use among feats of one kind.
    """

    kind: str
    seat: int
    begun: int
    ended: int
    other: int | None = None
    liar: int | None = None
    size: float = 0.0


def greatest(found: Iterable[Feat], kinds: Sequence[str], seat: int | None = None) -> tuple[Feat, ...]:
    """Keep the greatest feat of each kind, the last of equals.

    Args:
        found: feats in the order of the game.
        kinds: the kinds, in the order of telling.
        seat: whose feats alone; ``None`` for everybody's.
    """
    best: dict[str, Feat] = {}
    for feat in found:
        if seat in (None, feat.seat) and (feat.kind not in best or feat.size >= best[feat.kind].size):
            best[feat.kind] = feat
    return tuple([best[kind] for kind in kinds if kind in best])
