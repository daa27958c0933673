"""Docstrings name rules by page and section (docs/rules): both are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = {page.name: page.read_text() for page in (ROOT / "docs" / "rules").glob("*.md")}
CITED = re.compile(r"\((?P<page>bull|lost|netsuzo|tomoe|trick3)\.md(?:, (?P<section>[^();.]+))?[);]")


def unknown(text: str) -> Iterator[str]:
    """List what a text cites that no page has: pages, and sections by which a citation could begin."""
    for cited in CITED.finditer(re.sub(r"\s+", " ", text)):
        page, section = PAGES.get(f"{cited['page']}.md", ""), cited["section"] or ""
        titles = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
        first = re.split(r" and (?=[A-Z])| to (?=[A-Z])|, ", section)[0]
        if not any(title.startswith(first) for title in titles):
            yield cited[0]


def test_every_section_that_is_named_is_there() -> None:
    """In code, in tests, and in no sentence that cites what there is not."""
    files = [path for room in ("games", "bot", "tests") for path in (ROOT / room).rglob("*.py")]
    assert [(path.name, cited) for path in files for cited in unknown(path.read_text())] == []
    assert sum(len(CITED.findall(path.read_text())) for path in files) > 50
    invented = PAGES["README.md"].replace("A round", "A second deal")
    assert [*unknown(invented)] == ["({}, A second deal, 3)".format("bull.md")]
