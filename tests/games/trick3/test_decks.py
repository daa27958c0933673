"""The decks: which cards they have, and which is played with (trick3.md, Decks)."""

from __future__ import annotations

from collections import Counter

from games.trick3.decks import DECKS, RECOMMENDED, find_deck

SIZES = """52D3 156 52D2 104 52D1 52 48D3 144 48D2 96 48D1 48 40D3 120 40D2 80 40D1 40 36D3 108 36D2 72
36D1 36 M9D4 136 M9D3 102 M9D2 68 M9D1 34 M9D4C3 129 M9D3C2 95 M7D3 84 M7D2 56 M7D1 28
T52D3 156 T52D2 104 T52D1 52 T44D3 132 T44D2 88 T44D1 44 T36D3 108 T36D2 72 T36D1 36"""


def test_decks_have_the_sizes_of_the_source() -> None:
    """Thirty decks with the numbers of cards that the source prints."""
    words = SIZES.split()
    assert {name: len(deck.cards) for name, deck in DECKS.items()} == {
        name: int(size) for name, size in zip(words[::2], words[1::2], strict=True)
    }


SHARES = """
2 26 0 20 0 18 0 28 0 17 0 26 0 22 0
3 26 2 17 1 16 0 28 0 18 2 24 0 17 1
4 24 0 18 0 13 0 25 2 17 0 22 0 18 0
5 24 0 19 1 14 2 25 4 16 4 20 4 17 3
6 24 0 17 2 13 2 22 4 15 5 22 0 17 2
7 22 2 17 1 13 5 19 3 13 4 22 2 18 6
8 19 4 15 0 12 0 17 0 12 6 19 4 16 4
"""
COLUMNS = "trump long, trump mid, trump short, mahjong long, mahjong short, tesca long, tesca short"


def test_decks_recommended_give_the_shares_of_the_source() -> None:
    """Cards each and rest of every recommended deck (three players, mid: 17 and 1, the slip put right)."""
    for line in SHARES.strip().splitlines():
        seats, *numbers = map(int, line.split())
        for column, each, rest in zip(COLUMNS.split(", "), numbers[::2], numbers[1::2], strict=True):
            family, length = column.split()
            assert divmod(len(DECKS[RECOMMENDED[seats, family, length]].cards), seats) == (each, rest)


def test_decks_named_by_option_win_over_the_length() -> None:
    """``deck`` makes ``length`` of no effect."""
    options = {"family": "trump", "length": "short", "deck": "52D3"}
    assert find_deck(4, options).name == "52D3"
    assert find_deck(4, {**options, "deck": "auto"}).name == "52D1"


def test_decks_of_fewer_ranks_lack_the_right_cards() -> None:
    """48 lacks tens; 40 also 8 and 9; 36 also 7; M7 lacks 1 and 9; T44 ends at 10, T36 at 8."""
    missing = {"48": "T", "40": "89T", "36": "789T"}
    for base, ranks in missing.items():
        gone = {card for card in DECKS["52D1"].cards if card[0] in ranks}
        assert set(DECKS[f"{base}D1"].cards) == set(DECKS["52D1"].cards) - gone
    gone = {card for card in DECKS["M9D1"].cards if card[0] in "19" and card[1] != "z"}
    assert set(DECKS["M7D1"].cards) == set(DECKS["M9D1"].cards) - gone
    assert "10k" in DECKS["T44D1"].cards
    assert "11k" not in DECKS["T44D1"].cards
    assert "9y" not in DECKS["T36D1"].cards


def test_decks_with_fewer_honours() -> None:
    """M9D4C3 has number tiles four times and honours three times."""
    copies = Counter(DECKS["M9D4C3"].cards)
    assert {copies[card] for card in copies if card[1] == "z"} == {3}
    assert {copies[card] for card in copies if card[1] != "z"} == {4}
