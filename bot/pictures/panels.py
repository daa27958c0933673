"""Draw the panel of one row: background and frame, label, cards with captions, chips."""

from __future__ import annotations

from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.caches import cached
from bot.pictures import colours
from bot.pictures.colours import Colour
from bot.pictures.drawing import Band
from bot.pictures.fonts import lettering
from bot.pictures.labels import fit, width
from bot.pictures.layout import HEADER, NOTE_LINE, PADDING, Panel, Spot
from bot.pictures.raster import smooth
from bot.pictures.shapes import (
    ARROW,
    CAPTION_SIZE,
    CHIP,
    CHIP_SIZE,
    CROWN,
    DISC,
    DISC_GAP,
    INDENT,
    NOTE_SIZE,
    SPACE,
    TITLE_SIZE,
    is_covered,
    size_of,
)
from bot.pictures.sheet import Sheet
from games.core.presentation import Mark

Box: TypeAlias = tuple[int, int, int, int]

_BASE_LINE = 25
_CORNER = 10
_BORDER = 2
_CAPTION_BASE = 19
_CHIP_BASE = 24
_CHIP_PADDING = 8
_LEAST_TITLE = 84
"""Pixels reserved for a title beside a long note: enough to recognise a player's name."""

_CHIP_LINE = 2
_DOT = 5
DISC_SIZE, _DISC_BASE = 21, 22
_OVERSAMPLING = 4


def draw_panel(image: Image.Image, cells: Sheet, panel: Panel, band: Band) -> None:
    """Draw a row into the strip of its level, which is as high as the highest panel in it."""
    ground = colours.TURN if band.is_turn else colours.PANEL
    _draw_ground(image, cells, panel, band)
    _draw_label(image, cells, panel, band, ground)
    _draw_cards(image, cells, panel, band)
    _write_captions(image, cells, panel, band, ground)
    for spot in panel.chips:
        text, mark = band.chips[spot.number]
        image.paste(_chip(cells, spot.width, text, mark, ground), (spot.x, spot.y))
        if mark == "new":
            dot, is_dot = _dot(cells)
            image.paste(dot, (spot.x + spot.width + 1 - dot.width, spot.y - 2), is_dot)


def _draw_ground(image: Image.Image, cells: Sheet, panel: Panel, band: Band) -> None:
    """Fill the panel; the row on turn and a row that has won have a frame in the colour of each."""
    inside = colours.TURN if band.is_turn else colours.PANEL
    frame = colours.WON if band.is_won else colours.ACCENT if band.is_turn else inside
    left, right, low = panel.x, panel.x + panel.width, image.height - _CORNER
    top, bottom = _edges(cells, panel.width, frame, inside)
    image.paste(top, (left, 0))
    image.paste(bottom, (left, low))
    image.paste(cells.index(frame), (left, _CORNER, right, low))
    if frame != inside:
        image.paste(cells.index(inside), (left + _BORDER, _CORNER, right - _BORDER, low))


@cached(128, of_people=False)
def _edges(cells: Sheet, width: int, frame: Colour, inside: Colour) -> tuple[Image.Image, Image.Image]:
    """Draw the upper and the lower edge of a panel, each as high as its corners."""
    plate = cells.blank((width, 2 * _CORNER))
    box = 0, 0, width - 1, 2 * _CORNER - 1
    _fill(plate, cells, box, _CORNER, colours.GROUND, frame)
    if frame != inside:
        _fill(plate, cells, _within(box, _BORDER), _CORNER - _BORDER, frame, inside)
    return plate.crop((0, 0, width, _CORNER)), plate.crop((0, _CORNER, width, 2 * _CORNER))


def _within(box: Box, border: int) -> Box:
    return box[0] + border, box[1] + border, box[2] - border, box[3] - border


def _fill(image: Image.Image, cells: Sheet, box: Box, radius: int, outside: Colour, ink: Colour) -> None:
    """Fill a rectangle with round corners; pixels outside of them stay unchanged."""
    left, top, right, bottom = box
    draw, index = ImageDraw.Draw(image), cells.index(ink)
    if left + radius <= right - radius:
        draw.rectangle((left + radius, top, right - radius, bottom), index)
    if top + radius <= bottom - radius:
        draw.rectangle((left, top + radius, right, bottom - radius), index)
    x, y = right - radius + 1, bottom - radius + 1
    places = (left, top), (x, top), (left, y), (x, y)
    for at, (corner, touched) in zip(places, _corners(cells, radius, outside, ink), strict=True):
        image.paste(corner, at, touched)


def _draw_label(image: Image.Image, cells: Sheet, panel: Panel, band: Band, ground: Colour) -> None:
    """Write the title on the left and the note on the right or below; a long title is cut before the note."""
    left, right = panel.x + PADDING + INDENT, panel.x + panel.width - PADDING - INDENT
    # signs before the title: a medal, a crown, an arrow
    if band.place:
        has_medal = band.place <= len(colours.MEDALS)
        ink = colours.MEDALS[band.place - 1] if has_medal else colours.CHIP
        _draw_disc(image, cells, left, str(band.place), ink, ground)
        left += DISC + 2 * DISC_GAP
    if band.is_won:
        _centre(image, cells.tint(_crown_mask(), ground, colours.WON), left)
        left += CROWN
    if band.is_turn:
        _centre(image, cells.tint(_arrow_mask(), ground, colours.ACCENT), left)
        left += ARROW
    # discs with counts stand at the right edge
    for kind, count in reversed(band.discs):
        right -= DISC
        _draw_disc(image, cells, right, str(count), colours.RED if kind == "red" else colours.BLUE, ground)
        right -= DISC_GAP
    if band.discs:
        right -= DISC_GAP
    # the note, in a line of its own or beside the title
    if band.note and panel.is_folded:
        edge = panel.x + PADDING + INDENT
        note = fit(band.note, NOTE_SIZE, panel.width - 2 * (PADDING + INDENT))
        _write(image, cells, note, NOTE_SIZE, (edge, _BASE_LINE + NOTE_LINE), ground, colours.NOTE)
    elif band.note:
        least = min(width(band.title, TITLE_SIZE), _LEAST_TITLE) + SPACE if band.title else 0
        note = fit(band.note, NOTE_SIZE, right - left - least)
        right -= width(note, NOTE_SIZE)
        _write(image, cells, note, NOTE_SIZE, (right, _BASE_LINE), ground, colours.NOTE)
        right -= SPACE
    ink = colours.WON if band.is_won else colours.ACCENT if band.is_turn else colours.TITLE
    title = fit(band.title, TITLE_SIZE, right - left)
    _write(image, cells, title, TITLE_SIZE, (left, _BASE_LINE), ground, ink)


def _draw_disc(image: Image.Image, cells: Sheet, left: int, label: str, ink: Colour, ground: Colour) -> None:
    """Draw a disc with a number; a place without a medal has the colour of a chip."""
    top = (HEADER - DISC) // 2 + 2
    _fill(image, cells, (left, top, left + DISC - 1, top + DISC - 1), DISC // 2, ground, ink)
    paper = colours.TITLE if ink == colours.CHIP else colours.on_disc(ink)
    x = left + (DISC - width(label, DISC_SIZE)) // 2
    _write(image, cells, label, DISC_SIZE, (x, top + _DISC_BASE), ink, paper)


def _centre(image: Image.Image, sign: Image.Image, left: int) -> None:
    image.paste(sign, (left, (HEADER - sign.height) // 2 + 2))


def _write(
    image: Image.Image, cells: Sheet, text: str, size: int, at: tuple[int, int], ground: Colour, ink: Colour
) -> None:
    """Write a text with the start of its base line at a pixel."""
    if text:
        letters, left, top = inked(cells, text, size, ground, ink)
        image.paste(letters, (at[0] + left, at[1] + top))


@cached(2048)
def inked(cells: Sheet, text: str, size: int, ground: Colour, ink: Colour) -> tuple[Image.Image, int, int]:
    """Return a cached picture of a printable text in its colours, and its offset (see ``lettering``)."""
    mask, left, top = lettering(text, size)
    return cells.tint(mask, ground, ink), left, top


def _draw_cards(image: Image.Image, cells: Sheet, panel: Panel, band: Band) -> None:
    size = size_of(band)
    faces = band.cards
    covered = [
        is_covered(band, group, card) for group, cards in enumerate(band.groups) for card in range(len(cards))
    ]
    last = -1
    for spot in panel.cards:
        # the first card of a line lies on no other card
        is_over = spot.y == last and spot.number > 0 and covered[spot.number - 1]
        cell = cells.cell(faces[spot.number], band.is_turn, size, is_over)
        image.paste(cell, (spot.x + max(0, spot.width - size.pitch) // 2, spot.y))
        last = spot.y


def _write_captions(image: Image.Image, cells: Sheet, panel: Panel, band: Band, ground: Colour) -> None:
    """Write each caption centred below its card and the following cards of the group that have no caption."""
    if not band.captions:
        return
    groups = [group for group, cards in enumerate(band.groups) for _ in cards]
    spots = panel.cards
    for number, spot in enumerate(spots):
        if not band.captions[spot.number]:
            continue
        last = number
        while last + 1 < len(spots) and _is_shared(band, groups, spot, spots[last + 1]):
            last += 1
        room = spots[last].x + spots[last].width - spot.x
        text = fit(band.captions[spot.number], CAPTION_SIZE, room - 4)
        x = spot.x + (room - width(text, CAPTION_SIZE)) // 2
        at = (x, spot.y + size_of(band).line + _CAPTION_BASE)
        _write(image, cells, text, CAPTION_SIZE, at, ground, colours.TITLE)


def _is_shared(band: Band, groups: list[int], spot: Spot, other: Spot) -> bool:
    """Return whether a caption also spans another card: one of its line and group without a caption."""
    is_near = other.y == spot.y and groups[other.number] == groups[spot.number]
    return is_near and not band.captions[other.number]


@cached(1024)
def _chip(cells: Sheet, wide: int, text: str, mark: Mark, ground: Colour) -> Image.Image:
    """Return the cached picture of a chip: bright if it counts now, only an outline if it is past."""
    box = 0, 0, wide - 1, CHIP - 1
    inside = colours.ACCENT if mark == "hot" else colours.CHIP
    image = cells.blank((wide, CHIP), ground)
    _fill(image, cells, box, CHIP // 2, ground, inside)
    ink = colours.GROUND if mark == "hot" else colours.TITLE
    if mark == "dim":
        _fill(image, cells, _within(box, _CHIP_LINE), CHIP // 2 - _CHIP_LINE, inside, ground)
        inside, ink = ground, colours.NOTE
    label = fit(text, CHIP_SIZE, wide - _CHIP_PADDING)
    _write(image, cells, label, CHIP_SIZE, ((wide - width(label, CHIP_SIZE)) // 2, _CHIP_BASE), inside, ink)
    return image


@cached(8, of_people=False)
def _corner_mask(radius: int) -> Image.Image:
    """Return the upper left corner of a rectangle with round corners, as a mask."""
    wide = 2 * radius
    return smooth(
        (radius, radius), lambda draw, k: draw.ellipse((0, 0, wide * k - 1, wide * k - 1), fill=255)
    )


def _touched(mask: Image.Image) -> Image.Image:
    """Return the pixels of a mask that are not empty, as a mask of one bit."""
    return mask.point(lambda share: 255 if share else 0).convert("1")


@cached(64, of_people=False)
def _corners(
    cells: Sheet, radius: int, outside: Colour, ink: Colour
) -> tuple[tuple[Image.Image, Image.Image], ...]:
    """Draw the four round corners of a rectangle, each with the mask of its pixels, upper left first."""
    corner = cells.tint(_corner_mask(radius), outside, ink)
    touched = _touched(_corner_mask(radius))
    flips = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM, Image.Transpose.ROTATE_180
    flipped = [(corner.transpose(flip), touched.transpose(flip)) for flip in flips]
    return ((corner, touched), *flipped)


@cached(1, of_people=False)
def _arrow_mask() -> Image.Image:
    """Return the arrow before the label of the row on turn, as a mask."""
    return smooth((14, 18), lambda draw, k: draw.polygon([(0, k), (12 * k, 9 * k), (0, 17 * k)], fill=255))


@cached(16, of_people=False)
def _dot(cells: Sheet) -> tuple[Image.Image, Image.Image]:
    """Draw the dot on a chip; return it with the mask of its pixels."""
    wide = 2 * _DOT
    mask = smooth((wide, wide), lambda draw, k: draw.ellipse((0, 0, wide * k - 1, wide * k - 1), fill=255))
    return cells.tint(mask, colours.CHIP, colours.DOT), _touched(mask)


@cached(1, of_people=False)
def _crown_mask() -> Image.Image:
    k = _OVERSAMPLING
    mask = Image.new("L", (38 * k, 34 * k))
    draw = ImageDraw.Draw(mask)
    peaks = ((3, 10), (19, 4), (35, 10))
    rim = [(7, 25), peaks[0], (12, 16), peaks[1], (26, 16), peaks[2], (31, 25)]
    draw.polygon([(x * k, y * k) for x, y in rim], fill=255)
    draw.rectangle((7 * k, 28 * k, 31 * k - 1, 32 * k - 1), fill=255)
    for x, y in peaks:
        draw.ellipse(((x - 3) * k, (y - 3) * k, (x + 3) * k, (y + 3) * k), fill=255)
    return mask.resize((26, 23), Image.Resampling.BOX)
