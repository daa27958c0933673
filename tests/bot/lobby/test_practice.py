"""Tests of practice games in direct messages, and of servers without the bot."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language import Localizer
from bot.lobby import elsewhere_page
from bot.tables import endings
from bot.tables.clocks import CLOCKS
from bot.tables.state import Change, TableState
from storage.rows import ITSELF, PRACTICE
from storage.scores.boards import Leaderboard, load_board
from storage.scores.stats import load_history, load_stats
from storage.upkeep import export_person, findings
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill
from tests.games.contract import every_game
from tests.promises import MOST_PRACTICE, PRACTICE_MS


@pytest.fixture
def dora(stage: Stage) -> Any:
    """Return a person who shares no server with the bot."""
    return stage.env.create_user("dora", global_name="Dora")


def messages(stage: Stage, person: Any) -> list[Any]:
    return list(person.dm_channel.history())


async def play(person: Any, game: str) -> Any:
    """Have a person start a game in a direct message, past the page before a first game."""
    opened = await person.slash("play", game=game)
    skip = f"b:now:{game}:short"
    if skip in custom_ids(opened.response):
        return await person.click(opened.response, custom_id=skip)
    return opened


@every_game
async def test_play_in_a_direct_message_starts_a_practice_game(stage: Stage, dora: Any, game: Any) -> None:
    """/play in a direct message starts a game against computers at once, without a time limit."""
    await play(dora, game.id)
    (table,) = stage.tables
    state = table.state
    assert state.row.guild_id == PRACTICE
    assert state.row.channel_id == dora.dm_channel.id
    assert len(state.people) == 1
    assert len(state.seats) > 1
    assert state.row.clock == "none"
    assert state.has_hints or game.assess is None
    assert messages(stage, dora)


async def finished(stage: Stage, dora: Any) -> Any:
    """Play a practice game with legal moves to its end; return the table."""
    await play(dora, "bull")
    (table,) = stage.tables
    while not table.state.is_over:
        acting = table.state.acting(human=True)
        if acting:
            match = table.state.match
            assert match is not None
            await table.play(acting[0], str(match.legal(acting[0])[-1]), by=dora.id)
        await stage.env.advance_time(3)
    await stage.env.advance_time(5)
    return table


async def test_another_practice_game_may_be_short_or_whole(stage: Stage, dora: Any) -> None:
    """/play asks before a later game, too, without the lesson."""
    table = await finished(stage, dora)
    short = table.state.options
    page = (await dora.slash("play", game="bull")).response
    assert custom_ids(page) == ["b:now:bull:short", "b:now:bull:whole"]
    await dora.click(page, custom_id="b:now:bull:whole")
    await stage.env.advance_time(3)
    assert stage.tables[-1].state.options == {**short, "start": "1", "end": "last"}


async def test_practice_counts_on_no_board(stage: Stage, dora: Any) -> None:
    """Practice appears in /history and is marked in /stats, but is not on any board."""
    table = await finished(stage, dora)
    store = stage.bot.store
    (line,) = await store.read(load_history, dora.id, limit=5)
    assert not any(seat.counts for seat in line.seats)
    for guild in (PRACTICE, None):
        board = await store.read(load_board, Leaderboard(None, guild, with_computers=True), user_id=dora.id)
        assert board.total == 0
    stats = await dora.slash("stats")
    assert "1 game, not counted" in text_of_message(stats.response)
    assert await store.check(findings) == []
    assert (await store.read(export_person, dora.id))["results"][0]["counts"] == 0
    assert table.state.is_closed


async def test_practice_panel_never_complains_about_permissions(stage: Stage, dora: Any) -> None:
    """Interactions in a direct message list hardly any permission; no panel says that one is missing."""
    await play(dora, "bull")
    (table,) = stage.tables
    decisions = 0
    while not table.state.is_over:
        acting = table.state.acting(human=True)
        if acting:
            decisions += 1
            boards = [
                message
                for message in messages(stage, dora)
                if any(name.startswith("b:hand:") for name in custom_ids(message))
            ]
            panel = text_of_message((await stage.tap(dora, boards[-1], "hand")).response)
            assert "I can’t update" not in panel
            await table.play(acting[0], str(table.state.match.legal(acting[0])[-1]), by=dora.id)
        await stage.env.advance_time(3)
    assert decisions > 3


async def test_practice_sends_no_calls(stage: Stage, dora: Any) -> None:
    await play(dora, "bull")
    await stage.env.advance_time(600)
    assert not [message for message in messages(stage, dora) if "<@" in text_of_message(message)]


async def test_abandoned_practice_is_closed_after_a_week(
    stage: Stage, dora: Any, monkeypatch: pytest.MonkeyPatch, rare_beats: None
) -> None:
    """A practice game is closed without a result a week after the person's last move."""
    monkeypatch.setattr("bot.tables.clocks.PRACTICE_MS", 2 * 3_600_000)
    await play(dora, "bull")
    (table,) = stage.tables
    while not table.state.acting(human=True):
        await stage.env.advance_time(3)
    await stage.env.advance_time(3600)
    await table.play(0, str(table.state.match.legal(0)[0]), by=dora.id)
    await stage.env.advance_time(3600 + 60)
    assert table.state.is_playing
    await stage.env.advance_time(3600)
    assert table.state.is_closed
    assert table.state.match.result() is None
    assert "nobody came back" in text_of_message(messages(stage, dora)[-1])


async def test_slow_move_does_not_close_practice_with_time_limit(stage: Stage, dora: Any) -> None:
    """If practice has a time limit, a late player gets extra time, and the game goes on."""
    await play(dora, "bull")
    (table,) = stage.tables
    while not table.state.acting(human=True):
        await stage.env.advance_time(3)

    def with_time_limit(state: TableState, now: int) -> Change:
        return Change(state.with_row(clock="blitz", deadline=now + CLOCKS["blitz"] * 1000))

    await table.apply_in_game(with_time_limit)
    await stage.env.advance_time(CLOCKS["blitz"] + 10)
    assert table.state.is_playing
    assert table.state.seats[0].grace is not None


async def test_practice_of_an_older_version_is_closed_too(stage: Stage, dora: Any, make_bot: MakeBot) -> None:
    """Practice that an older version stored without a deadline gets a deadline at the next start."""
    await play(dora, "bull")
    (table,) = stage.tables
    while not table.state.acting(human=True):
        await stage.env.advance_time(3)

    def idle(state: TableState, now: int) -> Change:
        return Change(state.with_seat(0, grace=state.position.decisions[0]).with_row(deadline=None))

    await table.apply_in_game(idle)
    await kill(stage, make_bot)
    (again,) = stage.tables
    assert again.state.row.deadline == stage.bot.clock.now_ms() + PRACTICE_MS


async def test_list_of_games_links_to_practice(stage: Stage) -> None:
    """The list of open games links to practice in the direct message and names no server."""
    await play(stage.alice.user, "bull")
    (table,) = stage.tables
    listed = text_of_message((await stage.alice.slash(stage.channel, "hand")).response)
    assert f"https://discord.com/channels/@me/{table.state.place_id}/{table.sent_row.message_id})" in listed
    assert "🎓 practice" in listed
    assert "<#" not in listed


async def test_rematch_of_practice_is_practice(stage: Stage, dora: Any) -> None:
    table = await finished(stage, dora)
    message = next(m for m in messages(stage, dora) if any("b:rematch" in c for c in custom_ids(m)))
    await stage.tap(dora, message, "rematch")
    await stage.env.advance_time(5)
    again = [running for running in stage.tables if running is not table]
    assert [new_table.state.row.guild_id for new_table in again] == [PRACTICE]


async def last_step_of_lesson(dora: Any) -> Any:
    """Go through a lesson; return its message."""
    lesson = (await dora.slash("learn", game="bull")).response
    assert lesson.ephemeral
    for _ in range(20):
        ids = custom_ids(lesson)
        if any(cid.startswith("b:begin:") for cid in ids):
            break
        await dora.click(lesson, custom_id=next(c for c in ids if c.endswith((".go", ".next"))))
    return lesson


async def test_lesson_leads_to_practice(stage: Stage, dora: Any) -> None:
    """The last step of a lesson has a button that starts a practice game."""
    await stage.tap(dora, await last_step_of_lesson(dora), "begin")
    assert [table.state.row.guild_id for table in stage.tables] == [PRACTICE]


async def test_forced_move_is_played_automatically_in_practice(stage: Stage, dora: Any) -> None:
    offered = await dora.slash("play", game="tomoe")
    await dora.click(offered.response, custom_id="b:now:tomoe:short")
    (table,) = stage.tables
    for _ in range(60):
        acting = table.state.acting(human=True)
        if acting:
            match = table.state.match
            assert match is not None
            await table.play(acting[0], str(match.legal(acting[0])[0]), by=dora.id)
        await stage.env.advance_time(3)
        if any(move.made_by == ITSELF for move in (await stage.stored_table(table.id)).moves):
            return
    pytest.fail("in sixty steps no move without a choice played itself")


@pytest.mark.parametrize("name", ["daily", "help", "history", "stats", "privacy show"])
async def test_commands_without_a_table_work_in_a_direct_message(stage: Stage, dora: Any, name: str) -> None:
    answer = await dora.slash(name)
    assert answer.response.ephemeral
    assert "only" not in text_of_message(answer.response).lower() or name in ("help", "privacy show")


async def test_help_in_a_direct_message_names_what_works_there(stage: Stage, dora: Any) -> None:
    """In a direct message /help speaks of practice, and of no channel, lobby or command of servers."""
    direct = text_of_message((await dora.slash("help")).response)
    in_channel = text_of_message((await stage.alice.slash(stage.channel, "help")).response)
    for words in ("in this channel", "**Start**", "tournament", "settings", "leaderboard"):
        assert words in in_channel
        assert words not in direct
    assert "practise" in direct


ANYWHERE = {"daily", "learn", "rules", "stats", "history", "privacy", "help", "play"}


def test_commands_declare_where_they_work(stage: Stage) -> None:
    """Commands without a table work everywhere and for an app installed by a user; others only on servers."""
    for command in stage.bot.tree.get_commands():
        payload = command.to_dict(stage.bot.tree)
        is_anywhere = command.name in ANYWHERE
        assert payload["integration_types"] == ([0, 1] if is_anywhere else [0]), command.name
        if is_anywhere:
            assert payload["contexts"] == [0, 1, 2], command.name


def test_server_without_the_bot_gets_links_to_add_it() -> None:
    """The page has one link that adds the bot to the server and one that installs it for a user."""
    for language in ("en", "ja"):
        page_text = elsewhere_page(7, Localizer(language)).encoded.decode()
        assert "client_id=7&scope=bot+applications.commands" in page_text
        assert "integration_type=1" in page_text


async def test_number_of_practice_games_per_person_is_limited(stage: Stage, dora: Any) -> None:
    """A further practice game is refused, with links to the open ones, until one of them is closed."""
    for _ in range(MOST_PRACTICE):
        await play(dora, "bull")
    refused = await play(dora, "lost")
    assert len(stage.tables) == MOST_PRACTICE
    assert refused.response.ephemeral
    answer = text_of_message(refused.response)
    assert f"already have {MOST_PRACTICE} practice games" in answer
    for table in stage.tables:
        assert f"/channels/@me/{dora.dm_channel.id}/{table.sent_row.message_id}" in answer
    refused = await stage.tap(dora, await last_step_of_lesson(dora), "begin")
    assert "already have" in text_of_message(refused.response)
    assert len(stage.bot.tables.open()) == MOST_PRACTICE
    # Other people, and this person on servers, have room of their own.
    await play(stage.alice.user, "bull")
    await stage.alice.slash(stage.channel, "play", game="bull")
    assert len(stage.bot.tables.open()) == MOST_PRACTICE + 2
    closing = next(table for table in stage.tables if table.state.seat_of(dora.id) is not None)
    await closing.apply_in_game(endings.close, "agreed")
    await play(dora, "bull")
    assert len(stage.tables) == MOST_PRACTICE + 1


async def test_practice_is_told_to_nobody_else(stage: Stage) -> None:
    """Only the person's own pages mention practice; other people cannot open its replay either."""
    table = await finished(stage, stage.alice.user)
    assert table.state.is_over
    await play(stage.alice.user, "bull")
    commands: dict[str, dict[str, Any]] = {
        "stats": {"member": stage.alice},
        "leaderboard": {"scope": "computers"},
        "history": {},
        "hand": {},
    }
    for name, how in commands.items():
        answer = text_of_message((await stage.bob.slash(stage.channel, name, **how)).response)
        assert "ractice" not in answer, name
        assert "🎓" not in answer, name
    own = (await stage.alice.slash(stage.channel, "stats")).response
    assert "1 game, not counted" in text_of_message(own)
    history = (await stage.alice.slash(stage.channel, "history")).response
    for verb in ("replay", "record", "look"):
        answer = await stage.forge(stage.bob, history, f"b:{verb}:{table.id}:1.s")
        assert "doesn’t exist" in answer, verb


async def test_practice_is_counted_only_for_oneself(stage: Stage) -> None:
    """Statistics leave practice out unless they are read for the person themselves."""
    await finished(stage, stage.alice.user)
    for guild_id in (None, stage.guild.id):
        public = await stage.bot.store.read(load_stats, stage.alice.id, guild_id)
        assert public.practised == 0
        own = await stage.bot.store.read(load_stats, stage.alice.id, guild_id, is_own=True)
        assert own.practised == 1
