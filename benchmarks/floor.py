"""Measure the cost of discord.py alone, with a bot under load that only answers taps.

    python -m benchmarks.floor [--people 40] [--seconds 5] [--rate 10]

The bot is connected to a local server that imitates Discord and its users. All kinds of answers, such as an
answer with a picture, are measured one after another. Prints for each kind the taps per second and the
processor time per tap in milliseconds. A move with the real bot needs several requests and therefore costs
more than one tap here.

By default the people tap as quickly as they can. With ``--rate`` they make this many taps per second. A bot
that is often idle needs more processor time for each tap, so a measurement of play at a limited rate is
compared with the floor at the same rate.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import discord

from benchmarks import Figure, command, print_table
from benchmarks.crowd import MoveRateLimiter
from tests.wire.bells import end_tasks
from tests.wire.components import BUTTON, tappable
from tests.wire.players import SimulatedPerson
from tests.wire.process import BotProcess
from tests.wire.runner import hurry, redirect
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
"""The kinds of answers, and the options of ``MinimalBot`` for each."""

PANEL = KINDS["the same with 15 kB"]
"""The kind of answer that a play is compared with."""

TEXT = 10
ROW = 1


class TapCosts(NamedTuple):
    """The speed of a bot at full load, and the processor time of a tap."""

    taps_per_second: float
    bot_ms: float
    simulation_ms: float  # of the local server and the simulated people


async def measure(
    arguments: tuple[str, ...], people: int, seconds: float, folder: Path, rate: float = 0.0
) -> TapCosts:
    """Measure a bot under simulated people who tap a button again and again.

    Args:
        arguments: command-line options of the bot.
        rate: taps per second of all people; 0 to tap again as soon as an answer has arrived.
    """
    limiter = MoveRateLimiter(rate, 1)
    async with StandIn() as standin:
        channel = standin.world.add_channel(standin.world.add_guild())
        crowd = [SimulatedPerson(standin, f"P{number}") for number in range(people)]
        bot = BotProcess(standin, folder, *arguments, module="benchmarks.floor", is_fresh=True)
        async with bot:
            tasks = []
            for person in crowd:
                message = _add_message_with_button(standin, channel.id)
                tasks.append(asyncio.create_task(_tap(person, message, limiter)))
            # Let the bot and the people warm up before anything counts.
            await asyncio.sleep(1)
            for person in crowd:
                person.waits.clear()
            began = time.monotonic()
            before = bot.cpu_seconds().all_threads
            own = sum(os.times()[:2])
            await asyncio.sleep(seconds)
            took = time.monotonic() - began
            cpu = bot.cpu_seconds().all_threads - before
            others = sum(os.times()[:2]) - own
            taps = sum(len(person.waits) for person in crowd)
            await end_tasks(tasks)
    return TapCosts(taps / took, 1000 * cpu / taps, 1000 * others / taps)


def _add_message_with_button(standin: StandIn, channel_id: int) -> Message:
    button = {"type": BUTTON, "id": 3, "style": 2, "label": "Tap", "custom_id": "b:tap:bare"}
    parts = [{"type": TEXT, "id": 1, "content": "Tap"}, {"type": ROW, "id": 2, "components": [button]}]
    world = standin.world
    message = Message(world.new_id(), world.channels[channel_id], world.me, parts, flags=1 << 15)
    message.channel.messages[message.id] = message
    return message


async def _tap(person: SimulatedPerson, message: Message, limiter: MoveRateLimiter) -> None:
    while True:
        await limiter.take()
        edits = message.edits
        await person.tap_part(message, tappable(message.parts, BUTTON, "tap")[0])
        await message.channel.bell.until(lambda edits=edits: message.edits > edits)  # type: ignore[misc]


def measure_all(people: int = 40, seconds: float = 5, rate: float = 0.0) -> None:
    """Measure every kind of answer, and print the figures."""
    print_table(("discord.py alone", "taps a second", "CPU ms", "stand-in"), _rows(people, seconds, rate))


def _rows(people: int, seconds: float, rate: float) -> Iterator[tuple[Figure, ...]]:
    for kind, arguments in KINDS.items():
        with TemporaryDirectory() as folder:
            costs = asyncio.run(measure(arguments, people, seconds, Path(folder), rate))
            yield (kind,) + tuple(costs)


# --- the bot of nothing but discord.py --------------------------------------------------------------------

ROWS = 3
BUTTONS = 3
OPTIONS = 12
"""The controls of a panel on a person's turn: rows of buttons, and a menu."""


class MinimalBot(discord.Client):
    """A bot that answers each tap with a text and a button.

    Args:
        picture: bytes uploaded with each answer; empty for none.
        is_deferred: acknowledge a tap first, and edit the message afterwards.
        is_panel: add as many texts, buttons and menus as a player's private message has.
    """

    def __init__(self, picture: bytes, *, is_deferred: bool, is_panel: bool) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._picture = picture
        self._is_deferred = is_deferred
        self._is_panel = is_panel

    async def on_ready(self) -> None:
        """Print that the bot is ready, as the real bot does."""
        print(json.dumps({"event": "ready", "level": "info"}), flush=True)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a tap with a new page."""
        files = [discord.File(io.BytesIO(self._picture), "picture.png")] if self._picture else []
        view = _page_view(bool(self._picture), self._is_panel)
        if self._is_deferred:
            await interaction.response.defer()
            await interaction.edit_original_response(view=view, attachments=files)
        else:
            await interaction.response.edit_message(view=view, attachments=files)


def _page_view(has_picture: bool, is_panel: bool) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("A text of some forty letters, always same.")]
    if has_picture:
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://picture.png", description="A picture")
        items.append(gallery)
    # A panel on a person's turn has some lines of text, rows of buttons and a menu.
    if is_panel:
        items.append(discord.ui.TextDisplay("What decides, in some three lines of text. " * 5))
        items.append(discord.ui.Separator())
        for row in range(ROWS):
            buttons: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
            for column in range(BUTTONS):
                custom_id = f"b:move:bare:{row}{column}"
                buttons.add_item(discord.ui.Button(label="A pair of Queens", custom_id=custom_id))
            items.append(buttons)
        menu: discord.ui.Select[Any] = discord.ui.Select(custom_id="b:pick:bare")
        for number in range(OPTIONS):
            menu.add_option(label=f"Rank {number}", value=str(number))
        items.append(discord.ui.ActionRow(menu))
    items.append(discord.ui.ActionRow(discord.ui.Button(label="Tap", custom_id="b:tap:bare")))
    view.add_item(discord.ui.Container(*items))
    view.stop()
    return view


async def run(bot: MinimalBot) -> None:
    """Run the bot until the process receives SIGTERM."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    async with bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


def main() -> None:
    """Run the command line: measure the cost of discord.py alone, in a separate process."""
    parser = command(__doc__)
    parser.add_argument("url", nargs="?", help="be a bot of nothing but discord.py, at this Discord")
    parser.add_argument("--seed", type=int, default=0, help="of the bytes of its picture")
    parser.add_argument("--defer", action="store_true")
    parser.add_argument("--panel", action="store_true")
    parser.add_argument("--kilobytes", type=int, default=0)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rate", type=float, default=0.0, help="taps a second; 0 for as many as possible")
    wanted = parser.parse_args()
    # In a process of its own: be the bot that is measured.
    if wanted.url:
        redirect(wanted.url)
        hurry()
        picture = random.Random(wanted.seed).randbytes(1000 * wanted.kilobytes)
        with suppress(asyncio.CancelledError):
            asyncio.run(run(MinimalBot(picture, is_deferred=wanted.defer, is_panel=wanted.panel)))
        return
    measure_all(wanted.people, wanted.seconds, wanted.rate)


if __name__ == "__main__":
    main()
