"""Plays as people make them: taps, typed moves, calls, leaving; each counts once, or not at all."""

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
from tests.bot.faults import Faults
from tests.bot.people import Stage, custom_ids, find_id, raw_click, said
from tests.bot.playing import MakeBot, play_typed, restart, started
from tests.storage.helpers import instead_of, load_result


async def test_a_double_click_plays_once(stage: Stage) -> None:
    """The second of two clicks on one button is stale: one move is made, one kind answer given."""
    await started(stage)
    who = stage.who_acts()
    panel = await stage.tap(who, stage.table_message(), "hand")
    custom_id = next(cid for cid in custom_ids(panel.response) if cid.startswith("b:move:"))
    before = stage.state.seq
    first = raw_click(who, panel.response, custom_id)
    second = raw_click(who, panel.response, custom_id)
    await stage.env.settle()
    assert stage.state.seq == before + 1
    assert first.acknowledged
    assert second.acknowledged


async def test_others_cannot_play_for_the_one_to_act(stage: Stage) -> None:
    """A public button refuses whoever is not to act, privately, and nothing changes."""
    await started(stage)
    who = stage.who_acts()
    other = stage.bob if who is stage.alice else stage.alice
    await who.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(3)
    before = stage.state.seq
    for person in (who, stage.carol):
        answer = await stage.tap(person, stage.table_message(), "move")
        assert answer.response.ephemeral
    assert stage.state.seq == before
    await stage.tap(other, stage.table_message(), "move")
    assert stage.state.seq > before


async def test_an_illegal_typed_move_is_explained(stage: Stage) -> None:
    """What is wrong with a move is said in private; the state is as before."""
    await started(stage)
    who = stage.who_acts()
    before = stage.state.seq
    for wrong in ("challenge", "call pair", "nonsense", "deal As"):
        answer = await who.slash(stage.channel, "move", move=wrong)
        assert answer.response.ephemeral
        assert said(answer.response)
    assert stage.state.seq == before


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


async def test_a_failing_commit_shows_nothing(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the log cannot be written the move has not happened: an incident is told, the table survives."""
    await started(stage)
    who = stage.who_acts()
    before = stage.state.seq

    async def broken(*args: object, **kwargs: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        instead_of(patch, append_moves, broken)
        answer = await who.slash(stage.channel, "move", move="call single 5")
    assert answer.response.ephemeral
    assert stage.state.seq == before
    await who.slash(stage.channel, "move", move="call single 5")
    assert stage.state.seq == before + 1


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
