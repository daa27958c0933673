"""The message with the result of a game: winners, the ranking as a picture with the last cards, and feats
(remarkable acts).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from bot.interactions import colours
from bot.language.localizer import Localizer, flat, plain
from bot.pages.away import pause_line
from bot.pages.boards import told_board
from bot.pages.evening import date_of, evening_items, score_line
from bot.pages.people import people_localizer, seat_names
from bot.pages.phone import TABLE, Measured, fits, rows_of
from bot.pages.standings import score_text, verdict_lines, winners_text
from bot.pages.titles import short_title
from bot.pages.trophies import named_line
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, Item, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.presentation import Board, Chip, Moment, Row
from games.core.results import Result
from games.core.rules import View
from games.core.words import Seat, Text, text
from storage.rows import RatingChange, Ratings

LAYOUTS = ((340, 9), (300, 9), (260, 9), (260, 3), (220, 2), (220, 1))
"""The layouts of the page, of which the first that fits is used: the height of the picture in points, and the
number of lines.
"""


def result_page(
    snapshot: Snapshot, view: View, result: Result, buttons: Sequence[Button], language: str
) -> Page:
    """Return the message that ends a game."""
    words = people_localizer(snapshot, language)
    moment = snapshot.game.presenter.moment(view)
    before = verdict_lines(snapshot, words) if snapshot.row.is_decided else []
    lines = [*before, *_told(snapshot, view, result, moment, words)]
    board = _final_board(snapshot, view, result, moment)
    return _page(snapshot, words(winners_text(result)), board, lines, buttons, words)


def early_page(snapshot: Snapshot, buttons: Sequence[Button], language: str) -> Page:
    """Return the message of a game that ended early with a result and is not played on for fun."""
    words = people_localizer(snapshot, language)
    first, *others = verdict_lines(snapshot, words)
    pause = [pause_line(snapshot, words)] if snapshot.is_paused else []
    news = [] if not snapshot.is_closed else [words(line) for line in snapshot.news[-1:]]
    lines = [*others, *pause, *(f"-# {flat(line)}" for line in news)]
    return _page(snapshot, first, _early_board(snapshot), lines, buttons, words)


def poster_page(snapshot: Snapshot, buttons: Sequence[Button], language: str) -> Page:
    """Return the result of a finished game in short: the game, the winners, and the poster (picture of the
    ranking).
    """
    words = people_localizer(snapshot, language)
    view = snapshot.view
    if view is not None and view.result is not None and not snapshot.row.is_decided:
        moment = snapshot.game.presenter.moment(view)
        headline = words(winners_text(view.result))
        board = _final_board(snapshot, view, view.result, moment)
    else:
        headline, board = verdict_lines(snapshot, words)[0], _early_board(snapshot)
    lines = told_board(board, words, seat_names(snapshot, language))
    gallery, picture = lines.shown(f"result-{snapshot.id}", LAYOUTS[0][0], head=_head(snapshot, words))
    above = text_display(f"-# {short_title(snapshot, words)}", f"### {headline}", limit=900)
    return framed(above, gallery, *button_rows(buttons), accent=colours.OVER, files=[picture])


def _final_board(snapshot: Snapshot, view: View, result: Result, moment: Moment | None) -> Board:
    """Return the board (contents of the picture) of a game that was played to its end: the ranking, with each
    seat's last cards.

    ``moment`` is the last reveal of cards; ``None`` if there was none.
    """
    last = moment.board if moment is not None and moment.board is not None else snapshot.scene.board
    rows = [
        replace(
            _ranked(seat, result.places, snapshot.ratings), note=score_text(snapshot.game, view, result, seat)
        )
        for group in result.ranking
        for seat in group
    ]
    return _board(snapshot, rows, last)


def _early_board(snapshot: Snapshot) -> Board:
    """Return the board (contents of the picture) of a game that ended early with a result."""
    places = snapshot.places
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    return _board(snapshot, [_ranked(seat, places, snapshot.ratings) for seat in order], snapshot.scene.board)


def _page(
    snapshot: Snapshot,
    headline: str,
    board: Board,
    lines: Sequence[str],
    buttons: Sequence[Button],
    words: Localizer,
) -> Page:
    """Return the page of a finished game.

    Args:
        snapshot: the table.
        headline: the first line.
        board: the contents of the picture.
        lines: lines about the game. The last ones are left out if the page is too high for a phone.
        buttons: its buttons.
        words: the reader's localizer.
    """
    names = seat_names(snapshot, words.language)
    # Above the picture the winners, below it the evening's score.
    above = text_display(f"-# {short_title(snapshot, words)}", f"### {headline}", limit=900)
    below = list[Item]()
    files: list[Drawable] = []
    # The last game of an evening also shows its summary.
    if snapshot.story is not None:
        evening, keepsake = evening_items(snapshot.story, words.language)
        below += evening
        files.append(keepsake)
    score, named = score_line(snapshot.evening, words), named_line(snapshot, words)
    # The trophy is left out only if nothing else makes the page fit.
    rests = [
        Measured([text_display(line, score), *below, *rows_of(buttons)], files)
        for line in dict.fromkeys((named, ""))
    ]
    head = _head(snapshot, words)
    poster = told_board(board, words, names)
    # The largest layout that fits a phone; the last one is taken in any case.
    for rest, (tall, most) in product(rests, LAYOUTS):
        gallery, picture = poster.shown(f"result-{snapshot.id}", tall, head=head)
        measured = Measured([above, gallery, text_display(*lines[:most], limit=2400)], [picture])
        if fits([measured, rest], TABLE):
            break
    return framed(*measured.items, *rest.items, accent=colours.OVER, files=[picture, *files])


def _head(snapshot: Snapshot, words: Localizer) -> tuple[str, str]:
    """Return the texts above and below the picture: game and date, and the score of the evening (series of
    games).
    """
    ended = snapshot.row.ended_at
    parts = [words(f"{snapshot.game.id}-name"), date_of(ended) if ended else ""]
    return " · ".join(filter(None, parts)), plain(score_line(snapshot.evening, words))


def _board(snapshot: Snapshot, ranked: Sequence[Row], last: Board | None) -> Board:
    """Return a board with all seats in the order of the ranking, each with its last cards.

    Args:
        snapshot: the table.
        ranked: the rows of the seats in the order of the ranking, without cards.
        last: the board that has the last cards; ``None`` for none.
    """
    if last is None:
        return Board(snapshot.game.rules.family(snapshot.row.options).name, tuple(ranked))
    lies_open = [row for row in last.rows if any(face.card for face in row.cards)]
    seen = {row.title: row for row in lies_open if isinstance(row.title, Seat)}
    rows = [
        replace(row, groups=seen[row.title].groups, chips=(*row.chips, *seen[row.title].chips))
        if isinstance(row.title, Seat) and row.title in seen
        else row
        for row in ranked
    ]
    # rows of nobody, but none that names people once more
    rows += [row for row in lies_open if not isinstance(row.title, Seat) and not _has_owners(row)]
    return Board(last.family, tuple(rows), last.colours, last.cloth)


def _has_owners(row: Row) -> bool:
    return any(isinstance(face.caption, Seat) for face in row.cards)


def _ranked(seat: int, places: Sequence[int], ratings: Ratings) -> Row:
    """Return the board row of a seat in the final ranking, with its place and its change of rating."""
    change = ratings[seat] if ratings else None
    chips = () if change is None else (Chip(_rating(change)),)
    has_winner = max(places) > 1
    is_won = has_winner and places[seat] == 1
    return Row(Seat(seat), chips=chips, is_won=is_won, place=0 if is_won or not has_winner else places[seat])


def _rating(change: RatingChange) -> Text:
    """Return a changed rating as text: the new one and the difference."""
    by = f"{change.after - change.before:+d}".replace("-", "\u2212")
    return text("result-rating", change=by, rating=str(change.after))


def _told(
    snapshot: Snapshot, view: View, result: Result, moment: Moment | None, words: Localizer
) -> list[str]:
    """Return lines on what decided the game, on the scores, and on feats (remarkable acts). Nothing is said
    twice.
    """
    last = [] if moment is None else [moment.headline, moment.line]
    lines = [*last, *snapshot.game.presenter.outcome(view, result), *snapshot.feats]
    distinct: list[str] = []
    for line in [flat(words(line)) for line in lines if line is not None]:
        if not any(line.rstrip(".。!！") in other for other in distinct):
            distinct.append(line)
    return distinct
