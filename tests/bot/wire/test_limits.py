"""Who waits for Discord goes in order, shares alike, and says what is true when it is said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yarl import URL

from bot.clock import Signal
from bot.interactions.requests import paced
from bot.pace.allowance import Allowance
from bot.pace.pacer import Pacer, Rank, Way
from tests.bot.pace.turning import TurningClock, settled

SENDING = {"method": "POST", "url": URL("https://discord.com/api/v10/channels/1/messages")}
"""What a request asks for."""


class Office:
    """A pacer, and a record of whose turn came when.

    Attributes:
        went: name and time of each turn, as they came.
    """

    def __init__(self, most: int) -> None:
        self.clock = TurningClock()
        self.pacer = Pacer(self.clock, Allowance(most, 1000))
        self.began = self.clock.now
        self.went: list[tuple[Any, int]] = []
        self.tasks = [asyncio.create_task(self.pacer.run())]

    def ask(
        self, name: Any, rank: Rank = Rank.MESSAGE, channel: int | None = None, way: Way = Way.EDIT
    ) -> asyncio.Task[None]:
        """Ask for a turn; each has a channel of its own unless one is named."""

        async def go() -> None:
            place = 1000 + len(self.tasks) if channel is None else channel
            async with self.pacer.turn(rank, way, place):
                self.went.append((name, self.clock.now - self.began))

        self.tasks.append(asyncio.create_task(go()))
        return self.tasks[-1]

    @property
    def names(self) -> list[Any]:
        return [name for name, _ in self.went]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    """One request a second, so that everybody waits."""
    office = Office(most=1)
    yield office
    await office.close()


async def test_calls_first_then_messages_then_pictures_then_tidying(office: Office) -> None:
    """Whatever was asked for first."""
    office.ask("first")
    await settled()
    for rank in reversed(Rank):
        office.ask(rank.name, rank)
    await office.clock.turn(4000)
    assert office.names == ["first", "CALL", "MESSAGE", "PICTURE", "TIDYING"]


async def test_nothing_waits_for_ever(office: Office) -> None:
    """A deletion that calls have overtaken for a minute goes before the next of them."""
    office.ask("taken")
    await settled()
    office.ask("old", Rank.TIDYING)
    for second in range(70):
        office.ask(second, Rank.CALL)
        await office.clock.turn(1000)
    assert 58 <= office.names.index("old") <= 62


async def test_a_channel_takes_one_edit_a_second(office: Office) -> None:
    """While others go on; sends and deletions of that channel are not held up either."""
    office.pacer = Pacer(office.clock, Allowance(48, 1000))
    office.tasks.append(asyncio.create_task(office.pacer.run()))
    for number in range(3):
        office.ask(number, channel=7)
    office.ask("other", channel=8)
    office.ask("send", channel=7, way=Way.SEND)
    await office.clock.turn(2500)
    assert dict(office.went) == {0: 0, "other": 0, "send": 0, 1: 1000, 2: 2000}


async def test_channels_share_alike(office: Office) -> None:
    """A channel with many tables that have waited long is not served before one that asks now."""
    office.ask("now")
    for number in range(20):
        office.ask(number, channel=7)
    await office.clock.turn(5000)
    before = len(office.went)
    for number in range(3):
        office.ask(f"other {number}")
    await office.clock.turn(5000)
    served = office.names[before:]
    assert sum(isinstance(name, str) for name in served) == 3
    assert sum(isinstance(name, int) for name in served) >= 2


async def test_who_goes_away_holds_nobody_up(office: Office) -> None:
    """Cancelled while waiting, or just when the turn came: the next one has it."""
    office.ask("first")
    await settled()
    gone = office.ask("gone", channel=7)
    office.ask("next", channel=7)
    await settled()
    gone.cancel()
    await office.clock.turn(1000)
    assert office.names == ["first", "next"]
    last = office.ask("last")
    await office.clock.turn(999)
    office.clock.now += 1
    office.pacer._look(office.clock.now)
    last.cancel()
    await settled()
    office.ask("after")
    await office.clock.turn(2000)
    assert office.names[-1] == "after"


# --- what goes over the wire ----------------------------------------------------------------------------


class Wire:
    """Requests as aiohttp announces them to whoever traces them."""

    def __init__(self, pacer: Pacer) -> None:
        self._trace = paced(pacer)

    async def begin(self, *, token: bool = True) -> SimpleNamespace:
        context = SimpleNamespace()
        request = SimpleNamespace(headers={"Authorization": "Bot x"} if token else {})
        await self._trace.on_request_start[0](None, context, request)  # type: ignore[arg-type]
        return context

    async def end(self, context: SimpleNamespace, status: int = 200, **headers: str) -> None:
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        request = SimpleNamespace(response=SimpleNamespace(status=status, headers=told), **SENDING)
        await self._trace.on_request_end[0](None, context, request)  # type: ignore[arg-type]

    async def fail(self, context: SimpleNamespace) -> None:
        await self._trace.on_request_exception[0](None, context, SimpleNamespace(**SENDING))  # type: ignore[arg-type]


async def test_a_request_has_the_turn_of_its_task_and_a_second_try_counts_too(office: Office) -> None:
    """What discord.py tries again goes at once, and others wait for it; so does what nobody announced."""
    wire, times = Wire(office.pacer), []

    async def act() -> None:
        async with office.pacer.turn(Rank.MESSAGE, Way.SEND, 7):
            for _ in range(3):
                context = await wire.begin()
                times.append(office.clock.now - office.began)
                await wire.fail(context)
        context = await wire.begin()
        times.append(office.clock.now - office.began)
        await wire.end(context)

    office.tasks.append(asyncio.create_task(act()))
    await office.clock.turn(3000)
    assert times == [0, 0, 0, 1000]


@pytest.mark.parametrize("way", Way)
async def test_a_second_try_never_waits_for_who_waits_for_it(office: Office, way: Way) -> None:
    """discord.py keeps others from the same place while it tries again; they may have their turn already."""
    wire, place, done = Wire(office.pacer), asyncio.Lock(), []

    async def act(name: str, tries: int) -> None:
        async with office.pacer.turn(Rank.MESSAGE, way, 7), place:
            for _ in range(tries):
                context = await wire.begin()
                await office.clock.wait(Signal(), 0.5)
                await wire.fail(context)
                await office.clock.wait(Signal(), 2.0)  # so long it lets Discord rest
        done.append(name)

    for number, tries in enumerate((3, 1, 3, 2)):
        office.tasks.append(asyncio.create_task(act(f"{number}", tries)))
        await settled()
    await office.clock.turn(30_000)
    assert sorted(done) == ["0", "1", "2", "3"]


async def test_answers_to_interactions_need_no_turn(office: Office) -> None:
    """They bear no token; Discord does not count them."""
    wire = Wire(office.pacer)
    for _ in range(100):
        await wire.end(await wire.begin(token=False), 429)
    office.ask("at once")
    await settled()
    assert office.names == ["at once"]
    assert not office.pacer.refusals


@pytest.mark.parametrize("scope", ["global", "user", "shared", "proxy"])
async def test_a_refusal_is_heeded(office: Office, scope: str) -> None:
    """By all, if it was for all; else by whoever goes the same way into the same channel."""
    office.pacer = Pacer(office.clock, Allowance(40, 1000))
    office.tasks.append(asyncio.create_task(office.pacer.run()))
    wire = Wire(office.pacer)

    async def refused() -> None:
        async with office.pacer.turn(Rank.MESSAGE, Way.SEND, 7):
            context = await wire.begin()
            headers = {"Retry_After": "3", "Via": "1.1"}
            if scope == "proxy":
                del headers["Via"]
            else:
                headers["X_RateLimit_Scope"] = scope
            if scope in ("user", "shared"):
                headers["X_RateLimit_Reset_After"] = "2.5"
            await wire.end(context, 429, **headers)

    office.tasks.append(asyncio.create_task(refused()))
    await settled()
    office.ask("same", channel=7, way=Way.SEND)
    office.ask("other", channel=8, way=Way.SEND)
    await office.clock.turn(4000)
    is_for_all = scope in ("global", "proxy")
    assert dict(office.went) == {"same": 3000 if is_for_all else 2500, "other": 3000 if is_for_all else 0}
    assert office.pacer.refusals == 1


# --- always ---------------------------------------------------------------------------------------------

ASKS = st.lists(
    st.tuples(
        st.integers(0, 300), st.sampled_from(Rank), st.sampled_from(Way), st.integers(1, 3), st.booleans()
    ),
    max_size=60,
)


@settings(max_examples=40)
@given(st.integers(1, 6), ASKS)
def test_every_limit_is_kept_and_everybody_has_a_turn(
    most: int, asks: list[tuple[int, Rank, Way, int, bool]]
) -> None:
    """In any second, and in any stretch that Discord counts in a channel; who was not cancelled has gone."""

    async def play() -> None:
        office = Office(most)
        wanted = set()
        try:
            for number, (pause, rank, way, channel, is_cancelled) in enumerate(asks):
                await office.clock.turn(pause)
                task = office.ask((number, channel, way), rank, channel, way)
                if is_cancelled:
                    await settled()
                    task.cancel()
                else:
                    wanted.add((number, channel, way))
            await office.clock.turn(120_000)
        finally:
            await office.close()
        assert wanted <= set(office.names)
        assert_within([at for _, at in office.went], most, 1000)
        for channel in range(1, 4):
            for way in Way:
                times = [at for (_, where, how), at in office.went if (where, how) == (channel, way)]
                assert_within(times, *way.value)

    asyncio.run(play())


def assert_within(times: list[int], most: int, span: int) -> None:
    """No stretch of that length holds more."""
    for begin in times:
        assert sum(begin <= other < begin + span for other in times) <= most
