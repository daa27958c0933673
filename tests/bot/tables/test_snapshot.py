"""Tests that panels with equal fingerprints look equal."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot.pages.panel import PanelContext, panel_page
from bot.tables import fingerprints
from bot.tables.positions import NewsItem, ShownReveal
from bot.tables.snapshot import SeatNote, Snapshot
from bot.tables.state import TableState
from games import Game, find_game
from games.core.words import Text, text
from storage.rows import THREAD
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


def changed_seat(state: TableState, seat: int, **changes: Any) -> TableState:
    row = msgspec.structs.replace(state.seats[seat], **changes)
    return replace(state, seats=(*state.seats[:seat], row, *state.seats[seat + 1 :]))


def test_fingerprint_covers_a_waiting_panel() -> None:
    """The fingerprint changes with a verdict, note, absence, name, thread or pause, but not with moves of
    others.
    """
    state = undealt_table(find_game("bull"), ("Alice", "Bob", "Carol")).with_deal()
    (actor,) = state.acting(human=True)
    seat, other = (actor + 2) % 3, (actor + 1) % 3
    away = changed_seat(state, seat, is_away=True)
    # Each of these changes the seat's panel.
    changed = [
        state,
        state.with_position(
            reveals=(ShownReveal(state.match.state, frozenset(), {seat: text("no-cards")}, state.seq),)
        ),
        state.with_note(seat, SeatNote(Text("turn-messages-closed"))),
        away,
        away.with_row(deserted_until=1),
        changed_seat(state, other, name=""),
        changed_seat(state, other, has_left=True, level="easy"),
        state.with_gathering(venue=THREAD, thread_id=8),
        state.with_row(paused_at=1),
    ]
    assert len({each.seen_by(seat).fingerprint for each in changed}) == len(changed)
    # Another player's extra time or move does not.
    mark = state.seen_by(seat).fingerprint
    assert changed_seat(state, other, grace=3).seen_by(seat).fingerprint == mark
    assert state.with_move(actor, "call single 5").seen_by(seat).fingerprint == mark


@pytest.mark.parametrize("game", ["lost", "bull"])
def test_fingerprint_covers_the_panel_of_one_who_decides(game: str) -> None:
    """The fingerprint changes with names, a note, a thread, a pause or a verdict, and when the news about the
    player's last move ends.
    """
    state = undealt_table(find_game(game), ("Alice", "Bob", "Carol")).with_deal()
    seat = state.acting(human=True)[0]
    changed = [
        state,
        changed_seat(state, 1, name=""),
        changed_seat(state, 1, has_left=True, level="easy"),
        state.with_note(seat, SeatNote(Text("turn-messages-closed"))),
        state.with_gathering(venue=THREAD, thread_id=8),
        state.with_row(paused_at=1),
        state.with_position(
            reveals=(ShownReveal(state.match.state, frozenset(), {seat: text("no-cards")}, state.seq),)
        ),
    ]
    if len(state.acting(human=True)) > 1:
        changed.append(state.with_position(news=(NewsItem(actor=seat),)))
    assert len({each.seen_by(seat).fingerprint for each in changed}) == len(changed)


def test_choices_of_others_leave_the_fingerprint_of_one_who_chooses() -> None:
    state = undealt_table(find_game("lost"), ("Alice", "Bob", "Carol")).with_deal()
    assert len(state.acting(human=True)) == 3
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
