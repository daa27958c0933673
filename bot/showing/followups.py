"""What is said in public by the token of an interaction that was answered: free of the bot's allowance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.interactions.replies import mentioning
from bot.interactions.tokens import Token

UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that is not there any more."""


class FollowUps:
    """An answered interaction, which can say more where it was, as long as its token lives.

    It changes and deletes what it has said itself; of other messages its token knows nothing.

    Args:
        token: the interaction's token.
        sent: messages that it was answered with.
    """

    def __init__(self, token: Token, sent: Iterable[int] = ()) -> None:
        self.channel_id, self.until = token.channel_id, token.until
        self._webhook = token.followup
        self._sent = set(sent)

    def has_sent(self, message_id: int) -> bool:
        """Tell whether a message is one of its own."""
        return message_id in self._sent

    async def send(
        self, view: discord.ui.LayoutView, files: Sequence[discord.File], mentions: Iterable[int]
    ) -> discord.Message:
        """Send a message that everybody sees.

        Args:
            view, files: what.
            mentions: ids of the people who are notified.
        """
        message = await self._webhook.send(
            view=view, files=list(files), allowed_mentions=mentioning(mentions), wait=True
        )
        self._sent.add(message.id)
        return message

    async def edit(
        self, message_id: int, view: discord.ui.LayoutView, attachments: Sequence[Any]
    ) -> discord.Message | None:
        """Edit a message in place; ``None`` when it is not there any more."""
        try:
            return await self._webhook.edit_message(
                message_id, view=view, attachments=list(attachments), allowed_mentions=mentioning()
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return None

    async def delete(self, message_id: int) -> bool:
        """Delete a message; tell whether it was there."""
        try:
            await self._webhook.delete_message(message_id)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True
