"""The computer player: legal, repeatable, from its view alone, no fool, and never endless."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from games.core.match import Match
from games.core.moves import Move
from games.lost.belief import beliefs, honesty, unseen_cards
from games.lost.danger import Danger, Table
from games.lost.hands import DECK, mask_of
from games.lost.player import advise

from .helpers import RULES, cards, do, new_match, position

FIELDS = ["As 4h 7d", "Ad 5c 8s", "2c 5s 9h"]
HANDS = ["2s 5h 9c Td", "3s 6h 8c", "2d 3d 4c"]

Pick = Callable[[Match, int], Move]


def advised(match: Match, seat: int, level: str, rng: random.Random) -> Move:
    options = match.legal(seat)
    move = advise(match.view(seat), options, level, rng)
    assert move in options
    return move


def run(match: Match, level: str, rng: random.Random, clever: set[int]) -> Match:
    """Play on with computer players at some seats and random moves at the others."""
    while not match.is_over:
        seat = match.to_act[0]
        options = match.legal(seat)
        by_chance = options[rng.randrange(len(options))]
        match.play(seat, advised(match, seat, level, rng) if seat in clever else by_chance)
        assert len(match.moves) < 400
    return match


@pytest.mark.parametrize("level", ["normal", "easy"])
@pytest.mark.parametrize("seats", [3, 4])
def test_games_among_computers_are_legal_and_end(level: str, seats: int) -> None:
    """Computer players among themselves finish every game, though a joker could travel for ever."""
    for seed in range(4):
        rng = random.Random(f"{seed} {level}")
        run(new_match(seats, rng, str(seed)), level, rng, set(range(seats)))


def test_same_chance_same_move() -> None:
    """With the same view and the same source of chance the advice is the same."""
    match = new_match(3, random.Random(1))
    first = advise(match.view(0), match.legal(0), "normal", random.Random(7))
    assert advise(match.view(0), match.legal(0), "normal", random.Random(7)) == first


def test_beats_random_play() -> None:
    """Against two random players it is hardly ever the one to go out (by chance it would be in 8 of 24)."""
    out = 0
    for seed in range(24):
        rng = random.Random(seed)
        match = run(new_match(3, rng, first=seed % 3), "normal", rng, {0})
        out += 0 in match.state.out
    assert out <= 4


def test_does_not_trust_a_claim_that_cannot_be_true() -> None:
    """A joker claimed before a field that is one away is a lie by the rules: the doubt is sure."""
    state = do(position(HANDS, [FIELDS[0], "Ad 5d 8d", FIELDS[2]], losts=0), "play 5h to 1 as joker")
    view = RULES.view(state, 1)
    assert honesty(view, 0, 1, "joker") == 0.0
    for seed in range(10):
        assert str(advise(view, RULES.legal(state, 1), "normal", random.Random(seed))) == "doubt"


def test_belief_follows_what_a_player_has_shown() -> None:
    """Claims of who has only lied are believed less."""
    honest = do(position(HANDS, FIELDS), "play 5h to 1 as h", "trust")
    liar = do(position(HANDS, FIELDS), "play 5h to 1 as s", "doubt")
    assert honesty(RULES.view(honest, 1), 0, 1, "h") > 0.5 > honesty(RULES.view(liar, 1), 0, 1, "h")


def test_belief_weights_sum_to_one() -> None:
    """What a card may be is shared out completely, and by the claim."""
    plain = cards("2s 5h 9c Td")
    for claim in ("s", "5", "K", "joker"):
        true, false = beliefs(plain, claim, 0.5)
        assert sum(true.values()) + sum(false.values()) == pytest.approx(1)
    true, false = beliefs(plain, "s", 0.5)
    assert set(true) == {"2s"}
    assert "2s" not in false
    assert beliefs(plain, "d", 0.0)[0] == {}


def test_belief_counts_only_unseen_cards() -> None:
    """Own hand and fields are not among the cards that another seat may have played."""
    view = RULES.view(position(HANDS, FIELDS), 1)
    seen = set(cards(HANDS[1])) | {card for field in FIELDS for card in cards(field)}
    assert set(unseen_cards(view)) == set(DECK) - seen


def test_danger_grows_with_a_field() -> None:
    """A field that is one away is worse than one that is two away, a made one is the end."""
    danger = Danger(mask_of(DECK))
    fields = ["2s 6h Td", "2s 6s Td", "2s 6s Ts", "2s 6s Ts 8s"]
    worth = [danger.of_field(mask_of(cards(field))) for field in fields]
    assert worth == sorted(worth)
    assert len(set(worth)) == 4
    table = Table(tuple(mask_of(cards(field)) for field in fields[:3]), (5, 5, 5), (3, 3, 3), 0)
    losses = [danger.loss(table, seat) for seat in range(3)]
    assert losses[2] == max(losses)
    assert sum(losses) == pytest.approx(1)


def test_danger_of_an_empty_hand() -> None:
    """Who has no card left has lost, and the others have not."""
    table = Table(tuple(mask_of(cards(field)) for field in FIELDS), (0, 5, 5), (3, 3, 3), 1)
    danger = Danger(mask_of(DECK))
    assert [danger.loss(table, seat) for seat in range(3)] == [1, 0, 0]


def test_avoids_a_sure_end() -> None:
    """Having to place a card, it never lays the one that makes a hand when another will do."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    for level in ("normal", "easy"):
        for seed in range(10):
            advice = advise(RULES.view(state, 1), RULES.legal(state, 1), level, random.Random(seed))
            assert str(advice) == "place 3s"
