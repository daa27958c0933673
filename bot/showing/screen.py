"""What a message shows, and who is writing to it; so that only what has changed is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.showing.pages import Kept, Page, Picture

Deliver: TypeAlias = Callable[[discord.ui.LayoutView, Any], Awaitable[Any]]
"""Sends components and attachments; gives what discord.py gives for it."""


INVALID_FORM = 50035
"""Discord's code for a request that does not fit, such as one that keeps a picture that is gone."""


class _Content(NamedTuple):
    """What a message is known to show; its id, and those of its pictures by name, where Discord has told."""

    fingerprint: str
    message_id: int | None
    pictures: Mapping[str, int]


class Screen:
    """One message on people's screens, which several tasks may write to.

    Edits that overlap may arrive in either order; after those nobody knows what the message shows, and it has
    to be written again.

    Args:
        written: told after each write.
    """

    def __init__(self, written: Callable[[], None] = lambda: None) -> None:
        self._written = written
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
        return known.fingerprint == page.fingerprint

    def turn_to(self, message_id: int | None) -> None:
        """Say which message it is from now on; of another one than before nothing is known."""
        if self._content is not None and self._content.message_id != message_id:
            self._content = None

    async def write(self, make: Callable[[], Page], mark: str, deliver: Deliver) -> tuple[Any, str]:
        """Write a page to the message, which counts as being written from this call on.

        Pictures that the message has already are kept, not sent again.

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
            answer = await _delivered(page, before, deliver)
            if self._is_muddled:
                return answer, ""
            self._content = _Content(page.fingerprint, *_ids(answer))
            return answer, mark
        finally:
            self._writers -= 1
            if not self._writers:
                self._is_muddled = False
            self._written()


async def _delivered(page: Page, known: _Content | None, deliver: Deliver) -> Any:
    has = {} if known is None else known.pictures
    if any(picture.filename in has for picture in page.pictures):
        try:
            return await deliver(page.view, [await _attached(picture, has) for picture in page.pictures])
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise  # else a writer who overtook this one has put other pictures in their place
    return await deliver(page.view, await page.files())


async def _attached(picture: Picture, has: Mapping[str, int]) -> Kept | discord.File:
    name = picture.filename
    return Kept(has[name], name) if name in has else await picture.file()


def message_id_of(answer: Any) -> int | None:
    """Find the id of a message that was just sent or edited, in what discord.py gave for it."""
    if isinstance(answer, discord.InteractionCallbackResponse):
        return answer.message_id
    return answer.id if isinstance(answer, discord.Message) else None


def _ids(answer: Any) -> tuple[int | None, Mapping[str, int]]:
    """Find the ids of a message that was just sent or edited, and of its pictures."""
    message = answer.resource if isinstance(answer, discord.InteractionCallbackResponse) else answer
    if not isinstance(message, discord.Message):
        return None, {}
    return message.id, {attachment.filename: attachment.id for attachment in message.attachments}
