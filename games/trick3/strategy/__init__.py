"""Estimates for the computer players and the private panels of Three Cards Trick Poker."""
