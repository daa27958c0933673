"""Tournaments: their state, their keeper, and what is shown of them."""
