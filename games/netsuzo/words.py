"""Texts for the declarations, cards and chips of Netsuzo Poker."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.core.cards import STANDARD, Card
from games.core.poker import bid_args
from games.core.words import Cards, Rank, Seat, Text, text
from games.netsuzo.hands import deciding_cards
from games.netsuzo.moves import BY_NOTATION, DECLARATION_ORDER
from games.netsuzo.state import NetsuzoView, Showdown

IN_PLAY = len(STANDARD.cards) - 4
"""Number of cards that are not open: all cards of the deck except four."""


@cache
def declaration_text(notation: str) -> Text:
    """Return the text of a declaration in notation."""
    declaration = BY_NOTATION[notation]
    if declaration.kind == "flush":
        return text(
            "netsuzo-claim-flush", cards=cards_of([rank + declaration.suit for rank in declaration.ranks])
        )
    return Text(f"netsuzo-claim-{declaration.kind}", bid_args(declaration))


_SHORTER = ("pair", "twopair", "trips", "straight", "full", "quads")
"""Kinds without a suit that have a shorter text for narrow places."""


@cache
def short_declaration_text(notation: str) -> Text:
    """Return a declaration's text for a button, given its notation."""
    declaration = BY_NOTATION[notation]
    if declaration.kind == "flush":
        names = ("rank", "second", "third", "fourth", "fifth")
        ranks = zip(names, [Rank(rank, STANDARD.name) for rank in declaration.ranks], strict=True)
        return Text("netsuzo-short-flush", {"suit": declaration.suit, **dict(ranks)})
    if declaration.kind == "sflush":
        return text("netsuzo-short-sflush", card=cards_of([declaration.ranks + declaration.suit]))
    if declaration.kind not in _SHORTER:
        return declaration_text(notation)
    return Text(f"netsuzo-short-{declaration.kind}", bid_args(declaration))


def chip_declaration_text(notation: str) -> Text:
    """Return a declaration's text for a small label in a picture, given its notation."""
    declaration = short_declaration_text(notation)
    return (
        Text("netsuzo-chip-flush", declaration.args)
        if declaration.key == "netsuzo-short-flush"
        else declaration
    )


def cards_of(cards: Sequence[Card]) -> Cards:
    """Return cards as an argument for translated texts."""
    return Cards(tuple(cards), STANDARD.name)


def hand_size_at(earlier_declarations: int) -> int:
    """Return the number of cards that a seat held when it made a declaration.

    Source: netsuzo.md, section "A hand", step 4.

    Args:
        earlier_declarations: number of earlier declarations since the deal.
    """
    # Each acceptance adds one card to the hand that is passed on, up to all cards in play.
    return min(earlier_declarations + 1, IN_PLAY)


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
    declaration = BY_NOTATION[showdown.declaration]
    made, _ = deciding_cards(declaration, (*showdown.hand, *showdown.open))
    # The cards make something higher than declared: true with the option "atleast", else not exact.
    truth = "true" if showdown.is_true else "false"
    if made != declaration and DECLARATION_ORDER.index_above(made) > DECLARATION_ORDER.index_above(
        declaration
    ):
        truth = "better" if showdown.is_true else "inexact"
    return text(
        f"netsuzo-fact-{truth}",
        caller=Seat(showdown.caller),
        claim=declaration_text(showdown.declaration),
        made=declaration_text(str(made)),
    )
