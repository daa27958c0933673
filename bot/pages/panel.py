"""A seat's private panel: the hand, known facts and, on the seat's turn, the controls for a move."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.pages.acts import guess_button, watch_button
from bot.pages.away import back_buttons
from bot.pages.boards import ToldBoard, told_board
from bot.pages.context import PanelContext
from bot.pages.controls import Controls, own_progress
from bot.pages.moment import own_moment_page
from bot.pages.panel_text import is_out, lines_kept, text_lines
from bot.pages.people import people_localizer, seat_names
from bot.pages.phone import SCREEN, Measured, fits, left_beside, rows_of
from bot.pages.table import rematch_button
from bot.pages.trophies import own_trophies, own_trophy_lines, plaques
from bot.pictures import TALL
from bot.tables.absence import is_away
from bot.tables.snapshot import Snapshot
from bot.wire.components import ActionRow, Button, Item, button, text_display
from bot.wire.messages import Page, framed
from games.core.presentation import Board, PanelScene
from games.core.questions import Question

NOTHING = PanelContext()
NOTHING_SHOWN = Measured(())


class Layout(NamedTuple):
    """The sizes of the parts of a private panel.

    Attributes:
        said: how far the text is shortened, from 0 (complete) to 3 (shortest).
        part: greatest height of the picture that belongs to the decision, in points; 0 for no picture.
        answers: height of the buttons for answers, in points.
        hand: greatest height of the hand's picture, in points.
        last: greatest height of the picture of the last revealed cards, in points.
        lines: number of lines with known facts.
        won: how trophies are shown: 0 for their names only, 1 for names and reasons, 2 for a picture as well.
    """

    said: int = 0
    part: int = 130
    answers: int = 400
    hand: int = 200
    last: int = 100
    lines: int = 9
    won: int = 2


SMALL_HAND = 110
"""Height of the smallest hand, in points, if long names leave no more space."""

LEAST_HAND = 80
"""Height of a hand beside a hint and a tip for newcomers, if there is no other way."""

Concession: TypeAlias = tuple[str, int]
"""A change of ``Layout`` that saves space: the name of an attribute, and its smaller value."""

# Eight fixed layouts instead were measured in 11,892 panels of random games: 26 % of the panels lost text
# that they show now, 6 % had fewer buttons, 5 % a smaller picture or none.
ASKING: tuple[Concession, ...] = (
    ("said", 1),
    ("answers", 300),
    ("part", 90),
    ("answers", 240),
    ("last", 0),
    ("said", 2),
    ("part", 0),
    ("answers", 200),
    ("hand", 160),
    ("hand", 120),
    ("answers", 160),
    ("lines", 2),
    ("lines", 1),
    ("said", 3),
    ("hand", SMALL_HAND),
    ("answers", 80),
    ("lines", 0),
    ("hand", LEAST_HAND),
)
"""Changes that save space in a panel with a decision, in the order in which they are made."""

WITH_TABLE: tuple[Concession, ...] = tuple([concession for concession in ASKING if concession != ("part", 0)])
"""The same for a panel whose decision needs the table's picture (``PanelScene.needs_table``), which stays."""

WAITING: tuple[Concession, ...] = (
    *[("part", part) for part in (300, 260, 220, 180, 140, 100, 0)],
    ("last", 0),
    ("hand", SMALL_HAND),
    ("lines", 2),
    ("won", 1),
    ("lines", 0),
    ("won", 0),
    ("hand", 0),
)
"""Changes that save space in a panel without a decision, in the order in which they are made."""


def panel_page(snapshot: Snapshot, language: str, context: PanelContext = NOTHING) -> Page:
    """Return a seat's private panel, made only from what that seat may see."""
    # Revealed cards have the panel to themselves.
    if snapshot.moment is not None:
        return own_moment_page(snapshot, snapshot.moment, language)
    words = people_localizer(snapshot, language)
    # A player may look at the whole table before deciding.
    if context.looks and snapshot.scene.board not in (None, _seen(snapshot).table):
        return _look_page(snapshot, context, words)
    panel = _Panel(snapshot, context, words)
    # With a decision all must fit on one screen; without one, the table's picture gets the space.
    if snapshot.is_my_turn:
        parts = fitted(panel.laid, Layout(), WITH_TABLE if snapshot.own_scene.needs_table else ASKING)
    else:
        parts = fitted(panel.laid, Layout(part=TALL), WAITING)
    items = [item for part in parts for item in part.items]
    files = [picture for part in parts for picture in part.pictures]
    accent = colours.YOUR_TURN if snapshot.is_my_turn else colours.QUIET
    return framed(*items, accent=accent, files=files)


def fitted(
    laid: Callable[[Layout], list[Measured]], layout: Layout, concessions: Iterable[Concession]
) -> list[Measured]:
    """Return the panel's parts, from top to bottom, in the first layout that fits on a phone.

    If no layout fits, the panel is higher than a phone's screen.

    Args:
        laid: a function that returns the panel's parts for a layout.
        layout: the first layout.
        concessions: changes of the layout that save space, in the order in which they are tried.
    """
    taken: list[tuple[str, int, int]] = []
    # Takes concessions until all parts fit. Equal parts mean that the last one has saved nothing, so it goes
    # on.
    parts, seen = laid(layout), list[Measured]()
    for name, less in concessions:
        if parts != seen and fits(parts, SCREEN):
            break
        seen = parts
        taken.append((name, getattr(layout, name), less))
        layout = layout._replace(**{name: less})
        parts = laid(layout)
    # An early concession may be unnecessary after a later, larger one.
    for name, more, less in reversed(taken[:-1]):
        if getattr(layout, name) == less:
            larger = layout._replace(**{name: more})
            if fits(larger_parts := laid(larger), SCREEN):
                layout, parts = larger, larger_parts
    return parts


class _Panel:
    """A seat's private panel in one language."""

    def __init__(self, snapshot: Snapshot, context: PanelContext, words: Localizer) -> None:
        self._snapshot, self._context, self._words = snapshot, context, words
        self._names = seat_names(snapshot, words.language)
        self._scene = _seen(snapshot)
        # Parts are made when a layout needs them, and kept for the next one.
        self._known = [words(line) for line in self._scene.lines]
        self._made: dict[tuple[str, Hashable], Measured] = {}
        self._told: dict[str, ToldBoard] = {}
        self._asks: Controls | None = None
        # A decision has controls; without one the panel only shows.
        if snapshot.is_my_turn:
            more = []
            if snapshot.scene.board is not None:
                more.append(button("whole", snapshot.id, words("button-look"), "1"))
            self._asks = Controls(snapshot, own_progress(snapshot, context.chosen), words, more)
        is_told = self._asks is not None and self._asks.is_about
        self._said = text_lines(snapshot, context, words, is_told=is_told)
        self._ways = _ways(snapshot, words)

    def laid(self, layout: Layout) -> list[Measured]:
        """Return the panel's parts from top to bottom, in the sizes that the layout gives."""
        part_names = "said", "won", "part", "hand", "last", "lines", "answers"
        return [self._part(name, getattr(layout, name)) for name in part_names]

    def _part(self, name: str, size: int) -> Measured:
        """Return a part of the panel, from the cache if possible.

        Args:
            name: the name of the part, a field of ``Layout``.
            size: the value of the field, such as a number of lines.
        """
        # Different sizes may give the same part: they share one object.
        what: Hashable = size
        match name:
            case "said":
                what = lines_kept(self._said, size)
            case "lines":
                what = min(size, len(self._known))
            case "answers" if self._asks is not None:
                what = self._asks.layout_within(size)
            case "answers":
                what = 0
        part = self._made.get((name, what))
        if part is None:
            part = self._made[name, what] = self._make(name, what)
        return part

    def _make(self, name: str, what: Any) -> Measured:
        scene, table = self._scene, self._snapshot.id
        match name:
            case "said":
                return Measured([text_display(*what, limit=1300)])
            case "won":
                return self._won(what)
            case "part":
                return self._draw(scene.table, f"table-{table}", what)
            case "hand":
                stem = f"hand-{table}-{self._snapshot.mine.seat}"
                return self._draw(scene.hand, stem, what, is_hand=what > SMALL_HAND)
            case "last":
                return self._draw(scene.last, f"last-{table}", what)
            case "lines":
                return Measured([text_display(*self._known[:what], limit=1100)])
        asks = self._asks
        return Measured([*([asks.asked, *asks.items(what)] if asks else []), *self._ways])

    def _won(self, size: int) -> Measured:
        """Return the trophies that the finished game brought to the seat.

        ``size`` is 0 for names only, 1 for names and reasons, 2 for a picture as well.
        """
        won = own_trophies(self._snapshot)
        if not won:
            return NOTHING_SHOWN
        lines = text_display(*own_trophy_lines(won, self._words, is_short=not size), limit=900)
        if size < 2:
            return Measured([lines])
        stem = f"won-{self._snapshot.id}-{self._snapshot.mine.seat}"
        part_names, picture = plaques(won, [*won], stem, self._words)
        return Measured([lines, part_names], [picture])

    def _draw(self, board: Board | None, stem: str, tall: int, *, is_hand: bool = False) -> Measured:
        """Return a board (picture of cards) as a part of the panel; an empty part if there is no board.

        Args:
            board: the board.
            stem: beginning of the file name.
            tall: greatest height, in points; 0 for no picture.
            is_hand: the board is a hand of cards.
        """
        if board is None or not board.rows or not tall:
            return NOTHING_SHOWN
        if stem not in self._told:
            self._told[stem] = told_board(board, self._words, self._names)
        gallery, picture = self._told[stem].shown(stem, tall, is_hand=is_hand)
        return Measured([gallery], [picture])


def _ways(snapshot: Snapshot, words: Localizer) -> list[Item]:
    """Return the buttons below a panel that do not play a move, such as *Rematch*."""
    own = snapshot.mine
    # Back to the game, or on to something else.
    ways: list[Button] = []
    if is_away(snapshot.seats[own.seat]):
        ways += back_buttons(snapshot, words)
    if is_out(snapshot) and snapshot.row.watching:
        ways.append(watch_button(snapshot, words))
    if is_out(snapshot) and snapshot.has_crowd:
        ways.append(guess_button(snapshot, words))
    if snapshot.is_closed and snapshot.incident is None:
        ways.append(rematch_button(snapshot, words))
    return [*rows_of(ways)]


def _look_page(snapshot: Snapshot, context: PanelContext, words: Localizer) -> Page:
    """Return the page that shows the whole table to a player who has to decide."""
    back = button("whole", snapshot.id, words("button-look-back"), style="primary", emoji="🎴")
    board = snapshot.scene.board
    assert board is not None
    lines = text_lines(snapshot, context, words)
    drawn_board = told_board(board, words, seat_names(snapshot, words.language))
    # The picture gets more space as the text gets shorter.
    for tight in range(4):
        items: list[Item] = [text_display(*lines_kept(lines, tight), limit=1300)]
        tall = left_beside([*items, ActionRow((back,))], (), SCREEN, TALL)
        gallery, picture = drawn_board.shown(f"table-{snapshot.id}", tall)
        items += [gallery, ActionRow((back,))]
        if fits([Measured(items, [picture])], SCREEN):
            break
    return framed(*items, accent=colours.YOUR_TURN, files=[picture])


def picked_value(snapshot: Snapshot, chosen: Sequence[str], values: Sequence[str]) -> str | None:
    """Return the answer that consists of the cards picked in a menu; ``None`` if this answer is not possible.

    Args:
        snapshot: the table as the seat sees it.
        chosen: the answers to the previous questions.
        values: the values of the picked options: a card, or a card with ``#`` and a number.
    """
    own, asked = snapshot.mine, own_progress(snapshot, chosen).asked
    if not isinstance(asked, Question) or not asked.cards:
        return None
    value = asked.value_of([value.split("#")[0] for value in values])
    return None if snapshot.game.presenter.ask(own.view, (*chosen, value)) is None else value


def _seen(snapshot: Snapshot) -> PanelScene:
    """Return the texts and pictures of a panel, before they are translated.

    A player who has dropped out sees only what spectators see.
    """
    if not is_out(snapshot):
        return snapshot.own_scene
    table = snapshot.scene
    return PanelScene(() if table.line is None else (table.line,), table=table.board)
