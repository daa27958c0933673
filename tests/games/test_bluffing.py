"""Tests that the strongest player of each bluffing game cannot be read, at a small cost."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games import find_game
from games.core.match import Match
from games.core.moves import Move
from games.core.poker import Bid
from games.lost.moves import Play, is_true
from games.netsuzo.hands import BY_NOTATION, count_cards
from games.netsuzo.possible import lowest_true
from games.netsuzo.rules import REJECT
from tests.games.play import new_match, played_by

Player = Callable[[Any, Sequence[Move], random.Random], Move]

STRONG = {"bull": ("expert", 1.0), "lost": ("expert", 1.0), "netsuzo": ("hard", 0.01)}
"""The level and effort of each game's strongest player."""


def strong(game_id: str, effort: float | None = None) -> Player:
    """Return a game's strongest player."""
    level, usual = STRONG[game_id]
    advise = find_game(game_id).advise
    return lambda view, legal, rng: advise(view, legal, level, rng, usual if effort is None else effort)


def climbing(view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
    """Return the lowest raise, or a random move if no raise is legal."""
    return legal[0] if isinstance(legal[0], Bid) else rng.choice(legal)


def lying(view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
    """Return a false claim in Lost Poker."""
    lies = [move for move in legal if isinstance(move, Play) and not is_true(move.card, move.claim)]
    return rng.choice(lies or list(legal))


def honest(view: Any, legal: Sequence[Move], rng: random.Random) -> Move:
    """Return the lowest true declaration in Netsuzo Poker, and reject all declarations of others."""
    if view.stage != "declare":
        return rng.choice(legal) if view.stage == "discard" else REJECT
    last = BY_NOTATION[view.declared[-1][1]] if view.declared else None
    have = count_cards((*view.hand, *view.open))
    truth = lowest_true(have, last, exact=view.options["honesty"] == "exact")
    return truth or legal[rng.randrange(min(30, len(legal)))]


def is_readable(game_id: str, player: Player, games: int) -> bool:
    """True if a player, in games against itself, lies rarely or mostly, or mostly makes the lowest raise."""
    claims = lies = least = 0
    for seed in range(games):
        match = played_by([player] * 3, new_match(find_game(game_id), 3, first=seed % 3), seed)
        claims += sum(statistics["claims"] for statistics in match.statistics())
        lies += sum(statistics["lies"] for statistics in match.statistics())
        again = Match(match.rules, match.setup)
        for actor, move in match.moves:
            least += isinstance(move, Bid) and move == again.legal(int(actor))[0]
            again.play(actor, move)
    assert claims > 20
    return not 0.15 < lies / claims < 0.6 or least / claims >= 0.6


@pytest.mark.parametrize(("game_id", "games"), [("bull", 25), ("lost", 4), ("netsuzo", 3)])
def test_strongest_player_has_no_readable_habit(game_id: str, games: int) -> None:
    """The player lies neither rarely nor mostly, and most raises are above the lowest one."""
    assert not is_readable(game_id, strong(game_id), games)


@pytest.mark.parametrize(
    ("game_id", "player", "games"),
    [("bull", climbing, 1), ("lost", lying, 3), ("netsuzo", climbing, 5), ("netsuzo", honest, 8)],
)
def test_player_with_habit_is_detected(game_id: str, player: Player, games: int) -> None:
    """``is_readable`` is true for players with a known habit."""
    assert is_readable(game_id, player, games)
