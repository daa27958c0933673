"""What breaks down around the bot: Discord, the way there, the disk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, Protocol


class Weather(Protocol):
    """Whoever decides what happens when.

    Attributes:
        connections: those to the database that are open.
    """

    connections: list[Connection]

    async def step(self) -> None:
        """Let others go first; whoever is dead goes no further."""

    def perhaps_no_room(self) -> None:
        """Fail as SQLite does now and then."""


class Connection:
    """A connection to the database that works where it is asked, instead of on a thread of its own.

    As there, what was asked first is done first.
    """

    def __init__(self, weather: Weather, name: str, uri: bool) -> None:
        self._weather = weather
        self._conn = sqlite3.connect(name, isolation_level=None, uri=uri)
        self._turn = asyncio.Lock()
        weather.connections.append(self)

    async def _execute(self, work: Callable[..., Any], *args: Any) -> Any:
        async with self._turn:
            await self._weather.step()
            self._weather.perhaps_no_room()
            result = work(*args)
        await self._weather.step()
        return result

    async def close(self) -> None:
        self._conn.close()
