"""Moments of truth: what came to light stands alone, at the table and in every panel, before play goes on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.chance import SeededChance
from bot.client import Tefuda
from bot.simulated import SimulatedClock, simulated_client
from bot.tables.clocks import CALL_DELAY_MS
from games.core.rules import CHANCE
from storage.tables.absence import beat
from tests.bot.conftest import config_for
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import MakeBot, kill, limit_turns, started
from tests.bot.tables.alone import acting
from tests.bot.truths import SECONDS, is_anything, tell_truths, truth_texts


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[[SimulatedClock], Tefuda]:
    """Make bots that let moments of truth stand."""
    seeds = itertools.count(1)
    return lambda clock: simulated_client(config_for(tmp_path, moments=1), clock, SeededChance(next(seeds)))


@pytest.fixture(autouse=True)
def _truths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every showdown be a moment of truth."""
    tell_truths(monkeypatch)
    with truth_texts():
        yield


def verbs(message: Any) -> set[str]:
    """What can be tapped."""
    return {custom_id.split(":")[1] for custom_id in custom_ids(message)}


def calls(stage: Stage) -> list[Any]:
    """The messages that call somebody."""
    return [message for message in stage.channel.history() if "<@" in said(message)]


async def challenged(stage: Stage) -> tuple[Any, Any]:
    """Somebody calls, the other one challenges; give the panels of both, who called first."""
    await started(stage)
    caller = stage.who_acts()
    await caller.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(2)
    challenger = stage.who_acts()
    panels = [await stage.tap(who, stage.table_message(), "hand") for who in (caller, challenger)]
    await stage.tap(challenger, panels[1].response, "move", "challenge")
    await stage.env.advance_time(1.5)
    return panels[0], panels[1]


@pytest.mark.parametrize("left", [2.0, 0.0], ids=["in it", "at its end"])
async def test_a_bot_that_is_away_in_a_moment_takes_nobodys_time(
    stage: Stage, make_bot: MakeBot, left: float
) -> None:
    """Who acts next has a whole turn afterwards, has not been late, and has the extra time still."""
    await limit_turns(stage, "blitz")
    await challenged(stage)
    hold = stage.state.hold
    await stage.env.advance_time(max(0.0, (hold.until - stage.bot.clock.now_ms()) / 1000 - left - 0.1))
    assert stage.state.hold is not None
    await stage.bot.store.write(beat, stage.bot.clock.now_ms())
    await kill(stage, make_bot, away=3600)
    await stage.env.advance_time(4)
    assert stage.state.hold is None
    (seat,) = stage.state.acting(human=True)
    row = stage.state.seats[seat]
    time = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    assert 45_000 - 4_000 <= time <= 45_000 + 1000 * SECONDS
    assert (row.grace, row.away) == (None, False)


async def test_what_came_to_light_stands_alone(stage: Stage) -> None:
    """No deal, no turn, nothing to be played: headline, line, picture, and a button that ends it.

    Every open panel says it in the person's own terms: one lost and one won.
    """
    panels = await challenged(stage)
    assert stage.state.to_act == CHANCE
    message = stage.table_message()
    assert "The truth about" in said(message)
    assert "Nobody had guessed." in said(message)
    assert "turn" not in said(message)
    assert verbs(message) == {"goon"}
    assert message.attachments
    assert stage.table.shown.mark == stage.state.mark
    assert not calls(stage)
    told = sorted("You lost" in said(panel.response) for panel in panels)
    assert told == [False, True]
    assert all("The truth about" in said(panel.response) for panel in panels)
    assert all(verbs(panel.response) == {"goon"} for panel in panels)


async def test_play_goes_on_after_a_while(stage: Stage) -> None:
    """So many seconds after the play and not before: then the next round is dealt, shown and called for."""
    await challenged(stage)
    before = stage.state
    await stage.env.advance_time(SECONDS - 2)
    assert stage.state is before
    await stage.env.advance_time(2)
    assert stage.state.seq == before.seq + 1
    assert isinstance(stage.state.to_act, tuple)
    assert "The truth about" not in said(stage.table_message())
    assert "turn" in said(stage.table_message())
    assert not calls(stage)  # whose turn it is has just tapped, and is told by the panel
    await stage.env.advance_time(CALL_DELAY_MS / 1000)
    assert len(calls(stage)) == 1


async def test_the_deal_is_the_one_that_would_have_been_made_at_once(stage: Stage) -> None:
    """Holding changes neither the order of moves nor a shuffle."""
    await started(stage)
    await stage.move("call single 5")
    (seat,) = stage.state.acting(human=True)
    at_once = stage.state.played(seat, "challenge").dealt()
    await stage.move("challenge")
    await stage.env.advance_time(SECONDS + 1)
    assert stage.match.moves == at_once.match.moves
    assert stage.state.decisions == at_once.decisions


async def test_play_goes_on_when_all_have_seen_enough(stage: Stage) -> None:
    """One tap in a panel and one at the table; until the second, the first waits, and no spectator counts."""
    panels = await challenged(stage)
    before = stage.state.seq
    await stage.tap(stage.carol, stage.table_message(), "goon")
    await stage.tap(stage.alice, alices(stage, panels), "goon")
    assert stage.state.hold is not None
    assert "Waiting for **Bob**" in said(alices(stage, panels))
    assert verbs(alices(stage, panels)) == set()
    await stage.tap(stage.alice, stage.table_message(), "goon")  # one person twice is one person
    assert stage.state.hold is not None
    await stage.tap(stage.bob, stage.table_message(), "goon")
    assert stage.state.hold is None
    await stage.env.advance_time(0.5)
    assert stage.state.seq == before + 1


def alices(stage: Stage, panels: tuple[Any, Any]) -> Any:
    """Alice's of two panels, of who called and who challenged: the seat that moved last challenged."""
    actor, _ = stage.match.moves[-1]
    return panels[1 if stage.state.seats[int(actor)].user_id == stage.alice.id else 0].response


async def test_somebody_who_leaves_is_not_waited_for(stage: Stage) -> None:
    """The one who stays has seen enough already: play goes on."""
    await challenged(stage)
    await stage.tap(stage.alice, stage.table_message(), "goon")
    await stage.resign(stage.bob)
    await stage.env.advance_time(0.5)
    assert stage.state.hold is None


async def test_the_verdict_stays_until_ones_own_next_move(stage: Stage) -> None:
    """On top of the panel, in the next round too; who has moved has read it."""
    panels = await challenged(stage)
    await stage.env.advance_time(SECONDS + 1)
    assert all("You lost" in said(panel.response) or "You won" in said(panel.response) for panel in panels)
    who = stage.who_acts()
    await who.slash(stage.channel, "move", move="call single 6")
    await stage.env.advance_time(1)
    seat = stage.state.seat_of(who.id)
    assert stage.state.verdict(seat) is None
    assert stage.state.verdict(1 - seat) is not None


async def test_a_restart_in_the_middle_lets_it_stand_as_long_as_it_would_have(
    stage: Stage, make_bot: MakeBot
) -> None:
    """The time of the last move is in the log: the rest of the time is left, and the message stays."""
    await challenged(stage)
    mark, verdicts = stage.state.mark, [stage.state.verdict(seat) for seat in range(2)]
    await kill(stage, make_bot)
    await stage.env.advance_time(1)
    assert stage.state.hold is not None
    assert stage.state.mark == mark == stage.table.shown.mark
    assert [stage.state.verdict(seat) for seat in range(2)] == verdicts
    await stage.env.advance_time(SECONDS)
    assert stage.state.hold is None
    assert stage.state.to_act != CHANCE


async def test_a_bot_that_died_between_play_and_deal_deals(stage: Stage, make_bot: MakeBot) -> None:
    """It was away for longer than the moment stood: it deals, once, and calls who is to act."""
    await challenged(stage)
    before = stage.state
    await kill(stage, make_bot, away=60)
    await stage.env.advance_time(5)
    assert stage.match.moves == before.dealt().match.moves
    assert len(calls(stage)) == 1


async def test_time_is_given_from_the_end_of_the_moment(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn of 45 seconds is that long, however long there was something to be seen first."""
    tell_truths(monkeypatch, is_anything)
    await limit_turns(stage)
    await started(stage)
    await stage.move("call single 5")
    assert stage.state.row.deadline == stage.state.hold.until + 45_000
    await stage.env.advance_time(SECONDS + 44)
    assert all(seat.grace is None for seat in stage.state.seats)
    await stage.env.advance_time(2)
    assert any(seat.grace is not None for seat in stage.state.seats)


async def test_the_others_of_a_moment_get_no_extra_call(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is next is called when it is over, once, and not while it stands."""
    tell_truths(monkeypatch, is_anything)
    await started(stage)
    await stage.move("call single 5", 1)
    held = stage.state
    assert not calls(stage)
    await stage.env.advance_time(SECONDS)
    assert len(calls(stage)) == 1
    assert stage.state.seq == held.seq
    assert stage.state.mark != held.mark


async def test_a_moment_comes_to_the_bottom_of_the_talk(stage: Stage) -> None:
    """Somebody has talked meanwhile: what came to light is not left behind."""
    await started(stage)
    await stage.move("call single 5", 3)
    await stage.carol.send(stage.channel, "hello there")
    await stage.move("challenge", 2)
    assert stage.state.hold is not None
    assert verbs(stage.channel.last_message) == {"goon"}


async def test_who_has_seen_enough_may_play(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose turn it is goes on in the own panel while the others look, and a move ends the moment."""
    tell_truths(monkeypatch, is_anything)
    await started(stage)
    first = stage.who_acts()
    second = stage.bob if first is stage.alice else stage.alice
    panel = await stage.tap(second, stage.table_message(), "hand")
    await first.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(1.5)
    assert verbs(panel.response) == {"goon"}
    await stage.tap(second, panel.response, "goon")
    assert stage.state.hold is not None
    assert "move" in verbs(panel.response)
    assert verbs(stage.table_message()) == {"goon"}
    before = stage.state.seq
    await second.slash(stage.channel, "move", move="call single 6")
    assert stage.state.seq == before + 1
    assert stage.state.hold.gone_on == frozenset()


async def test_a_typed_move_ends_a_moment(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to tap anything first."""
    await started(stage)
    tell_truths(monkeypatch, is_anything)
    await stage.move("call single 5")
    tell_truths(monkeypatch)
    before = stage.state
    assert before.hold is not None
    (seat,) = before.awaited(human=True)
    await stage.person_at(seat).slash(stage.channel, "move", move="call single 6")
    assert stage.state.seq == before.seq + 1
    assert stage.state.hold is None


async def test_the_end_comes_after_its_moment(stage: Stage) -> None:
    """The last showdown stands first, at the table and in the panels; then comes the result, in both."""
    await started(stage)
    table = stage.table
    panel = await stage.tap(stage.alice, stage.table_message(), "hand")
    while not table.state.is_over:
        if table.state.hold is not None:
            await stage.env.advance_time(SECONDS + 1)
            continue
        await table.play(acting(table), "challenge" if "challenge" in stage.legal else stage.legal[0])
    await stage.env.advance_time(1.5)
    message = stage.table_message(table)
    assert verbs(message) == verbs(panel.response) == {"goon"}
    assert "🏆" not in said(message)
    before = message.id
    assert "the last one left" not in said(panel.response)
    await stage.env.advance_time(SECONDS)
    message = stage.table_message(table)
    assert message.id > before  # a message of its own, and the other one is gone
    assert before not in {other.id for other in stage.channel.history()}
    assert "rematch" in verbs(message)
    assert "🏆" in said(message)
    assert "the last one left" in said(panel.response)
    assert "move" not in verbs(panel.response)
    await stage.env.advance_time(5)
    assert table.shown.settled
