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
from games.netsuzo.moves import ACCEPT, BY_NOTATION, LADDER, REJECT, Declare
from games.netsuzo.player import FURTHEST, WHIM, assess
from games.netsuzo.possible import lowest_true
from games.netsuzo.state import NetsuzoView
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play, state_of, view_of

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


def doubting(every: int) -> Player:
    """Reject every so manieth declaration whatever it is; none for 0."""
    met = 0

    def choose(view: NetsuzoView, legal: Sequence[Move], rng: random.Random) -> Move:
        nonlocal met
        if view.stage != "answer":
            return plain(view, legal, rng)
        met += 1
        return REJECT if every and met % every == 0 else ACCEPT

    return choose


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


def beaten(match: Match, seat: int) -> float:
    """Give the share of opponents that a seat has beaten, a tie as half."""
    result = match.result()
    assert result is not None
    place = next(at for at, group in enumerate(result.ranking) if seat in group)
    worse = sum(map(len, result.ranking[place + 1 :]))
    return (worse + (len(result.ranking[place]) - 1) / 2) / (match.setup.seats - 1)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {"honesty": "atleast"}), (3, {"reds": "1", "blues": "1"}), (5, {"reds": "1", "blues": "5"})],
)
def test_strong_player_finishes_games_with_legal_moves_only(seats: int, options: dict[str, str]) -> None:
    """At tables of every kind; the rules refuse anything else."""
    assert playing([hard] * seats, 1, **options).is_over


def test_strong_player_is_deterministic() -> None:
    """The same view and the same chance give the same move, with much effort or little."""
    match = new(4)
    deal(match)
    view, legal = view_of(match, 0), match.legal(0)
    for effort in (0.1, 1.0):
        moves = {NETSUZO.advise(view, legal, "hard", random.Random(5), effort) for _ in range(2)}
        assert len(moves) == 1


def _third_answer(cards: Sequence[str]) -> Match:
    """Go to the third declaration of a hand, which the starter answers; the hidden cards are given."""
    match = new(3)
    deal(match, {0: "5s", 1: cards[0], 2: cards[1]}, pile=f"Ac {cards[2]} {cards[3]} {cards[4]}")
    play(match, "declare pair 5 J", "accept", f"discard {cards[0]}", "declare pair J 8", "accept")
    play(match, f"discard {cards[1]}", "declare pair J A")
    return match


def test_strong_player_sees_nothing_but_its_view() -> None:
    """What others hold, have discarded and will draw may be anything: the advice stays the same."""
    hidden = [["9h", "Ks", "3d", "4d", "7c"], ["Jk", "2d", "Js", "Jh", "As"], ["8d", "8h", "Kd", "Kc", "Ts"]]
    matches = [_third_answer(cards) for cards in hidden]
    assert all(view_of(match, 0) == view_of(matches[0], 0) for match in matches)
    for seed in range(8):
        assert len({hard(view_of(match, 0), match.legal(0), random.Random(seed)) for match in matches}) == 1
    for match in matches:
        play(match, "accept")
    assert len({view_of(match, 0).hand for match in matches}) == 3  # having accepted it sees more


def test_strong_player_rejects_what_is_hardly_possible_and_accepts_what_lies_open() -> None:
    """Five aces with one card; a pair that everybody sees."""
    match = new(3)
    deal(match, {1: "As"})
    play(match, "declare quads A K")
    assert {hard(view_of(match, 1), match.legal(1), random.Random(seed)) for seed in range(6)} == {REJECT}
    match = new(3)
    deal(match, {1: "Ks"}, middle="Kd Kh 8c 2s")
    play(match, "declare pair K 8")
    assert {hard(view_of(match, 1), match.legal(1), random.Random(seed)) for seed in range(6)} == {ACCEPT}


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


@pytest.mark.parametrize(("every", "games"), [(1, 30), (0, 3), (3, 8)])
def test_habitual_doubters_lose_to_the_strong_player(every: int, games: int) -> None:
    """Two who always doubt, never doubt, or doubt every third declaration."""
    shares = []
    for game in range(games):
        players: list[Player] = [doubting(every) for _ in range(3)]
        players[game % 3] = hard
        shares.append(beaten(playing(players, game), game % 3))
    assert sum(shares) / games > 0.5


# --- judgement --------------------------------------------------------------------------------------


def test_estimates_are_shares_and_chances_the_best_first() -> None:
    """Claims have a risk, none if they are true; what else was asked for is among them."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h", 2: "Kd"})
    also = [match.rules.parse("declare five A"), match.rules.parse("declare pair 5 J")]
    while state_of(match).stage != "declare" or len(state_of(match).declared) < 2:
        seat = actor(match)
        legal = match.legal(seat)
        stage = state_of(match).stage
        found = assess(
            view_of(match, seat), legal, also if stage == "declare" else (), random.Random(1), 0.05
        )
        assert all(0 <= one.worth <= 1 and one.move in legal for one in found)
        assert [one.worth for one in found] == sorted([one.worth for one in found], reverse=True)
        if stage == "declare":
            by_move = {one.move: one for one in found}
            assert all(one.risk is not None and 0 <= one.risk <= 1 for one in found)
            assert len(by_move) == len(found)
            wild, own = [by_move[move] for move in also]
            assert wild.risk is not None
            assert wild.risk > 0.5
            assert wild.worth < own.worth
            if seat == 0:
                assert own.risk == 0.0
            also = also[:1] * 2
        else:
            assert all(one.risk is None for one in found)
            assert {one.move for one in found} == {*legal}
        play(match, {"declare": "declare pair 5 J", "answer": "accept"}.get(stage) or str(found[0].move))
        if len(state_of(match).declared) == 1 and state_of(match).stage == "declare":
            break


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
