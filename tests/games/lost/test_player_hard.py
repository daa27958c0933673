"""The strongest computer player: legal, from its view alone, not to be read, and a fair judge of moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from games.core.game import Estimate
from games.core.match import Match
from games.core.moves import Move
from games.lost.moves import DOUBT, JUDGEMENTS, Play, is_true
from games.lost.player import advise, assess
from games.lost.rules import Lost
from games.lost.state import LostState, LostView
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, new_match, play_on, position

Player = Callable[[LostView, Sequence[Move], random.Random], Move]


def hard(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    return advise(view, legal, "hard", rng)


def expert(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    return advise(view, legal, "expert", rng)


def run(match: Match, players: Sequence[Player], rng: random.Random) -> list[tuple[int, LostState, Move]]:
    """Play a game to its end; give every move with its seat and the position before it."""
    made = []
    while not match.is_over:
        seat = match.to_act[0]
        legal = match.legal(seat)
        move = players[seat](match.view(seat), legal, rng)
        assert move in legal
        made.append((seat, match.state, move))
        match.play(seat, move)
        assert len(made) < 400
    return made


@pytest.mark.parametrize("losts", RULES.options["losts"])
def test_plays_legally_with_all_options(losts: str) -> None:
    """With any number of losts, three seats or four, from a position that chance has led to."""
    seats = 3 + int(losts) % 2
    rng = random.Random(losts)
    match = play_on(new_match(seats, rng, losts), rng, moves=seats + 5)
    run(match, [hard] * seats, rng)


def positions(seed: int, moves: int) -> Match:
    rng = random.Random(seed)
    return play_on(new_match(3, rng), rng, moves)


def with_hidden_cards_changed(state: LostState, seat: int, rng: random.Random) -> LostState:
    """Deal what a seat has not seen anew, among the other hands and the cards nobody was dealt."""
    others = [other for other in range(len(state.hands)) if other != seat]
    known = {state.waiting.card} if state.play is not None and state.play.card else set()
    if state.joker_in is not None:
        known.add("Jk")
    pool = [card for other in others for card in state.hands[other] if card not in known]
    pool += [card for card in state.aside if card not in known]
    rng.shuffle(pool)
    hands = list(state.hands)
    for other in others:
        kept = [card for card in hands[other] if card in known]
        fresh = [pool.pop() for _ in range(len(hands[other]) - len(kept))]
        hands[other] = cards(" ".join([*kept, *fresh]))
    aside = tuple(card if card in known else pool.pop() for card in state.aside)
    return replace(state, hands=tuple(hands), aside=aside)


@pytest.mark.parametrize("moves", [0, 3, 4, 9])
def test_looks_at_its_view_alone(moves: int) -> None:
    """Whatever the cards it cannot see are, the same generator gives the same move."""
    for seed in range(3):
        match = positions(seed, moves)
        if match.is_over:
            continue
        state, seat = match.state, match.to_act[0]
        changed = with_hidden_cards_changed(state, seat, random.Random(seed))
        assert changed.hands != state.hands
        choices = [
            advise(RULES.view(one, seat), RULES.legal(one, seat), "hard", random.Random(seed))
            for one in (state, changed)
        ]
        assert choices[0] == choices[1]


def share_of_lies(player: Player, games: int) -> float:
    """Let a player play against itself and count its claims of plain cards that are false."""
    lies = claims = 0
    for seed in range(games):
        rng = random.Random(seed)
        for _, _, move in run(new_match(3, rng, first=seed % 3), [player] * 3, rng):
            if isinstance(move, Play) and move.card != "Jk":
                claims += 1
                lies += not is_true(move.card, move.claim)
    return lies / claims


def always_lying(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
    """Play at random, but claim nothing that is true."""
    lies = [move for move in legal if isinstance(move, Play) and not is_true(move.card, move.claim)]
    return rng.choice(lies or list(legal))


def test_neither_honest_nor_a_liar() -> None:
    """A fair part of its claims is false; the count would find who always lies."""
    assert 0.15 <= share_of_lies(expert, games=4) <= 0.6
    assert share_of_lies(always_lying, games=3) > 0.9


def test_avoids_a_sure_end() -> None:
    """Having to place a card, it never lays the one that makes a hand when another will do."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    for seed in range(5):
        advice = advise(RULES.view(state, 1), RULES.legal(state, 1), "hard", random.Random(seed))
        assert str(advice) == "place 3s"


def test_doubts_what_cannot_be_true() -> None:
    """A joker claimed before a field that is one away is a lie by the rules."""
    state = do(position(HANDS, [FIELDS[0], "Ad 5d 8d", FIELDS[2]], losts=0), "play 5h to 1 as joker")
    for seed in range(5):
        advice = advise(RULES.view(state, 1), RULES.legal(state, 1), "hard", random.Random(seed))
        assert advice == DOUBT


def test_same_chance_same_move() -> None:
    """It takes nothing from anywhere but its arguments, and effort makes no difference."""
    match = positions(1, 3)
    seat = match.to_act[0]
    choices = {
        advise(match.view(seat), match.legal(seat), "hard", random.Random(5), effort)
        for effort in (1.0, 1.0, 0.1)
    }
    assert len(choices) == 1


def judged(match: Match, also: Sequence[Move] = ()) -> list[Estimate]:
    seat = match.to_act[0]
    return assess(match.view(seat), match.legal(seat), also, random.Random(0))


def test_assessments_keep_their_promise() -> None:
    """Best first, no worth beyond what can be reached, asked moves among them, risks of claims."""
    for moves in (0, 3, 4, 5, 8, 12):
        match = positions(2, moves)
        if match.is_over:
            continue
        seat = match.to_act[0]
        legal = match.legal(seat)
        also = [legal[-1], legal[len(legal) // 2]]
        found = judged(match, also)
        by_move = {estimate.move: estimate for estimate in found}
        assert len(by_move) == len(found)
        assert {*also} <= set(by_move) <= set(legal)
        assert [e.worth for e in found] == sorted((e.worth for e in found), reverse=True)
        assert all(0 <= e.worth <= 0.75 for e in found)
        for move, estimate in by_move.items():
            if isinstance(move, Play):
                assert estimate.risk is not None
                assert 0 <= estimate.risk < 1
                assert (estimate.risk == 0) == is_true(move.card, move.claim)
            else:
                assert estimate.risk is None


def test_the_beginning_is_open() -> None:
    """Well chosen, a first field is worth about as much as any; the worst one much less."""
    match = positions(3, 0)
    found = judged(match, list(match.legal(match.to_act[0])))
    assert found[0].worth == pytest.approx(0.5, abs=0.05)
    assert found[-1].worth < 0.4


def test_expert_plays_what_it_judges_best_or_nearly() -> None:
    """Its own moves cost next to nothing by its own measure; moves by chance cost more."""
    own, others = [], []
    for seed in range(8):
        match = positions(seed, 3 + seed % 4)
        if match.is_over or match.legal(match.to_act[0])[0] in JUDGEMENTS:
            continue
        seat, rng = match.to_act[0], random.Random(seed)
        legal = match.legal(seat)
        for move, losses in ((expert(match.view(seat), legal, rng), own), (rng.choice(legal), others)):
            found = judged(match, [move])
            losses.append(found[0].worth - next(e.worth for e in found if e.move == move))
    assert max(own) < 0.05
    assert sum(others) > 2 * sum(own)


def test_is_registered() -> None:
    """Reviews and hints ask the game for the judge."""
    from games import find_game

    assert find_game(Lost.id).assess is assess
