"""Interactions (commands and taps): reading them, checking the bot's permissions, answering."""
