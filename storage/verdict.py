"""How a game ended before its end."""

from __future__ import annotations

import msgspec

WON, AGREED, ENDED, LEFT, DESERTED, CLOSED = "won", "agreed", "ended", "left", "deserted", "closed"
"""Why a game ended before its end: the others had left; all agreed; one that does not count was ended; nobody
was left; nobody came back; its place is gone, or somebody closed it for the server."""


class Verdict(msgspec.Struct, frozen=True):
    """How a game ended before its end.

    Attributes:
        why: one of the words above.
        seats: of those who have won, agreed, or ended it.
        moves: after how many moves its result was written; ``None`` for none.
    """

    why: str
    seats: tuple[int, ...] = ()
    moves: int | None = None
