"""Errors of the store. After any of them but ``StorageUnsure`` nothing has been written.

Bad arguments of ours are plain ``ValueError``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class StorageError(Exception):
    """Base of the store's errors."""


class StorageUnavailable(StorageError):
    """The database cannot be opened; the message is one sentence for the person who runs the bot.

    That person has to change something first, unless it is ``StorageAway``.
    """


class StorageAway(StorageUnavailable):
    """The database cannot be opened now; a later try may succeed though nobody has changed a setting."""


class StorageInUse(StorageAway):
    """Another Tefuda has the database for itself."""


class NotOurs(StorageUnavailable):
    """There is no database of Tefuda's here: it is empty, or another program's."""


class SchemaTooNew(StorageUnavailable):
    """The database was written by a newer version of Tefuda."""


class SchemaTooOld(StorageUnavailable):
    """The database was written by an older version of Tefuda, and opening it may not change it."""


class StorageFailed(StorageError):
    """A transaction failed and was rolled back (disk full, file locked, ...)."""


class NotWhole(StorageFailed):
    """The database is half a copy of another."""


class StorageUnsure(StorageFailed):
    """The server went away before it said whether a transaction was committed; look again later."""


class NoSuchTable(StorageError):
    """No table has this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id!r}")


class WrongStatus(StorageError):
    """The table's status (lobby, playing ...) does not allow this."""

    def __init__(self, table_id: str, status: str, needed: str) -> None:
        super().__init__(f"table {table_id!r} is {status}, not {needed}")


class RevisionConflict(StorageError):
    """Optimistic locking failed: the table has another revision than the caller has seen."""

    def __init__(self, table_id: str, revision: int, stored: int) -> None:
        super().__init__(f"table {table_id!r} has revision {stored}, not {revision}")


class SequenceConflict(StorageError):
    """A move came with a number that is taken already or is not the next one."""

    def __init__(self, table_id: str, seq: int, expected: int) -> None:
        super().__init__(
            f"move {seq} of table {table_id!r} cannot be written: the next move is number {expected}"
        )


class NobodySits(StorageError):
    """No person plays at this seat (any more)."""

    def __init__(self, table_id: str, seat: int) -> None:
        super().__init__(f"no person plays seat {seat} of table {table_id!r}")


class Barred(StorageError):
    """Somebody who would sit down, subscribe or guess is barred from the server's tables."""

    def __init__(self, guild_id: int) -> None:
        super().__init__(f"somebody is barred from the tables of server {guild_id}")


class Booked(NamedTuple):
    """An appointment: the game, its channel, and when it opens, Unix milliseconds."""

    game: str
    channel_id: int
    starts_at: int


class NoRoom(StorageError):
    """Enough tables are open, or appointed.

    Attributes:
        limit: which limit is reached (``storage.tables.room``); ``most``: how many it allows.
        booked: the person's own appointments on the server, where it is about appointments.
    """

    def __init__(self, limit: str, most: int, booked: Iterable[Booked] = ()) -> None:
        super().__init__(f"no room: the limit of {limit} is {most}")
        self.limit, self.most, self.booked = limit, most, tuple(booked)


class RematchTaken(StorageError):
    """A table has a lobby for its rematch already; ``table_id`` is that lobby's."""

    def __init__(self, table_id: str, rematch_of: str) -> None:
        super().__init__(f"table {rematch_of!r} has its rematch already: table {table_id!r}")
        self.table_id = table_id


class DamagedRow(ValueError):
    """A row of a table holds what no version has written; the message says what."""
