"""Tests that every button, menu and form that a page can show has a handler, and every handler a page."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from bot import LANGUAGES
from bot.client import VERBS
from bot.daily.hand import question_page
from bot.daily.puzzles import all_puzzles
from bot.interactions import DAY
from bot.wire.components import walk
from tests.amounts import some
from tests.test_architecture import name, sources

MAKERS = {"button": 0, "menu": 0, "member_menu": 0, "custom_id": 1}
"""The functions that make a custom id, with the position of their parameter ``verb``."""

NO_PAGES = ("bot/wire/", "bot/doctor.py", "bot/doctor_run.py")
"""Rooms whose buttons people do not see, or that answer their taps themselves."""


class Source(NamedTuple):
    """A parsed module of the bot."""

    path: Path
    tree: ast.Module


@cache
def modules() -> tuple[Source, ...]:
    paths = [path for path in sources("bot") if not name(path).startswith(NO_PAGES)]
    return tuple(Source(path, ast.parse(path.read_text("utf-8"))) for path in paths)


@pytest.fixture(scope="module", autouse=True)
def _forgotten_modules() -> Iterator[None]:
    # Hundreds of thousands of objects would slow down the garbage collection of all later tests.
    yield
    modules.cache_clear()
    functions_around.cache_clear()


CHOSEN = {
    "bot/help.py": ("now", "learn", "explain"),
    "bot/pages/lobby.py": ("watching", "crowd", "hints"),
}
"""Verbs of a page that come from a tap or a dictionary, not from the code that makes the button."""


class VerbMaker(NamedTuple):
    """A function that makes custom ids: the position of its parameter ``verb``, and its usual verb."""

    position: int
    usual: str | None = None


def own_makers(source: Source) -> dict[str, VerbMaker]:
    """Return a module's functions with a parameter ``verb``: they hand it on to ``MAKERS``."""
    result = dict[str, VerbMaker]()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef):
            names = [arg.arg for arg in node.args.args]
            if "verb" in names:
                position = names.index("verb")
                usual = node.args.defaults[position - len(names) :] if node.args.defaults else []
                verbs = [verb for default in usual[:1] for verb in texts(default)]
                result[node.name] = VerbMaker(position, *verbs)
    return result


@cache
def public_makers() -> dict[str, VerbMaker]:
    """Return the functions of all modules that make custom ids."""
    result = {function: VerbMaker(position) for function, position in MAKERS.items()}
    for source in modules():
        result |= {function: maker for function, maker in own_makers(source).items() if function[0] != "_"}
    return result


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts in an expression."""
    yield from (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and is_text(part))


@cache
def named_texts(path: Path) -> dict[str, set[str]]:
    """Return the texts that a module assigns to its variables, or that its functions return, by name."""
    result = defaultdict[str, set[str]](set)
    (tree,) = (source.tree for source in modules() if source.path == path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                result[getattr(target, "id", "")] |= {*texts(node.value)}
        elif isinstance(node, ast.FunctionDef):
            for part in ast.walk(node):
                if isinstance(part, ast.Return) and part.value is not None:
                    result[node.name] |= {*texts(part.value)}
    return result


def verbs_of(source: Source, call: ast.Call, maker: VerbMaker) -> set[str]:
    """Return the verbs that a call can make; an empty set if they cannot be result."""
    given = [word.value for word in call.keywords if word.arg == "verb"]
    given += call.args[maker.position : maker.position + 1]
    if not given:
        return set() if maker.usual is None else {maker.usual}
    result = {*texts(given[0])}
    for part in ast.walk(given[0]):
        if isinstance(part, ast.Name):
            sources_of_name = modules() if part.id.isupper() else (source,)
            for module in sources_of_name:
                result |= named_texts(module.path).get(part.id, set())
    return result


@cache
def functions_around(source: Source) -> dict[ast.AST, set[str]]:
    """Return the names of the functions around each call in a module."""
    result = defaultdict[ast.AST, set[str]](set)
    for function in ast.walk(source.tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Call):
                    result[node].add(function.name)
    return result


def is_handed_on(source: Source, call: ast.Call, known: dict[str, VerbMaker]) -> bool:
    """Return whether the verb of a call is the parameter ``verb`` of the function around it."""
    return not functions_around(source)[call].isdisjoint(known)


class Made(NamedTuple):
    """A place where a page makes custom ids, and their verbs."""

    place: str
    verbs: frozenset[str]


@cache
def places() -> tuple[Made, ...]:
    result = list[Made]()
    for source in modules():
        known = public_makers() | own_makers(source)
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called not in known:
                continue
            verbs = {*verbs_of(source, node, known[called])}
            if not verbs and is_handed_on(source, node, known):
                continue
            place = name(source.path)
            result.append(Made(f"{place}:{node.lineno}", frozenset(verbs or CHOSEN.get(place, ()))))
    return tuple(result)


def test_verbs_of_all_pages_are_known() -> None:
    assert [made.place for made in places() if not made.verbs] == []
    assert len(places()) > 150


def test_every_verb_that_pages_make_has_a_handler() -> None:
    """Pages of the daily puzzle have handlers of their own, except for the lesson."""
    missing = set[tuple[str, str]]()
    for place, verbs in places():
        # The button of a lesson belongs to a game.
        of_puzzle = set[str]()
        if place.startswith("bot/daily/"):
            of_puzzle.update(verbs - {"learn"})
        missing |= {(place, verb) for verb in of_puzzle if f"{DAY}.{verb}" not in VERBS}
        missing |= {(place, verb) for verb in verbs - of_puzzle if verb not in VERBS}
    assert missing == set()


def test_every_handler_has_a_page() -> None:
    """No verb is registered that no page makes."""
    made = {verb for _, verbs in places() for verb in verbs}
    assert {verb for verb in VERBS if verb.removeprefix(f"{DAY}.") not in made} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shows_table", [False, True])
def test_every_verb_of_daily_puzzles_has_a_handler(language: str, shows_table: bool) -> None:
    """The question of a puzzle is a page of a table, whose verbs all have handlers for puzzles, too."""
    verbs = set[str]()
    for number in some(range(1, min(60, len(all_puzzles())) + 1), 4):
        page = question_page(number, language, shows_table=shows_table)
        ids = [part.custom_id for part in walk(page.components) if hasattr(part, "custom_id")]
        for custom_id in ids:
            verb, subject = custom_id.split(":")[1:3]
            verbs.add(f"{DAY}.{verb}" if subject.startswith(DAY) else verb)
    assert verbs <= VERBS.keys()
    assert f"{DAY}.whole" in verbs
    assert shows_table or f"{DAY}.explain" in verbs
