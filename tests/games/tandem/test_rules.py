"""Tests of the rules of Tandem, by section of tandem.md."""

from __future__ import annotations

import pytest

from games.core.errors import SetupError
from games.core.match import Match
from games.core.rules import CHANCE
from tests.examples import TANDEM
from tests.examples.tandem.rules import PLAYS
from tests.games.play import do, legal, refused

RULES = TANDEM.rules


def dealt(*hands: str, first: int = 0) -> Match:
    """Deal given cards to the seats, and other cards up to full hands; return the match."""
    match = Match(RULES, RULES.setup(4, {}, first))
    spare = [card for card in PLAYS if card not in " ".join(hands).split()]
    deck: list[str] = []
    for turn in range(4):
        own = hands[(first + turn) % 4].split()
        deck += own + [spare.pop(0) for _ in range(6 - len(own))]
    match.play(CHANCE, f"deal {' '.join(deck)}")
    return match


def trick(*cards: str) -> Match:
    """Return a match after one trick led by seat 0."""
    match = dealt(*cards)
    for seat, card in enumerate(cards):
        match.play(seat, f"play {card}")
    return match


def test_material_four_seats_play_in_two_teams() -> None:
    """Seats 0 and 2 play against 1 and 3; three or five seats are refused."""
    assert RULES.teams(4, {}) == (0, 1, 0, 1)
    for seats in (3, 5):
        with pytest.raises(SetupError, match="by 4 seats"):
            RULES.setup(seats)


def test_the_deal_each_seat_has_six_cards_and_first_leads() -> None:
    match = dealt("As", "Ah", "Ad", "Ac", first=2)
    assert [len(hand) for hand in match.state.hands] == [6, 6, 6, 6]
    assert match.to_act == (2,)


def test_a_trick_1_suit_must_be_followed_if_possible() -> None:
    match = dealt("As", "Ks 9h Th Jh Qh Kh", "9d Td Jd Qd Kd Ad", "9c")
    match.play(0, "play As")
    assert legal(RULES, match.state) == {"play Ks"}
    assert refused(RULES, match.state, "play 9h") == "not-legal"
    assert refused(RULES, match.state, "play 9c") == "not-legal"
    state = do(RULES, match.state, "play Ks")
    assert len(legal(RULES, state)) == 6, "who cannot follow plays any card"


@pytest.mark.parametrize(
    ("cards", "team", "leads"),
    [
        (("As", "Qs", "9s", "Js"), 1, 1),  # the weaker card decides: J beats 9
        (("As", "Qs", "Ks", "Js"), 0, 0),
        (("Ts", "Qs", "Js", "9s"), 0, 2),
        (("Ts", "Ah", "9s", "Ks"), 0, 0),  # another suit counts nothing
        (("Ts", "Ah", "Kh", "Ks"), 1, 3),  # nothing on both sides: the highest card
        (("9s", "Ah", "Kh", "Kd"), 0, 0),
    ],
)
def test_a_trick_2_to_5_weaker_card_counts_for_team(cards: tuple[str, ...], team: int, leads: int) -> None:
    """The stronger team wins the trick, and its player with the higher card leads next."""
    match = trick(*cards)
    assert match.state.won == ((1, 0), (0, 1))[team]
    assert match.to_act == (leads,)


def test_result_partners_share_place_and_tricks() -> None:
    match = dealt("As Ks Qs Js Ts 9s", "Ah Kh Qh Jh Th 9h", "Ad Kd Qd Jd Td 9d", "Ac Kc Qc Jc Tc 9c")
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    result = match.result()
    assert result is not None
    assert (result.ranking, result.scores, result.teams) == (((0, 2), (1, 3)), (6, 0, 6, 0), (0, 1, 0, 1))
    assert result.places == (1, 2, 1, 2)
