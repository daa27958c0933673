"""Commands that make the numbers in `games/*/strategy`."""
