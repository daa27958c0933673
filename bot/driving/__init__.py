"""Live tables: the path of every change, the registry, and the keeper that carries out what is due."""
