"""Where a replay stands, and how that is written into a custom id."""

from __future__ import annotations

import msgspec

from bot.refused import Refused

SPECTATOR = "s"


class ReplaySpot(msgspec.Struct, frozen=True):
    """Where a replay stands: after how many moves, and through whose eyes (``None``: a spectator's)."""

    number: int = 1
    viewer: int | None = None

    @property
    def eyes(self) -> str:
        """Write whose eyes into a menu."""
        return SPECTATOR if self.viewer is None else str(self.viewer)

    @property
    def arg(self) -> str:
        """Write the spot into a custom id."""
        return f"{self.number}.{self.eyes}"

    def moved(self, number: int) -> ReplaySpot:
        """Go to another move, looking through the same eyes."""
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
    viewer = rest.partition(".")[0]
    if not (number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    seat = None if viewer == SPECTATOR else int(viewer) if viewer.isdecimal() and len(viewer) < 3 else -1
    if seat is not None and not 0 <= seat < seats:
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), moves)), seat)
