"""The questions that lead to a call in Porker Bull.

The first question offers likely calls and all kinds of calls, the second question the hands of one kind. A
kind with too many hands for a menu is split into several parts, by rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace

from games.bull.hands import evidence, size_of
from games.bull.moves import CHALLENGE, COUNTS, LADDERS, Call
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
    """Return the next question on the way to a challenge or a call, or the finished move.

    The arguments are those of ``Presenter.ask``.
    """
    last = call_of(view.calls[-1][1]) if view.calls else None
    if not chosen:
        return _first(view, last)
    # A likely call was chosen; its answer is the notation.
    if len(chosen) == 1 and " " in chosen[0]:
        call, ladder = call_of(chosen[0]), LADDERS[is_wild(view)]
        return call if ladder.index.get(call, -1) >= ladder.start_above(last) else None
    if chosen[0] == str(CHALLENGE):
        return CHALLENGE if last is not None and len(chosen) == 1 else None
    # Otherwise the first answer is a kind, and the second one of its hands.
    asked = _TREES[is_wild(view)].ask(last, chosen)
    return (
        replace(asked, choices=_hands(asked.choices, chosen[0], view))
        if isinstance(asked, Question)
        else asked
    )


def _first(view: BullView, last: Call | None) -> Question | None:
    """Return the first question of a turn; ``None`` if there is nothing to choose.

    A player may answer with a challenge, a call or a kind of call; a spectator's view has only the challenge.
    """
    prompt, about = text("bull-choose-first"), None
    if last is not None:
        prompt, about = text("bull-choose", seat=Seat(view.calls[-1][0])), tap_text(last)
    # The first caller of a round has nothing to challenge.
    challenge = (Choice(str(CHALLENGE), text("bull-challenge"), style="danger"),) if last else ()
    # At the public table only a challenge is possible, since it hides nothing.
    if view.seat is None:
        return Question(prompt, challenge) if challenge and isinstance(view.to_act, tuple) else None
    ladder, tree = LADDERS[is_wild(view)], _TREES[is_wild(view)]
    above = ladder.bids[ladder.start_above(last) :]
    if len(above) <= FEW_CALLS:
        calls = [Choice(str(call), tap_text(call)) for call in above]
        return Question(prompt, (*challenge, *calls), about=about)
    # Many calls: offer likely ones directly, and all others by their kind.
    likely = [*challenge, *_likely(view)]
    kinds = tree.ask(last, ())
    assert isinstance(kinds, Question)
    choices = (*likely, *_kinds(kinds.choices, view))
    return Question(prompt, choices, likely=len(likely), about=about)


def _likely(view: BullView) -> list[Choice]:
    """Return likely calls as choices, under one heading for the lowest calls and one for each kind of
    call.
    """
    lowest, kinds = likely_calls(view)
    choices = [Choice(str(call), tap_text(call), group=text("bull-group-lowest")) for call in lowest]
    for calls in kinds:
        kind = text(f"bull-kind-{calls[0].kind}")
        group = text("bull-group-kind", kind=kind, calls=len(view.calls))
        for call in calls:
            held = len(evidence(call, view.hand, wild=is_wild(view)))
            # Longer names leave no room for the number of cards held.
            label = text("bull-tap", call=tap_text(call), held=held if call.kind in COUNTS else 0)
            choices.append(Choice(str(call), label, detail=_held(held) if held else kind, group=group))
    return choices


def _kinds(choices: Sequence[Choice], view: BullView) -> tuple[Choice, ...]:
    """Return the answers that name a kind of call, each with a short explanation.

    Kinds that need more cards than are in play come last.

    Args:
        choices: one answer for each kind, or part of a kind, that is still legal.
        view: the view of the seat to act.
    """
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


def _hands(choices: Sequence[Choice], group: str, view: BullView) -> tuple[Choice, ...]:
    """Return ``choices``, each with a line that says how many cards of its hand the viewer holds.

    Args:
        choices: answers that name a hand of one kind.
        group: the earlier answer that chose this kind, such as ``flush-QKA``.
        view: the view of the seat to act.
    """
    kind, wild = kind_of(group), is_wild(view)
    held = [len(evidence(_call(kind, choice.value), view.hand, wild=wild)) for choice in choices]
    return tuple(
        replace(choice, detail=_held(count)) if count else choice
        for choice, count in zip(choices, held, strict=True)
    )


def kind_of(value: str) -> str:
    """Return the kind of call that an answer names.

    The answer is a kind (``flush``), or a kind followed by ranks (``flush-QKA``).
    """
    return value.partition("-")[0]


def _call(kind: str, value: str) -> Call:
    """Return the call that two answers name.

    Args:
        kind: the kind of call, one of ``KINDS``.
        value: the answer that names a hand of this kind: its ranks, then its suit in lower case.
    """
    ranks = value.rstrip("shdc")
    return Call(kind, ranks, value[len(ranks) :])


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
    """Return the two questions that lead to a call, each as a prompt and the answer for this call.

    The first question is about the kind of the call, the second about its hand.
    """
    hand = Choice(call.ranks + call.suit, _hand_label(call))
    return [(text("bull-choose-kind"), _group(call)), (_prompt(call.kind), hand)]


@cache
def _prompt(kind: str) -> Text:
    if kind in COUNTS:
        return text("bull-choose-rank")
    return text("bull-choose-hand" if kind in ("twopair", "full") else "bull-choose-top")


def _group(call: Call) -> Choice:
    """Return the answer to the first question on the way to ``call``.

    The answer is the call's kind or, if the kind has many calls, a part of the kind (``flush-QKA``).
    """
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


_TREES = {wild: BidTree(ladder, _steps) for wild, ladder in LADDERS.items()}
"""The questions that lead to all calls, without (``False``) and with (``True``) wild twos."""


# --- likely calls ---------------------------------------------------------------------------------------
#
# A panel is private, but everybody sees how long a player takes. So a lie must be as quick to choose as the
# truth: the number of offered calls, their titles and their order depend only on public facts.

_Calls: TypeAlias = tuple[tuple[Call, ...], tuple[tuple[Call, ...], ...]]
"""The lowest calls, and further calls grouped by kind."""

NEXT_CALLS_OFFERED = 2
"""Number of calls that are always offered: the lowest ones above the last call."""

CALLS_OF_KINDS = (3, 3)
"""Number of likely calls offered of each of two kinds, beginning with the kind of the next higher calls."""


def likely_calls(view: BullView) -> _Calls:
    """Return the calls to offer as buttons.

    Returns:
        The lowest legal calls, and the likely calls of each kind; all are ordered from low to high.
    """
    last = call_of(view.calls[-1][1]) if view.calls else None
    heard = Counter(rank for _, call in view.calls for rank in call_of(call).ranks)
    return _offered(is_wild(view), last, cards_in_play(view), view.hand, tuple(sorted(heard.items())))


@lru_cache(maxsize=1024)
def _offered(
    wild: bool, last: Call | None, count: int, hand: tuple[Card, ...], heard: tuple[tuple[str, int], ...]
) -> _Calls:
    """Return the calls to offer as buttons; see ``likely_calls``.

    Args:
        wild: whether twos are wild.
        last: the last call, if any.
        count: number of cards in play.
        hand: the player's hand.
        heard: the ranks called in this round, as pairs of the rank and the number of its calls.
    """
    lowest, kinds = _calls_above(wild, last, count)
    spoken = Counter(dict(heard))
    picked = [
        _picked(wild, calls, size, hand, spoken) for calls, size in zip(kinds, CALLS_OF_KINDS, strict=False)
    ]
    return lowest, tuple(picked)


@lru_cache(maxsize=1024)
def _calls_above(wild: bool, last: Call | None, count: int) -> _Calls:
    """Return the legal calls that ``count`` cards can make, from low to high.

    Args:
        wild: whether twos are wild.
        last: the call to beat; ``None`` if there is none.
        count: number of cards in play.

    Returns:
        A pair: the lowest calls, and all other calls grouped by kind.
    """
    ladder = LADDERS[wild]
    above = [call for call in ladder.bids[ladder.start_above(last) :] if size_of(call) <= count]
    by_kind = groupby(above[NEXT_CALLS_OFFERED:], key=lambda call: call.kind)
    return tuple(above[:NEXT_CALLS_OFFERED]), tuple(tuple(calls) for _, calls in by_kind)


def _picked(
    wild: bool, calls: Sequence[Call], count: int, hand: Sequence[Card], spoken: Counter[str]
) -> tuple[Call, ...]:
    """Return ``count`` calls to offer: the calls that the hand supports best, and a call that it supports
    least.

    Args:
        wild: whether twos are wild.
        calls: the calls to choose from, all of one kind.
        count: number of calls to return.
        hand: the player's hand.
        spoken: how often each rank was called in this round.
    """
    held = {call: len(evidence(call, hand, wild=wild)) for call in calls}
    heard = {call: sum([spoken[rank] for rank in {*call.ranks}]) for call in calls}
    # The best supported calls first; of equals, ranks that were called before are believed more easily.
    best = sorted(calls, key=lambda call: (-held[call], -heard[call]))[: count - 1]
    others = [call for call in calls if call not in best]
    # One button always stands for a call with the least support, so that a lie needs no more taps.
    lie = sorted(others, key=lambda call: (held[call], -heard[call]))[:1]
    picked = {*best, *lie}
    return tuple(call for call in calls if call in picked)
