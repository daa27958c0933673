"""Tests of the page of /settings for channels of posts and for custom seasons."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot import LANGUAGES, interactions
from bot.language import Localizer
from bot.pages.phone import SCREEN, page_height
from bot.settings import settings_page
from storage.rows import GuildSettings, Name
from storage.scores.seasons import Season, load_running_season
from storage.servers import load_acts, load_settings
from tests.bot.finding import deny_permissions_in
from tests.bot.finished_games import JANUARY, finished
from tests.bot.people import Stage, custom_ids, text_of_message


@pytest.fixture
def manager(stage: Stage) -> Any:
    """A member who may manage the server."""
    role = stage.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return stage.member("Dora", roles=[role])


async def panel_of(stage: Stage, manager: Any) -> Any:
    answer = await manager.slash(stage.channel, "settings")
    await manager.click(answer.response, custom_id="b:settings:all:seasons")
    return answer.response


async def fill_in(
    stage: Stage, manager: Any, panel: Any, name: str, weeks: str, arg: str | None = None
) -> Any:
    """Open the form for a season by its button and submit it; return the answer."""
    form = await stage.tap(manager, panel, "season_ask", arg)
    return await manager.submit_modal(form, {"name": name, "weeks": [weeks]})


async def test_channels_are_chosen_and_cleared(stage: Stage, manager: Any) -> None:
    panel = await panel_of(stage, manager)
    for name, field in (("season", "season_channel"), ("results", "results_channel")):
        await manager.select(panel, [stage.channel], custom_id=f"c:set:all:{name}")
        assert getattr(await stage.bot.store.read(load_settings, stage.guild.id), field) == stage.channel.id
        await manager.select(panel, [], custom_id=f"c:set:all:{name}")
        assert getattr(await stage.bot.store.read(load_settings, stage.guild.id), field) is None


async def test_channel_without_permissions_is_reported(stage: Stage, manager: Any) -> None:
    """The chosen channel is stored, and a private message names the permissions that the bot lacks there."""
    panel = await panel_of(stage, manager)
    closed = stage.guild.create_text_channel("closed")
    deny_permissions_in(stage, closed, "send_messages", "attach_files")
    tap = await manager.select(panel, [closed], custom_id="c:set:all:results")
    (warning,) = tap.followups
    assert warning.ephemeral
    assert f"<#{closed.id}>" in text_of_message(warning)
    assert "Send Messages and Attach Files" in text_of_message(warning)
    assert (await stage.bot.store.read(load_settings, stage.guild.id)).results_channel == closed.id
    tap = await manager.select(panel, [stage.channel], custom_id="c:set:all:results")
    assert not tap.followups


async def test_channel_for_games_without_permissions_is_reported(stage: Stage, manager: Any) -> None:
    """Of several channels for games, a private message names those where the bot cannot post."""
    panel = (await manager.slash(stage.channel, "settings")).response
    closed = stage.guild.create_text_channel("closed")
    deny_permissions_in(stage, closed, "send_messages")
    tap = await manager.select(panel, [stage.channel, closed], custom_id="c:set:all:channels")
    (warning,) = tap.followups
    assert f"<#{closed.id}>" in text_of_message(warning)
    assert f"<#{stage.channel.id}>" not in text_of_message(warning)


async def test_permissions_sent_with_a_chosen_channel_decide(
    stage: Stage, manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's own permissions for the chosen channel beat what the bot remembers."""
    panel = await panel_of(stage, manager)
    monkeypatch.setattr(interactions, "_permissions_in", with_permissions(interactions._permissions_in, "0"))
    tap = await manager.select(panel, [stage.channel], custom_id="c:set:all:results")
    (warning,) = tap.followups
    assert f"<#{stage.channel.id}>" in text_of_message(warning)


def with_permissions(read: Any, permissions: str) -> Any:
    """Return a reader of permissions that finds these with the chosen channel, as Discord sends them."""

    def reader(interaction: Any, channel_id: int) -> Any:
        interaction.data["resolved"]["channels"][str(channel_id)]["app_permissions"] = permissions
        return read(interaction, channel_id)

    return reader


async def test_season_is_begun_changed_and_ended(stage: Stage, manager: Any) -> None:
    """One panel begins, renames and ends a season, the log names the manager, and games count in it."""
    await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (1, 2))
    panel = await panel_of(stage, manager)
    assert "January 2026, until <t:1769904000:f>" in text_of_message(panel)
    await stage.env.advance_time(60)
    await fill_in(stage, manager, panel, " Winter   Cup ", "2")
    assert "Winter Cup, until <t:1768521600:f>" in text_of_message(panel)
    assert not [custom_id for custom_id in custom_ids(panel) if custom_id == "b:season_ask:all"]
    now = stage.bot.clock.now_ms()
    await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (2, 1), at=now)
    board = await manager.slash(stage.channel, "leaderboard", period="season")
    assert "Winter Cup (until" in text_of_message(board.response)
    assert "**B** · beat 1 person · 1 win in 1 game" in text_of_message(board.response)
    await fill_in(stage, manager, panel, "Snow", "3", "change")
    assert "Snow, until <t:1769126400:f>" in text_of_message(panel)
    await stage.tap(manager, panel, "season_end")
    assert "Snow, until <t:1767312000:f>" in text_of_message(panel)
    acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 9)
    assert [(act.by, act.about) for act in acts] == [("Dora", "seasons")] * 3
    season = await stage.bot.store.read(load_running_season, stage.guild.id, JANUARY + 1)
    assert season is not None


async def test_form_without_a_name_begins_no_season(stage: Stage, manager: Any) -> None:
    panel = await panel_of(stage, manager)
    answer = await fill_in(stage, manager, panel, "   ", "2")
    assert "give the season a name" in text_of_message(answer.response)
    assert "No season has begun yet" in text_of_message(panel)


async def test_only_managers_begin_seasons(stage: Stage, manager: Any, forged_taps: None) -> None:
    panel = await panel_of(stage, manager)
    for tapped in ("b:season_ask:all", "b:season_end:all"):
        assert "Only people who may manage this server" in await stage.forge(stage.bob, panel, tapped)
    assert await stage.bot.store.read(load_running_season, stage.guild.id, JANUARY) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_fits_on_a_phone(language: str) -> None:
    running = Season(1, 2, Name("A name that is quite long, as some are"), JANUARY, JANUARY + 1, "UTC")
    page = settings_page(GuildSettings(1), Localizer(language), "evening", "seasons", running)
    assert page_height(page) <= SCREEN
