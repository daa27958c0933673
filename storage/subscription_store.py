"""The part of ``Store`` by which people are told of new lobbies."""

from __future__ import annotations

from collections.abc import Collection

from storage.engine.database import Database
from storage.people import subscriptions


class SubscriptionStore:
    """Who is told of which games, per server."""

    _db: Database

    async def subscriptions(self, user_id: int, guild_id: int) -> frozenset[str]:
        """Return the games that a person is told of on a server; ``ANY_GAME`` stands for all."""
        return await self._db.read(subscriptions.of_person, user_id, guild_id)

    async def subscribe(self, user_id: int, name: str, guild_id: int, games: Collection[str]) -> None:
        """Tell a person of lobbies of these games on a server, and of no others; none ends it."""
        await self._db.write(subscriptions.save, user_id, name, guild_id, games)

    async def servers_told_of(self, user_id: int) -> tuple[int, ...]:
        """Return the servers on which a person is told of anything."""
        return await self._db.read(subscriptions.servers_of, user_id)
