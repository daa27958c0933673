"""Tools of ``tefuda doctor``: a connection that records what it creates, and the report of the checks."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from PIL import Image

from bot.clock import Clock
from bot.pictures.moving import Frame, Patch
from bot.wire.components import gallery, text_display
from bot.wire.errors import (
    DiscordError,
    NoAnswer,
    RequestRejected,
)
from bot.wire.limits import Allowance, Limits
from bot.wire.messages import File, Page, SentMessage, StoredPicture, framed
from bot.wire.transport import (
    ApiConnection,
    ApiRequest,
    HttpResponse,
    Transport,
)

NAME = "Tefuda's doctor"
"""Text in everything that the doctor creates, by which it is found again."""

TRIES = 3
"""Limit of attempts at a request that a rate limit refuses, or to which no answer comes."""

EMOJI_NAME = "tefuda_doctor"
EMOJI_SIZE = 128
"""Name of the emoji that the doctor uploads, and its width and height in pixels."""

EMOJI_NUMBER = 20
"""Number of the first message with that emoji; see ``DoctorRun.send``."""

THREAD_CREATED = 18
"""Discord's type of the message that announces a thread."""


class WatchedConnection:
    """A connection to Discord that records what its requests create.

    Attributes:
        reply: the last response.
        made: API paths of created messages and threads, oldest first.
    """

    def __init__(self, connection: ApiConnection, clock: Clock) -> None:
        self._api = connection
        self._clock = clock
        self.reply = HttpResponse(0, {}, b"")
        self.made: list[str] = []

    @property
    def answer(self) -> Any:
        """The last response, decoded from JSON; an empty dict if it is not JSON."""
        try:
            return msgspec.json.decode(self.reply.body)
        except msgspec.MsgspecError:
            return {}

    @property
    def code(self) -> int:
        """Discord's error code in the last response; 0 if the request succeeded."""
        if self.reply.status >= 400:
            return int(self.answer.get("code", 0))
        return 0

    async def download(self, path: str, most_bytes: int) -> bytes:
        """Return a file of Discord's CDN; see ``ApiConnection.download``."""
        return await self._api.download(path, most_bytes)

    async def request(self, request: ApiRequest) -> HttpResponse:
        """Send a request and return its response; see ``ApiConnection.request``."""
        # A rate limit is waited for, as the bot does.
        for _ in range(TRIES):
            self.reply = reply = await self._api.request(request)
            if reply.status != 429 or self.code:
                break
            await self._clock.sleep(float(self.answer.get("retry_after", 1)))
        if reply.headers.get("X-RateLimit-Remaining") == "0":
            await self._clock.sleep(float(reply.headers.get("X-RateLimit-Reset-After", 0)))
        # Every created object is listed with the path that deletes it.
        if request.method == "POST" and reply.status in (200, 201) and "id" in self.answer:
            place = "/channels" if request.path.endswith("/threads") else request.path
            place += "/messages" if request.path.startswith("/webhooks") else ""
            if (made := f"{place}/{self.answer['id']}") not in self.made:
                self.made.append(made)
        return reply

    async def ask(self, method: str, path: str, json: Any = None) -> Any:
        """Send a request, and return the response decoded from JSON.

        Raises:
            NoAnswer: Discord's server failed.
            RequestRejected: Discord refused the request.
        """
        body = b"" if json is None else msgspec.json.encode(json)
        await self.request(ApiRequest(method, path, body, is_by_bot=not path.startswith("/webhooks")))
        if self.reply.status >= 500:
            raise NoAnswer(f"{path}: {self.reply.status}")
        if self.reply.status >= 300:
            raise RequestRejected(self.reply.status, self.code, str(self.answer.get("message", path)))
        return self.answer


async def describe_application(connection: WatchedConnection) -> dict[str, Any]:
    """Return Discord's description of the bot's application, with its registered ``commands``."""
    application: dict[str, Any] = await connection.ask("GET", "/applications/@me")
    commands = await connection.ask("GET", f"/applications/{application['id']}/commands")
    return application | {"commands": commands}


class DoctorRun:
    """One run of ``tefuda doctor`` in a channel.

    Attributes:
        tell: prints a line of the report.
        failed_checks: number of failed checks so far.
    """

    def __init__(
        self, connection: ApiConnection, channel_id: int, clock: Clock, tell: Callable[[str], None]
    ) -> None:
        self.connection = WatchedConnection(connection, clock)
        self.channel_id = channel_id
        self.tell = tell
        self._limits = Limits(clock, Allowance(50, 1000))
        self._nonce = f"doctor-{clock.now_ms()}"
        self.me = self.failed_checks = 0

    def check(self, is_right: bool, right: str, wrong: str) -> None:
        """Report a check with the text ``right`` or ``wrong``."""
        self.failed_checks += not is_right
        self.tell(f"right: {right}" if is_right else f"wrong: {wrong}")

    async def try_step(self, name: str, step: Callable[[], Awaitable[None]]) -> bool:
        """Run a check, and return whether it ended without an error.

        Args:
            name: name of the check in the report.
        """
        try:
            await step()
        except DiscordError as error:
            self.check(False, "", f"{name} does not go: {error}")
        except (LookupError, TypeError, ValueError) as error:
            self.check(False, "", f"{name}: the answer is not as it is documented: {error!r}")
        else:
            return True
        return False

    async def log_in(self) -> str:
        """Check that the bot can log in and see the channel. Return the bot's name for the report."""
        me = await self.connection.ask("GET", "/users/@me")
        self.application = application = await describe_application(self.connection)
        await self.connection.ask("GET", f"/channels/{self.channel_id}")
        self.me = int(me["id"])
        self.transport = Transport(self.connection, self._limits, int(application["id"]), self.me)
        return f"{me['username']}, application {application['id']}"

    def page(self, *pictures: str) -> Page:
        """Return a test message with a picture for each of these names."""
        files = [File(f"{name}.png", png(number)) for number, name in enumerate(pictures)]
        galleries = [gallery(file.filename, NAME) for file in files]
        text = text_display(f"{NAME} is looking at this channel for <@{self.me}>.")
        return framed(text, galleries, files=files)

    async def send(self, page: Page, number: int, channel_id: int | None = None) -> SentMessage:
        """Send a test message.

        Args:
            number: distinguishes the message's nonce from the nonces of other messages.
        """
        return await self.transport.send(channel_id or self.channel_id, page, f"{self._nonce}-{number}")

    async def edit(
        self, sent: SentMessage, page: Page, kept: Mapping[str, StoredPicture] = {}
    ) -> SentMessage:
        """Edit a test message.

        Args:
            kept: pictures by file name that are not uploaded again.
        """
        return await self.transport.edit(self.channel_id, known_id(sent), page, kept)

    async def code_of(self, request: Awaitable[object]) -> int:
        """Await a request, and return Discord's error code or the HTTP status; 0 after success."""
        try:
            await request
        except RequestRejected as refusal:
            return refusal.code or refusal.status
        return 0

    # --- deletion of test messages ------------------------------------------------------------------

    async def tidy(self) -> None:
        """Delete everything that the checks have created."""
        connection = self.connection
        remaining = 0
        try:
            # After a lost answer a message may exist that is not in the list.
            await self._record_unknown_messages()
        except DiscordError as error:
            self.tell(f"note: there may be more left in the channel than is known: {error}")
        # The newest first, since a thread hides the message that it was made from.
        for path in reversed(connection.made):
            try:
                await self._ask_with_retries("DELETE", path)
            except DiscordError as error:
                if isinstance(error, RequestRejected) and error.is_missing:
                    continue
                remaining += 1
                self.tell(f"note: left behind, please delete it: {path} ({error})")
                # A thread that cannot be deleted is at least closed.
                if _is_thread(path) and isinstance(error, RequestRejected):
                    await self.code_of(self._ask_with_retries("PATCH", path, {"archived": True}))
        if connection.made and not remaining:
            self.tell("right: all that was made is deleted")

    async def _ask_with_retries(self, method: str, path: str, json: Any = None) -> Any:
        for _ in range(TRIES - 1):
            with suppress(NoAnswer):
                return await self.connection.ask(method, path, json)
        return await self.connection.ask(method, path, json)

    async def _record_unknown_messages(self) -> None:
        # ``tidy`` deletes what is listed in ``made``.
        history = f"/channels/{self.channel_id}/messages"
        made = self.connection.made
        if not made:
            return
        # Messages of the doctor, and their threads, that no response has named.
        for message in await self._ask_with_retries("GET", f"{history}?limit=50"):
            is_ours = message["author"]["id"] == str(self.me) and NAME in str(message)
            thread_id = message.get("thread", {}).get("id")
            if is_ours and message.get("type") == THREAD_CREATED:
                thread_id = message["message_reference"]["channel_id"]
            if is_ours and thread_id is not None and f"/channels/{thread_id}" not in made:
                made.append(f"/channels/{thread_id}")
            if is_ours and f"{history}/{message['id']}" not in made:
                made.append(f"{history}/{message['id']}")


def known_id(sent: SentMessage) -> int:
    """Return the id of a message that was sent successfully."""
    assert sent.message_id is not None
    return sent.message_id


def pictures_of(message: Any) -> list[Any]:
    """Return the pictures of a message that is given as Discord's decoded JSON."""
    media = []
    for frame in message.get("components", ()):
        for part in frame.get("components", ()):
            media += [item["media"] for item in part.get("items", ())]
    return media


def _is_thread(path: str) -> bool:
    return path.count("/") == 2


IS_ANIMATED = 1 << 0
"""Discord's flag of media that moves."""


def one_colour(number: int) -> Frame:
    """Return a small picture of one colour, as a frame of an animation."""
    picture = Image.new("P", (4, 4), number)
    picture.putpalette(bytes(range(6)))
    return [Patch(picture, 0, 0)]


def png(number: int, size: int = 64) -> bytes:
    """Return a square PNG of one colour; each number has another colour."""
    file = io.BytesIO()
    Image.new("RGB", (size, size), (40, 90 + 60 * number % 160, 140)).save(file, "PNG")
    return file.getvalue()
