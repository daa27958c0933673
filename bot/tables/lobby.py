"""A lobby: people and computer players gather, the host sets the options and starts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import msgspec

from bot.refused import Refused
from games.core.errors import SetupError
from games.core.game import Game
from games.core.rules import Setup
from games.core.words import Text
from storage.rows import SeatRow, TableRow
from storage.store import Store


class Lobby:
    """People waiting for a game. Every change is saved before anybody sees it.

    Args:
        store: where lobbies are kept.
        row: the table's row; its status is ``lobby``.
        game: the game to be played.
        seats: who sits already.
    """

    def __init__(self, store: Store, row: TableRow, game: Game, seats: tuple[SeatRow, ...]) -> None:
        self.store, self.row, self.game, self.seats = store, row, game, seats
        self.lock = asyncio.Lock()

    def __repr__(self) -> str:
        return f"<Lobby {self.id} {self.game.id}, {len(self.seats)} seats>"

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def humans(self) -> tuple[SeatRow, ...]:
        return tuple(seat for seat in self.seats if seat.level is None)

    @property
    def is_full(self) -> bool:
        return len(self.seats) >= self.game.rules.seats[1]

    def seat_of(self, user_id: int) -> SeatRow | None:
        """Find where somebody sits."""
        return next((seat for seat in self.humans if seat.user_id == user_id), None)

    def obstacle(self) -> Text | None:
        """Say why the game cannot start yet, or ``None`` when it can."""
        low = self.game.rules.seats[0]
        if len(self.seats) < low:
            return Text("lobby-needs-more", {"missing": low - len(self.seats), "least": low})
        try:
            self.setup()
        except SetupError:
            return Text("lobby-options-clash")
        return None

    def setup(self, first: int = 0) -> Setup:
        """Check seats and options together; raises ``SetupError``."""
        return self.game.rules.setup(len(self.seats), self.row.options, first)

    async def join(self, user_id: int, name: str, join_id: int) -> bool:
        """Sit down; ``False`` if that person sits already.

        Raises:
            Refused: no seat is free.
        """
        async with self.lock:
            self._still_open()
            if self.seat_of(user_id):
                return False
            if self.is_full:
                raise Refused("lobby-full")
            await self._save(seats=(*self.seats, self._seat(user_id, name, None, join_id)))
            return True

    async def leave(self, user_id: int) -> bool:
        """Stand up; the next human becomes host. Tells whether anybody is left.

        Raises:
            Refused: that person does not sit here.
        """
        async with self.lock:
            self._still_open()
            mine = self.seat_of(user_id)
            if mine is None:
                raise Refused("not-at-table")
            left = tuple(seat for seat in self.seats if seat is not mine)
            humans = [seat for seat in left if seat.level is None]
            if not humans:
                return False
            host = self.row.host_id if self.row.host_id != user_id else humans[0].user_id or 0
            await self._save(seats=left, host_id=host)
            return True

    async def reload(self) -> None:
        """Take over status, host and seats as the store has them since somebody was forgotten.

        The caller holds the lock.
        """
        stored = await self.store.load_table(self.id)
        assert stored is not None
        row = stored.table
        self.row = msgspec.structs.replace(self.row, host_id=row.host_id, status=row.status)
        self.seats = stored.seats

    async def add_computer(self, by: int, name: str, level: str) -> None:
        """Seat a computer player.

        Raises:
            Refused: not the host, or no seat is free.
        """
        async with self.lock:
            self._only_host(by)
            if self.is_full:
                raise Refused("lobby-full")
            await self._save(seats=(*self.seats, self._seat(None, name, level, 0)))

    async def remove_computer(self, by: int) -> None:
        """Take the last computer player away.

        Raises:
            Refused: not the host, or there is none.
        """
        async with self.lock:
            self._only_host(by)
            computers = [seat for seat in self.seats if seat.level is not None]
            if not computers:
                raise Refused("lobby-no-computer")
            await self._save(seats=tuple(seat for seat in self.seats if seat is not computers[-1]))

    async def set_options(self, by: int, changes: Mapping[str, str]) -> None:
        """Change options of the game.

        Raises:
            Refused: not the host, or a value that does not exist.
        """
        async with self.lock:
            self._only_host(by)
            options = {**self.row.options, **changes}
            if any(value not in self.game.rules.options.get(name, ()) for name, value in options.items()):
                raise Refused("lobby-no-such-option")
            await self._save(options=options)

    async def hand_over(self, by: int, to: int) -> None:
        """Make somebody else at the table the host.

        Raises:
            Refused: not the host, or the other does not sit here.
        """
        async with self.lock:
            self._only_host(by)
            if self.seat_of(to) is None:
                raise Refused("not-at-table-other")
            await self._save(host_id=to)

    def only_host(self, by: int) -> None:
        """Refuse everybody but the host."""
        self._only_host(by)

    def _only_host(self, by: int) -> None:
        self._still_open()
        if by != self.row.host_id:
            raise Refused("only-host")

    def _still_open(self) -> None:
        if self.row.status != "lobby":
            raise Refused("lobby-closed")

    def _seat(self, user_id: int | None, name: str, level: str | None, join_id: int) -> SeatRow:
        return SeatRow(seat=len(self.seats), user_id=user_id, name=name, level=level, join_id=join_id)

    async def _save(
        self,
        *,
        seats: tuple[SeatRow, ...] | None = None,
        host_id: int | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        seated = self.seats if seats is None else seats
        numbered = tuple(msgspec.structs.replace(seat, seat=i) for i, seat in enumerate(seated))
        row = msgspec.structs.replace(
            self.row,
            host_id=self.row.host_id if host_id is None else host_id,
            options=self.row.options if options is None else options,
        )
        await self.store.save_lobby(row, numbered)
        self.row, self.seats = row, numbered
