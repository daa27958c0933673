"""Players trained against a level, to estimate how far it can be exploited; one module a game."""
