"""The part of ``Store`` that plays go through: tables, seats, moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from storage import tables
from storage.database import Database
from storage.rows import MoveRow, Outcome, SeatRow, StoredTable, TableRow


class TableStore:
    """Tables from the lobby to the result."""

    _db: Database

    async def create_table(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Write a new table; its ``host_id`` must not be ``None``."""
        await self._db.write(tables.create, table, seats)

    async def save_lobby(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Write host, game, options, locale, channel, messages, deadline and all seats of a lobby.

        Raises:
            NoSuchTable, WrongStatus: it is no lobby (any more).
        """
        await self._db.write(tables.save_lobby, table, seats)

    async def start_table(
        self,
        table_id: str,
        *,
        seats: Sequence[SeatRow],
        options: Mapping[str, str],
        first: int,
        seed: bytes,
        commitment: str,
        started_at: int,
        deadline: int | None = None,
    ) -> None:
        """Turn a lobby into a running game.

        Raises:
            NoSuchTable, WrongStatus: it is no lobby (any more).
        """
        await self._db.write(
            tables.start,
            table_id,
            seats=seats,
            options=dict(options),
            first=first,
            seed=seed,
            commitment=commitment,
            started_at=started_at,
            deadline=deadline,
        )

    async def append_move(
        self,
        table_id: str,
        seq: int,
        actor: int | None,
        move: str,
        at: int,
        deadline: int | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        """Append the next move of a running game; arguments and errors as for ``append_moves``."""
        await self._db.write(
            tables.append_moves, table_id, (MoveRow(seq, actor, move, at),), deadline, outcome
        )

    async def append_moves(
        self,
        table_id: str,
        moves: Sequence[MoveRow],
        deadline: int | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        """Append moves, numbered on from the last one (the first of a table is 0), in one commit.

        Args:
            deadline: until when the next player has time; ``None`` = no limit.
            outcome: the result, if the game is over with these moves; moves and result become true together.

        Raises:
            SequenceConflict: a number is taken or leaves a gap.
            NoSuchTable, WrongStatus: no game is running at this table.
            ValueError: the outcome doesn't fit the seats.
        """
        await self._db.write(tables.append_moves, table_id, moves, deadline, outcome)

    async def finish_table(self, table_id: str, outcome: Outcome) -> bool:
        """Write the result of a running game and all that is counted from it, once.

        Returns:
            ``False``, nothing being changed, when the game has its result already.

        Raises:
            NoSuchTable, WrongStatus: the table is a lobby or was cancelled.
            ValueError: the outcome doesn't fit the seats.
        """
        return await self._db.write(tables.finish, table_id, outcome)

    async def cancel_table(self, table_id: str, at: int) -> bool:
        """Close a lobby or a running game without a result; return ``False`` if it was closed already."""
        return await self._db.write(tables.cancel, table_id, at)

    async def replace_seat(self, table_id: str, seat: int, level: str, at: int) -> None:
        """Let a computer player play on for the person at a seat, who has left at the time ``at``.

        Raises:
            NoSuchTable, WrongStatus: no game is running at this table.
            ValueError: no person sits there.
        """
        await self._db.write(tables.replace_seat, table_id, seat, level, at)

    async def set_message(self, table_id: str, message_id: int | None) -> None:
        """Remember which message shows the table."""
        await self._db.write(tables.set_column, table_id, "message_id", message_id)

    async def set_ping(self, table_id: str, message_id: int | None) -> None:
        """Remember which message called the player on turn last."""
        await self._db.write(tables.set_column, table_id, "ping_message_id", message_id)

    async def set_deadline(self, table_id: str, deadline: int | None) -> None:
        """Set until when the player on turn has time, ``None`` = no limit."""
        await self._db.write(tables.set_column, table_id, "deadline", deadline)

    async def load_table(self, table_id: str) -> StoredTable | None:
        """Return a table of any status."""
        return await self._db.read(tables.load, table_id)

    async def open_tables(self) -> list[StoredTable]:
        """Return all lobbies and running games, oldest first."""
        return await self._db.read(tables.load_open)

    async def tables_in_channel(self, channel_id: int) -> list[StoredTable]:
        """Return the lobbies and running games of a channel, oldest first."""
        return await self._db.read(tables.load_open, channel_id)

    async def tables_of(self, user_id: int) -> list[StoredTable]:
        """Return the lobbies and running games where a person sits and has not left, oldest first."""
        return await self._db.read(tables.load_open_of, user_id)
