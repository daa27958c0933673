"""Tests that no second has more requests than Discord's limit, for any delays of requests."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wire.limits import RECOVERY_MS, Allowance

SPAN = 1000

Request: TypeAlias = tuple[int, int, int]
"""Milliseconds from the earlier request to this one, from its start to its arrival, and to its answer."""

REQUESTS = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 900), st.integers(0, 900)), min_size=1, max_size=60
)


class Hasty(Allowance):
    """A faulty allowance that counts a request for one second from its start."""

    def take(self, now: int) -> int:
        wait = super().take(now)
        if not wait:
            super().note_end(now)
        return wait

    def note_end(self, now: int) -> None:
        """Do nothing, as if the request had arrived at its start."""


def arrivals(allowance: Allowance, requests: list[Request]) -> list[int]:
    """Send each request as soon as the allowance permits; return the times of arrival."""
    now = 0
    arrived: list[int] = []
    answers: list[int] = []
    for pause, way_there, way_back in requests:
        now += pause
        while True:
            for answer in sorted(arrival for arrival in answers if arrival <= now):
                allowance.note_end(answer)
                answers.remove(answer)
            if not allowance.take(now):
                break
            now += 1
        arrived.append(now + way_there)
        answers.append(now + way_there + way_back)
    return sorted(arrived)


def most_in_a_span(arrived: list[int]) -> int:
    """Return the largest number of arrivals within one second."""
    return max(sum(begin <= other < begin + SPAN for other in arrived) for begin in arrived)


@given(st.integers(1, 5), REQUESTS)
def test_no_second_exceeds_the_limit(most: int, requests: list[Request]) -> None:
    """In no second do more requests arrive than allowed, for any delays of requests."""
    assert most_in_a_span(arrivals(Allowance(most, SPAN), requests)) <= most


def test_counting_requests_from_their_start_exceeds_the_limit() -> None:
    """A faulty allowance, which counts requests from their start, lets four arrive in one second."""
    requests = [(0, 900, 0), (0, 900, 0), (1000, 0, 0), (0, 0, 0)]
    assert most_in_a_span(arrivals(Hasty(2, SPAN), requests)) == 4
    assert most_in_a_span(arrivals(Allowance(2, SPAN), requests)) == 2


def test_allowance_returns_when_to_ask_again() -> None:
    allowance = Allowance(2, SPAN)
    for now in (0, 300):
        assert allowance.take(now) == 0
        allowance.note_end(now + 100)
    assert allowance.wait(600) == 500
    assert allowance.take(1099) == 1
    assert allowance.take(1100) == 0
    assert allowance.take(1100) == 300


def test_running_request_counts() -> None:
    """A request counts from its start until one second after its answer."""
    allowance = Allowance(1, SPAN)
    assert allowance.is_idle(0)
    assert allowance.take(0) == 0
    assert allowance.wait(5000) == SPAN
    assert not allowance.is_idle(5000)
    allowance.note_end(5000)
    assert allowance.wait(5999) == 1
    assert not allowance.is_idle(5999)
    assert allowance.wait(6000) == 0
    assert allowance.is_idle(6000)
    wider = Allowance(2, SPAN)
    wider.block_and_slow_down(0, 1)
    assert not wider.is_idle(100)
    assert wider.take(2 * RECOVERY_MS) == 0
    wider.note_end(2 * RECOVERY_MS)
    assert wider.is_idle(2 * RECOVERY_MS + SPAN)


@pytest.mark.parametrize("refusals", [1, 3])
def test_refusal_reduces_the_rate_temporarily(refusals: int) -> None:
    """Each refusal stops requests for the given time and lowers the rate, which then slowly recovers."""
    allowance = Allowance(40, SPAN)
    expected = 40
    for _ in range(refusals):
        allowance.block_and_slow_down(0, 700)
        expected -= expected // 4
    assert allowance.take(699) == 1
    assert allowance.current_max(700) == expected
    assert [allowance.take(700) for _ in range(expected)] == [0] * expected
    assert allowance.take(700)
    assert allowance.current_max(3 * RECOVERY_MS) == expected + 3
    assert allowance.current_max(40 * RECOVERY_MS) == 40


def test_repeated_refusals_leave_a_limit_of_one() -> None:
    allowance = Allowance(3, SPAN)
    for now in range(100):
        allowance.block_and_slow_down(now, 1)
    assert allowance.current_max(100) == 1
    assert allowance.take(100) == 0


def test_blocking_does_not_reduce_the_later_rate() -> None:
    """Blocking stops requests until the given time and leaves the rate unchanged."""
    allowance = Allowance(3, SPAN)
    allowance.block(0, 700)
    allowance.block(100, 200)
    assert allowance.take(699) == 1
    assert [allowance.take(700) for _ in range(3)] == [0, 0, 0]


def test_size_can_change() -> None:
    """After the size of a limit changes, earlier requests still count."""
    allowance = Allowance(4, SPAN)
    for _ in range(3):
        assert allowance.take(0) == 0
    allowance.note_end(0)
    allowance.resize(2, 3 * SPAN)
    assert allowance.take(100)
    allowance.note_end(200)
    assert allowance.wait(300) == 2900
    assert allowance.take(3199) == 1
    assert allowance.take(3200) == 0
