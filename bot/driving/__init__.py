"""Open tables: their changes, their registry, and the background task (keeper) of each table."""
