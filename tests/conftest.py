"""Set-up for all tests: random choices are seeded, and Hypothesis is deterministic by default.

pytest-randomly shuffles the tests and resets the state of ``random`` before each of them; the seed of a run
is printed at its end. The example games are registered with those of the bot. Hypothesis has two ways, chosen
by the environment:

    make test                       the same examples every time, here and in CI
    TESTS_EXPLORE=20 make test     other examples each time, 20 times as many; a failure is printed as a
                                    ``@reproduce_failure`` to be put over the test

Tests that go through a long list take a part of it, and all of it with ``TESTS_EXPLORE``
(``tests/amounts.py``).
"""

from __future__ import annotations

import functools
import gc
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from hypothesis import Phase, settings

from bot import language
from storage.engine import sqlite
from tests import postgres
from tests.amounts import EXPLORE, example_count
from tests.games_under_test import examples_registered

# A deadline would be wall time: a busy machine must not fail a test.
# A failure is reported without the lines of code that only failing examples run.
PHASES = [phase for phase in Phase if phase is not Phase.explain]
settings.register_profile("same", derandomize=True, database=None, deadline=None, phases=PHASES)
settings.register_profile("explore", print_blob=True, deadline=None, phases=PHASES)
settings.load_profile("explore" if EXPLORE else "same")

# The modules of all tests are imported without garbage collection, which would take a fifth of the time.
gc.disable()

# Each game that is added, by the tests or by a package, makes new catalogues, mostly of the same files.
language.FluentResource = functools.cache(language.FluentResource)

# Modules of tests read the registry when they are imported, which is before any fixture.
_registrations = ExitStack()
_registrations.enter_context(examples_registered())

FIRST = (
    ("tests/wire/",),
    (
        *("tests/bot/browser/", "tests/bot/administration/", "tests/bot/thinking/test_processes.py"),
        *("tests/bot/language/test_new_language.py", "tests/test_deploy.py", "tests/test_release.py"),
    ),
    (
        *("tests/bot/test_year.py", "tests/bot/test_leaks.py", "tests/bot/test_stress.py"),
        *("tests/bot/test_games_in_a_row.py", "tests/bot/interactions/test_forged.py"),
        *("tests/bot/tables/test_damage.py", "tests/storage/test_damage.py", "tests/bot/test_spoilers.py"),
    ),
    (
        *("tests/test_architecture.py", "tests/bot/test_rooms.py", "tests/bot/test_undocumented.py"),
        *("tests/bot/language/test_signs.py", "tests/bot/language/test_texts.py"),
        *("tests/bot/language/test_commands.py", "tests/bot/tables/test_sealing.py"),
    ),
)
"""Tests with which one test process each begins.

Those of the first two wait for other processes most of their time, while other test processes compute; only
one of them starts the browser. The third has the longest computing tests, since a process that has one last
is busy alone. The tests of the fourth read the same source files, which their process parses once.
"""

MEMORY_FOLDER = Path("/dev/shm")
"""A folder in memory, where Linux has one. On a disk each new database waits several times for the disk."""

MEMORY_BYTES = 2**30
"""The free memory that temporary files need at least; those of a test that passed are deleted."""


def has_room(folder: Path) -> bool:
    """Return whether temporary files can be in ``folder``: it exists, is writable and large enough."""
    return os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= MEMORY_BYTES


def pytest_configure(config: pytest.Config) -> None:
    """Choose folders for temporary files and the PostgreSQL server before worker processes start."""
    if not hasattr(config, "workerinput"):
        if "TMPDIR" not in os.environ and has_room(MEMORY_FOLDER):
            os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY_FOLDER)
        postgres.choose_folder()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the PostgreSQL server after all worker processes have ended."""
    if not hasattr(config, "workerinput"):
        postgres.stop()


def in_chunks(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Return the tests in as many chunks of equal length, each of which begins with some of ``FIRST``.

    ``--dist worksteal`` gives each process one of these chunks at first.
    """
    first = [[item for item in items if item.nodeid.startswith(names)] for names in FIRST]
    rest = [item for item in items if not item.nodeid.startswith(sum(FIRST, ()))]
    ordered: list[pytest.Item] = []
    for number in range(processes):
        length = (len(items) - len(ordered)) // (processes - number)
        begun = [item for group in first[number::processes] for item in group]
        filling = max(0, length - len(begun))
        ordered += begun + rest[:filling]
        del rest[:filling]
    return ordered


@pytest.hookimpl(trylast=True)  # other tests are deselected before
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests for the test processes, and set the number of Hypothesis examples."""
    items[:] = in_chunks(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    for function in {getattr(item, "obj", None) for item in items}:
        chosen = getattr(function, "_hypothesis_internal_use_settings", None)
        if chosen is not None:
            count = example_count(chosen.max_examples)
            function._hypothesis_internal_use_settings = settings(chosen, max_examples=count)


def pytest_collection_finish() -> None:
    """Exclude all imported objects from garbage collection and make it rarer, for faster tests."""
    gc.collect()
    gc.freeze()
    # The bot's own 5,000 (``bot.administration.running``) would take a tenth of the time of all tests.
    gc.set_threshold(50_000)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the command that runs the tests in the same order again."""
    seed = getattr(config.option, "randomly_seed", None)
    if isinstance(seed, int):
        terminalreporter.write_line(f"shuffled; the same order and chance again: make test SEED={seed}")


@pytest.fixture(scope="session", autouse=True)
def _copied_databases() -> Iterator[None]:
    # A copy takes a tenth of the time of all migrations.
    prepare = sqlite._prepare_writer

    def prepared(conn: sqlite3.Connection, synchronous: str, may_be_empty: bool) -> None:
        with suppress(sqlite3.Error):  # the original tells what is wrong with the file
            if may_be_empty and not conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                empty.backup(conn)
        prepare(conn, synchronous, may_be_empty)

    with (
        closing(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)) as empty,
        pytest.MonkeyPatch.context() as patch,
    ):
        prepare(empty, "NORMAL", True)
        patch.setattr(sqlite, "_prepare_writer", prepared)
        yield
