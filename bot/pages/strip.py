"""The strip in a panel: in words, what a decision needs to know of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.language import Localizer, encoded
from bot.pages.claims import unbroken
from bot.tables.snapshot import Snapshot
from games.core.presentation import SeatSummary
from games.core.words import Text, yes_no


def turn_lines(snapshot: Snapshot, brief: Localizer, form: int, *, has_headline: bool) -> tuple[str, ...]:
    """Return that it is the person's turn, and the strip of seats.

    Args:
        brief: has the short names of the seats.
        form: of the strip, as for ``strip_lines``.
        has_headline: the turn has a line above the strip. Otherwise it stands for the reader's name. If seats
            have figures, the line always has those of the reader.
    """
    if not snapshot.is_my_turn:
        return ()
    printed = _printed_seats(snapshot, brief, form)
    seats = _in_one_line(printed)
    turn = f"**{brief('panel-turn-short')}**"
    if any(each.figures is not None for each in snapshot.strip):
        own, *others = printed
        # Numbers that all seats have in common stand beside the names of all.
        if not others:
            return (turn, *seats)
        own = turn + own.removeprefix(brief("strip-you"))
        # Seats have a line each where there is room.
        if form > 0:
            return (own, *[f"-# {each}" for each in others])
        return (own, f"-# {' → '.join(others)}")
    if has_headline:
        return (brief("panel-turn"), *seats)
    return (f"-# {turn}{''.join(seats).removeprefix('-# ').removeprefix(brief('strip-you'))}",)


def strip_lines(snapshot: Snapshot, brief: Localizer, form: int) -> tuple[str, ...]:
    """Return what a decision needs to know of each seat, in the order of play.

    Args:
        brief: has the short names of the seats.
        form: 1 has all; 0 leaves only the seats' open cards, or their numbers if they have none; -1 leaves
            the reader and the next seat; -2 leaves out all. Of seats with figures the last two forms leave
            these.
    """
    return _in_one_line(_printed_seats(snapshot, brief, form))


def _in_one_line(printed: Sequence[str]) -> tuple[str, ...]:
    return (f"-# {' → '.join(printed)}",) if printed else ()


def _printed_seats(snapshot: Snapshot, brief: Localizer, form: int) -> list[str]:
    if not snapshot.is_my_turn:
        return []
    reader = snapshot.mine.seat
    has_figures = any(each.figures is not None for each in snapshot.strip)
    seats = [each for each in snapshot.strip if has_figures or not each.is_out]
    # If several people choose at once, there is no order of play to show.
    if not has_figures and (len(snapshot.acting) > 1 or form < -1 or not seats):
        return []
    # The reader comes first. Their own cards are in the picture of the hand.
    own = next((place for place, each in enumerate(seats) if each.seat == reader), 0)
    seats = seats[own:] + seats[:own]
    if seats[0].seat == reader:
        seats[0] = msgspec.structs.replace(seats[0], cards=None)
    if form > 0:
        # Discs have one form in a strip, in short ones and in long ones.
        return [_seat_summary(each, reader, brief, _short_note(each, brief, reader)) for each in seats]
    if form < 0 and has_figures:
        bare = [msgspec.structs.replace(each, statement=None, cards=None) for each in seats]
        return _summaries_with_figures(bare, reader, brief)
    if form < 0 and len(seats) > NEIGHBOURS:
        return [*_short_summaries(seats[:NEIGHBOURS], reader, brief, has_all=False), "…"]
    return _short_summaries(seats, reader, brief)


LAST_FORM = -2
"""The shortest form of a strip."""

ALL_IN_STRIP = 4
"""Number of seats that the short strip has all with their numbers."""

NEIGHBOURS = 2
"""Number of seats in the shortest strip: the reader and the next one."""


def _short_summaries(
    seats: Sequence[SeatSummary], reader: int, words: Localizer, *, has_all: bool = True
) -> list[str]:
    has_cards = any(each.cards is not None for each in seats)
    if seats[0].figures is not None:
        return _summaries_with_figures(seats, reader, words)
    shorter = []
    for each in seats:
        if has_cards and each.seat != reader:
            # Open cards matter more than numbers.
            each = msgspec.structs.replace(each, note=None, discs=())
        elif not has_cards:
            # The question repeats the last words.
            each = msgspec.structs.replace(each, statement=None)
        shorter.append(each)
    # Equal numbers stand once, for all seats. Otherwise each seat has its own.
    are_equal = shorter[0].note is not None and all(each.note == shorter[0].note for each in shorter)
    if has_all and are_equal:
        names = [_seat_summary(each, reader, words, "") for each in shorter]
        return [words("strip-equal", names=" → ".join(names), note=unbroken(_short_note(shorter[0], words)))]
    return [_seat_summary(each, reader, words, _short_note(each, words, reader)) for each in shorter]


def _summaries_with_figures(seats: Sequence[SeatSummary], reader: int, words: Localizer) -> list[str]:
    first = seats[0]
    if any(each.figures != first.figures or each.note != first.note for each in seats):
        return [_seat_summary(each, reader, words, _figures_text(each, reader, words)) for each in seats]
    # Equal numbers stand once, for all seats.
    names = [_seat_summary(each, reader, words, "") for each in seats]
    return [words("strip-equal-figures", names=" → ".join(names), note=_short_note(first, words))]


def _figures_text(each: SeatSummary, reader: int, words: Localizer) -> str:
    # The reader comes first, and with them what the numbers of all seats are.
    note = each.note if each.seat == reader else each.figures
    return "" if note is None else words(note)


def _short_note(each: SeatSummary, words: Localizer, reader: int | None = None) -> str:
    if each.discs:
        return " ".join([words("strip-disc", ink=ink, count=count) for ink, count in each.discs])
    if each.note is None:
        return ""
    # Beside the reader's numbers, those of others are understood without their units.
    short = Text(f"{each.note.key}-short", each.note.args)
    is_short = reader is not None and each.seat != reader and words.has(short.key)
    return words(short if is_short else each.note)


def _seat_summary(each: SeatSummary, reader: int, words: Localizer, note: str | None = None) -> str:
    # Seats that have said nothing new keep their texts.
    make = partial(_make_seat_summary, each, reader, words, note)
    return words.get_or_make(("strip", reader, encoded(each), note), make)


def _make_seat_summary(each: SeatSummary, reader: int, words: Localizer, note: str | None) -> str:
    # ``note`` takes the place of the seat's own.
    if note is None and each.note is not None:
        note = words(each.note)
    name = words("strip-you")
    if each.seat != reader:
        name = unbroken(words.name(each.seat))
    words_and_cards = [words(part) for part in (each.statement, each.cards) if part is not None]
    return words(
        "strip-seat",
        turn=yes_no(each.is_turn and each.seat != reader),
        name=name,
        note=unbroken(note or "none"),
        said=" · ".join(words_and_cards) or "none",
    )
