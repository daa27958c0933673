"""The computer player of Tandem: it leads its highest card, and later plays the lowest card that stays
ahead.
"""

import random
from collections.abc import Sequence

from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.rules import replace_at
from tests.examples.tandem.rules import RANKS, Play, TandemView, strength


def advise(view: TandemView, legal: Sequence[Move], level: str, rng: random.Random, *_: object) -> Move:
    """Return the move that the computer player chooses; see ``games.core.game.Advise``."""
    plays = [move for move in legal if isinstance(move, Play)]
    if level == "easy" or view.seat is None:
        return rng.choice(plays)

    def value(play: Play) -> tuple[bool, int]:
        assert view.seat is not None
        trick = replace_at(view.trick, view.seat, play.card)
        mine = view.seat % 2
        theirs = 1 - view.seat % 2
        is_ahead = strength(trick, view.leader, mine) > strength(trick, view.leader, theirs)
        height = RANKS.index(STANDARD.rank[play.card])
        return is_ahead, height if view.seat == view.leader else -height

    return max(plays, key=value)
