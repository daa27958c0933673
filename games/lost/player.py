"""The computer player of Lost Poker: for each move, how likely is it to lose after it? (``strategy``)"""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.moves import Move
from games.lost.moves import DOUBT
from games.lost.state import LostView
from games.lost.strategy.mind import Mind

NOISE = {"easy": 0.1, "normal": 0.02, "hard": 0.02}
"""How far, at random, a move on the own turn may be misjudged: whims, and claims that cannot be foreseen."""
ANSWER_NOISE = {"easy": 0.3, "normal": 0.2, "hard": 0.2}
"""The same for answers to a claim that may or may not be true: who always answers alike is seen through."""
CARELESS = {"easy": 0.45, "normal": 0.0, "hard": 0.0}
"""How often any move will do that is not the certain end."""
SURE = 0.999
"""From where on losing counts as certain; whims never choose it while there is anything else."""


def advise(
    view: LostView, legal: Sequence[Move], level: str, rng: random.Random, effort: float = 1.0
) -> Move:
    """Choose a move; arguments as for every computer player (``games.core.game.Advise``)."""
    if len(legal) == 1:
        return legal[0]
    mind = Mind(view)
    losses = mind.losses(legal)
    noise = ANSWER_NOISE[level] * mind.doubtfulness() if DOUBT in legal else NOISE[level]
    bearable = [(move, loss) for move, loss in losses if loss < SURE] or losses
    if rng.random() < CARELESS[level]:
        return rng.choice(bearable)[0]
    felt = [(loss + rng.uniform(-noise, noise), move) for move, loss in bearable]
    return min(felt, key=lambda choice: choice[0])[1]
