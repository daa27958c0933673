"""Tests of the architecture: imports between packages, and pure rules."""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "storage", "bot")
OURS = {*PACKAGES, "tests", "benchmarks", "lab"}
MAY_IMPORT = {"games": {"games"}, "storage": {"storage"}, "bot": {"bot", "games", "storage"}}
"""Our packages that each package may import. Nothing imports the lab or the benchmarks."""

IMPURE = {
    *("discord", "asyncio", "threading", "multiprocessing", "subprocess", "socket", "http", "urllib"),
    *("os", "io", "pathlib", "shutil", "tempfile", "sqlite3", "logging", "secrets", "uuid"),
    *("time", "datetime", "calendar"),
}
"""Modules for clocks, files, networks and event loops, which rules may not use."""

EXAMPLES = "tests/examples"
"""Example games, which follow the same rules of style."""

FORBIDDEN_CALLS = {"open", "input", "print", "exec", "eval", "__import__"}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def text(path: Path) -> str:
    return path.read_text("utf-8")


@functools.lru_cache(maxsize=1)  # a test may read the imports of a file and then its code
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path), str(path))


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


class Facts(NamedTuple):
    """What tests ask about a file most often, so that it is read once.

    Attributes:
        imports: the full names of all modules that it imports, including imports inside functions.
        strings: its strings with their lines, without docstrings.
    """

    imports: tuple[str, ...]
    strings: tuple[tuple[int, str], ...]
    is_documented: bool


@functools.cache
def facts(path: Path) -> Facts:
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    imported: list[str] = []
    strings: list[ast.Constant] = []
    docs = set[int]()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            imported += [module, *(f"{module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Expr):
            docs.add(id(node.value))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node)
    texts = tuple((node.lineno, str(node.value)) for node in strings if id(node) not in docs)
    return Facts(tuple(imported), texts, is_documented=bool(ast.get_docstring(tree(path))))


def imports(path: Path) -> tuple[str, ...]:
    """Return the full names of all modules that a file imports, including imports inside functions."""
    return facts(path).imports


def files_with(paths: Iterable[Path], words: Iterable[str]) -> list[Path]:
    """Return the files that contain one of these names; the others need not be parsed."""
    names = re.compile(rf"\b(?:{'|'.join(words)})\b")
    return [path for path in paths if names.search(text(path))]


CHANCE = {"random", "secrets", "uuid"}
TIME = {"time", "sched", "timeit"}
CHANCE_AT_HOME = {
    "bot/randomness.py": CHANCE,
    "bot/clock.py": TIME,
    "bot/thinking/thinkers.py": {"random"},
    "storage/people.py": {"secrets"},
    "storage/postgres/session.py": {"time"},
}
"""The modules that may import a source of randomness or time.

Thinkers seed a generator with a number of Chance. Keys of bans need a salt, once per database. A wait for a
database server has a limit, in a thread that waits for nothing else.
"""

CLOCKS = {
    *("now", "utcnow", "today", "sleep", "timeout", "timeout_at", "wait_for", "call_later", "call_at"),
    *("monotonic", "perf_counter", "urandom", "SystemRandom", "TimeStamper", "uuid4"),
}
"""Names of functions that read time or randomness."""

CLOCKS_AT_HOME = {
    "bot/randomness.py": {"SystemRandom"},
    "bot/clock.py": {"sleep", "call_later", "perf_counter"},
    # Computing takes real time, even while a simulated clock stands still.
    "bot/thinking/thinkers.py": {"timeout"},
    "storage/postgres/session.py": {"monotonic"},
    # A line of the log says when it was written.
    "bot/administration/logs.py": {"TimeStamper"},
}

OUR_CLOCKS = {"clock", "_clock", "wall", "_wall", "env"}
"""Names of our own clocks, which may be asked for the time."""

WALL_TIME = {
    *("time.sleep", "asyncio.sleep", "time.time", "time.time_ns"),
    *("time.monotonic", "time.perf_counter", "time.process_time"),
}
"""Functions that tests may not call. Work is counted instead (``tests/games/effort.py``)."""

WATCHED = {"time", "asyncio", "secrets", "uuid", "SystemRandom", "random", "Random"}
"""First names of such calls."""


def games() -> dict[str, Path]:
    """Return the folder of each game, examples included."""
    folders = [path.parent for room in ("games", EXAMPLES) for path in (ROOT / room).glob("*/__init__.py")]
    return {folder.name: folder for folder in folders if folder.name != "core"}


SHAPE = {"__init__", "rules", "presenter", "strategy"}
"""The files that every game has. ``strategy`` may be a folder."""

PRESENTATION = {"presentation", "presenter", "menus", "narrowing", "pictures", "stakes"}
"""Presentation modules, which import the rules but are not imported by them.

All other files of a game belong to its rules.
"""

PLAYERS = {"strategy", "game", "engine"}
"""Modules whose functions get a random generator."""


@pytest.mark.parametrize("game", sorted(games()))
def test_games_have_same_files(game: str) -> None:
    """Each game's folder has at least the same modules, and no subfolder but ``strategy``."""
    folder = games()[game]
    lacking = sorted(SHAPE - {path.stem for path in folder.iterdir()})
    assert not lacking, f"the game lacks the files {lacking}"
    assert {path.name for path in folder.iterdir() if path.is_dir()} <= {"strategy", "__pycache__"}


@pytest.mark.parametrize("game", sorted(games()))
def test_rules_do_not_import_presentation(game: str) -> None:
    """Rules import no presenter, texts or computer player; only ``games.core.words`` is allowed."""
    for path in sorted(games()[game].rglob("*.py")):
        if path.stem in PRESENTATION | {"__init__", "strategy"} or path.parent.name == "strategy":
            continue
        unknown = PRESENTATION | {"strategy", "words"}
        for module in imports(path):
            if module.split(".")[0] in ("games", "tests") and not module.startswith("games.core.words"):
                assert not unknown & set(module.split(".")), f"{name(path)} imports {module}"


@pytest.mark.parametrize("game", sorted(games()))
def test_menus_do_not_import_computer_players(game: str) -> None:
    """The menus of moves depend only on the rules, so changed computer players change no button."""
    for path in sorted(games()[game].glob("*.py")):
        if path.stem not in {"__init__", "strategy"}:
            for module in imports(path):
                assert "strategy" not in module.split("."), f"{name(path)} imports {module}"


def test_lists_of_checked_files_are_not_empty() -> None:
    assert len(sources("games")) > 20
    assert {"bull", "tomoe", "netsuzo", "lost", "trick3", "oldmaid"} <= games().keys()


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_between_packages_go_one_way(package: str) -> None:
    """``bot`` may import ``storage`` and ``games``; each of these two imports only itself."""
    for path in sources(package):
        for module in imports(path):
            room = module.split(".")[0]
            assert room not in OURS or room in MAY_IMPORT[package], f"{name(path)} imports {module}"


def pure() -> list[Path]:
    """Return the source files of the rules: the core and every game."""
    return sorted(
        {*sources("games"), *(path for folder in games().values() for path in folder.rglob("*.py"))}
    )


def test_games_import_only_standard_library_and_msgspec() -> None:
    allowed = (set(sys.stdlib_module_names) | {"games", "msgspec"}) - IMPURE
    for path in pure():
        own = ".".join(path.relative_to(ROOT).parts[:-1])
        for module in imports(path):
            is_own = own.startswith("tests.") and f"{module}.".startswith(f"{own}.")
            assert is_own or module.split(".")[0] in allowed, f"{name(path)} imports {module}"


def test_game_never_imports_another_game() -> None:
    """A game imports only itself and ``games.core``, which imports no game."""
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
    """Rules import no ``random``; computer players use generators, never the global functions."""
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
def test_chance_and_time_are_imported_in_one_module_each(package: str) -> None:
    """Only ``bot/randomness.py`` and ``bot/clock.py`` import randomness and time; tests can replace both."""
    for path in sources(package):
        taken = {module.split(".")[0] for module in imports(path)} & (CHANCE | TIME)
        assert taken <= CHANCE_AT_HOME.get(name(path), set()), f"{name(path)} imports {taken}"
    for path in files_with(sources(package), CLOCKS | {"random"}):
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Attribute | ast.Name):
                continue
            word = node.attr if isinstance(node, ast.Attribute) else node.id
            if word in CLOCKS and isinstance(node, ast.Attribute) and not _is_our_clock(node.value):
                allowed = CLOCKS_AT_HOME.get(name(path), set())
                assert word in allowed, f"{name(path)}:{node.lineno} uses {word}"
            if word == "random" and isinstance(node, ast.Attribute):
                assert path.stem == "randomness", f"{name(path)}:{node.lineno} uses random"


def _is_our_clock(owner: ast.expr) -> bool:
    """True if the expression names an attribute that holds a ``Clock``, or is ``super()``."""
    if isinstance(owner, ast.Call):
        owner = owner.func
    word = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return word in OUR_CLOCKS | {"super"}


def test_tests_use_no_real_time_or_unseeded_chance() -> None:
    for path in files_with(sources("tests"), WATCHED):
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
    """Return the leftmost name of an expression such as ``a.b.c``."""
    while not isinstance(node, ast.Name):
        inner = getattr(node, "func", None) or getattr(node, "value", None)
        if not isinstance(inner, ast.expr):
            return ""
        node = inner
    return node.id


def _is_a_server(path: Path, called: str) -> bool:
    """True if the file is part of the stand-in's server, which may read a clock but never sleeps."""
    return path.parent.name == "wire" and not called.endswith("sleep")


def test_rules_touch_no_files_and_print_nothing() -> None:
    """Rules call neither ``open`` nor ``print`` nor similar functions."""
    for path in files_with(pure(), FORBIDDEN_CALLS):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in FORBIDDEN_CALLS, f"{name(path)}:{node.lineno}: {node.func.id}"


def test_rules_contain_no_texts_for_players() -> None:
    """Strings in the rules have only ASCII letters, since all texts for players are in the catalogues."""
    for path in pure():
        for line, string in facts(path).strings:
            letters = [sign for sign in string if sign.isalpha()]
            assert "".join(letters).isascii(), f"{name(path)}:{line}: {string[:30]!r}"


@pytest.mark.parametrize("folder", PACKAGES)
def test_source_files_have_docstring(folder: str) -> None:
    """A product file has a docstring and no mark of unfinished work."""
    marks = ("TO" + "DO", "FIX" + "ME", "X" + "XX")
    for path in sources(folder):
        assert not text(path).strip() or facts(path).is_documented, name(path)
        assert not any(mark in text(path) for mark in marks), name(path)


def test_bot_has_one_kind_of_cache() -> None:
    """Every cache uses ``bot/caches.py``, which limits the size and clears names of deleted people."""
    for path in sources("bot"):
        known = {"functools.cache", "functools.lru_cache"} & set(imports(path))
        assert not known or name(path) == "bot/caches.py", f"{name(path)} imports {known}"
