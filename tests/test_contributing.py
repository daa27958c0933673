"""What newcomers are told is true: every file that is named is there, every excerpt is in its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WALK = PAGE.partition("## A sixth game in a day")[2].partition("\n## ")[0]
EXAMPLE = ROOT / "tests" / "examples" / "oldmaid"
MOST_LINES, MOST_TEXTS = {"oldmaid": 250, "goofspiel": 320}, 30


PATHS = set(re.findall(r"`((?:[\w.-]+/)+[\w.*-]*)`", PAGE)) - {"strategy/", "dist/"}


@pytest.mark.parametrize("path", sorted(PATHS))
def test_every_path_exists(path: str) -> None:
    """Files, folders and patterns, from the root of the repository."""
    assert list(ROOT.glob(path.rstrip("/")))


@pytest.mark.parametrize(
    "excerpt", re.findall(r"^( *)```python\n(.*?)^ *```", WALK, re.DOTALL | re.MULTILINE)
)
def test_every_excerpt_is_in_the_file_named_last(excerpt: tuple[str, str]) -> None:
    """Word for word, its indentation taken from the file."""
    fence, code = excerpt
    before = WALK[: WALK.index(code)]
    file = ROOT / re.findall(r"`(tests/examples/[\w/]+\.py)`", before)[-1]
    bare = "".join(line.removeprefix(fence) for line in code.splitlines(keepends=True))
    assert bare in file.read_text("utf-8")


def test_the_walk_passes_every_file_of_the_example() -> None:
    """A file that nobody is told of would be a riddle."""
    files = {str(path.relative_to(ROOT)) for path in EXAMPLE.iterdir() if path.is_file()}
    assert files <= set(re.findall(r"`([\w/.]+)`", WALK))


def test_the_examples_stay_small() -> None:
    """Few lines of Python, and 30 of texts in each language, so that a newcomer reads all of them."""
    for example, most in MOST_LINES.items():
        files = (EXAMPLE.parent / example).rglob("*.py")
        assert 0 < sum(len(path.read_text("utf-8").splitlines()) for path in files) <= most
    for texts in (EXAMPLE.parent / "locales").glob("*/*.ftl"):
        assert len(texts.read_text("utf-8").splitlines()) <= MOST_TEXTS
