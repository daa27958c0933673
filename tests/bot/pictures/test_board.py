"""Whole boards, and the strips that they are put together from."""

from __future__ import annotations

import zlib
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.pictures import EXTENSION, board, draw_board
from bot.pictures import colours as felt
from bot.pictures.board import STRIPS
from bot.pictures.cards import ARTS
from bot.pictures.colours import PAPER, Colour
from bot.pictures.layout import HEADER, MAX_WIDTH, OUTER, PADDING, Level, Plan
from bot.pictures.shapes import CARD, PITCH, TITLE_SIZE
from bot.pictures.sheet import card_image
from bot.pictures.strips import Strip, encode, join, plain
from games.core.cards import TOMOE
from games.core.presentation import Board, Chip, Face, Mark, Row, backs, faces
from games.core.words import text
from tests.bot.pictures.boards import opened, row, words

MARKS: tuple[Mark, ...] = ("", "hot", "dim", "new")
ALICE = text("Alice")


def standard(*rows: Row) -> Board:
    return Board("standard", rows)


def colours(image: Image.Image) -> dict[Colour, int]:
    counted = image.convert("RGB").getcolors(image.width * image.height) or []
    return {ink: count for count, ink in counted}  # type: ignore[misc]


def test_labels_and_turn_are_seen() -> None:
    board = standard(row(("As", "Kd")))
    plain = draw_board(words(board, "Alice"))
    assert draw_board(words(board, "Bob")) != plain
    assert draw_board(words(board, "Alice", note="out")) != plain
    turn = opened(draw_board(words(standard(row(("As", "Kd"), is_turn=True)), "Alice")))
    assert {felt.TURN, felt.ACCENT} <= set(colours(turn))


def test_boards_without_cards_draw() -> None:
    assert opened(draw_board(words(standard(), "a")))
    assert opened(draw_board(words(standard(row(), row(()), row(("As",), ())), "a", "b", "c")))


@given(st.text(max_size=300), st.text(max_size=300), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_name_can_break_a_board(title: str, note: str, is_turn: bool, is_won: bool) -> None:
    """Whatever is written, over, under or beside cards, the board keeps its width."""
    named = Row(
        ALICE,
        ((Face("1r", caption=text(title)), Face("2r")), backs(3)),
        is_turn=is_turn,
        is_won=is_won,
        chips=(Chip(text(note)), Chip(text(title), "dim")),
    )
    image = opened(draw_board(words(Board("tomoe", (named, row(("2a",)))), title, "x", note=note)))
    assert (image.format or "").lower() == EXTENSION
    assert image.mode == "P"
    assert image.width <= MAX_WIDTH


def test_who_has_won_is_framed_like_nothing_else() -> None:
    """The colour of a won row is on no other: not with the turn, not with any mark of a card or chip."""
    marked = tuple(Face("As", mark) for mark in MARKS)
    chips = tuple(Chip(ALICE, mark) for mark in MARKS)
    for is_turn in (False, True):
        other = Row(ALICE, (marked,), ALICE, is_turn, chips=chips)
        won = Row(ALICE, (marked,), ALICE, is_turn, chips=chips, is_won=True)
        assert felt.WON not in colours(opened(draw_board(words(standard(other), "a"))))
        assert colours(opened(draw_board(words(standard(won), "a"))))[felt.WON] > 1000


@pytest.mark.parametrize("mark", MARKS)
def test_chips_are_read_with_every_mark(mark: Mark) -> None:
    """A chip's text and its mark each change the picture, on an ordinary row and on the turn's."""
    for is_turn in (False, True):
        seen = {
            draw_board(words(standard(Row(ALICE, is_turn=is_turn, chips=(Chip(text(said), other),))), "a"))
            for said, other in (("pair", mark), ("flush", mark), ("pair", "dim" if mark != "dim" else ""))
        }
        assert len(seen) == 3


def test_a_caption_stands_under_its_card() -> None:
    """What a caption changes lies below the cards, in the middle under its own, and grows with a group."""

    def board(said: str, *more: str) -> Image.Image:
        cards = (Face("1r", caption=text(said)), *faces(more))
        return opened(draw_board(words(Board("tomoe", (Row(ALICE, (cards, faces(["2a"]))),)), "a")))

    one, other = board("I"), board("W")
    left, top, right, bottom = _difference(one, other)
    assert top > OUTER + HEADER + CARD * 148 / 108
    assert bottom < one.height - OUTER
    start = OUTER + PADDING
    assert start < left < right < start + PITCH + 12
    _, _, far, _ = _difference(board("W" * 9, "2r", "3r"), board("I" * 9, "2r", "3r"))
    assert start + PITCH < far < start + 3 * PITCH


def test_small_cards_are_half_as_large() -> None:
    large, small = (
        opened(draw_board(words(standard(Row(ALICE, (backs(5),), is_small=is_small)), "a")))
        for is_small in (False, True)
    )
    assert small.height * 258 / small.width < large.height * 258 / large.width - 15
    seats = [Row(ALICE, (backs(1 + seat % 5),), ALICE, seat == 1, is_small=True) for seat in range(8)]
    ladder = Row(ALICE, chips=tuple(Chip(text("Full house, K over 2"), "dim") for _ in range(10)))
    table = opened(draw_board(words(standard(*seats, ladder), "Bartholomew", note="2 losses")))
    assert table.height * 400 / table.width <= 560
    assert TITLE_SIZE * 400 / table.width >= 13, "titles as large as Discord's own small text"


@pytest.mark.parametrize("count", [2, 3, 7])
def test_backs_of_a_fan_can_be_counted(count: int) -> None:
    image = opened(draw_board(words(standard(Row(ALICE, (backs(count),), is_small=True)), "")))
    line = image.convert("RGB").crop((0, OUTER + HEADER + 35, image.width, OUTER + HEADER + 36))
    paper = [line.getpixel((x, 0)) == PAPER for x in range(image.width)]
    edges = sum(here and not before for before, here in pairwise(paper))
    assert edges == count + 1, "the left edges, and the right one of the uppermost"
    top = image.convert("RGB").crop((0, OUTER + HEADER + 4, image.width, OUTER + HEADER + 5))
    shown = [x for x in range(image.width) if top.getpixel((x, 0)) not in (felt.PANEL, felt.GROUND)]
    assert shown == list(range(shown[0], shown[-1] + 1)), "no ground shows where one lies on the other"


def test_two_colours_are_red_and_black() -> None:
    """Where colours count, diamonds are as red as hearts and clubs as black as spades; else all differ."""

    def ink(card: str, kind: str) -> Colour:
        seen = colours(card_image(card, kind))
        return max((ink for ink in seen if ink in ARTS[kind].inks), key=lambda ink: seen[ink])

    assert len({ink("2" + suit, "tomoe") for suit in TOMOE.suits}) == len(TOMOE.suits)
    for family in ("standard", "numbers"):
        assert len({ink("2" + suit, family) for suit in "shdc"}) == 4
        two = {suit: ink("2" + suit, f"{family}-two") for suit in "shdc"}
        assert two["h"] == two["d"] != two["s"] == two["c"]
        four = words(Board(family, (row(("2d",)),)), "a")
        assert words(Board(family, (row(("2d",)),), "two"), "a").encoded != four.encoded
    assert words(Board("tesca", (row(("2m",)),), "two"), "a").art == "tesca"


def _difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    assert one.size == other.size
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()


PALETTE = bytes(range(256)) * 3
CARDS = st.sampled_from(("As", "Th", "2d", "Kc", "Jk", ""))
FACES = st.builds(Face, CARDS, st.sampled_from(("", "hot", "dim", "new")))
ROWS = st.builds(
    Row,
    st.just(text("row")),
    st.lists(st.lists(FACES, max_size=4).map(tuple), max_size=3).map(tuple),
    st.none(),
    st.booleans(),
    st.booleans(),
    st.lists(st.builds(Chip, st.sampled_from((text("a"), text("bb")))), max_size=3).map(tuple),
    st.booleans(),
)


def strip_of(width: int, lines: bytes) -> Strip:
    return encode(Image.frombytes("P", (width, len(lines) // width), lines))


@given(st.integers(1, 40), st.lists(st.binary(min_size=1, max_size=400), min_size=1, max_size=6))
@settings(deadline=None)
def test_strips_make_the_picture_that_they_are_of(width: int, parts: list[bytes]) -> None:
    """Joined strips decode to their pixels one after the other, and all checksums are right."""
    parts = [part[: len(part) // width * width] or bytes(width) for part in parts]
    whole = b"".join(parts)
    height = len(whole) // width
    image = opened(join(width, height, PALETTE, [strip_of(width, part) for part in parts]))
    assert image.mode == "P"
    assert image.size == (width, height)
    assert image.tobytes() == whole
    assert bytes(image.getpalette() or ()) == PALETTE


def test_the_stream_is_whole() -> None:
    """The compressed data is one zlib stream with its end and its checksum, and nothing after it."""
    strips = [strip_of(3, b"abcabd"), strip_of(3, b"xyz"), plain(3, 2)]
    png = join(3, 5, PALETTE, strips)
    at = png.index(b"IDAT")
    size = int.from_bytes(png[at - 4 : at], "big")
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(png[at + 4 : at + 4 + size])
    assert unpacker.eof
    assert not unpacker.unused_data
    assert raw == b"\0abc\0abd\0xyz\0\0\0\0\0\0\0\0"


@given(st.lists(st.lists(ROWS, min_size=1, max_size=5), min_size=2, max_size=3))
@settings(max_examples=25, deadline=None)
def test_equal_boards_give_equal_bytes_whatever_was_kept(boards: list[list[Row]]) -> None:
    """A picture is the same with nothing kept, with other boards' strips kept, and with its own."""
    drawings = [words(Board("standard", tuple(rows)), "Alice", "ナミ") for rows in boards]
    STRIPS.clear()
    beside = [draw_board(drawing) for drawing in drawings]
    assert [draw_board(drawing) for drawing in drawings] == beside
    for drawing, picture in zip(drawings, beside, strict=True):
        STRIPS.clear()
        assert draw_board(drawing) == picture


def test_marks_never_share_a_strip() -> None:
    STRIPS.clear()
    boards = [standard(Row(ALICE, ((Face("As", mark),),))) for mark in MARKS]
    assert len({draw_board(words(marked, "a")) for marked in boards}) == len(STRIPS) == 4


def test_places_never_share_a_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same row elsewhere, on a board of another width, or in a higher level, is another strip."""
    STRIPS.clear()
    drawing = words(Board("standard", (Row(text("row"), ((Face("As"),),)),)), "a")
    ((_, panel),) = [(level, panel) for level in board.planned(drawing).plan.levels for panel in level.panels]
    seen = set()
    for x, wide, high in ((10, 468, 180), (40, 468, 180), (10, 500, 180), (10, 468, 200)):
        level = Level(10, high, (msgspec.structs.replace(panel, x=x),))
        plans = {drawing: board.Planned(drawing, Plan(wide, high + 20, (level,)))}
        monkeypatch.setattr(board, "planned", plans.__getitem__)
        image = opened(draw_board(drawing))
        assert image.size == (wide, high + 20)
        seen.add(image.tobytes())
    assert len(seen) == len(STRIPS) == 4
