"""Tournament states as values, without Discord: a sign-up, or rounds with random results."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from bot.pairing.rounds import Pairing, pair, pair_final
from bot.tournaments import acts
from bot.tournaments.state import TournamentState
from storage.rows import Name
from storage.tournaments import EntrantRow, PairedTable, TableEnd
from tests.storage.test_tournaments import NOON, ROW, entrants

NAMES = (
    "Hana",
    "Ken",
    "さくら",
    "Alexandra Whitfield",
    "Bob",
    "ミドリ",
    "Yuki",
    "Theodora",
    "勘解由小路 康平",
)


def tournament(people: int = 4, **changes: Any) -> TournamentState:
    """Return a sign-up of the given number of people, with some settings changed."""
    row = msgspec.structs.replace(ROW, **{"starts_at": None, "has_final": False, "most_rounds": 2, **changes})
    return TournamentState(row, entrants(*range(10, 10 + people)))


def named(state: TournamentState) -> TournamentState:
    """Return the tournament with realistic names, some of them long or equal."""
    people = tuple(
        EntrantRow(
            entrant.number,
            entrant.user_id,
            Name(NAMES[entrant.number % len(NAMES)]),
            Name(f"user.{entrant.number}"),
        )
        for entrant in state.entrants
    )
    return TournamentState(state.row, people)


def playing(state: TournamentState, *tables: tuple[int, ...], bye: int | None = None) -> TournamentState:
    """Return the tournament with one more round, whose tables seat the given entrants."""
    number = len(state.rounds) + 1
    paired = tuple(PairedTable(f"t{number}x{at}", seats) for at, seats in enumerate(tables))
    return acts.add_round(state, Pairing(tables, bye), paired, NOON)


def with_next_round(state: TournamentState) -> TournamentState:
    """Return the tournament with its next round paired, or with the final."""
    make = pair_final if state.is_final_next else pair
    pairing = make(state.plan, state.played, [player.number for player in state.players])
    return playing(state, *pairing.tables, bye=pairing.bye)


def with_results(state: TournamentState, seed: int = 1, most: int = 999) -> TournamentState:
    """Return the tournament with random results for at most ``most`` of its running tables."""
    rng = random.Random(seed)
    ends = {}
    for table in state.unfinished[:most]:
        places = rng.sample(range(1, len(table.seats) + 1), len(table.seats))
        ends[table.id] = TableEnd(table.seats, tuple(places), (), ())
    return acts.record_results(state, ends)


def over(state: TournamentState) -> TournamentState:
    """Return the tournament after its last round."""
    while state.has_round_left:
        state = with_results(with_next_round(state), seed=len(state.rounds))
    return acts.finish(state, NOON)
