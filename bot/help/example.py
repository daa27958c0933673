"""A game in the middle, the same for whoever asks: how a table looks, before one reads how to play."""

from __future__ import annotations

from bot.caches import cached
from bot.thinking.thinkers import advise
from games.core.game import DEFAULT_LEVEL, Game
from games.core.match import Match
from games.core.presentation import Board
from games.core.shuffle import ShuffleKey
from games.core.temperaments import EVEN
from games.core.words import Text

SEATS = 3
"""Number of seats of the example, where the game allows it."""

MOVES = 60
"""By then something has come to light in every game; else the picture is of the table as it is."""


@cached(64, of_people=False)
def example(game: Game) -> tuple[Text, Board | None, int]:
    """Play until something has come to light.

    Takes up to a second the first time: not for the event loop.

    Returns:
        What has happened, its picture, and how many sit there.
    """
    seats = max(game.rules.seats[0], min(SEATS, game.rules.seats[1]))
    match = Match(game.rules, game.rules.setup(seats, {}, 0))
    key = ShuffleKey(bytes(32), game.id, ("0",) * seats)
    for seat in match.decisions(key):
        if len(match.moves) >= MOVES:
            break
        view, legal = match.view(seat), match.legal(seat)
        move = advise(game.id, view, legal, DEFAULT_LEVEL, len(match.moves), EVEN, 1.0)
        match.play(seat, move)
        moment = game.presenter.moment(match.view(None))
        if moment is not None and moment.board is not None and len(match.moves) > 2 * seats:
            return moment.headline, moment.board, seats
    scene = game.presenter.table(match.view(None))
    return scene.headline, scene.board, seats
