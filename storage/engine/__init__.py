"""The two databases: connections, transactions, schemas, locks, copies. Nothing here knows what is kept."""
