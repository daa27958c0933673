"""Tests of completions: the choices that are offered to a person who types a command."""

from __future__ import annotations

from bot.wire.transport import USER_AGENT
from tests.wire.players import SimulatedPerson, player_on_turn, sit_down
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel

CHOICES = 8
"""Discord's type of an answer with completions."""


async def test_completions_come_from_the_bots_own_connection(
    standin: StandIn, channel: Channel, bot: BotProcess
) -> None:
    """Moves are completed, and every request and websocket of the bot names the bot as its sender."""
    await bot.start()
    players = await sit_down(standin, channel, "bull", 1)
    player = await player_on_turn(players)
    answer = await player.person.complete(channel, "move", "move", "")
    assert answer.kind == CHOICES
    assert answer.choices
    assert set(standin.world.traffic.user_agents) == {USER_AGENT}


async def test_completion_is_answered_once(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """A person without a game is offered nothing, by one answer."""
    await bot.start()
    stranger = SimulatedPerson(standin, "Cleo")
    before = standin.world.traffic.requests["answer"]
    assert (await stranger.complete(channel, "move", "move", "")).choices == ()
    assert standin.world.traffic.requests["answer"] == before + 1
