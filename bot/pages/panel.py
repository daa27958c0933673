"""The private panel of a person: the hand, what is known, and the question with its buttons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import msgspec

from bot import interactions
from bot.language import Localizer, encoded, flat, unmarked
from bot.pages.acts import (
    back_buttons,
    guess_button,
    own_away_lines,
    pause_line,
    restart_line,
    stop_buttons,
    watch_button,
)
from bot.pages.boards import WordedBoard, board_lines, worded_board
from bot.pages.claims import CLAIM_LINES, claim_lines
from bot.pages.controls import Controls, progress_of
from bot.pages.people import (
    aim_lines,
    page_localizer,
    seat_names,
    short_title,
    special_options,
    with_short_names,
)
from bot.pages.phone import (
    GALLERY_BOX,
    SCREEN,
    SMALL,
    DeferredItems,
    MeasuredItems,
    fits,
    line_count,
    picture_height_beside,
    rows_of,
)
from bot.pages.standings import (
    early_end_lines,
    own_result_lines,
    own_trophies,
    own_trophy_lines,
    trophy_gallery,
)
from bot.pages.strip import ALL_IN_STRIP, LAST_FORM, strip_lines, turn_lines
from bot.pages.table import is_unplayed, own_reveal_page, rematch_button
from bot.pictures import MAX_BOARD_HEIGHT
from bot.tables.positions import is_away
from bot.tables.snapshot import Snapshot
from bot.wire.components import ActionRow, Button, Item, button, gallery, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.presentation import Board, PanelScene
from games.core.words import Text

USUAL_HAND = 160
"""Height of a hand in points, with a decision and without one. If a hand were larger without a decision, it
would be drawn and uploaded twice.
"""

LOW_HAND = 120
"""Height of a hand if a decision leaves less space. The hand keeps it as long as the panel is open."""

# --- panel text ---------------------------------------------------------------------------------------------
# The text of a seat's private panel: news for the person, the state of the game, and what to do.


@dataclass(frozen=True)
class PanelContext:
    """Data for a private panel in addition to the table's snapshot.

    Attributes:
        answers: the answers so far to the questions about the next move.
        is_newcomer: the person has never finished a game of this kind.
        remark: the reason why the last tap had no effect.
        shows_whole_table: the panel shows the table in place of the question.
        heading: the first line.
        short_heading: the first line of the fullest pages, with the task.
        task: small print in the place of the sentence that it is the person's turn. The fullest pages have
            ``short_heading`` alone.
        has_picture: a reveal is shown with its picture, not in words alone.
        hand_height: limit of the hand in points. It is lower once a decision has left less space, so that
            the picture stays while its cards do.
        channel_id: the channel or thread in which the panel is; 0 if the table is there, too.
    """

    answers: tuple[str, ...] = ()
    is_newcomer: bool = False
    remark: Text | None = None
    shows_whole_table: bool = False
    heading: Text | None = None
    short_heading: Text | None = None
    task: Text | None = None
    has_picture: bool = True
    hand_height: int = USUAL_HAND
    channel_id: int = 0


class PanelLine(NamedTuple):
    """A line of a panel's text, with a shorter form for lack of space.

    Attributes:
        max_shortening: the highest degree of shortening (0 to 6) at which ``text`` is shown.
        short_text: the line at higher degrees. An empty text is no line.
        last_short: the highest degree at which ``short_text`` is shown; 0 for the next one alone.
    """

    text: str
    max_shortening: int
    short_text: str = ""
    last_short: int = 0

    def at_degree(self, degree: int) -> str:
        """Return the line's text at a degree of shortening."""
        if degree <= self.max_shortening:
            return self.text
        return self.short_text if degree <= max(self.max_shortening + 1, self.last_short) else ""


PanelLines: TypeAlias = list[PanelLine]

ALWAYS = 6


def shortened(lines: PanelLines, degree: int) -> tuple[str, ...]:
    """Return the lines of a panel's text. The degree is from 0 (complete) to 6 (shortest)."""
    return tuple([line.at_degree(degree) for line in lines])


def text_lines(
    snapshot: Snapshot, context: PanelContext, words: Localizer, *, has_headline: bool = True
) -> PanelLines:
    """Return the text of a panel: news for the person, the state of the game, and what to do."""
    own = snapshot.mine
    if snapshot.is_my_turn:
        title = " · ".join(special_options(snapshot, words))
    else:
        title = short_title(snapshot, words)
    # The most recent words come first: a heading, the game, the reason of a refusal.
    lines: PanelLines = []
    if context.heading is not None:
        short = context.short_heading or context.heading
        lines.append(PanelLine(words(context.heading), ALWAYS - 1, words(short), ALWAYS))
    if title and line_count(title, SMALL) == 1:
        lines.append(PanelLine(f"-# {title}", 0))
    # The panel of a game in a thread may be in the channel, where the game was begun.
    if snapshot.thread_id is not None and context.channel_id not in (0, snapshot.thread_id):
        place = words("panel-table-in-thread", thread=f"<#{snapshot.thread_id}>")
        lines.append(PanelLine(f"-# {place}", 0 if snapshot.is_my_turn else ALWAYS))
    if context.remark is not None:
        lines.append(PanelLine(words("panel-said", said=words(context.remark)), ALWAYS))
    # The consequence of the last reveal is small print once the person has to decide.
    to_reader = words.to_reader(own.seat)
    if own.consequence is None:
        consequence = ""
    else:
        consequence = unmarked(to_reader(own.consequence))
    fact = "" if own.fact is None else unmarked(flat(to_reader(own.fact)))
    # The cards that put the reader out stay as long as the panel is open. A place says the rest.
    if own.exit is not None and fact:
        consequence = fact
    # A loss that changes the decision takes the place of a tip, unless the person has asked for a hint.
    is_over = snapshot.is_closed and own.view.result is not None
    keeps_consequence = snapshot.game.presenter.keeps_consequence
    # The reader of a puzzle was not in its game before.
    if context.task is not None:
        consequence = ""
    if not consequence or own.exit is not None:
        fact = ""
    replaces_tip = keeps_consequence and bool(consequence) and snapshot.is_my_turn and own.note is None
    if consequence and snapshot.is_my_turn:
        first, *others = consequence.split("\n")
        # The first line is what the person has just won or lost. It stays longer than the reasons.
        # Before the first claim of a round there is room for what became of the last one.
        has_room = not snapshot.claims and all(each.figures is None for each in snapshot.strip)
        # A claim that outbids no other one ends a turn of its own, and only this line says how.
        is_own_end = bool(snapshot.claims) and not snapshot.game.presenter.claims_rise
        last_degree = ALWAYS if replaces_tip or has_room or is_own_end else 3
        if fact:
            whole = words("panel-both", first=first, second=fact)
            last_whole = min(last_degree - 1, ALWAYS - 2)
            lines.append(PanelLine(f"-# {whole}", last_whole, f"-# {first}", last_degree))
        else:
            lines.append(PanelLine(f"-# {first}", last_degree))
        lines += [PanelLine(f"-# {line}", 1) for line in others]
    elif consequence and own.exit is not None and not is_over:
        lines.append(PanelLine(f"-# {consequence}", ALWAYS))
    elif consequence and not snapshot.is_closed:
        lines.append(PanelLine(f"**{consequence}**", ALWAYS))
        if fact:
            lines.append(PanelLine(f"-# {fact}", ALWAYS))
    outcomes = list(_outcome_lines(snapshot, words.language))
    if context.task is None and own.exit is None:
        lines += outcomes
    if own.note is not None and not snapshot.is_my_turn:
        lines.append(PanelLine(words(own.note.text), ALWAYS))
    lines += [PanelLine(line, ALWAYS) for line in own_away_lines(snapshot, words)]
    if line := restart_line(snapshot, words):
        lines.append(PanelLine(line, ALWAYS))
    # How things stand, and whose turn it is.
    if snapshot.is_waiting:
        lines.append(PanelLine(words(snapshot.own_scene.rest or Text("panel-rests")), ALWAYS))
    else:
        # At the end the result says more than the table's headline.
        if is_over or is_unplayed(snapshot):
            headline = ""
        else:
            headline = flat(to_reader(snapshot.scene.headline))
        # Nothing is repeated that the consequence has said.
        status_lines = _status(snapshot, words).split("\n")
        status = "\n".join([line for line in status_lines if not line or unmarked(line) not in consequence])
        # The words for the turn stand above the strip of seats, or in it.
        if context.task is not None:
            # The short heading of the fullest pages asks the question.
            lines.append(PanelLine(f"-# {words(context.task)}", ALWAYS - 1))
        elif not snapshot.is_my_turn:
            lines.append(PanelLine(status, ALWAYS))
        # The result of the game comes before the last thing that happened in it.
        if is_over and consequence:
            lines += [PanelLine(f"-# {line}", ALWAYS) for line in consequence.split("\n")]
        if is_over and own.exit is not None:
            lines += outcomes
        if has_headline and headline not in status and unmarked(headline) not in consequence:
            lines.append(PanelLine(headline, 1))
    # The aim, which is in the lobby as well, and a tip, for people who have never finished such a game.
    is_new = context.is_newcomer and not snapshot.is_paused and not snapshot.is_closed
    if is_new and snapshot.is_my_turn and all(item.actor != own.seat for item in snapshot.kept_news):
        # The open cards of the others matter more than the aim.
        last_degree = ALWAYS - 1
        # A person who has asked for a hint has read it.
        if own.note is not None:
            last_degree = 1
        lines += [PanelLine(line, last_degree) for line in aim_lines(snapshot.game, words, snapshot.options)]
    # A tip is about the first question.
    tip = snapshot.game.presenter.tip(own.view) if is_new and not context.answers else None
    if tip is not None:
        line = words("panel-tip", tip=words(tip))
        # The shortest text has no tip: the stakes matter more.
        short_tip = "" if replaces_tip else f"-# {line}"
        if own.note is None and snapshot.game.presenter.needs_tip(own.view):
            lines.append(PanelLine(line, 1, f"-# {line}", ALWAYS))
        elif snapshot.claims:
            # Buttons for claims matter more than a general tip.
            lines.append(PanelLine(line, 0, short_tip, 1))
        else:
            lines.append(PanelLine(line, 2, short_tip, 4))
    return lines


def _outcome_lines(snapshot: Snapshot, language: str) -> Iterator[PanelLine]:
    if not snapshot.mine.outcomes:
        return
    brief = page_localizer(with_short_names(snapshot), language).to_reader(snapshot.mine.seat)
    # Where each claim outbids the last one, what came of each is needed at the next decision.
    outcomes = snapshot.mine.outcomes
    is_out = snapshot.mine.exit is not None
    is_needed = snapshot.game.presenter.claims_rise or is_out
    for outcome in outcomes:
        outcome_line = flat(brief(outcome))
        if is_out:
            outcome_line = brief("panel-afterwards", told=outcome_line)
        line = f"-# {outcome_line}"
        short = Text(f"{outcome.key.removesuffix('-short')}-short", outcome.args)
        if brief.has(short.key):
            yield PanelLine(line, ALWAYS - 1, f"-# {flat(brief(short))}")
        elif outcome != snapshot.scene.headline and (is_needed or outcome is outcomes[-1]):
            yield PanelLine(line, ALWAYS if is_needed else 3)


def _status(snapshot: Snapshot, words: Localizer) -> str:
    own = snapshot.mine
    view = snapshot.view
    assert view is not None
    # The result, or why there is none.
    if snapshot.is_closed:
        if view.result is None:
            # The answer to the tap that stopped the match is a newer message, with the points.
            verdict = snapshot.row.verdict
            if is_unplayed(snapshot) and verdict is not None and verdict.seats == (own.seat,):
                return words("panel-stopped")
            return "\n".join(early_end_lines(snapshot, words))
        return "\n".join(own_result_lines(snapshot.game, view, view.result, own.seat, words))
    if snapshot.is_paused:
        return pause_line(snapshot, words)
    # The next lines depend on what the person can do now.
    if snapshot.is_my_turn:
        return words("panel-turn")
    if snapshot.is_out:
        farewell = snapshot.game.presenter.farewell(own.view)
        if farewell is not None:
            farewell_line = words("panel-left", told=farewell)
        else:
            # The first one who is out has the last place.
            place = view.seats - view.gone.index(own.seat)
            farewell_line = words("panel-out", place=place, seats=view.seats)
        lines = [farewell_line]
        lines += _meanwhile_lines(snapshot, words)
        return "\n".join(lines)
    # For example while cards are revealed.
    if not snapshot.acting:
        return ""
    return words("panel-waiting", names=words.join([words.name(seat) for seat in snapshot.acting]))


def _meanwhile_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    # A person who is out has a line for each of their buttons.
    ways = [words(f"panel-meanwhile-{way}") for way in _ways_while_out(snapshot)]
    return [words("panel-meanwhile"), *ways] if ways else []


def _ways_while_out(snapshot: Snapshot) -> list[str]:
    ways = []
    if snapshot.may_spectators_guess:
        ways.append("guess")
    if snapshot.row.watching:
        ways.append("watch")
    # Without people in it the game ends at once.
    is_waiting_for_people = any(row.seat not in snapshot.gone for row in snapshot.people)
    if is_waiting_for_people and not snapshot.is_practice:
        ways.append("play")
    return ways


# --- panel --------------------------------------------------------------------------------------------------
# A seat's private panel: the hand, known facts and, on the seat's turn, the controls for a move.

NOTHING = PanelContext()
NOTHING_SHOWN = MeasuredItems(())


class PanelLayout(NamedTuple):
    """The sizes of the parts of a private panel.

    Heights are upper limits in points. A picture with the height 0 is left out.
    """

    shortening: int = 0  # of the text, from 0 (complete) to 6 (shortest)
    # The turn, and what the seats have and said: 1 and 0 are forms of the strip below a headline, -1 to -3
    # the forms 0 to -2 without one.
    strip_lines: int = 1
    table_height: int = 130  # of the picture of the cards on the table
    buttons_height: int = 400  # of the buttons for answers
    note_lines: int = 9  # of a hint, below the answers
    hand_height: int = USUAL_HAND
    revealed_lines: int = 4  # about the last revealed cards
    statistics_lines: int = 9
    # Of the decision, below its question: in full (0), in short (1), below a short question (2), or left
    # out (3).
    stakes: int = 0
    trophy_details: int = 2  # 0: names of won trophies, 1: names and reasons, 2: names, reasons and a picture


SMALL_HAND = 110
"""Height of the smallest hand, in points, if long names leave no more space."""

LEAST_HAND = 80
"""Height of a hand beside a hint and a tip for newcomers, if there is no other way."""

TINY_HAND = 50
"""Height of a hand beside a hint that needs a row of buttons for itself, in one of a thousand panels."""

FROM_TOP = (
    "shortening",
    "strip_lines",
    "trophy_details",
    "table_height",
    "hand_height",
    "revealed_lines",
    "statistics_lines",
    "stakes",
    "buttons_height",
    "note_lines",
)
"""The parts of a panel from top to bottom, as fields of ``PanelLayout``."""

Concession: TypeAlias = tuple[str, int]
"""A change of ``PanelLayout`` that saves space: the name of a field, and its value that takes less space."""

# Eight fixed layouts instead were measured in 11,892 panels of random games: 26 % of the panels lost text
# that they show now, 6 % had fewer buttons, 5 % a smaller picture or none.
ASKING: tuple[Concession, ...] = (
    ("shortening", 1),
    ("buttons_height", 300),
    ("table_height", 90),
    ("buttons_height", 240),
    ("revealed_lines", 0),
    ("shortening", 2),
    ("table_height", 0),
    ("strip_lines", 0),
    ("buttons_height", 200),
    ("hand_height", LOW_HAND),
    ("statistics_lines", 2),
    ("statistics_lines", 1),
    ("strip_lines", -1),
    ("buttons_height", 160),
    ("shortening", 3),
    ("statistics_lines", 0),
    ("note_lines", 1),
    ("shortening", 4),
    ("stakes", 1),
    ("buttons_height", 120),
    ("shortening", 5),
    ("buttons_height", 80),
    ("hand_height", SMALL_HAND),
    ("hand_height", LEAST_HAND),
    ("note_lines", 0),
    ("hand_height", TINY_HAND),
    ("strip_lines", -2),
    ("strip_lines", -3),
    ("stakes", 2),
    ("stakes", 3),
    ("shortening", 6),
)
"""Changes that save space in a panel with a decision, in the order in which they are made."""

WITH_TABLE: tuple[Concession, ...] = tuple([change for change in ASKING if change != ("table_height", 0)])
"""The same for a panel whose decision needs the table's picture (``PanelScene.needs_table``), which stays."""


def _beside_a_hint(snapshot: Snapshot, concessions: list[Concession]) -> list[Concession]:
    # The person has asked for the hint, so that its reason comes before what can be read elsewhere.
    if snapshot.game.presenter.claims_rise:
        moved = [("stakes", 1), ("stakes", 2), ("note_lines", 0)]
        changes = [change for change in concessions if change not in moved]
        changes.insert(changes.index(("shortening", 3)), ("stakes", 1))
        changes.insert(changes.index(("hand_height", LEAST_HAND)), ("stakes", 2))
        return changes
    # The picture of the table may have all that the strip says.
    if snapshot.own_scene.needs_table and all(each.cards is None for each in snapshot.strip):
        moved = [("hand_height", TINY_HAND), ("note_lines", 0)]
        changes = [change for change in concessions if change not in moved]
        changes[-3:-3] = moved
        return changes
    return concessions


def _after_first_answer(concessions: Sequence[Concession]) -> list[Concession]:
    # The first question has shown the strip, so that now the buttons matter more.
    changes = list(concessions)
    changes.insert(changes.index(("strip_lines", 0)) + 1, ("strip_lines", -3))
    return [change for change in changes if change not in (("strip_lines", -1), ("strip_lines", -2))]


WAITING: tuple[Concession, ...] = (
    *[("table_height", height) for height in (300, 260, 220, 180, 140, 100, 0)],
    ("revealed_lines", 0),
    ("hand_height", SMALL_HAND),
    ("statistics_lines", 2),
    ("trophy_details", 1),
    ("statistics_lines", 0),
    ("trophy_details", 0),
    ("hand_height", 0),
)
"""Changes that save space in a panel without a decision, in the order in which they are made."""


def panel_page(snapshot: Snapshot, language: str, context: PanelContext = NOTHING) -> Page:
    """Return a seat's private panel, made only from what that seat may see."""
    # Revealed cards have the panel to themselves.
    if snapshot.reveal_scene is not None:
        return own_reveal_page(snapshot, snapshot.reveal_scene, language, has_picture=context.has_picture)
    words = page_localizer(snapshot, language)
    # A player may look at the whole table before deciding.
    if context.shows_whole_table and snapshot.scene.board not in (None, _scene(snapshot).table):
        return _whole_table_page(snapshot, context, words)
    parts = _fitted_parts(snapshot, context, words)
    # Only very long names make a panel too high after all other changes.
    if not fits(parts.values(), SCREEN) and (short := with_short_names(snapshot)).seats != snapshot.seats:
        parts = _fitted_parts(short, context, page_localizer(short, language))
    # The words for the turn come first, unless the page answers a tap in words.
    if snapshot.is_my_turn and context.task is None and context.heading is None and context.remark is None:
        parts = {"strip_lines": parts["strip_lines"], **parts}
    items = list[Item]()
    files = list[Drawable]()
    for part in parts.values():
        items += part.items
        files += part.pictures
    if snapshot.is_my_turn:
        accent = interactions.YOUR_TURN
    else:
        accent = interactions.QUIET
    return framed(items, accent=accent, files=files, language=language)


class _UsedConcession(NamedTuple):
    field: str
    larger: int  # the size before
    smaller: int  # the size since then


def _fitted_parts(snapshot: Snapshot, context: PanelContext, words: Localizer) -> dict[str, MeasuredItems]:
    # With a decision all must fit on one screen; without one, the table's picture gets the space.
    if snapshot.is_my_turn:
        concessions = list(WITH_TABLE if snapshot.own_scene.needs_table else ASKING)
        if context.answers and ("strip_lines", 0) in concessions:
            concessions = _after_first_answer(concessions)
        layout_index = None
        if snapshot.mine.note is not None:
            # A hint takes no button away: the answers are those that the panel shows without it.
            own = msgspec.structs.replace(snapshot.mine, note=None)
            panel = _PanelPage(replace(snapshot, own=own), context, words)
            parts = fitted_parts(panel.part, PanelLayout(hand_height=context.hand_height), concessions)
            layout_index = panel.layout_of(parts["buttons_height"])
            concessions = _beside_a_hint(snapshot, concessions)
        panel = _PanelPage(snapshot, context, words, layout_index)
        return fitted_parts(panel.part, PanelLayout(hand_height=context.hand_height), concessions)
    panel = _PanelPage(snapshot, context, words)
    layout = PanelLayout(table_height=MAX_BOARD_HEIGHT, hand_height=context.hand_height)
    return fitted_parts(panel.part, layout, WAITING)


def fitted_parts(
    make_part: Callable[[str, int], MeasuredItems], layout: PanelLayout, concessions: Iterable[Concession]
) -> dict[str, MeasuredItems]:
    """Return the parts of a panel from top to bottom, by field, reduced until the panel fits on a phone.

    Args:
        make_part: makes a part of the panel from a field's name in ``PanelLayout`` and a size.
        layout: the greatest sizes.
        concessions: reductions of single sizes, which are made in order until the panel fits.
    """
    sizes: dict[str, int] = layout._asdict()
    parts = {field: make_part(field, sizes[field]) for field in FROM_TOP}
    used_concessions = list[_UsedConcession]()
    has_changed = True
    for name, smaller in concessions:
        # If the last concession has saved nothing, the next one is taken.
        if has_changed and fits(parts.values(), SCREEN):
            break
        used_concessions.append(_UsedConcession(name, sizes[name], smaller))
        sizes[name] = smaller
        part = make_part(name, smaller)
        has_changed = part is not parts[name]
        parts[name] = part
    # An early concession may be unnecessary after a later, larger one. Those that a later one of the same
    # field has overtaken stay as they are.
    for name, larger, smaller in reversed(used_concessions[:-1]):
        if sizes[name] != smaller:
            continue
        part = make_part(name, larger)
        parts_before = parts | {name: part}
        if part is parts[name] or fits(parts_before.values(), SCREEN):
            sizes[name] = larger
            parts = parts_before
    return parts


class _PanelPage:
    def __init__(
        self, snapshot: Snapshot, context: PanelContext, words: Localizer, answers_layout: int | None = None
    ) -> None:
        self._snapshot = snapshot
        self._context = context
        self._words = words
        self._answers_layout = answers_layout  # see ``Controls.layout_within``; ``None`` if it may vary
        self._names = seat_names(snapshot, words.language)
        self._scene = _scene(snapshot)
        self._facts = [words(line) for line in self._scene.lines]
        self._revealed_lines = list[str]()
        if self._scene.last_reveal is not None:
            self._revealed_lines += _revealed_lines(self._scene.last_reveal, words, len(self._names))
        # Parts are made when a layout needs them, and kept for the next one: by content and by size.
        self._parts: dict[tuple[str, Hashable], MeasuredItems] = {}
        self._sized_parts: dict[tuple[str, int], MeasuredItems] = {}
        self._boards: dict[str, WordedBoard] = {}
        self._controls: Controls | None = None
        # A decision has controls; without one the panel only shows.
        if snapshot.is_my_turn:
            more = []
            if snapshot.scene.board is not None:
                more.append(button("whole", snapshot.id, words("button-look"), "1"))
            # People meet games in puzzles that they have never played. In a first game they look hands up.
            is_puzzle = context.task is not None
            if is_puzzle:
                more.append(button("explain", snapshot.id, words("button-rules")))
            if (context.is_newcomer or is_puzzle) and snapshot.game.presenter.guide(snapshot.mine.view):
                more.append(button("guide", snapshot.id, words("button-guide")))
            more += stop_buttons(snapshot, words)
            self._controls = Controls(snapshot, progress_of(snapshot, context.answers), words, more)
        has_headline = self._controls is None or not self._controls.has_headline
        self._text_lines = text_lines(snapshot, context, words, has_headline=has_headline)
        self._other_buttons = _other_buttons(snapshot, words)

    def part(self, field: str, size: int) -> MeasuredItems:
        # Different sizes may give the same part: they share one object.
        part = self._sized_parts.get((field, size))
        if part is not None:
            return part
        content: Hashable = size
        match field:
            case "shortening":
                content = shortened(self._text_lines, size)
            case "strip_lines":
                content = self._turn_and_strip(size)
            case "statistics_lines":
                content = self._fact_lines(size)
            case "revealed_lines":
                content = min(size, len(self._revealed_lines))
            case "buttons_height" if self._controls is not None:
                content = self._controls.layout_within(size)
                if self._answers_layout is not None:
                    content = self._answers_layout
            case "buttons_height":
                content = 0
        part = self._parts.get((field, content))
        if part is None:
            part = self._parts[field, content] = self._make(field, content)
        self._sized_parts[field, size] = part
        return part

    def _fact_lines(self, size: int) -> tuple[str, ...]:
        # Lines that the decision needs become small print at last.
        needed = self._facts[: self._scene.needed_lines]
        if size < len(needed):
            return tuple([f"-# {line}" for line in needed])
        return tuple(self._facts[:size])

    @cached_property
    def _brief(self) -> Localizer:
        return page_localizer(with_short_names(self._snapshot), self._words.language)

    def _turn_and_strip(self, size: int) -> tuple[str, ...]:
        snapshot = self._snapshot
        if not snapshot.is_my_turn:
            return ()
        # The task of a puzzle says whose turn it is, and takes the room of the shortest strip.
        is_puzzle = self._context.task is not None
        if is_puzzle and size < LAST_FORM:
            if snapshot.game.presenter.claims_rise:
                return self._claims(is_roomy=False)
            return claim_lines(snapshot.claims[-1:], snapshot.mine.seat, self._brief)
        form = self._form_beside_claims(size if size >= 0 else size + 1)
        if is_puzzle:
            strip = strip_lines(snapshot, self._brief, form)
        else:
            strip = turn_lines(snapshot, self._brief, form, has_headline=size >= 0)
        claims = self._claims(is_roomy=form > 0)
        # The shortest panel has one line: the words for the turn begin the line of claims.
        if size < LAST_FORM and claims and len(strip) == 1:
            (turn,) = strip
            (line,) = claims
            return (f"{turn} · {line.removeprefix('-# ')}",)
        return strip + claims

    def _form_beside_claims(self, form: int) -> int:
        seats = self._snapshot.strip
        # Discs are short, so that all seats keep them in the first question.
        if not self._context.answers and any(each.discs for each in seats):
            return max(form, 0)
        # Beside claims there is no room for the numbers of a large table, or beside a picture of the table.
        if form == 0 and self._snapshot.claims and all(each.cards is None for each in seats):
            if self._snapshot.own_scene.needs_table and self._scene.table is not None:
                return -2
            if len(seats) > ALL_IN_STRIP:
                return -1
        return form

    def _claims(self, *, is_roomy: bool) -> tuple[str, ...]:
        # A decision cannot do without the claims, so those since the reader's own always stay.
        snapshot = self._snapshot
        claims = snapshot.claims
        # The question and its stakes say the last one.
        if len(claims) == 1 and snapshot.game.presenter.claims_rise:
            claims = ()
        lines = CLAIM_LINES if is_roomy else 1
        return claim_lines(claims, snapshot.mine.seat, self._brief, lines)

    def layout_of(self, buttons: MeasuredItems) -> int:
        """Return the index of the layout of answers that the part ``buttons_height`` shows."""
        (layout,) = [content for (_, content), part in self._parts.items() if part is buttons]
        assert isinstance(layout, int)
        return layout

    def _make(self, field: str, content: Any) -> MeasuredItems:
        scene = self._scene
        table = self._snapshot.id
        match field:
            case "shortening":
                return MeasuredItems([text_display(content)])
            case "strip_lines":
                return MeasuredItems([text_display(content)])
            case "trophy_details":
                return self._trophies(content)
            case "table_height":
                return self._picture(scene.table, f"table-{table}", content)
            case "hand_height":
                stem = f"hand-{table}-{self._snapshot.mine.seat}"
                return self._picture(scene.hand, stem, content, is_hand=content > SMALL_HAND)
            case "revealed_lines":
                return MeasuredItems([text_display(self._revealed_lines[:content])])
            case "statistics_lines":
                return MeasuredItems([text_display(content)])
            case "stakes":
                if self._controls is None:
                    return NOTHING_SHOWN
                return MeasuredItems([self._controls.question_item(content)])
            case "buttons_height":
                if self._controls is None:
                    return NOTHING_SHOWN
                return self._controls.items(content)
        below = list[Item]()
        if self._controls is not None:
            below += self._controls.items_below(self._answers_layout or 0, content)
        below += self._other_buttons
        return MeasuredItems(below)

    def _trophies(self, details: int) -> MeasuredItems:
        won = own_trophies(self._snapshot)
        if not won:
            return NOTHING_SHOWN
        lines = text_display(own_trophy_lines(won, self._words, is_short=not details))
        if details < 2:
            return MeasuredItems([lines])
        stem = f"won-{self._snapshot.id}-{self._snapshot.mine.seat}"
        gallery, picture = trophy_gallery(won, [*won], stem, self._snapshot.game.presenter.cloth, self._words)
        return MeasuredItems([lines, gallery], [picture])

    def _picture(
        self, board: Board | None, stem: str, max_height: int, *, is_hand: bool = False
    ) -> MeasuredItems:
        if board is None or not board.rows or not max_height:
            return NOTHING_SHOWN
        if stem not in self._boards:
            table = worded_board(board, self._words, self._names)
            self._boards[stem] = table.as_hand if board is self._scene.hand else table
        worded = self._boards[stem]
        picture = worded.picture(stem, max_height, is_hand=is_hand)
        return DeferredItems(
            [GALLERY_BOX], lambda: [gallery(picture.filename, worded.description)], [picture]
        )


def _revealed_lines(board: Board, words: Localizer, seats: int) -> list[str]:
    # The same cards are shown until the next reveal.
    return words.get_or_make(
        ("revealed", encoded(board), seats),
        lambda: [f"-# {line}" for line in board_lines(board, words, seats)],
    )


def _other_buttons(snapshot: Snapshot, words: Localizer) -> list[Item]:
    # None of them plays a move.
    own = snapshot.mine
    # Back to the game, or on to something else.
    buttons: list[Button] = []
    if is_away(snapshot.seats[own.seat]):
        buttons += back_buttons(snapshot, words)
    for way in _ways_while_out(snapshot) if snapshot.is_out else ():
        if way == "guess":
            buttons.append(guess_button(snapshot, words))
        elif way == "watch":
            buttons.append(watch_button(snapshot, words))
        else:
            buttons.append(button("another", snapshot.id, words("button-another"), emoji="🎴"))
    if snapshot.is_closed and snapshot.incident is None:
        buttons.append(rematch_button(snapshot, words))
        if is_unplayed(snapshot):
            buttons.append(button("another", snapshot.id, words("button-another")))
    return list(rows_of(buttons))


def _whole_table_page(snapshot: Snapshot, context: PanelContext, words: Localizer) -> Page:
    back = button("whole", snapshot.id, words("button-look-back"), style="primary", emoji="🎴")
    board = snapshot.scene.board
    assert board is not None
    lines = text_lines(snapshot, context, words)
    turn = turn_lines(snapshot, words, LAST_FORM, has_headline=False)
    lines += [PanelLine(line, ALWAYS) for line in turn]
    drawn_board = worded_board(board, words, seat_names(snapshot, words.language))
    # The picture gets more space as the text gets shorter.
    buttons = ActionRow((back,))
    for shortening in range(ALWAYS + 1):
        text = text_display(shortened(lines, shortening))
        tall = picture_height_beside([text, buttons], (), SCREEN, MAX_BOARD_HEIGHT)
        gallery, picture = drawn_board.at_height(f"table-{snapshot.id}", tall)
        items: list[Item] = [text, gallery, buttons]
        if fits([MeasuredItems(items, [picture])], SCREEN):
            break
    return framed(items, accent=interactions.YOUR_TURN, files=[picture], language=words.language)


def _scene(snapshot: Snapshot) -> PanelScene:
    if is_unplayed(snapshot):
        return PanelScene()
    # At the end, the cards that put the reader out come before those of the others' last reveal.
    end = snapshot.mine.exit
    if snapshot.is_closed and end is not None and end.seq != snapshot.seq:
        return msgspec.structs.replace(snapshot.own_scene, table=end.reveal.last_board)
    # A player who has dropped out sees what spectators see.
    if not snapshot.is_out:
        return snapshot.own_scene
    table = snapshot.scene
    lines = () if table.line is None else (table.line,)
    return PanelScene(lines, table=table.board)
