"""Lists of legal moves that are long, made lazily (lost.md, Set-up and On one's turn)."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from games.core.cards import STANDARD, Card
from games.core.moves import LazyMoves, Move
from games.lost.hands import JOKER
from games.lost.moves import CLAIMS, PASS, Back, LayField, LoseFromField, LoseFromHand, Play

_CLAIM_COUNT = len(CLAIMS)


@cache
def _choices(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """List the ways to pick ``count`` places out of ``size``."""
    return tuple(combinations(range(size), count))


def _holds(hand: tuple[Card, ...], cards: object, count: int) -> bool:
    """Tell whether different cards of a hand are given, in canonical order."""
    return (
        isinstance(cards, tuple)
        and len(cards) == count
        and len(set(cards)) == count
        and all(card in hand for card in cards)
        and cards == STANDARD.sort(cards)
    )


class Openings(LazyMoves):
    """Every choice of three cards for the first field.

    Args:
        hand: the cards dealt, in canonical order.
    """

    __slots__ = ("_hand",)

    def __init__(self, hand: tuple[Card, ...]) -> None:
        self._hand = hand

    def __len__(self) -> int:
        return len(_choices(len(self._hand), 3))

    def __contains__(self, move: object) -> bool:
        return isinstance(move, LayField) and _holds(self._hand, move.cards, 3)

    def _at(self, i: int) -> Move:
        hand = self._hand
        return LayField(tuple([hand[k] for k in _choices(len(hand), 3)[i]]))


class TurnMoves(LazyMoves):
    """Everything that may be done on a turn: plays, plays of the joker, losts, back; or a pass.

    Args:
        hand: the hand, in canonical order, so that a joker is its last card.
        field: the field.
        others: the other seats.
        open_to_joker: the seats whose field is not one away.
        may_lose: whether a lost is left.
    """

    __slots__ = ("_ends", "_field", "_hand", "_may_back", "_may_lose", "_others", "_plain", "_targets")

    def __init__(
        self,
        hand: tuple[Card, ...],
        field: tuple[Card, ...],
        others: tuple[int, ...],
        open_to_joker: tuple[int, ...],
        may_lose: bool,
    ) -> None:
        has_joker = hand[-1] == JOKER
        self._hand = hand
        self._plain = hand[:-1] if has_joker else hand
        self._others = others
        self._targets = open_to_joker if has_joker else ()
        self._may_lose = may_lose
        self._may_back = not has_joker and JOKER in field and len(hand) >= 2
        self._field = field if may_lose else ()
        if may_lose and JOKER in field:
            self._field = tuple([card for card in field if card != JOKER])
        self._ends: tuple[int, int, int, int, int] | None = None

    def _sections(self) -> tuple[int, int, int, int, int]:
        """Say where plays, plays of the joker, losts from the hand, from the field, and backs end."""
        if self._ends is None:
            hand, plain = len(self._hand), len(self._plain)
            plays = plain * len(self._others) * _CLAIM_COUNT
            jokers = plays + len(self._targets)
            from_hand = jokers + (plain if self._may_lose else 0)
            from_field = from_hand + len(self._field) * hand
            backs = from_field + (hand * (hand - 1) // 2 if self._may_back else 0)
            self._ends = (plays, jokers, from_hand, from_field, backs)
        return self._ends

    def __len__(self) -> int:
        return self._sections()[4] or 1

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Play):
            if move.card == JOKER:
                return move.claim == "joker" and move.target in self._targets
            return move.card in self._plain and move.target in self._others and move.claim in CLAIMS
        if isinstance(move, LoseFromHand):
            return self._may_lose and move.card in self._plain
        if isinstance(move, LoseFromField):
            return move.card in self._field and move.placed in self._hand
        if isinstance(move, Back):
            return self._may_back and _holds(self._hand, move.cards, 2)
        return move == PASS and not self._sections()[4]

    def _at(self, i: int) -> Move:
        plays, jokers, from_hand, from_field, backs = self._sections()
        if i < plays:
            rest, claim = divmod(i, _CLAIM_COUNT)
            card, target = divmod(rest, len(self._others))
            return Play(self._plain[card], self._others[target], CLAIMS[claim])
        if i < jokers:
            return Play(JOKER, self._targets[i - plays], "joker")
        if i < from_hand:
            return LoseFromHand(self._plain[i - jokers])
        if i < from_field:
            card, placed = divmod(i - from_hand, len(self._hand))
            return LoseFromField(self._field[card], self._hand[placed])
        if i < backs:
            first, second = _choices(len(self._hand), 2)[i - from_field]
            return Back((self._hand[first], self._hand[second]))
        return PASS
