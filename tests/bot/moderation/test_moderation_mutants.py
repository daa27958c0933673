"""Checks that the tests of moderation fail when banned people moderate, or when hosts fill the log."""

from __future__ import annotations

from typing import Any

import pytest

from bot import moderation
from bot.moderation import new_log_entry
from storage import people
from tests.bot.moderation import test_moderation as order
from tests.bot.people import Stage


async def ignore_ban(*_: object) -> None:
    """A check that finds no ban."""


async def allow_everybody(*_: object) -> None:
    """Raise nothing, so that everybody may moderate."""


def count_hosts_as_moderators(*args: Any, is_host: bool, **facts: Any) -> Any:
    """Return a log entry in which a host looks like a moderator."""
    return new_log_entry(*args, is_host=False, **facts)


MODERATOR_RIGHTS: dict[str, Any] = {
    "a banned moderator may moderate": (moderation, "current_ban", ignore_ban),
    "taps are not checked": (moderation, "check_moderator", allow_everybody),
}


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", MODERATOR_RIGHTS)
async def test_banned_moderator_who_acts_is_detected(
    mutant: str,
    stage: Stage,
    keeper: Any,
    moderator: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(*MODERATOR_RIGHTS[mutant])
    with pytest.raises(AssertionError):
        await order.test_banned_moderator_cannot_moderate(stage, keeper, moderator, "role")


@pytest.mark.mutants
async def test_kept_entries_of_hosts_are_detected(
    stage: Stage, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.moderation.new_log_entry", count_hosts_as_moderators)
    with pytest.raises(AssertionError):
        await order.test_hosts_do_not_fill_the_moderation_log(stage, moderator, monkeypatch)


@pytest.mark.mutants
async def test_unrecognized_person_is_detected(
    stage: Stage, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "_recognize", lambda *_: {})
    with pytest.raises(AssertionError):
        await order.test_running_game_continues_for_banned_people(stage, moderator)
