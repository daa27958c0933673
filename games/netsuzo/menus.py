"""What is asked on the way to a declaration (netsuzo.md, Declarations), and which card to discard.

A made-up hand is built rank by rank: its kind, then the ranks that count first. At each step the strongest
declaration that begins so can be made at once, so that nobody has to name what does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import STANDARD
from games.core.moves import Move
from games.core.poker import RANKS, SUITS
from games.core.questions import AT_A_GLANCE, BidTree, Choice, Question, Style
from games.core.words import Rank, Seat, Suit, Text, text
from games.netsuzo.hands import Tally, is_true, tally
from games.netsuzo.moves import ACCEPT, BY_NOTATION, DISCARDS, LADDER, REJECT, Declare
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
def _kind_step(kind: str, suit: str) -> Step:
    if kind == "flush":
        return text("netsuzo-choose-kind"), Choice(
            f"flush-{suit}", text("netsuzo-kind-flush", suit=_suit(suit))
        )
    return text("netsuzo-choose-kind"), Choice(kind, text(f"netsuzo-kind-{kind}"))


@cache
def _rank_step(prompt: str, rank: str) -> Step:
    label = text("netsuzo-rank", rank=Rank(rank, STANDARD.name))
    return text(f"netsuzo-choose-{prompt}"), Choice(rank, label)


@cache
def _suit_step(suit: str) -> Step:
    return text("netsuzo-choose-suit"), Choice(suit, text("netsuzo-suit", suit=_suit(suit)))


def _suit(suit: str) -> Suit:
    return Suit(suit, STANDARD.name)


def _steps(claim: Declare) -> list[Step]:
    """Break a declaration into choices."""
    ranks = [_rank_step(*each) for each in zip(_PROMPTS[claim.kind], claim.ranks, strict=True)]
    suit = [_suit_step(claim.suit)] if claim.kind == "sflush" else []
    return [_kind_step(claim.kind, claim.suit if claim.kind == "flush" else ""), *ranks, *suit]


CLAIMS = BidTree(LADDER, _steps)
"""The questions that lead to a declaration."""


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
        return _built(view, last, chosen, asked, have)
    likely = [
        _declares(
            view, claim, have, text(f"netsuzo-offer-{name}"), "primary" if name == "own" else "secondary"
        )
        for name, claims in likely_claims(view).items()
        for claim in claims
    ]
    possible = possible_kinds(view.open, len(view.hand), last, exact=is_exact(view))
    kinds = [_about(possible, choice) for choice in asked.choices]
    if last is None:
        return Question(asked.prompt, (*likely, *kinds), len(likely))
    higher = text("netsuzo-choose-higher")
    return Question(higher, (*likely, *kinds), len(likely), about=_quoted(str(last)))


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


def _about(possible: frozenset[str], choice: Choice) -> Choice:
    """Say what a kind is, or that nobody could have it."""
    kind = choice.value.partition("-")[0]
    about = f"netsuzo-kind-{kind}-about" if kind in possible else "netsuzo-kind-impossible"
    return replace(choice, detail=text(about), group=_OTHERS)


_OTHERS = text("netsuzo-group-others")


def _built(
    view: NetsuzoView, last: Declare | None, chosen: tuple[str, ...], asked: Question, have: Tally
) -> Question:
    """Ask for what comes next of a hand, the highest first; before it, for the strongest that begins so."""
    ranks = asked.choices if asked.choices[0].value in SUITS else asked.choices[::-1]
    if len(ranks) == 1:
        return asked
    ends = {one.value: CLAIMS.ask(last, (*chosen, one.value)) for one in ranks}
    found = []
    for one in ranks:
        end = ends[one.value]
        if isinstance(end, Declare):
            how, _ = closeness(end, have, exact=is_exact(view))
            label = text("netsuzo-key-true", label=one.label) if how == "true" else one.label
            found.append(replace(one, label=label))
        else:
            found.append(_counted(one, chosen[0], have))
    quick = [] if isinstance(ends[ranks[0].value], Declare) else _quick(view, chosen, have)
    if not quick:
        return Question(asked.prompt, tuple(found), min(len(found), AT_A_GLANCE))
    return Question(asked.prompt, (*quick, *found), min(len(quick) + len(found), AT_A_GLANCE))


def _counted(choice: Choice, kind: str, have: Tally) -> Choice:
    """Tell how many of a rank the own cards are, of a flush those of its suit."""
    place = RANKS.index(choice.value)
    suit = kind.partition("-")[2]
    count = have.suits[SUITS.index(suit)] >> place & 1 if suit else have.counts[place]
    return (
        replace(choice, label=text("netsuzo-key-count", label=choice.label, count=count)) if count else choice
    )


def _quick(view: NetsuzoView, chosen: tuple[str, ...], have: Tally) -> list[Choice]:
    """Offer the strongest declaration that begins as chosen; at the start of a flush one's own."""
    last, is_start = last_claim(view), chosen[0].startswith("flush") and len(chosen) == 1
    claim = _own_flush(chosen[0], have) if is_start else CLAIMS.highest(chosen)
    if claim is None or LADDER.index[claim] < LADDER.start_above(last):
        return []
    group = text("netsuzo-group-own" if is_start else "netsuzo-group-quick")
    return [_declares(view, claim, have, group, "primary")]


def _own_flush(kind: str, have: Tally) -> Declare | None:
    """Fill the own cards of a suit up to the strongest flush."""
    suit = kind.partition("-")[2]
    held = have.suits[SUITS.index(suit)]
    return max(_flushes_with(suit, held), key=LADDER.index.__getitem__, default=None)


def _flushes_with(suit: str, held: int) -> Iterator[Declare]:
    """Yield a suit's strongest flush of some ranks and as many higher others as it takes."""
    mine = [rank for place, rank in enumerate(RANKS) if held >> place & 1][-5:]
    others = [rank for rank in RANKS[::-1] if rank not in mine]
    for left_out in range(len(others)):
        spare = [*others[:left_out], *others[left_out + 1 :]][: 5 - len(mine)]
        ranks = "".join(sorted([*mine, *spare], key=RANKS.index, reverse=True))
        claim = BY_NOTATION.get(f"declare flush {suit} {' '.join(ranks)}")
        if claim is not None:
            yield claim
