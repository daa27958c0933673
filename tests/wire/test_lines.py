"""Lines that break, Discord that refuses: nothing that matters gets lost on the way."""

from __future__ import annotations

import asyncio
import random

import pytest

from games import find_game
from tests.wire import components, log
from tests.wire.components import BUTTON, tappable
from tests.wire.limits import GLOBALLY, LOST, UNTOLD
from tests.wire.people import Person
from tests.wire.players import Player, gathered
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel, Message

IN_PLACE = 7
"""Kind of an answer that changes the message that was tapped."""


async def players_of(standin: StandIn, channel: Channel, game: str = "bull", seed: int = 1) -> list[Player]:
    """Seat people at a running table."""
    least = find_game(game).rules.seats[0]
    people = [Person(standin, f"Player{channel.id}of{number}") for number in range(least)]
    table_id = await gathered(channel, game, people)
    assert table_id is not None
    return [Player(person, channel, table_id, random.Random(seed)) for person in people]


async def on_turn(players: list[Player]) -> Player:
    """Open everybody's panel; find who is to act."""
    for player in players:
        while player.panel is None and await player.open_panel():  # a slow bot shows it too late
            pass
    channel = players[0].channel
    return await channel.bell.until(lambda: next((p for p in players if p.has_choice), None))


def calls(channel: Channel) -> list[Message]:
    """List the messages that call somebody."""
    return [message for message in channel.public if message.mentions]


@pytest.mark.parametrize("kind", ["login", "commands"])
async def test_a_bot_that_is_refused_at_its_start_comes_all_the_same(
    standin: StandIn, bot: BotProcess, kind: str
) -> None:
    """Another life of it, or another bot of the same address, has used up what is allowed for all."""
    standin.rest.faults.plan(kind, GLOBALLY)
    await bot.start()
    assert standin.rest.faults.happened[kind, GLOBALLY] == 1


async def test_a_call_that_breaks_down_is_made_once(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """In the end there is one call, and one message of the table; a call that Discord got is found."""
    await bot.start()
    rest = standin.rest
    for fault in (LOST, UNTOLD, 503):
        place = standin.world.add_channel(channel.guild)
        sent = rest.traffic.requests["send"]
        rest.faults.plan("send", 0, fault)  # the table's message, then the call
        (table,) = {player.table_id for player in await players_of(standin, place)}

        wanted = sent + (2 if fault == UNTOLD else 3)

        def is_called(place: Channel = place, wanted: int = wanted) -> bool:
            return rest.traffic.requests["send"] == wanted and len(calls(place)) == 1

        await place.bell.until(is_called, why=f"another call after {fault}")
        assert rest.faults.happened["send", fault] == 1
        assert not log.clutter(place)
        assert components.tables(calls(place)[0].parts) == {table}


async def test_a_game_goes_on_through_a_bad_line(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """A quarter of what goes to the channel is refused or breaks; the game ends, and one message tells."""
    await bot.start()
    players = await players_of(standin, channel)
    kinds = ("send", "edit", "delete", "history")
    standin.rest.faults.share(0.25, (429, 503, LOST, UNTOLD), kinds)
    await asyncio.gather(*(player.play() for player in players))
    standin.rest.faults.share(0, ())
    await log.tidied(channel)
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def test_answers_that_break_down_are_not_plays_lost(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """A move whose answer got lost is in the log once, and a second tap on it shows the panel as it is."""
    await bot.start()
    players = await players_of(standin, channel, "lost")
    await on_turn(players)
    for fault in (UNTOLD, LOST):
        player = await channel.bell.until(lambda: next((p for p in players if p.has_choice), None))
        while player.panel is None or not (moves := tappable(player.panel.parts, BUTTON, "move")):
            assert await player.step()
        standin.rest.faults.plan("answer", fault)
        answer = await player.person.tap_part(player.panel, moves[0])
        assert answer.kind == IN_PLACE  # what went wrong is told there, too
        if components.has(player.panel.parts, moves[0]["custom_id"]):
            again = await player.person.tap_part(player.panel, moves[0])
            assert again.kind == IN_PLACE
    await asyncio.gather(*(player.play() for player in players))
    await bot.stop()
    assert not log.findings(bot.database, standin.world)


async def test_a_panel_whose_token_is_dead_is_let_go(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """It stays as it is; the button opens a new one, and the game goes on with that."""
    await bot.start()
    players = await players_of(standin, channel)
    player = await on_turn(players)
    (other,) = (one for one in players if one is not player)
    standin.rest.answers.token_seconds = 0.0
    assert await player.step()
    await channel.bell.until(
        lambda: standin.rest.traffic.errors["answer edit", 401, 50027] or player.has_choice
    )
    while not standin.rest.traffic.errors["answer edit", 401, 50027]:
        assert await player.step()
        await channel.bell.until(lambda: player.has_choice or standin.rest.traffic.errors.total())
    standin.rest.answers.token_seconds = 900.0
    for one in players:  # either panel may be the one that was let go, and stands still then
        assert await one.open_panel()
    assert other.has_choice
    await asyncio.gather(*(one.play() for one in players))


async def test_the_gateway_comes_back(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """By a resume, which tells what happened meanwhile, or else by a new session; buttons work as before."""
    gateway = standin.gateway
    await bot.start()
    players = await players_of(standin, channel, "lost")
    player = await on_turn(players)
    for trouble in ("close", "cut", "reconnect", "invalid", "refuse"):
        is_resumed = trouble not in ("invalid", "refuse")
        resumed, identified = gateway.resumed, gateway.identified
        match trouble:
            case "close":
                await gateway.close()
            case "cut":
                gateway.cut()
            case "reconnect":
                gateway.ask_to_reconnect()
            case "invalid":
                gateway.invalidate()
            case "refuse":
                gateway.refuses_resume = True
                gateway.cut()
        if not is_resumed:
            await gateway.bell.until(lambda was=identified: gateway.identified > was, why="a new session")
        assert await player.open_panel(), trouble
        assert gateway.resumed - resumed == is_resumed, trouble
        assert gateway.identified - identified == (not is_resumed), trouble
    await asyncio.gather(*(one.play() for one in players))
