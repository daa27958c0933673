"""The hand of the day: answers, streaks, boards, and what was posted."""
