"""Measure what a picture costs: boards of several sizes, with nothing drawn before and again.

    python -m benchmarks.pictures [--rounds 15]

Per board: its size in pixels and bytes; milliseconds for the first picture ever of its family (cold: palette,
cards, layout), for the same board again (warm: pasting and encoding), and how much of that is the encoding,
which lets go of the interpreter; then what other encodings of the same pixels would take.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from statistics import median
from time import perf_counter

from PIL import Image

from bot.pictures import Drawing, Wording, draw_board
from bot.pictures.labels import fit, has_glyph, printable, width, written
from bot.pictures.layout import arrange
from bot.pictures.shapes import block_of, shape_of, wrap
from bot.pictures.sheet import card_image, sheet
from games.core.cards import MAHJONG, STANDARD, TESCA, TOMOE
from games.core.presentation import Board, Row, backs, faces
from games.core.words import text

MEMORIES = (sheet, card_image, arrange, shape_of, block_of, wrap, written, width, fit, printable, has_glyph)


def boards() -> Iterator[tuple[str, Board]]:
    """Make the boards to measure."""
    label = text("row")
    hand = STANDARD.cards[::4][:13]
    yield "13 cards", Board("standard", (Row(label, (faces(hand),)),))
    open_hands = [TOMOE.cards[start:36:4][:9] for start in range(3)]
    rows = tuple(Row(label, (faces(cards[:3]), faces(cards[3:])), label) for cards in open_hands)
    yield "27 open cards", Board("tomoe", rows)
    for name, cards in (("mahjong", MAHJONG.cards), ("tesca", TESCA.cards)):
        seats = [cards[seat * 3 : seat * 3 + 3] for seat in range(8)]
        rows = tuple(Row(label, (faces(shown), backs(1)), label, shown is seats[0]) for shown in seats)
        yield f"8 rows {name}", Board(name, rows)


def forget() -> None:
    """Forget all that was drawn before."""
    for memory in MEMORIES:
        memory.cache_clear()


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


def encoded(image: Image.Image, kind: str, **options: int | bool) -> bytes:
    """Encode a picture."""
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measure what a picture costs.")
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    for name, board in boards():
        wordings = [
            Wording(f"プレイヤー {number}", "4 tricks" if row.note else "")
            for number, row in enumerate(board.rows)
        ]
        draw = partial(draw_board, Drawing.of(board, wordings))
        cold = milliseconds(draw, min(rounds, 5), before=forget)
        warm = milliseconds(draw, rounds)
        picture = draw()
        image = Image.open(BytesIO(picture))
        image.load()
        colours = image.convert("RGB")
        encode = milliseconds(partial(encoded, image, "PNG", compress_level=3), rounds)
        print(
            f"{name:15} {image.width} x {image.height}  {len(picture) / 1000:5.1f} kB   "
            f"cold {cold:6.1f} ms   warm {warm:5.1f} ms, encoding {encode:5.1f} ms of it"
        )
        others: dict[str, partial[bytes]] = {
            "palette PNG, level 6": partial(encoded, image, "PNG", compress_level=6),
            "RGB PNG": partial(encoded, colours, "PNG"),
            "JPEG": partial(encoded, colours, "JPEG", quality=85),
            "WebP": partial(encoded, colours, "WEBP", quality=80, method=0),
            "lossless WebP": partial(encoded, colours, "WEBP", lossless=True, method=0, quality=0),
        }
        for other, encode_other in others.items():
            cost = milliseconds(encode_other, rounds)
            print(f"    {other:22} {len(encode_other()) / 1000:6.1f} kB {cost:6.1f} ms")


if __name__ == "__main__":
    main()
