"""What a family's drawings consist of."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.pictures.colours import Colour
from bot.pictures.pen import Pen
from games.core.cards import Card


class Art(msgspec.Struct, frozen=True):
    """A family's drawings.

    Args:
        cards: the cards that can be drawn.
        draw: draws one card with a pen on a blank one.
        inks: every colour that ``draw`` uses besides paper, so that a picture's palette holds them all.
        meeting: pairs of inks of which one lies on the other, so that it holds what is between them, too.
    """

    cards: tuple[Card, ...]
    draw: Callable[[Pen, Card], None]
    inks: tuple[Colour, ...]
    meeting: tuple[tuple[Colour, Colour], ...] = ()
