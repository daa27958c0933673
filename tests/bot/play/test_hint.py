"""Hints: what a strong player would do, if the table allows it."""

from __future__ import annotations

from typing import Any

from tests.bot.judging import Judge
from tests.bot.people import Stage, custom_ids, raw_click, said


def has_hint(panel: Any) -> bool:
    """Tell whether a panel offers a hint."""
    return any(":hint:" in custom_id for custom_id in custom_ids(panel))


async def own_turn(stage: Stage) -> Any:
    """Let Alice play with a computer player, and open her hand when it is her turn."""
    await stage.begin(computers=1)
    await stage.env.advance_time(3)
    return (await stage.tap(stage.alice, stage.table_message(), "hand")).response


async def test_against_computers_one_may_ask(stage: Stage, judge: Judge) -> None:
    """The move stands in the panel, with chances, from this person's view; nothing is played by it."""
    panel = await own_turn(stage)
    before, (seat,) = stage.state.seq, stage.state.acting(human=True)
    await stage.tap(stage.alice, panel, "hint")
    assert "your chance to win: 62%; you’d be caught 30% of the time" in said(panel)
    assert "⚠️" not in said(panel)
    assert stage.state.seq == before
    (asked,) = judge.asked
    assert (asked.view, asked.legal) == (stage.match.view(seat), stage.match.legal(seat))


async def test_a_claim_that_is_never_caught_says_nothing_of_it(stage: Stage, judge: Judge) -> None:
    """What rounds to no risk at all is not worth a word; the chances are told as ever."""
    judge.risk = 0.004
    panel = await own_turn(stage)
    await stage.tap(stage.alice, panel, "hint")
    assert "your chance to win: 62%" in said(panel)
    assert "caught" not in said(panel)


async def test_among_people_nobody_is_told_unless_the_host_allows_it(stage: Stage, judge: Judge) -> None:
    """Such games are rated; a button of another table's panel is of no use either."""
    await stage.begin(stage.bob)
    person = stage.who_acts()
    panel = (await stage.tap(person, stage.table_message(), "hand")).response
    assert not has_hint(panel)
    decision = stage.state.decisions[stage.state.acting(human=True)[0]]
    raw_click(person, panel, f"b:hint:{stage.table.id}:{decision}")
    await stage.env.settle()
    assert not judge.asked


async def test_the_host_allows_it_and_takes_it_back(stage: Stage, judge: Judge) -> None:
    """The lobby says so; it stays so when the game begins, and after a restart."""
    lobby = await stage.lobby("bull")
    options = (await stage.tap(stage.alice, lobby, "options")).response
    await stage.tap(stage.alice, options, "hints", "on")
    await stage.tap(stage.alice, options, "hints", "off")
    assert not stage.opened.snapshot.hints
    await stage.tap(stage.alice, options, "hints", "on")
    await stage.tap(stage.bob, lobby, "join")
    assert "Hints: on" in said(stage.channel.last_message)
    await stage.tap(stage.alice, lobby, "start")
    await stage.env.advance_time(3)
    panel = (await stage.tap(stage.who_acts(), stage.table_message(), "hand")).response
    assert has_hint(panel)
    stored = await stage.stored()
    assert stored.table.hints is True


async def test_a_hint_that_cannot_be_had_is_said_so(stage: Stage, judge: Judge) -> None:
    """The panel stays usable."""
    judge.knows = False
    panel = await own_turn(stage)
    await stage.tap(stage.alice, panel, "hint")
    assert "can’t tell just now" in said(panel)
    assert has_hint(panel)


async def test_a_hint_for_a_decision_that_is_gone_says_nothing(stage: Stage, judge: Judge) -> None:
    """An old panel is drawn anew instead."""
    panel = await own_turn(stage)
    raw_click(stage.alice, panel, f"b:hint:{stage.table.id}:9999")
    await stage.env.settle()
    assert not judge.asked
    assert "💡 **" not in said(panel)
