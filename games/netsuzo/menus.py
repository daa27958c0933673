"""Declarations in at most three questions (netsuzo.md, Declarations); and the card to discard.

The kind is chosen in a menu. What it needs besides is keys, a tap each, wherever a kind has few enough hands;
the last one plays. Both pairs are chosen together, and so are some flushes that stand beside each other, in
menus by their highest ranks; then the kicker, or the flush itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.menu import BidMenu
from games.core.moves import Move
from games.core.poker import RANKS, by_rank
from games.core.questions import Choice, Part, Question
from games.core.words import Rank, Suit, Text, text
from games.netsuzo.hands import tally
from games.netsuzo.moves import DISCARDS, LADDER, Declare
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.belief import is_exact
from games.netsuzo.strategy.plausible import possible_kinds
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

_SETS = ("pair", "twopair", "trips", "full", "quads")
"""Kinds of which it counts how many of a rank there are."""

_FLUSHES = ("789T", "JQ", "K", "A", "AK")
"""The highest ranks of the flushes that stand in one menu; those with ace and king have one of their own."""

KEYS = 15
"""So many flushes are asked for together by keys."""

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


_KIND = text("netsuzo-choose-kind")


@cache
def _kind_step(kind: str, suit: str = "") -> Step:
    if kind == "flush":
        return _KIND, Choice(f"flush-{suit}", text("netsuzo-kind-flush", suit=_suit(suit)))
    return _KIND, Choice(kind, text(f"netsuzo-kind-{kind}"))


def _key_step(prompt: str, value: str, label: Text, row: int = 5) -> Step:
    title = text(f"netsuzo-choose-{prompt}")
    return title, Choice(value, label, None, Part(title, row))


@cache
def _rank_step(prompt: str, rank: str) -> Step:
    return _key_step(prompt, rank, text("netsuzo-rank", rank=_rank(rank)))


@cache
def _suit_step(suit: str) -> Step:
    return _key_step("suit", suit, text("netsuzo-suit", suit=_suit(suit)), 2)


@cache
def _pairs_step(high: str, low: str) -> Step:
    label = text("netsuzo-both-pairs", high=_rank(high), low=_rank(low))
    ranks = next(ranks for ranks in _PAIRS if high in ranks)
    span = ("one", "two", "many")[min(len(ranks), 3) - 1]
    title = text("netsuzo-part-pairs", low=_rank(ranks[0]), high=_rank(ranks[-1]), span=span)
    return text("netsuzo-choose-pairs"), Choice(high + low, label, None, Part(title))


@cache
def _part_step(first: str, last: str) -> Step:
    """Choose some of the flushes of a suit, told by their ends."""
    label = text("netsuzo-flush-part", first=_five_ranks(first), last=_five_ranks(last))
    title = text("netsuzo-part-flush", ranks=_menu_of(first))
    return text("netsuzo-choose-part"), Choice(first, label, None, Part(title))


@cache
def _flush_step(ranks: str) -> Step:
    return _key_step("flush", ranks, _five_ranks(ranks), 3)


def _five_ranks(ranks: str) -> Text:
    names = zip(("rank", "second", "third", "fourth", "fifth"), map(_rank, ranks), strict=True)
    return Text("netsuzo-five-ranks", dict(names))


def _rank(rank: str) -> Rank:
    return Rank(rank, STANDARD.name)


def _suit(suit: str) -> Suit:
    return Suit(suit, STANDARD.name)


def _menu_of(ranks: str) -> str:
    """Name the menu that a flush belongs to."""
    return "AK" if ranks.startswith("AK") else next(tops for tops in _FLUSHES if ranks[0] in tops)


def _parts() -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the ranks of every flush with the first and last of those asked for together."""
    flushes = dict.fromkeys(bid.ranks for bid in LADDER.bids if bid.kind == "flush")
    for _, same in groupby(flushes, key=_menu_of):
        left = list(same)
        while left:
            part, left = left[:KEYS], left[KEYS:]
            yield from ((ranks, (part[0], part[-1])) for ranks in part)


_PART_OF = dict(_parts())


def _steps(claim: Declare) -> list[Step]:
    """Break a declaration into choices."""
    ranks = claim.ranks
    if claim.kind == "flush":
        return [_kind_step("flush", claim.suit), _part_step(*_PART_OF[ranks]), _flush_step(ranks)]
    kind = _kind_step(claim.kind)
    if claim.kind == "twopair":
        return [kind, _pairs_step(*ranks[:2]), _rank_step("kicker", ranks[2])]
    if claim.kind == "sflush":
        return [kind, _rank_step("top", ranks), _suit_step(claim.suit)]
    return [kind, *map(_rank_step, _PROMPTS[claim.kind], ranks)]


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
        about = partial(_with_about, _possible(view, last))
    elif asked.plays:
        about = partial(_with_truth, World((*view.hand, *view.open)), is_exact(view), last, chosen)
    elif chosen[0] in _SETS:
        about = partial(_with_count, tally((*view.hand, *view.open)).counts)
    else:
        return asked
    return replace(asked, choices=tuple([about(choice) for choice in asked.choices]))


def _possible(view: NetsuzoView, last: Declare | None) -> frozenset[str]:
    return possible_kinds(view.open, len(view.hand), last, exact=is_exact(view))


def _with_about(possible: frozenset[str], choice: Choice) -> Choice:
    """Say what a kind is, or that nobody could have it."""
    kind = choice.value.partition("-")[0]
    about = f"netsuzo-kind-{kind}-about" if kind in possible else "netsuzo-kind-impossible"
    return replace(choice, detail=text(about))


def _with_truth(
    own: World, exact: bool, last: Declare | None, chosen: tuple[str, ...], choice: Choice
) -> Choice:
    """Mark a key that declares what the own cards make."""
    claim = CLAIMS.ask(last, (*chosen, choice.value))
    is_true = isinstance(claim, Declare) and own.makes(claim, exact)
    return replace(choice, label=text("netsuzo-key-true", label=choice.label)) if is_true else choice


def _with_count(counts: Sequence[int], choice: Choice) -> Choice:
    """Tell how many there are of a rank to choose, or of both ranks of two pairs."""
    count = sum([counts[RANKS.index(rank)] for rank in choice.value])
    if choice.part is None or not choice.part.is_keys:
        return replace(choice, detail=text("netsuzo-have", count=count))
    return (
        replace(choice, label=text("netsuzo-key-count", label=choice.label, count=count)) if count else choice
    )
