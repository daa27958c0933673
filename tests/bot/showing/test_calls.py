"""Tests of calls, the messages that ping the player on turn: delayed while the player has an open panel."""

from __future__ import annotations

from typing import Any

import pytest

from bot.driving.table import Table
from bot.tables import clocks
from games import find_game
from storage.errors import StorageError
from tests.bot.faults import REFRESHING, Faults, unavailable
from tests.bot.people import Stage, move_ids, text_of_message
from tests.bot.playing import MakeBot, kill, undealt_table
from tests.bot.tables.positions import a_game
from tests.bot.turning import NOON
from tests.promises import IDLE_MS, LOOKING_MS, PING_DELAY_MS, TOKEN_MS

PATIENCE = PING_DELAY_MS / 1000


def pings(stage: Stage) -> int:
    """Return the number of messages that the bot has sent to channels."""
    return sum(r.method == "POST" and r.path.startswith("/channels") for r in stage.env.http_requests)


def is_pinged(stage: Stage) -> bool:
    """True if the channel has exactly one call, and it mentions the player on turn."""
    return [f"<@{stage.player_on_turn().id}>" in text_of_message(call) for call in stage.calls] == [True]


async def is_called_once(stage: Stage) -> bool:
    """True if the channel has one call, and no second one follows after a long time."""
    assert is_pinged(stage)
    sent = pings(stage)
    await stage.env.advance_time(10 * PATIENCE)
    return pings(stage) == sent


async def play(stage: Stage, panels: dict[int, Any]) -> None:
    player = stage.player_on_turn()
    lowest_call = next(move for move in move_ids(panels[player.id]) if ":call " in move)
    await player.click(panels[player.id], custom_id=lowest_call)
    await stage.env.advance_time(3)


async def test_players_with_open_panels_are_not_called(stage: Stage) -> None:
    panels = await stage.open_both_panels()
    assert is_pinged(stage)
    await play(stage, panels)
    before = pings(stage)
    for _ in range(3):
        assert not stage.calls
        await play(stage, panels)
        await stage.env.advance_time(PATIENCE - 4)
    assert pings(stage) == before


async def test_inactive_player_with_open_panel_is_called_later(stage: Stage) -> None:
    await play(stage, await stage.open_both_panels())
    await stage.env.advance_time(PATIENCE - 4)
    assert not stage.calls
    await stage.env.advance_time(2)
    assert await is_called_once(stage)


@pytest.mark.parametrize(
    ("clock", "acted", "called"),
    [
        ("blitz", None, None),
        ("blitz", -1 - LOOKING_MS // 1000, None),
        ("blitz", -5, 45 / 4),
        ("evening", -5, PATIENCE),
        ("none", -5, PATIENCE),
        ("blitz", 1, TOKEN_MS / 1000),
        ("none", 1, TOKEN_MS / 1000),
    ],
    ids=str,
)
def test_delay_of_a_call_depends_on_the_panel(clock: str, acted: float | None, called: float | None) -> None:
    # Seconds since the turn began; ``None`` stands for no open panel, and for a call at once.
    state = a_game().with_row(clock=clock)
    state = state.with_row(deadline=NOON + (clocks.turn_ms(state) or IDLE_MS))
    panel = None if acted is None else clocks.OpenPanel(NOON + round(1000 * acted), NOON + TOKEN_MS)
    assert clocks.time_to_ping(state, panel) == (0 if called is None else NOON + 1000 * called)


@pytest.mark.parametrize("is_pushed_up", [False, True], ids=["in sight", "pushed up"])
async def test_player_whose_panel_was_pushed_up_is_called_at_once(stage: Stage, is_pushed_up: bool) -> None:
    """Who taps in a panel looks at it, until others post and the table moves below their talk."""
    panels = await stage.open_both_panels()
    await play(stage, panels)
    await stage.env.advance_time(PATIENCE - 5)
    assert not stage.calls
    if is_pushed_up:
        await stage.carol.send(stage.channel, "hello")
    await play(stage, panels)
    assert bool(stage.calls) == is_pushed_up
    if is_pushed_up:
        assert await is_called_once(stage)


async def test_call_brings_a_pushed_up_hand_back_in_one_tap(stage: Stage) -> None:
    """The call has the button of the hand, which is then a new message below the talk."""
    panels = await stage.open_both_panels()
    await play(stage, panels)
    await stage.carol.send(stage.channel, "hello")
    await play(stage, panels)
    player = stage.player_on_turn()
    (call,) = stage.calls
    hand = (await stage.tap(player, call, "hand")).response
    assert hand.ephemeral
    assert hand.id > call.id
    assert move_ids(hand)


async def test_only_person_among_computers_is_not_called(stage: Stage) -> None:
    await stage.start_game(computers=2)
    await stage.env.advance_time(TOKEN_MS / 1000)
    assert stage.state.acting(human=True)
    assert not stage.calls


def test_call_within_a_turn_waits_until_the_panel_expires() -> None:
    """After the first move of a turn the next call waits until the player's panel expires."""
    state = undealt_table(find_game("trick3"), ["Ann", "Ben"]).with_deal()
    while state.match.view(None).phase != "refill":
        (seat, *_) = state.acting(human=True)
        state = state.with_move(seat, str(state.match.legal(seat)[0]))
    state = state.with_row(clock="evening", deadline=NOON + 180_000)
    (seat,) = state.acting(human=True)
    panel = clocks.OpenPanel(NOON - 1, NOON + TOKEN_MS)
    assert clocks.time_to_ping(state, panel, seat) == panel.expires_at
    assert clocks.time_to_ping(state, panel, 1 - seat) == NOON + PING_DELAY_MS
    late = state.with_seat(seat, grace=state.position.decisions[seat])
    assert clocks.time_to_ping(late, panel, seat) == NOON + PING_DELAY_MS


async def test_choosing_player_is_called_when_the_panel_expires(stage: Stage) -> None:
    """A player who has begun to choose is called only when the panel's token expires after 15 minutes."""
    panels = await stage.open_both_panels()
    await play(stage, panels)
    late = stage.player_on_turn()
    await stage.env.advance_time(PATIENCE - 5)
    await stage.choose(late, panels[late.id], "pick", ["pair"], last=False)
    await stage.env.advance_time(TOKEN_MS / 1000 - 2)
    assert not stage.calls
    await stage.env.advance_time(3)
    assert is_pinged(stage)


async def test_player_is_called_at_once_if_the_panel_cannot_be_edited(stage: Stage) -> None:
    panels = await stage.open_both_panels()
    Faults(stage.env).fail(REFRESHING, unavailable, times=None)
    await play(stage, panels)
    assert is_pinged(stage)


async def test_panels_are_unknown_after_a_restart(stage: Stage, make_bot: MakeBot) -> None:
    await play(stage, await stage.open_both_panels())
    assert not stage.calls
    await kill(stage, make_bot, seconds=3)
    assert await is_called_once(stage)


async def test_call_sent_just_before_a_crash_is_not_repeated(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restarted bot finds the ping that it sent but did not store before the crash."""

    async def died(table: Table) -> None:
        raise StorageError("the bot died here")

    await stage.start_two()
    with monkeypatch.context() as patch:
        patch.setattr(Table, "save_sent", died)
        await stage.play(seconds=0.3)
        (call,) = (
            new_call
            for new_call in stage.calls
            if f"<@{stage.player_on_turn().id}>" in text_of_message(new_call)
        )
        sent = pings(stage)
        await kill(stage, make_bot)
    await stage.env.advance_time(5)
    assert [new_call.id for new_call in stage.calls] == [call.id] == [stage.table.sent_row.call_id]
    assert pings(stage) == sent
    assert set(stage.state.pending()) <= set(stage.table.sent_row.called)
