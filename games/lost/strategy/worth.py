"""Estimate how likely each seat is to be eliminated, with a model learnt from games of computer players.

A small network with one hidden layer computes a score for each seat, from its face-up cards (its field), its
hand and the threats of the other seats. A softmax turns the scores of all seats into probabilities.
``lab/learning/lost.py`` learns the weights.

Fields and hands are bit masks (``games.lost.hands``). Results for a field are cached, because the same
fields come up again and again in the search.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from importlib.resources import files
from itertools import combinations
from math import exp
from operator import mul

import msgspec

from games.lost.hands import is_made

FEATURES = 24
"""Number of features of a seat."""

# --- fields -------------------------------------------------------------------------------------------

SUITS = tuple(0b1111111111 << 10 * i for i in range(4))
"""The cards of each suit, as a mask."""
COLUMNS = tuple(sum(1 << 10 * suit + rank for suit in range(4)) for rank in range(10))
"""The cards of each rank, as a mask."""
_RUNS = tuple(COLUMNS[low : low + 4] for low in range(7))
PLAIN = (1 << 40) - 1
"""All cards except the joker, as a mask."""


class Threats(msgspec.Struct, frozen=True):
    """The cards that would complete a hand among one seat's face-up cards, as bit masks without the joker.

    Args:
        is_made: whether the face-up cards make a hand already.
        fatal: the cards that complete a hand alone.
        pairs: for each item two masks. Two different cards, one from each mask, complete a hand together.
        near: the other cards after which only one card is missing for a hand.
    """

    is_made: bool
    fatal: int
    pairs: tuple[tuple[int, int], ...]
    near: int


@lru_cache(maxsize=1 << 16)
def threats(mask: int) -> Threats:
    """Return the cards that would complete a hand among a seat's face-up cards, given as a bit mask."""
    jokers, plain = mask >> 40, mask & PLAIN
    fatal = near = 0
    pairs: list[tuple[int, int]] = []
    # Flushes and four of a kind: count the cards that a suit or a rank still needs.
    for group in (*SUITS, *COLUMNS):
        lack = 4 - jokers - (plain & group).bit_count()
        if lack == 1:
            fatal |= group
        elif lack == 2:
            near |= group
            pairs.append((group & ~plain, group & ~plain))
    # Straights: count the ranks of the run that are missing.
    for run in _RUNS:
        lacking = [column for column in run if not plain & column]
        if len(lacking) - jokers == 1:
            fatal |= sum(lacking)
        elif len(lacking) - jokers == 2:
            near |= sum(lacking)
            pairs += combinations(lacking, 2)
    fatal &= ~plain
    return Threats(is_made(mask), fatal, tuple(pairs), near & ~plain & ~fatal)


def pair_danger(seen: Threats, live: int) -> float:
    """Estimate the probability that two random cards complete a hand among a seat's face-up cards.

    Args:
        seen: the cards that would complete a hand.
        live: the cards to draw from, as a bit mask. Cards that complete a hand alone are ignored.
    """
    # Cards that complete a hand alone are counted elsewhere.
    live &= ~seen.fatal
    count = live.bit_count()
    if count < 2:
        return 0.0
    ways = 0
    for first, other in seen.pairs:
        k = (first & live).bit_count()
        ways += k * (k - 1) if first == other else 2 * k * (other & live).bit_count()
    return ways / (count * (count - 1))


# --- seats --------------------------------------------------------------------------------------------


class Counts(msgspec.Struct, frozen=True):
    """A position between two turns as all players see it: face-up cards (fields) and numbers of cards.

    Args:
        masks: the field of each seat, as a bit mask.
        sizes: number of cards in each seat's hand.
        left: number of cards that each seat may still take out of the game.
        joker_in: the seat that is known to hold the joker.
    """

    masks: tuple[int, ...]
    sizes: tuple[int, ...]
    left: tuple[int, ...]
    joker_in: int | None

    def with_card(
        self, seat: int, added: int, removed: int = 0, *, size: int = 0, lost: bool = False
    ) -> Counts:
        """Return the position after a change of one seat's face-up cards or hand.

        Args:
            seat: the seat to change.
            added: cards to add to its face-up cards, as a bit mask.
            removed: cards to remove from its face-up cards, as a bit mask.
            size: the change of the number of cards in its hand.
            lost: whether the seat takes a card out of the game.
        """
        masks, sizes, losts = self.masks, self.sizes, self.left
        if added or removed:
            masks = (*masks[:seat], masks[seat] & ~removed | added, *masks[seat + 1 :])
        if size:
            sizes = (*sizes[:seat], sizes[seat] + size, *sizes[seat + 1 :])
        if lost:
            losts = (*losts[:seat], losts[seat] - 1, *losts[seat + 1 :])
        # Only the joker's bit is above ``PLAIN``: it lies open now, in no hand.
        return Counts(masks, sizes, losts, None if added > PLAIN else self.joker_in)


class Network(msgspec.Struct, frozen=True):
    """A small neural network: its learnt weights.

    Args:
        hidden: for each hidden unit, a weight for each feature.
        output: a weight for each hidden unit.
        direct: a weight for each feature, added without a hidden unit.
    """

    hidden: tuple[tuple[float, ...], ...]
    output: tuple[float, ...]
    direct: tuple[float, ...]

    def score(self, numbers: tuple[float, ...]) -> float:
        """Return a seat's score from ``numbers``, its features. A higher score means more likely to be
        eliminated.
        """
        total: float = sum(map(mul, self.direct, numbers))
        for weights, out in zip(self.hidden, self.output, strict=True):
            active = sum(map(mul, weights, numbers))
            # The hidden units are rectified (ReLU).
            if active > 0:
                total += out * active
        return total


@cache
def networks() -> dict[int, Network]:
    """Return the learnt network for each number of seats."""
    text = files(__package__).joinpath("worth.json").read_bytes()
    return msgspec.json.decode(text, type=dict[int, Network])


class Worth:
    """Estimates how likely each seat is to be eliminated, from one viewer's knowledge. Results are cached.

    Args:
        seats: number of seats.
        turn: the seat that takes the next turn.
        viewer: the seat that knows its hand; ``None`` for public knowledge only.
        unseen: the cards that may be in unknown hands, as a bit mask.
        hand: the viewer's hand, as a bit mask.
    """

    def __init__(self, seats: int, turn: int, viewer: int | None, unseen: int, hand: int) -> None:
        self._seats, self._turn, self._viewer = seats, turn, viewer
        self._scores: dict[tuple[object, ...], float] = {}
        self._scored = cache(networks()[seats].score)
        self._field = cache(partial(_field_features, unseen & PLAIN, (unseen | hand) & PLAIN))
        self._margins = cache(partial(_turns_left, turn))

    def losses(self, table: Counts, hand: int) -> list[float]:
        """Return each seat's probability of being eliminated, exactly 1 or 0 if the game is over.

        Args:
            table: the position.
            hand: the viewer's hand, as a bit mask.
        """
        # The game is over: no estimate is needed.
        if not all(table.sizes) or any(threats(mask).is_made for mask in table.masks):
            out = zip(table.sizes, table.masks, strict=True)
            return [float(not size or threats(mask).is_made) for size, mask in out]
        weights = [exp(self.score(table, hand, seat)) for seat in range(self._seats)]
        total = sum(weights)
        return [weight / total for weight in weights]

    def score(self, table: Counts, hand: int, seat: int) -> float:
        """Return a seat's score in a position. A higher score means more likely to be eliminated.

        Args:
            table: the position.
            hand: the viewer's hand, as a bit mask.
            seat: the seat to judge.
        """
        mine = 0 if self._viewer is None else table.masks[self._viewer]
        # All that features ask of a table: to find a score again is much cheaper than to ask.
        key = (seat, table.masks[seat], table.sizes, table.left[seat], table.joker_in == seat, hand, mine)
        score = self._scores.get(key)
        if score is None:
            score = self._scores[key] = self._scored(self.features(table, hand, seat))
        return score

    def features(self, table: Counts, hand: int, seat: int) -> tuple[float, ...]:
        """Return the inputs of the network for a seat.

        Args:
            table: the position.
            hand: the viewer's hand, as a bit mask.
            seat: the seat to judge.
        """
        mask, viewer, losts = table.masks[seat], self._viewer, table.left[seat]
        field, (margin, last) = self._field(mask), self._margins(table.sizes)[seat]
        fatal = threats(mask).fatal
        safe = reach = free = held = 0.0
        holds_joker = table.joker_in == seat
        # The viewer knows its own cards; of the other seats it knows only which of its cards threaten them.
        if seat == viewer:
            cards = hand & PLAIN
            held = (fatal & cards).bit_count() / max(1, cards.bit_count())
            safe = float(not (cards & ~fatal))
            holds_joker = hand > PLAIN
        elif viewer is not None and (aimed := fatal & hand):
            reach = min(3, aimed.bit_count()) / 3
            free = min(3, (aimed & ~threats(table.masks[viewer]).fatal).bit_count()) / 3
        offset = (seat - self._turn) % self._seats
        # The order is that of the learnt weights: field, discards, hand size, time until the turn, hidden
        # cards.
        return (
            *field,
            losts / 3,
            field[1] * losts / 3,
            float(losts == 0),
            table.sizes[seat] / 10,
            max(-8, min(8, margin)) / 8,
            float(margin > 0),
            (margin > 0) / (last + 2),
            float(offset == 0),
            float(offset == 1),
            float(offset == self._seats - 1),
            float(seat == viewer),
            held,
            safe,
            float(holds_joker),
            reach,
            free,
            free * (self._turn == viewer),
        )


def _field_features(plain: int, live: int, mask: int) -> tuple[float, ...]:
    """Return the inputs of the network that depend on a seat's face-up cards.

    They are, in this order:

    - the number 1;
    - the risk that a random unseen card completes a hand, and its square;
    - whether any card can complete a hand;
    - the risk that two cards together complete a hand;
    - the share of cards that leave one card missing for a hand;
    - whether the joker is face up.

    Args:
        plain: the cards that may be in unknown hands, as a bit mask.
        live: the cards that may be in any hand, including the viewer's hand, as a bit mask.
        mask: the face-up cards, as a bit mask.
    """
    seen, count = threats(mask), max(1, plain.bit_count())
    risk, near = (seen.fatal & plain).bit_count() / count, (seen.near & plain).bit_count() / count
    return 1.0, risk, risk * risk, float(seen.fatal != 0), pair_danger(seen, live), near, float(mask > PLAIN)


def _turns_left(turn: int, sizes: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return how soon each seat plays its last card, if each seat plays one card a turn.

    Args:
        turn: the seat that takes the next turn.
        sizes: number of cards in each seat's hand.

    Returns:
        Two numbers for each seat: the seat's lead in turns over the fastest other seat (negative if the other
        seat is faster); and the number of turns before any seat plays its last card.
    """
    seats = len(sizes)
    ends = [(size - 1) * seats + (seat - turn) % seats for seat, size in enumerate(sizes)]
    return [(min(ends[:seat] + ends[seat + 1 :]) - end, min(ends)) for seat, end in enumerate(ends)]
