"""Private panels follow the game, whatever happens while they are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.showing import pages
from bot.tables.clocks import PATIENCE_MS
from tests.bot.faults import LINE_ERRORS, REFRESHING, Faults, Hold
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import started


def other(stage: Stage) -> Any:
    """Who is not to act."""
    return stage.bob if stage.who_acts() is stage.alice else stage.alice


def has_moves(panel: Any) -> bool:
    """Tell whether a panel offers moves."""
    return any(cid.startswith("b:move:") for cid in custom_ids(panel.response))


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
    assert has_moves(panel)


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
    assert not has_moves(panel)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 7")
    await stage.env.advance_time(2)
    assert has_moves(panel)


async def test_a_panel_rests_while_others_play_fast(stage: Stage) -> None:
    """A first move of others shows at once, the next a little later; one's own turn never waits."""
    lobby = await stage.lobby("bull")
    for person in (stage.bob, stage.carol):
        await stage.tap(person, lobby, "join")
    await stage.tap(stage.alice, lobby, "start")
    await stage.env.advance_time(5)
    first, second, third = (
        next(one for one in (stage.alice, stage.bob, stage.carol) if one.id == seat.user_id)
        for seat in (stage.state.seats[(stage.state.acting(human=True)[0] + n) % 3] for n in range(3))
    )
    panel = await stage.tap(third, stage.table_message(), "hand")
    await stage.env.advance_time(5)
    await first.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(0.1)
    assert "single 5" in said(panel.response)
    quick = await stage.tap(first, stage.table_message(), "hand")
    await second.slash(stage.channel, "move", move="call single 6")
    await stage.env.advance_time(0.1)
    assert "single 6" in said(panel.response)  # it is the third's turn
    assert has_moves(panel)
    assert "single 5" in said(quick.response)  # it has just been shown, and nothing is to be done
    await stage.env.advance_time(2)
    assert "single 6" in said(quick.response)


@pytest.mark.parametrize("error", LINE_ERRORS, ids=lambda error: error.__name__)
@pytest.mark.parametrize("times", [1, 4])
async def test_a_failed_refresh_is_tried_again(stage: Stage, error: Any, times: int) -> None:
    """A panel is not dropped because an edit of it failed."""
    await started(stage)
    who = stage.who_acts()
    panel = await stage.tap(other(stage), stage.table_message(), "hand")
    rule = Faults(stage.env).fail(REFRESHING, error, times)
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(30)
    assert rule.met == times
    assert has_moves(panel)


@pytest.mark.parametrize("where", ["drawing", "looking"])
async def test_one_persons_broken_panel_costs_the_others_nothing(
    stage: Stage, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bug in a panel is logged; the table's message, the call and other panels are shown all the same."""
    await started(stage)
    who, waiting = stage.who_acts(), other(stage)
    panel = await stage.tap(waiting, stage.table_message(), "hand")
    await stage.tap(who, stage.table_message(), "hand")
    broken = stage.bot.displays.of(stage.table).panels[who.id]

    def fail(*args: Any) -> Any:
        raise RuntimeError("a bug")

    setattr(broken, "act" if where == "drawing" else "due_at", fail)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5")
    await stage.env.advance_time(5)
    assert stage.table.shown.mark == stage.state.mark
    assert has_moves(panel)
    await stage.env.advance_time(PATIENCE_MS / 1000)
    assert f"<@{waiting.id}>" in said(next(m for m in stage.channel.history() if "<@" in said(m)))
    assert "a bug" in capsys.readouterr().out


async def test_a_panel_of_somebody_who_has_left_is_let_go(stage: Stage) -> None:
    """It shows a seat that a computer player has now, so it follows no longer."""
    await started(stage)
    await stage.tap(stage.alice, stage.table_message(), "hand")
    await stage.resign(stage.alice)
    await stage.env.advance_time(2)
    assert stage.alice.id not in stage.bot.displays.of(stage.table).panels


async def test_a_panel_is_let_go_when_its_token_ends(stage: Stage) -> None:
    """After a quarter of an hour nothing is written to it any more, and the button opens a new one."""
    await started(stage)
    await stage.tap(other(stage), stage.table_message(), "hand")
    await stage.env.advance_time(15 * 60)
    faults = Faults(stage.env)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5")
    await stage.env.advance_time(5)
    assert not [step for step in faults.steps if "/webhooks/" in step]
