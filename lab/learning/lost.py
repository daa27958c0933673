"""Learn the numbers that the computer players of Lost Poker use, for claims and for positions.

    python -m lab.learning.lost claims [--games 450] [--seed 1] [--out games/lost/strategy/learnt.json]
    python -m lab.learning.lost notes --seats 3 [--games 1500] [--seed 1] samples-3.npz
    python -m lab.learning.lost worth --seats 3 samples-3.npz ...

``claims`` learns how often claims are true and how they are answered. In its games, most seats play by the
tables learnt so far, and some play at the level ``normal``. Every answered claim updates the tables. The
result is a mean over the later half of the games.

``notes`` collects samples of positions from games of computer players. Some of their moves are random, so
that poor positions occur, too. A sample has the features of a position, as one viewer knows it, and the seats
that were eliminated in the end.

``worth`` trains the network of ``games.lost.strategy.claims`` on these samples, and writes it to its
file.
``notes`` and ``worth`` need numpy: ``pip install numpy``.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import command
from games import find_game
from games.core.match import Match, ShuffleKey
from games.core.strategy import LookupModel
from games.lost import strategy
from games.lost.hands import JOKER_BIT, mask_of
from games.lost.moves import DOUBT, LOST, TRUST, is_true
from games.lost.possible import open_cards
from games.lost.rules import LostState, LostView
from games.lost.strategy import TEMPERATURES, draw_move, with_discard_corrections
from games.lost.strategy.claims import ALL, LAYOUT, RiskEstimator, doubt_chance, doubt_indices
from games.lost.strategy.elimination import FEATURES, EliminationModel, TableCounts
from lab.learning.learner import Learner, write_tables

try:
    import numpy as np
except ModuleNotFoundError:
    np = None

GAME = find_game("lost")
STRATEGY = Path(strategy.__file__).parent

# --- claims --------------------------------------------------------------------------------------------

NAMES = ("truths", "doubts", "takes")
SHARE_OF_OTHERS = 0.15
"""Share of seats that play at the level ``normal`` and not by the learnt tables."""
STEPS = (0.3, 0.004)
"""The first and the smallest learning rate of a table entry."""


def learn_from_game(learners: dict[str, Learner], rng: random.Random) -> None:
    """Play one game of computer players, and learn from every answer to a claim.

    Args:
        learners: the learners of the tables ``truths``, ``doubts`` and ``takes``, by name.
    """
    truth = {name: learner.tables for name, learner in learners.items()}
    seats = rng.choice((3, 3, 3, 4))
    match = Match(GAME.rules, GAME.rules.setup(seats, {}, rng.randrange(seats)))
    # Some seats play as ``normal``, so that the tables also fit weaker players.
    is_other = [rng.random() < SHARE_OF_OTHERS for _ in range(seats)]
    key = ShuffleKey.from_text(f"{rng.random()}")
    for seat in match.decisions(key):
        state = match.state
        view = match.view(seat)
        legal = match.legal(seat)
        assert isinstance(state, LostState)
        assert isinstance(view, LostView)
        move = legal[0]
        if len(legal) > 1:
            estimator = RiskEstimator(view, truth)
            if is_other[seat]:
                move = GAME.advise(view, legal, "normal", rng)
            else:
                judged = with_discard_corrections(view, estimator.estimate_moves(legal), "expert")
                move = draw_move(judged, rng, TEMPERATURES["expert"])
            # The move is an answer to a claim: learn from it before it is played.
            if state.play is not None and not state.is_placing:
                learn(learners, state, estimator, seat, move)
        match.play(seat, move)


def learn(
    learners: dict[str, Learner], state: LostState, estimates: RiskEstimator, seat: int, move: object
) -> None:
    """Learn from a seat's answer to a claim.

    Args:
        learners: the learners of the tables ``truths``, ``doubts`` and ``takes``, by name.
    """
    waiting = state.waiting
    claim = waiting.claim
    player = waiting.seat
    odds = estimates.estimate_played_card().truth_chance
    # A seat that knows the truth from its own cards teaches nothing about belief.
    if 0.0 < odds < 1.0:
        indices = estimates.claim_indices(claim, player, seat, odds, estimates.unseen_mask)
        learners["truths"].learn(indices, float(is_true(waiting.card, claim)))
    ideal = estimates.equilibria(player, seat)(claim)
    indices = estimates.claim_indices(
        claim, player, seat, doubt_chance(ideal.answers), estimates.non_public_mask
    )
    if state.losts_left(seat):
        learners["takes"].learn(indices, float(move == LOST))
    if move in (TRUST, DOUBT):
        indices = doubt_indices(indices, is_true(waiting.card, claim))
        learners["doubts"].learn(indices, float(move == DOUBT))


# --- worth ---------------------------------------------------------------------------------------------

WHIMS = (0.0, 0.0, 0.05, 0.1)
"""Probabilities of a random move. Each player draws one of them for a game."""
LOSTS = tuple("333333301245")
"""Values of the option ``losts`` (cards that a seat may discard); each is drawn as often as it is listed."""
LONGEST = 400
"""Number of moves after which a game is given up and not used."""
HIDDEN = 12
"""Number of hidden units of the network."""
EPOCHS = 24
"""Number of passes over the samples in training."""
BATCH = 512
"""Number of samples of one training step."""
RATE = 3e-3
"""Learning rate of the first epoch. It falls linearly towards zero."""
DECAY = 1e-4
"""Weight decay: the factor of each weight that is added to its gradient."""
HELD_BACK = 0.12
"""Share of the samples that are used only to test the trained network."""


def network_inputs(match: Match, viewer: int | None) -> list[tuple[float, ...]]:
    """Return the network's inputs for every seat, using only what a seat or a spectator (``None``) knows."""
    state = match.state
    view = match.view(viewer)
    assert isinstance(state, LostState)
    assert isinstance(view, LostView)
    # All cards that the viewer knows; the network reckons with the others as unseen.
    known = mask_of(open_cards(view)) | mask_of(view.hand)
    for pile in view.piles:
        known |= mask_of({lost.card for lost in pile if lost.card})
    if view.joker_in is not None:
        known |= JOKER_BIT
    seats = range(view.seats)
    losts = tuple(map(view.losts_left, seats))
    table = TableCounts(tuple(map(mask_of, view.fields)), view.sizes, losts, view.joker_in)
    hand = mask_of(view.hand)
    judge = EliminationModel(view.seats, view.turn, viewer, ALL & ~known, hand)
    return [judge.features(table, hand, seat) for seat in seats]


def samples_of_game(
    seats: int, rng: random.Random, levels: Sequence[str]
) -> Iterator[tuple[Any, list[float]]]:
    """Play one game, and yield samples for the network: the inputs of all seats, and the right outputs.

    The right output is 0 for a surviving seat, and 1 / n for each of n eliminated seats.

    Args:
        levels: each seat plays at a random one of these levels.
    """
    options = {"losts": rng.choice(LOSTS)}
    match = Match(GAME.rules, GAME.rules.setup(seats, options, rng.randrange(seats)))
    key = ShuffleKey.from_text(f"{rng.random()}")
    players = [(rng.choice(levels), rng.choice(WHIMS)) for _ in range(seats)]
    samples = []
    for seat in match.decisions(key):
        if len(match.moves) >= LONGEST:
            break
        state = match.state
        legal = match.legal(seat)
        assert isinstance(state, LostState)
        if all(state.fields) and state.play is None:
            # Two views of each turn are enough: neighbouring samples are much alike.
            samples += [network_inputs(match, viewer) for viewer in rng.sample([None, *range(seats)], 2)]
        # Some moves are random, so that poor positions occur, too.
        level, whims = players[seat]
        if all(state.fields) and rng.random() < whims:
            move = rng.choice(legal)
        else:
            move = GAME.advise(match.view(seat), legal, level, rng)
        match.play(seat, move)
    if match.is_over:
        out = match.state.out  # type: ignore[attr-defined]
        shares = [(seat in out) / len(out) for seat in range(seats)]
        for inputs in samples:
            yield inputs, shares


def save_samples(options: argparse.Namespace) -> None:
    """Play games, and save samples of their positions and results as a numpy file (``.npz``)."""
    rows = []
    ends = []
    for number in range(options.games):
        rng = random.Random(f"{options.seed} {number}")
        for seen, shares in samples_of_game(options.seats, rng, options.levels.split(",")):
            rows.append(seen)
            ends.append(shares)
    np.savez(options.target, seen=np.array(rows, np.float32), out=np.array(ends, np.float32))
    print(f"{options.games} games, {len(rows)} notes")


def forward(net: dict[str, Any], features: Any) -> tuple[Any, Any]:
    """Return the values of the hidden units, and each seat's probability of being eliminated.

    The results have the shapes (samples, seats, hidden units) and (samples, seats).

    Args:
        features: of shape (samples, seats, features).
    """
    hidden = np.maximum(0, features @ net["hidden"].T)
    scores = hidden @ net["output"] + features @ net["direct"]
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return hidden, weights / weights.sum(1, keepdims=True)


def gradient(net: dict[str, Any], features: Any, targets: Any) -> dict[str, Any]:
    """Return the gradient of the training loss (cross-entropy plus weight decay), by the weight's name.

    Args:
        targets: of shape (samples, seats): 1/n for each of n eliminated seats, otherwise 0.
    """
    # Backpropagation by hand: the error at the scores, then through the hidden units.
    hidden, chances = forward(net, features)
    wrong = (chances - targets) / len(features)
    through = wrong[..., None] * net["output"] * (hidden > 0)
    slopes = {
        "direct": np.einsum("bs,bsf->f", wrong, features),
        "output": np.einsum("bs,bsh->h", wrong, hidden),
        "hidden": np.einsum("bsh,bsf->hf", through, features),
    }
    return {name: slopes[name] + DECAY * net[name] for name in net}


def cross_entropy(net: dict[str, Any], features: Any, targets: Any) -> float:
    """Return the mean cross-entropy between the network's probabilities and the true results."""
    return float(-np.mean(np.sum(targets * np.log(forward(net, features)[1] + 1e-9), 1)))


def fit(options: argparse.Namespace) -> None:
    """Train a network with the Adam optimizer, and write it to ``elimination.json``."""
    training, test = _load_samples(options.sources)
    # Start from small random weights.
    rng = np.random.default_rng(0)
    net = {
        "hidden": rng.normal(size=(HIDDEN, FEATURES)) * 0.12,
        "output": rng.normal(size=HIDDEN) * 0.2,
        "direct": np.zeros(FEATURES),
    }
    optimizer = _Adam(net)
    best = float("inf")
    chosen = net
    for epoch in range(EPOCHS):
        order = rng.permutation(len(training.seen))
        rate = RATE * (1 - epoch / EPOCHS)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            optimizer.step(gradient(net, training.seen[batch], training.out[batch]), rate)
        # Keep the weights that predict the held-back samples best.
        error = cross_entropy(net, test.seen, test.out)
        if error < best:
            best = error
            chosen = dict(net)
    trained = cross_entropy(chosen, training.seen, training.out)
    print(f"{len(training.seen)} notes; cross-entropy {trained:.4f}, held back {best:.4f}")
    # The file has one network for each number of seats; replace only this one.
    place = STRATEGY / "elimination.json"
    known = json.loads(place.read_text("utf-8")) if place.exists() else {}
    known[str(options.seats)] = {
        name: _round(chosen[name].tolist()) for name in ("hidden", "output", "direct")
    }
    place.write_text(json.dumps(known, separators=(",", ":")) + "\n", "utf-8")


class _NetworkSamples(NamedTuple):
    """The inputs of the network, and the right outputs."""

    seen: Any
    out: Any


def _load_samples(sources: Sequence[Path]) -> tuple[_NetworkSamples, _NetworkSamples]:
    # The last samples of each file are held back for the test; few games are in both parts.
    training = _NetworkSamples([], [])
    test = _NetworkSamples([], [])
    for source in sources:
        notes = np.load(source)
        cut = int(len(notes["seen"]) * (1 - HELD_BACK))
        training.seen.append(notes["seen"][:cut])
        training.out.append(notes["out"][:cut])
        test.seen.append(notes["seen"][cut:])
        test.out.append(notes["out"][cut:])
    return _joined(training), _joined(test)


def _joined(samples: _NetworkSamples) -> _NetworkSamples:
    return _NetworkSamples(
        np.concatenate(samples.seen).astype(float), np.concatenate(samples.out).astype(float)
    )


class _Adam:
    """The optimizer Adam, with its usual constants. It changes the weights of ``net`` step by step."""

    def __init__(self, net: dict[str, Any]) -> None:
        self._net = net
        self._means = _zeros_like(net)
        self._squares = _zeros_like(net)
        self._steps = 0

    def step(self, slopes: Mapping[str, Any], rate: float) -> None:
        """Change all weights against their slopes."""
        self._steps += 1
        for name, slope in slopes.items():
            self._means[name] = 0.9 * self._means[name] + 0.1 * slope
            self._squares[name] = 0.999 * self._squares[name] + 0.001 * slope**2
            # Early means lean towards their start, which is zero; both are corrected for that.
            change = rate * self._means[name] / (1 - 0.9**self._steps)
            spread = np.sqrt(self._squares[name] / (1 - 0.999**self._steps)) + 1e-8
            self._net[name] = self._net[name] - change / spread


def _zeros_like(net: Mapping[str, Any]) -> dict[str, Any]:
    return {name: np.zeros_like(numbers) for name, numbers in net.items()}


def _round(numbers: Any) -> Any:
    if isinstance(numbers, list):
        return list(map(_round, numbers))
    return float(f"{numbers:.4g}")


# --- the commands --------------------------------------------------------------------------------------


def learn_claims(options: argparse.Namespace) -> None:
    """Play games, learn the tables of claims from them, and write the tables to a file."""
    rng = random.Random(options.seed)
    began = time.process_time()
    learners = {name: _new_learner(name) for name in NAMES}
    for number in range(options.games):
        learn_from_game(learners, rng)
        # Record the tables for their mean during the later half.
        if number >= options.games / 2 and number % 10 == 9:
            for learner in learners.values():
                learner.record_for_mean()
        if number % 50 == 49:
            print(f"{number + 1} games, {time.process_time() - began:.0f} s", flush=True)
    made = f"python -m lab.learning.lost claims --games {options.games} --seed {options.seed}"
    write_tables(options.out, made, {name: learner.mean_tables() for name, learner in learners.items()})


def _new_learner(name: str) -> Learner:
    first_rate, smallest_rate = STEPS
    size = LAYOUT.size
    # The table ``doubts`` has separate entries for true and for false claims.
    if name == "doubts":
        size *= 2
    return Learner(LookupModel(size), first_rate, smallest_rate)


def main() -> None:
    """Run the command line: learn to predict claims, collect samples, or train the neural network."""
    parser = command(__doc__)
    steps = parser.add_subparsers(required=True)
    claims, noting, fitting = map(steps.add_parser, ("claims", "notes", "worth"))
    claims.add_argument("--games", type=int, default=450)
    claims.add_argument("--seed", type=int, default=1)
    claims.add_argument("--out", type=Path, default=STRATEGY / "learnt.json")
    claims.set_defaults(run=learn_claims)
    for step, run in ((noting, save_samples), (fitting, fit)):
        step.add_argument("--seats", type=int, choices=(3, 4), required=True)
        step.set_defaults(run=run)
    noting.add_argument("--games", type=int, default=1500)
    noting.add_argument("--seed", default="1")
    noting.add_argument("--levels", default="normal,normal,hard,hard,easy")
    noting.add_argument("target", type=Path)
    fitting.add_argument("sources", type=Path, nargs="+")
    options = parser.parse_args()
    if np is None and options.run is not learn_claims:
        parser.error("this needs numpy: pip install numpy")
    options.run(options)


if __name__ == "__main__":
    main()
