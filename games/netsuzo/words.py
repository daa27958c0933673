"""Texts for the declarations, cards and chips of Netsuzo Poker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import STANDARD, Card
from games.core.poker import bid_args
from games.core.words import Cards, Rank, Seat, Text, text
from games.netsuzo.hands import evidence
from games.netsuzo.moves import BY_NOTATION, LADDER
from games.netsuzo.state import NetsuzoView, Showdown

IN_PLAY = len(STANDARD.cards) - 4
"""Number of cards that are not open: all cards of the deck except four."""


@cache
def claim_text(notation: str) -> Text:
    """Return the text of a declaration in notation."""
    claim = BY_NOTATION[notation]
    if claim.kind == "flush":
        return text("netsuzo-claim-flush", cards=cards_of([rank + claim.suit for rank in claim.ranks]))
    return Text(f"netsuzo-claim-{claim.kind}", bid_args(claim))


_SHORTER = ("pair", "twopair", "trips", "straight", "full", "quads")
"""Kinds without a suit that have a shorter text for narrow places."""


@cache
def short_claim(notation: str) -> Text:
    """Return the text of a declaration (in notation) that fits on a chip or a button."""
    claim = BY_NOTATION[notation]
    if claim.kind == "flush":
        names = ("rank", "second", "third", "fourth", "fifth")
        ranks = zip(names, [Rank(rank, STANDARD.name) for rank in claim.ranks], strict=True)
        return Text("netsuzo-short-flush", {"suit": claim.suit, **dict(ranks)})
    if claim.kind == "sflush":
        return text("netsuzo-short-sflush", card=cards_of([claim.ranks + claim.suit]))
    if claim.kind not in _SHORTER:
        return claim_text(notation)
    return Text(f"netsuzo-short-{claim.kind}", bid_args(claim))


def chip_claim(notation: str) -> Text:
    """Return the text of a declaration for a small label in a picture. A flush is shown by its five cards
    alone.
    """
    claim = short_claim(notation)
    return Text("netsuzo-chip-flush", claim.args) if claim.key == "netsuzo-short-flush" else claim


def cards_of(cards: Sequence[Card]) -> Cards:
    """Return cards of the standard deck as a value that translated texts can print."""
    return Cards(tuple(cards), STANDARD.name)


def hand_size_at(earlier_claims: int) -> int:
    """Return the number of cards that a seat held when it made a declaration.

    Source: netsuzo.md, section "A hand", step 4.

    ``earlier_claims`` is the number of earlier declarations since the deal.
    """
    # Each acceptance adds one card to the hand that is passed on, up to all cards in play.
    return min(earlier_claims + 1, IN_PLAY)


def chips_text(view: NetsuzoView, seat: int) -> Text:
    """Return the text of a seat's chips."""
    if not view.reds[seat]:
        return text("netsuzo-chips-out", blues=view.blues[seat])
    return text("netsuzo-chips", reds=view.reds[seat], blues=view.blues[seat])


def showdown_text(showdown: Showdown) -> Text:
    """Return a sentence on a showdown: which seat rejected, and whether the declaration was true."""
    key = f"netsuzo-showdown-{'true' if showdown.is_true else 'false'}"
    return text(key, rejecter=Seat(showdown.rejecter), fact=fact_text(showdown))


def fact_text(showdown: Showdown) -> Text:
    """Return a sentence that says whether a declaration was true, and which hand the cards make."""
    claim = BY_NOTATION[showdown.declaration]
    made, _ = evidence(claim, (*showdown.hand, *showdown.open))
    # The cards make something higher than declared: true with the option "atleast", else not exact.
    truth = "true" if showdown.is_true else "false"
    if made != claim and LADDER.index_above(made) > LADDER.index_above(claim):
        truth = "better" if showdown.is_true else "inexact"
    return text(
        f"netsuzo-fact-{truth}",
        caller=Seat(showdown.caller),
        claim=claim_text(showdown.declaration),
        made=claim_text(str(made)),
    )
