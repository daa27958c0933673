"""Who keeps order in the tests."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.people import Stage


@pytest.fixture
def mia(stage: Stage) -> Any:
    """Somebody who may manage the server, and sits nowhere."""
    role = stage.guild.create_role(
        "Managers", permissions=discord.Permissions(manage_guild=True, moderate_members=True)
    )
    return stage.member("Mia", roles=[role])
