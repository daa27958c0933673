"""Tests of notation, legal moves and refusals (trick3.md, sections "Set-up" and "A battle")."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import NotationError
from games.trick3.hands import DECKS
from games.trick3.moves import Expose, ExposeMoves, Fold, Play, Refill, legal_refills
from tests.games.play import refused
from tests.games.trick3.tables import RULES, at

CANONICAL = {
    "expose 5h As 2c": "expose As 5h 2c",
    "EXPOSE  ks KD  th": "expose Ks Th Kd",
    "expose 7z 1s 9m": "expose 9m 1s 7z",
    "expose 12y 0k 10k": "expose 0k 10k 12y",
    "play as UP": "play As up",
    "play 10h down": "play 10h down",
    " play  5m ": "play 5m",
    "fold": "fold",
    "Fold TD": "fold Td",
    "refill none": "refill none",
    "refill expose 5s 5s draw 1": "refill expose 5s 5s draw 1",
    "REFILL EXPOSE 3Y 1K 2M DRAW 6": "refill expose 1k 2m 3y draw 6",
}
NO_MOVES = (
    ",refill,refill draw 0,refill draw,refill draw 7,refill draw 01,refill draw x,refill expose,"
    "refill expose draw 2,refill expose 2s 3s 4s 5s,refill draw 1 expose 2s,refill none draw 1,refill 2s,"
    "expose 2s 3s,expose 2s 3s 4s 5s,play,play 2s sideways,play 2s up up,play 13k,play 1h 2h,play ２s,"
    "fold 2s 3s,fold up,take 2s,expose As 1m 2m"
)


@pytest.mark.parametrize("text", CANONICAL)
def test_notation_has_one_canonical_form(text: str) -> None:
    move = RULES.parse(text)
    assert str(move) == CANONICAL[text]
    assert RULES.parse(str(move)) == move


@pytest.mark.parametrize("text", NO_MOVES.split(","))
def test_notation_refuses_invalid_moves(text: str) -> None:
    with pytest.raises(NotationError):
        RULES.parse(text)


# --- lists ------------------------------------------------------------------------------------------------


def naive_refills(hidden: tuple[str, ...], exposed: int, stock: int) -> set[str]:
    """Return every legal refill, computed directly from the rules."""
    moves = {"refill none"}
    for count in range(min(3 - exposed, len(hidden)) + 1):
        for chosen in combinations(hidden, count):
            words = " ".join(["refill", "expose", *chosen]) if chosen else "refill"
            if chosen:
                moves.add(words)
            rest = len(hidden) - count
            for draw in range(1, 7):
                if rest and rest + draw <= 6 and draw <= stock:
                    moves.add(f"{words} draw {draw}")
    return moves


hands = st.lists(st.sampled_from(DECKS["M9D3"].cards), min_size=1, max_size=9)


@settings(max_examples=150, deadline=None)
@given(hands, st.integers(0, 3), st.integers(0, 9))
def test_refills_agree_with_rules(hand: list[str], exposed: int, stock: int) -> None:
    hidden = RULES.family({"family": "mahjong"}).sort(hand[:6])
    listed = legal_refills(hidden, exposed, stock)
    texts = [str(move) for move in listed]
    assert set(texts) == naive_refills(hidden, exposed, stock)
    assert len(texts) == len(set(texts)) == len(listed)
    assert all(move in listed for move in listed)
    assert [listed[i] for i in range(len(listed))] == list(listed) == list(pickle.loads(pickle.dumps(listed)))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(DECKS["36D3"].cards), min_size=9, max_size=9))
def test_exposes_are_all_threes_of_the_nine(hand: list[str]) -> None:
    nine = RULES.family({"family": "trump"}).sort(hand)
    listed = ExposeMoves(nine)
    wanted = {Expose(three) for three in combinations(nine, 3)}
    assert set(listed) == wanted
    assert len(listed) == len(wanted)
    assert all(move in listed for move in wanted)


def test_move_lists_contain_no_illegal_moves() -> None:
    hidden = ("2s", "2s", "5h", "6d")
    listed = legal_refills(hidden, 1, 2)
    assert Refill(("2s", "2s"), 2) in listed
    for text in ("expose 5h 5h", "expose 2s 2s 5h", "draw 3", "expose 9c"):
        assert RULES.parse(f"refill {text}") not in listed
    for move in (Refill(("5h", "2s")), Expose(("2s", "2s", "5h")), Play("2s"), Fold()):
        assert move not in listed
    assert Refill(("2s", "2s", "5h")) not in ExposeMoves((*hidden, "7c"))
    assert Expose(("2s", "2s", "5h")) in ExposeMoves((*hidden, "7c"))


# --- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "move"),
    [
        ("52D1", "play 5s"),
        ("M9D1", "play 1m"),
        ("M9D1", "fold 5s"),
        ("M9D1", "play 2p"),
        ("T36D1", "play 5h"),
        ("M9D1", "play Kd"),
    ],
)
def test_cards_that_are_not_hidden_in_the_hand_are_refused(deck: str, move: str) -> None:
    """Unknown cards, cards of other decks, and exposed cards are refused."""
    hands = {"52D1": "2s 4s | 2d", "M9D1": "2m 4m | 2p", "T36D1": "2k 4k | 2h"}
    assert refused(RULES, at(hands[deck], hands[deck], deck=deck), move) == "not-legal"
