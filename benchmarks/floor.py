"""Measure what discord.py takes by itself: the same stand-in and people, and a bot that knows one answer.

    python -m benchmarks.floor [--people 40] [--seconds 5]

Per kind of answer: taps a second at full load, and milliseconds of processor time per tap. What a play costs
cannot be less than what its requests cost here.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.wire.components import BUTTON, tappable
from tests.wire.people import Person
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Message

KINDS = {
    "answer": (),
    "answer with 15 kB": ("--kilobytes", "15"),
    "defer, then edit": ("--defer",),
    "defer, then edit with 15 kB": ("--defer", "--kilobytes", "15"),
    "answer as large as a panel": ("--panel",),
    "the same with 15 kB": ("--panel", "--kilobytes", "15"),
}
"""Ways to answer, and what ``benchmarks.bare`` calls them."""

TEXT, ROW = 10, 1


class Floor(NamedTuple):
    """What one way to answer takes: taps a second, and CPU ms of the bot and of the stand-in for each."""

    rate: float
    bot_ms: float
    others_ms: float


async def measure(arguments: tuple[str, ...], people: int, seconds: float, folder: Path) -> Floor:
    """Let people tap, each again as soon as there is an answer."""
    async with StandIn() as standin:
        channel = standin.world.add_channel(standin.world.add_guild())
        crowd = [Person(standin, f"P{number}") for number in range(people)]
        bot = BotProcess(standin, folder, *arguments, module="benchmarks.bare", is_fresh=True)
        async with bot:
            tasks = [asyncio.create_task(_tap(person, _message(standin, channel.id))) for person in crowd]
            await asyncio.sleep(1)
            for person in crowd:
                person.waits.clear()
            began, before, own = time.monotonic(), bot.cpu_seconds()[0], sum(os.times()[:2])
            await asyncio.sleep(seconds)
            took = time.monotonic() - began
            cpu, others = bot.cpu_seconds()[0] - before, sum(os.times()[:2]) - own
            taps = sum(len(person.waits) for person in crowd)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    return Floor(taps / took, 1000 * cpu / taps, 1000 * others / taps)


def _message(standin: StandIn, channel_id: int) -> Message:
    """Put a message of the bot's with a button into a channel."""
    button = {"type": BUTTON, "id": 3, "style": 2, "label": "Tap", "custom_id": "b:tap:bare"}
    parts = [{"type": TEXT, "id": 1, "content": "Tap"}, {"type": ROW, "id": 2, "components": [button]}]
    world = standin.world
    message = Message(world.new_id(), world.channels[channel_id], world.me, parts, flags=1 << 15)
    message.channel.messages[message.id] = message
    return message


async def _tap(person: Person, message: Message) -> None:
    while True:
        edits = message.edits
        await person.tap_part(message, tappable(message.parts, BUTTON, "tap")[0])
        await message.channel.bell.until(partial(_is_edited, message, edits))


def _is_edited(message: Message, edits: int) -> bool:
    return message.edits > edits


def lines(people: int = 40, seconds: float = 5) -> Iterator[str]:
    """Measure every way to answer, and tell it."""
    yield f"{'discord.py alone':<30}{'taps a second':>14}{'CPU ms':>10}{'stand-in':>10}"
    for kind, arguments in KINDS.items():
        with TemporaryDirectory() as folder:
            floor = asyncio.run(measure(arguments, people, seconds, Path(folder)))
        yield f"{kind:<30}{floor.rate:14.0f}{floor.bot_ms:10.2f}{floor.others_ms:10.2f}"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What discord.py takes by itself.")
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5)
    wanted = parser.parse_args()
    for line in lines(wanted.people, wanted.seconds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
