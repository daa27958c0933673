"""Measure what a play costs through the whole bot, in a simulated Discord.

    python -m benchmarks.play [--plays 60] [game ...]

Per game, in milliseconds (median and 95th percentile): a typed move, from the interaction to the answer, with
the check, the commit, the call of the next player, and the new table message with its picture; and opening
one's hand. The simulated Discord's own work is in the figures; the way to the real one is not.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import random
from collections.abc import Awaitable, Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import simcord
from simcord.components import walk_components

from bot.administration import logs
from bot.client import Tefuda
from bot.config import Config
from bot.driving.table import Table
from bot.simulated import SimulatedClock, simulated_client
from games import GAMES, Game

SETTLED = 0.002
"""Seconds between simcord's looks for work gone to sleep; its own 50 ms would be all that is measured."""


class Stopwatch:
    """Takes the time of what is awaited."""

    def __init__(self) -> None:
        self.times: list[float] = []

    async def measure(self, *work: Awaitable[Any]) -> Any:
        """Await everything in order and note the milliseconds of it all; return what the first one gave."""
        began = perf_counter()
        results = [await one for one in work]
        self.times.append(1000 * (perf_counter() - began))
        return results[0]

    def __str__(self) -> str:
        return f"{median(self.times):8.1f}{quantiles(self.times, n=20)[-1]:8.1f}"


def button(message: Any, verb: str) -> str:
    """Find the custom id of a message's button."""
    rows = [component.to_dict() for component in message.components]
    ids: Iterator[str] = (part["custom_id"] for part in walk_components(rows) if "custom_id" in part)
    return next(one for one in ids if one.startswith(f"b:{verb}:"))


async def seat(env: simcord.Env, game: Game) -> tuple[Any, Sequence[Any]]:
    """Make a server, bring people to a table of the smallest size and start; return channel and people."""
    guild = env.create_guild("Bench", preferred_locale="en-US")
    channel: Any = guild.create_text_channel("games")
    people = [
        guild.add_member(env.create_user(f"p{number}", global_name=f"Player {number}"))
        for number in range(game.rules.seats[0])
    ]
    await people[0].slash(channel, "play", game=game.id)
    for person in people[1:]:
        await person.click(channel.last_message, custom_id=button(channel.last_message, "join"))
        await env.advance_time(1)
    await people[0].click(channel.last_message, custom_id=button(channel.last_message, "start"))
    await env.advance_time(1)
    return channel, people


async def measure(game: Game, plays: int, path: Path) -> tuple[Stopwatch, Stopwatch]:
    """Play at random, again from the start when the game is over, with two looks at a hand per ten plays."""
    clock = SimulatedClock()
    bot: Tefuda = simulated_client(
        Config(database=str(path), computer_pause=0, moments=0, computer_workers=0, clock="none"), clock
    )
    env = clock.env = simcord.Env(bot)
    env._settle_internal = functools.partial(env._settle_internal, idle=SETTLED)  # type: ignore[method-assign]
    await env.start()
    moves, hands = Stopwatch(), Stopwatch()
    rng = random.Random(7)
    try:
        while len(moves.times) < plays:
            channel, people = await seat(env, game)
            (table,) = bot.tables.open()
            while not table.state.is_over and len(moves.times) < plays:
                await _one_play(env, table, channel, people, rng, moves, hands)
            if not table.state.is_over:
                break
            await env.advance_time(5)
    finally:
        await bot.close()
        await env.shutdown()
    return moves, hands


async def _one_play(
    env: simcord.Env,
    table: Table,
    channel: Any,
    people: Sequence[Any],
    rng: random.Random,
    moves: Stopwatch,
    hands: Stopwatch,
) -> None:
    number, match = table.state.acting(human=True)[0], table.state.match
    assert match is not None
    person = next(person for person in people if person.id == table.state.seats[number].user_id)
    if len(moves.times) % 5 == 0:
        await hands.measure(person.slash(channel, "hand"))
    move = str(rng.choice(match.legal(number)))
    before = table.state.seq
    # The second: a table that was edited just before is edited again after a second, and not before.
    await moves.measure(person.slash(channel, "move", move=move), env.advance_time(1))
    assert table.state.seq > before, f"{table.state.game.id} did not take {move}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Milliseconds per play through the whole bot.")
    parser.add_argument("games", nargs="*", metavar="game", help="ids of games; all when left out")
    parser.add_argument("--plays", type=int, default=60, help="how many plays of each game")
    wanted = parser.parse_args()
    logs.set_up("ERROR")
    print(f"{'':9}{'a play, ms':>16}{'one’s hand, ms':>16}\n{'game':<9}" + f"{'median':>8}{'95 %':>8}" * 2)
    for game in GAMES:
        if wanted.games and game.id not in wanted.games:
            continue
        with TemporaryDirectory() as folder:
            moves, hands = asyncio.run(measure(game, max(20, wanted.plays), Path(folder) / "bench.db"))
        print(f"{game.id:<9}{moves}{hands}", flush=True)


if __name__ == "__main__":
    main()
