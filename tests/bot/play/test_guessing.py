"""Guessing along: who watches says in private whether a claim is a lie, and the players learn nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.driving import evenings
from bot.tables.crowd import Crowd, Share
from storage.upkeep.privacy import export_person
from tests.bot.faults import Faults
from tests.bot.people import Stage, custom_ids, find_id, parts, raw_click, said
from tests.bot.playing import MakeBot, kill
from tests.bot.voting import dave, erin, three

pytestmark = pytest.mark.usefixtures("forged_taps")


async def claim(stage: Stage, move: str = "call single 5") -> int:
    """Let whoever acts claim something; return the number of the claim."""
    await stage.move(move, 3)
    return stage.state.seq


async def opened(stage: Stage, who: Any) -> Any:
    """Open somebody's panel for guessing."""
    return await stage.tap(who, stage.table_message(), "guessalong")


async def challenge(stage: Stage) -> bool:
    """Let whoever acts challenge; tell whether the call was a lie."""
    seq = stage.state.seq
    await stage.move("challenge", 3)
    return stage.state.crowd.lies[seq]


async def test_who_watches_guesses_and_is_told_with_all_others(stage: Stage) -> None:
    """In a panel that follows the game; the table tells how many believed it, nobody's name."""
    await three(stage)
    watcher, other = dave(stage), erin(stage)
    panel = await opened(stage, watcher)
    assert panel.response.ephemeral
    assert "When the next claim is made" in said(panel.response)
    await claim(stage)
    assert "is it true?" in said(panel.response)
    await stage.tap(watcher, panel.response, "guess", "true")
    assert "You say: **true**" in said(panel.response)
    second = await opened(stage, other)
    await stage.tap(other, second.response, "guess", "true")
    await stage.tap(other, second.response, "guess", "lie")  # changed their mind
    was_lie = await challenge(stage)
    assert "👥 1 of 2 watching believed it" in said(stage.table_message())
    assert ("You were wrong" if was_lie else "You were right") in said(panel.response)
    assert ("You were right" if was_lie else "You were wrong") in said(second.response)
    assert f"right {int(was_lie)} of 1 times" in said(second.response)
    assert "Dave" not in said(stage.table_message())
    await claim(stage)
    assert "watching believed" not in said(stage.table_message())
    assert "is it true?" in said(panel.response)


def public(stage: Stage) -> str:
    """All that stands in the channel, as it goes over the wire."""
    return json.dumps([parts(message) for message in stage.channel.history()])


async def guesses_in_secret(stage: Stage) -> None:
    """Have a claim guessed by two, and look whether anybody else, or the channel, is told anything."""
    await three(stage)
    watchers = [dave(stage), erin(stage)]
    hands = [await stage.tap(who, stage.table_message(), "hand") for who in (stage.alice, stage.bob)]
    waiting = await opened(stage, watchers[1])
    await claim(stage)
    before = public(stage), [parts(hand.response) for hand in hands], parts(waiting.response)
    seen = [stage.state.snapshot.mark, *(stage.state.seen_by(seat).mark for seat in range(3))]
    faults = Faults(stage.env)
    panel = await opened(stage, watchers[0])
    for name in ("true", "lie"):
        await stage.tap(watchers[0], panel.response, "guess", name)
        await stage.env.advance_time(5)
    stage.bot.writer(stage.table).table.changed.set()
    await stage.env.advance_time(5)
    assert before == (public(stage), [parts(hand.response) for hand in hands], parts(waiting.response))
    assert seen == [stage.state.snapshot.mark, *(stage.state.seen_by(seat).mark for seat in range(3))]
    assert [step for step in faults.steps if step.split()[1].startswith("/channels")] == []
    again = await stage.tap(stage.alice, stage.table_message(), "hand")
    assert "watching" not in said(again.response)


async def test_a_guess_changes_nothing_that_others_see(stage: Stage) -> None:
    """No message, no panel, no mark; it costs none of the bot's own allowance."""
    await guesses_in_secret(stage)


async def test_a_crowd_that_tells_too_early_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a share that counts guesses before the verdict the test above fails."""

    def early(crowd: Crowd) -> Share | None:
        said = [one.is_lie for one in crowd.guesses]
        return Share(said.count(False), len(said)) if said else None

    monkeypatch.setattr(Crowd, "share", property(early))
    with pytest.raises(AssertionError):
        await guesses_in_secret(stage)


async def test_who_plays_or_has_seen_hands_does_not_guess(stage: Stage) -> None:
    """Those at the table, who left, and who was shown all hands; nor by forged taps."""
    await three(stage, 1)
    seq = await claim(stage)
    message = stage.table_message()
    refused = raw_click(stage.alice, message, f"b:guess:{stage.table.id}:{seq}:lie")
    await stage.env.advance_time(1)
    assert "Only those who watch, or are out" in said(refused.response)
    assert "Only those who watch" in said((await opened(stage, stage.bob)).response)
    left = await stage.resign(stage.carol)
    assert "You have seen hands" in said((await opened(stage, stage.carol)).response)
    await stage.tap(stage.carol, left.response, "watch")
    assert stage.state.crowd.has_seen_all(stage.carol.id)
    assert stage.state.crowd.share is None


async def test_who_is_out_guesses_until_they_see_all_hands(stage: Stage, make_bot: MakeBot) -> None:
    """Their panel offers both; what they have seen is known after a restart, and so are their guesses."""
    await three(stage)
    while not stage.state.snapshot.gone:
        await claim(stage)
        await stage.move("challenge", 3)
    (out,) = stage.state.snapshot.gone
    who = next(one for one in (stage.alice, stage.bob, stage.carol) if stage.state.seat_of(one.id) == out)
    seq = await claim(stage)
    hand = await stage.tap(who, stage.table_message(), "hand")
    panel = await stage.tap(who, hand.response, "guessalong")
    await stage.tap(who, panel.response, "guess", "lie")
    await kill(stage, make_bot)
    await stage.env.advance_time(5)
    assert stage.state.crowd.guess_of(who.id, seq) is True
    await stage.tap(who, panel.response, "guess", "true")
    assert "You say: **true**" in said(panel.response)
    await stage.tap(who, hand.response, "watch")
    await kill(stage, make_bot)
    await stage.env.advance_time(5)
    was_lie = await challenge(stage)
    assert stage.state.crowd.share == Share(1, 1), was_lie
    await claim(stage)
    late = raw_click(who, panel.response, f"b:guess:{stage.table.id}:{stage.state.seq}:lie")
    await stage.env.advance_time(1)
    assert "You have seen hands" in said(late.response)


async def test_a_tap_that_comes_too_late_shows_what_came_out(stage: Stage) -> None:
    """It counts for nothing."""
    await three(stage)
    watcher = dave(stage)
    panel = await opened(stage, watcher)
    seq = await claim(stage)
    await challenge(stage)
    raw_click(watcher, panel.response, f"b:guess:{stage.table.id}:{seq}:lie")
    await stage.env.advance_time(3)
    assert stage.state.crowd.guesses == ()
    assert "When the next claim is made" in said(panel.response)


async def test_the_host_can_do_without(stage: Stage) -> None:
    """Then the table has no button, and forged taps are refused."""
    lobby = await stage.lobby("bull", 1)
    page = await stage.tap(stage.alice, lobby, "options")
    await stage.tap(stage.alice, page.response, "crowd")
    await stage.env.advance_time(2)
    assert "Who watches can’t guess along" in said(stage.channel.last_message)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    message = stage.table_message()
    with pytest.raises(AssertionError, match="no guessalong"):
        find_id(message, "b", "guessalong")
    answer = raw_click(dave(stage), message, f"b:guessalong:{stage.table.id}")
    await stage.env.advance_time(1)
    assert "Nobody guesses along" in said(answer.response)


@pytest.mark.parametrize("game", ["tomoe", "trick3"])
async def test_where_nobody_claims_anything_there_is_nothing_to_guess(stage: Stage, game: str) -> None:
    """Neither an option nor a button."""
    lobby = await stage.lobby(game, 2)
    page = await stage.tap(stage.alice, lobby, "options")
    assert not any(cid.startswith("b:crowd:") for cid in custom_ids(page.response))
    await stage.tap(stage.alice, lobby, "start")
    assert not any(cid.startswith("b:guessalong:") for cid in custom_ids(stage.table_message()))


async def test_guesses_are_exported_and_deleted(stage: Stage) -> None:
    """Who is forgotten has guessed nothing, in memory neither."""
    await three(stage)
    watcher = dave(stage)
    panel = await opened(stage, watcher)
    seq = await claim(stage)
    await stage.tap(watcher, panel.response, "guess", "lie")
    kept = await stage.bot.store.read(export_person, watcher.id)
    assert kept["guesses"] == [{"table_id": stage.table.id, "seq": seq, "is_lie": 1}]
    asked = await watcher.slash(stage.channel, "privacy delete")
    await stage.tap(watcher, asked.response, "forget")
    await stage.env.advance_time(3)
    assert stage.state.crowd.guesses == ()
    stored = await stage.stored()
    assert stored.guesses == ()


async def test_the_best_guesser_is_told_of_in_the_evening(stage: Stage) -> None:
    """Who was right most often, at least three times; what they guessed is read from the store."""
    await three(stage)
    watcher, other = dave(stage), erin(stage)
    panels = [(watcher, await opened(stage, watcher)), (other, await opened(stage, other))]
    right = count = 0
    while right < 3:
        await claim(stage)
        for who, panel in panels:
            await stage.tap(who, panel.response, "guess", "true" if who is watcher else "lie")
        count, right = count + 1, right + (not await challenge(stage))
        assert stage.state.is_playing
    stored = await stage.stored()
    state = type(stage.state).of(stored)
    assert state.crowd == stage.state.crowd
    best = [one for one in evenings._guesser([state]) if one.said.key == "evening-guesser"]
    wins = state.crowd.tallies()
    first = max(wins, key=lambda one: wins[one].right)
    assert [(one.seats[0].user_id, one.said.args["right"]) for one in best] == [(first, wins[first].right)]
