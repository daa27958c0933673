"""The chapters and turning points (reveals of cards) of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.core.match import Match
from games.core.presentation import Presenter, TableScene
from games.core.rules import View
from games.core.words import Text

MAX_STOPS = 25
"""Discord's limit of options in a menu."""


class Stop(msgspec.Struct, frozen=True):
    """A position that a menu of a replay offers."""

    number: int  # of moves before the position
    name: tuple[Text, ...]


class Outline(msgspec.Struct, frozen=True):
    """The positions of a game to which a reader of its replay can jump."""

    chapters: tuple[Stop, ...]  # the beginnings of battles, rounds or tricks
    turning_points: tuple[Stop, ...]  # reveals of cards


def outline(match: Match, presenter: Presenter[Any], moves_played: int) -> tuple[Outline, Match]:
    """Return the outline of a game, and the game as it was after ``moves_played`` moves."""
    chapters: list[Stop] = []
    turning_points: list[Stop] = []
    then, again = Match(match.rules, match.setup), Match(match.rules, match.setup)
    # One replay of the game serves chapters, reveals and the position that is shown.
    for number, (actor, move) in enumerate(match.moves, 1):
        again.play(actor, move)
        if number == moves_played:
            then = again.copy()
        view = again.view(None)
        name = presenter.chapter(view)
        # A chapter begins where the name changes.
        if name and (not chapters or chapters[-1].name != name):
            chapters.append(Stop(number, name))
        moment = presenter.moment(view)
        if moment is not None:
            turning_points.append(Stop(number, (moment.headline,)))
    return Outline(tuple(chapters), tuple(turning_points)), then


def scene_of(presenter: Presenter[Any], view: View) -> TableScene:
    """Return what a replay shows at a position: cards that were just revealed, otherwise the table."""
    scene, moment = presenter.table(view), presenter.moment(view)
    return scene if moment is None else TableScene(moment.headline, moment.line, moment.board or scene.board)


def stops_around(stops: Sequence[Stop], moves_played: int) -> Sequence[Stop]:
    """Return up to ``MAX_STOPS`` successive stops around a position."""
    behind = sum(stop.number <= moves_played for stop in stops)
    start = max(0, min(behind - MAX_STOPS // 2, len(stops) - MAX_STOPS))
    return stops[start : start + MAX_STOPS]


def latest_stop(stops: Sequence[Stop], moves_played: int) -> Stop | None:
    """Return the last stop at or before a position; ``None`` if there is none."""
    return next((stop for stop in reversed(stops) if stop.number <= moves_played), None)
