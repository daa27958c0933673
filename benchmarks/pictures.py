"""Measure what a picture costs: boards of several sizes, drawn for the first time, in part, and again.

    python -m benchmarks.pictures [--rounds 15]

Per board: its size in pixels and bytes; milliseconds for the first picture ever of its family (cold: palette,
cards, layout), for a board of which no row is known though its cards are (drawn), for one on which a single
note has changed (one row), and for one that is known (again).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import count
from statistics import median
from time import perf_counter

from PIL import Image

from bot.pictures import Band, Drawing, Wording, art_name, draw_board
from bot.pictures.board import STRIPS
from bot.pictures.labels import fit, has_glyph, printable
from bot.pictures.layout import arrange
from bot.pictures.panels import inked
from bot.pictures.shapes import measure_of, shape_of
from bot.pictures.sheet import card_image, sheet
from games.core.cards import MAHJONG, STANDARD, TESCA, TOMOE
from games.core.presentation import Board, Chip, Row, backs, faces
from games.core.words import text

MEMORIES = (sheet, card_image, arrange, shape_of, measure_of, inked, fit, printable, has_glyph)


def boards() -> Iterator[tuple[str, Board]]:
    """Make the boards to measure."""
    label = text("row")
    hand = STANDARD.cards[::4][:13]
    calls = tuple(Chip(label, "dim") for _ in range(9))
    seats = tuple(Row(label, (backs(1 + seat % 5),), label, seat == 1, is_small=True) for seat in range(8))
    yield "8 small hands", Board("standard", (*seats, Row(label, chips=(*calls, Chip(label, "hot")))))
    yield "13 cards", Board("standard", (Row(label, (faces(hand),)),))
    open_hands = [TOMOE.cards[start:36:4][:9] for start in range(3)]
    rows = tuple(Row(label, (faces(cards[:3]), faces(cards[3:])), label) for cards in open_hands)
    yield "27 open cards", Board("tomoe", rows)
    for name, cards in (("mahjong", MAHJONG.cards), ("tesca", TESCA.cards)):
        hands = [cards[seat * 3 : seat * 3 + 3] for seat in range(8)]
        rows = tuple(Row(label, (faces(shown), backs(1)), label, shown is hands[0]) for shown in hands)
        yield f"8 rows {name}", Board(name, rows)


def forget() -> None:
    """Forget all that was drawn before."""
    for memory in MEMORIES:
        memory.cache_clear()
    STRIPS.clear()


def milliseconds(work: Callable[[], object], rounds: int, before: Callable[[], None] | None = None) -> float:
    """Take the median time of some work."""
    times = []
    for _ in range(rounds):
        if before:
            before()
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1000


def drawing_of(board: Board, note: str = "4 tricks") -> Drawing:
    """Put words to a board; the first row has a note of its own."""
    bands = []
    for number, row in enumerate(board.rows):
        said = (note if number == 0 else "4 tricks") if row.note else ""
        chips = ("Pair of queens",) * len(row.chips)
        bands.append(Band.of(row, Wording(f"プレイヤー {number}", said, chips=chips)))
    return Drawing(art_name(board.family, board.colours), tuple(bands))


def measure(name: str, board: Board, rounds: int) -> None:
    """Print a board's figures."""
    notes = count()
    drawing = drawing_of(board)
    picture = draw_board(drawing)
    draw = partial(draw_board, drawing)
    cold = milliseconds(draw, min(rounds, 5), before=forget)
    drawn = milliseconds(draw, rounds, before=STRIPS.clear)
    one = milliseconds(lambda: draw_board(drawing_of(board, f"{next(notes)} tricks")), rounds)
    again = milliseconds(draw, rounds)
    image = Image.open(BytesIO(picture))
    print(
        f"{name:15} {image.width} x {image.height}  {len(picture) / 1000:5.1f} kB   cold {cold:5.1f} ms   "
        f"drawn {drawn:5.1f} ms   one row {one:5.2f} ms   again {again:5.3f} ms"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measure what a picture costs.")
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    for name, board in boards():
        measure(name, board, rounds)


if __name__ == "__main__":
    main()
