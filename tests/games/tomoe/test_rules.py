"""The course of a match (tomoe.md, Options to Score and end)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import TOMOE
from games.core.moves import Deal
from games.core.rules import CHANCE, OVER
from games.tomoe.events import CardPlayed, GameDealt, GameEnded, MatchExtended, TrickWon
from tests.games.tomoe.tables import (
    PLAIN,
    RULES,
    legal_cards,
    new_match,
    play,
    position,
    random_positions,
    some_position,
)

SEEDS = st.integers(0, 10**6)


# --- options and deal ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("metals", "hidden"), [("off", 3), ("on", 4)])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_deal_blocks_go_clockwise_from_the_leader(first: int, metals: str, hidden: int) -> None:
    """Cards 1-9, 10-18, 19-27 are the open hands, then come the hidden ones in blocks, leader first."""
    match = new_match(first, metals=metals)
    deck = RULES.chance(match.state).cards
    assert deck == (TOMOE.cards if metals == "on" else PLAIN)
    order = deck[::-1]
    match.play(CHANCE, Deal(order))
    state = match.state
    for step in range(3):
        seat = (first + step) % 3
        assert set(state.open[seat]) == set(order[9 * step : 9 * step + 9])
        at = 27 + hidden * step
        assert set(state.hidden[seat]) == set(order[at : at + hidden])
    assert match.to_act == (first,)
    assert state.news == (GameDealt(1, first),)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_deal_the_lead_passes_clockwise_from_game_to_game(first: int) -> None:
    """``first`` leads the first game, the next seat the second, whatever the results."""
    leaders = {}
    for match in random_positions(5, first, games="6"):
        state = match.state
        if state.number and not state.tricks and not state.trick:
            leaders[state.number] = state.leader
            assert match.to_act == (state.leader,)
    assert [leaders[n] for n in range(1, 7)] == [(first + n) % 3 for n in range(6)]


# --- play -----------------------------------------------------------------------------------------------


def test_play_the_winner_leads_the_next_trick() -> None:
    """The third player wins with the middle card and leads."""
    state = play(position("2r 1g", "5r 2g", "4r 3g"), "2r", "5r", "4r")
    assert state.to_act == (2,)
    assert (state.lead, state.trick) == (2, ())
    assert [trick.case for trick in state.tricks] == ["all-front"]
    assert state.news[0] == CardPlayed(2, "4r", was_hidden=False)
    assert isinstance(state.news[1], TrickWon)


def test_play_goes_clockwise() -> None:
    """The seat to the left of who played is next."""
    state = position("2r 1g", "5r 2g", "4r 3g", lead=2)
    assert [play(state, *cards).to_act for cards in ([], ["4r"], ["4r", "2r"])] == [(2,), (0,), (1,)]


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.sampled_from(["off", "on"]))
def test_play_every_card_is_always_in_one_place_and_followers_always_obey(seed: int, metals: str) -> None:
    """Cards never appear or vanish; whoever plays off suit never held the suits due."""
    partner = {"r": "a", "a": "r", "g": "o", "o": "g", "k": "p", "p": "k"}
    for match in random_positions(seed, metals=metals):
        state = match.state
        if not state.number:
            continue
        lying = [c for hand in (*state.open, *state.hidden) for c in hand] + list(state.trick)
        lying += [card for trick in state.tricks for card in trick.cards]
        assert sorted(lying) == sorted(state.variant.deal.cards)
        if not isinstance(match.to_act, tuple):
            continue
        seat = match.to_act[0]
        hand = set(state.open[seat] + state.hidden[seat])
        due = hand
        if state.trick:
            front = TOMOE.suit[state.trick[0]]
            due = {c for c in hand if TOMOE.suit[c] == front}
            due = due or {c for c in hand if front and TOMOE.suit[c] == partner[front]} or hand
        assert legal_cards(state) == due
        assert all(not match.legal(other) for other in range(3) if other != seat)


# --- score and end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ace", "points"), [("1", 1), ("1.5", 1.5), ("2", 2)])
def test_score_a_trick_won_with_a_one_counts_the_option(ace: str, points: float) -> None:
    """The bonus goes by the winning card, not by a one elsewhere in the trick."""
    state = position("3r 2g", "1a 5g", "6g 6k", options={"ace": ace})
    won = play(state, "3r", "1a", "6g")
    assert won.points == (0, points, 0)
    other = play(position("1r 2g", "3r 5g", "2r 6k", options={"ace": ace}), "1r", "3r", "2r")
    assert other.points == (0, 0, 1)


@pytest.mark.parametrize("games", ["3", "6", "9", "12"])
def test_end_a_match_has_as_many_games_as_chosen_or_threes_more(games: str) -> None:
    """A match never ends before its games are played, nor with a shared first place."""
    for seed in range(4):
        match = some_position(seed, 10**6, games=games)
        state = match.state
        result = match.result()
        assert state.number == state.games
        assert state.games >= int(games)
        assert (state.games - int(games)) % 3 == 0
        assert len(result.ranking[0]) == 1
        assert sum(result.scores) == 12 * state.number


def test_end_the_highest_total_wins_and_others_may_tie() -> None:
    """Ranking goes by totals of the whole match; equal totals below the top share a place."""
    past = ((5, 4, 3), (4, 4, 4))
    state = play(position("2r", "5r", "4r", past=past, points=(5, 2, 2)), "2r", "5r", "4r")
    assert state.to_act == OVER
    result = RULES.result(state)
    assert result.scores == (14.0, 10.0, 10.0)
    assert result.ranking == ((0,), (1, 2))
    assert isinstance(state.news[-1], GameEnded)
    assert state.news[-1].points == (5.0, 2.0, 3.0)


def test_end_scores_come_in_steps_of_a_half() -> None:
    """With ``ace=1.5`` a total may end in .5."""
    options = {"ace": "1.5"}
    past = ((4, 4, 4), (4, 4, 4))
    state = play(position("3r", "1a", "6g", past=past, options=options), "3r", "1a", "6g")
    result = RULES.result(state)
    assert result.scores == (8.0, 9.5, 8.0)


@pytest.mark.parametrize(
    ("points", "shared"), [((1, 0, 0), (0, 2)), ((1, 1, 0), (0, 1, 2)), ((0, 3, 2), (1, 2))]
)
def test_end_a_shared_first_place_adds_three_games(points: tuple[int, ...], shared: tuple[int, ...]) -> None:
    """Two or three at the top play three more games, the lead passing on as before."""
    past = ((4, 4, 4), (4, 4, 4))
    state = play(position("2r", "5r", "4r", past=past, points=points), "2r", "5r", "4r")
    assert state.to_act == CHANCE
    assert state.games == 6
    assert state.news[-1] == MatchExtended(shared, 6)
    assert RULES.result(state) is None
    dealt = RULES.apply(state, CHANCE, Deal(PLAIN))
    assert (dealt.number, dealt.leader, dealt.to_act) == (4, 0, (0,))


def test_end_a_tie_after_extra_games_adds_three_again() -> None:
    """Extra games are played as often as needed; a tie inside them does not end or add anything."""
    level = (4, 4, 4)
    tied = play(position("2r", "5r", "4r", past=(level,) * 5, points=(1, 0, 0), games=6), "2r", "5r", "4r")
    assert (tied.to_act, tied.games) == (CHANCE, 9)
    inside = play(position("2r", "5r", "4r", past=(level,) * 3, points=(1, 0, 0), games=6), "2r", "5r", "4r")
    assert (inside.to_act, inside.games) == (CHANCE, 6)
    settled = play(position("2r", "5r", "4r", past=(level,) * 5, games=6), "2r", "5r", "4r")
    assert settled.to_act == OVER


@settings(max_examples=10, deadline=None)
@given(SEEDS, st.sampled_from(list(product(("1", "1.5", "2"), ("off", "on")))))
def test_end_totals_are_always_the_sum_of_the_tricks(seed: int, chosen: tuple[str, str]) -> None:
    """Points are one for each trick, or the bonus where a one won it, counted anew from the events."""
    ace, metals = chosen
    sums = [0.0, 0.0, 0.0]
    for match in random_positions(seed, ace=ace, metals=metals):
        for event in match.state.news:
            if isinstance(event, TrickWon):
                is_one = event.trick.card.startswith("1")
                assert event.points == (float(ace) if is_one else 1.0)
                sums[event.trick.winner] += event.points
    result = match.result()
    assert result.scores == tuple(sums)
    assert [s for group in result.ranking for s in group] == sorted(range(3), key=lambda s: (-sums[s], s))
