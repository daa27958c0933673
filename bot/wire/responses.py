"""Discord's responses as values, with the fields that the bot reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from bot.wire.connection import HttpResponse
from bot.wire.errors import NoAnswer
from bot.wire.messages import Page, SentMessage, StoredPicture

T = TypeVar("T")


class _ReceivedMedia(msgspec.Struct):
    url: str = ""
    attachment_id: str | None = None


class _ReceivedItem(msgspec.Struct):
    media: _ReceivedMedia


class _ReceivedComponent(msgspec.Struct):
    custom_id: str = ""
    content: str = ""
    components: list[_ReceivedComponent] = []
    items: list[_ReceivedItem] = []


class ReceivedMessage(msgspec.Struct):
    """A message in a response: its id and its components."""

    id: str
    components: list[_ReceivedComponent] = []


class _ReceivedAuthor(msgspec.Struct):
    id: str


class HistoryMessage(msgspec.Struct):
    """A message of a channel's history."""

    id: str
    author: _ReceivedAuthor
    components: list[_ReceivedComponent] = []

    @property
    def parts(self) -> Iterator[_ReceivedComponent]:
        """All components of the message, nested ones too, in order."""
        return _walk(self.components)


def _walk(parts: Iterable[_ReceivedComponent]) -> Iterator[_ReceivedComponent]:
    for part in parts:
        yield part
        yield from _walk(part.components)


class _Resource(msgspec.Struct):
    message: ReceivedMessage | None = None


class _Callback(msgspec.Struct):
    response_message_id: str | None = None


class CallbackResponse(msgspec.Struct):
    """The response to an answer to an interaction, with the message that the answer has created."""

    interaction: _Callback | None = None
    resource: _Resource | None = None


class ErrorBody(msgspec.Struct):
    """An error response: Discord's error code (0 if there is none), its text, and seconds to wait."""

    code: int = 0
    message: str = ""
    retry_after: float = 0


def read(reply: HttpResponse, kind: type[T]) -> T:
    """Return a response decoded from JSON. If an error response cannot be decoded, return ``kind()`` instead.

    Raises:
        NoAnswer: a successful response cannot be decoded.
    """
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except msgspec.MsgspecError as error:
        if reply.status >= 300:
            return kind()
        raise NoAnswer(f"an answer cannot be read: {error}") from error


def id_of(reply: HttpResponse) -> int:
    """Return the id in a response that describes a message or a thread."""
    return int(read(reply, ReceivedMessage).id)


def sent_message(
    message: ReceivedMessage, page: Page | None, kept: Mapping[str, StoredPicture]
) -> SentMessage:
    """Return a message's id and pictures. ``kept`` has the pictures that were not uploaded again."""
    media = [item.media for part in _walk(message.components) for item in part.items]
    files = page.files if page is not None else ()
    pictures = {file.filename: kept[file.filename] for file in files if file.filename in kept}
    for file, stored in zip(files, media, strict=False):
        if stored.attachment_id is not None:
            pictures[file.filename] = StoredPicture(int(stored.attachment_id), stored.url)
    return SentMessage(int(message.id), pictures)
