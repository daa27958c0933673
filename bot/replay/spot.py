"""Which game is replayed, where its replay stands, and how that is written into a custom id."""

from __future__ import annotations

import msgspec

from bot.app import Tap
from bot.refused import Refused
from bot.tables.state import TableState
from storage.servers.settings import load_settings

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
    """Read a spot, no further than the last move, from a custom id; ``Refused`` if there is no such one."""
    number, _, rest = arg.partition(".")
    eyes = rest.partition(".")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    if eyes not in (SPECTATOR, EVERYBODY, *map(str, range(seats))):
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), moves)), eyes)


async def closed_game(tap: Tap, table_id: str) -> TableState:
    """Find a game that goes on no more and that this person may look through, or raise ``Refused``."""
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
