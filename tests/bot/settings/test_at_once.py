"""Tests that two people's simultaneous changes of settings are both kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from storage.rows import GuildSettings
from storage.servers.order import load_acts
from storage.servers.settings import load_settings
from tests.bot.people import Stage, raw_click

STRING_MENU, ROLE_MENU, CHANNEL_MENU = 3, 6, 8


class TwoManagers:
    """Two people who manage the server, each with an open panel of settings."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        role = stage.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
        self.people = [stage.member(name, roles=[role]) for name in ("Dora", "Emil")]
        self.panels: list[Any] = []

    async def open(self, page: str = "tables") -> None:
        """Open a panel for each, with the current settings."""
        self.panels = []
        for person in self.people:
            panel = (await person.slash(self.stage.channel, "settings")).response
            if page != "tables":
                await person.click(panel, custom_id=f"b:settings:all:{page}")
            self.panels.append(panel)

    async def choose(self, *choices: tuple[str, int, list[str]]) -> GuildSettings:
        """Send both choices before either is answered; return the server's settings afterwards."""
        for person, panel, (custom_id, kind, values) in zip(self.people, self.panels, choices, strict=True):
            raw_click(person, panel, custom_id, component_type=kind, values=values, is_forged=False)
        await self.stage.env.settle()
        return await self.stage.bot.store.read(load_settings, self.stage.guild.id)


@pytest.fixture
def managers(stage: Stage) -> TwoManagers:
    return TwoManagers(stage)


async def test_simultaneous_changes_of_settings_are_both_kept(stage: Stage, managers: TwoManagers) -> None:
    """Each change is stored and logged with its person."""
    await managers.open()
    kept = await managers.choose(
        ("s:set:all:clock", STRING_MENU, ["blitz"]), ("s:set:all:venue", STRING_MENU, ["thread"])
    )
    assert (kept.clock, kept.venue) == ("blitz", "thread")
    acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 9)
    assert {(act.by, act.about) for act in acts} == {("Dora", "clock"), ("Emil", "venue")}


async def test_simultaneous_additions_to_a_list_are_both_kept(stage: Stage, managers: TwoManagers) -> None:
    """A menu of games, channels or roles stores only its own additions and removals."""
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
    """A removed game stays removed when an outdated panel adds another."""
    await managers.open("limits")
    await managers.people[0].select(managers.panels[0], ["bull", "lost"], custom_id="s:set:all:games")
    await managers.open("limits")
    kept = await managers.choose(
        ("s:set:all:games", STRING_MENU, ["lost"]),
        ("s:set:all:games", STRING_MENU, ["bull", "lost", "tomoe"]),
    )
    assert set(kept.games) == {"lost", "tomoe"}


def test_bot_never_writes_all_settings_at_once() -> None:
    """The bot never stores all settings at once, since those read before an ``await`` may be outdated."""
    for path in Path("bot").rglob("*.py"):
        assert "save_settings" not in path.read_text("utf-8"), path
