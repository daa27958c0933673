"""Tests that nothing is sent for a server once another process may serve it.

A process can stand still at any await between the decision to send and the request, for example because its
machine sleeps. When it wakes, another process has taken over its servers.
"""

from __future__ import annotations

import ast
import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.clock import yield_to_loop
from bot.driving.keeper import Keeper
from bot.driving.kept import SourceSignal
from bot.driving.steps import RequestClass, Step
from bot.gate import Gate
from bot.undocumented import CheckedRequest
from bot.wire import transport as connections
from bot.wire.components import text_display
from bot.wire.errors import NoAnswer, ServedElsewhere
from bot.wire.exchange import Exchange
from bot.wire.limits import Allowance, Limits, Priority, Route
from bot.wire.messages import File, Page, framed
from bot.wire.transport import ApiRequest, CallbackType, HttpConnection, Transport
from tests.bot.turning import HandClock
from tests.bot.wire.connections import APPLICATION, BOT
from tests.bot.wire.stopping import SocketServer, Stopped

MOST_AWAITS = 60
"""More awaits than any request has."""

BOT_SOURCES = Path(connections.__file__).parents[1]


class ServingProcess:
    """A process that serves a server until ``stop``, at the other end of a real connection."""

    def __init__(self, server: SocketServer, connection: HttpConnection) -> None:
        self.server = server
        self.serves = True
        self.sent_before: bytes | None = None
        self.clock = HandClock()
        self.limits = Limits(self.clock, Allowance(50, 1000))
        self.transport = Transport(connection, self.limits, APPLICATION, BOT, may_send=lambda: self.serves)

    def stop(self) -> None:
        """Stand still while another process takes over."""
        self.sent_before = self.server.read()
        self.serves = False


@pytest.fixture
async def processes() -> AsyncIterator[Callable[[], ServingProcess]]:
    """A function that returns a new process with a connection that is not open yet."""
    server = SocketServer()
    opened: list[HttpConnection] = []

    def make() -> ServingProcess:
        server.received = b""
        opened.append(HttpConnection("secret", server.address))
        return ServingProcess(server, opened[-1])

    yield make
    for connection in opened:
        await connection.close()
    server.close()


class SlowFile(File):
    """A picture that is drawn elsewhere when it is sent."""

    async def data(self) -> bytes:
        await yield_to_loop()
        return self.content


def page() -> Page:
    return framed(text_display("Hello"), files=[SlowFile("a.png", b"picture" * 100)])


Send = Callable[[ServingProcess], Awaitable[Any]]


async def send(process: ServingProcess) -> None:
    async with process.transport.permit(Priority.MESSAGE, Route.SEND, 7):
        await process.transport.send(7, page(), "nonce")


async def answer(process: ServingProcess) -> None:
    await Exchange(process.transport, 5, "tok", "en", process.clock.elapsed_ms(), 7).send_private(page())


async def offer(process: ServingProcess) -> None:
    await Exchange(process.transport, 5, "tok", "en", process.clock.elapsed_ms(), 7).offer([])


async def follow_a_step(process: ServingProcess) -> None:
    """Send a message as a table's keeper does."""

    async def act() -> None:
        await process.transport.send(7, page(), "nonce")

    def steps(now: Any) -> Iterator[Step]:
        yield Step("table", now, act, RequestClass(Priority.MESSAGE, Route.SEND, 7))

    gate = Gate(process.clock)
    keeper = Keeper(KeptTable(), process.clock, gate, process.limits, lambda: [steps], lambda: process.serves)  # type: ignore[arg-type]
    (step,) = steps(process.clock.elapsed_ms())
    keeper._tasks["table"] = asyncio.current_task()  # type: ignore[assignment]
    await keeper._carry_out(step, steps)


class KeptTable:
    """The part of a table that a keeper needs to carry out a step."""

    id = "t1"

    def __init__(self) -> None:
        self.changed = SourceSignal()

    def bind_log(self) -> None: ...


SENDS: dict[str, Send] = {
    "send": send,
    "a step of a table": follow_a_step,
    "edit": lambda process: process.transport.edit(7, 42, page()),
    "delete": lambda process: process.transport.delete(7, 42),
    "history": lambda process: process.transport.history(7, 1),
    "thread": lambda process: process.transport.open_thread(7, 42, "Bull"),
    "answer": answer,
    "completions": offer,
    "acknowledgement": lambda process: process.transport.answer(5, "tok", CallbackType.ACKNOWLEDGED),
    "panel": lambda process: process.transport.edit_by_token(5, "tok", page()),
    "follow-up": lambda process: process.transport.follow_up(7, "tok", page()),
    "deletion of a panel": lambda process: process.transport.delete_by_token(5, "tok"),
}


async def find_late_requests(make: Callable[[], ServingProcess], act: Send, *, is_open: bool) -> list[int]:
    """Stop a process at each await of a request in turn, and return the awaits after which it began to send.

    Args:
        is_open: the connection has been used before, so that it need not be opened.
    """
    late: list[int] = []
    for number in range(MOST_AWAITS):
        process = make()
        if is_open:
            await process.transport.edit(7, 42, framed(text_display("before")))
            process.server.received = b""
        stopped = Stopped(act(process), number, process.stop)
        with suppress(ServedElsewhere, NoAnswer):  # the server's answer is no history
            await stopped
        if not stopped.is_stopped:
            assert process.server.read(), "a process that is not stopped sends"
            return late
        if not process.sent_before and process.server.read():
            late.append(number)
    raise AssertionError("more awaits than expected")


@pytest.mark.parametrize("is_open", [False, True], ids=["new connection", "open connection"])
@pytest.mark.parametrize("name", SENDS)
async def test_process_that_stood_still_sends_nothing(
    processes: Callable[[], ServingProcess], name: str, is_open: bool
) -> None:
    """Wherever a process stops before a request, it sends nothing if it has lost the server meanwhile."""
    assert await find_late_requests(processes, SENDS[name], is_open=is_open) == []


async def test_process_without_the_server_opens_no_exchange(processes: Callable[[], ServingProcess]) -> None:
    """An interaction that was refused this way counts as unanswered, and raises ``ServedElsewhere``."""
    process = processes()
    process.serves = False
    exchange = Exchange(process.transport, 5, "tok", "en", process.clock.elapsed_ms(), 7)
    with pytest.raises(ServedElsewhere):
        await exchange.acknowledge()
    assert exchange.answered is None
    assert process.server.read() == b""


def check_before_opening(patch: pytest.MonkeyPatch) -> None:
    """Fault: the check is made before the connection is opened."""
    patch.setattr(connections, "CheckedRequest", aiohttp.ClientRequest)
    request = HttpConnection.request

    async def checked(self: HttpConnection, sent: ApiRequest) -> Any:
        if not sent.may_send():
            raise ServedElsewhere
        return await request(self, sent)

    patch.setattr(HttpConnection, "request", checked)


def check_no_bodies(patch: pytest.MonkeyPatch) -> None:
    """Fault: the check is made before the task that writes the body."""
    patch.setattr(CheckedRequest, "write_bytes", aiohttp.ClientRequest.write_bytes)


@pytest.mark.parametrize("break_it", [check_before_opening, check_no_bodies])
async def test_earlier_check_is_not_enough(
    processes: Callable[[], ServingProcess],
    monkeypatch: pytest.MonkeyPatch,
    break_it: Callable[[pytest.MonkeyPatch], None],
) -> None:
    """A check at an earlier place lets a stopped process send; the test above finds it."""
    break_it(monkeypatch)
    assert await find_late_requests(processes, SENDS["send"], is_open=False)


def calls() -> Iterator[tuple[str, str]]:
    """Yield each call in the bot: the name of what is called, and its place as file and function."""
    for path in sorted(BOT_SOURCES.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                place = f"{path.relative_to(BOT_SOURCES)} {function.name}"
                for call in ast.walk(function):
                    if isinstance(call, ast.Call):
                        yield getattr(call.func, "attr", getattr(call.func, "id", "")), place


def test_requests_have_one_place() -> None:
    """Only the transport uses a connection, and only one function makes transports, each for one server.

    The doctor, the demo's greeting and `tefuda emoji` use one of their own, outside of a running bot.
    """
    places: defaultdict[str, set[str]] = defaultdict(set)
    for called, place in calls():
        places[called].add(place)
    assert places["Transport"] == {
        "client.py transport_to",
        "doctor_run.py log_in",
        "administration/running.py upload_emoji",
        "demo.py demo",
    }
    elsewhere = (
        "doctor.py ",
        "doctor_run.py ",
        "showing/desired.py ",
    )  # the last has another function of this name
    sends = {place for place in places["request"] if not place.startswith(elsewhere)}
    # The demo's simulated application has its emoji from the start.
    assert sends == {"wire/transport.py ask", "wire/transport.py request", "demo.py _upload_emoji"}
