"""PostgreSQL, and copies between it and SQLite. Only ``storage.store`` and the command line import it."""
