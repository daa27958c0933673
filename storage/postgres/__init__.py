"""PostgreSQL, and copying between PostgreSQL and SQLite."""

# Only ``storage.store`` and the command line import this package.
