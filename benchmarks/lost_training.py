"""Make the numbers by which the computer player of Lost Poker judges positions (``worth.json``).

    python -m benchmarks.lost_training play --seats 3 --games 1500 --seed 1 samples-3.npz
    python -m benchmarks.lost_training fit --seats 3 samples-3.npz ...

``play`` lets computer players of all levels play, some of their moves left to chance so that poor
positions are met, too; before each turn it notes what two of the onlookers know (a seat, or somebody who
knows no hand), and in the end who was eliminated. ``fit`` trains the network of
``games.lost.strategy.worth`` on such notes and puts it in place. All levels reckon with the numbers in place.

Needs numpy, which nothing else here does: ``pip install numpy``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from games import find_game
from games.core.match import Match
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.lost.hands import JOKER_BIT, mask_of
from games.lost.possible import open_cards
from games.lost.state import LostState, LostView
from games.lost.strategy import worth
from games.lost.strategy.reckoning import ALL
from games.lost.strategy.worth import Counts, Worth

LOST = find_game("lost")
PLACE = Path(worth.__file__).parent / "worth.json"
WHIMS = (0.0, 0.0, 0.05, 0.1)
"""How often a player moves at random; each draws one of these for a game."""
LOSTS = (*"3333333", *"01245")
"""Values of the option, as often as they are drawn."""
LONGEST = 400
HIDDEN = 12
EPOCHS = 24
BATCH = 512
RATE = 3e-3
DECAY = 1e-4
HELD_BACK = 0.12
"""Which part of the notes only tells how good the others have made the network."""


def look(match: Match, viewer: int | None) -> list[tuple[float, ...]]:
    """Say in numbers how every seat stands, as one onlooker knows it."""
    state, view = match.state, match.view(viewer)
    assert isinstance(state, LostState)
    assert isinstance(view, LostView)
    known = mask_of(open_cards(view)) | mask_of(view.hand)
    known |= mask_of({lost.card for pile in view.piles for lost in pile if lost.card})
    if view.joker_in is not None:
        known |= JOKER_BIT
    seats = range(view.seats)
    left = tuple(view.losts_left(seat) for seat in seats)
    table = Counts(tuple(mask_of(field) for field in view.fields), view.sizes, left, view.joker_in)
    hand = mask_of(view.hand)
    judge = Worth(view.seats, view.turn, viewer, ALL & ~known, hand)
    return [judge.features(table, hand, seat) for seat in seats]


def notes(seats: int, rng: random.Random, levels: Sequence[str]) -> Iterator[tuple[Any, list[float]]]:
    """Play one game; give what was noted, each with the seats' shares of being eliminated."""
    options = {"losts": rng.choice(LOSTS)}
    match = Match(LOST.rules, LOST.rules.setup(seats, options, rng.randrange(seats)))
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{rng.random()}")))
    players = [(rng.choice(levels), rng.choice(WHIMS)) for _ in range(seats)]
    found = []
    while not match.is_over and len(match.moves) < LONGEST:
        state = match.state
        assert isinstance(state, LostState)
        seat = state.to_act[0]
        assert isinstance(seat, int)
        if all(state.fields) and state.play is None:
            found += [look(match, viewer) for viewer in rng.sample([None, *range(seats)], 2)]
        level, whims = players[seat]
        legal = match.legal(seat)
        if all(state.fields) and rng.random() < whims:
            match.play(seat, rng.choice(legal))
        else:
            match.play(seat, LOST.advise(match.view(seat), legal, level, rng))
    if match.is_over:
        out = match.state.out  # type: ignore[attr-defined]
        shares = [(seat in out) / len(out) for seat in range(seats)]
        yield from ((seen, shares) for seen in found)


def play(seats: int, games: int, seed: str, levels: Sequence[str], target: Path) -> None:
    """Play games and save what was noted."""
    rows, ends = [], []
    for number in range(games):
        for seen, shares in notes(seats, random.Random(f"{seed} {number}"), levels):
            rows.append(seen)
            ends.append(shares)
    np.savez(target, seen=np.array(rows, np.float32), out=np.array(ends, np.float32))
    print(f"{games} games, {len(rows)} notes")


def outcome(net: dict[str, Any], seen: Any) -> tuple[Any, Any]:
    """Work the network out: hidden units and probabilities, by note and seat."""
    hidden = np.maximum(0, seen @ net["hidden"].T)
    scores = hidden @ net["output"] + seen @ net["direct"]
    weights = np.exp(scores - scores.max(1, keepdims=True))
    return hidden, weights / weights.sum(1, keepdims=True)


def gradient(net: dict[str, Any], seen: Any, out: Any) -> dict[str, Any]:
    """Differentiate the mean cross-entropy by every number, with some decay."""
    hidden, chances = outcome(net, seen)
    wrong = (chances - out) / len(seen)
    through = wrong[..., None] * net["output"] * (hidden > 0)
    found = {
        "direct": np.einsum("bs,bsf->f", wrong, seen),
        "output": np.einsum("bs,bsh->h", wrong, hidden),
        "hidden": np.einsum("bsh,bsf->hf", through, seen),
    }
    return {name: found[name] + DECAY * net[name] for name in net}


def surprise(net: dict[str, Any], seen: Any, out: Any) -> float:
    """Measure the mean cross-entropy."""
    return float(-np.mean(np.sum(out * np.log(outcome(net, seen)[1] + 1e-9), 1)))


def fit(seats: int, sources: Sequence[Path]) -> None:
    """Train a network by Adam, keep the epoch that does best on notes held back, and put it in place."""
    loaded = [np.load(source) for source in sources]
    cuts = [int(len(notes["seen"]) * (1 - HELD_BACK)) for notes in loaded]
    pairs = list(zip(loaded, cuts, strict=True))
    seen, out = (np.concatenate([n[key][:cut] for n, cut in pairs]).astype(float) for key in ("seen", "out"))
    kept, ends = (np.concatenate([n[key][cut:] for n, cut in pairs]).astype(float) for key in ("seen", "out"))
    rng = np.random.default_rng(0)
    net = {
        "hidden": rng.normal(size=(HIDDEN, worth.FEATURES)) * 0.12,
        "output": rng.normal(size=HIDDEN) * 0.2,
        "direct": np.zeros(worth.FEATURES),
    }
    means = {name: np.zeros_like(numbers) for name, numbers in net.items()}
    squares = {name: np.zeros_like(numbers) for name, numbers in net.items()}
    best, chosen, step = float("inf"), net, 0
    for epoch in range(EPOCHS):
        order = rng.permutation(len(seen))
        rate = RATE * (1 - epoch / EPOCHS)
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            step += 1
            for name, slope in gradient(net, seen[batch], out[batch]).items():
                means[name] = 0.9 * means[name] + 0.1 * slope
                squares[name] = 0.999 * squares[name] + 0.001 * slope**2
                lean = np.sqrt(squares[name] / (1 - 0.999**step)) + 1e-8
                net[name] = net[name] - rate * means[name] / (1 - 0.9**step) / lean
        error = surprise(net, kept, ends)
        if error < best:
            best, chosen = error, dict(net)
    print(f"{len(seen)} notes; cross-entropy {surprise(chosen, seen, out):.4f}, held back {best:.4f}")
    known = json.loads(PLACE.read_text("utf-8")) if PLACE.exists() else {}
    known[str(seats)] = {name: _rounded(chosen[name].tolist()) for name in ("hidden", "output", "direct")}
    PLACE.write_text(json.dumps(known, separators=(",", ":")) + "\n", "utf-8")


def _rounded(numbers: Any) -> Any:
    return [_rounded(part) for part in numbers] if isinstance(numbers, list) else float(f"{numbers:.4g}")


def main() -> None:
    """Run one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    playing, fitting = steps.add_parser("play"), steps.add_parser("fit")
    for step in (playing, fitting):
        step.add_argument("--seats", type=int, choices=(3, 4), required=True)
    playing.add_argument("--games", type=int, default=1500)
    playing.add_argument("--seed", default="1")
    playing.add_argument("--levels", default="normal,normal,hard,hard,easy")
    playing.add_argument("target", type=Path)
    fitting.add_argument("sources", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.step == "play":
        play(asked.seats, asked.games, asked.seed, asked.levels.split(","), asked.target)
    else:
        fit(asked.seats, asked.sources)


if __name__ == "__main__":
    main()
