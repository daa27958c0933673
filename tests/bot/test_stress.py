"""Many people at once, in bad weather: in the end memory, database and channel tell the same story."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.bot.storm import Storm
from tests.bot.story import Story
from tests.bot.truths import tell_truths, truth_texts
from tests.conftest import EXPLORE

SEEDS = range(1, 1 + 6 * max(1, EXPLORE))
"""The same every time, unless one explores."""


async def live_through(seed: int, folder: Path, patch: pytest.MonkeyPatch, rounds: int = 40) -> Storm:
    """Live through a storm and look at what is left; the bot is stopped."""
    tell_truths(patch)
    storm = Storm(folder, seed, patch)
    with truth_texts(), capture_logs() as log:
        await storm.begin()
        try:
            await storm.rage(rounds, kills=3)
            broken = [line for line in log if line["log_level"] in ("error", "critical")]
            assert not broken, broken
            await (await Story.of(storm)).check()
        finally:
            await storm.end()
    return storm


@pytest.mark.parametrize("seed", SEEDS)
async def test_memory_database_and_channel_tell_the_same_story(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight people, failures of Discord, three kills; nothing is lost and nothing is said twice."""
    storm = await live_through(seed, tmp_path, monkeypatch)
    print(len(storm.played), list(storm.query("SELECT status, count(*) FROM game_table GROUP BY status")))
    assert storm.bots == 4


async def test_a_seed_tells_the_same_story_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a seed that has found a fault would not find it a second time."""
    told = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        with monkeypatch.context() as patch:
            storm = await live_through(5, folder, patch, rounds=20)
        sent = [(request.method, request.path.split("/")[1]) for request in storm.env.http_requests]
        told.append((storm.played, storm.pings, sent))
    assert told[0] == told[1]
