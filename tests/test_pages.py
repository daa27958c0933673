"""Tests that everything that the documentation names exists."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from games import find_game

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


README = text_of("README.md")
GUIDES = ("CONTRIBUTING.md", "docs/NEW_GAME.md", "docs/TEXTS.md", "docs/MAINTAINING.md")
LINKED = ("README.md", "CONTRIBUTING.md", "PRIVACY.md", "CHANGELOG.md", "SECURITY.md", "deploy/README.md")
LINKED_JAPANESE = (
    "README.ja.md",
    *[f"docs/ja/{name}" for name in ("DEPLOY.md", "PRIVACY.md", "legal/TERMS.md")],
)
LINKED_DOCS = (*GUIDES[1:], "docs/ARCHITECTURE.md", "docs/FAIRNESS.md", "docs/PAIRING.md", "docs/SCALE.md")


@pytest.mark.parametrize("name", [*LINKED, *LINKED_JAPANESE, *LINKED_DOCS])
def test_relative_links_lead_to_existing_files(name: str) -> None:
    for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text_of(name)):
        assert ((ROOT / name).parent / target).exists(), target


def test_every_command_is_in_readme() -> None:
    from bot.client import COMMANDS, MENUS

    listed = set(re.findall(r"^\| `/(\w+)` \|", README, re.MULTILINE))
    assert {command.name for command in COMMANDS} <= listed
    assert [entry.name for entry in MENUS if f"**{entry.name}**" not in README] == []


def test_games_of_readme_agree_with_registry() -> None:
    """The README's names and numbers of players equal those of the registry."""
    listed = re.findall(
        r"^\| \*\*(.+?)\*\*.*\(bot/locales/en/(\w+)-rules\.md\)\) \| ([\d–]+) \|", README, re.MULTILINE
    )
    assert len(listed) >= 5
    for name, game_id, players in listed:
        rules = find_game(game_id).rules
        low, high = rules.seats
        assert (name, players) == (rules.name, f"{low}" if low == high else f"{low}–{high}")


def test_every_dependency_has_reason_and_pin() -> None:
    """Each dependency has its reason beside it in pyproject.toml, and its version in constraints.txt."""
    requirements = [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]
    lines = text_of("pyproject.toml").splitlines()
    explained = "\n".join(line for line in lines if " # " in line)
    assert [requirement for requirement in requirements if f'"{requirement}"' not in explained] == []
    names = {re.split(r"[\[<>=]", requirement)[0].lower() for requirement in requirements}
    pins = [line for line in text_of("constraints.txt").splitlines() if not line.startswith("#")]
    assert names <= {pin.partition("==")[0].lower() for pin in pins}
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins)


def test_workflow_runs_command_on_promised_versions() -> None:
    """The workflow runs .ci/run on each Python version of pyproject.toml."""
    workflow = text_of(".github/workflows/tests.yaml")
    assert "- run: .ci/run\n" in workflow
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    promised = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    assert promised
    assert set(promised) <= set(re.findall(r"[\d.]+", matrix))
    assert PROJECT["requires-python"] == f">={promised[0]}"


# --- newcomers ------------------------------------------------------------------------------------------

EXAMPLES = ROOT / "tests" / "examples"
MOST_LINES, MOST_TEXTS = {"topcard": 260, "oldmaid": 250, "goofspiel": 320, "tandem": 325}, 30
OF_A_NEW_GAME = re.compile(r"whist|^strategy/$|^dist/$|^games/<")
"""Paths that only a new game or a build has."""


@pytest.mark.parametrize("name", GUIDES)
def test_every_documented_path_exists(name: str) -> None:
    """Each path and pattern that a guide names exists in the repository."""
    paths = set(re.findall(r"`((?:[\w.-]+/)+[\w.*-]*)`", text_of(name)))
    missing = [
        path for path in paths if not OF_A_NEW_GAME.search(path) and not list(ROOT.glob(path.rstrip("/")))
    ]
    assert paths
    assert not missing, f"{name} names {missing}"


def test_examples_stay_small() -> None:
    """An example game stays within its limit of Python lines and of texts."""
    for example, most in MOST_LINES.items():
        files = (EXAMPLES / example).rglob("*.py")
        assert 0 < sum(len(path.read_text("utf-8").splitlines()) for path in files) <= most
    for texts in (EXAMPLES / "locales").glob("*/*.ftl"):
        assert len(texts.read_text("utf-8").splitlines()) <= MOST_TEXTS


# --- rules that docstrings name -------------------------------------------------------------------------

RULES = {page.name: page.read_text() for page in (ROOT / "docs" / "rules").glob("*.md")}
CITED = re.compile(r"\b(?P<page>bull|lost|netsuzo|tomoe|trick3)\.md(?P<sections>, [^();.]+)?")
QUOTED = re.compile(r'"(.+?)"')


def unknown(text: str) -> Iterator[str]:
    """Yield each citation of a section that does not exist or is not in quotation marks."""
    for cited in CITED.finditer(re.sub(r"\s+", " ", text).replace("\\", "")):
        titles = re.findall(r"^#+ (.+)$", RULES[f"{cited['page']}.md"], re.MULTILINE)
        sections = QUOTED.findall(cited["sections"] or "")
        known = all(any(title.startswith(section) for title in titles) for section in sections)
        if not known or bool(cited["sections"]) != bool(sections):
            yield cited[0]


def test_cited_sections_of_rules_exist() -> None:
    files = [path for room in ("games", "bot", "tests") for path in (ROOT / room).rglob("*.py")]
    assert [(path.name, cited) for path in files for cited in unknown(path.read_text())] == []
    assert sum(len(CITED.findall(path.read_text())) for path in files) > 50
    page = "bull" + ".md"
    assert [*unknown(f'{page}, section "A round", step 3; {page}, section "A second deal"')] == [
        f'{page}, section "A second deal"'
    ]
    assert [*unknown(f"({page}, A round, 3)")] == [f"{page}, A round, 3"]
