"""The messages of a game, and plain sentences: in their place after an error, and as answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot import interactions
from bot.language import Localizer, without_emoji
from bot.pages.acts import votes_button
from bot.pages.lobby import lobby_page
from bot.pages.panel import PanelContext, panel_page
from bot.pages.result import poster_page
from bot.pages.table import finished_game_buttons, guess_page, hand_button, table_page, watch_page
from bot.tables.snapshot import Snapshot
from bot.wire.components import (
    TEXTS_LIMIT,
    Button,
    Container,
    Item,
    TextDisplay,
    button,
    button_rows,
    text_display,
    text_length,
)
from bot.wire.messages import Page, framed
from games import GAMES


def sentence_page(text: str) -> Page:
    """Return a page with a single text."""
    return framed(text_display(text), accent=interactions.QUIET)


def within_limit(page: Page) -> Page:
    """Return a page whose cards are words if, as emoji, they would exceed Discord's limit of characters.

    The transport calls it for each message.
    """
    if sum([text_length(container.components) for container in page.components]) <= TEXTS_LIMIT:
        return page
    containers = [_container_without_emoji(container, page.language) for container in page.components]
    return replace(page, components=tuple(containers))


def _container_without_emoji(container: Container, language: str) -> Container:
    items = tuple([_without_emoji(item, language) for item in container.components])
    return msgspec.structs.replace(container, components=items)


def _without_emoji(item: Item, language: str) -> Item:
    if isinstance(item, TextDisplay):
        return TextDisplay(without_emoji(item.content, language))
    return item


def table_message(snapshot: Snapshot, language: str) -> Page:
    """Return the table's message in any phase: lobby, game or result."""
    # Before the game it is a lobby.
    if not snapshot.has_begun and snapshot.incident is None:
        return lobby_page(snapshot, language)
    words = Localizer(language)
    # A table that could not be loaded shows its incident number.
    if snapshot.incident is not None:
        sentence = words("table-set-aside", incident=snapshot.incident)
        if snapshot.row.game not in GAMES.ids:
            sentence = words("table-game-missing", game=snapshot.row.game, incident=snapshot.incident)
        if snapshot.has_begun:
            ways = finished_game_buttons(snapshot, words)
        else:
            ways = []
        return framed(
            text_display(f"-# {snapshot.id}", sentence), button_rows(ways), accent=interactions.OVER
        )
    page = snapshot.attempt("table's message", lambda: table_page(snapshot, language), None)
    if page is not None:
        return page
    if snapshot.is_closed:
        return _excuse_page(snapshot, words, finished_game_buttons(snapshot, words))
    return _excuse_page(snapshot, words, [hand_button(snapshot.id, words), votes_button(snapshot, words)])


def poster_message(snapshot: Snapshot, language: str) -> Page:
    """Return the message about a finished game for a server's channel of results."""
    words = Localizer(language)
    buttons = [button("replay", snapshot.id, words("button-replay"))]
    page = snapshot.attempt("result's post", lambda: poster_page(snapshot, buttons, language), None)
    return page or _excuse_page(snapshot, words, buttons)


def panel_message(snapshot: Snapshot, language: str, context: PanelContext) -> Page:
    """Return a seat's private panel. The snapshot is the table as this seat sees it."""
    page = snapshot.attempt("panel's message", lambda: panel_page(snapshot, language, context), None)
    return page or _excuse_page(snapshot, Localizer(language))


def watch_message(snapshot: Snapshot, language: str) -> Page:
    """Return the page that shows all hands to a person who no longer plays."""
    page = snapshot.attempt("watcher's message", lambda: watch_page(snapshot, language), None)
    return page or _excuse_page(snapshot, Localizer(language))


def guess_message(snapshot: Snapshot, language: str) -> Page:
    """Return the page of a spectator who guesses whether claims are lies."""
    page = snapshot.attempt("guesser's message", lambda: guess_page(snapshot, language), None)
    return page or _excuse_page(snapshot, Localizer(language))


def _excuse_page(snapshot: Snapshot, words: Localizer, buttons: Sequence[Button] = ()) -> Page:
    # A sentence replaces the page that could not be made.
    display = text_display(f"-# {snapshot.id}", words("table-unsaid"))
    return framed(display, button_rows(buttons), accent=interactions.QUIET)
