"""Tests that each game's result is posted once, despite failures, and that its post pings nobody."""

from __future__ import annotations

from typing import Any

from storage.engine.database import Connection
from storage.rows import GuildSettings
from storage.scores.results import load_due_results
from tests.bot.finished_games import play_out
from tests.bot.people import Stage, custom_ids, picture_descriptions, text_of_message
from tests.bot.seasons.test_posts import END, wanted


def results(channel: Any) -> list[Any]:
    """Return the result posts in a channel."""
    return [m for m in channel.history() if any(c.startswith("b:replay:") for c in custom_ids(m))]


async def test_result_is_posted_once_with_its_poster(stage: Stage) -> None:
    """The result channel gets one post with the winner's name, a picture and a button for the replay."""
    news = stage.guild.create_text_channel("results")
    await wanted(stage, "results_channel", news)
    table = await play_out(stage, [stage.alice, stage.bob])
    await stage.env.advance_time(70)
    (post,) = results(news)
    assert "Porker Bull" in text_of_message(post)
    winner = table.seats[table.match.result().ranking[0][0]].name
    assert f"**{winner}** wins" in text_of_message(post)
    assert picture_descriptions(post)
    assert "<@" not in text_of_message(post)
    opened = await stage.tap(stage.bob, post, "replay")
    assert opened.response.ephemeral
    await stage.env.advance_time(120)
    assert len(results(news)) == 1
    assert not await stage.bot.store.read(load_due_results, stage.bot.served, END)


async def test_result_gets_no_second_post_in_the_games_channel(stage: Stage) -> None:
    await wanted(stage, "results_channel")
    await play_out(stage, [stage.alice, stage.bob])
    before = len(stage.channel.history())
    await stage.env.advance_time(70)
    assert len(stage.channel.history()) <= before
    assert not await stage.bot.store.read(load_due_results, stage.bot.served, END)


async def test_crash_while_posting_result_gives_one_post(stage: Stage) -> None:
    news = stage.guild.create_text_channel("results")
    await wanted(stage, "results_channel", news)
    table = await play_out(stage, [stage.alice, stage.bob])
    await stage.env.advance_time(70)

    def again(conn: Connection) -> None:
        row = (table.id, stage.guild.id, news.id)
        conn.execute("INSERT INTO result_post VALUES (?, ?, ?, 1)", row)

    await stage.bot.store.write(again)
    await stage.env.advance_time(600)
    assert len(results(news)) == 1
    assert not await stage.bot.store.read(load_due_results, stage.bot.served, END)


def test_new_server_has_no_channels_for_results_and_seasons() -> None:
    settings = GuildSettings(1)
    assert (settings.season_channel, settings.results_channel) == (None, None)
