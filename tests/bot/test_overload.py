"""Tests of an overloaded bot: waiting taps are acknowledged, and answered later."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.clock import Signal
from bot.gate import ACKNOWLEDGE_MS, AT_ONCE
from bot.wire.limits import Priority, Route
from tests.bot.people import Stage, custom_ids, find_id, raw_click


@asynccontextmanager
async def busy(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Keep the event loop busy during the context."""
    bot, passing = stage.bot, Signal()

    async def slowly() -> float:
        await bot.clock.wait(passing, None)
        return 0.0

    with monkeypatch.context() as patch:
        patch.setattr(bot.clock, "yield_to_loop", slowly)
        for _ in range(AT_ONCE):
            await bot.gate.enter(None, slowly)
        yield
        for _ in range(AT_ONCE):
            bot.gate.leave()
    passing.set()
    await stage.env.settle()


async def tap_without_waiting(stage: Stage, person: Any, message: Any, verb: str) -> Any:
    """Tap without waiting for the effect; return the interaction."""
    result = raw_click(person, message, find_id(message, "b", verb))
    await stage.env.settle()
    return result


async def tap_during_overload(
    stage: Stage, patch: pytest.MonkeyPatch, person: Any, message: Any, verb: str
) -> Any:
    """Tap while the loop is busy, check the acknowledgement, end the overload; return the interaction."""
    position = stage.state.fingerprint
    async with busy(stage, patch):
        tap = await tap_without_waiting(stage, person, message, verb)
        assert not tap.acknowledged
        await stage.env.advance_time(ACKNOWLEDGE_MS / 1000)
        assert tap.deferred
        assert not tap.followups
        assert stage.state.fingerprint == position
    return tap


def choices(message: Any, *verbs: str) -> list[str]:
    verbs = verbs or ("move", "only", "pick", "way", "cards")
    return [cid for cid in custom_ids(message) if cid.split(":")[1] in verbs]


def private_messages(tap: Any) -> list[Any]:
    """Return the ephemeral follow-ups of an interaction."""
    return [message for message in tap.followups if message.ephemeral]


async def test_delayed_hand_stays_private(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The delayed hand comes as a private message that follows the game."""
    await stage.start_two()
    tap = await tap_during_overload(stage, monkeypatch, stage.player_on_turn(), stage.table_message(), "hand")
    assert [bool(choices(panel)) for panel in private_messages(tap)] == [True]
    for call, is_own in (("call single 5", False), ("call single 6", True)):
        await stage.play(call, 5)
        assert [bool(choices(panel)) for panel in private_messages(tap)] == [is_own]
        assert not choices(stage.table_message(), "pick", "way", "cards")


async def test_delayed_move_is_shown_in_the_tapped_panel(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The delayed move appears in the panel in which it was tapped."""
    await stage.start_two()
    panel = await stage.open_panel(stage.player_on_turn())
    before, position = choices(panel), stage.state.fingerprint
    tap = await tap_during_overload(stage, monkeypatch, stage.player_on_turn(), panel, "move")
    await stage.env.advance_time(5)
    assert stage.state.fingerprint != position
    assert choices(panel) != before
    assert not private_messages(tap)


async def test_only_the_newest_tap_of_a_person_is_handled(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a person's taps are acknowledged, and only the newest is handled."""
    await stage.start_two()
    async with busy(stage, monkeypatch):
        taps = [
            await tap_without_waiting(stage, stage.alice, stage.table_message(), "hand") for _ in range(4)
        ]
        await stage.env.advance_time(ACKNOWLEDGE_MS / 1000)
        assert all(tap.deferred for tap in taps)
    assert [len(tap.followups) for tap in taps] == [0, 0, 0, 1]


async def test_lobbies_commands_and_rules_do_not_wait(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Joins and commands, which cannot wait, are handled at once."""
    lobby = await stage.lobby()
    async with busy(stage, monkeypatch):
        assert (await tap_without_waiting(stage, stage.bob, lobby, "join")).acknowledged
        assert (await stage.carol.slash(stage.channel, "help")).response is not None
    assert len(stage.lobby_state.people) == 2


async def test_updates_of_tables_wait_for_taps(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's message is updated after the overload, with the newest position."""
    await stage.start_two()
    mark = stage.table.sent_row.mark
    async with busy(stage, monkeypatch):
        await stage.play("call single 5", 5)
        assert stage.table.sent_row.mark == mark != stage.state.fingerprint
        await stage.play("call single 6")
    await stage.env.advance_time(5)
    assert stage.table.sent_row.mark == stage.state.fingerprint


async def test_answer_that_waits_for_a_rate_limit_takes_no_place(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a follow-up waits for its channel's rate limit, other taps and steps start as if it were over."""
    await stage.start_two()
    _, most, period_ms = Route.FOLLOW_UP.value
    for _ in range(most):
        async with stage.bot.limits.permit(Priority.PING, Route.FOLLOW_UP, stage.channel.id):
            pass
    tap = await tap_during_overload(stage, monkeypatch, stage.alice, stage.table_message(), "hand")
    assert not private_messages(tap)
    assert stage.bot.gate._is_idle
    await stage.env.advance_time(period_ms / 1000)
    assert len(private_messages(tap)) == 1
    assert stage.bot.gate._is_idle


async def test_tap_with_a_button_of_another_table_is_refused(stage: Stage) -> None:
    lobby = await stage.lobby()
    other = await stage.lobby("lost")
    result = raw_click(stage.bob, other, find_id(lobby, "b", "join"), is_forged=False)
    await stage.env.settle()
    assert not result.acknowledged
    assert [len(table.state.people) for table in stage.lobbies] == [1, 1]
