"""Watching with all hands open, for who played at a table and plays no more."""

from __future__ import annotations

from bot.app import Action, Tap
from bot.interactions import colours
from bot.language.localizer import Localizer, unmarked
from bot.play.table_view import turn_line
from bot.showing.answers import open_watch
from bot.showing.pages import board_items, with_hands
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import standing_lines
from bot.showing.titles import title_line
from bot.tables import guessing, seating
from bot.tables.snapshot import Snapshot
from bot.wire.components import text_display
from bot.wire.messages import Page, framed


def watch_page(snapshot: Snapshot, language: str) -> Page:
    """Render a game with all hands open, from the seats' own views.

    Args:
        snapshot: the table as seen by somebody who plays no more.
        language: that person's.
    """
    assert snapshot.view is not None
    words = people_localizer(snapshot, language)
    scene, moment = snapshot.scene, snapshot.moment
    headline = scene.headline if moment is None else moment.headline
    said = [f"-# {title_line(snapshot, words)}", words("watch-title"), f"**{unmarked(words(headline))}**"]
    family = snapshot.game.rules.family(snapshot.options).name
    open_board = scene.board if moment is None or not snapshot.in_suspense else moment.board
    board = with_hands(open_board, snapshot.game.presenter, snapshot.hands, family)
    shown, pictures = board_items(board, words, seat_names(snapshot, language), f"watch-{snapshot.id}")
    told = text_display(*said, _status(snapshot, words), limit=1300)
    return framed(told, *shown, accent=colours.QUIET, files=pictures)


def _status(snapshot: Snapshot, words: Localizer) -> str:
    view = snapshot.view
    assert view is not None
    standing = standing_lines(snapshot.game, view, view.result, words) if snapshot.is_closed else []
    return "\n".join(standing) or turn_line(snapshot, words)


async def watch(tap: Tap) -> None:
    """Open a private panel with all hands, which follows the game."""
    table = await tap.app.tables.game(tap.subject)
    seating.watched_by(table.state, tap.user.id)
    await table.guess(guessing.saw_all, tap.user.id, tap.user.display_name)
    await open_watch(tap.app.writer(table), tap.interaction)


ACTIONS: dict[str, Action] = {"watch": watch}
