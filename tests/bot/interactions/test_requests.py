"""What the client library asks of Discord itself is counted with all else."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from bot.interactions.requests import limited
from bot.wire.allowance import Allowance
from bot.wire.limits import Limits
from tests.bot.turning import TurningClock, settled


class Library:
    """Requests as aiohttp announces them to whoever traces them; one a second, so that the next waits.

    Attributes:
        began: when each request began, in milliseconds.
    """

    def __init__(self) -> None:
        self.clock = TurningClock()
        self.limits = Limits(self.clock, Allowance(1, 1000))
        self.trace = limited(self.limits)
        self.began: list[int] = []
        self.tasks = [asyncio.create_task(self.limits.run())]

    def ask(self, status: int | None = 200, *, token: bool = True, **headers: str) -> None:
        """Make a request; without a status it breaks down."""
        self.tasks.append(asyncio.create_task(self._ask(status, token, headers)))

    async def _ask(self, status: int | None, token: bool, headers: dict[str, str]) -> None:
        context = SimpleNamespace()
        request = SimpleNamespace(headers={"Authorization": "Bot x"} if token else {})
        await self.trace.on_request_start[0](None, context, request)  # type: ignore[arg-type]
        self.began.append(self.clock.elapsed_ms())
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        request.response = SimpleNamespace(status=status, headers=told)
        ends = self.trace.on_request_exception if status is None else self.trace.on_request_end
        await ends[0](None, context, request)  # type: ignore[arg-type]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest.mark.parametrize("status", [200, 404, None])
async def test_each_with_the_bots_token_has_a_turn(status: int | None) -> None:
    """Second tries too; what breaks down gives its turn back."""
    library = Library()
    for _ in range(3):
        library.ask(status)
    await library.clock.turn(5000)
    assert library.began == [0, 1000, 2000]
    await library.close()


async def test_others_need_none() -> None:
    """Discord does not count them, and what it refuses of them says nothing of the bot's own."""
    library = Library()
    for _ in range(50):
        library.ask(429, token=False, Retry_After="9")
    library.ask()
    await settled()
    assert library.began == [0] * 51
    assert not library.limits.refusals
    await library.close()


async def test_a_refusal_is_heeded_by_all() -> None:
    """For as long as Discord says."""
    library = Library()
    library.ask(429, Retry_After="2.5")
    library.ask()
    await library.clock.turn(2499)
    assert library.began == [0]
    await library.clock.turn(1000)
    assert library.began == [0, 2500]
    assert library.limits.refusals == 1
    await library.close()
