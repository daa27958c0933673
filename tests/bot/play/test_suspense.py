"""Before a moment of truth everybody is in suspense; after it those whom it concerns look on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables import moments
from games.bull.rules import Bull
from tests.bot.faults import SENDING, Faults
from tests.bot.people import Stage, parts, raw_click, said
from tests.bot.play.test_moments import _truths, challenged, make_bot, verbs
from tests.bot.playing import MakeBot, kill, started
from tests.bot.truths import SECONDS, is_showdown
from tests.bot.voting import dave

__all__ = ["_truths", "make_bot"]


def linger(monkeypatch: pytest.MonkeyPatch, suspense: float = 2.0, look: float = 20.0) -> None:
    """Let showdowns be waited for, and looked at, as the rules would have it."""
    monkeypatch.setattr(Bull, "suspense_seconds", lambda rules, view: suspense if is_shown(view) else 0.0)
    monkeypatch.setattr(Bull, "look_seconds", lambda rules, view: look if is_shown(view) else 0.0)


def is_shown(view: Any) -> bool:
    return any(map(is_showdown, view.news))


def of_who_acts(stage: Stage, panels: Any) -> Any:
    """Whoever acts now: their panel, of the caller's and the challenger's."""
    _, (caller, _), *_ = stage.match.moves
    return panels[0 if stage.state.seat_of(stage.who_acts().id) == caller else 1]


async def test_a_challenge_leaves_everybody_in_suspense(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For two seconds hands lie face down and nobody is told, at the table and in panels; then it is said."""
    linger(monkeypatch)
    panels = await challenged(stage)
    messages = [stage.table_message(), panels[0].response, panels[1].response]
    for message in messages:
        assert "The truth about" not in said(message)
        assert "You lost" not in said(message)
        assert "challenges" in said(message)
    assert not any(verbs(panel.response) for panel in panels)
    (later,) = (part for part in parts(stage.table_message()) if "custom_id" in part)
    assert later["disabled"], "nobody goes on before there is anything to see"
    await stage.env.advance_time(2.5)
    assert all("The truth about" in said(m) for m in (stage.table_message(), *[p.response for p in panels]))
    assert all(verbs(panel.response) == {"goon"} for panel in panels)


async def test_the_log_keeps_the_secret_as_well(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens it in these two seconds reads of the call, and only afterwards how it ended."""
    linger(monkeypatch)
    await challenged(stage)

    async def log() -> str:
        answer = raw_click(stage.carol, stage.table_message(), f"b:log:{stage.table.id}")
        await stage.env.advance_time(0.1)
        return said(answer.response)

    before = await log()
    assert "calls" in before
    assert "challenged" not in before
    await stage.env.advance_time(2.5)
    assert "challenged" in await log()


async def test_a_log_that_tells_at_once_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: nothing is left out."""
    monkeypatch.setattr("bot.tables.state.before_last_move", lambda news: news)
    with pytest.raises(AssertionError):
        await test_the_log_keeps_the_secret_as_well(stage, monkeypatch)


async def test_suspense_whose_answer_gets_lost_stands_there_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody has talked, so the question is sent anew, and found again: the one before is deleted."""
    linger(monkeypatch, suspense=30.0)
    await challenged(stage)
    stage.env.backend.create_message(stage.channel.id, stage.alice.id, content="Well?")
    lost = Faults(stage.env).lose(SENDING)
    stage.bot.writer(stage.table).to_bottom()
    await stage.env.advance_time(10)
    assert lost.met == 1
    assert [message.id for message in stage.channel.history() if "challenges" in said(message)] == [
        stage.table.shown.message_id
    ]


async def test_whom_it_concerns_looks_on_while_play_goes_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is at the next turn; the panel of who is to act has the verdict until *Next* is tapped."""
    linger(monkeypatch)
    panels = await challenged(stage)
    await stage.env.advance_time(SECONDS + 3)
    assert stage.state.hold is None
    assert "turn" in said(stage.table_message())
    for panel in panels:
        assert "The truth about" in said(panel.response)
        assert verbs(panel.response) == {"goon"}
    who, mine = stage.who_acts(), of_who_acts(stage, panels)
    await stage.tap(who, mine.response, "goon")
    assert "The truth about" not in said(mine.response)
    assert "move" in verbs(mine.response)
    other = next(panel for panel in panels if panel is not mine)
    assert verbs(other.response) == {"goon"}, "others look on"


async def test_who_has_tapped_next_is_not_told_again(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict is gone from the panel, whoever is to act; who has not tapped has it still."""
    linger(monkeypatch)
    panels = await challenged(stage)
    await stage.env.advance_time(SECONDS + 3)
    assert all(stage.state.verdict(seat) for seat in range(2))
    who, mine = stage.who_acts(), of_who_acts(stage, panels)
    seat = stage.state.seat_of(who.id)
    await stage.tap(who, mine.response, "goon")
    assert stage.state.verdict(seat) is None
    assert "You " not in said(mine.response)
    assert stage.state.verdict(1 - seat) is not None


async def test_a_verdict_that_comes_again_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: nobody notes who has tapped."""
    monkeypatch.setattr("bot.tables.moments.gone_on", lambda state, seat, seq: moments.looked_away(state))
    with pytest.raises(AssertionError):
        await test_who_has_tapped_next_is_not_told_again(stage, monkeypatch)


async def test_the_look_ends_by_itself(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty seconds after it came to light, whoever has not tapped anything; the game never waits for it."""
    linger(monkeypatch)
    panels = await challenged(stage)
    await stage.env.advance_time(17)
    assert all(verbs(panel.response) == {"goon"} for panel in panels)
    await stage.env.advance_time(4)
    assert not any("goon" in verbs(panel.response) for panel in panels)


async def test_a_restart_neither_loses_nor_repeats_the_look(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens a panel after it sees what is left of the twenty seconds, and no more."""
    linger(monkeypatch)
    await challenged(stage)
    await stage.env.advance_time(SECONDS + 3)
    assert stage.state.hold is None
    await kill(stage, make_bot)
    await stage.env.advance_time(1)
    panel = await stage.tap(stage.alice, stage.table_message(), "hand")
    assert "The truth about" in said(panel.response)
    await stage.env.advance_time(20)
    assert "The truth about" not in said(panel.response)
    await kill(stage, make_bot)
    await stage.env.advance_time(1)
    again = await stage.tap(stage.alice, stage.table_message(), "hand")
    assert "The truth about" not in said(again.response)


async def test_who_watches_guesses_until_it_comes_to_light(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In suspense, too: nobody is told how many believe it, nor who guesses whether they are right."""
    linger(monkeypatch)
    await started(stage)
    watcher = dave(stage)
    panel = await stage.tap(watcher, stage.table_message(), "guessalong")
    for move in ("call single 5", "challenge"):
        await stage.move(move, 0.5)
    assert stage.state.in_suspense
    assert "is it true?" in said(panel.response)
    await stage.tap(watcher, panel.response, "guess", "lie")
    await stage.env.advance_time(0.5)
    assert stage.state.in_suspense
    assert "watching believed" not in said(stage.table_message())
    assert "You say: **a lie**" in said(panel.response)
    assert "right" not in said(panel.response)
    await stage.env.advance_time(2)
    assert "👥 0 of 1 watching believed it" in said(stage.table_message())
    assert "You were" in said(panel.response)
