"""Tests with many people and random failures, after which memory, database and channel agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.driving.registry import TableRegistry
from bot.showing.table_writer import TableWriter
from bot.showing.writer import Request, Writer
from bot.tables.clocks import EXTRA_TIME, HALF_TIME
from storage import Store
from storage.engine.database import Transaction
from storage.tables.lifecycle import Finished, append_moves
from storage.upkeep import forget_person
from tests.amounts import EXPLORE
from tests.bot.storm import Storm
from tests.bot.story import Story
from tests.bot.truths import show_reveals, truth_texts
from tests.storage.helpers import replace_function

SEEDS = range(1, 4 + 7 * EXPLORE)
"""Always the same seeds, unless ``TESTS_EXPLORE`` is set."""


async def run_storm(seed: int, folder: Path, patch: pytest.MonkeyPatch, rounds: int = 40) -> Storm:
    """Run a storm, check its result and stop the bot; return the storm."""
    folder.mkdir(exist_ok=True)
    show_reveals(patch)
    storm = Storm(folder, seed, patch)
    with truth_texts(), capture_logs() as log:
        await storm.begin()
        try:
            await storm.act_at_random(rounds, kills=3)
            broken = [line for line in log if line["log_level"] in ("error", "critical")]
            assert not broken, broken
            await (await Story.of(storm)).check()
        finally:
            await storm.end()
    return storm


@pytest.mark.parametrize("seed", SEEDS)
async def test_memory_database_and_channel_agree(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With eight people, failures of Discord and three kills no act is lost or repeated."""
    assert (await run_storm(seed, tmp_path, monkeypatch)).bots == 4


async def test_equal_seeds_give_equal_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two storms with one seed have the same moves, notifications and requests."""
    stories = []
    for number in range(2):
        with monkeypatch.context() as patch:
            storm = await run_storm(5, tmp_path / str(number), patch, rounds=10)
        sent = [(request.method, request.path.split("/")[1]) for request in storm.env.http_requests]
        stories.append((storm.played, storm.pings, sent))
    assert stories[0] == stories[1]


# --- faults: bots that skip a step ------------------------------------------------------------------------


def ping_nobody(patch: pytest.MonkeyPatch) -> None:
    """Fault: people count as notified although no message is sent."""
    send = Writer._send

    async def silent(writer: TableWriter, request: Request) -> None:
        if called := request.changes.get("called"):
            reminded = tuple((*user_id, what) for user_id in called for what in (HALF_TIME, EXTRA_TIME))
            writer.table.update_sent_later(called=called, reminded=reminded)
        else:
            await send(writer, request)

    patch.setattr(Writer, "_send", silent)


def never_search(patch: pytest.MonkeyPatch) -> None:
    """Fault: a message whose answer was lost counts as not sent."""
    patch.setattr("bot.showing.writer.changes_for_found", lambda row, identities: {})


def play_without_writing(patch: pytest.MonkeyPatch) -> None:
    """Fault: a move counts although it was not committed."""
    moves = 0

    async def now_and_then(store: Store, *args: object, **kwargs: object) -> Finished:
        nonlocal moves
        moves += 1
        return await store._run(Transaction("write", append_moves, args, kwargs)) if moves % 3 else Finished()

    replace_function(patch, append_moves, now_and_then)


def forget_in_the_database_alone(patch: pytest.MonkeyPatch) -> None:
    """Fault: memory keeps a deleted person's name."""

    async def forget(registry: TableRegistry, user_id: int) -> None:
        await forget_person(registry._store, user_id, at=registry._clock.now_ms())

    patch.setattr(TableRegistry, "forget", forget)


def show_once(patch: pytest.MonkeyPatch) -> None:
    """Fault: an edit counts as done although every third one is lost."""
    edit, edits = Writer._edit_main, 0

    async def hopeful(writer: TableWriter, request: Request) -> None:
        nonlocal edits
        edits += 1
        if edits % 3:
            await edit(writer, request)
        writer.table.update_sent_later(mark=request.changes["mark"])

    patch.setattr(Writer, "_edit_main", hopeful)


CAUGHT = {
    ping_nobody: r"a call for|not called",
    never_search: r"too many",
    play_without_writing: r"is not in the log|confirmed twice|moves|stored|incident",
    forget_in_the_database_alone: r"revision|seats|open in one place only|is named",
    show_once: r"shows",
}
"""Every fault, and the error that the checks report."""


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_injected_faults_are_detected(
    mutant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least one of ten storms reports the fault."""
    error_text = ""
    for seed in range(1, 11):
        with monkeypatch.context() as patch:
            mutant(patch)
            try:
                await run_storm(seed, tmp_path / str(seed), patch, rounds=20)
            except AssertionError as caught:
                error_text += f"{caught}\n"
        if re.search(CAUGHT[mutant], error_text):
            return
    raise AssertionError(f"nobody noticed; said was {error_text}")
