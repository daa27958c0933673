"""One seat's private panel: the hand, what is known, and on one's turn all that makes a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, flat, unmarked
from bot.pictures import TALL
from bot.play.acts_view import watch_button
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

HAND_TALL, PART_TALL, PART_LEAST = 200, 130, 60
"""Points: a phone shows a hand no higher, and what decides beside it only as high as there is room for it."""


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
    below: list[Item] = [
        *shown.draw(scene.hand, f"hand-{snapshot.id}-{own.seat}", HAND_TALL),
        text_display(*(words(line) for line in scene.lines), limit=1100),
    ]
    if snapshot.is_my_turn:
        below += controls(snapshot, own_step(snapshot, context.chosen), words)
        if snapshot.scene.board is not None and not is_public:
            below = with_button(below, button("look", snapshot.id, words("button-look"), "1", emoji="👀"))
    if is_away(snapshot.seats[own.seat]):
        below += button_rows(back_buttons(snapshot, words))
    if _is_out(snapshot) and snapshot.watching:
        below += button_rows([watch_button(snapshot, words)])
    if snapshot.is_closed and snapshot.incident is None:
        below += button_rows([rematch_button(snapshot, words)])
    said = text_display(*_said(snapshot, context, words), limit=1300)
    if snapshot.is_my_turn and height([said, *below], shown.pictures) > SCREEN:
        said = text_display(*_said(snapshot, context, words, is_tight=True), limit=1300)
    tall = TALL
    if not is_public:
        tall = left_beside([said, *below], shown.pictures, SCREEN, PART_TALL, 0)
    parts = shown.draw(scene.table, f"table-{snapshot.id}", tall) if tall >= PART_LEAST else ()
    items = [said, *parts, *below]
    shown.pictures.sort(key=lambda picture: picture.stem.startswith("hand"))  # in the order of the items
    accent = colours.YOUR_TURN if snapshot.is_my_turn else colours.QUIET
    return framed(*items, accent=accent, files=shown.pictures)


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


def pointer_page(language: str, is_below: bool, is_watching: bool) -> Page:
    """Say in a panel that its person has another one now, further down or further up."""
    what, where = "watch" if is_watching else "panel", "below" if is_below else "above"
    said = Localizer(language)(f"{what}-moved-{where}")
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


def _said(
    snapshot: Snapshot, context: PanelContext, words: Localizer, *, is_tight: bool = False
) -> list[str]:
    """Say what is new for this person and, unless it waits, how things stand and what to do.

    Where it is tight options are not told, which the table tells.
    """
    own = snapshot.own
    assert own is not None
    title = (
        " · ".join(special_options(snapshot, words)) if snapshot.is_my_turn else short_title(snapshot, words)
    )
    said = [f"-# {title}"] if title and lines_of(title, SMALL) == 1 and not is_tight else []
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
        said += [status, "" if headline in status else headline]
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
