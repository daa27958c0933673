"""The database engines: connections, transactions, schemas, locks and backups."""
