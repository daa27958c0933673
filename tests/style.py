"""A check of the language in which the code is written; part of ``make lint``.

    python -m tests.style [FOLDER ...]

It finds slips, and does not prove that a text is good:

- words of ``AVOIDED`` in docstrings and comments,
- docstrings whose first sentence has more than 40 words, or two semicolons,
- functions of more than 40 lines without a comment,
- classes of one name in two modules of the packages, or of the tests; only games may share the names
  in ``GAME_WORDS``,
- variables and parameters with a name of ``EMPTY_NAMES``. Fields of classes are not checked, since many of
  them are stored under their names.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = (("bot", "games", "storage", "lab", "benchmarks", "deploy"), ("tests",))
"""Groups of folders that are checked; within a group no two classes may have the same name."""

AVOIDED = (
    *("tell whether", "tells whether", "told", "whoever", "how-manieth", "so many", "so much", "thereby"),
    *("anew", "of late", "any more", "whatever", "stands there", "gives way", "give way", "somebody"),
    *("nobody knows", "nobody can"),
)
"""Words of a private English, for each of which there is a plain one."""

FIRST = ("tell", "say", "give", "let")
"""Verbs that no docstring may begin with: they describe values as speech, or changes as permissions."""

LONGEST_SENTENCE = 40
LONGEST_UNCOMMENTED = 40

GAME_WORDS = {"CardPlayed", "Eliminated", "GameEnded", "HandsDealt", "Play", "Showdown", "Variant"}
"""Classes that several games may have, each in its own package: no module sees two of them."""

EMPTY_NAMES = {"one", "shown", "found", "said", "told", "who", "asked", "noted"}
"""Names of variables and parameters that say nothing about the value."""

_AVOIDED = re.compile(rf"(?<!`)\b(?:{'|'.join(AVOIDED)})\b(?!:|`)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`])|\n\n")


def main(folders: list[str]) -> int:
    """Print every slip with its place; return how many there are."""
    slips = [slip for group in ([folders] if folders else FOLDERS) for slip in slips_in(ROOT, group)]
    for slip in slips:
        print(slip)
    return len(slips)


def slips_in(root: Path, folders: Iterable[str]) -> Iterator[str]:
    """Yield a line for each slip in files below the folders: place and kind of slip."""
    classes: dict[str, list[Path]] = defaultdict(list)
    for path in _files(root, folders):
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        comments = dict(_comments(source))
        where = path.relative_to(root)
        for line, text in comments.items():
            yield from (f"{where}:{line}: {word}" for word in _AVOIDED.findall(text))
        for line, text in _docstrings(tree):
            yield from (f"{where}:{line}: {word}" for word in _AVOIDED.findall(text))
            if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0].lower() in FIRST:
                yield f"{where}:{line}: begins with {text.split(maxsplit=1)[0]}"
            first = _SENTENCE.split(text.strip(), maxsplit=1)[0]
            if len(first.split()) > LONGEST_SENTENCE or first.count(";") > 1:
                yield f"{where}:{line}: a long sentence"
        for line, variable in _variables(tree):
            if variable in EMPTY_NAMES:
                yield f"{where}:{line}: a variable is called {variable}"
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name].append(where)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                last = node.end_lineno or node.lineno
                is_long = last - node.lineno >= LONGEST_UNCOMMENTED
                if is_long and not any(node.lineno <= line <= last for line in comments):
                    yield f"{where}:{node.lineno}: {node.name} is long and has no comment"
    for class_name, places in classes.items():
        if len(places) > 1 and not _is_word_of_games(class_name, places):
            yield f"{places[1]}: class {class_name} is also in {places[0]}"


def _files(root: Path, folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        path = root / folder
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _is_word_of_games(class_name: str, places: Sequence[Path]) -> bool:
    games = {place.parts[1] for place in places if place.parts[0] == "games" and place.parts[1] != "core"}
    return class_name in GAME_WORDS and len(games) == len(places)


def _variables(tree: ast.Module) -> Iterator[tuple[int, str]]:
    fields = {
        target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign | ast.Assign)
        for target in ([statement.target] if isinstance(statement, ast.AnnAssign) else statement.targets)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=variable, ctx=ast.Store()) if node not in fields:
                yield node.lineno, variable
            case ast.arg(arg=variable):
                yield node.lineno, variable
            case ast.ExceptHandler(name=str(variable)) | ast.MatchAs(name=str(variable)):
                yield node.lineno, variable


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    # Strings below constants are docstrings, too.
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.lineno, value.value


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
