"""The check of what people were told against the log: what it lets pass, and what it must not."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from games import find_game
from games.core.match import Match
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from tests.wire import log
from tests.wire.log import Tried, is_made, made_with
from tests.wire.players import CHANGED
from tests.wire.world import World

ROWS = [(3, "draw"), (7, "lay"), (12, "draw"), (15, "lay")]
"""A seat's moves; others move between them."""


def tap(decision: int, move: str = "draw", then: str = "lay") -> Tried:
    return Tried("table", 1, decision, move, then, answer=7)


@pytest.mark.parametrize(("decision", "made"), [(2, 7), (3, 7), (10, 15)])
def test_the_second_move_of_a_tap_is_the_next_of_its_seat(decision: int, made: int) -> None:
    """It is found by its number in the log."""
    assert made_with(tap(decision), ROWS) == made


@pytest.mark.parametrize(
    "wrong",
    [
        tap(2, then=""),
        tap(2, then="draw"),
        tap(2, move="pass"),
        tap(5, move="lay", then="lay"),
        tap(13, move="lay", then="lay"),
        tap(16),
    ],
    ids=["no second", "another second", "another first", "another between", "not made yet", "nothing made"],
)
def test_nothing_else_is_the_second_move_of_a_tap(wrong: Tried) -> None:
    """A move of the same name that was made otherwise, before or after, is none."""
    assert made_with(wrong, ROWS) is None


def test_an_old_button_is_answered_by_the_panel_only_when_its_decision_was_made_before() -> None:
    """Another move for the same decision, tapped later; not the same, nor before, nor of somebody else."""
    own, kept, other = {("table", 1): ROWS, ("table", 2): ROWS}, tap(7, "lay", ""), tap(7, "draw", "")
    assert is_made(other, [kept], own)
    assert not is_made(kept, [kept], own)
    assert not is_made(other, [], own)
    assert not is_made(kept, [other], own)
    assert not is_made(other, [other], own)
    assert not is_made(other, [kept._replace(user_id=2)], own)
    assert not is_made(other, [kept._replace(decision=6)], own)


def played_out(seed: int) -> Match:
    """Play a game to its end, at random."""
    rng = random.Random(seed)
    rules = find_game("lost").rules
    match = Match(rules, rules.setup(3))
    key = ShuffleKey(b"%032d" % seed, "table")
    while not match.is_over:
        match = match.dealt(key)
        if isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
    return match


class Evening:
    """A finished game as the bot has written it down, of which all that people did is made up.

    Args:
        file: where the database is written.
    """

    def __init__(self, file: Path) -> None:
        self.file, self.match = file, played_out(1)
        moves = [(seq, actor, str(move)) for seq, (actor, move) in enumerate(self.match.moves)]
        self.rows = [(seq, int(actor), move) for seq, actor, move in moves if actor != CHANCE]
        with closing(sqlite3.connect(file)) as db, db:
            db.executescript(
                """
                CREATE TABLE person (id, user_id);
                CREATE TABLE seat (table_id, seat, person);
                CREATE TABLE move (table_id, seq, actor, move);
                CREATE TABLE game_table (id, game, options, first, status);
                CREATE TABLE result (table_id);
                INSERT INTO game_table VALUES ('table', 'lost', '{}', 0, 'over');
                INSERT INTO result VALUES ('table');
                """
            )
            for seat in range(3):
                db.execute("INSERT INTO person VALUES (?, ?)", (seat, seat))
                db.execute("INSERT INTO seat VALUES ('table', ?, ?)", (seat, seat))
            db.executemany(
                "INSERT INTO move VALUES ('table', ?, ?, ?)",
                [(seq, None if actor == CHANCE else int(actor), move) for seq, actor, move in moves],
            )

    def found(self, monkeypatch: pytest.MonkeyPatch, changed: dict[int, Tried], *more: Tried) -> list[str]:
        """Tell what is wrong if each move was tapped by itself, but for some, by the number of the move."""
        taps = [
            changed.get(seq, Tried("table", seat, seq, move, "", CHANGED)) for seq, seat, move in self.rows
        ]
        monkeypatch.setattr(log, "tried", lambda world: iter([*taps, *more]))
        return log.findings(self.file, World())


def any_with_it(tap: Tried, rows: Sequence[tuple[int, str]]) -> int | None:
    """Take any move of that name for the second one of a tap, as a loose check would."""
    return next((seq for seq, move in rows if move == tap.then), None)


def test_a_button_of_a_decision_that_a_tap_has_made_is_excused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only there: a tap that names the same move and has not made it excuses nothing; a loose check would."""
    evening = Evening(tmp_path / "log.db")
    assert not evening.found(monkeypatch, {})
    pairs = list(pairwise(evening.rows))
    (first, seat, move), (second, _, then) = next((a, b) for a, b in pairs if a[1] == b[1] and a[2] != b[2])
    both = Tried("table", seat, first, move, then, CHANGED)
    old = Tried("table", seat, second, "another", "", CHANGED)
    assert not evening.found(monkeypatch, {first: both, second: old})

    later, _, made = next(row for row in evening.rows if row[0] > second and row[1] == seat)
    refused = Tried("table", seat, first, move, made, answer=4)
    lost = Tried("table", seat, later, "another", "", CHANGED)
    by_itself = Tried("table", seat, later, made, "", answer=4)
    tricked = evening.found(monkeypatch, {later: lost}, refused, by_itself)
    assert tricked == [f"{lost} was acknowledged; the log has {made}"]
    monkeypatch.setattr(log, "made_with", any_with_it)
    assert not evening.found(monkeypatch, {later: lost}, refused, by_itself)
