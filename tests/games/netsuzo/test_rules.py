"""The course of a hand and of the game (netsuzo.md, A hand; Result)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import STANDARD
from games.core.errors import IllegalMove
from games.core.rules import CHANCE, OVER
from games.netsuzo import NETSUZO
from tests.games.netsuzo.tables import actor, all_cards, deal, lose, new, play
from tests.games.play import play_random

# --- 1: the deal --------------------------------------------------------------------------------------


def test_deal_one_card_each_from_the_starter_then_four_open_then_the_pile() -> None:
    """All 53 cards, in order, clockwise."""
    match = new(4, first=2)
    request = NETSUZO.rules.chance(match.state)
    assert (request.kind, request.cards) == ("deal", STANDARD.cards)
    match.play(CHANCE, " ".join(["deal", *STANDARD.cards]))
    state = match.state
    assert state.hands == (("3s",), ("4s",), ("As",), ("2s",))
    assert state.open == ("5s", "6s", "7s", "8s")
    assert state.pile == STANDARD.cards[8:]
    assert match.to_act == (2,)


def test_deal_skips_players_who_are_out() -> None:
    """Only players still in get a card."""
    match = new(4, reds="1")
    lose(match)
    deal(match, {1: "As"})
    assert [len(hand) for hand in match.state.hands] == [0, 1, 1, 1]
    assert len(match.state.pile) == 53 - 3 - 4


# --- 2 and 3: declaring and answering -------------------------------------------------------------------


def test_first_declaration_is_free() -> None:
    """All 6622 are legal."""
    match = new()
    deal(match)
    assert len(match.legal(0)) == 6622
    assert match.legal(1) == ()


def test_declaration_must_be_higher_than_the_one_before() -> None:
    """Neither lower nor equal is legal; what is higher is, up to the top."""
    match = new()
    deal(match)
    play(match, "declare pair 5 J", "accept")
    play(match, str(match.legal(1)[0]))
    legal = [str(move) for move in match.legal(1)]
    assert legal[0] == "declare pair 5 Q"
    assert legal[-1] == "declare five A"
    assert not {"declare pair 5 J", "declare pair 5 T", "declare high A"} & set(legal)


def test_left_neighbour_answers_and_nobody_else() -> None:
    """With accept or reject and nothing else."""
    match = new()
    deal(match)
    play(match, "declare pair 5 J")
    assert match.to_act == (1,)
    assert [str(move) for move in match.legal(1)] == ["accept", "reject"]
    for seat in (0, 2):
        with pytest.raises(IllegalMove) as refused:
            match.play(seat, "reject")
        assert refused.value.refusal.code == "not-your-turn"


def test_left_neighbour_is_the_next_player_still_in() -> None:
    """A player who is out is stepped over."""
    match = new(4, reds="1")
    lose(match, "doubt")  # seat 1
    assert match.state.out == (1,)
    deal(match)  # seat 2 begins
    for higher in ("declare high 7", "declare high 8"):
        play(match, higher, "accept")
        play(match, str(match.legal(actor(match))[0]))
    assert match.to_act == (0,)
    play(match, "declare high 9")
    assert match.to_act == (2,)


def test_five_aces_can_only_be_rejected() -> None:
    """No higher declaration exists."""
    match = new()
    deal(match)
    play(match, "declare five A")
    assert [str(move) for move in match.legal(1)] == ["reject"]
    with pytest.raises(IllegalMove) as refused:
        match.play(1, "accept")
    assert refused.value.refusal.code == "nothing-higher"


# --- 4: accept ----------------------------------------------------------------------------------------


def test_accept_passes_the_hand_then_giver_draws_then_taker_discards_and_draws() -> None:
    """In this order, from the top of the pile; then the taker declares."""
    match = new()
    deal(match, {0: "5s", 1: "9h", 2: "Kd"}, pile="As Ah")
    play(match, "declare pair 5 J", "accept")
    state = match.state
    assert state.hands == (("As",), ("5s", "9h"), ("Kd",))
    assert [str(move) for move in match.legal(1)] == ["discard 5s", "discard 9h"]
    play(match, "discard 9h")
    state = match.state
    assert state.hands == (("As",), ("5s", "Ah"), ("Kd",))
    assert state.discards == ("9h",)
    assert (match.to_act, state.turn) == ((1,), 1)
    assert len(match.legal(1)) < 6622


# --- 5 and 6: reject ------------------------------------------------------------------------------------


def test_reject_true_costs_the_left_neighbour_a_red_chip() -> None:
    """The turn player neither gains nor loses; the hand is shown; the loser begins."""
    match = new()
    deal(match, {0: "5s"})
    play(match, "declare pair 5 J", "reject")
    state = match.state
    assert (state.reds, state.blues) == ((2, 1, 2), (0, 0, 0))
    assert (state.shown.hand, state.shown.is_true, state.shown.loser) == (("5s",), True, 1)
    assert match.to_act == CHANCE
    deal(match)
    assert match.to_act == (1,)


def test_reject_false_costs_the_turn_player_a_red_chip_and_gains_a_blue_one() -> None:
    """High J is a lie with a pair of fives on the table; the liar begins."""
    match = new()
    deal(match, {0: "5s"})
    play(match, "declare high J", "reject")
    state = match.state
    assert (state.reds, state.blues) == ((1, 2, 2), (0, 1, 0))
    deal(match)
    assert match.to_act == (0,)


def test_reject_under_atleast_a_better_hand_is_true() -> None:
    """The same declaration is honest when only something not lower is asked for."""
    match = new(honesty="atleast")
    deal(match, {0: "5s"})
    play(match, "declare high J", "reject")
    assert match.state.reds == (2, 1, 2)


def test_player_without_red_is_out_and_its_left_neighbour_begins() -> None:
    """Decision: the player who would start is out, so the next one does."""
    match = new(4, reds="1")
    lose(match)
    assert match.state.out == (0,)
    deal(match)
    assert match.to_act == (1,)
    match = new(4, reds="1")
    lose(match, "doubt")
    deal(match)
    assert match.to_act == (2,)


# --- the end --------------------------------------------------------------------------------------------


def test_end_blue_chips_win_at_once() -> None:
    """The third lie caught ends the game; the others follow by blue, then red chips, then the eliminated."""
    match = new(4, reds="3")
    for loser in (0, 0, 0):
        assert lose(match) == loser
    assert match.to_act == OVER
    result = match.result()
    assert result.ranking == ((1,), (2, 3), (0,))
    assert result.scores == (0.0, 3.0, 0.0, 0.0)


def test_end_last_one_left_wins() -> None:
    """Whatever its blue chips; the eliminated follow, last out first."""
    match = new(3, reds="1")
    lose(match, "doubt")  # 1 is out, 2 begins
    assert lose(match, "doubt") == 0
    result = match.result()
    assert result.ranking == ((2,), (0,), (1,))
    assert result.scores == (0.0, 0.0, 0.0)


def test_end_others_rank_by_blue_then_red_chips() -> None:
    """Equal ones tie."""
    match = new(5, reds="5", blues="2", first=1)
    lose(match)  # 1 lies, 2 gains
    lose(match, "doubt")  # 1 tells the truth, 2 loses a red chip and begins
    lose(match)  # 2 lies, 3 gains
    lose(match, "doubt")  # 3 loses and begins
    lose(match, "doubt")  # 4 loses and begins
    assert match.state.blues == (0, 0, 1, 1, 0)
    lose(match, "doubt")  # 0 loses and begins
    lose(match, "doubt")  # 1 loses and begins
    lose(match)  # 1 lies again, 2 gains its second
    result = match.result()
    assert match.state.reds == (4, 2, 3, 4, 4)
    assert result.ranking == ((2,), (3,), (0, 4), (1,))


# --- always ----------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(), st.integers(3, 10), st.sampled_from(["exact", "atleast"]))
def test_always_chips_and_cards_add_up(seed: int, seats: int, honesty: str) -> None:
    """All 53 cards are somewhere; each rejection costs one red chip; facts count what was played."""
    match = new(seats, honesty=honesty)
    rejected = 0
    while not match.is_over:
        play_random(match, f"{seed} {len(match.moves)}", limit=1)
        state = match.state
        rejected += str(match.moves[-1][1]) == "reject"
        assert sum(state.reds) == 2 * seats - rejected
        assert {seat for seat, red in enumerate(state.reds) if not red} == set(state.out)
        if len(match.moves) > 1:
            assert all_cards(state) == sorted(STANDARD.cards)
    result = match.result()
    assert sorted(seat for group in result.ranking for seat in group) == list(range(seats))
    facts = match.facts()
    assert sum(fact["challenges"] for fact in facts) == rejected
    assert sum(fact["lies_caught"] for fact in facts) == sum(state.blues)
    assert sum(fact["challenges_right"] for fact in facts) == sum(state.blues)
    assert all(fact["lies_caught"] <= fact["lies"] <= fact["claims"] for fact in facts)
