"""Checks whether a person owns the Discord application, at every use of the owner's commands."""

from __future__ import annotations

import discord

from bot.app import App, Interaction
from bot.interactions.requests import UNREACHED
from bot.refused import Refused

KNOWN_MS = 60_000
"""Time for which Discord's answer is kept. Without it the suggestions while typing would ask Discord at every
key.
"""


async def expect_owner(interaction: Interaction) -> None:
    """Check that the person is the bot's owner, on the owner's server.

    Raises:
        Refused: this is another person or another server, or Discord does not answer.
    """
    app = interaction.client
    is_there = bool(app.config.owner_guild) and interaction.guild_id == app.config.owner_guild
    if not is_there or interaction.user.id not in await _owner_ids(app):
        raise Refused("owner-only")


async def _owner_ids(app: App) -> frozenset[int]:
    now, owner = app.clock.elapsed_ms(), app.owner
    if owner.ids_read_at is None or now - owner.ids_read_at > KNOWN_MS:
        try:
            owner.ids = owners_of(await app.application_info())
        except UNREACHED:
            raise Refused("owner-unknown") from None
        owner.ids_read_at = now
    return owner.ids


def owners_of(info: discord.AppInfo) -> frozenset[int]:
    """Return the user ids of an application's owners.

    A team's application is owned by the members who may change the application.
    """
    team = info.team
    if team is None:
        return frozenset({info.owner.id})
    able = (
        member.id
        for member in team.members
        if member.membership_state is discord.TeamMembershipState.accepted
        and member.role is not discord.TeamMemberRole.read_only
    )
    return frozenset({*able, *([] if team.owner_id is None else [team.owner_id])})
