"""What is kept about a person, told to that person."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui import palette
from bot.ui.components import button, page, rows, say
from bot.words import Words, escape


def kept_view(kept: dict[str, Any], words: Words) -> discord.ui.LayoutView:
    """Render a summary of everything kept about somebody.

    Args:
        kept: as ``Store.export_person`` gives it; empty if nothing is kept.
        words: the reader's words.
    """
    title = words("privacy-title")
    if not kept:
        return page(say(title, words("privacy-nothing")), accent=palette.QUIET)
    person = kept["person"]
    return page(
        say(
            title,
            words("privacy-person", name=escape(person["name"]), id=str(person["user_id"])),
            words("privacy-seats", seats=len(kept["seats"]), hosted=len(kept["hosted"])),
            words("privacy-moves", moves=len(kept["moves"])),
            words("privacy-results", results=len(kept["results"]), ratings=len(kept["ratings"])),
        ),
        say(words("privacy-ways")),
        accent=palette.QUIET,
    )


def export_view(filename: str, words: Words) -> discord.ui.LayoutView:
    """Render the message that brings the export."""
    attached: discord.ui.File[discord.ui.LayoutView] = discord.ui.File(f"attachment://{filename}")
    return page(say(words("privacy-export")), attached, accent=palette.QUIET)


def ask_view(user_id: int, words: Words) -> discord.ui.LayoutView:
    """Ask once more before somebody is forgotten."""
    buttons = [
        button("forget", str(user_id), words("button-forget"), style="danger"),
        button("keep", str(user_id), words("button-keep")),
    ]
    return page(say(words("privacy-ask")), *rows(buttons), accent=palette.YOUR_TURN)
