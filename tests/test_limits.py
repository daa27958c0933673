"""Tests that every limit in the code has a test that fails if the limit is loosened, or is documented."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.limits import DOCUMENTED, ROOT, TESTS, NamedLimit, all_limits

LIMITS = list(all_limits())


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
