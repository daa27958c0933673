"""How to begin and how a game is played, told to whoever asks."""

from __future__ import annotations

import discord

from bot.interactions import colours
from bot.interactions.components import container_view, text_display
from bot.language.catalogue import rules_text
from bot.language.localizer import Localizer
from games import GAMES


def help_view(words: Localizer) -> discord.ui.LayoutView:
    """Render how to begin, and the games there are."""
    games = [f"**{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]
    return container_view(
        text_display(words("help-text"), limit=2400), text_display(*games), accent=colours.LOBBY
    )


def rules_view(game_id: str, words: Localizer) -> discord.ui.LayoutView:
    """Render how a game is played."""
    text = rules_text(game_id, words.language)
    return container_view(text_display(text, limit=3900), accent=colours.QUIET)
