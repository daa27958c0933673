"""The part of a replay's custom ids that stores the position on the page and which hands are open."""

from __future__ import annotations

import msgspec

from bot.app import Tap
from bot.refused import Refused
from bot.tables.state import TableState
from storage.servers.settings import load_settings

SPECTATOR, EVERYBODY = "s", "a"


class ReplaySpot(msgspec.Struct, frozen=True):
    """A position in a replay, and the hands that are open."""

    number: int = 1  # of moves played
    eyes: str = EVERYBODY  # SPECTATOR for no hand, EVERYBODY for all hands, or a seat's number

    @property
    def arg(self) -> str:
        """The position as text for the last part of a custom id. ``read_spot`` reads this text."""
        return f"{self.number}.{self.eyes}"

    def seats(self, count: int) -> tuple[int, ...]:
        """Return the seats whose hands are open. ``count`` is the number of all seats."""
        if self.eyes == SPECTATOR:
            return ()
        return tuple(range(count)) if self.eyes == EVERYBODY else (int(self.eyes),)

    def moved(self, number: int) -> ReplaySpot:
        """Return the position after ``number`` moves, with the same hands open."""
        return msgspec.structs.replace(self, number=max(0, number))


def read_spot(arg: str, *, moves: int, seats: int) -> ReplaySpot:
    """Read a position of a replay from the last part of a custom id (``ReplaySpot.arg``).

    ``moves`` and ``seats`` are the numbers of the game's moves and seats. A position after the last move is
    replaced by the last one.

    Raises:
        Refused: the text describes no position.
    """
    number, _, rest = arg.partition(".")
    eyes = rest.partition(".")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    if eyes not in (SPECTATOR, EVERYBODY, *map(str, range(seats))):
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), moves)), eyes)


async def closed_game(tap: Tap, table_id: str) -> TableState:
    """Return a closed game whose replay the person who tapped may see.

    Raises:
        Refused: the game is still being played, or the person may not see it.
    """
    state = await tap.app.tables.look_up(table_id)
    if not state.is_closed:
        raise Refused("not-over-yet")
    if state.match is None:
        raise Refused("lobby-closed")
    if not state.has_sat(tap.user.id):  # who left has played, too
        settings = await tap.app.store.read(load_settings, state.row.guild_id)
        if not settings.share_records:
            raise Refused("records-not-shared")
    return state
