"""The strong player: legal, blind to what it may not see, hard to read, and no prey of habits."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.shuffle import ShuffleKey
from games.netsuzo import NETSUZO
from games.netsuzo.hands import tally
from games.netsuzo.moves import BY_NOTATION, LADDER, REJECT, Declare
from games.netsuzo.player import FURTHEST, WHIM, assess
from games.netsuzo.possible import lowest_true
from games.netsuzo.state import NetsuzoView
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play, view_of

MOST_CALLS = 300_000
"""What a decision may cost with little effort, with nothing remembered from decisions before."""
LITTLE = 0.01

Player = Callable[[NetsuzoView, Sequence[Move], random.Random], Move]


def hard(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
    return NETSUZO.advise(view, legal, "hard", rng, LITTLE)


def plain(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
    """Declare the lowest truth, or else something a little higher than the last declaration; doubt all."""
    if view.stage != "declare":
        return rng.choice(legal) if view.stage == "discard" else REJECT
    last = BY_NOTATION[view.declared[-1][1]] if view.declared else None
    exact = view.options["honesty"] == "exact"
    truth = lowest_true(tally((*view.hand, *view.open)), last, exact=exact)
    return truth or legal[rng.randrange(min(30, len(legal)))]


def wild(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
    return rng.choice(legal)


def lowest(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
    """Raise by as little as possible; doubt by the toss of a coin."""
    return legal[0] if view.stage == "declare" else rng.choice(legal)


def playing(players: Sequence[Player], seed: int, **options: str) -> Match:
    """Let players play a game; whoever has no choice is not asked."""
    match = new(len(players), seed % len(players), **options)
    rng, key = random.Random(seed), ShuffleKey.from_text(f"strong {seed}")
    while not match.is_over:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
        else:
            seat = actor(match)
            legal = match.legal(seat)
            match.play(seat, players[seat](view_of(match, seat), legal, rng) if len(legal) > 1 else legal[0])
    return match


# --- not to be read ---------------------------------------------------------------------------------


def _habits(player: Player, games: int) -> tuple[float, float, int]:
    """Let a player play against itself; give the shares of lies and least raises, and how many claims."""
    claims = lies = small = 0
    for game in range(games):
        match = playing([player] * 3, game)
        lies += sum(facts["lies"] for facts in match.facts())
        bar = 0
        for who, move in match.moves:
            if isinstance(move, Declare):
                claims += 1
                small += LADDER.start_above(move) == LADDER.start_above(LADDER.bids[bar])
                bar = LADDER.start_above(move)
            elif move == REJECT or who == CHANCE:
                bar = 0 if move == REJECT else bar
    return lies / claims, small / claims, claims


def _is_hard_to_read(player: Player, games: int) -> bool:
    lies, small, claims = _habits(player, games)
    assert claims > 20
    return 0.15 <= lies <= 0.6 and small < 0.6


def test_strong_player_lies_now_and_then_and_climbs_no_ladder() -> None:
    """15 to 60 of 100 declarations are lies, less than 60 are the lowest allowed; habits are caught."""
    assert _is_hard_to_read(hard, 3)
    assert not any(_is_hard_to_read(player, 10) for player in (plain, wild, lowest))


# --- judgement --------------------------------------------------------------------------------------


def test_what_it_plays_is_nearly_as_good_as_the_best() -> None:
    """The same dice: the move advised is judged at most three whims worse than the first."""
    for seed in range(4):
        match = new(3)
        match.play(CHANCE, match.chance_move(ShuffleKey.from_text(f"{seed}")))
        for _ in range(6):
            if match.to_act == CHANCE:
                break
            seat = actor(match)
            view, legal = view_of(match, seat), match.legal(seat)
            move = NETSUZO.advise(view, legal, "hard", random.Random(seed), 0.05)
            found = assess(view, legal, (), random.Random(seed), 0.05)
            worth = {one.move: one.worth for one in found}
            assert worth[move] >= found[0].worth - FURTHEST * WHIM
            match.play(seat, move)


def test_strong_player_is_quick_even_with_the_largest_hands() -> None:
    """So many calls of functions at most, in a very long hand of ten."""
    match = new(10)
    deal(match)
    for number, state in enumerate(accept_lowest(match)):
        if number > 40 and state.stage == "declare":
            seat = actor(match)
            view, legal = view_of(match, seat), match.legal(seat)
            assert 0 < calls_of(lambda v=view, m=legal: hard(v, m, random.Random(1))) < MOST_CALLS
            break


@pytest.mark.parametrize("seed", range(12))
def test_something_is_declared_however_little_is_left_above(seed: int) -> None:
    """Only one or two declarations are left, and nobody could believe either."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"})
    play(match, f"declare five {'QK'[seed % 2]}", "accept")
    while view_of(match, 1).stage != "declare":
        play(match, str(match.legal(1)[0]))
    view, legal = view_of(match, 1), match.legal(1)
    assert len(legal) == 2 - seed % 2
    assert hard(view, [*legal, *legal], random.Random(seed)) in legal


def test_nothing_is_left_to_draw_where_one_holds_all_that_is_not_open() -> None:
    """In the longest hands, which hardly anybody plays."""
    match = new(10)
    deal(match)
    next(state for number, state in enumerate(accept_lowest(match)) if number == 170)
    seat = actor(match)
    assert len(match.view(seat).hand) == 49
    legal = match.legal(seat)
    assert NETSUZO.advise(match.view(seat), legal, "hard", random.Random(1), 0.0) in legal
