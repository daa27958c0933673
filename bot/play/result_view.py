"""The result of a game: who has won, the ranking as a picture with what was seen last, what else to tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.interactions import colours
from bot.language.localizer import Localizer, flat
from bot.play.away_view import pause_line
from bot.showing.evening_view import evening_items, score_line
from bot.showing.pages import board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.standings import score_text, verdict_lines, winners_text
from bot.showing.titles import title_line
from bot.tables.snapshot import Decided, Snapshot
from bot.wire.components import Button, Item, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.presentation import Board, Chip, Moment, Row, TableScene
from games.core.rules import Result, View
from games.core.words import Seat, Text, text
from storage.rows import RatingChange, Ratings

LARGE_CARDS = 8
"""More cards than that are small below a ranking: on a phone it would be scrolled away by them."""


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
    gallery, picture = board_gallery(board, words, names, f"result-{snapshot.id}")
    before = verdict_lines(snapshot, words) if snapshot.is_decided else []  # what counts was decided before
    items: list[Item] = [
        text_display(
            f"-# {title_line(snapshot, words)}",
            f"### {words(winners_text(result))}",
            limit=900,
        ),
        gallery,
        text_display(*before, *_told(snapshot, view, result, moment, words), limit=2400),
        text_display(score_line(snapshot.evening, words)),
    ]
    files: list[Drawable] = [picture]
    if snapshot.story is not None:
        evening, keepsake = evening_items(snapshot.story, language)
        items += evening
        files.append(keepsake)
    return framed(*items, *button_rows(buttons), accent=colours.OVER, files=files)


def early_page(snapshot: Snapshot, decided: Decided, buttons: Sequence[Button], language: str) -> Page:
    """Render a game whose result was written before its end, and in which nobody plays on (yet).

    Args:
        snapshot: the table.
        decided: that result.
        buttons: what can be done next.
        language: the channel's language.
    """
    words = people_localizer(snapshot, language)
    places, scene = decided.places, snapshot.scene
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    rows = [_ranked(seat, places, decided.ratings) for seat in order]
    last = scene.board or Board(snapshot.game.rules.family(snapshot.options).name, ())
    board = Board(last.family, (*rows, *_last_seen(last)), last.colours)
    gallery, picture = board_gallery(board, words, seat_names(snapshot, language), f"result-{snapshot.id}")
    first, *others = verdict_lines(snapshot, words)
    pause = [] if snapshot.paused_until is None else [pause_line(snapshot, words)]
    news = [] if not snapshot.is_closed else [words(one) for one in snapshot.news[-1:]]
    items: list[Item] = [
        text_display(f"-# {title_line(snapshot, words)}", f"### {first}", limit=900),
        gallery,
        text_display(*others, *pause, *(f"-# {flat(line)}" for line in news), limit=2400),
        text_display(score_line(snapshot.evening, words)),
    ]
    files: list[Drawable] = [picture]
    if snapshot.story is not None:
        evening, keepsake = evening_items(snapshot.story, language)
        items += evening
        files.append(keepsake)
    return framed(*items, *button_rows(buttons), accent=colours.OVER, files=files)


def _board(snapshot: Snapshot, view: View, result: Result, moment: Moment | None, scene: TableScene) -> Board:
    """Put the ranking above what came to light last."""
    last = moment.board if moment is not None and moment.board is not None else scene.board
    rows = tuple(_row(snapshot, view, result, seat) for group in result.ranking for seat in group)
    if last is None:
        return Board(snapshot.game.rules.family(snapshot.options).name, rows)
    return Board(last.family, (*rows, *_last_seen(last)), last.colours)


def _last_seen(board: Board) -> Iterator[Row]:
    """Keep what lies open; a seat without cards stands in the ranking, and so does the winner's frame."""
    is_small = sum(len(row.cards) for row in board.rows) > LARGE_CARDS
    for row in board.rows:
        if row.cards or not isinstance(row.title, Seat):
            yield replace(row, is_won=False, is_turn=False, is_small=row.is_small or is_small)


def _row(snapshot: Snapshot, view: View, result: Result, seat: int) -> Row:
    """Rank a seat: its place, its score, its rating; who has won is framed."""
    ratings = snapshot.ending.ratings if snapshot.ending is not None else ()
    row = _ranked(seat, result.places, ratings)
    return replace(row, note=score_text(snapshot.game, view, result, seat))


def _ranked(seat: int, places: Sequence[int], ratings: Ratings) -> Row:
    """Rank a seat: its place, what became of its rating; who has won is framed, unless all tie."""
    chips = [Chip(text("result-place", place=places[seat]))]
    change = ratings[seat] if ratings else None
    if change is not None:
        chips.append(Chip(_rating(change)))
    is_won = places[seat] == 1 and max(places) > 1
    return Row(Seat(seat), chips=tuple(chips), is_won=is_won)


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
