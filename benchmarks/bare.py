"""A bot of nothing but discord.py, which answers every tap in the same way: what is left of a bot without us.

python -m benchmarks.bare http://127.0.0.1:PORT [--defer] [--kilobytes 15]
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import random
import signal
from contextlib import suppress
from typing import Any

import discord

from tests.wire.runner import hurry, redirect


class Bare(discord.Client):
    """Answers taps by showing one text and one button, perhaps with a picture.

    Args:
        picture: bytes that are uploaded with each answer; none if empty.
        is_deferred: taps are acknowledged first, and the message is edited then.
    """

    def __init__(self, picture: bytes, *, is_deferred: bool) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._picture, self._is_deferred = picture, is_deferred

    async def on_ready(self) -> None:
        """Say so, as the real one does."""
        print(json.dumps({"event": "ready", "level": "info"}), flush=True)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        files = [discord.File(io.BytesIO(self._picture), "picture.png")] if self._picture else []
        if self._is_deferred:
            await interaction.response.defer()
            await interaction.edit_original_response(view=_view(bool(files)), attachments=files)
        else:
            await interaction.response.edit_message(view=_view(bool(files)), attachments=files)


def _view(has_picture: bool) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("A text of some forty letters, always same.")]
    if has_picture:
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://picture.png", description="A picture")
        items.append(gallery)
    items.append(discord.ui.ActionRow(discord.ui.Button(label="Tap", custom_id="b:tap:bare")))
    view.add_item(discord.ui.Container(*items))
    view.stop()
    return view


async def run(bot: Bare) -> None:
    """Run until told to stop."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    async with bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


def main() -> None:
    """Run the bot against a stand-in for Discord."""
    parser = argparse.ArgumentParser(description="A bot of nothing but discord.py.")
    parser.add_argument("url")
    parser.add_argument("--seed", type=int, default=0, help="of the bytes of the picture")
    parser.add_argument("--defer", action="store_true")
    parser.add_argument("--kilobytes", type=int, default=0)
    wanted = parser.parse_args()
    redirect(wanted.url)
    hurry()
    picture = random.Random(wanted.seed).randbytes(1000 * wanted.kilobytes)
    with suppress(asyncio.CancelledError):
        asyncio.run(run(Bare(picture, is_deferred=wanted.defer)))


if __name__ == "__main__":
    main()
