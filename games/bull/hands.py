"""Whether a call is true, and which cards belong to it (bull.md, sections "Calls" and "With wild=twos")."""

from __future__ import annotations

from collections.abc import Sequence

from games.bull.moves import COUNTS, Call
from games.core.cards import STANDARD, Card
from games.core.poker import RANKS, run_ranks

DECK: tuple[Card, ...] = tuple(card for card in STANDARD.cards if card != "Jk")


def is_good(call: Call, cards: Sequence[Card], *, wild: bool) -> bool:
    """True if the dealt cards of all seats make the called hand."""
    return len(matching_cards(call, cards, wild=wild)) == size_of(call)


def _lower_flush_cards(call: Call, cards: Sequence[Card]) -> list[Card]:
    # Twos are left out: flushes exist only with wild twos, which are counted apart.
    lower = RANKS[1 : RANKS.index(call.ranks)]
    return [card for card in cards if card[1] == call.suit and card[0] in lower]


def matching_cards(call: Call, cards: Sequence[Card], *, wild: bool) -> tuple[Card, ...]:
    """Return the cards that belong to a called hand, wild twos last. The hand may be incomplete."""
    twos = [card for card in cards if card[0] == "2"] if wild else []
    natural = [card for card in cards if card[0] != "2"] if wild else cards
    wanted: list[Card] = []
    for rank, suit, needed in _named_cards(call):
        wanted += [card for card in natural if card[0] == rank and suit in card][:needed]
    if call.kind == "flush":
        wanted += sorted(_lower_flush_cards(call, cards), key=lambda card: -RANKS.index(card[0]))[:4]
    missing = max(0, size_of(call) - len(wanted))
    return (*wanted, *twos[:missing])


def _named_cards(call: Call) -> list[tuple[str, str, int]]:
    # Tuples of rank, suit and number of cards. The suit is "" if any suit counts. Of a flush only the top
    # card is named.
    if call.kind in COUNTS or call.kind in ("twopair", "full"):
        return [(rank, "", needed) for rank, needed in ranks_needed(call)]
    if call.kind == "flush":
        return [(call.ranks, call.suit, 1)]
    return [(rank, call.suit, 1) for rank in run_ranks(call.ranks)]


def ranks_needed(call: Call) -> list[tuple[str, int]]:
    """Return the ranks that a call names, each with the number of cards needed.

    The call must not be a straight, a flush or a straight flush.
    """
    if call.kind in COUNTS:
        return [(call.ranks, COUNTS[call.kind])]
    return [(call.ranks[0], 3 if call.kind == "full" else 2), (call.ranks[1], 2)]


def size_of(call: Call) -> int:
    """Return the number of cards of a called hand."""
    return COUNTS.get(call.kind, 4 if call.kind == "twopair" else 5)
