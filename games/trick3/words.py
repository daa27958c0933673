"""Texts for cards and hands: names, definitions, examples.

Source: trick3.md, section "Hands of three cards".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.core.cards import Card, Family
from games.core.words import Cards, Text, text
from games.trick3.decks import DECKS, FAMILIES, RANKS


def family_of(deck: str) -> Family:
    """Return the card family of the deck with this name."""
    return FAMILIES[DECKS[deck].family]


@lru_cache(maxsize=4096)
def cards_of(deck: str, *cards: Card) -> Cards:
    """Return cards of a deck as an argument of translated texts."""
    own = family_of(deck)
    families = (own, *FAMILIES.values())
    family = next((each for each in families if all(card in each.order for card in cards if card)), own)
    return Cards(cards, family.name)


def hand_name(hand: str) -> Text:
    """Return the text of a hand's name. The empty name gives the text for "no hand"."""
    return text(f"trick3-hand-{hand}") if hand else text("trick3-hand-none")


def title_name(hand: str) -> Text:
    """Return the text of a hand's name as on a stamp: in English with a capital letter."""
    return text("trick3-title", hand=hand_name(hand))


def strength_of(deck: str, hand: str) -> int:
    """Return a hand's place in a deck's order, 1 for the weakest; 0 for no hand."""
    return DECKS[deck].order.index(hand) + 1 if hand else 0


def rank_of(deck: str, hand: str) -> int:
    """Return a hand's place in a deck's order, 1 for the strongest."""
    return len(DECKS[deck].order) - strength_of(deck, hand) + 1


def ranked_name(deck: str, hand: str) -> Text:
    """Return the name of a hand with its place among the deck's hands."""
    if not hand:
        return hand_name(hand)
    return text(
        "trick3-ranked",
        hand=hand_name(hand),
        rank=rank_of(deck, hand),
        hands=len(DECKS[deck].order),
    )


def deck_name(deck: str) -> Text:
    """Return the text of a deck's name, which describes its cards."""
    return text(f"trick3-option-deck-{deck}")


def arrange(deck: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return three cards in the order that shows their hand: a pair first, a run in sequence.

    >>> arrange("52D1", ("As", "Ks", "Qh")), arrange("52D1", ("2s", "5h", "5c"))
    (('Qh', 'Ks', 'As'), ('5h', '5c', '2s'))
    """
    ranks = RANKS[DECKS[deck].base]
    order = family_of(deck).order
    place = {card: _sort_number(card, ranks) for card in cards}
    laid = sorted(cards, key=lambda card: (place[card], order[card]))
    low, middle, high = (place[card] for card in laid)
    if low + 1 < middle == high:
        return (laid[1], laid[2], laid[0])
    is_round = DECKS[deck].family != "mahjong" and low == 0 and high == len(ranks) - 1
    if not is_round or middle in (low, high):
        return tuple(laid)
    # Ranks form a circle here: choose the rotation with the shortest way from first to last.
    turns = [(*laid[start:], *laid[:start]) for start in range(3)]
    return min(turns, key=lambda turn: (place[turn[2]] - place[turn[0]]) % len(ranks))


def _sort_number(card: Card, ranks: Sequence[str]) -> int:
    # Winds and dragons of mahjong come after all ranks.
    return len(ranks) + 2 * int(card[0]) if card[-1] == "z" else ranks.index(card[:-1])


# --- the order of hands, for who looks it up ---------------------------------------------------------------

_EXAMPLES: Mapping[str, Mapping[str, str]] = {
    "trump": {
        "CLF": "2s 5c Ks",
        "P1": "5s 5d Kc",
        "RN2": "4h 5h Jc",
        "D2": "5s 5s Kd",
        "FL": "2h 5h Kh",
        "ST": "3s 4h 5c",
        "RaP": "5s 6s 6h",
        "K3": "4s 4h 4c",
        "SF": "Qd Kd Ad",
        "D3": "6c 6c 6c",
    },
    "mahjong": {
        "HF": "3m 7m 2z",
        "P1": "5m 5p 3z",
        "MW": "2m 5p 8s",
        "RN2": "3p 4p 8s",
        "D2": "5s 5s 2m",
        "FL": "2p 5p 8p",
        "ST": "3m 4p 5p",
        "RaP": "5s 6s 6m",
        "K3": "4m 4p 4s",
        "SF": "5m 6m 7m",
        "CFL": "1z 5z 7z",
        "D3": "3p 3p 3p",
    },
    "tesca": {
        "HF": "2k 5k 7y",
        "P1": "5k 5y 8h",
        "MW": "1k 4h 7m",
        "RN2": "3h 4h 7k",
        "D2": "5m 5m 2h",
        "FL": "1h 4h 7h",
        "ST": "3k 4h 5h",
        "RaP": "5k 6k 6m",
        "K3": "4k 4h 4y",
        "SF": "8m 0m 1m",
        "BoW": "1y 5y 7y",
        "D3": "2k 2k 2k",
    },
}
"""Example cards for each hand, valid in every deck of the family that has the hand."""

_TOP = {"T52": "12", "T44": "10", "T36": "8"}


def example(deck: str, hand: str) -> tuple[Card, ...]:
    """Return three cards of a deck that make a hand, in the order to show them."""
    family = DECKS[deck].family
    words = _EXAMPLES[family][hand].split()
    if family == "tesca" and hand == "SF":
        words[0] = _TOP[DECKS[deck].base] + "m"  # a run across 0 begins with the highest rank
    return tuple(words)


def hands_guide(deck: str) -> tuple[tuple[Text, tuple[Card, ...]], ...]:
    """Return the hands of a deck from weak to strong, each with its definition and example cards."""
    family = DECKS[deck].family
    return tuple(
        (
            text("trick3-guide", hand=hand_name(hand), about=text(f"trick3-about-{hand}", family=family)),
            example(deck, hand),
        )
        for hand in DECKS[deck].order
    )
