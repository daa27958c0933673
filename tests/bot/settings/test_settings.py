"""Tests of /settings: its permissions, and the effect of each setting."""

from __future__ import annotations

from typing import Any

import discord
import msgspec
import pytest

from bot import LANGUAGES
from bot.language import Localizer
from bot.refused import Refused
from bot.settings import PAGES, SETTINGS, ChoiceSetting, find_setting, settings_page
from storage.rows import CHANNEL, THREAD, GuildSettings
from storage.servers import load_acts, load_settings
from tests.bot.finished_games import finished
from tests.bot.people import Stage, parts, text_of_message


@pytest.fixture
def manager(stage: Stage) -> Any:
    """A member who may manage the server."""
    role = stage.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return stage.member("Dora", roles=[role])


async def open_panel(stage: Stage, manager: Any, page: str = "tables") -> Any:
    answer = await manager.slash(stage.channel, "settings")
    assert answer.response.ephemeral
    if page != "tables":
        await manager.click(answer.response, custom_id=f"b:settings:all:{page}")
    return answer.response


async def choose(manager: Any, panel: Any, name: str, value: str) -> None:
    await manager.select(panel, [value], custom_id=f"s:set:all:{name}")


async def test_settings_are_only_for_managers(stage: Stage, manager: Any) -> None:
    """Other members do not see the command, and a forged tap changes nothing."""
    (command,) = (each for each in stage.bot.tree.get_commands() if each.name == "settings")
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    panel = await open_panel(stage, manager)
    answer = await stage.forge(stage.bob, panel, "s:set:all:language", "ja")
    assert "Only people who may manage this server" in answer
    assert await stage.bot.store.read(load_settings, stage.guild.id) == GuildSettings(stage.guild.id)


async def test_language_applies_to_lobbies_and_boards(stage: Stage, manager: Any) -> None:
    """New lobbies and leaderboards use the language that is set for the server."""
    await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (1, 2))
    panel = await open_panel(stage, manager)
    await choose(manager, panel, "language", "ja")
    assert "Settings of this server" in text_of_message(panel)
    assert "席" in text_of_message(await stage.lobby())
    board = await stage.alice.slash(stage.channel, "leaderboard")
    assert "全ゲーム" in text_of_message(board.response)
    await choose(manager, panel, "language", "auto")
    assert "Seats" in text_of_message(await stage.lobby())


async def test_games_are_refused_in_other_channels(stage: Stage, manager: Any) -> None:
    """After channels are chosen, /play is refused elsewhere; with no channel chosen it works everywhere."""
    other = stage.guild.create_text_channel("talk")
    panel = await open_panel(stage, manager)
    await manager.select(panel, [stage.channel], custom_id="c:set:all:channels")
    refused = await stage.alice.slash(other, "play", game="bull")
    assert refused.response.ephemeral
    assert not stage.bot.tables.open()
    await stage.lobby("bull")
    assert len(stage.bot.tables.open()) == 1
    (menu,) = [part for part in parts(panel) if part["type"] == 8]
    assert [int(value["id"]) for value in menu["default_values"]] == [stage.channel.id]
    await manager.select(panel, [], custom_id="c:set:all:channels")
    await stage.alice.slash(other, "play", game="bull")
    assert len(stage.bot.tables.open()) == 2


async def test_new_lobbies_begin_with_the_chosen_clock(stage: Stage, manager: Any) -> None:
    """New lobbies use the clock from the settings; "auto" stands for the bot's default clock."""
    stage.bot.tables._usual_clock = "blitz"
    panel = await open_panel(stage, manager)
    for choice, clock in (("week", "week"), ("none", "none"), ("auto", "blitz")):
        await choose(manager, panel, "clock", choice)
        await stage.lobby()
        assert stage.lobbies[-1].state.row.clock == clock


async def test_new_lobbies_announce_a_thread_if_set(stage: Stage, manager: Any) -> None:
    """With the setting on, new lobbies announce a thread, except in voice channels."""
    panel = await open_panel(stage, manager)
    await choose(manager, panel, "venue", "thread")
    assert "thread" in text_of_message(await stage.lobby())
    assert stage.lobby_state.gathering.venue == THREAD
    voice = stage.guild.create_voice_channel("voice")
    await stage.alice.slash(voice, "play", game="bull")
    assert stage.lobbies[-1].state.gathering.venue == CHANNEL
    await choose(manager, panel, "venue", "channel")
    await stage.lobby()
    assert stage.lobbies[-1].state.gathering.venue == CHANNEL


async def test_chosen_scope_and_records_are_stored_and_shown(stage: Stage, manager: Any) -> None:
    """The setting "everywhere" allows the leaderboard of all servers; reopened panels show the chosen
    values.
    """
    await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (1, 2))
    panel = await open_panel(stage, manager, "scores")
    await choose(manager, panel, "scope", "everywhere")
    await choose(manager, panel, "records", "no")
    board = await stage.alice.slash(stage.channel, "leaderboard", scope="everywhere")
    assert "**A** · beat 1 person" in text_of_message(board.response)
    standing = {
        part["custom_id"]: [option["value"] for option in part["options"] if option.get("default")]
        for page in PAGES
        for part in parts(await open_panel(stage, manager, page))
        if part["type"] == 3
    }
    usual = {name: ["auto"] for name in ("language", "clock", "zone", "tables")}
    usual |= {"venue": ["channel"], "games": [], "pings": ["yes"], "hour": ["h8"]}
    usual |= {"organizers": ["managers"]}
    expected = {**usual, "scope": ["everywhere"], "records": ["no"], "trophies": ["yes"]}
    assert standing == {f"s:set:all:{name}": values for name, values in expected.items()}


async def test_board_of_all_servers_knows_at_once_who_has_joined(stage: Stage, manager: Any) -> None:
    """A board that was counted before a server joined or left is no longer shown."""
    panel = await open_panel(stage, manager, "scores")
    await choose(manager, panel, "scope", "everywhere")
    for wins in ("1 win ", "2 wins "):
        await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (1, 2))
        await choose(manager, panel, "scope", "server")
        await choose(manager, panel, "scope", "everywhere")
        board = await stage.alice.slash(stage.channel, "leaderboard", scope="everywhere")
        assert wins in text_of_message(board.response)


async def test_games_limits_and_roles_are_stored_and_logged(stage: Stage, manager: Any) -> None:
    """The log has an entry with the manager's name for each stored setting."""
    panel = await open_panel(stage, manager, "limits")
    role = stage.guild.create_role("Players")
    await manager.select(panel, ["bull", "lost"], custom_id="s:set:all:games")
    await choose(manager, panel, "tables", "2")
    await choose(manager, panel, "pings", "no")
    await manager.select(panel, [role], custom_id="r:set:all:players")
    await manager.select(panel, [role], custom_id="r:set:all:keepers")
    kept = await stage.bot.store.read(load_settings, stage.guild.id)
    assert kept == GuildSettings(
        stage.guild.id,
        games=("bull", "lost"),
        most_tables=2,
        pings=False,
        player_roles=(role.id,),
        keeper_roles=(role.id,),
    )
    acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 9)
    assert [(act.by, act.about) for act in reversed(acts)] == [
        ("Dora", name) for name in ("games", "tables", "pings", "players", "keepers")
    ]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_settings_page_fits_on_a_phone(page: str, language: str) -> None:
    page_text = str(settings_page(GuildSettings(1), Localizer(language), "evening", page).components)
    names = [setting.name for setting in SETTINGS if setting.page == page]
    assert 1 <= len(names) <= 5
    assert all(f"set:all:{name}" in page_text for name in names)


def test_every_setting_is_declared_once() -> None:
    """Each field of a server's settings has one setting, with a name of its own."""
    fields = [setting.field for setting in SETTINGS]
    assert sorted(fields) == sorted({*GuildSettings.__struct_fields__} - {"guild_id"})
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)


CHOICES = [setting for setting in SETTINGS if isinstance(setting, ChoiceSetting)]


@pytest.mark.parametrize(
    ("setting", "choice"), [(each, choice) for each in CHOICES for choice in each.values]
)
def test_each_offered_value_can_be_chosen(setting: ChoiceSetting, choice: str) -> None:
    """The menu shows each value as chosen after its choice, whichever value was chosen before."""
    for before in setting.values:
        settings = GuildSettings(1)
        for chosen_value in (before, choice):
            value = setting.read((chosen_value,), ())
            settings = msgspec.structs.replace(settings, **{setting.field: value})
        row = setting.choices(getattr(settings, setting.field), Localizer("en"), "evening")
        (select,) = row.components
        assert [option.value for option in select.options if option.default] == [choice]


WRONG = {
    **{"language": ("xx", "yes"), "clock": ("60", "yes"), "venue": ("barred",), "scope": ("auto", "moon")},
    **{"records": ("auto", ""), "channels": ("-1", "x", " ".join(map(str, range(26)))), "players": ("x",)},
    **{"games": ("chess",), "tables": ("4", "yes"), "pings": ("auto",), "colour": ("red",)},
}
"""Invalid choices by setting: several values are separated, and none is an empty one."""


@pytest.mark.parametrize(("name", "values"), [(name, value) for name in WRONG for value in WRONG[name]])
def test_unknown_values_are_refused(name: str, values: str) -> None:
    with pytest.raises(Refused):
        find_setting(name).read(tuple(values.split()), ())
