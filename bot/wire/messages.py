"""Messages to send: their components, pictures and other files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from bot.wire.components import Component, Container, Item, is_empty

EPHEMERAL = 1 << 6
COMPONENTS_V2 = 1 << 15
"""Discord's message flags: visible to one person only; made of components."""

_encode = msgspec.json.Encoder().encode


class Drawable(Protocol):
    """Protocol of a file in a message, such as a picture. The content is made only for sending.

    Attributes:
        filename: files with the same name have the same content.
    """

    @property
    def filename(self) -> str: ...

    async def data(self) -> bytes:
        """Return the file's content."""


@dataclass(frozen=True)
class File:
    """A file whose content is already in memory."""

    filename: str
    content: bytes

    async def data(self) -> bytes:
        """Return the file's content."""
        return self.content


class StoredPicture(NamedTuple):
    """A picture that Discord has stored.

    Attributes:
        attachment_id: ``None`` if it is a file of another message.
    """

    attachment_id: int | None
    url: str

    @property
    def elsewhere(self) -> StoredPicture:
        """The picture as any other message shows it: by its address, which Discord signs again."""
        return StoredPicture(None, self.url.partition("?")[0])


def pictures_elsewhere(pictures: Mapping[str, StoredPicture]) -> dict[str, StoredPicture]:
    """Return those pictures that belong to another message, and so can be shown by a new one."""
    return {name: stored for name, stored in pictures.items() if stored.attachment_id is None}


class SentMessage(NamedTuple):
    """A message that was sent.

    Attributes:
        message_id: ``None`` if it is unknown.
        pictures: its pictures by file name.
        notified: the people whom it notifies.
    """

    message_id: int | None
    pictures: Mapping[str, StoredPicture] = {}
    notified: tuple[int, ...] = ()


@dataclass(frozen=True)
class Page:
    """A message to send.

    Attributes:
        files: in the order of the components that show them.
        language: of the texts, for cards that have to be words instead of emoji.
    """

    components: tuple[Container, ...]
    files: Sequence[Drawable] = ()
    language: str = "en"

    @cached_property
    def encoded(self) -> bytes:
        """The components as JSON."""
        return _encode(self.components)

    @cached_property
    def fingerprint(self) -> str:
        """A hash that is equal for messages with equal content."""
        return hashlib.blake2s(self.encoded, digest_size=8).hexdigest()

    def components_json(self, kept: Mapping[str, StoredPicture]) -> msgspec.Raw:
        """Return the components as JSON to send.

        Args:
            kept: pictures by file name that were uploaded earlier, and are shown by their URL.
        """
        encoded = self.encoded
        for filename, picture in kept.items():  # names that the page does not show change nothing
            encoded = encoded.replace(_encode(f"attachment://{filename}"), _encode(picture.url))
        return msgspec.Raw(encoded)


def framed(
    *items: Item | Iterable[Item],
    accent: int | None = None,
    files: Iterable[Drawable] = (),
    language: str = "en",
) -> Page:
    """Return a message with these components in one frame. Empty texts are left out.

    Args:
        items: single components and lists of components.
        accent: RGB colour of the frame.
        files: files in the order in which the components show them.
        language: of texts in which cards are emoji.
    """
    all_items = list[Item]()
    for item in items:
        all_items += [item] if isinstance(item, Component) else item
    visible = tuple([item for item in all_items if not is_empty(item)])
    return Page((Container(visible, accent),), tuple(files), language)


FitsLimit: TypeAlias = Callable[[Page], Page]
"""Function that returns a message within Discord's limits: the message itself, or one with shorter texts."""


def unchanged(page: Page) -> Page:
    """Return the message itself."""
    return page


class Attachment(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file of a message, as Discord's API lists it.

    Attributes:
        id: id of a stored file, or number of an uploaded file.
        filename: name of an uploaded file.
    """

    id: str
    filename: str | None = None
