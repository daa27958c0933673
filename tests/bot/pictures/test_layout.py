"""Where things go on a board."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures.layout import LINE, MAX_WIDTH, MIN_WIDTH, PITCH, Plan, arrange, wrap

GROUPS = st.lists(st.integers(0, 7), max_size=5).map(tuple)
ROWS = st.lists(st.tuples(GROUPS, st.integers(0, 900)), max_size=9)


def lines_of(plan: Plan, row: int) -> list[int]:
    """Count the cards in each line of a row."""
    tops = [spot.y for spot in plan.panels[row].spots]
    return [tops.count(top) for top in sorted(set(tops))]


@given(ROWS)
@settings(max_examples=60, deadline=None)
def test_a_board_never_loses_overlaps_or_overflows(rows: list[tuple[tuple[int, ...], int]]) -> None:
    """Every card has one cell inside its row's panel, panels lie side by side inside at most 1200 pixels."""
    groups, labels = tuple(row for row, _ in rows), tuple(label for _, label in rows)
    plan = arrange(groups, labels)
    assert MIN_WIDTH <= plan.width <= MAX_WIDTH
    assert len(plan.panels) == len(rows)
    cells: set[tuple[int, int]] = set()
    for panel, row in zip(plan.panels, groups, strict=True):
        assert 0 <= panel.x < panel.x + panel.width <= plan.width
        assert 0 <= panel.y < panel.y + panel.height <= plan.height
        assert [spot.card for spot in panel.spots] == list(range(sum(row)))
        for spot in panel.spots:
            assert panel.x <= spot.x <= panel.x + panel.width - PITCH
            assert panel.y < spot.y <= panel.y + panel.height - LINE
            cells.update((x, y) for x in (spot.x, spot.x + PITCH - 1) for y in (spot.y, spot.y + LINE - 1))
    assert len(cells) == 4 * sum(sum(row) for row in groups)
    boxes = [(p.x, p.y, p.x + p.width, p.y + p.height) for p in plan.panels]
    for i, one in enumerate(boxes):
        for two in boxes[:i]:
            assert one[0] >= two[2] or two[0] >= one[2] or one[1] >= two[3] or two[1] >= one[3]


@given(GROUPS, st.integers(PITCH, 1200))
@settings(deadline=None)
def test_lines_are_full_and_in_order(groups: tuple[int, ...], limit: int) -> None:
    """Lines follow one another, hold something, and keep to the limit."""
    lines = wrap(groups, limit)
    total = sum(groups)
    assert [start for start, _ in lines] == ([0] + [end for _, end in lines[:-1]] if total else [])
    assert all(start < end for start, end in lines)
    assert not total or lines[-1][1] == total
    assert all((end - start) * PITCH <= limit for start, end in lines)


def test_lines_break_between_groups_if_they_can() -> None:
    """13 cards in suits of 5, 4, 3 and 1 break after the first suit, in two lines."""
    assert wrap((5, 4, 3, 1), 9 * PITCH + 60) == ((0, 5), (5, 13))


def test_lines_without_groups_are_even() -> None:
    """13 cards alike make lines of 6 and 7, not of 9 and 4."""
    assert sorted(end - start for start, end in wrap((13,), 9 * PITCH)) == [6, 7]


def test_open_hands_of_nine_stay_in_one_line_each() -> None:
    """The 27 open cards of Tomoefuda make three unbroken lines of nine."""
    plan = arrange(((3, 3, 3),) * 3, (600,) * 3)
    assert [lines_of(plan, row) for row in range(3)] == [[9]] * 3
    assert plan.width > plan.height


def test_a_few_cards_stay_in_one_line() -> None:
    """Five cards are not broken though there would be room for more lines."""
    assert lines_of(arrange(((5,),), (200,)), 0) == [5]


def test_short_rows_lie_side_by_side() -> None:
    """Eight hands of two cards take at least two columns, read from left to right."""
    plan = arrange(((2,),) * 8, (250,) * 8)
    assert plan.panels[0].y == plan.panels[1].y
    assert plan.panels[0].x < plan.panels[1].x


def test_a_long_first_row_lies_across() -> None:
    """A pot of nine cards over eight short hands takes the whole width."""
    plan = arrange(((9,), *((3, 1),) * 8), (200, *(480,) * 8))
    assert plan.panels[0].width == plan.width - 2 * plan.panels[0].x
    assert plan.panels[1].y == plan.panels[2].y > plan.panels[0].y


def test_labels_get_room() -> None:
    """Panels of single cards widen so that their labels can be read."""
    narrow, wide = arrange(((1,),) * 6, (100,) * 6), arrange(((1,),) * 6, (500,) * 6)
    assert all(panel.width >= 500 for panel in wide.panels)
    assert narrow.panels[0].width < 500
