"""Answers to an interaction, and messages that are sent or edited later with its token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.clock import Elapsed
from bot.wire.components import Form
from bot.wire.errors import ALREADY_ANSWERED, NoAnswer, RateLimited, RequestRejected, ServedElsewhere
from bot.wire.limits import Priority, Route
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.pings import Pings
from bot.wire.transport import CallbackType, Transport

TOKEN_MS = 14 * 60_000 + 30_000
"""How long an interaction's token is used: Discord's 15 minutes, less half a minute for delays."""

TRIES = 3
"""Number of attempts to answer; people do not tap again, and Discord accepts only one answer."""


class Token(NamedTuple):
    """The token of an interaction, with which messages can be sent and edited until it expires.

    Attributes:
        message_id: id of the message to edit; ``None`` for the first response to the interaction.
        locale: the person's language.
    """

    interaction_id: int
    token: str
    message_id: int | None
    locale: str
    expires_at: Elapsed

    @property
    def received_at(self) -> Elapsed:
        """When the interaction was received."""
        return self.expires_at - TOKEN_MS


class Exchange:
    """Sends the answers to one interaction."""

    def __init__(
        self,
        transport: Transport,
        interaction_id: int,
        token: str,
        locale: str,
        received_at: Elapsed,
        channel_id: int,
    ) -> None:
        self._transport = transport
        self._id = interaction_id
        self._token = token
        self._channel_id = channel_id
        self.locale = locale
        self.received_at = received_at
        self.answered: CallbackType | None = None
        self._followed_by: int | None = None

    async def acknowledge(self) -> None:
        """Acknowledge an unanswered tap, without a visible change."""
        if self.answered is None:
            await self._answer_with_retries(CallbackType.ACKNOWLEDGED)

    async def send_private(self, page: Page, kept: Mapping[str, StoredPicture] = {}) -> SentMessage:
        """Send a message that is visible only to the interaction's user.

        Args:
            kept: pictures by file name that another message has.
        """
        if self.answered is None:
            return await self._answer_with_retries(CallbackType.MESSAGE, page, kept, is_private=True)
        # Follow-ups of all interactions in a channel share a rate limit.
        async with (
            self._transport.permit(Priority.PING, Route.FOLLOW_UP, self._channel_id),
            self._transport.permit(Priority.PING, Route.BY_TOKEN, self._id),
        ):
            sent = await self._transport.follow_up(self._channel_id, self._token, page, kept)
        self._followed_by = sent.message_id
        return sent

    async def announce(self, page: Page, pings: Pings | None = None) -> SentMessage:
        """Answer a command with a public message, which notifies people if the account of pings allows it."""
        assert self.answered is None
        return await self._answer_with_retries(CallbackType.MESSAGE, page, pings=pings)

    async def update(self, page: Page, kept: Mapping[str, StoredPicture] = {}) -> SentMessage:
        """Replace the content of the tapped message.

        Args:
            kept: pictures by file name that were uploaded earlier.
        """
        if self.answered is None:
            return await self._answer_with_retries(CallbackType.UPDATE, page, kept)
        async with self._transport.permit(Priority.PING, Route.BY_TOKEN, self._id):
            return await self._transport.edit_by_token(self._id, self._token, page, kept)

    async def ask(self, form: Form) -> None:
        """Answer a tap by opening a form."""
        assert self.answered is None
        await self._answer_with_retries(CallbackType.FORM, data=form)

    async def offer(self, choices: Sequence[Mapping[str, Any]]) -> None:
        """Answer a person who is typing with choices to complete the text."""
        assert self.answered is None
        await self._answer_with_retries(CallbackType.CHOICES, data={"choices": choices})

    def token_for_later(self) -> Token:
        """Return the interaction's token, for sending and editing messages later."""
        return Token(self._id, self._token, self._followed_by, self.locale, self.received_at + TOKEN_MS)

    async def _answer_with_retries(
        self,
        kind: CallbackType,
        page: Page | None = None,
        kept: Mapping[str, StoredPicture] = {},
        *,
        is_private: bool = False,
        pings: Pings | None = None,
        data: Any = None,
    ) -> SentMessage:
        self.answered = kind
        # If the outcome is unknown, the answer is sent again: Discord accepts only one.
        for tries_left in reversed(range(TRIES)):
            try:
                return await self._transport.answer(
                    self._id, self._token, kind, page, kept, is_private=is_private, pings=pings, data=data
                )
            except NoAnswer:
                if not tries_left:
                    raise
            except (RequestRejected, RateLimited, ServedElsewhere) as error:
                if tries_left == TRIES - 1:
                    self.answered = None  # still unanswered, so an error message can be shown
                elif isinstance(error, RequestRejected) and error.code == ALREADY_ANSWERED:
                    return SentMessage(None)  # the attempt before had succeeded
                raise
        raise AssertionError


async def edit_by(
    transport: Transport, token: Token, page: Page, kept: Mapping[str, StoredPicture] = {}
) -> SentMessage:
    """Edit the message that belongs to an interaction's token."""
    return await transport.edit_by_token(token.interaction_id, token.token, page, kept, token.message_id)


async def delete_by(transport: Transport, token: Token) -> None:
    """Delete the message that belongs to an interaction's token."""
    await transport.delete_by_token(token.interaction_id, token.token, token.message_id)
