"""Fixtures of the tests of moderation."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from storage.rows import GuildSettings
from storage.servers import save_settings
from tests.bot.people import Stage


@pytest.fixture
def moderator(stage: Stage) -> Any:
    """Return a person who may manage the server and has no seat."""
    role = stage.guild.create_role(
        "Managers", permissions=discord.Permissions(manage_guild=True, moderate_members=True)
    )
    return stage.member("Mia", roles=[role])


@pytest.fixture
async def keeper(stage: Stage) -> Any:
    """Return a person who may moderate by a role from the settings."""
    role = stage.guild.create_role("Keepers")
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, keeper_roles=(role.id,)))
    return stage.member("Kim", roles=[role])
