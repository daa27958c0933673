"""Messages to send: their components, pictures and other files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import msgspec

from bot.wire.components import Container, Item, is_empty

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
"""Discord's message flags: visible to one person only; made of components."""

_encode = msgspec.json.Encoder().encode


class Drawable(Protocol):
    """Protocol of a message's file, such as a picture. Its content is made only when the message is sent.

    Two files with the same ``filename`` have the same content.
    """

    @property
    def filename(self) -> str: ...

    async def data(self) -> bytes:
        """Return the file's content. Draw a picture first."""


@dataclass(frozen=True)
class File:
    """A file whose content is already in memory."""

    filename: str
    content: bytes

    async def data(self) -> bytes:
        """Return the file's content."""
        return self.content


class StoredPicture(NamedTuple):
    """A picture that Discord has stored with a message: its attachment id and its URL."""

    attachment_id: int
    url: str


class SentMessage(NamedTuple):
    """A message that was sent: its id, if known, and its pictures by file name."""

    message_id: int | None
    pictures: Mapping[str, StoredPicture] = {}


@dataclass(frozen=True)
class Page:
    """A message to send. ``files`` are in the order of the components that show them."""

    components: tuple[Container, ...]
    files: Sequence[Drawable] = ()

    @cached_property
    def encoded(self) -> bytes:
        """The message's components as JSON. Pictures have ``attachment://FILENAME`` as their URL."""
        return _encode(self.components)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the message's content. Two messages with the same fingerprint are treated as equal."""
        return hashlib.blake2s(self.encoded, digest_size=8).hexdigest()


def framed(*items: Item, accent: int | None = None, files: Iterable[Drawable] = ()) -> Page:
    """Return a message with all items in one frame. Empty texts are left out, since Discord rejects them.

    ``accent`` is the frame's RGB colour. ``files`` are the files that the items show, in the same order.
    """
    visible = tuple([item for item in items if not is_empty(item)])
    return Page((Container(visible, accent),), tuple(files))


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file of a message in a request.

    For a file to keep, ``id`` is the id of its attachment. For a new file, ``id`` is its index among the
    uploads, and ``filename`` is set.
    """

    id: str
    filename: str | None = None


def components_with(page: Page, kept: Mapping[str, StoredPicture]) -> msgspec.Raw:
    """Return a message's components as JSON.

    ``kept`` has pictures that were uploaded earlier, by file name. The components refer to them by URL.
    """
    encoded = page.encoded
    for filename, picture in kept.items():
        encoded = encoded.replace(_encode(f"attachment://{filename}"), _encode(picture.url))
    return msgspec.Raw(encoded)


def mentioning(user_ids: Iterable[int] = ()) -> dict[str, Any]:
    """Return Discord's ``allowed_mentions`` object for a message that notifies only these users."""
    return {"parse": [], "users": [str(user_id) for user_id in user_ids], "replied_user": False}
