"""Tournaments: sign-up, rounds, results."""
