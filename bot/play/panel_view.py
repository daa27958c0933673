"""One seat's private panel: the hand, what is known, and on one's turn all that makes a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, flat, unmarked
from bot.play.acts_view import watch_button
from bot.play.away_view import back_buttons, own_away_lines, pause_line
from bot.play.controls_view import controls, own_step
from bot.play.moment_view import own_moment_page
from bot.play.table_view import rematch_button
from bot.showing.pages import Picture, board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import own_lines, verdict_lines
from bot.showing.titles import title_line
from bot.showing.views import PanelContext
from bot.tables.absence import is_away
from bot.tables.snapshot import Snapshot
from bot.wire.components import Item, button_rows, text_display
from bot.wire.messages import Page, framed
from games.core.presentation import Board, PanelScene
from games.core.questions import Question

NOTHING = PanelContext()

HAND_SHARE, TABLE_SHARE = 0.2, 0.4
"""How much of a screen's height the two pictures of a panel may fill: texts and buttons stand around them.

What is exactly the table's own picture is as that one, which is drawn already.
"""


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
    pictures: list[Picture] = []

    def drawn(board: Board | None, stem: str, share: float) -> Iterator[Item]:
        if board is not None and board.rows:
            gallery, picture = board_gallery(board, words, names, stem, share)
            pictures.append(picture)
            yield gallery

    is_public = scene.table is not None and scene.table == snapshot.scene.board
    items: list[Item] = [
        text_display(*_said(snapshot, context, words), limit=1300),
        *drawn(scene.table, f"table-{snapshot.id}", 1.0 if is_public else TABLE_SHARE),
        text_display(*(words(line) for line in scene.lines), limit=1100),
        *drawn(scene.hand, f"hand-{snapshot.id}-{own.seat}", HAND_SHARE),
    ]
    if snapshot.is_my_turn:
        items += controls(snapshot, own_step(snapshot, context.chosen), words)
    if is_away(snapshot.seats[own.seat]):
        items += button_rows(back_buttons(snapshot, words))
    if _is_out(snapshot) and snapshot.watching:
        items += button_rows([watch_button(snapshot, words)])
    if snapshot.is_closed and snapshot.incident is None:
        items += button_rows([rematch_button(snapshot, words)])
    accent = colours.YOUR_TURN if snapshot.is_my_turn else colours.QUIET
    return framed(*items, accent=accent, files=pictures)


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


def _said(snapshot: Snapshot, context: PanelContext, words: Localizer) -> list[str]:
    """Say what is new for this person and, unless it waits, how things stand and what to do."""
    own = snapshot.own
    assert own is not None
    said = [f"-# {title_line(snapshot, words)}"]
    if context.said is not None:
        said.append(words("panel-said", said=words(context.said)))
    if own.verdict is not None:
        said.append(f"**{unmarked(words(own.verdict))}**")
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
