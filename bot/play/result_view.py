"""The result of a game: who has won, the ranking as a picture with what was seen last, what else to tell."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.interactions import colours
from bot.language.localizer import Localizer, flat
from bot.showing.evening_view import evening_items, score_line
from bot.showing.pages import board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.phone import TABLE, height, rows_of
from bot.showing.standings import has_winner, score_text, verdict_lines, winners_text
from bot.showing.titles import short_title
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, Item, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.presentation import Board, Chip, Moment, Row, TableScene
from games.core.rules import Result, View
from games.core.words import Seat, Text, text
from storage.rows import RatingChange

LARGE_CARDS = 8
"""Of more cards than that only those of who has won are large."""

LAYOUTS = ((340, 9), (300, 9), (260, 9), (260, 3), (220, 2), (220, 1))
"""How high a phone may show the picture, and how many lines are told: the first that fits is taken."""


def result_page(
    snapshot: Snapshot, view: View, result: Result, buttons: Sequence[Button], language: str
) -> Page:
    """Render the message that a game ends with.

    Args:
        snapshot: the table, whose game is over.
        view: a spectator's view of it.
        result: how it ended.
        buttons: what can be done next.
        language: the channel's language.
    """
    words = people_localizer(snapshot, language)
    presenter = snapshot.game.presenter
    scene, moment = snapshot.scene, presenter.moment(view)
    board = _board(snapshot, view, result, moment, scene)
    names = seat_names(snapshot, language)
    before = verdict_lines(snapshot, words) if snapshot.is_decided else []  # what counts was decided before
    told = _told(snapshot, view, result, moment, words)
    above = text_display(
        f"-# {short_title(snapshot, words)}",
        f"### {words(winners_text(result))}",
        limit=900,
    )
    below: list[Item] = [text_display(score_line(snapshot.evening, words))]
    files: list[Drawable] = []
    if snapshot.story is not None:
        evening, keepsake = evening_items(snapshot.story, language)
        below += evening
        files.append(keepsake)
    below += rows_of(buttons)
    for tall, lines in LAYOUTS:
        gallery, picture = board_gallery(board, words, names, f"result-{snapshot.id}", tall)
        items = [above, gallery, text_display(*before, *told[:lines], limit=2400), *below]
        if height(items, [picture, *files]) <= TABLE:
            break
    return framed(*items, accent=colours.OVER, files=[picture, *files])


def _board(snapshot: Snapshot, view: View, result: Result, moment: Moment | None, scene: TableScene) -> Board:
    """Show everybody by place, each with the cards that were seen last; who has won first, and large."""
    last = moment.board if moment is not None and moment.board is not None else scene.board
    rows = () if last is None else last.rows
    seen = {row.title.seat: row for row in rows if row.cards and isinstance(row.title, Seat)}
    others = [row for row in rows if not isinstance(row.title, Seat)]
    is_small = sum([len(row.cards) for row in rows]) > LARGE_CARDS
    found = [_row(snapshot, view, result, seat, seen.get(seat)) for group in result.ranking for seat in group]
    found += [replace(row, is_won=False) for row in others]
    found = [replace(row, is_small=is_small and not row.is_won) for row in found]
    if last is None:
        return Board(snapshot.game.rules.family(snapshot.options).name, tuple(found))
    return Board(last.family, tuple(found), last.colours)


def _row(snapshot: Snapshot, view: View, result: Result, seat: int, seen: Row | None) -> Row:
    """Rank a seat: its place, its score, its rating, its cards; who has won is framed."""
    score = score_text(snapshot.game, view, result, seat)
    ratings = snapshot.ending.ratings if snapshot.ending is not None else ()
    change = ratings[seat] if ratings else None
    chips = () if change is None else (Chip(_rating(change)),)
    is_won = has_winner(result) and result.places[seat] == 1
    groups, said = ((), ()) if seen is None else (seen.groups, seen.chips)
    place = result.places[seat] if has_winner(result) and not is_won else 0
    return Row(Seat(seat), groups, score, chips=(*chips, *said), is_won=is_won, place=place)


def _rating(change: RatingChange) -> Text:
    """Tell a rating with its change."""
    by = f"{change.after - change.before:+d}".replace("-", "\u2212")
    return text("result-rating", change=by, rating=str(change.after))


def _told(
    snapshot: Snapshot, view: View, result: Result, moment: Moment | None, words: Localizer
) -> list[str]:
    """Say what decided the game, what it came to, and what was best in it; nothing twice."""
    last = [] if moment is None else [moment.headline, moment.line]
    feats = () if snapshot.ending is None else snapshot.ending.feats
    lines = [*last, *snapshot.game.presenter.outcome(view, result), *feats]
    told: list[str] = []
    for line in [flat(words(line)) for line in lines if line is not None]:
        if not any(line.rstrip(".。!！") in other for other in told):
            told.append(line)
    return told
