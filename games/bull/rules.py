"""The rules of Porker Bull: moves, events, positions, and what each move does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from games.bull.hands import CALL_ORDERS, DECK, Call, is_good, matching_cards, size_of
from games.core.bluffs import Claim, ClaimChallenge, best_bluffs, count_bluffs
from games.core.cards import STANDARD, Card, CardGroup, own_card_groups
from games.core.errors import NotationError
from games.core.highlights import Highlight
from games.core.moves import ChanceRequest, Move, Word, by_notation
from games.core.rules import (
    CHANCE,
    LONG_SUSPENSE,
    OVER,
    SUSPENSE_SECONDS,
    ClaimState,
    History,
    OpenEvent,
    Result,
    Rules,
    Setup,
    State,
    View,
    active_seats,
    deal_blocks,
    find_event,
    last_out_first,
    next_active_seat,
    rank_seats,
    replace_at,
)

# --- moves --------------------------------------------------------------------------------------------------
# The moves of Porker Bull: a call (``games.bull.hands``), or a challenge.


class Challenge(Word, frozen=True):
    """Challenge the last call, which leads to a showdown."""

    notation: ClassVar[str] = "challenge"


CHALLENGE = Challenge()
ANSWERS: tuple[Move, ...] = (CHALLENGE,)
"""The moves that answer a call, apart from higher calls."""

_BY_TEXT = by_notation(CALL_ORDERS[True].bids + ANSWERS)
"""Every move by its notation in lower case."""


def parse_words(words: list[str]) -> Move:
    """Return the call or challenge that lower-case words describe.

    Raises:
        NotationError: the words describe no move.
    """
    move = _BY_TEXT.get(" ".join(words))
    if move is None:
        raise NotationError("a move is 'challenge' or 'call', a kind, and its ranks, as in 'call pair K'")
    return move


# --- state --------------------------------------------------------------------------------------------------
# Events, positions and views of Porker Bull (bull.md, section "What is open").


class HandsDealt(OpenEvent, frozen=True):
    """A round began. ``sizes`` has each seat's number of cards, 0 for eliminated seats."""

    round: int
    caller: int
    sizes: tuple[int, ...]


class Called(OpenEvent, frozen=True):
    """A seat made a call."""

    seat: int
    call: str


class Showdown(OpenEvent, frozen=True):
    """A call was challenged, and all hands were shown."""

    call: str  # the notation of the call
    caller: int
    challenger: int
    hands: tuple[tuple[Card, ...], ...]
    is_good: bool  # whether the call was true
    loser: int
    evidence: tuple[Card, ...]  # the dealt cards that belong to the called hand


class Eliminated(OpenEvent, frozen=True):
    """A seat is out of the game."""

    seat: int


# --- positions and views ---------------------------------------------------------------------------------


class Variant(msgspec.Struct, frozen=True):
    """The options of a game as truth values."""

    hands_grow: bool  # whether the loser of a round gets a card more; otherwise a card fewer
    wild: bool  # whether twos are wild cards
    ends_at_first_elimination: bool


class BullState(State, frozen=True, kw_only=True):
    """A position of Porker Bull.

    Args:
        out: the eliminated seats, in the order of elimination.
        hands: empty between rounds.
    """

    variant: Variant
    sizes: tuple[int, ...]
    losses: tuple[int, ...]
    out: tuple[int, ...] = ()
    round: int = 1
    caller: int
    hands: tuple[tuple[Card, ...], ...] = ()
    calls: tuple[tuple[int, Call], ...] = ()
    shown: Showdown | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return each seat's hand, which only this seat may see until a showdown."""
        if self.hands or self.shown is None:
            return own_card_groups(self.hands)
        return (CardGroup(self.shown.hands, None),)

    @property
    def last(self) -> Call | None:
        """The call to beat; ``None`` if no call has been made."""
        return self.calls[-1][1] if self.calls else None


class BullView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: hand sizes, calls, the last showdown and its own hand.

    Source: bull.md, section "What is open".
    """

    round: int
    caller: int
    sizes: tuple[int, ...]
    losses: tuple[int, ...]
    out: tuple[int, ...]
    calls: tuple[tuple[int, str], ...]
    hand: tuple[Card, ...]
    shown: Showdown | None

    @property
    def gone(self) -> tuple[int, ...]:
        """The eliminated seats, in the order of elimination."""
        return self.out


# --- rules --------------------------------------------------------------------------------------------------
# The rules of Porker Bull (bull.md).

MAX_CARDS = 5
LEAST_SECONDS = 3.0
MOST_SECONDS = 5.0
SECONDS_PER_CARD = 0.1
"""Seconds for which a showdown is shown: at least, at most, and added for each card."""

DEAL_ALL = ChanceRequest("deal", DECK)


def size_after_loss(size: int, *, hands_grow: bool) -> int:
    """Return the hand size of a seat after it has lost a round; 0 if it is out.

    Source: bull.md, section "A round", step 4.
    """
    # Hands that grow beyond the limit, or shrink to nothing, are out.
    after = size + (1 if hands_grow else -1)
    return after if 0 < after <= MAX_CARDS else 0


def losses_left(size: int, *, hands_grow: bool) -> int:
    """Return the number of further losses after which a seat with a hand of this size is out."""
    count = 0
    while size:
        size = size_after_loss(size, hands_grow=hands_grow)
        count += 1
    return count


class Bull(Rules[BullState, BullView]):
    """The rules of Porker Bull (bull.md)."""

    id: ClassVar[str] = "bull"
    name: ClassVar[str] = "Porker Bull"
    seats: ClassVar[tuple[int, int]] = (2, 8)
    has_elimination: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": ("up", "down"),
        "start": ("1", "2"),
        "wild": ("none", "twos"),
        "end": ("last", "first"),
    }

    def has_effect(self, name: str, options: Mapping[str, str]) -> bool:
        """True if an option makes a difference. ``start`` (first hand size) matters only if hands grow."""
        return name != "start" or options["deal"] == "up"

    def start(self, setup: Setup) -> BullState:
        options = setup.options
        variant = Variant(options["deal"] == "up", options["wild"] == "twos", options["end"] == "first")
        size = int(options["start"]) if variant.hands_grow else MAX_CARDS
        return BullState(
            to_act=CHANCE,
            setup=setup,
            variant=variant,
            sizes=(size,) * setup.seats,
            losses=(0,) * setup.seats,
            caller=setup.first,
        )

    # --- chance -----------------------------------------------------------------------------------

    def chance(self, state: BullState) -> ChanceRequest:
        return DEAL_ALL

    def step_chance(self, state: BullState, cards: tuple[Card, ...]) -> BullState:
        blocks = deal_blocks(cards, state.caller, state.sizes)
        return replace(
            state,
            to_act=(state.caller,),
            hands=tuple(map(STANDARD.sort, blocks)),
            calls=(),
            news=(HandsDealt(state.round, state.caller, state.sizes),),
        )

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: BullState, seat: int) -> Sequence[Move]:
        order = CALL_ORDERS[state.variant.wild]
        if state.calls:
            return order.bids_above(state.last, extra=ANSWERS)
        return order.bids_above(None)

    def step(self, state: BullState, seat: int, move: Move) -> BullState:
        if not isinstance(move, Call):
            return self._showdown(state, seat)
        return replace(
            state,
            to_act=(next_active_seat(state.sizes, seat),),
            news=(Called(seat, str(move)),),
            calls=state.calls + ((seat, move),),
        )

    def _showdown(self, state: BullState, challenger: int) -> BullState:
        # bull.md, section "A round", steps 3 and 4.
        caller, call = state.calls[-1]
        dealt = list(chain.from_iterable(state.hands))
        support = matching_cards(call, dealt, wild=state.variant.wild)
        good = len(support) == size_of(call)
        loser = challenger if good else caller
        showdown = Showdown(str(call), caller, challenger, state.hands, good, loser, support)
        size = size_after_loss(state.sizes[loser], hands_grow=state.variant.hands_grow)
        is_out = not size
        return self._after_showdown(
            replace(
                state,
                sizes=replace_at(state.sizes, loser, size),
                losses=replace_at(state.losses, loser, state.losses[loser] + 1),
                out=state.out + (loser,) if is_out else state.out,
                shown=showdown,
                news=(showdown, Eliminated(loser)) if is_out else (showdown,),
            ),
            loser,
            is_out,
        )

    def _after_showdown(self, state: BullState, loser: int, is_loser_out: bool) -> BullState:
        # bull.md, section "A round", step 5.
        sizes = state.sizes
        # The game ends with the first elimination (``end=first``), or with the last survivor.
        if is_loser_out and (state.variant.ends_at_first_elimination or len(sizes) - sizes.count(0) == 1):
            return replace(state, to_act=OVER)
        # When the loser is out the seat to its left deals, so the seat after that one calls first.
        dealer = next_active_seat(sizes, loser) if is_loser_out else loser
        return replace(
            state,
            to_act=CHANCE,
            round=state.round + 1,
            caller=next_active_seat(sizes, dealer),
            hands=(),
            calls=(),
        )

    parse_words = staticmethod(parse_words)

    # --- knowledge and result ---------------------------------------------------------------------

    def public_view(self, state: BullState, common: Mapping[str, Any]) -> BullView:
        return BullView(
            **common,
            round=state.round,
            caller=state.caller,
            sizes=state.sizes,
            losses=state.losses,
            out=state.out,
            calls=tuple([(seat, str(call)) for seat, call in state.calls]),
            hand=(),
            shown=state.shown,
        )

    def private_fields(self, state: BullState, seat: int) -> dict[str, object]:
        return {"hand": state.hands[seat]} if state.hands else {}

    def result(self, state: BullState) -> Result | None:
        if state.to_act != OVER:
            return None
        # With ``end=first`` all others tie for the win; otherwise later eliminations rank higher.
        remaining = tuple(active_seats(state.sizes))
        ranking = (remaining,) + last_out_first(state.out)
        if state.variant.ends_at_first_elimination:
            ranking = (remaining, state.out)
        return Result(ranking, tuple(map(float, state.losses)))

    def provisional_result(self, state: BullState) -> Result:
        """Return the ranking by lost rounds, eliminated seats last."""
        # The best has the fewest losses, so sort by the negative number.
        lost = {seat: -number for seat, number in enumerate(state.losses) if seat not in state.out}
        ranking = rank_seats(lost) + last_out_first(state.out)
        return Result(ranking, tuple(map(float, state.losses)))

    def reveal_seconds(self, view: BullView) -> float:
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return 0.0
        return min(MOST_SECONDS, LEAST_SECONDS + SECONDS_PER_CARD * sum(map(len, showdown.hands)))

    def suspense_seconds(self, view: BullView) -> float:
        """Return the seconds for turning over the hands of a showdown; 0 without a showdown."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return 0.0
        if reveal_steps(showdown, view.options["deal"]) == 2:
            return SUSPENSE_SECONDS
        return LONG_SUSPENSE

    def claim(self, view: BullView) -> ClaimState:
        showdown = find_event(view.news, Showdown)
        if showdown is not None:
            return "true" if showdown.is_good else "lie"
        return "open" if view.calls else None

    def statistics(self, history: History[BullState], seats: int) -> tuple[dict[str, int], ...]:
        """Return each seat's statistics of bluffs (``games.core.bluffs``).

        With wild twos, ``best_bluff`` and ``best_truth`` become ``best_bluff_wild`` and ``best_truth_wild``.
        """
        history = list(history)
        counts = count_bluffs(history, seats, _classify_move)
        if not history or not history[0][0].variant.wild:
            return counts
        return tuple(map(_with_wild_names, counts))

    def highlights(self, history: History[BullState], seat: int | None = None) -> tuple[Highlight, ...]:
        return best_bluffs(history, _classify_move, seat)


_WILD_NAMES = {"best_bluff": "best_bluff_wild", "best_truth": "best_truth_wild"}
"""The names of some counters in games with wild twos.

These counters hold the number of a call, and with wild twos calls are numbered differently.
"""


def _with_wild_names(counts: dict[str, int]) -> dict[str, int]:
    return {_WILD_NAMES.get(name, name): count for name, count in counts.items()}


def reveal_steps(showdown: Showdown, deal: str) -> int:
    """Return the number of steps, 2 or 3, for turning over the hands of a showdown.

    The last step shows only the caller's hand. The second of three shows only the challenger's.
    """
    # With this many cards, the next loss eliminates a seat.
    last_size = MAX_CARDS if deal == "up" else 1
    is_decisive = any(
        len(showdown.hands[seat]) == last_size for seat in (showdown.caller, showdown.challenger)
    )
    return 3 if is_decisive and sum(map(bool, showdown.hands)) > 2 else 2


def _classify_move(before: BullState, seat: int, move: Move, after: BullState) -> Claim | ClaimChallenge:
    if isinstance(move, Call):
        dealt = list(chain.from_iterable(before.hands))
        order = CALL_ORDERS[before.variant.wild]
        is_lie = not is_good(move, dealt, wild=before.variant.wild)
        return Claim(is_lie, order.relative_strength(move), order.index[move] + 1)
    assert after.shown is not None
    return ClaimChallenge(after.shown.caller, not after.shown.is_good)
