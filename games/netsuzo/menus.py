"""Declarations as at most three menus: kind, ranks, suit (netsuzo.md, Declarations); and the card to discard.

The third is answered already with what the open cards suggest, so that two menus are enough unless one wants
another kicker, flush or second rank. A straight flush is chosen with its suit. Two pairs name three ranks:
a part of them is chosen with the kind, then both pairs, then the kicker. A flush names a suit and five ranks:
its suit and a part of its highest ranks are chosen with the kind, then where in the order of flushes it
stands, and at last the flush itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.menu import BidMenu
from games.core.moves import Move
from games.core.poker import RANKS, by_rank
from games.core.presentation import Choice, Question
from games.core.words import Rank, Suit, Text, text
from games.netsuzo.hands import tally
from games.netsuzo.moves import DISCARDS, LADDER, Declare
from games.netsuzo.offers import closeness
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.belief import is_exact
from games.netsuzo.strategy.plausible import matching, possible_kinds
from games.netsuzo.strategy.worlds import World
from games.netsuzo.words import cards_of, last_claim

MOST = 25
"""How many choices a menu holds."""

_PROMPTS = {
    "high": ("top",),
    "pair": ("pair", "kicker"),
    "trips": ("three", "kicker"),
    "straight": ("top",),
    "full": ("three", "two"),
    "quads": ("four", "kicker"),
    "five": ("five",),
}


_PAIRS = ("34567", "89T", "JQ", "KA")
"""The higher ranks of the two pairs that stand in one menu."""

_TOPS = ("789TJQ", "K", "A")
"""The highest ranks of the flushes of a suit that a menu of parts leads to."""

_RUNS = ("56789", "TJQKA")
"""The highest ranks of the straight flushes that stand in one menu."""

Step: TypeAlias = tuple[Text, Choice]
"""A prompt and one of the choices under it."""


def ask_discard(hand: Sequence[Card], chosen: Sequence[str]) -> Question | Move | None:
    """Say what comes next on the way to a discard: the suit first, if the hand is too long for a menu."""
    hand = by_rank(hand)
    if len(hand) > MOST:
        suits: dict[str, list[Card]] = {}
        for card in hand:
            suits.setdefault(STANDARD.suit[card] or "joker", []).append(card)
        if not chosen:
            return Question.among(text("netsuzo-choose-group"), {s: _label(c) for s, c in suits.items()})
        suit, *chosen = chosen
        hand = tuple(suits.get(suit, ()))
    match chosen:
        case [] if hand:
            return Question.among(text("netsuzo-choose-discard"), {card: _label([card]) for card in hand})
        case [card] if card in hand:
            return DISCARDS[card]
    return None


def _label(cards: Sequence[Card]) -> Text:
    return text("netsuzo-card", cards=cards_of(cards))


# --- declarations -------------------------------------------------------------------------------------


@cache
def _rank_step(prompt: str, rank: str) -> Step:
    return text(f"netsuzo-choose-{prompt}"), Choice(rank, text("netsuzo-rank", rank=_rank(rank)))


@cache
def _sflush_step(rank: str, suit: str) -> Step:
    label = text("netsuzo-top-of-suit", rank=_rank(rank), suit=_suit(suit))
    return text("netsuzo-choose-sflush"), Choice(f"{rank}{suit}", label)


@cache
def _kind_step(kind: str, ranks: str = "", suit: str = "") -> Step:
    """Choose a kind, or some ranks (and the suit) of one that has too many hands."""
    named = {"low": _rank(ranks[0]), "high": _rank(ranks[-1])} if ranks else {}
    span = ("one", "two", "many")[min(len(ranks), 3) - 1] if ranks else ""
    if kind == "flush":
        label = text("netsuzo-kind-flush", suit=_suit(suit), span=span, **named)
        return _KIND, Choice(f"flush-{suit}-{ranks[-1]}", label)
    if kind == "sflush":
        return _KIND, Choice(f"sflush-{ranks[-1]}", text("netsuzo-kind-sflush", **named))
    if kind == "twopair":
        return _KIND, Choice(f"twopair-{ranks}", text("netsuzo-kind-twopair", span=span, **named))
    return _KIND, Choice(kind, text(f"netsuzo-kind-{kind}"))


_KIND = text("netsuzo-choose-kind")


@cache
def _pairs_step(high: str, low: str) -> Step:
    label = text("netsuzo-both-pairs", high=_rank(high), low=_rank(low))
    return text("netsuzo-choose-pairs"), Choice(high + low, label)


@cache
def _part_step(first: str, last: str) -> Step:
    """Choose some of the flushes of a suit, told by their ends."""
    label = text("netsuzo-flush-part", first=_five_ranks(first), last=_five_ranks(last))
    return text("netsuzo-choose-part"), Choice(first, label)


@cache
def _flush_step(ranks: str) -> Step:
    return text("netsuzo-choose-flush"), Choice(ranks, _five_ranks(ranks))


def _five_ranks(ranks: str) -> Text:
    names = zip(("rank", "second", "third", "fourth", "fifth"), map(_rank, ranks), strict=True)
    return Text("netsuzo-five-ranks", dict(names))


def _rank(rank: str) -> Rank:
    return Rank(rank, STANDARD.name)


def _suit(suit: str) -> Suit:
    return Suit(suit, STANDARD.name)


def _parts() -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the ranks of every flush with the first and last of its part; they agree in a rank or two."""
    flushes = dict.fromkeys(bid.ranks for bid in LADDER.bids if bid.kind == "flush")
    for _, same in groupby(flushes, key=lambda ranks: ranks[: 2 if ranks[0] in "AK" else 1]):
        left = list(same)
        while left:
            part, left = left[:MOST], left[MOST:]
            yield from ((ranks, (part[0], part[-1])) for ranks in part)


_PART_OF = dict(_parts())


def _steps(claim: Declare) -> list[Step]:
    """Break a declaration into choices."""
    ranks = claim.ranks
    if claim.kind == "flush":
        kind = _kind_step("flush", _part(_TOPS, ranks), claim.suit)
        return [kind, _part_step(*_PART_OF[ranks]), _flush_step(ranks)]
    if claim.kind == "twopair":
        kind = _kind_step("twopair", _part(_PAIRS, ranks))
        return [kind, _pairs_step(*ranks[:2]), _rank_step("kicker", ranks[2])]
    if claim.kind == "sflush":
        return [_kind_step("sflush", _part(_RUNS, ranks)), _sflush_step(ranks, claim.suit)]
    return [_kind_step(claim.kind), *map(_rank_step, _PROMPTS[claim.kind], ranks)]


def _part(parts: Sequence[str], ranks: str) -> str:
    """Find the part that a hand belongs to, by its first rank."""
    return next(part for part in parts if ranks[0] in part)


CLAIMS = BidMenu(LADDER, _steps)
"""The questions that lead to a declaration, as they are whatever is held."""


# --- with what is held --------------------------------------------------------------------------------


def ask_claim(view: NetsuzoView, chosen: tuple[str, ...]) -> Question | Move | None:
    """Say what comes next on the way to a declaration; choices tell what the own cards say to them."""
    last = last_claim(view)
    asked = CLAIMS.ask(last, chosen)
    if not isinstance(asked, Question):
        return asked
    if not chosen:
        return _with_details(asked, partial(_about_kind, _possible(view, last)))
    own = World((*view.hand, *view.open))
    about = partial(_about_choice, own, is_exact(view), last, chosen)
    return replace(_with_details(asked, about), preset=_preset(view, last, chosen, asked))


def _preset(view: NetsuzoView, last: Declare | None, chosen: tuple[str, ...], asked: Question) -> str:
    """Set the third answer to what the open cards, which everybody sees, suggest; the lowest of equals."""
    if len(chosen) < 2:
        return ""
    everybodys = tally(view.open)
    values = [choice.value for choice in asked.choices]
    claims = [CLAIMS.ask(last, (*chosen, value)) for value in values]
    there = [matching(claim, everybodys) for claim in claims if isinstance(claim, Declare)]
    return values[there.index(max(there))]


def _with_details(question: Question, about: Callable[[str], Text | None]) -> Question:
    return replace(
        question, choices=tuple([replace(choice, detail=about(choice.value)) for choice in question.choices])
    )


def _possible(view: NetsuzoView, last: Declare | None) -> frozenset[str]:
    return possible_kinds(view.open, len(view.hand), last, exact=is_exact(view))


def _about_kind(possible: frozenset[str], value: str) -> Text:
    kind = value.partition("-")[0]
    return text(f"netsuzo-kind-{kind}-about" if kind in possible else "netsuzo-kind-impossible")


def _about_choice(
    own: World, exact: bool, last: Declare | None, chosen: tuple[str, ...], value: str
) -> Text | None:
    """Tell how close the own cards come to the declaration, or how many they have of a rank to choose."""
    leads_to = CLAIMS.ask(last, (*chosen, value))
    if isinstance(leads_to, Declare):
        how, count = closeness(leads_to, own, exact=exact)
        return text(f"netsuzo-claim-is-{how}", count=count)
    if chosen[0].startswith(("flush", "sflush")):
        return None
    return text("netsuzo-have", count=sum([own.have.counts[RANKS.index(rank)] for rank in value]))
