"""Where the time of the bot's main thread goes, from a profile of its measured time."""

from __future__ import annotations

import pstats
from collections import defaultdict
from pathlib import Path

ROOMS = (
    ("/bot/pictures/", "bot: pictures"),
    ("/bot/language/", "bot: texts"),
    ("/fluent/", "bot: texts"),
    ("/bot/interactions/", "bot: components"),
    ("/bot/showing/", "bot: showing"),
    ("/bot/tables/", "bot: tables"),
    ("/bot/", "bot: rest"),
    ("/games/", "games"),
    ("/storage/", "storage"),
    ("/aiosqlite/", "storage"),
    ("/discord/ui/", "discord.py: views"),
    ("/discord/components", "discord.py: views"),
    ("/discord/http", "discord.py: requests"),
    ("/discord/webhook", "discord.py: requests"),
    ("/discord/gateway", "discord.py: gateway and models"),
    ("/discord/", "discord.py: gateway and models"),
    ("/aiohttp/", "aiohttp"),
    ("/yarl/", "aiohttp"),
    ("/multidict/", "aiohttp"),
    ("/PIL/", "bot: pictures"),
    ("/json/", "JSON"),
    ("/structlog/", "logging"),
    ("/logging/", "logging"),
    ("/asyncio/", "asyncio"),
    ("/msgspec", "msgspec"),
)
"""Parts of paths, the first that fits counts."""

IDLE = ("select.epoll", "_io.BufferedReader")
TOP = 25


def room(function: tuple[str, int, str]) -> str:
    """Say whose a function is."""
    path = function[0]
    if path == "~":
        return "built in"
    return next((title for part, title in ROOMS if part in path), "Python's library")


def told(file: Path, plays: int) -> list[str]:
    """Break a profile down by room, what is built in given to whoever called it, and by function.

    Args:
        file: written by ``cProfile``.
        plays: what it is divided by; those while the bot ends make it look a little dearer than it is.
    """
    stats = pstats.Stats(str(file)).stats  # type: ignore[attr-defined]
    rooms: defaultdict[str, float] = defaultdict(float)
    for function, (_, _, own, _, callers) in stats.items():
        if any(word in function[2] for word in IDLE) or "poll" in function[2]:
            continue
        if function[0] != "~":
            rooms[room(function)] += own
            continue
        for caller, (_, _, part, _) in callers.items():
            rooms[room(caller)] += part
    lines = [f"{'room':<34}{'ms per play':>12}"]
    lines += [
        f"{title:<34}{1000 * seconds / plays:12.3f}"
        for title, seconds in sorted(rooms.items(), key=lambda item: -item[1])
    ]
    lines += ["", f"{'function, with all it calls':<64}{'ms per play':>12}{'calls':>8}"]
    ours = [
        (cumulative, calls, function)
        for function, (_, calls, _, cumulative, _) in stats.items()
        if any(part in function[0] for part in ("/bot/", "/games/", "/storage/", "/discord/"))
    ]
    lines += [
        f"{_named(path, name):<64.64}{1000 * seconds / plays:12.3f}{calls / plays:8.2f}"
        for seconds, calls, (path, _, name) in sorted(ours, reverse=True)[: 2 * TOP]
    ]
    lines += ["", f"{'function, by itself':<64}{'ms per play':>12}{'calls':>8}"]
    by_itself = [(own, calls, function) for function, (_, calls, own, _, _) in stats.items()]
    lines += [
        f"{_named(path, name):<64.64}{1000 * seconds / plays:12.3f}{calls / plays:8.2f}"
        for seconds, calls, (path, _, name) in sorted(by_itself, reverse=True)[: 2 * TOP]
    ]
    return lines


def _named(path: str, name: str) -> str:
    return "/".join(path.split("/")[-3:]) + ":" + name
