"""Tests of ``tests.wire.log``, which compares the database with the answers that players received."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games import find_game
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE
from tests.wire import log
from tests.wire.log import Tried, is_made
from tests.wire.players import ACKNOWLEDGED, CHANGED
from tests.wire.world import StandInWorld

ROWS = [(3, "draw"), (7, "lay"), (12, "draw"), (15, "lay")]
"""A seat's moves; others move between them."""


def tap(decision: int, move: str = "draw") -> Tried:
    return Tried("table", 1, decision, move, answer=7)


def test_old_button_is_overtaken_only_by_other_move_of_same_person() -> None:
    """A button is outdated only if the same person made the decision by another move before."""
    own, kept, other = {("table", 1): ROWS, ("table", 2): ROWS}, tap(7, "lay"), tap(7, "draw")
    assert is_made(other, [kept], own)
    assert not is_made(kept, [kept], own)
    assert not is_made(other, [], own)
    assert not is_made(kept, [other], own)
    assert not is_made(other, [other], own)
    assert not is_made(other, [kept._replace(user_id=2)], own)
    assert not is_made(other, [kept._replace(decision=6)], own)


def random_game(seed: int) -> Match:
    """Return a random game, played to its end."""
    rng = random.Random(seed)
    rules = find_game("lost").rules
    match = Match(rules, rules.setup(3))
    key = ShuffleKey(b"%032d" % seed, "table")
    while not match.is_over:
        match = match.with_deal(key)
        if isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
    return match


class RecordedGame:
    """A finished game as the bot stores it, with invented taps."""

    def __init__(self, file: Path) -> None:
        self.file, self.match = file, random_game(1)
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
                INSERT INTO person VALUES (0, 0), (1, 1), (2, 2);
                INSERT INTO seat VALUES ('table', 0, 0), ('table', 1, 1), ('table', 2, 2);
                """
            )
            logged = [(seq, None if actor == CHANCE else int(actor), move) for seq, actor, move in moves]
            db.executemany("INSERT INTO move VALUES ('table', ?, ?, ?)", logged)

    def errors_found(
        self, monkeypatch: pytest.MonkeyPatch, changed: dict[int, Tried], *menus: tuple[int, Tried]
    ) -> list[str]:
        """Return the errors found if each move was tapped, with some taps changed and some moves by menus."""
        taps = [changed.get(seq, Tried("table", seat, seq, move, CHANGED)) for seq, seat, move in self.rows]
        monkeypatch.setattr(log, "tried", lambda world: iter(taps))
        monkeypatch.setattr(log, "other_moves", lambda *of: iter(menus))
        return log.findings(self.file, StandInWorld())


def test_check_finds_lost_and_untapped_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check reports a confirmed move that is not stored, and a stored move that no player tapped.

    If the answer to a choice in a menu was lost, the buttons of the old panel only show the current panel, so
    no error is reported.
    """
    evening = RecordedGame(tmp_path / "log.db")
    assert not evening.errors_found(monkeypatch, {})
    seq, seat, move = evening.rows[5]
    lost, choice = Tried("table", seat, seq, "another", CHANGED), Tried("table", seat, seq, move, 0)
    is_lost = f"{lost} was acknowledged; the log has {move}"
    untapped = f"table: nobody tapped {(seat, move)}"
    assert evening.errors_found(monkeypatch, {seq: lost}) == [untapped, is_lost]
    assert not evening.errors_found(monkeypatch, {seq: lost}, (seat, choice))
    assert not evening.errors_found(monkeypatch, {seq: lost}, (seat, choice._replace(answer=ACKNOWLEDGED)))
    assert evening.errors_found(monkeypatch, {seq: lost}, (seat, choice._replace(answer=CHANGED))) == [
        is_lost
    ]
