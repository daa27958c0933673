"""Tests that a table's messages are correct in the end, despite failed and lost requests to Discord."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.wire.errors import INVALID_TOKEN, UNKNOWN_WEBHOOK
from bot.wire.exchange import TRIES
from bot.wire.messages import EPHEMERAL
from tests.bot.faults import (
    ANSWERING,
    CHANNELS,
    EDITING,
    FAILURES,
    LOOKING,
    SENDING,
    Faults,
    Rule,
    Wrong,
    disconnected,
    disk_full,
    fault_name,
    forbidden,
    refusal,
    too_many,
    unavailable,
    unknown,
)
from tests.bot.people import Stage, custom_ids, is_notice, move_ids, text_of_message
from tests.bot.playing import click_through
from tests.promises import TOKEN_MS

A_WHILE = 70
"""Seconds after which every failed request was repeated: the longest delay and more."""

MOVE = "call single 5"


def assert_all_is_shown(stage: Stage) -> None:
    """Assert that each table has one up-to-date message and one call, for the player on turn."""
    standing = {message.id for message in stage.channel.history() if not is_notice(message)}
    expected = set()
    for table in stage.tables:
        state, sent_row = table.state, table.sent_row
        assert sent_row.mark == state.fingerprint
        expected |= {sent_row.message_id, sent_row.call_id}
        (call,) = (message for message in stage.calls if message.id == sent_row.call_id)
        assert all(
            f"<@{state.seats[seat].user_id}>" in text_of_message(call) for seat in state.acting(human=True)
        )
    assert standing == expected


async def test_lost_edit_is_repeated_after_table_changes_back(stage: Stage) -> None:
    """The message is edited again if the table has changed back after an edit without an answer."""
    lobby = await stage.lobby()
    panel = (await stage.tap_more(stage.alice, lobby, "options")).response
    for choice in ("on", "off"):
        panel = (await stage.tap(stage.alice, panel, "hints", choice)).response
    await stage.env.advance_time(A_WHILE)
    Faults(stage.env).lose(EDITING)
    panel = (await stage.tap(stage.alice, panel, "hints", "on")).response
    assert "Hints: on" in text_of_message(stage.channel.last_message)
    await stage.tap(stage.alice, panel, "hints", "off", seconds=A_WHILE)
    assert "Hints: on" not in text_of_message(stage.channel.last_message)


@pytest.mark.parametrize("error", [too_many, disconnected, forbidden], ids=fault_name)
@pytest.mark.parametrize("step", [SENDING, EDITING])
async def test_failed_request_does_not_delay_other_requests(stage: Stage, error: Wrong, step: str) -> None:
    """A failed edit does not delay a call, and a failed call does not delay an edit."""
    await stage.start_two()
    Faults(stage.env).fail(step, error, times=None)
    await stage.play(MOVE, 5)
    if step == EDITING:
        assert [f"<@{stage.player_on_turn().id}>" in text_of_message(call) for call in stage.calls] == [True]
    else:
        assert stage.table.sent_row.mark == stage.state.fingerprint


async def test_retries_slow_down_during_long_failures(stage: Stage) -> None:
    """In ten minutes without Discord the bot makes between 10 and 120 requests."""
    await stage.start_two()
    trouble = Faults(stage.env).fail(CHANNELS, unavailable, times=None)
    await stage.play(MOVE, 600)
    assert 10 < trouble.met < 120


async def test_deleted_message_is_posted_again(stage: Stage) -> None:
    """A table message that was deleted in Discord is sent again after the next move."""
    await stage.start_two()
    old = stage.table.sent_row.message_id
    await stage.bot.http.delete_message(stage.channel.id, old)
    await stage.play(MOVE, 5)
    assert stage.table.sent_row.message_id != old
    assert_all_is_shown(stage)


async def test_current_messages_are_never_deleted(stage: Stage) -> None:
    """The table's message and its call are removed from the list of messages to delete."""
    await stage.start_two()
    table = stage.table
    current_ids = [
        message_id for message_id in (table.sent_row.message_id, table.sent_row.call_id) if message_id
    ]
    assert len(current_ids) == 2
    table.update_sent_later(stale=(*current_ids, 5))
    assert table.sent_row.stale == (5,)
    table.update_sent_later(call_id=5)
    assert table.sent_row.stale == ()


@pytest.mark.parametrize("error", [forbidden, unknown, disconnected], ids=fault_name)
async def test_result_is_posted_after_a_failed_request(stage: Stage, error: Wrong) -> None:
    """After one failed request the result is posted, and only then is the table removed from memory."""
    await stage.start_two()
    table = stage.table
    while not table.state.with_move(table.state.acting(human=True)[0], stage.legal_moves[-1]).is_over:
        await stage.play(stage.legal_moves[-1], A_WHILE)
    refused = Faults(stage.env).fail(SENDING, error)
    await stage.play(stage.legal_moves[-1], A_WHILE)
    assert refused.met == 1
    assert any(cid.startswith("b:rematch:") for cid in custom_ids(stage.table_message(table)))
    assert not stage.calls
    assert table.sent_row.settled
    assert table.id not in stage.bot.tables.all


async def test_channel_is_searched_after_a_lost_call(stage: Stage) -> None:
    """If the answer to a call is lost, the bot searches the channel for the call instead of repeating it."""
    await stage.start_two()
    faults = Faults(stage.env)
    faults.lose(SENDING)
    looked = faults.fail(LOOKING, unavailable, times=4)
    await stage.play(MOVE, A_WHILE)
    assert looked.met == 4
    assert_all_is_shown(stage)


async def test_unreadable_channel_does_not_delay_a_call(stage: Stage) -> None:
    """If the bot may not search the channel, it sends the lost call again at once."""
    await stage.start_two()
    faults = Faults(stage.env)
    faults.fail(SENDING, disconnected)
    looked = faults.fail(LOOKING, forbidden, times=None)
    await stage.play(MOVE, 3)
    assert looked.met == 1
    assert_all_is_shown(stage)


async def test_game_continues_in_panels_while_edits_hang(stage: Stage) -> None:
    """Players continue in their panels while requests to the channel hang; afterwards all messages are
    updated.
    """
    panels = await stage.open_both_panels()
    hold = Faults(stage.env).hold(CHANNELS)
    before, mark = stage.state.seq, stage.table.sent_row.mark
    for _ in range(4):
        player = stage.player_on_turn()
        await player.click(panels[player.id], custom_id=move_ids(panels[player.id])[0])
        await stage.env.advance_time(3)
        assert "Your turn" in text_of_message(panels[stage.player_on_turn().id])
    assert hold.reached.is_set()
    assert stage.state.seq >= before + 4
    assert stage.table.sent_row.mark == mark != stage.state.fingerprint
    hold.release()
    await stage.env.advance_time(A_WHILE)
    assert_all_is_shown(stage)


failures = pytest.mark.parametrize(("error", "is_done"), FAILURES, ids=fault_name)
verbs = pytest.mark.parametrize("verb", ["play", "join", "start"])


def break_answers(stage: Stage, error: Wrong, is_done: bool) -> Rule:
    """Make every attempt to answer an interaction fail, before or after the answer has reached Discord."""
    faults = Faults(stage.env)
    return (faults.lose if is_done else faults.fail)(ANSWERING, error, 1 if error is too_many else TRIES)


async def act(stage: Stage, verb: str, lobby: Any) -> Any:
    """Open a lobby, or tap the button to join or start the given one."""
    if verb == "play":
        return await stage.alice.slash(stage.channel, "play", game="bull")
    return await stage.tap(stage.bob if verb == "join" else stage.alice, lobby, verb)


@failures
@verbs
async def test_act_with_a_lost_answer_takes_effect_once(
    stage: Stage, error: Wrong, is_done: bool, verb: str
) -> None:
    """Although Discord's answer is lost, the lobby is opened once, joined or started."""
    lobby = None if verb == "play" else await stage.lobby(computers=1)
    break_answers(stage, error, is_done)
    await act(stage, verb, lobby)
    await stage.env.advance_time(5)
    here = [m for m in stage.channel.history() if any(cid.startswith("b:join:") for cid in custom_ids(m))]
    if verb == "start":
        assert not here
        assert stage.table.sent_row.mark == stage.state.fingerprint
    else:
        (message,) = here
        if verb == "play":
            await stage.tap(stage.bob, message, "join")
        assert "Bob" in text_of_message(stage.table_message(stage.lobbies[0]))
        assert stage.lobby_state.seat_of(stage.bob.id) is not None


@failures
async def test_error_with_a_lost_answer_is_logged(
    stage: Stage, error: Wrong, is_done: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """If an error message cannot reach the player, it is logged, and the next command is answered."""
    await stage.start_two()
    rule = break_answers(stage, error, is_done)
    await stage.carol.slash(stage.channel, "resign")
    assert rule.met >= 1
    assert not stage.env.errors
    assert "could not be reported" in capsys.readouterr().out
    await stage.env.advance_time(1)
    rule.end()
    assert text_of_message((await stage.carol.slash(stage.channel, "resign")).response)


@verbs
async def test_failed_storing_of_a_message_is_not_reported_as_an_error(stage: Stage, verb: str) -> None:
    """If the database cannot store a message's id, the player sees no error, and the id is stored later."""
    lobby = None if verb == "play" else await stage.lobby(computers=1)
    Faults(stage.env).fail("write save_shown", disk_full)
    answer = await act(stage, verb, lobby)
    assert not [message for message in answer.followups if message.ephemeral]
    await stage.env.advance_time(5)
    (table,) = stage.bot.tables.open()
    assert (await stage.stored_table(table.id)).sent_row == table.sent_row
    assert table.sent_row.mark == table.state.fingerprint


# --- tokens: public messages use the bot's own token, or that of a tap on themselves ----------------------


async def tap_without_effect(stage: Stage) -> None:
    """Tap the table's message in a way that changes nothing but lends the bot the tap's token."""
    await stage.forge(stage.alice, stage.table_message(), f"b:goon:{stage.table.id}:0")


async def edited_by(stage: Stage) -> set[str]:
    """Play a move; return the first path segments of the requests that edited the table's message."""
    before = len(stage.env.http_requests)
    await stage.play(seconds=4)
    assert stage.table.sent_row.mark == stage.state.fingerprint
    requests = stage.env.http_requests[before:]
    return {request.path.split("/")[1] for request in requests if request.method == "PATCH"}


async def test_tokens_of_private_taps_send_no_public_messages(stage: Stage) -> None:
    """After a game played in private panels no public message was sent with a tap's token."""
    rng = random.Random(2)
    await stage.start_two()
    table = stage.table
    for _ in range(6):
        await click_through(stage, stage.player_on_turn(), rng)
        await stage.env.advance_time(4)
    for person in (stage.alice, stage.bob):
        await stage.resign(person)
    await stage.env.advance_time(5)
    assert table.state.is_closed
    posted = [request for request in stage.env.http_requests if request.method == "POST"]
    follow_ups = [request.json for request in posted if request.path.startswith("/webhooks/")]
    assert not [follow_up for follow_up in follow_ups if not int(follow_up.get("flags") or 0) & EPHEMERAL]
    assert (
        sum(request.path.startswith("/channels/") for request in posted) >= 3
    )  # the table, a call, the result


async def test_token_of_a_tap_on_the_table_edits_its_message(stage: Stage) -> None:
    """After a tap on the table's message the tap's token edits that message until the token expires."""
    await stage.start_two()
    message_id = stage.table.sent_row.message_id
    await tap_without_effect(stage)
    assert await edited_by(stage) == {"webhooks"}
    await stage.env.advance_time(TOKEN_MS / 1000 - 60)
    assert await edited_by(stage) == {"webhooks"}
    await stage.env.advance_time(60)
    assert await edited_by(stage) == {"channels"}
    assert stage.table.sent_row.message_id == message_id


async def test_token_of_a_private_tap_does_not_edit_the_table(stage: Stage) -> None:
    """After a tap in a panel the bot edits the table's message with its own token."""
    await stage.start_two()
    before = len(stage.env.http_requests)
    await click_through(stage, stage.player_on_turn(), random.Random(1))
    await stage.env.advance_time(4)
    paths = [request.path for request in stage.env.http_requests[before:]]
    public = [path for path in paths if path.endswith(f"/messages/{stage.table.sent_row.message_id}")]
    assert {path.split("/")[1] for path in public} == {"channels"}
    assert stage.table.sent_row.mark == stage.state.fingerprint


@pytest.mark.parametrize("code", [INVALID_TOKEN, UNKNOWN_WEBHOOK])
async def test_refused_token_is_not_used_again(stage: Stage, code: int) -> None:
    """When Discord refuses a tap's token, the bot edits the message with its own token at once."""
    await stage.start_two()
    await tap_without_effect(stage)
    rule = Faults(stage.env).fail(EDITING, lambda: refusal(401 if code == INVALID_TOKEN else 404, "", code))
    assert await edited_by(stage) == {"channels"}  # failed requests are not recorded
    assert rule.met == 1


async def test_tap_on_a_former_message_lends_no_token(stage: Stage) -> None:
    """After the table's message is posted again, the bot does not edit it with the earlier tap's token."""
    await stage.start_two()
    await tap_without_effect(stage)
    await stage.bob.slash(stage.channel, "table")
    await stage.env.advance_time(4)
    assert await edited_by(stage) == {"channels"}
