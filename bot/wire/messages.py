"""A message as a value: its components, encoded once, and its pictures."""

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
    """Protocol: a picture or other file of a message, which is drawn only when it is sent.

    Two files with the same ``filename`` have the same content.
    """

    @property
    def filename(self) -> str: ...

    async def data(self) -> bytes:
        """Return the file's content, drawing it if needed."""


@dataclass(frozen=True)
class File:
    """A file whose bytes are in memory, unlike a picture that is drawn only when it is sent."""

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
    """The result of sending a message: the message's id, if known, and its pictures by file name."""

    message_id: int | None
    pictures: Mapping[str, StoredPicture] = {}


@dataclass(frozen=True)
class Page:
    """A message to be shown; ``files`` are in the order of its components."""

    components: tuple[Container, ...]
    files: Sequence[Drawable] = ()

    @cached_property
    def encoded(self) -> bytes:
        """The message's components as JSON, with every picture as a file to upload."""
        return _encode(self.components)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the whole message: messages with equal fingerprints are equal."""
        return hashlib.blake2s(self.encoded, digest_size=8).hexdigest()


def framed(*items: Item, accent: int | None = None, files: Iterable[Drawable] = ()) -> Page:
    """Return a message with the items in one frame of the RGB colour ``accent``. Empty texts, which Discord
    rejects, are left out.

    ``files`` are the pictures among the items, in their order.
    """
    visible = tuple([item for item in items if not is_empty(item)])
    return Page((Container(visible, accent),), tuple(files))


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file of a message: an attachment to keep (with its id), or an upload (with its index and
    filename).
    """

    id: str
    filename: str | None = None


def components_with(page: Page, kept: Mapping[str, StoredPicture]) -> msgspec.Raw:
    """Return a page's components as JSON, with URLs in place of the pictures in ``kept`` (by file name)."""
    encoded = page.encoded
    for filename, picture in kept.items():
        encoded = encoded.replace(_encode(f"attachment://{filename}"), _encode(picture.url))
    return msgspec.Raw(encoded)


def mentioning(user_ids: Iterable[int] = ()) -> dict[str, Any]:
    """Return a value for ``allowed_mentions`` with which a message notifies exactly these people."""
    return {"parse": [], "users": [str(user_id) for user_id in user_ids], "replied_user": False}
