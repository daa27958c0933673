"""Where things go on a board."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures import TALL, layout
from bot.pictures.layout import MAX_WIDTH, MIN_WIDTH, Panel, Plan
from bot.pictures.shapes import (
    CAPTION_SIZE,
    CHIP,
    CHIP_PITCH,
    CHIP_SIZE,
    LINE,
    NOTE_SIZE,
    PITCH,
    TITLE_SIZE,
    Measure,
    Shape,
    measure_of,
)

Numbers: TypeAlias = tuple[int, ...]
GROUPS = st.lists(st.integers(0, 7), max_size=5).map(tuple)
CHIPS = st.lists(st.integers(CHIP, 500), max_size=12).map(tuple)
ROWS = st.lists(st.tuples(GROUPS, st.integers(0, 900), CHIPS, st.booleans()), max_size=9)
SMALLEST = min(TITLE_SIZE, NOTE_SIZE, CAPTION_SIZE, CHIP_SIZE)


def shape(
    groups: tuple[int, ...], wish: int = 0, chips: tuple[int, ...] = (), is_small: bool = False
) -> Shape:
    pitch = PITCH // 2 if is_small else PITCH
    cards = tuple((pitch,) * count for count in groups)
    return Shape(cards, pitch, LINE // 2 if is_small else LINE, chips, wish)


def arrange(groups: tuple[Numbers, ...], labels: Numbers) -> Plan:
    return layout.arrange(tuple(shape(row, wish) for row, wish in zip(groups, labels, strict=True)))


def wrap(groups: Numbers, limit: int) -> tuple[tuple[int, int], ...]:
    return measured(shape(groups)).wrap(limit)


def measured(one: Shape) -> Measure:
    return measure_of(one.groups, one.pitch, one.line, one.chips)


def panel_of(plan: Plan, row: int) -> tuple[int, Panel]:
    ((y, panel),) = [(level.y, panel) for level in plan.levels for panel in level.panels if panel.row == row]
    return y, panel


def lines_of(plan: Plan, row: int) -> list[int]:
    tops = [spot.y for spot in panel_of(plan, row)[1].cards]
    return [tops.count(top) for top in sorted(set(tops))]


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_a_board_never_loses_overlaps_or_overflows(rows: list[tuple[Numbers, int, Numbers, bool]]) -> None:
    """Cards and chips have one place each in their row's panel, panels lie within the width."""
    shapes = tuple(shape(*row) for row in rows)
    plan = layout.arrange(shapes)
    assert MIN_WIDTH <= plan.width <= MAX_WIDTH
    assert SMALLEST * 258 / plan.width >= 11  # points of letters on a phone, which gives a picture 258
    panels = [(level, panel) for level in plan.levels for panel in level.panels]
    assert sorted(panel.row for _, panel in panels) == list(range(len(rows)))
    for level, panel in panels:
        one = shapes[panel.row]
        assert 0 <= panel.x < panel.x + panel.width <= plan.width
        assert 0 <= level.y < level.y + level.height <= plan.height
        assert [spot.number for spot in panel.cards] == list(range(sum(map(len, one.groups))))
        assert [spot.number for spot in panel.chips] == list(range(len(one.chips)))
        boxes = [(spot.x, spot.y, spot.x + one.pitch, spot.y + one.line) for spot in panel.cards]
        boxes += [(spot.x, spot.y, spot.x + spot.width, spot.y + CHIP) for spot in panel.chips]
        for box in boxes:
            assert panel.x <= box[0] < box[2] <= panel.x + panel.width
            assert 0 < box[1] < box[3] <= level.height
        assert not any(overlap(box, other) for i, box in enumerate(boxes) for other in boxes[:i])
    places = [(p.x, level.y, p.x + p.width, level.y + level.height) for level, p in panels]
    assert not any(overlap(one, other) for i, one in enumerate(places) for other in places[:i])


@pytest.mark.parametrize("tall", [TALL, 120])
@given(rows=ROWS)
@settings(max_examples=30, deadline=None)
def test_no_layout_is_worth_more_than_the_one_chosen(
    tall: int, rows: list[tuple[Numbers, int, Numbers, bool]]
) -> None:
    """To judge a layout no further than it can win changes nothing."""
    shapes = tuple(shape(*row) for row in rows)
    measures = [measured(one) for one in shapes]
    drafts = [
        draft
        for grid in layout._grids(len(shapes))
        for wide in layout._widths(shapes, measures, grid, MAX_WIDTH)
        if (draft := layout._draft(shapes, measures, grid, *wide)) is not None
    ]
    best = max(drafts, key=lambda draft: layout._worth(draft, shapes, tall, 0))
    assert layout.arrange(shapes, tall) == layout._place(shapes, best)


@given(rows=ROWS)
@settings(max_examples=20, deadline=None)
def test_a_part_of_a_screen_is_never_filled_more_than_a_whole_one(
    rows: list[tuple[Numbers, int, Numbers, bool]],
) -> None:
    """Shown as wide as a phone allows, a board that is to leave room is no taller."""
    shapes = tuple(shape(*row) for row in rows)
    whole, part = layout.arrange(shapes), layout.arrange(shapes, 120)
    assert part.shown <= max(whole.shown, 120)


def overlap(one: tuple[int, int, int, int], two: tuple[int, int, int, int]) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


@pytest.mark.parametrize(
    ("groups", "limit", "wanted"),
    [
        ((5, 4, 3, 1), 9 * PITCH + 60, [5, 8]),  # between groups if they can
        ((13,), 9 * PITCH, [6, 7]),  # not 9 and 4
        ((5,), MAX_WIDTH, [5]),
    ],
)
def test_lines_break_where_it_looks_best(groups: Numbers, limit: int, wanted: list[int]) -> None:
    assert sorted(end - start for start, end in wrap(groups, limit)) == wanted


def test_open_hands_of_nine_break_between_pairs_of_suits() -> None:
    """Nine cards in a line would leave notes too small for a phone; no pair of suits is torn apart."""
    plan = arrange(((3, 3, 3),) * 3, (500,) * 3)
    assert [sorted(lines_of(plan, row)) for row in range(3)] == [[3, 6]] * 3
    assert plan.height < 1.6 * plan.width


def test_nothing_is_cut_for_a_second_column() -> None:
    """Two columns need labels that fit, with their notes below; others get the whole width."""
    column = (MAX_WIDTH - 2 * layout.OUTER - layout.BETWEEN) // 2 - 2 * layout.PADDING
    for folded, columns in ((column - 10, 2), (column + 40, 1), (0, 1)):
        row = Shape(((PITCH // 2,) * 3,), PITCH // 2, LINE // 2, (), column + 60, folded)
        plan = layout.arrange((row,) * 6)
        assert {len(level.panels) for level in plan.levels} == {columns}
        assert all(panel.is_folded == (columns == 2) for level in plan.levels for panel in level.panels)


def test_short_rows_lie_side_by_side_and_long_ones_across() -> None:
    """A pot of six cards over eight short hands takes the whole width, so do ten chips under them."""
    hands = [shape((2,), 240) for _ in range(8)]
    plan = layout.arrange((shape((6,), 200), *hands))
    (top, pot), (one, first), (two, second) = (panel_of(plan, row) for row in range(3))
    assert pot.width == plan.width - 2 * pot.x
    assert top < one == two
    assert first.x < second.x
    seats = [shape((3,), 240, is_small=True) for _ in range(8)]
    plan = layout.arrange((*seats, shape((), 100, (200,) * 10)))
    _, ladder = panel_of(plan, 8)
    assert ladder.width == plan.width - 2 * ladder.x
    assert panel_of(plan, 0)[1].width < ladder.width / 2


def test_chips_stand_beside_cards_where_there_is_room() -> None:
    """Two chips go right of one small card, ten go below."""
    few, many = (measured(shape((1,), 0, (90,) * count, is_small=True)).block(400) for count in (2, 10))
    assert few.beside >= PITCH // 2
    assert few.height == LINE // 2
    assert many.beside == 0
    assert many.height == LINE // 2 + 3 * CHIP_PITCH


def test_labels_get_room() -> None:
    narrow, wide = arrange(((1,),) * 6, (100,) * 6), arrange(((1,),) * 6, (232,) * 6)
    assert all(panel_of(wide, row)[1].width >= 232 for row in range(6))
    assert panel_of(narrow, 0)[1].width < 232
