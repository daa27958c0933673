"""Faces on discs: only of those who show them, at their own seat, fetched rarely, and never waited for."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from collections.abc import Iterator
from inspect import signature
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot import faces as face_book
from bot.caches import clear_caches_with_names
from bot.known_faces import known_faces
from bot.language import Localizer
from bot.pages import people as names
from bot.pages.boards import worded_board
from bot.pictures.faces import face_of
from bot.replay.web import table_web_page
from bot.simulated import SimulatedConnection, set_avatar
from bot.wire.errors import NoAnswer
from games.core.presentation import Board, Face, Row, Tag
from games.core.words import Seat, text
from storage import upkeep
from storage.engine.database import Connection
from storage.people import load_faces, save_face
from storage.rows import Name, SeatRow
from tests.bot.people import Stage, parts, text_of_message
from tests.bot.playing import MakeBot, restart
from tests.bot.privacy.test_privacy import delete_data
from tests.storage.helpers import content
from tests.undrawn import BEGINNING

RED = (200, 20, 30)
GREEN = (20, 160, 60)
HOUR = 3600.0


def png(colour: tuple[int, int, int]) -> bytes:
    """Return a picture of one colour, as the CDN sends it."""
    out = BytesIO()
    Image.new("RGB", (128, 128), colour).save(out, "PNG")
    return out.getvalue()


def upload(stage: Stage, person: Any, file: bytes, avatar: str = "a_1") -> None:
    """Upload a picture for a person on Discord."""
    set_avatar(stage.env, person.id, avatar, file)


async def choose(stage: Stage, person: Any, wish: str = "yes") -> str:
    """Show or hide the person's face by /privacy; return what the page then says."""
    page = (await person.slash(stage.channel, "privacy show")).response
    answer = await stage.tap(person, page, "face", wish)
    await stage.env.advance_time(2)
    return text_of_message(answer.response)


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the paths that the bot fetches from the CDN."""
    paths: list[str] = []
    download = SimulatedConnection.download

    async def recorded(connection: SimulatedConnection, path: str, most_bytes: int) -> bytes:
        paths.append(path)
        return await download(connection, path, most_bytes)

    monkeypatch.setattr(SimulatedConnection, "download", recorded)
    return paths


def rows_in(stage: Stage, message: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of the pictures that a message shows."""
    for part in parts(message):
        for item in part.get("items", ()):
            file = stage.env.backend.cdn.get(item["media"]["url"])
            yield from json.loads(file.removeprefix(BEGINNING))[1]


def discs(stage: Stage, message: Any | None = None) -> dict[str, bytes]:
    """Return the face that each player's disc shows, by the title of the row; letters are ``b""``."""
    rows = [row for row in rows_in(stage, message or stage.table_message()) if row.get("portrait")]
    return {row["title"]: b64decode(row["portrait"][2]) if row["portrait"][2:] else b"" for row in rows}


async def start(stage: Stage, *willing: Any) -> None:
    """Start a game of Alice and Bob, of whom some show their faces, and play a move."""
    upload(stage, stage.alice, png(RED))
    upload(stage, stage.bob, png(GREEN))
    for person in willing:
        await choose(stage, person)
    await stage.start_two()
    await stage.play(seconds=5)


async def test_nobody_shows_a_face_without_having_said_so(stage: Stage, fetched: list[str]) -> None:
    """By default nothing is fetched, kept or drawn, even at the table of a person with a face."""
    page = (await stage.alice.slash(stage.channel, "privacy show")).response
    assert "show a letter" in text_of_message(page)
    await start(stage, stage.alice)
    assert fetched == [f"/avatars/{stage.alice.id}/a_1.png?size=128"]
    assert discs(stage) == {"Alice": face_of(png(RED)), "Bob": b""}
    rows = await stage.bot.store.read(load_faces, [stage.alice.id, stage.bob.id])
    assert [row.user_id for row in rows] == [stage.alice.id]


async def test_each_face_is_at_its_own_seat(stage: Stage) -> None:
    await start(stage, stage.alice, stage.bob)
    assert discs(stage) == {"Alice": face_of(png(RED)), "Bob": face_of(png(GREEN))}
    await stage.resign(stage.alice, seconds=10)
    await stage.tap(stage.bob, stage.table_message(), "act", "resume")
    await stage.env.advance_time(10)
    # A computer player has taken her seat.
    (stand_in,) = {title for title in discs(stage) if title != "Bob"}
    assert discs(stage)[stand_in] == b""


async def test_next_picture_has_letters_once_a_face_is_hidden(stage: Stage) -> None:
    await start(stage, stage.alice, stage.bob)
    assert "show a letter" in await choose(stage, stage.alice, "no")
    assert [row[2] for row in content(stage.bot.config.database)["face"]] == [face_of(png(GREEN))]
    assert known_faces().find(stage.alice.id) == b""
    await stage.play(seconds=5)
    assert discs(stage) == {"Alice": b"", "Bob": face_of(png(GREEN))}


async def test_caches_are_cleared_once_in_a_while(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures with a hidden face leave the memory at once, but taps to and fro do not keep caches empty."""
    clearings: list[Any] = []
    monkeypatch.setattr(face_book, "clear_caches_with_names", lambda: clearings.append(stage.env.now()))
    upload(stage, stage.alice, png(RED))
    for _ in range(5):
        await choose(stage, stage.alice)
        await choose(stage, stage.alice, "no")
    assert len(clearings) == 1
    await stage.env.advance_time(120)
    assert len(clearings) == 2


async def test_deleted_person_leaves_no_face(stage: Stage) -> None:
    await start(stage, stage.alice)
    await delete_data(stage, stage.alice)
    assert content(stage.bot.config.database)["face"] == []
    assert known_faces().find(stage.alice.id) == b""


async def test_export_has_the_face(stage: Stage) -> None:
    await start(stage, stage.alice)
    answer = await stage.alice.slash(stage.channel, "privacy export")
    exported = json.loads(await answer.response.attachments[0].read())
    (face,) = exported["face"]
    assert face["avatar"] == "a_1"
    assert b64decode(face["picture"]) == face_of(png(RED))


async def test_waiting_face_outlives_a_deletion_of_another_person(stage: Stage) -> None:
    """A face that waits for its fetch is fetched, although all caches are cleared meanwhile."""
    upload(stage, stage.alice, png(RED))
    page = (await stage.alice.slash(stage.channel, "privacy show")).response
    faces = stage.bot.faces
    faces._to_fetch[stage.bob.id] = None  # another face comes first
    faces._fetch_wanted.set()
    await stage.env.advance_time(0.1)
    await stage.tap(stage.alice, page, "face", "yes", seconds=0.2)
    assert stage.alice.id in faces._to_fetch
    clear_caches_with_names()  # as whenever a person deletes their data
    await stage.env.advance_time(10)
    assert faces.find(stage.alice.id) == face_of(png(RED))


async def test_web_page_reads_no_faces(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay as a web page is made by another thread, which must not touch the faces of the event loop."""
    await start(stage, stage.alice)
    state = stage.tables[0].state

    def fail(faces: object, user_id: int) -> bytes:
        raise AssertionError("faces are read")

    monkeypatch.setattr(face_book.Faces, "find", fail)
    assert b"Alice" in await asyncio.to_thread(table_web_page, state)


async def test_late_face_costs_no_edit(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fetch that takes a while delays nothing, and the face is on the picture of the next move."""
    came = asyncio.Event()
    download = SimulatedConnection.download

    async def late(connection: SimulatedConnection, path: str, most_bytes: int) -> bytes:
        await stage.env.external_wait(came.wait(), reason="a slow CDN")
        return await download(connection, path, most_bytes)

    monkeypatch.setattr(SimulatedConnection, "download", late)
    await start(stage, stage.alice)
    assert discs(stage) == {"Alice": b"", "Bob": b""}
    before = stage.table_message()
    came.set()
    await stage.env.advance_time(20)
    assert known_faces().find(stage.alice.id) == face_of(png(RED))
    assert stage.table_message().edited_at == before.edited_at
    assert discs(stage) == {"Alice": b"", "Bob": b""}
    await stage.play(seconds=5)
    assert discs(stage)["Alice"] == face_of(png(RED))


async def test_picture_is_fetched_only_when_it_is_another(stage: Stage, fetched: list[str]) -> None:
    """Taps fetch nothing; a changed picture is fetched once, at most one in an hour."""
    await start(stage, stage.alice)
    for avatar, colour in (("a_2", GREEN), ("3", RED)):
        upload(stage, stage.alice, png(colour), avatar)
        for _ in range(3):
            await stage.alice.slash(stage.channel, "hand")
            await stage.env.advance_time(60)
    assert len(fetched) == 1
    await stage.env.advance_time(HOUR)
    for _ in range(3):
        await stage.alice.slash(stage.channel, "hand")
        await stage.env.advance_time(60)
    assert fetched[1:] == [f"/avatars/{stage.alice.id}/3.png?size=128"]
    stage.env.backend.users[stage.alice.id].avatar = None
    await stage.env.advance_time(HOUR)
    await stage.alice.slash(stage.channel, "hand")
    await stage.env.advance_time(5)
    assert len(fetched) == 2
    assert known_faces().find(stage.alice.id) == b""


async def test_restart_fetches_nothing(stage: Stage, make_bot: MakeBot, fetched: list[str]) -> None:
    """A new process knows the faces of its tables before it shows them."""
    await start(stage, stage.alice, stage.bob)
    await restart(stage, make_bot)
    assert known_faces().find(stage.alice.id) == face_of(png(RED))
    await stage.play(seconds=5)
    assert discs(stage) == {"Alice": face_of(png(RED)), "Bob": face_of(png(GREEN))}
    assert len(fetched) == 2


@pytest.mark.parametrize("file", [b"", b"GIF89a", png(RED)[:60], b"x" * 300_000], ids=range(4))
async def test_useless_file_gives_letters(stage: Stage, fetched: list[str], file: bytes) -> None:
    upload(stage, stage.alice, file)
    await choose(stage, stage.alice)
    await stage.alice.slash(stage.channel, "hand")
    await stage.env.advance_time(60)
    assert len(fetched) == 1
    assert known_faces().find(stage.alice.id) == b""


async def test_failing_cdn_is_paths_again_after_an_hour(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths: list[str] = []
    download = SimulatedConnection.download

    async def failing(connection: SimulatedConnection, path: str, most_bytes: int) -> bytes:
        paths.append(path)
        if len(paths) == 1:
            raise NoAnswer("lost")
        return await download(connection, path, most_bytes)

    monkeypatch.setattr(SimulatedConnection, "download", failing)
    upload(stage, stage.alice, png(RED))
    await choose(stage, stage.alice)
    for seconds in (60, HOUR, 5):
        await stage.alice.slash(stage.channel, "hand")
        await stage.env.advance_time(seconds)
    assert len(paths) == 2
    assert known_faces().find(stage.alice.id) == face_of(png(RED))


async def test_face_that_comes_after_a_change_of_mind_is_dropped(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    came = asyncio.Event()
    download = SimulatedConnection.download

    async def late(connection: SimulatedConnection, path: str, most_bytes: int) -> bytes:
        await stage.env.external_wait(came.wait(), reason="a slow CDN")
        return await download(connection, path, most_bytes)

    monkeypatch.setattr(SimulatedConnection, "download", late)
    upload(stage, stage.alice, png(RED))
    await choose(stage, stage.alice)
    await choose(stage, stage.alice, "no")
    came.set()
    await stage.env.advance_time(20)
    assert known_faces().find(stage.alice.id) == b""
    assert await stage.bot.store.read(load_faces, [stage.alice.id]) == []


async def test_other_people_cannot_choose(stage: Stage) -> None:
    page = (await stage.alice.slash(stage.channel, "privacy show")).response
    answer = await stage.forge(stage.bob, page, f"b:face:{stage.alice.id}:yes")
    assert "Only the person who asked" in answer
    assert await stage.bot.store.read(load_faces, [stage.alice.id, stage.bob.id]) == []


class Book:
    """The faces of some people."""

    def __init__(self, user_ids: set[int]) -> None:
        self._user_ids = user_ids

    def find(self, user_id: int) -> bytes:
        return b"face of %d" % user_id if user_id in self._user_ids else b""


seat_rows = st.lists(
    st.tuples(st.integers(10, 14), st.sampled_from(["person", "left", "computer"])),
    min_size=1,
    max_size=8,
    unique_by=lambda row: row[0],
)


@given(seat_rows, st.sets(st.integers(10, 14)))
def test_face_is_never_at_another_place(players: list[tuple[int, str]], willing: set[int]) -> None:
    """Seats, captions and claims have the face of the player whom they name, or letters."""
    rows = []
    for seat, (user_id, kind) in enumerate(players):
        user = None if kind == "computer" else user_id
        level = None if kind == "person" else "normal"
        rows.append(SeatRow(seat, user, Name(f"P{user_id}"), level, has_left=kind == "left"))
    seats = range(len(rows))
    claims = tuple([Tag(text("tale-seat", seat=Seat(seat)), "hot") for seat in seats])
    cards = tuple([Face("As", caption=Seat(seat)) for seat in seats])
    board = Board("standard", (Row(text("picture-hand"), (cards,), tags=claims), *map(Row, map(Seat, seats))))
    known_faces.set(Book(willing))
    try:
        shown_names = names.seat_names(SimpleNamespace(id="t", seats=rows), "en")
    finally:
        known_faces.forget()
    middle, *seat_lines = worded_board(board, Localizer("en"), shown_names).rows
    for seat, (user_id, kind) in enumerate(players):
        is_shown = kind == "person" and user_id in willing
        face = b"face of %d" % user_id if is_shown else b""
        for portrait in (seat_lines[seat].portrait, middle.owners[seat], middle.tags[seat].portrait):
            assert portrait is not None
            assert portrait.face == face


# --- mutants ------------------------------------------------------------------------------------------------


def ignore_consent(patch: pytest.MonkeyPatch) -> None:
    """Fault: everybody who taps anything shows their face."""
    note = face_book.Faces.note_avatar

    def note_and_show(faces: face_book.Faces, user_id: int, avatar: str) -> None:
        if user_id in faces._faces and faces._faces[user_id].row is None:
            faces._remember(user_id, face_book.FaceRow(user_id, "", b""))
        note(faces, user_id, avatar)

    patch.setattr(face_book.Faces, "note_avatar", note_and_show)


def save_without_consent(patch: pytest.MonkeyPatch) -> None:
    """Fault: a fetched face is stored also if the person has changed their mind."""

    def save(conn: Connection, face: face_book.FaceRow) -> bool:
        face_book.allow_face(conn, face.user_id, Name("Alice"))
        return save_face(conn, face)

    patch.setattr(face_book, "save_face", save)


def keep_hidden_faces(patch: pytest.MonkeyPatch) -> None:
    """Fault: a hidden face is not deleted."""
    patch.setattr(face_book, "hide_face", lambda conn, user_id: None)


def remember_hidden_faces(patch: pytest.MonkeyPatch) -> None:
    """Fault: a deleted face stays in memory."""
    patch.setattr(face_book.Faces, "_drop", lambda faces, user_ids: None)


def swap_faces(patch: pytest.MonkeyPatch) -> None:
    """Fault: a person has the face of another one."""
    find = face_book.Faces.find

    def of_another(faces: face_book.Faces, user_id: int) -> bytes:
        others = [other for other in faces._faces if other != user_id and find(faces, other)]
        return find(faces, others[0]) if others else find(faces, user_id)

    patch.setattr(face_book.Faces, "find", of_another)


def show_former_players(patch: pytest.MonkeyPatch) -> None:
    """Fault: the computer player at a seat has the face of the person who has left it."""
    patch.setattr(names, "_face", lambda row: known_faces().find(row.user_id) if row.user_id else b"")


def forget_only_the_name(patch: pytest.MonkeyPatch) -> None:
    """Fault: a face survives the deletion of the person's data."""
    tables = tuple([name for name in upkeep._TABLES_OF_ONE_PERSON if name != "face"])
    patch.setattr(upkeep, "_TABLES_OF_ONE_PERSON", tables)


CAUGHT = {
    ignore_consent: test_nobody_shows_a_face_without_having_said_so,
    save_without_consent: test_face_that_comes_after_a_change_of_mind_is_dropped,
    keep_hidden_faces: test_next_picture_has_letters_once_a_face_is_hidden,
    remember_hidden_faces: test_next_picture_has_letters_once_a_face_is_hidden,
    swap_faces: test_each_face_is_at_its_own_seat,
    show_former_players: test_each_face_is_at_its_own_seat,
    forget_only_the_name: test_deleted_person_leaves_no_face,
}
"""Every fault, and the test that catches it."""


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_faulty_bot_is_detected(
    stage: Stage, fetched: list[str], monkeypatch: pytest.MonkeyPatch, mutant: Any
) -> None:
    mutant(monkeypatch)
    test: Any = CAUGHT[mutant]
    given = {"stage": stage, "fetched": fetched, "monkeypatch": monkeypatch}
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await test(**{name: given[name] for name in signature(test).parameters})
