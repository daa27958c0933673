"""Tests of pictures in messages: descriptions, one position per message, and seat names."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.language import Localizer
from bot.pages import boards, messages
from bot.pages.boards import Picture, board_gallery, worded_board
from bot.pages.people import PlayerName, seat_names, texts_of
from bot.pages.phone import GALLERY_BOX, DeferredItems, MeasuredItems, fits, height
from bot.pictures import draw_board
from bot.tables.snapshot import Snapshot
from bot.wire.components import Item, text_display
from bot.wire.messages import Page
from bot.wire.transport import Transport
from games.core.presentation import Board, Colours, Face, Row, Tag, backs, faces
from games.core.words import Seat, text
from tests.bot.people import Stage, text_of_message

NAMES = ("Alice", "ナミ 🤖")
PLAYERS = list(map(PlayerName, NAMES))
NOTE, SAID = text("panel-waiting", names=Seat(1)), text("joker")
ROW = Row(
    Seat(0),
    ((Face("As", caption=Seat(1)), Face("Kd")), backs(1)),
    NOTE,
    is_turn=True,
    is_won=True,
    tags=(Tag(SAID), Tag(text("no-cards"), "hot")),
)


def description_and_picture(
    *rows: Row, language: str = "en", colours: Colours = "four"
) -> tuple[str, Picture]:
    """Return the description and the picture of a board with these rows."""
    board = Board("standard", rows, colours)
    gallery, picture = board_gallery(board, Localizer(language, NAMES), PLAYERS, "table-x")
    return gallery.items[0].description or "", picture


def test_description_contains_all_text_of_the_picture() -> None:
    """The description has a line per row: title, turn, victory, note, cards, captions and chips."""
    description, _ = description_and_picture(ROW, Row(text("no-cards"), (faces(["2c"]),)))
    first, second = description.split("\n")
    assert first == (
        "Alice · to play · won (Waiting for ナミ 🤖): "
        "A\u2060♠︎ K\u2060♦︎ (ナミ 🤖) | 1 card face down · Joker · none"
    )
    assert second == "none: 2\u2060♣︎"
    assert description_and_picture(Row(Seat(0), (backs(3),)))[0] == "Alice: 3 cards face down"
    assert description_and_picture(Row(Seat(0), (backs(3),)), language="ja")[0] == "Alice: 裏向き3枚"
    assert description_and_picture(Row(Seat(1), note=NOTE))[0] == "ナミ 🤖 (Waiting for ナミ 🤖)"
    description, picture = description_and_picture(Row(Seat(0), ((Face("As", caption=text("no-cards")),),)))
    assert description == "Alice: A\u2060♠︎ (none)"
    assert picture.drawing.rows[0].captions == ("none",)


@pytest.mark.parametrize(
    "other",
    [
        {"title": Seat(1)},
        {"note": None},
        {"is_turn": False},
        {"is_won": False},
        {"tags": ROW.tags[:1]},
        {"tags": (Tag(SAID, "dim"), ROW.tags[1])},
        {"tags": (Tag(text("list-comma")), ROW.tags[1])},
        {"groups": (faces(["As", "Kd"]), backs(1))},
        {"groups": ((Face("As", "hot", Seat(1)), Face("Kd")), backs(1))},
        {"groups": ((Face("As"), Face("Kd", caption=Seat(1))), backs(1))},
        {"groups": ((Face("As", caption=Seat(1)),), (Face("Kd"), *backs(1)))},
    ],
    ids=lambda other: "-".join(other),
)
def test_every_visible_part_changes_the_picture_name(other: dict[str, object]) -> None:
    fields = {name: getattr(ROW, name) for name in ROW.__struct_fields__}
    assert (
        description_and_picture(Row(**{**fields, **other}))[1].filename
        != description_and_picture(ROW)[1].filename
    )  # type: ignore[arg-type]


def test_pictures_for_different_heights_have_one_name_if_they_are_alike() -> None:
    """The name follows from what is drawn, so a panel recognises the picture of the public message."""
    board = worded_board(Board("standard", (ROW,)), Localizer("en", NAMES), PLAYERS)
    large, same, small = [board.at_height("table-x", height).picture for height in (340, 300, 20)]
    assert large.filename == same.filename
    assert (large.filename == small.filename) == (draw_board(large.drawing) == draw_board(small.drawing))


def test_language_and_colours_change_the_picture_name() -> None:
    """Another language or colour setting gives another picture name; equal settings give the same name."""
    others = (
        description_and_picture(ROW, language="ja"),
        description_and_picture(ROW, colours="two"),
        description_and_picture(ROW),
        description_and_picture(ROW),
    )
    assert len({picture.filename for _, picture in others}) == 3


def test_pictures_are_laid_out_only_if_room_is_left() -> None:
    """Pictures are measured from the last one upwards, and only while the texts leave room."""
    boards = [Board("standard", (row,)) for row in (ROW, Row(Seat(1), (faces(["2c"]),)))]
    made = [
        board_gallery(board, Localizer("en", NAMES), PLAYERS, f"x{place}")
        for place, board in enumerate(boards)
    ]
    (upper, first), (lower, second) = made
    items: list[Item] = [text_display("A line"), upper, lower]
    files = [first, second]
    bare = height([items[0]])
    new_files = [Picture(each.drawing, each.stem) for each in files]
    parts = [MeasuredItems(items[:1]), DeferredItems([GALLERY_BOX] * 2, list, new_files)]
    # Less room than any layout of the last picture takes.
    room = bare + new_files[1].least_height
    assert not fits(parts, room)
    assert "_facts" not in vars(new_files[0]) | vars(new_files[1])
    assert not fits(parts, room + 30)
    assert "_facts" in vars(new_files[1])
    assert "_facts" not in vars(new_files[0])
    whole = height(items, files)
    assert fits([MeasuredItems(items, files)], whole + 0.01)
    assert not fits([MeasuredItems(items, files)], whole - 0.01)


MOVES = 5


@pytest.mark.parametrize("game", ["bull", "tomoe"])
async def test_message_shows_a_single_position(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """If a move is made during drawing, a message's texts and pictures still show one position."""
    rng = random.Random(3)
    made: set[tuple[str, bytes]] = set()
    sent: list[tuple[str, bytes]] = []
    draw, make, say = boards.board_picture, messages.table_message, Transport._write

    # Record every page that was made, play moves while pictures are drawn, and record what is sent.
    def public(snapshot: Snapshot, language: str) -> Page:
        page = make(snapshot, language)
        made.update((picture.filename, page.encoded) for picture in page.files)
        return page

    async def in_the_middle(*args: Any) -> bytes:
        state = stage.tables[0].state if stage.tables else None
        if state is not None and state.seq < MOVES and state.acting(human=True):
            await stage.play(rng.choice(stage.legal_moves))
        return await draw(*args)

    async def watched(transport: Transport, route: Any, *args: Any) -> Any:
        page = next(arg for arg in args if isinstance(arg, Page))
        if route.is_by_bot:
            sent.extend((file.filename, page.encoded) for file in page.files)
        return await say(transport, route, *args)

    monkeypatch.setattr(Transport, "_write", watched)
    monkeypatch.setattr(messages, "table_message", public)
    monkeypatch.setattr(boards, "board_picture", in_the_middle)
    # Play a game in which most drawings are overtaken by a move.
    lobby = await stage.lobby(game, 2)
    await stage.tap(stage.alice, lobby, "start")
    for _ in range(2 * MOVES):
        await stage.env.advance_time(2)
        if stage.tables and stage.state.acting(human=True):
            await stage.play(rng.choice(stage.legal_moves))
    # Each sent picture and page were made together.
    assert len({name for name, _ in sent}) > 1
    for name, positions in sent:
        assert (name, positions) in made, f"{name} is not of the position that the rest of the message is of"


async def test_seat_names_computer_player_and_replaced_person(stage: Stage) -> None:
    """After Alice resigns, her seat shows a computer player's name with "(for Alice)"."""
    await stage.start_three()
    await stage.resign(stage.alice, seconds=2)
    message_text = text_of_message(stage.table_message())
    assert re.search(r"\*\*\w+\*\*\u00a0🤖 \(for Alice\)", message_text)
    assert "**Alice**" not in message_text
    await stage.resign(stage.bob, seconds=2)
    names = texts_of(seat_names(stage.state, "en"))
    assert [name.partition("(")[2] for name in names] == ["for Alice)", "for Bob)", ""]
    assert len({name.split()[0] for name in names}) == 3
