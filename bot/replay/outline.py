"""The outline of a game that is over: where its chapters begin, and its moments of truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.tables.fold import walk
from games.core.match import Match
from games.core.presentation import Presenter, TableScene
from games.core.rules import View
from games.core.words import Text

MOST_STOPS = 25
"""Discord's limit of options in one menu."""


class Stop(msgspec.Struct, frozen=True):
    """A place worth going to: the number of moves played by then, and what it is called."""

    number: int
    name: tuple[Text, ...]


class Outline(msgspec.Struct, frozen=True):
    """What there is in a game: where games, rounds, battles or tricks begin; its moments of truth."""

    chapters: tuple[Stop, ...]
    turning_points: tuple[Stop, ...]


def outline(match: Match, presenter: Presenter[Any], stop_at: int) -> tuple[Outline, Match]:
    """Look through a game as a spectator; return its outline, and how it stood after ``stop_at`` moves."""
    chapters: list[Stop] = []
    turning_points: list[Stop] = []
    then = Match(match.rules, match.setup)
    for number, position in enumerate(walk(match), 1):
        if number == stop_at:
            then = position.match.copied()
        view = position.match.view(None)
        name = presenter.chapter(view)
        if name and (not chapters or chapters[-1].name != name):
            chapters.append(Stop(number, name))
        moment = presenter.moment(view)
        if moment is not None:
            turning_points.append(Stop(number, (moment.headline,)))
    return Outline(tuple(chapters), tuple(turning_points)), then


def scene_of(presenter: Presenter[Any], view: View) -> TableScene:
    """Give what stood at the table: the scene, or a moment of truth in its place."""
    scene, moment = presenter.table(view), presenter.moment(view)
    return scene if moment is None else TableScene(moment.headline, moment.line, moment.board or scene.board)


def nearest(stops: Sequence[Stop], number: int) -> Sequence[Stop]:
    """Choose the stops around a place, as many as a menu holds."""
    behind = sum(stop.number <= number for stop in stops)
    start = max(0, min(behind - MOST_STOPS // 2, len(stops) - MOST_STOPS))
    return stops[start : start + MOST_STOPS]


def current(stops: Sequence[Stop], number: int) -> Stop | None:
    """Find the last stop up to a place."""
    return next((stop for stop in reversed(stops) if stop.number <= number), None)
