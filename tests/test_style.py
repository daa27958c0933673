"""Tests of ``tests.style``, which finds slips in docstrings, comments and names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.style import density_of, slips_in

CLASS = 'class {}:\n    """A class."""\n'


def slips(root: Path, files: dict[str, str]) -> list[str]:
    """Write files below ``root``; return the slips found in them."""
    for name, source in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return list(slips_in(root, sorted({name.split("/")[0] for name in files})))


@pytest.mark.parametrize(
    ("class_name", "first", "second"),
    [
        ("Share", "bot/tables/positions.py", "lab/arena/standings.py"),
        ("Share", "bot/tables/positions.py", "bot/tables/state.py"),
        ("_Share", "games/core/shares.py", "storage/shares.py"),
        ("Result", "benchmarks/results.py", "storage/scores/results.py"),
        ("Play", "games/core/moves.py", "games/lost/moves.py"),
        ("Play", "tests/examples/tandem/moves.py", "tests/examples/tandem/rules.py"),
        ("Play", "games/lost/moves.py", "games/lost/rules.py"),
    ],
)
def test_class_name_in_two_modules_is_found(tmp_path: Path, class_name: str, first: str, second: str) -> None:
    """Two classes with one name in different modules are a slip."""
    source = CLASS.format(class_name)
    expected = [f"{second}: class {class_name} is also in {first}"]
    assert slips(tmp_path, {first: source, second: source}) == expected


def test_game_may_use_names_of_other_games_and_of_the_bot(tmp_path: Path) -> None:
    """A game is free to use a name unless the core or another of its own modules has it."""
    places = (
        "games/lost/moves.py",
        "games/tomoe/moves.py",
        "bot/play/view.py",
        "tests/examples/oldmaid/rules.py",
    )
    assert not slips(tmp_path, dict.fromkeys(places, CLASS.format("Bid")))


@pytest.mark.parametrize(
    "code",
    [
        "shown = 1",
        "def count(shown): pass",
        "def count(*, shown=0): pass",
        "count = lambda shown: 0",
        "counts = [shown for shown in ()]",
        "for number, shown in (): pass",
        "if (shown := 1): pass",
        "with open('') as shown: pass",
        "try: pass\nexcept OSError as shown: pass",
        "match 1:\n    case int() as shown: pass",
    ],
)
def test_variable_with_empty_name_is_found(tmp_path: Path, code: str) -> None:
    """A variable with a name that says nothing, such as ``shown``, is a slip."""
    (slip,) = slips(tmp_path, {"bot/pages.py": code})
    assert slip.startswith("bot/pages.py:")
    assert slip.endswith(": a variable is called shown")


def test_names_of_fields_are_free(tmp_path: Path) -> None:
    """A field of a class and an attribute may have any name, since both may be stored."""
    code = CLASS.format("Row") + "    shown: int = 0\n    told = 1\n\nROW.shown = 2\n"
    assert not slips(tmp_path, {"storage/rows.py": code})


@pytest.mark.parametrize(
    ("code", "slip"),
    [
        ('"""Return the players, whoever they are."""', "whoever"),
        ("# Players are told their cards.", "told"),
        ('"""Tell the number of cards."""', "begins with Tell"),
        (f'"""Return {"very " * 40}long lists."""', "a long sentence"),
        ('"""Return a; b; c."""', "a long sentence"),
        ("def count():\n" + "    print()\n" * 41, "count is long and has no comment"),
    ],
)
def test_slip_of_language_is_found(tmp_path: Path, code: str, slip: str) -> None:
    """Private English, a long sentence or a long function without a comment is a slip."""
    assert slips(tmp_path, {"bot/pages.py": code}) == [f"bot/pages.py:1: {slip}"]


def test_density_counts_constructs_in_lines_of_code(tmp_path: Path) -> None:
    """Docstrings, comments and empty lines are no code; a type's ``*args`` is no splat."""
    source = '''"""A docstring."""

def lines(*parts, **options):
    # A comment.
    chosen = 1 if options else 2
    return [*parts, {**options}, call(*parts, **options), [part for part in parts if part]]
'''
    (tmp_path / "module.py").write_text(source, "utf-8")
    assert density_of(tmp_path, "module.py") == {
        "conditional expressions": 1000 / 3,
        "comprehensions": 1000 / 3,
        "splats": 4000 / 3,
    }
