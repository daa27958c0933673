"""Commands that compute the learnt numbers in `games/*/strategy`."""
