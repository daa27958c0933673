"""How battles go, named by the sections of the source (trick3.md, Options, Set-up, A battle)."""

from __future__ import annotations

import pytest

from games.core.errors import SetupError
from games.core.rules import CHANCE
from games.trick3.decks import DECKS, FAMILIES
from games.trick3.events import (
    AllFolded,
    CardPlayed,
    ExposedChosen,
    Folded,
    HandsDealt,
    HandsExposed,
    Refilled,
)
from tests.games.trick3.tables import RULES, THREE, at, cards, dealt, events, legal, new, play, refusal

# --- options ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["family=mahjong length=mid", "family=tesca length=mid", "deck=M9D1"])
def test_options_refuse_what_does_not_go_together(options: str) -> None:
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


def test_setup_deals_blocks_from_the_lead_clockwise() -> None:
    match = new(3, 2, deck="52D1")
    deck = list(DECKS["52D1"].cards)
    match.play(CHANCE, "deal " + " ".join(deck))
    state = match.state
    sort = FAMILIES["trump"].sort
    for place, seat in enumerate((2, 0, 1)):
        block = deck[17 * place : 17 * place + 17]
        assert state.sides[seat].hidden == sort(block[:9])
        assert state.sides[seat].stock == tuple(block[9:])
    assert state.news == (HandsDealt(1, 2, 17, (deck[51],)),)


def test_setup_is_chosen_by_all_at_once_and_then_shown() -> None:
    match = dealt(3, 1, deck="52D1")
    assert match.to_act == (0, 1, 2)
    assert len(match.legal(0)) == 84
    before = match.state
    chosen = {seat: match.legal(seat)[seat] for seat in (2, 0, 1)}
    for seat in (2, 0):
        match.play(seat, chosen[seat])
        assert match.state.news == (ExposedChosen(seat),)
    assert match.to_act == (1,)
    assert match.legal(2) == ()
    match.play(1, chosen[1])
    state = match.state
    assert match.to_act == (1,)
    assert state.order == (1, 2, 0)
    for seat in range(3):
        side = state.sides[seat]
        assert f"expose {' '.join(side.exposed)}" == str(chosen[seat])
        assert sorted(side.hidden + side.exposed) == sorted(before.sides[seat].hidden)
    assert state.news[-1] == HandsExposed(tuple(side.exposed for side in state.sides))


def test_setup_exposes_exactly_three_of_one_s_own() -> None:
    state = dealt(2, deck="52D1").state
    theirs = " ".join(state.sides[1].hidden[:3])
    mine = state.sides[0].hidden
    assert refusal(state, 0, f"expose {theirs}") == "not-in-hand"
    assert refusal(state, 0, f"expose {mine[0]} {mine[0]} {mine[1]}") == "not-in-hand"
    assert refusal(state, 0, f"play {mine[0]} up") == "choose-first"
    assert refusal(state, 0, "refill none") == "choose-first"


# --- 札の出し方 (how cards are played) ---------------------------------------------------------------------


def test_way_is_set_by_the_first_card_and_kept_by_all() -> None:
    state = at(*THREE)
    assert {"play 2s up", "play 2s down"} <= legal(state, 0)
    assert "play 2s" not in legal(state, 0)
    assert refusal(state, 0, "play 2s") == "way-missing"
    state = play(state, "0 play 2s up", "0 refill none")
    assert state.way == "up"
    assert "play 2h" in legal(state, 1)
    assert refusal(state, 1, "play 2h up") == "way-set"
    assert refusal(state, 1, "play 2h down") == "way-set"


def test_way_up_is_open_exposed_face_down() -> None:
    """陽巡: round 1 face up, round 2 from the exposed hand, round 3 face down."""
    state = play(at(*THREE[:2]), "0 play 2s up", "1 play 2h", "0 play 4s", "0 refill none")
    state = play(state, "1 play 4h", "0 play 3c")
    assert RULES.view(state, 1).played == (("2s", "4s", ""), ("2h", "4h"))
    assert RULES.view(state, None).played == (("2s", "4s", ""), ("2h", "4h"))
    assert RULES.view(state, 0).played == (("2s", "4s", "3c"), ("2h", "4h"))


def test_way_down_is_face_down_exposed_open() -> None:
    """陰巡: round 1 face down, round 2 from the exposed hand, round 3 face up."""
    state = play(at(*THREE[:2]), "0 play 2s down")
    assert RULES.view(state, None).played[0] == ("",)
    assert RULES.view(state, 1).news == (CardPlayed(0, "", 1, "down"),)
    assert RULES.view(state, 0).news == (CardPlayed(0, "2s", 1, "down"),)
    state = play(state, "1 play 2h", "0 play 4s", "1 play 4h")
    state = play(state, "0 play 3c")
    assert RULES.view(state, 1).played == (("", "4s", "3c"), ("2h", "4h"))


def test_way_is_set_by_the_next_who_plays_when_the_lead_folds() -> None:
    """Decision: if the lead folds, the first to play a card sets the way."""
    state = play(at(*THREE), "0 fold 2s", "0 refill none")
    assert {"play 2h up", "play 2h down"} <= legal(state, 1)
    state = play(state, "1 play 2h down", "1 refill none")
    assert (state.way, RULES.view(state, 2).played[1]) == ("down", ("",))


def test_rounds_take_cards_from_the_hand_they_name() -> None:
    state = at(*THREE[:2])
    assert refusal(state, 0, "play 4s up") == "not-hidden"
    assert refusal(state, 0, "play 2h up") == "not-in-hand"
    assert refusal(state, 0, "play 5m up") == "not-in-hand"
    state = play(state, "0 play 2s up", "1 play 2h", "1 refill none")
    assert legal(state, 0) == {"play 4s", "play 6s", "play Jd", "fold"}
    assert refusal(state, 0, "play 5s") == "not-exposed"
    assert refusal(state, 0, "play 4s up") == "way-set"
    state = play(state, "0 play 4s", "1 play 4h", "1 refill none")
    assert legal(state, 0) == {"play 3c", "play 5s", "play 7c", "play 9h", "play Kd", "fold"}
    assert refusal(state, 0, "play 6s") == "not-hidden"


# --- 対戦を降りる (folding) --------------------------------------------------------------------------------


def test_fold_in_round_1_costs_a_card_hidden_or_exposed() -> None:
    state = at(*THREE)
    assert {f"fold {card}" for card in cards("2s 5s 9h Kd 3c 7c 4s 6s Jd")} <= legal(state, 0)
    assert refusal(state, 0, "fold") == "penalty-missing"
    assert refusal(state, 0, "fold Qc") == "not-in-hand"
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
    assert refusal(state, 0, "fold 5s") == "no-penalty"
    folded = play(state, "0 fold")
    assert folded.pot == ("2s",)
    assert folded.news[0] == Folded(0, ("2s",), "", False)
    assert RULES.view(folded, None).pot == ("2s",)
    state = play(state, "0 play 4s", "1 play 4h", "0 fold")
    assert state.pot == ("2s", "4s")


def test_fold_may_refill_but_takes_no_more_turns() -> None:
    state = play(at(*THREE), "0 fold 2s")
    assert (state.phase, state.to_act) == ("refill", (0,))
    state = play(state, "0 refill draw 1")
    for move in ("1 play 2h up", "1 refill none", "2 play 2d", "2 refill none"):
        state = play(state, move)
    assert (state.round, state.to_act) == (2, (1,))


def test_fold_is_forced_in_round_2_without_an_exposed_card() -> None:
    state = at("5s 9h Kd | | Ts | 2s", "2h 5h 9s | 4h", round_=1, way="up", turn=1)
    state = play(state, "1 play 2h")
    assert state.to_act == (1,)
    state = play(state, "1 refill none")
    assert (state.phase, state.round, state.to_act, state.folded) == ("refill", 2, (0,), (0,))
    assert state.news == (Refilled(1, (), 0), Folded(0, ("2s",), "", True))
    assert state.pot == ("2s",)
    assert "refill expose 5s 9h draw 1" in legal(state, 0)
    assert not any(move.startswith(("play", "fold")) for move in legal(state, 0))
    state = play(state, "0 refill none")
    assert (state.phase, state.round, state.to_act) == ("play", 2, (1,))


def test_fold_is_open_to_a_player_left_alone() -> None:
    state = play(at(*THREE[:2]), "0 fold 2s", "0 refill none")
    assert "fold 2h" in legal(state, 1)
    state = play(state, "1 play 2h up", "1 refill none")
    assert (state.round, state.to_act) == (2, (1,))
    assert "fold" in legal(state, 1)
    told = events(state, "1 fold", "1 refill none")
    assert AllFolded(1, 1) in told
