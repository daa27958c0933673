"""The rules of Porker Bull (bull.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from games.bull import moves
from games.bull.hands import evidence, is_good
from games.bull.moves import CHALLENGE, LADDERS, Call
from games.core.cards import STANDARD, Card, Family
from games.core.errors import Refusal
from games.core.moves import ChanceRequest, Move
from games.core.rules import CHANCE, OVER, Actor, Event, Result, Rules, Setup, State, ToAct, View, no_bluffs

MAX_CARDS = 5
DECK = tuple(card for card in STANDARD.cards if card != "Jk")
DEAL_ALL = ChanceRequest("deal", DECK)


class Variant(msgspec.Struct, frozen=True):
    """The options of a table, read once."""

    deal: str
    wild: str
    end: str
    options: Mapping[str, str]


class HandsDealt(Event, frozen=True):
    """A round began; ``sizes`` are the cards of each seat, 0 for who is out."""

    round: int
    caller: int
    sizes: tuple[int, ...]


class Called(Event, frozen=True):
    """A seat made a call."""

    seat: int
    call: str


class Showdown(Event, frozen=True):
    """A call was challenged and all hands were shown; ``evidence`` are the cards that speak for it."""

    call: str
    caller: int
    challenger: int
    hands: tuple[tuple[Card, ...], ...]
    is_good: bool
    loser: int
    evidence: tuple[Card, ...]


class Eliminated(Event, frozen=True):
    """A seat lost its last chance and is out."""

    seat: int


class BullState(State, frozen=True, kw_only=True):
    """A position; ``hands`` are empty between rounds, ``out`` lists the eliminated in order."""

    variant: Variant
    sizes: tuple[int, ...]
    losses: tuple[int, ...]
    out: tuple[int, ...] = ()
    round: int = 1
    caller: int
    hands: tuple[tuple[Card, ...], ...] = ()
    calls: tuple[tuple[int, Call], ...] = ()
    shown: Showdown | None = None


class BullView(View, frozen=True, kw_only=True):
    """What a seat knows: sizes, calls, the last showdown, its own hand (bull.md, What is open)."""

    round: int
    caller: int
    sizes: tuple[int, ...]
    losses: tuple[int, ...]
    out: tuple[int, ...]
    calls: tuple[tuple[int, str], ...]
    hand: tuple[Card, ...]
    shown: Showdown | None


class Bull(Rules[BullState, BullView]):
    """Rules of Porker Bull."""

    id: ClassVar[str] = "bull"
    name: ClassVar[str] = "Porker Bull"
    seats: ClassVar[tuple[int, int]] = (2, 8)
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "deal": ("up", "down"),
        "start": ("1", "2"),
        "wild": ("none", "twos"),
        "end": ("last", "first"),
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return STANDARD

    def start(self, setup: Setup) -> BullState:
        options = setup.options
        variant = Variant(options["deal"], options["wild"], options["end"], options)
        size = MAX_CARDS if variant.deal == "down" else int(options["start"])
        return BullState(
            to_act=CHANCE,
            variant=variant,
            sizes=(size,) * setup.seats,
            losses=(0,) * setup.seats,
            caller=setup.first,
        )

    def chance(self, state: BullState) -> ChanceRequest:
        return DEAL_ALL

    def step_chance(self, state: BullState, cards: tuple[Card, ...]) -> BullState:
        seats = len(state.sizes)
        hands: list[tuple[Card, ...]] = [()] * seats
        at = 0
        for seat in (*range(state.caller, seats), *range(state.caller)):
            size = state.sizes[seat]
            hand = cards[at : at + size]
            hands[seat] = STANDARD.sort(hand) if size > 1 else hand
            at += size
        return _with(
            state,
            to_act=(state.caller,),
            hands=tuple(hands),
            calls=(),
            news=(HandsDealt(state.round, state.caller, state.sizes),),
        )

    def legal(self, state: BullState, seat: int) -> Sequence[Move]:
        if state.to_act != (seat,):
            return ()
        ladder = LADDERS[state.variant.wild]
        if not state.calls:
            return ladder.above(None)
        return ladder.above(state.calls[-1][1], CHALLENGE)

    def step(self, state: BullState, seat: int, move: Move) -> BullState:
        if isinstance(move, Call):
            return BullState(
                to_act=(next_in(state.sizes, seat),),
                news=(Called(seat, str(move)),),
                variant=state.variant,
                sizes=state.sizes,
                losses=state.losses,
                out=state.out,
                round=state.round,
                caller=state.caller,
                hands=state.hands,
                calls=(*state.calls, (seat, move)),
                shown=state.shown,
            )
        return self._showdown(state, seat)

    def _showdown(self, state: BullState, challenger: int) -> BullState:
        """Show all hands and let the loser pay (bull.md, A round, 3 to 5)."""
        caller, call = state.calls[-1]
        dealt = [card for hand in state.hands for card in hand]
        wild = state.variant.wild == "twos"
        good = is_good(call, dealt, wild=wild)
        loser = challenger if good else caller
        shown = Showdown(
            str(call), caller, challenger, state.hands, good, loser, evidence(call, dealt, wild=wild)
        )
        losses = _set(state.losses, loser, state.losses[loser] + 1)
        size = state.sizes[loser]
        grown = size + 1 if state.variant.deal == "up" else size - 1
        is_out = not 0 < grown <= MAX_CARDS
        sizes = _set(state.sizes, loser, 0 if is_out else grown)
        over = is_out and (len(sizes) - sizes.count(0) == 1 or state.variant.end == "first")
        to_act: ToAct = OVER if over else CHANCE
        # When the loser is out the seat to its left deals, so the seat after that one calls first.
        dealer = next_in(sizes, loser) if is_out else loser
        return _with(
            state,
            to_act=to_act,
            sizes=sizes,
            losses=losses,
            out=(*state.out, loser) if is_out else state.out,
            round=state.round if over else state.round + 1,
            caller=state.caller if over else next_in(sizes, dealer),
            hands=state.hands if over else (),
            calls=state.calls if over else (),
            shown=shown,
            news=(shown, Eliminated(loser)) if is_out else (shown,),
        )

    def view(self, state: BullState, seat: int | None) -> BullView:
        return BullView(
            game=self.id,
            seats=len(state.sizes),
            seat=seat,
            to_act=state.to_act,
            options=state.variant.options,
            result=self.result(state),
            news=state.news,
            round=state.round,
            caller=state.caller,
            sizes=state.sizes,
            losses=state.losses,
            out=state.out,
            calls=tuple([(who, str(call)) for who, call in state.calls]),
            hand=state.hands[seat] if seat is not None and state.hands else (),
            shown=state.shown,
        )

    def result(self, state: BullState) -> Result | None:
        if state.to_act != OVER:
            return None
        left = tuple(seat for seat, size in enumerate(state.sizes) if size)
        by_one = state.variant.end == "last"
        ranking = (left, *((seat,) for seat in reversed(state.out))) if by_one else (left, state.out)
        return Result(ranking, tuple(float(n) for n in state.losses))

    def parse_words(self, words: list[str]) -> Move:
        return moves.parse_words(words)

    def refuse(self, state: BullState, seat: int, move: Move) -> Refusal:
        if move == CHALLENGE:
            return Refusal("nothing-to-challenge", "The first player of a round has to make a call.")
        if isinstance(move, Call) and move not in LADDERS[state.variant.wild].index:
            return Refusal("not-without-wilds", f"'{move}' exists only when twos are wild.")
        last = str(state.calls[-1][1])
        return Refusal("not-higher", f"'{move}' is not higher than '{last}'.", {"last": last})

    def facts(
        self, history: Iterable[tuple[BullState, Actor, Move, BullState]], seats: int
    ) -> tuple[dict[str, int], ...]:
        """Count calls, lies (calls that were not good), lies that were challenged, and challenges."""
        counts = no_bluffs(seats)
        for before, actor, move, after in history:
            if isinstance(actor, str):
                continue
            if isinstance(move, Call):
                dealt = [card for hand in before.hands for card in hand]
                counts[actor]["claims"] += 1
                counts[actor]["lies"] += not is_good(move, dealt, wild=before.variant.wild == "twos")
            elif after.shown is not None:
                counts[actor]["challenges"] += 1
                counts[actor]["challenges_right"] += not after.shown.is_good
                counts[after.shown.caller]["lies_caught"] += not after.shown.is_good
        return counts


def next_in(sizes: Sequence[int], seat: int) -> int:
    """Find the next seat clockwise that still holds cards."""
    seats = len(sizes)
    for step in range(1, seats + 1):
        if sizes[(seat + step) % seats]:
            return (seat + step) % seats
    raise AssertionError("nobody is left")


def _set(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _with(state: BullState, **changes: object) -> BullState:
    return msgspec.structs.replace(state, **changes)
