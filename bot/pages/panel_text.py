"""The text of a seat's private panel: news for the person, the state of the game, and what to do."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from bot.language.localizer import Localizer, flat, unmarked
from bot.pages.away import own_away_lines, pause_line, restart_line
from bot.pages.context import PanelContext
from bot.pages.phone import SMALL, line_count
from bot.pages.standings import own_result_lines, verdict_lines
from bot.pages.titles import short_title, special_options
from bot.tables.snapshot import Snapshot


class PanelLine(NamedTuple):
    """A line of a panel's text, with a shorter form for lack of space.

    Attributes:
        max_shortening: the highest degree of shortening (0 to 3) at which ``text`` is shown.
        short_text: the line at higher degrees. An empty text is no line.
    """

    text: str
    max_shortening: int
    short_text: str = ""


PanelLines: TypeAlias = list[PanelLine]

ALWAYS = 3


def shortened(lines: PanelLines, degree: int) -> tuple[str, ...]:
    """Return the lines of a panel's text. The degree is from 0 (complete) to 3 (shortest)."""
    return tuple([line.text if degree <= line.max_shortening else line.short_text for line in lines])


def text_lines(
    snapshot: Snapshot, context: PanelContext, words: Localizer, *, has_headline: bool = True
) -> PanelLines:
    """Return the text of a panel: news for the person, the state of the game, and what to do."""
    own = snapshot.mine
    title = (
        " · ".join(special_options(snapshot, words)) if snapshot.is_my_turn else short_title(snapshot, words)
    )
    # What was said most recently is first: a heading, the game, the reason of a refusal.
    lines: PanelLines = [] if context.heading is None else [PanelLine(words(context.heading), ALWAYS)]
    if title and line_count(title, SMALL) == 1:
        lines.append(PanelLine(f"-# {title}", 0))
    if context.remark is not None:
        lines.append(PanelLine(words("panel-said", said=words(context.remark)), ALWAYS))
    # What the last reveal meant for the person is only small print once they have to decide.
    to_reader = words.to_reader(own.seat)
    verdict = "" if own.verdict is None else unmarked(to_reader(own.verdict))
    if verdict:
        is_small = snapshot.is_my_turn
        lines.append(PanelLine(f"-# {verdict}", 1) if is_small else PanelLine(f"**{verdict}**", ALWAYS))
    if own.note is not None and not snapshot.is_my_turn:
        lines.append(PanelLine(words(own.note), ALWAYS))
    lines += [PanelLine(line, ALWAYS) for line in own_away_lines(snapshot, words)]
    if line := restart_line(snapshot, words):
        lines.append(PanelLine(line, 1))
    # How things stand, and whose turn it is.
    if snapshot.is_waiting:
        lines.append(PanelLine(words("panel-rests"), ALWAYS))
    else:
        # At the end the result says more than the table's headline.
        is_over = snapshot.is_closed and own.view.result is not None
        headline = "" if is_over else flat(to_reader(snapshot.scene.headline))
        status = _status(snapshot, words)
        # Nothing is repeated that the verdict has said.
        status = "\n".join([line for line in status.split("\n") if not line or unmarked(line) not in verdict])
        lines.append(PanelLine(status, 2 if snapshot.is_my_turn else ALWAYS))
        if has_headline and headline not in status and unmarked(headline) not in verdict:
            lines.append(PanelLine(headline, 1))
    # A tip for people who have never finished a game of this kind.
    is_new = context.is_newcomer and not snapshot.is_paused and not snapshot.is_closed
    tip = snapshot.game.presenter.tip(own.view) if is_new else None
    if tip is not None:
        line = words("panel-tip", tip=words(tip))
        # The shortest text has no line of its own for the turn.
        turn = f"**{flat(words('panel-turn'))}** · " if snapshot.is_my_turn else ""
        lines.append(PanelLine(line, 2, f"-# {turn}{line}"))
    return lines


def _status(snapshot: Snapshot, words: Localizer) -> str:
    own, view = snapshot.mine, snapshot.view
    assert view is not None
    # The result, or why there is none.
    if snapshot.is_closed:
        if view.result is None:
            return "\n".join(verdict_lines(snapshot, words))
        return "\n".join(own_result_lines(snapshot.game, view, view.result, own.seat, words))
    if snapshot.is_paused:
        return pause_line(snapshot, words)
    # The next lines depend on what the person can do now.
    if snapshot.is_my_turn:
        return words("panel-turn")
    if is_out(snapshot):
        farewell = snapshot.game.presenter.farewell(own.view)
        if farewell is not None:
            return words("panel-left", told=farewell)
        place = view.seats - view.gone.index(own.seat)
        return words("panel-out", place=place, seats=view.seats)
    # For example while cards are revealed.
    if not snapshot.acting:
        return ""
    return words("panel-waiting", names=words.join([words.name(seat) for seat in snapshot.acting]))


def is_out(snapshot: Snapshot) -> bool:
    """Return whether the viewing seat has dropped out of a game that is still running."""
    own = snapshot.mine
    return own.seat in own.view.gone and not snapshot.is_closed
