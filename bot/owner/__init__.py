"""The commands of the bot's owner: state of the bot, announced restarts, list of servers. They exist on one
server, for the owner alone.
"""

from .actions import ACTIONS

__all__ = ["ACTIONS"]
