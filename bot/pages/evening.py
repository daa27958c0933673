"""The evening (a series of games with mostly the same people): its score as a line, and its summary as a
picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial
from typing import TypeGuard

import msgspec

from bot.driving.evenings import LEAST
from bot.language.localizer import Localizer, plain
from bot.language.names import escape, label
from bot.pages.people import Printer, seat_names
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
from storage.rows import EveningRow

MAX_IN_LINE = 8
"""Limit of people in the line of scores."""


def date_of(at: int) -> str:
    """Return the date (ISO, UTC) of a time in Unix milliseconds."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def score_of(evening: EveningRow, words: Localizer, print_name: Printer) -> str:
    """Return the score of an evening (series of games): each person's name and number of games won."""
    return " · ".join(
        [
            words("evening-share", name=print_name(person.name, False), won=person.won)
            for person in evening.people[:MAX_IN_LINE]
        ]
    )


def _has_score(evening: EveningRow | None) -> TypeGuard[EveningRow]:
    return evening is not None and bool(evening.games) and len(evening.people) >= LEAST


def count_chip(evening: EveningRow | None, user_id: int | None) -> tuple[Chip, ...]:
    """Return a person's score in an evening (series of games) as a chip (short text), in a tuple.

    The tuple is empty if the person or the evening has no score.
    """
    people = evening.people if _has_score(evening) else ()
    return tuple(
        [
            Chip(text("evening-count", won=person.won, games=person.games))
            for person in people
            if person.user_id == user_id
        ]
    )


def others_line(evening: EveningRow | None, seated: Collection[int | None], words: Localizer) -> str:
    """Return a line with the number of games in an evening (series of games), and the scores of some people.

    These are the people whose user ids are not in ``seated``. The line is empty if there is no score yet.
    """
    if not _has_score(evening):
        return ""
    others = msgspec.structs.replace(
        evening, people=tuple([person for person in evening.people if person.user_id not in seated])
    )
    title = words("evening-games", games=evening.games)
    return " · ".join(filter(None, [title, score_of(others, words, lambda name, is_bold: str(name))]))


def score_line(evening: EveningRow | None, words: Localizer) -> str:
    """Return the score of an evening (series of games) in one line; empty if there is no score yet."""
    if not _has_score(evening):
        return ""
    return words("evening-score", scores=score_of(evening, words, escape))


def evening_items(story: EveningSummary, language: str) -> tuple[list[Item], Drawable]:
    """Return the summary of an evening (series of games) as items of a message, and the picture in them."""
    words = Localizer(language)
    poster = _evening_poster(story, words)
    people = [
        words("evening-person", name=label(person.name), won=person.won, games=person.games)
        for person in story.evening.people
    ]
    stem = f"evening-{story.evening.id}"
    picture = LazyPicture(stem, msgspec.json.encode(poster), partial(draw_evening_poster, poster))
    heading = text_display(f"### {words('evening-title')}")
    return [heading, gallery(picture.filename, plain_lines(description_of(poster, people)))], picture


def plain_lines(text: str) -> str:
    """Return a text of one or more lines without Markdown."""
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
    people = tuple(
        [
            EveningScore(label(person.name), person.won, _games_won(won[person.user_id], words))
            for person in evening.people
        ]
    )
    bests = []
    # A highlight has a label before the first dot, such as *highest lie*.
    for best in story.highlights:
        names = Localizer(words.language, seat_names(best, words.language))
        title, _, sentence = plain(names(best.text)).partition(" · ")
        bests.append(BestMoment(title, sentence) if sentence else BestMoment("", title))
    when = words("evening-when", date=date_of(story.ended_at), games=evening.games)
    return EveningPoster(plain(words("evening-title")), when, people, tuple(bests))


def _games_won(won: Counter[str], words: Localizer) -> str:
    games = [
        words("evening-won", game=words(f"{game}-name"), count=count) for game, count in won.most_common()
    ]
    return words("list-comma").join(games)
