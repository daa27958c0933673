"""Learn whether claims in Lost Poker are true and how they are answered, for the strongest levels.

    python -m benchmarks.lost_learning [--games 450] [--seed 1] [--out games/lost/strategy/learnt.json]

Games are played by players who go by what they have learnt so far, and among them some of the level
``normal``. Every claim then tells whether it was true and what was answered. Steps are small and what is kept
is a mean over the later part, so habits change slowly and are answered before they are gone.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import msgspec

from games import find_game
from games.core.learner import Learner, Tables
from games.core.match import Match
from games.core.shuffle import ShuffleKey
from games.lost.moves import DOUBT, LOST, TRUST, is_true
from games.lost.player import HEATS, mixed
from games.lost.state import LostState, LostView
from games.lost.strategy.reckoning import Reckoning, doubted
from games.lost.strategy.truth import STARTS, Truth, if_true

GAME = find_game("lost")
OUT = Path(__file__).parent.parent / "games/lost/strategy/learnt.json"
NAMES = ("truths", "doubts", "takes")
SHARE_OF_OTHERS = 0.15
"""Share of seats that are those of others."""
STEPS = (0.3, 0.004)


def play(learners: dict[str, Learner], rng: random.Random) -> None:
    """Play a game and learn from it."""
    truth = Truth(*(learners[name].tables for name in NAMES))
    seats = rng.choice((3, 3, 3, 4))
    match = Match(GAME.rules, GAME.rules.setup(seats, {}, rng.randrange(seats)))
    is_other = [rng.random() < SHARE_OF_OTHERS for _ in range(seats)]
    key = ShuffleKey.from_text(f"{rng.random()}")
    for seat in match.decisions(key):
        state, view, legal = match.state, match.view(seat), match.legal(seat)
        assert isinstance(state, LostState)
        assert isinstance(view, LostView)
        if len(legal) == 1:
            match.play(seat, legal[0])
            continue
        reckoning = Reckoning(view, truth)
        if is_other[seat]:
            move = GAME.advise(view, legal, "normal", rng)
        else:
            move = mixed(reckoning.judge(legal), rng, HEATS["expert"])
        if state.play is not None and not state.is_placing:
            learn(learners, state, reckoning, seat, move)
        match.play(seat, move)


def learn(learners: dict[str, Learner], state: LostState, mine: Reckoning, seat: int, move: object) -> None:
    """Note whether the claim that is answered is true, and what the answer is."""
    waiting = state.waiting
    claim, player = waiting.claim, waiting.seat
    _, odds = mine.supposed()
    if 0.0 < odds < 1.0:
        places = mine.noticed(claim, player, seat, odds, mine.unseen)
        learners["truths"].learn(places, float(is_true(waiting.card, claim)))
    ideal = mine.foreseen(player, seat).solve(claim)
    places = mine.noticed(claim, player, seat, doubted(ideal.answers), mine.hidden)
    if state.losts_left(seat):
        learners["takes"].learn(places, float(move == LOST))
    if move in (TRUST, DOUBT):
        places = if_true(places, is_true(waiting.card, claim))
        learners["doubts"].learn(places, float(move == DOUBT))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn how claims in Lost Poker turn out.")
    parser.add_argument("--games", type=int, default=450)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    sizes = {name: STARTS[-1] * (1 + (name == "doubts")) for name in NAMES}
    learners = {name: Learner(Tables(size), *STEPS) for name, size in sizes.items()}
    began = time.process_time()
    for number in range(options.games):
        play(learners, rng)
        if number >= options.games / 2 and number % 10 == 9:
            for one in learners.values():
                one.remember()
        if number % 50 == 49:
            print(f"{number + 1} games, {time.process_time() - began:.0f} s", flush=True)
    command = f"python -m benchmarks.lost_learning --games {options.games} --seed {options.seed}"
    found = {name: one.mean().written() for name, one in learners.items()}
    options.out.write_bytes(msgspec.json.encode({"made": command, **found}) + b"\n")


if __name__ == "__main__":
    main()
