"""Tests of the demo in a real browser: links to channels and threads, and many pictures at once."""

from __future__ import annotations

from io import BytesIO

import discord
import pytest
from counter_bot import Counter
from discord_page import OpenPage, Serve
from PIL import Image
from simcord.preview import Preview
from simcord.preview._media import MediaError, MediaWorker

from bot.clock import Clock
from bot.pictures.colours import palette_png

PICTURES = 12
"""More pictures than the simulator examines at once."""


class Poster(Counter):
    """A bot that opens threads, links to them, and posts many pictures."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)

        @self.tree.command(description="Open a thread")
        async def thread(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("The game")
            opened = await (await interaction.original_response()).create_thread(name="Table 1")
            await opened.send("Inside of the thread")
            link = f"[a link](https://discord.com/channels/{interaction.guild_id}/{opened.id})"
            await interaction.followup.send(f"{link} and {opened.mention}")

        @self.tree.command(description="Post pictures")
        async def pictures(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Pictures")
            for number in range(PICTURES):
                view = discord.ui.LayoutView(timeout=None)
                view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://x.png")))
                await interaction.followup.send(view=view, file=picture(number))

        @self.tree.command(description="Post a picture, or replace it")
        async def repaint(interaction: discord.Interaction) -> None:
            view = discord.ui.LayoutView(timeout=None)
            view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://x.png")))
            if self.message is None:
                await interaction.response.send_message(view=view, file=picture(1))
                self.message = await interaction.original_response()
            else:
                await self.message.edit(view=view, attachments=[picture(2)])
                await interaction.response.send_message("Repainted")


def picture(number: int) -> discord.File:
    """Return a picture that differs from those of other numbers."""
    image = Image.new("RGB", (64, 64), (number, 0, 0))
    return discord.File(BytesIO(palette_png(image, 4)), "x.png")


def test_links_open_the_simulated_thread(serve: Serve, open_page: OpenPage) -> None:
    """Links, mentions and the line below a message open the thread in the demo, with its messages."""
    alice = open_page(serve(Poster, "en")["Alice"])
    alice.run("thread")
    alice.wait_for_text("a link")
    links = [(text.partition(" ·")[0], address) for text, address in alice.links()]
    assert not any("discord.com" in address for _, address in links)
    addresses = {address for text, address in links if text in ("Table 1", "a link", "#Table 1")}
    assert {text for text, _ in links} >= {"Table 1", "a link", "#Table 1"}
    (address,) = addresses
    thread = open_page(address)
    thread.wait_for_text("Inside of the thread")
    assert not any("a link" in message for message in thread.messages())


_NOTE_PICTURES = """
const fetch = window.fetch;
window.asked = [];
window.fetch = (address, how) => {
    if (String(address).includes('/api/assets/')) window.asked.push([address, how]);
    return fetch(address, how);
};
arguments[0](null);
"""

_ASK_AGAIN = """
const done = arguments[0];
const [address, how] = window.asked[0];
fetch(address, how).then((answer) => done([answer.status, new Set(window.asked.map(([one]) => one)).size]));
"""


def test_browser_still_gets_a_picture_that_was_replaced(serve: Serve, open_page: OpenPage) -> None:
    """A browser that asks late for the picture of a page before gets it, not an error."""
    alice = open_page(serve(Poster, "en")["Alice"])
    alice.ask_later(_NOTE_PICTURES)
    alice.run("repaint")
    alice.wait_for_pictures(1)
    alice.run("repaint")
    alice.wait_for_text("Repainted")
    alice.wait_for_pictures(1)
    assert alice.ask_later(_ASK_AGAIN) == [200, 2]


def test_pictures_are_shown_when_the_simulator_is_overloaded(
    serve: Serve, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures are shown although the simulator's queue for examining them and its store are full."""

    async def full(*_: object, **__: object) -> None:
        raise MediaError("the queue is full")

    monkeypatch.setattr(MediaWorker, "validate", full)
    monkeypatch.setattr(Preview, "_MAX_MEDIA_BYTES", 1)
    people = serve(Poster, "en")
    alice = open_page(people["Alice"])
    alice.run("pictures")
    alice.wait_for_pictures(PICTURES)
    open_page(people["Ken"]).wait_for_pictures(PICTURES)
