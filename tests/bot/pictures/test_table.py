"""Tests of the layout of tables and hands in pictures."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO
from itertools import pairwise
from math import atan2, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot import LANGUAGES
from bot.language import Localizer
from bot.pictures import CardRow, Drawing, RowTexts, draw_board, plan_picture
from bot.pictures.cards import ARTS
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import NOTE
from bot.pictures.drawing import StampText
from bot.pictures.labels import printable, text_width
from bot.pictures.pen import Badge, Box, CardFace, Disc, Emblem, Fan, StampSprite, Symbol, TextLine
from bot.pictures.pieces import LETTERS, SCALE, Op, cards_piece, lines_piece
from bot.pictures.pixels import PICTURE_WIDTH, drawn_length
from bot.pictures.table import HAND_CARD, PHONE, WIDTH, PictureLayout, _ways, seat_lines
from games.core.presentation import Board, Face, Ink, Row, Stamp, Tag, backs, faces
from games.core.words import Seat, text
from tests.bot.pictures.boards import words

NAMES = ("Hana", "Ken", "さくら", "Alexandra", "Bob", "ミドリ", "Yuki", "Theodora", "Zoë", "Sam")
SAID = text("said")
HANDS = st.lists(st.sampled_from(("As", "Td", "")), max_size=9).map(tuple)
NOTES = st.sampled_from(("", "2 cards", "won 23 · left 6"))
SEATS = st.lists(
    st.tuples(HANDS, NOTES, st.booleans(), st.booleans(), st.integers(0, 2)), min_size=1, max_size=10
)


def plan_of(drawing: Drawing) -> PictureLayout:
    return plan_picture(drawing).layout


def table(
    seats: int, *more: Row, cards: int = 3, turn: int = -1, stamp: Stamp | None = None, lives: int = 0
) -> Drawing:
    """Return a table with a claim in the middle and optional rows below; seats show ``lives`` if not 0."""
    numbers: tuple[tuple[Ink, int], ...] = (("red", lives),) if lives else ()
    middle = Row(SAID, tags=(Tag(text("call", seat=Seat(0)), "hot"),))
    rows = [Row(Seat(seat), (backs(cards),), is_turn=seat == turn, discs=numbers) for seat in range(seats)]
    return words(Board("standard", (middle, *rows, *more), stamp=stamp), "Round", *NAMES[:seats], "Last")


def discs(plan: PictureLayout) -> list[Op]:
    """Return the discs of the seats in the order of the seats."""
    large_discs = [op for op in plan.ops if isinstance(op.sprite, Disc) and op.width > 80]
    return sorted(large_discs, key=lambda op: op.sprite.portrait.colour_number)


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_are_clockwise_in_turn_order(seats: int) -> None:
    for columns in (1, 2, 3, 4, 5):
        places = seat_lines(seats, columns)
        assert sorted(seat for line in places.lines for seat in line) == list(range(seats))
        assert max(map(len, places.lines)) <= max(columns, 2 if seats > 2 * columns else 1)
    plan = plan_of(table(seats))
    seat_discs = discs(plan)
    assert [op.sprite.portrait.colour_number for op in seat_discs] == list(range(seats))
    middle = WIDTH / 2, sum(op.y for op in seat_discs) / seats
    turns = [atan2(op.y - middle[1], op.x + op.width / 2 - middle[0]) for op in seat_discs]
    steps = [(after - before) % (2 * pi) for before, after in zip(turns, [*turns[1:], turns[0]], strict=True)]
    assert sum(steps) == pytest.approx(2 * pi), "once around, never back"


@pytest.mark.parametrize("seats", [4, 6, 8, 10])
def test_partners_sit_opposite(seats: int) -> None:
    """Two seats that are half the turn order apart lie on opposite sides of the table."""
    seat_discs = discs(plan_of(table(seats)))
    edges = min(op.y for op in seat_discs) + max(op.y for op in seat_discs)
    for disc, partner in zip(seat_discs[: seats // 2], seat_discs[seats // 2 :], strict=True):
        assert disc.y + partner.y == pytest.approx(edges, abs=WIDTH / 4)
        assert disc.x + disc.width / 2 + partner.x + partner.width / 2 == pytest.approx(WIDTH, abs=WIDTH / 4)


@given(SEATS, st.booleans(), st.integers(100, 340))
@settings(max_examples=60, deadline=None)
def test_all_parts_are_inside_the_table_without_overlap(
    seats: list[tuple[tuple[str, ...], str, bool, bool, int]], has_middle: bool, tall: int
) -> None:
    """Every card is drawn once inside the picture, and no two texts overlap."""
    rows = [
        Row(Seat(seat), (faces(cards),), text(note) if note else None, turn, won, (Tag(SAID),) * tags)
        for seat, (cards, note, turn, won, tags) in enumerate(seats)
    ]
    middle = [Row(SAID, (faces(("Kd", "2c")),), tags=(Tag(text("call"), "hot"),))] if has_middle else []
    drawing = words(
        Board("standard", (*middle, *rows)), *(["Round"] if has_middle else []), *NAMES[: len(seats)]
    )
    drawing = Drawing(drawing.art, drawing.rows, tall)
    plan = plan_of(drawing)
    # Every card is drawn once; face-down ones may be drawn as one fan.
    drawn = Counter(op.sprite.card for op in plan.ops if isinstance(op.sprite, CardFace))
    fans = sum(op.sprite.count for op in plan.ops if isinstance(op.sprite, Fan))
    wanted = Counter(card for row in drawing.rows for card, _ in row.cards)
    assert drawn[""] + fans == wanted[""]
    assert {card: drawn[card] for card in wanted if card} == {card: wanted[card] for card in wanted if card}
    texts = [op for op in plan.ops if isinstance(op.sprite, TextLine)]
    assert not [(a, b) for number, a in enumerate(texts) for b in texts[:number] if overlap(a, b)]
    # Parts may reach a little over the edge, most of all at the bottom.
    for op in plan.ops:
        assert op.x >= -2
        assert op.x + op.width <= plan.width + 2
        assert op.y >= -2
        assert op.y + op.height <= plan.height + 12


def overlap(first: Op, second: Op) -> bool:
    across = first.x < second.x + second.width and second.x < first.x + first.width
    return across and first.y + 6 < second.y + second.height and second.y + 6 < first.y + first.height


def test_pictures_are_sharp_on_a_phone() -> None:
    """Pictures have three pixels for each of 279 points, and letters have at least eleven points."""
    assert PICTURE_WIDTH >= 3 * 279
    for seats in (2, 4, 8, 10):
        plan = plan_of(table(seats, Row(SAID, (faces(("As",)),), is_small=True)))
        assert plan.width == WIDTH
        assert drawn_length(LETTERS) * PHONE / PICTURE_WIDTH >= 11
        assert LETTERS * PHONE / plan.width >= 11
        assert min(op.sprite.size for op in plan.ops if isinstance(op.sprite, TextLine)) >= LETTERS


MANY_CARDS = st.lists(st.sampled_from(("As", "Th", "Jk", "")), max_size=16).map(faces)
ROWS_OF_CARDS = st.builds(
    Row,
    st.sampled_from((SAID, Seat(0), Seat(1), Seat(2))),
    st.lists(MANY_CARDS, max_size=2).map(tuple),
    is_small=st.booleans(),
)


@given(st.lists(ROWS_OF_CARDS, min_size=1, max_size=6).map(tuple), st.sampled_from((50, 90, 120, 160, 340)))
@settings(max_examples=60, deadline=None)
def test_layout_is_the_largest_that_fits(rows: tuple[Row, ...], max_height: int) -> None:
    """Sizes that are not laid out would not fit. If no size fits, the lowest is taken."""
    drawing = replace(words(Board("standard", rows), *NAMES), max_height=max_height)
    ways = list(_ways(drawing))
    heights = [way.arrange().height for way in ways]
    assert all(way.least_height <= height for way, height in zip(ways, heights, strict=True))
    fitting = [height for height in heights if height * PHONE <= max_height * WIDTH]
    assert plan_of(drawing).height == (fitting[0] if fitting else min(heights))


def test_arrow_points_to_next_player() -> None:
    """One arrow points from the middle of the table to the seat on turn."""
    for turn in range(6):
        plan = plan_of(table(6, turn=turn))
        (arrow,) = [
            op for op in plan.ops if isinstance(op.sprite, Symbol) and op.sprite.kind in ("up", "down")
        ]
        disc = discs(plan)[turn]
        assert disc.sprite.ring == "turn"
        assert (arrow.sprite.kind == "up") == (disc.y < arrow.y)
        assert abs(arrow.x + arrow.width / 2 - disc.x - disc.width / 2) < WIDTH / 6
    assert not [op for op in plan_of(table(6)).ops if isinstance(op.sprite, Symbol)]


@pytest.mark.parametrize("turn", [0, 1])
def test_arrow_does_not_cover_texts_in_the_middle(turn: int) -> None:
    plan = plan_of(table(2, turn=turn))
    (arrow,) = [op for op in plan.ops if isinstance(op.sprite, Symbol)]
    top, end = (0.14, 0.8) if arrow.sprite.kind == "up" else (0.2, 0.86)  # the arrow's gold part
    texts = [op for op in plan.ops if isinstance(op.sprite, TextLine)]
    assert any(op.x < arrow.x < op.x + op.width for op in texts)
    for op in texts:
        assert op.y >= arrow.y + end * arrow.height or op.y + op.height <= arrow.y + top * arrow.height


@pytest.mark.parametrize("seats", [2, 3, 4, 8, 10])
def test_background_of_the_turn_stays_within_the_rail(seats: int) -> None:
    rail = bytes(COLOUR_SCHEMES["walnut"].rail)

    def rail_mask(turn: int) -> Image.Image:
        picture = Image.open(BytesIO(draw_board(replace(table(seats, turn=turn), cloth="walnut"))))
        palette = bytes(picture.getpalette() or ())
        number = next(at for at in range(0, len(palette), 3) if palette[at : at + 3] == rail) // 3
        return picture.point([255 * (index == number) for index in range(256)], "L")

    usual = rail_mask(-1)
    assert usual.getbbox()
    for seat in range(seats):
        assert not ImageChops.subtract(usual, rail_mask(seat)).getbbox()


@pytest.mark.parametrize("seats", [9, 10])
def test_arrow_covers_no_other_seat_of_a_large_table(seats: int) -> None:
    """With nine or ten seats, no arrow covers a text, a badge or a disc."""
    arrows = 0
    for turn in range(seats):
        plan = plan_of(table(seats, turn=turn, lives=2))
        assert discs(plan)[turn].sprite.ring == "turn"
        for arrow in [
            op for op in plan.ops if isinstance(op.sprite, Symbol) and op.sprite.kind in ("up", "down")
        ]:
            arrows += 1
            assert not [
                op for op in plan.ops if isinstance(op.sprite, TextLine | Badge | Disc) and overlap(op, arrow)
            ]
    assert arrows


def test_emblem_is_drawn_only_where_large_enough() -> None:
    """A high table without cards in its middle has an emblem there, and a low table has none."""
    rows = (Row(SAID), Row(Seat(0)), Row(Seat(1)))
    lines = words(Board("standard", rows, cloth="pasture"), "Round", *NAMES[:2])
    low, high = plan_of(lines), plan_of(replace(lines, max_height=500, min_height=400))
    assert not [op for op in low.ops if isinstance(op.sprite, Emblem)]
    assert [op for op in high.ops if isinstance(op.sprite, Emblem)]


def test_empty_middle_has_only_the_emblem() -> None:
    rows = (Row(Seat(0), (faces(["As"]),)), Row(Seat(1), (faces(["Kd"]),)))
    plan = plan_of(words(Board("standard", rows, cloth="pasture"), *NAMES[:2]))
    assert len([op for op in plan.ops if isinstance(op.sprite, Emblem)]) == 1
    inks = [op.sprite.ink for op in plan.ops if isinstance(op.sprite, Box)]
    assert COLOUR_SCHEMES["pasture"].deep not in inks


def test_cards_keep_their_size_from_suspense_to_verdict() -> None:
    """Four seats with a card each show it as large before the reveal as after it."""
    suspense = replace(table(4, cards=1), max_height=400, min_height=400)
    verdict = replace(suspense, rows=(suspense.rows[0], *words(Board("standard", tuple([
        Row(Seat(seat), (faces(["As"]),), SAID) for seat in range(4)
    ])), *NAMES[:4], note="loses").rows), stamp=StampText("Lie!", "bad"))  # fmt: skip
    backs_width = {op.sprite.width for op in plan_of(suspense).ops if isinstance(op.sprite, Fan)}
    assert {op.sprite.width for op in plan_of(verdict).ops if isinstance(op.sprite, CardFace)} == backs_width


def test_crown_button_and_medals_have_one_meaning() -> None:
    """Only the winner has the crown, and only the leader has the leader's button."""
    rows = (Row(Seat(0), is_won=True), Row(Seat(1), is_leader=True), Row(Seat(2), place=2))
    plan = plan_of(words(Board("standard", rows), *NAMES))
    kinds = Counter(op.sprite.kind for op in plan.ops if isinstance(op.sprite, Symbol))
    assert kinds == {"crown": 1, "leader": 1}
    assert [op.sprite.ring for op in discs(plan)] == ["won", "", ""]


def test_claim_is_the_largest_text_and_has_its_player() -> None:
    plan = plan_of(table(4))
    texts = [op.sprite for op in plan.ops if isinstance(op.sprite, TextLine)]
    assert max(texts, key=lambda op: op.size).text == "call"
    small_discs = [op.sprite for op in plan.ops if isinstance(op.sprite, Disc) and op.width < 80]
    assert [disc.portrait.colour_number for disc in small_discs] == [0]


@pytest.mark.parametrize("claim", ["「ジョーカー」", "Aのエイトカード", "Aのストレートフラッシュ"])
@pytest.mark.parametrize("room", range(100, 341, 40))
def test_no_katakana_word_of_a_claim_is_divided(claim: str, room: int) -> None:
    """A claim gets smaller letters rather than a line that ends inside a word."""
    row = CardRow.of(
        Row(SAID, (faces(["As"]),), tags=(Tag(text("call"), "hot"),)), RowTexts("Hana", tags=(claim,))
    )
    drawing = Drawing("standard", (row,), max_height=room, min_height=room)
    texts = [op.sprite.text for op in plan_of(drawing).ops if isinstance(op.sprite, TextLine)]
    lines = [line for line in texts if line != "Hana"]
    assert "".join(lines) == claim
    assert not re.search("[\u30a1-\u30fc]\n[\u30a1-\u30fc]", "\n".join(lines))


def test_stamp_is_in_the_middle_after_a_reveal() -> None:
    """A verdict's stamp is drawn between the seats; a table without a verdict has no stamp."""
    plan = plan_of(table(4, stamp=Stamp(text("lie"), "bad")))
    (stamp,) = [op for op in plan.ops if isinstance(op.sprite, StampSprite)]
    top, *_, bottom = sorted(op.y for op in discs(plan))
    assert top < stamp.y < bottom
    assert not [op for op in plan_of(table(4)).ops if isinstance(op.sprite, StampSprite)]


def test_small_row_is_below_the_table() -> None:
    plan = plan_of(table(4, Row(SAID, (faces(("As",)),), is_small=True)))
    (card,) = [op for op in plan.ops if isinstance(op.sprite, CardFace)]
    assert card.y > max(op.y for op in discs(plan))


@pytest.mark.parametrize("max_width", range(300, 900, 50))
def test_cards_of_one_player_do_not_cover_those_of_another(max_width: int) -> None:
    """Where names are below cards, only the cards of one player overlap."""
    hands = [(Face("As", caption=Seat(seat)), *faces(("Kd", "3c", "2h"))) for seat in range(2)]
    texts = RowTexts("Last", captions=("ミドリ", "", "", "", "Yuki", "", "", ""))
    piece = cards_piece(CardRow.of(Row(SAID, tuple(hands)), texts), "standard", 84, max_width)
    cards = [op for op in piece.ops if isinstance(op.sprite, CardFace)]
    last, first = cards[3], cards[4]
    assert len(cards) == 8
    assert first.y > last.y or first.x > last.x + last.sprite.width


@pytest.mark.parametrize("art", sorted(ARTS))
@pytest.mark.parametrize("count", [1, 5, 7, 9, 13])
def test_cards_of_a_hand_are_large_with_visible_corners(art: str, count: int) -> None:
    """Up to seven cards are 44 points wide, and no card covers the corner of another."""
    cards = ARTS[art].cards[:count]
    board = Board("standard", (Row(SAID, (tuple(map(Face, cards)),)),))
    drawing = words(board, "Hand")
    plan = plan_of(Drawing(art, drawing.rows, 300, is_hand=True))
    card_ops = [op for op in plan.ops if isinstance(op.sprite, CardFace)]
    assert [op.sprite.card for op in card_ops] == list(cards)
    if count <= 7:
        assert {op.sprite.width for op in card_ops} == {HAND_CARD}
    for card_op, after in pairwise(card_ops):
        if card_op.y == after.y:
            share = 0.95 if art == "mahjong" else 0.36
            assert after.x - card_op.x >= share * card_op.sprite.width


def test_lower_limit_of_height_gives_lower_table() -> None:
    rows = [Row(Seat(seat), (faces(("As", "Kd", "3c")),)) for seat in range(4)]
    board = words(Board("standard", (Row(SAID, (faces(("2h", "3h")),)), *rows)), "Round", *NAMES)
    heights = [plan_of(Drawing(board.art, board.rows, tall)).height for tall in (400, 300, 260, 200, 100)]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] < 0.85 * heights[0]
    assert heights[0] <= 400 * SCALE


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_group_of_cards_is_wide_enough_for_its_caption(count: int) -> None:
    caption = "1 and 2 of many"
    group = (("7d", ""), *[("8s", "")] * (count - 1))
    row = CardRow(
        (group,), "", "", (caption, *[""] * (count - 1)), (), False, False, False, owners=(None,) * count
    )
    piece = cards_piece(row, "standard", 84, 900)
    assert piece.width >= text_width(caption, LETTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_of_a_note_are_not_broken_with_eight_seats(language: str) -> None:
    """Each figure of a note, such as the number of captured cards, stays on one line."""
    figures = text("trick3-note-brief", points=100, total=100, match="single", hidden=26, stock=0)
    note = Localizer(language)(figures)
    rows = [Row(Seat(seat), (), figures) for seat in range(8)]
    plan = plan_of(words(Board("standard", tuple(rows)), *NAMES[:8], note=note))
    lines = [op.sprite.text for op in plan.ops if isinstance(op.sprite, TextLine)]
    for figure in printable(note).split(" · "):
        assert lines.count(figure) == 8, lines


def test_only_a_part_wider_than_a_line_is_broken() -> None:
    limit = text_width("two words", LETTERS)
    piece = lines_piece("two words here · left 12 · x", LETTERS, limit, NOTE, parts=" · ")
    assert [op.sprite.text for op in piece.ops] == ["two words", "here", "left 12 · x"]


def test_text_of_many_parts_has_at_most_three_lines() -> None:
    limit = text_width("two words…", LETTERS)
    for whole, lines in (
        ("two words · two words · two words", ["two words"] * 3),
        ("two words · two words · two words · x", ["two words", "two words", "two words…"]),
        ("two words here · two words here", ["two words", "here", "two words…"]),
    ):
        piece = lines_piece(whole, LETTERS, limit, NOTE, parts=" · ")
        assert [op.sprite.text for op in piece.ops] == lines


def test_player_who_is_out_has_an_empty_disc() -> None:
    """A player who is out has a ring instead of a filled disc, and a name in the colour of notes."""
    rows = (Row(Seat(0), is_out=True), Row(Seat(1)))
    plan = plan_of(words(Board("standard", rows), *NAMES))
    assert [op.sprite.ring for op in discs(plan)] == ["out", ""]
    inks = {op.sprite.text: op.sprite.ink for op in plan.ops if isinstance(op.sprite, TextLine)}
    assert inks[NAMES[0]] == NOTE != inks[NAMES[1]]


@pytest.mark.parametrize("tags", [3, 5])
def test_chips_of_a_seat_are_in_order_on_low_tables(tags: int) -> None:
    """The chips of each seat read from left to right and from top to bottom."""
    texts = tuple(Tag(text(f"Game {number}: 5")) for number in range(1, tags + 1))
    rows = [Row(Seat(seat), tags=texts, is_small=True) for seat in range(3)]
    board = words(Board("standard", tuple(rows)), *NAMES[:3], note="9 points")
    for height in (340, 170, 120):
        lines = [
            op for op in plan_of(replace(board, max_height=height)).ops if isinstance(op.sprite, TextLine)
        ]
        labels = [op for op in lines if op.sprite.text.startswith("Game")]
        for at in range(0, len(labels), tags):
            seat = labels[at : at + tags]
            by_place = sorted(seat, key=lambda op: (op.y, op.x))
            assert [op.sprite.text for op in by_place] == [tag.text.key for tag in texts]
