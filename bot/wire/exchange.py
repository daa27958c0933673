"""One interaction: what it was answered with, and what can still be said by its token."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.clock import Elapsed
from bot.wire.errors import ALREADY_ANSWERED, Limited, Refusal, Unanswered
from bot.wire.limits import Rank, Route
from bot.wire.messages import Kept, Page, Sent
from bot.wire.transport import Answer, Transport

TOKEN_MS = 14 * 60_000 + 30_000
"""An interaction's token lives 15 minutes; a little is left for the way."""

TRIES = 3
"""Attempts at an answer: nobody will tap again by themselves, and Discord takes only one."""


class Token(NamedTuple):
    """The token of an answered interaction, by which messages can be sent and edited while it is valid.

    Attributes:
        interaction_id, token: as Discord gave them.
        message_id: the message that it can edit, where that is a follow-up; ``None`` for its original: the
            answer, or what was tapped, if the answer was a change of it.
        locale: of whoever acted.
        until: its expiry.
    """

    interaction_id: int
    token: str
    message_id: int | None
    locale: str
    until: Elapsed

    @property
    def received_at(self) -> Elapsed:
        """When its interaction came."""
        return self.until + -TOKEN_MS


class Exchange:
    """An interaction that came at ``received_at``, by elapsed time, and how it was answered, if it was.

    What is said in its channel by tokens of interactions counts together.
    """

    def __init__(
        self,
        transport: Transport,
        interaction_id: int,
        token: str,
        locale: str,
        received_at: Elapsed,
        channel_id: int,
    ) -> None:
        self._transport, self._id, self._token = transport, interaction_id, token
        self._channel_id = channel_id
        self.locale, self.received_at = locale, received_at
        self.answered: Answer | None = None
        self._followed_by: int | None = None

    async def acknowledge(self) -> None:
        """Say that a tap has arrived, and nothing else; whatever is to be seen comes by itself, or later."""
        if self.answered is None:
            await self._answer(Answer.ACKNOWLEDGED)

    async def say(self, page: Page) -> Sent:
        """Answer privately, by a message of its own, also when something was answered already."""
        if self.answered is None:
            return await self._answer(Answer.MESSAGE, page, is_private=True)
        async with (
            self._transport.turn(Rank.CALL, Route.FOLLOW_UP, self._channel_id),
            self._transport.turn(Rank.CALL, Route.BY_TOKEN, self._id),
        ):
            sent = await self._transport.follow_up(self._channel_id, self._token, page)
        self._followed_by = sent.message_id
        return sent

    async def announce(self, page: Page, mentions: Iterable[int] = ()) -> Sent:
        """Answer a command by a message that everybody sees; ``mentions`` are notified."""
        assert self.answered is None
        return await self._answer(Answer.MESSAGE, page, mentions=mentions)

    async def update(self, page: Page, kept: Mapping[str, Kept] = {}) -> Sent:
        """Show something else on the message that was tapped, whether that was acknowledged before or not."""
        if self.answered is None:
            return await self._answer(Answer.UPDATE, page, kept)
        async with self._transport.turn(Rank.CALL, Route.BY_TOKEN, self._id):
            return await self._transport.edit_by_token(self._id, self._token, page, kept)

    def kept(self) -> Token:
        """Keep what can be said by it later."""
        return Token(self._id, self._token, self._followed_by, self.locale, self.received_at + TOKEN_MS)

    async def _answer(
        self,
        kind: Answer,
        page: Page | None = None,
        kept: Mapping[str, Kept] = {},
        *,
        is_private: bool = False,
        mentions: Iterable[int] = (),
    ) -> Sent:
        """Answer once; an answer that may have got lost is given again. Errors: ``bot.wire.errors``."""
        self.answered = kind
        for left in reversed(range(TRIES)):
            try:
                return await self._transport.answer(
                    self._id, self._token, kind, page, kept, is_private=is_private, mentions=mentions
                )
            except Unanswered:
                if not left:
                    raise
            except (Refusal, Limited) as error:
                if left == TRIES - 1:
                    self.answered = None  # nothing was answered, so an error can still be told
                elif isinstance(error, Refusal) and error.code == ALREADY_ANSWERED:
                    return Sent(None)  # the try before had arrived
                raise
        raise AssertionError


async def edit_by(transport: Transport, token: Token, page: Page, kept: Mapping[str, Kept] = {}) -> Sent:
    """Edit the message that an interaction's token can change."""
    return await transport.edit_by_token(token.interaction_id, token.token, page, kept, token.message_id)
