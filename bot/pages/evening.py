"""The score of an evening (series of games with mostly the same people) as a line and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple, TypeGuard

import msgspec

from bot.driving.evenings import LEAST
from bot.language.localizer import Localizer, plain
from bot.language.names import escape, label
from bot.pages.names_in_pictures import PlayerName, drawn_names
from bot.pages.people import NameFormatter, seat_names
from bot.pictures import LazyPicture
from bot.pictures.evening_poster import (
    BestMoment,
    EveningPoster,
    EveningScore,
    description_of,
    draw_evening_poster,
)
from bot.tables.table_facts import EveningSummary
from bot.wire.components import Item, gallery, text_display
from bot.wire.messages import Drawable
from games.core.presentation import Chip
from games.core.words import text
from storage.fields import NOBODY
from storage.rows import EveningRow

MAX_IN_LINE = 8
"""Limit of people in the line of scores."""


def date_of(at: int) -> str:
    """Return the date (ISO, UTC) of a time in Unix milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def scores_text(evening: EveningRow, words: Localizer, format_name: NameFormatter) -> str:
    """Return each person's name and number of games won in an evening (series of games)."""
    return " · ".join(
        [
            words("evening-share", name=format_name(person.name, False), won=person.won)
            for person in evening.people[:MAX_IN_LINE]
        ]
    )


def _has_score(evening: EveningRow | None) -> TypeGuard[EveningRow]:
    return evening is not None and bool(evening.games) and len(evening.people) >= LEAST


def score_chips(evening: EveningRow | None, user_id: int | None) -> tuple[Chip, ...]:
    """Return a person's score in an evening (series of games) as one short text, or no text."""
    people = evening.people if _has_score(evening) else ()
    return tuple(
        [
            Chip(text("evening-count", won=person.won, games=person.games))
            for person in people
            if person.user_id == user_id
        ]
    )


def other_scores_line(evening: EveningRow | None, seated: Collection[int | None], words: Localizer) -> str:
    """Return a line with an evening's number of games and the scores of people not at the table.

    Args:
        evening: the series of games so far.
        seated: user ids of the people at the table.
    """
    if not _has_score(evening):
        return ""
    others = msgspec.structs.replace(
        evening, people=tuple([person for person in evening.people if person.user_id not in seated])
    )
    title = words("evening-games", games=evening.games)
    return " · ".join(filter(None, [title, scores_text(others, words, lambda name, is_bold: str(name))]))


def score_line(evening: EveningRow | None, words: Localizer) -> str:
    """Return the score of an evening (series of games) in one line, or an empty line."""
    if not _has_score(evening):
        return ""
    return words("evening-score", scores=scores_text(evening, words, escape))


class EveningItems(NamedTuple):
    """Items of a message, and the picture that they show."""

    items: list[Item]
    picture: Drawable


def evening_items(story: EveningSummary, language: str) -> EveningItems:
    """Return the poster of an evening (series of games) as items of a message."""
    words = Localizer(language)
    poster = _evening_poster(story, words)
    people = [
        words("evening-person", name=label(person.name), won=person.won, games=person.games)
        for person in story.evening.people
    ]
    stem = f"evening-{story.evening.id}"
    picture = LazyPicture(stem, msgspec.json.encode(poster), partial(draw_evening_poster, poster))
    heading = text_display(f"### {words('evening-title')}")
    return EveningItems(
        [heading, gallery(picture.filename, plain_lines(description_of(poster, people)))], picture
    )


def plain_lines(text: str) -> str:
    """Remove Markdown from each line of a text."""
    return "\n".join([plain(line) for line in text.split("\n")])


def _evening_poster(story: EveningSummary, words: Localizer) -> EveningPoster:
    evening = story.evening
    won: dict[int, Counter[str]] = {person.user_id: Counter() for person in evening.people}
    # A win counts for the person who still had the seat at the end.
    for game in story.games:
        for seat in game.winners:
            user_id = game.seats[seat].user_id
            if user_id in won and not (game.seats[seat].has_left or game.seats[seat].is_taken):
                won[user_id][game.game] += 1
    handles = {row.user_id: row.handle for game in story.games for row in game.seats}
    names = [
        PlayerName(label(person.name), label(handles.get(person.user_id, NOBODY)))
        for person in evening.people
    ]
    people = tuple(
        [
            EveningScore(drawn, person.won, _games_won(won[person.user_id], words), name.text)
            for drawn, name, person in zip(drawn_names(names), names, evening.people, strict=True)
        ]
    )
    bests = []
    # A highlight has a label before the first dot, such as *highest lie*.
    for best in story.highlights:
        drawn = Localizer(words.language, drawn_names(seat_names(best, words.language)))
        title, _, sentence = plain(drawn(best.text)).partition(" · ")
        bests.append(BestMoment(title, sentence) if sentence else BestMoment("", title))
    when = words("evening-when", date=date_of(story.ended_at), games=evening.games)
    return EveningPoster(plain(words("evening-title")), when, people, tuple(bests))


def _games_won(won: Counter[str], words: Localizer) -> str:
    games = [
        words("evening-won", game=words(f"{game}-name"), count=count) for game, count in won.most_common()
    ]
    return words("list-comma").join(games)
