"""Private panels follow the game, whatever happens while they are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.showing import pages
from bot.tables.clocks import CALL_DELAY_MS
from tests.bot.faults import REFRESHING, Faults, Hold, disconnected, told, too_many
from tests.bot.finding import forbid
from tests.bot.people import Stage, said
from tests.bot.playing import started
from tests.bot.showing.hands import move_ids, other
from tests.bot.voting import three


def drawn_slowly(stage: Stage, hold: Hold, patch: pytest.MonkeyPatch) -> None:
    """Let the drawing of pictures wait."""
    draw = pages.board_picture

    async def slowly(*args: Any) -> bytes:
        await stage.env.external_wait(hold.wait(), reason="a picture is drawn")
        return await draw(*args)

    patch.setattr(pages, "board_picture", slowly)


async def test_a_move_made_while_a_panel_is_drawn_is_shown_in_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel that a person is just opening shows the move that was made meanwhile."""
    await started(stage)
    who, waiting, hold = stage.who_acts(), other(stage), Hold()
    drawn_slowly(stage, hold, monkeypatch)
    panel = await stage.tap(waiting, stage.table_message(), "hand")
    assert panel.response is None
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5")
    hold.release()
    await stage.env.advance_time(2)
    assert stage.who_acts() is waiting is not who
    assert move_ids(panel.response)


async def test_a_move_made_while_a_panel_is_on_its_way_is_shown_in_it(stage: Stage) -> None:
    """The edit is under way with an old position; the new one follows."""
    await started(stage)
    who, waiting = stage.who_acts(), other(stage)
    panel = await stage.tap(waiting, stage.table_message(), "hand")
    hold = Faults(stage.env).hold(REFRESHING)
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(1)
    assert hold.reached.is_set()
    await stage.table.play(stage.state.acting(human=True)[0], "call single 6")
    hold.release()
    await stage.env.advance_time(2)
    assert not move_ids(panel.response)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 7")
    await stage.env.advance_time(2)
    assert move_ids(panel.response)


async def three_play(stage: Stage) -> list[Any]:
    """Start a game of three; give who plays in the order of their turns."""
    await three(stage)
    await stage.env.advance_time(5)
    first, people = stage.state.acting(human=True)[0], (stage.alice, stage.bob, stage.carol)
    return [
        next(one for one in people if one.id == stage.state.seats[(first + n) % 3].user_id) for n in range(3)
    ]


async def test_a_waiting_panel_stands_still_while_others_play(stage: Stage) -> None:
    """No request is made for it, at once or later; its own turn is shown at once, with all that decides."""
    first, second, third = await three_play(stage)
    panel = await stage.tap(third, stage.table_message(), "hand")
    mine = await stage.tap(first, stage.table_message(), "hand")
    await stage.env.advance_time(5)
    assert "Waiting for your turn" in said(panel.response)
    assert len(panel.response.attachments) == 1
    before = said(panel.response)
    await stage.tap(first, mine.response, "move", "call single 5")
    await stage.env.advance_time(5)
    assert said(panel.response) == before
    assert "Waiting for your turn" in said(mine.response)
    faults = Faults(stage.env)
    await second.slash(stage.channel, "move", move="call single 6")
    await stage.env.advance_time(0.1)
    assert move_ids(panel.response)
    assert "single 6" in said(panel.response).lower()
    assert len(panel.response.attachments) == 1
    await stage.env.advance_time(5)
    assert len([step for step in faults.steps if "/webhooks/" in step and "messages" in step]) == 1


async def test_why_a_tap_did_nothing_is_told_until_the_next_play(stage: Stage) -> None:
    """Who waits does not look for their whole wait at what has long been over."""
    first, _, third = await three_play(stage)
    forbid(stage, "attach_files")
    panel = await stage.tap(third, stage.table_message(), "hand")
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    faults = Faults(stage.env)
    await stage.env.advance_time(60)
    assert "I can’t update the table" in said(panel.response)
    await first.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(2)
    assert "I can’t update the table" not in said(panel.response)
    assert "Waiting for your turn" in said(panel.response)
    await stage.env.advance_time(60)
    assert sum(f"/messages/{panel.response.id}" in step or "@original" in step for step in faults.steps) == 1


async def test_a_panel_of_who_waits_keeps_its_hand(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the turn comes, and when it is over, the picture of the hand is not sent again."""
    first, second, third = await three_play(stage)
    panel = await stage.tap(second, stage.table_message(), "hand")
    (hand,) = panel.response.attachments
    await first.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(1)
    assert move_ids(panel.response)
    (kept,) = panel.response.attachments
    assert (kept.id, kept.filename) == (hand.id, hand.filename)
    await stage.tap(second, panel.response, "move", "call single 6")
    assert [one.id for one in panel.response.attachments] == [hand.id]
    assert third is stage.who_acts()


async def test_a_panel_of_who_is_out_rests_while_others_play_fast(stage: Stage) -> None:
    """A first move of others shows at once, the next a little later."""
    people = await three_play(stage)
    while not (out := stage.state.snapshot.view.out):
        (seat,) = stage.state.acting(human=True)
        legal = [str(move) for move in stage.state.match.legal(seat)]
        await stage.table.play(seat, "challenge" if "challenge" in legal else legal[0])
    await stage.env.advance_time(3)
    loser = next(one for one in people if one.id == stage.state.seats[out[0]].user_id)
    panel = await stage.tap(loser, stage.table_message(), "hand")
    await stage.env.advance_time(5)
    for call, shown in (("call single 5", "5"), ("call single 6", "5")):
        await stage.table.play(stage.state.acting(human=True)[0], call)
        await stage.env.advance_time(0.1)
        assert f"single {shown}" in said(panel.response).lower()
    await stage.env.advance_time(2)
    assert "single 6" in said(panel.response).lower()


@pytest.mark.parametrize("error", [too_many, disconnected], ids=told)
async def test_a_failed_refresh_is_tried_again(stage: Stage, error: Any) -> None:
    """A panel is not dropped because an edit of it failed."""
    await started(stage)
    who = stage.who_acts()
    panel = await stage.tap(other(stage), stage.table_message(), "hand")
    rule = Faults(stage.env).fail(REFRESHING, error, 4)
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(30)
    assert rule.met == 4
    assert move_ids(panel.response)


@pytest.mark.parametrize("where", ["drawing", "looking"])
async def test_one_persons_broken_panel_costs_the_others_nothing(
    stage: Stage, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bug in a panel is logged; the table's message, the call and other panels are shown all the same."""
    await started(stage)
    who, waiting = stage.who_acts(), other(stage)
    panel = await stage.tap(waiting, stage.table_message(), "hand")
    await stage.tap(who, stage.table_message(), "hand")
    broken = stage.bot.writer(stage.table).panels[who.id]

    def fail(*args: Any) -> Any:
        raise RuntimeError("a bug")

    setattr(broken, "_follow" if where == "drawing" else "steps", fail)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5")
    await stage.env.advance_time(5)
    assert stage.table.shown.mark == stage.state.mark
    assert move_ids(panel.response)
    await stage.env.advance_time(CALL_DELAY_MS / 1000)
    assert f"<@{waiting.id}>" in said(next(m for m in stage.channel.history() if "<@" in said(m)))
    assert "a bug" in capsys.readouterr().out


async def test_a_panel_of_somebody_who_has_left_is_let_go(stage: Stage) -> None:
    """It shows a seat that a computer player has now, so it follows no longer."""
    await started(stage)
    await stage.tap(stage.alice, stage.table_message(), "hand")
    await stage.resign(stage.alice)
    await stage.env.advance_time(2)
    assert stage.alice.id not in stage.bot.writer(stage.table).panels


async def test_a_panel_is_let_go_when_its_token_ends(stage: Stage) -> None:
    """After a quarter of an hour nothing is written to it any more, and the button opens a new one."""
    await started(stage)
    await stage.tap(other(stage), stage.table_message(), "hand")
    await stage.env.advance_time(15 * 60)
    faults = Faults(stage.env)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5")
    await stage.env.advance_time(5)
    assert not [step for step in faults.steps if "/webhooks/" in step]
