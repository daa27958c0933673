"""Writes pages to one Discord message, and keeps its known content, so that only changes are written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import NamedTuple, TypeAlias

from bot.clock import Clock, Signal
from bot.wire.errors import INVALID_FORM, DiscordError, RequestRejected
from bot.wire.messages import Page, SentMessage, StoredPicture
from bot.wire.transport import unexpired_pictures

Deliver: TypeAlias = Callable[[Page, Mapping[str, StoredPicture]], Awaitable[SentMessage]]
"""Function that sends a page to the message. Its second argument has the kept pictures, by file name."""


class _Content(NamedTuple):
    message_id: int | None  # None if unknown
    fingerprint: str  # of the page
    pictures: Mapping[str, StoredPicture]


SPARE_PICTURES = 2
"""How many of the pictures that a message showed before stay attached to it, unseen. A hand comes back after
a reveal, and other messages still show a table's last picture by its address.
"""


def kept_pictures(page: Page, pictures: Mapping[str, StoredPicture], now_ms: int) -> dict[str, StoredPicture]:
    """Return the stored pictures that a message keeps: those that the page shows, and the last of the others.

    Args:
        pictures: the pictures of the message by file name, the latest last.
    """
    names = {file.filename for file in page.files}
    usable = unexpired_pictures(pictures, now_ms)
    spare = [name for name in usable if name not in names][-SPARE_PICTURES:]
    return {name: stored for name, stored in usable.items() if name in names or name in spare}


class WrittenPage(NamedTuple):
    """Discord's response to a page, and the fingerprint of the page's state."""

    sent: SentMessage
    fingerprint: str  # empty if another task wrote to the message at the same time


class MessageEditor:
    """A message that several tasks may write to, and its known content.

    The content is unknown after writes that overlap, since they can arrive in any order.

    Args:
        watchers: signals that are set after each write.
    """

    def __init__(self, clock: Clock, watchers: Collection[Signal] = ()) -> None:
        self._clock = clock
        self._watchers = watchers
        self._writers = 0
        self._has_overlap = False
        self._content: _Content | None = None

    @property
    def is_being_written(self) -> bool:
        return self._writers > 0

    @property
    def pictures(self) -> Mapping[str, StoredPicture]:
        """The pictures that Discord has stored for the message, by file name."""
        return {} if self._content is None else self._content.pictures

    def is_showing(self, page: Page) -> bool:
        """Return whether the message is known to show exactly this page."""
        content = self._content
        return content is not None and not self._writers and content.fingerprint == page.fingerprint

    def switch_to(self, message_id: int | None, pictures: Mapping[str, StoredPicture] | None = None) -> None:
        """Switch to another message. Nothing changes if this message is already in use.

        Args:
            pictures: the pictures that the message is known to have, by file name.
        """
        if self._content is None or self._content.message_id != message_id:
            if pictures is None:
                self._content = None
            else:
                self._content = _Content(message_id, "", pictures)

    async def write(self, page: Page, fingerprint: str, deliver: Deliver) -> WrittenPage:
        """Write a page to the message, without uploading pictures that it already has.

        Args:
            fingerprint: fingerprint of the state that the page shows.
            deliver: sends the page.
        """
        self._writers += 1
        self._has_overlap = self._has_overlap or self._writers > 1
        before = self._content
        self._content = None
        try:
            if before is None:
                kept = {}
            else:
                kept = kept_pictures(page, before.pictures, self._clock.now_ms())
            try:
                sent = await deliver(page, kept)
            except RequestRejected as refusal:
                if not kept or refusal.code != INVALID_FORM:
                    raise
                sent = await deliver(page, {})  # another writer has put other pictures in their place
            if self._has_overlap:
                return WrittenPage(sent, "")
            message_id = sent.message_id or (None if before is None else before.message_id)
            self._content = _Content(message_id, page.fingerprint, sent.pictures)
            return WrittenPage(sent, fingerprint)
        except DiscordError:
            if before is not None and not self._has_overlap:  # has old pictures, or those just sent
                self._content = _Content(before.message_id, "", {})
            raise
        finally:
            self._writers -= 1
            if not self._writers:
                self._has_overlap = False
            for signal in self._watchers:
                signal.set()
