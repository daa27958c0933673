"""The faces of people: reading those that are stored, and fetching new ones from Discord's CDN.

Nothing ever waits for a face. A page asks for the faces that are known, and its discs have letters elsewhere.
A face that becomes known later is on the next picture; no message is edited for its sake.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable
from functools import partial
from typing import Any, NamedTuple

import discord
import structlog

from bot.caches import clear_caches_with_names, clear_on_deletion
from bot.clock import Clock, Elapsed, Signal
from bot.pictures.board import in_painter
from bot.pictures.faces import NoFace, face_of
from bot.wire.errors import DiscordError
from bot.wire.transport import ApiConnection
from storage import Store
from storage.errors import StorageError
from storage.people import FaceRow, allow_face, find_shown_faces, load_faces, save_face
from storage.rows import Name
from storage.upkeep import hide_face

log = structlog.get_logger(__name__)

FETCH_PAUSE_SECONDS = 1.0
"""Pause after each fetch. Discord names no limit of its CDN."""

AGAIN_MS = 3_600_000
"""A person's picture is fetched at most once in this time, also if they change it, or if a fetch fails."""

REREAD_MS = 600_000
"""Time after which a person's row is read again, since another process may have changed it."""

PURGE_PAUSE_SECONDS = 60.0
"""Pause after pictures with hidden faces have been deleted from memory."""

RETRY_SECONDS = 5.0
"""Pause after the database has failed."""

MOST_KNOWN = 10_000
"""Limit of the people of whom this process remembers their face, or that they show none."""

MOST_WAITING = 200
"""Limit of the faces that wait for their fetch. Others are fetched after a later tap of the person."""

BATCH = 500
"""Limit of the people whose rows are read at once."""

SIZE = 128
"""Size that is asked for, a power of two as Discord demands. Twice that of a face gives smooth edges."""

MOST_BYTES = 256 * 1024
"""Limit of the size of a fetched file."""

_HASH = re.compile(r"\w{1,64}", re.ASCII)


class _KnownFace(NamedTuple):
    row: FaceRow | None  # None for a person who shows no face
    read_at: Elapsed


class Faces:
    """The faces that this process knows.

    Args:
        connection: fetches files from Discord's CDN.
    """

    def __init__(self, store: Store, clock: Clock, connection: ApiConnection) -> None:
        self._store = store
        self._clock = clock
        self._cdn = connection
        self._faces: OrderedDict[int, _KnownFace] = OrderedDict()
        self._to_read: set[int] = set()
        self._read_wanted = Signal()
        # The present avatars of people who show their face, or of whom that is not known yet.
        self._avatars: OrderedDict[int, str] = OrderedDict()
        self._to_fetch: OrderedDict[int, None] = OrderedDict()
        self._fetch_wanted = Signal()
        self._purge_wanted = Signal()
        self._tried_at: OrderedDict[int, Elapsed] = OrderedDict()
        self._clearings = 0
        """Number of times that faces were dropped. Rows that were read before may be deleted by now."""
        clear_on_deletion(self)

    # --- what is known ----------------------------------------------------------------------------

    def find(self, user_id: int) -> bytes:
        """Return a person's face as a file; ``b""`` if there is none, or if it is not known yet."""
        row = self._row(user_id)
        return b"" if row is None else row.picture

    def _row(self, user_id: int) -> FaceRow | None:
        known = self._faces.get(user_id)
        if known is None or self._clock.elapsed_ms() - known.read_at >= REREAD_MS:
            self._to_read.add(user_id)
            self._read_wanted.set()
        if known is None:
            return None
        self._faces.move_to_end(user_id)
        return known.row

    def note_avatar(self, user_id: int, avatar: str) -> None:
        """Note the name of a person's present picture on Discord, which may have to be fetched.

        Args:
            avatar: ``""`` for no picture.
        """
        row = self._row(user_id)
        if row is None and user_id in self._faces:
            return  # this person shows no face
        self._avatars[user_id] = avatar
        _drop_oldest(self._avatars)
        if row is not None:
            self._queue_fetch_if_changed(row)

    def _queue_fetch_if_changed(self, row: FaceRow) -> None:
        """Queue the fetch of a person's picture, unless the stored face was made from it."""
        user_id = row.user_id
        avatar = self._avatars.get(user_id, row.avatar)
        if avatar == row.avatar:
            self._avatars.pop(user_id, None)
            return
        tried_at = self._tried_at.get(user_id)
        if tried_at is not None and self._clock.elapsed_ms() - tried_at < AGAIN_MS:
            return
        if len(self._to_fetch) < MOST_WAITING:
            self._to_fetch[user_id] = None
            self._fetch_wanted.set()

    def _remember(self, user_id: int, row: FaceRow | None) -> None:
        self._faces[user_id] = _KnownFace(row, self._clock.elapsed_ms())
        _drop_oldest(self._faces)
        if row is None:
            self._avatars.pop(user_id, None)
        else:
            self._queue_fetch_if_changed(row)

    def clear(self) -> None:
        """Drop all faces, and read those again that are still stored."""
        self._clearings += 1
        self._to_read.update(self._people_with_face())
        # Pictures that wait for their fetch wait again if their people still show their faces.
        self._to_read.update(self._avatars)
        self._faces.clear()
        self._to_fetch.clear()
        self._tried_at.clear()
        self._read_wanted.set()

    def _people_with_face(self) -> list[int]:
        return [user_id for user_id, known in self._faces.items() if known.row is not None]

    # --- the choice of a person -------------------------------------------------------------------

    async def show(self, user_id: int, name: Name, avatar: str) -> None:
        """Show a person's face on pictures from now on.

        Args:
            name: the person's name, if they have no row yet.
            avatar: the name of their picture on Discord; ``""`` for none.
        """
        await self._store.write(allow_face, user_id, name)
        self._tried_at.pop(user_id, None)
        await self.load([user_id])
        self.note_avatar(user_id, avatar)

    async def hide(self, user_id: int) -> None:
        """Delete a person's face everywhere, so that the next picture has letters."""
        await self._store.write(hide_face, user_id)
        self._drop([user_id])

    async def drop_hidden(self) -> None:
        """Drop the faces that were hidden in other processes.

        Raises:
            StorageError: the database fails.
        """
        with_face = self._people_with_face()
        for start in range(0, len(with_face), BATCH):
            batch = with_face[start : start + BATCH]
            self._drop(set(batch) - await self._store.read(find_shown_faces, batch))

    def _drop(self, user_ids: Collection[int]) -> None:
        if not user_ids:
            return
        self._clearings += 1
        for user_id in user_ids:
            self._to_fetch.pop(user_id, None)
            self._remember(user_id, None)
        self._purge_wanted.set()

    # --- background work --------------------------------------------------------------------------

    async def run(self) -> None:
        """Read and fetch the faces that are wanted. Runs until it is cancelled."""
        await asyncio.gather(self._run_reading(), self._run_fetching(), self._run_purging())

    async def _run_purging(self) -> None:
        # Pictures in memory that show a hidden face are not sent again, since those with letters have other
        # keys. They are deleted soon, but not at each tap of a person who hides and shows a face in turn.
        while True:
            await self._clock.wait(self._purge_wanted, None)
            clear_caches_with_names()
            await self._clock.sleep(PURGE_PAUSE_SECONDS)

    async def _run_reading(self) -> None:
        while True:
            await self._clock.wait(self._read_wanted, None)
            while self._to_read:
                wanted = list(self._to_read)[:BATCH]
                try:
                    await self.load(wanted)
                except StorageError:  # ``Outage`` logs it
                    await self._clock.sleep(RETRY_SECONDS)

    async def load(self, user_ids: Collection[int]) -> None:
        """Read the faces of people from the database.

        Raises:
            StorageError: the database fails.
        """
        clearings = self._clearings
        rows = {row.user_id: row for row in await self._store.read(load_faces, user_ids)}
        if clearings != self._clearings:
            self._to_read.update(user_ids)
            self._read_wanted.set()
            return
        self._to_read.difference_update(user_ids)
        for user_id in user_ids:
            self._remember(user_id, rows.get(user_id))

    async def load_all(self, user_ids: Iterable[int]) -> None:
        """Read the faces of any number of people, as far as there is room for them.

        Raises:
            StorageError: the database fails.
        """
        wanted = sorted(user_ids)[:MOST_KNOWN]
        for start in range(0, len(wanted), BATCH):
            await self.load(wanted[start : start + BATCH])

    async def _run_fetching(self) -> None:
        while True:
            await self._clock.wait(self._fetch_wanted, None)
            while self._to_fetch:
                user_id, _ = self._to_fetch.popitem(last=False)
                try:
                    await self._fetch(user_id)
                except (DiscordError, StorageError) as error:
                    log.info("a face was not fetched", user=user_id, why=repr(error))
                await self._clock.sleep(FETCH_PAUSE_SECONDS)

    async def _fetch(self, user_id: int) -> None:
        avatar = self._avatars.pop(user_id, None)
        if avatar is None:
            return
        self._tried_at[user_id] = self._clock.elapsed_ms()
        _drop_oldest(self._tried_at)
        picture = b""
        # A file of which no face can be made is not fetched again.
        if _HASH.fullmatch(avatar):
            file = await self._cdn.download(avatar_path(user_id, avatar), MOST_BYTES)
            try:
                picture = await in_painter(partial(face_of, file))
            except NoFace as error:
                log.info("a picture makes no face", user=user_id, why=str(error))
        face = FaceRow(user_id, avatar, picture)
        clearings = self._clearings
        # The person may have changed their mind meanwhile.
        if await self._store.write(save_face, face) and clearings == self._clearings:
            self._remember(user_id, face)


def avatar_of(user: discord.User | discord.Member) -> str:
    """Return the name of a person's picture on Discord, the same on all servers; ``""`` if they have none."""
    return "" if user.avatar is None else user.avatar.key


def avatar_path(user_id: int, avatar: str) -> str:
    """Return the path of a person's picture on Discord's CDN. Of an animation, it is the first frame.

    >>> avatar_path(80351110224678912, "a_1269e74af4df7417b13759eae50c83dc")
    '/avatars/80351110224678912/a_1269e74af4df7417b13759eae50c83dc.png?size=128'
    """
    return f"/avatars/{user_id}/{avatar}.png?size={SIZE}"


def _drop_oldest(values: OrderedDict[int, Any]) -> None:
    while len(values) > MOST_KNOWN:
        values.popitem(last=False)
