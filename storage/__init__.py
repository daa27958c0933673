"""What is kept: tables, moves, results, scores and settings in one SQLite file.

``open_store`` opens the one value through which all is read and written, ``store.write(append_moves, ...)``.
What a ``Store`` is handed are plain functions of a ``Connection``, one transaction each, which take and
return the values of ``storage.rows`` and raise those of ``storage.errors``. Nothing here knows rules, texts
or the time.
"""

from storage.engine.database import Store
from storage.store import open_store

__all__ = ["Store", "open_store"]
