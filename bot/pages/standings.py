"""Texts about the end of a game: ranking, winners, scores."""

from __future__ import annotations

from bot.language.localizer import Localizer
from bot.language.names import bold
from bot.pages.people import seat_owner_name
from bot.tables.snapshot import Snapshot
from games.core.game import Game
from games.core.results import Result
from games.core.rules import View
from games.core.words import Seat, Seats, Text, text
from storage.rows import WON

MEDALS = ("🥇", "🥈", "🥉")


def standing_lines(game: Game, view: View, result: Result | None, words: Localizer) -> list[str]:
    """Return lines about the outcome, with each seat's place and score. Without a result, return no lines."""
    if result is None:
        return []
    lines = [words(line) for line in game.presenter.outcome(view, result)]
    for group in result.ranking:
        lines += [_standing(game, view, result, seat, words) for seat in group]
    return lines


def verdict_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return a line about the early end of a game. For other games, return no line."""
    verdict = snapshot.row.verdict
    if verdict is None:
        return [words("table-ended")] if snapshot.is_closed else []
    has_result = verdict.moves is not None and verdict.why != WON
    key = f"ending-{verdict.why}-result" if has_result else f"ending-{verdict.why}"
    if verdict.why == WON and not is_rated_for_winner(snapshot):
        key = "ending-won-early"
    names = [seat_owner_name(snapshot, seat, words.language, bold) for seat in verdict.seats]
    return [words(key, names=words.join(names), count=len(names))]  # theirs, also when they have left since


def is_rated_for_winner(snapshot: Snapshot) -> bool:
    """Return whether the game changes a winner's rating. Also true if no person has won."""
    changes = [
        change
        for seat, place, change in zip(snapshot.seats, snapshot.places, snapshot.ratings, strict=False)
        if place == 1 and seat.user_id is not None
    ]
    return not changes or any(change is not None for change in changes)


def own_result_lines(game: Game, view: View, result: Result, seat: int, words: Localizer) -> list[str]:
    """Return lines about the result for one seat: the winners, and the seat's place and score."""
    place, score = _place_text(result, seat, words), words(score_text(game, view, result, seat))
    return [words.to_reader(seat)(winners_text(result)), f"{place} · {score}"]


def winners_text(result: Result) -> Text:
    """Return a text that names the winners of a game, or the loser if only one seat lost."""
    if not has_winner(result):
        return text("result-tie")
    first = result.ranking[0]
    if len(first) > 1 and len(first) + 1 == len(result.scores) and not result.teams:
        return text("result-lost", seat=Seat(result.ranking[-1][0]))
    return text("result-won", names=Seats(first), count=len(first))


def has_winner(result: Result) -> bool:
    """Return whether the game has a winner. It has none if all seats tie."""
    return len(result.ranking) > 1


def score_text(game: Game, view: View, result: Result, seat: int) -> Text:
    """Return a seat's score in the game's own words, or as a number if the game has none."""
    score = game.presenter.score(view, result, seat)
    return text("result-score", score=f"{result.scores[seat]:g}") if score is None else score


def _standing(game: Game, view: View, result: Result, seat: int, words: Localizer) -> str:
    place, score = _place_text(result, seat, words), words(score_text(game, view, result, seat))
    return f"{place} {words.name(seat)} · {score}"


def _place_text(result: Result, seat: int, words: Localizer) -> str:
    # The first three places are medals, but never the last place.
    place = result.places[seat]
    is_last = seat in result.ranking[-1]
    return words("result-place", place=place) if is_last or place > len(MEDALS) else MEDALS[place - 1]
