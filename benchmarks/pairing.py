"""Measure the pairing of tournament rounds: ``python -m benchmarks.pairing``."""

from __future__ import annotations

import random
from time import process_time

import click

from bot.pairing.points import PlayedRound, PlayedTable, count_meetings, count_repeats
from bot.pairing.rounds import MOST_ROUNDS, Pairing, PairingPlan, pair

SMALL = ((12, 4), (16, 4), (24, 4), (24, 8), (48, 8), (50, 10))
LARGE = ((100, 4), (200, 2), (200, 4), (200, 8), (200, 10))
"""Sizes of tournaments: pairs of the number of people and the number of seats at a table."""


@click.command()
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), default=MOST_ROUNDS, show_default=True)
def main(rounds: int) -> None:
    """Measure the pairing of tournaments of several sizes.

    Print how many pairs of people meet again in each round, and the longest processor time to pair a round.
    """
    for people, wanted in SMALL + LARGE:
        plan = PairingPlan("1234", bytes(range(32)), wanted, frozenset(range(2, 11)))
        rng = random.Random(people)
        done: list[PlayedRound] = []
        repeats = []
        longest = 0.0
        for _ in range(rounds):
            began = process_time()
            pairing = pair(plan, done, range(1, people + 1))
            longest = max(longest, process_time() - began)
            repeats.append(count_repeats(pairing.tables, count_meetings(done)))
            done.append(_with_random_results(pairing, rng))
        numbers = " ".join(map(str, repeats))
        click.echo(f"{people:>3} people, tables of {wanted:>2}: repeated {numbers}; longest {longest:.2f} s")


def _with_random_results(pairing: Pairing, rng: random.Random) -> PlayedRound:
    # Players with lower numbers tend to win.
    tables = []
    for seats in pairing.tables:
        strength = [player + rng.uniform(0, 20) for player in seats]
        tables.append(PlayedTable(seats, tuple(1 + sorted(strength).index(value) for value in strength)))
    return PlayedRound(tuple(tables), pairing.bye)


if __name__ == "__main__":
    main()
