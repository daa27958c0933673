"""How likely each seat is to be eliminated, by a neural network learnt from games of computer players.

The network computes a score for each seat, from its face-up cards, its hand and the threats of the other
seats. A softmax turns the scores of all seats into probabilities. ``lab/learning/lost.py`` learns the
weights. Cards are bit masks (``games.lost.hands``).

A move is judged by all positions that may follow it, which are many, so speed matters. The loop
over hands runs once for each set of face-up cards (``threats`` is cached), and a score is computed once for
all positions that look the same to a seat (``EliminationModel.score``).
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from importlib.resources import files
from itertools import combinations
from math import exp
from operator import mul

import msgspec

from games.core.strategy import normalized
from games.lost.hands import is_made

FEATURES = 24
"""Number of features of a seat."""

# --- fields -------------------------------------------------------------------------------------------

SUITS = tuple(0b1111111111 << 10 * i for i in range(4))
"""The cards of each suit, as a mask."""
_LOWEST_OF_SUITS = 1 | 1 << 10 | 1 << 20 | 1 << 30
COLUMNS = tuple(_LOWEST_OF_SUITS << rank for rank in range(10))
"""The cards of each rank, as a mask."""
_RUNS = tuple(COLUMNS[low : low + 4] for low in range(7))
PLAIN = (1 << 40) - 1
"""All cards except the joker, as a mask."""


class Threats(msgspec.Struct, frozen=True):
    """The cards that would complete a hand together with a seat's face-up cards.

    They are bit masks without the joker.
    """

    is_made: bool  # whether the face-up cards make a hand already
    fatal: int  # the cards that complete a hand alone
    # Pairs of masks. Two different cards, one from each mask of a pair, complete a hand together.
    pairs: tuple[tuple[int, int], ...]
    # Other cards. After adding one of them, one more card completes a hand.
    near: int


@lru_cache(maxsize=1 << 16)
def threats(face_up_mask: int) -> Threats:
    """Return the cards that would complete a hand together with a seat's face-up cards.

    Every hand is four cards of a group, such as a suit. If three hearts lie face up, the other seven hearts
    are fatal. If two lie face up, each of the other eight brings the seat near, and any two of them complete
    the hand.
    """
    jokers = face_up_mask >> 40
    plain = face_up_mask & PLAIN
    fatal = near = 0
    pairs: list[tuple[int, int]] = []
    # Flushes and four of a kind: count the cards that a suit or a rank still needs.
    for group in SUITS + COLUMNS:
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
    return Threats(is_made(face_up_mask), fatal, tuple(pairs), near & ~plain & ~fatal)


def pair_danger(face_up_threats: Threats, drawable_mask: int) -> float:
    """Return the probability that two random cards complete a hand together.

    Cards that complete a hand alone are never drawn: another feature counts them.

    Args:
        face_up_threats: the result of ``threats`` for the face-up cards.
        drawable_mask: the cards to draw from.
    """
    drawable_mask &= ~face_up_threats.fatal
    count = drawable_mask.bit_count()
    if count < 2:
        return 0.0
    # Count the ordered draws of two cards.
    ways = 0
    for first_mask, second_mask in face_up_threats.pairs:
        first_count = (first_mask & drawable_mask).bit_count()
        if first_mask == second_mask:
            ways += first_count * (first_count - 1)
        else:
            second_count = (second_mask & drawable_mask).bit_count()
            ways += 2 * first_count * second_count
    return ways / (count * (count - 1))


# --- seats --------------------------------------------------------------------------------------------


def _with_entry(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return values[:seat] + (value,) + values[seat + 1 :]


class TableCounts(msgspec.Struct, frozen=True):
    """Each seat's face-up cards, hand size and discards left, between two turns."""

    field_masks: tuple[int, ...]  # the face-up cards of each seat, as bit masks
    hand_sizes: tuple[int, ...]
    discards_left: tuple[int, ...]
    joker_in: int | None  # the seat that is known to hold the joker

    def with_changed_cards(
        self,
        seat: int,
        added_mask: int,
        removed_mask: int = 0,
        *,
        size_change: int = 0,
        is_discard: bool = False,
    ) -> TableCounts:
        """Return the position after a change of one seat's cards.

        Args:
            added_mask: new face-up cards.
            removed_mask: cards that lie face up no longer.
            size_change: the change in the number of cards in hand.
            is_discard: whether the change uses up one of the seat's discards.
        """
        masks = self.field_masks
        sizes = self.hand_sizes
        losts = self.discards_left
        if added_mask or removed_mask:
            masks = _with_entry(masks, seat, masks[seat] & ~removed_mask | added_mask)
        if size_change:
            sizes = _with_entry(sizes, seat, sizes[seat] + size_change)
        if is_discard:
            losts = _with_entry(losts, seat, losts[seat] - 1)
        # Only the joker's bit is above ``PLAIN``: it lies open now, in no hand.
        return TableCounts(masks, sizes, losts, None if added_mask > PLAIN else self.joker_in)


class Network(msgspec.Struct, frozen=True):
    """The learnt weights of a small neural network."""

    hidden: tuple[tuple[float, ...], ...]  # for each hidden unit, a weight for each feature
    output: tuple[float, ...]  # a weight for each hidden unit
    direct: tuple[float, ...]  # a weight for each feature, added without a hidden unit

    def score(self, features: tuple[float, ...]) -> float:
        """Return the score of a seat with these features; higher for a higher risk of elimination."""
        total: float = sum(map(mul, self.direct, features))
        for weights, out in zip(self.hidden, self.output, strict=True):
            active = sum(map(mul, weights, features))
            # The hidden units are rectified (ReLU).
            if active > 0:
                total += out * active
        return total


@cache
def learnt_networks() -> dict[int, Network]:
    """Return the learnt network for each number of seats."""
    text = files(__package__).joinpath("elimination.json").read_bytes()
    return msgspec.json.decode(text, type=dict[int, Network])


class EliminationModel:
    """Estimates how likely each seat is to be eliminated, from one viewer's knowledge. Results are cached.

    Args:
        turn: the seat that takes the next turn.
        viewer: the seat whose knowledge is used; ``None`` for public knowledge only.
        unseen_mask: the cards that may be in unknown hands.
        hand_mask: the viewer's hand.
    """

    def __init__(self, seats: int, turn: int, viewer: int | None, unseen_mask: int, hand_mask: int) -> None:
        self._seats = seats
        self._turn = turn
        self._viewer = viewer
        self._scores: dict[tuple[object, ...], float] = {}
        self._scored = cache(learnt_networks()[seats].score)
        self._field = cache(
            partial(_face_up_features, unseen_mask & PLAIN, (unseen_mask | hand_mask) & PLAIN)
        )
        self._margins = cache(partial(_leads_in_turns, turn))

    def elimination_chances(self, table: TableCounts, hand_mask: int) -> list[float]:
        """Return each seat's probability of elimination; exactly 1 or 0 if the game is over.

        Args:
            hand_mask: the viewer's hand in this position.
        """
        # The game is over: no estimate is needed.
        has_made_hand = any(threats(mask).is_made for mask in table.field_masks)
        if has_made_hand or not all(table.hand_sizes):
            seats = zip(table.hand_sizes, table.field_masks, strict=True)
            return [float(size == 0 or threats(mask).is_made) for size, mask in seats]
        weights = [exp(self.score(table, hand_mask, seat)) for seat in range(self._seats)]
        return normalized(weights)

    def score(self, table: TableCounts, hand_mask: int, seat: int) -> float:
        """Return a seat's score in a position; higher for a higher risk of elimination."""
        if self._viewer is None:
            mine = 0
        else:
            mine = table.field_masks[self._viewer]
        # The cache key has every fact that the features use.
        key = (
            seat,
            table.field_masks[seat],
            table.hand_sizes,
            table.discards_left[seat],
            table.joker_in == seat,
            hand_mask,
            mine,
        )
        score = self._scores.get(key)
        if score is None:
            score = self._scores[key] = self._scored(self.features(table, hand_mask, seat))
        return score

    def features(self, table: TableCounts, hand_mask: int, seat: int) -> tuple[float, ...]:
        """Return the inputs of the network for a seat."""
        mask = table.field_masks[seat]
        viewer = self._viewer
        losts = table.discards_left[seat]
        face_up = self._field(mask)
        (margin, last) = self._margins(table.hand_sizes)[seat]
        fatal = threats(mask).fatal
        safe = reach = free = held = 0.0
        holds_joker = table.joker_in == seat
        # The viewer knows its own cards; of the other seats it knows only which of its cards threaten them.
        if seat == viewer:
            cards = hand_mask & PLAIN
            held = (fatal & cards).bit_count() / max(1, cards.bit_count())
            safe = float(not (cards & ~fatal))
            holds_joker = hand_mask > PLAIN
        elif viewer is not None and (aimed := fatal & hand_mask):
            reach = min(3, aimed.bit_count()) / 3
            free = min(3, (aimed & ~threats(table.field_masks[viewer]).fatal).bit_count()) / 3
        offset = (seat - self._turn) % self._seats
        # The order is that of the learnt weights: field, discards, hand size, time until the turn, hidden
        # cards.
        return face_up + (
            losts / 3,
            face_up[1] * losts / 3,
            float(losts == 0),
            table.hand_sizes[seat] / 10,
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


def _face_up_features(unseen_mask: int, hidden_or_own_mask: int, face_up_mask: int) -> tuple[float, ...]:
    seen = threats(face_up_mask)
    count = max(1, unseen_mask.bit_count())
    risk = (seen.fatal & unseen_mask).bit_count() / count
    near = (seen.near & unseen_mask).bit_count() / count
    return (
        1.0,
        risk,  # probability that a random unseen card completes a hand
        risk * risk,
        float(seen.fatal != 0),  # whether any card can complete a hand
        pair_danger(seen, hidden_or_own_mask),
        near,  # the share of cards that leave one card missing for a hand
        float(face_up_mask > PLAIN),  # whether the joker is face up
    )


def _leads_in_turns(turn: int, hand_sizes: tuple[int, ...]) -> list[tuple[int, int]]:
    # For each seat, its lead over the fastest other seat (negative if slower), and the turns until any seat
    # plays its last card. Each seat is assumed to play one card a turn.
    seats = len(hand_sizes)
    # The turns until each seat plays its last card.
    ends = [(size - 1) * seats + (seat - turn) % seats for seat, size in enumerate(hand_sizes)]
    first_end = min(ends)
    leads = []
    for seat, end in enumerate(ends):
        other_ends = ends[:seat] + ends[seat + 1 :]
        leads.append((min(other_ends) - end, first_end))
    return leads
