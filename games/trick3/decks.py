"""The thirty decks: their cards, their orders of hands, and the recommended decks.

Source: trick3.md, section "Decks".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from games.core.cards import MAHJONG, STANDARD, TESCA, Card, Family

FAMILIES: Mapping[str, Family] = {"trump": STANDARD, "mahjong": MAHJONG, "tesca": TESCA}
"""The card families, by the values of the option ``family``."""

LENGTHS: Mapping[str, tuple[str, ...]] = {
    "trump": ("long", "mid", "short"),
    "mahjong": ("long", "short"),
    "tesca": ("long", "short"),
}
"""The lengths of games in each family, in the order of the columns of ``_RECOMMENDED``."""

MIN_CARDS = 9
"""The fewest cards that a deck must have for each player."""

RANKS: Mapping[str, tuple[str, ...]] = {
    "52": tuple("A23456789TJQK"),
    "48": tuple("A23456789JQK"),
    "40": tuple("A234567JQK"),
    "36": tuple("A23456JQK"),
    "M9": tuple("123456789"),
    "M7": tuple("2345678"),
    "T52": tuple(str(rank) for rank in range(13)),
    "T44": tuple(str(rank) for rank in range(11)),
    "T36": tuple(str(rank) for rank in range(9)),
}
"""The ranks of each set of cards, from low to high, without honour tiles. A deck has copies of one set."""

HANDS = ("CLF", "HF", "P1", "MW", "RN2", "D2", "FL", "ST", "RaP", "K3", "SF", "CFL", "BoW", "D3")
"""All hands of all decks, roughly from weak to strong.

Stored statistics are positions in this list: new hands may be added at the end, but no hand may move.
"""

_ORDERS = {
    "52D3 48D3": "CLF P1 RN2 FL D2 ST RaP K3 SF D3",
    "52D2 48D2": "CLF P1 RN2 FL ST D2 RaP K3 SF",
    "52D1 48D1": "CLF P1 RN2 FL ST RaP K3 SF",
    "40D3": "CLF P1 RN2 ST D2 FL RaP K3 SF D3",
    "36D3": "CLF P1 RN2 ST FL D2 RaP K3 SF D3",
    "40D2 36D2": "CLF P1 RN2 ST FL D2 RaP K3 SF",
    "40D1 36D1": "CLF P1 RN2 ST FL RaP K3 SF",
    "M9D4 M9D3 M9D4C3 M9D3C2": "HF P1 MW RN2 D2 FL ST RaP K3 SF CFL D3",
    "M9D2": "HF P1 MW RN2 D2 FL ST RaP K3 SF CFL",
    "M9D1": "HF P1 MW RN2 FL ST RaP SF K3 CFL",
    "M7D3": "HF P1 MW RN2 D2 ST FL RaP K3 SF CFL D3",
    "M7D2": "HF P1 MW RN2 D2 ST FL RaP K3 SF CFL",
    "M7D1": "HF P1 MW RN2 ST FL RaP SF K3 CFL",
    "T52D3": "HF P1 MW RN2 FL D2 ST RaP K3 SF BoW D3",
    "T52D2": "HF P1 MW RN2 FL ST D2 RaP K3 SF BoW",
    "T52D1": "HF P1 MW RN2 FL ST RaP K3 SF BoW",
    "T44D3": "HF P1 MW RN2 ST FL D2 RaP K3 SF BoW D3",
    "T44D2": "HF P1 MW RN2 ST FL D2 RaP K3 SF BoW",
    "T44D1": "HF P1 MW RN2 ST FL RaP K3 SF BoW",
    "T36D3": "HF P1 MW RN2 ST D2 FL RaP K3 SF BoW D3",
    "T36D2": "HF P1 MW RN2 ST FL D2 RaP K3 SF BoW",
    "T36D1": "HF P1 MW RN2 ST FL RaP K3 SF BoW",
}

_RECOMMENDED = """
52D1 40D1 36D1   M7D2 M9D1     T52D1 T44D1
40D2 52D1 48D1   M7D3 M7D2     T36D2 T52D1
48D2 36D2 52D1   M9D3 M9D2     T44D2 T36D2
40D3 48D2 36D2   M9D4C3 M7D3   T52D2 T44D2
48D3 52D2 40D2   M9D4 M9D3C2   T44D3 T52D2
52D3 40D3 48D2   M9D4 M9D3C2   T52D3 T44D3
52D3 40D3 48D2   M9D4 M9D3     T52D3 T44D3
"""
"""The names of the recommended decks: one line for each number of players from two to eight."""


class Deck(NamedTuple):
    """A deck of cards with its order of hands.

    Attributes:
        name: such as ``M9D4C3``.
        base: the name of a set of cards, such as ``M9``, of which the deck has one or more copies.
        cards: all cards in canonical order, with equal cards side by side.
        order: the names of the deck's hands, from weak to strong.
    """

    name: str
    family: str
    base: str
    cards: tuple[Card, ...]
    order: tuple[str, ...]


def _deck(name: str, order: str) -> Deck:
    parts = re.fullmatch(r"(M9|M7|T?\d\d)D(\d)(?:C(\d))?", name)
    assert parts is not None
    # A name is a base, the number of copies (D), and for some decks the number of honour tiles (C).
    base, copies, honours = parts[1], int(parts[2]), int(parts[3] or parts[2])
    family = {"M": "mahjong", "T": "tesca"}.get(base[0], "trump")
    cards: list[Card] = []
    for card in FAMILIES[family].cards:
        if card.endswith("z"):
            cards += [card] * honours
        elif card[:-1] in RANKS[base] and card != "Jk":
            cards += [card] * copies
    return Deck(name, family, base, tuple(cards), tuple(order.split()))


DECKS: Mapping[str, Deck] = {
    name: _deck(name, order) for names, order in _ORDERS.items() for name in names.split()
}
"""The decks by name, in the order of the tables in the source."""

_COLUMNS = [(family, length) for family, lengths in LENGTHS.items() for length in lengths]

RECOMMENDED: Mapping[tuple[int, str, str], str] = {
    (seats, family, length): name
    for seats, line in enumerate(_RECOMMENDED.strip().splitlines(), 2)
    for (family, length), name in zip(_COLUMNS, line.split(), strict=True)
}
"""The name of the recommended deck for each number of players, family and length."""


def find_deck(seats: int, options: Mapping[str, str]) -> Deck:
    """Return the deck for a number of players and a table's options (trick3.md, section "Options").

    Raises:
        KeyError: no deck is recommended for these options.
    """
    if options["deck"] != "auto":
        return DECKS[options["deck"]]
    return DECKS[RECOMMENDED[seats, options["family"], options["length"]]]
