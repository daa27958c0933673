"""Tests that requests to Discord wait by priority, share limits fairly, and keep every limit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.wire.limits import Allowance, Limits, Priority, Route
from tests.bot.turning import HandClock, settled

BY_BOT = [route for route in Route if route.is_by_bot]


class Office:
    """Limits, with the requests that were permitted and their times."""

    def __init__(self, most: int) -> None:
        self.clock = HandClock()
        self.limits = Limits(self.clock, Allowance(most, 1000))
        self.went: list[tuple[Any, int]] = []
        self.tasks = [asyncio.create_task(self.limits.run())]

    def ask(
        self,
        name: Any,
        priority: Priority = Priority.MESSAGE,
        place: int | None = None,
        route: Route = Route.EDIT,
        headers: dict[str, str] | None = None,
    ) -> asyncio.Task[None]:
        """Start a request, by default in a new channel, that notes the headers of its answer."""

        async def go() -> None:
            where = 1000 + len(self.tasks) if place is None else place
            async with self.limits.permit(priority, route, where):
                self.went.append((name, self.clock.elapsed_ms()))
                self.limits.note_headers(route, where, headers or {})

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
    """A limit of one request a second, which all requests share."""
    office = Office(most=1)
    yield office
    await office.close()


@pytest.fixture
async def wide() -> AsyncIterator[Office]:
    """The bot's usual global limit, under which only limits of channels and interactions delay requests."""
    office = Office(most=48)
    yield office
    await office.close()


async def test_requests_are_ordered_by_priority(office: Office) -> None:
    """Waiting requests are permitted by priority: calls, messages, pictures, deletions."""
    office.ask("first")
    await settled()
    for priority in reversed(Priority):
        office.ask(priority.name, priority)
    await office.clock.turn(4000)
    assert office.names == ["first", "PING", "MESSAGE", "PICTURE", "TIDYING"]


async def test_waiting_for_the_global_limit_is_visible(office: Office) -> None:
    """``is_global_limit_reached`` is true while a request waits for the global limit."""
    assert not office.limits.is_global_limit_reached
    for place, name in enumerate("ab"):
        office.ask(name, place=place)
    await settled()
    assert office.limits.is_global_limit_reached
    await office.clock.turn(3000)
    assert office.names == ["a", "b"]
    assert not office.limits.is_global_limit_reached


async def test_callers_know_when_they_wait(office: Office) -> None:
    """A caller is inside ``while_waiting`` only while its request waits."""
    events: list[str] = []

    @contextmanager
    def waiting() -> Iterator[None]:
        events.append("waits")
        try:
            yield
        finally:
            events.append("goes on")

    limits = Limits(office.clock, Allowance(1, 1000), waiting)
    office.tasks.append(asyncio.create_task(limits.run()))
    async with limits.permit(Priority.PING):
        assert not events

    async def send() -> None:
        async with limits.permit(Priority.PING):
            events.append("sends")

    request, cancelled = asyncio.create_task(send()), asyncio.create_task(send())
    await settled()
    cancelled.cancel()
    await settled()
    assert events == ["waits", "waits", "goes on"]
    await office.clock.turn(1000)
    await request
    assert events[3:] == ["goes on", "sends"]


async def test_long_waiting_request_goes_first(office: Office) -> None:
    """A deletion that has waited for a minute comes before newer calls."""
    office.ask("taken")
    await settled()
    office.ask("old", Priority.TIDYING)
    for second in range(70):
        office.ask(second, Priority.PING)
        await office.clock.turn(1000)
    assert 58 <= office.names.index("old") <= 62


async def test_channels_share_the_limit_equally(office: Office) -> None:
    """While a busy channel has twenty requests waiting, three from other channels come among the next
    five.
    """
    office.ask("now")
    for number in range(20):
        office.ask(number, place=7)
    await office.clock.turn(5000)
    before = len(office.went)
    for number in range(3):
        office.ask(f"other {number}")
    await office.clock.turn(5000)
    served = office.names[before:]
    assert sum(isinstance(name, str) for name in served) == 3
    assert sum(isinstance(name, int) for name in served) >= 2


async def test_cancelled_request_passes_its_turn_on(office: Office) -> None:
    """A request cancelled in the queue or at its turn leaves the turn to the next one."""
    office.ask("first")
    await settled()
    gone = office.ask("gone", place=7)
    office.ask("next", place=7)
    await settled()
    gone.cancel()
    await office.clock.turn(1000)
    assert office.names == ["first", "next"]
    last = office.ask("last")
    await office.clock.turn(999)
    office.clock.now += 1
    office.limits._allow_due(office.clock.elapsed_ms())
    last.cancel()
    await settled()
    office.ask("after")
    await office.clock.turn(2000)
    assert office.names[-1] == "after"


async def test_request_without_a_route_counts_only_globally(office: Office) -> None:
    """A request without a route waits for the global limit only."""

    async def go() -> None:
        async with office.limits.permit(Priority.PING):
            office.went.append(("library", office.clock.elapsed_ms()))

    for _ in range(2):
        office.tasks.append(asyncio.create_task(go()))
    await settled()
    office.ask("message")
    await office.clock.turn(3000)
    assert office.went == [("library", 0), ("library", 1000), ("message", 2000)]


@pytest.mark.parametrize(
    ("route", "most", "span"),
    [(Route.EDIT, 1, 1000), (Route.BY_TOKEN, 5, 2000), (Route.FOLLOW_UP, 30, 60_000)],
)
async def test_each_kind_of_route_has_own_limits(wide: Office, route: Route, most: int, span: int) -> None:
    """Edits, requests by an interaction's token and follow-ups are each limited separately."""
    for number in range(most + 2):
        wide.ask(number, place=7, route=route)
    wide.ask("other", place=8, route=route)
    wide.ask("send", place=7, route=Route.SEND)
    await wide.clock.turn(2 * span)
    later = {most: span, most + 1: 2 * span if most == 1 else span}
    assert dict(wide.went) == {**dict.fromkeys([*range(most), "other", "send"], 0), **later}


@pytest.mark.parametrize("route", [Route.BY_TOKEN, Route.FOLLOW_UP])
async def test_interaction_requests_do_not_use_the_global_limit(office: Office, route: Route) -> None:
    """Requests by an interaction's token neither wait for nor count towards the bot's global limit."""
    office.ask("edit")
    await settled()
    for number in range(3):
        office.ask(number, route=route)
    await settled()
    assert office.names == ["edit", 0, 1, 2]
    office.ask("next")
    await office.clock.turn(999)
    assert office.names[-1] == 2
    await office.clock.turn(1)
    assert office.names[-1] == "next"


async def test_routes_of_one_bucket_share_its_limit(wide: Office) -> None:
    """After answers of two routes name the same bucket, the routes share its limit within each channel."""
    shared = {"X-RateLimit-Bucket": "abc"}
    wide.ask("taught", place=1, route=Route.SEND, headers=shared)
    wide.ask("taught too", place=1, route=Route.LOOK, headers=shared)
    await wide.clock.turn(10_000)
    wide.went.clear()
    for number in range(4):
        wide.ask(number, place=7, route=Route.SEND)
    for number in range(4, 8):
        wide.ask(number, place=7, route=Route.LOOK)
    wide.ask("edit", place=7)
    wide.ask("other", place=8, route=Route.LOOK)
    await wide.clock.turn(1)
    assert wide.names == [0, 1, 2, 3, 4, "edit", "other"]
    await wide.clock.turn(5000)
    assert sorted(map(str, wide.names)) == sorted(map(str, [*range(8), "edit", "other"]))


async def test_earlier_requests_count_for_a_learned_bucket(wide: Office) -> None:
    """Requests made before an answer names the bucket count towards the bucket's limit."""
    for number in range(4):
        wide.ask(number, place=7, route=Route.SEND)
    wide.ask("teaching", place=7, route=Route.SEND, headers={"X-RateLimit-Bucket": "abc"})
    await settled()
    assert len(wide.went) == 5
    wide.ask("too many", place=7, route=Route.SEND)
    await wide.clock.turn(4999)
    assert len(wide.went) == 5
    await wide.clock.turn(1)
    assert len(wide.went) == 6


async def test_interactions_do_not_share_buckets(wide: Office) -> None:
    """Two interactions have separate limits, even if their answers name the same bucket."""
    for number in range(10):
        wide.ask(number, place=number, route=Route.BY_TOKEN, headers={"X-RateLimit-Bucket": "abc"})
        wide.ask(f"follow {number}", place=number, route=Route.FOLLOW_UP)
    await settled()
    assert len(wide.went) == 20


@pytest.mark.parametrize("route", Route)
async def test_requests_wait_for_reset_of_an_empty_bucket(wide: Office, route: Route) -> None:
    """After headers say that no requests are left, the same route waits in that channel until the reset."""
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "3.250"}
    wide.ask("last", place=7, route=route, headers=headers)
    await settled()
    wide.ask("same", place=7, route=route)
    wide.ask("other", place=8, route=route)
    assert wide.limits.wait(route, 7) == 3250
    await wide.clock.turn(3249)
    assert wide.names == ["last", "other"]
    await wide.clock.turn(1)
    assert wide.names == ["last", "other", "same"]
    assert not wide.limits.refusals


async def test_requests_continue_while_the_bucket_is_not_empty(wide: Office) -> None:
    headers = {"X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "60"}
    for name in ("first", "second"):
        wide.ask(name, place=7, route=Route.SEND, headers=headers)
    await settled()
    assert wide.names == ["first", "second"]


@pytest.mark.parametrize("is_global", [True, False])
async def test_refusal_stops_requests_in_its_scope(wide: Office, is_global: bool) -> None:
    """A global refusal stops every request with the bot's token; any other refusal stops one route in one
    channel.
    """
    wide.limits.note_refusal(Route.SEND, 7, 3000, is_global=is_global)
    wide.ask("same", place=7, route=Route.SEND)
    wide.ask("other", place=8, route=Route.SEND)
    wide.ask("panel", place=7, route=Route.BY_TOKEN)
    await wide.clock.turn(4000)
    assert dict(wide.went) == {"same": 3000, "other": 3000 if is_global else 0, "panel": 0}
    assert wide.limits.refusals == 1


async def test_idle_queues_are_removed(wide: Office) -> None:
    """When there are a hundred queues, idle ones are removed, except those that a refusal blocks."""
    wide.limits.note_refusal(Route.SEND, 7, 3_600_000, is_global=False)
    counts = list[int]()
    for number in range(3000):
        wide.limits.wait(Route.BY_TOKEN, number)
        counts.append(len(wide.limits._queues))
    assert max(counts) == 100
    assert wide.limits.wait(Route.SEND, 7) == 3_600_000


ASKS = st.lists(
    st.tuples(
        st.integers(0, 300),
        st.sampled_from(Priority),
        st.sampled_from(Route),
        st.integers(1, 3),
        st.booleans(),
    ),
    max_size=60,
)


@settings(max_examples=40)
@given(st.integers(1, 6), ASKS)
def test_every_limit_is_kept_and_every_request_has_a_turn(
    most: int, asks: list[tuple[int, Priority, Route, int, bool]]
) -> None:
    """No limit is exceeded in any window, and every request that is not cancelled is permitted."""

    async def play() -> None:
        office = Office(most)
        wanted = set()
        try:
            # Ask for turns at random times; some requests are cancelled while they wait.
            for number, (pause, priority, route, place, is_cancelled) in enumerate(asks):
                await office.clock.turn(pause)
                task = office.ask((number, place, route), priority, place, route)
                if is_cancelled:
                    await settled()
                    task.cancel()
                else:
                    wanted.add((number, place, route))
            await office.clock.turn(120_000)
        finally:
            await office.close()
        # Every other request had its turn, and no window was exceeded.
        assert wanted <= set(office.names)
        assert_within([at for (_, _, route), at in office.went if route in BY_BOT], most, 1000)
        for place in range(1, 4):
            for route in Route:
                times = [at for (_, where, how), at in office.went if (where, how) == (place, route)]
                _, allowed, span = route.value
                assert_within(times, allowed, span)

    asyncio.run(play())


def assert_within(times: list[int], most: int, span: int) -> None:
    for begin in times:
        assert sum(begin <= other < begin + span for other in times) <= most
