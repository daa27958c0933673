"""The database: tables, moves, results, scores and settings, in one SQLite file or in PostgreSQL.

``open_store`` opens a ``Store``. A transaction is a plain function with a ``Connection``, which is run by
``store.write(append_moves, ...)`` or ``store.read(...)``. It takes and returns values of ``storage.rows`` and
raises errors of ``storage.errors``. This package knows no rules, no texts and no clock.
"""

from storage.engine.database import Store
from storage.store import open_store

__all__ = ["Store", "open_store"]
