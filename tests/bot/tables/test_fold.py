"""Tests that a position reached by live play equals the position after a restart or in a replay."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.driving.table import rows_of
from bot.tables.lobby import add_news
from bot.tables.positions import NEWS_MOVES, replay_match
from bot.tables.state import TableState
from games import GAMES, find_game
from games.core.match import Match
from games.core.rules import CHANCE
from storage.rows import ITSELF, STAND_IN, GuessRow, MoveRow, SentRow, StoredTable
from tests.bot.playing import dealt_table
from tests.games.contract import every_game_id
from tests.games.play import new_match, play_random

WAITS = 23
"""The number of moves between comparisons."""


def known(state: TableState) -> list[object]:
    """Return the values of a table's state that its stored log must reproduce."""
    match = state.match
    assert match is not None
    news = [
        (event.view, event.actor, event.made_by, event.players)
        for event in state.position.news
        if event.actor is not None
    ]
    seen = [(truth.position, truth.moved, truth.seq) for truth in state.position.reveals]
    return [
        match.moves,
        match.state,
        state.position.decisions,
        state.position.decision_counts,
        news,
        seen,
        state.position.guesses,
        state.position.stand_in_moves,
    ]


def stored(state: TableState, log: list[MoveRow]) -> StoredTable:
    return StoredTable(
        state.row, state.seats, tuple(log), SentRow(state.id), guesses=state.position.guesses.guesses
    )


def check_same(state: TableState, log: list[MoveRow]) -> None:
    """Assert that the live state equals the restored state and the replayed match."""
    again = TableState.of(stored(state, log))
    for live, replayed in zip(known(state), known(again), strict=True):
        assert live == replayed
    assert state.match is not None
    *_, position = replay_match(state.match)
    assert position.match is not None
    assert (position.match.state, position.decisions) == (state.match.state, state.position.decisions)
    crowd = state.position.guesses
    assert (position.guesses.lies, position.guesses.revealed) == (crowd.lies, crowd.revealed)
    assert [event.view for event in position.news] == [
        event.view for event in state.position.news if event.actor is not None
    ]


def append_rows(state: TableState, log: list[MoveRow], made_by: str | None) -> None:
    log += rows_of(state.match, len(log), 0, made_by)


def play(game: str, seed: int) -> int:
    """Play a random game with comparisons; return the largest number of moves since a reveal."""
    rng, oldest = random.Random(seed), 0
    state = dealt_table(find_game(game), seed % 7)
    log: list[MoveRow] = []
    append_rows(state, log, None)
    while isinstance(state.to_act, tuple) and state.to_act and state.seq < 400:
        assert state.match is not None
        seat, made_by = rng.choice(state.to_act), rng.choice((None, None, STAND_IN, ITSELF))
        if rng.random() < 0.3:
            guess = GuessRow(rng.randrange(900, 904), "Mia", state.seq, rng.random() < 0.5)
            state = state.with_position(guesses=state.position.guesses.with_guess(guess))
        if rng.random() < 0.1:
            state = add_news(state, "log-host", seat=0)
        state = state.with_move(seat, rng.choice(state.match.legal(seat)), made_by)
        append_rows(state, log, made_by)
        while state.to_act == CHANCE:
            state = state.dealt_once()
            append_rows(state, log, None)
        if state.position.last_reveal is not None:
            oldest = max(oldest, state.seq - state.position.last_reveal.seq)
        if state.seq % WAITS == 0:
            check_same(state, log)
    check_same(state, log)
    return oldest


@every_game_id
@settings(max_examples=6)
@given(seed=st.integers(0, 1 << 30))
def test_live_and_replayed_positions_are_equal(game: str, seed: int) -> None:
    """In a random game the restored state and the replay agree with live play."""
    play(game, seed)


def test_replayed_positions_keep_what_they_tell() -> None:
    """Positions of a replay share one match, and yet each tells its own moves, player and view."""
    match = play_random(new_match(find_game("bull"), 3), 1)
    live = Match(match.rules, match.setup)
    for position, (actor, move) in zip([*replay_match(match)], match.moves, strict=True):
        live.play(actor, move)
        assert (position.seq, position.to_act) == (len(live.moves), live.to_act)
        assert position.view == live.view(None)


def test_games_include_a_reveal_older_than_the_kept_news() -> None:
    """The last reveal of some random game is older than the news that a table keeps."""
    assert max(play(game.id, seed) for game in GAMES for seed in range(2)) > NEWS_MOVES
