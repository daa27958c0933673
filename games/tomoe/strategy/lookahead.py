"""The strong player's tree search: likely deals, lines played out with some sense, places that matter.

It looks at lines of play as ``search`` does, with three differences: deals come as often as they are likely,
whoever plays last to a trick takes it where that is possible, and a line is worth what it does for the match.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from games.tomoe.strategy.search import BACKS, FRONT, Draw, Hands, Node
from games.tomoe.strategy.standing import SHIFT, Standing
from games.tomoe.strategy.tables import ONES, rows

EXPLORE = 0.3
"""How much a line that has been tried little is worth trying."""
_LOGS = [0.0, *[math.log(number) for number in range(1, 40_000)]]


def look_ahead(
    worlds: Sequence[Hands],
    weights: Sequence[float],
    trick: Sequence[int],
    standing: Standing,
    ace: float,
    rounds: int,
    rng: random.Random,
    explore: float = EXPLORE,
) -> dict[int, Node]:
    """Try the moves of seat 0, which is to act.

    Args:
        worlds: hands by seat, one triple for each way in which the unseen cards may lie.
        weights: how likely each of them is.
        trick: the cards of the running trick, bits in the order played.
        standing: what the end of the game is worth.
        ace: what a trick won with rank 1 counts.
        rounds: how many lines are played out.
        rng: chooses worlds and moves.
        explore: how much a line that has been tried little is worth trying.

    Returns:
        For each card how often it was tried and what that brought in sum.
    """
    root = Node()
    line = Line(standing, int(2 * ace), rng.random, explore)
    for world in rng.choices(worlds, weights, k=rounds):
        line.play(root, list(world), list(trick))
    return root.children


class Line:
    """Plays one deal to its end: along the tree while it is known, then by rule of thumb.

    Args:
        standing: what the end of the game is worth.
        ace: what a trick won with rank 1 counts, in halves.
        draw: where whims come from.
        explore: how much a line that has been tried little is worth trying.
    """

    def __init__(self, standing: Standing, ace: int, draw: Draw, explore: float) -> None:
        self._standing = standing
        self._ace = ace
        self._draw = draw
        self._explore = explore

    def play(self, root: Node, hands: list[int], trick: list[int]) -> None:
        """Play on from a position in which seat 0 is to act; the tree learns what came of it."""
        draw = self._draw
        seat, points = 0, 0
        path: list[tuple[int, Node]] = []
        node: Node | None = root
        while hands[seat]:
            hand = hands[seat]
            if trick:
                one = trick[0]
                allowed = hand & FRONT[one] or hand & BACKS[one] or hand
            else:
                allowed = hand
            if node is not None:
                card, child, is_new = self._choose(node, allowed)
                path.append((seat, child))
                node = None if is_new else child
            else:
                if len(trick) == 2:
                    allowed = allowed & rows(trick[0])[trick[1]].third or allowed
                count = allowed.bit_count()
                if count > 1:
                    for _ in range(int(draw() * count)):
                        allowed &= allowed - 1
                card = allowed & -allowed
            hands[seat] = hand ^ card
            if len(trick) < 2:
                trick.append(card)
                seat = (seat + 1) % 3
                continue
            one, two = trick
            trick.clear()
            wins3, wins2 = rows(one)[two]
            if not card & wins3:
                if card & wins2:
                    card, seat = two, seat - 1
                else:
                    card, seat = one, seat - 2
                seat %= 3
            points += (self._ace if card & ONES else 2) << SHIFT * seat
        worths = self._standing.worths(points)
        for mover, child in path:
            child.visits += 1
            child.reward += worths[mover]

    def _choose(self, node: Node, allowed: int) -> tuple[int, Node, bool]:
        """Take an untried card if there is one, else the most promising."""
        children, explore = node.children, self._explore
        untried = 0
        best = -9.0
        best_card = 0
        while allowed:
            card = allowed & -allowed
            allowed ^= card
            child = children.get(card)
            if child is None:
                untried |= card
                continue
            child.possible += 1
            visits = child.visits
            worth = child.reward / visits + explore * math.sqrt(_LOGS[child.possible] / visits)
            if worth > best:
                best, best_card = worth, card
        if not untried:
            return best_card, children[best_card], False
        count = untried.bit_count()
        for _ in range(int(self._draw() * count)):
            untried &= untried - 1
        card = untried & -untried
        child = children[card] = Node()
        child.possible = 1
        return card, child, True
