"""Watching with all hands open, for who played at a table and plays no more."""

from __future__ import annotations

import discord
import msgspec

from bot.app import Action, Tap
from bot.interactions import colours
from bot.interactions.components import container_view, text_display
from bot.language.localizer import Localizer, flat
from bot.play.away_view import pause_line
from bot.showing.pages import Page, Picture, board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import standing_lines
from bot.showing.titles import title_line
from bot.tables.snapshot import Snapshot
from games.core.presentation import Board


def watch_page(snapshot: Snapshot, language: str) -> Page:
    """Render a game with all hands open, from the seats' own views.

    Args:
        snapshot: the table as seen by somebody who plays no more.
        language: that person's.
    """
    assert snapshot.view is not None
    words = people_localizer(snapshot.seats, language)
    scene, moment = snapshot.game.presenter.table(snapshot.view), snapshot.moment
    headline = scene.headline if moment is None else moment.headline
    said = [f"-# {title_line(snapshot, words)}", words("watch-title"), f"**{_bare(words(headline))}**"]
    items: list[discord.ui.Item[discord.ui.LayoutView]] = [
        text_display(*said, _status(snapshot, words), limit=1300)
    ]
    picture: Picture | None = None
    board = _board(snapshot, scene.board)
    if board.rows:
        names = seat_names(snapshot.seats, language)
        gallery, picture = board_gallery(board, words, names, f"watch-{snapshot.id}")
        items.append(gallery)
    return Page(container_view(*items, accent=colours.QUIET), picture)


def _board(snapshot: Snapshot, lies_open: Board | None) -> Board:
    """Put all hands under what everybody sees."""
    face = snapshot.game.presenter
    hands = tuple([row for view in snapshot.hands if (row := face.hand(view)) is not None])
    if lies_open is None:
        return Board(snapshot.game.rules.family(snapshot.options).name, hands)
    return msgspec.structs.replace(lies_open, rows=(*lies_open.rows, *hands))


def _status(snapshot: Snapshot, words: Localizer) -> str:
    view = snapshot.view
    assert view is not None
    if snapshot.is_closed:
        return "\n".join(standing_lines(snapshot.game, view, view.result, words)) or words("table-ended")
    if snapshot.is_paused:
        return pause_line(snapshot, words)
    if not snapshot.acting:
        return ""
    names = words.join([words.name(seat) for seat in snapshot.acting])
    return words("table-turn", count=len(snapshot.acting), names=names)


def _bare(line: str) -> str:
    return flat(line).replace("**", "")


async def watch(tap: Tap) -> None:
    """Open a private panel with all hands, which follows the game."""
    table = await tap.app.tables.game(tap.subject)
    await tap.app.displays.of(table).open_watch(tap.interaction)


ACTIONS: dict[str, Action] = {"watch": watch}
