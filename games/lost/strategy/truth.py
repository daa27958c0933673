"""How claims turned out when computer players played each other: were they true, what was answered?

``learnt.json`` was written by the command that stands in it (``benchmarks.lost_learning``). A claim is told
by what the equilibrium of the play (``claims``) says of it, which knows what the cards do, and by what a
person could name: its kind, how many such cards are seen, what lies in the two fields, what its player has
been shown to do, how many cards are left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from games.core.learner import Tables, starts_of
from games.lost.hands import JOKER_BIT
from games.lost.moves import CLAIMS
from games.lost.strategy.fields import COLUMNS, SUITS, outlook
from games.lost.strategy.worth import Counts

MASKS = dict(zip(CLAIMS, (*SUITS, *COLUMNS, JOKER_BIT), strict=True))
"""The cards of which each claim is true."""
STEPS = (0.08, 0.18, 0.28, 0.36, 0.43, 0.5, 0.57, 0.64, 0.72, 0.82, 0.92)
"""Where what the equilibrium says is told apart."""
ODDS, KIND, SEEN, FIELD, RECORD, CARDS = len(STEPS) + 1, 4, 8, 4, 5, 4
SHAPES = (
    (ODDS, KIND),
    (KIND, SEEN, FIELD),
    (KIND, FIELD, FIELD, 2, 2),
    (KIND, RECORD, CARDS),
    (ODDS, RECORD),
    (len(CLAIMS), CARDS),
    (ODDS, 2, 2, CARDS),
)
STARTS = starts_of(SHAPES)


class Learnt(msgspec.Struct, frozen=True):
    """What was learnt from play.

    Args:
        made: the command that made it.
        truths: how likely a claim is true.
        doubts: how likely it is doubted rather than trusted; first of false claims, then of true ones, since
            who answers sees cards that its player does not see, and doubts lies the more often.
        takes: how likely the answer is a lost.
    """

    made: str
    truths: list[int]
    doubts: list[int]
    takes: list[int]


class Truth:
    """What is known of claims.

    Args:
        truths, doubts, takes: as in ``Learnt``.
    """

    def __init__(self, truths: Tables, doubts: Tables, takes: Tables) -> None:
        self.truths, self.doubts, self.takes = truths, doubts, takes


@cache
def learnt() -> Truth:
    """Read what comes with the game."""
    data = files(__package__).joinpath("learnt.json").read_bytes()
    found = msgspec.json.decode(data, type=Learnt)
    return Truth(*map(Tables, (found.truths, found.doubts, found.takes)))


def keys(
    table: Counts, claim: str, player: int, target: int, told: tuple[int, int], seen: int, odds: float
) -> tuple[int, ...]:
    """Give the places that speak of a claim.

    Args:
        table: the position.
        claim: what is said.
        player: who says it.
        target: who has to answer.
        told: how many of the player's claims were shown to be true, and how many false.
        seen: the cards whose place is known, a mask.
        odds: what the equilibrium says, as a chance.
    """
    cards = MASKS[claim]
    at = CLAIMS.index(claim)
    kind = (3 if table.joker_in == player else 2) if cards == JOKER_BIT else int(at >= len(SUITS))
    mine, theirs = table.masks[player], table.masks[target]
    there, here = min(3, (theirs & cards).bit_count()), min(3, (mine & cards).bit_count())
    kills, killed = int(outlook(theirs).fatal & cards > 0), int(outlook(mine).fatal & cards > 0)
    known = min(SEEN - 1, (seen & cards).bit_count())
    record = min(4, max(0, told[0] - told[1] + 2))
    left = min(3, table.sizes[player] // 2)
    said = bisect_right(STEPS, odds)
    s = STARTS
    return (
        s[0] + said * KIND + kind,
        s[1] + (kind * SEEN + known) * FIELD + there,
        s[2] + (((kind * FIELD + there) * FIELD + here) * 2 + kills) * 2 + killed,
        s[3] + (kind * RECORD + record) * CARDS + left,
        s[4] + said * RECORD + record,
        s[5] + at * CARDS + left,
        s[6] + ((said * 2 + kills) * 2 + killed) * CARDS + left,
    )


def if_true(places: Sequence[int], is_so: bool) -> tuple[int, ...]:
    """Give the places that speak of the doubt of a claim which is true, or is not."""
    return tuple([place + STARTS[-1] * is_so for place in places])
