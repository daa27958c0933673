"""Tests of sharing a moment: a private preview, a post by one tap, and hidden lies."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import discord
import pytest
from msgspec.structs import replace
from PIL import Image
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.pages.messages import table_message
from bot.tables.state import TableState
from storage.people import save_discretion
from storage.tables.gathering import save_shown
from storage.tables.loading import load_table
from tests.bot.finished_games import play_out
from tests.bot.people import (
    Stage,
    custom_ids,
    find_id,
    options,
    picture_descriptions,
    raw_click,
    text_of_message,
)
from tests.bot.playing import MakeBot, kill

LARGEST = 500_000
"""The largest size of a shared picture in bytes."""


@pytest.fixture
def pictures() -> None:
    """Replace the fixture that lays pictures out without drawing them."""


def kinds_of(state: TableState) -> list[str]:
    return [highlight.kind for highlight in state.match.highlights()]


def shares(stage: Stage) -> list[Any]:
    return [message for message in stage.channel.history() if "shared by" in text_of_message(message)]


async def open_share(stage: Stage, person: Any, table: TableState) -> Any:
    """Tap *Share* at the result; return the private message."""
    return (await stage.tap(person, stage.message(table.id), "share")).response


async def offered_highlights(stage: Stage, person: Any, table: TableState) -> set[str]:
    message = await open_share(stage, person, table)
    if "There is no moment" in text_of_message(message):
        return set()
    menus = [values for _, values in options(message, "moment")]
    posts = [cid.rpartition(":")[2] for cid in custom_ids(message) if cid.startswith("b:post")]
    return {*(menus[0] if menus else posts)}


async def expect_nothing_posted(stage: Stage, person: Any, message: Any, custom_id: str) -> Any:
    """Send a forged tap; check that nothing is posted, and return the answer."""
    answer = raw_click(person, message, custom_id)
    await stage.env.settle()
    assert not shares(stage)
    return answer.response


async def test_moment_is_previewed_in_private_and_posted(stage: Stage) -> None:
    """The post has the same picture as the preview, and mentions nobody. The same moment is posted once."""
    table = await play_out(stage, [stage.alice, stage.bob], seed=3)
    kinds = kinds_of(table)
    assert len(kinds) > 1
    for verb in ("replay", "review"):  # replays and reviews lead there, too
        other = (await stage.tap(stage.alice, stage.message(table.id), verb)).response
        assert "Share a moment" in text_of_message((await stage.tap(stage.alice, other, "share")).response)
    panel = await open_share(stage, stage.carol, table)
    assert panel.ephemeral
    assert not shares(stage)
    first = picture_descriptions(panel)
    await stage.choose(stage.carol, panel, "moment", [kinds[1]])
    chosen = picture_descriptions(panel)
    assert chosen != first
    post = find_id(panel, "b", "post")
    await stage.carol.click(panel, custom_id=post)
    assert "Posted" in text_of_message(panel)
    (shared,) = shares(stage)
    assert "**Carol**" in text_of_message(shared)
    assert picture_descriptions(shared) == chosen
    (file,) = shared.attachments
    data = await file.read()
    assert len(data) < LARGEST
    assert (
        Image.open(BytesIO(data)).width >= 3 * 275
    )  # sharp where a phone shows 275 points, three pixels each
    assert shared.author.bot
    assert not shared.mentions
    again = await open_share(stage, stage.bob, table)
    await stage.choose(stage.bob, again, "moment", [kinds[1]])
    refused = await stage.tap(stage.bob, again, "post")
    assert "already" in text_of_message(refused.response)
    assert [message.id for message in shares(stage)] == [shared.id]


async def test_shared_posts_are_not_deleted_as_lost_messages(stage: Stage, make_bot: MakeBot) -> None:
    """After a crash the bot deletes its own lost message, but no post that a person has shared."""
    table = await play_out(stage, [stage.alice, stage.bob], seed=3)
    await stage.tap(stage.carol, await open_share(stage, stage.carol, table), "post")
    opened = await stage.tap(stage.carol, stage.message(table.id), "replay")
    await stage.tap(stage.carol, opened.response, "point")
    await stage.env.advance_time(2)  # until the position is drawn and posted
    before = [message.id for message in stage.channel.history()]
    assert len(before) == 4  # the notice, the result and two posts
    again = table_message(table.snapshot, "en")
    lost = await stage.bot.transport_to(stage.guild.id).send(stage.channel.id, again, "lost")
    sent_row = replace((await stage.stored_table(table.id)).sent_row, sending=True, settled=False)
    await stage.bot.store.write(save_shown, sent_row)
    assert lost.message_id in [message.id for message in stage.channel.history()]
    await kill(stage, make_bot, seconds=60)
    assert [message.id for message in stage.channel.history()] == before


async def test_lies_of_people_who_opted_out_cannot_be_shared(stage: Stage) -> None:
    """Lies of a person who opted out cannot be shared until the person opts in."""
    table = await play_out(stage, [stage.alice, stage.bob], seed=3)
    lies = {highlight.kind: highlight.liar for highlight in table.match.highlights()}
    liar = next(seat for seat in lies.values() if seat is not None)
    people = {stage.alice.id: stage.alice, stage.bob.id: stage.bob}
    person = people[table.seats[liar].user_id or 0]
    expected = {kind for kind, seat in lies.items() if seat != liar}
    assert expected < {*lies}
    settings = (await person.slash(stage.channel, "privacy show")).response
    assert "your lies among them" in text_of_message(settings)
    stale = await open_share(stage, stage.carol, table)
    await person.click(settings, label="Don’t share my lies")
    assert "nobody can share" in text_of_message(settings)
    assert await offered_highlights(stage, stage.carol, table) == expected
    assert await offered_highlights(stage, person, table) == expected
    hidden = next(kind for kind, seat in lies.items() if seat == liar)
    post = find_id(stale, "b", "post").rpartition(":")[0]
    refused = await expect_nothing_posted(stage, stage.carol, stale, f"{post}:{hidden}")
    assert "There is no moment to share" in text_of_message(refused)
    await person.click(settings, label="Allow my lies")
    assert await offered_highlights(stage, stage.carol, table) == {*lies}


async def test_result_omits_lies_of_people_who_opted_out(stage: Stage) -> None:
    """The result omits lies of a person who opted out, also after the table is loaded again."""
    await stage.bot.store.write(save_discretion, stage.alice.id, "Alice", True)
    table = await play_out(stage, [stage.alice, stage.bob], seed=3)
    (alice,) = [seat.seat for seat in table.seats if seat.user_id == stage.alice.id]
    highlights = table.match.highlights()
    expected = [f"bull-highlight-{highlight.kind}" for highlight in highlights if highlight.liar != alice]
    assert 0 < len(expected) < len(highlights)
    stored = await stage.bot.store.read(load_table, table.id)
    for state in (table, TableState.of(stored)):
        assert [line.key for line in state.snapshot.highlights] == expected
    message = stage.message(table.id)
    result = f"{text_of_message(message)}\n{picture_descriptions(message)}"
    assert ("Boldest call" in result, "Best challenge" in result) == (
        "bull-highlight-bluff" in expected,
        "bull-highlight-catch" in expected,
    )


async def test_running_game_cannot_be_shared(stage: Stage) -> None:
    """The table has no button for sharing, and forged taps are refused."""
    message = await stage.start_two()
    assert not any(":share:" in cid for cid in custom_ids(message))
    for verb, arg in (("share", ""), ("post", ":catch")):
        refused = await expect_nothing_posted(stage, stage.alice, message, f"b:{verb}:{stage.table.id}{arg}")
        assert "still going on" in text_of_message(refused)


@pytest.mark.parametrize(("where", "why"), [("elsewhere", "only on the server"), ("muted", "may not write")])
async def test_sharing_needs_own_server_and_write_permission(stage: Stage, where: str, why: str) -> None:
    """On another server, or without permission to write, the preview has no button to post."""
    table = await play_out(stage, [stage.alice, stage.bob])
    person, channel = stage.carol, stage.channel
    if where == "elsewhere":
        club = stage.env.create_guild("Other club")
        person, channel = club.add_member(stage.carol.user), club.create_text_channel("elsewhere")
    else:
        denied = discord.Permissions(send_messages=True).value
        mute = Overwrite(person.id, OverwriteType.MEMBER, allow=0, deny=denied)
        stage.env.backend.edit_channel(channel.id, {}, overwrites=[mute])
    message = (await person.slash(channel, "history")).response
    panel = await expect_nothing_posted(stage, person, message, f"b:share:{table.id}")
    assert "Share a moment" in text_of_message(panel)
    assert not any(cid.startswith("b:post") for cid in custom_ids(panel))
    refused = await expect_nothing_posted(stage, person, message, f"b:post:{table.id}:{kinds_of(table)[0]}")
    assert why in text_of_message(refused)
    assert not any("shared by" in text_of_message(posted) for posted in channel.history())
