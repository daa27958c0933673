"""Tests of the workshop for slow files: few at a time, one for each person, shared results."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from bot.caches import clear_caches_with_names
from bot.refused import Refused
from bot.workshop import Workshop


class Maker:
    """Makes files when released, and counts the files made."""

    def __init__(self) -> None:
        self.may_go_on = Event()
        self.made: list[str] = []

    def make(self, name: str) -> bytes:
        assert self.may_go_on.wait(30)
        self.made.append(name)
        return name.encode()


def ask(workshop: Workshop, maker: Maker, name: str, person: int) -> asyncio.Task[bytes]:
    return asyncio.create_task(workshop.file(name, person, lambda: maker.make(name)))


async def turns() -> None:
    """Run all tasks until each one waits."""
    loop = asyncio.get_running_loop()
    for _ in range(20):
        turn = loop.create_future()
        loop.call_soon(turn.set_result, None)
        await turn


async def test_number_of_waiting_requests_is_limited() -> None:
    workshop, maker = Workshop(max_files=2), Maker()
    requests = [ask(workshop, maker, name, person) for person, name in enumerate("ab")]
    await turns()
    for name, person, code in (("c", 0, "page-in-hand"), ("a", 0, "page-in-hand"), ("c", 7, "pages-busy")):
        with pytest.raises(Refused) as refused:
            await workshop.file(name, person, lambda: b"")
        assert refused.value.text.key == code
    together = ask(workshop, maker, "a", 8)  # files made for others take no room
    maker.may_go_on.set()
    assert await asyncio.gather(*requests, together) == [b"a", b"b", b"a"]
    assert await workshop.file("a", 0, lambda: b"another") == b"a"
    assert maker.made == ["a", "b"]
    assert workshop.waiting == 0
    clear_caches_with_names()
    assert await workshop.file("a", 0, lambda: b"another") == b"another"
    workshop.close()


async def test_eight_files_wait_at_most() -> None:
    workshop, maker = Workshop(), Maker()
    requests = [ask(workshop, maker, str(number), number) for number in range(8)]
    await turns()
    with pytest.raises(Refused):
        workshop.expect_room("one more", 8)
    maker.may_go_on.set()
    await asyncio.gather(*requests)
    workshop.expect_room("one more", 8)
    workshop.close()


async def test_cancelled_requests_leave_the_queue() -> None:
    """Cancelled requests leave the queue, and their files are not made."""
    workshop, maker = Workshop(max_files=30), Maker()
    first, *others = [ask(workshop, maker, f"page {number}", number) for number in range(30)]
    await turns()
    assert workshop.waiting == 30
    for request in others:
        request.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    assert workshop.waiting == 1
    maker.may_go_on.set()
    assert await first == b"page 0"
    assert await workshop.file("last", 5, lambda: maker.make("last")) == b"last"
    assert maker.made == ["page 0", "last"]
    workshop.close()


async def test_failed_file_blocks_no_other_request() -> None:
    workshop = Workshop()

    def fail() -> bytes:
        raise ValueError("it cannot be drawn")

    with pytest.raises(ValueError, match="drawn"):
        await workshop.file("a", 1, fail)
    assert await workshop.file("a", 1, lambda: b"drawn") == b"drawn"
    workshop.close()
