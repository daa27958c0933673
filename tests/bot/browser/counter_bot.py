"""A small bot like a table bot: it counts clicks, and a computer player clicks after pauses."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import discord
from discord import app_commands, ui

from bot.clock import Clock


class Press(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"press:(?P<what>\w+)"):
    def __init__(self, what: str, label: str) -> None:
        super().__init__(ui.Button(label=label, custom_id=f"press:{what}"))
        self.what = what

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: ui.Item[Any], match: Any) -> Press:
        return cls(match["what"], "")

    async def callback(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.client, Counter)
        await interaction.client.press(interaction, self.what)


class Counter(discord.Client):
    """Counts the presses of a button of one public message. A computer player may answer a press later."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(intents=discord.Intents.default())
        self.clock = clock
        self.tree = app_commands.CommandTree(self)
        self.count = 0
        self.message: discord.InteractionMessage | None = None
        self.running: set[asyncio.Task[None]] = set()

        @self.tree.command(description="Open a table")
        @app_commands.choices(game=[app_commands.Choice(name="Porker Bull", value="bull")])
        async def play(interaction: discord.Interaction, game: str, seats: int = 2) -> None:
            await interaction.response.send_message(
                view=self.table(f"{game} for {seats}, {interaction.guild_locale}")
            )
            self.message = await interaction.original_response()

        @self.tree.command(description="Type a move")
        async def move(interaction: discord.Interaction, notation: str) -> None:
            await interaction.response.send_message(f"{notation} in {interaction.locale}", ephemeral=True)

        @move.autocomplete("notation")
        async def complete(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
            moves = ("call pair K", "call pair A", "challenge")
            return [
                app_commands.Choice(name=notation, value=notation) for notation in moves if typed in notation
            ]

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        await self.tree.sync()

    def table(self, headline: str = "") -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        buttons = ui.ActionRow[Any](
            Press("one", "One"),
            Press("computer", "Computer"),
            Press("other", f"After {self.count}"),
        )
        view.add_item(ui.Container(ui.TextDisplay(f"{headline}\nCount {self.count}."), buttons))
        return view

    async def press(self, interaction: discord.Interaction, what: str) -> None:
        await interaction.response.defer()
        if what == "computer":
            self.begin(self.computer())
        else:
            await self.step()

    async def step(self) -> None:
        self.count += 1
        assert self.message is not None
        await self.message.edit(view=self.table())

    async def computer(self) -> None:
        for _ in range(2):
            await self.clock.sleep(1.0)
            await self.step()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.running.add(task)
        task.add_done_callback(self.running.discard)
