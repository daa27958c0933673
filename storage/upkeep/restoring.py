"""Restores a backup of an SQLite database; the old database is kept beside it.

The path of the database always leads to a complete database, either the old or the restored one.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO, Self

from storage.engine import copies
from storage.engine.migrate import expect_ours
from storage.engine.names import DatabaseFile, opening_error
from storage.engine.sqlite import FileLock
from storage.errors import NotOurs, StorageFailed

BESIDE = ("-wal", "-shm")
"""Suffixes of SQLite's side files, which belong to a database by name."""


class Restoration:
    """Replaces a database by a backup, and locks the database meanwhile.

    If the path is a symbolic link, the file behind it is replaced, and the link stays.

    As a context manager it removes temporary files and releases the lock.

    Raises:
        StorageUnavailable: the database cannot be written, belongs to another program, or is used by a bot.
    """

    def __init__(self, database: str) -> None:
        try:
            self._file = DatabaseFile.at(database)
            self._database = self._file.path
            self.part = self._file.beside(".restoring")
            self._file.expect_replaceable()
            self._file.expect_one_name()
            _expect_replaceable(self._file)
            self._lock = FileLock(self._file)
        except OSError as error:
            raise opening_error(database, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()
        self._lock.release()

    def fetch(self, backup: Path | BinaryIO) -> None:
        """Copy the backup to the file ``part`` beside the database.

        Raises:
            StorageFailed: the copy failed.
        """
        self._clear()
        try:
            # A file is copied by SQLite itself; a stream is copied as it is, and checked.
            if isinstance(backup, Path):
                copies.backup(backup, self.part)
            else:
                self.part.touch(mode=0o600)
                with self.part.open("wb") as part:
                    shutil.copyfileobj(backup, part)
                copies.expect_undamaged(DatabaseFile.at(self.part))
            self._give_to_owner_of_database()
        except OSError as error:
            raise StorageFailed(f"cannot bring the copy beside {self._database}: {error.strerror}") from error

    def swap(self) -> Path | None:
        """Replace the database by the backup.

        Returns:
            The path of the old database, which is kept; ``None`` if there was none.
        """
        old = None
        try:
            if self._database.exists():
                with suppress(StorageFailed):  # impossible if damaged; all its files are kept
                    copies.empty_log(self._file)
                # Link the old database to its new name first, so that at every moment a complete database has
                # the name.
                old = self._free_name()
                try:
                    os.link(self._database, old)
                except OSError:  # the file system has no hard links
                    shutil.copyfile(self._database, old)
                for end in BESIDE:
                    with suppress(FileNotFoundError):
                        self._file.beside(end).replace(_beside(old, end))
            self._replace(self.part)
        except OSError as error:
            why = f"cannot put the copy in the place of {self._database}: {error.strerror}"
            raise StorageFailed(why) from error
        return old

    def swap_back(self, old: Path | None) -> None:
        """Undo ``swap``: move the old database back to its place."""
        if old is not None:
            self._replace(old)
            for end in BESIDE:
                with suppress(FileNotFoundError):
                    _beside(old, end).replace(self._file.beside(end))

    def _replace(self, file: Path) -> None:
        file.replace(self._database)
        if hasattr(os, "O_DIRECTORY"):  # where a folder can be flushed like a file
            folder = os.open(self._database.parent, os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _free_name(self) -> Path:
        number = 1
        while (name := self._file.beside(f".old{number}")).exists():
            number += 1
        return name

    def _give_to_owner_of_database(self) -> None:
        # Files that root has created must be writable for the bot.
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            owner = (self._database if self._database.exists() else self._database.parent).stat()
            for file in (self.part, self._file.beside(".lock")):
                os.chown(file, owner.st_uid, owner.st_gid)

    def _clear(self) -> None:
        for file in (self.part, *(_beside(self.part, end) for end in BESIDE)):
            file.unlink(missing_ok=True)


def _expect_replaceable(database: DatabaseFile) -> None:
    if not database.path.is_file():
        return
    # A damaged database may be replaced.
    with suppress(sqlite3.Error), closing(sqlite3.connect(database.read_only_uri(), uri=True)) as conn:
        try:
            expect_ours(conn, may_be_empty=True)
        except NotOurs as error:
            raise opening_error(database.name, error) from error


def _beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)
