"""Open private panels: they follow the game by themselves while their interaction's token lives."""

from __future__ import annotations

from typing import Any

import discord
import structlog

from bot.clock import Clock
from bot.tables.table import Table
from bot.texts import language_of
from bot.ui.panel import panel_view

log = structlog.get_logger(__name__)

TOKEN_MS = 14 * 60_000 + 30_000
"""An interaction's token lives 15 minutes; a little is left for the way."""


class OpenPanel:
    """One panel on somebody's screen."""

    def __init__(self, interaction: discord.Interaction[Any], seat: int, shown: int, until: int) -> None:
        self.interaction, self.seat, self.shown, self.until = interaction, seat, shown, until
        self.language = language_of(interaction.locale)


class Panels:
    """All open panels, by table and person; a newer one takes the place of an older one.

    Args:
        clock: the house's clock.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._open: dict[str, dict[int, OpenPanel]] = {}

    def opened(self, interaction: discord.Interaction[Any], table: Table, seat: int) -> None:
        """Remember a panel that shows the table as it is now."""
        until = self._clock.now_ms() + TOKEN_MS
        panel = OpenPanel(interaction, seat, table.seq, until)
        self._open.setdefault(table.id, {})[interaction.user.id] = panel

    async def refresh(self, table: Table) -> None:
        """Bring every open panel of a table up to date; those whose token is dead are forgotten."""
        panels = self._open.get(table.id, {})
        for user_id, panel in list(panels.items()):
            is_gone = self._clock.now_ms() > panel.until or table.seat_of(user_id) != panel.seat
            if is_gone and not table.is_closed:
                panels.pop(user_id, None)
            elif panel.shown != table.seq or table.is_closed:
                await self._refresh_one(table, user_id, panel)
        if table.is_closed:
            self._open.pop(table.id, None)

    async def _refresh_one(self, table: Table, user_id: int, panel: OpenPanel) -> None:
        shown = table.seq
        view, files = await panel_view(table, panel.seat, panel.language)
        try:
            await panel.interaction.edit_original_response(view=view, attachments=files)
            panel.shown = shown
        except discord.HTTPException:
            # The person closed it, or the token is dead: the button opens a new one.
            self._open.get(table.id, {}).pop(user_id, None)
        except Exception:
            log.exception("a panel could not be refreshed", table=table.id)
