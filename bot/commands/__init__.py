"""Slash commands: each reads its arguments, calls the house or the store, and renders."""
