"""A private panel shows the newest position in the end, in whatever order requests arrive or are answered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.faults import ANSWERING, REFRESHING, Faults, Hold, unknown
from tests.bot.people import Stage, options, raw_click
from tests.bot.playing import MakeBot, kill, started
from tests.bot.showing.hands import hand_of, is_waiting, move_ids, other, own_turn


async def overtaken(stage: Stage, heard_first: str) -> Any:
    """Let the answer to a choice in a menu arrive after the answer to a move that was tapped next.

    Args:
        stage: the stage.
        heard_first: of which of the two answers the bot hears first, of the ``choice`` or of the ``move``.

    Returns:
        The panel a while later; nobody has tapped meanwhile.
    """
    who, panel = await own_turn(stage)
    played, (menu, *_) = move_ids(panel)[0], options(panel, "pick")
    faults = Faults(stage.env)
    choice, edit = faults.hold(ANSWERING, 1), faults.hold(REFRESHING, 1)
    raw_click(who, panel, menu[0], component_type=3, values=["pair"])
    await stage.env.settle()
    assert choice.reached.is_set()
    move = faults.hold(ANSWERING, 1, is_done=True) if heard_first == "choice" else Hold()
    raw_click(who, panel, played)
    await stage.env.settle()
    assert is_waiting(panel)
    choice.release()
    await stage.env.settle()
    assert not is_waiting(panel)  # what was drawn first has come last
    move.release()
    edit.release()
    await stage.env.advance_time(5)
    return panel


@pytest.mark.parametrize("heard_first", ["choice", "move"])
async def test_an_answer_that_arrives_after_a_newer_one_is_written_over(
    stage: Stage, heard_first: str
) -> None:
    """Two requests at once may arrive in either order: then the panel is drawn once more."""
    assert is_waiting(await overtaken(stage, heard_first))


async def test_an_edit_whose_token_has_died_leaves_the_panel_to_the_newer_tap(stage: Stage) -> None:
    """The panel that was tapped meanwhile still follows the game, by the token of that tap."""
    await started(stage)
    second = other(stage)
    panel = await hand_of(stage, second)
    edit = Faults(stage.env).hold(REFRESHING, 1, error=unknown)
    await stage.play("call single 5", 1)
    assert edit.reached.is_set()
    decision = stage.state.decisions[stage.state.acting(human=True)[0]]
    raw_click(second, panel, f"b:move:{stage.table.id}:{decision}:call single 6")
    await stage.env.settle()
    assert is_waiting(panel)
    edit.release()
    await stage.env.advance_time(3)
    await stage.play("call single 7", 5)
    assert move_ids(panel)


async def test_a_panel_that_is_tapped_before_its_own_answer_is_heard_stays_the_one(stage: Stage) -> None:
    """Discord shows it before the bot knows: no pointer to another message is written into it."""
    await started(stage)
    who = stage.who_acts()
    faults = Faults(stage.env)
    answer = faults.hold(ANSWERING, 1, is_done=True)
    panel = await hand_of(stage, who)
    await who.click(panel, custom_id=move_ids(panel)[0])
    assert is_waiting(panel)
    answer.release()
    await stage.env.advance_time(5)
    assert is_waiting(panel)
    assert not [step for step in faults.steps if step.startswith("PATCH /webhooks/")]
    await stage.play("call single T", 5)
    assert move_ids(panel)


async def test_two_taps_at_once_in_an_unknown_panel_make_one_of_it(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart nothing is known of it, and both look who it is: it does not point to itself."""
    who, panel = await own_turn(stage)
    await kill(stage, make_bot)
    looking = Faults(stage.env).hold("read load_history", 2)
    for _ in range(2):
        raw_click(who, panel, move_ids(panel)[0])
    await stage.env.settle()
    looking.release()
    await stage.env.advance_time(5)
    assert is_waiting(panel)
