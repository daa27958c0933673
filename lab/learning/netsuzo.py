"""Learn the figures that the strong player of Netsuzo Poker reckons with (``games.netsuzo.strategy.learnt``).

    python -m lab.learning.netsuzo [--rounds 5] [--games 2000] [--strong 0.6] [--effort 0.1]

In each round strong players, who reckon with the figures of the round before, and steady ones (``normal``)
play among each other; now and then a strong one moves at random, so that what is seldom played is known, too.
Then the figures are fitted to what was seen: two logistic regressions and a table of frequencies. Half of
each step is taken. So the strong players learn to answer themselves and a weaker kind at the same time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Sequence

import msgspec

from benchmarks import command
from games import find_game
from games.core.learner import chance_of
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.netsuzo.hands import is_true, tally
from games.netsuzo.moves import ACCEPT, REJECT, Declare
from games.netsuzo.player import draw_move
from games.netsuzo.state import NetsuzoState, NetsuzoView
from games.netsuzo.strategy.judge import Judge
from games.netsuzo.strategy.learnt import KNOTS, Ends, Figures, between, learnt

NETSUZO = find_game("netsuzo")
WHIM = 0.08
"""Share of random moves of a player that is learning."""
LATEST = 6
"""Number of declarations after an acceptance that are told apart."""
SIZES = 4
LONGEST = 8
"""Number of declarations of a hand that are told apart."""
PRIOR = 1.0

Player = Callable[[NetsuzoView, Sequence[Move], random.Random], Move]
Row = tuple[tuple[float, ...], bool]
"""Features, and what came."""


class Seen(msgspec.Struct):
    """What games have shown.

    Args:
        beliefs: of each declaration, as its neighbour saw it, whether it was true.
        doubts: of each declaration, as its declarer saw it, whether it was rejected.
        ends: of each acceptance how many cards were passed on, how likely their new owner was to go higher,
            how many declarations later the hand ended, whether that one was true.
        endings: of each hand the number of its last declaration, whether it was true.
    """

    beliefs: list[Row] = []
    doubts: list[Row] = []
    ends: list[tuple[int, float, int, bool]] = []
    endings: list[tuple[int, bool]] = []


def strong(figures: Figures, effort: float) -> Player:
    """Make a player that reckons with given figures."""
    return lambda view, legal, rng: draw_move(Judge(view, rng, effort, figures).estimate(legal, ()), rng)


def watch(
    players: Sequence[Player], learning: Container[int], number: int, seen: Seen, rng: random.Random
) -> None:
    """Let players play a game, and note what it shows.

    Args:
        players: who sits where.
        learning: the seats that move at random now and then.
        number: the number of the game; who begins moves on with it.
        seen: where to note.
        rng: the dice.
    """
    seats = len(players)
    match = Match(NETSUZO.rules, NETSUZO.rules.setup(seats, {}, number % seats))
    key = ShuffleKey.from_text(f"{rng.random()}")
    said = 0
    accepted: list[tuple[int, float, int]] = []
    prospect: tuple[float, ...] = ()
    while not match.is_over:
        state = match.state
        assert isinstance(state, NetsuzoState)
        if match.to_act == CHANCE:
            accepted, said = ([], 0) if state.stage == "deal" else (accepted, said)
            match.play(CHANCE, match.chance_move(key))
            continue
        assert isinstance(match.to_act, tuple)
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        assert isinstance(view, NetsuzoView)
        is_whim = seat in learning and rng.random() < WHIM
        move = legal[0]
        if is_whim:
            move = rng.choice(Judge(view, rng, 0.1).estimate(legal, ())).move
        elif len(legal) > 1:
            move = players[seat](view, legal, rng)
        if isinstance(move, Declare):
            judge = Judge(view, rng, 0.05)
            prospect = judge.prospect(move, *judge.sample_outside()).features()
            said += 1
        elif state.stage == "answer":
            claim, weighed, able = Judge(view, rng, 0.1).assess_claim()
            true = is_true(claim.bid, tally((*state.hands[state.turn], *state.open)), exact=True)
            seen.beliefs.append((weighed.evidence.features(), true))
            if len(legal) > 1 and not is_whim:
                seen.doubts.append((prospect, move == REJECT))
            if move == ACCEPT:
                accepted.append((claim.size, able, said))
            else:
                seen.ends += [(size, able, said - 1 - at, true) for size, able, at in accepted]
                seen.endings.append((said - 1, true))
        match.play(seat, move)


# --- fitting ----------------------------------------------------------------------------------------


def fit(seen: Seen, before: Figures) -> Figures:
    """Fit figures to what was seen, and go half of the way from those before."""
    belief = _between(before.belief, logistic(seen.beliefs))
    doubt = _between(before.doubt, logistic(seen.doubts))
    return Figures(belief, doubt, _ends(seen), _endings(seen))


def _between(old: Sequence[float], new: Sequence[float]) -> tuple[float, ...]:
    return tuple([one + 0.5 * (other - one) for one, other in zip(old, new, strict=True)])


def logistic(rows: Sequence[Row]) -> list[float]:
    """Fit a logistic regression by Newton's method, with a quadratic penalty ``PRIOR / 2``."""
    count = len(rows[0][0])
    weights = [0.0] * count
    for _ in range(8):
        gradient = [-PRIOR * weight for weight in weights]
        curve = [[PRIOR * (row == column) for column in range(count)] for row in range(count)]
        for features, came in rows:
            chance = chance_of(sum([one * other for one, other in zip(weights, features, strict=True)]))
            for row, feature in enumerate(features):
                gradient[row] += (came - chance) * feature
                for column in range(count):
                    curve[row][column] += chance * (1 - chance) * feature * features[column]
        step = _solve(curve, gradient)
        weights = [one + other for one, other in zip(weights, step, strict=True)]
    return weights


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for other in range(len(rows)):
            if other != at:
                factor = rows[other][at] / rows[at][at]
                rows[other] = [one - factor * own for one, own in zip(rows[other], rows[at], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def _ends(seen: Seen) -> tuple[tuple[Ends, ...], ...]:
    """Count how hands end after acceptances; what is seldom is drawn to what comes in larger groups."""
    counted = [[[[0.0, 0.0] for _ in range(LATEST)] for _ in KNOTS] for _ in range(SIZES)]
    for size, able, later, true in seen.ends:
        at, part = between(able)
        for knot, weight in ((at, 1 - part), (at + 1, part)):
            counted[min(size, SIZES) - 1][knot][min(later, LATEST - 1)][not true] += weight
    even: Ends = ((0.5 / LATEST, 0.5 / LATEST),) * LATEST
    every = _drawn([_sum([_sum(row) for row in counted])], (even,), 1)
    knots = _drawn(
        [_sum([row[knot] for row in counted]) for knot in range(len(KNOTS))], every * len(KNOTS), 8
    )
    return tuple([_drawn(row, knots, 12) for row in counted])


def _sum(tables: Sequence[Sequence[Sequence[float]]]) -> list[list[float]]:
    return [[sum([table[at][side] for table in tables]) for side in (0, 1)] for at in range(LATEST)]


def _drawn(
    tables: Sequence[Sequence[Sequence[float]]], priors: Sequence[Ends], weight: float
) -> tuple[Ends, ...]:
    """Turn counts into frequencies, with so many imagined cases of each prior."""
    found = []
    for table, prior in zip(tables, priors, strict=True):
        total = sum(map(sum, table)) + weight
        pairs = zip(table, prior, strict=True)
        found.append(
            tuple([((t + weight * p) / total, (f + weight * q) / total) for (t, f), (p, q) in pairs])
        )
    return tuple(found)


def _endings(seen: Seen) -> Ends:
    """Count how hands end."""
    found = [[0, 0] for _ in range(LONGEST)]
    for at, true in seen.endings:
        found[min(at, LONGEST - 1)][not true] += 1
    return tuple([(true / len(seen.endings), false / len(seen.endings)) for true, false in found])


def main() -> None:
    """Learn, and print the figures of the last round."""
    parser = command(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--strong", type=float, default=0.6, help="how many of the players are strong")
    parser.add_argument("--effort", type=float, default=0.1)
    parser.add_argument("--seed", default="netsuzo")
    chosen = parser.parse_args()
    rng, figures = random.Random(chosen.seed), learnt()

    def steady(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
        return NETSUZO.advise(view, legal, "normal", rng)

    for number in range(1, chosen.rounds + 1):
        seen = Seen()
        for game in range(chosen.games):
            seats = [rng.random() < chosen.strong for _ in range(3)]
            players = [strong(figures, chosen.effort) if one else steady for one in seats]
            learning = [seat for seat, one in enumerate(seats) if one]
            watch(players, learning, game, seen, rng)
        figures = fit(seen, figures)
        print(f"round {number}: {len(seen.beliefs)} declarations, {len(seen.endings)} hands", flush=True)
    print(msgspec.json.encode(figures).decode())


if __name__ == "__main__":
    main()
