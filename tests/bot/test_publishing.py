"""Tests of everything that people post with the bot's help: permissions, bans, waits, once in a channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, TypeAlias

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.daily import puzzles
from bot.tables.state import TableState
from storage.rows import GuildSettings, Name
from storage.servers import BANNED, Act, save_settings
from tests.bot.daily.test_daily import answer, open_today
from tests.bot.faults import ANSWERING, SENDING, Faults, disconnected, refusal
from tests.bot.finished_games import play_out
from tests.bot.people import Stage, custom_ids, raw_click, text_of_message
from tests.bot.playing import MakeBot, kill
from tests.promises import BETWEEN_POSTS_MS, MOST_SHARED

WAIT_SECONDS = BETWEEN_POSTS_MS // 1000

Way: TypeAlias = Callable[[Stage, TableState], Awaitable[str]]
"""Has Carol post something, and returns the text of the bot's answers."""


@pytest.fixture(autouse=True)
def _first_date(monkeypatch: pytest.MonkeyPatch, env: Any) -> None:
    """Make the simulated clock's first day the first day with a puzzle."""
    today = datetime.fromtimestamp(env.bot.clock.now_ms() / 1000, UTC).date()
    monkeypatch.setattr(puzzles, "FIRST_DATE", today)


async def daily_by_command(stage: Stage, table: TableState) -> str:
    return text_of_answers(await stage.carol.slash(stage.channel, "daily", what="share"))


async def daily_by_button(stage: Stage, table: TableState) -> str:
    return await click(stage, await open_today(stage, stage.carol), "b:share:day1")


async def reveal(stage: Stage, table: TableState) -> str:
    assert table.match is not None
    kind = table.match.highlights()[0].kind
    page = (await stage.carol.slash(stage.channel, "history")).response
    return await click(stage, page, f"b:post:{table.id}:{kind}")


async def position(stage: Stage, table: TableState, spot: str = "3.a") -> str:
    page = (await stage.carol.slash(stage.channel, "history")).response
    return await click(stage, page, f"b:point:{table.id}:{spot}")


WAYS = (daily_by_command, daily_by_button, reveal, position)
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


async def click(stage: Stage, page: Any, custom_id: str) -> str:
    """Tap a button, also one that the page does not offer; return the text of the answers."""
    tapped = raw_click(stage.carol, page, custom_id)
    await stage.env.settle()
    await stage.env.advance_time(2)
    return text_of_answers(tapped)


def text_of_answers(result: Any) -> str:
    answers = [*filter(None, [result.response]), *result.followups]
    return "\n".join(map(text_of_message, answers))


async def prepare(stage: Stage) -> TableState:
    """Play a game, and answer the daily puzzle as Carol; return the finished game."""
    table = await play_out(stage, [stage.carol, stage.bob], seed=3)
    await answer(stage, stage.carol, await open_today(stage, stage.carol))
    return table


def public_messages(stage: Stage) -> list[int]:
    return [message.id for message in stage.channel.history()]


def overwrite(stage: Stage, name: str) -> None:
    """Deny Carol a permission in the channel."""
    denied = discord.Permissions(**{name: True}).value
    mute = Overwrite(stage.carol.id, OverwriteType.MEMBER, allow=0, deny=denied)
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[mute])


@ways
async def test_posting_needs_permission_to_write(stage: Stage, way: Way) -> None:
    table = await prepare(stage)
    before = public_messages(stage)
    overwrite(stage, "send_messages")
    assert "may not write" in await way(stage, table)
    assert public_messages(stage) == before
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    await way(stage, table)
    assert len(public_messages(stage)) == len(before) + 1


@ways
async def test_posting_in_thread_needs_permission_for_threads(stage: Stage, way: Way) -> None:
    table = await prepare(stage)
    channel = stage.channel
    await stage.bot.transport_to(stage.guild.id).open_thread(channel.id, None, "talk")
    (thread,) = channel.threads
    for name, sent in (("send_messages_in_threads", 0), ("send_messages", 1)):
        stage.channel = channel
        overwrite(stage, name)
        stage.channel = thread
        assert ("may not write" in await way(stage, table)) == (not sent)
        assert len([message for message in thread.history() if custom_ids(message)]) == sent


@ways
async def test_banned_people_post_nothing(stage: Stage, way: Way) -> None:
    table = await prepare(stage)
    before, now = public_messages(stage), stage.bot.clock.now_ms()
    ban = Act(now, BANNED, stage.bob.id, Name("Bob"), whom_id=stage.carol.id, whom=Name("Carol"))
    await stage.bot.tables.ban(stage.guild.id, ban)
    assert "banned" in await way(stage, table)
    assert public_messages(stage) == before


async def preview(stage: Stage, table: TableState) -> str:
    message = next(post for post in stage.channel.history() if f"b:extras:{table.id}" in custom_ids(post))
    return text_of_answers(await stage.carol.click(message, custom_id=f"b:extras:{table.id}"))


async def board(stage: Stage, table: TableState) -> str:
    return text_of_answers(await stage.carol.slash(stage.channel, "leaderboard"))


@pytest.mark.parametrize("way", [preview, board, reveal], ids=lambda way: way.__name__)
@pytest.mark.parametrize("is_heard", [True, False], ids=["heard", "lost"])
async def test_ban_is_told_once_with_the_first_answer(stage: Stage, way: Way, *, is_heard: bool) -> None:
    """A private answer or a refusal tells of the ban. If that answer is lost, the next one does."""
    table = await prepare(stage)
    ban = Act(stage.bot.clock.now_ms(), BANNED, stage.bob.id, Name("Bob"), whom_id=stage.carol.id)
    await stage.bot.tables.ban(stage.guild.id, ban)
    stage.bot.unnotified_bans.add((stage.guild.id, stage.carol.id))
    if not is_heard:
        outage = Faults(stage.env).fail("POST /*", disconnected, times=None)
        await stage.carol.slash(stage.channel, "daily", what="share")
        outage.end()
        assert stage.bot.unnotified_bans
    assert "banned" in await way(stage, table)
    assert not stage.bot.unnotified_bans
    assert "banned" not in text_of_answers(await stage.carol.slash(stage.channel, "rules", game="bull"))


@ways
async def test_posting_needs_the_role_for_players(stage: Stage, way: Way) -> None:
    table = await prepare(stage)
    before = public_messages(stage)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, player_roles=(77,)))
    assert "only these roles" in await way(stage, table)
    assert public_messages(stage) == before


@ways
@pytest.mark.parametrize("seconds", [0, 7200])
async def test_same_thing_is_posted_once_in_a_channel(
    stage: Stage, make_bot: MakeBot, rare_beats: None, way: Way, seconds: int
) -> None:
    """The same thing is posted once, also after hours, a restart, and many other messages."""
    table = await prepare(stage)
    await way(stage, table)
    posted = public_messages(stage)
    for number in range(60 if seconds else 0):
        await stage.bob.send(stage.channel, f"talk {number}")
    if seconds:
        await kill(stage, make_bot, away=seconds)
    assert "already" in await way(stage, table)
    own = [message.id for message in stage.channel.history() if message.author.bot]
    assert own == posted
    stage.channel = stage.guild.create_text_channel("other")
    await way(stage, table)
    assert len(public_messages(stage)) == 1


@ways
@pytest.mark.parametrize("is_sent", [False, True])
async def test_lost_answer_causes_no_second_post(
    stage: Stage, make_bot: MakeBot, rare_beats: None, way: Way, is_sent: bool
) -> None:
    """If the bot dies while it posts, the next attempt posts the thing unless it is in the channel."""
    table = await prepare(stage)
    before = public_messages(stage)
    faults = Faults(stage.env)
    step = ANSWERING if way is daily_by_command else SENDING
    if is_sent:
        faults.lose(step, disconnected, times=None)
    else:
        faults.fail(step, disconnected, times=None)
    await way(stage, table)
    assert len(public_messages(stage)) == len(before) + is_sent
    await kill(stage, make_bot, away=400)
    await way(stage, table)
    assert len(public_messages(stage)) == len(before) + 1


@ways
@pytest.mark.parametrize(("code", "why"), [(200000, "AutoMod"), (50035, "Discord doesn’t accept")])
async def test_refusal_by_discord_is_explained_and_can_be_retried(
    stage: Stage, way: Way, code: int, why: str
) -> None:
    table = await prepare(stage)
    before = public_messages(stage)
    faults = Faults(stage.env)
    step = ANSWERING if way is daily_by_command else SENDING
    faults.fail(step, lambda: refusal(400, "refused", code))
    assert why in await way(stage, table)
    assert public_messages(stage) == before
    await way(stage, table)
    assert len(public_messages(stage)) == len(before) + 1


async def test_people_wait_between_posts(stage: Stage, rare_beats: None) -> None:
    """Nobody posts more than a few things of all kinds in ten minutes; then posting goes on."""
    table = await prepare(stage)
    before = public_messages(stage)
    await daily_by_command(stage, table)
    for number in range(12):
        last = await position(stage, table, f"{number + 1}.a")
    assert len(public_messages(stage)) == len(before) + MOST_SHARED
    assert "You can post again <t:" in last
    assert "You can post again <t:" in await reveal(stage, table)
    board = (await stage.carol.slash(stage.channel, "leaderboard")).response
    assert board.ephemeral
    await stage.env.advance_time(WAIT_SECONDS)
    await reveal(stage, table)
    assert len(public_messages(stage)) == len(before) + MOST_SHARED + 1


async def test_slow_mode_of_channel_holds_for_posts(stage: Stage, rare_beats: None) -> None:
    """In a channel with slow mode people wait as long between two posts as between two messages."""
    table = await prepare(stage)
    before = public_messages(stage)
    stage.env.backend.edit_channel(stage.channel.id, {"rate_limit_per_user": 3600})
    await stage.env.settle()
    await position(stage, table, "1.a")
    await stage.env.advance_time(3000)
    assert "You can post again" in await position(stage, table, "2.a")
    await stage.env.advance_time(600)
    await position(stage, table, "2.a")
    assert len(public_messages(stage)) == len(before) + 2


@pytest.mark.parametrize("name", ["send_messages", "ban"])
async def test_leaderboard_is_private_for_people_who_may_not_post(stage: Stage, name: str) -> None:
    """The leaderboard is public for others, and private for people who may not write or are banned."""
    await prepare(stage)
    before = public_messages(stage)
    if name == "ban":
        ban = Act(stage.bot.clock.now_ms(), BANNED, stage.bob.id, Name("Bob"), whom_id=stage.carol.id)
        await stage.bot.tables.ban(stage.guild.id, ban)
    else:
        overwrite(stage, name)
    board = (await stage.carol.slash(stage.channel, "leaderboard")).response
    assert board.ephemeral
    assert "Bob" in text_of_message(board)
    assert public_messages(stage) == before
    assert not (await stage.bob.slash(stage.channel, "leaderboard")).response.ephemeral


async def test_posts_name_who_shared_and_lead_to_the_thing(stage: Stage) -> None:
    """Each post has a button whose id no other message of the bot has."""
    table = await prepare(stage)
    before = {custom_id for message in stage.channel.history() for custom_id in custom_ids(message)}
    for way in (daily_by_button, reveal, position):
        await way(stage, table)
        post = stage.channel.last_message
        assert "Carol" in text_of_message(post)
        (key, *_) = custom_ids(post)
        assert key not in before
        opened = await stage.bob.click(post, custom_id=key)
        assert opened.response.ephemeral


async def test_public_leaderboard_is_remembered_without_the_person_s_id(stage: Stage) -> None:
    """After the deletion of a person's data no post names them."""
    await play_out(stage, [stage.alice, stage.bob], seed=3)
    await stage.env.advance_time(30)
    await stage.carol.slash(stage.channel, "leaderboard", game="bull")
    stored = "SELECT thing FROM shared"
    things = await stage.bot.store.read(lambda conn: conn.execute(stored).fetchall())
    assert things
    assert str(stage.carol.id) not in str(things)
    await stage.bot.tables.forget(stage.carol.id)
    assert await stage.bot.store.read(lambda conn: conn.execute(stored).fetchall()) == []
