"""Decides who may play and who may moderate on a server.

Every action that seats a person, and every act of moderation, uses this module.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import discord

from bot.app import App, Interaction
from bot.clock import made_at
from bot.driving.table import Table
from bot.interactions.members import has_left
from bot.interactions.replies import answer, reader
from bot.language.names import mention, quote
from bot.pages.sentence import sentence_page
from bot.refused import Refused
from bot.tables import invitations
from games.core.words import Joined, Text
from storage.choices import NO_GAME, NOTHING
from storage.fields import Name
from storage.people.bars import delete_ended_bars
from storage.people.people import save_names
from storage.people.subscriptions import save_subscriptions
from storage.rows import GuildSettings
from storage.servers.order import Bar, load_bar, mark_notified
from storage.servers.settings import load_settings


def has_role(interaction: Interaction, roles: Iterable[int]) -> bool:
    """Return whether the person who tapped has one of these roles."""
    return not {*roles}.isdisjoint(role.id for role in getattr(interaction.user, "roles", ()))


async def may_moderate(interaction: Interaction, settings: GuildSettings) -> bool:
    """Return whether the person who tapped may moderate on this server."""
    return await _moderation_refusal(interaction, settings) is None


async def check_moderator(interaction: Interaction) -> None:
    """Raise ``Refused`` if the person who tapped may not moderate on this server."""
    settings = await interaction.client.store.read(load_settings, interaction.guild_id or 0)
    refusal = await _moderation_refusal(interaction, settings)
    if refusal is not None:
        raise refusal


async def _moderation_refusal(interaction: Interaction, settings: GuildSettings) -> Refused | None:
    # No other function decides who may moderate. A permission or a role is needed.
    if interaction.guild_id is None:
        return Refused("only-in-servers")
    if not _is_appointed(interaction, settings):
        return Refused("order-not-allowed")
    # The owner always may, or nobody could undo it.
    if is_owner(interaction, interaction.user.id):
        return None
    # Nobody judges in their own case, so a banned person may not.
    if await current_ban(interaction, interaction.guild_id, interaction.user.id) is None:
        return None
    return Refused("order-not-while-banned")


def is_owner(interaction: Interaction, user_id: int) -> bool:
    """Return whether a person is the owner of the server."""
    return interaction.guild is not None and interaction.guild.owner_id == user_id


def _is_appointed(interaction: Interaction, settings: GuildSettings) -> bool:
    return interaction.permissions.manage_guild or has_role(interaction, settings.keeper_roles)


async def check_admission(interaction: Interaction) -> GuildSettings:
    """Check that the person may play on this server, and return the server's settings.

    Raises:
        Refused: the person may not play here.
    """
    app, user = interaction.client, interaction.user
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    settings = await app.store.read(load_settings, interaction.guild_id)
    # A banned person gets the reason at the first try.
    if (bar := await current_ban(interaction, interaction.guild_id, user.id)) is not None:
        await _mark_ban_notified(interaction)
        raise _ban_refusal(bar)
    # Servers can ask for a role; moderators need none.
    player_roles = settings.player_roles
    if NOTHING in player_roles and not _is_appointed(interaction, settings):
        raise Refused("setting-unreadable")
    if player_roles and not has_role(interaction, player_roles) and not _is_appointed(interaction, settings):
        raise Refused("role-needed", roles=" ".join(f"<@&{role}>" for role in player_roles))
    # The name is stored for pages that are shown later.
    await app.store.write(save_names, user.id, Name(user.global_name or user.name), Name(user.name))
    return settings


async def current_ban(interaction: Interaction, guild_id: int, user_id: int) -> Bar | None:
    """Return a person's present ban from a server's tables; ``None`` if there is none. Delete ended bans."""
    store, now = interaction.client.store, made_at(interaction.id)
    bar = await store.read(load_bar, guild_id, user_id)
    if bar is None or bar.until is None or bar.until > now:
        return bar
    await store.write(delete_ended_bars, now)
    return None


def _ban_refusal(ban: Bar) -> Refused:
    when = "" if ban.until is None else f"<t:{ban.until // 1000}:f>"
    until = Text("barred-until", {"when": when}) if when else Text("barred-for-ever")
    why = Text("barred-why", {"reason": quote(ban.reason)}) if ban.reason else ""
    return Refused("barred-now", until=until, why=why)


async def notify_of_ban(interaction: Interaction) -> None:
    """Send a banned person a private message about the ban, only once."""
    key = (interaction.guild_id or 0, interaction.user.id)
    if key in interaction.client.unnotified_bans:
        bar = await current_ban(interaction, *key)
        if bar is not None:
            sentence = reader(interaction)(_ban_refusal(bar).text)
            await answer(interaction, sentence_page(sentence))
        await _mark_ban_notified(interaction)


async def _mark_ban_notified(interaction: Interaction) -> None:
    key = (interaction.guild_id or 0, interaction.user.id)
    if key in interaction.client.unnotified_bans:
        interaction.client.unnotified_bans.discard(key)
        await interaction.client.store.write(mark_notified, *key)


def check_game(settings: GuildSettings, game_id: str) -> None:
    """Raise ``Refused`` if the server does not allow this game."""
    if NO_GAME in settings.games:
        raise Refused("setting-unreadable")
    if settings.games and game_id not in settings.games:
        names = Joined(tuple(Text(f"{game}-name") for game in settings.games))
        raise Refused("game-not-here", game=Text(f"{game_id}-name"), games=names)


def notifiable_people(
    interaction: Interaction, settings: GuildSettings, people: Iterable[int]
) -> tuple[int, ...]:
    """Return the people whom an invitation by the person who tapped may notify now. Each of them counts."""
    return interaction.client.pings.promise(settings, interaction.user.id, people)


async def report_unnotified(interaction: Interaction, settings: GuildSettings, people: Sequence[int]) -> None:
    """Report to the host which invited people were not notified, and why."""
    if not people:
        return
    words = reader(interaction)
    mentions = words.join([mention(user_id) for user_id in people])
    sentence = words("calls-enough" if settings.pings else "calls-off", people=mentions)
    await answer(interaction, sentence_page(sentence))


async def unsubscribe_leavers(app: App, guild: discord.Guild, table: Table) -> None:
    """End the subscriptions of notified people who have left the server."""
    notified = [
        invitation.user_id for invitation in table.state.gathering.invitations if invitation.is_subscriber
    ]
    have_left = await asyncio.gather(*(has_left(app, guild.id, user_id) for user_id in notified))
    gone = [user_id for user_id, is_gone in zip(notified, have_left, strict=True) if is_gone]
    for user_id in gone:
        await app.store.write(save_subscriptions, user_id, Name(""), guild.id, ())
    if gone and table.state.is_lobby:
        await table.change(invitations.forget_guests, gone)
