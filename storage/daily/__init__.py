"""The daily puzzle: people's answers, streaks, leaderboards, and where it was posted."""
