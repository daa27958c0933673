"""Errors of the database.

An error means that nothing was written. Only ``StorageUnsure`` leaves this open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class StorageError(Exception):
    """Base class of database errors."""


class StorageUnavailable(StorageError):
    """The database cannot be opened until the operator changes something. The message names the reason."""


class StorageAway(StorageUnavailable):
    """The database cannot be opened at the moment. A later try may succeed."""


class StorageInUse(StorageAway):
    """Another Tefuda process has exclusive use of the database."""


class StorageClosed(StorageError):
    """The database is closed because the program is ending."""

    def __init__(self) -> None:
        super().__init__("the database is closed")


class NotOurs(StorageUnavailable):
    """The database is empty, or belongs to another program."""


class SchemaTooNew(StorageUnavailable):
    """The database was written by a newer version of Tefuda."""


class SchemaTooOld(StorageUnavailable):
    """The database was written by an older version of Tefuda and must be upgraded first."""


class StorageFailed(StorageError):
    """A transaction failed and was rolled back (disk full, file locked, ...)."""


class NotWhole(StorageFailed):
    """The database is an unfinished copy of another database."""


class StorageUnsure(StorageFailed):
    """The connection was lost during a commit. The caller must read what was written."""


class NoSuchTable(StorageError):
    """No table has this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id!r}")


class WrongStatus(StorageError):
    """The table's status, such as ``lobby``, does not allow this action."""

    def __init__(self, table_id: str, status: str, needed: str) -> None:
        super().__init__(f"table {table_id!r} is {status}, not {needed}")


class RevisionConflict(StorageError):
    """The table has been changed since the caller read it (optimistic locking)."""

    def __init__(self, table_id: str, revision: int, stored: int) -> None:
        super().__init__(f"table {table_id!r} has revision {stored}, not {revision}")


class SequenceConflict(StorageError):
    """A move does not follow the last move of the table's log."""

    def __init__(self, table_id: str, seq: int, expected: int) -> None:
        super().__init__(
            f"move {seq} of table {table_id!r} cannot be written: the next move is number {expected}"
        )


class NobodySits(StorageError):
    """No person plays at this seat."""

    def __init__(self, table_id: str, seat: int) -> None:
        super().__init__(f"no person plays seat {seat} of table {table_id!r}")


class Banned(StorageError):
    """Moderators have banned the person from the server's tables."""

    def __init__(self, guild_id: int) -> None:
        super().__init__(f"somebody is barred from the tables of server {guild_id}")


class Booked(NamedTuple):
    """A table that a person has planned for a later time."""

    game: str
    channel_id: int
    starts_at: int  # when the table opens, Unix milliseconds


class OpenPractice(NamedTuple):
    """A practice table that a person has open in their direct messages."""

    game: str
    channel_id: int
    message_id: int | None  # of the table's message; None if unknown


class NoRoom(StorageError):
    """A limit on open or planned tables is reached."""

    def __init__(
        self,
        limit_name: str,
        maximum: int,
        booked: Iterable[Booked] = (),
        practice: Iterable[OpenPractice] = (),
    ) -> None:
        super().__init__(f"no room: the limit of {limit_name} is {maximum}")
        self.limit_name = limit_name
        self.maximum = maximum
        self.booked = tuple(booked)  # the person's own; empty if the limit concerns open tables
        self.practice = tuple(practice)  # the person's own; empty if the limit concerns something else


class RematchTaken(StorageError):
    """Another lobby for the same rematch exists already.

    Attributes:
        table_id: the id of that lobby.
    """

    def __init__(self, table_id: str, rematch_of: str) -> None:
        super().__init__(f"table {rematch_of!r} has its rematch already: table {table_id!r}")
        self.table_id = table_id


class DamagedRow(ValueError):
    """A stored row has an impossible value."""
