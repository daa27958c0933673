"""Faults: what goes wrong between the bot and Discord, and between the bot and its database.

Every request to Discord and every transaction is a *step*, and has a name::

    POST /channels/1/messages        a request: method and path
    write append_moves, read load    a transaction: the function that makes it

What is said in public by an interaction's token is named like what the bot's own token says there: what goes
wrong with a table's messages goes wrong whoever says them.

A test names steps by a pattern (``*`` is anything) and says what happens to them: they fail, their answer
gets lost, they are held until the test lets them go, or the bot is stopped dead at one of them.
"""

from __future__ import annotations

import asyncio
import fnmatch
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
import simcord
from simcord.http.client import _path_of

from bot.clock import breathe
from storage import StorageFailed, Store

SENDING = "POST /channels/*/messages"
EDITING = "PATCH /channels/*/messages/*"
DELETING = "DELETE /channels/*/messages/*"
LOOKING = "GET /channels/*/messages"
ANSWERING = "POST /interactions/*/callback"
REFRESHING = "PATCH /webhooks/*"
"""A private panel that is edited by its interaction's token."""

CHANNELS = "* /channels/*"
"""Whatever the bot does in public, and whatever else it does with its own token."""

EPHEMERAL = 64


# --- the errors that are really raised --------------------------------------------------------------


class _Response:
    """As much of an answer as the library's errors look at."""

    def __init__(self, status: int, reason: str) -> None:
        self.status, self.reason = status, reason
        self.headers: dict[str, str] = {}


def _http(
    kind: type[discord.HTTPException], status: int, reason: str, code: int = 0
) -> discord.HTTPException:
    return kind(_Response(status, reason), {"code": code, "message": reason})  # type: ignore[arg-type]


def unavailable() -> Exception:
    """Discord answers 503."""
    return _http(discord.DiscordServerError, 503, "Service Unavailable")


def too_many() -> Exception:
    """Discord answers 429 once more than the library tries."""
    return _http(discord.HTTPException, 429, "Too Many Requests")


def forbidden() -> Exception:
    """Discord answers 403: a permission is missing."""
    return _http(discord.Forbidden, 403, "Forbidden", 50013)


def unknown() -> Exception:
    """Discord answers 404: the message, or the interaction, is no more."""
    return _http(discord.NotFound, 404, "Not Found", 10008)


def disconnected() -> Exception:
    """The connection breaks while the answer is waited for."""
    return aiohttp.ServerDisconnectedError()


def unconnected() -> Exception:
    """There is no connection."""
    return aiohttp.ClientConnectionError("no route to Discord")


def disk_full() -> Exception:
    """A transaction fails, and nothing of it is left."""
    return StorageFailed("database or disk is full")


LINE_ERRORS = (unavailable, too_many, disconnected, unconnected)
"""All that says nothing about what Discord did."""


async def until(is_so: Callable[[], object]) -> None:
    """Let everything go on until something is so."""
    for _ in range(20_000):
        if is_so():
            return
        await breathe()
    raise AssertionError("it never came to that")


# --- faults -------------------------------------------------------------------------------------------


class Hold:
    """Steps that wait until they are let go."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._is_open = asyncio.Event()

    def release(self) -> None:
        """Let them go, and whatever comes later."""
        self._is_open.set()

    async def wait(self) -> None:
        self.reached.set()
        await self._is_open.wait()


@dataclass
class Rule:
    """What happens to steps whose names match; ``None`` for ``left`` is for ever."""

    pattern: str
    left: int | None = 1
    error: Callable[[], Exception] | None = None
    is_done: bool = False
    hold: Hold | None = None
    met: int = field(default=0)

    def takes(self, name: str) -> bool:
        if self.left == 0 or not fnmatch.fnmatch(name, self.pattern):
            return False
        self.left = None if self.left is None else self.left - 1
        self.met += 1
        return True

    def end(self) -> None:
        """From now on nothing happens."""
        self.left = 0


class Faults:
    """Puts faults into the way of a bot, or of a store alone.

    Args:
        env: the simulated Discord whose bot it is; ``None`` for a store alone.

    Attributes:
        steps: the names of all steps begun, in order.
    """

    def __init__(self, env: simcord.Env | None = None) -> None:
        self._env = env
        self.steps: list[str] = []
        self._rules: list[Rule] = []
        self._fuse: tuple[int, bool] | None = None
        self.is_dead = False
        if env is not None:
            self.attach()

    def attach(self) -> None:
        """Take hold of the bot that runs now; to be called again after a restart."""
        assert self._env is not None
        bot: Any = self._env.bot
        self.is_dead, self._fuse = False, None
        for client in (bot.http, self._env._webhook_adapter):
            self._wrap_requests(client)
        self.attach_store(bot.store)

    def attach_store(self, store: Store) -> None:
        """Take hold of a store."""
        database: Any = store._db
        for kind in ("write", "read"):
            self._wrap_transactions(database, kind, getattr(database, kind))

    # --- what shall go wrong --------------------------------------------------------------------------

    def fail(self, pattern: str, error: Callable[[], Exception], times: int | None = 1) -> Rule:
        """Let steps fail before anything of them is done."""
        return self._add(Rule(pattern, times, error))

    def lose(
        self, pattern: str, error: Callable[[], Exception] = disconnected, times: int | None = 1
    ) -> Rule:
        """Let steps be done, but what comes back get lost."""
        return self._add(Rule(pattern, times, error, is_done=True))

    def hold(
        self,
        pattern: str,
        times: int | None = None,
        *,
        is_done: bool = False,
        error: Callable[[], Exception] | None = None,
    ) -> Hold:
        """Let steps wait before they are done, or what comes back afterwards; then they may fail."""
        hold = Hold()
        self._add(Rule(pattern, times, error, is_done, hold))
        return hold

    def stop_at(self, number: int, *, is_done: bool) -> None:
        """Stop the bot dead at the so-and-so-many-th step from now that changes anything, from 1.

        Args:
            number: which step.
            is_done: the step itself is still done, and the bot never knows.
        """
        self._fuse = (number, is_done)

    def _add(self, rule: Rule) -> Rule:
        self._rules.append(rule)
        return rule

    # --- on the way -----------------------------------------------------------------------------------

    def _wrap_requests(self, client: Any) -> None:
        original = client.request

        async def request(route: Any, *args: Any, **kwargs: Any) -> Any:
            name = f"{route.method} {self._public_path(route.method, _path_of(route.url), kwargs)}"
            return await self._step(name, lambda: original(route, *args, **kwargs))

        client.request = request

    def _public_path(self, method: str, path: str, asked: dict[str, Any]) -> str:
        """Name what is said in public by an interaction's token after its channel."""
        parts = path.strip("/").split("/")
        backend = self._env.backend if self._env is not None else None
        if backend is None or parts[0] != "webhooks" or parts[2] not in backend.interaction_tokens:
            return path
        channel_id = backend.interactions[backend.interaction_tokens[parts[2]]].channel_id
        if method == "POST":
            flags = (asked.get("payload") or {}).get("flags", 0)
            for part in asked.get("multipart") or ():
                if part["name"] == "payload_json":
                    flags = json.loads(part["value"]).get("flags", 0)
            return path if flags & EPHEMERAL else f"/channels/{channel_id}/messages"
        message = backend.messages[channel_id].get(int(parts[4])) if parts[4].isdigit() else None
        is_public = message is not None and not message.is_ephemeral
        return f"/channels/{channel_id}/messages/{parts[4]}" if is_public else path

    def _wrap_transactions(self, database: Any, kind: str, original: Any) -> None:
        async def transaction(work: Any, *args: Any, **kwargs: Any) -> Any:
            return await self._step(f"{kind} {work.__name__}", lambda: original(work, *args, **kwargs))

        setattr(database, kind, transaction)

    async def _step(self, name: str, do: Callable[[], Awaitable[Any]]) -> Any:
        self.steps.append(name)
        if self.is_dead:
            await self._wait(Hold())
        if self._is_last(name):
            _, is_done = self._fuse or (0, False)
            self.is_dead = True
            if is_done:
                await do()
            await self._wait(Hold())
        rule = next((rule for rule in self._rules if rule.takes(name)), None)
        if rule is None:
            return await do()
        given = await do() if rule.is_done else None
        if rule.hold is not None:
            await self._wait(rule.hold)
        if rule.error is not None:
            raise rule.error()
        return given if rule.is_done else await do()

    def _is_last(self, name: str) -> bool:
        if self._fuse is None or name == "write beat" or name.startswith(("GET ", "read ")):
            return False
        number, is_done = self._fuse
        self._fuse = (number - 1, is_done)
        return number == 1

    async def _wait(self, hold: Hold) -> None:
        if self._env is None:
            await hold.wait()
        else:
            await self._env.external_wait(hold.wait(), reason="a step that a test holds")
