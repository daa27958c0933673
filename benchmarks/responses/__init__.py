<<<<<<< HEAD
"""Players that look for the best answer to a level, one for each game."""
=======
"""Players trained against a level, to estimate how far it can be exploited; one module a game."""
>>>>>>> main
