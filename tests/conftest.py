"""What holds for every test: chance is seeded, and what Hypothesis tries is the same every time.

pytest-randomly shuffles the tests and resets the state of ``random`` before each of them; the seed of a run
is printed at its end. A test that is given an example as its ``game`` finds it registered. Hypothesis has two
ways, chosen by the environment:

    make test                       the same examples every time, here and in CI
    TESTS_EXPLORE=20 make test     other examples each time, 20 times as many; what fails is printed as a
                                    ``@reproduce_failure`` to be put over the test
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests import postgres
from tests.examples import EXAMPLES, registered

EXPLORE = int(os.environ.get("TESTS_EXPLORE", "0"))

# A deadline would be wall time: a busy machine must not fail a test.
settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", print_blob=True, deadline=None)
settings.load_profile("explore" if EXPLORE else "same")


def pytest_configure(config: pytest.Config) -> None:
    """Choose where the run's PostgreSQL will be, before there are other processes."""
    if not hasattr(config, "workerinput"):
        postgres.choose_folder()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop it when they are gone."""
    if not hasattr(config, "workerinput"):
        postgres.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what waits for other processes; let an exploration try so many times as many examples.

    One process of the tests waits then while the others work, and none is waited for at the end.
    """
    items.sort(key=lambda item: "tests/wire/" not in item.nodeid)
    if not EXPLORE:
        return
    for item in items:
        function = getattr(item, "obj", None)
        chosen = getattr(function, "_hypothesis_internal_use_settings", None)
        if chosen is not None:
            more = settings(chosen, max_examples=chosen.max_examples * EXPLORE)
            function._hypothesis_internal_use_settings = more


def pytest_collection_finish() -> None:
    """Leave what has been imported out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to run the tests in this order again."""
    seed = getattr(config.option, "randomly_seed", None)
    if isinstance(seed, int):
        terminalreporter.write_line(f"shuffled; the same order and chance again: make test SEED={seed}")


@pytest.fixture(autouse=True)
def _example(request: pytest.FixtureRequest) -> Iterator[None]:
    """Register the example that a test is given, by itself or by its id, until the test is over."""
    given = request.node.callspec.params.get("game") if hasattr(request.node, "callspec") else None
    example = next((game for game in EXAMPLES if given in (game, game.id)), None)
    if example is None:
        yield
    else:
        with registered(example):
            yield
