"""What commands offer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.people import Stage


@pytest.mark.parametrize("game", ["bull", "oldmaid"])
async def test_commands_offer_every_game_there_is_when_the_bot_is_made(stage: Stage, game: str) -> None:
    """Each that asks for a game; an example is there when it is registered."""
    sent: Any = next(
        r.json for r in stage.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")
    )
    offered = {
        command["name"]: [choice["value"] for choice in option["choices"]]
        for command in sent
        for option in command.get("options", [])
        if option["name"] == "game"
    }
    assert set(offered) == {"play", "rules", "learn", "leaderboard"}
    assert all(game in games and "oldmaid" not in set(games) - {game} for games in offered.values())
