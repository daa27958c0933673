"""Private panels follow the game, whatever happens while they are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.showing import pages
from bot.tables.clocks import CALL_DELAY_MS
from tests.bot.faults import REFRESHING, Faults, Hold, Wrong, disconnected, told, too_many
from tests.bot.finding import forbid
from tests.bot.people import Stage, move_ids, said

FIVE, SIX, SEVEN = (f"call single {rank}" for rank in "567")


async def test_a_move_made_while_a_panel_is_drawn_is_shown_in_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel that a person is just opening shows the move that was made meanwhile."""
    draw, hold = pages.board_picture, Hold()

    async def slowly(*args: Any) -> bytes:
        await stage.env.external_wait(hold.wait(), reason="a picture is drawn")
        return await draw(*args)

    await stage.two()
    waiting = stage.other
    monkeypatch.setattr(pages, "board_picture", slowly)
    panel = await stage.tap(waiting, stage.table_message(), "hand")
    assert panel.response is None
    await stage.play(FIVE)
    hold.release()
    await stage.env.advance_time(2)
    assert stage.who_acts() is waiting
    assert move_ids(panel.response)


async def test_a_move_made_while_a_panel_is_on_its_way_is_shown_in_it(stage: Stage) -> None:
    """The edit is under way with an old position; the new one follows."""
    await stage.two()
    panel = await stage.hand(stage.other)
    hold = Faults(stage.env).hold(REFRESHING)
    await stage.play(FIVE, 1)
    assert hold.reached.is_set()
    await stage.play(SIX)
    hold.release()
    await stage.env.advance_time(2)
    assert not move_ids(panel)
    await stage.play(SEVEN, 2)
    assert move_ids(panel)


async def three_play(stage: Stage) -> list[Any]:
    """Start a game of three; give who plays in the order of their turns."""
    await stage.three()
    await stage.env.advance_time(5)
    first = stage.state.acting(human=True)[0]
    return [stage.person_at((first + n) % 3) for n in range(3)]


async def test_a_waiting_panel_stands_still_while_others_play(stage: Stage) -> None:
    """No request is made for it, at once or later; its own turn is shown at once, with all that decides."""
    first, _, third = await three_play(stage)
    panel, mine = await stage.hand(third), await stage.hand(first)
    await stage.env.advance_time(5)
    assert "Waiting for your turn" in said(panel)
    (hand,) = panel.attachments
    before = said(panel)
    await stage.tap(first, mine, "move", FIVE, seconds=5)
    assert said(panel) == before
    assert "Waiting for your turn" in said(mine)
    faults = Faults(stage.env)
    await stage.play(SIX, 0.1)
    assert move_ids(panel)
    assert "single 6" in said(panel).lower()
    await stage.env.advance_time(5)
    assert len([step for step in faults.steps if "/webhooks/" in step and "messages" in step]) == 1
    assert [(one.id, one.filename) for one in panel.attachments] == [(hand.id, hand.filename)]
    await stage.tap(third, panel, "move", SEVEN)
    assert [one.id for one in panel.attachments] == [hand.id], "the picture of the hand is sent once"


async def test_why_a_tap_did_nothing_is_told_until_the_next_play(stage: Stage) -> None:
    """Who waits does not look for their whole wait at what has long been over."""
    *_, third = await three_play(stage)
    forbid(stage, "attach_files")
    panel = await stage.hand(third)
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    faults = Faults(stage.env)
    await stage.env.advance_time(60)
    assert "I can’t update the table" in said(panel)
    await stage.play(FIVE, 2)
    assert "I can’t update the table" not in said(panel)
    assert "Waiting for your turn" in said(panel)
    await stage.env.advance_time(60)
    assert sum(f"/messages/{panel.id}" in step or "@original" in step for step in faults.steps) == 1


async def test_a_panel_of_who_is_out_rests_while_others_play_fast(stage: Stage) -> None:
    """A first move of others shows at once, the next a little later."""
    await three_play(stage)
    while not (out := stage.state.snapshot.view.out):
        await stage.play("challenge" if "challenge" in stage.legal else None)
    await stage.env.advance_time(3)
    panel = await stage.hand(stage.person_at(out[0]))
    await stage.env.advance_time(5)
    for call in (FIVE, SIX):
        await stage.play(call, 0.1)
        assert "single 5" in said(panel).lower()
    await stage.env.advance_time(2)
    assert "single 6" in said(panel).lower()


@pytest.mark.parametrize("error", [too_many, disconnected], ids=told)
async def test_a_failed_refresh_is_tried_again(stage: Stage, error: Wrong) -> None:
    await stage.two()
    panel = await stage.hand(stage.other)
    rule = Faults(stage.env).fail(REFRESHING, error, 4)
    await stage.play(FIVE, 30)
    assert rule.met == 4
    assert move_ids(panel)


@pytest.mark.parametrize("where", ["_follow", "steps"])
async def test_one_persons_broken_panel_costs_the_others_nothing(
    stage: Stage, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bug in a panel is logged; the table's message, the call and other panels are shown all the same."""
    panels = await stage.both_look()
    waiting = stage.other

    def fail(*args: Any) -> Any:
        raise RuntimeError("a bug")

    setattr(stage.bot.writer(stage.table).panels[stage.who_acts().id], where, fail)
    await stage.play(FIVE, 5)
    assert stage.table.shown.mark == stage.state.mark
    assert move_ids(panels[waiting.id])
    await stage.env.advance_time(CALL_DELAY_MS / 1000)
    assert f"<@{waiting.id}>" in said(stage.calls[0])
    assert "a bug" in capsys.readouterr().out


async def test_a_panel_of_somebody_who_has_left_is_let_go(stage: Stage) -> None:
    """It shows a seat that a computer player has now, so it follows no longer."""
    await stage.two()
    await stage.hand(stage.alice)
    await stage.resign(stage.alice, seconds=2)
    assert stage.alice.id not in stage.bot.writer(stage.table).panels


async def test_a_panel_is_let_go_when_its_token_ends(stage: Stage) -> None:
    """After a quarter of an hour nothing is written to it any more, and the button opens a new one."""
    await stage.two()
    await stage.hand(stage.other)
    await stage.env.advance_time(15 * 60)
    faults = Faults(stage.env)
    await stage.play(FIVE, 5)
    assert not [step for step in faults.steps if "/webhooks/" in step]
