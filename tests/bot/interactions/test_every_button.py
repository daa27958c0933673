"""Tests that tap every button and every choice that people can see: each must do something."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.daily import puzzles
from games import GAMES, Game
from tests.bot.finished_games import play_on
from tests.bot.interactions.walking import Walker
from tests.bot.owner.test_owner import Hosted, hosted
from tests.bot.people import Stage
from tests.bot.tournaments.club import Club

__all__ = ["hosted"]

ALONE = ("help", "history", "stats", "notify", "table", "hand", "privacy show", "settings", "moderate")


class Town(Stage):
    """A stage with a moderator, Mia."""

    def __init__(self, env: object) -> None:
        super().__init__(env)  # type: ignore[arg-type]
        role = self.guild.create_role("Moderators", permissions=discord.Permissions(manage_guild=True))
        self.mia = self.member("Mia", roles=[role])


class TownWithClub(Club):
    """A club with four players and a moderator, Mia."""

    def __init__(self, env: Any) -> None:
        super().__init__(env, 4)
        role = self.guild.create_role("Moderators", permissions=discord.Permissions(manage_guild=True))
        self.mia = self.member("Mia", roles=[role])


@pytest.fixture
def town(env: object) -> Town:
    return Town(env)


def walker_of(town: Town | TownWithClub, *commands: str, **named: object) -> Walker:
    people = {"host": town.alice, "player": town.bob, "stranger": town.carol, "moderator": town.mia}

    async def look() -> None:
        for place, person in people.items():
            for command in commands:
                role, _, what = command.rpartition("/")
                if role and role != place:
                    continue
                name, _, what = what.partition("|")
                key, _, value = what.partition("=")
                await walker.command(person, name, town.channel, **({key: value} if what else {}))
        walker.see_channel([*people.values()])

    walker = Walker(town, people, look)
    return walker


@pytest.fixture(autouse=True)
def _first_date(monkeypatch: pytest.MonkeyPatch, env: Any) -> None:
    """Make the simulated clock's first day the first day with a puzzle."""
    today = datetime.fromtimestamp(env.bot.clock.now_ms() / 1000, UTC).date()
    monkeypatch.setattr(puzzles, "FIRST_DATE", today)


async def test_lobby(town: Town) -> None:
    """Host, guest, stranger and moderator tap everything at a lobby, to its end."""
    lobby = await town.lobby("bull", 1)
    await town.tap(town.bob, lobby, "join")
    walker = walker_of(town, "table", "moderate")
    await walker.walk(100)
    assert walker.faults == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_game(town: Town, game: Game) -> None:
    """Players, a spectator and a moderator tap everything at a game, while it is played and paused."""
    lobby = await town.lobby(game.id)
    await town.seat(town.alice, lobby, *["easy"] * (game.rules.seats[0] - 2))
    await town.tap(town.bob, lobby, "join")
    await town.tap(town.alice, town.channel.last_message, "start")
    walker = walker_of(town, "hand", "table", "resign")
    await walker.walk(60)
    assert walker.faults == []


async def test_finished_game(town: Town) -> None:
    """All tap everything at the result, in replays, reviews and moments to share, and in their history."""
    await town.start_game(town.bob)
    await play_on(town, town.table.id)
    walker = walker_of(town, "history", "stats", "leaderboard", "table")
    await walker.walk(100)
    assert walker.faults == []


async def test_pages_of_commands(town: Town) -> None:
    walker = walker_of(
        town,
        *(
            "help",
            "moderator/settings",
            "moderate",
            "notify",
            "privacy show",
            "privacy export",
            "privacy delete",
        ),
        *("rules|game=tomoe", "learn|game=lost", "leaderboard", "history", "stats"),
    )
    await walker.walk(150)
    assert walker.faults == []


async def test_daily_puzzle(town: Town, rare_beats: None) -> None:
    await town.env.advance_time(5 * 86_400)
    walker = walker_of(
        town, "daily", "daily|what=missed", "daily|what=board", "daily|what=share", "privacy delete"
    )
    await walker.walk(80)
    assert "whole" in walker.verbs
    assert walker.faults == []


async def test_practice(town: Town) -> None:
    """A person taps everything in a direct message: practice, daily puzzle, lessons, statistics."""
    people = {"alone": town.alice.user}

    async def look() -> None:
        for command in ("help", "daily", "history", "stats", "privacy show"):
            await walker.command(town.alice.user, command)
        walker.see_channel([town.alice.user], town.alice.user.dm_channel)

    walker = Walker(town, people, look)
    await walker.command(town.alice.user, "play", game="bull")
    await walker.command(town.alice.user, "learn", game="tomoe")
    await walker.walk(60)
    assert walker.faults == []


async def test_paused_game(town: Town) -> None:
    await town.start_game(town.bob)
    await town.confirm_act(town.alice, "pause")
    await town.confirm_act(town.bob, "pause")
    walker = walker_of(town, "hand", "table")
    await walker.walk(40)
    assert walker.faults == []


async def test_reveal(town: Town) -> None:
    """Players and spectators tap everything while cards are turned over."""
    town.bot.tables._reveal_pace = 3.0
    await town.start_game(town.bob)
    for move in ("call single 5", "challenge"):
        await town.move(move)
    # The buttons are enabled with the verdict.
    await town.env.advance_time(9)
    walker = walker_of(town, "hand", "table")
    await walker.walk(40)
    assert {"goon", "react"} <= walker.verbs
    assert walker.faults == []


@pytest.mark.parametrize("phase", ["sign-up", "running", "over"])
async def test_tournament(env: Any, phase: str) -> None:
    """Host, players, a stranger and a moderator tap everything of a tournament."""
    town = TownWithClub(env)
    if phase == "sign-up":
        await town.open()
        await town.all_join()
    else:
        await town.start_tournament(rounds="1")
    if phase == "over":
        for table in town.tables:
            await play_on(town, table.id)
        await town.env.advance_time(700)
    walker = walker_of(town, "tournament", "table")
    await walker.walk(60)
    assert walker.faults == []


async def test_pages_of_the_owner(hosted: Hosted) -> None:
    people = {"owner": hosted.olga}
    other = hosted.env.create_guild("Elsewhere", preferred_locale="en-US")

    async def look() -> None:
        for command in ("owner status", "owner maintenance", "owner servers"):
            await walker.command(hosted.olga, command, hosted.channel)
        for command in ("owner leave", "owner block"):
            await walker.command(hosted.olga, command, hosted.channel, server=str(other.id))

    walker = Walker(hosted, people, look)
    await walker.command(hosted.olga, "owner maintenance", hosted.channel, minutes=30)
    await walker.walk(60)
    assert walker.faults == []
