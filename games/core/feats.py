"""Feats: remarkable acts in a finished game, such as the boldest lie, the best hand or the strangest
trick.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec


class Feat(msgspec.Struct, frozen=True):
    """A remarkable act of one seat in a finished game, such as a bold lie.

    Args:
        kind: the kind of feat; each game has its own kinds.
        seat: the seat that did it.
        begun: index of the feat's first move in the game, from 0, such as the claim or the card led.
        ended: index of the feat's last move, such as the answer or the last card.
        other: the opponent; ``None`` if there was no single opponent.
        liar: the seat that lied; ``None`` if no seat did.
        size: how great the feat was, from 0 to 1. Sizes are compared only within a kind.
    """

    kind: str
    seat: int
    begun: int
    ended: int
    other: int | None = None
    liar: int | None = None
    size: float = 0.0


def greatest(feats: Iterable[Feat], kinds: Sequence[str], seat: int | None = None) -> tuple[Feat, ...]:
    """Return the greatest feat (remarkable act) of each kind; the last feat if several are equally great.

    Args:
        feats: feats in the order of the game.
        kinds: the kinds, in the order of the result.
        seat: the only seat whose feats count; ``None`` for all seats.
    """
    best: dict[str, Feat] = {}
    for feat in feats:
        if seat in (None, feat.seat) and (feat.kind not in best or feat.size >= best[feat.kind].size):
            best[feat.kind] = feat
    return tuple([best[kind] for kind in kinds if kind in best])
