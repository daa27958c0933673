"""The test of the stress test: bots that forget something, each in its own way, and each is caught."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot.interactions.replies import UNREACHABLE
from bot.refused import Refused
from bot.showing import calls, lost_messages, messages
from bot.tables.registry import Registry
from bot.tables.state import TableState
from storage.store import Store
from tests.bot.test_stress import live_through

SEEDS = range(1, 31)

Mutant = Callable[[pytest.MonkeyPatch], None]


def call_and_forget(patch: pytest.MonkeyPatch) -> None:
    """People count as called before they are: a call that fails is never tried again."""

    async def send(duty: calls.Call) -> None:
        state, post = duty._table.state, duty._post
        old = set(duty._table.shown.called)
        await post.show(called=state.pending())
        new = [(seat, decision) for seat, decision in state.pending() if (seat, decision) not in old]
        if not new:
            await post.show(call_id=None)
            raise Refused("stale-button")  # or it would be due again at once, for ever
        page = duty._views.call(state.snapshot, [seat for seat, _ in new], state.row.locale, None)
        people = tuple(state.seats[seat].user_id or 0 for seat, _ in new)
        call_id = (await post.send(duty._channels, page, f"call:{new}:{duty.failures}", people)).id
        stale, before = duty._table.shown.stale, duty._table.shown.call_id
        await post.show(call_id=call_id, stale=stale if before is None else (*stale, before))

    patch.setattr(calls.Call, "act", send)


def never_search(patch: pytest.MonkeyPatch) -> None:
    """A message whose fate nobody knows counts as never sent."""

    async def find_nothing(duty: lost_messages.SearchLost) -> dict[int, str]:
        return {}

    patch.setattr(lost_messages.SearchLost, "_found", find_nothing)


def play_without_writing(patch: pytest.MonkeyPatch) -> None:
    """A move counts although it was never committed."""
    append = Store.append_moves
    moves = 0

    async def now_and_then(store: Store, *args: object, **kwargs: object) -> None:
        nonlocal moves
        moves += 1
        if moves % 5:
            await append(store, *args, **kwargs)  # type: ignore[arg-type]

    patch.setattr(Store, "append_moves", now_and_then)


def forget_in_the_database_alone(patch: pytest.MonkeyPatch) -> None:
    """Tables in memory go on with the name of a person who is forgotten."""

    async def forget(registry: Registry, user_id: int) -> None:
        await registry._store.forget_person(user_id, at=registry._clock.now_ms())

    patch.setattr(Registry, "forget", forget)


def show_once(patch: pytest.MonkeyPatch) -> None:
    """The table's message counts as written when it is sent off, whether it arrives or not."""
    edit = messages.TableMessage._edit

    async def hopeful(duty: messages.TableMessage, message_id: int, state: TableState) -> None:
        with suppress(*UNREACHABLE):
            await edit(duty, message_id, state)
        await duty._table.show(mark=state.mark)

    patch.setattr(messages.TableMessage, "_edit", hopeful)


CAUGHT: dict[Mutant, str] = {
    call_and_forget: r"a call for|too many|not called",
    never_search: r"too many",
    play_without_writing: r"is not in the log|confirmed twice|moves|stored",
    forget_in_the_database_alone: r"revision|seats|open tables|is named",
    show_once: r"shows",
}
"""Every mutant, and what the story says about it; seeds are tried one after another until one tells."""


@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_who_forgets_is_caught(mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the seeds fails, and says what does not fit."""
    said: list[str] = []
    for seed in SEEDS:
        with monkeypatch.context() as patch:
            mutant(patch)
            folder = tmp_path / str(seed)
            folder.mkdir()
            try:
                await live_through(seed, folder, patch)
            except AssertionError as caught:
                said.append(str(caught))
        if re.search(CAUGHT[mutant], "\n".join(said)):
            return
    raise AssertionError(f"nobody noticed; said was {said}")
