"""The message of a running game: the turn and the last events first, then everything else that is public."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, first_line, flat, is_repeated
from bot.pages.acts import guess_button, public_act_buttons, vote_lines
from bot.pages.away import away_lines, back_buttons, call_lines, pause_line, restart_line
from bot.pages.boards import worded_board
from bot.pages.context import Reminder
from bot.pages.controls import public_buttons
from bot.pages.evening import evening_items, score_line
from bot.pages.moment import moment_page, share_line
from bot.pages.people import people_localizer, seat_names, with_short_names
from bot.pages.phone import TABLE, MeasuredItems, fits, page_height, rows_of
from bot.pages.result import early_page, result_page
from bot.pages.standings import verdict_lines
from bot.pages.titles import short_title, title_line, tournament_place
from bot.pages.trophies import game_trophies_button
from bot.pictures import MAX_BOARD_HEIGHT
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, Item, button, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.words import Text

RUN_SHOWN = 3
"""Limit of lines about computer players' moves since a person last moved. Earlier ones are given as a
number.
"""

TALLS = (MAX_BOARD_HEIGHT, 300, 260, 220, 180, 140)
"""Possible heights of the picture on a phone, in points. The first one with which the page fits is used."""


def table_page(snapshot: Snapshot, language: str) -> Page:
    """Return the message of a game, made from a spectator's view."""
    page = _table_page(snapshot, language)
    # Only very long names make the message too high after all other changes.
    return page if page_height(page) <= TABLE else _table_page(with_short_names(snapshot), language)


def _table_page(snapshot: Snapshot, language: str) -> Page:
    words = people_localizer(snapshot, language)
    view = snapshot.view
    if view is None:  # its moves cannot be replayed
        return framed(text_display(words("table-broken", table=snapshot.id)), accent=colours.OVER)
    if snapshot.moment is not None:
        return moment_page(snapshot, snapshot.moment, language)
    scene = snapshot.scene
    if view.result is not None:
        return result_page(snapshot, view, view.result, _buttons(snapshot, words), language)
    if snapshot.row.is_decided and snapshot.places and (snapshot.is_closed or snapshot.is_paused):
        return early_page(snapshot, _buttons(snapshot, words), language)
    status = turn_line(snapshot, words)
    if snapshot.is_closed:  # without a result, and nobody is to act: the end is the news
        head_lines, lines = [f"### {status}"], list[str]()
    else:
        lines = [words(text) for text in (scene.headline, scene.line) if text is not None]
        head_lines = [f"### {flat(lines[0])}", *lines[1:], status, *vote_lines(snapshot, words)]
    recent = [*_recent_lines(snapshot, lines, words), share_line(snapshot, words)]
    recent.append(score_line(snapshot.evening, words))
    below: list[Item] = [
        text_display(*away_lines(snapshot, words), restart_line(snapshot, words), limit=900),
        text_display(*(f"-# {line}" for line in recent if line), limit=900),
    ]
    pictures: list[Drawable] = []
    if snapshot.story is not None:
        evening, evening_picture = evening_items(snapshot.story, language)
        below += evening
        pictures.append(evening_picture)
    titles = title_line(snapshot, words, scene.line), short_title(snapshot, words, scene.line)
    layouts = [(titles[0], MAX_BOARD_HEIGHT, True), *[(titles[1], height, True) for height in TALLS]]
    layouts += [(title, TALLS[-1], False) for title in (titles[1], "")]
    board, rests = None, dict[bool, MeasuredItems]()
    if scene.board is not None and scene.board.rows:
        board = worded_board(scene.board, words, seat_names(snapshot, language))
    for title, max_height, has_rules in layouts:
        above: list[Item] = [text_display(f"-# {title}" if title else "", *head_lines, limit=1100)]
        board_pictures: list[Drawable] = []
        if board is not None:
            gallery, picture = board.at_height(f"table-{snapshot.id}", max_height)
            above.append(gallery)
            board_pictures.append(picture)
        if has_rules not in rests:
            buttons = rows_of(_buttons(snapshot, words, has_rules=has_rules))
            rests[has_rules] = MeasuredItems([*below, *buttons], pictures)
        measured, rest = MeasuredItems(above, board_pictures), rests[has_rules]
        if fits([measured, rest], TABLE):
            break
    accent = colours.OVER if snapshot.is_closed else colours.PLAYING
    return framed(*measured.items, *rest.items, accent=accent, files=[*board_pictures, *pictures])


def call_page(
    snapshot: Snapshot,
    seats: Sequence[int],
    language: str,
    reminder: Reminder | None = None,
    opening: Sequence[int] = (),
) -> Page:
    """Return the message that pings players whose turn it is.

    Args:
        seats: the seats whose people are pinged.
        reminder: the time left, if the players were pinged before.
        opening: seats in a tournament game that has just begun. The message tells their people so.
    """
    words = people_localizer(snapshot, language)
    lines = call_lines(snapshot, seats, reminder, words)
    if opening:
        everybody = words.join([f"<@{snapshot.seats[seat].user_id}>" for seat in opening])
        lines = [words("tournament-call", place=tournament_place(snapshot, words), people=everybody), *lines]
    hand = hand_button(snapshot, words)
    return framed(text_display(*lines), *button_rows([hand]), accent=colours.YOUR_TURN)


def refused_page(snapshot: Snapshot, reason: Text, language: str) -> Page:
    """Return the page with the reason why a typed move was refused."""
    words = people_localizer(snapshot, language)
    ways = [hand_button(snapshot, words)] if snapshot.has_begun and not snapshot.is_closed else []
    return framed(text_display(words(reason)), *button_rows(ways), accent=colours.QUIET)


def hand_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that opens the reader's private panel."""
    return button("hand", snapshot.id, words("button-hand"), style="primary", emoji="🎴")


def rematch_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button for a rematch."""
    return button("rematch", snapshot.id, words("button-rematch"), style="primary")


def log_page(snapshot: Snapshot, language: str) -> Page:
    """Return the page that lists the last events, oldest first."""
    words = people_localizer(snapshot, language)
    lines = [f"-# {line}" for text in snapshot.news for line in flat(words(text)).split("\n")]
    return framed(text_display(words("log-title"), *_last_lines(lines)), accent=colours.QUIET)


def _last_lines(lines: list[str], limit: int = 3500) -> list[str]:
    while sum(map(len, lines)) + len(lines) > limit:
        lines = lines[1:]
    return lines


def _recent_lines(snapshot: Snapshot, lines: Sequence[str], words: Localizer) -> list[str]:
    # The last moves of computer players, or else the last event.
    run = [line for text in snapshot.recent_events if not is_repeated(line := first_line(words(text)), lines)]
    if not run:
        last = [first_line(words(text)) for text in snapshot.news[-1:]]
        return [line for line in last if not is_repeated(line, lines)]
    before = len(run) - RUN_SHOWN
    # A line that counts one takes as much room as that one.
    return [words("log-before", count=before), *run[before:]] if before > 1 else run


def turn_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line that names the players on turn. For a paused or closed game, the line says so."""
    if snapshot.is_closed or (snapshot.row.is_decided and snapshot.is_paused):
        ended = verdict_lines(snapshot, words)
        return "\n".join(ended if snapshot.is_closed else [*ended, pause_line(snapshot, words)])
    if snapshot.is_paused:
        return pause_line(snapshot, words)
    if not snapshot.acting:
        return ""
    names = words.join([words.name(seat) for seat in snapshot.acting])
    turn = words("table-turn", count=len(snapshot.acting), names=names)
    return "\n".join([*verdict_lines(snapshot, words), turn])


def finished_game_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the buttons of a finished or closed game."""
    table = snapshot.id
    next_ones = [rematch_button(snapshot, words), button("another", table, words("button-another"))]
    if snapshot.view is None:
        return next_ones  # of a game that cannot be replayed there is nothing to hand out
    replay = [button("replay", table, words("button-replay"))]
    if snapshot.view.is_over and snapshot.game.assess is not None:
        replay.insert(0, button("review", table, words("button-review"), emoji="🔎"))
    share = [button("share", table, words("button-share"))] if snapshot.is_over else []
    if snapshot.named_trophy is not None:
        share.append(game_trophies_button(snapshot, words))
    return [*next_ones, *replay, *share, button("record", table, words("button-record"))]


def _buttons(snapshot: Snapshot, words: Localizer, *, has_rules: bool = True) -> list[Button]:
    table = snapshot.id
    if snapshot.is_closed:
        return finished_game_buttons(snapshot, words)
    # Buttons that are useful but not needed.
    more = [button("rules", table, words("button-rules"))] if has_rules else []
    if snapshot.news:
        more.insert(0, button("log", table, words("button-log")))
    if snapshot.view is not None and snapshot.game.presenter.guide(snapshot.view):
        more.append(button("guide", table, words("button-guide")))
    # The own hand is always first.
    mine = [hand_button(snapshot, words), *back_buttons(snapshot, words)]
    if snapshot.has_crowd:
        more.append(guess_button(snapshot, words))
    return [*mine, *public_buttons(snapshot, words), *more, *public_act_buttons(snapshot, words)]
