"""What is asked on the way to a declaration (netsuzo.md, Declarations), and which card to discard.

A made-up hand is built from its kind and the ranks that count first, several at once where there are many
(``narrowing``), so that any takes five taps at most. At each step the strongest declaration that begins so
can be made at once, so that nobody has to name what does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.narrowing import Narrowing, Stretch
from games.core.poker import RANKS, SUITS
from games.core.questions import BidTree, Choice, Question, Style
from games.core.words import Rank, Seat, Suit, Text, text
from games.netsuzo.hands import Tally, is_true, tally
from games.netsuzo.moves import ACCEPT, BY_NOTATION, DISCARDS, KINDS, LADDER, REJECT, Declare
from games.netsuzo.offers import discards, likely_claims
from games.netsuzo.possible import is_exact, matching, possible_kinds
from games.netsuzo.state import NetsuzoView
from games.netsuzo.words import cards_of, held_at, last_claim, short_claim

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
"""What is asked of each rank that a kind names."""

_UPPER, _LOWER = tuple("AKQJT98"), tuple("765432")
_BEGINNINGS: dict[str, tuple[tuple[str, ...], ...]] = {
    **dict.fromkeys(("pair", "trips", "full", "quads"), (_UPPER, _LOWER)),
    "twopair": (*[(rank,) for rank in "AKQJT987"], tuple("6543")),
    "flush": (("AK",), ("A",), ("K",), ("Q",), tuple("JT987")),
}
"""How the ranks of a kind begin that is more than one choice: the first that fits counts."""

_TAPS = 3
"""Taps that are left when one has been chosen in a menu, which is two."""

LIKELY_DISCARDS = 5

Step: TypeAlias = tuple[Text, Choice]
"""A prompt and one of the choices under it."""


def ask(view: NetsuzoView, chosen: tuple[str, ...]) -> Question | Move | None:
    """Say what comes next: an answer, a declaration, or the card to discard."""
    if view.stage == "answer" and (view.seat is None or view.is_my_turn):
        answers = _answers(view)
        return {str(move): move for move in (ACCEPT, REJECT)}.get(chosen[0]) if chosen else answers
    if view.seat is None or not view.is_my_turn:
        return None
    if view.stage == "declare":
        return _claim(view, last_claim(view), chosen)
    if chosen:
        return DISCARDS[chosen[0]] if len(chosen) == 1 and chosen[0] in view.hand else None
    return _discard(view)


def _answers(view: NetsuzoView) -> Question:
    caller, notation = view.declared[-1]
    reject = Choice(str(REJECT), text("netsuzo-reject"), style="danger")
    accept = Choice(str(ACCEPT), text("netsuzo-accept"), style="success")
    is_top = LADDER.is_top(BY_NOTATION[notation])
    prompt = text("netsuzo-choose-answer", seat=Seat(caller), cards=held_at(len(view.declared) - 1))
    return Question(prompt, (reject,) if is_top else (accept, reject), about=_quoted(notation))


def _quoted(notation: str) -> Text:
    return text("netsuzo-quoted", claim=short_claim(notation))


def _discard(view: NetsuzoView) -> Question:
    """Ask for the card to discard, what leaves most first."""
    found = [
        Choice(card, text("netsuzo-discard-leaves", cards=cards_of([card]), claim=short_claim(str(left))))
        for card, left in discards(view)
    ]

    return Question(text("netsuzo-choose-discard"), tuple(found), min(len(found), LIKELY_DISCARDS))


# --- declarations, as they are whatever is held -------------------------------------------------------


@cache
def _ranks(ranks: str, kind: str) -> Text:
    """Print ranks one behind the other."""
    if len(ranks) > 1:
        return _then(_ranks(ranks[:-1], kind), _ranks(ranks[-1], kind), kind)
    return text("netsuzo-rank", rank=Rank(ranks, STANDARD.name))


def _then(first: Text, then: Text, kind: str) -> Text:
    """Print what is one hand: of a flush five cards alike, of others what each counts for."""
    return text("netsuzo-ranks-alike" if kind == "flush" else "netsuzo-ranks", first=first, then=then)


@cache
def _stretch(ranks: Stretch, kind: str) -> Text:
    """Print the ranks that an answer adds, up to where its hands part."""
    shared = ranks.first[ranks.settled : ranks.shared]
    if ranks.is_all:
        return _ranks(shared, kind)
    high, low = [Rank(hand[ranks.shared], STANDARD.name) for hand in (ranks.first, ranks.last)]
    several = text("netsuzo-ranks-from", high=high, low=low)
    return _then(_ranks(shared, kind), several, kind) if shared else several


def _step(kind: str, ranks: Stretch, suit: str) -> Step:
    """Ask for the next ranks; an answer that is a whole hand is its declaration."""
    prompt = text(f"netsuzo-choose-{_PROMPTS[kind][ranks.settled]}")
    if ranks.first != ranks.last:
        return prompt, Choice(f"{ranks.first}-{ranks.last}", _stretch(ranks, kind))
    claim = " ".join(("declare", kind, *suit, *ranks.first))
    if ranks.is_listed:
        return prompt, Choice(claim, short_claim(claim), group=_LOW)
    return prompt, Choice(claim, _ranks(ranks.first[ranks.settled :], kind))


_LOW = text("netsuzo-group-low")


def _begin(kind: str, hands: Sequence[str], is_only: bool, suit: str) -> Step:
    """Ask for the kind, and for how its ranks begin."""
    first, last = hands[0], hands[-1]
    shared = 2 if kind == "flush" and first[:2] == last[:2] else int(first[0] == last[0])
    is_rest = kind == "flush" and first[0] == last[0] == "A" and shared == 1
    begins = _stretch(Stretch(0, shared, shared > 0 and not is_rest, first, last), kind)
    if kind == "flush":
        label = text("netsuzo-kind-flush", suit=suit, ranks=begins)
    else:
        named = {"suit": Suit(suit, STANDARD.name)} if suit else {}
        label = Text(f"netsuzo-kind-{kind}", named)
        label = label if is_only else text("netsuzo-kind-begins", kind=label, ranks=begins)
    return text("netsuzo-choose-kind"), Choice(f"{kind}-{suit}{first}", label)


def _steps_of(kind: str) -> Iterator[tuple[tuple[str, str, str], list[Step]]]:
    """Break the declarations of a kind into choices."""
    bids = [bid for bid in reversed(LADDER.bids) if bid.kind == kind]
    suits = tuple(dict.fromkeys(bid.suit for bid in bids))
    all_ranks = list(dict.fromkeys(bid.ranks for bid in bids))
    beginnings = _BEGINNINGS.get(kind, (("",),))

    def beginning(ranks: str) -> int:
        return next(at for at, begins in enumerate(beginnings) if ranks.startswith(begins))

    for _, together in groupby(all_ranks, key=beginning):
        hands = [*together]
        ways = Narrowing(hands, _TAPS).ways
        for suit in suits:
            begin = _begin(kind, hands, len(beginnings) == 1, suit)
            steps = {stretch: _step(kind, stretch, suit) for way in ways.values() for stretch in way}
            for ranks, way in ways.items():
                yield (kind, ranks, suit), [begin, *[steps[stretch] for stretch in way]]


_STEPS = {claim: steps for kind in KINDS for claim, steps in _steps_of(kind)}


def _steps(claim: Declare) -> list[Step]:
    """Break a declaration into choices."""
    return _STEPS[claim.kind, claim.ranks, claim.suit]


def _kind(begins: str) -> str:
    return begins.partition("-")[0]


def _sorted_beginners() -> Iterator[Choice]:
    """List how hands begin: flushes last, by suit, the highest first."""
    found = {steps[0][1].value: steps[0][1] for steps in map(_steps, LADDER.bids)}
    yield from [one for value, one in found.items() if _kind(value) != "flush"]
    for suit in SUITS:
        yield from [one for value, one in reversed(found.items()) if value.startswith(f"flush-{suit}")]


CLAIMS = BidTree(LADDER, _steps)
"""The questions that lead to a declaration."""

_BEGINNERS = {choice.value: choice for choice in _sorted_beginners()}


# --- with what is held --------------------------------------------------------------------------------


def _claim(view: NetsuzoView, last: Declare | None, chosen: tuple[str, ...]) -> Question | Move | None:
    """Say what comes next on the way to a declaration; each choice tells what the own cards say to it."""
    if chosen and (claim := BY_NOTATION.get(chosen[-1])) is not None:
        begins = tuple([choice.value for _, choice in _steps(claim)][: len(chosen) - 1])
        return claim if begins == chosen[:-1] and LADDER.index[claim] >= LADDER.start_above(last) else None
    asked = CLAIMS.ask(last, chosen)
    if not isinstance(asked, Question):
        return asked
    have = tally((*view.hand, *view.open))
    if chosen:
        return _built(view, chosen, asked, have)
    offers = likely_claims(view)
    likely = [
        _declares(
            view, claim, have, text(f"netsuzo-offer-{name}"), "primary" if name == "own" else "secondary"
        )
        for name, claims in offers.items()
        for claim in claims
    ]
    possible = possible_kinds(view.open, len(view.hand), last, exact=is_exact(view))
    legal, taken = {choice.value for choice in asked.choices}, {choice.value for choice in likely}
    kinds = [_about(value, _kind(value) in possible) for value in _BEGINNERS if value in legal]
    own = [_declares(view, claim, have, _FLUSHES, "secondary") for claim in _own_flushes(have, last, taken)]
    others = [one for one in kinds if one.group is _OTHERS]
    choices = (*likely, *others, *own, *kinds[len(others) :])
    if last is None:
        return Question(asked.prompt, choices, len(likely))
    return Question(text("netsuzo-choose-higher"), choices, len(likely), about=_quoted(str(last)))


def _declares(view: NetsuzoView, claim: Declare, have: Tally, group: Text | None, style: Style) -> Choice:
    """Offer a declaration, with what it lacks to be true."""
    how, count = closeness(claim, have, exact=is_exact(view))
    label = text(f"netsuzo-offer-{how}", claim=short_claim(str(claim)), count=count)
    return Choice(str(claim), label, group=group, style=style)


def closeness(claim: Declare, have: Tally, *, exact: bool) -> tuple[str, int]:
    """Tell whether some cards make a declaration (``true``) or how many more it takes (``short``)."""
    if is_true(claim, have, exact=exact):
        return "true", 0
    return "short", max(1, 5 - matching(claim, have))


_OTHERS, _FLUSHES = text("netsuzo-group-others"), text("netsuzo-group-flushes")


@cache
def _about(begins: str, is_possible: bool) -> Choice:
    """Say what a kind is, or that nobody could have it."""
    kind = _kind(begins)
    about = f"netsuzo-kind-{kind}-about" if is_possible else "netsuzo-kind-impossible"
    group = _FLUSHES if kind == "flush" else _OTHERS
    return replace(_BEGINNERS[begins], detail=text(about), group=group)


_QUICK = text("netsuzo-group-quick")


def _built(view: NetsuzoView, chosen: tuple[str, ...], asked: Question, have: Tally) -> Question:
    """Ask for what comes next of a hand, the highest first; or for the strongest that begins so."""
    answers = asked.choices[::-1]
    if len(answers) == 1:
        return asked
    found = []
    for one in answers:
        claim = BY_NOTATION.get(one.value)
        if claim is None:
            found.append(_counted(one, chosen[0], have))
        elif one.group is not None:
            found.append(_declares(view, claim, have, one.group, "secondary"))
        else:
            how, _ = closeness(claim, have, exact=is_exact(view))
            label = text("netsuzo-key-true", label=one.label) if how == "true" else one.label
            found.append(replace(one, label=label))
    keys = len([one for one in answers if one.group is None])
    highest = None if answers[0].value in BY_NOTATION else CLAIMS.highest(chosen)
    if highest is None:
        return Question(asked.prompt, tuple(found), keys)
    quick = replace(_declares(view, highest, have, _QUICK, "primary"), is_shortcut=True)
    return Question(asked.prompt, (*found[:keys], quick, *found[keys:]), keys + 1)


def _counted(choice: Choice, kind: str, have: Tally) -> Choice:
    """Tell how many of a rank the own cards are, of a flush those of its suit."""
    rank = choice.label.args.get("rank")
    if not isinstance(rank, Rank):
        return choice
    place = RANKS.index(rank.rank)
    is_flush = kind.startswith("flush-")
    count = have.suits[SUITS.index(kind[6])] >> place & 1 if is_flush else have.counts[place]
    return (
        replace(choice, label=text("netsuzo-key-count", label=choice.label, count=count)) if count else choice
    )


def _own_flushes(have: Tally, last: Declare | None, taken: set[str]) -> Iterator[Declare]:
    """Yield of each suit the strongest flush with all one's own cards, or else the strongest."""
    start = LADDER.start_above(last)
    for suit, held in zip(SUITS, have.suits, strict=True):
        for claim in (*_flushes_with(suit, held), *_flushes_with(suit, 0)):
            if LADDER.index[claim] >= start and str(claim) not in taken:
                yield claim
                break


@lru_cache(maxsize=256)
def _flushes_with(suit: str, held: int) -> tuple[Declare, ...]:
    """List a suit's flushes of some ranks and as many higher others as it takes, the strongest first."""
    mine = [rank for place, rank in enumerate(RANKS) if held >> place & 1][-5:]
    others, found = [rank for rank in RANKS[::-1] if rank not in mine], []
    for left_out in range(len(others)):
        spare = [*others[:left_out], *others[left_out + 1 :]][: 5 - len(mine)]
        ranks = "".join(sorted([*mine, *spare], key=RANKS.index, reverse=True))
        claim = BY_NOTATION.get(f"declare flush {suit} {' '.join(ranks)}")
        if claim is not None:
            found.append(claim)
    return tuple(sorted(found, key=LADDER.index.__getitem__, reverse=True))
