"""The database: tables, moves, results, scores and settings, in one SQLite file or in PostgreSQL.

``open_store`` opens a ``Store``. A transaction is a plain function with a ``Connection``, run by
``store.write(append_moves, ...)`` or ``store.read(...)``.
"""

from storage.engine.database import Store
from storage.store import open_store

__all__ = ["Store", "open_store"]
