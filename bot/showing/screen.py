"""What a message shows, and who is writing to it; so that only what has changed is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.showing.pages import Kept, Page

Attachments: TypeAlias = Sequence[discord.File | Kept]
Deliver: TypeAlias = Callable[[discord.ui.LayoutView, Any], Awaitable[Any]]
"""Sends components and attachments; gives what discord.py gives for it."""


class _Content(NamedTuple):
    """What a message is known to show."""

    fingerprint: str
    picture: str
    attachment_id: int | None


class Screen:
    """One message on people's screens, which several tasks may write to.

    Edits that overlap may arrive in either order; after those nobody knows what the message shows, and it has
    to be written again.
    """

    def __init__(self) -> None:
        self._writers = 0
        self._is_muddled = False
        self._content: _Content | None = None

    @property
    def is_being_written(self) -> bool:
        return self._writers > 0

    def is_showing(self, page: Page) -> bool:
        """Tell whether the message shows exactly this page already."""
        known = self._content
        if known is None or self._writers:
            return False
        return known.picture == _key(page) and known.fingerprint == page.fingerprint()

    def forget(self) -> None:
        """Say that there is another message now, of which nothing is known."""
        self._content = None

    async def write(self, make: Callable[[], Page], mark: str, deliver: Deliver) -> tuple[Any, str]:
        """Write a page to the message, which counts as being written from this call on.

        A picture that the message has already is kept, not sent again.

        Args:
            make: makes the page.
            mark: what the message shows afterwards.
            deliver: sends it; whatever it raises, nobody knows what the message shows then.

        Returns:
            What ``deliver`` gave, and the mark; an empty one if another writer may have been the last.
        """
        self._writers += 1
        self._is_muddled = self._is_muddled or self._writers > 1
        before, self._content = self._content, None
        try:
            page = make()
            answer = await deliver(page.view, await _attachments(page, before))
            if self._is_muddled:
                return answer, ""
            self._content = _Content(page.fingerprint(), _key(page), _attachment_id(answer))
            return answer, mark
        finally:
            self._writers -= 1
            if not self._writers:
                self._is_muddled = False


def _key(page: Page) -> str:
    return "" if page.picture is None else page.picture.filename


async def _attachments(page: Page, known: _Content | None) -> Attachments:
    if page.picture is None:
        return ()
    if known is not None and known.attachment_id is not None and known.picture == _key(page):
        return (Kept(known.attachment_id, page.picture.filename),)
    return (await page.picture.file(),)


def _attachment_id(answer: Any) -> int | None:
    """Find the picture of a message that was just sent or edited."""
    message = answer.resource if isinstance(answer, discord.InteractionCallbackResponse) else answer
    if not isinstance(message, discord.Message):
        return None
    return next((attachment.id for attachment in message.attachments), None)
