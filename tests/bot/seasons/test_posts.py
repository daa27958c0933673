"""Tests that each season is posted once, despite failures, and that its post pings nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot import LANGUAGES, seasons
from bot.pages.phone import TABLE, page_height
from bot.posting import EVERY_SECONDS, AlreadyClaimed
from bot.seasons import season_page
from bot.wire.components import TextDisplay, walk
from bot.wire.errors import TOO_OLD, RequestRejected
from bot.wire.transport import Transport
from storage.engine.database import Connection
from storage.rows import Name
from storage.scores.boards import Medalist, close_season
from storage.scores.seasons import Season, begin_season_post, load_running_season, save_season_post
from storage.servers import CHANGED, Act, begin_season, change_season, change_setting
from storage.upkeep import forget_person
from tests.bot.faults import EDITING, Faults, refusal
from tests.bot.finished_games import JANUARY, finished
from tests.bot.people import Stage, custom_ids, text_of_message

DAY = 86_400_000
END = JANUARY + 31 * DAY
"""The end of January 2026 (UTC)."""


def season_posts(stage: Stage, channel: Any = None) -> list[Any]:
    """Return the season posts in a channel, oldest first."""
    return [m for m in (channel or stage.channel).history() if "b:season:all:1" in custom_ids(m)]


async def trio(stage: Stage, places: Sequence[int] = (1, 2, 3), **how: Any) -> str:
    people = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob"), (stage.carol.id, "Carol")]
    return await finished(stage.bot, stage.guild.id, people, places, **how)


async def wanted(stage: Stage, field: str = "season_channel", channel: Any = None) -> None:
    await stage.bot.store.write(change_setting, stage.guild.id, field, (channel or stage.channel).id)


async def look(stage: Stage) -> None:
    """Run the bot's check for due posts at the time of day that the test has set."""
    await stage.env.advance_time(EVERY_SECONDS)


@pytest.fixture
def at(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A function that sets the bot's time of day without waiting."""

    def change(now: int) -> None:
        monkeypatch.setattr(stage.bot.clock, "now_ms", lambda: now)

    return change


async def season_row(stage: Stage) -> tuple[Any, ...]:
    def load(conn: Connection) -> tuple[Any, ...]:
        row = conn.execute("SELECT is_closed, post, message_id FROM season WHERE number = 1").fetchone()
        return tuple(row)

    return await stage.bot.store.read(load)


# --- seasons --------------------------------------------------------------------------------------------


async def test_season_is_posted_on_its_last_evening(stage: Stage, at: Callable[[int], None]) -> None:
    """The evening's post shows the current places; after midnight the bot edits it to show the final
    places.
    """
    await wanted(stage)
    await trio(stage)
    await trio(stage, game="tomoe")
    at(END - seasons.EVENING_MS - 1)
    await look(stage)
    assert not season_posts(stage)
    at(END - seasons.EVENING_MS)
    for _ in range(3):
        await look(stage)
    (soon,) = season_posts(stage)
    assert "January 2026" in text_of_message(soon)
    assert "lead so far" in text_of_message(soon)
    assert "🥇 **Alice** · beat 2 people · 2 wins" in text_of_message(soon)
    assert "Porker Bull** 🥇 Alice" in text_of_message(soon)
    await trio(stage, (3, 1, 2), at=END - 1)
    await trio(stage, (3, 1, 2), at=END - 1)
    await trio(stage, (3, 1, 2), at=END)  # of the next season
    at(END + seasons.GRACE_MS)
    for _ in range(3):
        await look(stage)
    (over,) = season_posts(stage)
    assert over.id == soon.id
    assert "The season is over" in text_of_message(over)
    assert "🥇 **Alice** · beat 2 people · 2 wins" in text_of_message(over)
    assert "🥇 **Bob** · beat 2 people · 2 wins" in text_of_message(over)
    assert "<@" not in text_of_message(over)
    assert await season_row(stage) == (1, "done", over.id)


async def test_bot_that_was_down_at_midnight_posts_once(stage: Stage, at: Callable[[int], None]) -> None:
    """A bot that starts three days after a season's end posts the final places once."""
    await wanted(stage)
    await trio(stage)
    at(END + 3 * DAY)
    await trio(stage, (3, 1, 2), at=END + 3 * DAY)
    for _ in range(3):
        await look(stage)
    assert len(season_posts(stage)) == 1
    over = season_posts(stage)[0]
    assert "The season is over" in text_of_message(over)
    assert "🥇 **Alice**" in text_of_message(over)
    assert "🥈 **Bob** · nobody beaten yet" in text_of_message(over)


async def test_server_without_posts_still_gets_medals(stage: Stage, at: Callable[[int], None]) -> None:
    await trio(stage)
    at(END + seasons.GRACE_MS)
    await look(stage)
    assert not season_posts(stage)
    assert (await season_row(stage))[:2] == (1, "done")
    stats = await stage.alice.slash(stage.channel, "stats")
    assert "Season medals** 🥇2" in text_of_message(stats.response)
    assert "🥇 All games · January 2026" in text_of_message(stats.response)


async def test_season_with_fewer_than_three_people_is_not_posted(
    stage: Stage, at: Callable[[int], None]
) -> None:
    await wanted(stage)
    await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (1, 2))
    for now in (END - 1, END + seasons.GRACE_MS):
        at(now)
        await look(stage)
    assert not season_posts(stage)
    assert (await season_row(stage))[:2] == (1, "done")


@pytest.mark.parametrize("was_sent", [False, True])
@pytest.mark.parametrize("is_over", [False, True])
async def test_crash_while_posting_gives_one_post(
    stage: Stage, at: Callable[[int], None], was_sent: bool, is_over: bool
) -> None:
    """After a crash between storing and sending, a restarted bot searches the channel and leaves one post."""
    await wanted(stage)
    await trio(stage)
    at(END - 1)
    if was_sent:
        await look(stage)
        assert len(season_posts(stage)) == 1
        await stage.env.advance_time(600)  # Discord has forgotten the nonce by then
    season = await stage.bot.store.read(load_running_season, stage.guild.id, END - 1)
    assert season is not None
    await stage.bot.store.write(_forget_sent)
    assert await stage.bot.store.write(begin_season_post, season, stage.channel.id)
    at(END + seasons.GRACE_MS if is_over else END - 1)
    for _ in range(3):
        await look(stage)
    assert len(season_posts(stage)) == 1
    message = season_posts(stage)[0]
    assert ("The season is over" in text_of_message(message)) == is_over
    assert await season_row(stage) == (int(is_over), "done" if is_over else "sent", message.id)


def _forget_sent(conn: Connection) -> None:
    conn.execute("UPDATE season SET post = 'none', message_id = NULL")


@pytest.mark.parametrize("is_written", [False, True])
async def test_kill_at_any_commit_gives_one_post(
    stage: Stage, at: Callable[[int], None], monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    """Although the process fails at each of its database writes, the channel gets one post."""
    await wanted(stage)
    await trio(stage)
    write, killed = stage.bot.store.write, set[tuple[str, Any]]()

    async def fails(work: Any, *given: Any, **named: Any) -> Any:
        point = work.__name__, given[1:2] if work is save_season_post else ()
        is_first = work in (close_season, begin_season_post, save_season_post) and point not in killed
        if is_first and not is_written:
            killed.add(point)
            raise OSError("killed")
        written = await write(work, *given, **named)
        if is_first:
            killed.add(point)
            raise OSError("killed")
        return written

    monkeypatch.setattr(stage.bot.store, "write", fails)
    for now in (END - 1, END + seasons.GRACE_MS):
        at(now)
        for _ in range(10):  # the post rests after each failure
            await look(stage)
    assert len(killed) == 4
    assert "The season is over" in text_of_message(season_posts(stage)[0])
    assert len(season_posts(stage)) == 1
    assert (await season_row(stage))[:2] == (1, "done")


async def test_two_processes_post_once(
    stage: Stage, at: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes find the same season due at the same moment, and only one sends its post."""
    await wanted(stage)
    await trio(stage)
    send, sent = Transport.send, list[int]()

    async def count(self: Transport, channel_id: int, *given: Any) -> Any:
        sent.append(channel_id)
        return await send(self, channel_id, *given)

    monkeypatch.setattr(Transport, "send", count)
    for now in (END - 1, END + seasons.GRACE_MS):
        at(now)
        due = await stage.bot.store.read(seasons._load_seasons, stage.bot.served, now)
        both = [seasons._update_season(stage.bot, post) for post in due for _ in range(2)]
        for error in await asyncio.gather(*both, return_exceptions=True):
            assert error is None or isinstance(error, AlreadyClaimed)
        await stage.env.settle()
        assert len(season_posts(stage)) == 1
    assert sent == [stage.channel.id]


async def test_post_refused_in_the_evening_is_sent_at_the_end(
    stage: Stage, at: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Discord refuses the post of the last evening, the bot posts the season after its end."""

    async def refuse(*_: Any, **__: Any) -> Any:
        raise RequestRejected(403, 50013, "Missing Permissions")

    await wanted(stage)
    await trio(stage)
    with monkeypatch.context() as patch:
        patch.setattr(Transport, "send", refuse)
        at(END - 1)
        for _ in range(2):
            await look(stage)
        assert await season_row(stage) == (0, "sent", None)
    at(END + seasons.GRACE_MS)
    await look(stage)
    assert len(season_posts(stage)) == 1
    assert (await season_row(stage))[:2] == (1, "done")


async def test_deleted_post_is_not_sent_again(stage: Stage, at: Callable[[int], None]) -> None:
    await wanted(stage)
    await trio(stage)
    at(END - 1)
    await look(stage)
    (soon,) = season_posts(stage)
    await stage.bot.transport_to(stage.guild.id).delete(stage.channel.id, soon.id)
    at(END + seasons.GRACE_MS)
    await look(stage)
    assert not season_posts(stage)
    assert (await season_row(stage))[:2] == (1, "done")


async def test_rate_limited_edit_is_repeated(stage: Stage, at: Callable[[int], None]) -> None:
    """If Discord limits edits of the old message, the bot repeats the edit until the final places are
    shown.
    """
    await wanted(stage)
    await trio(stage)
    at(END - 1)
    await look(stage)
    limited = Faults(stage.env).fail(EDITING, lambda: refusal(429, "Too many edits", TOO_OLD), times=2)
    at(END + seasons.GRACE_MS)
    for _ in range(4):
        await look(stage)
    assert limited.met == 2
    (over,) = season_posts(stage)
    assert "The season is over" in text_of_message(over)


async def test_extended_season_is_posted_at_its_new_end(stage: Stage, at: Callable[[int], None]) -> None:
    """A season that is extended after its post gets a second post at its new end."""
    await wanted(stage)
    act = Act(JANUARY, CHANGED, stage.alice.id, Name("Alice"), about="seasons")
    write = stage.bot.store.write
    begun = await write(begin_season, stage.guild.id, Name("Cup"), 1, JANUARY + 1, "UTC", act)
    await trio(stage, at=JANUARY + 2)
    at(begun.ends_at - 1)
    await look(stage)
    longer = await write(change_season, stage.guild.id, Name("Cup"), 3, begun.ends_at - 1, act)
    assert longer is not None
    at(longer.ends_at - seasons.EVENING_MS - 1)
    await look(stage)
    own = [m for m in stage.channel.history() if "b:season:all:2" in custom_ids(m)]
    assert len(own) == 1
    await stage.env.advance_time(600)  # Discord has forgotten the nonce by then
    for now in (longer.ends_at - 1, longer.ends_at + seasons.GRACE_MS):
        at(now)
        await look(stage)
    first, last = [m for m in stage.channel.history() if "b:season:all:2" in custom_ids(m)]
    assert first.id == own[0].id
    assert "The season is over" in text_of_message(last)


async def test_named_season_is_posted_with_its_name(stage: Stage, at: Callable[[int], None]) -> None:
    """The post is in the server's language and escapes formatting and mentions in the season's name."""
    await wanted(stage)
    await stage.bot.store.write(change_setting, stage.guild.id, "locale", "ja")
    act = Act(JANUARY, CHANGED, stage.alice.id, Name("Alice"), about="seasons")
    begun = await stage.bot.store.write(
        begin_season, stage.guild.id, Name("**Cup** @everyone"), 1, JANUARY + 1, "UTC", act
    )
    await trio(stage, at=JANUARY + 2)
    at(begun.ends_at + seasons.GRACE_MS)
    await look(stage)
    (over,) = [m for m in stage.channel.history() if "b:season:all:2" in custom_ids(m)]
    assert r"\*\*Cup\*\*" in text_of_message(over)
    assert "シーズン終了" in text_of_message(over)
    assert r"\@everyone" in text_of_message(over)


async def test_button_of_the_post_opens_the_standings(stage: Stage, at: Callable[[int], None]) -> None:
    """The button shows the current standings before the season's end and the final standings afterwards."""
    await wanted(stage)
    await trio(stage)
    at(END - 1)
    await look(stage)
    opened = (await stage.tap(stage.bob, season_posts(stage)[0], "season")).response
    assert opened.ephemeral
    assert "January 2026 (until" in text_of_message(opened)
    at(END + seasons.GRACE_MS)
    await look(stage)
    await forget_person(stage.bot.store, stage.alice.id)
    opened = (await stage.tap(stage.bob, season_posts(stage)[0], "season")).response
    assert "January 2026 (over)" in text_of_message(opened)
    assert "🥇 **a former player** · beat 2 people · 1 win in 1 game" in text_of_message(opened)
    assert "➤ 🥈 **Bob**" in text_of_message(opened)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_closed", [False, True])
def test_post_fits_on_a_phone(language: str, is_closed: bool) -> None:
    season = Season(1, 1, Name(""), JANUARY, END, "UTC", is_closed)
    winners = [
        Medalist(game, place, place, Name("Twelve chars"), 12, 34, 56)
        for game in ("", "bull", "lost", "netsuzo", "tomoe", "trick3")
        for place in (1, 2, 3)
    ]
    assert page_height(season_page(season, winners, language)) <= TABLE


def test_surplus_people_of_a_place_are_counted() -> None:
    """If six people share first place, the post names four and says "and 2 more"."""
    season = Season(1, 1, Name(""), JANUARY, END, "UTC", True)
    winners = [Medalist("", 1, user_id, Name(f"Ann {user_id}"), 12, 34, 56) for user_id in range(1, 7)]
    text = "\n".join(
        part.content
        for part in walk(season_page(season, winners, "en").components)
        if isinstance(part, TextDisplay)
    )
    assert "🥇 **Ann 4**" in text
    assert "Ann 5" not in text
    assert "🥇 and 2 more" in text
