"""Tests of changed clocks and sleeping machines, by which players lose no time."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from discord import Permissions

from bot.administration.monitor import Monitor
from bot.clock import Clock
from bot.simulated import SimulatedClock
from bot.tables.state import Change
from storage import open_store
from storage.errors import StorageUnsure
from storage.rows import ANY_GAME
from storage.servers import load_acts
from storage.serving import load_last_heartbeat
from storage.upkeep import export_person
from tests.bot.faults import Faults
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill, limit_turns, restart, send_away
from tests.bot.tables.alone import a_lobby
from tests.bot.turning import HandClock

HOUR, DAY = 3600, 86_400


@pytest.fixture
def set_on(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A function that moves the time of day, but not elapsed time, by some seconds."""
    original, shift = SimulatedClock.now_ms, [0]
    monkeypatch.setattr(SimulatedClock, "now_ms", lambda clock: original(clock) + 1000 * sum(shift))
    return shift.append


@pytest.mark.parametrize("seconds", [5, HOUR, -HOUR])
async def test_taps_are_answered_after_a_change_of_the_clock(
    stage: Stage, set_on: Callable[[int], None], seconds: int
) -> None:
    """Taps are answered, since their age is not computed from the host's clock."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    set_on(seconds)
    for _ in range(3):
        await stage.tap_more(stage.bob, stage.channel.last_message, "leave")
        assert stage.lobby_state.seat_of(stage.bob.id) is None
        await stage.tap(stage.bob, stage.channel.last_message, "join")
        assert stage.lobby_state.seat_of(stage.bob.id) is not None
    assert stage.bot.gate.late == 0


async def test_computer_players_move_after_the_clock_is_set_back(
    stage: Stage, set_on: Callable[[int], None]
) -> None:
    """Pauses of computer players are measured by elapsed time."""
    stage.bot.config = msgspec.structs.replace(stage.bot.config, computer_pause=2.0)
    await stage.start_game(computers=2)
    assert stage.state.acting(human=False)
    before = stage.state.seq
    set_on(-HOUR)
    await stage.env.advance_time(5)
    assert stage.state.seq > before


async def test_sleep_of_the_machine_makes_no_player_absent(
    stage: Stage, set_on: Callable[[int], None]
) -> None:
    """After nine hours of sleep a player with extra time still has the rest of it."""
    await limit_turns(stage, "evening")
    await stage.start_two()
    table = stage.table
    (seat,) = table.state.acting(human=True)
    await table.apply_in_game(lambda state, now: Change(state.with_seat(seat, grace=0)))
    set_on(9 * HOUR)
    await stage.tap(stage.player_on_turn(), stage.table_message(), "hand")
    for seconds, is_away in ((1, False), (100, False), (200, True)):
        await stage.env.advance_time(seconds)
        assert table.state.seats[seat].is_away == is_away


async def test_sleep_of_the_machine_closes_no_deserted_table(
    stage: Stage, set_on: Callable[[int], None], rare_beats: None
) -> None:
    """Nine hours of sleep do not count towards the day after which a deserted table is closed."""
    await limit_turns(stage, "evening")
    await stage.start_two()
    table = stage.table
    await send_away(table, 0, 1)
    await stage.env.advance_time(16 * HOUR)
    assert table.state.is_playing
    set_on(9 * HOUR)
    await stage.carol.slash(stage.channel, "table")
    await stage.env.advance_time(1)
    assert table.state.is_playing
    await stage.env.advance_time(15 * HOUR)
    assert not table.state.is_playing


async def test_health_check_does_not_hide_a_sleep(stage: Stage, set_on: Callable[[int], None]) -> None:
    """A health check writes no heartbeat, which would hide the gap of nine hours of sleep."""
    await limit_turns(stage, "evening")
    await stage.start_two()
    table = stage.table
    (seat,) = table.state.acting(human=True)
    await table.apply_in_game(lambda state, now: Change(state.with_seat(seat, grace=0)))
    await stage.env.advance_time(1)
    before = await stage.bot.store.read(load_last_heartbeat)
    set_on(9 * HOUR)
    assert await Monitor(stage.bot).is_writable()
    assert await stage.bot.store.read(load_last_heartbeat) == before
    for seconds, is_away in ((3, False), (100, False), (200, True)):
        await stage.env.advance_time(seconds)
        assert table.state.seats[seat].is_away == is_away


async def test_clock_that_was_ahead_does_not_shorten_turns(
    stage: Stage, set_on: Callable[[int], None]
) -> None:
    """After minutes with a clock two weeks ahead each turn still ends at its original time."""
    await limit_turns(stage, "week")
    await stage.start_two()
    time_left = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    set_on(14 * DAY)
    await stage.env.advance_time(120)
    set_on(-14 * DAY)
    await stage.env.advance_time(120)
    assert abs((stage.state.row.deadline or 0) - stage.bot.clock.now_ms() - (time_left - 240_000)) < 5000


async def test_absence_with_a_lost_answer_counts_once(stage: Stage, set_on: Callable[[int], None]) -> None:
    """If the answer to the write of new deadlines is lost, a second attempt does not postpone them again."""
    await limit_turns(stage, "week")
    await stage.start_two()
    time_left = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    rule = Faults(stage.env).lose(
        "write postpone_deadlines", error=lambda: StorageUnsure("no answer"), times=2
    )
    set_on(9 * HOUR)
    await stage.env.advance_time(300)
    assert rule.met == 2
    assert abs((stage.state.row.deadline or 0) - stage.bot.clock.now_ms() - (time_left - 300_000)) < 130_000


async def test_pause_is_extended_by_an_outage(
    stage: Stage, make_bot: MakeBot, request: pytest.FixtureRequest
) -> None:
    """After an outage during a pause the rest of the pause is as before."""
    await limit_turns(stage, "evening")
    await stage.start_two()
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, "pause")
    await stage.env.advance_time(300)
    await kill(stage, make_bot, away=25 * HOUR, seconds=5)
    assert stage.state.is_paused
    await stage.env.advance_time(600)
    assert not any(seat.is_away for seat in stage.state.seats)
    request.getfixturevalue("rare_beats")  # only now, since an absence is counted from the last beat
    await stage.env.advance_time(23 * HOUR)
    assert stage.state.is_paused
    await stage.env.advance_time(HOUR)
    assert not stage.state.is_paused


async def test_pause_is_extended_by_a_sleep_of_the_machine(
    stage: Stage, set_on: Callable[[int], None], rare_beats: None
) -> None:
    """After a sleep during a pause the pause goes on, although its end has passed."""
    await limit_turns(stage, "evening")
    await stage.start_two()
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, "pause")
    set_on(25 * HOUR)
    await stage.carol.slash(stage.channel, "table")
    await stage.env.advance_time(5)
    assert stage.state.is_paused


def test_elapsed_and_real_time_have_distant_origins(stage: Stage) -> None:
    """Elapsed time and time of day differ by half a century in simulations, so that mix-ups fail."""
    for clock in (stage.bot.clock, HandClock()):
        assert clock.now_ms() - cast(int, clock.elapsed_ms()) > 50 * 365 * DAY * 1000


async def test_age_is_measured_by_elapsed_time() -> None:
    """The age of an unshown change is measured by elapsed time, not by the time of day."""
    async with await open_store(":memory:") as store:
        clock = Clock()
        table = await a_lobby(store, clock)
        table.unshown_since = clock.elapsed_ms()
        tables = SimpleNamespace(all={table.id: table})
        client = SimpleNamespace(tables=tables, clock=clock, is_connected=True)
        samples = {family.name: family.samples for family in Monitor(cast(Any, client)).collect()}
    assert 0 <= samples["tefuda_unshown_seconds"][0].value < 60


async def test_clock_far_ahead_erases_no_moderation_log(
    stage: Stage, make_bot: MakeBot, set_on: Callable[[int], None]
) -> None:
    """Acts of moderation are dated and removed by Discord's clock, not by the host's clock."""
    before = stage.bot.clock.now_ms()
    await change_a_setting(stage)
    set_on(15 * DAY)
    await restart(stage, make_bot, seconds=7200)
    await change_a_setting(stage)
    acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 100)
    assert len(acts) == 2
    assert all(before <= act.at < before + 3 * HOUR * 1000 for act in acts)


async def test_moderation_log_expires_by_discords_clock(hourly_beats: None, stage: Stage) -> None:
    """Acts of moderation are removed after two weeks, as soon as any message shows Discord's time."""
    await change_a_setting(stage)
    for days, kept in ((13, 1), (2, 0)):
        await stage.env.advance_time(days * DAY)
        await stage.bob.send(stage.channel, "hello")
        await stage.env.advance_time(6 * HOUR)
        acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 100)
        assert len(acts) == kept


async def change_a_setting(stage: Stage) -> None:
    """Have a manager change a setting of the server, which the log records."""
    role = stage.guild.create_role("boss", permissions=Permissions(manage_guild=True))
    boss = stage.member("Boss", roles=[role])
    page = (await boss.slash(stage.channel, "settings")).response
    menu = next(custom_id for custom_id in custom_ids(page) if custom_id.endswith(":clock"))
    await boss.select(page, ["blitz"], custom_id=menu)


async def test_subscriber_notified_with_clock_ahead_is_notified_again(
    stage: Stage, set_on: Callable[[int], None]
) -> None:
    """A notice sent with a clock a year ahead does not prevent a notice at the correct time."""
    panel = await stage.carol.slash(stage.channel, "notify")
    await stage.choose(stage.carol, panel.response, "subscribe", [ANY_GAME])
    set_on(365 * DAY)
    await stage.alice.slash(stage.channel, "play", game="bull")
    assert f"<@{stage.carol.id}>" in text_of_message(stage.channel.last_message)
    set_on(-365 * DAY)
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert f"<@{stage.carol.id}>" in text_of_message(stage.channel.last_message)
    await stage.env.advance_time(60)
    await stage.bob.slash(stage.channel, "play", game="netsuzo")
    assert f"<@{stage.carol.id}>" not in text_of_message(stage.channel.last_message), (
        "from then on an hour counts"
    )


async def test_clock_set_back_keeps_moves_with_their_player(
    stage: Stage, set_on: Callable[[int], None]
) -> None:
    """Moves belong to players by move number, so an export contains only the person's own moves."""
    await stage.start_three()
    dave = stage.member("Dave")
    while stage.player_on_turn() is not stage.carol:
        await stage.move(stage.legal_moves[0], 2)
    await stage.move(stage.legal_moves[0], 2)
    seat = stage.state.seat_of(stage.carol.id)
    carols = [seq for seq, (actor, _) in enumerate(stage.match.moves) if actor == seat]
    set_on(-HOUR)
    await stage.resign(stage.carol)
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, f"offer:{seat}")
    await stage.tap(dave, stage.table_message(), "take", str(seat))
    assert stage.state.seats[seat].user_id == dave.id
    for player, moves in ((stage.carol, carols), (dave, [])):
        exported = await stage.bot.store.read(export_person, player.id)
        assert [move["seq"] for move in exported["moves"]] == moves
