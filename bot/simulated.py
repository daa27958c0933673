"""Connects the bot's clock and HTTP requests to a simulated Discord (the package ``simcord``).

Differences between simcord and Discord are corrected here, each with its source in docs/DISCORD.md.
"""

from __future__ import annotations

import io
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl
from weakref import WeakKeyDictionary

import msgspec
import simcord

# Not part of simcord's public face: the table of routes, which the client library's fakes call, too.
from simcord.backend import errors
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.client import Tefuda
from bot.clock import Clock, Elapsed, Signal
from bot.config import Config
from bot.randomness import RandomSource
from bot.wire.errors import RequestRejected, ServedElsewhere
from bot.wire.transport import ApiRequest, HttpResponse, Upload


class SimulatedClock(Clock):
    """The clock of a simulated Discord. Set ``env`` before the bot starts."""

    env: simcord.Env

    def now_ms(self) -> int:
        """Return the simulated time of day in Unix milliseconds."""
        return int(self.env.now().timestamp() * 1000)

    def elapsed_ms(self) -> Elapsed:
        """Return the milliseconds since the simulation began."""
        return Elapsed(round(1000 * self.env.backend.clock.elapsed))

    async def sleep(self, seconds: float) -> None:
        """Wait for simulated seconds, inside a task of the bot."""
        await self.env.external_wait(super().sleep(seconds), reason="a pause of the bot")

    async def yield_to_loop(self) -> float:
        """Yield to other tasks once. No simulated time passes."""
        await super().yield_to_loop()
        return 0.0

    async def wait(self, signal: Signal, seconds: float | None) -> None:
        """Wait until a signal is set, for at most some simulated seconds."""
        await self.env.external_wait(super().wait(signal, seconds), reason="something that the bot waits for")


def set_languages(env: simcord.Env, languages: Mapping[int, str]) -> None:
    """Set the languages of simulated people by user id. Other people speak English."""

    def translate(event: str, payload: Mapping[str, Any]) -> None:
        if event != "INTERACTION_CREATE" or not isinstance(payload, dict):
            return
        if "member" in payload:
            user = payload["member"]["user"]
        else:
            user = payload["user"]
        payload["locale"] = languages.get(int(user["id"]), "en-US")
        if "guild_id" in payload:
            payload["guild_locale"] = env.backend.get_guild(int(payload["guild_id"])).preferred_locale

    env.backend.subscribers.insert(0, translate)  # ahead of the bot, which subscribes last


def set_avatar(env: simcord.Env, user_id: int, avatar: str, file: bytes) -> None:
    """Set the picture that a simulated person has on Discord.

    Args:
        avatar: Discord's name of the picture.
        file: a PNG file.
    """
    env.backend.users[user_id].avatar = avatar
    env.backend.cdn._blobs[f"{CDN_BASE}/avatars/{user_id}/{avatar}.png"] = file


NONCE_MS = 300_000
"""Milliseconds for which the simulated Discord remembers a nonce."""

_NONCES: WeakKeyDictionary[Any, dict[tuple[str, str], tuple[int, Elapsed]]] = WeakKeyDictionary()
"""For each simulation, the messages that were sent with a nonce. Keys are pairs of a path and a nonce, values
are pairs of the message's id and the time.
"""


class SimulatedConnection:
    """The bot's connection to a simulated Discord, in place of HTTP."""

    def __init__(self, clock: SimulatedClock) -> None:
        self._clock = clock

    async def request(self, request: ApiRequest) -> HttpResponse:
        """Send a request and return the response; see ``ApiConnection.request``."""
        if not request.may_send():
            raise ServedElsewhere(request.path)
        backend = self._clock.env.backend
        method = request.method
        path, _, query = request.path.partition("?")
        payload = msgspec.json.decode(request.body) if request.body else None
        if b'"media"' in request.body:
            _name_kept_pictures(payload)
        params = dict(parse_qsl(query))
        # The same nonce sends no second message.
        if (known := self._path_with_same_nonce(method, path, payload)) is not None:
            method = "GET"
            path = known
            payload = None
        attachments = list(map(_attachment, request.files))
        # The simulation raises for what it lacks, which is an error of ours, and for what Discord would
        # refuse.
        try:
            if b'"emoji"' in request.body or path.endswith("/emojis"):
                _check_emoji(backend, path, payload)
            answer = router.dispatch(backend, method, path, json=payload, params=params, files=attachments)
        except (router.RouteNotImplemented, router.UnsupportedField):
            raise
        except BackendError as error:
            return HttpResponse(error.status, {}, msgspec.json.encode(error.to_json()))
        if method == "POST" and path.endswith("/emojis") and payload is not None:
            # simcord discards the picture, which its preview shows.
            address = f"{CDN_BASE}/emojis/{answer['id']}.png"
            backend.cdn._blobs[address] = b64decode(payload["image"].partition(",")[2])
        if isinstance(answer, dict) and answer.get("attachments"):
            _hide_shown_attachments(answer)
        if answer is None:
            return HttpResponse(204, {}, b"")
        if method == "POST" and payload and "nonce" in payload:
            _NONCES[backend][path, payload["nonce"]] = int(answer["id"]), self._clock.elapsed_ms()
        return HttpResponse(200, {}, msgspec.json.encode(answer))

    async def download(self, path: str, most_bytes: int) -> bytes:
        """Return a file of the simulated CDN; see ``ApiConnection.download``."""
        address, _, query = path.partition("?")
        size = int(query.removeprefix("size="))
        # Discord's documentation: any power of two between 16 and 4096.
        file = self._clock.env.backend.cdn.get(f"{CDN_BASE}{address}")
        if file is None or size.bit_count() != 1 or not 16 <= size <= 4096:
            raise RequestRejected(404, 0, "no such file")
        if len(file) > most_bytes:
            raise RequestRejected(200, 0, "too long")
        return file

    def _path_with_same_nonce(self, method: str, path: str, body: Any) -> str | None:
        # A recent message with the same nonce is answered instead of sent again.
        ids_by_nonce = _NONCES.setdefault(self._clock.env.backend, {})
        if method == "POST" and isinstance(body, dict):
            nonce = body.get("nonce")
        else:
            nonce = None
        if not nonce:
            return None
        now = self._clock.elapsed_ms()
        for key in [key for key, (_, sent_at) in ids_by_nonce.items() if now - sent_at >= NONCE_MS]:
            del ids_by_nonce[key]
        message = ids_by_nonce.get((path, nonce))
        return None if message is None else f"{path}/{message[0]}"


def _attachment(file: Upload) -> SimpleNamespace:
    return SimpleNamespace(filename=file.filename, fp=io.BytesIO(file.data), description=None)


def _name_kept_pictures(payload: Any) -> None:
    # Kept pictures have an address here, while simcord knows them by file name. Those of other messages are
    # not listed, and stay addresses.
    kept_ids = _attachment_ids(payload)
    for media in _media(payload):
        if "/attachments/" in media["url"] and media["url"].split("/")[-2] in kept_ids:
            media["url"] = "attachment://" + media["url"].rpartition("/")[2]


def _hide_shown_attachments(answer: dict[str, Any]) -> None:
    # As in Discord, pictures inside of components are not listed as attachments.
    shown_ids = {str(media.get("attachment_id")) for media in _media(answer)}
    answer["attachments"] = [
        attachment for attachment in answer["attachments"] if str(attachment["id"]) not in shown_ids
    ]


def _attachment_ids(payload: Any) -> set[str]:
    if not isinstance(payload, dict):
        return set()
    data = payload.get("data") or payload
    return {str(attachment["id"]) for attachment in data.get("attachments") or ()}


EMOJI_LIMIT = 2000
EMOJI_BYTES = 256 * 1024
TOO_MANY_EMOJI = 30008
"""Greatest number of an application's emoji, greatest size of one, and Discord's error code of the first."""


def _check_emoji(backend: Any, path: str, payload: Any) -> None:
    # Discord refuses these, while simcord accepts them.
    if path.endswith("/emojis") and payload is not None:
        head, _, data = payload["image"].partition(",")
        if head != "data:image/png;base64" or not re.fullmatch(r"\w{2,32}", payload["name"], re.ASCII):
            raise errors.invalid_form_body("emoji")
        # Such an answer has a message, but no code.
        if len(b64decode(data)) > EMOJI_BYTES:
            raise BackendError(400, 0, "File cannot be larger than 256.0 kb.")
        if len(backend.application_emojis) >= EMOJI_LIMIT:
            raise BackendError(400, TOO_MANY_EMOJI, "Maximum number of emojis reached (2000)")
    for emoji in _emoji_in(payload):
        if "id" in emoji and int(emoji["id"]) not in backend.application_emojis:
            raise errors.invalid_form_body("Invalid emoji")


def _emoji_in(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        if isinstance(emoji := tree.get("emoji"), dict):
            yield emoji
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from _emoji_in(part)


def _media(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        if isinstance(media := tree.get("media"), dict) and "url" in media:
            yield media
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from _media(part)


def simulated_client(config: Config, clock: SimulatedClock, rng: RandomSource | None = None) -> Tefuda:
    """Return the bot, connected to a simulated Discord.

    Args:
        clock: its attribute ``env`` must be set before the bot starts.
        rng: ``None`` for real random numbers.
    """
    return Tefuda(config, clock, rng, SimulatedConnection(clock))
