"""Tests of battles, named by the sections of the source.

Source: trick3.md, sections "Options", "Set-up" and "A battle".
"""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.errors import SetupError
from games.trick3.hands import DECKS, FAMILIES
from games.trick3.moves import AllFolded, Folded, HandFilled, Refilled, Showdown, ShownHand
from games.trick3.rules import Trick3State
from tests.games.trick3.tables import RULES, THREE, at, cards, dealt, legal, play, refusal, third

# --- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["family=mahjong length=mid", "family=tesca length=mid", "deck=M9D1"])
def test_options_that_conflict_are_refused(options: str) -> None:
    with pytest.raises(SetupError):
        RULES.setup(4, dict(option.split("=") for option in options.split()))


def test_options_allow_every_deck_with_nine_cards_each() -> None:
    for name, deck in DECKS.items():
        for seats in range(2, 9):
            options = {"family": deck.family, "deck": name, "length": "mid"}
            if len(deck.cards) // seats >= 9:
                state = RULES.start(RULES.setup(seats, options))
                assert RULES.chance(state).cards == deck.cards
            else:
                with pytest.raises(SetupError):
                    RULES.setup(seats, options)


# --- 準備 (set-up) ----------------------------------------------------------------------------------------


def test_setup_exposes_exactly_three_own_cards() -> None:
    state = dealt(2, deck="52D1").state
    theirs = " ".join(state.sides[1].hidden[:3])
    mine = state.sides[0].hidden
    assert refusal(state, 0, f"expose {theirs}") == "not-legal"
    assert refusal(state, 0, f"expose {mine[0]} {mine[0]} {mine[1]}") == "not-legal"
    assert refusal(state, 0, f"play {mine[0]} up") == "not-legal"
    assert refusal(state, 0, "refill none") == "not-legal"


# --- 札の出し方 (how cards are played) ---------------------------------------------------------------------


def test_way_is_set_by_first_card_for_all() -> None:
    state = at(*THREE)
    assert {"play 2s up", "play 2s down"} <= legal(state, 0)
    assert "play 2s" not in legal(state, 0)
    assert refusal(state, 0, "play 2s") == "not-legal"
    state = play(state, "0 play 2s up", "0 refill none")
    assert state.way == "up"
    assert "play 2h" in legal(state, 1)
    assert refusal(state, 1, "play 2h up") == "not-legal"
    assert refusal(state, 1, "play 2h down") == "not-legal"


def test_way_is_set_by_next_card_if_lead_folds() -> None:
    """Decision: if the lead folds, the first seat to play a card sets the way."""
    state = play(at(*THREE), "0 fold 2s", "0 refill none")
    assert {"play 2h up", "play 2h down"} <= legal(state, 1)
    state = play(state, "1 play 2h down", "1 refill none")
    assert (state.way, RULES.view(state, 2).played[1]) == ("down", ("",))


def test_rounds_1_and_3_use_hidden_and_round_2_exposed_cards() -> None:
    state = at(*THREE[:2])
    assert refusal(state, 0, "play 4s up") == "not-legal"
    assert refusal(state, 0, "play 2h up") == "not-legal"
    assert refusal(state, 0, "play 5m up") == "not-legal"
    state = play(state, "0 play 2s up", "1 play 2h", "1 refill none")
    assert legal(state, 0) == {"play 4s", "play 6s", "play Jd", "fold"}
    assert refusal(state, 0, "play 5s") == "not-legal"
    assert refusal(state, 0, "play 4s up") == "not-legal"
    state = play(state, "0 play 4s", "1 play 4h", "1 refill none")
    assert legal(state, 0) == {"play 3c", "play 5s", "play 7c", "play 9h", "play Kd", "fold"}
    assert refusal(state, 0, "play 6s") == "not-legal"


# --- 対戦を降りる (folding) --------------------------------------------------------------------------------


def test_fold_in_round_1_costs_a_card_hidden_or_exposed() -> None:
    state = at(*THREE)
    assert {f"fold {card}" for card in cards("2s 5s 9h Kd 3c 7c 4s 6s Jd")} <= legal(state, 0)
    assert refusal(state, 0, "fold") == "not-legal"
    assert refusal(state, 0, "fold Qc") == "not-legal"
    hidden = play(state, "0 fold 2s")
    assert (hidden.pot, len(hidden.sides[0].hidden), len(hidden.sides[0].exposed)) == (("2s",), 5, 3)
    exposed = play(state, "0 fold Jd")
    assert (exposed.pot, len(exposed.sides[0].hidden), len(exposed.sides[0].exposed)) == (("Jd",), 6, 2)
    assert RULES.view(hidden, 2).pot == ("2s",)


def test_fold_takes_the_exposed_copy_of_the_penalty() -> None:
    state = at("2s 5s | 2s 6s | 9s", "2h 5h | 4h | 9h", deck="52D2")
    assert [str(move) for move in RULES.legal(state, 0)].count("fold 2s") == 1
    side = play(state, "0 fold 2s").sides[0]
    assert (side.hidden, side.exposed) == (("2s", "5s"), ("6s",))


def test_fold_in_later_rounds_costs_the_cards_played() -> None:
    state = play(at(*THREE[:2]), "0 play 2s down", "1 play 2h", "1 refill none")
    assert refusal(state, 0, "fold 5s") == "not-legal"
    folded = play(state, "0 fold")
    assert folded.pot == ("2s",)
    assert folded.news[0] == Folded(0, ("2s",), "", False)
    assert RULES.view(folded, None).pot == ("2s",)
    state = play(state, "0 play 4s", "1 play 4h", "0 fold")
    assert state.pot == ("2s", "4s")


def test_fold_is_forced_in_round_2_without_an_exposed_card() -> None:
    state = at("5s 9h Kd | | Ts | 2s", "2h 5h 9s | 4h", round_=1, way="up", turn=1)
    state = play(state, "1 play 2h", "1 refill none")
    assert state.news == (Refilled(1, (), 0), Folded(0, ("2s",), "", True))


# --- 手番 (refilling) --------------------------------------------------------------------------------------


def test_refill_limits_are_three_exposed_and_six_hidden() -> None:
    state = play(at("2s 5s 9h Kd 3c 7c | 4s 6s | Ts As Th", "2h | 4h"), "0 play 2s up")
    assert refusal(state, 0, "refill expose 5s 9h") == "not-legal"
    assert refusal(state, 0, "refill draw 2") == "not-legal"
    assert refusal(state, 0, "refill expose 5s draw 3") == "not-legal"
    assert refusal(state, 0, "refill expose 4s") == "not-legal"
    assert refusal(state, 0, "refill expose Ts") == "not-legal"
    assert refusal(state, 0, "play 5s") == "not-legal"
    assert "refill expose 5s draw 2" in legal(state, 0)
    short = play(at("2s 5s 9h | 4s | Ts", "2h | 4h"), "0 play 2s up")
    assert refusal(short, 0, "refill draw 2") == "not-legal"
    assert refusal(at("2s 5s 9h | 4s | Ts", "2h | 4h"), 0, "refill draw 1") == "not-legal"


def test_refill_by_force_precedes_choice_without_hidden_cards() -> None:
    state = play(at("2s | 4s | Ts As Th Td Tc Qs Qh", "2h 5h | 4h"), "0 play 2s up")
    assert HandFilled(0, 6) in state.news
    assert (state.phase, len(state.sides[0].hidden), state.sides[0].stock) == ("refill", 6, ("Qh",))
    assert "refill expose As Qs draw 1" in legal(state, 0)
    short = play(at("2s | 4s | Ts As", "2h 5h | 4h"), "0 fold 2s")
    assert short.sides[0].hidden == ("As", "Ts")


def test_refill_by_force_follows_if_last_hidden_cards_are_exposed() -> None:
    state = play(at("2s 5s 9h | 4s | Ts As Th", "2h 5h | 4h"), "0 play 2s up")
    assert "refill expose 5s 9h" in legal(state, 0)
    assert refusal(state, 0, "refill expose 5s 9h draw 1") == "not-legal"
    state = play(state, "0 refill expose 5s 9h")
    assert state.sides[0].hidden == ("As", "Ts", "Th")
    assert state.news == (Refilled(0, ("5s", "9h"), 0), HandFilled(0, 3))
    assert state.to_act == (1,)


# --- 対戦の勝負判定と札の獲得 (showdown) --------------------------------------------------------------------


def battle(*hands: str, pot: str = "", deck: str = "52D2", **more: object) -> Trick3State:
    """Return round 3 of a battle after each seat's third card."""
    sides = []
    for hand in hands:
        first, second, last = hand.split()
        sides.append(f"{last} 2c 9d | 4h 8c Jc | 3d | {first} {second}")
    state = third(*sides, deck=deck, pot=pot, **more)  # type: ignore[arg-type]
    turns = [seat for seat in state.order if seat not in state.folded]
    for seat in turns:
        state = play(state, f"{seat} play {hands[seat].split()[2]}", f"{seat} refill none")
    return state


def test_showdown_best_hand_takes_all_cards_and_the_pot() -> None:
    state = battle("5s 6s 7s", "5h 6h Kc", "9h 9c Ad", pot="Qh Qd")
    assert Counter(state.sides[0].captured) == Counter(cards("5s 6s 7s 5h 6h Kc 9h 9c Ad Qh Qd"))
    assert state.pot == ()
    event = state.news[1]
    hands = ((0, "5s 6s 7s", "SF"), (1, "5h 6h Kc", "RN2"), (2, "9h 9c Ad", "P1"))
    expected = tuple(ShownHand(seat, cards(three), hand) for seat, three, hand in hands)
    assert state.shown == event == Showdown(1, expected, winners=(0,), each=11, pot=0)
    assert (state.battle, state.round, state.way, state.folded) == (2, 1, "", ())
    assert all(side.played == () for side in state.sides)


def test_showdown_equal_hands_share_and_the_rest_stays() -> None:
    """引き分け: winners get equal numbers of cards in canonical order; the remainder stays in the pot."""
    state = battle("5s 5h Kd", "6s 6h Qd", "Ah 4c 7d", pot="Td Tc", lead=1, turn=1)
    everything = FAMILIES["trump"].sort(cards("5s 5h Kd 6s 6h Qd Ah 4c 7d Td Tc"))
    assert state.sides[1].captured == everything[:5]
    assert state.sides[0].captured == everything[5:10]
    assert state.pot == everything[10:]
    assert (state.shown.winners, state.shown.each, state.shown.pot) == ((1, 0), 5, 1)


# --- 次の親 (next lead) -------------------------------------------------------------------------------------


def test_next_lead_when_all_fold_is_the_last_to_fold() -> None:
    """全員が降りた場合は最後に降りた人; the battle ends after that seat's refill."""
    state = play(at(*THREE), "0 play 2s up", "1 fold 2h", "2 fold 2d", "2 refill none")
    state = play(state, "0 fold", "0 refill none")
    assert (state.battle, state.to_act, state.pot) == (2, (0,), ("2h", "2d", "2s"))
    assert state.news[-1] == AllFolded(1, 0)


def test_next_lead_passes_to_next_seat_if_winner_left() -> None:
    """Decision: if the winner leaves after the showdown, the next seat clockwise leads."""
    state = third(
        "9d 2c | 4h | 3d | 5s 9h",
        "Kc | 4c | | Kd Ks",
        "2h 8c | 4d | 3h | 6s Jh",
        "2d 8h | 4s | 3s | 6c Jd",
        end="L",
    )
    state = play(state, "0 play 9d", "1 play Kc", "2 play 2h", "3 play 2d", "3 refill none")
    assert state.left == (1,)
    assert len(state.sides[1].captured) == 12
    assert (state.order, state.to_act) == ((2, 3, 0), (2,))
