"""Faults between the bot and Discord, and between the bot and its database.

Every request to Discord and every transaction is a *step*, and has a name::

    POST /channels/1/messages        a request: method and path
    write append_moves, read load    a transaction: the function that makes it

A test selects steps by a pattern (``*`` is anything) and chooses a fault.
"""

from __future__ import annotations

import asyncio
import fnmatch
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import simcord

from bot.clock import yield_to_loop
from bot.wire.errors import NoAnswer
from bot.wire.transport import ApiRequest, HttpResponse
from storage import Store
from storage.engine.database import Transaction
from storage.errors import StorageFailed

SENDING = "POST /channels/*/messages"
EDITING = "PATCH /channels/*/messages/*"
LOOKING = "GET /channels/*/messages"
ANSWERING = "POST /interactions/*/callback"
REFRESHING = "PATCH /webhooks/*"
"""A private panel is edited by its interaction's token."""
REMOVING = "DELETE /webhooks/*"
"""A private panel is deleted by its interaction's token."""

CHANNELS = "* /channels/*"
"""All public changes, and all other requests to channels with the bot's own token."""


# --- real answers and errors ------------------------------------------------------------------------------


def refusal(status: int, message: str, code: int = 0) -> HttpResponse:
    return HttpResponse(status, {}, json.dumps({"code": code, "message": message}).encode())


def unavailable() -> HttpResponse:
    return HttpResponse(503, {}, b"Service Unavailable")


def too_many() -> HttpResponse:
    return HttpResponse(429, {"Via": "proxy", "Retry-After": "1"}, b'{"retry_after": 0.1, "global": false}')


def forbidden() -> HttpResponse:
    return refusal(403, "Missing Permissions", 50013)


def unknown() -> HttpResponse:
    return refusal(404, "Unknown Message", 10008)


def no_channel() -> HttpResponse:
    return refusal(404, "Unknown Channel", 10003)


def cut_in_half() -> HttpResponse:
    """Return a reply with status 200 and half a body."""
    return HttpResponse(200, {}, b'{"id": "12')


def disconnected() -> Exception:
    return NoAnswer("the connection broke")


def unconnected() -> Exception:
    return NoAnswer("no route to Discord")


def disk_full() -> Exception:
    """Return the error of a full disk, after which the transaction is rolled back."""
    return StorageFailed("database or disk is full")


Wrong = Callable[[], BaseException | HttpResponse]
"""A function that makes a fault: an exception to raise, or a reply to return."""

NOTHING_KNOWN: tuple[Wrong, ...] = (unavailable, disconnected)

LINE_ERRORS: tuple[Wrong, ...] = (too_many, unconnected, *NOTHING_KNOWN)
"""The faults of requests that Discord did not carry out."""

UNHEARD: tuple[Wrong, ...] = (cut_in_half, *NOTHING_KNOWN)
"""The faults of requests that Discord did carry out without a proper answer. A 200 always means success."""

FAILURES = [(too_many, False), (disconnected, False), (disconnected, True)]
"""Pairs of a fault and whether the request was carried out: one of each kind that the transport knows."""


def fault_name(failure: Any) -> str:
    """Return a fault's name for the ids of tests."""
    return ("not done", "done")[failure] if isinstance(failure, bool) else str(failure.__name__)


def cause_fault(wrong: Wrong) -> HttpResponse:
    made = wrong()
    if isinstance(made, BaseException):
        raise made
    return made


async def until(is_so: Callable[[], object]) -> None:
    """Run the event loop until a condition holds."""
    for _ in range(20_000):
        if is_so():
            return
        await yield_to_loop()
    raise AssertionError("it never came to that")


# --- faults -------------------------------------------------------------------------------------------


class StepGate:
    """A gate at which steps wait until the test releases them."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._is_open = asyncio.Event()

    def release(self) -> None:
        self._is_open.set()

    async def wait(self) -> None:
        self.reached.set()
        await self._is_open.wait()


@dataclass
class Rule:
    """A fault for the next ``remaining`` steps with matching names, or for all of them if ``None``."""

    pattern: str
    remaining: int | None = 1
    error: Wrong | None = None
    is_done: bool = False
    hold: StepGate | None = None
    met: int = 0

    def takes(self, name: str) -> bool:
        if self.remaining == 0 or not fnmatch.fnmatch(name, self.pattern):
            return False
        self.remaining = None if self.remaining is None else self.remaining - 1
        self.met += 1
        return True

    def end(self) -> None:
        self.remaining = 0


class Faults:
    """Injects faults into a bot, or into a store alone.

    Args:
        env: the simulated Discord of the bot; ``None`` for a store alone.

    Attributes:
        steps: the names of all steps begun, in order.
        is_dead: the bot was stopped.
    """

    def __init__(self, env: simcord.Env | None = None) -> None:
        self._env = env
        self.steps: list[str] = []
        self._rules: list[Rule] = []
        self._fuse = 0
        self.is_dead = False
        if env is not None:
            self.attach()

    def attach(self) -> None:
        """Attach the faults to the running bot; needed again after a restart."""
        bot: Any = self._env.bot
        self.is_dead, self._fuse = False, 0
        request = bot.connection.request

        def asked(sent: ApiRequest) -> Awaitable[Any]:
            name = f"{sent.method} {self._public_path(sent.path.partition('?')[0])}"
            return self._step(name, lambda: request(sent))

        bot.connection.request = asked
        self.attach_store(bot.store)

    def attach_store(self, store: Store) -> None:
        original: Callable[..., Awaitable[Any]] = store._run

        def run(transaction: Transaction[Any]) -> Awaitable[Any]:
            name = f"{transaction.kind} {transaction.work.__name__}"
            return self._step(name, lambda: original(transaction))

        store._run = run  # type: ignore[method-assign]

    # --- planning faults ------------------------------------------------------------------------------

    def fail(self, pattern: str, error: Wrong, times: int | None = 1) -> Rule:
        """Make matching steps fail before they are carried out."""
        return self._add(Rule(pattern, times, error))

    def lose(self, pattern: str, error: Wrong = disconnected, times: int | None = 1) -> Rule:
        """Carry out matching steps, but lose their answers."""
        return self._add(Rule(pattern, times, error, is_done=True))

    def hold(
        self, pattern: str, times: int | None = None, *, is_done: bool = False, error: Wrong | None = None
    ) -> StepGate:
        """Hold matching steps, or their answers, until the gate is released."""
        hold = StepGate()
        self._add(Rule(pattern, times, error, is_done, hold))
        return hold

    def stop_at(self, number: int) -> None:
        """Stop the bot at its n-th changing step from now, which is done but gets no answer."""
        self._fuse = number

    def _add(self, rule: Rule) -> Rule:
        self._rules.append(rule)
        return rule

    # --- injecting faults -----------------------------------------------------------------------------

    def _public_path(self, path: str) -> str:
        # A change with an interaction's token has the same name as with the bot's own token, so that faults
        # of a table's messages hit both.
        parts, backend = path.strip("/").split("/"), self._env.backend
        if parts[0] != "webhooks" or parts[2] not in backend.interaction_tokens:
            return path
        record = backend.interactions[backend.interaction_tokens[parts[2]]]
        which = parts[4] if len(parts) > 4 else ""
        message_id = record.message_id if which == "@original" else int(which) if which.isdigit() else 0
        message = backend.messages[record.channel_id].get(message_id)
        is_public = message is not None and not message.is_ephemeral
        return f"/channels/{record.channel_id}/messages/{message_id}" if is_public else path

    async def _step(self, name: str, do: Callable[[], Awaitable[Any]]) -> Any:
        self.steps.append(name)
        if self.is_dead:
            await self._wait(StepGate())
        if self._fuse and name != "write save_heartbeat" and not name.startswith(("GET ", "read ")):
            self._fuse -= 1
            if not self._fuse:
                self.is_dead = True
                await do()
                await self._wait(StepGate())
        rule = next((rule for rule in self._rules if rule.takes(name)), None)
        if rule is None:
            return await do()
        given = await do() if rule.is_done else None
        if rule.hold is not None:
            await self._wait(rule.hold)
        if rule.error is not None:
            return cause_fault(rule.error)
        return given if rule.is_done else await do()

    async def _wait(self, hold: StepGate) -> None:
        if self._env is None:
            await hold.wait()
        else:
            await self._env.external_wait(hold.wait(), reason="a step that a test holds")
