"""The daily puzzle: answers, streaks, leaderboards, and posts on servers."""
