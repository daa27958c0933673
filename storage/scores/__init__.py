"""Results and everything derived from them: ratings, leaderboards, statistics."""
