"""Evenings, seasons, standings and trophies as parts of pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeGuard

import msgspec

from bot.driving.evenings import LEAST
from bot.known_faces import known_faces
from bot.language import Localizer, bold, escape, game_name, label, plain
from bot.pages.acts import is_between_games
from bot.pages.people import (
    NameFormatter,
    PlayerName,
    drawn_names,
    portraits_of,
    seat_names,
    seat_owner_name,
)
from bot.pictures import LazyPicture
from bot.pictures.posters import (
    BestHighlight,
    EveningPoster,
    EveningScore,
    description_of,
    draw_evening_poster,
)
from bot.pictures.scores import Plaque, PlaquePicture
from bot.tables.snapshot import EveningSummary, Snapshot
from bot.times import date_text
from bot.wire.components import Button, Item, MediaGallery, button, gallery, text_display
from bot.wire.messages import Drawable
from games.core.cards import all_but
from games.core.game import Game
from games.core.presentation import Cloth, Tag
from games.core.rules import Result, View
from games.core.trophies import Trophy
from games.core.words import Seat, Seats, Text, text, yes_no
from games.trophies import COMMON, find_trophy
from storage.rows import ENDED, NOBODY, WON, EveningPerson, EveningRow, Name
from storage.scores.seasons import Season

# --- seasons ------------------------------------------------------------------------------------------------
# The names and ends of seasons as texts.


def season_name(season: Season, words: Localizer, format_name: NameFormatter = escape) -> str:
    """Return a season's name if managers have chosen one, otherwise its month."""
    if season.name:
        return format_name(season.name, False)
    day = season.last_day
    return words("season-month", month=Text(f"month-{day.month}"), year=str(day.year))


def season_end(season: Season) -> str:
    """Return Discord's markup for the end of a season, shown in the reader's time zone."""
    return f"<t:{season.ends_at // 1000}:f>"


# --- standings ----------------------------------------------------------------------------------------------
# Texts about the end of a game: ranking, winners, scores.

MEDALS = ("🥇", "🥈", "🥉")


def standing_lines(game: Game, view: View, result: Result | None, words: Localizer) -> list[str]:
    """Return lines about the outcome, with each seat's place and score. Without a result, return no lines."""
    if result is None:
        return []
    lines = [words(line) for line in game.presenter.outcome(view, result)]
    for group in result.ranking:
        lines += [_standing(game, view, result, seat, words) for seat in group]
    return lines


def early_end_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return a line about the early end of a game. For other games, return no line."""
    verdict = snapshot.row.verdict
    if verdict is None:
        return [words("table-ended")] if snapshot.is_closed else []
    has_result = verdict.moves is not None and verdict.why != WON
    if has_result:
        key = f"ending-{verdict.why}-result"
    else:
        key = f"ending-{verdict.why}"
    if verdict.why == WON and not is_rated_for_winner(snapshot):
        key = "ending-won-early"
    if verdict.why == ENDED and is_between_games(snapshot):
        key = "ending-stopped"
    names = [seat_owner_name(snapshot, seat, words.language, bold) for seat in verdict.seats]
    eliminates = yes_no(snapshot.game.rules.has_elimination)
    # The names are those of the people who decided, even if they have left since.
    return [words(key, names=words.join(names), count=len(names), eliminates=eliminates)]


def is_rated_for_winner(snapshot: Snapshot) -> bool:
    """Return whether the game changes a winner's rating. Also true if no person has won."""
    changes = []
    for seat, place, change in zip(snapshot.seats, snapshot.places, snapshot.ratings, strict=False):
        if place == 1 and seat.user_id is not None:
            changes.append(change)
    return not changes or any(change is not None for change in changes)


def guessers_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line about who guessed right how often in a finished game, or an empty line."""
    shares = []
    for name, score in snapshot.best_guessers:
        share = words("guessers-share", name=escape(name), right=score.right, count=score.count)
        shares.append(share)
    if not shares:
        return ""
    return words("guessers", names=" · ".join(shares))


def equal_scores_line(game: Game, result: Result, words: Localizer) -> str:
    """Return the line that explains different places of players with equal scores, or an empty line."""
    reason = game.presenter.equal_scores_reason
    if reason is None:
        return ""
    places_by_score: dict[float, set[int]] = {}
    for score, place in zip(result.scores, result.places, strict=True):
        places_by_score.setdefault(score, set()).add(place)
    if any(len(places) > 1 for places in places_by_score.values()):
        return words(reason)
    return ""


def own_result_lines(game: Game, view: View, result: Result, seat: int, words: Localizer) -> list[str]:
    """Return lines about the result for one seat: the winners, and the seat's place and score."""
    to_reader = words.to_reader(seat)
    score = to_reader(score_text(game, view, result, seat))
    loser = _single_loser(result)
    if loser == seat:
        lines = [to_reader(winners_text(result)), words("result-own-lost", score=score)]
    elif loser is None:
        own = words("result-own", place=_place_text(result, seat, words), score=score)
        lines = [to_reader(winners_text(result)), own]
    else:
        # The place among several winners says little, so why the loser lost takes its room.
        lost = words(score_text(game, view, result, loser))
        own = words("result-own-among", score=score, loser=words.name(loser), lost=lost)
        lines = [words("result-won-among", loser=words.name(loser)), own]
    others = all_but(chain.from_iterable(result.ranking), (seat, loser))
    # Of two players the winner is named above.
    if len(result.scores) == 2:
        return lines
    return lines + _other_lines(game, view, result, others, words)


def _other_lines(
    game: Game, view: View, result: Result, others: Sequence[int], words: Localizer
) -> list[str]:
    # The places of all others in small print.
    lines = []
    for other in others:
        score = words(score_text(game, view, result, other))
        place = _place_text(result, other, words)
        lines.append(words("result-other", place=place, name=words.name(other), score=score))
    return [f"-# {' · '.join(lines)}"]


def winners_text(result: Result) -> Text:
    """Return a text that names the winners of a game, or the loser if only one seat lost."""
    if not has_winner(result):
        return text("result-tie")
    loser = _single_loser(result)
    if loser is not None:
        return text("result-lost", seat=Seat(loser))
    first = result.ranking[0]
    return text("result-won", names=Seats(first), count=len(first))


def _single_loser(result: Result) -> int | None:
    # The seat that lost while several others won.
    first = result.ranking[0]
    if len(first) > 1 and len(first) + 1 == len(result.scores) and not result.teams:
        return result.ranking[-1][0]
    return None


def has_winner(result: Result) -> bool:
    """Return whether the game has a winner. It has none if all seats tie."""
    return len(result.ranking) > 1


def score_text(game: Game, view: View, result: Result, seat: int) -> Text:
    """Return a seat's score in the game's own words, or as a number if the game has none."""
    score = game.presenter.score(view, result, seat)
    if score is None:
        return text("result-score", score=f"{result.scores[seat]:g}")
    return score


def _standing(game: Game, view: View, result: Result, seat: int, words: Localizer) -> str:
    place = _place_text(result, seat, words)
    score = words(score_text(game, view, result, seat))
    return f"{place} {words.name(seat)} · {score}"


def _place_text(result: Result, seat: int, words: Localizer) -> str:
    # The first three places are medals, but never the last place.
    place = result.places[seat]
    is_last = seat in result.ranking[-1]
    named_place = words("result-place", place=place)
    if is_last or place > len(MEDALS):
        return named_place
    return f"{MEDALS[place - 1]} {named_place}"


# --- trophies -----------------------------------------------------------------------------------------------
# Texts and pictures of trophies, for the message of a finished game and for panels.

OWN = "all"
"""Stands in custom ids in place of a user id, in buttons that show the trophies of the person who taps."""

MOST_OWN = 4
"""Limit of a player's new trophies that are named at the end of a game. Further ones are only counted."""


def trophy_name(name: str, words: Localizer) -> str:
    """Return the name of a trophy such as ``"bull.catch"`` in the reader's language."""
    kind, _, ident = name.partition(".")
    return words(f"{kind}-trophy-{ident}")


def trophy_sign(name: str, words: Localizer) -> str:
    """Return the character, or the two letters, drawn on a trophy such as ``"bull.catch"``."""
    kind, _, ident = name.partition(".")
    return words(f"{kind}-trophy-{ident}-sign")


def trophy_reason(name: str, trophy: Trophy, words: Localizer) -> str:
    """Return a sentence about the act for which people win a trophy."""
    kind, _, ident = name.partition(".")
    return words(f"{kind}-trophy-{ident}-about", target=trophy.target)


def _won_for(name: str, trophy: Trophy, words: Localizer) -> str:
    # The trophy of a first game would read as a task although it is won.
    kind, _, ident = name.partition(".")
    done = f"{kind}-trophy-{ident}-done"
    return words(done) if words.has(done) else trophy_reason(name, trophy, words)


def game_trophies_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that shows the reader's trophies for the game that was played."""
    kind = snapshot.game.id if snapshot.game.trophies else COMMON
    return button("shelf", OWN, words("button-trophies"), kind)


def trophy_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line about the rarest trophy won in a finished game and all who won it, or an empty line."""
    named = snapshot.named_trophies
    if not named:
        return ""
    return words(
        "trophy-named",
        names=words.join([words.name(won.seat) for won in named]),
        count=len(named),
        trophy=trophy_name(named[0].name, words),
        first=yes_no(named[0].holders == len(named)),
    )


def own_trophies(snapshot: Snapshot) -> dict[str, Trophy]:
    """Return the viewer's trophies from this game by full name such as ``"bull.catch"``, rarest first."""
    if not snapshot.is_closed:
        return {}
    trophies: dict[str, Trophy] = {}
    for won in snapshot.trophies:
        if won.seat != snapshot.mine.seat:
            continue
        trophy = find_trophy(won.name)
        if trophy is not None:
            trophies[won.name] = trophy
    return trophies


def own_trophy_lines(won: dict[str, Trophy], words: Localizer, *, is_short: bool = False) -> list[str]:
    """Return lines about the reader's new trophies, each with its name and the reason.

    Args:
        won: the trophies by full name such as ``"bull.catch"``, rarest first.
        is_short: return a single line with the names only.
    """
    if is_short:
        names = [trophy_name(name, words) for name in won]
        return [words("trophy-names", trophies=words.join(names))]
    lines = []
    for name, trophy in won.items():
        about = _won_for(name, trophy, words)
        lines.append(words("trophy-own", trophy=trophy_name(name, words), about=about))
    more = len(lines) - MOST_OWN
    # "1 more" would take as much room as the line itself.
    if more > 1:
        lines[MOST_OWN:] = [words("trophy-more", count=more)]
    return lines


class TrophyGallery(NamedTuple):
    """A gallery (component of a message) and the picture of trophies that it shows."""

    gallery: MediaGallery
    picture: PlaquePicture


def trophy_gallery(
    trophies: dict[str, Trophy], won: Sequence[str], stem: str, cloth: Cloth, words: Localizer
) -> TrophyGallery:
    """Return a picture of trophies with the gallery that shows it.

    Args:
        trophies: the trophies by full name such as ``"bull.catch"``.
        won: the full names of the trophies that were won. All remaining trophies are drawn dark.
        stem: the beginning of the picture's file name.
        cloth: decides the colours of the background.
    """
    plaques = []
    descriptions = []
    for name, trophy in trophies.items():
        is_won = name in won
        plaques.append(Plaque(trophy_sign(name, words), trophy.metal, is_won))
        alt = words("trophies-alt", trophy=trophy_name(name, words), is_won=yes_no(is_won))
        descriptions.append(alt)
    picture = PlaquePicture(stem, plaques, cloth)
    return TrophyGallery(gallery(picture.filename, plain(words("list-comma").join(descriptions))), picture)


# --- evening ------------------------------------------------------------------------------------------------
# The score of an evening (series of games with mostly the same people) as a line and as a picture.

MAX_IN_LINE = 8
"""Limit of people in the line of scores."""


def scores_text(evening: EveningRow, words: Localizer, format_name: NameFormatter) -> str:
    """Return each person's name and number of games won in an evening (series of games)."""
    shares = []
    for person in evening.people[:MAX_IN_LINE]:
        name = format_name(person.name, False)
        shares.append(words("evening-share", name=name, won=person.won, right=person.right))
    return " · ".join(shares)


def _has_score(evening: EveningRow | None) -> TypeGuard[EveningRow]:
    return evening is not None and bool(evening.games) and len(evening.people) >= LEAST


def score_tags(evening: EveningRow | None, user_id: int | None) -> tuple[Tag, ...]:
    """Return a label with a person's wins in an evening, in a tuple; empty if the person has no score."""
    if not _has_score(evening):
        return ()
    for person in evening.people:
        if person.user_id == user_id:
            return (Tag(text("evening-count", won=person.won, games=person.games, right=person.right)),)
    return ()


def other_scores_line(evening: EveningRow | None, seated: Collection[int | None], words: Localizer) -> str:
    """Return a line with an evening's number of games and the scores of people not at the table.

    Args:
        evening: the series of games so far.
        seated: user ids of the people at the table.
    """
    if not _has_score(evening):
        return ""
    absent = tuple([person for person in evening.people if person.user_id not in seated])
    line = words("evening-games", games=evening.games)
    if not absent:
        return line
    others = msgspec.structs.replace(evening, people=absent)
    return f"{line} · {scores_text(others, words, lambda name, is_bold: str(name))}"


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
    people = [_evening_person(person, words) for person in story.evening.people]
    stem = f"evening-{story.evening.id}"
    picture = LazyPicture(stem, msgspec.json.encode(poster), partial(draw_evening_poster, poster))
    heading = text_display(f"### {words('evening-title')}")
    description = plain_lines(description_of(poster, people))
    return EveningItems([heading, gallery(picture.filename, description)], picture)


def _evening_person(person: EveningPerson, words: Localizer) -> str:
    name = label(person.name)
    return words("evening-person", name=name, won=person.won, games=person.games, right=person.right)


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
    handles = dict[int | None, Name]()
    for game in story.games:
        handles |= {row.user_id: row.handle for row in game.seats}
    names = []
    for person in evening.people:
        handle = label(handles.get(person.user_id, NOBODY))
        names.append(PlayerName(label(person.name), handle, known_faces().find(person.user_id)))
    scores = []
    named_people = zip(drawn_names(names), portraits_of(names), evening.people, strict=True)
    for drawn_name, portrait, person in named_people:
        games = _games_won(won[person.user_id], words)
        scores.append(EveningScore(drawn_name, person.won, portrait, games))
    bests = []
    # A highlight has a label before the first dot, such as *highest lie*.
    for best in story.highlights:
        drawn = Localizer(words.language, drawn_names(seat_names(best, words.language)))
        title, _, sentence = plain(drawn(best.text)).partition(" · ")
        bests.append(BestHighlight(title, sentence) if sentence else BestHighlight("", title))
    when = words("evening-when", date=date_text(story.ended_at, words.language), games=evening.games)
    return EveningPoster(plain(words("evening-title")), when, tuple(scores), tuple(bests))


def _games_won(won: Counter[str], words: Localizer) -> str:
    games = [
        words("evening-won", game=words(game_name(game)), count=count) for game, count in won.most_common()
    ]
    return words("list-comma").join(games)
