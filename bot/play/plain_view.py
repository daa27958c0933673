"""The pages of a game, and what stands in their place where one cannot be made: a sentence.

Whatever is wrong with what a game says of itself, or with a text, costs no play: people type their moves,
computer players think from views.
"""

from __future__ import annotations

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.play.acts_view import acts_button
from bot.play.guessing import guess_page
from bot.play.panel_view import panel_page
from bot.play.table_view import closed_buttons, hand_button, table_page
from bot.play.watching import watch_page
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
        buttons = closed_buttons(snapshot, words) if snapshot.has_begun else []
        return framed(text_display(f"-# {snapshot.id}", said), *button_rows(buttons), accent=colours.OVER)
    page = snapshot.teller.attempt("table's message", lambda: table_page(snapshot, language), None)
    if page is not None:
        return page
    words = Localizer(language)
    if snapshot.is_closed:
        return _plain(snapshot, words, closed_buttons(snapshot, words))
    return _plain(snapshot, words, [hand_button(snapshot, words), acts_button(snapshot, words)])


def panel_shown(snapshot: Snapshot, language: str, context: PanelContext) -> Page:
    """Make a seat's private panel."""
    page = snapshot.teller.attempt("panel's message", lambda: panel_page(snapshot, language, context), None)
    return _plain(snapshot, Localizer(language), []) if page is None else page


def watch_shown(snapshot: Snapshot, language: str) -> Page:
    """Make the panel of somebody who plays no more."""
    page = snapshot.teller.attempt("watcher's message", lambda: watch_page(snapshot, language), None)
    return _plain(snapshot, Localizer(language), []) if page is None else page


def guess_shown(snapshot: Snapshot, language: str) -> Page:
    """Make the panel of somebody who guesses along."""
    page = snapshot.teller.attempt("guesser's message", lambda: guess_page(snapshot, language), None)
    return _plain(snapshot, Localizer(language), []) if page is None else page


def _plain(snapshot: Snapshot, words: Localizer, buttons: list[Button]) -> Page:
    said = text_display(f"-# {snapshot.id}", words(UNSAID))
    return framed(said, *button_rows(buttons), accent=colours.QUIET)
