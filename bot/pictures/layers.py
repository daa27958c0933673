"""The palette of all pictures, and the stencils and images that are pasted in its colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from PIL import Image, ImageDraw
from zlib_ng import zlib_ng

from bot.caches import ByteCache, cached
from bot.pictures import colours
from bot.pictures.cards import ARTS, BACK_ART
from bot.pictures.cloths import COLOUR_SCHEMES, emblem_mask
from bot.pictures.colours import PAPER, Colour, PixelSize, blend, player_colour, smooth_mask, stencil
from bot.pictures.faces import FACE, FACE_COLOURS, FacePixels, face_pixels
from bot.pictures.labels import glyph, text_mask
from bot.pictures.pen import (
    EDGE,
    RADIUS,
    WIDTH,
    Badge,
    CardFace,
    Disc,
    DrawnSprite,
    Emblem,
    Fan,
    Pen,
    Portrait,
    StampSprite,
    Symbol,
    TextLine,
    card_height,
    card_margin,
    card_mask,
)
from games.core.cards import Card
from games.core.presentation import Cloth

# --- palette ------------------------------------------------------------------------------------------------
# Draws cards, fans and stamps in palettes of at most 256 colours.
#
# Each combination of a table and a set of card drawings has a fixed palette.

CachedSprite: TypeAlias = CardFace | Fan | StampSprite
"""Sprites that are cached as pixels. All others are quickly put together from stencils."""


class SpritePixels(NamedTuple):
    """The pixels of a drawn sprite. ``len()`` returns the number of bytes."""

    image: Image.Image
    mask: Image.Image  # selects the pixels that belong to the sprite
    byte_count: int

    def __len__(self) -> int:
        return self.byte_count


SPRITE_CACHE: ByteCache[tuple[str, Cloth, CachedSprite], SpritePixels] = ByteCache(24_000_000)
"""The cached sprites of all palettes."""

_ANY: Cloth = "felt"

_CARDS: ByteCache[tuple[str, Card, int], bytes] = ByteCache(4_000_000)
"""The cached pixels of plain cards by art, card and width, packed: drawing a card takes 30 times as long."""


class Palette:
    """A palette of at most 256 colours, for one set of card drawings on one table."""

    def __init__(self, art: str, cloth: Cloth) -> None:
        self.art = art
        self.scheme = COLOUR_SCHEMES[cloth]
        self.cloth = cloth
        # A pixel is compressed as the difference of its number to the one above. So felt, edge and paper have
        # equal distances, and colours that are drawn on felt or paper stand on both sides of it: fewer
        # different differences save 3 % of the bytes.
        scheme = self.scheme
        inks = ARTS[art].inks
        # The background is colour 0, as a band's column of filter bytes needs it.
        self._colours = [colours.ROOM, scheme.line, scheme.rail, colours.NOTE, colours.GOLD, scheme.felt]
        self._colours += [scheme.deep, colours.TITLE, scheme.tag, scheme.emblem, scheme.spot]
        first = len(self._colours)
        # Backs have the same numbers in all palettes, and cards on every cloth.
        self._colours.append(EDGE)
        self._colours += BACK_ART.inks
        self._colours += (inks[4], inks[2], inks[0], PAPER)
        self._of_backs = self._quantiser(first)
        self._colours += (inks[1], inks[3])
        self._colours += inks[5:]
        self._of_cards = self._quantiser(first)
        of_cards = [0]
        of_cards += range(first, len(self._colours))
        faded = [blend(self._colours[number], scheme.felt, colours.DIM) for number in of_cards]
        for ink in chain(faded, colours.FIGURES):
            if ink not in self._colours:
                self._colours.append(ink)
        self._of_all = self._quantiser()
        self._numbers: dict[Colour, int] = {}
        for number, ink in enumerate(self._colours):
            self._numbers.setdefault(ink, number)
        faded_numbers = bytearray(256)
        for number, ink in zip(of_cards, faded, strict=True):
            faded_numbers[number] = self._numbers[ink]
        self._faded = bytes(faded_numbers)
        """A lookup table: for the number of each colour of a card, the number of its faded colour."""

        self.rgb = b"".join(map(bytes, self._colours))
        """The colours one after the other: red, green, blue."""

    def first_face_colour(self, portrait: Portrait) -> int:
        """Return the index of the first colour of a player's face.

        The faces' colours follow all others, in the order of the players' colours. So a face has the same
        indexes in all pictures, with any other players.
        """
        place = portrait.colour_number % len(colours.PLAYER_COLOURS)
        return len(self._colours) + FACE_COLOURS * place

    def rgb_with_faces(self, portraits: Iterable[Portrait]) -> bytes:
        """Return the colours of a picture one after the other, with those of the faces in it.

        Args:
            portraits: of the players in the picture.
        """
        rgb = bytearray(self.rgb)
        for portrait in portraits:
            face = face_pixels(portrait.face)
            if face is not None:
                first = 3 * self.first_face_colour(portrait)
                end = first + len(face.rgb)
                rgb.extend(bytes(max(0, end - len(rgb))))
                rgb[first:end] = face.rgb
        return bytes(rgb)

    def index(self, ink: Colour) -> int:
        """Return the index of a colour in the palette.

        Raises:
            KeyError: the palette lacks the colour.
        """
        return self._numbers[ink]

    def pixels_of(self, sprite: CachedSprite) -> SpritePixels:
        """Return the pixels of a sprite, from the cache if possible.

        Raises:
            KeyError: the set of card drawings lacks a card.
        """
        # A fan looks the same at all tables, a card that is not faded with one set of drawings.
        key = (self.art, self.cloth, sprite)
        if isinstance(sprite, Fan):
            key = ("", _ANY, sprite)
        elif isinstance(sprite, CardFace) and not sprite.mark:
            key = (self.art, _ANY, sprite)
        pixels = SPRITE_CACHE.get(key)
        if pixels is None:
            pixels = self._draw(sprite)
            SPRITE_CACHE.put(key, pixels)
        return pixels

    def _draw(self, sprite: CachedSprite) -> SpritePixels:
        match sprite:
            case CardFace(card, mark, width):
                pixels = self._card_pixels(card, width)
                mask = card_mask(width)
                if mark == "dim":
                    pixels = pixels.translate(self._faded)
                # All cards of a width share the mask.
                return SpritePixels(Image.frombytes("P", mask.size, pixels), mask, len(pixels))
            case Fan(count, width):
                return _quantised(draw_fan(card_image("", self.art, width), count), self._of_backs)
            case StampSprite(text, size, ink, width, height):
                return _quantised(draw_stamp(text, size, ink, PixelSize(width, height)), self._of_all)

    def _quantiser(self, first: int = 1) -> Image.Image:
        # Pillow's ``quantize`` takes its palette from an image. Of equal colours it takes the first, so the
        # background stands in for those before ``first`` and after the last.
        image = Image.new("P", (1, 1))
        room, *inks = map(bytes, self._colours)
        rgb = room * first + b"".join(inks[first - 1 :])
        image.putpalette(rgb + room * (256 - len(self._colours)))
        return image

    def _card_pixels(self, card: Card, width: int) -> bytes:
        key = self.art, card, width
        packed = _CARDS.get(key)
        if packed is not None:
            return zlib_ng.decompress(packed)
        image = _drawn_card(card, self.art, width)
        pixels = image.quantize(palette=self._of_cards, dither=Image.Dither.NONE).tobytes()
        _CARDS.put(key, zlib_ng.compress(pixels, 2))
        return pixels


def _quantised(image: Image.Image, quantiser: Image.Image) -> SpritePixels:
    # Each pixel becomes opaque or transparent.
    mask = stencil(image.getchannel("A"))  # shades at edges would cost bytes
    pixels = image.convert("RGB").quantize(palette=quantiser, dither=Image.Dither.NONE)
    return SpritePixels(pixels, mask, 2 * image.width * image.height)


palette_of = cached(24, of_people=False)(Palette)
"""Return the cached palette for a set of card drawings and a table.

Raises:
    KeyError: there is no such set.
"""


def baseline(letter_size: int) -> int:
    """Return the distance from the top of a line of text to its base line, in pixels."""
    return round(letter_size * 0.98)


def line_height(letter_size: int) -> int:
    """Return the height of a line of text in pixels."""
    return round(letter_size * 1.26)


@cached(48, of_people=False)
def card_image(card: Card, art: str, width: int) -> Image.Image:
    """Return a card as an RGBA image of the given width in pixels. An empty card is a back.

    The image is cached: do not change it.

    Raises:
        KeyError: the set of card drawings lacks the card.
    """
    image = _drawn_card(card, art, width)
    image.putalpha(card_mask(width).convert("L"))
    return image


def _drawn_card(card: Card, art: str, width: int) -> Image.Image:
    pen = Pen(width)
    drawings = ARTS[art] if card else BACK_ART
    if card not in drawings.cards:
        raise KeyError(card)
    drawings.draw(pen, card)
    return pen.finish()


# --- layers -------------------------------------------------------------------------------------------------
# Divides sprites into layers, which are pasted one after another.

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Stencil: TypeAlias = "ImagingCore"
"""Pixels without the wrapper that Pillow has around them, which is slow."""


class Layer(NamedTuple):
    """A part of a sprite that is pasted in one step. The box is relative to the sprite."""

    source: int | Stencil  # the number of a colour, or pixels as large as the mask
    mask: Stencil  # selects the pixels that are pasted
    left: int
    top: int
    right: int
    bottom: int

    def moved(self, x: int, y: int) -> Layer:
        """Return the layer moved to the right by ``x`` and down by ``y`` pixels."""
        return Layer(self.source, self.mask, self.left + x, self.top + y, self.right + x, self.bottom + y)


def layers_of(sprite: DrawnSprite, palette: Palette) -> Sequence[Layer]:
    """Return the layers of a sprite from bottom to top.

    Raises:
        KeyError: the set of card drawings lacks a card, or the palette lacks a colour.
    """
    match sprite:
        case TextLine(text, size, ink):
            return _letter_layers(text, size, palette.index(ink), baseline(size))
        case CardFace():
            return _card_layers(sprite, palette)
        case Disc():
            return _disc_layers(sprite, palette)
        case Badge(label, size, ink, paper):
            letter_share = 0.72 if len(label) < 2 else 0.6
            letters = _centred_letters(label, round(size * letter_share), palette.index(ink), size)
            letters.insert(0, _circle_layer(palette.index(paper), size))
            return letters
        case Symbol(kind, size):
            return _symbol_layers(kind, size, palette)
        case Emblem(size):
            mask = _emblem_stencil(palette.cloth, size)
            return (Layer(palette.index(palette.scheme.emblem), mask, 0, 0, size, size),)
    sprite_pixels = palette.pixels_of(sprite)
    return (Layer(sprite_pixels.image.im, sprite_pixels.mask.im, 0, 0, *sprite_pixels.image.size),)


def _disc_layers(disc: Disc, palette: Palette) -> list[Layer]:
    size = disc.size
    portrait = disc.portrait
    person = player_colour(portrait.colour_number)
    if disc.ring == "out":
        edge = person
        inset = 6
        inside = palette.scheme.deep
        ink = colours.NOTE
    else:
        # A face hides the player's colour, by which small discs are recognised, so the edge shows it.
        edge = {"turn": colours.GOLD, "won": colours.WON}.get(disc.ring, person)
        inset = 7 if disc.ring else 4
        inside = person
        ink = PAPER
    circles = [_circle_layer(palette.index(edge), size)]
    if inside != edge:
        circles.append(_circle_layer(palette.index(inside), size, inset))
    if disc.ring != "out" and (face := face_pixels(portrait.face)) is not None:
        circles.append(_face_layer(face, palette.first_face_colour(portrait), size, inset))
        return circles
    letter_share = 0.54 if len(portrait.letters) < 2 else 0.4
    return circles + _centred_letters(portrait.letters, round(size * letter_share), palette.index(ink), size)


def _face_layer(face: FacePixels, first_colour: int, size: int, inset: int) -> Layer:
    inside = size - 2 * inset
    numbers = bytes([first_colour + number % FACE_COLOURS for number in range(256)])
    small = Image.frombytes("L", (FACE, FACE), face.pixels.translate(numbers))
    # The numbers of colours have no mean, so each pixel takes that of one pixel of the face.
    whole = small.resize((inside, inside), Image.Resampling.NEAREST)
    return Layer(whole.im, _disc_stencil(inside), inset, inset, inset + inside, inset + inside)


def _letter_layers(text: str, size: int, ink: int, base_y: int, start_x: int = 0) -> list[Layer]:
    # The base line begins at the point (``start_x``, ``base_y``).
    layers = list[Layer]()
    x = start_x
    for letter in text:
        mask, left, top, right, bottom, step = glyph(letter, size)
        if mask is not None:
            layers.append(Layer(ink, mask, x + left, base_y + top, x + right, base_y + bottom))
        x += step
    return layers


def _centred_letters(text: str, size: int, ink: int, width: int) -> list[Layer]:
    letters = _letter_layers(text, size, ink, 0)
    if not letters:
        return letters
    left = min([letter.left for letter in letters])
    right = max([letter.right for letter in letters])
    top = min([letter.top for letter in letters])
    bottom = max([letter.bottom for letter in letters])
    x = (width - (right - left)) // 2 - left
    y = (width - (bottom - top)) // 2 - top
    return _letter_layers(text, size, ink, y, x)


def _card_layers(face: CardFace, palette: Palette) -> Sequence[Layer]:
    width = face.width
    margin = card_margin(width)
    if face.mark == "dim":
        sprite_pixels = palette.pixels_of(face)
    else:
        # All other marks are layers of their own around the unmarked card.
        sprite_pixels = palette.pixels_of(CardFace(face.card, "", width))
    right = margin + width
    bottom = margin + sprite_pixels.image.height
    card = Layer(sprite_pixels.image.im, sprite_pixels.mask.im, margin, margin, right, bottom)
    if face.mark == "hot":
        frame = _frame_stencil(width)
        return [Layer(palette.index(colours.GOLD), frame, 0, 0, right + margin, bottom + margin), card]
    if face.mark == "new":
        size = max(26, width // 6)
        left = margin + 4
        top = bottom - size - 4
        return [card] + [layer.moved(left, top) for layer in _symbol_layers("dot", size, palette)]
    return [card]


def _symbol_layers(kind: str, size: int, palette: Palette) -> Sequence[Layer]:
    match kind:
        case "dot":
            # A white edge keeps the dot visible on every card.
            return (
                _circle_layer(palette.index(PAPER), size),
                _circle_layer(palette.index(colours.DOT), size, size // 7),
            )
        case "leader":
            ink = palette.index(colours.INK)
            flag = Layer(ink, _polygon_stencil("flag", size), 0, 0, size, size)
            return _circle_layer(ink, size), _circle_layer(palette.index(PAPER), size, 3), flag
        case "crown":
            high = size * 3 // 4
            return (Layer(palette.index(colours.WON), _crown_stencil(size), 0, 0, size, high),)
    return (Layer(palette.index(colours.GOLD), _polygon_stencil(kind, size), 0, 0, size, size),)


# --- stencils ---------------------------------------------------------------------------------------------


def _circle_layer(ink: int, size: int, inset: int = 0) -> Layer:
    end = size - inset
    return Layer(ink, _disc_stencil(size - 2 * inset), inset, inset, end, end)


@cached(64, of_people=False)
def _disc_stencil(size: int) -> Stencil:
    return _smooth_stencil(
        (size, size), lambda pen, k: pen.ellipse((0, 0, size * k - 1, size * k - 1), fill=255), 3
    )


class CornerStencils(NamedTuple):
    """Masks of the round corners of a box."""

    upper_left: Stencil
    upper_right: Stencil
    lower_left: Stencil
    lower_right: Stencil


@cached(64, of_people=False)
def corner_stencils(radius: int) -> CornerStencils:
    """Return masks of the corners of a box, which are quarters of a disc."""
    diameter = 2 * radius
    whole = smooth_mask(
        (diameter, diameter), lambda pen, k: pen.ellipse((0, 0, diameter * k - 1, diameter * k - 1), fill=255)
    )

    def quarter(x: int, y: int) -> Stencil:
        return stencil(whole.crop((x, y, x + radius, y + radius))).im

    return CornerStencils(quarter(0, 0), quarter(radius, 0), quarter(0, radius), quarter(radius, radius))


@cached(16, of_people=False)
def _frame_stencil(card_width: int) -> Stencil:
    margin = card_margin(card_width)
    wide = card_width + 2 * margin
    high = card_height(card_width) + 2 * margin
    radius = round(RADIUS * card_width / WIDTH) + margin

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.rounded_rectangle((0, 0, wide * k - 1, high * k - 1), radius * k, fill=255)

    return _smooth_stencil((wide, high), draw, 2)


_POLYGONS = {
    "up": [(0.5, 0.14), (0.98, 0.8), (0.02, 0.8)],
    "down": [(0.5, 0.86), (0.98, 0.2), (0.02, 0.2)],
    "flag": [(0.4, 0.24), (0.76, 0.38), (0.46, 0.52), (0.46, 0.8), (0.38, 0.8), (0.38, 0.24)],
}
"""Arrows, and the flag on the leader's button. Coordinates are shares of the sign's width."""


@cached(16, of_people=False)
def _polygon_stencil(kind: str, size: int) -> Stencil:
    points = _POLYGONS[kind]

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        pen.polygon([(x * size * k, y * size * k) for x, y in points], fill=255)

    return _smooth_stencil((size, size), draw, 3)


@cached(8, of_people=False)
def _crown_stencil(size: int) -> Stencil:
    height = size * 3 // 4

    def draw(pen: ImageDraw.ImageDraw, k: int) -> None:
        w = size * k
        h = height * k
        # Three peaks with balls on a band.
        peaks = ((0.06, 0.28), (0.5, 0.1), (0.94, 0.28))
        rim = [(0.16, 0.74), peaks[0], (0.31, 0.46), peaks[1], (0.69, 0.46), peaks[2], (0.84, 0.74)]
        pen.polygon([(x * w, y * h) for x, y in rim], fill=255)
        pen.rectangle((0.16 * w, 0.82 * h, 0.84 * w, h - 1), fill=255)
        for x, y in peaks:
            r = 0.06 * w
            pen.ellipse((x * w - r, y * h - r, x * w + r, y * h + r), fill=255)

    return _smooth_stencil((size, height), draw, 3)


@cached(32, of_people=False)
def _emblem_stencil(cloth: Cloth, size: int) -> Stencil:
    whole = emblem_mask(cloth)
    assert whole is not None
    return stencil(whole.resize((size, size))).im


def _smooth_stencil(
    size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, int], object], times: int
) -> Stencil:
    return stencil(smooth_mask(size, draw, times)).im


# --- fans and stamps ----------------------------------------------------------------------------------------
# Fans of card backs, and verdicts like rubber stamps, as RGBA images.

_SPREAD = 11.0
_WIDEST = 64.0
"""Angles in degrees between two neighbouring backs of a fan, and at most between the first and the last."""

_TILT = 7
"""Degrees by which a stamp is turned."""


def draw_fan(back: Image.Image, count: int) -> Image.Image:
    """Draw a fan of card backs.

    Args:
        back: the image of one back.
        count: the number of backs.
    """
    height = back.height
    centre = (3 * height // 2, height * 3 // 4)
    arm = height * 6 // 10
    step = min(_SPREAD, _WIDEST / max(1, count - 1))
    whole = Image.new("RGBA", (3 * height, height * 5 // 3))
    for number in range(count):
        angle = step * (number - (count - 1) / 2)
        # Each pixel keeps its colour: shades between colours would be a third of a fan's bytes.
        turned = back.rotate(-angle, Image.Resampling.NEAREST, expand=True)
        # all backs turn around a point below the fan
        x = centre[0] + arm * sin(radians(angle))
        y = centre[1] + arm * (1 - cos(radians(angle)))
        at = round(x - turned.width / 2), round(y - turned.height / 2)
        whole.paste(turned, at, stencil(turned.getchannel("A")))
    return whole.crop(whole.getbbox())


def fan_size(count: int, card_width: int) -> PixelSize:
    """Return the greatest possible size of a fan of card backs.

    Args:
        count: the number of backs.
        card_width: the width of a back in pixels.
    """

    height = card_height(card_width)
    reach = radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    down = height * 1.1
    across = 2 * (down * sin(reach) + card_width / 2 * cos(reach))
    low = down - (height * 0.1 * cos(reach) - card_width / 2 * sin(reach))
    return PixelSize(round(across) + 2, round(low) + 2)


def fan_number_point(count: int, card_width: int) -> tuple[int, int]:
    """Return the point in a fan, in pixels, where its number of cards is written.

    Args:
        count: the number of backs.
        card_width: the width of a back in pixels.
    """
    height = card_height(card_width)
    angle = radians(min(_SPREAD * (count - 1), _WIDEST) / 2)
    across = card_width / 2
    up = height * 0.35
    x = fan_size(count, card_width).width / 2 + across * cos(angle) + up * sin(angle)
    return round(x), round(height * 1.1 - up * cos(angle) + across * sin(angle))


def draw_stamp(text: str, letter_size: int, ink: Colour, frame: PixelSize) -> Image.Image:
    """Draw a text like a rubber stamp: in a double frame, slightly rotated.

    Args:
        letter_size: the size of the letters in pixels.
        frame: the size of the frame before it is rotated.
    """
    width, height = frame
    paper = Image.new("L", frame)
    inked = Image.new("L", frame)
    for mask, inset, fill in ((paper, 0, 255), (inked, 6, 255), (inked, 14, 0)):
        box = inset, inset, width - 1 - inset, height - 1 - inset
        ImageDraw.Draw(mask).rounded_rectangle(box, letter_size // 3 - inset // 2, fill=fill)
    letters, _, _ = text_mask(text, letter_size)
    inked.paste(255, ((width - letters.width) // 2, (height - letters.height) // 2), letters)
    # Each colour is rotated by itself: shades between them would be three quarters of a stamp's bytes.
    paper = paper.rotate(_TILT, Image.Resampling.BILINEAR, expand=True)
    inked = inked.rotate(_TILT, Image.Resampling.BILINEAR, expand=True)
    image = Image.new("RGBA", paper.size)
    image.paste(PAPER, (0, 0), stencil(paper))
    image.paste(ink, (0, 0), stencil(inked))
    return image


def stamp_size(frame: PixelSize) -> PixelSize:
    """Return the size of the image that ``draw_stamp`` returns.

    Args:
        frame: the size of the frame before it is rotated.
    """

    c = cos(radians(_TILT))
    s = sin(radians(_TILT))
    width, height = frame
    return PixelSize(round(width * c + height * s) + 2, round(width * s + height * c) + 2)
