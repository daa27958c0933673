"""The part of ``Store`` by which order is kept on servers."""

from __future__ import annotations

from storage.engine.database import Database
from storage.people import people
from storage.servers import order
from storage.servers.order import Act, Bar


class OrderStore:
    """Who may not play where, who did what about it, and what people are called everywhere."""

    _db: Database

    async def know(self, user_id: int, name: str) -> None:
        """Make a person known by the name that they have on all servers."""
        await self._db.write(people.know, user_id, name)

    async def is_barred(self, guild_id: int, user_id: int) -> bool:
        """Tell whether somebody may not open or join tables on a server."""
        return await self._db.read(order.is_barred, guild_id, user_id)

    async def note_act(self, guild_id: int, act: Act) -> None:
        """Remember an act of order; a bar begins or ends with it. Its ``by_id`` must not be ``None``."""
        await self._db.write(order.note, guild_id, act)

    async def acts(self, guild_id: int, since: int, limit: int) -> tuple[Act, ...]:
        """Return what was done on a server since a time, newest first."""
        return await self._db.read(order.acts, guild_id, since, limit)

    async def bars(self, guild_id: int, limit: int) -> tuple[Bar, ...]:
        """Return who may not open or join tables on a server, the newest first."""
        return await self._db.read(order.bars, guild_id, limit)
