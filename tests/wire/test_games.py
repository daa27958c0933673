"""Whole games over the wire."""

from __future__ import annotations

import asyncio
import random

from games import GAMES
from tests.wire import log
from tests.wire.people import Person
from tests.wire.players import Player, gathered
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel

OVERTAKEN = "answer edit", 400, 50035
"""An edit keeps a picture that the answer to a tap, sent at the same time, took away: it is sent again."""


async def play_out(standin: StandIn, channel: Channel, game: str, seed: int, people: int) -> list[Player]:
    """Let people play a game to its end."""
    party = [
        Person(standin, f"{game.title()}{number}", ("en-US", "ja")[number % 2]) for number in range(people)
    ]
    table_id = await gathered(channel, game, party)
    assert table_id is not None
    players = [
        Player(person, channel, table_id, random.Random(seed + number)) for number, person in enumerate(party)
    ]
    await asyncio.gather(*(player.play() for player in players))
    return players


async def test_people_play_every_game_to_its_end(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """Acknowledged moves are in the log, nobody waits three seconds, nothing is left lying about."""
    channels = [channel, *(standin.world.add_channel(channel.guild) for _ in GAMES[1:])]
    await bot.start()
    parties = await asyncio.gather(
        *(
            play_out(standin, place, game.id, 10 * number, max(2, game.rules.seats[0]))
            for number, (place, game) in enumerate(zip(channels, GAMES, strict=True))
        )
    )
    for place in channels:
        await log.tidied(place)
    await bot.stop()
    assert log.movers(bot.database) == sum(map(len, parties)), "everybody has moved at their table"
    assert not log.findings(bot.database, standin.world)
    traffic = standin.rest.traffic
    assert not traffic.late
    # None was edited through an interaction that is not answered yet, either.
    assert set(traffic.errors) <= {OVERTAKEN}
    assert traffic.errors[OVERTAKEN] <= traffic.requests["answer edit"] / 50
    assert not traffic.refused
    assert not traffic.unloadable


async def test_moves_are_completed_and_typed(standin: StandIn, channel: Channel, bot: BotProcess) -> None:
    """What /move offers can be played; what is no move is refused in words."""
    await bot.start()
    party = [Person(standin, "Ann"), Person(standin, "Ben")]
    table_id = await gathered(channel, "bull", party)
    for _ in range(3):
        offers = [await person.complete(channel, "move", "move") for person in party]
        (turn,) = [number for number, offer in enumerate(offers) if offer]
        answer = await party[turn].slash(channel, "move", move=offers[turn][0])
        assert answer.message is not None
        assert answer.message.seen_by is party[turn].user
        assert table_id in str(answer.message.attachments)
    refused = await party[0].slash(channel, "move", move="banana")
    assert refused.message is not None
    assert not refused.message.attachments
