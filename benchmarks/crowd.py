"""The people of a measurement, who tap at a pace, and perhaps again before they were answered."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from games import Game
from tests.wire.people import Person
from tests.wire.players import Player, gathered
from tests.wire.standin import StandIn
from tests.wire.world import Channel

PEOPLE = 4
CHANNELS_OF_A_SERVER = 20
OPEN_AT_ONCE = 8
"""Tables that gather at the same time."""

LONG = 5.0
"""Seconds without anything to tap after which an impatient person opens a new panel."""


class Pace:
    """Lets so many through in a second, at random moments; all of them at a rate of 0."""

    def __init__(self, rate: float, seed: int) -> None:
        self._rate, self._rng = rate, random.Random(seed)
        self._next = 0.0

    async def take(self) -> None:
        """Wait for one's turn."""
        if not self._rate:
            return
        now = time.monotonic()
        self._next = max(self._next, now) + self._rng.expovariate(self._rate)
        await asyncio.sleep(self._next - now)


@dataclass
class Party:
    """The people of one channel, who play one game after another."""

    channel: Channel
    game: Game
    people: Sequence[Person]
    rng: random.Random
    pace: Pace
    is_impatient: bool
    door: asyncio.Semaphore
    players: list[Player] = field(default_factory=list)
    has_begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_play: asyncio.Event = field(default_factory=asyncio.Event)

    async def play(self) -> None:
        """Play on and on."""
        while True:
            async with self.door:
                table_id = None
                while table_id is None:  # the bot may be too slow at times
                    table_id = await gathered(self.channel, self.game.id, self.people)
            may_play = None if self.is_impatient else self.pace.take
            self.players = [
                Player(person, self.channel, table_id, random.Random(self.rng.random()), may_play)
                for person in self.people
            ]
            await asyncio.gather(*(player.open_panel() for player in self.players))
            self.has_begun.set()
            await self.may_play.wait()
            await asyncio.gather(*map(self._play, self.players))

    async def _play(self, player: Player) -> None:
        if self.is_impatient:
            await play_impatiently(player, self.pace)
        else:
            await player.play()


async def play_impatiently(player: Player, pace: Pace) -> None:
    """Tap whatever there is to tap, and again, answered or not, until the game is over.

    Args:
        player: one person at one table.
        pace: of the taps of all people together.
    """
    channel = player.channel
    taps: set[asyncio.Task[None]] = set()
    try:
        while not player.is_over:
            with suppress(AssertionError):
                await channel.bell.until(lambda: player.has_choice or player.is_over, LONG)
            await pace.take()
            tap = asyncio.create_task(_tap(player))
            taps.add(tap)
            tap.add_done_callback(taps.discard)
    finally:
        for tap in taps:
            tap.cancel()


async def _tap(player: Player) -> None:
    if player.has_choice:
        await player.step()
    elif not player.is_over:
        await player.open_panel()


def parties(
    standin: StandIn,
    games: Sequence[Game],
    tables: int,
    pace: Pace,
    is_impatient: bool = False,
    shards: int = 1,
) -> list[Party]:
    """Found servers and channels, evenly on so many shards, and bring people into each."""
    made = []
    door = asyncio.Semaphore(OPEN_AT_ONCE)
    servers = max(shards, -(-tables // CHANNELS_OF_A_SERVER))
    guilds = [standin.world.add_guild(shard=(number % shards, shards)) for number in range(servers)]
    for number in range(tables):
        game = games[number % len(games)]
        low, high = game.rules.seats
        people = [Person(standin, f"P{number}of{i}") for i in range(max(low, min(high, PEOPLE)))]
        channel, rng = standin.world.add_channel(guilds[number % servers]), random.Random(number)
        made.append(Party(channel, game, people, rng, pace, is_impatient, door))
    return made
