"""Who is called, and when: who looks at an open panel is told by that, and is never left uncalled for it."""

from __future__ import annotations

import functools
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import simcord
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.chance import SeededChance
from bot.driving.table import Table
from bot.simulated import SimulatedClock, simulated_client
from bot.tables import clocks
from bot.wire.exchange import TOKEN_MS
from bot.wire.transport import Transport
from storage.errors import StorageError
from tests.bot.conftest import config_for
from tests.bot.faults import REFRESHING, Faults, unavailable
from tests.bot.people import LONGEST_SETTLING, Stage, custom_ids, said
from tests.bot.playing import MakeBot, kill, started
from tests.bot.tables.alone import NOON
from tests.bot.tables.positions import a_game

PATIENCE = clocks.CALL_DELAY_MS / 1000


def calls(stage: Stage) -> list[str]:
    """What calls there are in the channel."""
    return [said(message) for message in stage.channel.history() if "<@" in said(message)]


def pings(stage: Stage) -> list[str]:
    """List the messages that were sent into the channel by the bot itself."""
    return [r.path for r in stage.env.http_requests if r.method == "POST" and r.path.startswith("/channels")]


async def looking(stage: Stage) -> dict[int, Any]:
    """Let Alice and Bob start, and open their panels; give the panels by person."""
    await started(stage)
    return {who.id: await stage.tap(who, stage.table_message(), "hand") for who in (stage.alice, stage.bob)}


async def play(stage: Stage, panels: dict[int, Any]) -> Any:
    """Let whoever is to act tap a move in the panel; give who."""
    who = stage.who_acts()
    panel = panels[who.id].response
    moves = [cid for cid in custom_ids(panel) if cid.startswith("b:move:")]
    await who.click(panel, custom_id=moves[-1])
    await stage.env.advance_time(3)
    return who


async def test_nobody_who_looks_is_called(stage: Stage) -> None:
    """Two play in their panels: the call that stood goes, and no other is sent."""
    panels = await looking(stage)
    assert len(calls(stage)) == 1
    await play(stage, panels)
    before = len(pings(stage))
    for _ in range(3):
        assert not calls(stage)
        await play(stage, panels)
        await stage.env.advance_time(PATIENCE - 4)
    assert len(pings(stage)) == before


async def test_who_looks_and_does_nothing_is_called_after_all(stage: Stage) -> None:
    """Once, some time later."""
    panels = await looking(stage)
    await play(stage, panels)
    late = stage.who_acts()
    await stage.env.advance_time(PATIENCE - 4)
    assert not calls(stage)
    await stage.env.advance_time(2)
    assert [f"<@{late.id}>" in call for call in calls(stage)] == [True]
    sent = len(pings(stage))
    await stage.env.advance_time(10 * PATIENCE)
    assert len(pings(stage)) == sent


@pytest.mark.parametrize(
    ("clock", "acted", "called"),
    [
        ("blitz", None, None),
        ("blitz", -1 - clocks.LOOKING_MS // 1000, None),
        ("blitz", -5, 45 / 4),
        ("evening", -5, PATIENCE),
        ("none", -5, PATIENCE),
        ("blitz", 1, TOKEN_MS / 1000),
        ("none", 1, TOKEN_MS / 1000),
    ],
    ids=str,
)
def test_when_somebody_is_called(clock: str, acted: float | None, called: float | None) -> None:
    """At once without an open panel, or where nobody has looked at it for long.

    Who looks is called after some time, a quarter of the turn at most; who is choosing when the panel ends.

    Args:
        clock: the table's.
        acted: when they tapped something, in seconds since their turn began.
        called: when they may be called, likewise; ``None`` is at once.
    """
    state = a_game().with_row(clock=clock)
    state = state.with_row(deadline=NOON + (clocks.turn_ms(state) or clocks.IDLE_MS))
    panel = None if acted is None else clocks.OpenPanel(NOON + round(1000 * acted), NOON + TOKEN_MS)
    assert clocks.time_to_call(state, panel) == (0 if called is None else NOON + 1000 * called)


async def test_who_is_choosing_is_left_in_peace(stage: Stage) -> None:
    """While the panel is open, which without another tap is a quarter of an hour."""
    panels = await looking(stage)
    await play(stage, panels)
    late = stage.who_acts()
    await stage.env.advance_time(PATIENCE - 5)
    menu = next(cid for cid in custom_ids(panels[late.id].response) if cid.startswith("s:pick:"))
    await late.select(panels[late.id].response, ["pair"], custom_id=menu)
    await stage.env.advance_time(TOKEN_MS / 1000 - 2)
    assert not calls(stage)
    await stage.env.advance_time(3)
    assert len(calls(stage)) == 1


async def test_a_panel_that_cannot_be_written_tells_nobody(stage: Stage) -> None:
    """Then its person is called at once."""
    panels = await looking(stage)
    Faults(stage.env).fail(REFRESHING, unavailable, times=None)
    await play(stage, panels)
    assert [f"<@{stage.who_acts().id}>" in call for call in calls(stage)] == [True]


async def test_after_a_restart_nobody_is_known_to_look(stage: Stage, make_bot: MakeBot) -> None:
    """Whoever is to act is called at once, and once."""
    panels = await looking(stage)
    await play(stage, panels)
    assert not calls(stage)
    await kill(stage, make_bot)
    await stage.env.advance_time(3)
    assert [f"<@{stage.who_acts().id}>" in call for call in calls(stage)] == [True]
    sent = len(pings(stage))
    await stage.env.advance_time(10 * PATIENCE)
    assert len(pings(stage)) == sent


async def test_a_call_over_which_the_bot_died_has_called(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had arrived and was not noted: it is found, and stands; nobody is called a second time."""

    async def died(table: Table) -> None:
        raise StorageError("the bot died here")

    await started(stage)
    assert stage.state.match is not None
    (seat,) = stage.state.acting(human=True)
    with monkeypatch.context() as patch:
        patch.setattr(Table, "remember", died)
        await stage.table.play(seat, str(stage.state.match.legal(seat)[0]))
        await stage.env.advance_time(0.3)
        called = [call for call in calls(stage) if f"<@{stage.who_acts().id}>" in call]
        assert len(called) == 1
        sent, call_id = len(pings(stage)), stage.table.shown.call_id
        await kill(stage, make_bot)
    await stage.env.advance_time(5)
    assert calls(stage) == called
    assert len(pings(stage)) == sent
    assert stage.table.shown.call_id == call_id
    assert set(stage.state.pending()) <= set(stage.table.shown.called)


# --- whatever happens -----------------------------------------------------------------------------------

STEPS = st.lists(
    st.sampled_from(["play", "play", "hand", "pause", "long", "short", "restart"]), min_size=3, max_size=10
)


async def live(steps: list[str], folder: Path) -> None:
    """Let people do things in any order; in between nobody is left uncalled, and nobody is called twice."""
    pinged: Counter[tuple[int, int]] = Counter()
    send = Transport.send

    def make_bot(clock: SimulatedClock) -> Any:
        return simulated_client(config_for(folder), clock, SeededChance(1))

    async def noted(transport: Transport, place: int, page: Any, nonce: str, mentions: Any = ()) -> Any:
        (table,) = stage.bot.tables.open()
        people = {row.seat: row.user_id for row in table.state.seats}
        pinged.update(one for one in table.state.pending() if people[one[0]] in mentions)
        return await send(transport, place, page, nonce, mentions)

    clock = SimulatedClock()
    env = clock.env = simcord.Env(make_bot(clock), settle_timeout=LONGEST_SETTLING)
    env._settle_internal = functools.partial(env._settle_internal, idle=0.002)  # type: ignore[method-assign]
    with patch.object(Transport, "send", noted):
        await env.start()
        stage = Stage(env)
        try:
            panels = await looking(stage)
            for step in [*steps, "rest"]:
                if not stage.tables:
                    break
                await _happen(step, stage, panels, make_bot)
                again = {one: times for one, times in pinged.items() if times > 1}
                assert not again, f"called twice: {again}"
                if stage.tables:
                    _nobody_is_left(stage)
        finally:
            await stage.bot.close()
            await env.shutdown()


async def _happen(step: str, stage: Stage, panels: dict[int, Any], make_bot: MakeBot) -> None:
    who = stage.who_acts()
    if step == "play":
        while not (moves := [cid for cid in custom_ids(panels[who.id].response) if ":move:" in cid]):
            panels[who.id] = await stage.tap(
                who, stage.table_message(), "hand"
            )  # the token of the old one ended
        await who.click(panels[who.id].response, custom_id=moves[-1])
        await stage.env.advance_time(5)
    elif step == "hand":
        panels[who.id] = await stage.tap(who, stage.table_message(), "hand")
    elif step == "pause":
        for act in ("pause", "resume"):
            for seat in range(2):
                await stage.table.vote(seat, act)
            await stage.env.advance_time(40 if act == "pause" else 0)
    elif step == "restart":
        await kill(stage, make_bot)
        await stage.env.advance_time(2)
        for person in (stage.alice, stage.bob):
            panels[person.id] = await stage.tap(person, stage.table_message(), "hand")
    else:
        seconds = {"short": 10.0, "long": clocks.LOOKING_MS / 1000 + 10, "rest": 2 * PATIENCE}[step]
        await stage.env.advance_time(seconds)


def _nobody_is_left(stage: Stage) -> None:
    """Whoever is to act is called, or has done something a short while ago."""
    table, writer = stage.table, stage.bot.writer(stage.table)
    now = stage.bot.clock.now_ms()
    for seat, decision in table.state.pending():
        panel = writer.panels.get(table.state.seats[seat].user_id or 0)
        acted_at = None if panel is None else panel.acted_at
        assert table.state.row.deadline is not None
        since = table.state.row.deadline - clocks.IDLE_MS
        until = since if acted_at is None else since + clocks.CALL_DELAY_MS
        if acted_at is not None and acted_at > since:
            until = acted_at + TOKEN_MS
        is_called = (seat, decision) in table.shown.called
        assert is_called or now < until + 2000, f"seat {seat} is left uncalled"


@settings(max_examples=6)
@given(steps=STEPS)
async def test_nobody_is_left_uncalled_and_nobody_is_called_twice(steps: list[str]) -> None:
    """Whatever they do and wherever the bot is restarted."""
    with tempfile.TemporaryDirectory() as folder:
        await live(steps, Path(folder))


async def test_a_bot_that_forgets_who_looked_is_caught(tmp_path: Path) -> None:
    """It takes everybody who looks for somebody who will act."""

    def never(table: Any, panel: clocks.OpenPanel | None) -> int:
        return 0 if panel is None else 1 << 60

    with patch.object(clocks, "time_to_call", never), pytest.raises(AssertionError, match="left uncalled"):
        await live(["play", "play"], tmp_path)


async def test_a_bot_that_calls_again_is_caught(tmp_path: Path) -> None:
    """It forgets at the end of each wait whom it has called."""
    note = Table.note

    def forgetful(table: Table, **changes: Any) -> None:
        note(table, **(changes | ({"called": ()} if changes.get("called") else {})))

    with patch.object(Table, "note", forgetful), pytest.raises(AssertionError, match="called twice"):
        await live(["short"], tmp_path)
