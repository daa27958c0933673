"""The pages of a game, and what stands in their place where one cannot be made: a sentence.

Whatever is wrong with what a game says of itself, or with a text, costs no play: people type their moves,
computer players think from views.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.play.acts_view import acts_button
from bot.play.panel_view import panel_page
from bot.play.table_view import closed_buttons, hand_button, table_page
from bot.play.watching import guess_page, watch_page
from bot.showing.views import PanelContext
from bot.tables.snapshot import Snapshot
from bot.tables.teller import UNSAID
from bot.wire.components import Button, button_rows, text_display
from bot.wire.messages import Page, framed


def table_shown(snapshot: Snapshot, language: str) -> Page:
    """Make the table's message; that of a table which is set aside tells whom to ask."""
    if snapshot.incident is not None:
        words = Localizer(language)
        said = words("table-set-aside", incident=snapshot.incident)
        ways = closed_buttons(snapshot, words) if snapshot.has_begun else []
        return framed(text_display(f"-# {snapshot.id}", said), *button_rows(ways), accent=colours.OVER)

    def buttons(words: Localizer) -> list[Button]:
        if snapshot.is_closed:
            return closed_buttons(snapshot, words)
        return [hand_button(snapshot, words), acts_button(snapshot, words)]

    return _shown("table's message", lambda: table_page(snapshot, language), snapshot, language, buttons)


def panel_shown(snapshot: Snapshot, language: str, context: PanelContext) -> Page:
    """Make a seat's private panel."""
    return _shown("panel's message", lambda: panel_page(snapshot, language, context), snapshot, language)


def watch_shown(snapshot: Snapshot, language: str) -> Page:
    """Make the panel of somebody who plays no more."""
    return _shown("watcher's message", lambda: watch_page(snapshot, language), snapshot, language)


def guess_shown(snapshot: Snapshot, language: str) -> Page:
    """Make the panel of somebody who guesses along."""
    return _shown("guesser's message", lambda: guess_page(snapshot, language), snapshot, language)


def _shown(
    kind: str,
    make: Callable[[], Page],
    snapshot: Snapshot,
    language: str,
    buttons: Callable[[Localizer], list[Button]] = lambda words: [],
) -> Page:
    page = snapshot.teller.attempt(kind, make, None)
    if page is not None:
        return page
    words = Localizer(language)
    said = text_display(f"-# {snapshot.id}", words(UNSAID))
    return framed(said, *button_rows(buttons(words)), accent=colours.QUIET)
