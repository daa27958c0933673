"""Interactions (commands and taps): reading them, checking permissions, answering."""
