"""Commands that compute, from games of computer players, the learnt numbers in ``games/*/strategy``."""
