"""The page with a person's subscriptions to new lobbies."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import label
from bot.pages.sentence import sentence_page
from bot.wire.components import (
    CHOICES_LIMIT,
    PLACEHOLDER_LIMIT,
    Item,
    button,
    button_rows,
    clip,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES
from storage.fields import Name
from storage.rows import ANY_GAME

ALL = "all"
"""Stands in these buttons' custom ids in place of a table's id."""


def subscriptions_page(
    chosen_game_ids: Collection[str], other_servers: Mapping[int, str], words: Localizer
) -> Page:
    """Return the page on which a person chooses the games for which they are pinged.

    Args:
        other_servers: names of other servers with subscriptions, by id; ``""`` if a name is unknown.
    """
    # "Any game" is the first entry, then one entry for each game.
    game_names = {ANY_GAME: words("notify-any"), **{game.id: words(f"{game.id}-name") for game in GAMES}}
    options = [option(game, name, chosen=game in chosen_game_ids) for game, name in game_names.items()]
    chosen_names = [name for game, name in game_names.items() if game in chosen_game_ids]
    state = words("notify-on", games=words.join(chosen_names)) if chosen_names else words("notify-off")
    stop = [button("unsubscribe", ALL, words("button-stop-telling"))] if chosen_names else []
    return framed(
        text_display(words("notify-title"), state, f"-# {words('notify-about')}"),
        menu("subscribe", ALL, words("notify-choose"), options, least=0, most=len(options)),
        *button_rows(stop),
        *_other_servers(other_servers, words),
        accent=colours.LOBBY,
    )


def _other_servers(others: Mapping[int, str], words: Localizer) -> list[Item]:
    if not others:
        return []
    server_names = [
        (str(server), label(Name(name)) or words("notify-server")) for server, name in others.items()
    ]
    options = [option(server, clip(name, PLACEHOLDER_LIMIT)) for server, name in server_names[:CHOICES_LIMIT]]
    display = text_display(words("notify-elsewhere", count=len(others)))
    return [display, menu("unsubscribe_at", ALL, words("notify-end-elsewhere"), options, most=len(options))]


def ended_page(words: Localizer) -> Page:
    """Return the page that confirms the end of all subscriptions on a server."""
    return sentence_page(words("notify-ended"))
