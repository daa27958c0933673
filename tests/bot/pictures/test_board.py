"""Tests of whole boards, and of the bands that they consist of."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.pictures import EXTENSION, board, draw_board, plan_picture
from bot.pictures import colours as felt
from bot.pictures.board import (
    BAND_CACHE,
    MAX_BAND_HEIGHT,
    CompressedBand,
    band_digest,
    band_keys,
    compress_band,
    png_of_bands,
)
from bot.pictures.cards import ARTS
from bot.pictures.colours import PAPER, Colour, PixelSize
from bot.pictures.labels import text_width
from bot.pictures.layers import card_image, draw_fan, draw_stamp
from bot.pictures.pen import TextLine
from bot.pictures.pieces import LETTERS
from bot.pictures.pixels import PICTURE_WIDTH
from games.core.cards import TOMOE
from games.core.presentation import Board, Face, Mark, Row, Stamp, Tag, backs, faces
from games.core.words import Seat, text
from tests.bot.pictures.boards import decoded_picture, row, words

MARKS: tuple[Mark, ...] = ("", "hot", "dim", "new")
ALICE = text("Alice")


def standard(*rows: Row) -> Board:
    return Board("standard", rows)


def colours(image: Image.Image) -> dict[Colour, int]:
    counted = image.convert("RGB").getcolors(image.width * image.height) or []
    return {ink: count for count, ink in counted}  # type: ignore[misc]


def test_labels_and_turn_are_visible() -> None:
    board = standard(Row(Seat(0), ((Face("As"), Face("Kd")),)), Row(Seat(1)))
    plain = draw_board(words(board, "Alice"))
    assert draw_board(words(board, "Bob")) != plain
    assert draw_board(words(board, "Alice", note="out")) != plain
    turn = standard(Row(Seat(0), ((Face("As"),),), is_turn=True), Row(Seat(1)))
    assert felt.GOLD in colours(decoded_picture(draw_board(words(turn, "Alice"))))
    assert felt.GOLD not in colours(decoded_picture(plain))


def test_boards_without_cards_are_drawn() -> None:
    assert decoded_picture(draw_board(words(standard(), "a")))
    assert decoded_picture(draw_board(words(standard(row(), row(()), row(("As",), ())), "a", "b", "c")))


@given(st.text(max_size=300), st.text(max_size=300), st.booleans(), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_any_name_keeps_the_board_width(
    title: str, note: str, is_turn: bool, is_won: bool, is_seat: bool
) -> None:
    named = Row(
        Seat(3) if is_seat else ALICE,
        ((Face("1r", caption=text(title)), Face("2r", caption=Seat(1))), backs(3)),
        is_turn=is_turn,
        is_won=is_won,
        tags=(Tag(text(note)), Tag(text(title), "dim")),
    )
    image = decoded_picture(draw_board(words(Board("tomoe", (named, row(("2a",)))), title, "x", note=note)))
    assert (image.format or "").lower() == EXTENSION
    assert image.mode == "P"
    assert image.width == PICTURE_WIDTH


def test_captions_of_neighbouring_cards_are_apart() -> None:
    """The gap between two captions is wider than two spaces."""
    captioned = row_of_captions("face down", "second round")
    first, second = (
        op
        for op in plan_picture(words(standard(captioned), "a")).layout.ops
        if isinstance(op.sprite, TextLine)
        if op.sprite.text in ("face down", "second round")
    )
    end = first.x + text_width(first.sprite.text, LETTERS)
    assert second.x - end > 2 * text_width(" ", LETTERS)


def row_of_captions(*captions: str) -> Row:
    return Row(ALICE, (tuple(Face("As", caption=text(caption)) for caption in captions),))


def test_winner_mark_is_unique() -> None:
    """If no player has won, the winner's colour is nowhere in the picture."""
    marked = tuple(Face("As", mark) for mark in MARKS)
    tags = tuple(Tag(ALICE, mark) for mark in MARKS)
    for is_turn in (False, True):
        other = Row(Seat(0), (marked,), ALICE, is_turn, tags=tags)
        won = Row(Seat(0), (marked,), ALICE, is_turn, tags=tags, is_won=True)
        assert felt.WON not in colours(decoded_picture(draw_board(words(standard(other), "a"))))
        assert colours(decoded_picture(draw_board(words(standard(won), "a"))))[felt.WON] > 1000


@pytest.mark.parametrize("mark", MARKS)
def test_text_and_mark_of_chips_are_visible(mark: Mark) -> None:
    """A chip's text and mark change the picture, at a seat on turn or not."""
    for is_turn in (False, True):
        seen = {
            draw_board(words(standard(Row(Seat(0), is_turn=is_turn, tags=(Tag(text(label), other),))), "a"))
            for label, other in (("pair", mark), ("flush", mark), ("pair", "dim" if mark != "dim" else ""))
        }
        assert len(seen) == 3


def test_stamp_is_visible() -> None:
    """Each text and each tone of a stamp gives another picture."""
    for title in (Seat(0), ALICE):
        rows = (Row(title, ((Face("As"),),)),)
        stamps = (None, Stamp(text("lie"), "bad"), Stamp(text("true"), "bad"), Stamp(text("lie"), "good"))
        seen = {draw_board(words(Board("standard", rows, stamp=stamp), "a")) for stamp in stamps}
        assert len(seen) == 4


def test_rotated_drawings_have_no_shades() -> None:
    """Stamps and fans have the colours of their parts alone: shades at edges would be most of their bytes."""
    stamp = draw_stamp("Second!", 116, felt.INK, PixelSize(480, 174))
    assert covered_colours(stamp) == {PAPER, felt.INK}
    back = card_image("", "standard", 98)
    for count in (2, 5):
        assert covered_colours(draw_fan(back, count)) <= covered_colours(back)


def covered_colours(image: Image.Image) -> set[tuple[int, ...]]:
    """Return the colours of the pixels that a drawing with transparent parts covers."""
    covered = image.getchannel("A").point(lambda alpha: 255 * (alpha > 127))
    visible = Image.new("RGBA", image.size)
    visible.paste(image, (0, 0), covered)
    return {pixel[:3] for pixel in visible.get_flattened_data() if pixel[3]}


def test_two_colour_suits_are_red_and_black() -> None:
    """With two colours, suits are red or black; with four colours, every suit has its own."""

    def ink(card: str, kind: str) -> Colour:
        seen = colours(card_image(card, kind, 108))
        return max((ink for ink in seen if ink in ARTS[kind].inks), key=lambda ink: seen[ink])

    assert len({ink("2" + suit, "tomoe") for suit in TOMOE.suits}) == len(TOMOE.suits)
    for family in ("standard", "numbers"):
        assert len({ink("2" + suit, family) for suit in "shdc"}) == 4
        two = {suit: ink("2" + suit, f"{family}-two") for suit in "shdc"}
        assert two["h"] == two["d"] != two["s"] == two["c"]
        four = words(Board(family, (row(("2d",)),)), "a")
        assert words(Board(family, (row(("2d",)),), "two"), "a").encoded != four.encoded
    assert words(Board("tesca", (row(("2m",)),), "two"), "a").art == "tesca"


PALETTE = bytes(range(256)) * 3
CARDS = st.sampled_from(("As", "Th", "2d", "Kc", "Jk", ""))
FACES = st.builds(Face, CARDS, st.sampled_from(MARKS))
ROWS = st.builds(
    Row,
    st.sampled_from((text("row"), Seat(0), Seat(1), Seat(2))),
    st.lists(st.lists(FACES, max_size=4).map(tuple), max_size=3).map(tuple),
    st.none(),
    st.booleans(),
    st.booleans(),
    st.lists(st.builds(Tag, st.sampled_from((text("a"), text("bb")))), max_size=3).map(tuple),
    st.booleans(),
)


def strip_of(width: int, lines: bytes) -> CompressedBand:
    starts = range(0, len(lines), width)
    return compress_band(
        bytearray(b"".join([b"\0" + lines[start : start + width] for start in starts])), width
    )


@given(st.integers(1, 40), st.lists(st.binary(min_size=1, max_size=400), min_size=1, max_size=6))
@settings(deadline=None)
def test_joined_bands_decode_to_their_pixels(width: int, parts: list[bytes]) -> None:
    """A PNG of joined bands decodes to the pixels of the bands in order."""
    parts = [part[: len(part) // width * width] or bytes(width) for part in parts]
    whole = b"".join(parts)
    height = len(whole) // width
    image = decoded_picture(png_of_bands(width, height, PALETTE, [strip_of(width, part) for part in parts]))
    assert image.mode == "P"
    assert image.size == (width, height)
    assert image.tobytes() == whole
    assert bytes(image.getpalette() or ()) == PALETTE


def test_compressed_data_are_one_complete_stream() -> None:
    """A PNG of joined bands contains one complete zlib stream, without trailing data."""
    strips = [strip_of(3, b"abcabd"), strip_of(3, b"xyz")]
    png = png_of_bands(3, 3, PALETTE, strips)
    at = png.index(b"IDAT")
    size = int.from_bytes(png[at - 4 : at], "big")
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(png[at + 4 : at + 4 + size])
    assert unpacker.eof
    assert not unpacker.unused_data
    assert raw == b"\0abc\2\0\0\1\0xyz"


@given(st.lists(st.lists(ROWS, min_size=1, max_size=5), min_size=2, max_size=3))
@settings(max_examples=25, deadline=None)
def test_equal_boards_give_equal_bytes_with_any_cache(boards: list[list[Row]]) -> None:
    """Cached bands of the same board or of other boards do not change a picture."""
    drawings = [words(Board("standard", tuple(rows)), "Alice", "ナミ") for rows in boards]
    BAND_CACHE.clear()
    beside = [draw_board(drawing) for drawing in drawings]
    assert [draw_board(drawing) for drawing in drawings] == beside
    for drawing, picture in zip(drawings, beside, strict=True):
        BAND_CACHE.clear()
        assert draw_board(drawing) == picture


def test_bands_have_the_pixels_of_the_whole_picture() -> None:
    """The height of the bands does not change the pixels of the picture."""
    rows = [
        Row(Seat(seat), (backs(4),), ALICE, seat == 1, seat == 2, (Tag(ALICE, "hot"),)) for seat in range(5)
    ]
    drawing = words(standard(row(("As", "Kd"), mark="hot"), *rows, row(("2c",))), "Ålžbětą gj", note="gjpqy")
    seen = set()
    for height in (MAX_BAND_HEIGHT, 40, 4000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(board, "MAX_BAND_HEIGHT", height)
            seen.add(decoded_picture(draw_board(drawing)).convert("RGB").tobytes())
    assert len(seen) == 1


def test_marks_never_share_a_band() -> None:
    seen = {draw_board(words(standard(Row(ALICE, ((Face("As", mark),),))), "a")) for mark in MARKS}
    assert len(seen) == 4


def test_only_changed_bands_are_drawn() -> None:
    """If one name changes, only some bands of the picture are drawn again."""

    def seats() -> Board:
        return standard(*[Row(Seat(seat), (backs(3),)) for seat in range(5)])

    for name in ("Eve", "Eva"):
        drawing = words(seats(), "a", "b", "c", "d", name)
        before = len(BAND_CACHE)
        draw_board(drawing)
    whole = len([*band_keys(plan_picture(drawing))])
    assert 0 < len(BAND_CACHE) - before < whole


def test_seats_that_move_down_keep_their_bands() -> None:
    """If the middle of the table grows, the bands at the top and the bottom stay the same."""
    seats = [Row(Seat(seat), (faces(("As", "Kd")),)) for seat in range(4)]
    middles = [row(("2c",)), Row(text("row"), (faces(("2c",)),), tags=(Tag(ALICE), Tag(ALICE, "hot")))]
    plans = [plan_picture(words(standard(middle, *seats), "", *"abcd")) for middle in middles]
    assert plans[0].layout.height != plans[1].layout.height
    low, high = ([band_digest(key) for key in band_keys(plan)] for plan in plans)
    assert low[:2] == high[:2]
    assert low[-2:] == high[-2:]
