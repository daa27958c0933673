"""Tests that every limit in the code has a test that fails if the limit is loosened, or is documented."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache

import pytest

from tests import promises
from tests.limits import DOCUMENTED, ROOT, TESTS, NamedLimit, all_limits

Place = tuple[str, str]
"""The path of a limit's module, and its name."""


@cache
def limits() -> dict[Place, NamedLimit]:
    """Return all limits. Only the processes that run tests of them read all modules."""
    return {(limit.path, limit.name): limit for limit in all_limits()}


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
    assert limits().keys() == TESTS.keys() | DOCUMENTED.keys()


@pytest.mark.parametrize("place", DOCUMENTED, ids=" ".join)
def test_documented_limit_is_that_of_the_code(place: Place) -> None:
    assert float(DOCUMENTED[place]) == float(eval(limits()[place].value))


@pytest.mark.mutants
@pytest.mark.parametrize("place", TESTS, ids=" ".join)
def test_loosened_limit_is_detected(place: Place) -> None:
    """The test of a limit fails by an assertion if the limit is loosened, and passes otherwise."""
    limit = limits()[place]
    test = f"tests/{TESTS[place]}"
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
