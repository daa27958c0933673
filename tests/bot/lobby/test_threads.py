"""Tests of tables in threads: the host's choice, the link in the channel, and failures."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.wire.errors import ARCHIVED, THREAD_EXISTS, THREAD_LOCKED
from bot.wire.transport import HttpResponse
from storage.rows import CHANNEL, NO_THREAD, THREAD
from tests.bot.faults import Faults, Wrong, disconnected, forbidden, no_channel, refusal, unavailable, unknown
from tests.bot.finding import choose_thread, deny_permissions, in_thread, listen, start
from tests.bot.finished_games import play_on
from tests.bot.people import Stage, custom_ids, is_notice, options, text_of_message
from tests.bot.playing import MakeBot, kill

OPENING = "POST /channels/*/messages/*/threads"


def ids(channel: Any) -> list[int]:
    return [message.id for message in channel.history()]


async def test_table_and_calls_are_in_the_thread(stage: Stage) -> None:
    """The thread is named after game and people, and the channel keeps one line with a link."""
    heard = listen(stage)
    thread = await in_thread(stage)
    assert thread.name == "Porker Bull · Alice and Bob"
    assert stage.env.backend.get_channel(thread.id).type == 11
    assert stage.table.sent_row.message_id in ids(thread)
    assert stage.table.sent_row.call_id in ids(thread)
    line = stage.message("has begun")
    assert f"The table is in {thread.mention}" in text_of_message(line)
    assert is_notice(line)
    assert heard == {stage.player_on_turn().id: 1}
    assert len([m for m in stage.channel.history() if text_of_message(m)]) == 1


async def test_second_game_in_a_channel_gets_a_thread(stage: Stage) -> None:
    """A second game gets a thread, so that its notifications do not push the first game's panels up."""
    heard = listen(stage)
    dave, eve = stage.guests = [stage.member("Dave"), stage.member("Eve")]
    await stage.start_two()
    (first,) = stage.tables
    hand = await stage.open_panel(stage.alice)
    await dave.slash(stage.channel, "play", game="bull")
    await stage.tap(eve, stage.channel.last_message, "join")
    await stage.tap(dave, stage.channel.last_message, "start", seconds=90)
    (second,) = [table for table in stage.tables if table is not first]
    assert second.state.gathering.venue == THREAD
    assert heard[dave.id] + heard[eve.id] == 1
    below = [message for message in stage.channel.history() if message.id > hand.id]
    assert not [
        thread
        for thread in below
        if f"<@{dave.id}>" in text_of_message(thread) or f"<@{eve.id}>" in text_of_message(thread)
    ]


@pytest.mark.parametrize("is_allowed", [True, False], ids=["a thread", "no permission"])
async def test_second_table_of_one_person_gets_a_thread_or_says_why_not(
    stage: Stage, is_allowed: bool
) -> None:
    """The first game may be of one person with computers: the second one would bury that panel, too."""
    if not is_allowed:
        deny_permissions(stage, "create_public_threads")
    await stage.start_game(computers=2)
    (first,) = stage.tables
    await stage.bob.slash(stage.channel, "play", game="bull")
    lobby = stage.channel.last_message
    await stage.tap(stage.carol, lobby, "join")
    await stage.tap(stage.bob, lobby, "start", seconds=5)
    (second,) = [table for table in stage.tables if table is not first]
    assert second.state.gathering.venue == (THREAD if is_allowed else NO_THREAD)
    tells_why = any("couldn’t open a thread" in text_of_message(line) for line in stage.channel.history())
    assert tells_why != is_allowed


async def test_private_pages_outside_of_the_thread_link_it(stage: Stage) -> None:
    """A hand in the channel names the game's thread while it waits; in the thread it does not."""
    lobby = await choose_thread(stage)
    await stage.tap(stage.bob, lobby, "join")
    await stage.env.advance_time(3)
    page = (await stage.tap(stage.alice, stage.lobby_message, "more")).response
    await start(stage)
    (thread,) = stage.channel.threads
    # A page that is replaced before there is a thread says so without a link.
    assert "below" not in text_of_message(page)
    assert re.search(f"in (its thread|{thread.mention})", text_of_message(page))
    outside = (await stage.waiting_player.slash(stage.channel, "hand")).response
    assert f"The table is in {thread.mention}" in text_of_message(outside)
    inside = (await stage.waiting_player.slash(thread, "hand")).response
    assert thread.mention not in text_of_message(inside)


async def test_second_of_two_lobbies_to_start_gets_a_thread(stage: Stage) -> None:
    """Of two open lobbies the one that starts second gets a thread for its game."""
    heard = listen(stage)
    dave, eve = stage.guests = [stage.member("Dave"), stage.member("Eve")]
    await stage.lobby()
    first_lobby = stage.channel.last_message
    await dave.slash(stage.channel, "play", game="bull")
    second_lobby = stage.channel.last_message
    await stage.tap(stage.bob, first_lobby, "join")
    await stage.tap(eve, second_lobby, "join")
    await stage.tap(dave, second_lobby, "start")
    running = stage.table
    hand = (await stage.tap(dave, stage.table_message(running), "hand")).response
    await stage.tap(stage.alice, first_lobby, "start", seconds=90)
    (late,) = [table for table in stage.tables if table is not running]
    assert (running.state.gathering.venue, late.state.gathering.venue) == (CHANNEL, THREAD)
    assert late.state.gathering.thread_id is not None
    assert heard[stage.alice.id] + heard[stage.bob.id] == 1
    below = [message for message in stage.channel.history() if message.id > hand.id]
    callers = [f"<@{person.id}>" for person in (stage.alice, stage.bob)]
    assert not [message for message in below if any(name in text_of_message(message) for name in callers)]


async def test_result_is_posted_in_the_channel(stage: Stage) -> None:
    thread = await in_thread(stage)
    line, table = stage.message("has begun"), stage.table
    await play_on(stage, table.id)
    message = stage.current_message(line.id)
    winner = table.state.match.result().ranking[0][0]  # type: ignore[union-attr]
    assert f"**Porker Bull** is over: **{table.state.seats[winner].name}** won" in text_of_message(message)
    assert thread.mention in text_of_message(message)
    assert any("b:rematch" in cid for cid in custom_ids(thread.history()[-1]))


async def test_end_of_an_aborted_game_is_posted_in_the_channel(stage: Stage) -> None:
    await in_thread(stage)
    await stage.play_a_while()
    await stage.resign(stage.alice)
    await stage.resign(stage.bob, seconds=3)
    assert "**Bob** wins: nobody else is left" in text_of_message(stage.message("Porker Bull"))


@pytest.mark.parametrize("is_in_thread", [False, True], ids=["channel", "thread"])
async def test_commands_of_players_work_in_the_channel_and_in_the_thread(
    stage: Stage, is_in_thread: bool
) -> None:
    """``/move`` plays, ``/hand`` answers in private, and leaving frees the seat."""
    thread = await in_thread(stage)
    place = thread if is_in_thread else stage.channel
    seq = stage.state.seq
    await stage.player_on_turn().slash(place, "move", move="call single 5")
    assert stage.state.seq > seq
    assert (await stage.alice.slash(place, "hand")).response.ephemeral
    await stage.resign(stage.alice, place)
    assert stage.state.seat_of(stage.alice.id) is None


@pytest.mark.parametrize("is_in_thread", [False, True], ids=["channel", "thread"])
async def test_table_is_brought_to_the_end_of_its_thread(stage: Stage, is_in_thread: bool) -> None:
    """``/table`` posts the table again in its thread; the answer in the channel has a link to the thread."""
    thread = await in_thread(stage)
    place = thread if is_in_thread else stage.channel
    before = stage.table.sent_row.message_id
    brought = await stage.bob.slash(place, "table")
    assert (thread.mention in text_of_message(brought.response)) != is_in_thread
    await stage.env.advance_time(5)
    assert stage.table.sent_row.message_id != before
    assert stage.table.sent_row.message_id in ids(thread)


async def test_only_the_host_chooses_the_place(stage: Stage) -> None:
    """The host's menu offers channel and thread, except for a lobby inside a thread."""
    thread = await in_thread(stage)
    await stage.alice.slash(thread, "play", game="bull")
    more = await stage.tap(stage.alice, thread.history()[-1], "more")
    panel = await stage.tap(stage.alice, more.response, "options")
    assert not list(options(panel.response, "venue"))
    await stage.bob.slash(stage.channel, "play", game="bull")
    panel = await stage.tap_more(stage.bob, stage.channel.last_message, "options")
    ((_, venues),) = options(panel.response, "venue")
    assert venues == [CHANNEL, THREAD]


@pytest.mark.parametrize("name", ["create_public_threads", "send_messages_in_threads"])
async def test_choice_of_a_thread_names_missing_permission(stage: Stage, name: str) -> None:
    await stage.lobby("bull")
    panel = await stage.tap_more(stage.alice, stage.channel.last_message, "options")
    deny_permissions(stage, name)
    refused = await stage.choose(stage.alice, panel.response, "venue", [THREAD])
    assert name.replace("_", " ").title().replace(" In ", " in ") in text_of_message(refused.response)
    assert stage.lobby_state.gathering.venue == CHANNEL


@pytest.mark.parametrize("name", ["create_public_threads", "send_messages_in_threads", None])
async def test_start_without_permission_stays_in_the_channel(stage: Stage, name: str | None) -> None:
    """Without the permission for threads the game stays in the channel, and the notice says why."""
    await choose_thread(stage, computers=1)
    if name is None:
        Faults(stage.env).fail(OPENING, forbidden)
    else:
        deny_permissions(stage, name)
    await start(stage)
    assert not stage.channel.threads
    assert stage.table.sent_row.message_id in ids(stage.channel)
    assert "couldn’t open a thread here" in text_of_message(stage.message("has begun"))
    assert stage.state.gathering.venue == NO_THREAD


@pytest.mark.parametrize("error", [unavailable, disconnected], ids=lambda error: error.__name__)
async def test_thread_is_created_once_after_a_lost_answer(stage: Stage, error: Wrong) -> None:
    """If the answer is lost, the retry finds the thread that was created."""
    faults = Faults(stage.env)
    faults.lose(OPENING, error)
    faults.fail(OPENING, lambda: refusal(400, "A thread has already been created", THREAD_EXISTS))
    thread = await in_thread(stage)
    assert stage.state.gathering.thread_id == thread.id == stage.table.sent_row.notice_id
    assert stage.table.sent_row.message_id in ids(thread)


async def test_thread_is_created_without_the_deleted_lobby_message(stage: Stage) -> None:
    """If the lobby's message is deleted during the start, the thread is created without a message."""
    Faults(stage.env).fail(OPENING, unknown)
    thread = await in_thread(stage)
    assert thread.id != stage.table.sent_row.notice_id
    assert stage.table.sent_row.message_id in ids(thread)


@pytest.mark.parametrize("is_heard", [True, False], ids=["at once", "while the bot was away"])
async def test_game_returns_to_the_channel_if_its_thread_is_deleted(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch, is_heard: bool
) -> None:
    """After a deletion of its thread the game continues in the channel and notifies the player to act."""
    thread = await in_thread(stage)
    heard = listen(stage)
    if is_heard:
        stage.env.backend.delete_channel(thread.id)
    else:
        with monkeypatch.context() as patch:  # no bot runs to receive the event
            patch.setattr(stage.env.backend, "emit", lambda *args, **kwargs: None)
            stage.env.backend.delete_channel(thread.id)
        await kill(stage, make_bot)
        await stage.alice.slash(stage.channel, "table")
    await stage.env.advance_time(30)
    assert stage.state.gathering.thread_id is None
    assert stage.table.sent_row.message_id in ids(stage.channel)
    assert thread.mention not in text_of_message(stage.message("has begun"))
    player = stage.player_on_turn()
    if is_heard:
        assert heard == {player.id: 1}
    await player.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(5)
    assert stage.table.sent_row.call_id in ids(stage.channel)
    assert heard[stage.player_on_turn().id] >= 1


async def test_message_in_an_archived_thread_is_posted_again(stage: Stage) -> None:
    """If an archived thread refuses an edit, the table's message is posted again in the thread."""
    thread = await in_thread(stage)
    before = stage.table.sent_row.message_id
    refused = Faults(stage.env).fail(f"PATCH /channels/{thread.id}/messages/*", archived, times=None)
    await stage.move("call single 5", 5)
    assert refused.met
    assert stage.table.sent_row.message_id != before
    assert stage.table.sent_row.message_id in ids(thread)
    assert stage.table.sent_row.call_id in ids(thread)


@pytest.mark.parametrize("reveal", ["before", "after"])
async def test_restart_keeps_the_table_in_its_thread(stage: Stage, make_bot: MakeBot, reveal: str) -> None:
    """After a restart the thread has exactly one message of the table and one notification."""
    if reveal == "after":
        thread = await in_thread(stage)
        await kill(stage, make_bot)
    else:
        trouble = Faults(stage.env).fail(OPENING, unavailable, times=None)
        with pytest.raises(ValueError, match="unpack"):
            await in_thread(stage)
        trouble.end()
        await kill(stage, make_bot)
    await stage.env.advance_time(90)
    (thread,) = stage.channel.threads
    await stage.move("call single 5", 5)
    standing = {message.id for message in thread.history() if custom_ids(message)}
    assert standing == {stage.table.sent_row.message_id, stage.table.sent_row.call_id}


async def test_unknown_message_does_not_count_as_deleted_thread(stage: Stage) -> None:
    """The error Unknown Message for a new message does not mean that the thread was deleted."""
    thread = await in_thread(stage)
    refused = Faults(stage.env).fail(f"POST /channels/{thread.id}/messages", unknown, times=2)
    await stage.move("call single 5", 10)
    assert refused.met == 2
    assert stage.state.gathering.thread_id == thread.id
    assert stage.table.sent_row.message_id in ids(thread)
    assert stage.table.sent_row.call_id in ids(thread)


def archived() -> HttpResponse:
    """Return the error response for an edit in an archived thread."""
    return refusal(400, "Thread is archived", ARCHIVED)


def locked() -> HttpResponse:
    """Return the error response for a message in a locked thread."""
    return refusal(403, "Thread is locked", THREAD_LOCKED)


@pytest.mark.parametrize(
    ("edit", "other"),
    [(archived, locked), (archived, archived), (archived, forbidden), (no_channel, no_channel)],
)
async def test_game_leaves_a_locked_or_deleted_thread(stage: Stage, edit: Wrong, other: Wrong) -> None:
    """If the thread is locked or deleted, the game continues in the channel and notifies the next player."""
    thread, heard = await in_thread(stage), listen(stage)
    faults = Faults(stage.env)
    faults.fail(f"PATCH /channels/{thread.id}/*", edit, times=None)
    faults.fail(f"* /channels/{thread.id}/*", other, times=None)
    await stage.move("call single 5", 10)
    assert stage.state.thread_id is None
    assert stage.table.sent_row.message_id in ids(stage.channel)
    assert stage.table.sent_row.call_id in ids(stage.channel)
    assert thread.mention not in text_of_message(stage.message("has begun"))
    player = stage.player_on_turn()
    assert heard[player.id] == 1
    before = stage.state.seq
    await player.slash(stage.channel, "move", move="call single 6")
    assert stage.state.seq > before
