"""The questions with which a player chooses a declaration, an answer or a discard of Netsuzo Poker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.poker import RANKS, SUITS
from games.core.presentation import (
    BidTree,
    Choice,
    Question,
)
from games.core.words import Rank, Seat, Suit, Text, text
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    KINDS,
    CardCounts,
    Declare,
    count_cards,
    is_true,
)
from games.netsuzo.narrowing import HandQuestions, HandRange
from games.netsuzo.pictures import (
    cards_of,
    hand_size_at,
    short_declaration_text,
)
from games.netsuzo.possible import (
    count_matching,
    possible_kinds,
    requires_exact_hand,
    suggested_declarations,
    suggested_discards,
)
from games.netsuzo.rules import (
    ACCEPT,
    DISCARDS,
    REJECT,
    NetsuzoView,
)

# Source: netsuzo.md, section "Declarations".
#
# A player first chooses the kind of hand, then its ranks, the most important first. An answer may stand for
# several ranks, so any declaration takes at most five taps (``narrowing.py``). A shortcut chooses the
# highest declaration that fits the answers so far.

_PROMPTS = {
    "high": ("top",),
    "pair": ("pair", "kicker"),
    "twopair": ("high-pair", "low-pair", "kicker"),
    "trips": ("three", "kicker"),
    "straight": ("top",),
    "flush": ("top", "next", "next", "next", "next"),
    "full": ("three", "two"),
    "quads": ("four", "kicker"),
    "sflush": ("top",),
    "five": ("five",),
}
"""For each kind, the question about each rank that it names."""

_UPPER = tuple("AKQJT98")
_LOWER = tuple("765432")
_BEGINNINGS: dict[str, tuple[tuple[str, ...], ...]] = {
    **dict.fromkeys(("pair", "trips", "full", "quads"), (_UPPER, _LOWER)),
    "twopair": (("A",), ("K",), ("Q", "J"), tuple("T98"), tuple("76543")),
    "flush": (("AK",), ("A",), ("K",), ("Q",), tuple("JT987")),
}
"""For kinds that have several answers to the first question: the first ranks of the hands of each answer.

A hand belongs to the first answer that fits.
"""

_TAPS = 3
"""Number of taps left after the first question, whose menu takes two taps."""

LIKELY_DISCARDS = 5
"""Number of cards to mark as likely discards."""

PromptedChoice: TypeAlias = tuple[Text, Choice]
"""A question's prompt, and one of the answers to that question."""

KindRanksSuit: TypeAlias = tuple[str, str, str]
"""A declaration as its kind, its ranks and its suit."""


def next_question(view: NetsuzoView, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question, or the chosen move; see ``Presenter.next_question``."""
    # Answers to a declaration hide nothing, so the public table offers them, too.
    if view.stage == "answer" and (view.seat is None or view.is_my_turn):
        if not answers:
            return _answer_question(view)
        return ACCEPT if answers[0] == str(ACCEPT) else REJECT
    if view.seat is None or not view.is_my_turn:
        return None
    if view.stage == "declare":
        return _declaration_question(view, view.last, answers)
    if answers:
        return DISCARDS[answers[0]]
    return _discard_question(view)


def _answer_question(view: NetsuzoView) -> Question:
    caller, notation = view.declared[-1]
    reject = Choice(str(REJECT), text("netsuzo-tap-reject"), style="danger")
    accept = Choice(str(ACCEPT), text("netsuzo-tap-accept"), style="success")
    prompt = text("netsuzo-choose-answer", seat=Seat(caller), cards=hand_size_at(len(view.declared) - 1))
    choices = (reject,) if is_highest(view) else (accept, reject)
    return Question(prompt, choices, about=_quoted_declaration(notation))


def is_highest(view: NetsuzoView) -> bool:
    """True if nothing is higher than the last declaration, so that it can only be rejected."""
    _, notation = view.declared[-1]
    return DECLARATION_ORDER.is_highest(BY_NOTATION[notation])


def _quoted_declaration(notation: str) -> Text:
    return text("netsuzo-quoted", claim=short_declaration_text(notation))


def _discard_question(view: NetsuzoView) -> Question:
    choices = []
    for card, best_left, four_of in suggested_discards(view):
        claim = short_declaration_text(str(best_left))
        label = text("netsuzo-discard-leaves", cards=cards_of([card]), claim=claim, four=four_of or "none")
        choices.append(Choice(card, label))
    likely = min(len(choices), LIKELY_DISCARDS)
    rest = text("netsuzo-rest-discard")
    return Question(text("netsuzo-choose-discard"), tuple(choices), likely, rest=rest)


# --- declarations, independent of the cards held ------------------------------------------------------


@cache
def _ranks_text(ranks: str, kind: str) -> Text:
    if len(ranks) > 1:
        return _join_ranks(_ranks_text(ranks[:-1], kind), _ranks_text(ranks[-1], kind), kind)
    return text("netsuzo-rank", rank=Rank(ranks, STANDARD.name))


def _join_ranks(first: Text, then: Text, kind: str) -> Text:
    return text("netsuzo-ranks-alike" if kind == "flush" else "netsuzo-ranks", first=first, then=then)


@cache
def _range_label(ranks: HandRange, kind: str) -> Text:
    shared = ranks.first[ranks.known_count : ranks.common_count]
    if ranks.is_complete:
        return _ranks_text(shared, kind)
    high = Rank(ranks.first[ranks.common_count], STANDARD.name)
    low = Rank(ranks.last[ranks.common_count], STANDARD.name)
    several = text("netsuzo-ranks-from", high=high, low=low)
    if shared:
        return _join_ranks(_ranks_text(shared, kind), several, kind)
    return several


def _rank_answer(kind: str, hand_range: HandRange, suit: str) -> PromptedChoice:
    prompt = text(f"netsuzo-choose-{_PROMPTS[kind][hand_range.known_count]}")
    if hand_range.first != hand_range.last:
        return prompt, Choice(f"{hand_range.first}-{hand_range.last}", _range_label(hand_range, kind))
    declaration = " ".join(filter(None, ["declare", kind, suit, *hand_range.first]))
    if hand_range.is_listed:
        return prompt, Choice(declaration, short_declaration_text(declaration), group=_LOW)
    return prompt, Choice(declaration, _ranks_text(hand_range.first[hand_range.known_count :], kind))


_LOW = text("netsuzo-group-low")


def _kind_answer(kind: str, hands: Sequence[str], is_only_answer: bool, suit: str) -> PromptedChoice:
    first = hands[0]
    last = hands[-1]
    if kind == "flush" and first[:2] == last[:2]:
        shared = 2
    else:
        shared = int(first[0] == last[0])
    # Flushes with an ace but no king are not all flushes with an ace: the label adds a range of second ranks.
    is_rest = kind == "flush" and first[0] == last[0] == "A" and shared == 1
    begins = _range_label(HandRange(0, shared, shared > 0 and not is_rest, first, last), kind)
    if kind == "flush":
        label = text("netsuzo-kind-flush", suit=suit, ranks=begins)
    else:
        named = {"suit": Suit(suit, STANDARD.name)} if suit else {}
        label = Text(f"netsuzo-kind-{kind}", named)
        if not is_only_answer:
            label = text("netsuzo-kind-begins", kind=label, ranks=begins)
    return text("netsuzo-choose-kind"), Choice(f"{kind}-{suit}{first}", label)


def _steps_by_declaration(kind: str) -> Iterator[tuple[KindRanksSuit, list[PromptedChoice]]]:
    """Yield each declaration of a kind with the questions and answers that lead to it."""
    bids = [bid for bid in reversed(DECLARATION_ORDER.bids) if bid.kind == kind]
    suits = tuple(dict.fromkeys(bid.suit for bid in bids))
    # Hands are divided by their ranks once, and the result is used for every suit.
    all_ranks = list(dict.fromkeys(bid.ranks for bid in bids))
    beginnings = _BEGINNINGS.get(kind, (("",),))

    def beginning(ranks: str) -> int:
        return next(at for at, begins in enumerate(beginnings) if ranks.startswith(begins))

    for _, together in groupby(all_ranks, key=beginning):
        hands = list(together)
        ways = HandQuestions(hands, _TAPS).answers_to
        hand_ranges = set(chain.from_iterable(ways.values()))
        # All suits share the division of the ranks; only texts and values differ.
        for suit in suits:
            begin = _kind_answer(kind, hands, len(beginnings) == 1, suit)
            steps = {hand_range: _rank_answer(kind, hand_range, suit) for hand_range in hand_ranges}
            for ranks, way in ways.items():
                yield (kind, ranks, suit), [begin, *map(steps.__getitem__, way)]


_STEPS = dict(chain.from_iterable(map(_steps_by_declaration, KINDS)))


def _steps(declaration: Declare) -> list[PromptedChoice]:
    return _STEPS[declaration.kind, declaration.ranks, declaration.suit]


def _kind_of_answer(begins: str) -> str:
    return begins.partition("-")[0]


def _first_answers() -> Iterator[Choice]:
    # Flushes come last, by suit and from high to low; all other answers come from low to high.
    answers: dict[str, Choice] = {}
    for declaration in DECLARATION_ORDER.bids:
        _, choice = _steps(declaration)[0]
        answers[choice.value] = choice
    for choice in answers.values():
        if _kind_of_answer(choice.value) != "flush":
            yield choice
    for suit in SUITS:
        for choice in reversed(answers.values()):
            if choice.value.startswith(f"flush-{suit}"):
                yield choice


DECLARATION_TREE = BidTree(DECLARATION_ORDER, _steps)
"""The tree of questions that lead to all declarations."""

_FIRST_ANSWERS = {choice.value: choice for choice in _first_answers()}


# --- declarations, compared with the cards held -------------------------------------------------------


def _declaration_question(
    view: NetsuzoView, last: Declare | None, chosen: tuple[str, ...]
) -> Question | Move | None:
    # A whole declaration may be chosen at any step.
    if chosen and (declaration := BY_NOTATION.get(chosen[-1])) is not None:
        return declaration
    reply = DECLARATION_TREE.ask(last, chosen)
    if not isinstance(reply, Question):
        return reply
    available = count_cards((*view.hand, *view.open))
    if chosen:
        return _labelled_question(view, chosen, reply, available)
    # The first question: suggested declarations, each labelled with the cards that it lacks.
    offers = suggested_declarations(view)
    likely: list[Choice] = []
    for group, declarations in offers.items():
        label = text(f"netsuzo-offer-{group}")
        likely += [_declaration_choice(view, bid, available, label) for bid in declarations]
    possible = possible_kinds(view.open, len(view.hand), last, exact=requires_exact_hand(view))
    # The first menu: suggestions, other kinds, the seat's own flushes, then flushes in general.
    legal = {choice.value for choice in reply.choices}
    taken = {choice.value for choice in likely}
    kinds = [
        _kind_choice(value, _kind_of_answer(value) in possible) for value in _FIRST_ANSWERS if value in legal
    ]
    own = [
        _declaration_choice(view, declaration, available, _FLUSHES)
        for declaration in _own_flushes(available, last, taken)
    ]
    others = [choice for choice in kinds if choice.group is _OTHERS]
    flushes = [choice for choice in kinds if choice.group is _FLUSHES]
    choices = (*likely, *others, *own, *flushes)
    if last is None:
        return Question(reply.prompt, choices, len(likely), rest=_REST)
    about = _quoted_declaration(str(last))
    return Question(text("netsuzo-choose-higher"), choices, len(likely), about=about, rest=_REST)


def _declaration_choice(
    view: NetsuzoView, declaration: Declare, available: CardCounts, group: Text | None
) -> Choice:
    count = missing_cards(declaration, available, exact=requires_exact_hand(view))
    how = "short" if count else "true"
    label = text(f"netsuzo-offer-{how}", claim=short_declaration_text(str(declaration)), count=count)
    return Choice(str(declaration), label, group=group)


def missing_cards(declaration: Declare, available: CardCounts, *, exact: bool) -> int:
    """Return how many more cards are needed to make a declaration true.

    Args:
        exact: a hand must make exactly the declared hand, not a better one.
    """
    if is_true(declaration, available, exact=exact):
        return 0
    return max(1, 5 - count_matching(declaration, available))


_OTHERS = text("netsuzo-group-others")
_REST = text("netsuzo-menu-rest")
_FLUSHES = text("netsuzo-group-flushes")


@cache
def _kind_choice(value: str, is_possible: bool) -> Choice:
    kind = _kind_of_answer(value)
    if is_possible:
        about = f"netsuzo-kind-{kind}-about"
    else:
        about = "netsuzo-kind-impossible"
    group = _FLUSHES if kind == "flush" else _OTHERS
    return replace(_FIRST_ANSWERS[value], detail=text(about), group=group)


_QUICK = text("netsuzo-group-quick")


def _labelled_question(
    view: NetsuzoView, chosen: tuple[str, ...], question: Question, available: CardCounts
) -> Question:
    # Labels show which answers fit the available cards.
    answers = question.choices[::-1]
    # The question has no choice, so labels are of no use.
    if len(answers) == 1:
        return question
    choices = []
    for answer in answers:
        declaration = BY_NOTATION.get(answer.value)
        if declaration is None:
            choices.append(_with_card_count(answer, chosen[0], available))
        elif answer.group is not None:
            choices.append(_declaration_choice(view, declaration, available, answer.group))
        else:
            if not missing_cards(declaration, available, exact=requires_exact_hand(view)):
                answer = replace(answer, label=text("netsuzo-key-true", label=answer.label))
            choices.append(answer)
    keys = sum(answer.group is None for answer in answers)
    # Add a shortcut to the highest declaration, unless it is the first answer anyway.
    if answers[0].value in BY_NOTATION:
        highest = None
    else:
        highest = DECLARATION_TREE.highest(chosen)
    if highest is None:
        return Question(question.prompt, tuple(choices), keys)
    quick = replace(_declaration_choice(view, highest, available, _QUICK), is_shortcut=True)
    choices.insert(keys, quick)
    return Question(question.prompt, tuple(choices), keys + 1)


def _with_card_count(choice: Choice, first_answer: str, available: CardCounts) -> Choice:
    rank = choice.label.args.get("rank")
    if not isinstance(rank, Rank):
        return choice
    place = RANKS.index(rank.rank)
    kind, _, begins = first_answer.partition("-")
    if kind == "flush":
        suit = SUITS.index(begins[0])
        count = available.suits[suit] >> place & 1
    else:
        count = available.counts[place]
    if count:
        return replace(choice, label=text("netsuzo-key-count", label=choice.label, count=count))
    return choice


def _own_flushes(available: CardCounts, last: Declare | None, taken: set[str]) -> Iterator[Declare]:
    start = DECLARATION_ORDER.index_above(last)
    for suit, held in zip(SUITS, available.suits, strict=True):
        for declaration in (*_flushes_with(suit, held), *_flushes_with(suit, 0)):
            if DECLARATION_ORDER.index[declaration] >= start and str(declaration) not in taken:
                yield declaration
                break


@lru_cache(maxsize=1024)
def _flushes_with(suit: str, held_ranks: int) -> tuple[Declare, ...]:
    """Return flushes of a suit that contain the held ranks, the highest flush first.

    Args:
        held_ranks: a bit mask of ranks. If more than five are set, the five highest count.
    """
    # A flush has five cards: keep the five highest of the held ranks.
    mine = [rank for place, rank in enumerate(RANKS) if held_ranks >> place & 1][-5:]
    others = [rank for rank in RANKS[::-1] if rank not in mine]
    flushes = []
    # Leave out one other rank at a time: the highest cards together could be a run, which is no flush.
    for left_out in range(len(others)):
        spare = others[:left_out] + others[left_out + 1 :]
        held = mine + spare[: 5 - len(mine)]
        ranks = "".join(sorted(held, key=RANKS.index, reverse=True))
        declaration = BY_NOTATION.get(f"declare flush {suit} {' '.join(ranks)}")
        if declaration is not None:
            flushes.append(declaration)
    return tuple(sorted(flushes, key=DECLARATION_ORDER.index.__getitem__, reverse=True))
