"""Tests of Discord's outages: failed requests are repeated when Discord works again."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.showing import writer
from bot.showing.channels import GONE_MS, ChannelTracker
from bot.wire.errors import UNKNOWN_CHANNEL, RequestRejected, RequestTimedOut
from bot.wire.transport import ApiRequest
from tests.bot.faults import Faults, forbidden, no_channel, unavailable
from tests.bot.people import Stage, text_of_message
from tests.bot.turning import HandClock

DELETING = "DELETE /channels/*/messages/*"
EVERYTHING = "* /*"
"""The pattern of every request and no transaction, whose names contain no slash."""


def touch_channel(stage: Stage) -> None:
    """Cause a channel event, as a change of permissions does."""
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])


@pytest.mark.parametrize("is_told", [True, False], ids=["told", "not told"])
async def test_old_call_is_deleted_after_an_outage(stage: Stage, is_told: bool) -> None:
    """A notification that could not be deleted is deleted within a minute, or at once after an event."""
    await stage.start_two()
    refusing = Faults(stage.env).fail(DELETING, forbidden, times=None)
    await stage.play(seconds=12)
    assert refusing.met > 1, "tried again"
    assert stage.table.sent_row.stale
    refusing.end()
    if is_told:
        touch_channel(stage)
    await stage.env.advance_time(3 if is_told else 65)
    assert not stage.table.sent_row.stale
    assert len(stage.calls) == 1


async def test_permanently_refused_requests_are_abandoned(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests that Discord keeps refusing are abandoned some time after the table was closed."""
    monkeypatch.setattr(writer, "RESULT_MS", 600_000)
    await stage.start_two()
    refusing = Faults(stage.env).fail(DELETING, forbidden, times=None)
    await stage.play(seconds=5)
    table = stage.table
    for person in (stage.alice, stage.bob):
        await stage.resign(person)
    await stage.env.advance_time(2400)
    assert refusing.met > 10
    assert table.id not in stage.bot.tables.all


async def tell_of_channel(stage: Stage) -> None:
    touch_channel(stage)
    await stage.env.advance_time(1)


async def use_channel(stage: Stage) -> None:
    await stage.alice.slash(stage.channel, "help")


async def wait(stage: Stage) -> None:
    await stage.env.advance_time(GONE_MS / 1000)


@pytest.mark.parametrize("sign", [tell_of_channel, use_channel, wait])
async def test_temporarily_unknown_channel_opens_again(
    stage: Stage, sign: Callable[[Stage], Awaitable[None]]
) -> None:
    """A channel that was reported as unknown is used again after an event, a command or a while."""
    stage.bot.channels.mark_deleted(stage.channel.id)
    assert stage.bot.channels.is_gone(stage.guild.id, stage.channel.id)
    await sign(stage)
    assert not stage.bot.channels.is_gone(stage.guild.id, stage.channel.id)


async def test_table_opened_after_a_server_outage_stays(stage: Stage) -> None:
    """A new table stays open although its channel was unknown before."""
    await stage.start_two()
    lost = Faults(stage.env).fail("* /channels/*", no_channel, times=None)
    await stage.play(seconds=5)
    lost.end()
    await stage.env.advance_time(5)
    await stage.lobby()
    (lobby,) = stage.lobbies
    await stage.env.advance_time(70)
    assert not lobby.state.is_closed
    assert lobby.sent_row.message_id is not None


def test_lost_channel_is_forgotten_after_its_time() -> None:
    """A channel counts as lost for a fixed time after the latest error."""
    clock = HandClock()
    places = ChannelTracker(clock, lambda guild_id: True)
    places.mark_deleted(1)
    clock.now += GONE_MS - 1
    assert places.is_gone(0, 1)
    places.mark_deleted(1)
    clock.now += GONE_MS - 1
    assert places.is_gone(0, 1)
    clock.now += 1
    assert not places.is_gone(0, 1)


def test_refused_message_in_an_unknown_channel_marks_the_channel_as_lost() -> None:
    """After a refusal for a deleted channel, of any message, nothing is sent there for a while."""
    places = ChannelTracker(HandClock(), lambda guild_id: True)
    places.note_refused(1, RequestRejected(404, UNKNOWN_CHANNEL, "Unknown Channel"))
    assert places.is_gone(0, 1)
    assert not places.is_refused(1)


async def resume(stage: Stage) -> None:
    stage.bot.dispatch("resumed")


@pytest.mark.parametrize("sign", [use_channel, resume])
async def test_first_successful_request_ends_all_delays(
    stage: Stage, sign: Callable[[Stage], Awaitable[None]]
) -> None:
    """After an outage one successful request or event ends the delays of all tables."""
    await stage.start_two()
    outage = Faults(stage.env).fail(EVERYTHING, unavailable, times=None)
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5", by=stage.player_on_turn().id)
    await stage.env.advance_time(130)
    outage.end()
    assert stage.table.sent_row.mark != stage.state.fingerprint
    before = stage.bot.clock.elapsed_ms()
    await sign(stage)
    await stage.env.advance_time(3)
    assert stage.table.sent_row.mark == stage.state.fingerprint
    assert stage.bot.clock.elapsed_ms() - before < 10_000


def without_gone_files(stage: Stage, body: bytes) -> bytes:
    """Return an edit of the table's message without those listed files that the message no longer has."""
    content = json.loads(body)
    message = stage.env.backend.get_message(stage.channel.id, stage.table.sent_row.message_id)
    there = {str(attachment["id"]) for attachment in message.attachments}
    new = {str(number) for number in range(len(content["attachments"]))}
    content["attachments"] = [row for row in content["attachments"] if str(row["id"]) in there | new]
    return json.dumps(content).encode()


async def test_late_hanging_edit_is_overwritten(stage: Stage) -> None:
    """If a timed-out edit arrives after a newer edit, the newer edit is repeated."""
    await stage.start_two()
    request, late = stage.bot.connection.request, list[Callable[[bool], Awaitable[Any]]]()

    # The first edit of the table's message times out here, but reaches Discord later.
    async def hanging(sent: ApiRequest) -> Any:
        is_edit = f"/messages/{stage.table.sent_row.message_id}" in sent.path
        if sent.method == "PATCH" and not late and is_edit:

            async def arrive(ignores_gone_files: bool) -> Any:
                body = without_gone_files(stage, sent.body) if ignores_gone_files else sent.body
                return await request(sent._replace(body=body))

            late.append(arrive)
            raise RequestTimedOut("no answer")
        return await request(sent)

    stage.bot.connection.request = hanging
    await stage.table.play(stage.state.acting(human=True)[0], "call single 5", by=stage.player_on_turn().id)
    await stage.env.advance_time(10)
    message, newest = stage.table.sent_row.message_id, None
    assert late
    await stage.table.play(stage.state.acting(human=True)[0], "call pair 6", by=stage.player_on_turn().id)
    await stage.env.advance_time(10)
    assert stage.table.sent_row.mark == stage.state.fingerprint
    assert stage.table.sent_row.message_id == message
    # The late edit shows the older position until the writer repeats the newer one.
    newest = text_of_message(stage.table_message())
    # The late edit lists a picture that the newer one has removed. If Discord refuses it for that, nothing
    # is overwritten. Whether it does is unknown, so it is sent once more as if such files were ignored.
    assert (await late[0](False)).status == 400
    assert text_of_message(stage.table_message()) == newest
    assert (await late[0](True)).status == 200
    assert text_of_message(stage.table_message()) != newest, "the older picture"
    await stage.env.advance_time(writer.LATE_MS / 1000)
    assert text_of_message(stage.table_message()) == newest
    assert stage.table.sent_row.message_id == message
