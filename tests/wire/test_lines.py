"""Tests of broken connections, refused requests, a full disk, a stop and deleted channels."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
import socket
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from tests.wire import components, log
from tests.wire.limits import GLOBALLY, LOST, UNTOLD
from tests.wire.players import CHANGED, calls, first_move, play_out, player_on_turn, sit_down
from tests.wire.process import BotProcess
from tests.wire.requests import WITH_TOKEN
from tests.wire.standin import StandIn
from tests.wire.world import Channel

MOST_SECONDS = 10
"""The longest time in seconds that the bot may take to stop."""


@pytest.mark.parametrize("kind", ["login", "commands"])
async def test_bot_starts_after_refusal_at_global_limit(standin: StandIn, bot: BotProcess, kind: str) -> None:
    """The bot starts although its first request is refused by a global limit."""
    standin.rest.faults.plan(kind, GLOBALLY)
    await bot.start()
    assert standin.rest.faults.happened[kind, GLOBALLY] == 1


async def test_failed_call_of_players_is_sent_once(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """If the request to notify a player fails or its answer is lost, exactly one notification remains."""
    await bot.start()
    rest, traffic = standin.rest, standin.world.traffic
    for fault in (LOST, UNTOLD, 503):
        place = standin.world.add_channel(channel.guild)
        sent = traffic.requests["send"]
        rest.faults.plan("send", 0, fault)  # the table's message, then the call
        (table,) = {player.table_id for player in await sit_down(standin, place)}

        wanted = sent + (2 if fault == UNTOLD else 3)

        def is_pinged(place: Channel = place, wanted: int = wanted) -> bool:
            return traffic.requests["send"] == wanted and len(calls(place)) == 1

        await place.bell.until(is_pinged, why=f"another call after {fault}")
        assert rest.faults.happened["send", fault] == 1
        assert not log.message_errors(place)
        assert components.tables(calls(place)[0].parts) == {table}


async def test_game_survives_failing_requests(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """Although a quarter of a channel's requests fail, the game ends with one message of its result."""
    await bot.start()
    players = await sit_down(standin, channel)
    kinds = ("send", "edit", "delete", "history")
    standin.rest.faults.share(0.25, (429, 503, LOST, UNTOLD), kinds)
    await play_out(players)
    standin.rest.faults.share(0, ())
    await log.without_removed_buttons(channel)
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def test_move_with_lost_answer_is_stored_once(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """A move whose answer was lost is stored once; a second tap on its button shows the current panel."""
    await bot.start()
    players = await sit_down(standin, channel, "lost")
    for fault in (UNTOLD, LOST):
        player = await player_on_turn(players)
        panel, move = await first_move(player)
        standin.rest.faults.plan("answer", fault)
        answer = await player.person.tap_part(panel, move)
        assert answer.kind == CHANGED  # the error is shown there, too
        if components.has_component(panel.parts, move["custom_id"]):
            assert (await player.person.tap_part(panel, move)).kind == CHANGED
    await play_out(players)
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def test_panel_with_expired_token_is_replaced(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """A panel with an expired token is not updated, and the table's button opens a new one."""
    await bot.start()
    players = await sit_down(standin, channel)
    player = await player_on_turn(players)
    (other,) = (panel_owner for panel_owner in players if panel_owner is not player)
    standin.rest.answers.token_seconds = 0.0
    assert await player.step()
    await channel.bell.until(
        lambda: standin.world.traffic.errors["answer edit", 401, 50027] or player.has_choice
    )
    while not standin.world.traffic.errors["answer edit", 401, 50027]:
        assert await player.step()
        await channel.bell.until(lambda: player.has_choice or standin.world.traffic.errors.total())
    standin.rest.answers.token_seconds = 900.0
    for panel_owner in players:  # either panel may be the one that was let go, and stands still then
        assert await panel_owner.open_panel()
    assert other.has_choice
    await play_out(players)


async def test_gateway_recovers_from_disconnections(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """After each kind of disconnection buttons work again, by a resume or by a new session."""
    gateway = standin.gateway
    await bot.start()
    players = await sit_down(standin, channel, "lost")
    player = await player_on_turn(players)

    def refuse() -> None:
        gateway.refuses_resume = True
        gateway.cut()

    for trouble in (gateway.close, gateway.cut, gateway.ask_to_reconnect, gateway.invalidate, refuse):
        is_resumed = trouble not in (gateway.invalidate, refuse)
        resumed, identified = gateway.resumed, gateway.identified
        if (closing := trouble()) is not None:
            await closing
        if not is_resumed:
            await gateway.bell.until(lambda was=identified: gateway.identified > was, why="a new session")
        assert await player.open_panel(), trouble
        assert gateway.resumed - resumed == is_resumed, trouble
        assert gateway.identified - identified == (not is_resumed), trouble
    await play_out(players)


def of_channel(standin: StandIn) -> Counter[str]:
    """Count the requests with a public effect by kind, whichever token they use."""
    requests = standin.world.traffic.requests
    return Counter({kind: requests[kind] for kind in WITH_TOKEN})


async def test_stop_sends_pending_answer_first(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """If the bot is stopped before Discord accepts the answer to a move, the answer is sent first."""
    await bot.start()
    player = await player_on_turn(await sit_down(standin, channel))
    panel, move = await first_move(player)
    standin.rest.faults.plan("answer", 503)
    pid = bot.pid
    standin.rest.set_alarm(1, before=None, action=lambda: os.kill(pid, signal.SIGTERM), kind="answer")
    async with asyncio.timeout(MOST_SECONDS):
        answer = await player.person.tap_part(panel, move)
        await bot.ended()
    assert answer.kind == CHANGED
    assert bot.status == 0
    assert not log.findings(bot.database, standin.world)


@pytest.mark.parametrize("is_heard", [True, False])
@pytest.mark.parametrize("what", ["channel", "guild"])
async def test_deleted_channel_is_not_requested_again(
    standin: StandIn, channel: Channel, bot: BotProcess, what: str, is_heard: bool
) -> None:
    """After a deletion event the channel gets no request; without an event it gets one."""
    await bot.start()
    guild = standin.world.add_guild("Other")
    other = standin.world.add_channel(guild)
    standin.gateway.emit("GUILD_CREATE", guild.payload(standin.world.me), guild.id)
    players = await sit_down(standin, other)
    await other.bell.until(lambda: calls(other), why="a call")  # or it would still be on its way
    await log.without_removed_buttons(other)
    player = await player_on_turn(players)
    panel, move = await first_move(player)
    if what == "guild":
        standin.world.remove_guild(guild)
        payload = {"id": str(guild.id)}
    else:
        standin.world.remove_channel(other)
        payload = other.payload()
    if is_heard:
        standin.gateway.emit(f"{what.upper()}_DELETE", payload, guild.id)
    before = of_channel(standin)
    if not is_heard:  # a panel of it is still open somewhere
        await player.person.tap_part(panel, move)
    await bot.wait_for_log("a table was closed", table=player.table_id)
    requests = of_channel(standin) - before
    assert requests.total() == (not is_heard)
    await play_out(await sit_down(standin, channel))
    assert (of_channel(standin) - before).total() > requests.total()


# --- what the bot cannot write, or listen at ----------------------------------------------------------------


@contextmanager
def full_disk(bot: BotProcess) -> Iterator[None]:
    """Prevent all files of the bot from growing during the context, as on a full disk."""
    _, most = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (0, most))
    yield
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def locked(bot: BotProcess) -> Iterator[None]:
    """Have another program lock the bot's database during the context."""
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("unwritable", [full_disk, locked])
async def test_unwritable_database_delays_move_without_loss(
    standin: StandIn,
    channel: Channel,
    bot: BotProcess,
    unwritable: Callable[[BotProcess], AbstractContextManager[None]],
) -> None:
    """The panel says that nothing was lost, and the move is made once the database can be written."""
    await bot.start()
    players = await sit_down(standin, channel)
    player = await player_on_turn(players)
    panel, move = await first_move(player)
    with unwritable(bot):
        answer = await player.person.tap_part(panel, move)
        assert answer.kind == CHANGED
        assert "Nothing was lost" in components.texts_of(panel.parts)
    await channel.bell.until(
        lambda: "Nothing was lost" not in components.texts_of(panel.parts), why="the move"
    )
    await play_out(players)
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def test_port_in_use_stops_start(standin: StandIn, tmp_path: Path) -> None:
    """If the port for metrics is in use, the bot names the setting and makes no request."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings = {"TEFUDA_METRICS_PORT": str(taken.getsockname()[1])}
        bot = BotProcess(standin, tmp_path, "--hurry", "--undrawn", settings=settings)
        with pytest.raises(AssertionError, match="did not start"):
            await bot.start()
    (event,) = (entry["event"] for entry in bot.log)
    assert re.fullmatch("tefuda: .*TEFUDA_METRICS_PORT: cannot listen at 127.0.0.1.*", event)
    assert bot.status
    assert not standin.world.traffic.requests
