"""The game within a play: claims and answers in equilibrium."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.lost.hands import JOKER
from games.lost.moves import CLAIMS
from games.lost.strategy.claims import WHIM, Answers, Solution, Stakes, claim_game, claim_share

EVEN = Stakes(0.3, 0.3, 0.3, 0.3, 0.3, 0.3)
KILLER = Stakes(0.0, 0.4, 0.3, 1.0, 0.2, 0.3)
"""A card that finishes the target, and is harmless to who plays it."""
CARDS = ("2s", "6h", "9c", "Td", "3s")


def answers(game: Callable[[str], Solution]) -> list[Answers]:
    return [game(claim).answers for claim in CLAIMS]


def test_answers_and_claims_are_shared_out() -> None:
    """Answers to every claim are probabilities; without a lost left none is foreseen."""
    game = claim_game(dict.fromkeys(CARDS, EVEN), may_take=True)
    for answer in answers(game):
        assert sum(answer) == pytest.approx(1)
        assert all(share > 0 for share in answer)
    game = claim_game(dict.fromkeys(CARDS, EVEN), may_take=False)
    assert all(answer[2] == 0 for answer in answers(game))
    for card in (*CARDS, JOKER):
        assert sum(claim_share(card, claim) for claim in CLAIMS) == pytest.approx(1)


def test_what_does_not_matter_is_a_toss_up() -> None:
    """Where a card is as good here as there, trust and doubt are equally likely."""
    game = claim_game(dict.fromkeys(CARDS, EVEN), may_take=False)
    for trust, doubt, _ in answers(game):
        assert trust == pytest.approx(doubt)


def test_the_card_to_fear_is_not_doubted() -> None:
    """A claim that names the card which would be the end is rather trusted: the doubt would cost all."""
    stakes = {card: KILLER if card == "2s" else EVEN for card in CARDS}
    game = claim_game(stakes, may_take=False)
    trust, doubt, _ = game("2").answers
    assert trust > doubt + 0.2
    assert game("2").made["2s"] < game("c").made["2s"] * len(CLAIMS)


def test_lies_are_made_where_they_are_believed() -> None:
    """The more a claim is doubted, the rarer it is made of a card that the doubt sends back."""
    stakes = dict.fromkeys(CARDS, KILLER)
    game = claim_game(stakes, may_take=False)
    lies = {claim: game(claim) for claim in CLAIMS if claim not in ("2", "s", "joker")}
    doubted = sorted(
        (found.answers[1], found.made["2s"] / claim_share("2s", claim)) for claim, found in lies.items()
    )
    assert doubted[0][1] >= doubted[-1][1]


def test_an_answer_leans_to_what_costs_less_and_is_never_sure() -> None:
    """Costs decide, whims remain."""
    lie = claim_game({"2s": Stakes(0.3, 0.3, 0.3, 0.1, 0.6, 0.3)}, may_take=False)("c")
    trust, doubt, take = lie.answers
    assert trust > 0.8
    assert doubt >= WHIM / 2
    assert take == 0
    equal = claim_game({"2s": EVEN}, may_take=True)("c")
    assert equal.answers == pytest.approx((1 / 3, 1 / 3, 1 / 3), abs=0.01)
