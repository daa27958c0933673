"""A database that cannot be written for a while: nothing is lost, and play goes on by itself."""

from __future__ import annotations

import pytest

from tests.bot.faults import Faults, disk_full
from tests.bot.people import Stage, said
from tests.bot.showing.hands import move_ids, own_turn


@pytest.mark.parametrize("times", [1, 4])
async def test_a_move_that_could_not_be_written_is_made_when_it_can(stage: Stage, times: int) -> None:
    """The panel says that nothing was lost; nobody has to tap again, and the move counts once."""
    who, panel = await own_turn(stage)
    before = stage.state.seq
    trouble = Faults(stage.env).fail("write append_moves", disk_full, times)
    tapped = await who.click(panel, custom_id=move_ids(panel)[0])
    assert not tapped.followups
    assert "Nothing was lost" in said(panel)
    assert stage.state.seq == before
    await stage.env.advance_time(60)
    assert trouble.met == times
    assert stage.state.seq == before + 1
    assert "Nothing was lost" not in said(panel)
    assert stage.who_acts() is not who


async def test_what_is_tapped_later_counts(stage: Stage) -> None:
    """Another move tapped meanwhile takes the place of the one that waits."""
    who, panel = await own_turn(stage)
    before, (first, second, *_) = stage.state.seq, move_ids(panel)
    trouble = Faults(stage.env).fail("write append_moves", disk_full, None)
    for move in (first, second):
        await who.click(panel, custom_id=move)
    trouble.end()
    await stage.env.advance_time(60)
    assert second.endswith(str(stage.match.moves[before][1]))
    assert stage.state.seq == before + 1


async def test_others_are_asked_to_tap_again(stage: Stage) -> None:
    """What is not tried again by itself says so, without an incident number."""
    lobby = await stage.lobby()
    Faults(stage.env).fail("write save_lobby", disk_full)
    answer = await stage.tap(stage.bob, lobby, "join")
    assert "please try again" in said(answer.response)
    assert "number" not in said(answer.response)
