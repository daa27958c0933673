"""The private panel in which a person chooses which lobbies they are told of."""

from __future__ import annotations

from collections.abc import Collection

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.wire.components import button, button_rows, menu, option, text_display
from bot.wire.messages import Page, framed
from games import GAMES
from storage.rows import ANY_GAME

ALL = "all"
"""The subject of these buttons: they are of no table."""


def subscriptions_page(chosen: Collection[str], words: Localizer) -> Page:
    """Render the games of which a person is told, to be chosen anew.

    Args:
        chosen: the games, perhaps ``ANY_GAME``.
        words: the reader's words.
    """
    named = {ANY_GAME: words("notify-any"), **{game.id: words(f"{game.id}-name") for game in GAMES}}
    options = [option(game, name, chosen=game in chosen) for game, name in named.items()]
    told = [name for game, name in named.items() if game in chosen]
    state = words("notify-on", games=words.join(told)) if told else words("notify-off")
    stop = [button("unsubscribe", ALL, words("button-stop-telling"))] if told else []
    return framed(
        text_display(words("notify-title"), state, f"-# {words('notify-about')}"),
        menu("subscribe", ALL, words("notify-choose"), options, least=0, most=len(options)),
        *button_rows(stop),
        accent=colours.LOBBY,
    )


def ended_page(words: Localizer) -> Page:
    """Say that a person is told of nothing any more."""
    return framed(text_display(words("notify-ended")), accent=colours.QUIET)
