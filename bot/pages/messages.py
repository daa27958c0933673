"""The messages of a game. A message that cannot be made because of an error is a plain sentence."""

from __future__ import annotations

from collections.abc import Callable

from bot import interactions
from bot.language import Localizer
from bot.pages.acts import votes_button
from bot.pages.lobby import lobby_page
from bot.pages.panel import panel_page
from bot.pages.people import PanelContext
from bot.pages.result import poster_page
from bot.pages.table import finished_game_buttons, guess_page, hand_button, table_page, watch_page
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.messages import Page, framed


def table_message(snapshot: Snapshot, language: str) -> Page:
    """Return the table's message in any phase: lobby, game or result."""
    # Before the game it is a lobby.
    if not snapshot.has_begun and snapshot.incident is None:
        return lobby_page(snapshot, language)
    # A table that could not be loaded shows its incident number.
    if snapshot.incident is not None:
        words = Localizer(language)
        sentence = words("table-set-aside", incident=snapshot.incident)
        ways = finished_game_buttons(snapshot, words) if snapshot.has_begun else []
        return framed(
            text_display(f"-# {snapshot.id}", sentence), *button_rows(ways), accent=interactions.OVER
        )

    def buttons(words: Localizer) -> list[Button]:
        if snapshot.is_closed:
            return finished_game_buttons(snapshot, words)
        return [hand_button(snapshot, words), votes_button(snapshot, words)]

    return _page_or_excuse(
        "table's message", lambda: table_page(snapshot, language), snapshot, language, buttons
    )


def poster_message(snapshot: Snapshot, language: str) -> Page:
    """Return the message about a finished game for a server's channel of results."""

    def buttons(words: Localizer) -> list[Button]:
        return [button("replay", snapshot.id, words("button-replay"))]

    def make() -> Page:
        return poster_page(snapshot, buttons(Localizer(language)), language)

    return _page_or_excuse("result's post", make, snapshot, language, buttons)


def panel_message(snapshot: Snapshot, language: str, context: PanelContext) -> Page:
    """Return a seat's private panel. The snapshot is the table as this seat sees it."""
    return _page_or_excuse(
        "panel's message", lambda: panel_page(snapshot, language, context), snapshot, language
    )


def watch_message(snapshot: Snapshot, language: str) -> Page:
    """Return the page that shows all hands to a person who no longer plays."""
    return _page_or_excuse("watcher's message", lambda: watch_page(snapshot, language), snapshot, language)


def guess_message(snapshot: Snapshot, language: str) -> Page:
    """Return the page of a spectator who guesses whether claims are lies."""
    return _page_or_excuse("guesser's message", lambda: guess_page(snapshot, language), snapshot, language)


def _page_or_excuse(
    kind: str,
    make: Callable[[], Page],
    snapshot: Snapshot,
    language: str,
    buttons: Callable[[Localizer], list[Button]] = lambda words: [],
) -> Page:
    page: Page | None = snapshot.attempt(kind, make, None)
    if page is not None:
        return page
    words = Localizer(language)
    display = text_display(f"-# {snapshot.id}", words("table-unsaid"))
    return framed(display, *button_rows(buttons(words)), accent=interactions.QUIET)
