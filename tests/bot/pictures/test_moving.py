"""Tests of pictures that move."""

from __future__ import annotations

import io
from itertools import accumulate, pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.clock import Elapsed
from bot.pages import messages
from bot.pages.boards import MovingPicture, Picture
from bot.pictures import draw_board, moving, plan_picture
from bot.pictures.board import BOARDS
from bot.pictures.colours import ROOM, PixelSize
from bot.pictures.moving import PATCH_MS, Canvas, Frame, Patch, animated_webp, size_of
from bot.tables.reveals import LAST_FRAME_SECONDS, end_suspense, pause_for_reveal
from bot.tables.state import TableState
from games import Game, find_game
from tests.bot.pages.test_reveals import reveals, state_after
from tests.promises import MOST_FRAMES

COLOURS = bytes(range(48))
"""Sixteen colours."""


def pictures(width: int, height: int) -> st.SearchStrategy[Image.Image]:
    """Return a strategy for pictures in few colours."""
    pixels = st.binary(min_size=width * height, max_size=width * height)
    return pixels.map(lambda numbers: _picture(bytes([number % 16 for number in numbers]), width, height))


def _picture(numbers: bytes, width: int, height: int) -> Image.Image:
    picture = Image.frombytes("P", (width, height), numbers)
    picture.putpalette(COLOURS)
    return picture


def decoded(animation: bytes) -> list[Image.Image]:
    """Return the frames of an animation as people see them."""
    image = Image.open(io.BytesIO(animation))
    frames = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        frames.append(image.convert("RGB"))
    return frames


def durations(animation: bytes) -> list[int]:
    """Return the duration of each frame in milliseconds."""
    image = Image.open(io.BytesIO(animation))
    seen = []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        image.load()
        seen.append(image.info["duration"])
    return seen


def are_equal(picture: Image.Image, other: Image.Image) -> bool:
    return picture.size == other.size and ImageChops.difference(picture, other).getbbox() is None


sizes = st.tuples(st.integers(3, 9), st.integers(3, 9))


def frames_of(drawn: list[Image.Image]) -> list[Frame]:
    """Return what each picture changes."""
    canvas = Canvas(PixelSize(*drawn[0].size))
    patches = [canvas.put(Image.frombytes("L", each.size, each.tobytes()), 0, COLOURS) for each in drawn]
    return [() if patch is None else (patch,) for patch in patches]


@given(sizes.flatmap(lambda size: st.lists(pictures(*size), min_size=2, max_size=4)))
def test_every_frame_is_as_it_was_drawn(drawn: list[Image.Image]) -> None:
    """What changes between frames is enough to show each of them exactly. Nothing may change, too."""
    drawn = [*drawn, drawn[-1]]
    animation = animated_webp(frames_of(drawn), 100)
    ends = [*accumulate(durations(animation))]
    assert ends[-1] == 100 * len(drawn)
    for number, picture in enumerate(drawn):
        assert are_equal(frame_at(animation, 100 * number + 50), picture.convert("RGB"))


def frame_at(animation: bytes, milliseconds: int) -> Image.Image:
    """Return what an animation shows at a time."""
    ends = [*accumulate(durations(animation))]
    return decoded(animation)[next(number for number, end in enumerate(ends) if end > milliseconds)]


def test_mutant_that_misses_a_column_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rectangle that is a pixel too narrow fails the test above."""
    put = Canvas.put

    def narrow(self: Canvas, pixels: Image.Image, top: int, rgb: bytes) -> Patch | None:
        is_first, patch = self._pixels is None, put(self, pixels, top, rgb)
        if is_first or patch is None or patch.pixels.width < 2:
            return patch
        return patch._replace(pixels=patch.pixels.crop((0, 0, patch.pixels.width - 1, patch.pixels.height)))

    monkeypatch.setattr(Canvas, "put", narrow)
    with pytest.raises(AssertionError):
        test_every_frame_is_as_it_was_drawn()


def test_animation_is_played_once() -> None:
    """An animation does not begin again: its last frame is the outcome."""
    frames = frames_of([_picture(bytes([colour]) * 16, 4, 4) for colour in (1, 2)])
    assert Image.open(io.BytesIO(animated_webp(frames, 50))).info["loop"] == 1


def test_patches_of_a_frame_follow_each_other_quickly() -> None:
    """Cards that are turned over at once in several places appear within their frame."""
    whole, patch = Image.new("P", (4, 4)), Image.new("P", (1, 1), 3)
    for picture in (whole, patch):
        picture.putpalette(COLOURS)
    second = [Patch(patch, left, 0) for left in (0, 2)]
    animation = animated_webp([[Patch(whole, 0, 0)], second, []], 500)
    assert durations(animation) == [500, PATCH_MS, 1000 - PATCH_MS]
    assert durations(animated_webp([[Patch(whole, 0, 0)], second], 90)) == [90, 45, 45]


def held_reveal(game: Game, seed: int) -> TableState:
    """Return a table in the suspense of a reveal that has several steps."""
    for start, moves, _ in reveals(game, seed):
        state = state_after(start, moves)
        if state.match is not None and state.match.suspense_seconds > 2:
            return pause_for_reveal(state, Elapsed(0), 0.5)
    raise AssertionError("no such reveal")


ANIMATED = pytest.mark.parametrize("name", ["bull", "netsuzo", "trick3"])


def animation_of(name: str) -> tuple[TableState, MovingPicture]:
    """Return a table in the suspense of a reveal, and the animation that its message shows."""
    held = held_reveal(find_game(name), 5)
    (animation,) = messages.table_message(held.snapshot, "en").files
    assert isinstance(animation, MovingPicture)
    return held, animation


@ANIMATED
async def test_animation_turns_over_the_cards_of_the_question(name: str) -> None:
    """Each frame is as a still picture of its step; the outcome follows the last one as a still picture."""
    held, animation = animation_of(name)
    pause, data = held.position.reveal_pause, await animation.data()
    assert pause is not None
    assert pause.opens is not None
    assert 3 <= len(animation.drawings) <= MOST_FRAMES
    stills = [Image.open(io.BytesIO(draw_board(drawing))).convert("RGB") for drawing in animation.drawings]
    for number, still in enumerate(stills):
        end = animation.frame_ms * (number + 1) - 1
        assert are_equal(frame_at(data, end), still)
    assert all(not are_equal(earlier, later) for earlier, later in pairwise(stills))
    # The words follow when the last frame has been shown for some tenths of a second.
    assert animation.frame_ms * (len(stills) - 1) + 500 * LAST_FRAME_SECONDS == pause.opens
    (outcome,) = messages.table_message(end_suspense(held, pause.opens).snapshot, "en").files
    assert isinstance(outcome, Picture)
    assert outcome.drawing not in animation.drawings
    assert all(drawing.stamp is None for drawing in animation.drawings)
    assert not any(row.is_won or row.note for drawing in animation.drawings for row in drawing.rows)


@ANIMATED
async def test_only_cards_that_are_turned_over_change(name: str) -> None:
    """In every frame all things lie in the same places, so that few pixels change."""
    _, animation = animation_of(name)
    layouts = [plan_picture(drawing).layout for drawing in animation.drawings]
    places = [[(op.x, op.y, op.width, op.height) for op in layout.ops] for layout in layouts]
    assert all(place == places[0] for place in places)
    canvas, (first, *later) = Canvas(size_of(animation.drawings)), animation.drawings
    (whole,) = canvas.draw(first)
    for drawing in later:
        changed = [patch.pixels.width * patch.pixels.height for patch in canvas.draw(drawing)]
        assert changed
        assert sum(changed) < 0.4 * whole.pixels.width * whole.pixels.height
    # The animation is smaller than one and a half still pictures.
    assert len(await animation.data()) < 1.5 * len(draw_board(animation.drawings[-1]))


async def test_large_animation_has_its_first_and_last_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """An animation that would be too large shows its last frame after as much time."""
    _, animation = animation_of("bull")
    monkeypatch.setattr(moving, "MOST_BYTES", 10)
    BOARDS.clear()
    data = await animation.data()
    BOARDS.clear()
    last = animation.frame_ms * (len(animation.drawings) - 1)
    for milliseconds, drawing in ((last - 1, animation.drawings[0]), (2 * last - 1, animation.drawings[-1])):
        still = Image.open(io.BytesIO(draw_board(drawing))).convert("RGB")
        assert are_equal(frame_at(data, milliseconds), still)


async def test_frame_that_is_lower_than_others_is_filled_up() -> None:
    """Frames of different heights leave nothing of a higher one below them."""
    _, animation = animation_of("bull")
    high = animation.drawings[0]
    low = msgspec.structs.replace(high, min_height=0)
    data = await moving.moving_picture([high, low, high], 100)
    stills = [Image.open(io.BytesIO(draw_board(drawing))).convert("RGB") for drawing in (high, low)]
    assert stills[1].height < stills[0].height
    below = Image.new("RGB", stills[0].size, ROOM)
    below.paste(stills[1], (0, 0))
    for at, wanted in ((99, stills[0]), (199, below), (299, stills[0])):
        assert are_equal(frame_at(data, at), wanted)


@pytest.mark.parametrize("name", ["tomoe", "lost"])
def test_cards_that_are_turned_at_once_need_no_animation(name: str) -> None:
    """A reveal with one step is a still picture, and its words come with the cards."""
    start, moves, _ = next(reveals(find_game(name), 5))
    held = pause_for_reveal(state_after(start, moves), Elapsed(0), 1.0)
    (picture,) = messages.table_message(held.snapshot, "en").files
    assert isinstance(picture, Picture)
    assert held.position.reveal_pause is not None
    assert held.position.reveal_pause.opens == 1200
