"""Tests of eliminations and whole games (lost.md, section "End")."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lost.hands import BIT, JOKER, is_made, mask_of
from games.lost.moves import CLAIMS
from games.lost.rules import LostState
from tests.games.lost.tables import (
    HANDS,
    HARMLESS,
    RULES,
    do,
    legal,
    new_match,
    play_on,
    position,
    random_move,
)


def test_end_several_seats_can_be_eliminated_at_once() -> None:
    """Decision: an empty hand and a completed field after the same judgement eliminate both players."""
    state = position(["5h", *HANDS[1:]], [HARMLESS[0], "Ah 4h 7h", HARMLESS[2]])
    state = do(state, "play 5h to 1 as s", "trust")
    assert state.out == (0, 1)
    result = RULES.result(state)
    assert (result.ranking, result.scores) == (((2,), (0, 1)), (0.0, 0.0, 1.0))
    assert "several-out" in RULES.decisions


# --- whole games ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((3, 4)), st.sampled_from("012345"))
def test_random_games_keep_all_limits(seed: int, seats: int, losts: str) -> None:
    """In random games no pile has the joker, limits hold, and eliminations are immediate."""
    rng = random.Random(seed)
    match = new_match(seats, rng, losts, first=seed % seats)
    for _ in range(600):
        if match.is_over:
            break
        random_move(match, rng)
        state = match.state
        for pile in state.piles:
            assert len(pile) <= int(losts)
            assert all(lost.card != JOKER for lost in pile)
        if not state.is_placing:
            made = {seat for seat in range(seats) if is_made(mask_of(state.fields[seat]))}
            empty = {seat for seat in range(seats) if not state.hands[seat]}
            waiting = {state.play.seat} if state.play else set()
            assert (made | empty) - waiting == set(state.out) - waiting
            assert bool(state.out) == match.is_over


def expected_moves(state: LostState, seat: int) -> set[str]:
    """Return the legal moves of a turn, computed directly and slowly from the rules."""
    hand, field = state.hands[seat], state.fields[seat]
    reasons = set()
    for card in hand:
        for other in range(len(state.hands)):
            for claim in CLAIMS:
                near = is_made(mask_of(state.fields[other]), 1)
                if other == seat or (card == JOKER and (near or claim != "joker")):
                    continue
                reasons.add(f"play {card} to {other} as {claim}")
    if len(state.piles[seat]) < state.variant.losts:
        reasons |= {f"lost hand {card}" for card in hand if card != JOKER}
        reasons |= {f"lost field {old} place {new}" for old in field if old != JOKER for new in hand}
    if JOKER in field:
        reasons |= {f"back {a} {b}" for a in hand for b in hand if BIT[a] < BIT[b]}
    return reasons or {"pass"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((3, 4)), st.sampled_from("0123"))
def test_legal_moves_agree_with_oracle(seed: int, seats: int, losts: str) -> None:
    """In random games the legal moves of each turn equal ``expected_moves``."""
    rng = random.Random(seed)
    match = play_on(new_match(seats, rng, losts), rng, seats)
    for _ in range(12):
        if match.is_over:
            return
        state = match.state
        if state.play is None:
            seat = state.turn
            assert legal(state) == expected_moves(state, seat)
            assert len(RULES.legal(state, seat)) == len(expected_moves(state, seat))
        random_move(match, rng)


def test_log_keeps_outcome_of_last_claim() -> None:
    """The outcome of the last claim stays first in the log, however many other turns follow."""
    hands = ["2s 5h 9c Td 6c", "3s 6h 8c 9d", "2d 3d 4c Th"]
    state = do(position(hands, HARMLESS, losts=5), "play 5h to 1 as s", "doubt")
    outcome = state.log
    state = do(state, *[f"lost hand {card}" for card in ("3s", "2d", "2s", "6h", "3d", "9c")])
    assert state.log[:1] == outcome
    assert len(state.log) == 5
    assert state.log[-1] == state.news[0]
    assert msgspec.json.decode(msgspec.json.encode(state.log[0]))["card"] == "5h"
