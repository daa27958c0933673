"""Which decision each seat faces: what a button is for, and what somebody is called for."""

from __future__ import annotations

from games.core.rules import CHANCE, OVER, ToAct, is_to_act


def decisions_of(
    to_act: ToAct,
    before: ToAct | None,
    moved: tuple[int, ...],
    seq: int,
    seats: int,
    known: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Number the decision that each seat faces.

    In a simultaneous phase the others' choices do not change it.
    """
    numbers = list(known or (-1,) * seats)
    if to_act != CHANCE and to_act != OVER:
        for seat in to_act:
            if seat in moved or before is None or not is_to_act(before, seat):
                numbers[seat] = seq
    return tuple(numbers)
