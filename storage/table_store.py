"""The part of ``Store`` that plays go through: tables, seats, moves, and what is shown of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from storage.engine.database import Database
from storage.engine.shards import Shard
from storage.rows import (
    HERE,
    GatheringRow,
    MoveRow,
    Outcome,
    Ratings,
    SeatRow,
    ShownRow,
    StoredTable,
    TableRow,
)
from storage.tables import absence, acts, lifecycle, loading


class TableStore:
    """Tables from the lobby to the result.

    A change of lobby, seats or status raises the table's ``revision`` by one.
    """

    _db: Database

    async def create_table(
        self, table: TableRow, seats: Sequence[SeatRow], gathered: GatheringRow = HERE
    ) -> GatheringRow:
        """Write a new table, of which nothing was shown yet; its ``host_id`` must not be ``None``.

        Of a lobby subscribers are told who have not been told of another for an hour.

        Returns:
            ``gathered`` with the subscribers who are told.

        Raises:
            RematchTaken: there is a lobby with the same ``rematch_of``.
        """
        return await self._db.write(lifecycle.create, table, seats, gathered)

    async def save_lobby(
        self, table: TableRow, seats: Sequence[SeatRow], gathered: GatheringRow = HERE
    ) -> None:
        """Write host, game, options, clock, locale, channel, deadline, seats and invitations of a lobby.

        Args:
            table: with the revision that the caller has seen; it is one more afterwards.

        Raises:
            NoSuchTable, WrongStatus: it is no lobby (any more).
            RevisionConflict: it was changed since.
        """
        await self._db.write(lifecycle.save_lobby, table, seats, gathered)

    async def start_table(
        self, table: TableRow, seats: Sequence[SeatRow], moves: Sequence[MoveRow], shown: ShownRow
    ) -> None:
        """Turn a lobby into a running game, dealt, in one commit.

        Args:
            table: with the revision that the caller has seen; written of it are ``options``, ``first``,
                ``seed``, ``commitment``, ``started_at`` and ``deadline``.
            seats: the final ones.
            moves: what chance did first, numbered from 0; may be empty.
            shown: what is shown of the table from now on.

        Raises:
            NoSuchTable, WrongStatus: it is no lobby (any more).
            RevisionConflict: it was changed since.
            SequenceConflict: the moves are not numbered 0, 1, 2, ...
        """
        await self._db.write(lifecycle.start, table, seats, moves, shown)

    async def append_moves(
        self,
        table_id: str,
        moves: Sequence[MoveRow],
        deadline: int | None = None,
        outcome: Outcome | None = None,
        back: SeatRow | None = None,
    ) -> Ratings:
        """Append moves, numbered on from the last one (the first of a table is 0), in one commit.

        Args:
            deadline: until when the next player has time; ``None`` = no limit.
            outcome: the result, if the game is over with these moves; moves and result become true together.
            back: the seat of a person who was away and has made the first of these moves, not away any more.

        Returns:
            What the result made of each seat's rating; empty if there is none, or it is not rated.

        Raises:
            SequenceConflict: a number is taken or leaves a gap.
            NobodySits: no person plays at the seat ``back`` (any more).
            NoSuchTable, WrongStatus: no game is running at this table.
            ValueError: the outcome doesn't fit the seats.
        """
        return await self._db.write(lifecycle.append_moves, table_id, moves, deadline, outcome, back)

    async def save_absence(self, table: TableRow, seats: Sequence[SeatRow], moves: int) -> None:
        """Write what has become of people's time, in one commit.

        Args:
            table: of which ``deadline`` and ``deserted_until`` are written.
            seats: those of which ``away`` and ``grace`` are written.
            moves: how many moves the caller has seen.

        Raises:
            NoSuchTable, WrongStatus: no game is running at this table.
            SequenceConflict: there is another number of moves.
            NobodySits: no person plays at one of the seats (any more).
        """
        await self._db.write(lifecycle.save_absence, table, seats, moves)

    async def leave_seat(self, table_id: str, seat: int, level: str, at: int) -> bool:
        """Let a computer player play on for the person at a seat, who has left at the time ``at``.

        Returns:
            ``True`` when no person plays at the table any more: it was cancelled in the same commit.

        Raises:
            NoSuchTable, WrongStatus: no game is running at this table.
            NobodySits: no person plays at this seat (any more).
        """
        return await self._db.write(lifecycle.leave_seat, table_id, seat, level, at)

    async def save_acts(self, table: TableRow) -> None:
        """Write pause, votes and deadline of a running game.

        Args:
            table: with the revision that the caller has seen; it is one more afterwards.

        Raises:
            NoSuchTable, WrongStatus: no game is running at this table.
            RevisionConflict: it was changed since.
        """
        await self._db.write(acts.save, table)

    async def offer_seat(self, table: TableRow, seat: int, level: str, at: int) -> bool:
        """Let a computer player play on at a person's seat until somebody takes it; write the votes left.

        Returns:
            ``True`` when no person plays at the table any more: it was cancelled in the same commit.

        Raises:
            NoSuchTable, WrongStatus, RevisionConflict: as in ``save_acts``.
            NobodySits: it is no person's seat, or offered already.
        """
        return await self._db.write(acts.offer_seat, table, seat, level, at)

    async def take_seat(self, table: TableRow, seat: int, user_id: int, name: str, at: int) -> None:
        """Seat somebody at a seat that is offered.

        Raises:
            NoSuchTable, WrongStatus, RevisionConflict: as in ``save_acts``.
            NobodySits: it is not offered (any more).
        """
        await self._db.write(acts.take_seat, table, seat, user_id, name, at)

    async def cancel_table(self, table_id: str, at: int, status: str) -> None:
        """Close a table without a result.

        Args:
            status: what the caller takes it for, ``"lobby"`` or ``"playing"``.

        Raises:
            NoSuchTable, WrongStatus: it is something else (by now).
            ValueError: nothing of this status can be cancelled.
        """
        await self._db.write(lifecycle.cancel, table_id, at, status)

    async def move_table(self, gathered: GatheringRow, shown: ShownRow) -> None:
        """Write where a table gathers from now on, and what is shown of it there, in one commit.

        Raises:
            NoSuchTable: there is none.
        """
        await self._db.write(lifecycle.move, gathered, shown)

    async def save_shown(self, shown: ShownRow) -> None:
        """Remember what was shown of a table of any status, in place of what was remembered before.

        Raises:
            NoSuchTable: there is none.
        """
        await self._db.write(lifecycle.save_shown, shown)

    async def load_table(self, table_id: str) -> StoredTable | None:
        """Return a table of any status."""
        return await self._db.read(loading.load, table_id)

    async def open_tables(self, shard: Shard | None = None) -> list[StoredTable]:
        """Return all tables, or those of a shard, where something is left to do, oldest first.

        They are lobbies, running games, and closed tables whose ``shown`` is not settled.
        """
        return await self._db.read(loading.load_open, shard)

    async def open_ids(self) -> list[tuple[str, int]]:
        """Return the ids of all lobbies and running games, each with its server's."""
        return await self._db.read(loading.open_ids)

    async def wake(self, now: int, shard: Shard | None = None) -> int:
        """Let the time that the bot was away count against nobody; to be called once when it starts.

        Where processes divide the bot, it is called for each shard that is taken.

        The deadlines of all open tables, and how long deserted ones are kept, move by the time since the
        last ``beat`` or ``wake``, by 30 days at most: an absence that seems longer may be a clock gone wrong.

        Returns:
            The milliseconds that they moved by; 0 when the time is unknown or lies ahead of ``now``.
        """
        return await self._db.write(absence.wake, now, shard)

    async def beat(self, now: int, shards: Collection[Shard] = ()) -> None:
        """Note that the bot, or these shards of it, is alive, for ``wake``."""
        await self._db.write(absence.beat, now, shards)

    async def begin_shard(self, shard: Shard) -> bool:
        """Begin to serve a shard whose lock is ours, before ``wake``.

        Returns:
            Whether whoever served it before has let it go; otherwise they may not know yet that it is lost.
        """
        return await self._db.write(absence.begin, shard)

    async def end_shards(self, shards: Collection[Shard]) -> None:
        """Note that shards are let go, before their locks are."""
        await self._db.write(absence.end, shards)
