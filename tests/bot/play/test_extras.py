"""What stands beside the game: the order of hands, the record that proves its shuffles."""

from __future__ import annotations

import random

import pytest
from click.testing import CliRunner

from bot.administration.cli import main
from tests.bot.people import Stage, custom_ids, parts, said
from tests.bot.playing import play_typed


@pytest.mark.parametrize("family", ["trump", "mahjong", "tesca"])
async def test_the_order_of_hands_is_one_button_away(stage: Stage, family: str) -> None:
    """A private answer lists the deck's hands from weak to strong, with an example of each as a picture."""
    lobby = await stage.lobby("trick3", 2)
    panel = await stage.tap(stage.alice, lobby, "options")
    await stage.set_option(panel.response, "family", family)
    await stage.env.advance_time(2)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(2)
    answer = await stage.tap(stage.carol, stage.table_message(), "guide")
    assert answer.response.ephemeral
    assert len(answer.response.attachments) == 1
    assert any(part.get("type") == 12 for part in parts(answer.response))
    guide = stage.state.game.presenter.guide(stage.match.view(None))
    assert len(guide) >= 8
    assert all(f"{i}." in said(answer.response) for i in range(1, len(guide) + 1))


async def test_the_record_of_a_finished_game_proves_its_shuffles(stage: Stage) -> None:
    """The file holds seed, table and joins; `tefuda verify` accepts it, and refuses one that was touched."""
    await stage.begin(stage.bob)
    table = stage.table
    running = await stage.tap(stage.alice, stage.table_message(), "hand")
    assert table.state.row.seed.hex() not in said(running.response)
    await play_typed(stage, random.Random(3), 400)
    await stage.env.advance_time(3)
    message = stage.table_message(table)
    await stage.tap(stage.carol, message, "record")
    record = table.state.record("2026-11-21")
    published = said(stage.message("has begun")).splitlines()[-1]
    assert table.state.key.seal in published
    runner = CliRunner()
    assert runner.invoke(main, ["verify", "-", "--seal", published], input=record).exit_code == 0
    assert runner.invoke(main, ["replay", "-"], input=record).exit_code == 0
    seed = table.state.row.seed.hex()
    forged = record.replace(seed, seed[::-1])
    assert runner.invoke(main, ["verify", "-"], input=forged).exit_code != 0


async def test_no_record_while_a_game_goes_on(stage: Stage) -> None:
    """A record tells every card, so there is none before the end."""
    await stage.begin(computers=1)
    assert "Seed" not in stage.state.record("2026-11-21")
    assert not any(cid.startswith("b:record:") for cid in custom_ids(stage.table_message()))
