"""Tests that every limit in the code has a test that fails if the limit is loosened, or is documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests import promises
from tests.limits import DOCUMENTED, ROOT, TESTS, NamedLimit, all_limits

LIMITS = list(all_limits())


PROMISED = {
    r"open lobbies: (\d+) per host on a server, (\d+) in a channel": (
        promises.MOST_HOSTED,
        promises.MOST_LOBBIES,
    ),
    r"practice in direct messages: (\d+) open games": (promises.MOST_PRACTICE,),
    r"planned games: (\d+) per host on a server, (\d+) in a channel, (\d+) on a server": (
        promises.MOST_APPOINTED,
        promises.MOST_APPOINTED_HERE,
        promises.MOST_APPOINTED_THERE,
    ),
    r"not over: (\d+) per host on a server, (\d+) on a server": (promises.MOST_HOSTED, promises.MOST_OPEN),
    r"invitations to a tournament: (\d+) without an answer": (promises.MOST_INVITED,),
    r"within ten minutes: (\d+) opened by one person, (\d+) in a channel": (
        promises.MAX_CLOSED,
        promises.MAX_CLOSED_HERE,
    ),
    r"moments, positions\): (\d+) in ten minutes by one person": (promises.MOST_SHARED,),
    r"(\d+) invitations by the host of a lobby; (\d+) answers to a planned game": (
        promises.MOST_GUESTS,
        promises.MOST_UNASKED,
    ),
    r"in an hour: (\d+) from one person to another, (\d+) to one person from all, (\d+) by one person": (
        promises.MAX_TO_ONE,
        promises.MAX_RECEIVED,
        promises.MAX_CAUSED,
    ),
    r"an hour per person and server, (\d+) people per lobby": (promises.MOST_TOLD,),
}
"""Sentences of ``docs/MODERATION.md``, and the numbers in them."""


@pytest.mark.parametrize("sentence", PROMISED)
def test_promised_limit_is_in_the_document(sentence: str) -> None:
    """Tests compare the code with these numbers, so the document is true, too."""
    (match,) = re.finditer(sentence, (ROOT / "docs/MODERATION.md").read_text())
    assert tuple(map(int, match.groups())) == PROMISED[sentence]


def test_every_limit_has_a_test_or_is_documented() -> None:
    known = {(limit.path, limit.name) for limit in LIMITS}
    assert known == TESTS.keys() | DOCUMENTED.keys()


@pytest.mark.parametrize("limit", [limit for limit in LIMITS if limit[:2] in DOCUMENTED], ids=str)
def test_documented_limit_is_that_of_the_code(limit: NamedLimit) -> None:
    assert float(DOCUMENTED[limit[:2]]) == float(eval(limit.value))


@pytest.mark.mutants
@pytest.mark.parametrize("limit", [limit for limit in LIMITS if limit[:2] in TESTS], ids=str)
def test_loosened_limit_is_detected(limit: NamedLimit) -> None:
    """The test of a limit fails by an assertion if the limit is loosened, and passes otherwise."""
    test = f"tests/{TESTS[limit[:2]]}"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-p",
        "tests.mutated",
        "-p",
        "no:cacheprovider",
        test,
    ]
    mutant = f"{limit.path} {limit.name} {limit.loosened}"
    environ = os.environ | {"MUTANT": mutant, "PYTEST_ADDOPTS": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=200)
    assert done.returncode == 1, f"{mutant} survives {test}"
    assert f"\nFAILED {test.partition('[')[0]}" in done.stdout
    assert "\nERROR " not in done.stdout
