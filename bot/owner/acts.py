"""The functions behind the owner's commands and buttons. Each returns the page to answer with."""

from __future__ import annotations

import platform
from contextlib import suppress
from importlib.metadata import version

import discord

from bot.app import Interaction
from bot.clock import made_at
from bot.interactions.replies import reader
from bot.interactions.requests import UNREACHED
from bot.interactions.taps import TOO_LARGE
from bot.metrics import QUEUE
from bot.owner import decisions
from bot.owner.view import (
    BotStatus,
    ListedServer,
    blocking_page,
    leaving_page,
    maintenance_page,
    servers_page,
    status_page,
)
from bot.refused import Refused
from bot.wire.messages import Page
from storage.engine.names import is_postgres_address
from storage.upkeep import owner as stored
from storage.upkeep.maintenance import probe

LISTED = 10
"""Number of servers on a page."""


async def status(interaction: Interaction) -> Page:
    """Return the page about the bot's state."""
    app = interaction.client
    # A write that changes nothing shows how long the database takes.
    began = app.clock.elapsed_ms()
    await app.store.write(probe)
    wrote = app.clock.elapsed_ms()
    serving = await app.store.read(stored.load_service_state)
    # Discord's count includes the servers of other processes; without an answer this process counts its own.
    guilds: int | None = None
    with suppress(*UNREACHED):
        guilds = (await app.application_info()).approximate_guild_count
    now, tables = app.clock.now_ms(), app.tables.tables.values()
    since = [table.unshown_since for table in tables if table.unshown_since is not None]
    # With several processes, every shard has a heartbeat of its own.
    beats = {shard: at for shard, at in serving.beats.items() if "/" in shard}
    summary = BotStatus(
        version=version("tefuda"),
        python=platform.python_version(),
        started_at=app.owner.began_at,
        servers=len(app.guilds) if guilds is None else guilds,
        lobbies=serving.lobbies,
        games=serving.games,
        unshown=len(since),
        unshown_ms=app.clock.elapsed_ms() - min(since, default=app.clock.elapsed_ms()),
        thinking=sum(round(sample.value) for family in QUEUE.collect() for sample in family.samples),
        database="PostgreSQL" if is_postgres_address(app.config.database) else "SQLite",
        write_ms=wrote - began,
        gateway_ms=round(1000 * app.latency) if 0 <= app.latency < 1000 else None,
        loop_ms=round(await app.clock.breathe()),
        shards=tuple(map(str, app.served)) if beats else (),
        late=tuple(shard for shard, at in beats.items() if now - at > decisions.LATE_MS),
        restart_at=app.tables.restart_at,
        blocked=len(app.owner.blocked),
    )
    return status_page(summary, reader(interaction))


async def announce(interaction: Interaction, minutes: int | None) -> None:
    """Announce a restart at all tables.

    Args:
        minutes: time until the restart; ``None`` to withdraw the announcement.
    """
    app = interaction.client
    at = None if minutes is None else made_at(interaction.id) + minutes * 60_000
    await app.store.write(stored.announce_restart, at)
    await decisions.apply_decisions(app)


async def maintenance(interaction: Interaction) -> Page:
    """Return the page that shows the announced restart, if there is one."""
    return maintenance_page(interaction.client.tables.restart_at, reader(interaction))


async def servers(interaction: Interaction, after: int) -> Page:
    """Return a page that lists the bot's servers.

    Args:
        after: list servers with greater ids.
    """
    app = interaction.client
    place = discord.Object(after) if after else None
    try:
        # One more than a page, to know whether there is another page.
        guilds = [guild async for guild in app.fetch_guilds(limit=LISTED + 1, after=place)]
    except UNREACHED:
        raise Refused("owner-unknown") from None
    page_guilds = guilds[:LISTED]
    tables = await app.store.read(stored.count_open_tables, [guild.id for guild in page_guilds])
    listed = [
        ListedServer(guild.id, guild.name, guild.approximate_member_count, tables.get(guild.id, 0))
        for guild in page_guilds
    ]
    return servers_page(listed, reader(interaction), page_guilds[-1].id if len(guilds) > LISTED else None)


async def about_leaving(interaction: Interaction, typed: str) -> Page:
    """Return the page that asks the owner whether the bot should leave a server.

    Args:
        typed: the server's id as typed.
    """
    guild = await _fetch_server(interaction, _parse_server_id(typed))
    return leaving_page(await _listed_server(interaction, guild.id, guild), reader(interaction))


async def leave(interaction: Interaction, guild_id: int) -> Page:
    """Leave a server, and return the page that confirms this."""
    guild = await _fetch_server(interaction, guild_id)
    listed = await _listed_server(interaction, guild_id, guild)
    try:
        await guild.leave()
    except UNREACHED:
        raise Refused("owner-unknown") from None
    return leaving_page(listed, reader(interaction), is_done=True)


async def about_blocking(interaction: Interaction, typed: str | int) -> Page:
    """Return the page with a button that blocks or unblocks a server.

    Args:
        typed: the server's id.
    """
    guild_id = typed if isinstance(typed, int) else _parse_server_id(typed)
    if guild_id == interaction.client.config.owner_guild:
        raise Refused("owner-not-this")
    since = await interaction.client.store.read(stored.blocked_since, guild_id)
    listed = await _listed_server(interaction, guild_id, interaction.client.get_guild(guild_id))
    return blocking_page(listed, since, reader(interaction))


async def block(interaction: Interaction, guild_id: int) -> Page:
    """Block a server, so that the bot leaves it at once and after every invitation."""
    if guild_id == interaction.client.config.owner_guild:
        raise Refused("owner-not-this")
    await interaction.client.store.write(stored.block_server, guild_id, made_at(interaction.id))
    await decisions.apply_decisions(interaction.client)
    return await about_blocking(interaction, guild_id)


async def unblock(interaction: Interaction, guild_id: int) -> Page:
    """Unblock a server, so that it can add the bot again."""
    await interaction.client.store.write(stored.unblock_server, guild_id)
    await decisions.apply_decisions(interaction.client)
    return await about_blocking(interaction, guild_id)


async def _fetch_server(interaction: Interaction, guild_id: int) -> discord.Guild:
    if guild_id == interaction.client.config.owner_guild:
        raise Refused("owner-not-this")
    try:
        return await interaction.client.fetch_guild(guild_id)
    except (discord.NotFound, discord.Forbidden):
        raise Refused("owner-no-server") from None
    except UNREACHED:
        raise Refused("owner-unknown") from None


async def _listed_server(
    interaction: Interaction, guild_id: int, guild: discord.Guild | None
) -> ListedServer:
    tables = await interaction.client.store.read(stored.count_open_tables, [guild_id])
    name = "" if guild is None else guild.name
    members = None if guild is None else guild.approximate_member_count
    return ListedServer(guild_id, name, members, tables.get(guild_id, 0))


def _parse_server_id(typed_text: str) -> int:
    text = typed_text.strip()
    if not (text.isascii() and text.isdigit() and 0 < int(text) < TOO_LARGE):
        raise Refused("owner-no-server")
    return int(text)
