"""What is kept of an interaction that was answered: its token, and no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

TOKEN_MS = 14 * 60_000 + 30_000
"""An interaction's token lives 15 minutes; a little is left for the way."""


class Token(discord.Interaction[Any]):
    """An interaction that was answered, and can change its answer and say more as long as its token lives.

    An interaction holds the message that was tapped with all that is in it, and whoever tapped; panels and
    tables would keep that for a quarter of an hour, and half of a table's memory would be this. What
    discord.py needs for a request is little, and taken over here.

    Attributes:
        until: how long it lives, Unix milliseconds.

    Args:
        interaction: an interaction that was answered.
        now: the time, Unix milliseconds.
    """

    __slots__ = ("until",)

    def __init__(self, interaction: discord.Interaction[Any], now: int) -> None:
        self._state, self._session = interaction._state, interaction._session
        self.application_id, self.token = interaction.application_id, interaction.token
        self.channel, self.locale = interaction.channel, interaction.locale
        self.until = now + TOKEN_MS

    def __repr__(self) -> str:
        return f"<Token of {self.channel!r}, until {self.until}>"

    async def edit(
        self, message_id: int | None, view: discord.ui.LayoutView, attachments: Sequence[Any] = ()
    ) -> discord.Message:
        """Edit a private message that it was answered with.

        Args:
            message_id: the message, where it came after an acknowledgement; else the original: the answer, or
                what was tapped, if the answer was a change of it.
            view, attachments: what it shows from now on.
        """
        if message_id is None:
            return await self.edit_original_response(view=view, attachments=list(attachments))
        return await self.followup.edit_message(message_id, view=view, attachments=list(attachments))
