"""Refills, showdowns and who leads next, named by the sections of the source (trick3.md, A battle)."""

from __future__ import annotations

from collections import Counter

from games.trick3.decks import FAMILIES
from games.trick3.events import AllFolded, HandFilled, Refilled, Showdown, ShownHand
from games.trick3.state import Trick3State
from tests.games.trick3.tables import THREE, at, cards, legal, play, refusal, third

# --- 手番 (refilling) --------------------------------------------------------------------------------------


def test_refill_exposes_first_then_draws() -> None:
    state = play(at("2s 5s 9h Kd 3c | 4s | Ts As Th Td", "2h | 4h"), "0 play 2s up")
    state = play(state, "0 refill expose 9h 5s draw 4")
    side = state.sides[0]
    assert side.exposed == ("4s", "5s", "9h")
    assert side.hidden == cards("As Ts Th Td Kd 3c")
    assert side.stock == ()


def test_refill_limits_are_three_exposed_and_six_hidden() -> None:
    state = play(at("2s 5s 9h Kd 3c 7c | 4s 6s | Ts As Th", "2h | 4h"), "0 play 2s up")
    assert refusal(state, 0, "refill expose 5s 9h") == "exposed-full"
    assert refusal(state, 0, "refill draw 2") == "hidden-full"
    assert refusal(state, 0, "refill expose 5s draw 3") == "hidden-full"
    assert refusal(state, 0, "refill expose 4s") == "not-hidden"
    assert refusal(state, 0, "refill expose Ts") == "not-in-hand"
    assert refusal(state, 0, "play 5s") == "refill-now"
    assert "refill expose 5s draw 2" in legal(state, 0)
    short = play(at("2s 5s 9h | 4s | Ts", "2h | 4h"), "0 play 2s up")
    assert refusal(short, 0, "refill draw 2") == "stock-short"
    assert refusal(at("2s 5s 9h | 4s | Ts", "2h | 4h"), 0, "refill draw 1") == "play-first"


def test_refill_drawn_cards_cannot_be_exposed_in_the_same_turn() -> None:
    state = play(at("2s 5s 9h | 4s | Ts As", "2h | 4h"), "0 play 2s up")
    assert not any("Ts" in move or "As" in move for move in legal(state, 0))


def test_refill_is_skipped_when_nothing_could_be_refilled() -> None:
    state = play(at("2s 5s 9h | 4s 6s Jd", "2h 5h | 4h | 9s"), "0 play 2s up")
    assert (state.phase, state.to_act) == ("play", (1,))
    full = play(at("2s 5s 9h Kd 3c 7c | 4s 6s Jd | Ts", "2h 5h | 4h | 9s"), "0 fold 4s")
    assert full.phase == "refill"


def test_refill_by_force_comes_before_the_choice_when_the_last_hidden_card_goes() -> None:
    state = play(at("2s | 4s | Ts As Th Td Tc Qs Qh", "2h 5h | 4h"), "0 play 2s up")
    assert HandFilled(0, 6) in state.news
    assert (state.phase, len(state.sides[0].hidden), state.sides[0].stock) == ("refill", 6, ("Qh",))
    assert "refill expose As Qs draw 1" in legal(state, 0)
    short = play(at("2s | 4s | Ts As", "2h 5h | 4h"), "0 fold 2s")
    assert short.sides[0].hidden == ("As", "Ts")


def test_refill_by_force_follows_when_the_last_hidden_cards_are_exposed() -> None:
    state = play(at("2s 5s 9h | 4s | Ts As Th", "2h 5h | 4h"), "0 play 2s up")
    assert "refill expose 5s 9h" in legal(state, 0)
    assert refusal(state, 0, "refill expose 5s 9h draw 1") == "draws-itself"
    state = play(state, "0 refill expose 5s 9h")
    assert state.sides[0].hidden == ("As", "Ts", "Th")
    assert state.news == (Refilled(0, ("5s", "9h"), 0), HandFilled(0, 3))
    assert state.to_act == (1,)


# --- 対戦の勝負判定と札の獲得 (showdown) --------------------------------------------------------------------


def battle(*hands: str, pot: str = "", deck: str = "52D2", **more: object) -> Trick3State:
    """Play round 3 of a battle in which each seat has played two cards and plays its third."""
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
    shown = state.news[1]
    hands = ((0, "5s 6s 7s", "SF"), (1, "5h 6h Kc", "RN2"), (2, "9h 9c Ad", "P1"))
    told = tuple(ShownHand(seat, cards(three), hand) for seat, three, hand in hands)
    assert state.shown == shown == Showdown(1, told, winners=(0,), each=11, pot=0)
    assert (state.battle, state.round, state.way, state.folded) == (2, 1, "", ())
    assert all(side.played == () for side in state.sides)


def test_showdown_equal_hands_share_and_the_rest_stays() -> None:
    """引き分け: equal shares from the top of the canonical order in turn order; the rest stays in the pot."""
    state = battle("5s 5h Kd", "6s 6h Qd", "Ah 4c 7d", pot="Td Tc", lead=1, turn=1)
    everything = FAMILIES["trump"].sort(cards("5s 5h Kd 6s 6h Qd Ah 4c 7d Td Tc"))
    assert state.sides[1].captured == everything[:5]
    assert state.sides[0].captured == everything[5:10]
    assert state.pot == everything[10:]
    assert (state.shown.winners, state.shown.each, state.shown.pot) == ((1, 0), 5, 1)


def test_showdown_without_any_hand_feeds_the_pot() -> None:
    """役無し: nobody wins, and all the cards are the prize of the next battle."""
    state = battle("5s 9h Kd", "6s Ah Jc", pot="Qd")
    assert Counter(state.pot) == Counter(cards("Qd 5s 9h Kd 6s Ah Jc"))
    assert all(side.captured == () for side in state.sides)
    assert state.shown.winners == ()


def test_showdown_of_a_player_left_alone_needs_a_hand() -> None:
    """役無し得点無し: alone one still plays three cards, and wins only with a hand."""
    alone = third("7d 2c | 4h | 3d | 5s 9h", "2h 9c | 4d | 3h", folded=(1,), pot="2s")
    state = play(alone, "0 play 7d", "0 refill none")
    assert Counter(state.pot) == Counter(cards("2s 5s 9h 7d"))
    assert state.sides[0].captured == ()
    alone = third("9d 2c | 4h | 3d | 5s 9h", "2h 9c | 4d | 3h", folded=(1,), pot="2s")
    state = play(alone, "0 play 9d", "0 refill none")
    assert len(state.sides[0].captured) == 4


def test_showdown_waits_for_the_last_refill() -> None:
    state = third("9d 2c | 4h | 3d | 5s 9h", "2h 9c | 4d | 3h | 6s 6h")
    state = play(state, "0 play 9d", "1 play 2h")
    assert (state.phase, state.to_act, state.shown) == ("refill", (1,), None)
    assert play(state, "1 refill none").shown is not None


# --- 次の親 (next lead) -------------------------------------------------------------------------------------


def test_next_lead_is_the_winner() -> None:
    """対戦に勝った人が次の親."""
    assert battle("5h 6h Kc", "5s 6s 7s", "9h 9c Ad").to_act == (1,)


def test_next_lead_of_several_winners_is_the_first_in_turn() -> None:
    state = battle("5s 5h Kd", "5d Kh Jc", "6s 6h Qd", lead=1, turn=1)
    assert state.shown.winners == (2, 0)
    assert (state.lead, state.order) == (2, (2, 0, 1))


def test_next_lead_without_a_winner_is_the_first_who_did_not_fold() -> None:
    """勝者無し: the first in turn order of those still in."""
    state = third("9h | 4h | 3d", "7d 2c | 4s | 3h | 5s 9c", "8d 2d | 4c | 3s | 5h Kc", turn=1, folded=(0,))
    state = play(state, "1 play 7d", "2 play 8d", "2 refill none")
    assert (state.battle, state.to_act) == (2, (1,))


def test_next_lead_when_all_fold_is_the_last_to_fold() -> None:
    """全員が降りた場合は最後に降りた人; the battle ends after that one's refill."""
    state = play(at(*THREE), "0 play 2s up", "1 fold 2h", "2 fold 2d", "2 refill none")
    state = play(state, "0 fold")
    assert (state.phase, state.to_act) == ("refill", (0,))
    state = play(state, "0 refill none")
    assert (state.battle, state.to_act) == (2, (0,))
    assert state.pot == ("2h", "2d", "2s")
    assert state.news[-1] == AllFolded(1, 0)
    turned = play(at(*THREE), "0 fold 2s", "1 fold 2h", "2 fold 2d", "2 refill none")
    assert turned.to_act == (2,)


def test_next_lead_who_has_left_is_followed_by_the_next_seat() -> None:
    """Decision: a winner who leaves after the showdown does not lead; the next seat clockwise does."""
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
