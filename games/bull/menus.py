"""Questions by which a player chooses a call in Porker Bull.

First come likely calls and kinds of calls, and next the hands of the chosen kind. A kind with too many hands
for one menu is split by rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import chain, groupby
from typing import NamedTuple

from msgspec.structs import replace

from games.bull.hands import CALL_ORDERS, COUNTS, Call, is_good, matching_cards, size_of
from games.bull.pictures import (
    call_of,
    cards_in_play,
    is_wild,
    rank_of,
    suit_of,
    tap_text,
)
from games.bull.rules import (
    CHALLENGE,
    BullView,
)
from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import (
    BidTree,
    Choice,
    Question,
)
from games.core.words import Seat, Text, text, yes_no

FEW_CALLS = 8
"""Largest number of possible calls that are all offered at once."""

BEYOND = "beyond"
"""The answer that leads to the kinds of calls for which too few cards are in play."""

PARTS = {
    "twopair": ("34567", "89T", "JQ", "KA"),
    "full": ("2", "34", "56", "78", "9T", "JQ", "KA"),
    "flush": ("6789TJ", "QKA"),
    "sflush": ("56789T", "JQKA"),
}
"""The first ranks of the hands in each part, for kinds with too many hands for one menu."""


def next_question(view: BullView, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question, or the chosen call or challenge; see ``Presenter.next_question``."""
    last = last_call(view)
    if not answers:
        return _first_question(view, last)
    first_answer = answers[0]
    # A likely call was chosen; its answer is the notation.
    if " " in first_answer:
        return call_of(first_answer)
    if first_answer == str(CHALLENGE):
        return CHALLENGE
    # Kinds that need too many cards have a menu of their own.
    if first_answer == BEYOND:
        answers = answers[1:]
        if not answers:
            return _beyond_question(view, last)
        first_answer = answers[0]
    # Now the first answer is a kind, and the second one of its hands.
    reply = _TREES[is_wild(view)].ask(last, answers)
    if isinstance(reply, Question):
        return replace(reply, choices=_with_held_counts(reply.choices, first_answer, view))
    return reply


def last_call(view: BullView) -> Call | None:
    """Return the last call of the round; ``None`` if there is none."""
    if not view.calls:
        return None
    _, notation = view.calls[-1]
    return call_of(notation)


def _first_question(view: BullView, last: Call | None) -> Question | None:
    prompt = text("bull-choose-first")
    about = None
    if last is not None:
        is_first = yes_no(len(view.calls) == 1)
        prompt = text("bull-choose", seat=Seat(view.calls[-1][0]), is_first=is_first)
        about = tap_text(last)
    # The first caller of a round has nothing to challenge.
    likely: list[Choice] = []
    if last is not None:
        challenge = Choice(str(CHALLENGE), text("bull-challenge"), style="danger", is_always_button=True)
        likely.append(challenge)
    # At the public table only a challenge is possible, since it hides nothing.
    if view.seat is None:
        if likely and isinstance(view.to_act, tuple):
            return Question(prompt, tuple(likely))
        return None
    order = CALL_ORDERS[is_wild(view)]
    tree = _TREES[is_wild(view)]
    above = order.bids[order.index_above(last) :]
    if len(above) <= FEW_CALLS:
        calls = [Choice(str(call), tap_text(call)) for call in above]
        return Question(prompt, tuple(likely + calls), about=about)
    # Many calls: offer likely ones directly, and all others by their kind.
    likely += _likely_choices(view)
    possible, beyond = _kind_choices(tree.ask(last, ()), view)
    count = cards_in_play(view)
    # A single kind, or kinds without others, need no menu of their own.
    if possible and len(beyond) > 1:
        label = text("bull-kinds-beyond", count=count)
        beyond = [Choice(BEYOND, label, detail=text("bull-kinds-beyond-about"), group=_ANOTHER)]
    choices = (*likely, *possible, *beyond)
    return Question(prompt, choices, likely_count=len(likely), about=about, rest=_REST)


def _beyond_question(view: BullView, last: Call | None) -> Question:
    _, beyond = _kind_choices(_TREES[is_wild(view)].ask(last, ()), view)
    return Question(text("bull-choose-beyond"), tuple(beyond))


def _likely_choices(view: BullView) -> list[Choice]:
    lowest, kinds = likely_calls(view)
    always = _calls_always_shown(view)
    groups = []
    if kinds and kinds[0][0].kind == "single":
        groups.append((_SINGLES, (*lowest, *kinds[0])))
        kinds = kinds[1:]
        lowest = ()
    # A call alone needs no heading that repeats its kind; neighbours of this sort share one heading.
    higher = text("bull-group-higher")
    for calls in kinds:
        # A large hand may have its best call in the last group. The heading is the same if it has not.
        may_be_mixed = len(calls) == 1 or (calls is kinds[-1] and len(view.hand) >= LARGE_HAND)
        groups.append((higher if may_be_mixed else text(f"bull-kind-{calls[0].kind}"), calls))
    # Calls of which one holds cards matter more than the lowest ones, which become part of a menu first.
    groups.append((text("bull-group-lowest"), lowest))
    choices = []
    for group, calls in groups:
        # Single cards stand in one row, by rank. Of other kinds the calls of which one holds most come first.
        if group != _SINGLES:
            calls = tuple(sorted(calls, key=lambda call: -_held_count(call, view)))
        for call in calls:
            choice = _likely_choice(call, group, view, is_always_button=call in always)
            choices.append(choice)
    return choices


def _likely_choice(call: Call, group: Text, view: BullView, *, is_always_button: bool) -> Choice:
    held = _held_count(call, view)
    order = CALL_ORDERS[is_wild(view)]
    detail = None
    if group == _SINGLES:
        # The heading says the rest, so that a hand's ranks fit in one row.
        label = text("bull-tap-rank", rank=rank_of(call.ranks), held=held)
        detail = text("bull-about-one", held=held)
    elif call.kind in (*COUNTS, "twopair"):
        size = size_of(call)
        label = text("bull-tap", call=tap_text(call), held="all" if held == size else held, size=size)
    else:
        # Longer names leave no room for the number of cards held: it is in the detail.
        label = text("bull-tap", call=tap_text(call), held=0, size=0)
        detail = _held(call, view)
    # In a menu, raises stand from the lowest to the highest.
    place = order.index[call] - len(order.bids)
    return Choice(
        str(call), label, detail=detail, group=group, is_always_button=is_always_button, menu_place=place
    )


def _calls_always_shown(view: BullView) -> tuple[Call, ...]:
    lowest, kinds = likely_calls(view)
    offered = list(chain(lowest, *kinds))
    singles = [call for call in offered if call.kind == "single"]
    best = _best_own_call(is_wild(view), last_call(view), cards_in_play(view), view.hand)
    # Single cards that one holds are true calls, so that none of them is left out. The others fill their row.
    if len(singles) > SINGLES_IN_A_ROW:
        own_ranks = "".join(view.hand)
        # The lowest single card serves as the lie if no other call does.
        lies = lowest if best in singles else ()
        singles = [call for call in singles if call in lies or call.ranks in own_ranks]
    # The best call of one's own cards, and beside it the one with the least support, so that a lie needs no
    # more taps. Without such a call, the one of which the largest share is held, such as one card of a pair.
    for calls in (lowest, *kinds):
        if best in calls and best not in singles:
            own = filter(partial(is_good, cards=view.hand, wild=is_wild(view)), calls)
            lie = min(calls, key=lambda call: _held_count(call, view))
            return (*singles, *own, lie)
    # Single cards fill a row, beside which there would be no room.
    if singles or not offered:
        return tuple(singles)
    return (max(offered, key=lambda call: _held_count(call, view) / size_of(call)),)


def _held_count(call: Call, view: BullView) -> int:
    return len(matching_cards(call, view.hand, wild=is_wild(view)))


class _KindChoices(NamedTuple):
    possible: list[Choice]
    beyond: list[Choice]  # kinds that need more cards than are in play


def _kind_choices(kinds: object, view: BullView) -> _KindChoices:
    assert isinstance(kinds, Question)
    count = cards_in_play(view)
    possible = []
    beyond = []
    for choice in kinds.choices:
        kind = kind_of(choice.value)
        if size_of(Call(kind, "")) <= count:
            possible.append(
                replace(choice, detail=text("bull-detail", about=about_kind(kind)), group=_ANOTHER)
            )
        else:
            beyond.append(replace(choice, detail=_too_few(kind, count), group=_ANOTHER))
    return _KindChoices(possible, beyond)


_ANOTHER = text("bull-group-another")
_REST = text("bull-menu-rest")
_SINGLES = text("bull-group-singles")


def _held(call: Call, view: BullView) -> Text | None:
    held = _held_count(call, view)
    if not held:
        return None
    return text("bull-held", held=held, size=size_of(call))


def _with_held_counts(choices: Sequence[Choice], kind_answer: str, view: BullView) -> tuple[Choice, ...]:
    kind = kind_of(kind_answer)
    labelled = []
    for choice in choices:
        call = _call_of_answers(kind, choice.value)
        labelled.append(replace(choice, detail=_held(call, view)))
    return tuple(labelled)


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
def about_kind(kind: str) -> Text:
    """Return what cards a call of a kind stands for."""
    return text(f"bull-about-{kind}")


@cache
def _too_few(kind: str, count: int) -> Text:
    return text("bull-too-few", needed=size_of(Call(kind, "")), count=count)


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
# truth: the number of offered calls, and the titles above them, depend only on public facts.


class OfferedCalls(NamedTuple):
    """Legal calls to offer as buttons, from low to high."""

    lowest: tuple[Call, ...]  # the lowest calls of all
    by_kind: tuple[tuple[Call, ...], ...]  # likely calls by kind; the last group may have the best own call


NEXT_CALLS_OFFERED = 2
"""Number of calls that are always offered: the lowest ones above the last call (of single cards, one)."""

CALLS_OF_KINDS = (3, 3)
"""Number of likely calls offered of each of two kinds, beginning with the kind of the next higher calls."""


class OfferSize(NamedTuple):
    """How many calls are buttons. It depends on public facts alone."""

    lowest: int
    of_kinds: tuple[int, int]


LARGE_HAND = 3
"""Least number of cards that can make a call of a higher kind than a pair."""

SINGLES_OFFERED = 4
"""Least number of single cards offered besides the lowest one: together they fill a row of buttons."""


SINGLES_IN_A_ROW = 5
"""Number of single cards for which a row has room."""


def _offer_size(hand_size: int, *, begins_with_singles: bool) -> OfferSize:
    # Each rank that a player holds is a button: as many single cards are offered as the hand has cards.
    if not begins_with_singles:
        return OfferSize(NEXT_CALLS_OFFERED, CALLS_OF_KINDS)
    singles = max(SINGLES_OFFERED, hand_size)
    pairs = CALLS_OF_KINDS[1]
    return OfferSize(1, (singles, pairs if singles == SINGLES_OFFERED else pairs - 1))


def likely_calls(view: BullView) -> OfferedCalls:
    """Return the calls to offer as buttons: the lowest legal ones, and likely ones of higher kinds."""
    calls_by_rank = Counter[str]()
    for _, call in view.calls:
        calls_by_rank.update(call_of(call).ranks)
    rank_calls = tuple(sorted(calls_by_rank.items()))
    return _calls_to_offer(is_wild(view), last_call(view), cards_in_play(view), view.hand, rank_calls)


@lru_cache(maxsize=1024)
def _best_own_call(wild: bool, last: Call | None, card_count: int, hand: tuple[Card, ...]) -> Call | None:
    # The highest legal call that the hand makes alone.
    above = _calls_above(wild, last, card_count)
    return next((call for call in reversed(above) if is_good(call, hand, wild=wild)), None)


@lru_cache(maxsize=1024)
def _calls_to_offer(
    wild: bool,
    last: Call | None,
    card_count: int,
    hand: tuple[Card, ...],
    rank_calls: tuple[tuple[str, int], ...],
) -> OfferedCalls:
    above = _calls_above(wild, last, card_count)
    size = _offer_size(len(hand), begins_with_singles=any(call.kind == "single" for call in above[1:]))
    lowest = above[: size.lowest]
    kinds = groupby(above[size.lowest :], key=lambda call: call.kind)
    calls_by_rank = Counter(dict(rank_calls))
    picked = [
        _best_and_worst(wild, tuple(calls), count, hand, calls_by_rank)
        for (_, calls), count in zip(kinds, size.of_kinds, strict=False)
    ]
    best = _best_own_call(wild, last, card_count, hand)
    is_offered = best in lowest or any(best in calls for calls in picked)
    if best is not None and not is_offered and len(picked[-1]) > 1:
        picked[-1] = _with_best_call(picked[-1], best, hand, wild)
    return OfferedCalls(lowest, tuple(picked))


def _with_best_call(
    calls: tuple[Call, ...], best: Call, hand: Sequence[Card], wild: bool
) -> tuple[Call, ...]:
    # The call with the least support stays, so that a lie needs no more taps. The next one is left out.
    by_support = sorted(calls, key=lambda call: len(matching_cards(call, hand, wild=wild)))
    left_out = by_support[1:2]
    kept = [call for call in calls if call not in left_out]
    return (*kept, best)


@lru_cache(maxsize=1024)
def _calls_above(wild: bool, last: Call | None, card_count: int) -> tuple[Call, ...]:
    order = CALL_ORDERS[wild]
    return tuple([call for call in order.bids[order.index_above(last) :] if size_of(call) <= card_count])


def _best_and_worst(
    wild: bool, calls: Sequence[Call], count: int, hand: Sequence[Card], calls_by_rank: Counter[str]
) -> tuple[Call, ...]:
    own_ranks = {card[0] for card in hand}
    own = [call for call in calls if call.kind == "single" and call.ranks in own_ranks]
    # All places go to ranks of the hand. The lowest call, which is a button anyway, serves as the lie.
    if len(own) == count:
        return tuple(own)
    held = {call: len(matching_cards(call, hand, wild=wild)) for call in calls}
    heard = {call: sum([calls_by_rank[rank] for rank in {*call.ranks}]) for call in calls}
    # Ranks of the hand and the best supported calls first; of equals, ranks that were called before are
    # believed more easily.
    best = sorted(calls, key=lambda call: (call not in own, -held[call], -heard[call]))[: count - 1]
    others = [call for call in calls if call not in best]
    # One button always stands for a call with the least support, so that a lie needs no more taps.
    lie = sorted(others, key=lambda call: (held[call], -heard[call]))[:1]
    picked = {*best, *lie}
    return tuple(call for call in calls if call in picked)
