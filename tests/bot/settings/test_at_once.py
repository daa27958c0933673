"""Tests that two people who change a server's settings at the same time lose no change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from storage.rows import GuildSettings
from storage.servers import load_acts, load_settings
from tests.bot.people import Stage, raw_click

STRING_MENU, ROLE_MENU, CHANNEL_MENU = 3, 6, 8


class TwoManagers:
    """Two people who may manage the server, each with an open settings panel."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        role = stage.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        self.people = [stage.member(name, roles=[role]) for name in ("Dora", "Emil")]
        self.panels: list[Any] = []

    async def open(self, page: str = "tables") -> None:
        """Open the settings panel of each person at the given page."""
        self.panels = []
        for person in self.people:
            panel = (await person.slash(self.stage.channel, "settings")).response
            if page != "tables":
                await person.click(panel, custom_id=f"b:settings:all:{page}")
            self.panels.append(panel)

    async def choose(self, *choices: tuple[str, int, list[str]]) -> GuildSettings:
        """Send each person's choice before the bot answers the first; return the stored settings."""
        for person, panel, (custom_id, kind, values) in zip(self.people, self.panels, choices, strict=True):
            raw_click(person, panel, custom_id, component_type=kind, values=values, is_forged=False)
        await self.stage.env.settle()
        return await self.stage.bot.store.read(load_settings, self.stage.guild.id)


@pytest.fixture
def managers(stage: Stage) -> TwoManagers:
    return TwoManagers(stage)


async def test_simultaneous_changes_of_settings_are_both_kept(stage: Stage, managers: TwoManagers) -> None:
    """Two people change different settings at the same time; both are stored and logged."""
    await managers.open()
    kept = await managers.choose(
        ("s:set:all:clock", STRING_MENU, ["blitz"]), ("s:set:all:venue", STRING_MENU, ["thread"])
    )
    assert (kept.clock, kept.venue) == ("blitz", "thread")
    acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 9)
    assert {(act.by, act.about) for act in acts} == {("Dora", "clock"), ("Emil", "venue")}


async def test_simultaneous_additions_to_a_list_are_both_kept(stage: Stage, managers: TwoManagers) -> None:
    """Two people add different games, roles or channels at the same time; both additions are stored."""
    await managers.open("limits")
    kept = await managers.choose(
        ("s:set:all:games", STRING_MENU, ["bull"]), ("s:set:all:games", STRING_MENU, ["lost"])
    )
    assert set(kept.games) == {"bull", "lost"}
    roles = [stage.guild.create_role(name).id for name in ("Players", "Guests")]
    kept = await managers.choose(*[("r:set:all:players", ROLE_MENU, [str(role)]) for role in roles])
    assert set(kept.player_roles) == {*roles}
    await managers.open()
    channels = [stage.guild.create_text_channel(name).id for name in ("cards", "games")]
    kept = await managers.choose(
        *[("c:set:all:channels", CHANNEL_MENU, [str(channel)]) for channel in channels]
    )
    assert set(kept.channel_ids) == {*channels}


async def test_outdated_panel_does_not_restore_removed_items(stage: Stage, managers: TwoManagers) -> None:
    """A game that one person removes stays removed when another person's older panel adds a game."""
    await managers.open("limits")
    await managers.people[0].select(managers.panels[0], ["bull", "lost"], custom_id="s:set:all:games")
    await managers.open("limits")
    kept = await managers.choose(
        ("s:set:all:games", STRING_MENU, ["lost"]),
        ("s:set:all:games", STRING_MENU, ["bull", "lost", "tomoe"]),
    )
    assert set(kept.games) == {"lost", "tomoe"}


def test_bot_never_writes_all_settings_at_once() -> None:
    """The bot stores settings one by one, since settings that were read before an ``await`` may be
    outdated.
    """
    for path in Path("bot").rglob("*.py"):
        assert "save_settings" not in path.read_text("utf-8"), path
