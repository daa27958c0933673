"""Players that look for the best answer to a level, one module a game."""
