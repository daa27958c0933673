"""Tests that panels with equal fingerprints look equal."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
import pytest

from bot.pages.panel import PanelContext, panel_page
from bot.tables import fingerprints
from bot.tables.positions import ShownReveal
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from games import Game, find_game
from games.core.words import text
from tests.bot.playing import dealt_table, state_after_random_moves, undealt_table
from tests.games.contract import every_game, setup_of


def panel_fingerprint(state: TableState, seat: int) -> str:
    return panel_page(state.seen_by(seat), "en", PanelContext(is_newcomer=True)).fingerprint


def check_marks(game: Game, seed: int) -> int:
    """Assert at random positions that equal fingerprints mean equal panels; return the number of panels
    unchanged by moves.
    """
    rng, state = random.Random(seed), dealt_table(game, seed)
    panels: dict[tuple[int, str], str] = {}
    still = 0
    for _ in range(25):
        if state.is_over:
            break
        before = {seat: state.seen_by(seat).fingerprint for seat in range(len(state.seats))}
        for seat, mark in before.items():
            panel = panel_fingerprint(state, seat)
            assert panels.setdefault((seat, mark), panel) == panel
        state = state_after_random_moves(state, rng)
        still += sum(state.seen_by(seat).fingerprint == mark for seat, mark in before.items())
    return still


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_panels_with_equal_fingerprints_are_equal(game: Game, seed: int) -> None:
    """In random games equal fingerprints mean equal panels, and some moves leave a waiting player's panel
    unchanged.
    """
    still = check_marks(game, seed)
    assert still or setup_of(game, seed).seats == 2


@every_game
def test_constant_fingerprint_is_detected(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprints, "fingerprint_of", lambda seen: "same")
    with pytest.raises(AssertionError):
        sum(check_marks(game, seed) for seed in range(6))


def test_fingerprint_covers_a_waiting_panel() -> None:
    """The fingerprint changes with a verdict, note, absence, name or pause, but not with other players'
    moves.
    """
    state = undealt_table(find_game("bull"), ("Alice", "Bob", "Carol")).with_deal()
    (actor,) = state.acting(human=True)
    seat = (actor + 2) % 3
    own, others = state.seats[seat], state.seats[(actor + 1) % 3]
    mark = state.seen_by(seat).fingerprint
    note = (None,) * seat + (text("no-cards"),) + (None,) * (2 - seat)
    away = msgspec.structs.replace(own, is_away=True)
    # Each of these changes the seat's panel.
    changed = [
        state.with_position(
            reveals=(ShownReveal(state.match.state, frozenset(), {seat: text("no-cards")}, state.seq),)
        ),
        state.with_position(notes=note),
        replace(state, seats=(*state.seats[:seat], away, *state.seats[seat + 1 :])),
        replace(state, seats=tuple(msgspec.structs.replace(row, name="") for row in state.seats)),
        state.with_row(paused_at=1),
    ]
    assert (
        len(
            {
                mark,
                *(other.seen_by(seat).fingerprint for other in changed[:3]),
                changed[3].seen_by(seat).fingerprint,
            }
        )
        == 5
    )
    assert changed[4].seen_by(seat).fingerprint not in (mark, "")
    # Another player's extra time or move does not.
    late = tuple(msgspec.structs.replace(row, grace=3) if row is others else row for row in state.seats)
    assert replace(state, seats=late).seen_by(seat).fingerprint == mark
    assert state.with_move(actor, "call single 5").seen_by(seat).fingerprint == mark


def test_fingerprint_covers_the_panel_of_one_who_chooses() -> None:
    """The fingerprint changes with names, a pause and a verdict, but not while others choose."""
    state = undealt_table(find_game("lost"), ("Alice", "Bob", "Carol")).with_deal()
    assert len(state.acting(human=True)) == 3
    changed = [
        state,
        replace(state, seats=tuple(msgspec.structs.replace(row, name="") for row in state.seats)),
        state.with_row(paused_at=1),
        state.with_position(
            reveals=(ShownReveal(state.match.state, frozenset(), {0: text("no-cards")}, state.seq),)
        ),
    ]
    assert len({other.seen_by(0).fingerprint for other in changed}) == len(changed)
    after = state.with_move(2, state.match.legal(2)[0])
    assert after.seen_by(0).fingerprint == state.seen_by(0).fingerprint


def test_puzzle_of_one_who_chooses_has_no_suggestions() -> None:
    """The hand of a puzzle has no frames around the best cards, although the usual panel has them."""
    seen = dealt_table(find_game("trick3"), 1).seen_by(0)
    puzzle = replace(seen, own=msgspec.structs.replace(seen.mine, is_puzzle=True))

    def has_frames(seen_by: Snapshot) -> bool:
        hand = seen_by.own_scene.hand
        assert hand is not None
        return any(face.mark == "hot" for row in hand.rows for group in row.groups for face in group)

    assert has_frames(seen)
    assert not has_frames(puzzle)
