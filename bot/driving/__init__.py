"""Live tables: the one path of every change, the registry, and the keeper that does what is due."""
