"""Where the time of the bot's main thread goes, from a profile of its measured time."""

from __future__ import annotations

import pstats
import re
from collections import defaultdict
from pathlib import Path

ROOM = re.compile(r"/(bot/\w+|games|storage|site-packages/\w+)[/.]")
"""The part of a path that says whose a function is."""

IDLE = ("select.epoll", "_io.BufferedReader")
OURS = ("/bot/", "/games/", "/storage/", "/discord/")
TOP = 50


def room(function: tuple[str, int, str]) -> str:
    """Say whose a function is."""
    path = function[0]
    if path == "~":
        return "built in"
    found = ROOM.search(path)
    return found[1].removeprefix("site-packages/") if found else "Python's library"


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
    ours = [one for one in stats.items() if any(part in one[0][0] for part in OURS)]
    for title, place, some in (("with all it calls", 3, ours), ("by itself", 2, stats.items())):
        lines += ["", f"{'function, ' + title:<64}{'ms per play':>12}{'calls':>8}"]
        for (path, _, name), took in sorted(some, key=lambda item: -item[1][place])[:TOP]:
            named = "/".join(path.split("/")[-3:]) + ":" + name
            lines.append(f"{named:<64.64}{1000 * took[place] / plays:12.3f}{took[1] / plays:8.2f}")
    return lines
