"""The messages of a game, and plain sentences: in their place after an error, and as answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

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
    Item,
    TextDisplay,
    button,
    button_rows,
    clip_lines,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES


def sentence_page(text: str) -> Page:
    """Return a page with a single text."""
    return framed(text_display(text), accent=interactions.QUIET)


def within_limit(page: Page) -> Page:
    """Return a page whose texts are together no longer than Discord allows.

    If a page is too long, its cards are words instead of emoji. If it is still too long, its longest texts
    lose their last lines. The transport calls it for each message.
    """
    items = chain.from_iterable([container.components for container in page.components])
    texts = [item.content for item in items if isinstance(item, TextDisplay)]
    if sum(map(len, texts)) <= TEXTS_LIMIT:
        return page
    worded = [without_emoji(text, page.language) for text in texts]
    fitting = iter(_clipped(worded))
    containers = []
    for container in page.components:
        components = tuple([_with_text(item, fitting) for item in container.components])
        containers.append(msgspec.structs.replace(container, components=components))
    return replace(page, components=tuple(containers))


def _clipped(texts: Sequence[str]) -> list[str]:
    # The shortest text comes first: the longer ones share the characters that it does not need.
    clipped = [*texts]
    left = TEXTS_LIMIT
    by_length = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    for number, index in enumerate(by_length):
        clipped[index] = clip_lines(texts[index], left // (len(texts) - number))
        left -= len(clipped[index])
    return clipped


def _with_text(item: Item, texts: Iterator[str]) -> Item:
    if isinstance(item, TextDisplay):
        return TextDisplay(next(texts))
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
