"""Types of Discord's responses, with only the fields that the bot reads."""

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
    """A message in a response."""

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
        """All components of the message, nested components included."""
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
    """Discord's response when the bot has answered an interaction. It contains the new message."""

    interaction: _Callback | None = None
    resource: _Resource | None = None


class ErrorBody(msgspec.Struct):
    """The body of an error response.

    Attributes:
        code: Discord's error code; 0 if there is none.
        retry_after: seconds to wait.
    """

    code: int = 0
    message: str = ""
    retry_after: float = 0


def decode_response(reply: HttpResponse, kind: type[T]) -> T:
    """Return a response decoded from JSON. If an error response cannot be decoded, return ``kind()``.

    Raises:
        NoAnswer: a response of success cannot be decoded.
    """
    try:
        return msgspec.json.decode(reply.body, type=kind)
    except msgspec.MsgspecError as error:
        if reply.status >= 300:
            return kind()
        raise NoAnswer(f"an answer cannot be read: {error}") from error


def id_of(reply: HttpResponse) -> int:
    """Return the id of the message or thread in a response."""
    return int(decode_response(reply, ReceivedMessage).id)


def sent_message(
    message: ReceivedMessage, page: Page | None, kept: Mapping[str, StoredPicture]
) -> SentMessage:
    """Return the message in a response to sending ``page``.

    Args:
        kept: pictures by file name that were uploaded earlier.
    """
    media = [item.media for part in _walk(message.components) for item in part.items]
    files = page.files if page is not None else ()
    pictures = {file.filename: kept[file.filename] for file in files if file.filename in kept}
    for file, stored in zip(files, media, strict=False):
        if stored.attachment_id is not None:
            pictures[file.filename] = StoredPicture(int(stored.attachment_id), stored.url)
    return SentMessage(int(message.id), pictures)
