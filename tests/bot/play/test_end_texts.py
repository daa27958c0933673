"""Tests of texts about a game's end: no repetitions and no false promises."""

from __future__ import annotations

import pytest

from bot.tables import endings
from tests.bot.people import Stage, text_of_message

pytestmark = pytest.mark.usefixtures("forged_taps")


async def test_last_player_to_resign_is_told_that_the_game_ends(stage: Stage) -> None:
    """When the winner of a decided game resigns, the question says that the game ends."""
    await stage.start_two()
    await stage.play_a_while()
    await stage.resign(stage.bob)
    answer = await stage.alice.slash(stage.channel, "resign")
    text = text_of_message(answer.response)
    assert "already recorded" in text
    assert "the game ends" in text
    assert "computer player" not in text


async def test_game_without_result_says_so_in_its_headline(stage: Stage) -> None:
    """After all players agree to end, the headline says so, and panels have no tips."""
    await stage.start_two()
    table, panel = stage.table, await stage.open_panel(stage.player_on_turn())
    assert "ℹ️" in text_of_message(panel)
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, endings.END)
    first, *rest = text_of_message(stage.table_message(table)).split("\n")[1:]
    assert first.startswith("### 🗳️")
    assert "The first call of the round" not in rest
    assert "ℹ️" not in text_of_message(panel)
