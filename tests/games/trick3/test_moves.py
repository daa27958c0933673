"""Notation and lists of moves (trick3.md, Set-up and A battle)."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import NotationError
from games.trick3.decks import DECKS
from games.trick3.moves import Expose, Exposes, Fold, Play, Refill, refills
from tests.games.trick3.tables import RULES, random_states


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("expose 5h As 2c", "expose As 5h 2c"),
        ("EXPOSE  ks KD  th", "expose Ks Th Kd"),
        ("expose 7z 1s 9m", "expose 9m 1s 7z"),
        ("expose 12y 0k 10k", "expose 0k 10k 12y"),
        ("play as UP", "play As up"),
        ("play 10h down", "play 10h down"),
        (" play  5m ", "play 5m"),
        ("fold", "fold"),
        ("Fold TD", "fold Td"),
        ("refill none", "refill none"),
        ("refill draw 3", "refill draw 3"),
        ("refill expose 2c 2s", "refill expose 2s 2c"),
        ("refill expose 5s 5s draw 1", "refill expose 5s 5s draw 1"),
        ("REFILL EXPOSE 3Y 1K 2M DRAW 6", "refill expose 1k 2m 3y draw 6"),
    ],
)
def test_notation_has_one_canonical_form(text: str, canonical: str) -> None:
    """Any letter case, any run of spaces, any order of cards; printed in canonical order of their family."""
    move = RULES.parse(text)
    assert str(move) == canonical
    assert RULES.parse(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "refill",
        "refill draw 0",
        "refill draw",
        "refill draw 7",
        "refill draw 01",
        "refill draw x",
        "refill expose",
        "refill expose draw 2",
        "refill expose 2s 3s 4s 5s",
        "refill draw 1 expose 2s",
        "refill none draw 1",
        "refill 2s",
        "expose 2s 3s",
        "expose 2s 3s 4s 5s",
        "play",
        "play 2s sideways",
        "play 2s up up",
        "play 13k",
        "play 1h 2h",
        "fold 2s 3s",
        "fold up",
        "take 2s",
        "expose As 1m 2m",
        "play ２s",
    ],
)
def test_notation_refuses_what_is_no_move(text: str) -> None:
    """``refill`` alone and ``draw 0`` are no moves, nor is anything else that the rules do not list."""
    with pytest.raises(NotationError):
        RULES.parse(text)


def test_notation_reads_chance_s_cards_of_every_family() -> None:
    """A deal of each deck parses to itself."""
    for deck in DECKS.values():
        assert str(RULES.parse("deal " + " ".join(deck.cards).upper())) == "deal " + " ".join(deck.cards)


# --- lists ------------------------------------------------------------------------------------------------


def naive_refills(hidden: tuple[str, ...], exposed: int, stock: int) -> set[str]:
    """Write down every refill by the letter of the rules."""
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
def test_refills_are_exactly_those_of_the_rules(hand: list[str], exposed: int, stock: int) -> None:
    """Every subset of the hidden hand that fits, with every draw that fits; each once."""
    hidden = RULES.family({"family": "mahjong"}).sort(hand[:6])
    listed = refills(hidden, exposed, stock)
    texts = [str(move) for move in listed]
    assert set(texts) == naive_refills(hidden, exposed, stock)
    assert len(texts) == len(set(texts)) == len(listed)
    assert all(move in listed for move in listed)
    assert [listed[i] for i in range(len(listed))] == list(listed) == list(pickle.loads(pickle.dumps(listed)))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(DECKS["36D3"].cards), min_size=9, max_size=9))
def test_exposes_are_all_threes_of_the_nine(hand: list[str]) -> None:
    """Each different set of three once."""
    nine = RULES.family({"family": "trump"}).sort(hand)
    listed = Exposes(nine)
    wanted = {Expose(three) for three in combinations(nine, 3)}
    assert set(listed) == wanted
    assert len(listed) == len(wanted)
    assert all(move in listed for move in wanted)


def test_lists_contain_nothing_else() -> None:
    """Moves of another kind, with other cards or in another order of cards are not in a list."""
    hidden = ("2s", "2s", "5h", "6d")
    listed = refills(hidden, 1, 2)
    assert Refill(("2s", "2s"), 2) in listed
    for move in (
        Refill(("5h", "2s")),
        Refill(("5h", "5h")),
        Refill(("2s", "2s", "5h")),
        Refill((), 3),
        Refill(("9c",)),
        Expose(("2s", "2s", "5h")),
        Play("2s"),
        Fold(),
    ):
        assert move not in listed
    assert Refill(("2s", "2s", "5h")) not in Exposes((*hidden, "7c"))
    assert Expose(("2s", "2s", "5h")) in Exposes((*hidden, "7c"))


def test_plays_and_folds_are_listed_once_for_each_different_card() -> None:
    """Copies are alike, so they make one move; in round 1 every card of the hand may be the penalty."""
    seen = Counter[str]()
    for state in random_states(3, deck="36D3"):
        if state.phase != "play" or not isinstance(state.to_act, tuple):
            continue
        seat = state.to_act[0]
        side = state.sides[seat]
        source = side.exposed if state.round == 2 else side.hidden
        ways = ("", " up", " down")[1:] if state.round == 1 and not state.way else ("",)
        wanted = {f"play {card}{way}" for card in source for way in ways}
        folds = {f"fold {card}" for card in side.hidden + side.exposed} if state.round == 1 else {"fold"}
        moves = [str(move) for move in RULES.legal(state, seat)]
        assert Counter(moves) == Counter(wanted | folds)
        seen[f"{state.round}{ways[0]}"] += 1
    assert set(seen) == {"1", "1 up", "2", "3"}
