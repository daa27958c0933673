"""Reckon what a bot of many servers needs: processes, database, Discord's allowance; and what breaks first.

    python -m benchmarks.scale [--servers 100000] [--games 20000] [--figure NAME=VALUE ...]

Plays come as they like, so many a second in the mean; from what a play costs follow the loads, in the mean
and in the busiest of a hundred seconds. Figures that were measured (by benchmarks.processes,
benchmarks.allowance, benchmarks.storage) and figures that are only assumed are told apart; any of them may be
given anew with --figure.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

BUSIEST = 2.33
"""Deviations above the mean that one second in a hundred has."""


@dataclass(frozen=True)
class Figure:
    """A number that the reckoning begins with.

    Attributes:
        value: the number.
        unit: of what.
        source: ``measured``, by which program; ``assumed``; ``Discord``, from its documentation.
    """

    value: float
    unit: str
    source: str


FIGURES: Mapping[str, Figure] = {
    "seconds-between-plays": Figure(12.0, "s in a game among people, on average", "assumed"),
    "slow-share": Figure(0.25, "of the games, on a clock of a week: a play in ten minutes", "assumed"),
    "people": Figure(3.5, "at a table", "assumed"),
    "servers-of-a-shard": Figure(1000, "servers, as Discord recommends", "Discord"),
    "play-cpu": Figure(14.0, "ms of a process for a play, event loop and threads", "measured"),
    "play-database-cpu": Figure(0.7, "ms of PostgreSQL for a play", "measured"),
    "play-commits": Figure(2.0, "commits for a play: the move, and what was shown", "assumed"),
    "commits-a-second": Figure(680, "commits of one process, which makes one at a time", "measured"),
    "token-quick": Figure(
        1.31, "requests with the bot's token for a play every 5 to 10 s, whole games", "measured"
    ),
    "token-slow": Figure(3.17, "requests with the bot's token for a play every minute or later", "measured"),
    "table-memory": Figure(50.0, "kB of a process for an open table", "measured"),
    "process-memory": Figure(250.0, "MB of a process without tables, drawn pictures included", "measured"),
    "server-memory": Figure(25.0, "kB of a process for a server that it knows", "assumed"),
    "load": Figure(0.6, "of a processor that a process may use, so that nobody waits", "assumed"),
    "allowance": Figure(50.0, "requests a second that Discord takes of a bot", "Discord"),
    "logins": Figure(16.0, "shards that may log in at a time (max_concurrency)", "assumed"),
}


def busiest(mean: float) -> float:
    """Tell how many come in the busiest of a hundred seconds, of what comes as it likes."""
    return mean + BUSIEST * math.sqrt(mean)


@dataclass(frozen=True)
class Needs:
    """What a bot of some size needs.

    Attributes:
        shards: of Discord.
        plays: a second: mean, and in the busiest of a hundred seconds.
        processes: for the busiest second.
        memory_gb: of all processes.
        commits: a second, busiest.
        database: share of what the processes' connections commit; processors of PostgreSQL that are used.
        requests: a second with the bot's token that all of it would take: mean and busiest.
        login_minutes: until all shards are logged in, after everything was stopped.
    """

    shards: int
    plays: tuple[float, float]
    processes: int
    memory_gb: float
    commits: float
    database: tuple[float, float]
    requests: tuple[float, float]
    login_minutes: float

    def breaking(self, given: Mapping[str, float]) -> list[tuple[str, float]]:
        """List how much of each thing is used, most first: above 1 it breaks."""
        used = {
            "Discord's allowance, everything shown after every play": self.requests[1] / given["allowance"],
            "the one connection by which each process commits": self.database[0],
            "one process, if there were only one": self.plays[1] * given["play-cpu"] / 1000 / given["load"],
        }
        return sorted(used.items(), key=lambda each: -each[1])


def needs(given: Mapping[str, float], servers: int, games: int) -> Needs:
    """Reckon what so many servers and games at once need."""
    quick = games * (1 - given["slow-share"]) / given["seconds-between-plays"]
    slow = games * given["slow-share"] / 600
    plays = quick + slow, busiest(quick + slow)
    requests = quick * given["token-quick"] + slow * given["token-slow"]
    processes = math.ceil(plays[1] * given["play-cpu"] / 1000 / given["load"])
    shards = max(1, math.ceil(servers / given["servers-of-a-shard"]))
    memory = processes * given["process-memory"] / 1000
    memory += (games * given["table-memory"] + servers * given["server-memory"]) / 1e6
    commits = plays[1] * given["play-commits"]
    database = commits / processes / given["commits-a-second"]
    return Needs(
        shards=shards,
        plays=plays,
        processes=min(processes, shards),
        memory_gb=memory,
        commits=commits,
        database=(database, plays[1] * given["play-database-cpu"] / 1000),
        requests=(requests, requests * plays[1] / plays[0]),
        login_minutes=math.ceil(shards / given["logins"]) * 5 / 60,
    )


def lines(given: Mapping[str, float], servers: int, games: int) -> Iterator[str]:
    """Tell what comes of it."""
    found = needs(given, servers, games)
    allowance = given["allowance"]
    yield f"{servers:,} servers, {games:,} games at once"
    busiest = "in the busiest of a hundred"
    yield f"  shards              {found.shards:8,}    all logged in after {found.login_minutes:.1f} minutes"
    yield f"  plays a second      {found.plays[0]:8.0f}    {found.plays[1]:.0f} {busiest}"
    yield f"  processes           {found.processes:8,}    {found.memory_gb:.1f} GB together"
    yield f"  commits a second    {found.commits:8.0f}    {busiest}"
    yield f"  PostgreSQL          {found.database[1]:8.2f}    processors"
    yield f"  requests a second   {found.requests[0]:8.0f}    {found.requests[1]:.0f} {busiest}"
    shown = min(1.0, allowance / found.requests[0])
    yield f"  of these allowed    {100 * shown:8.0f} %  a game has one every {games / allowance:.0f} s"
    yield "  what breaks first:"
    for what, used in found.breaking(given):
        yield f"    {used:7.2f} times what there is: {what}"


def main() -> None:
    """Print the figures, and what comes of them."""
    parser = argparse.ArgumentParser(description="What a bot of many servers needs.")
    parser.add_argument("--servers", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--figure", action="append", default=[], metavar="NAME=VALUE")
    wanted = parser.parse_args()
    given = {name: figure.value for name, figure in FIGURES.items()}
    for pair in wanted.figure:
        name, _, value = pair.partition("=")
        if name not in given:
            parser.error(f"no figure is called {name}; there are {', '.join(given)}")
        given[name] = float(value)
    for name, figure in FIGURES.items():
        print(f"{name:<24}{given[name]:>10g}  {figure.unit} ({figure.source})")
    print(*lines(given, wanted.servers, wanted.games), sep="\n")


if __name__ == "__main__":
    main()
