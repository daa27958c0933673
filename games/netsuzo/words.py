"""Declarations, cards and chips of Netsuzo Poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import STANDARD, Card
from games.core.poker import named
from games.core.words import Cards, Rank, Seat, Text, text
from games.netsuzo.events import Showdown
from games.netsuzo.hands import evidence
from games.netsuzo.moves import BY_NOTATION, LADDER, Declare
from games.netsuzo.state import NetsuzoView

IN_PLAY = len(STANDARD.cards) - 4
"""All cards but the open ones."""


@cache
def claim_text(notation: str) -> Text:
    """Put a declaration, given in notation, into words."""
    claim = BY_NOTATION[notation]
    if claim.kind == "flush":
        return text("netsuzo-claim-flush", cards=cards_of([rank + claim.suit for rank in claim.ranks]))
    return Text(f"netsuzo-claim-{claim.kind}", named(claim))


_SHORTER = ("pair", "twopair", "trips", "straight", "full", "quads")
"""Kinds that have shorter words where there is little room, besides those with a suit."""


@cache
def short_claim(notation: str) -> Text:
    """Put a declaration into words that fit on a chip or a button."""
    claim = BY_NOTATION[notation]
    if claim.kind == "flush":
        names = ("rank", "second", "third", "fourth", "fifth")
        ranks = zip(names, [Rank(rank, STANDARD.name) for rank in claim.ranks], strict=True)
        return Text("netsuzo-short-flush", {"suit": claim.suit, **dict(ranks)})
    if claim.kind == "sflush":
        return text("netsuzo-short-sflush", card=cards_of([claim.ranks + claim.suit]))
    if claim.kind not in _SHORTER:
        return claim_text(notation)
    return Text(f"netsuzo-short-{claim.kind}", named(claim))


def chip_claim(notation: str) -> Text:
    """Put a declaration into words for a narrow chip: five cards of one suit say that they are a flush."""
    claim = short_claim(notation)
    return Text("netsuzo-chip-flush", claim.args) if claim.key == "netsuzo-short-flush" else claim


def cards_of(cards: Sequence[Card]) -> Cards:
    """Print cards of the standard deck."""
    return Cards(tuple(cards), STANDARD.name)


def last_claim(view: NetsuzoView) -> Declare | None:
    """Give the declaration to beat, or to answer."""
    return BY_NOTATION[view.declared[-1][1]] if view.declared else None


def held_at(place: int) -> int:
    """Tell how many cards somebody held who made a hand's declaration (netsuzo.md, A hand, 4).

    Each acceptance adds one card to the hand that goes round, until it is all that is in play.

    Args:
        place: which declaration of the hand, from 0.
    """
    return min(place + 1, IN_PLAY)


def chips_text(view: NetsuzoView, seat: int) -> Text:
    """Tell a seat's chips."""
    if not view.reds[seat]:
        return text("netsuzo-chips-out", blues=view.blues[seat])
    return text("netsuzo-chips", reds=view.reds[seat], blues=view.blues[seat])


def showdown_text(shown: Showdown) -> Text:
    """Tell what a rejection brought to light: the verdict, and who pays and wins what."""
    claim = BY_NOTATION[shown.declaration]
    made, _ = evidence(claim, (*shown.hand, *shown.open))
    truth = "true" if shown.is_true else "false"
    if made != claim and LADDER.start_above(made) > LADDER.start_above(claim):
        truth = "better" if shown.is_true else "inexact"
    return text(
        f"netsuzo-showdown-{truth}",
        caller=Seat(shown.caller),
        rejecter=Seat(shown.rejecter),
        claim=claim_text(shown.declaration),
        made=claim_text(str(made)),
    )
