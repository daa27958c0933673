"""Players that look for the best answer to a level, one for each game."""
