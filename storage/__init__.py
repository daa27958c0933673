"""What is kept: tables, moves, results, scores and settings in one SQLite file.

``Store`` is the door: ``store.write(append_moves, ...)``. What it is handed are plain functions of a
``Connection``, one transaction each, which take and return the values of ``storage.rows`` and raise those of
``storage.errors``. Behind it every module holds plain functions of a ``sqlite3.Connection``, and one call
of a ``Store`` method is one such function in one transaction. Nothing here knows rules, texts or the time.
"""

from storage.errors import (
    NobodySits,
    NoSuchTable,
    RematchTaken,
    RevisionConflict,
    SchemaTooNew,
    SchemaTooOld,
    SequenceConflict,
    StorageError,
    StorageFailed,
    StorageUnavailable,
    WrongStatus,
)
from storage.store import Store

__all__ = [
    "NoSuchTable",
    "NobodySits",
    "RematchTaken",
    "RevisionConflict",
    "SchemaTooNew",
    "SchemaTooOld",
    "SequenceConflict",
    "StorageError",
    "StorageFailed",
    "StorageUnavailable",
    "Store",
    "WrongStatus",
]
