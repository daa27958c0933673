"""A database that cannot be written for a while: nothing is lost, and play goes on by itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.faults import Faults, disk_full
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import started


async def moves_of(stage: Stage, who: Any) -> tuple[Any, list[str]]:
    """Open somebody's panel; list the moves that it offers."""
    panel = (await stage.tap(who, stage.table_message(), "hand")).response
    return panel, [cid for cid in custom_ids(panel) if cid.startswith("b:move:")]


async def panel_now(stage: Stage, panel: Any) -> str:
    """What a private panel says now."""
    message = stage.env.backend.get_message(stage.channel.id, panel.id)
    return str(message.components)


@pytest.mark.parametrize("times", [1, 4])
async def test_a_move_that_could_not_be_written_is_made_when_it_can(stage: Stage, times: int) -> None:
    """The panel says that nothing was lost; nobody has to tap again, and the move counts once."""
    await started(stage)
    who, before = stage.who_acts(), stage.state.seq
    panel, (move, *_) = await moves_of(stage, who)
    trouble = Faults(stage.env).fail("write append_moves", disk_full, times)
    await who.click(panel, custom_id=move)
    assert "Nothing was lost" in await panel_now(stage, panel)
    assert stage.state.seq == before
    await stage.env.advance_time(60)
    assert trouble.met == times
    assert stage.state.seq == before + 1
    assert "Nothing was lost" not in await panel_now(stage, panel)
    assert stage.who_acts() is not who


async def test_what_is_tapped_later_counts(stage: Stage) -> None:
    """Another move tapped meanwhile takes the place of the one that waits."""
    await started(stage)
    who, before = stage.who_acts(), stage.state.seq
    panel, (first, second, *_) = await moves_of(stage, who)
    trouble = Faults(stage.env).fail("write append_moves", disk_full, None)
    await who.click(panel, custom_id=first)
    await who.click(panel, custom_id=second)
    trouble.end()
    await stage.env.advance_time(60)
    _, move = stage.state.match.moves[before]
    assert second.endswith(str(move))
    assert stage.state.seq == before + 1


async def test_others_are_asked_to_tap_again(stage: Stage) -> None:
    """What is not tried again by itself says so, without an incident number."""
    lobby = await stage.lobby()
    Faults(stage.env).fail("write save_lobby", disk_full)
    answer = await stage.tap(stage.bob, lobby, "join")
    assert "please try again" in said(answer.response)
    assert "number" not in said(answer.response)
