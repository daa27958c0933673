"""The rooms of the bot: what lies below does not know what lies above, not even by its types."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.test_architecture import imports, name, sources

BELOW = (
    ("caches", "clock", "chance", "refused", "config", "gate", "metrics", "sharding", "undocumented"),
    ("language", "pictures", "wire"),
    ("interactions",),
    ("tables",),
    ("thinking",),
    ("driving",),
    ("showing",),
    ("app",),
    ("order",),
    ("lobby", "subscriptions", "play", "help", "scores", "replay", "settings", "privacy"),
    ("client",),
    ("sharded", "simulated"),
    ("demo", "arena"),
    ("administration",),
)
"""The floors, lowest first; rooms of one floor do not know each other, but for the lowest."""

FLOOR = {room: floor for floor, rooms in enumerate(BELOW) for room in rooms}

PATHS = [path for path in sources("bot") if path.name != "__init__.py" or path.parent.name != "bot"]


def test_every_room_has_its_floor() -> None:
    """A new folder or file of the bot is given a place here."""
    rooms = {path.relative_to(path.parents[len(path.parts) - 2]).parts for path in PATHS}
    found = {parts[parts.index("bot") + 1].removesuffix(".py") for parts in rooms}
    assert found == set(FLOOR)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_room_knows_only_what_lies_below(path: Path) -> None:
    """So there are no circles, and a change to one subject touches one room."""
    _expect_below(path, "bot", FLOOR)


STORAGE = (
    ("errors", "rows"),
    ("engine",),
    ("people",),
    ("scores",),
    ("servers",),
    ("tables",),
    ("upkeep",),
    ("store",),
)
"""The floors of ``storage``, lowest first."""

STOREY = {room: floor for floor, rooms in enumerate(STORAGE) for room in rooms}
KEPT = [path for path in sources("storage") if path.parent.name != "storage" or path.name != "__init__.py"]


@pytest.mark.parametrize("path", KEPT, ids=name)
def test_a_room_of_storage_knows_only_what_lies_below(path: Path) -> None:
    """Engines do not know what is kept; what is counted does not know tables."""
    _expect_below(path, "storage", STOREY)


def _expect_below(path: Path, package: str, floors: Mapping[str, int]) -> None:
    mine = path.parts[path.parts.index(package) + 1].removesuffix(".py")
    for module in imports(path):
        words = module.split(".")
        if words[0] != package or len(words) < 2 or words[1] not in floors:
            continue  # such as ``from bot import demo``
        other = words[1]
        is_below = floors[other] < floors[mine] or (floors[mine] == 0 == floors[other])
        assert other == mine or is_below, f"{name(path)} imports {module}"


KNOW_NO_DISCORD = {
    "tables": ("discord", "aiohttp"),
    "driving": ("discord", "aiohttp"),
    "thinking": ("discord", "aiohttp"),
    "wire": ("discord",),
}
"""Tables, lobbies and keepers could stand anywhere; what goes over the wire is no object of a library."""


@pytest.mark.parametrize("path", [path for path in PATHS if KNOW_NO_DISCORD.keys() & {*path.parts}], ids=name)
def test_some_rooms_know_no_discord(path: Path) -> None:
    """Neither its client library nor, but for the line itself, HTTP."""
    unknown = KNOW_NO_DISCORD[path.parts[path.parts.index("bot") + 1]]
    assert not [module for module in imports(path) if module.split(".")[0] in unknown]
