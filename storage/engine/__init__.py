"""The database engines: connections, transactions, schemas, locks and backups, without any knowledge of the
content."""
