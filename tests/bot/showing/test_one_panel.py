"""One live panel for each person and table; what goes wrong in it is told in it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.refused import Refused
from tests.bot.faults import ANSWERING, REFRESHING, Faults, disk_full, unavailable
from tests.bot.people import Stage, custom_ids, options, said
from tests.bot.playing import MakeBot, kill, started


def other(stage: Stage) -> Any:
    """Who is not to act."""
    return stage.bob if stage.who_acts() is stage.alice else stage.alice


async def hand_of(stage: Stage, who: Any) -> Any:
    """Open somebody's panel."""
    return await stage.tap(who, stage.table_message(), "hand")


def move_id(message: Any) -> str:
    """The custom id of a button that plays."""
    return next(custom_id for custom_id in custom_ids(message) if custom_id.startswith("b:move:"))


# --- one of each person -----------------------------------------------------------------------------------


async def test_an_older_panel_points_to_the_newer_one(stage: Stage) -> None:
    """It keeps no controls and no cards; the newer one follows the game alone."""
    await started(stage)
    who = stage.who_acts()
    older = await hand_of(stage, who)
    newer = await hand_of(stage, who)
    await stage.env.advance_time(1)
    assert said(older.response) == "Your hand is in a newer message below."
    assert not custom_ids(older.response)
    assert not older.response.attachments
    assert move_id(newer.response)
    faults = Faults(stage.env)
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(1)
    assert "newer message" in said(newer.response)
    assert len({step for step in faults.steps if "/webhooks/" in step}) == 1


async def test_a_panel_points_although_the_first_try_fails(stage: Stage) -> None:
    """Discord is away for a moment: it is tried again."""
    await started(stage)
    who = stage.who_acts()
    older = await hand_of(stage, who)
    rule = Faults(stage.env).fail(REFRESHING, unavailable, 2)
    await hand_of(stage, who)
    await stage.env.advance_time(10)
    assert rule.met == 2
    assert not custom_ids(older.response)


async def test_others_panels_stay(stage: Stage) -> None:
    """Bob's is not touched when Alice opens another one."""
    await started(stage)
    bobs = await hand_of(stage, stage.bob)
    for _ in range(2):
        await hand_of(stage, stage.alice)
    await stage.env.advance_time(1)
    assert "newer message" not in said(bobs.response)


async def test_a_panel_that_cannot_be_opened_leaves_the_older_one(stage: Stage) -> None:
    """The answer gets lost, so the older one is still the person's panel."""
    await started(stage)
    who = stage.who_acts()
    older = await hand_of(stage, who)
    Faults(stage.env).fail(ANSWERING, unavailable, 3)
    await hand_of(stage, who)
    await stage.env.advance_time(1)
    assert move_id(older.response)


async def test_a_tap_in_an_older_panel_makes_it_the_one(stage: Stage, make_bot: MakeBot) -> None:
    """Two that outlived a restart work; the one that is tapped first becomes a pointer when the other is."""
    await started(stage)
    who = stage.who_acts()
    older = await hand_of(stage, who)
    await kill(stage, make_bot)
    newer = await hand_of(stage, who)
    await who.click(older.response, custom_id=move_id(older.response))
    await stage.env.advance_time(2)
    assert "Waiting for" in said(older.response)
    assert said(newer.response) == "Your hand is in another message above."
    assert not custom_ids(newer.response)


# --- stale ones -------------------------------------------------------------------------------------------


async def test_a_tap_in_a_stale_panel_draws_it_anew(stage: Stage, make_bot: MakeBot) -> None:
    """It was not followed any more: no error, the game as it is now, controls and all."""
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    await kill(stage, make_bot)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5")
    await stage.table.play(stage.state.acting(human=True)[0], "call single 6")
    before = stage.state.seq
    tapped = await who.click(panel.response, custom_id=move_id(panel.response))
    assert stage.state.seq == before
    assert not tapped.followups
    assert "⚠️" not in said(panel.response)
    decision = stage.state.decisions[stage.state.seat_of(who.id) or 0]
    ways = [cid for cid in custom_ids(panel.response) if not cid.startswith("b:look:")]
    assert move_id(panel.response) in ways
    assert all(cid.split(":")[3].split("-")[0] == str(decision) for cid in ways)


async def test_a_panel_from_before_the_end_shows_the_result(stage: Stage, make_bot: MakeBot) -> None:
    """Long after the game a tap on what was “Your turn” shows how it ended, and offers Rematch alone."""
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    await stage.env.advance_time(15 * 60)  # nobody can write to it any more
    table = stage.table
    while not table.state.is_over:
        (seat,) = table.state.acting(human=True)
        assert table.state.match is not None
        legal = [str(move) for move in table.state.match.legal(seat)]
        await table.play(seat, "challenge" if "challenge" in legal else legal[0])
    await stage.env.advance_time(10)
    assert not stage.bot.tables.tables
    assert "Your turn" in said(panel.response)
    await who.click(panel.response, custom_id=move_id(panel.response))
    assert "the last one left" in said(panel.response)
    assert custom_ids(panel.response) == [f"b:rematch:{table.id}"]


async def test_an_open_panel_shows_the_end_by_itself(stage: Stage) -> None:
    """No “Your turn” stays when the game is closed, and no live button but Rematch."""
    await started(stage)
    panel = await hand_of(stage, stage.who_acts())
    await stage.resign(other(stage))
    table = stage.table
    await table.abandon()
    await stage.env.advance_time(3)
    assert custom_ids(panel.response) == [f"b:rematch:{table.id}"]
    assert "Your turn" not in said(panel.response)


# --- what goes wrong --------------------------------------------------------------------------------------


def refuse(stage: Stage, patch: pytest.MonkeyPatch) -> None:
    """Let the table refuse whatever is played."""

    async def refused(*_: Any, **__: Any) -> None:
        raise Refused("move-not-understood")

    patch.setattr(stage.table, "play", refused)


async def test_a_refusal_is_told_in_the_panel(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """On top of it, and nowhere else; the controls stay, and the next change takes the line away."""
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    with monkeypatch.context() as patch:
        refuse(stage, patch)
        tapped = await who.click(panel.response, custom_id=move_id(panel.response))
    assert not tapped.followups
    assert "⚠️ I don’t understand that move" in said(panel.response)
    assert move_id(panel.response)
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(1)
    assert "⚠️" not in said(panel.response)


async def test_what_cannot_be_written_is_told_in_the_panel(stage: Stage) -> None:
    """That nothing was lost; the same button works the next time, and the move counts once."""
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    Faults(stage.env).fail("write append_moves", disk_full)
    before = stage.state.seq
    tapped = await who.click(panel.response, custom_id=move_id(panel.response))
    assert not tapped.followups
    assert "Nothing was lost" in said(panel.response)
    await who.click(panel.response, custom_id=move_id(panel.response))
    assert stage.state.seq == before + 1


async def test_what_was_chosen_stays_when_something_goes_wrong(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to begin again with the first menu."""
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    await stage.choose(who, panel.response, "pick", ["pair"])
    menus = [cid for cid in custom_ids(panel.response) if cid.startswith("s:")]
    assert menus
    assert all(cid.endswith(":pair") for cid in menus)
    refuse(stage, monkeypatch)
    (_, values), *_ = options(panel.response, "pick")
    await stage.choose(who, panel.response, "pick", values[:1])
    assert "⚠️" in said(panel.response)
    assert [cid for cid in custom_ids(panel.response) if cid.startswith("s:")] == menus


async def test_a_refusal_at_the_table_is_told_privately(stage: Stage) -> None:
    """A tap at a public message does not write its error there."""
    await started(stage)
    shown = said(stage.table_message())
    answer = await stage.tap(stage.carol, stage.table_message(), "hand")
    assert answer.response.ephemeral
    assert "not sitting" in said(answer.response)
    assert said(stage.table_message()) == shown
