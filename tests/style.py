"""A check of the language in which the code is written; part of ``make lint``.

    python -m tests.style [FOLDER ...]

It finds slips, and does not prove that a text is good:

- words of ``AVOIDED`` in docstrings and comments,
- docstrings whose first sentence has more than 40 words, or two semicolons,
- functions of more than 40 lines without a comment,
- classes of one name in two modules. Two games may use one name, since no module sees both.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "games", "storage", "lab", "benchmarks")

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

SAME_NAME = {"View", "State", "Move"}
"""Classes that every game may have."""

_AVOIDED = re.compile(rf"(?<!`)\b(?:{'|'.join(AVOIDED)})\b(?!:|`)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`])|\n\n")


def main(folders: list[str]) -> int:
    """Print every slip with its place; return how many there are."""
    slips = [slip for folder in folders or FOLDERS for slip in _slips(ROOT / folder)]
    for slip in slips:
        print(slip)
    return len(slips)


def _slips(folder: Path) -> Iterator[str]:
    classes: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        comments = dict(_comments(source))
        where = path.relative_to(ROOT)
        for line, text in comments.items():
            yield from (f"{where}:{line}: {word}" for word in _AVOIDED.findall(text))
        for line, text in _docstrings(tree):
            yield from (f"{where}:{line}: {word}" for word in _AVOIDED.findall(text))
            if text.split(maxsplit=1)[:1] and text.split(maxsplit=1)[0].lower() in FIRST:
                yield f"{where}:{line}: begins with {text.split(maxsplit=1)[0]}"
            first = _SENTENCE.split(text.strip(), maxsplit=1)[0]
            if len(first.split()) > LONGEST_SENTENCE or first.count(";") > 1:
                yield f"{where}:{line}: a long sentence"
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name].append(where)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                last = node.end_lineno or node.lineno
                is_long = last - node.lineno >= LONGEST_UNCOMMENTED
                if is_long and not any(node.lineno <= line <= last for line in comments):
                    yield f"{where}:{node.lineno}: {node.name} is long and has no comment"
    for name, places in classes.items():
        if _are_confused(places) and name not in SAME_NAME:
            yield f"{places[1]}: class {name} is also in {places[0]}"


def _are_confused(places: list[Path]) -> bool:
    """True if a reader can confuse classes of one name. Two games may use the same name."""
    games = [place.parts[1] for place in places if place.parts[0] == "games" and place.parts[1] != "core"]
    return len(places) > 1 and not len(games) == len(places) == len(set(games))


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield docstrings of modules, classes and functions, and strings below constants."""
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.lineno, value.value


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
