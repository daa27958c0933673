"""What is said in public by tokens of interactions that were answered: free of the bot's allowance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.interactions.replies import mentioning
from bot.interactions.tokens import TOKEN_MS, Token

UNKNOWN_MESSAGE = 10008
"""Discord's code for a message that is not there any more."""


class Voice:
    """The token of an interaction that was answered, which can say more where that was, as long as it lives.

    It changes and deletes what it has said itself; of other messages it knows nothing.

    Attributes:
        until: how long it lives, Unix milliseconds.
        channel_id: where it speaks.

    Args:
        token: the token.
        sent: messages that its interaction was answered with.
    """

    def __init__(self, token: Token, sent: Iterable[int] = ()) -> None:
        self.channel_id, self.until = token.channel_id, token.until
        self._token, self._sent = token, set(sent)

    @property
    def is_needed(self) -> bool:
        """Tell whether something that it has said may have to be changed."""
        return bool(self._sent)

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
        message = await self._token.followup.send(
            view=view, files=list(files), allowed_mentions=mentioning(mentions), wait=True
        )
        self._sent.add(message.id)
        return message

    async def edit(
        self, message_id: int, view: discord.ui.LayoutView, attachments: Sequence[Any]
    ) -> discord.Message | None:
        """Edit a message in place; ``None`` when it is not there any more."""
        try:
            return await self._token.followup.edit_message(
                message_id, view=view, attachments=list(attachments), allowed_mentions=mentioning()
            )
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return None

    async def delete(self, message_id: int) -> bool:
        """Delete a message; tell whether it was there."""
        self._sent.discard(message_id)
        try:
            await self._token.followup.delete_message(message_id)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True


class FollowUps:
    """The voices of a table: everybody who taps there brings a new one.

    The newest says what is new; older ones stay while something that they have said may have to be changed.
    """

    def __init__(self) -> None:
        self._voices: tuple[Voice, ...] = ()
        self._shut_until = 0

    def take(self, token: Token, sent: Iterable[int] = ()) -> None:
        """Take the token of an interaction that was just answered, and messages that were the answer."""
        now = token.until - TOKEN_MS
        if now >= self._shut_until:
            older = [voice for voice in self._voices if voice.is_needed and voice.until >= now]
            self._voices = (*older, Voice(token, sent))

    def speaker(self, channel_id: int, now: int) -> Voice | None:
        """Find who can say something new in a channel."""
        newest = self._voices[-1] if self._voices else None
        can_speak = newest is not None and newest.channel_id == channel_id and newest.until >= now
        return newest if can_speak else None

    def author(self, message_id: int, now: int) -> Voice | None:
        """Find who has said something, and can change it."""
        for voice in self._voices:
            if voice.until >= now and voice.has_sent(message_id):
                return voice
        return None

    def shut(self, now: int) -> None:
        """Use none for a while, after one that failed: what is wrong with it may be wrong with all."""
        self._voices, self._shut_until = (), now + TOKEN_MS
