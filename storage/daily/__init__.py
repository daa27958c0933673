"""The hand of the day (a daily puzzle): people's answers, streaks, leaderboards, and where it was posted."""
