"""The house keeps its order: imports go one way, the rules are pure, files stay short (the design)."""

from __future__ import annotations

import ast
import functools
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "storage", "bot")
OURS = {*PACKAGES, "tests", "benchmarks", "lab"}
LONGEST = 400
"""Lines of the longest source file."""

MAY_IMPORT = {"games": {"games"}, "storage": {"storage"}, "bot": {"bot", "games", "storage"}}
"""Our own packages that each package may import; nothing imports the laboratory or the benchmarks."""

IMPURE = {
    *("discord", "asyncio", "threading", "multiprocessing", "subprocess", "socket", "http", "urllib"),
    *("os", "io", "pathlib", "shutil", "tempfile", "sqlite3", "logging", "secrets", "uuid"),
    *("time", "datetime", "calendar"),
}
"""Clocks, files, networks and other people's loops: nothing for the rules."""

EXAMPLES = "tests/examples"
"""Games that nobody is offered; they are written like the others."""

FORBIDDEN_CALLS = {"open", "input", "print", "exec", "eval", "__import__"}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def text(path: Path) -> str:
    return path.read_text("utf-8")


def tree(path: Path) -> ast.Module:
    return ast.parse(text(path), str(path))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@functools.cache
def imports(path: Path) -> tuple[str, ...]:
    """List the full names of the modules that a file imports anywhere, also inside functions."""
    package, found = path.relative_to(ROOT).with_suffix("").parts[:-1], []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            found += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return tuple(found)


CHANCE = {"random", "secrets", "uuid"}
TIME = {"time", "sched", "timeit"}
CHANCE_AT_HOME = {
    "bot/chance.py": CHANCE,
    "bot/clock.py": TIME,
    "bot/thinking/thinkers.py": {"random"},
    "storage/postgres/session.py": {"time"},
}
"""Who may import a source of chance or of time.

Thinkers seed a generator with a number of Chance. A wait for a database server has a limit, in a thread
that waits for nothing else.
"""

CLOCKS = {
    *("now", "utcnow", "today", "sleep", "timeout", "timeout_at", "wait_for", "call_later", "call_at"),
    *("monotonic", "perf_counter", "urandom", "SystemRandom", "TimeStamper", "uuid4"),
}
"""Names by which time, or chance, is had from elsewhere."""

CLOCKS_AT_HOME = {
    "bot/chance.py": {"SystemRandom"},
    "bot/clock.py": {"sleep", "call_later", "perf_counter"},
    # A process that computes does so in real time, also where a simulated clock stands still.
    "bot/thinking/thinkers.py": {"timeout"},
    "storage/postgres/session.py": {"monotonic"},
    # A line of the log says when it was written.
    "bot/administration/logs.py": {"TimeStamper"},
}

OUR_CLOCKS = {"clock", "_clock", "wall", "_wall", "env"}
"""Objects that are clocks of ours: what is asked of them is asked in the right place."""

WALL_TIME = {
    *("time.sleep", "asyncio.sleep", "time.time", "time.time_ns"),
    *("time.monotonic", "time.perf_counter", "time.process_time"),
}
"""What no test may do: wait, or measure, by a clock. Work is counted (``tests/games/effort.py``)."""

WATCHED = {"time", "asyncio", "secrets", "uuid", "SystemRandom", "random", "Random"}
"""What such calls begin with."""


def games() -> dict[str, Path]:
    """List the games with their folders, the examples among them."""
    folders = [path.parent for room in ("games", EXAMPLES) for path in (ROOT / room).glob("*/__init__.py")]
    return {folder.name: folder for folder in folders if folder.name != "core"}


SHAPE = {"__init__", "moves", "state", "rules", "presenter", "player"}
"""The files of every game."""

PRESENTATION = {"presentation", "presenter", "questions", "menus", "moments", "pictures"}
"""Modules about what people see; they look at the rules, and never the other way.

Any other file of a game belongs to its rules: what cards are worth, or which there are.
"""

PLAYERS = {"player", "game", "engine"}
"""Modules that are given a generator to choose by."""


@pytest.mark.parametrize("game", sorted(games()))
def test_games_have_one_shape(game: str) -> None:
    """Who knows where things are in one game knows it in all; a game's own thinking is in ``strategy``."""
    folder = games()[game]
    assert {path.stem for path in folder.glob("*.py")} >= SHAPE
    assert {path.name for path in folder.iterdir() if path.is_dir()} <= {"strategy", "__pycache__"}


@pytest.mark.parametrize("game", sorted(games()))
def test_rules_know_nothing_of_how_they_are_shown(game: str) -> None:
    """Nor of computer players, nor of their game's words; those of the core are for options that clash."""
    for path in sorted(games()[game].rglob("*.py")):
        if path.stem in PRESENTATION | {"__init__", "player", "words"} or path.parent.name == "strategy":
            continue
        unknown = PRESENTATION | {"player", "strategy", "words"}
        for module in imports(path):
            if module.split(".")[0] in ("games", "tests") and not module.startswith("games.core.words"):
                assert not unknown & set(module.split(".")), f"{name(path)} imports {module}"


@pytest.mark.parametrize("game", sorted(games()))
def test_what_people_are_asked_is_no_computer_players_opinion(game: str) -> None:
    """Likely moves follow from the rules; a change of a computer player changes nobody's buttons."""
    for path in sorted(games()[game].glob("*.py")):
        if path.stem not in {"__init__", "player"}:
            for module in imports(path):
                thinking = {"player", "strategy"} & set(module.split("."))
                assert not thinking, f"{name(path)} imports {module}"


def test_there_is_something_to_check() -> None:
    """Otherwise every test below would pass for nothing."""
    assert len(sources("games")) > 20
    assert {"bull", "tomoe", "netsuzo", "lost", "trick3", "oldmaid"} <= games().keys()


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_between_the_rooms_go_one_way(package: str) -> None:
    """bot -> storage -> nothing of ours; bot -> games -> nothing of ours; nobody imports tests."""
    for path in sources(package):
        for module in imports(path):
            room = module.split(".")[0]
            assert room not in OURS or room in MAY_IMPORT[package], f"{name(path)} imports {module}"


def pure() -> list[Path]:
    """List the sources of the rules: the core, and every game wherever it lives."""
    return sorted(
        {*sources("games"), *(path for folder in games().values() for path in folder.rglob("*.py"))}
    )


def test_games_import_the_standard_library_and_msgspec_only() -> None:
    """Pure rules need nothing else; an example lives among the tests and imports itself from there."""
    allowed = (set(sys.stdlib_module_names) | {"games", "msgspec"}) - IMPURE
    for path in pure():
        own = ".".join(path.relative_to(ROOT).parts[:-1])
        for module in imports(path):
            is_own = own.startswith("tests.") and f"{module}.".startswith(f"{own}.")
            assert is_own or module.split(".")[0] in allowed, f"{name(path)} imports {module}"


def test_a_game_never_imports_another_game() -> None:
    """Only itself and the core; the core imports no game at all."""
    for path in sources("games"):
        parts = path.relative_to(ROOT / "games").parts
        if len(parts) == 1:  # the registry and the engine
            continue
        allowed = {"core", parts[0]}
        for module in imports(path):
            words = module.split(".")
            if words[0] != "games":
                continue
            assert len(words) > 1, f"{name(path)} imports the registry"
            assert words[1] in allowed, f"{name(path)} imports {module}"
    for path in sources(EXAMPLES):
        if path.parent != ROOT / EXAMPLES:
            known = {module for module in imports(path) if module.startswith("games")}
            assert all(module.startswith("games.core.") for module in known), name(path)


def test_rules_use_no_randomness() -> None:
    """Computer players and the engine's advice are given a generator; nobody uses the global one."""
    for path in pure():
        if "random" not in {module.split(".")[0] for module in imports(path)}:
            continue
        assert path.stem in PLAYERS or "strategy" in path.parts, f"{name(path)} imports random"
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "random":
                assert node.attr == "Random", f"{name(path)}:{node.lineno} uses random.{node.attr}"
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {alias.name for alias in node.names} == {"Random"}, name(path)


@pytest.mark.parametrize("package", ["bot", "storage"])
def test_chance_and_time_come_in_through_one_door_each(package: str) -> None:
    """``bot/chance.py`` and ``bot/clock.py``, so that a test, or the demo, holds them in its hand."""
    for path in sources(package):
        taken = {module.split(".")[0] for module in imports(path)} & (CHANCE | TIME)
        assert taken <= CHANCE_AT_HOME.get(name(path), set()), f"{name(path)} imports {taken}"
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Attribute | ast.Name):
                continue
            word = node.attr if isinstance(node, ast.Attribute) else node.id
            if word in CLOCKS and isinstance(node, ast.Attribute) and not _is_our_clock(node.value):
                allowed = CLOCKS_AT_HOME.get(name(path), set())
                assert word in allowed, f"{name(path)}:{node.lineno} uses {word}"
            if word == "random" and isinstance(node, ast.Attribute):
                assert path.stem == "chance", f"{name(path)}:{node.lineno} uses random"


def _is_our_clock(owner: ast.expr) -> bool:
    """Tell whether what is asked for the time is our clock, or (``super()``) the clock it is made of."""
    if isinstance(owner, ast.Call):
        owner = owner.func
    word = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return word in OUR_CLOCKS | {"super"}


def test_no_test_waits_or_throws_dice() -> None:
    """Generators are seeded, and nothing is waited for by the clock on the wall."""
    for path in sources("tests"):
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Call) or _root(node) not in WATCHED:
                continue
            called = ast.unparse(node.func)
            where = f"{name(path)}:{node.lineno}: {called}"
            assert called not in WALL_TIME or _is_a_server(path, called), where
            assert called.split(".")[0] not in {"secrets", "uuid", "SystemRandom"}, where
            if called in ("random.Random", "Random"):
                assert node.args, f"{where} without a seed"
            else:
                assert called.partition("(")[0] == "random.Random" or not called.startswith("random."), where


def _root(node: ast.expr) -> str:
    """Name what an expression begins with."""
    while not isinstance(node, ast.Name):
        inner = getattr(node, "func", None) or getattr(node, "value", None)
        if not isinstance(inner, ast.expr):
            return ""
        node = inner
    return node.id


def _is_a_server(path: Path, called: str) -> bool:
    """The stand-in for Discord is the server at the other end of a line: it has a clock, but never sleeps."""
    return path.parent.name == "wire" and not called.endswith("sleep")


def test_rules_touch_no_files_and_print_nothing() -> None:
    """Calls of open, print and the like have no place in the rules."""
    for path in pure():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in FORBIDDEN_CALLS, f"{name(path)}:{node.lineno}: {node.func.id}"


def test_rules_hold_no_prose_for_people() -> None:
    """Texts live in the catalogues: no letter beyond ASCII outside docstrings (an emoji is no letter)."""
    for path in pure():
        found = [*ast.walk(tree(path))]
        docs = {id(node.value) for node in found if isinstance(node, ast.Expr)}
        for node in found:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                letters = [sign for sign in node.value if sign.isalpha()]
                assert "".join(letters).isascii(), f"{name(path)}:{node.lineno}: {node.value[:30]!r}"


@pytest.mark.parametrize("folder", sorted(OURS))
def test_source_files_are_short_and_say_what_they_are_for(folder: str) -> None:
    """At most 400 lines, so that a file has one subject; no TODO is left in the product."""
    marks = ("TO" + "DO", "FIX" + "ME", "X" + "XX")
    for path in sources(folder):
        lines = len(text(path).splitlines())
        assert lines <= LONGEST, f"{name(path)} has {lines} lines"
        if folder in PACKAGES:
            assert not text(path).strip() or ast.get_docstring(tree(path)), name(path)
            assert not any(mark in text(path) for mark in marks), name(path)


def test_the_bot_has_one_kind_of_cache() -> None:
    """``bot/caches.py``: bounded, and forgotten with people unless it says that it holds nothing of them."""
    for path in sources("bot"):
        known = {"functools.cache", "functools.lru_cache"} & set(imports(path))
        assert not known or name(path) == "bot/caches.py", f"{name(path)} imports {known}"
