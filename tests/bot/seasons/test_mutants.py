"""Checks that the tests of season and result posts fail when the bot posts wrongly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot import posting, seasons
from storage.scores import boards
from storage.scores import seasons as stored
from tests.bot.people import Stage
from tests.bot.seasons import test_posts as tests
from tests.bot.seasons import test_results

At = Callable[[int], None]


def send_posts_claimed_by_others(patch: pytest.MonkeyPatch) -> None:
    """Make the bot send a post that another process has claimed."""

    def claim(*given: Any) -> bool:
        stored.begin_season_post(*given)
        return True

    patch.setattr(seasons, "begin_season_post", claim)


def skip_search_of_channel(patch: pytest.MonkeyPatch) -> None:
    """Make the bot send its message again after a crash instead of searching the channel."""

    async def nothing(*_: object) -> None:
        return None

    patch.setattr(posting, "find_message", nothing)


def skip_storing_of_intent(patch: pytest.MonkeyPatch) -> None:
    """Make the bot send a post without storing beforehand that it is about to do so."""
    patch.setattr(seasons, "begin_season_post", lambda *_: True)


def skip_seasons_that_ended_long_ago(patch: pytest.MonkeyPatch) -> None:
    """Make the bot skip seasons that ended more than an hour before its check."""
    load_due_seasons = seasons.load_due_seasons

    def load(conn: Any, shards: Any, soon: int, over: int) -> list[Any]:
        return [
            post
            for post in load_due_seasons(conn, shards, soon, over)
            if post.season.ends_at > over - 3_600_000
        ]

    patch.setattr(seasons, "load_due_seasons", load)


def close_on_the_last_evening(patch: pytest.MonkeyPatch) -> None:
    """Make the bot close a season with the places of its last evening."""
    patch.setattr(seasons, "GRACE_MS", -seasons.EVENING_MS)
    close = boards.close_season
    patch.setattr(seasons, "close_season", lambda conn, *key: close(conn, *key[:2], tests.END))


def keep_posted_results_due(patch: pytest.MonkeyPatch) -> None:
    """Make the bot keep a result in the list of due posts after posting it."""
    patch.setattr(seasons, "end_result_post", lambda *_: None)


Catches = Callable[[Stage, At, pytest.MonkeyPatch], Awaitable[None]]

CAUGHT: dict[Callable[[pytest.MonkeyPatch], None], Catches] = {
    send_posts_claimed_by_others: tests.test_two_processes_post_once,
    skip_search_of_channel: lambda stage, at, _: tests.test_crash_while_posting_gives_one_post(
        stage, at, was_sent=True, is_over=False
    ),
    skip_storing_of_intent: lambda stage, at, patch: tests.test_kill_at_any_commit_gives_one_post(
        stage, at, patch, is_written=True
    ),
    skip_seasons_that_ended_long_ago: lambda stage, at, _: (
        tests.test_bot_that_was_down_at_midnight_posts_once(stage, at)
    ),
    close_on_the_last_evening: lambda stage, at, _: tests.test_season_is_posted_on_its_last_evening(
        stage, at
    ),
    keep_posted_results_due: lambda stage, *_: test_results.test_result_is_posted_once_with_its_poster(stage),
}
"""Every fault, and the test that catches it."""


@pytest.fixture
def at(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> At:
    """A function that sets the bot's time of day without waiting."""
    return lambda now: monkeypatch.setattr(stage.bot.clock, "now_ms", lambda: now)


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_faulty_bot_is_detected(
    stage: Stage, at: At, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await CAUGHT[mutant](stage, at, monkeypatch)
