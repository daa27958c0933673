"""A task that is stopped at one of its awaits, and a server that knows what had been sent by then."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Generator
from typing import Any

from tests.bot.wire.connections import message

BACKLOG = 8


class Stopped(Awaitable[Any]):
    """Runs a coroutine, and calls ``stop`` at one of the places where it waits.

    Args:
        at: number of the place, counted from 0.

    Attributes:
        is_stopped: the coroutine has reached the place.
    """

    def __init__(self, work: Awaitable[Any], at: int, stop: Callable[[], None]) -> None:
        self._work, self._at, self._stop = work, at, stop
        self.is_stopped = False

    def __await__(self) -> Generator[Any, Any, Any]:
        waits = self._work.__await__()
        number = 0
        error: BaseException | None = None
        while True:
            try:
                waited_for = next(waits) if error is None else waits.throw(error)  # type: ignore[attr-defined]
            except StopIteration as end:
                return end.value
            if number == self._at:
                self.is_stopped = True
                self._stop()
            number += 1
            error = None
            try:
                yield waited_for
            except BaseException as thrown:
                error = thrown


class SocketServer:
    """A server at the other end of a connection.

    It reads its sockets whenever it is asked, so that a test knows exactly which bytes had been sent at a
    certain place of the code.

    Attributes:
        received: all bytes of all requests.
    """

    def __init__(self) -> None:
        self.received = b""
        self._connections: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self._listening.setblocking(False)
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/api"
        asyncio.get_running_loop().add_reader(self._listening, self.read)

    def read(self) -> bytes:
        """Return all bytes that were sent up to now, and answer requests that are complete."""
        loop = asyncio.get_running_loop()
        while (connection := self._accepted()) is not None:
            connection.setblocking(False)
            self._connections.append(connection)
            loop.add_reader(connection, self.read)
        for connection in self._connections:
            self._read_from(connection)
        return self.received

    def _accepted(self) -> socket.socket | None:
        try:
            return self._listening.accept()[0]
        except BlockingIOError:
            return None

    def _read_from(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(1 << 20)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(connection)
            return
        self.received += data
        body = json.dumps(message(42)).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)

    def close(self) -> None:
        loop = asyncio.get_running_loop()
        for open_socket in (self._listening, *self._connections):
            loop.remove_reader(open_socket)
            open_socket.close()
