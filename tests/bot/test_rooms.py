"""Tests of the bot's layers: a package imports only packages below it, also for types."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, imports, name, sources, text, tree

BOT = (
    (
        "caches",
        "card_emoji",
        "known",
        "known_faces",
        "lists",
        "clock",
        "randomness",
        "refused",
        "config",
        "database",
        "gate",
        "metrics",
        "pairing",
        "undocumented",
        "workshop",
    ),
    ("language", "pictures", "wire"),
    ("interactions", "emoji", "faces", "times", "demo_page"),
    ("tables",),
    ("thinking",),
    ("driving",),
    ("pages",),
    ("showing",),
    ("tournaments",),
    ("app", "installed", "doctor_run"),
    ("moderation", "posting", "when"),
    ("publishing", "practice"),
    (
        *("lobby", "organizing", "subscriptions", "play", "help", "scores", "replay", "settings"),
        *("privacy", "owner", "seasons"),
    ),
    ("rematch", "daily", "greeting"),
    ("client",),
    ("sharding", "simulated", "doctor"),
    ("demo",),
    ("administration",),
)
"""The layers, lowest first; packages of one layer do not know each other, except in the lowest."""

STORAGE = (
    ("errors", "rows"),
    ("engine",),
    ("serving",),
    ("people",),
    ("scores",),
    ("servers",),
    ("daily",),
    ("tables",),
    ("tournaments",),
    ("columns",),
    ("upkeep",),
    ("postgres",),
    ("store",),
)
"""The layers of storage: engines do not know what is stored, and counters do not know tables."""


def files(package: str) -> Iterator[tuple[str, Path]]:
    for path in sources(package):
        room = path.relative_to(ROOT / package).parts[0]
        if room != "__init__.py":
            yield room.removesuffix(".py"), path


@pytest.mark.parametrize(("package", "below"), [("bot", BOT), ("storage", STORAGE)])
def test_packages_import_only_lower_packages(package: str, below: Sequence[Sequence[str]]) -> None:
    """Each package imports only packages of lower rows, so there are no cycles."""
    floor = {room: number for number, rooms in enumerate(below) for room in rooms}
    source_files = list(files(package))
    assert {room for room, _ in source_files} == set(floor)
    for room, path in source_files:
        for module in imports(path):
            other = module.split(".")[1] if module.startswith(f"{package}.") else room
            if other != room and other in floor:  # except in ``from bot import demo``
                is_below = floor[other] < floor[room] or (floor[room] == 0 == floor[other])
                assert is_below, f"{name(path)} imports {module}"


DOORS = {
    "bot.sharding": {"bot/administration/running.py"},
    "bot.doctor": {"bot/administration/cli.py"},
    "storage.postgres": {"storage/store.py", "bot/administration/upkeep.py"},
}
"""Packages for large bots, and the modules outside that may import them."""


@pytest.mark.parametrize("room", sorted(DOORS))
def test_platform_packages_are_imported_only_by_named_modules(room: str) -> None:
    """Only listed modules import the packages that a bot of one process does not need."""
    for path in (*sources("bot"), *sources("storage")):
        is_inside = name(path).startswith(room.replace(".", "/") + "/")
        known = [module for module in imports(path) if f"{module}.".startswith(f"{room}.")]
        assert is_inside or not known or name(path) in DOORS[room], f"{name(path)} imports {known}"


def test_pairing_imports_no_discord_store_or_rules() -> None:
    for path in sources("bot/pairing"):
        for module in imports(path):
            root = module.split(".")[0]
            assert root not in ("discord", "asyncio", "aiohttp", "games", "storage"), name(path)
            assert root != "bot" or f"{module}.".startswith("bot.pairing."), name(path)


KNOW_NO_DISCORD = {
    "tables": ("discord", "aiohttp"),
    "driving": ("discord", "aiohttp"),
    "thinking": ("discord", "aiohttp"),
    "wire": ("discord",),
}
"""Packages without Discord's client library, and forbidden imports."""


def test_some_packages_import_no_discord_or_http() -> None:
    """Some packages import no discord.py, and some no HTTP library."""
    for room, path in files("bot"):
        strangers = {module.split(".")[0] for module in imports(path)} & {*KNOW_NO_DISCORD.get(room, ())}
        assert not strangers, name(path)


PINGING_WORDS = {
    "allowed_mentions": {"bot/wire/transport.py", "bot/client.py"},
    "granted": {"bot/wire/pings.py", "bot/wire/transport.py"},
    "send_message": set(),
    "followup": set(),
}
"""Names that a message needs in order to notify people, and the only modules that may use each."""


@pytest.mark.parametrize("word", PINGING_WORDS)
def test_only_the_account_of_pings_decides_whom_messages_notify(word: str) -> None:
    """Every message passes the transport, which notifies nobody without ``PingAccount.granted``."""
    users = set()
    paths = [path for path in (*sources("bot"), *sources("storage")) if word in text(path)]
    for path in paths:
        for node in ast.walk(tree(path)):
            names = [getattr(node, field, None) for field in ("id", "attr", "name", "arg")]
            names += [getattr(key, "value", None) for key in getattr(node, "keys", ())]
            if word in names:
                users.add(name(path))
    assert users == PINGING_WORDS[word]


def test_transport_takes_people_only_from_the_account() -> None:
    """Each call that makes a request with people is inside the context manager that counts them."""
    code = tree(ROOT / "bot/wire/transport.py")
    blocks = [node for node in ast.walk(code) if isinstance(node, ast.AsyncWith)]
    counted = [block for block in blocks if "_request_of" in ast.unparse(block)]
    inside = {id(call) for block in counted for call in ast.walk(block)}
    requests = [
        call
        for call in ast.walk(code)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "_request_of" and len(call.args) > 2
    ]
    assert requests
    assert all(id(call) in inside for call in requests)
    assert all(ast.unparse(block.items[0].context_expr) == "self._notified(pings)" for block in counted)
