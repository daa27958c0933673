"""The pages of the owner's commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import quote
from bot.pages.sentence import sentence_page
from bot.wire.components import button, button_rows, text_display
from bot.wire.messages import Page, framed

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
    # Shards that this process serves; empty if the bot has a single process.
    shards: tuple[str, ...]
    # Shards of the whole bot that have not reported for minutes.
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
    # What every process has.
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
    # What only a bot of several processes has, and a restart that was announced.
    if status.shards:
        lines.append(words("owner-shards", shards=" ".join(status.shards)))
    if status.late:
        lines.append(words("owner-late", shards=" ".join(status.late[:20]), count=len(status.late)))
    if status.restart_at is not None:
        lines.append(words("owner-restart", when=_when(status.restart_at)))
    return framed(text_display(words("owner-status-title")), text_display(*lines), accent=colours.QUIET)


def maintenance_page(restart_at: int | None, words: Localizer) -> Page:
    """Return the page about the announced restart, with a button that withdraws it."""
    if restart_at is None:
        return sentence_page(words("owner-no-restart"))
    announcement = f"> {words('restart-announced', when=f'<t:{restart_at // 1000}:t>')}"
    lift = button("own_lift", ALL, words("button-own-lift"))
    display = text_display(words("owner-restart", when=_when(restart_at)), announcement)
    return framed(display, *button_rows([lift]), accent=colours.YOUR_TURN)


def servers_page(servers: Sequence[ListedServer], words: Localizer, after: int | None = None) -> Page:
    """Return a page that lists servers.

    Args:
        after: the next page begins after this server id; ``None`` if there is no next page.
    """
    lines = [_line(server, words) for server in servers] or [words("owner-servers-none")]
    more = [] if after is None else [button("own_servers", str(after), words("button-own-more"))]
    return framed(
        text_display(words("owner-servers-title")),
        text_display(*lines, limit=3500),
        *button_rows(more),
        accent=colours.QUIET,
    )


def leaving_page(server: ListedServer, words: Localizer, *, is_done: bool = False) -> Page:
    """Return the page that asks the owner whether the bot should leave a server.

    Args:
        is_done: confirm that the bot has left instead.
    """
    if is_done:
        return framed(text_display(words("owner-left", server=_named(server))), accent=colours.QUIET)
    question = words("owner-ask-leave", server=_named(server), tables=server.tables)
    yes = button("own_leave", str(server.id), words("button-own-leave"), style="danger")
    return framed(text_display(question), *button_rows([yes]), accent=colours.YOUR_TURN)


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
    return framed(text_display(sentence), *button_rows([act]), accent=colours.YOUR_TURN)


def _line(server: ListedServer, words: Localizer) -> str:
    members = "–" if server.members is None else server.members
    return words("owner-server", server=_named(server), members=members, tables=server.tables)


def _named(server: ListedServer) -> str:
    return f"**{quote(server.name)}** `{server.id}`" if server.name else f"`{server.id}`"


def _when(at: int) -> str:
    return f"<t:{at // 1000}:t> (<t:{at // 1000}:R>)"


def _ms(latency: int | None) -> str:
    return "–" if latency is None else str(latency)
