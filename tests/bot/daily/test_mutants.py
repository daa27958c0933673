"""Checks that the tests of daily puzzles and of sharing fail when the bot tells or posts wrongly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot import publishing
from bot.daily import hand, puzzles
from bot.tables import snapshot
from storage import daily, people
from tests.bot import test_publishing
from tests.bot.daily import test_daily
from tests.bot.people import Stage

_first_date = test_publishing._first_date


def tell_solutions_early(patch: pytest.MonkeyPatch) -> None:
    """Make the bot post the solution when the date is over in the first time zone."""
    patch.setattr("bot.daily.hand.newest_public_solution", lambda now: puzzles.number_at(now) - 1)


def ignore_permission_to_write(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(publishing, "_may_write", lambda interaction: True)


def ignore_bans_of_members(patch: pytest.MonkeyPatch) -> None:
    """Make the server's board name banned people who answer."""
    patch.setattr(daily, "is_banned", lambda *_: False)


def forget_deleted_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(daily, "has_deleted_answer", lambda *_: False)


def post_without_wait(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(people, "_end_of_wait", lambda *_: 0)


def forget_posts(patch: pytest.MonkeyPatch) -> None:
    """Make the bot forget what a person has posted as soon as it is posted."""
    end_sharing = people.end_sharing

    def forget(conn: Any, channel_id: int, thing: str, message_id: int | None) -> None:
        end_sharing(conn, channel_id, thing, None)

    patch.setattr(publishing, "end_sharing", forget)


def frame_the_best_cards(patch: pytest.MonkeyPatch) -> None:
    """Make the question of a puzzle frame the same cards as the panel of a game."""
    patch.setattr(snapshot, "without_suggestions", lambda scene: scene)


async def read_questions(stage: Stage) -> None:
    # The snapshots of puzzles are cached.
    hand.puzzle_snapshot.cache_clear()
    try:
        test_daily.test_question_frames_no_card_of_the_hand("en")
    finally:
        hand.puzzle_snapshot.cache_clear()


async def post_position_again(stage: Stage) -> None:
    table = await test_publishing.prepare(stage)
    await test_publishing.position(stage, table)
    posted = test_publishing.public_messages(stage)
    await stage.env.advance_time(7200)
    assert "already" in await test_publishing.position(stage, table)
    assert test_publishing.public_messages(stage) == posted


CAUGHT: dict[Callable[[pytest.MonkeyPatch], None], Callable[[Stage], Awaitable[None]]] = {
    tell_solutions_early: lambda stage: test_daily.test_solution_is_told_only_when_answers_no_longer_count(
        stage, None, "Pacific/Kiritimati"
    ),
    ignore_permission_to_write: lambda stage: test_publishing.test_posting_needs_permission_to_write(
        stage, test_publishing.daily_by_button
    ),
    ignore_bans_of_members: test_daily.test_banned_people_answer_in_private_and_are_on_no_board,
    forget_deleted_answers: lambda stage: test_daily.test_answer_after_deletion_of_data_does_not_count(
        stage, None
    ),
    post_without_wait: lambda stage: test_publishing.test_people_wait_between_posts(stage, None),
    forget_posts: post_position_again,
    frame_the_best_cards: read_questions,
}
"""Every fault, and the test that catches it."""


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_faulty_bot_is_detected(
    stage: Stage,
    rare_beats: None,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch], None],
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await CAUGHT[mutant](stage)
