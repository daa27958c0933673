"""The words and pictures of Netsuzo Poker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.poker import bid_args, by_rank
from games.core.presentation import Board, Cloth, Face, Ink, Row, Stamp, Tag, backs, faces
from games.core.words import Cards, Rank, Seat, Text, text
from games.netsuzo.hands import BY_NOTATION, DECLARATION_ORDER, best, count_cards, deciding_cards
from games.netsuzo.rules import Accepted, Drawn, NetsuzoView, Showdown

# --- words --------------------------------------------------------------------------------------------------
# Texts for the declarations, cards and chips of Netsuzo Poker.

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


@cache
def brief_declaration_text(notation: str) -> Text:
    """Return a declaration's text for a line with all declarations of a hand, given its notation."""
    declaration = BY_NOTATION[notation]
    if declaration.kind == "flush":
        return chip_declaration_text(notation)
    return Text(f"netsuzo-brief-{declaration.kind}", bid_args(declaration))


def chip_declaration_text(notation: str) -> Text:
    """Return a declaration's text for a small label in a picture, given its notation."""
    declaration = short_declaration_text(notation)
    if declaration.key == "netsuzo-short-flush":
        return Text("netsuzo-chip-flush", declaration.args)
    return declaration


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


def chips_signs(view: NetsuzoView, seat: int) -> Text:
    """Return a seat's chips in a sentence, as the strip of a decision shows them."""
    return text("netsuzo-chips-signs", reds=view.reds[seat], blues=view.blues[seat])


def showdown_text(showdown: Showdown) -> Text:
    """Return a sentence on a showdown: which seat rejected, and whether the declaration was true."""
    key = "netsuzo-showdown-true" if showdown.is_true else "netsuzo-showdown-false"
    return text(key, rejecter=Seat(showdown.rejecter), fact=fact_text(showdown))


def fact_text(showdown: Showdown) -> Text:
    """Return a sentence that says whether a declaration was true, and which hand the cards make."""
    declaration = BY_NOTATION[showdown.declaration]
    made, _ = deciding_cards(declaration, showdown.hand + showdown.open)
    # The cards make something higher than declared: true with the option "atleast", else not exact.
    if DECLARATION_ORDER.index_above(made) > DECLARATION_ORDER.index_above(declaration):
        truth = "better" if showdown.is_true else "inexact"
    else:
        truth = "true" if showdown.is_true else "false"
    return text(
        f"netsuzo-fact-{truth}",
        caller=Seat(showdown.caller),
        claim=declaration_text(showdown.declaration),
        made=declaration_text(str(made)),
    )


# --- pictures -----------------------------------------------------------------------------------------------
# The pictures of Netsuzo Poker: the table, a seat's own cards, a showdown.
#
# Source: netsuzo.md, section "What is open".

DECLARATIONS_LISTED = 3
"""Number of a hand's last declarations that a crowded table shows."""

CLOTH: Cloth = "parlour"
"""The look of the table."""

SEATS_WITH_CLAIMS = 8
"""Number of seats up to which the table shows each seat's last declaration; above it only the latest ones."""

FEW = 4
LARGE = 7
MANY = 10
"""Numbers of cards (or seats) up to which a picture has room.

``FEW``: of a larger hand in the last showdown, only the cards that count are drawn. At a table with more
seats, the number of discards is left out. ``LARGE``: if hand and open cards together are more, the open
cards are drawn small. ``MANY``: a larger hand is drawn small.
"""


def table_board(view: NetsuzoView) -> Board:
    """Return the table's picture: the open cards, every seat, and the last showdown."""
    seats = [_seat_row(view, seat) for seat in range(view.seats)]
    if view.shown and view.stage in ("deal", "over"):
        return _board(showdown_rows(view.shown) + seats)
    rows: list[Row] = []
    if view.open:
        discards = 0 if view.seats > FEW else view.discards
        piles = text("netsuzo-piles", pile=view.pile, discards=discards)
        rows.append(_open_row(view.open, note=piles))
    rows += seats
    if view.shown:
        rows.append(_last_shown_row(view.shown))
    return _board(rows)


def hand_board(view: NetsuzoView) -> Board:
    """Return the picture of the viewer's hand and the open cards. The best five cards are framed."""
    five: tuple[Card, ...] = ()
    if view.hand:
        cards = view.hand + view.open
        _, five = deciding_cards(best(count_cards(cards)), cards)
    rows = list(_hand_rows(view, five))
    rows.append(replace(_open_row(view.open, five), is_small=len(view.hand) + len(view.open) > LARGE))
    return _board(rows)


def last_showdown_board(view: NetsuzoView) -> Board | None:
    """Return the picture of the last showdown in one small row; ``None`` if there was none."""
    if view.shown is None:
        return None
    return _board([_last_shown_row(view.shown)])


def showdown_board(view: NetsuzoView, showdown: Showdown) -> Board:
    """Return the picture of a showdown with the chips lost and won."""
    rows = showdown_rows(showdown)
    # The seat that loses no chip has won the showdown.
    if showdown.loser == showdown.caller:
        winner = showdown.rejecter
    else:
        winner = showdown.caller
    for seat in (showdown.caller, showdown.rejecter):
        tags: tuple[Tag, ...] = ()
        if seat == showdown.loser:
            tags = (Tag(text("netsuzo-note-lost")),)
        elif not showdown.is_true:
            tags = (Tag(text("netsuzo-note-won")),)
        rows.append(replace(_chips_row(view, seat), is_won=seat == winner, win_kind="judgement", tags=tags))
    if showdown.is_true:
        stamp = Stamp(text("stamp-true"), "good")
    else:
        stamp = Stamp(text("stamp-lie"), "bad")
    return replace(_board(rows), stamp=stamp)


def covered_board(showdown: Showdown) -> Board:
    """Return the picture before a showdown: the hand face down, the declaration, and the open cards."""
    title = text("netsuzo-row-shown", seat=Seat(showdown.caller))
    hand = by_rank(showdown.hand)
    # The first half of the hand is turned over first, then the rest; a single card at once.
    half = len(hand) // 2 or 1
    first_turned = tuple([Face(card, turn=1) for card in hand[:half]])
    turned = first_turned + tuple([Face(card, turn=2) for card in hand[half:]])
    declaration = Tag(chip_declaration_text(showdown.declaration), "hot")
    return _board([Row(title, (turned,), tags=(declaration,)), _open_row(showdown.open)])


def showdown_rows(showdown: Showdown) -> list[Row]:
    """Return two rows with the shown hand and the open cards. The five deciding cards are framed."""
    _, five = deciding_cards(BY_NOTATION[showdown.declaration], showdown.hand + showdown.open)
    title = text("netsuzo-row-shown", seat=Seat(showdown.caller))
    declaration = Tag(chip_declaration_text(showdown.declaration))
    note = text("netsuzo-note-true" if showdown.is_true else "netsuzo-note-false")
    return [
        Row(title, (faces(by_rank(showdown.hand), hot=five),), note, tags=(declaration,)),
        _open_row(showdown.open, five),
    ]


# --- rows ---------------------------------------------------------------------------------------------


def _board(rows: Sequence[Row]) -> Board:
    return Board(STANDARD.name, tuple(rows), cloth=CLOTH)


def _open_row(cards: Sequence[Card], five: Sequence[Card] = (), note: Text | None = None) -> Row:
    return Row(text("netsuzo-row-open"), (faces(cards, hot=five),), note)


def _chips_row(view: NetsuzoView, seat: int) -> Row:
    if not view.reds[seat]:
        return Row(Seat(seat), note=chips_text(view, seat), is_out=True)
    discs: tuple[tuple[Ink, int], ...] = (("red", view.reds[seat]), ("blue", view.blues[seat]))
    return Row(Seat(seat), note=chips_text(view, seat), discs=discs)


def _seat_row(view: NetsuzoView, seat: int) -> Row:
    if view.all_hands and view.all_hands[seat]:
        cards = faces(by_rank(view.all_hands[seat]))
    else:
        cards = backs(view.sizes[seat])
    groups = (cards,) if view.reds[seat] and cards else ()
    row = replace(_chips_row(view, seat), groups=groups, is_small=True)
    if view.result is not None:
        return replace(row, is_won=seat in view.result.ranking[0])
    is_turn = isinstance(view.to_act, tuple) and seat in view.to_act
    own = [place for place, (caller, _) in enumerate(view.declared) if caller == seat]
    if not own or view.stage == "deal":
        return replace(row, is_turn=is_turn)
    # Only the latest declaration of the hand still counts.
    is_latest = own[-1] == len(view.declared) - 1
    if len(view.sizes) > SEATS_WITH_CLAIMS and own[-1] < len(view.declared) - DECLARATIONS_LISTED:
        return replace(row, is_turn=is_turn)
    declaration = Tag(chip_declaration_text(view.declared[own[-1]][1]), "hot" if is_latest else "")
    return replace(row, is_turn=is_turn, tags=(declaration,))


def _last_shown_row(showdown: Showdown) -> Row:
    hand, opened = showdown_rows(showdown)
    if len(showdown.hand) > FEW:
        # No room for all cards: keep the five that count.
        five = tuple([face for face in hand.cards + opened.cards if face.mark == "hot"])
        hand = replace(hand, groups=(five,))
        opened = replace(opened, groups=())
    return replace(
        hand,
        title=text("netsuzo-row-before", seat=Seat(showdown.caller)),
        groups=hand.groups + opened.groups,
        is_small=True,
    )


def _hand_rows(view: NetsuzoView, five: Sequence[Card]) -> Iterator[Row]:
    taken: tuple[Card, ...] = ()
    news = view.news if view.is_my_turn else ()
    for event in news:
        if isinstance(event, Accepted) and event.seat == view.seat and event.cards:
            taken = event.cards
            title = text("netsuzo-row-taken", seat=Seat(event.giver))
    # Cards that have just come are marked, so that nobody has to compare.
    drawn = {event.card for event in news if isinstance(event, Drawn) and event.card}
    own = []
    for face in faces(by_rank([card for card in view.hand if card not in taken]), hot=five):
        if face.card in drawn:
            # The text says what the framed cards make, so a drawn card among them keeps its frame.
            face = replace(face, mark=face.mark or "new")
        own.append(face)
    is_small = len(view.hand) > MANY
    yield Row(text("netsuzo-row-hand"), (tuple(own),) if own else (), is_small=is_small)
    if taken:
        yield Row(title, (faces(by_rank(taken), hot=five),), is_small=is_small)
