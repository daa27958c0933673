"""Whole games, the way people play them: by clicking, by typing, through restarts."""

from __future__ import annotations

import itertools
import random
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.wire.transport import Transport
from storage.scores.stats import load_stats
from storage.tables.lifecycle import append_moves
from tests.bot.faults import Faults, disk_full
from tests.bot.people import Stage, custom_ids, find_id, options, raw_click, said
from tests.bot.playing import MakeBot, play_typed, restart, started
from tests.storage.helpers import instead_of, load_result


async def test_two_people_play_bull_by_typing(stage: Stage) -> None:
    """A full game by /move, in capitals, ends with a result on the leaderboard."""
    await stage.begin(stage.bob)
    table = stage.table
    await play_typed(stage, random.Random(3), 400)
    assert table.state.is_over
    board = await stage.alice.slash(stage.channel, "leaderboard")
    assert "Alice" in said(board.response)
    assert "Bob" in said(board.response)


async def test_a_restart_in_the_middle_loses_nothing(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart the game stands where it stood, and old buttons work."""
    await stage.begin(stage.bob)
    await play_typed(stage, random.Random(5), 5)
    record = stage.state.record("2026-11-21")
    message = stage.table_message()
    await restart(stage, make_bot)
    assert stage.state.record("2026-11-21") == record
    who = stage.who_acts()
    panel = await stage.tap(who, message, "hand")
    assert "b:move" in " ".join(custom_ids(panel.response)) or list(options(panel.response, "pick"))


async def test_a_lobby_survives_a_restart(stage: Stage, make_bot: MakeBot) -> None:
    """People can still join and start after a restart."""
    lobby = await stage.lobby("bull")
    await restart(stage, make_bot)
    await stage.tap(stage.bob, lobby, "join")
    assert "Bob" in said(stage.channel.last_message)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.table.state.to_act != "chance"


async def test_a_double_click_plays_once(stage: Stage) -> None:
    """The second of two clicks on one button is stale: one move is made, one kind answer given."""
    await started(stage)
    who = stage.who_acts()
    panel = await stage.tap(who, stage.table_message(), "hand")
    custom_id = next(cid for cid in custom_ids(panel.response) if cid.startswith("b:move:"))
    before = stage.table.state.seq
    first = raw_click(who, panel.response, custom_id)
    second = raw_click(who, panel.response, custom_id)
    await stage.env.settle()
    assert stage.table.state.seq == before + 1
    assert first.acknowledged
    assert second.acknowledged


async def test_others_cannot_play_for_the_one_to_act(stage: Stage) -> None:
    """A public button refuses whoever is not to act, privately, and nothing changes."""
    await started(stage)
    who = stage.who_acts()
    other = stage.bob if who is stage.alice else stage.alice
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(3)
    before = stage.table.state.seq
    for person in (who, stage.carol):
        answer = await stage.tap(person, stage.table_message(), "move")
        assert answer.response.ephemeral
    assert stage.table.state.seq == before
    await stage.tap(other, stage.table_message(), "move")
    assert stage.table.state.seq > before


async def test_an_illegal_typed_move_is_explained(stage: Stage) -> None:
    """What is wrong with a move is said in private; the state is as before."""
    await started(stage)
    who = stage.who_acts()
    before = stage.table.state.seq
    for wrong in ("challenge", "call pair", "nonsense", "deal As"):
        answer = await who.slash(stage.channel, "move", move=wrong)
        assert answer.response.ephemeral
        assert said(answer.response)
    assert stage.table.state.seq == before


async def test_moves_are_completed_as_one_types(stage: Stage) -> None:
    """The autocompletion offers legal moves by notation and by words."""
    await started(stage)
    who = stage.who_acts()
    choices = await who.autocomplete(stage.channel, "move", "move", "call quads")
    assert [choice["value"] for choice in choices][:2] == ["call quads 2", "call quads 3"]
    assert len(choices) == 13


async def test_an_open_panel_follows_the_game(stage: Stage) -> None:
    """A panel shows the new state by itself while its token lives."""
    await started(stage)
    who = stage.who_acts()
    other = stage.bob if who is stage.alice else stage.alice
    panel = await stage.tap(other, stage.table_message(), "hand")
    assert not any(cid.startswith("b:move:") for cid in custom_ids(panel.response))
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(3)
    assert any(cid.startswith("b:move:") for cid in custom_ids(panel.response))


async def test_the_player_on_turn_is_called_once(stage: Stage) -> None:
    """One ping per turn, and the last one is deleted."""
    await started(stage)

    def pings() -> list[Any]:
        return [m for m in stage.channel.history() if "<@" in said(m)]

    assert len(pings()) == 1
    who = stage.who_acts()
    assert f"<@{who.id}>" in said(pings()[0])
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(3)
    assert len(pings()) == 1
    assert f"<@{stage.who_acts().id}>" in said(pings()[0])


async def test_a_table_is_posted_anew_when_buried(stage: Stage) -> None:
    """When others talk, the table comes back to the bottom for the next turn."""
    await started(stage)
    old = stage.table.shown.message_id
    await stage.carol.send(stage.channel, "hello there")
    await stage.move("call single 5", 3)
    assert stage.table.shown.message_id != old
    assert old not in [message.id for message in stage.channel.history()]


async def test_edits_are_coalesced(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """However quickly people and computer players move, a table is edited once a second at most."""
    stage.bot.config = replace(stage.bot.config, computer_pause=0.5)  # else the game is over at once
    await stage.begin(computers=7)
    table, edit, times = stage.table, Transport.edit, []

    async def noted(transport: Transport, *args: Any) -> Any:
        times.append(stage.bot.clock.elapsed_ms())
        return await edit(transport, *args)

    monkeypatch.setattr(Transport, "edit", noted)
    for _ in range(150):
        state = table.state
        if state.acting(human=True):
            own = state.seen_by(0).own
            await table.play(0, own.legal[0], state.decisions[0])
        await stage.env.advance_time(0.2)
    assert len(times) > 3
    assert all(after - before >= 999 for before, after in itertools.pairwise(times))  # give or take rounding


async def test_a_resigned_seat_is_played_by_the_computer(stage: Stage) -> None:
    """/resign gives the seat to a computer player; the game goes on; without people it is closed."""
    await started(stage)
    table = stage.table
    await stage.resign(stage.alice)
    assert table.state.seats[0].left
    assert not table.state.is_closed
    await stage.resign(stage.bob)
    assert table.state.is_closed


async def test_who_resigns_twice_is_refused_kindly(stage: Stage) -> None:
    """Two taps at once: one write, one seat, no incident."""
    await started(stage)
    faults = Faults(stage.env)
    asked = [(await stage.alice.slash(stage.channel, "resign")).response for _ in range(2)]
    answers = [raw_click(stage.alice, message, find_id(message, "b", "resign")) for message in asked]
    await stage.env.advance_time(3)
    told = sorted(said(answer.response) for answer in answers)
    assert "You have left this game already" in told[0]
    assert "You left this game" in told[1]
    assert faults.steps.count("write save_acts") == 1
    assert [seat.left for seat in stage.state.seats] == [True, False]


async def test_a_resignation_that_cannot_be_written_has_not_happened(stage: Stage) -> None:
    """Seat, turn and message are as before; the next try works."""
    await started(stage)
    before, shown = stage.state, stage.table.shown
    Faults(stage.env).fail("write save_acts", disk_full)
    answer = await stage.resign(stage.alice)
    assert "Nothing was lost" in said(answer.response)
    await stage.env.advance_time(3)
    assert stage.state is before
    assert stage.table.shown == shown
    await stage.resign(stage.alice)
    assert stage.state.seats[0].left


async def test_a_failing_commit_shows_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the log cannot be written the move has not happened: an incident is told, the table survives."""
    await started(stage)
    who = stage.who_acts()
    before = stage.table.state.seq

    async def broken(*args: object, **kwargs: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        instead_of(patch, append_moves, broken)
        answer = await who.slash(stage.channel, "move", move="call single 5")
    assert answer.response.ephemeral
    assert stage.table.state.seq == before
    await who.slash(stage.channel, "move", move="call single 5")
    assert stage.table.state.seq == before + 1


async def test_missing_permissions_are_named(stage: Stage) -> None:
    """Where the bot may not write it says which permission is missing, and opens nothing."""
    shut = stage.guild.create_text_channel(
        "shut", overwrites={stage.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    answer = await stage.alice.slash(shut, "play", game="bull")
    assert answer.response.ephemeral
    assert "Attach" in said(answer.response)
    assert not stage.lobbies


async def test_a_game_that_somebody_left_is_rated_after_a_restart_too(
    stage: Stage, make_bot: MakeBot
) -> None:
    """Who resigns counts as last, whether or not the bot was restarted in between."""
    await stage.begin(stage.bob, stage.carol)
    table_id = stage.table.id
    await stage.resign(stage.carol)
    await restart(stage, make_bot)
    await play_typed(stage, random.Random(3), 400)
    result = await stage.bot.store.read(load_result, table_id)
    assert result.rated
    stats = await stage.bot.store.read(load_stats, stage.carol.id)
    assert stats.won == 0
    assert stats.games[0].rating is not None
