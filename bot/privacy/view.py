"""What is kept about a person, told to that person."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import colours
from bot.interactions.components import SettledView, button, button_rows, container_view, text_display
from bot.language.localizer import Localizer, escape


def kept_view(kept: dict[str, Any], words: Localizer) -> SettledView:
    """Render a summary of everything kept about somebody.

    Args:
        kept: as ``Store.export_person`` gives it; empty if nothing is kept.
        words: the reader's words.
    """
    title = words("privacy-title")
    if not kept:
        return container_view(text_display(title, words("privacy-nothing")), accent=colours.QUIET)
    person = kept["person"]
    return container_view(
        text_display(
            title,
            words("privacy-person", name=escape(person["name"]), id=str(person["user_id"])),
            words("privacy-seats", seats=len(kept["seats"]), hosted=len(kept["hosted"])),
            words("privacy-moves", moves=len(kept["moves"])),
            words("privacy-results", results=len(kept["results"]), ratings=len(kept["ratings"])),
            words(
                "privacy-finding",
                subscriptions=len(kept["subscriptions"]),
                invitations=len(kept["invitations"]),
            ),
        ),
        text_display(words("privacy-ways")),
        accent=colours.QUIET,
    )


def export_view(filename: str, words: Localizer) -> SettledView:
    """Render the message that brings the export."""
    attached: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{filename}")
    return container_view(text_display(words("privacy-export")), attached, accent=colours.QUIET)


def ask_view(user_id: int, words: Localizer) -> SettledView:
    """Ask once more before somebody is forgotten."""
    buttons = [
        button("forget", str(user_id), words("button-forget"), style="danger"),
        button("keep", str(user_id), words("button-keep")),
    ]
    return container_view(text_display(words("privacy-ask")), *button_rows(buttons), accent=colours.YOUR_TURN)


def told_view(key: str, words: Localizer) -> SettledView:
    """Say how it was decided."""
    return container_view(text_display(words(key)), accent=colours.QUIET)
