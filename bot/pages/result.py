"""The message with the result of a game: the winners, a picture of the ranking, and highlights."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from typing import NamedTuple

from msgspec.structs import replace

from bot import interactions
from bot.language import Localizer, flat, plain
from bot.pages.acts import games_so_far, is_between_games, pause_line
from bot.pages.boards import worded_board
from bot.pages.people import (
    drawn_names,
    page_localizer,
    portraits_of,
    seat_names,
    short_title,
    texts_of,
    with_short_names,
)
from bot.pages.phone import TABLE, MeasuredItems, fits, page_height, rows_of
from bot.pages.standings import (
    early_end_lines,
    equal_scores_line,
    evening_items,
    guessers_line,
    other_scores_line,
    score_tags,
    score_text,
    trophy_line,
    winners_text,
)
from bot.pictures import Poster, Quote
from bot.pictures.drawing import StampText
from bot.pictures.labels import printable
from bot.tables.snapshot import Snapshot
from bot.times import date_text
from bot.wire.components import Button, Item, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.cards import Card
from games.core.presentation import Board, Mark, PictureStory, RevealScene, Row, Tag
from games.core.rules import Result, View
from games.core.words import Seat, Text, text
from storage.rows import RatingChange


class _PosterLayout(NamedTuple):
    poster_height: int
    line_count: int
    has_quote: bool  # the poster shows the best highlight


LAYOUTS = (
    _PosterLayout(400, 9, True),
    _PosterLayout(360, 9, True),
    _PosterLayout(330, 9, True),
    _PosterLayout(330, 4, True),
    _PosterLayout(300, 1, True),
    _PosterLayout(260, 0, True),
    _PosterLayout(300, 9, False),
    _PosterLayout(260, 3, False),
    _PosterLayout(220, 1, False),
)
"""The layouts of the page. The first layout that fits is used."""

POSTED = 460
"""Height in points of the picture in a channel for results."""


def result_page(
    snapshot: Snapshot, view: View, result: Result, buttons: Sequence[Button], language: str
) -> Page:
    """Return the message that ends a game."""
    words = page_localizer(snapshot, language)
    reveal = snapshot.game.presenter.reveal(view)
    lines = list[str]()
    if snapshot.row.is_decided:
        lines += early_end_lines(snapshot, words)
    lines += _lines_about_end(snapshot, view, result, reveal, words)
    board = _final_board(snapshot, view, result, reveal)
    reason = equal_scores_line(snapshot.game, result, words)
    return _page(snapshot, words(winners_text(result)), board, lines, buttons, words, reason)


def early_page(snapshot: Snapshot, buttons: Sequence[Button], language: str) -> Page:
    """Return the message about a game that was ended early and has a result."""
    words = page_localizer(snapshot, language)
    headline, *lines = early_end_lines(snapshot, words)
    if snapshot.is_paused:
        lines.append(pause_line(snapshot, words))
    if snapshot.is_closed:
        lines += [f"-# {flat(words(line))}" for line in snapshot.news[-1:]]
    return _page(snapshot, headline, _early_board(snapshot), lines, buttons, words)


def stopped_page(snapshot: Snapshot, buttons: Sequence[Button], language: str) -> Page:
    """Return the message about a match that was stopped between two of its games."""
    words = page_localizer(snapshot, language)
    so_far = games_so_far(snapshot)
    assert so_far is not None
    result = so_far.result
    rows = list[Row]()
    for seat in chain.from_iterable(result.ranking):
        row = _ranking_row(snapshot, seat, result.places)
        rows.append(replace(row, note=so_far.points_of(seat)))
    headline = words(so_far.standing())
    return _page(
        snapshot, headline, _board(snapshot, rows, None), early_end_lines(snapshot, words), buttons, words
    )


def poster_page(snapshot: Snapshot, buttons: Sequence[Button], language: str) -> Page:
    """Return a short message about a finished game: its winners, and a picture of the ranking."""
    page = _poster_page(snapshot, buttons, language)
    if page_height(page) <= TABLE:
        return page
    # Only many long names make the message too high.
    return _poster_page(with_short_names(snapshot), buttons, language, has_chips=False)


def _poster_page(
    snapshot: Snapshot, buttons: Sequence[Button], language: str, *, has_chips: bool = True
) -> Page:
    words = page_localizer(snapshot, language)
    view = snapshot.view
    if view is not None and view.result is not None and not snapshot.row.is_decided:
        reveal = snapshot.game.presenter.reveal(view)
        headline = words(winners_text(view.result))
        board = _final_board(snapshot, view, view.result, reveal)
    else:
        headline = early_end_lines(snapshot, words)[0]
        board = _early_board(snapshot)
    if not has_chips:
        board = _without_chips(board)
    picture_board = worded_board(board, words, seat_names(snapshot, language))
    poster = _poster(snapshot, words)
    gallery, picture = picture_board.at_height(f"result-{snapshot.id}", POSTED, poster=poster)
    above = text_display(f"-# {short_title(snapshot, words)}", f"### {headline}")
    rows = button_rows(buttons)
    return framed(above, gallery, rows, accent=interactions.OVER, files=[picture], language=language)


def _final_board(snapshot: Snapshot, view: View, result: Result, reveal: RevealScene | None) -> Board:
    last = snapshot.scene.board
    if reveal is not None and reveal.board is not None:
        last = reveal.board
    rows = list[Row]()
    for seat in chain.from_iterable(result.ranking):
        score = score_text(snapshot.game, view, result, seat)
        rows.append(replace(_ranking_row(snapshot, seat, result.places), note=score))
    return _board(snapshot, rows, last)


def _early_board(snapshot: Snapshot) -> Board:
    places = snapshot.places
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    ranked = [_ranking_row(snapshot, seat, places) for seat in order]
    # The next game of the match is dealt at once, and its cards say nothing of the result.
    if is_between_games(snapshot):
        return _board(snapshot, ranked, None)
    return _board(snapshot, ranked, snapshot.scene.board)


def _rests(
    snapshot: Snapshot, buttons: Sequence[Button], words: Localizer, reason: str
) -> list[MeasuredItems]:
    """Return the parts below the ranking in three sizes, from the largest to the smallest.

    Trophy, guessers and the reason for the places are left out only if nothing else makes the page fit.
    """
    below = list[Item]()
    files: list[Drawable] = []
    # The last game of an evening also shows its summary.
    if snapshot.story is not None:
        evening, evening_picture = evening_items(snapshot.story, words.language)
        below += evening
        files.append(evening_picture)
    below += rows_of(buttons)
    trophy = trophy_line(snapshot, words)
    reason_line = f"-# {reason}" if reason else ""
    rests = list[MeasuredItems]()
    for notes in ([reason_line, guessers_line(snapshot, words), trophy], [trophy], []):
        rests.append(MeasuredItems([text_display(notes), *below], files))
    return rests


def _page(
    snapshot: Snapshot,
    headline: str,
    board: Board,
    lines: Sequence[str],
    buttons: Sequence[Button],
    words: Localizer,
    reason: str = "",
) -> Page:
    # The last lines are left out if the page is too high for a phone.
    names = seat_names(snapshot, words.language)
    above = text_display(f"-# {short_title(snapshot, words)}", f"### {headline}")
    rests = _rests(snapshot, buttons, words, reason)
    poster = _poster(snapshot, words)
    # The poster shows the best highlight, so the text below need not.
    if snapshot.best is None:
        quoted = ""
    else:
        quoted = flat(words(snapshot.best.headline))
    drawn_board = worded_board(board, words, names)
    # The largest layout that fits a phone; the last one is taken in any case.
    layouts = list(product(rests, LAYOUTS))
    layouts.append((rests[-1], LAYOUTS[-1]))
    for number, (rest, layout) in enumerate(layouts, 1):
        if number == len(layouts):
            # Many long names leave no space for ratings and the evening's score.
            drawn_board = worded_board(_without_chips(board), words, names)
        if layout.has_quote:
            drawn_poster = poster
            unsaid = [line for line in lines if line != quoted]
        else:
            drawn_poster = replace(poster, quote=None)
            unsaid = list(lines)
        gallery, picture = drawn_board.at_height(
            f"result-{snapshot.id}", layout.poster_height, poster=drawn_poster
        )
        about = text_display(unsaid[: layout.line_count])
        measured = MeasuredItems([above, gallery, about], [picture])
        if fits([measured, rest], TABLE):
            break
    return framed(
        measured.items,
        rest.items,
        accent=interactions.OVER,
        files=[picture, *rest.pictures],
        language=words.language,
    )


def _poster(snapshot: Snapshot, words: Localizer) -> Poster:
    ended = snapshot.row.ended_at
    date = date_text(ended, words.language) if ended else ""
    line = " · ".join(filter(None, [date, snapshot.server]))
    seated = [seat.user_id for seat in snapshot.seats]
    foot = plain(other_scores_line(snapshot.evening, seated, words))
    quote = None
    if snapshot.best is not None:
        quote = _quote(snapshot, snapshot.best, words)
    game = plain(words(f"{snapshot.game.id}-name"))
    return Poster(printable(game), printable(line), printable(foot), quote)


def _quote(snapshot: Snapshot, tale: PictureStory, words: Localizer) -> Quote:
    players = seat_names(snapshot, words.language)
    names = texts_of(players)
    shown_names = drawn_names(players)
    portraits = portraits_of(players)
    plainly = Localizer(words.language, names)
    drawn = Localizer(words.language, shown_names)
    first = tale.frames[0]
    last = tale.frames[-1]
    title = _quote_title(tale.headline, words)
    # The speaker of a claim, or the player of the act; what they said, or the name of their hand.
    named_seat = tale.headline.args.get("seat")
    hero = named_seat.seat if isinstance(named_seat, Seat) else first.seat
    seat = first.seat if first.bubble else hero
    assert seat is not None
    assert hero is not None
    tags = chain.from_iterable([row.tags for row in last.rows])
    utterance = first.bubble or next((tag.text for tag in tags), None)
    description = [plain(plainly(title)).partition(" · ")[0]]
    judge = None
    # A claim and the act that answers it have two people.
    if hero != seat:
        description.append(names[hero])
        judge = portraits[hero]
    description.append(names[seat])
    drawn_speech = ""
    if utterance is not None:
        speech = plain(plainly(utterance))
        description.append(words("tale-said", said=speech) if speech else "")
        drawn_speech = plain(drawn(utterance))
    # A bubble has quotation marks, the name of a hand has none.
    if first.bubble:
        drawn_speech = words("tale-said", said=drawn_speech)
    cards = _decisive_cards(tale, seat)
    description.append(plainly.cards([card for card, _ in cards], tale.family))
    stamp = None
    if tale.stamp is not None:
        stamp = StampText(printable(plain(words(tale.stamp.text))), tale.stamp.tone)
        description.append(stamp.text)
    return Quote(
        title=printable(plain(drawn(title))),
        name=printable(shown_names[seat]),
        portrait=portraits[seat],
        speech=printable(drawn_speech),
        description=" · ".join(filter(None, description)),
        cards=cards,
        stamp=stamp,
        judge=judge,
    )


def _quote_title(headline: Text, words: Localizer) -> Text:
    """Return the kind of a highlight with its player, so that it is not taken for the reader's own."""
    title = Text(f"{headline.key}-title", headline.args)
    # A game of another package may have no such title.
    return title if words.has(title.key) else headline


def _decisive_cards(tale: PictureStory, seat: int) -> tuple[tuple[Card, Mark], ...]:
    rows = tale.frames[-1].rows
    faces = list(chain.from_iterable([row.cards for row in rows]))
    hot = [face.card for face in faces if face.mark == "hot"]
    if tale.stamp is not None and hot:
        return tuple([(card, "") for card in dict.fromkeys(hot)])
    if not rows:
        return ()
    row = next((row for row in rows if row.title == Seat(seat)), rows[0])
    return tuple([(face.card, face.mark) for face in row.cards])


def _board(snapshot: Snapshot, ranked: Sequence[Row], last: Board | None) -> Board:
    # The best highlight has its own cards; the last ones would be a second story.
    if last is not None and snapshot.best is not None:
        return Board(last.family, tuple(ranked), last.colours, last.cloth)
    if last is None:
        return Board(snapshot.game.rules.family(snapshot.options).name, tuple(ranked))
    open_rows = [row for row in last.rows if _has_open_card(row)]
    open_hands = {row.title: row for row in open_rows if isinstance(row.title, Seat)}
    rows = list[Row]()
    for row in ranked:
        hand = open_hands.get(row.title) if isinstance(row.title, Seat) else None
        if hand is not None:
            row = replace(row, groups=hand.groups, tags=(*row.tags, *hand.tags))
        rows.append(row)
    # Open cards of nobody follow, but not in rows that name people once more.
    rows += [row for row in open_rows if not isinstance(row.title, Seat) and not _names_people(row)]
    return Board(last.family, tuple(rows), last.colours, last.cloth)


def _has_open_card(row: Row) -> bool:
    return any(face.card for face in row.cards)


def _without_chips(board: Board) -> Board:
    return replace(board, rows=tuple([replace(row, tags=()) for row in board.rows]))


def _names_people(row: Row) -> bool:
    named: list[object] = [face.caption for face in row.cards]
    lines: list[object] = [tag.text for tag in row.tags]
    lines += (row.title, row.note)
    for line in lines:
        if isinstance(line, Text):
            named += line.args.values()
    return any(isinstance(each, Seat) for each in named)


def _ranking_row(snapshot: Snapshot, seat: int, places: Sequence[int]) -> Row:
    change = snapshot.ratings[seat] if snapshot.ratings else None
    tags = score_tags(snapshot.evening, snapshot.seats[seat].user_id)
    if change is not None:
        tags = (Tag(_rating_text(change)), *tags)
    has_winner = max(places) > 1
    is_won = has_winner and places[seat] == 1
    # A winner has a crown in place of a number.
    place = places[seat] if has_winner and not is_won else 0
    return Row(Seat(seat), tags=tags, is_won=is_won, place=place)


def _rating_text(change: RatingChange) -> Text:
    by = f"{change.after - change.before:+d}".replace("-", "\u2212")
    return text("result-rating", change=by, rating=str(change.after))


def _lines_about_end(
    snapshot: Snapshot, view: View, result: Result, reveal: RevealScene | None, words: Localizer
) -> list[str]:
    # The second line of the last reveal names the winners. Here the headline and the ranking do.
    lines = list[Text]()
    if reveal is not None:
        lines.append(reveal.headline)
    lines += snapshot.game.presenter.outcome(view, result)
    lines += snapshot.highlights
    return [flat(words(line)) for line in lines]
