"""A message as a value: its components, encoded once, and the pictures that they show, by key."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import msgspec

from bot.wire.components import Container, Item, is_empty

EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
"""Flags of a message: seen by one person alone; made of components."""

_encode = msgspec.json.Encoder().encode


class Drawable(Protocol):
    """A picture or another file that a message shows; drawn only when it is sent.

    ``filename`` tells it apart from others: equal names, equal files.
    """

    @property
    def filename(self) -> str: ...

    async def data(self) -> bytes:
        """Draw it."""


@dataclass(frozen=True)
class File:
    """A file that is ready."""

    filename: str
    content: bytes

    async def data(self) -> bytes:
        """Give what is in it."""
        return self.content


class Kept(NamedTuple):
    """A picture that a message has on Discord: its attachment's id, and where it lies."""

    attachment_id: int
    url: str


class Sent(NamedTuple):
    """A message as Discord's answer describes it: its id, if known, and its pictures by filename."""

    message_id: int | None
    pictures: Mapping[str, Kept] = {}


@dataclass(frozen=True)
class Page:
    """A message as it is to be shown; ``files`` stand in the order of its components."""

    components: tuple[Container, ...]
    files: Sequence[Drawable] = ()

    @cached_property
    def encoded(self) -> bytes:
        """Its components as JSON, with pictures named as uploads."""
        return _encode(self.components)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the whole message: equal fingerprints, equal messages."""
        return hashlib.blake2s(self.encoded, digest_size=8).hexdigest()


def framed(*items: Item, accent: int | None = None, files: Iterable[Drawable] = ()) -> Page:
    """Put items into one frame, except empty texts, which Discord refuses."""
    shown = tuple([item for item in items if not is_empty(item)])
    return Page((Container(shown, accent),), tuple(files))


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file of a request: kept by its id, or new by its number among those uploaded."""

    id: str
    filename: str | None = None


def components_with(page: Page, kept: Mapping[str, Kept]) -> msgspec.Raw:
    """Encode a page's components; pictures that the message has already are named by where they lie."""
    encoded = page.encoded
    for filename, picture in kept.items():
        encoded = encoded.replace(_encode(f"attachment://{filename}"), _encode(picture.url))
    return msgspec.Raw(encoded)


def mentioning(user_ids: Iterable[int] = ()) -> dict[str, Any]:
    """Let a message notify these people and nobody else, whoever it names."""
    return {"parse": [], "users": [str(user_id) for user_id in user_ids], "replied_user": False}
