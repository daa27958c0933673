"""Tournaments: their state, the background task that runs them, and their messages."""
