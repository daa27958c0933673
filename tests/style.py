"""A check of the language in which the code is written; part of ``make lint``.

    python -m tests.style [FOLDER ...]

It finds slips, and does not prove that a text is good:

- words of ``AVOIDED`` in docstrings and comments,
- docstrings whose first sentence has more than 40 words, or two semicolons,
- functions of more than 40 lines without a comment,
- classes of one name in two modules of the packages, or of the tests. A game may use all names but those of
  ``games/core`` and of the modules beside it,
- two unrelated values assigned in one statement, in the packages; an exchange of values is one thought,
- comments that begin with a word of ``SUBJECTS`` and so have no noun for a subject,
- variables and parameters with a name of ``EMPTY_NAMES``. Fields of classes are not checked, since many of
  them are stored under their names.

It also prints how dense the code of each package is, and counts a package above ``DENSEST`` as a slip.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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

GAME_FOLDERS = (("games",), ("tests", "games"), ("tests", "examples"))
"""The folders in which each subfolder is a game, apart from ``core``."""

EMPTY_NAMES = {"one", "shown", "found", "said", "told", "who", "asked", "noted"}
"""Names of variables and parameters that say nothing about the value."""

SUBJECTS = ("who", "whose", "what", "it", "its", "then", "else", "so", "that")
"""Words with which no comment begins: a reader does not know yet what they stand for."""

DENSEST = {"conditional expressions": 20, "comprehensions": 32, "splats": 10}
"""Limits of what a thousand lines of code contain in a package. More of it is hard to read at first sight."""

_NO_SUBJECT = re.compile(rf"#\s*(?:{'|'.join(SUBJECTS)})\b", re.IGNORECASE)
_AVOIDED = re.compile(rf"(?<!`)\b(?:{'|'.join(AVOIDED)})\b(?!:|`)", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`])|\n\n")


def main(folders: list[str]) -> int:
    """Print every slip with its place; return how many there are."""
    slips = [slip for group in ([folders] if folders else FOLDERS) for slip in slips_in(ROOT, group)]
    for folder in folders or FOLDERS[0]:
        density = density_of(ROOT, folder)
        figures = ", ".join([f"{number:.1f} {kind}" for kind, number in density.items()])
        print(f"{folder}: {figures} in 1,000 lines of code")
        slips += [f"{folder}: too many {kind}" for kind, most in DENSEST.items() if density[kind] > most]
    for slip in slips:
        print(slip)
    return len(slips)


def density_of(root: Path, folder: str) -> dict[str, float]:
    """Return how many constructs of each kind of ``DENSEST`` a thousand lines of code contain.

    Lines are those with code: no empty lines, comments or docstrings.
    """
    counts = Counter[str]()
    line_count = 0
    for path in _files(root, [folder]):
        source = path.read_text("utf-8")
        tree = ast.parse(source)
        line_count += len(_code_lines(source, tree))
        for node in ast.walk(tree):
            counts[_construct(node)] += 1
            # A dictionary lists each ``**other`` with no key.
            if isinstance(node, ast.Dict):
                counts["splats"] += node.keys.count(None)
    return {kind: 1000 * counts[kind] / max(line_count, 1) for kind in DENSEST}


def _construct(node: ast.AST) -> str:
    match node:
        case ast.IfExp():
            return "conditional expressions"
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return "comprehensions"
        case ast.Starred(ctx=ast.Load()) | ast.keyword(arg=None):
            return "splats"
    return ""


_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def _code_lines(source: str, tree: ast.Module) -> set[int]:
    lines = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


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
            # The second line of a comment may begin with any word.
            if _NO_SUBJECT.match(text) and line - 1 not in comments:
                yield f"{where}:{line}: a comment without a subject: {text}"
        if where.parts[0] != "tests":
            yield from (f"{where}:{line}: two values in one assignment" for line in _joined_assignments(tree))
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
        # A game is compared with itself and with the code beside it that all games share.
        for game in sorted({_game_of(place) for place in places}):
            same = [place for place in places if _game_of(place) == game]
            beside = [place for place in places if not _game_of(place) and place.parts[0] in game.split("/")]
            if len(same) + len(beside) > 1:
                yield f"{same[-1]}: class {class_name} is also in {[*beside, *same][0]}"


def _files(root: Path, folders: Iterable[str]) -> Iterator[Path]:
    for folder in folders:
        path = root / folder
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _game_of(place: Path) -> str:
    """Return the folder of the game to which a module belongs; empty for a module of all games."""
    parts = place.parts
    for folder in GAME_FOLDERS:
        count = len(folder)
        if parts[:count] == folder and len(parts) > count + 1 and parts[count] != "core":
            return "/".join(parts[: count + 1])
    return ""


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


def _joined_assignments(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                # Where a value reads what another target replaces, the order matters, as in an exchange.
                read = {ast.unparse(part) for value in values for part in ast.walk(value)}
                if read.isdisjoint(ast.unparse(target) for target in targets):
                    yield node.lineno


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
