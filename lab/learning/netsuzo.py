"""Learn the statistics that strong players of Netsuzo Poker use (``games.netsuzo.strategy.considered``).

    python -m lab.learning.netsuzo [--rounds 5] [--games 2000] [--strong 0.6] [--effort 0.1] [--whim 0.08]
        [--belief]

In each round, strong players and players of the level ``normal`` play games together. The strong players use
the statistics of the previous round. Some of their moves are random, so that rare moves occur, too.

After each round the statistics are fitted to the games of the round. The program prints the final statistics
as JSON.

``--belief`` fits only the probability that a declaration is true. It also prints how well the old and the new
statistics predict whether declarations are true.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Sequence
from math import sqrt
from operator import add, mul
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from benchmarks import command
from games import find_game
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.strategy import sigmoid
from games.netsuzo.hands import Declare, count_cards, is_true
from games.netsuzo.rules import ACCEPT, REJECT, NetsuzoState, NetsuzoView
from games.netsuzo.strategy import draw_move
from games.netsuzo.strategy.considered import (
    KNOTS,
    DeclarationFacts,
    EndChances,
    OpponentModel,
    knot_position,
    learnt_model,
)
from games.netsuzo.strategy.estimator import MoveEstimator
from lab.arena.standings import Z

NETSUZO = find_game("netsuzo")
LATEST = 6
"""Number of declarations after an accepted one that are counted separately. The last of them includes
later ones.
"""
SIZES = 4
"""Number of hand sizes that are counted separately. The last of them includes larger hands."""
LONGEST = 8
"""Number of declarations of a hand that are counted separately. The last of them includes later ones."""
PRIOR = 1.0
"""Strength of the quadratic penalty on regression weights, which keeps them small."""

Player = Callable[[NetsuzoView, Sequence[Move], random.Random], Move]
HIGH = 0.06
"""A declaration is rarely reached if a smaller share of the possible hands reaches it."""
RARE = 0.01
"""A declaration is rarely made if a smaller share of the possible hands makes it."""
Row = tuple[tuple[float, ...], bool]
"""A sample of a regression: the features of a case, and whether the event happened."""


class AcceptedDeclaration(NamedTuple):
    """An accepted declaration, and how the hand (round) ended after it."""

    cards: int  # number of cards passed on
    truth_chance: float  # probability that the next seat can make a higher declaration that is true
    later: int  # number of declarations from this one to the rejected one
    is_end_true: bool  # the rejected declaration was true


class Samples(msgspec.Struct):
    """Samples collected from games."""

    # for each declaration, what the next seat saw, and whether the declaration was true
    beliefs: list[tuple[DeclarationFacts, bool]] = []
    doubts: list[Row] = []  # for each declaration, what the declaring seat saw, and whether it was rejected
    ends: list[AcceptedDeclaration] = []
    # for each hand, the index of the rejected declaration, and whether it was true
    endings: list[tuple[int, bool]] = []


def strong_player(model: OpponentModel, effort: float) -> Player:
    """Return a function that plays like the strong computer player, but with another model."""
    return lambda view, legal, rng: draw_move(
        MoveEstimator(view, rng, effort, model).estimate(legal, ()), rng
    )


def play_sample_game(
    players: Sequence[Player],
    learning: Container[int],
    number: int,
    samples: Samples,
    rng: random.Random,
    whim: float,
) -> None:
    """Play one game, and add samples from it to ``samples``.

    Args:
        learning: the seats that sometimes move at random.
        number: the number of the game, which decides the first seat.
        whim: probability that a learning seat moves at random.
    """
    seats = len(players)
    match = Match(NETSUZO.rules, NETSUZO.rules.setup(seats, {}, number % seats))
    key = ShuffleKey.from_text(f"{rng.random()}")
    declared = 0
    accepted: list[tuple[int, float, int]] = []
    answer_facts: tuple[float, ...] = ()
    while not match.is_over:
        state = match.state
        assert isinstance(state, NetsuzoState)
        if match.to_act == CHANCE:
            # A new hand begins: forget the declarations of the last one.
            if state.stage == "deal":
                accepted = []
                declared = 0
            match.play(CHANCE, match.chance_move(key))
            continue
        assert isinstance(match.to_act, tuple)
        seat = match.to_act[0]
        view = match.view(seat)
        legal = match.legal(seat)
        assert isinstance(view, NetsuzoView)
        is_whim = seat in learning and rng.random() < whim
        move = legal[0]
        if is_whim:
            move = rng.choice(MoveEstimator(view, rng, 0.1).estimate(legal, ())).move
        elif len(legal) > 1:
            move = players[seat](view, legal, rng)
        # Remember how the declaration looks to its own seat, until it is answered.
        if isinstance(move, Declare):
            estimator = MoveEstimator(view, rng, 0.05)
            answer_facts = estimator.answer_facts(move, estimator.expected_hands()).features()
            declared += 1
        elif state.stage == "answer":
            claim, weighed, able = MoveEstimator(view, rng, 0.1).assess_declaration()
            # The answering seat's view, with the truth, which only the simulation knows.
            true = is_true(claim.declaration, count_cards(state.hands[state.turn] + state.open), exact=True)
            samples.beliefs.append((weighed.facts, true))
            # A random or forced answer shows nothing about doubt.
            if len(legal) > 1 and not is_whim:
                samples.doubts.append((answer_facts, move == REJECT))
            if move == ACCEPT:
                accepted.append((claim.hand_size, able, declared))
            else:
                for size, able_then, at in accepted:
                    later = declared - 1 - at
                    samples.ends.append(AcceptedDeclaration(size, able_then, later, true))
                samples.endings.append((declared - 1, true))
        match.play(seat, move)


# --- fitting ----------------------------------------------------------------------------------------


def fit(samples: Samples, before: OpponentModel) -> OpponentModel:
    """Return statistics fitted to samples. Regression weights move only half the way from the old ones."""
    belief = _between(before.belief, _belief_weights(samples))
    doubt = _between(before.doubt, logistic(samples.doubts))
    return OpponentModel(belief, before.trust, doubt, _end_frequencies(samples), _ending_frequencies(samples))


def fit_belief(samples: Samples, before: OpponentModel) -> OpponentModel:
    """Return old statistics with new weights for the probability that a declaration is true.

    Also print how well the old and the new weights predict whether declarations are true.
    """
    weights = tuple([round(weight, 3) for weight in _belief_weights(samples)])
    after = msgspec.structs.replace(before, belief=weights)
    for line in compare_beliefs(samples, before, after):
        print(line, flush=True)
    return after


def _belief_weights(samples: Samples) -> list[float]:
    return logistic([(evidence.features(), true) for evidence, true in samples.beliefs])


GROUPS: tuple[tuple[str, Callable[[DeclarationFacts], bool]], ...] = (
    ("one card", lambda evidence: evidence.hand_size == 1),
    ("two or three cards", lambda evidence: 2 <= evidence.hand_size <= 3),
    ("four or five cards", lambda evidence: 4 <= evidence.hand_size <= 5),
    ("more cards", lambda evidence: evidence.hand_size > 5),
    (
        "more cards, made by < 1 % of hands",
        lambda evidence: evidence.hand_size > 5 and evidence.true_share < RARE,
    ),
    (
        "fewer cards, reached by < 6 % of hands",
        lambda evidence: evidence.hand_size <= 5 and evidence.higher_share < HIGH,
    ),
)
"""Kinds of declarations for which predicted and observed frequencies are compared."""


def compare_beliefs(samples: Samples, before: OpponentModel, after: OpponentModel) -> Iterator[str]:
    """Yield lines of text that compare predicted with observed frequencies of true declarations.

    Args:
        before, after: the old and the new statistics.
    """
    cases = [
        _Belief(evidence, before.truth_chance(evidence), after.truth_chance(evidence), was_true)
        for evidence, was_true in samples.beliefs
    ]
    for name, group in _grouped(cases):
        if group:
            _, before_chances, after_chances, were_true = zip(*group, strict=True)
            share = fmean(were_true)
            half = Z * sqrt(share * (1 - share) / len(group))
            yield (
                f"{name}: predicted {fmean(before_chances):.2f}, then {fmean(after_chances):.2f}, "
                f"true {share:.2f} ± {half:.2f} of {len(group)}"
            )


def _grouped(cases: Sequence[_Belief]) -> Iterator[tuple[str, list[_Belief]]]:
    # Some kinds of declarations, then all declarations by the tenth of their old probability.
    for name, is_one in GROUPS:
        yield name, [case for case in cases if is_one(case.evidence)]
    for tenth in range(10):
        name = f"predicted {tenth / 10:.1f} to {(tenth + 1) / 10:.1f}"
        yield name, [case for case in cases if min(9, int(10 * case.before)) == tenth]


class _Belief(NamedTuple):
    """A declaration, with its probability of being true by the old and by the new statistics."""

    evidence: DeclarationFacts
    before: float
    after: float
    was_true: bool


def _between(old: Sequence[float], new: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(_halfway, old, new))


def _halfway(old: float, new: float) -> float:
    return old + 0.5 * (new - old)


def logistic(rows: Sequence[Row]) -> list[float]:
    """Return the weights of a logistic regression with a quadratic penalty (``PRIOR``)."""
    count = len(rows[0][0])
    weights = [0.0] * count
    for _ in range(8):  # Newton's method converges within a few steps
        gradient = [-PRIOR * weight for weight in weights]
        curve = _zeros(count, count)
        for place in range(count):
            curve[place][place] = PRIOR
        for features, outcome in rows:
            chance = sigmoid(sum(map(mul, weights, features)))
            for row, feature in enumerate(features):
                gradient[row] += (outcome - chance) * feature
                for column in range(count):
                    curve[row][column] += chance * (1 - chance) * feature * features[column]
        step = _solve(curve, gradient)
        weights = list(map(add, weights, step))
    return weights


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    # Gauss-Jordan elimination: multiples of each row are subtracted from all others, until every row has
    # one unknown. The row with the largest factor comes first, since small factors make large errors.
    rows = [list(row) + [value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        best = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        pivot = rows[at]
        for other, row in enumerate(rows):
            if other != at:
                factor = row[at] / pivot[at]
                rows[other] = [value - factor * part for value, part in zip(row, pivot, strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def _end_frequencies(samples: Samples) -> tuple[tuple[EndChances, ...], ...]:
    # For ``OpponentModel.ends``. Each row is for a number of cards passed on. Each column is for a
    # probability (a value in ``KNOTS``) that the next seat can make a true declaration.
    # The last two indexes are the number of further declarations, and whether the rejected one was true (0)
    # or false (1).
    by_size = _zeros(SIZES, len(KNOTS), LATEST, 2)
    by_knot = _zeros(len(KNOTS), LATEST, 2)
    together = _zeros(LATEST, 2)
    for end in samples.ends:
        later = min(end.later, LATEST - 1)
        side = int(not end.is_end_true)
        at, part = knot_position(end.truth_chance)
        # Divide the case between the two knots that its probability lies between.
        for knot, weight in ((at, 1 - part), (at + 1, part)):
            by_size[min(end.cards, SIZES) - 1][knot][later][side] += weight
            by_knot[knot][later][side] += weight
            together[later][side] += weight
    # First all cases together, then by knot, then by size and knot: each smoothed towards the one before.
    even: EndChances = ((0.5 / LATEST, 0.5 / LATEST),) * LATEST
    every = _frequencies([together], (even,), 1)
    knots = _frequencies(by_knot, every * len(KNOTS), 8)
    return tuple([_frequencies(row, knots, 12) for row in by_size])


def _zeros(size: int, *sizes: int) -> list[Any]:
    # Lists in lists, as many as there are sizes, with zeros in the innermost ones.
    if not sizes:
        return [0.0] * size
    return [_zeros(*sizes) for _ in range(size)]


def _frequencies(
    tables: Sequence[Sequence[Sequence[float]]], priors: Sequence[EndChances], weight: float
) -> tuple[EndChances, ...]:
    # ``tables``: for each table and each further declaration, two counts of hands: the declaration was
    # rejected and true, or it was rejected and false. ``weight``: how many observed cases a prior is worth.
    smoothed = []
    for table, prior in zip(tables, priors, strict=True):
        total = sum(map(sum, table)) + weight
        pairs = zip(table, prior, strict=True)
        smoothed.append(
            tuple([((t + weight * p) / total, (f + weight * q) / total) for (t, f), (p, q) in pairs])
        )
    return tuple(smoothed)


def _ending_frequencies(samples: Samples) -> EndChances:
    # For the first, second, ... declaration after a deal: how often it is true and rejected, and false and
    # rejected.
    counts = _zeros(LONGEST, 2)
    for at, true in samples.endings:
        counts[min(at, LONGEST - 1)][not true] += 1
    return tuple([(true / len(samples.endings), false / len(samples.endings)) for true, false in counts])


def main() -> None:
    """Run the command line: learn, and print the statistics of the last round as JSON."""
    parser = command(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--strong", type=float, default=0.6, help="how many of the players are strong")
    parser.add_argument("--effort", type=float, default=0.1)
    parser.add_argument("--seed", default="netsuzo")
    parser.add_argument("--whim", type=float, default=0.08, help="share of random moves of strong players")
    parser.add_argument("--belief", action="store_true", help="fit the belief in declarations alone")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    model = learnt_model()

    def steady(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
        return NETSUZO.advise(view, legal, "normal", rng)

    # Each round plays games with the statistics of the round before, and fits new ones.
    for number in range(1, chosen.rounds + 1):
        samples = Samples()
        for game in range(chosen.games):
            players: list[Player] = [steady] * 3
            learning = []
            for seat in range(3):
                if rng.random() < chosen.strong:
                    players[seat] = strong_player(model, chosen.effort)
                    learning.append(seat)
            play_sample_game(players, learning, game, samples, rng, chosen.whim)
        if chosen.belief:
            model = fit_belief(samples, model)
            continue
        model = fit(samples, model)
        print(
            f"round {number}: {len(samples.beliefs)} declarations, {len(samples.endings)} hands", flush=True
        )
    print(msgspec.json.encode(model).decode())


if __name__ == "__main__":
    main()
