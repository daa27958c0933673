"""Live tables: how every change is made, the registry of open tables, and the keeper of each table."""
