"""Which of the shown cards make a hand (netsuzo.md, When a declaration is true)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.core.cards import Card
from games.netsuzo.hands import JOKER, best, makes, tally
from games.netsuzo.moves import RANKS, RUNS, Declare, run_ranks


def making(declare: Declare, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Pick five cards that are exactly a declaration.

    Args:
        declare: a declaration that these cards make (``makes``).
        cards: the available cards.

    Returns:
        Five of the cards; the joker stands for what is lacking.
    """
    natural = [card for card in cards if card != JOKER]
    wild = [JOKER] if JOKER in cards else []
    for ranks in _rank_sets(declare, sorted({card[0] for card in natural}, key=RANKS.index)):
        picked: list[Card] = []
        for rank in dict.fromkeys(ranks):
            fitting = [c for c in natural if c[0] == rank and declare.suit in ("", c[1])]
            picked += fitting[: ranks.count(rank)]
        if len(picked) + len(wild) < 5:
            continue
        if len(picked) == 5 and declare.kind in ("high", "straight") and len({c[1] for c in picked}) == 1:
            other = next((c for c in natural if c[0] in ranks and c[1] != picked[0][1]), None)
            if other:
                picked = [other if card[0] == other[0] else card for card in picked]
            elif wild:
                picked.pop()
            else:
                continue
        return (*picked, *wild[: 5 - len(picked)])
    raise AssertionError("these cards do not make the declared hand")


def evidence(declare: Declare, cards: Sequence[Card]) -> tuple[Declare, tuple[Card, ...]]:
    """Find what a shown hand makes: the declared hand if it can, or else the best it could.

    Args:
        declare: what was declared.
        cards: the available cards, five or more.

    Returns:
        That hand, and the five cards that make it.
    """
    have = tally(cards)
    made = declare if makes(declare, have) else best(have)
    return made, making(made, cards)


def _rank_sets(declare: Declare, held: Sequence[str]) -> Iterator[str]:
    """List the five ranks of a declaration; free lower kickers are first sought among the ranks held."""
    main = declare.ranks[0]
    match declare.kind:
        case "high":
            yield from _with_lower(main, main, 4, held)
        case "pair":
            yield from _with_lower(main * 2 + declare.ranks[1], declare.ranks[1], 2, held)
        case "trips":
            yield from _with_lower(main * 3 + declare.ranks[1], declare.ranks[1], 1, held)
        case "twopair":
            yield main * 2 + declare.ranks[1] * 2 + declare.ranks[2]
        case "straight" | "sflush":
            yield run_ranks(main)
        case "full":
            yield main * 3 + declare.ranks[1] * 2
        case "quads":
            yield main * 4 + declare.ranks[1]
        case "five":
            yield main * 5
        case _:
            yield declare.ranks


def _with_lower(fixed: str, under: str, count: int, held: Sequence[str]) -> Iterator[str]:
    lower = [rank for rank in reversed(RANKS) if RANKS.index(rank) < RANKS.index(under) and rank not in fixed]
    lower.sort(key=lambda rank: rank not in held)  # stable: held ranks first, high ones first
    for ranks in combinations(lower, count):
        if frozenset(fixed + "".join(ranks)) not in RUNS:
            yield fixed + "".join(ranks)
