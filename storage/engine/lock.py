"""The exclusive-use lock of an SQLite file; the operating system releases it when its holder dies."""

from __future__ import annotations

import sys
from pathlib import Path

from storage.errors import StorageUnavailable

if sys.platform == "win32":
    import msvcrt

    def _try(number: int) -> None:
        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A held lock on ``<database>.lock``.

    The file stays after a release: if it was removed, two processes could lock two files of the same name.

    Raises:
        StorageUnavailable: another process holds the lock.
        OSError: the file cannot be created, or its file system has no locks.
    """

    def __init__(self, database: str) -> None:
        # Not inherited by programs that are started, so none of them keeps it when the bot has died.
        self._file = Path(database + ".lock").open("ab")  # noqa: SIM115
        try:
            _try(self._file.fileno())
        except OSError as error:
            self._file.close()
            if isinstance(error, (BlockingIOError, PermissionError)):  # as Linux says it, as Windows does
                why = f"cannot open the database {database}: another Tefuda uses it"
                raise StorageUnavailable(why) from error
            raise

    def release(self) -> None:
        """Release the lock; idempotent."""
        self._file.close()
