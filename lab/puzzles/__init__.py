"""Finds the puzzles of the hand of the day (``tefuda puzzles``)."""
