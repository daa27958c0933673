"""What can go wrong with what is kept.

::

    StorageError
     ├─ StorageUnavailable    the database cannot be opened
     │   └─ SchemaTooNew      it was written by a newer Tefuda
     ├─ StorageFailed         a transaction failed and left nothing behind (disk full, file locked, ...)
     ├─ NoSuchTable           no table has this id
     ├─ WrongStatus           the table is not in the state that the act needs (lobby, playing)
     └─ SequenceConflict      the move is not the next one of its table

After any of these nothing has been written. Bad arguments of ours are plain ``ValueError``.
"""

from __future__ import annotations


class StorageError(Exception):
    """Anything that goes wrong with what is kept."""


class StorageUnavailable(StorageError):  # noqa: N818
    """The database cannot be opened; the message is one sentence for the person who runs the bot."""


class SchemaTooNew(StorageUnavailable):
    """The database was written by a newer version of Tefuda."""


class StorageFailed(StorageError):  # noqa: N818
    """A transaction failed and was rolled back."""


class NoSuchTable(StorageError):  # noqa: N818
    """No table has this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"there is no table {table_id!r}")
        self.table_id = table_id


class WrongStatus(StorageError):  # noqa: N818
    """The table's status does not allow this."""

    def __init__(self, table_id: str, status: str, needed: str) -> None:
        super().__init__(f"table {table_id!r} is {status}, not {needed}")
        self.table_id = table_id
        self.status = status


class SequenceConflict(StorageError):  # noqa: N818
    """A move came with a number that is taken already or is not the next one."""

    def __init__(self, table_id: str, seq: int, expected: int) -> None:
        super().__init__(
            f"move {seq} of table {table_id!r} cannot be written: the next move is number {expected}"
        )
        self.table_id = table_id
        self.seq = seq
        self.expected = expected
