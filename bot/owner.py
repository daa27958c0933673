"""The commands of the bot's owner: state of the bot, announced restarts, list of servers."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from typing import Any, NamedTuple

import discord
import structlog
from discord import app_commands

from bot import interactions
from bot.app import Action, App, Interaction, Tap
from bot.clock import snowflake_time_ms
from bot.interactions import (
    TOO_LARGE,
    UNREACHED,
    answer,
    autocompletion,
    command_about,
    command_name,
    localised,
    number_in,
    sync_if_changed,
    with_error_answer,
    words_for,
)
from bot.language import Localizer, quote
from bot.lists import not_none
from bot.metrics import QUEUE
from bot.pages.messages import sentence_page
from bot.refused import Refused
from bot.wire.components import CHOICES_LIMIT, Item, button, button_rows, clip, text_display
from bot.wire.errors import DiscordError, RequestRejected
from bot.wire.messages import Page, framed
from storage import upkeep as stored
from storage.engine.database import get_meta, set_meta
from storage.upkeep import load_owner_decisions, probe

log = structlog.get_logger(__name__)


# --- access -------------------------------------------------------------------------------------------------
# Checks whether a person owns the Discord application, at every use of the owner's commands.

KNOWN_MS = 60_000
"""Time for which Discord's answer is kept. Without it the suggestions while typing would ask Discord at every
key.
"""


async def check_owner(interaction: Interaction) -> None:
    """Check that the person is the bot's owner, on the owner's server.

    Raises:
        Refused: this is another person or another server, or Discord does not answer.
    """
    app = interaction.client
    is_there = bool(app.config.owner_guild) and interaction.guild_id == app.config.owner_guild
    if not is_there or interaction.user.id not in await _owner_ids(app):
        raise Refused("owner-only")


async def _owner_ids(app: App) -> frozenset[int]:
    now = app.clock.elapsed_ms()
    owner = app.owner
    if owner.ids_read_at is None or now - owner.ids_read_at > KNOWN_MS:
        try:
            owner.ids = owners_of(await app.application_info())
        except UNREACHED:
            raise Refused("owner-unknown") from None
        owner.ids_read_at = now
    return owner.ids


def owners_of(info: discord.AppInfo) -> frozenset[int]:
    """Return the user ids of an application's owners.

    A team's application is owned by the members who may change the application.
    """
    team = info.team
    if team is None:
        return frozenset({info.owner.id})
    owners = set[int]()
    for member in team.members:
        is_member = member.membership_state is discord.TeamMembershipState.accepted
        if is_member and member.role is not discord.TeamMemberRole.read_only:
            owners.add(member.id)
    if team.owner_id is not None:
        owners.add(team.owner_id)
    return frozenset(owners)


# --- decisions ----------------------------------------------------------------------------------------------
# Applies the owner's decisions in every process of the bot: announced restarts and blocked servers.

LINGERS_MS = 30 * 60_000
"""If the bot is not restarted at the announced time, tables stop showing the announcement after this time."""


LATE_MS = 180_000
"""Time without a heartbeat (a sign of life in the database) after which a group of servers counts as late."""


async def read_at_start(app: App) -> None:
    """Read the owner's decisions when the bot starts. Restarts that were announced earlier do not count.

    Raises:
        StorageError: the database fails.
    """
    decisions = await app.store.read(load_owner_decisions)
    app.owner.last_ignored_restart = decisions.number
    app.owner.blocked = decisions.blocked
    app.owner.began_at = app.clock.now_ms()


async def apply_decisions(app: App) -> None:
    """Read the owner's decisions again, announce a restart at all tables, and leave blocked servers.

    Raises:
        StorageError: the database fails.
    """
    decisions = await app.store.read(load_owner_decisions)
    app.owner.blocked = decisions.blocked
    at = decisions.restart_at
    if at is not None:
        is_of_earlier_run = decisions.number <= app.owner.last_ignored_restart
        is_past = at + LINGERS_MS < app.clock.now_ms()
        if is_of_earlier_run or is_past:
            at = None
    app.tables.restart_at = at
    behind = [table for table in app.tables.all.values() if table.state.restart_at != at]
    await asyncio.gather(*[table.announce(at) for table in behind])
    for guild in app.guilds:
        await leave_if_blocked(app, guild)


async def leave_if_blocked(app: App, guild: discord.Guild) -> bool:
    """Leave a server if the owner has blocked it. Return whether it is blocked."""
    if guild.id not in app.owner.blocked:
        return False
    try:
        await guild.leave()
        log.info("left a blocked server", guild=guild.id)
    except UNREACHED as error:
        log.warning("a blocked server could not be left", guild=guild.id, why=str(error))
    return True


# --- view ---------------------------------------------------------------------------------------------------
# The pages of the owner's commands.

ALL = "all"
"""Stands in custom ids in place of a server's id, if the button concerns no single server."""


@dataclass(frozen=True)
class BotStatus:
    """Figures about the bot. Some are for the whole bot, the others for this process only."""

    # Version of the bot.
    version: str
    python: str
    # When the process started, Unix milliseconds.
    started_at: int
    # Number of servers of the whole bot; of this process if Discord does not report the total.
    servers: int
    # Number of open lobbies, and of running games, of the whole bot.
    lobbies: int
    games: int
    # Number of tables whose message is not up to date.
    unshown: int
    # How long the oldest of these messages has been out of date.
    unshown_ms: int
    # Number of computer players that wait for a free process.
    thinking: int
    # The kind of database, such as SQLite.
    database: str
    # Duration of a write to the database.
    write_ms: int
    # Latency of the connection to Discord; None if unknown.
    gateway_ms: int | None
    # Latency of the event loop.
    loop_ms: int
    # Groups of servers that this process serves; empty if the bot has a single process.
    served: str
    # Groups of the whole bot that have not reported for minutes.
    late: tuple[str, ...]
    # Announced time of a restart, Unix milliseconds; None if no restart is announced.
    restart_at: int | None
    # Number of blocked servers.
    blocked: int


class ListedServer(NamedTuple):
    """A server in a list.

    Attributes:
        members: approximate number of members; ``None`` if unknown.
        tables: number of open tables.
    """

    id: int
    name: str
    members: int | None
    tables: int


def status_page(status: BotStatus, words: Localizer) -> Page:
    """Return the page about the state of the bot."""
    # Lines that every process has.
    lines = [
        words("owner-version", version=status.version, python=status.python),
        words("owner-uptime", since=f"<t:{status.started_at // 1000}:R>"),
        words("owner-servers-count", count=status.servers, blocked=status.blocked),
        words("owner-tables", lobbies=status.lobbies, games=status.games),
        words(
            "owner-queue",
            unshown=status.unshown,
            seconds=f"{status.unshown_ms / 1000:.1f}",
            thinking=status.thinking,
        ),
        words("owner-database", kind=status.database, ms=status.write_ms),
        words("owner-latency", gateway=_ms(status.gateway_ms), loop=status.loop_ms),
    ]
    # Lines about several processes, and about an announced restart.
    if status.served:
        lines.append(words("owner-shards", shards=status.served))
    if status.late:
        lines.append(words("owner-late", shards=" ".join(status.late[:20]), count=len(status.late)))
    if status.restart_at is not None:
        lines.append(words("owner-restart", when=_when(status.restart_at)))
    return framed(text_display(words("owner-status-title")), text_display(lines), accent=interactions.QUIET)


def maintenance_page(restart_at: int | None, words: Localizer) -> Page:
    """Return the page about the announced restart, with a button that withdraws it."""
    if restart_at is None:
        return sentence_page(words("owner-no-restart"))
    announcement = f"> {words('restart-announced', when=f'<t:{restart_at // 1000}:t>')}"
    lift = button("own_lift", ALL, words("button-own-lift"))
    display = text_display(words("owner-restart", when=_when(restart_at)), announcement)
    return framed(display, button_rows([lift]), accent=interactions.YOUR_TURN)


def servers_page(servers: Sequence[ListedServer], words: Localizer, after: int | None = None) -> Page:
    """Return a page that lists servers.

    Args:
        after: the next page begins after this server id; ``None`` if there is no next page.
    """
    lines = [_line(server, words) for server in servers] or [words("owner-servers-none")]
    items: list[Item] = [text_display(words("owner-servers-title")), text_display(lines)]
    if after is not None:
        items += button_rows([button("own_servers", str(after), words("button-own-more"))])
    return framed(items, accent=interactions.QUIET)


def leaving_page(server: ListedServer, words: Localizer, *, is_done: bool = False) -> Page:
    """Return the page that asks the owner whether the bot should leave a server.

    Args:
        is_done: confirm that the bot has left instead.
    """
    if is_done:
        return framed(text_display(words("owner-left", server=_named(server))), accent=interactions.QUIET)
    question = words("owner-ask-leave", server=_named(server), tables=server.tables)
    yes = button("own_leave", str(server.id), words("button-own-leave"), style="danger")
    return framed(text_display(question), button_rows([yes]), accent=interactions.YOUR_TURN)


def blocking_page(server: ListedServer, since: int | None, words: Localizer) -> Page:
    """Return the page with a button that blocks or unblocks a server.

    Args:
        since: when the server was blocked, in Unix milliseconds; ``None`` if it is not blocked.
    """
    if since is None:
        sentence = words("owner-ask-block", server=_named(server), tables=server.tables)
        act = button("own_block", str(server.id), words("button-own-block"), style="danger")
    else:
        sentence = words("owner-blocked", server=_named(server), since=f"<t:{since // 1000}:f>")
        act = button("own_unblock", str(server.id), words("button-own-unblock"))
    return framed(text_display(sentence), button_rows([act]), accent=interactions.YOUR_TURN)


def _line(server: ListedServer, words: Localizer) -> str:
    members = "–" if server.members is None else server.members
    return words("owner-server", server=_named(server), members=members, tables=server.tables)


def _named(server: ListedServer) -> str:
    if server.name:
        return f"**{quote(server.name)}** `{server.id}`"
    return f"`{server.id}`"


def _when(at: int) -> str:
    return f"<t:{at // 1000}:t> (<t:{at // 1000}:R>)"


def _ms(latency: int | None) -> str:
    return "–" if latency is None else str(latency)


# --- acts ---------------------------------------------------------------------------------------------------
# The functions behind the owner's commands and buttons. Each returns the page to answer with.

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
    guild_count: int | None = None
    with suppress(*UNREACHED):
        guild_count = (await app.application_info()).approximate_guild_count
    if guild_count is None:
        guild_count = len(app.guilds)
    now = app.clock.now_ms()
    tables = app.tables.all.values()
    since = not_none(table.unshown_since for table in tables)
    # With several processes, every group of servers has a heartbeat of its own.
    beats = {group: at for group, at in serving.beats.items() if "/" in group}
    summary = BotStatus(
        version=version("tefuda"),
        python=platform.python_version(),
        started_at=app.owner.began_at,
        servers=guild_count,
        lobbies=serving.lobbies,
        games=serving.games,
        unshown=len(since),
        unshown_ms=app.clock.elapsed_ms() - min(since, default=app.clock.elapsed_ms()),
        thinking=_queue_length(),
        database=app.store.product,
        write_ms=wrote - began,
        gateway_ms=round(1000 * app.latency) if 0 <= app.latency < 1000 else None,
        loop_ms=round(await app.clock.yield_to_loop()),
        served=str(app.served) if beats else "",
        late=tuple(group for group, at in beats.items() if now - at > LATE_MS),
        restart_at=app.tables.restart_at,
        blocked=len(app.owner.blocked),
    )
    return status_page(summary, words_for(interaction))


def _queue_length() -> int:
    samples = chain.from_iterable(family.samples for family in QUEUE.collect())
    return sum(round(sample.value) for sample in samples)


async def announce(interaction: Interaction, minutes: int | None) -> None:
    """Announce a restart at all tables.

    Args:
        minutes: time until the restart; ``None`` to withdraw the announcement.
    """
    app = interaction.client
    at = None
    if minutes is not None:
        at = snowflake_time_ms(interaction.id) + minutes * 60_000
    await app.store.write(stored.announce_restart, at)
    await apply_decisions(app)


async def maintenance(interaction: Interaction) -> Page:
    """Return the page that shows the announced restart, if there is one."""
    return maintenance_page(interaction.client.tables.restart_at, words_for(interaction))


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
    next_after = None
    if len(guilds) > LISTED:
        next_after = page_guilds[-1].id
    return servers_page(listed, words_for(interaction), next_after)


async def leave_page(interaction: Interaction, typed: str) -> Page:
    """Return the page that asks the owner whether the bot should leave a server.

    Args:
        typed: the server's id as typed.
    """
    guild = await _fetch_server(interaction, _parse_server_id(typed))
    return leaving_page(await _listed_server(interaction, guild.id, guild), words_for(interaction))


async def leave(interaction: Interaction, guild_id: int) -> Page:
    """Leave a server, and return the page that confirms this."""
    guild = await _fetch_server(interaction, guild_id)
    listed = await _listed_server(interaction, guild_id, guild)
    try:
        await guild.leave()
    except UNREACHED:
        raise Refused("owner-unknown") from None
    return leaving_page(listed, words_for(interaction), is_done=True)


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
    return blocking_page(listed, since, words_for(interaction))


async def block(interaction: Interaction, guild_id: int) -> Page:
    """Block a server, so that the bot leaves it at once and after every invitation."""
    if guild_id == interaction.client.config.owner_guild:
        raise Refused("owner-not-this")
    await interaction.client.store.write(stored.block_server, guild_id, snowflake_time_ms(interaction.id))
    await apply_decisions(interaction.client)
    return await about_blocking(interaction, guild_id)


async def unblock(interaction: Interaction, guild_id: int) -> Page:
    """Unblock a server, so that it can add the bot again."""
    await interaction.client.store.write(stored.unblock_server, guild_id)
    await apply_decisions(interaction.client)
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
    open_tables = tables.get(guild_id, 0)
    if guild is None:
        return ListedServer(guild_id, "", None, open_tables)
    return ListedServer(guild_id, guild.name, guild.approximate_member_count, open_tables)


def _parse_server_id(typed_text: str) -> int:
    text = typed_text.strip()
    if not (text.isascii() and text.isdigit() and 0 < int(text) < TOO_LARGE):
        raise Refused("owner-no-server")
    return int(text)


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of the buttons on the owner's pages. Each checks that the person owns the application.


def _of_server(act: Callable[[Interaction, int], Awaitable[Page]]) -> Action:
    async def handle(tap: Tap) -> None:
        await check_owner(tap.interaction)
        await tap.reply(await act(tap.interaction, number_in(tap.subject)))

    return handle


async def withdraw_announcement(tap: Tap) -> None:
    """Withdraw the announcement of a restart."""
    await check_owner(tap.interaction)
    await announce(tap.interaction, None)
    await tap.reply(await maintenance(tap.interaction))


ACTIONS: dict[str, Action] = {
    "own_servers": _of_server(servers),
    "own_leave": _of_server(leave),
    "own_block": _of_server(block),
    "own_unblock": _of_server(unblock),
    "own_lift": withdraw_announcement,
}

# --- commands -----------------------------------------------------------------------------------------------
# The commands /owner status, maintenance, servers, leave and block.
#
# They are registered only on the server that the setting ``TEFUDA_OWNER_GUILD`` names. Discord would show
# global commands to the administrators of every server.

CHOICE_LIMIT = 100
"""Limit of characters in a suggestion while typing."""

GUILD_META = "owner_guild"
"""Key under which the id of the server with the owner's commands is stored."""

owner = app_commands.Group(
    name=command_name("owner"),
    description=command_about("owner"),
    default_permissions=discord.Permissions.none(),
)


@owner.command(
    name=localised("command-owner-status", "status"), description=localised("command-owner-status-about")
)
@with_error_answer
async def status_command(interaction: Interaction) -> None:
    """Show the owner the state of the bot."""
    await check_owner(interaction)
    await answer(interaction, await status(interaction))


@owner.command(
    name=localised("command-owner-maintenance", "maintenance"),
    description=localised("command-owner-maintenance-about"),
)
@app_commands.rename(minutes=localised("command-owner-minutes", "minutes"))
@app_commands.describe(minutes=localised("command-owner-minutes-about"))
@with_error_answer
async def maintenance_command(
    interaction: Interaction, minutes: app_commands.Range[int, 0, 1440] | None = None
) -> None:
    """Announce a restart. Without ``minutes``, show the present announcement."""
    await check_owner(interaction)
    if minutes is not None:
        await announce(interaction, minutes)
    await answer(interaction, await maintenance(interaction))


@owner.command(
    name=localised("command-owner-servers", "servers"), description=localised("command-owner-servers-about")
)
@with_error_answer
async def servers_command(interaction: Interaction) -> None:
    """List the bot's servers for the owner."""
    await check_owner(interaction)
    await answer(interaction, await servers(interaction, 0))


async def _suggested_servers(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    # People who are not the owner see the command without suggestions.
    with suppress(Refused):
        await check_owner(interaction)
        query = current.casefold()
        matches = [
            guild for guild in interaction.client.guilds if query in f"{guild.name} {guild.id}".casefold()
        ]
        return [
            app_commands.Choice(name=clip(f"{guild.name} · {guild.id}", CHOICE_LIMIT), value=str(guild.id))
            for guild in matches[:CHOICES_LIMIT]
        ]
    return []


def _about_server(command: Any) -> Any:
    named = app_commands.rename(server=localised("command-owner-server", "server"))(command)
    described = app_commands.describe(server=localised("command-owner-server-about"))(named)
    return app_commands.autocomplete(server=autocompletion(_suggested_servers))(described)


@owner.command(
    name=localised("command-owner-leave", "leave"), description=localised("command-owner-leave-about")
)
@_about_server
@with_error_answer
async def leave_command(interaction: Interaction, server: str) -> None:
    """Ask the owner whether the bot should leave a server."""
    await check_owner(interaction)
    await answer(interaction, await leave_page(interaction, server))


@owner.command(
    name=localised("command-owner-block", "block"), description=localised("command-owner-block-about")
)
@_about_server
@with_error_answer
async def block_command(interaction: Interaction, server: str) -> None:
    """Show a page on which the owner can block a server, or unblock a blocked server."""
    await check_owner(interaction)
    await answer(interaction, await about_blocking(interaction, server))


async def register_commands(
    app: App, tree: app_commands.CommandTree[Any], guild_id: int, *, is_new: bool = False
) -> None:
    """Register the owner's commands on the owner's server. Ignore other servers.

    Args:
        is_new: the bot has just joined the server.

    Raises:
        StorageError: the database fails.
    """
    # Other servers never see these commands.
    if guild_id != app.config.owner_guild:
        return
    guild = discord.Object(guild_id)
    # Discord keeps commands of a server until they are changed, so they are sent only if they differ.
    if tree.get_command(owner.name, guild=guild) is None:
        tree.add_command(owner, guild=guild)
    try:
        await sync_if_changed(tree, app.store, app.transport_to(None), guild, is_new=is_new)
    except DiscordError as error:
        log.warning("the owner's commands could not be registered", guild=guild.id, why=str(error))
    else:
        # Remembered, so that they can be removed when the setting names another server.
        await app.store.write(set_meta, GUILD_META, str(guild.id))


async def unregister_commands(app: App, tree: app_commands.CommandTree[Any]) -> None:
    """Remove the owner's commands from a server that is no longer the owner's server.

    Raises:
        StorageError: the database fails.
    """
    former = await app.store.read(get_meta, GUILD_META)
    # Nothing to remove, or still the same server.
    if former is None or former == str(app.config.owner_guild):
        return
    guild = discord.Object(int(former))
    tree.clear_commands(guild=guild)
    try:
        await sync_if_changed(tree, app.store, app.transport_to(None), guild)
    except DiscordError as error:
        # A server that is gone has no commands.
        if isinstance(error, RequestRejected) and (error.is_forbidden or error.is_missing):
            log.info("the bot is no longer on the server that had the owner's commands", guild=guild.id)
            await app.store.write(set_meta, GUILD_META, None)
            return
        log.warning("the owner's commands could not be removed", guild=guild.id, why=str(error))
        return
    await app.store.write(set_meta, GUILD_META, None)
