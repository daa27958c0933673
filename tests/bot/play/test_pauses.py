"""Pauses: who decides them, what they cost nobody, how they end; and how votes are counted."""

from __future__ import annotations

import pytest

from bot.tables import votes
from tests.bot.finding import listen
from tests.bot.people import Stage, raw_click, said
from tests.bot.playing import MakeBot, kill, limit_turns, send_away

MINUTES = 60
DAY = 86_400


pytestmark = pytest.mark.usefixtures("forged_taps")


async def both(stage: Stage, act: str) -> None:
    for who in (stage.alice, stage.bob):
        await stage.decide(who, act)


async def test_nobody_loses_time_by_a_pause(stage: Stage, make_bot: MakeBot) -> None:
    """Nobody can move, no time runs out, not over a restart either; afterwards as much is left as before."""
    await limit_turns(stage, "evening")
    await stage.two()
    await stage.env.advance_time(MINUTES)
    left = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    await both(stage, votes.PAUSE)
    assert stage.state.is_paused
    assert "paused" in said(stage.table_message())
    before = stage.state.seq
    answer = await stage.alice.slash(stage.channel, "move", move="call single 5")
    assert "paused" in said(answer.response)
    await stage.env.advance_time(20 * MINUTES)
    await kill(stage, make_bot, away=20 * MINUTES)
    await stage.env.advance_time(20 * MINUTES)
    assert stage.state.is_paused
    assert stage.state.seq == before
    resumed_at = stage.bot.clock.now_ms()
    await stage.tap(stage.alice, stage.table_message(), "act", "resume")
    assert stage.state.is_paused, "the host alone has let a game go on that counts"
    await stage.tap(stage.bob, stage.table_message(), "act", "resume")
    assert not stage.state.is_paused
    again = (stage.state.row.deadline or 0) - resumed_at
    assert abs(again - left) < 5_000
    await stage.move("call single 5")
    assert stage.state.seq == before + 1
    assert (await stage.kept()).row == stage.state.row


@pytest.mark.parametrize(("clock", "days"), [("evening", 1), ("none", 1), ("week", 7)])
async def test_a_pause_ends_by_itself(stage: Stage, make_bot: MakeBot, clock: str, days: int) -> None:
    """When is said beforehand; then nobody has lost time, and who is waited for is called anew."""
    await limit_turns(stage, clock)
    await stage.two()
    await stage.env.advance_time(10)
    left = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    call = stage.table.shown.call_id
    await both(stage, votes.PAUSE)
    ends = (stage.state.row.paused_at or 0) // 1000 + days * DAY
    assert f"<t:{ends}:R>" in said(stage.table_message())
    await kill(stage, make_bot, away=days * DAY - 60)
    await stage.env.advance_time(10)
    assert stage.state.is_paused
    assert stage.table.shown.call_id == call
    heard = listen(stage)
    await stage.env.advance_time(60)
    assert not stage.state.is_paused
    assert abs((stage.state.row.deadline or 0) - ends * 1000 - left) < 5_000
    assert heard == {stage.who_acts().id: 1}
    assert "The pause is over" in said(stage.table_message())
    assert (await stage.kept()).row == stage.state.row


async def test_nobody_alone_holds_up_a_game_that_counts(stage: Stage) -> None:
    """Not the host, and not whoever is there alone; who decides what is told where it is tapped."""
    await stage.two()
    panel = await stage.decide(stage.alice, votes.PAUSE)
    assert "the host decides nothing alone" in said(panel.response)
    assert not stage.state.is_paused
    assert "For a pause: **Alice**" in said(stage.table_message())
    await send_away(stage.table, 1)
    await stage.env.advance_time(3)
    assert not stage.state.is_paused, "whoever is there alone has held the game up"
    await stage.tap(stage.bob, stage.table_message(), "back")
    await stage.decide(stage.bob, votes.PAUSE)
    assert stage.state.is_paused


async def test_the_host_pauses_alone_where_nothing_counts(stage: Stage) -> None:
    """With a computer player at the table; as often as they like."""
    await stage.three(1)
    for _ in range(2):
        panel = await stage.decide(stage.alice, votes.PAUSE)
        assert stage.state.is_paused
        assert "the host decides alone" in said(panel.response)
        await stage.tap(stage.alice, stage.table_message(), "act", "resume")
        assert not stage.state.is_paused


async def test_a_majority_of_those_who_play_suffices(stage: Stage, make_bot: MakeBot) -> None:
    """One of three does not; the table says who is for it, over a restart; the second does.

    A second tap takes a vote back.
    """
    await stage.three()
    for _ in range(2):
        await stage.decide(stage.bob, votes.PAUSE)
    assert "For a pause" not in said(stage.table_message())
    await stage.decide(stage.bob, votes.PAUSE)
    assert not stage.state.is_paused
    assert "For a pause: **Bob**" in said(stage.table_message())
    await kill(stage, make_bot)
    await stage.env.advance_time(5)
    assert stage.state.row.votes == {"pause": (stage.bob.id,)}
    await stage.decide(stage.carol, votes.PAUSE)
    assert stage.state.is_paused
    assert stage.state.row.votes == {}


async def test_a_vote_is_counted_anew_when_somebody_leaves(stage: Stage) -> None:
    """One of three is no majority; of two neither; alone it is. Who becomes host has not decided as such."""
    lobby = await stage.lobby("bull", 1)  # with a computer player the host alone may decide
    for who in (stage.bob, stage.carol):
        await stage.tap(who, stage.channel.last_message, "join")
    await stage.tap(stage.alice, lobby, "start")
    bob = stage.state.seat_of(stage.bob.id)
    await stage.decide(stage.carol, votes.PAUSE)
    await stage.resign(stage.alice)
    await stage.env.advance_time(3)
    assert stage.state.row.host_id == stage.bob.id
    assert "**Bob** is the host now" in said(stage.table_message())
    assert not stage.state.is_paused
    await send_away(stage.table, bob)
    await stage.env.advance_time(3)
    assert stage.state.is_paused


async def test_who_does_not_sit_there_decides_nothing(stage: Stage) -> None:
    """Neither the panel nor the button of somebody at the table."""
    message = await stage.three()
    other = stage.member("Dave")
    answer = await stage.tap(other, message, "acts")
    assert "not sitting" in said(answer.response)
    forged = raw_click(other, message, f"b:act:{stage.table.id}:pause")
    await stage.env.advance_time(1)
    assert "not sitting" in said(forged.response)
    assert not stage.state.is_paused
