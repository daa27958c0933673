"""Estimate how large the bot can grow: requests of whole games, and the needs of a bot on many servers.

    python -m benchmarks.scale requests [--games 1] [--pause 5 10] [--clock week] [--closed] [game ...]
    python -m benchmarks.scale needs [--servers 100000] [--games 20000] [--figure NAME=VALUE ...]

``requests`` plays games on a simulated Discord and counts the requests with the bot's token.
Discord allows 50 of these requests per second. Four people, or as many as the game needs, play each game.
``--pause`` sets the shortest and the longest time between two people's actions in seconds. With ``--closed``
nobody keeps a panel open, so each move needs an additional tap. Requests with the token of an interaction,
which have no such limit, are printed separately.

``needs`` estimates the processes, the database and the use of Discord's limits, and prints which limit is
reached first. Each load is given as an average and as the 99th percentile. Each input is marked as
measured or assumed, and can be replaced with ``--figure``.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import simcord

from benchmarks import Figure, add_games, command, print_table
from bot.config import ClockName, Config
from bot.driving.table import Table
from bot.randomness import SeededChance
from bot.simulated import SimulatedClock, simulated_client
from games import Game
from games.core.rules import is_to_act
from tests.bot.people import LONGEST_SETTLING, find_id
from tests.bot.playing import tap_on

# --- requests -----------------------------------------------------------------------------------------------

PEOPLE = 4
QUICK_SECONDS = 0.5
"""Pause between two people's actions when they play as quickly as they can."""

KINDS = {
    ("POST", "messages"): "send",
    ("PATCH", "messages"): "edit",
    ("DELETE", "messages"): "delete",
    ("GET", "messages"): "look",
}
COLUMNS = tuple(KINDS.values()) + ("other", "")
"""Names of requests. An empty name marks requests of interactions, which Discord does not count."""


class SimulatedGame:
    """A game that simulated people play on a simulated Discord, from the lobby to the result.

    Args:
        pause: the shortest and the longest time between two people's actions, in seconds.
        is_closed: people close their panel (private message) after each move.
    """

    def __init__(
        self,
        env: simcord.Env,
        game: Game,
        pause: tuple[float, float],
        is_closed: bool,
        rng: random.Random,
    ) -> None:
        self.env = env
        self.game = game
        self._pause = pause
        self._is_closed = is_closed
        self._rng = rng
        guild = env.create_guild("Club", preferred_locale="en-US")
        self.channel = guild.create_text_channel("games")
        low, high = game.rules.seats
        self.people = [
            guild.add_member(env.create_user(f"p{number}", global_name=f"P{number}"))
            for number in range(max(low, min(high, PEOPLE)))
        ]
        self.panels: dict[int, Any] = {}
        self.plays = 0

    async def play(self) -> None:
        """Play a whole game, from the command that opens the lobby to the end of all clean-up."""
        # Open a lobby, join, start.
        host, *others = self.people
        await host.slash(self.channel, "play", game=self.game.id)
        for person in others:
            await self._tap(person, "join")
            await self._wait()
        await self._tap(host, "start")
        bot: Any = self.env.bot
        (table,) = [table for table in bot.tables.open() if table.state.is_playing]
        if not self._is_closed:
            for person in self.people:
                await self._open(person, table)
        # Play until the table is closed, then wait until old messages are deleted.
        while not table.state.is_closed:
            await self._wait()
            person = self._person_to_act(table)
            if person is not None:
                await self._make_move(person, table)
        await self.env.advance_time(60)

    async def _wait(self) -> None:
        await self.env.advance_time(max(QUICK_SECONDS, self._rng.uniform(*self._pause)))

    async def _tap(self, person: Any, verb: str) -> Any:
        message = self.channel.last_message
        return await person.click(message, custom_id=find_id(message, "b", verb))

    async def _open(self, person: Any, table: Table) -> None:
        message = next(m for m in self.channel.history() if m.id == table.sent_row.message_id)
        self.panels[person.id] = await person.click(message, custom_id=find_id(message, "b", "hand"))

    def _person_to_act(self, table: Table) -> Any:
        state = table.state
        acting = [seat.user_id for seat in state.seats if seat.seat in state.acting(human=True)]
        for person in self.people:
            if person.id in acting:
                return person
        return None

    async def _make_move(self, person: Any, table: Table) -> None:
        if self._is_closed:
            await self._open(person, table)
        seat = table.state.seat_of(person.id)
        assert seat is not None
        seq = table.state.seq
        for _ in range(12):
            if not await tap_on(person, self.panels[person.id].response, self._rng):
                await self._open(person, table)
            if table.state.seq > seq or not is_to_act(table.state.to_act, seat):
                self.plays += 1
                return


def kind_of(method: str, path: str) -> str:
    """Return the kind of a request, such as ``send``; empty for requests with an interaction's token."""
    words = path.strip("/").split("/")
    if words[0] in ("webhooks", "interactions"):
        return ""
    return KINDS.get((method, words[2] if len(words) > 2 else ""), "other")


class RequestCounts(NamedTuple):
    """The requests of a game by kind, and the number of its moves."""

    requests: Counter[str]
    moves: int


async def count_requests(
    game: Game, pause: tuple[float, float], is_closed: bool, seed: int, limit: ClockName = "evening"
) -> RequestCounts:
    """Play one game on a simulated Discord, and return its requests.

    Args:
        pause: the shortest and the longest time between two people's actions, in seconds.
        is_closed: people close their panel (private message) after each move.
        limit: name of the time limit of a turn (``bot.tables.clocks``).
    """
    with TemporaryDirectory() as folder:
        database = str(Path(folder) / "tefuda.db")
        config = Config(
            database=database, computer_pause=0, computer_workers=0, clock=limit, card_emoji="off"
        )
        clock = SimulatedClock()
        env = clock.env = simcord.Env(
            simulated_client(config, clock, SeededChance(seed)), settle_timeout=LONGEST_SETTLING
        )
        # The simulated Discord looks every 50 ms for work that has gone to sleep; that would be 50 ms a tap.
        env._settle_internal = partial(env._settle_internal, idle=0.002)  # type: ignore[method-assign]
        await env.start()
        try:
            simulated = SimulatedGame(env, game, pause, is_closed, random.Random(seed))
            before = len(env.http_requests)
            await simulated.play()
            requests_made = Counter(
                kind_of(request.method, request.path) for request in env.http_requests[before:]
            )
        finally:
            bot: Any = env.bot
            await bot.close()
            await env.shutdown()
    return RequestCounts(requests_made, simulated.plays)


async def _no_picture(*_: object, **__: object) -> bytes:
    return b"\x89PNG"


def requests(options: argparse.Namespace) -> None:
    """Print the requests per game and per move, for each game and for all games together."""
    head = ("with the bot's token", "plays", "requests", "a play") + COLUMNS[:-1] + ("not counted",)
    with patch("bot.pages.boards.board_picture", _no_picture):
        print_table(head, _requests(options))


def _requests(options: argparse.Namespace) -> Iterator[tuple[Figure, ...]]:
    total = Counter[str]()
    all_plays = 0
    for game in options.games:
        counts = Counter[str]()
        plays = 0
        for seed in range(1, options.games_each + 1):
            more, made = asyncio.run(
                count_requests(game, tuple(options.pause), options.closed, seed, options.clock)
            )
            counts = counts + more
            plays = plays + made
        yield _row(game.id, counts, plays, options.games_each)
        total = total + counts
        all_plays = all_plays + plays
    yield _row("all", total, all_plays, options.games_each * len(options.games))


def _row(name: str, counts: Counter[str], plays: int, games: int) -> tuple[Figure, ...]:
    with_token = counts.total() - counts[""]
    kinds = tuple([counts[kind] / games for kind in COLUMNS])
    return (name, plays / games, with_token / games, with_token / max(1, plays)) + kinds


# --- needs --------------------------------------------------------------------------------------------------

BUSIEST = 2.33
"""Number of standard deviations by which the 99th percentile is above the mean."""


@dataclass(frozen=True)
class EstimateInput:
    """A measured or assumed number from which the needs of a large bot are estimated."""

    value: float
    unit: str
    source: str  # "measured", "assumed", or "Discord" (Discord's documentation)


FIGURES: Mapping[str, EstimateInput] = {
    "seconds-between-plays": EstimateInput(12.0, "s in a game among people, on average", "assumed"),
    "slow-share": EstimateInput(0.25, "of the games, on a clock of a week: a play in ten minutes", "assumed"),
    "servers-of-a-shard": EstimateInput(1000, "servers, as Discord recommends", "Discord"),
    "play-cpu": EstimateInput(14.0, "ms of a process for a play, event loop and threads", "measured"),
    "play-database-cpu": EstimateInput(0.7, "ms of PostgreSQL for a play", "measured"),
    "play-commits": EstimateInput(2.0, "commits for a play: the move, and what was shown", "assumed"),
    "connections": EstimateInput(3.0, "connections to PostgreSQL of one process", "measured"),
    "commits-a-second": EstimateInput(680, "commits of one process, which makes one at a time", "measured"),
    "token-quick": EstimateInput(
        1.46, "requests with the bot's token for a play every 5 to 10 s, whole games", "measured"
    ),
    "token-slow": EstimateInput(
        3.12, "requests with the bot's token for a play every minute or later", "measured"
    ),
    "table-memory": EstimateInput(80.0, "kB of a process for an open table", "measured"),
    "process-memory": EstimateInput(
        510.0, "MB of a process without tables, full caches included", "measured"
    ),
    "server-memory": EstimateInput(25.0, "kB of a process for a server that it knows", "assumed"),
    "load": EstimateInput(0.6, "of a processor that a process may use, so that nobody waits", "assumed"),
    "allowance": EstimateInput(50.0, "requests a second that Discord takes of a bot", "Discord"),
    "logins": EstimateInput(16.0, "shards that may log in at a time (max_concurrency)", "assumed"),
}


def busiest_second(mean: float) -> float:
    """Return the 99th percentile of a Poisson distribution with this mean."""
    return mean + BUSIEST * math.sqrt(mean)


def needs(options: argparse.Namespace) -> None:
    """Estimate and print the processes, database work and requests that a bot on many servers needs."""
    given = {name: figure.value for name, figure in FIGURES.items()} | dict(options.figure)
    print_table(
        ("figure", "value", "source", "unit"),
        ((name, given[name], figure.source, figure.unit) for name, figure in FIGURES.items()),
    )
    print(f"\n{options.servers:,} servers, {options.games:,} games at once")
    print_table(
        ("needed", "mean", "busiest second of a hundred"), _needs(given, options.servers, options.games)
    )


def _needs(given: Mapping[str, float], servers: int, games: int) -> Iterator[tuple[Figure, ...]]:
    # Each row has a label, the mean, and the value in the busiest of a hundred seconds.
    # Plays per second, from games that are played at once and games on a clock of a week.
    quick = games * (1 - given["slow-share"]) / given["seconds-between-plays"]
    slow = games * given["slow-share"] / 600
    plays = quick + slow
    most_plays = busiest_second(plays)
    requests = quick * given["token-quick"] + slow * given["token-slow"]
    most_requests = requests * most_plays / plays
    # Processes are needed for the busiest second, not for the mean.
    processors = most_plays * given["play-cpu"] / 1000 / given["load"]
    processes = math.ceil(processors)
    shards = max(1, math.ceil(servers / given["servers-of-a-shard"]))
    if shards > given["logins"] > 1:  # Discord wants a multiple then
        shards = math.ceil(shards / given["logins"]) * int(given["logins"])
    memory = processes * given["process-memory"] / 1000
    memory += (games * given["table-memory"] + servers * given["server-memory"]) / 1e6
    commits = most_plays * given["play-commits"]
    yield "shards", shards, ""
    yield "minutes until all logged in", math.ceil(shards / given["logins"]) * 5 / 60, ""
    yield "plays a second", plays, most_plays
    yield "processes", "", min(processes, shards)
    yield "connections of PostgreSQL", "", given["connections"] * min(processes, shards)
    yield "GB of memory together", memory, ""
    yield "commits a second", "", commits
    yield "processors of PostgreSQL", "", most_plays * given["play-database-cpu"] / 1000
    yield "requests with the token", requests, most_requests
    yield "share of them allowed", min(1.0, given["allowance"] / requests), ""
    yield "seconds between two of a game", games / given["allowance"], ""
    # Which limit is reached first?
    used = {
        "used of Discord's allowance": most_requests / given["allowance"],
        "of a process's commits": commits / processes / given["commits-a-second"],
        "of one process, if it were alone": processors,
    }
    for what, share in sorted(used.items(), key=lambda each: -each[1]):
        yield what, "", share


def parse_figure(pair: str) -> tuple[str, float]:
    """Return the name and the number in a text ``NAME=VALUE``.

    Raises:
        ValueError: the text does not have this form, or ``FIGURES`` does not contain the name.
    """
    name, _, value = pair.partition("=")
    if name not in FIGURES:
        raise ValueError
    return name, float(value)


# --- the commands -------------------------------------------------------------------------------------------


def main() -> None:
    """Run the command line: count the requests of games, or estimate what a large bot needs."""
    parser = command(__doc__)
    words = parser.add_subparsers(required=True)
    # ``requests`` simulates games; ``needs`` only calculates.
    asking = words.add_parser("requests")
    reckoning = words.add_parser("needs")
    add_games(asking)
    asking.add_argument("--games", dest="games_each", type=int, default=1, help="of each kind")
    asking.add_argument("--pause", type=float, nargs=2, default=(5, 10), help="seconds, least and most")
    asking.add_argument("--clock", choices=("evening", "week"), default="evening", help="time for a turn")
    asking.add_argument("--closed", action="store_true", help="nobody keeps a panel open")
    asking.set_defaults(run=requests)
    reckoning.add_argument("--servers", type=int, default=100_000)
    reckoning.add_argument("--games", type=int, default=20_000)
    reckoning.add_argument("--figure", action="append", type=parse_figure, default=[], metavar="NAME=VALUE")
    reckoning.set_defaults(run=needs)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
