"""A position and the open hands of a replay, and their form as text in custom ids."""

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
    open_hands: str = EVERYBODY  # SPECTATOR for no hand, EVERYBODY for all hands, or a seat's number

    @property
    def arg(self) -> str:
        """The position as text for a custom id. ``parse_spot`` reads it."""
        return f"{self.number}.{self.open_hands}"

    def seats(self, seat_count: int) -> tuple[int, ...]:
        """Return the seats whose hands are open."""
        if self.open_hands == SPECTATOR:
            return ()
        return tuple(range(seat_count)) if self.open_hands == EVERYBODY else (int(self.open_hands),)

    def at_move(self, number: int) -> ReplaySpot:
        """Return the position after a number of moves, with the same hands open."""
        return msgspec.structs.replace(self, number=max(0, number))


def parse_spot(arg: str, *, move_count: int, seat_count: int) -> ReplaySpot:
    """Return the position that a custom id describes (``ReplaySpot.arg``).

    If the game has fewer moves, its last position is returned.

    Raises:
        Refused: the text describes no position.
    """
    number, _, rest = arg.partition(".")
    open_hands = rest.partition(".")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    if open_hands not in (SPECTATOR, EVERYBODY, *map(str, range(seat_count))):
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), move_count)), open_hands)


async def closed_game(tap: Tap, table_id: str) -> TableState:
    """Return a closed game whose replay the person may see.

    Raises:
        Refused: the game is still being played, or the person may not see it.
    """
    state = await tap.app.tables.find_state(table_id)
    if not state.is_publicly_closed:
        raise Refused("not-over-yet")
    if state.match is None:
        raise Refused("lobby-closed")
    if not state.has_ever_sat(tap.user.id):  # who left has played, too
        # Practice is its person's alone, so nobody else learns that it exists.
        if state.is_practice:
            raise Refused("no-such-table")
        settings = await tap.app.store.read(load_settings, state.row.guild_id)
        if not settings.share_records:
            raise Refused("records-not-shared")
    return state
