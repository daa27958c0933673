"""Tests of moderation with reasons: moderators give a reason, and the people concerned read it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.tables import endings
from storage.scores.results import DAY_MS
from storage.servers import load_ban
from storage.upkeep import findings
from tests.bot.moderation.keeping import close_table, closing_question, moderate_member, panel_of
from tests.bot.people import Stage, text_of_message
from tests.bot.playing import MakeBot, restart
from tests.storage.helpers import load_result


async def log_of(stage: Stage, moderator: Any) -> str:
    return text_of_message(
        (await stage.tap(moderator, await panel_of(stage, moderator), "order_log")).response
    )


async def test_closing_needs_a_reason(stage: Stage, moderator: Any) -> None:
    await stage.start_two()
    panel = await closing_question(stage, moderator, stage.table.id)
    refused = await close_table(stage, moderator, panel, "  ")
    assert "Please give a reason" in text_of_message(refused.response)
    assert stage.tables


async def test_markdown_and_mentions_in_reasons_have_no_effect(stage: Stage, moderator: Any) -> None:
    await stage.start_two()
    panel = await closing_question(stage, moderator, stage.table.id)
    await close_table(
        stage, moderator, panel, f"**Bob** <@{stage.alice.id}> @everyone\n# https://example.org"
    )
    text = text_of_message(stage.channel.last_message)
    assert "Mia closed this table as a moderator: " in text
    assert f"<@{stage.alice.id}>" not in text
    assert "**Bob**" not in text
    assert "\n# " not in text
    assert "https://" not in text


async def play_until_behind(stage: Stage) -> int:
    """Play a game of two until one seat is behind in the game's standings; return that seat."""
    await stage.start_two()
    while endings.result_by_scores(stage.state) is None:
        await stage.play(stage.legal_moves[-1], seconds=30)
    await stage.play_a_while()
    standing = endings.result_by_scores(stage.state)
    assert standing is not None
    return standing.ranking[-1][0]


@pytest.mark.parametrize("how", ["closed_standing", "closed"])
async def test_choice_to_keep_the_places_so_far_is_public(
    stage: Stage, moderator: Any, make_bot: MakeBot, how: str
) -> None:
    """A moderator who closes a game may let the present places count. Choice and reason are public."""
    loser = await play_until_behind(stage)
    table = stage.table
    panel = await closing_question(stage, moderator, table.id)
    await close_table(stage, moderator, panel, "Bob has to go", how=[how])
    assert not stage.tables
    # The notice is the same before and after a restart.
    for _ in range(2):
        assert "Mia closed this table as a moderator: “Bob has to go”" in text_of_message(
            stage.channel.last_message
        )
        await restart(stage, make_bot, seconds=2)
    result = await stage.bot.store.read(load_result, table.id)
    log = await log_of(stage, moderator)
    history = text_of_message((await stage.alice.slash(stage.channel, "history")).response)
    # The stored result, the log and the history show the moderator's choice.
    if how == "closed":
        assert result is None
        assert re.search("Mia closed 🐂 Porker Bull .*: “Bob has to go”", log)
        assert "closed without a result by moderators: “Bob has to go”" in history
    else:
        assert [seat.seat for seat in result.seats if seat.place == 2] == [loser]
        assert "The places count as they were" in text_of_message(stage.channel.last_message)
        assert "with the places as they were: “Bob has to go”" in log
        assert "closed by moderators: “Bob has to go”" in history
    assert await stage.bot.store.check(findings) == []


async def test_outdated_or_forged_choice_closes_no_game(stage: Stage, moderator: Any) -> None:
    await stage.start_two()
    panel = await closing_question(stage, moderator, stage.table.id)
    form = await stage.tap(moderator, panel, "order_close")
    assert form.modal is not None
    assert len(form.modal["components"]) == 1, "nobody is behind yet"
    while endings.result_by_scores(stage.state) is None:
        await stage.play(stage.legal_moves[-1], seconds=30)
    refused = await moderator.submit_modal(form, {"reason": "Too loud"})
    assert "The table has changed" in text_of_message(refused.response)
    assert stage.tables


@pytest.mark.usefixtures("rare_beats")
@pytest.mark.parametrize(("days", "until"), [("1", 1), ("7", 7), ("30", 30), ("always", None)])
async def test_ban_ends_at_its_time(stage: Stage, moderator: Any, days: str, until: int | None) -> None:
    """A banned person reads the reason and the end in private, and can join again after the end."""
    await stage.lobby()
    panel = await moderate_member(stage, moderator, stage.bob, "order_bar", "Spoils games", days)
    assert "“Spoils games”" in text_of_message(panel)
    refused = await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert refused.response.ephemeral
    text = text_of_message(refused.response)
    assert "banned you from this server’s tables" in text
    assert "Why: “Spoils games”" in text
    assert ("until <t:" in text) is (until is not None)
    ban = await stage.bot.store.read(load_ban, stage.guild.id, stage.bob.id)
    assert ban is not None
    assert (None if ban.until is None else (ban.until - ban.since) / DAY_MS) == until
    if until != 1:
        return
    await stage.env.advance_time(86_400 - 60)
    lobby = await stage.lobby()
    again = await stage.tap(stage.bob, lobby, "join")
    assert "banned you from this server’s tables" in text_of_message(again.response)
    await stage.env.advance_time(120)
    await stage.tap(stage.bob, lobby, "join")
    assert any(table.state.seat_of(stage.bob.id) is not None for table in stage.lobbies)
    assert "Bob" not in text_of_message(await panel_of(stage, moderator))


async def test_banned_person_gets_the_notice_once(stage: Stage, moderator: Any, make_bot: MakeBot) -> None:
    """The next tap of a banned person shows the notice once, beside the usual answer."""
    await stage.start_two()
    await moderate_member(stage, moderator, stage.bob, "order_bar")
    await restart(stage, make_bot, seconds=2)
    first = await stage.tap(stage.bob, stage.table_message(), "hand")
    assert [
        ("Spoils games" in text_of_message(message), message.ephemeral) for message in first.followups
    ] == [(True, True)]
    again = await stage.tap(stage.bob, stage.table_message(), "hand")
    assert not again.followups
    await restart(stage, make_bot, seconds=2)
    assert not (await stage.tap(stage.bob, stage.table_message(), "hand")).followups


async def test_deleted_people_are_numbered_on_a_log_page(stage: Stage, moderator: Any) -> None:
    """The log numbers deleted people, so two acts against one person can be recognised."""
    for person in (stage.bob, stage.carol):
        await stage.lobby()
        await moderate_member(stage, moderator, person, "order_bar")
    await moderate_member(stage, moderator, stage.bob, "order_admit")
    for person in (stage.bob, stage.carol):
        await stage.bot.tables.forget(person.id)
    log = await log_of(stage, moderator)
    lines = [line for line in log.split("\n") if "former player" in line]
    numbers = [re.findall(r"a former player (\d)", line) for line in lines]
    assert numbers == [["1"], ["2"], ["1"]]
    assert "a former player 1" in text_of_message(await panel_of(stage, moderator))


async def test_moderation_command_is_visible_to_everybody(stage: Stage) -> None:
    """Discord shows /moderate to everybody; the bot refuses people without the right."""
    command = stage.bot.tree.get_command("moderate")
    assert command is not None
    assert command.default_permissions is None
    refused = await stage.bob.slash(stage.channel, "moderate")
    assert refused.response.ephemeral
    assert "Only moderators can do that" in text_of_message(refused.response)
