"""Run the bot as its host does, but with Discord at another address.

    python -m tests.wire.runner http://127.0.0.1:PORT [--seed N] [--hurry] [--undrawn] ...

On SIGUSR2 it prints what its tasks wait for.

The address is set inside discord.py, so that the bot's own code is unchanged.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route as LibraryRoute

import bot.administration.running
import bot.client
import bot.sharding
import bot.wire.transport
from bot import LANGUAGES
from bot.administration.cli import main as tefuda
from bot.language import Localizer
from bot.randomness import SeededChance
from bot.wire.limits import Route
from tests.undrawn import draw_nothing
from tests.wire.limits import CHANNEL_SECONDS
from tests.wire.requests import API
from tests.wire.stalls import StallWatch
from tests.wire.standin import GATEWAY

HURRIED_LOGIN = 0.3
"""Seconds between logins of shards where Discord asks for five."""


def redirect(url: str) -> None:
    """Redirect the bot's transport and discord.py to another address."""
    LibraryRoute.BASE = bot.wire.transport.API = url + API
    bot.wire.transport.CDN = url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + GATEWAY)


def hurry() -> None:
    """Remove the waiting times of discord.py and the pauses between logins of shards."""

    # discord.py waits two seconds for further servers, and five before a new session.
    def hurried(make: Callable[..., Any]) -> Any:
        return lambda self, **options: make(self, **{**options, "guild_ready_timeout": 0.05})

    async def at_once(self: discord.Client, shard_id: int | None, *, initial: bool = False) -> None: ...

    for client in (discord.Client, discord.AutoShardedClient):
        client._get_state = hurried(client._get_state)  # type: ignore[method-assign]
    discord.Client.before_identify_hook = at_once  # type: ignore[method-assign]
    bot.administration.running.FIRST_PAUSE = bot.client.REGISTER_SOON_SECONDS = 0.1
    bot.sharding.LOGIN_SECONDS, bot.sharding.LOOK_SECONDS = HURRIED_LOGIN, 0.5


def let_channels_take_more(seconds: float) -> None:
    """Change the length of the rate limits' window of a channel, which is five seconds on Discord."""
    for route in Route:
        name, most, span = route.value
        if span == 1000 * CHANNEL_SECONDS:
            route._value_ = (name, most, round(1000 * seconds))


@contextmanager
def profiled(file: str | None) -> Iterator[None]:
    """Write a profile of the main thread's processor time to a file, from SIGUSR1 on."""
    if file is None:
        yield
        return
    profile = cProfile.Profile(time.thread_time)
    signal.signal(signal.SIGUSR1, lambda *_: profile.enable())
    try:
        yield
    finally:
        profile.disable()
        profile.dump_stats(file)


def read_texts() -> None:
    """Read the texts of all languages at once."""
    for language in LANGUAGES:
        Localizer(language)("button-join")


def waits() -> Iterator[str]:
    """Yield a line for each task of the bot with the place where it waits, innermost frame last."""
    for task in asyncio.all_tasks(asyncio.get_running_loop()):
        places: list[str] = []
        waiting: Any = task.get_coro()
        while waiting is not None:
            frame = getattr(waiting, "cr_frame", None) or getattr(waiting, "ag_frame", None)
            if frame is not None:
                places.append(
                    f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno} {frame.f_code.co_name}"
                )
            waiting = getattr(waiting, "cr_await", None) or getattr(waiting, "ag_await", None)
        yield f"{task.get_name()}: {' > '.join(places)}"


def tell_waits(*_: object) -> None:
    print(json.dumps({"event": "waits", "tasks": list(waits()), "level": "info"}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--hurry", action="store_true")
    parser.add_argument("--undrawn", action="store_true")
    parser.add_argument("--channel-seconds", type=float, default=CHANNEL_SECONDS)
    parser.add_argument("--profile")
    parser.add_argument("--stalls", type=float)
    wanted = parser.parse_args()
    redirect(wanted.url)
    let_channels_take_more(wanted.channel_seconds)
    if wanted.seed is not None:
        bot.client.RandomSource = partial(SeededChance, wanted.seed)  # type: ignore[attr-defined, assignment]
    if wanted.hurry:
        hurry()
    if wanted.undrawn:
        draw_nothing(pytest.MonkeyPatch())
    signal.signal(signal.SIGUSR2, tell_waits)
    if wanted.stalls is not None:
        signal.signal(signal.SIGUSR1, lambda *_: StallWatch(wanted.stalls).start())
    with profiled(wanted.profile):
        tefuda(["run"])


if __name__ == "__main__":
    main()
