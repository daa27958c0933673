"""A table of Tomoefuda as a picture: tricks with their owners, open hands, the points of each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import TOMOE, Card
from games.core.presentation import Board, Chip, Face, Mark, Row, faces
from games.core.seats import clockwise
from games.core.words import Seat, Text, text
from games.tomoe.menus import Outlooks, outlook_text
from games.tomoe.state import TomoeView
from games.tomoe.tricks import METAL, PAIRS, RANK, SEATS, SUIT, Trick, role
from games.tomoe.words import back_text, plain, points_by_game, points_text

LEVELS = ("lower", "front", "back")
"""What a card may be in a trick, from weak to strong."""

Groups: TypeAlias = tuple[tuple[Face, ...], ...]


def table_board(view: TomoeView) -> Board | None:
    """Draw the trick and below it the open hands, each seat in its place; after a game the points."""
    if not view.number:
        return None
    if not isinstance(view.to_act, tuple):
        return Board(TOMOE.name, (*sheet_rows(view), _last_row(view)))
    return Board(TOMOE.name, (*_top(view), *(_seat_row(view, seat) for seat in range(SEATS))))


def moment_board(view: TomoeView, trick: Trick) -> Board:
    """Draw a trick that has just been won: how strong each card is, and the points where a game is over."""
    title = text("tomoe-row-trick", number=len(view.tricks), tricks=hand_size(view))
    row = replace(trick_row(trick), title=title)
    is_ended = not isinstance(view.to_act, tuple)
    return Board(TOMOE.name, (row, *(sheet_rows(view) if is_ended else ())))


def trick_row(trick: Trick) -> Row:
    """Lay out a trick that was won, each card with its owner and how strong it was."""
    places = zip(trick.cards, strengths(trick), clockwise(trick.leader, SEATS), strict=True)
    shown = [
        Face(card, _mark(card, trick), text("tomoe-place", place=place, seat=Seat(seat)))
        for card, place, seat in places
    ]
    return Row(text("tomoe-tale-trick"), _apart(shown), text("tomoe-note-strength"))


def hand_board(view: TomoeView, allowed: Sequence[Card], known: Outlooks) -> Board:
    """Draw one's own hand and points.

    Args:
        view: the view of a seat.
        allowed: the cards that it may play now; none when it is not to act.
        known: what becomes of the running trick with each of them.
    """
    assert view.seat is not None
    parts = (("tomoe-row-open", view.open[view.seat]), ("tomoe-row-hidden", view.hidden))
    own = [Row(text(key), _hand_groups(cards, allowed, known)) for key, cards in parts if cards]
    own[0] = replace(own[0], note=_points(view, view.seat, hidden=0))
    return Board(TOMOE.name, tuple(own))


def panel_board(view: TomoeView) -> Board:
    """Draw what decides beside one's own hand: the running trick; before one leads the others' open hands."""
    assert view.seat is not None
    if view.trick:
        return Board(TOMOE.name, (_trick_row(view),))
    left, right = clockwise(view.seat, SEATS)[1:]
    rows = [replace(_seat_row(view, seat), note=_brief(view, seat), is_small=True) for seat in (left, right)]
    return Board(TOMOE.name, tuple(rows))


def last_board(view: TomoeView) -> Board | None:
    """Keep the last trick in sight, in one small row."""
    return Board(TOMOE.name, (replace(_last_row(view), is_small=True),)) if view.tricks else None


def hidden_row(view: TomoeView) -> Row | None:
    """Lay a seat's hidden cards open, from its own view; its open ones are in every picture."""
    if view.seat is None or not view.hidden:
        return None
    return Row(Seat(view.seat), _by_pairs(view.hidden), text("tomoe-note-hidden"))


def sheet_rows(view: TomoeView) -> tuple[Row, ...]:
    """List the points of each game by seat; once the match is over the winner stands first, framed."""
    seats = [seat for group in view.result.ranking for seat in group] if view.result else range(SEATS)
    best = view.result.ranking[0] if view.result else ()
    return tuple(
        Row(
            Seat(seat),
            note=points_text(view.totals[seat]),
            is_won=seat in best,
            chips=tuple(
                Chip(text("tomoe-chip", number=number, points=made))
                for number, made in enumerate(points_by_game(view, seat), 1)
            ),
        )
        for seat in seats
    )


def strengths(trick: Trick) -> tuple[int, ...]:
    """Say of each card of a trick, in the order played, how strong it was: 1 for the strongest.

    Two lower cards of different suits are not compared, so both are second (tomoe.md, Who wins a trick).
    """
    front = SUIT[trick.cards[0]]
    is_even = trick.case == "two-lower"
    worth = [(LEVELS.index(role(front, SUIT[card])), 0 if is_even else RANK[card]) for card in trick.cards]
    return tuple(1 + sum(other > own for other in worth) for own in worth)


def hand_size(view: TomoeView) -> int:
    """Count the cards that each seat is dealt, and so the tricks of a game."""
    return len(view.deck) // SEATS


# --- rows -----------------------------------------------------------------------------------------------


def _top(view: TomoeView) -> tuple[Row, ...]:
    """Show the running trick and small the last one; before its first card that alone; at first nothing."""
    last = (_last_row(view),) if view.tricks else ()
    return (_trick_row(view), *[replace(row, is_small=True) for row in last]) if view.trick else last


def _trick_row(view: TomoeView) -> Row:
    """Show the running trick in the order played, each card with its owner."""
    title = text("tomoe-row-trick", number=len(view.tricks) + 1, tricks=hand_size(view))
    shown = _owned(view.trick, view.lead)
    shown[-1] = replace(shown[-1], mark="new")
    return Row(title, _apart(shown), back_text(view.trick[0]))


def _last_row(view: TomoeView) -> Row:
    """Show the last trick, the card that won it framed."""
    trick = view.tricks[-1]
    shown = [replace(face, mark=_mark(face.card, trick)) for face in _owned(trick.cards, trick.leader)]
    return Row(text("tomoe-row-last"), _apart(shown))


def _seat_row(view: TomoeView, seat: int) -> Row:
    note = _points(view, seat, view.hidden_counts[seat])
    return Row(Seat(seat), _by_pairs(view.open[seat]), note, view.to_act == (seat,))


def _points(view: TomoeView, seat: int, hidden: int) -> Text:
    """Tell a seat's points of this game, of the match where that is more, and how many cards it hides."""
    points, total = view.points[seat], view.totals[seat]
    if view.number == 1:
        return text("tomoe-note", points=points_text(points), hidden=hidden)
    return text("tomoe-note-match", points=plain(points), total=plain(total), hidden=hidden)


def _brief(view: TomoeView, seat: int) -> Text:
    """Tell a seat's points as ``_points`` does, in few letters."""
    points, total = view.points[seat], plain(view.totals[seat])
    if view.number == 1:
        return points_text(points)
    return text("tomoe-note-brief", points=plain(points), total=total)


# --- cards ----------------------------------------------------------------------------------------------


def _owned(cards: Sequence[Card], leader: int) -> list[Face]:
    return [
        Face(card, caption=Seat(seat)) for card, seat in zip(cards, clockwise(leader, SEATS), strict=False)
    ]


def _mark(card: Card, trick: Trick) -> Mark:
    return "hot" if card == trick.card else ""


def _apart(shown: Sequence[Face]) -> Groups:
    return tuple((face,) for face in shown)


def _by_pairs(cards: Sequence[Card], dim: bool = False) -> Groups:
    """Group cards by pairs of suits, metals last."""
    groups = [[card for card in cards if SUIT[card] != METAL and SUIT[card] in pair] for pair in PAIRS]
    groups.append([card for card in cards if SUIT[card] == METAL])
    return tuple(faces(group, dim=group if dim else ()) for group in groups if group)


def _hand_groups(cards: Sequence[Card], allowed: Sequence[Card], known: Outlooks) -> Groups:
    """Put the playable cards first, with what they would do, and dim the others; off turn nothing is dim."""
    others = [card for card in cards if card not in allowed] if allowed else []
    first = _by_pairs([card for card in cards if card not in others])
    captioned = [
        tuple([replace(face, caption=outlook_text(known, face.card)) for face in group]) for group in first
    ]
    return (*captioned, *_by_pairs(others, dim=True))
