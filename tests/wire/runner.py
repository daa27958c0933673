"""Run the bot as whoever hosts it does, only that Discord is somewhere else.

    python -m tests.wire.runner http://127.0.0.1:PORT [--seed N] [--hurry] [--profile FILE]

The address is set where discord.py keeps it, so the bot itself knows nothing of all this.
"""

from __future__ import annotations

import argparse
import cProfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.client
from bot.administration.cli import main as tefuda
from bot.chance import SeededChance
from tests.wire.requests import API
from tests.wire.standin import GATEWAY


def redirect(url: str) -> None:
    """Let discord.py find Discord at another address."""
    Route.BASE = url + API
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + GATEWAY)


def hurry() -> None:
    """Let discord.py not wait two seconds for one more server, nor five before a new session."""
    make = discord.Client._get_state

    def in_a_hurry(self: discord.Client, **options: Any) -> Any:
        return make(self, **{**options, "guild_ready_timeout": 0.05})

    async def at_once(self: discord.Client, shard_id: int | None, *, initial: bool = False) -> None: ...

    discord.Client._get_state = in_a_hurry  # type: ignore[method-assign]
    discord.Client.before_identify_hook = at_once  # type: ignore[method-assign]


@contextmanager
def profiled(file: str | None) -> Iterator[None]:
    """Write down where the time of the main thread went."""
    if file is None:
        yield
        return
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
        profile.dump_stats(file)


def main() -> None:
    """Run the bot until it is told to stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--hurry", action="store_true")
    parser.add_argument("--profile")
    wanted = parser.parse_args()
    redirect(wanted.url)
    if wanted.seed is not None:
        bot.client.Chance = partial(SeededChance, wanted.seed)  # type: ignore[misc, assignment]
    if wanted.hurry:
        hurry()
    with profiled(wanted.profile):
        tefuda(["run"])


if __name__ == "__main__":
    main()
