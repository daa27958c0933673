"""How Porker Bull is shown: menus, reveals, boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from games.bull.hands import CALL_ORDERS, COUNTS, Call, is_good, matching_cards, size_of
from games.bull.pictures import (
    CLOTH,
    beyond_text,
    call_of,
    call_text,
    cards_in_play,
    hand_board,
    hand_faces,
    impossible_text,
    is_wild,
    last_board,
    missing_texts,
    picture_story,
    rank_of,
    round_board,
    showdown_board,
    suit_of,
    tap_text,
)
from games.bull.possible import CardSet, chance, plan_of
from games.bull.rules import (
    CHALLENGE,
    BullView,
    Called,
    Eliminated,
    HandsDealt,
    Showdown,
    losses_left,
)
from games.core.bluffs import best_claim_lines, bluff_lines, bluff_measures
from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.core.poker import RANKS, by_rank
from games.core.presentation import (
    BidTree,
    Board,
    Choice,
    DecisionStakes,
    Example,
    Measure,
    PanelScene,
    Presenter,
    Question,
    RevealScene,
    Row,
    TableScene,
)
from games.core.rules import Event, Result, find_event
from games.core.words import Arg, Cards, Joined, Seat, Seats, Text, text, yes_no

# --- menus --------------------------------------------------------------------------------------------------
# The questions by which a player chooses a call in Porker Bull: first likely calls and kinds of calls, then
# the hands of the chosen kind. A kind with too many hands for one menu is split by rank.

FEW_CALLS = 8
"""Largest number of possible calls that are all offered at once."""

PARTS = {
    "twopair": ("34567", "89T", "JQ", "KA"),
    "full": ("2", "34", "56", "78", "9T", "JQ", "KA"),
    "flush": ("6789TJ", "QKA"),
    "sflush": ("56789T", "JQKA"),
}
"""The first ranks of the hands in each part, for kinds with too many hands for one menu."""


def next_question(view: BullView, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question, or the chosen call or challenge; see ``Presenter.next_question``."""
    last = _last_call(view)
    if not answers:
        return _first_question(view, last)
    first_answer = answers[0]
    # A likely call was chosen; its answer is the notation.
    if " " in first_answer:
        return call_of(first_answer)
    if first_answer == str(CHALLENGE):
        return CHALLENGE
    # Otherwise the first answer is a kind, and the second one of its hands.
    reply = _TREES[is_wild(view)].ask(last, answers)
    if isinstance(reply, Question):
        return replace(reply, choices=_with_held_counts(reply.choices, first_answer, view))
    return reply


def _last_call(view: BullView) -> Call | None:
    if not view.calls:
        return None
    _, notation = view.calls[-1]
    return call_of(notation)


def _first_question(view: BullView, last: Call | None) -> Question | None:
    prompt = text("bull-choose-first")
    about = None
    if last is not None:
        prompt = text("bull-choose", seat=Seat(view.calls[-1][0]))
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
    kinds = tree.ask(last, ())
    assert isinstance(kinds, Question)
    choices = (*likely, *_kind_choices(kinds.choices, view))
    return Question(prompt, choices, likely_count=len(likely), about=about)


def _likely_choices(view: BullView) -> list[Choice]:
    lowest, kinds = likely_calls(view)
    always = _calls_always_shown(view)
    groups = [(text("bull-group-lowest"), lowest)]
    if kinds and kinds[0][0].kind == "single":
        groups = [(_SINGLES, (*lowest, *kinds[0]))]
        kinds = kinds[1:]
    # A call alone needs no heading that repeats its kind; neighbours of this sort share one heading.
    higher = text("bull-group-higher")
    for calls in kinds:
        # A large hand may have its best call in the last group. The heading is the same if it has not.
        may_be_mixed = len(calls) == 1 or (calls is kinds[-1] and len(view.hand) >= LARGE_HAND)
        groups.append((higher if may_be_mixed else text(f"bull-kind-{calls[0].kind}"), calls))
    choices = []
    for group, calls in groups:
        for call in calls:
            choice = _likely_choice(call, group, view, is_always_button=call in always)
            choices.append(choice)
    return choices


def _likely_choice(call: Call, group: Text, view: BullView, *, is_always_button: bool) -> Choice:
    held = len(matching_cards(call, view.hand, wild=is_wild(view)))
    detail = None
    if group == _SINGLES:
        # The heading says the rest, so that a hand's ranks fit in one row.
        label = text("bull-tap-rank", rank=rank_of(call.ranks), held=held)
    elif call.kind in COUNTS:
        label = text("bull-tap", call=tap_text(call), held=held)
    else:
        # Longer names leave no room for the number of cards held: it is in the detail.
        label = text("bull-tap", call=tap_text(call), held=0)
        detail = _held(held)
    return Choice(str(call), label, detail=detail, group=group, is_always_button=is_always_button)


def _calls_always_shown(view: BullView) -> tuple[Call, ...]:
    # The best call of one's own cards, and beside it the one with the least support, so that a lie needs no
    # more taps.
    lowest, kinds = likely_calls(view)
    best = _best_own_call(is_wild(view), _last_call(view), cards_in_play(view), view.hand)
    for calls in (lowest, *kinds):
        if best is not None and best in calls:
            held = [len(matching_cards(call, view.hand, wild=is_wild(view))) for call in calls]
            return (best, calls[held.index(min(held))])
    return ()


def _kind_choices(choices: Sequence[Choice], view: BullView) -> tuple[Choice, ...]:
    # Kinds that need more cards than are in play come last.
    count = cards_in_play(view)
    possible = []
    impossible = []
    for choice in choices:
        kind = kind_of(choice.value)
        if size_of(Call(kind, "")) <= count:
            possible.append(replace(choice, detail=text("bull-detail", about=_about(kind)), group=_ANOTHER))
        else:
            impossible.append(replace(choice, detail=_too_few(kind, count), group=_ANOTHER))
    return (*possible, *impossible)


_ANOTHER = text("bull-group-another")
_SINGLES = text("bull-group-singles")


def _with_held_counts(choices: Sequence[Choice], kind_answer: str, view: BullView) -> tuple[Choice, ...]:
    kind = kind_of(kind_answer)
    wild = is_wild(view)
    labelled = []
    for choice in choices:
        held = matching_cards(_call_of_answers(kind, choice.value), view.hand, wild=wild)
        if held:
            choice = replace(choice, detail=_held(len(held)))
        labelled.append(choice)
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
    return _calls_to_offer(is_wild(view), _last_call(view), cards_in_play(view), view.hand, rank_calls)


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


# --- moments ------------------------------------------------------------------------------------------------
# Texts and pictures of a showdown in Porker Bull.

LARGE = 3
"""Smallest size of a called hand for which "only one card was missing" is mentioned."""


def showdown_reveal(view: BullView) -> RevealScene | None:
    """Return the text and picture of a showdown; ``None`` if the last move led to none."""
    showdown = find_event(view.news, Showdown)
    if showdown is None:
        return None
    line = _remarkable_line(view, showdown)
    seats = (showdown.caller, showdown.challenger)
    return RevealScene(showdown_text(showdown), showdown_board(view, showdown), line, seats, _fact(showdown))


def showdown_suspense(view: BullView) -> Text | None:
    """Return the question whether a challenged call is true; ``None`` without a showdown."""
    showdown = find_event(view.news, Showdown)
    if showdown is None:
        return None
    return text(
        "bull-suspense",
        challenger=Seat(showdown.challenger),
        caller=Seat(showdown.caller),
        call=call_text(showdown.call),
    )


def showdown_text(showdown: Showdown) -> Text:
    """Return the outcome of a showdown in one sentence."""
    return text(
        f"bull-showdown-{'good' if showdown.is_good else 'bad'}",
        fact=_fact(showdown),
        challenger=Seat(showdown.challenger),
        caller=Seat(showdown.caller),
    )


def _fact(showdown: Showdown) -> Text:
    return text(
        f"bull-fact-{'good' if showdown.is_good else 'bad'}",
        call=tap_text(call_of(showdown.call)),
        evidence=Cards(by_rank(showdown.evidence), STANDARD.name),
        count=len(showdown.evidence),
    )


def showdown_consequence(view: BullView) -> Text | None:
    """Return what a showdown means for the viewing seat in one sentence; ``None`` without a showdown."""
    showdown = find_event(view.news, Showdown)
    seat = view.seat
    if showdown is None or seat is None or not showdown.hands[seat]:
        return None
    # At the end of the game the line below says who is out and who has won.
    cards: Arg = view.sizes[seat] if view.result is None else "over"
    if seat == showdown.loser:
        if seat == showdown.caller:
            line = text("bull-consequence-caught", challenger=Seat(showdown.challenger), cards=cards)
        else:
            line = text("bull-consequence-true", cards=cards)
        # The first loss of a seat explains what the next ones mean.
        if view.losses[seat] > 1 or not view.sizes[seat] or view.result is not None:
            return line
        limit = _next_loss(view, seat).limit
        return text("bull-consequence-first", told=line, deal=view.options["deal"], limit=limit)
    # The other seats have not lost the round.
    if seat == showdown.challenger:
        return text("bull-consequence-catch", caller=Seat(showdown.caller))
    if seat == showdown.caller:
        return text("bull-consequence-stood", challenger=Seat(showdown.challenger))
    return text("bull-consequence-safe", loser=Seat(showdown.loser))


def _remarkable_line(view: BullView, showdown: Showdown) -> Text | None:
    if not view.sizes[showdown.loser]:
        return _elimination_line(view, showdown.loser)
    if not showdown.is_good:
        return _false_call_line(showdown)
    # True calls: made without holding any of it, or true only thanks to the challenger's own cards.
    call = call_of(showdown.call)
    wild = is_wild(view)
    if not matching_cards(call, showdown.hands[showdown.caller], wild=wild):
        return text("bull-great-blind", caller=Seat(showdown.caller))
    others: list[Card] = []
    for seat, hand in enumerate(showdown.hands):
        if seat != showdown.challenger:
            others += hand
    if not is_good(call, others, wild=wild):
        own = [card for card in showdown.hands[showdown.challenger] if card in showdown.evidence]
        cards = Cards(by_rank(own), STANDARD.name)
        return text("bull-great-own", challenger=Seat(showdown.challenger), cards=cards)
    return None


def _elimination_line(view: BullView, loser: int) -> Text:
    remaining = [seat for seat, size in enumerate(view.sizes) if size]
    if len(remaining) == 1:
        return text("bull-great-last", loser=Seat(loser), winner=Seat(remaining[0]))
    return text("bull-event-eliminated" if view.result is None else "bull-outcome-first", seat=Seat(loser))


def _false_call_line(showdown: Showdown) -> Text | None:
    # Notable: no card of the call was dealt, or a large call lacked a single card.
    size = size_of(call_of(showdown.call))
    dealt = len(showdown.evidence)
    if not dealt:
        return text("bull-great-nothing")
    if size >= LARGE and dealt == size - 1:
        return text("bull-great-close")
    return None


# --- presenter ----------------------------------------------------------------------------------------------
# The presenter of Porker Bull: the public table and the private panels.

RARE = 0.06
"""Probability below which a hint calls it unlikely that the needed cards are there.

Above 1 minus this number the hint calls it likely.
"""


class BullPresenter(Presenter[BullView]):
    """Describes positions and moves of Porker Bull for display."""

    cloth = CLOTH
    equal_scores_reason = text("bull-equal-losses")
    next_question = staticmethod(next_question)
    reveal = staticmethod(showdown_reveal)
    suspense = staticmethod(showdown_suspense)
    consequence = staticmethod(showdown_consequence)
    picture_story = staticmethod(picture_story)

    def table(self, view: BullView) -> TableScene:
        """Return the last call and a picture of the round, or the winner at the end."""
        return TableScene(_headline(view), _line(view), _board(view))

    def panel(self, view: BullView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's panel: its hand, and a warning if the last call needs too many cards."""
        if view.is_over or view.seat in view.out:
            return PanelScene(_idle_lines(view), table=_board(view))
        if not view.hand:
            return PanelScene(_idle_lines(view))
        lines = _beyond_lines(view) if legal else ()
        return PanelScene(lines, hand_board(view), last_reveal=last_board(view))

    def statements(self, view: BullView) -> Mapping[int, Text]:
        """Return each seat's last call of the round."""
        return {seat: tap_text(call_of(call)) for seat, call in view.calls}

    def stakes(self, view: BullView) -> DecisionStakes | None:
        """Return what a challenge and a call can cost: which loss it would be, and for whom."""
        if view.seat is None or not view.is_my_turn:
            return None
        own = _next_loss(view, view.seat)
        last = _last_call(view)
        key = "bull-stakes-first"
        caller = view.seat
        if last is not None:
            key = "bull-stakes"
            caller, _ = view.calls[-1]
        other = _next_loss(view, caller)
        facts: dict[str, Arg] = {
            "own": own.number,
            "other": other.number,
            "limit": own.limit,
            "is_out": _loss_end(view, own),
            "is_other_out": _loss_end(view, other),
            "seat": Seat(caller),
            "may_call": yes_no(last is None or not CALL_ORDERS[is_wild(view)].is_highest(last)),
        }
        short = text("bull-stakes-short", **facts) if view.calls else None
        return DecisionStakes(text(key, **facts), is_loud=own.is_last, short_line=short)

    def say(self, event: Event, view: BullView) -> Text | None:
        match event:
            case HandsDealt():
                return text("bull-event-dealt", round=event.round)
            case Called():
                return text("bull-event-called", seat=Seat(event.seat), call=call_text(event.call))
            case Showdown():
                return showdown_text(event)
            case Eliminated():
                return text("bull-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: BullView) -> Text:
        if isinstance(move, Call):
            return call_text(str(move))
        return text("bull-challenge")

    def reason(self, move: Move, view: BullView) -> Text | None:
        """Return which unseen cards a call needs, and how likely the call is to be true."""
        # A challenge is judged by the call that it challenges.
        call = _last_call(view)
        if isinstance(move, Call):
            call = move
        assert call is not None
        wild = is_wild(view)
        known = CardSet(view.hand)
        cards = cards_in_play(view)
        share = chance(plan_of(call), known, cards - known.size, wild, ())
        if share >= 1:
            return text("bull-reason-sure", call=call_text(str(call)))
        if share <= 0:
            return text("bull-reason-never", call=call_text(str(call)), cards=cards)
        # Uncertain: name the missing cards, with a rough probability.
        missing = Joined(missing_texts(call, view.hand, wild=wild))
        if share < RARE:
            odds = "rare"
        elif share > 1 - RARE:
            odds = "likely"
        else:
            odds = "open"
        percent = round(100 * share)
        return text(
            "bull-reason-lacks", missing=missing, unseen=cards - known.size, odds=odds, percent=percent
        )

    def warning(self, move: Move, view: BullView) -> Text | None:
        """Return a warning about a call that needs more cards than are in play."""
        if isinstance(move, Call):
            return beyond_text(move, cards_in_play(view))
        return None

    def tip(self, view: BullView) -> Text | None:
        if view.is_over or not view.hand:
            return None
        count = cards_in_play(view)
        if not view.is_my_turn:
            return text("bull-tip-wait", count=count)
        return text("bull-tip-call" if view.calls else "bull-tip-first", count=count)

    def is_tense(self, view: BullView) -> bool:
        """True if the last call is clearly higher than usual for the number of cards in play."""
        last = _last_call(view)
        if last is None or view.is_over:
            return False
        return _RARITIES[last.kind] > 1 + cards_in_play(view) / len(RANKS)

    def chapter(self, view: BullView) -> tuple[Text, ...]:
        # A showdown that was just shown belongs to the round before.
        if find_event(view.news, Showdown) is not None and not view.is_over:
            return (text("bull-round", round=view.round - 1),)
        return (text("bull-round", round=view.round),)

    def score(self, view: BullView, result: Result, seat: int) -> Text | None:
        return text("bull-losses", losses=view.losses[seat])

    def hand(self, view: BullView) -> Row | None:
        # After the last showdown all hands lie open on the table.
        if view.seat is None or not view.hand or view.is_over:
            return None
        return Row(Seat(view.seat), (hand_faces(view),))

    def guide(self, view: BullView) -> tuple[Example, ...]:
        """Return the kinds of calls from low to high, each with an example."""
        guide = []
        for kind, cards in _EXAMPLES.items():
            if is_wild(view) or kind in _PLAIN_KINDS:
                about = text("bull-guide", kind=text(f"bull-kind-{kind}"), about=_about(kind))
                guide.append((about, cards))
        return tuple(guide)

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of text about a person's bluffs, such as their highest lie."""
        wild = best_claim_lines(counts, partial(_text_of_number, True), "_wild")
        return (*bluff_lines(counts, partial(_text_of_number, False)), *wild)

    def measures(self) -> tuple[Measure, ...]:
        """Return the measures for leaderboards: the highest lie and truth, without and with wild twos."""
        return (
            *bluff_measures(partial(_text_of_number, False)),
            Measure("best_bluff_wild", text("bull-measure-bluff"), partial(_text_of_number, True)),
            Measure("best_truth_wild", text("bull-measure-truth"), partial(_text_of_number, True)),
        )


class _NextLoss(NamedTuple):
    number: int  # of the losses with this one
    limit: int  # the number of losses that a seat can have

    @property
    def is_last(self) -> bool:
        return self.number == self.limit


def _loss_end(view: BullView, loss: _NextLoss) -> str:
    # The first one out may end the game for all.
    if loss.is_last and view.options["end"] == "first":
        return "end"
    return yes_no(loss.is_last)


def _next_loss(view: BullView, seat: int) -> _NextLoss:
    lost = view.losses[seat]
    left = losses_left(view.sizes[seat], hands_grow=view.options["deal"] == "up")
    return _NextLoss(lost + 1, lost + left)


_RARITIES = COUNTS | {"twopair": 3, "straight": 4, "flush": 4, "full": 4, "sflush": 6}
"""For each kind of call, the number of cards of one rank that is about equally rare."""

_PLAIN_KINDS = {call.kind for call in CALL_ORDERS[False].bids}


def _text_of_number(wild: bool, number: int) -> Text:
    return call_text(str(CALL_ORDERS[wild].bids[number - 1]))


def _headline(view: BullView) -> Text:
    if view.result is not None:
        return _outcome(view, view.result)
    if showdown := find_event(view.news, Showdown):
        return showdown_text(showdown)
    if view.calls:
        seat, call = view.calls[-1]
        return text("bull-headline-call", seat=Seat(seat), call=call_text(call))
    return text("bull-headline-first")


def _line(view: BullView) -> Text | None:
    if view.shown is None:
        return _last_impossible(view)
    if view.is_over:
        return showdown_text(view.shown)
    if reveal := showdown_reveal(view):
        return reveal.line
    if view.calls:
        return _last_impossible(view)
    return text("bull-round-before", round=view.round - 1, told=showdown_text(view.shown))


def _board(view: BullView) -> Board | None:
    reveal = showdown_reveal(view)
    return reveal.board if reveal else round_board(view)


def _idle_lines(view: BullView) -> tuple[Text, ...]:
    if view.is_over:
        return ()
    if view.seat not in view.out:
        return (text("bull-no-hand"),)
    place = view.seats - view.out.index(view.seat)
    return (text("bull-out", place=place, seats=view.seats),)


def _last_impossible(view: BullView) -> Text | None:
    last = _last_call(view)
    if last is None or view.is_over:
        return None
    return impossible_text(last, cards_in_play(view))


def _beyond_lines(view: BullView) -> tuple[Text, ...]:
    last = _last_call(view)
    if last is None:
        return ()
    warning = beyond_text(last, cards_in_play(view))
    return () if warning is None else (warning,)


def _outcome(view: BullView, result: Result) -> Text:
    if view.options["end"] == "first":
        return text("bull-outcome-first", seat=Seat(view.out[0]))
    return text("bull-outcome-last", seats=Seats(result.ranking[0]))


# --- the guide ----------------------------------------------------------------------------------------


def _example(ranks: str, suits: str) -> tuple[Card, ...]:
    return tuple(rank + suit for rank, suit in zip(ranks, suits, strict=True))


_EXAMPLES: dict[str, tuple[Card, ...]] = {
    "single": _example("6", "s"),
    "pair": _example("66", "sh"),
    "twopair": _example("JJ33", "sdhc"),
    "trips": _example("222", "shd"),
    "straight": _example("98765", "shdsc"),
    "flush": _example("QT763", "hhhhh"),
    "full": _example("22288", "shdsc"),
    "quads": _example("KKKK", "shdc"),
    "sflush": _example("QJT98", "hhhhh"),
    "five": _example("KKKK2", "shdcs"),
    "six": _example("KKKK22", "shdcsh"),
    "seven": _example("KKKK222", "shdcshd"),
    "eight": _example("KKKK2222", "shdcshdc"),
}
"""Example hands of each kind, from low to high."""
