"""Tests of the arena's learner, which has to beat readable players, or its low shares prove nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from games import find_game
from games.bull.rules import CHALLENGE, BullView
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.poker import SUITS
from games.lost.hands import JOKER, RANKS
from games.lost.moves import JUDGEMENTS, Play
from games.lost.rules import LostView
from lab.responders import STUDIES
from lab.responders.respond import (
    SEER,
    Choose,
    Responder,
    player_of_level,
    respond,
    share_beaten_by,
    with_habit,
)
from tests.amounts import EXPLORE
from tests.lab.test_arena import run

GAME = find_game("lost")

LEARNT = 100 if EXPLORE else 60
"""Games from which the learner learns; it plays twice as many."""


def liar_at(
    lies: Callable[[LostView, random.Random], bool], lie: Callable[[str, random.Random], str]
) -> Choose:
    """Return a player that plays and answers at random.

    A claim is false if ``lies`` returns true; ``lie`` then returns the claim.
    """

    def choose(view: LostView, legal: Sequence[Move], rng: random.Random) -> Move:
        move = rng.choice(JUDGEMENTS if legal[0] in JUDGEMENTS else legal)
        if not isinstance(move, Play) or move.card == JOKER:
            return move
        claim = lie(move.card, rng) if lies(view, rng) else rng.choice(move.card)
        return Play(move.card, move.target, claim)

    return choose


def any_claim(card: str, rng: random.Random) -> str:
    """Return a false claim, equally often a wrong suit and a wrong rank."""
    return rng.choice([word for word in rng.choice((SUITS, RANKS)) if word not in card])


def half(view: LostView, rng: random.Random) -> bool:
    return rng.choice((True, False))


def answer_by_record(view: LostView, rng: random.Random) -> bool:
    return sum(view.told[view.seat]) % 2 == 1


def share_won_against(player: Choose) -> float:
    learner = Responder(STUDIES["lost"], player)
    for number in range(LEARNT):
        learner.learn(GAME, player, 3, f"learn {number}")
    shares = [share_beaten_by(GAME, learner, player, 3, f"play {number}") for number in range(2 * LEARNT)]
    return sum(shares) / len(shares)


@pytest.mark.parametrize(
    "player",
    [
        pytest.param(liar_at(answer_by_record, any_claim), id="alternates"),
        pytest.param(liar_at(lambda view, rng: False, any_claim), id="never lies"),
        pytest.param(liar_at(half, lambda card, rng: "7"), id="lies are sevens"),
    ],
)
def test_learner_beats_readable_player(player: Choose) -> None:
    """The learner's share against a readable player is near its maximum of 0.75."""
    assert share_won_against(player) > 0.59


def test_learner_does_not_beat_random_player() -> None:
    assert share_won_against(liar_at(half, any_claim)) < 0.57


def test_habits_override_moves_of_player() -> None:
    """A habit replaces the player's move unless only one move is legal."""
    bull = find_game("bull")
    match = Match(bull.rules, bull.rules.setup(2, {}, 0)).with_deal(ShuffleKey.from_text("1"))

    def played(match: Match, name: str) -> Move:
        player = with_habit(
            STUDIES["bull"].habits[name], lambda view, legal, rng: legal[min(5, len(legal) - 1)]
        )
        (seat,) = match.to_act
        return player(match.view(seat), match.legal(seat), random.Random(1))

    match = match.with_move(0, "call single 2")
    assert played(match, "doubts always") == CHALLENGE
    assert played(match, "never doubts") == match.legal(1)[5]
    assert played(match, "raises by the least") == match.legal(1)[0]
    assert played(match.with_move(1, "call sflush s A"), "never doubts") == CHALLENGE


@pytest.mark.parametrize("game", STUDIES)
def test_learner_and_all_habits_are_measured(game: str) -> None:
    """The learner, each habit and the player who sees all cards have shares between 0 and 1."""
    figures = dict(respond(find_game(game), player_of_level(find_game(game), "easy", 0.02), 3, 1, 1, "brief"))
    assert list(figures) == ["learner", *STUDIES[game].habits, SEER]
    assert all(0 <= share.mean <= 1 for share in figures.values())


def test_player_with_all_cards_doubts_exactly_false_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player who sees all cards challenges exactly the false calls."""
    bull, study = find_game("bull"), STUDIES["bull"]
    easy, play = player_of_level(bull, "easy", 1.0), Match.play
    calls, rightly = [], []

    def seer(view: BullView, legal: Sequence[Move], rng: random.Random) -> Move:
        calls.append(view.seat)
        return easy(view, legal, rng)

    def play_and_check(match: Match, seat: int, move: Move) -> None:
        worth = study.certain_value(match.state, CHALLENGE)
        if calls == [seat] and worth is not None and len(match.legal(seat)) > 1:
            rightly.append((move == CHALLENGE) == (worth == 1))
        calls.clear()
        play(match, seat, move)

    monkeypatch.setattr(Match, "play", play_and_check)
    for number in range(12):
        share_beaten_by(bull, seer, easy, 2, f"seer {number}", study)
    assert len(rightly) > 100
    assert all(rightly)


def test_command_prints_report() -> None:
    code, output = run("bull", "--seats", "easy,easy", "--respond", "2", "--games", "3")
    assert code == 0, output
    assert "learner, from 2 games" in output
    assert "never doubts" in output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tomoe", "--seats", "easy,easy,easy"], "nobody has studied tomoe yet"),
        (["bull", "--seats", "easy,normal"], "one level"),
        (["bull", "--seats", "random,random"], "one level"),
    ],
)
def test_impossible_studies_are_refused_with_one_sentence(words: list[str], sentence: str) -> None:
    code, output = run(*words, "--respond", "2")
    assert code == 2
    assert sentence in output
