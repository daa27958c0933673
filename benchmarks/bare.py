"""A bot of nothing but discord.py, which answers every tap in the same way: what is left of a bot without us.

python -m benchmarks.bare http://127.0.0.1:PORT [--defer] [--kilobytes 15] [--panel]
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

ROWS, BUTTONS, OPTIONS = 3, 3, 12
"""What somebody who decides can tap: rows of buttons, and a menu."""


class Bare(discord.Client):
    """Answers taps by showing one text and one button, perhaps with a picture.

    Args:
        picture: bytes that are uploaded with each answer; none if empty.
        is_deferred: taps are acknowledged first, and the message is edited then.
        is_panel: answers are as large as a panel of somebody who decides.
    """

    def __init__(self, picture: bytes, *, is_deferred: bool, is_panel: bool) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._picture, self._is_deferred, self._is_panel = picture, is_deferred, is_panel

    async def on_ready(self) -> None:
        """Say so, as the real one does."""
        print(json.dumps({"event": "ready", "level": "info"}), flush=True)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer."""
        files = [discord.File(io.BytesIO(self._picture), "picture.png")] if self._picture else []
        if self._is_deferred:
            await interaction.response.defer()
            await interaction.edit_original_response(view=self._view(), attachments=files)
        else:
            await interaction.response.edit_message(view=self._view(), attachments=files)

    def _view(self) -> discord.ui.LayoutView:
        return _view(bool(self._picture), is_panel=self._is_panel)


def _view(has_picture: bool, *, is_panel: bool) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("A text of some forty letters, always same.")]
    if has_picture:
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media="attachment://picture.png", description="A picture")
        items.append(gallery)
    if is_panel:
        items.append(discord.ui.TextDisplay("What decides, in some three lines of text. " * 5))
        items.append(discord.ui.Separator())
        for row in range(ROWS):
            names = [f"b:move:bare:{row}{one}" for one in range(BUTTONS)]
            buttons = [discord.ui.Button[Any](label="A pair of Queens", custom_id=name) for name in names]
            items.append(discord.ui.ActionRow(*buttons))
        options = [discord.SelectOption(label=f"Rank {one}", value=str(one)) for one in range(OPTIONS)]
        items.append(discord.ui.ActionRow(discord.ui.Select(custom_id="b:pick:bare", options=options)))
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
    parser.add_argument("--panel", action="store_true")
    parser.add_argument("--kilobytes", type=int, default=0)
    wanted = parser.parse_args()
    redirect(wanted.url)
    hurry()
    picture = random.Random(wanted.seed).randbytes(1000 * wanted.kilobytes)
    with suppress(asyncio.CancelledError):
        asyncio.run(run(Bare(picture, is_deferred=wanted.defer, is_panel=wanted.panel)))


if __name__ == "__main__":
    main()
