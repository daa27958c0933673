"""Tests of faces: files from the internet become small pictures, and pictures of tables stay small."""

from __future__ import annotations

import zlib
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from bot.language import Localizer, skeleton
from bot.pages.boards import worded_board
from bot.pages.people import PlayerName, disc_letters, portraits_of
from bot.pictures import Drawing, draw_board
from bot.pictures.cards import ARTS
from bot.pictures.cloths import COLOUR_SCHEMES
from bot.pictures.colours import PLAYER_COLOURS, Colour
from bot.pictures.faces import FACE, FACE_COLOURS, NoFace, face_of, face_pixels
from bot.pictures.layers import palette_of
from bot.pictures.pen import Portrait
from games.core.presentation import Board, Row
from games.core.words import Seat
from storage.rows import Name

COLOURS: tuple[Colour, ...] = ((200, 20, 31), (20, 160, 61), (21, 60, 201), (240, 200, 11))


NAMES = ("Ann", "Bo", "Cy", "Di")


def file(image: Image.Image, kind: str = "PNG") -> bytes:
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()


def noise() -> Image.Image:
    return Image.effect_noise((128, 128), 200).convert("RGB")


FACES = [face_of(file(Image.new("RGB", (128, 128), colour))) for colour in COLOURS]


def drawn(
    faces: list[bytes], names: tuple[str, ...] = ("Ann", "Bo", "Cy", "Di"), cloth: str = "felt"
) -> bytes:
    """Return the picture of a table whose players have these faces."""
    players = [PlayerName(name, "", face) for name, face in zip(names, faces, strict=True)]
    board = Board("standard", tuple([Row(Seat(seat)) for seat in range(len(names))]))
    worded = worded_board(board, Localizer("en"), players)
    return draw_board(Drawing(worded.art, worded.rows, cloth=cloth))


def colours_of(picture: bytes) -> dict[Colour, int]:
    """Return how many pixels of each colour a picture has."""
    counts = Image.open(BytesIO(picture)).convert("RGB").getcolors(1 << 16)
    assert counts is not None
    return {colour: count for count, colour in counts if isinstance(colour, tuple)}


@pytest.mark.parametrize("size", [(128, 128), (40, 40), (128, 60), (1, 1)])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1", "I;16"])
def test_any_picture_becomes_a_small_one(size: tuple[int, int], mode: str) -> None:
    face = face_of(file(Image.new(mode, size)))
    pixels = face_pixels(face)
    assert pixels is not None
    assert len(pixels.pixels) == FACE * FACE
    assert len(pixels.rgb) == 3 * FACE_COLOURS
    assert face_of(file(Image.new(mode, size))) == face


def bomb(width: int, height: int) -> bytes:
    """Return a PNG file that claims to be huge."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
        )

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    pixels = zlib.compress(bytes(1 << 20))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>",
        file(noise())[:2000],
        file(noise(), "GIF"),
        file(noise(), "WEBP"),
        file(noise(), "TIFF"),
        bomb(0, 0),
    ],
    ids=range(7),
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(NoFace):
        face_of(data)


@pytest.mark.parametrize(
    "size", [(513, 512), (30_000, 30_000), (2**31 - 1, 2**31 - 1), (1 << 20, 1)], ids=str
)
def test_large_pictures_are_not_decoded(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a few bytes may claim billions of pixels; it is refused by its header."""
    decoded = []
    monkeypatch.setattr(PngImageFile, "load", decoded.append)
    with pytest.raises(NoFace):
        face_of(bomb(*size))
    assert decoded == []


@given(st.binary(max_size=400), st.integers(0, 2000))
def test_damaged_files_do_no_harm(junk: bytes, at: int) -> None:
    """A file with damaged bytes either makes a face or is refused; a damaged face is no face."""
    whole = file(Image.new("RGB", (20, 20), (1, 2, 3)))
    damaged = whole[: at % len(whole)] + junk + whole[at % len(whole) + len(junk) :]
    with suppress(NoFace):
        assert face_pixels(face_of(damaged)) is not None
    assert face_pixels(junk) is None
    face_pixels(FACES[0][: at % len(FACES[0])] + junk)


def test_each_face_is_drawn_in_its_own_colours() -> None:
    """Faces keep their colours beside any others; a picture without faces has none of these colours."""
    alone = colours_of(drawn([FACES[0], b"", b"", b""]))
    together = colours_of(drawn(FACES))
    without = colours_of(drawn([b""] * 4))
    for number, colour in enumerate(COLOURS):
        assert together[colour] > 4000
        assert (colour in alone) == (number == 0)
        assert colour not in without


def test_faces_of_ten_fit_into_every_palette() -> None:
    for art in ARTS:
        for cloth in COLOUR_SCHEMES:
            last = Portrait("A", len(PLAYER_COLOURS) - 1, FACES[0])
            palette = palette_of(art, cloth)
            assert palette.first_face_colour(last) + FACE_COLOURS <= 256
            assert len(palette.rgb_with_faces([last])) <= 768


def test_damaged_face_gives_letters() -> None:
    assert drawn([b"\x89PNG", b"", b"", b""]) != b""
    names = portraits_of([PlayerName("Ann", "", b"")])
    assert names == (Portrait("A", names[0].colour_number),)


def test_four_faces_add_few_bytes() -> None:
    """Photos, the worst of them noise, add at most four kilobytes each to the picture of a table."""
    worst = face_of(file(noise()))
    plain = len(drawn([b""] * 4))
    assert len(drawn([worst] * 4)) - plain <= 4 * 4000
    assert len(drawn(FACES)) - plain <= 4 * 600 + 3 * FACE_COLOURS * len(PLAYER_COLOURS)
    assert len(worst) < 4000


def test_players_who_share_a_colour_do_not_share_a_face() -> None:
    """Of more players than colours, those with the colour of another one have letters."""
    players = [PlayerName(f"P{number}", "", FACES[number % 4]) for number in range(len(PLAYER_COLOURS) + 3)]
    with_face = [portrait.colour_number for portrait in portraits_of(players) if portrait.face]
    assert len(with_face) == len({*with_face}) == len(PLAYER_COLOURS)


@given(st.lists(st.text("Kk1 KКenim花子9é", min_size=1, max_size=4), max_size=10))
def test_no_two_discs_have_letters_that_look_alike(names: list[str]) -> None:
    """Letters on discs differ, are at most an initial and one more, and do not depend on the order."""
    letters = disc_letters(names)
    looks = [skeleton(Name(letter)) for letter in letters]
    assert len({*looks}) == len(names)
    distinct = sorted({*names})
    assert dict(zip(distinct, disc_letters(distinct), strict=True)) == dict(
        zip(distinct[::-1], disc_letters(distinct[::-1]), strict=True)
    )


def test_initials_stay_where_they_are_clear() -> None:
    assert disc_letters(["Alice", "Bob", "花子"]) == ("A", "B", "花")
    assert disc_letters(["Ken", "Kenta", "Bob"]) == ("Ke", "Kt", "B")
