"""Where a replay stands, and how that is written into a custom id."""

from __future__ import annotations

import msgspec

from bot.refused import Refused

SPECTATOR, EVERYBODY = "s", "a"


class ReplaySpot(msgspec.Struct, frozen=True):
    """Where a replay stands: after how many moves, and whose hands lie open.

    ``eyes`` is ``SPECTATOR`` for nobody's, ``EVERYBODY`` for all, or a seat's number.
    """

    number: int = 1
    eyes: str = EVERYBODY

    @property
    def arg(self) -> str:
        """Write the spot into a custom id."""
        return f"{self.number}.{self.eyes}"

    def seats(self, count: int) -> tuple[int, ...]:
        """List the seats whose hands lie open, of so many."""
        if self.eyes == SPECTATOR:
            return ()
        return tuple(range(count)) if self.eyes == EVERYBODY else (int(self.eyes),)

    def moved(self, number: int) -> ReplaySpot:
        """Go to another move, with the same hands open."""
        return msgspec.structs.replace(self, number=max(0, number))


def read_spot(arg: str, *, moves: int, seats: int) -> ReplaySpot:
    """Read a spot from a custom id; one before the first or behind the last move is that one.

    Args:
        arg: the spot, and what else makes the custom id different from others.
        moves: how many moves the game has.
        seats: how many seats it has.

    Raises:
        Refused: the game has no such move or seat.
    """
    number, _, rest = arg.partition(".")
    eyes = rest.partition(".")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    if eyes not in (SPECTATOR, EVERYBODY, *map(str, range(seats))):
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), moves)), eyes)
