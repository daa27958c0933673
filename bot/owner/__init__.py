"""The commands of the bot's owner: state of the bot, announced restarts, list of servers."""

from .actions import ACTIONS

__all__ = ["ACTIONS"]
