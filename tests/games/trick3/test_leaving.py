"""Leaving the game, and what never happens in one (trick3.md, A battle, Leaving the game)."""

from __future__ import annotations

from collections import Counter

from games.trick3.events import CardPlayed, GameLeft
from tests.games.trick3.tables import (
    at,
    cards,
    events,
    legal,
    play,
)

# --- ゲームを抜ける (leaving) -------------------------------------------------------------------------------


def test_leaving_in_the_middle_of_a_battle_is_folding() -> None:
    """Hidden hand and stock empty before three cards are played: out at once, all cards to the pot."""
    state = play(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 play 2s up")
    assert state.left == (0,)
    assert state.folded == (0,)
    assert state.news == (CardPlayed(0, "2s", 1, "up"), GameLeft(0, ("2s", "4s", "6s")))
    assert state.pot == ("2s", "4s", "6s")
    assert (state.to_act, state.way) == ((1,), "up")
    assert "play 2h" in legal(state, 1)
    assert "play 2h up" not in legal(state, 1)


def test_leaving_by_the_penalty_card() -> None:
    """Folding with one's last hidden card is leaving, too."""
    state = play(at("2s | 4s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 fold 2s")
    assert (state.left, state.folded, state.pot) == ((0,), (0,), ("2s", "4s"))
    assert state.to_act == (1,)


def test_leaving_is_not_possible_with_a_stock() -> None:
    """補充をしないで山札を残したまま抜けることはできない: an empty hand is filled by force instead."""
    state = play(at("2s | 4s | 9s", "2h 5h | 4h | 9h"), "0 fold 2s")
    assert (state.left, state.sides[0].hidden) == ((), ("9s",))


def test_leaving_on_purpose_by_exposing_the_last_hidden_cards() -> None:
    """With an empty stock one may expose everything and is out; a folded seat does it after its fold."""
    state = play(at("2s 5s 9s | 4s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 fold 2s")
    assert "refill expose 5s 9s" in legal(state, 0)
    state = play(state, "0 refill expose 5s 9s")
    assert (state.left, state.folded) == ((0,), (0,))
    assert Counter(state.pot) == Counter(cards("2s 4s 5s 9s"))
    playing = play(at("2s 5s | | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 play 2s up")
    playing = play(playing, "0 refill expose 5s")
    assert (playing.left, playing.folded, playing.to_act) == ((0,), (0,), (1,))
    assert Counter(playing.pot) == Counter(cards("2s 5s"))


def test_leaving_waits_for_the_showdown_after_three_cards() -> None:
    """Who has played all three stays in the battle and leaves after it, several in turn order."""
    state = at(
        "Kc | 4c | | Kd Ks",
        "9d 2c | 4h | 3d | 5s 9h",
        "8d | 4d | | 8c Ah",
        "2d 8h | 4s | 3s | 6c Jd",
        "2h 8s | 6s | 3h | 7c Jh",
        round_=3,
        way="up",
        lead=2,
        turn=2,
        pot="Qs",
        end="M",
    )
    told = events(state, "2 play 8d")
    assert not any(isinstance(event, GameLeft) for event in told)
    state = play(state, "2 play 8d")
    assert state.to_act == (3,)
    state = play(state, "3 play 2d", "4 play 2h", "0 play Kc", "1 play 9d", "1 refill none")
    assert state.left == (2, 0)
    assert len(state.sides[0].captured) == 16
    assert Counter(state.pot) == Counter(cards("4d 4c"))
    assert [event for event in state.news if isinstance(event, GameLeft)] == [
        GameLeft(2, ("4d",)),
        GameLeft(0, ("4c",)),
    ]
    assert state.to_act == (1,)


def test_leaving_after_exposing_the_last_card_in_round_3() -> None:
    """Three cards played: the last hidden card may still be exposed, and the seat is in the showdown."""
    state = at(
        "Kc 2s | 4c | | Kd Ks",
        "9d 2c | 4h | 3d | 5s 9h",
        "2d | 6h | 7h",
        round_=3,
        way="up",
        folded=(2,),
        end="L",
    )
    state = play(state, "0 play Kc", "0 refill expose 2s", "1 play 9d", "1 refill none")
    assert state.left == (0,)
    assert len(state.sides[0].captured) == 6
    assert Counter(state.pot) == Counter(cards("2s 4c"))


def test_leaving_seats_are_passed_over_in_later_battles() -> None:
    """The order of a battle has only seats still in the game."""
    state = play(
        at("2s | 4s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", "2c 5c | 4c | 9c", end="L"),
        "0 fold 2s",
        "1 fold 2h",
        "2 fold 2d",
        "3 fold 2c",
        "3 refill none",
    )
    assert (state.lead, state.order) == (3, (3, 1, 2))
