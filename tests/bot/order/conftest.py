"""Fixtures of the tests of moderation."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.people import Stage


@pytest.fixture
def moderator(stage: Stage) -> Any:
    """Return a person who may manage the server and has no seat."""
    role = stage.guild.create_role(
        "Managers", permissions=discord.Permissions(manage_guild=True, moderate_members=True)
    )
    return stage.member("Mia", roles=[role])
