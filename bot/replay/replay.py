"""Replays in Discord: the pages, and the taps that turn them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot import interactions
from bot.app import Tap
from bot.language import Localizer, bold, first_line, flat, is_repeated, plain, quote
from bot.lists import not_none
from bot.pages.boards import Picture, board_items, with_hands
from bot.pages.people import player_names, players_localizer, seat_names
from bot.pages.phone import TABLE, MeasuredItems, fits, picture_height_beside, rows_of
from bot.pages.standings import standing_lines
from bot.pictures import MAX_BOARD_HEIGHT
from bot.refused import Refused
from bot.tables.state import TableState, last_movers, players_after
from bot.wire.components import (
    SEVERAL_LINES,
    TITLE_LIMIT,
    ActionRow,
    Button,
    Form,
    Item,
    TextInput,
    attached,
    button,
    button_rows,
    clip,
    custom_id,
    field,
    menu,
    option,
    text_display,
)
from bot.wire.messages import File, Page, framed
from games.core.match import Match
from games.core.presentation import Presenter, TableScene
from games.core.rules import View
from games.core.words import Text
from storage.rows import Name
from storage.servers import load_settings

# --- spot ---------------------------------------------------------------------------------------------------
# A position and the open hands of a replay, and their form as text in custom ids.

SPECTATOR = "s"
EVERYBODY = "a"


class ReplaySpot(msgspec.Struct, frozen=True):
    """A position in a replay, and the hands that are open."""

    number: int = 1  # of moves played
    open_hands: str = EVERYBODY  # SPECTATOR for no hand, EVERYBODY for all hands, or a seat's number

    @property
    def arg(self) -> str:
        """The position as text for a custom id. ``parse_spot`` reads it."""
        return f"{self.number}.{self.open_hands}"

    def seats(self, seat_count: int) -> tuple[int, ...]:
        """Return the seats whose hands are open."""
        if self.open_hands == SPECTATOR:
            return ()
        if self.open_hands == EVERYBODY:
            return tuple(range(seat_count))
        return (int(self.open_hands),)

    def at_move(self, number: int) -> ReplaySpot:
        """Return the position after a number of moves, with the same hands open."""
        return msgspec.structs.replace(self, number=max(0, number))


def parse_spot(arg: str, *, move_count: int, seat_count: int) -> ReplaySpot:
    """Return the position that a custom id describes (``ReplaySpot.arg``).

    If the game has fewer moves, its last position is returned.

    Raises:
        Refused: the text describes no position.
    """
    number, _, rest = arg.partition(".")
    open_hands = rest.partition(".")[0]
    if not (number.isascii() and number.isdecimal() and len(number) < 7):
        raise Refused("replay-nowhere")
    if open_hands not in (SPECTATOR, EVERYBODY, *map(str, range(seat_count))):
        raise Refused("replay-nowhere")
    return ReplaySpot(max(1, min(int(number), move_count)), open_hands)


async def closed_game(tap: Tap, table_id: str) -> TableState:
    """Return a closed game whose replay the person may see.

    Raises:
        Refused: the game is still being played, or the person may not see it.
    """
    state = await tap.app.tables.find_state(table_id)
    if not (state.is_closed and state.may_tell()):
        raise Refused("not-over-yet")
    if state.match is None:
        raise Refused("lobby-closed")
    if not state.has_ever_sat(tap.user.id):  # people who left have played, too
        # Practice is private: other people get the answer for an unknown table.
        if state.is_practice:
            raise Refused("no-such-table")
        settings = await tap.app.store.read(load_settings, state.row.guild_id)
        if not settings.share_records:
            raise Refused("records-not-shared")
    return state


# --- outline ------------------------------------------------------------------------------------------------
# The chapters and turning points (reveals of cards) of a finished game.

MAX_STOPS = 25
"""Discord's limit of options in a menu."""


class Stop(msgspec.Struct, frozen=True):
    """A position that a menu of a replay offers."""

    number: int  # of moves before the position
    name: tuple[Text, ...]


class Outline(msgspec.Struct, frozen=True):
    """The positions of a game to which a reader of its replay can jump."""

    chapters: tuple[Stop, ...]  # the beginnings of battles, rounds or tricks
    turning_points: tuple[Stop, ...]  # reveals of cards


def outline(match: Match, presenter: Presenter[Any], moves_played: int) -> tuple[Outline, Match]:
    """Return the outline of a game, and the game as it was after ``moves_played`` moves."""
    chapters: list[Stop] = []
    turning_points: list[Stop] = []
    then = Match(match.rules, match.setup)
    again = Match(match.rules, match.setup)
    # One replay of the game serves chapters, reveals and the position that is shown.
    for number, (actor, move) in enumerate(match.moves, 1):
        again.play(actor, move)
        if number == moves_played:
            then = again.copy()
        view = again.view(None)
        name = presenter.chapter(view)
        # A chapter begins where the name changes.
        if name and (not chapters or chapters[-1].name != name):
            chapters.append(Stop(number, name))
        reveal = presenter.reveal(view)
        if reveal is not None:
            turning_points.append(Stop(number, (reveal.headline,)))
    return Outline(tuple(chapters), tuple(turning_points)), then


def scene_of(presenter: Presenter[Any], view: View) -> TableScene:
    """Return what a replay shows at a position: cards that were just revealed, otherwise the table."""
    scene = presenter.table(view)
    reveal = presenter.reveal(view)
    if reveal is None:
        return scene
    return TableScene(reveal.headline, reveal.line, reveal.board or scene.board)


def stops_around(stops: Sequence[Stop], moves_played: int) -> Sequence[Stop]:
    """Return up to ``MAX_STOPS`` successive stops around a position."""
    behind = sum(stop.number <= moves_played for stop in stops)
    start = max(0, min(behind - MAX_STOPS // 2, len(stops) - MAX_STOPS))
    return stops[start : start + MAX_STOPS]


def latest_stop(stops: Sequence[Stop], moves_played: int) -> Stop | None:
    """Return the last stop at or before a position; ``None`` if there is none."""
    return next((stop for stop in reversed(stops) if stop.number <= moves_played), None)


# --- view ---------------------------------------------------------------------------------------------------
# Pages of a replay, which shows a finished game move by move.

_MOST_LEFT_OUT = 3
"""The greatest value of ``left_out`` in ``_controls``."""

STANDINGS_SHOWN = 3
"""Limit of players in the standing below a replay's last position. The message with the result lists all."""


def replay_page(state: TableState, spot: ReplaySpot, language: str, note: str = "") -> Page:
    """Return the page that shows a position of a replay, with buttons and menus to other positions.

    Args:
        note: what the reader has written about this position.
    """
    words = players_localizer(state, last_movers(state, spot.number), language)
    assert state.match is not None
    whole, match = outline(state.match, state.game.presenter, spot.number)
    result = match.result()
    # At the end of the game, the ranking stands below the picture.
    view = match.view(None)
    scene_line = scene_of(state.game.presenter, view).line
    above = [] if scene_line is None else [words(scene_line)]
    if result is None:
        standing = []
    else:
        standing = standing_lines(state.game, view, result, words)
    places = [line for line in standing if not is_repeated(line, above)]
    # From all controls and places to as few as possible, until the page fits a phone.
    for left_out, count in ((0, STANDINGS_SHOWN), (1, STANDINGS_SHOWN), (1, 1), (1, 0), (2, 0), (3, 0)):
        standings = text_display(places[:count])
        written = text_display(words("replay-note", note=quote(note, LONGEST_NOTE)) if note else "")
        below: list[Item] = [standings, written]
        below += _controls(state, spot, whole, words, left_out=left_out)
        # The line about the end of the game is left out last.
        is_brief = left_out == _MOST_LEFT_OUT
        needs_line = result is not None and not is_brief
        items, files = _position(
            state, spot, whole, match, words, below, is_brief=is_brief, needs_line=needs_line
        )
        if fits([MeasuredItems(items, files)], TABLE):
            break
    return framed(items, accent=interactions.QUIET, files=files)


LONGEST_NOTE = 300
"""Limit of a note about a position, in characters."""


def note_form(state: TableState, spot: ReplaySpot, words: Localizer, note: str) -> Form:
    """Return the form in which a person writes about a position.

    Args:
        note: what they have written before.
    """
    about = TextInput("note", SEVERAL_LINES, LONGEST_NOTE, note or None, required=False)
    return Form(
        custom_id("m", "noted", state.id, spot.arg),
        clip(words("replay-note-form", number=spot.number), TITLE_LIMIT),
        (field(words("replay-note-about"), about),),
    )


def shared_position_page(
    state: TableState, spot: ReplaySpot, name: Name, language: str, note: str = ""
) -> Page:
    """Return the public message in which a person shows a position of a finished game.

    Args:
        note: what the person has written about it.
    """
    words = players_localizer(state, last_movers(state, spot.number), language)
    title = words(
        "replay-pointed",
        name=bold(name),
        emoji=state.game.emoji,
        game=words(f"{state.game.id}-name"),
        number=spot.number,
    )
    assert state.match is not None
    whole, match = outline(state.match, state.game.presenter, spot.number)
    # The message shows no hand. The button opens the reader's own replay, with all hands open.
    ways = button_rows([button("look", state.id, words("button-replay"), ReplaySpot(spot.number).arg)])
    items, files = _position(state, ReplaySpot(spot.number, SPECTATOR), whole, match, words, ways)
    lines = [f"-# {title}"]
    if note:
        lines.append(words("replay-note", note=quote(note, LONGEST_NOTE)))
    return framed(text_display(lines), items, accent=interactions.OVER, files=files)


def position_key(state: TableState, spot: ReplaySpot) -> str:
    """Return the custom id of the button in the public message with a position. No other button has it."""
    return custom_id("b", "look", state.id, ReplaySpot(spot.number).arg)


def _position(
    state: TableState,
    spot: ReplaySpot,
    whole: Outline,
    match: Match,
    words: Localizer,
    below: Sequence[Item],
    *,
    is_brief: bool = False,
    needs_line: bool = False,
) -> tuple[list[Item], list[Picture]]:
    presenter = state.game.presenter
    view = match.view(None)
    # The last event: the headline, a line about it, and the news that say something else.
    scene = scene_of(presenter, view)
    news = list(map(words, not_none(presenter.say(event, view) for event in view.news)))
    headline = flat(words(scene.headline))
    stop = latest_stop(whole.chapters, spot.number)
    title = f"-# {_title(state, spot, words, is_brief=is_brief)}"
    if stop:
        title += f" · {_name(stop, words)}"
    more = [words(scene.line)] if scene.line else []
    above = [headline, *more]
    more += [f"-# {line}" for line in map(first_line, news) if not is_repeated(line, above)]
    # The table as it was, with the chosen hands open.
    family = state.game.rules.family(match.setup.options).name
    open_hands = list(map(match.view, spot.seats(len(state.seats))))
    board = with_hands(scene.board, presenter, open_hands, family)
    names = player_names(state, players_after(state, spot.number), words.language)
    # Lines are left out from the end until all of it fits a phone.
    least = 1 if needs_line and scene.line else 0
    for count in range(len(more), least - 1, -1):
        display = text_display(title, headline, more[:count])
        tall = picture_height_beside([display, *below], (), TABLE, MAX_BOARD_HEIGHT)
        board_part, pictures = board_items(board, words, names, f"replay-{state.id}-{spot.number}", tall)
        items = [display, *board_part, *below]
        if fits([MeasuredItems(items, pictures)], TABLE):
            break
    return items, pictures


def record_page(words: Localizer, record: File, page: File | None = None) -> Page:
    """Return the message with the record of a game as a file.

    Args:
        page: the replay as a web page; ``None`` if the page is not ready.
    """
    files = [record] if page is None else [record, page]
    lines = [words("record-title", file=record.filename)]
    if page is not None:
        lines.append(words("record-page", file=page.filename))
    return framed(text_display(lines), [attached(file.filename) for file in files], files=files)


def web_file_page(words: Localizer, page: File | None = None) -> Page:
    """Return the message to which a replay is attached as an HTML file.

    Args:
        page: the file; ``None`` while it is being made.
    """
    if page is None:
        return framed(text_display(words("replay-page-writing")))
    display = text_display(words("replay-page", file=page.filename))
    return framed(display, attached(page.filename), files=[page])


def _title(state: TableState, spot: ReplaySpot, words: Localizer, *, is_brief: bool) -> str:
    emoji = state.game.emoji
    number = spot.number
    total = state.seq
    if is_brief:
        return words("replay-title-brief", emoji=emoji, number=number, total=total)
    game = words(f"{state.game.id}-name")
    return words("replay-title", emoji=emoji, game=game, number=number, total=total)


def _name(stop: Stop, words: Localizer) -> str:
    return " · ".join(flat(words(text)) for text in stop.name)


def _controls(
    state: TableState, spot: ReplaySpot, whole: Outline, words: Localizer, *, left_out: int
) -> list[ActionRow]:
    # ``left_out``: 1 leaves out the menu of turning points and the button for notes, 2 also the menu of
    # chapters, 3 also the buttons to both ends.
    last = state.seq
    ways = [
        ("first", 1, spot.number <= 1),
        ("back", spot.number - 1, spot.number <= 1),
        ("forward", spot.number + 1, spot.number >= last),
        ("end", last, spot.number >= last),
    ]
    if left_out == _MOST_LEFT_OUT:
        ways = ways[1:3]  # back and forward
    steps = []
    for way, number, is_there in ways:
        style = "primary" if way == "forward" else "secondary"
        # Two ways may lead to one spot, and custom ids must differ.
        arg = f"{spot.at_move(number).arg}.{way}"
        label = words(f"button-replay-{way}")
        steps.append(button("goto", state.id, label, arg, disabled=is_there, style=style))
    # Ways to share the position, and for a finished game its highlights and its record.
    sharing = [button("point", state.id, words("button-point"), spot.arg)]
    if not left_out:
        sharing.insert(0, button("note", state.id, words("button-note"), spot.arg))
    if state.is_over:
        sharing.append(button("share", state.id, words("button-share")))
        sharing.append(button("record", state.id, words("button-record")))
    # The menu of open hands: none, all, or those of one seat.
    choices = {SPECTATOR: words("replay-spectator"), EVERYBODY: words("replay-everybody")}
    for seat, name in enumerate(seat_names(state, words.language)):
        choices[str(seat)] = words("replay-eyes", name=name.text)
    open_hands = [option(key, label, chosen=key == spot.open_hands) for key, label in choices.items()]
    steps += _turning_point_buttons(state, spot, whole, words)
    steps += sharing
    controls = list(rows_of(steps))
    for kind, stops in (("chapter", whole.chapters), ("turn", whole.turning_points)):
        if len(stops) > 1 and left_out < (1 if kind == "turn" else 2):
            controls.append(_stops_menu(state, spot, kind, stops, words))
    controls.append(menu("seen", state.id, words("replay-choose"), open_hands, str(spot.number)))
    return controls


def _turning_point_buttons(
    state: TableState, spot: ReplaySpot, whole: Outline, words: Localizer
) -> list[Button]:
    numbers = [stop.number for stop in whole.turning_points]
    before = max((number for number in numbers if number < spot.number), default=None)
    after = min((number for number in numbers if number > spot.number), default=None)
    return [
        button(
            "goto",
            state.id,
            words(f"button-replay-{way}"),
            f"{spot.at_move(number or spot.number).arg}.{way}",
            disabled=number is None,
        )
        for way, number in (("before", before), ("after", after))
        if numbers
    ]


def _stops_menu(
    state: TableState, spot: ReplaySpot, kind: str, stops: Sequence[Stop], words: Localizer
) -> ActionRow:
    here = latest_stop(stops, spot.number)
    options = [
        option(
            str(stop.number),
            plain(_name(stop, words)),
            words("replay-at", number=stop.number, total=state.seq),
            chosen=stop is here and (kind == "chapter" or stop.number == spot.number),
        )
        for stop in stops_around(stops, spot.number)
    ]
    return menu("jump", state.id, words(f"replay-{kind}s"), options, f"{spot.open_hands}.{kind}")
