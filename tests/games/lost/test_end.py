"""Who is eliminated and when, and whole games (lost.md, End)."""

from __future__ import annotations

import random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.rules import OVER
from games.lost.events import Eliminated
from games.lost.hands import BIT, JOKER, is_made, mask_of
from games.lost.moves import CLAIMS
from games.lost.state import LostState
from tests.games.lost.tables import (
    HANDS,
    HARMLESS,
    RULES,
    cards,
    do,
    events,
    legal,
    new_match,
    play_on,
    position,
    random_move,
)


def test_end_field_eliminates_its_owner() -> None:
    """A card that completes a hand ends the game; the others win."""
    state = position(HANDS, [HARMLESS[0], "Ah 4h 7h", HARMLESS[2]])
    state = do(state, "play 5h to 1 as s", "trust")
    assert state.to_act == OVER
    assert state.out == (1,)
    result = RULES.result(state)
    assert (result.ranking, result.scores) == (((0, 2), (1,)), (1.0, 0.0, 1.0))
    assert events(state, Eliminated) == [Eliminated(1, "flush", cards("Ah 4h 5h 7h"))]
    assert legal(state, 2) == set()


def test_end_card_that_comes_back_eliminates_its_player() -> None:
    """A claim judged rightly may be one's own end."""
    state = position(HANDS, ["Ah 4h 7h", *HARMLESS[1:]])
    assert do(state, "play 5h to 1 as h", "trust").out == (0,)


def test_end_empty_hand_is_judged_when_the_play_is_complete() -> None:
    """The last card may be played; its player is out after the answer, and not before the place of a lost."""
    state = do(position(["5h", *HANDS[1:]], HARMLESS), "play 5h to 1 as s")
    assert state.to_act == (1,)
    assert do(state, "trust").out == (0,)
    placing = do(state, "lost")
    assert placing.to_act == (1,)
    assert do(placing, "place 3s").out == (0,)


def test_end_several_at_once() -> None:
    """Decision: the empty hand of the player and the made field of the judge count together."""
    state = position(["5h", *HANDS[1:]], [HARMLESS[0], "Ah 4h 7h", HARMLESS[2]])
    state = do(state, "play 5h to 1 as s", "trust")
    assert state.out == (0, 1)
    result = RULES.result(state)
    assert (result.ranking, result.scores) == (((2,), (0, 1)), (0.0, 0.0, 1.0))
    assert "several-out" in RULES.decisions


def test_end_place_of_the_last_card() -> None:
    """Who answers with a lost and lays its last card is out."""
    state = position([HANDS[0], "3s", HANDS[2]], HARMLESS)
    assert do(state, "play 5h to 1 as s", "lost", "place 3s").out == (1,)


def test_end_lost_of_the_last_card() -> None:
    """Losing the last card from the hand, or laying it for one of the field, eliminates too."""
    state = position(["5h", *HANDS[1:]], HARMLESS)
    assert do(state, "lost hand 5h").out == (0,)
    assert do(state, "lost field As place 5h").out == (0,)


def test_end_back_may_complete_a_hand() -> None:
    """The two cards laid for the joker count, the joker no more."""
    state = position(HANDS, ["Ts 6d Jk", HARMLESS[1], HARMLESS[2]])
    assert do(state, "back 5h 9c").to_act == (1,)
    state = position(["3d 4d 9c", *HANDS[1:]], ["Td 6d Jk", HARMLESS[1], HARMLESS[2]])
    assert do(state, "back 3d 4d").out == (0,)


# --- whole games ------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((3, 4)), st.sampled_from("012345"))
def test_games_keep_every_limit(seed: int, seats: int, losts: str) -> None:
    """In whole random games the joker never gets on a pile, limits hold, and who is out is out at once."""
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


def oracle(state: LostState, seat: int) -> set[str]:
    """List the moves of a turn straight from the rules, slowly."""
    hand, field = state.hands[seat], state.fields[seat]
    found = set()
    for card in hand:
        for other in range(len(state.hands)):
            for claim in CLAIMS:
                near = is_made(mask_of(state.fields[other]), 1)
                if other == seat or (card == JOKER and (near or claim != "joker")):
                    continue
                found.add(f"play {card} to {other} as {claim}")
    if len(state.piles[seat]) < state.variant.losts:
        found |= {f"lost hand {card}" for card in hand if card != JOKER}
        found |= {f"lost field {old} place {new}" for old in field if old != JOKER for new in hand}
    if JOKER in field:
        found |= {f"back {a} {b}" for a in hand for b in hand if BIT[a] < BIT[b]}
    return found or {"pass"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((3, 4)), st.sampled_from("0123"))
def test_turns_agree_with_an_oracle(seed: int, seats: int, losts: str) -> None:
    """On every turn of random games the legal moves are exactly those that the rules spell out."""
    rng = random.Random(seed)
    match = play_on(new_match(seats, rng, losts), rng, seats)
    for _ in range(12):
        if match.is_over:
            return
        state = match.state
        if state.play is None:
            seat = state.turn
            assert legal(state) == oracle(state, seat)
            assert len(RULES.legal(state, seat)) == len(oracle(state, seat))
        random_move(match, rng)


def test_log_keeps_the_outcome_of_the_last_claim() -> None:
    """However many other turns follow, the last claim with its outcome stays first in the log."""
    hands = ["2s 5h 9c Td 6c", "3s 6h 8c 9d", "2d 3d 4c Th"]
    state = do(position(hands, HARMLESS, losts=5), "play 5h to 1 as s", "doubt")
    outcome = state.log
    state = do(state, *[f"lost hand {card}" for card in ("3s", "2d", "2s", "6h", "3d", "9c")])
    assert state.log[:1] == outcome
    assert len(state.log) == 5
    assert state.log[-1] == state.news[0]
    assert msgspec.json.decode(msgspec.json.encode(state.log[0]))["card"] == "5h"
