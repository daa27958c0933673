"""The pictures of Netsuzo Poker: the table, one's own cards, a showdown (netsuzo.md, What is open)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.core.cards import STANDARD, Card
from games.core.poker import by_rank
from games.core.presentation import Board, Chip, Ink, Row, backs, faces
from games.core.words import Seat, Text, text
from games.netsuzo.events import Accepted, Drawn, Showdown
from games.netsuzo.hands import best, evidence, tally
from games.netsuzo.moves import BY_NOTATION
from games.netsuzo.state import NetsuzoView
from games.netsuzo.words import chip_claim, chips_text, held_at, short_claim

DECLARATIONS_LISTED = 3
"""Limit of a hand's declarations in a panel, the last ones; the table shows each seat's last."""

FEW, LARGE, MANY = 4, 7, 10
"""A hand of more cards than the last is drawn small; so are the open ones beside one with which they are more
than the second. Of the last showdown's hand, where it is larger than the first, only what counts is shown;
with more seats than that there is no room for what is discarded beside the pile."""


def table_board(view: NetsuzoView) -> Board:
    """Show the open cards and every seat in its place, and how the last showdown went."""
    seats = [_seat_row(view, seat) for seat in range(view.seats)]
    if view.shown and view.stage in ("deal", "over"):
        return _board([*showdown_rows(view.shown), *seats])
    piles = text("netsuzo-piles", pile=view.pile, discards=0 if view.seats > FEW else view.discards)
    rows = [_open_row(view.open, note=piles), *seats] if view.open else seats
    if view.shown:
        rows.append(_shown_before(view.shown))
    return _board(rows)


def hand_board(view: NetsuzoView) -> Board:
    """Show a hand, and the open cards that it counts with."""
    five: tuple[Card, ...] = ()
    if view.hand:
        cards = (*view.hand, *view.open)
        _, five = evidence(best(tally(cards)), cards)
    opened = replace(_open_row(view.open, five), is_small=len(view.hand) + len(view.open) > LARGE)
    return _board([*_hand_rows(view, five), opened])


def claims_board(view: NetsuzoView) -> Board | None:
    """Show the last declarations of the hand, and how many cards the hand had with each."""
    if not view.declared:
        return None
    row = Row(text("netsuzo-row-claims"), chips=tuple(_claim_chips(view)), is_small=True)
    return _board([row])


def last_board(view: NetsuzoView) -> Board | None:
    """Keep the last showdown in sight, in one small row."""
    return None if view.shown is None else _board([_shown_before(view.shown)])


def moment_board(view: NetsuzoView, shown: Showdown) -> Board:
    """Show what came to light, and below it what the two won or lost, the winner framed."""
    rows = showdown_rows(shown)
    winner = shown.rejecter if shown.loser == shown.caller else shown.caller
    for seat in (shown.caller, shown.rejecter):
        chips: tuple[Chip, ...] = ()
        if seat == shown.loser:
            chips = (Chip(text("netsuzo-note-lost")),)
        elif not shown.is_true:
            chips = (Chip(text("netsuzo-note-won")),)
        discs: tuple[tuple[Ink, int], ...] = (("red", view.reds[seat]), ("blue", view.blues[seat]))
        note = chips_text(view, seat)
        rows.append(Row(Seat(seat), (), note, is_won=seat == winner, chips=chips, discs=discs))
    return _board(rows)


def covered_board(shown: Showdown) -> Board:
    """Show the hand that is about to be shown face down, the declaration, and the open cards."""
    title = text("netsuzo-row-shown", seat=Seat(shown.caller))
    claim = Chip(chip_claim(shown.declaration))
    return _board(
        [Row(title, (backs(len(shown.hand)),), chips=(claim,), is_small=True), _open_row(shown.open)]
    )


def showdown_rows(shown: Showdown) -> list[Row]:
    """Show the hand with the open cards it lay beside; the five that make something stand out."""
    _, five = evidence(BY_NOTATION[shown.declaration], (*shown.hand, *shown.open))
    title = text("netsuzo-row-shown", seat=Seat(shown.caller))
    claim = Chip(chip_claim(shown.declaration))
    note = text("netsuzo-note-true" if shown.is_true else "netsuzo-note-false")
    return [
        Row(title, (faces(by_rank(shown.hand), hot=five),), note, chips=(claim,)),
        _open_row(shown.open, five),
    ]


# --- rows ---------------------------------------------------------------------------------------------


def _board(rows: Sequence[Row]) -> Board:
    return Board(STANDARD.name, tuple(rows))


def _open_row(cards: Sequence[Card], five: Sequence[Card] = (), note: Text | None = None) -> Row:
    return Row(text("netsuzo-row-open"), (faces(cards, hot=five),), note)


def _seat_row(view: NetsuzoView, seat: int) -> Row:
    """Show a seat: how many cards, which chips, what it declared last; when all is over, its cards."""
    known = view.all_hands[seat] if view.all_hands else ()
    cards = faces(by_rank(known)) if known else backs(view.sizes[seat])
    discs: tuple[tuple[Ink, int], ...] = (("red", view.reds[seat]), ("blue", view.blues[seat]))
    groups = (cards,) if view.reds[seat] and cards else ()
    row = Row(Seat(seat), groups, chips_text(view, seat), is_small=True, discs=discs)
    if view.result is not None:
        return replace(row, is_won=seat in view.result.ranking[0])
    is_turn = isinstance(view.to_act, tuple) and seat in view.to_act
    own = [place for place, (caller, _) in enumerate(view.declared) if caller == seat]
    if not own or view.stage == "deal":
        return replace(row, is_turn=is_turn)
    stands = own[-1] == len(view.declared) - 1
    claim = Chip(chip_claim(view.declared[own[-1]][1]), "hot" if stands else "")
    return replace(row, is_turn=is_turn, chips=(claim,))


def _shown_before(shown: Showdown) -> Row:
    hand, opened = showdown_rows(shown)
    if len(shown.hand) > FEW:
        counts = tuple([face for row in (hand, opened) for face in row.cards if face.mark == "hot"])
        hand, opened = replace(hand, groups=(counts,)), replace(opened, groups=())
    return replace(
        hand,
        title=text("netsuzo-row-before", seat=Seat(shown.caller)),
        groups=hand.groups + opened.groups,
        is_small=True,
    )


def _hand_rows(view: NetsuzoView, five: Sequence[Card]) -> Iterator[Row]:
    """Show the own hand; on one's turn apart from it what was just taken over, and marked what was drawn."""
    taken: tuple[Card, ...] = ()
    news = view.news if view.is_my_turn else ()
    for event in news:
        if isinstance(event, Accepted) and event.seat == view.seat and event.cards:
            taken = event.cards
            title = text("netsuzo-row-taken", seat=Seat(event.giver))
    drawn = {event.card for event in news if isinstance(event, Drawn) and event.card}
    own = faces(by_rank([card for card in view.hand if card not in taken]), hot=five)
    own = tuple([replace(face, mark="new") if face.card in drawn else face for face in own])
    is_small = len(view.hand) > MANY
    yield Row(text("netsuzo-row-hand"), (own,) if own else (), is_small=is_small)
    if taken:
        yield Row(title, (faces(by_rank(taken), hot=five),), is_small=is_small)


def _claim_chips(view: NetsuzoView) -> Iterator[Chip]:
    earlier = max(0, len(view.declared) - DECLARATIONS_LISTED)
    if earlier:
        yield Chip(text("netsuzo-chip-earlier", count=earlier))
    for place, (seat, claim) in list(enumerate(view.declared))[earlier:]:
        said = text("netsuzo-chip-claim", seat=Seat(seat), claim=short_claim(claim), cards=held_at(place))
        yield Chip(said, "hot" if place == len(view.declared) - 1 else "")
