"""Tests of seasons on /leaderboard and of medals in /stats."""

from __future__ import annotations

from typing import Any

import pytest

from bot.refused import Refused
from bot.scores.leaderboard import BoardQuery, read_query
from storage.rows import GuildSettings
from storage.scores.boards import close_season
from storage.servers import save_settings
from tests.bot.finished_games import JANUARY, finished
from tests.bot.people import Stage, custom_ids, options, text_of_message

DAY = 86_400_000


async def past_season(stage: Stage) -> None:
    """Store a game of three people in December, and close that season."""
    people = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.guild.id, people, (1, 2, 3), at=JANUARY - 9 * DAY)
    assert await stage.bot.store.write(close_season, stage.guild.id, 1, JANUARY) is not None


async def test_past_season_is_chosen_on_the_board(stage: Stage) -> None:
    """A past season's board has one measure; the running season's board has all measures."""
    await past_season(stage)
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, pair, (2, 1))
    board = (await stage.alice.slash(stage.channel, "leaderboard", period="season")).response
    assert "January 2026 (until" in text_of_message(board)
    assert "🥇 **Bob**" in text_of_message(board)

    async def ask(part: str, value: str) -> str:
        message = stage.channel.last_message
        (menu,) = (cid for cid in _menus(message) if cid.split(":")[3].startswith(f"{part}."))
        await stage.alice.select(message, [value], custom_id=menu)
        return text_of_message(stage.channel.last_message)

    assert ["all", "season", "week", "s1"] in [values for _, values in options(board, "asked")]
    board_text = await ask("period", "s1")
    assert "December 2025 (over)" in board_text
    assert "🥇 **Alice** · beat 2 people · 1 win in 1 game" in board_text
    assert "Porker Bull" in await ask("game", "bull")
    with pytest.raises(Exception, match="wins"):
        await ask("measure", "wins")
    assert "January 2026 (until" in await ask("period", "season")
    assert "Rating" in await ask("measure", "rating")
    assert "games with computers" in await ask("scope", "computers")


def _menus(message: Any) -> list[str]:
    return [custom_id for custom_id in custom_ids(message) if custom_id.startswith("s:asked:")]


async def test_boards_of_all_servers_have_months(stage: Stage) -> None:
    await past_season(stage)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, board_scope="everywhere"))
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, pair, (2, 1))
    board = await stage.alice.slash(stage.channel, "leaderboard", scope="everywhere", period="season")
    assert "This month (UTC)" in text_of_message(board.response)
    assert "**Bob** · beat 1 person · 1 win in 1 game" in text_of_message(board.response)


@pytest.mark.parametrize(
    ("arg", "period"),
    [
        ("bull.server.month.beaten.0", "season"),  # of an older version
        ("bull.server.s3.beaten.0", "s3"),
        ("bull.everywhere.season.beaten.0", "month"),
        ("bull.everywhere.s3.beaten.0", "month"),
        ("bull.computers.s3.beaten.0", "season"),
    ],
)
def test_period_fits_its_scope(arg: str, period: str) -> None:
    assert read_query(arg).period == period


@pytest.mark.parametrize(
    "arg", ["bull.server.s0.beaten.0", "bull.server.s3.wins.0", "bull.server.x.beaten.0"]
)
def test_invalid_period_is_refused(arg: str) -> None:
    with pytest.raises(Refused):
        read_query(arg)


def test_page_of_a_past_season_fits_a_custom_id() -> None:
    query = BoardQuery("netsuzo", "server", "s999999999", "beaten", 999_999)
    assert len(f"s:asked:{2**63}:measure.{query.arg}") <= 100


async def test_medals_are_in_the_statistics(stage: Stage) -> None:
    """The statistics count the person's own medals by kind, for all games or for one game."""
    await past_season(stage)
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, pair, (2, 1))
    stats = (await stage.alice.slash(stage.channel, "stats")).response
    assert "**Season medals** 🥇2" in text_of_message(stats)
    assert "🥇 All games · December 2025" in text_of_message(stats)
    await stage.choose(stage.alice, stats, "stats", ["bull"])
    assert "**Season medals** 🥇1" in text_of_message(stats)
    bob = (await stage.bob.slash(stage.channel, "stats")).response
    assert "**Season medals** 🥈2" in text_of_message(bob)
    direct = await stage.bob.slash(stage.channel, "stats", member=stage.carol)
    assert "🥈2" in text_of_message(direct.response)


async def test_direct_message_shows_only_own_statistics(stage: Stage) -> None:
    """In a direct message, statistics cover all servers, and those of other people are refused."""
    dora, emil = stage.env.create_user("dora"), stage.env.create_user("emil")
    people = [(dora.id, "Dora"), (emil.id, "Emil"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.guild.id, people, (1, 2, 3), at=JANUARY - 9 * DAY)
    assert await stage.bot.store.write(close_season, stage.guild.id, 1, JANUARY) is not None
    refused = text_of_message((await dora.slash("stats", member=emil)).response)
    assert "only your own" in refused
    assert not any(word in refused for word in ("Carol", "December", "🥈"))
    own = (await dora.slash("stats")).response
    assert "Carol" in text_of_message(own)
    await stage.choose(dora, own, "stats", ["bull"])
    assert "**Season medals** 🥇1" in text_of_message(own)
