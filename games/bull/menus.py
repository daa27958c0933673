"""The questions by which a player chooses a call in Porker Bull: first likely calls and kinds of calls, then
the hands of the chosen kind. A kind with too many hands for one menu is split by rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from games.bull.hands import matching_cards, size_of
from games.bull.moves import CALL_ORDERS, CHALLENGE, COUNTS, Call
from games.bull.state import BullView
from games.bull.words import call_of, cards_in_play, is_wild, rank_of, suit_of, tap_text
from games.core.cards import Card
from games.core.moves import Move
from games.core.questions import BidTree, Choice, Question
from games.core.words import Seat, Text, text

FEW_CALLS = 8
"""Largest number of possible calls that are all offered at once."""

PARTS = {
    "twopair": ("34567", "89T", "JQ", "KA"),
    "full": ("2", "34", "56", "78", "9T", "JQ", "KA"),
    "flush": ("6789TJ", "QKA"),
    "sflush": ("56789T", "JQKA"),
}
"""The first ranks of the hands in each part, for kinds with too many hands for one menu."""


def ask_call(view: BullView, chosen: Sequence[str]) -> Question | Move | None:
    """Return the next question for choosing a call or a challenge, or the chosen move (``Presenter.ask``)."""
    last = call_of(view.calls[-1][1]) if view.calls else None
    if not chosen:
        return _first_question(view, last)
    # A likely call was chosen; its answer is the notation.
    if len(chosen) == 1 and " " in chosen[0]:
        call, order = call_of(chosen[0]), CALL_ORDERS[is_wild(view)]
        return call if order.index.get(call, -1) >= order.index_above(last) else None
    if chosen[0] == str(CHALLENGE):
        return CHALLENGE if last is not None and len(chosen) == 1 else None
    # Otherwise the first answer is a kind, and the second one of its hands.
    reply = _TREES[is_wild(view)].ask(last, chosen)
    return (
        replace(reply, choices=_with_held_counts(reply.choices, chosen[0], view))
        if isinstance(reply, Question)
        else reply
    )


def _first_question(view: BullView, last: Call | None) -> Question | None:
    prompt, about = text("bull-choose-first"), None
    if last is not None:
        prompt, about = text("bull-choose", seat=Seat(view.calls[-1][0])), tap_text(last)
    # The first caller of a round has nothing to challenge.
    challenge = (Choice(str(CHALLENGE), text("bull-challenge"), style="danger"),) if last else ()
    # At the public table only a challenge is possible, since it hides nothing.
    if view.seat is None:
        return Question(prompt, challenge) if challenge and isinstance(view.to_act, tuple) else None
    order, tree = CALL_ORDERS[is_wild(view)], _TREES[is_wild(view)]
    above = order.bids[order.index_above(last) :]
    if len(above) <= FEW_CALLS:
        calls = [Choice(str(call), tap_text(call)) for call in above]
        return Question(prompt, (*challenge, *calls), about=about)
    # Many calls: offer likely ones directly, and all others by their kind.
    likely = [*challenge, *_likely_choices(view)]
    kinds = tree.ask(last, ())
    assert isinstance(kinds, Question)
    choices = (*likely, *_kind_choices(kinds.choices, view))
    return Question(prompt, choices, likely_count=len(likely), about=about)


def _likely_choices(view: BullView) -> list[Choice]:
    lowest, kinds = likely_calls(view)
    groups = [(text("bull-group-lowest"), lowest)]
    # A call alone needs no heading that repeats its kind; neighbours of this sort share one heading.
    higher = text("bull-group-higher")
    groups += [(text(f"bull-kind-{calls[0].kind}") if len(calls) > 1 else higher, calls) for calls in kinds]
    choices = []
    for group, calls in groups:
        for call in calls:
            kind = text(f"bull-kind-{call.kind}")
            held = len(matching_cards(call, view.hand, wild=is_wild(view)))
            # Longer names leave no room for the number of cards held: it is in the detail.
            is_short = call.kind in COUNTS
            label = text("bull-tap", call=tap_text(call), held=held if is_short else 0)
            detail = _held(held) if held and not is_short else kind
            choices.append(Choice(str(call), label, detail=detail, group=group))
    return choices


def _kind_choices(choices: Sequence[Choice], view: BullView) -> tuple[Choice, ...]:
    # Kinds that need more cards than are in play come last.
    count = cards_in_play(view)
    possible, impossible = [], []
    for choice in choices:
        kind = kind_of(choice.value)
        if size_of(Call(kind, "")) <= count:
            possible.append(replace(choice, detail=_about(kind), group=_ANOTHER))
        else:
            impossible.append(replace(choice, detail=_too_few(kind, count), group=_ANOTHER))
    return (*possible, *impossible)


_ANOTHER = text("bull-group-another")


def _with_held_counts(choices: Sequence[Choice], kind_answer: str, view: BullView) -> tuple[Choice, ...]:
    kind, wild = kind_of(kind_answer), is_wild(view)
    held = [
        len(matching_cards(_call_of_answers(kind, choice.value), view.hand, wild=wild)) for choice in choices
    ]
    return tuple(
        replace(choice, detail=_held(count)) if count else choice
        for choice, count in zip(choices, held, strict=True)
    )


def kind_of(value: str) -> str:
    """Return the kind of call that an answer names.

    >>> kind_of("flush"), kind_of("flush-QKA")
    ('flush', 'flush')
    """
    return value.partition("-")[0]


def _call_of_answers(kind: str, hand: str) -> Call:
    ranks = hand.rstrip("shdc")
    return Call(kind, ranks, hand[len(ranks) :])


@cache
def _about(kind: str) -> Text:
    return text(f"bull-about-{kind}")


@cache
def _too_few(kind: str, count: int) -> Text:
    return text("bull-too-few", needed=size_of(Call(kind, "")), count=count)


@cache
def _held(count: int) -> Text:
    return text("bull-held", count=count)


# --- the tree of questions ----------------------------------------------------------------------------


def _steps(call: Call) -> list[tuple[Text, Choice]]:
    hand = Choice(call.ranks + call.suit, _hand_label(call))
    return [(text("bull-choose-kind"), _kind_answer(call)), (_prompt(call.kind), hand)]


@cache
def _prompt(kind: str) -> Text:
    if kind in COUNTS:
        return text("bull-choose-rank")
    return text("bull-choose-hand" if kind in ("twopair", "full") else "bull-choose-top")


def _kind_answer(call: Call) -> Choice:
    # If a kind has many calls, the answer names a range of ranks, too: ``flush-QKA`` stands for the flushes
    # with a queen, king or ace as the top card.
    kind = call.kind
    if kind not in PARTS:
        return Choice(kind, text(f"bull-kind-{kind}"))
    part = next(ranks for ranks in PARTS[kind] if call.ranks[0] in ranks)
    span = ("one", "two", "many")[min(len(part), 3) - 1]
    label = text(f"bull-part-{kind}", low=rank_of(part[0]), high=rank_of(part[-1]), span=span)
    return Choice(f"{kind}-{part}", label)


def _hand_label(call: Call) -> Text:
    ranks = [rank_of(rank) for rank in call.ranks]
    if call.suit:
        return text("bull-top-of-suit", rank=ranks[0], suit=suit_of(call.suit))
    if len(ranks) == 2:
        return text(f"bull-ranks-{call.kind}", rank=ranks[0], second=ranks[1])
    return text("bull-rank", rank=ranks[0])


_TREES = {wild: BidTree(order, _steps) for wild, order in CALL_ORDERS.items()}
"""The questions that lead to all calls, without (``False``) and with (``True``) wild twos."""


# --- likely calls ---------------------------------------------------------------------------------------
#
# A panel is private, but everybody sees how long a player takes. So a lie must be as quick to choose as the
# truth: the number of offered calls, their titles and their order depend only on public facts.


class OfferedCalls(NamedTuple):
    """Legal calls to offer as buttons, from low to high."""

    lowest: tuple[Call, ...]  # the lowest calls of all
    by_kind: tuple[tuple[Call, ...], ...]  # likely calls, in one group for each kind


NEXT_CALLS_OFFERED = 2
"""Number of calls that are always offered: the lowest ones above the last call."""

CALLS_OF_KINDS = (3, 3)
"""Number of likely calls offered of each of two kinds, beginning with the kind of the next higher calls."""


def likely_calls(view: BullView) -> OfferedCalls:
    """Return the calls to offer as buttons: the lowest legal ones, and likely ones of higher kinds."""
    last = call_of(view.calls[-1][1]) if view.calls else None
    rank_calls = Counter(rank for _, call in view.calls for rank in call_of(call).ranks)
    return _calls_to_offer(
        is_wild(view), last, cards_in_play(view), view.hand, tuple(sorted(rank_calls.items()))
    )


@lru_cache(maxsize=1024)
def _calls_to_offer(
    wild: bool,
    last: Call | None,
    card_count: int,
    hand: tuple[Card, ...],
    rank_calls: tuple[tuple[str, int], ...],
) -> OfferedCalls:
    lowest, kinds = _calls_above(wild, last, card_count)
    calls_by_rank = Counter(dict(rank_calls))
    picked = [
        _best_and_worst(wild, calls, size, hand, calls_by_rank)
        for calls, size in zip(kinds, CALLS_OF_KINDS, strict=False)
    ]
    return OfferedCalls(lowest, tuple(picked))


@lru_cache(maxsize=1024)
def _calls_above(wild: bool, last: Call | None, card_count: int) -> OfferedCalls:
    order = CALL_ORDERS[wild]
    above = [call for call in order.bids[order.index_above(last) :] if size_of(call) <= card_count]
    by_kind = groupby(above[NEXT_CALLS_OFFERED:], key=lambda call: call.kind)
    return OfferedCalls(tuple(above[:NEXT_CALLS_OFFERED]), tuple(tuple(calls) for _, calls in by_kind))


def _best_and_worst(
    wild: bool, calls: Sequence[Call], count: int, hand: Sequence[Card], calls_by_rank: Counter[str]
) -> tuple[Call, ...]:
    held = {call: len(matching_cards(call, hand, wild=wild)) for call in calls}
    heard = {call: sum([calls_by_rank[rank] for rank in {*call.ranks}]) for call in calls}
    # The best supported calls first; of equals, ranks that were called before are believed more easily.
    best = sorted(calls, key=lambda call: (-held[call], -heard[call]))[: count - 1]
    others = [call for call in calls if call not in best]
    # One button always stands for a call with the least support, so that a lie needs no more taps.
    lie = sorted(others, key=lambda call: (held[call], -heard[call]))[:1]
    picked = {*best, *lie}
    return tuple(call for call in calls if call in picked)
