"""PostgreSQL, and copies between PostgreSQL and SQLite. Only ``storage.store`` and the command line import
it."""
