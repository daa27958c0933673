"""Tests of pictures that move."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.clock import Elapsed
from bot.pages import messages
from bot.pages.boards import MovingPicture, Picture
from bot.pictures import draw_board, moving
from bot.pictures.moving import MOST_BYTES, MOST_FRAMES, Frame, animated_webp
from bot.tables.reveals import LAST_FRAME_SECONDS, end_suspense, pause_for_reveal
from bot.tables.state import TableState
from games import Game, find_game
from tests.bot.pages.test_reveals import reveals, state_after

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


@given(sizes.flatmap(lambda size: st.lists(pictures(*size), min_size=2, max_size=4)))
def test_every_frame_is_as_it_was_drawn(drawn: list[Image.Image]) -> None:
    """What changes between frames is enough to show each of them exactly. Nothing may change, too."""
    frames = [Frame(picture, 100 * number + 100) for number, picture in enumerate([*drawn, drawn[-1]])]
    animation = animated_webp(frames)
    frames_seen = decoded(animation)
    assert len(frames_seen) == len(frames)
    for frame, picture in zip(frames, frames_seen, strict=True):
        assert are_equal(frame.pixels.convert("RGB"), picture)
    assert durations(animation) == [frame.milliseconds for frame in frames]


def test_mutant_that_misses_a_column_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rectangle that is a pixel too narrow fails the test above."""
    whole = moving._changed_box

    def narrow(before: Image.Image, after: Image.Image) -> moving.Box:
        left, top, right, bottom = whole(before, after)
        return left, top, max(left + 1, right - 1), bottom

    monkeypatch.setattr(moving, "_changed_box", narrow)
    with pytest.raises(AssertionError):
        test_every_frame_is_as_it_was_drawn()


def test_animation_is_played_once() -> None:
    """An animation does not begin again: its last frame is the outcome."""
    frames = [Frame(_picture(bytes([colour]) * 16, 4, 4), 50) for colour in (1, 2)]
    assert Image.open(io.BytesIO(animated_webp(frames))).info["loop"] == 1


def test_large_animation_has_its_first_and_last_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """An animation that would be too large lasts as long with two frames."""
    frames = [Frame(_picture(bytes([colour]) * 16, 4, 4), 50) for colour in (1, 2, 3, 4)]
    monkeypatch.setattr(moving, "MOST_BYTES", 10)
    animation = animated_webp(frames)
    frames_seen = decoded(animation)
    assert [are_equal(frames_seen[-1], frames[-1].pixels.convert("RGB")), len(frames_seen)] == [True, 2]
    assert are_equal(frames_seen[0], frames[0].pixels.convert("RGB"))
    assert durations(animation) == [150, 50]


def held_reveal(game: Game, seed: int) -> TableState:
    """Return a table in the suspense of a reveal that has several steps."""
    for start, moves, _ in reveals(game, seed):
        state = state_after(start, moves)
        if state.match is not None and state.match.suspense_seconds > 2:
            return pause_for_reveal(state, Elapsed(0), 0.5)
    raise AssertionError("no such reveal")


@pytest.mark.parametrize("name", ["bull", "netsuzo", "trick3"])
async def test_animation_leads_from_the_question_to_the_still_picture(name: str) -> None:
    """The frames are the steps of the reveal; the last one is the still picture that follows."""
    held = held_reveal(find_game(name), 5)
    (animation,) = messages.table_message(held.snapshot, "en").files
    assert isinstance(animation, MovingPicture)
    pause = held.position.reveal_pause
    assert pause is not None
    assert pause.opens is not None
    frames_seen = decoded(await animation.data())
    assert len(frames_seen) == len(animation.drawings) <= MOST_FRAMES
    assert all(not are_equal(earlier, later) for earlier, later in pairwise(frames_seen))
    # The words follow when the last frame has been shown for some tenths of a second.
    assert animation.frame_ms * (len(frames_seen) - 1) + 500 * LAST_FRAME_SECONDS == pause.opens
    (still,) = messages.table_message(end_suspense(held, pause.opens).snapshot, "en").files
    assert isinstance(still, Picture)
    assert are_equal(frames_seen[-1], Image.open(io.BytesIO(draw_board(still.drawing))).convert("RGB"))
    first = Image.open(io.BytesIO(draw_board(animation.drawings[0]))).convert("RGB")
    assert are_equal(frames_seen[0], first)
    assert len(await animation.data()) < MOST_BYTES


@pytest.mark.parametrize("name", ["tomoe", "lost"])
def test_cards_that_are_turned_at_once_need_no_animation(name: str) -> None:
    """A reveal with one step is a still picture, and its words come with the cards."""
    start, moves, _ = next(reveals(find_game(name), 5))
    held = pause_for_reveal(state_after(start, moves), Elapsed(0), 1.0)
    (picture,) = messages.table_message(held.snapshot, "en").files
    assert isinstance(picture, Picture)
    assert held.position.reveal_pause is not None
    assert held.position.reveal_pause.opens == 1200
