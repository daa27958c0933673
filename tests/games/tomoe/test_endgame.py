"""The strong player's exact endgames, its beliefs, and what it takes points to be worth."""

from __future__ import annotations

import random
from typing import TypeAlias

import pytest

from games.core.cards import TOMOE, Card
from games.tomoe.strategy.beliefs import likelihoods, worlds
from games.tomoe.strategy.bits import BIT, bits
from games.tomoe.strategy.endgame import Endgame, TooManyError
from games.tomoe.strategy.outlook import SHIFT, Outlook, Worths
from games.tomoe.tricks import judge, playable, worth
from tests.games.tomoe.tables import RULES, play, position

Sets: TypeAlias = tuple[frozenset[Card], ...]
EVEN = Outlook((0.0, 0.0, 0.0), 2)


class BruteForce:
    """Every outcome of sensible play, whichever way ties are broken, by the rules and nothing else."""

    def __init__(self, standing: Outlook, ace: float) -> None:
        self.standing, self.ace = standing, ace

    def after(self, hands: Sets, lead: int, trick: tuple[Card, ...], points: int) -> dict[Card, set[Worths]]:
        """List what each card of who is to act may lead to."""
        seat = (lead + len(trick)) % 3
        found: dict[Card, set[Worths]] = {}
        for card in playable(tuple(sorted(hands[seat])), trick):
            left = tuple(hand - {card} for hand in hands)
            full = (*trick, card)
            if len(full) < 3:
                found[card] = self.outcomes(left, lead, full, points)
                continue
            done = judge(lead, full)
            made = int(2 * worth(done.card, self.ace)) << SHIFT * done.winner
            found[card] = self.outcomes(left, done.winner, (), points + made)
        return found

    def outcomes(self, hands: Sets, lead: int, trick: tuple[Card, ...], points: int) -> set[Worths]:
        seat = (lead + len(trick)) % 3
        if not hands[seat]:
            return {self.standing.worths(points)}
        found = self.after(hands, lead, trick, points)
        sure = max(min(worths[seat] for worths in some) for some in found.values())
        return {worths for some in found.values() for worths in some if worths[seat] >= sure}


@pytest.mark.parametrize("ace", [1.0, 1.5, 2.0])
def test_endgame_agrees_with_brute_force(ace: float) -> None:
    """In every position of two or three tricks each card's worth is one that sensible play may bring."""
    rng = random.Random(f"endgame {ace}")
    for size, already in (2, 0), (3, 0), (3, 1), (2, 2), (3, 2), (3, 0), (2, 1):
        standing = Outlook(rng.choices(range(30, 34), k=3), rng.choice([0, 0, 2]))
        cards = rng.sample(TOMOE.cards, 3 * size)
        hands = [frozenset(cards[size * seat : size * (seat + 1)]) for seat in range(3)]
        trick: tuple[Card, ...] = ()
        for seat in range(3 - already, 3):
            card = min(playable(tuple(sorted(hands[seat])), trick))
            hands[seat] -= {card}
            trick = (*trick, card)
        world = (bits(sorted(hands[0])), bits(sorted(hands[1])), bits(sorted(hands[2])))
        solved = Endgame(standing, ace, 10_000).moves(world, [BIT[card] for card in trick])
        allowed = BruteForce(standing, ace).after(tuple(hands), -already % 3, trick, 0)
        assert solved.keys() == {BIT[card] for card in allowed}
        for card, outcomes in allowed.items():
            assert solved[BIT[card]] in outcomes


def test_endgame_gives_up_rather_than_think_for_ever() -> None:
    """Beyond the positions allowed it says that it knows nothing."""
    cards = TOMOE.cards[:36]
    world = (bits(cards[0::3]), bits(cards[1::3]), bits(cards[2::3]))
    with pytest.raises(TooManyError):
        Endgame(EVEN, 1.0, 50).moves(world, [])


def test_worths_of_three_seats_add_up_whatever_the_points() -> None:
    """Shares of opponents beaten make three halves; who leads the last game by two points stays ahead."""
    rng = random.Random(3)
    for _ in range(50):
        standing = Outlook([rng.randrange(40) / 2 for _ in range(3)], rng.randrange(3))
        points = sum(rng.randrange(24) << SHIFT * seat for seat in range(3))
        assert sum(standing.worths(points)) == pytest.approx(1.5)
    ahead = Outlook((14.0, 12.0, 10.0), 0).worths(0)
    assert ahead[0] > 0.95 > ahead[1] > 0.4 > 0.05 > ahead[2]
    assert Outlook((14.0, 12.0, 10.0), 2).worths(0)[0] < 0.9


def test_a_point_counts_most_where_it_decides() -> None:
    """In the last game a point is worth more against an equal than against one far behind."""
    gain = [
        Outlook((20.0, other, 2.0), 0).worths(2)[0] - Outlook((20.0, other, 2.0), 0).worths(0)[0]
        for other in (20.0, 12.0)
    ]
    assert gain[0] > 4 * gain[1] > 0


def test_who_did_not_win_probably_could_not() -> None:
    """A player who comes last and lets a trick go is taken to lack the card that would have won it."""
    state = position(
        "1r 3a 4a 5a 6a 3g 4g 5g 6g",
        "2r 5r 2o 3o 4o 5o 6o 2k 3k",
        "6r 4k 5k 6k 2p 3p 4p 5p 6p",
        hidden=("4r 2a 2g", "3r 1a 1g", "1o 1k 1p"),
    )
    view = RULES.view(play(state, "1r", "5r", "6r"), 0)  # between 1r and 5r lies 3r: it would have won
    deals = worlds(view)
    odds = likelihoods(view, deals)
    assert sum(odds) == pytest.approx(1.0)
    left = sum(odd for odd, hands in zip(odds, deals, strict=True) if hands[1] & BIT["3r"])
    right = sum(odd for odd, hands in zip(odds, deals, strict=True) if hands[2] & BIT["3r"])
    assert left > 2 * right > 0
