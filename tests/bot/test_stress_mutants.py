"""The test of the stress test: bots that forget something, each in its own way, and each is caught."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.driving.registry import Registry
from bot.showing.desired import Difference
from bot.showing.writer import Writer
from bot.tables.clocks import EXTRA_TIME, HALF_TIME
from storage import Store
from storage.rows import Finished
from storage.tables.lifecycle import append_moves
from storage.upkeep.privacy import forget_person
from tests.bot.test_stress import live_through
from tests.storage.helpers import instead_of

SEEDS = range(1, 71)

Mutant = Callable[[pytest.MonkeyPatch], None]


def call_and_forget(patch: pytest.MonkeyPatch) -> None:
    """People count as called before they are: a call that fails is never tried again."""
    send = Writer._send

    async def hopeful(writer: Writer, found: Difference) -> None:
        if called := found.changes.get("called"):
            reminded = tuple((*one, what) for one in called for what in (HALF_TIME, EXTRA_TIME))
            writer.table.note(called=called, reminded=reminded)
        await send(writer, found)

    patch.setattr(Writer, "_send", hopeful)


def never_search(patch: pytest.MonkeyPatch) -> None:
    """A message whose fate nobody knows counts as never sent."""
    patch.setattr("bot.showing.writer.taken", lambda state, shown, found: {})


def play_without_writing(patch: pytest.MonkeyPatch) -> None:
    """A move counts although it was never committed."""
    moves = 0

    async def now_and_then(store: Store, *args: object, **kwargs: object) -> Finished:
        nonlocal moves
        moves += 1
        if moves % 5:
            return await store._write(append_moves, args, kwargs)
        return Finished()

    instead_of(patch, append_moves, now_and_then)


def forget_in_the_database_alone(patch: pytest.MonkeyPatch) -> None:
    """Tables in memory go on with the name of a person who is forgotten."""

    async def forget(registry: Registry, user_id: int) -> None:
        await forget_person(registry._store, user_id, at=registry._clock.now_ms())

    patch.setattr(Registry, "forget", forget)


def show_once(patch: pytest.MonkeyPatch) -> None:
    """The table's message counts as written when it is sent off, and one time in three it does not arrive."""
    edit, edits = Writer._edit_table, 0

    async def hopeful(writer: Writer, found: Difference) -> None:
        nonlocal edits
        edits += 1
        if edits % 3:
            await edit(writer, found)
        writer.table.note(mark=found.changes["mark"])

    patch.setattr(Writer, "_edit_table", hopeful)


CAUGHT: dict[Mutant, tuple[str, int]] = {
    call_and_forget: (r"a call for|too many|not called", 61),
    never_search: (r"too many", 1),
    play_without_writing: (r"is not in the log|confirmed twice|moves|stored", 5),
    forget_in_the_database_alone: (r"revision|seats|open tables|is named", 1),
    show_once: (r"shows", 1),
}
"""Every mutant, what the story says about it, and which seed told last: it is tried first."""


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_who_forgets_is_caught(mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the seeds fails, and says what does not fit."""
    said: list[str] = []
    why, first = CAUGHT[mutant]
    for seed in sorted(SEEDS, key=lambda seed: seed != first):
        with monkeypatch.context() as patch:
            mutant(patch)
            folder = tmp_path / str(seed)
            folder.mkdir()
            try:
                await live_through(seed, folder, patch)
            except AssertionError as caught:
                said.append(str(caught))
        if re.search(why, "\n".join(said)):
            return
    raise AssertionError(f"nobody noticed; said was {said}")
