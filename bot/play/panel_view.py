"""One seat's private panel: the hand, what is known, and on one's turn all that makes a move."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, flat, unmarked
from bot.pictures import TALL
from bot.play.acts_view import guess_button, watch_button
from bot.play.away_view import back_buttons, own_away_lines, pause_line
from bot.play.controls_view import controls, own_step
from bot.play.moment_view import own_moment_page
from bot.play.table_view import rematch_button
from bot.showing.pages import Picture, board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.phone import SCREEN, SMALL, height, left_beside, lines_of
from bot.showing.standings import own_lines, verdict_lines
from bot.showing.titles import short_title, special_options
from bot.showing.views import PanelContext
from bot.tables.absence import is_away
from bot.tables.snapshot import Snapshot
from bot.wire.components import ActionRow, Button, Item, button, button_rows, text_display
from bot.wire.messages import Page, framed
from games.core.presentation import Board, PanelScene
from games.core.questions import Question

NOTHING = PanelContext()

HAND_TALL, HAND_LEAST, PART_TALL, PART_LEAST = 200, 120, 130, 60
"""Points: a phone shows a hand no higher, and what decides beside it only as high as there is room for it."""

ASKED = SCREEN - 140
"""Points: a question ends no lower where there is one, so that its buttons are on the screen, too."""


def panel_page(snapshot: Snapshot, language: str, context: PanelContext = NOTHING) -> Page:
    """Render a seat's panel from its own view.

    Args:
        snapshot: the table as seen by the seat.
        language: that person's language.
        context: what has been picked so far, and what else there is to say.
    """
    own = snapshot.own
    assert own is not None
    if snapshot.moment is not None:
        return own_moment_page(snapshot, snapshot.moment, language)
    words = people_localizer(snapshot, language)
    scene, names = _seen(snapshot), seat_names(snapshot, language)
    shown = _Pictures(words, names)
    if context.looks and scene.table != snapshot.scene.board:
        return _look_page(snapshot, context, shown)
    is_public = scene.table is not None and scene.table == snapshot.scene.board
    look = button("look", snapshot.id, words("button-look"), "1", emoji="👀")
    below: list[Item] = [text_display(*(words(line) for line in scene.lines), limit=1100)]
    if snapshot.is_my_turn:
        below += controls(snapshot, own_step(snapshot, context.chosen), words)
        if snapshot.scene.board is not None and not is_public:
            below = with_button(below, look)
    if is_away(snapshot.seats[own.seat]):
        below += button_rows(back_buttons(snapshot, words))
    if _is_out(snapshot) and snapshot.watching:
        below += button_rows([watch_button(snapshot, words)])
    if _is_out(snapshot) and snapshot.has_crowd:
        below = with_button(below, guess_button(snapshot, words))
    if snapshot.is_closed and snapshot.incident is None:
        below += button_rows([rematch_button(snapshot, words)])
    texts = [_said(snapshot, context, words, tight) for tight in (range(3) if snapshot.is_my_turn else (0,))]
    said, *tighter = (text_display(*text, limit=1300) for text in texts)
    hand_tall = HAND_TALL
    if tighter:
        hand_tall = _room([tighter[0], *below], shown.pictures, HAND_TALL, HAND_LEAST)
    below = [*shown.draw(scene.hand, f"hand-{snapshot.id}-{own.seat}", hand_tall), *below]
    if tighter and height([said, *below], shown.pictures) > SCREEN:
        said = tighter[0]
    for text in tighter:
        if height(_asked([said, *below]), shown.pictures) > ASKED:
            said = text
    tall = TALL
    if not snapshot.is_closed or not is_public:
        most, least = (TALL, PART_LEAST) if is_public else (PART_TALL, 0)
        tall = left_beside([said, *below], shown.pictures, SCREEN, most, least)
        if snapshot.is_my_turn:
            tall = min(tall, _room([said, *below], shown.pictures, most, least))
    parts = [*shown.draw(scene.table, f"table-{snapshot.id}", tall)] if tall >= PART_LEAST else []
    if parts and tighter and height(_asked([said, *parts, *below]), shown.pictures) > ASKED:
        parts = []  # some boards can be drawn no lower
        shown.pictures.pop()
        if is_public:
            below = with_button(below, look)
    items = [said, *parts, *below]
    shown.pictures.sort(key=lambda picture: picture.stem.startswith("hand"))  # in the order of the items
    accent = colours.YOUR_TURN if snapshot.is_my_turn else colours.QUIET
    return framed(*items, accent=accent, files=shown.pictures)


def _asked(items: Sequence[Item]) -> list[Item]:
    """Take what stands above the first button."""
    return [*itertools.takewhile(lambda item: not isinstance(item, ActionRow), items)]


def _room(items: Sequence[Item], files: Sequence[Picture], most: int, least: int) -> int:
    """Tell how high a picture may be above a question, as ``left_beside``."""
    return left_beside(_asked(items), files, ASKED, most, least)


class _Pictures:
    """The pictures of a page, in one reader's words."""

    def __init__(self, words: Localizer, names: Sequence[str]) -> None:
        self.words, self._names = words, names
        self.pictures: list[Picture] = []

    def draw(self, board: Board | None, stem: str, tall: int) -> Iterator[Item]:
        """Put a board on the page, if there is anything on it."""
        if board is not None and board.rows:
            gallery, picture = board_gallery(board, self.words, self._names, stem, tall)
            self.pictures.append(picture)
            yield gallery


ROW = 3
"""Buttons in a row that read well on a phone."""


def with_button(items: list[Item], extra: Button) -> list[Item]:
    """Add a button to the last row of buttons if a phone has room for it there, else below."""
    row = items[-1]
    if isinstance(row, ActionRow) and all(isinstance(part, Button) for part in row.components):
        longer = ActionRow((*row.components, extra))
        if len(longer.components) <= ROW and height([longer]) == height([row]):
            return [*items[:-1], longer]
    return [*items, *button_rows([extra])]


def _look_page(snapshot: Snapshot, context: PanelContext, shown: _Pictures) -> Page:
    """Show the whole table in a panel whose person is to act, and the way back to the question."""
    words = shown.words
    back = button("look", snapshot.id, words("button-look-back"), style="primary", emoji="🎴")
    items: list[Item] = [
        text_display(*_said(snapshot, context, words), limit=1300),
        *shown.draw(snapshot.scene.board, f"table-{snapshot.id}", TALL),
        *button_rows([back]),
    ]
    return framed(*items, accent=colours.YOUR_TURN, files=shown.pictures)


def pointer_page(language: str, is_below: bool, kind: str) -> Page:
    """Say in a panel that its person has another one now, further down or further up."""
    said = Localizer(language)(f"{kind}-moved-{'below' if is_below else 'above'}")
    return framed(text_display(said), accent=colours.QUIET)


def picked_value(snapshot: Snapshot, chosen: Sequence[str], values: Sequence[str]) -> str | None:
    """Find the answer that some picked cards are; ``None`` when they do not go together."""
    own, asked = snapshot.own, own_step(snapshot, chosen).asked
    assert own is not None
    if not isinstance(asked, Question) or not asked.cards:
        return None
    value = asked.value_of([value.split("#")[0] for value in values])
    return None if snapshot.game.presenter.ask(own.view, (*chosen, value)) is None else value


def _is_out(snapshot: Snapshot) -> bool:
    own = snapshot.own
    assert own is not None
    return own.seat in own.view.gone and not snapshot.is_closed


def _seen(snapshot: Snapshot) -> PanelScene:
    """Let somebody who has dropped out watch what everybody sees."""
    if not _is_out(snapshot):
        return snapshot.own_scene
    table = snapshot.scene
    return PanelScene(() if table.line is None else (table.line,), table=table.board)


def _said(snapshot: Snapshot, context: PanelContext, words: Localizer, tight: int = 0) -> list[str]:
    """Say what is new for this person and, unless it waits, how things stand and what to do.

    Where it is tight options are not told, where it is tighter still nor is the headline: the table does.
    """
    own = snapshot.own
    assert own is not None
    title = (
        " · ".join(special_options(snapshot, words)) if snapshot.is_my_turn else short_title(snapshot, words)
    )
    said = [f"-# {title}"] if title and lines_of(title, SMALL) == 1 and not tight else []
    if context.said is not None:
        said.append(words("panel-said", said=words(context.said)))
    if own.verdict is not None:
        verdict = unmarked(words(own.verdict))
        said.append(f"-# {verdict}" if snapshot.is_my_turn else f"**{verdict}**")
    if own.note is not None and not snapshot.is_my_turn:
        said.append(words(own.note))
    said += own_away_lines(snapshot, words)
    if snapshot.is_waiting:
        said.append(words("panel-rests"))
    else:
        headline, status = flat(words(snapshot.scene.headline)), _status(snapshot, words)
        said += [status, "" if headline in status or tight > 1 else headline]
    is_told = context.is_newcomer and not snapshot.is_paused
    tip = snapshot.teller.tip(own.view) if is_told else None
    if tip is not None:
        said.append(words("panel-tip", tip=words(tip)))
    return said


def _status(snapshot: Snapshot, words: Localizer) -> str:
    own, view = snapshot.own, snapshot.view
    assert own is not None
    assert view is not None
    if snapshot.is_closed:
        if view.result is None:
            return "\n".join(verdict_lines(snapshot, words))
        return "\n".join(own_lines(snapshot.game, view, view.result, own.seat, words))
    if snapshot.is_paused:
        return pause_line(snapshot, words)
    if snapshot.is_my_turn:
        return words("panel-turn")
    if _is_out(snapshot):
        told = snapshot.game.presenter.farewell(own.view)
        if told is not None:
            return words("panel-left", told=told)
        place = view.seats - view.gone.index(own.seat)
        return words("panel-out", place=place, seats=view.seats)
    if not snapshot.acting:
        return ""
    return words("panel-waiting", names=words.join([words.name(seat) for seat in snapshot.acting]))
