"""The cards of one seat of Three Cards Trick Poker, and what everybody may know of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

import msgspec

from games.trick3.moves import FACE_DOWN, Hand


class SeatCards(msgspec.Struct, frozen=True):
    """All cards of one seat. ``hidden`` and ``exposed`` are sorted; ``stock`` (draw pile) begins with its
    top.
    """

    hidden: Hand = ()
    exposed: Hand = ()
    stock: Hand = ()
    played: Hand = ()
    captured: Hand = ()


def piles_of(sides: Iterable[SeatCards], name: str) -> tuple[Hand, ...]:
    """Return one pile of each seat, such as every ``stock``.

    This is slower than a loop over the seats, which views and moves use.
    """
    return tuple(map(attrgetter(name), sides))


class PublicPiles(NamedTuple):
    """What everybody may know of the cards of each seat (see ``Trick3View``)."""

    exposed: tuple[Hand, ...]
    played: tuple[Hand, ...]
    hidden: tuple[int, ...]
    stock: tuple[int, ...]
    captured: tuple[Hand, ...]


def public_piles(sides: Sequence[SeatCards], way: str) -> PublicPiles:
    """Return what everybody may know of the cards of each seat.

    Args:
        way: how the first card of the battle lies; empty until it is played.
    """
    # Views are made after every move, so one loop collects all piles: it takes half the time of five.
    exposed = []
    played = []
    hidden = []
    stock = []
    captured = []
    for side in sides:
        exposed.append(side.exposed)
        played.append(hide_face_down(side.played, way))
        hidden.append(len(side.hidden))
        stock.append(len(side.stock))
        captured.append(side.captured)
    return PublicPiles(tuple(exposed), tuple(played), tuple(hidden), tuple(stock), tuple(captured))


def hide_face_down(cards: Hand, way: str) -> Hand:
    """Return a seat's played cards with an empty string for the face-down one.

    Without a face-down card the same tuple object is returned.
    """
    down = FACE_DOWN.get(way, 0)
    if 0 < down <= len(cards):
        return cards[: down - 1] + ("",) + cards[down:]
    return cards
