"""Tests of the account of pings: whom messages may notify, and which pings count."""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest

from bot.clock import Elapsed
from bot.wire.components import text_display
from bot.wire.errors import NoAnswer, RequestRejected
from bot.wire.messages import framed
from bot.wire.pings import HOUR_MS, MAX_CAUSED, MAX_RECEIVED, MAX_TO_ONE, PingAccount, PingReason, Pings
from storage.errors import StorageUnavailable
from storage.rows import GuildSettings
from tests.bot.turning import HandClock
from tests.bot.wire.connections import FakeConnection, lost_request, message, refusal, reply

HELLO = framed(text_display("Hello"))
SERVER = GuildSettings(1)
QUIET = GuildSettings(2, pings=False)


async def settings_of(guild_id: int) -> GuildSettings:
    return {1: SERVER, 2: QUIET}[guild_id]


def account(clock: HandClock | None = None) -> PingAccount:
    """Return an account without pings; the tournament "cup" has the host 9."""
    return PingAccount(clock or HandClock(), settings_of, {"cup": 9}.get)


async def notified(
    pings: PingAccount, people: list[int], reason: PingReason, by: int | None = None, tournament: str = ""
) -> list[int]:
    """Return the people whom a message of the server may notify."""
    async with pings.granted(Pings(tuple(people), reason, 1, by, tournament)) as allowed:
        return list(allowed)


@pytest.mark.parametrize("reason", [PingReason.INVITATION, PingReason.BEGINNING])
async def test_limits_are_per_hour(reason: PingReason) -> None:
    """A person gets at most 6 pings an hour because of one person, and 12 because of all."""
    clock = HandClock()
    pings = account(clock)
    assert sum([len(await notified(pings, [2], reason, 1)) for _ in range(20)]) == MAX_TO_ONE
    others = [len(await notified(pings, [2], reason, by)) for by in range(3, 30)]
    assert sum(others) == MAX_RECEIVED - MAX_TO_ONE
    clock.now += HOUR_MS - 1
    assert not await notified(pings, [2], reason, 1)
    clock.now += 1
    assert await notified(pings, [2, 100], reason, 1) == [2, 100]


async def test_one_person_invites_at_most_forty_people_an_hour() -> None:
    """The limit is for people who have not signed up: a tournament that begins pings all its people."""
    pings = account()
    people = [*range(100, 200)]
    assert await notified(pings, people, PingReason.INVITATION, 1) == people[:MAX_CAUSED]
    assert await notified(pings, people, PingReason.BEGINNING, 1) == people


async def test_turns_of_a_game_have_no_limit() -> None:
    """The pings of a player on turn are neither limited nor counted for anything else."""
    pings = account()
    for _ in range(50):
        assert await notified(pings, [2], PingReason.TURN, 1) == [2]
    assert await notified(pings, [2], PingReason.INVITATION, 1) == [2]


async def test_host_of_a_tournament_is_the_cause_of_its_pings() -> None:
    """Pings of several tournaments and lobbies of one host count together."""
    pings = account()
    for _ in range(MAX_TO_ONE - 1):
        assert await notified(pings, [2], PingReason.BEGINNING, by=5, tournament="cup")
    assert await notified(pings, [2], PingReason.INVITATION, by=9)
    assert not await notified(pings, [2], PingReason.BEGINNING, by=6, tournament="cup")


async def test_promised_ping_counts_once() -> None:
    """A ping that was promised to the host is sent, even if others have reached the limit meanwhile."""
    clock = HandClock()
    pings = account(clock)
    assert pings.promise(SERVER, 1, [2, 3]) == (2, 3)
    for by in range(4, 30):
        await notified(pings, [2], PingReason.BEGINNING, by)
    assert await notified(pings, [2, 3], PingReason.INVITATION, 1) == [2, 3]
    assert not await notified(pings, [2], PingReason.INVITATION, 1)
    clock.now += HOUR_MS
    assert sum(len(pings.promise(SERVER, 1, [2])) for _ in range(20)) == MAX_TO_ONE


async def test_old_promises_are_forgotten() -> None:
    """A ping that was promised an hour ago is counted when it is sent."""
    clock = HandClock()
    pings = account(clock)
    for _ in range(MAX_TO_ONE):
        pings.promise(SERVER, 1, [2])
    clock.now += HOUR_MS
    sent = [len(await notified(pings, [2], PingReason.INVITATION, 1)) for _ in range(20)]
    assert sum(sent) == MAX_TO_ONE


async def test_quiet_server_pings_nobody() -> None:
    """Where the setting is off, nobody is notified for any reason, and nothing counts."""
    pings = account()
    assert pings.promise(QUIET, 1, [2]) == ()
    for reason in PingReason:
        async with pings.granted(Pings((2,), reason, QUIET.guild_id, 1)) as allowed:
            assert not allowed
    assert sum([len(await notified(pings, [2], PingReason.INVITATION, 1)) for _ in range(20)]) == MAX_TO_ONE


async def test_message_notifies_while_settings_cannot_be_read() -> None:
    async def fail(guild_id: int) -> GuildSettings:
        raise StorageUnavailable("The database is gone.")

    pings = PingAccount(HandClock(), fail)
    assert await notified(pings, [2], PingReason.TURN) == [2]


async def test_rejected_message_does_not_count() -> None:
    """A ping counts if the message was sent or may have been sent, not if Discord rejected it."""
    rejected = [refusal(403)] * 20
    connection = FakeConnection(*rejected, *[lost_request() for _ in range(MAX_TO_ONE)], reply(message(42)))
    transport = connection.transport(account=account())
    invitation = Pings((2,), PingReason.INVITATION, 1, 1)
    for _ in rejected:
        with pytest.raises(RequestRejected):
            await transport.send(7, HELLO, "nonce", invitation)
    for _ in range(MAX_TO_ONE):
        with pytest.raises(NoAnswer):
            await transport.send(7, HELLO, "nonce", invitation)
        assert connection.last.body["allowed_mentions"]["users"] == ["2"]
    await transport.send(7, HELLO, "nonce", invitation)
    assert connection.last.body["allowed_mentions"]["users"] == []


async def test_transport_without_account_notifies_nobody() -> None:
    connection = FakeConnection(reply(message(42)))
    await connection.transport().send(7, HELLO, "nonce", Pings((2,), PingReason.TURN, 1))
    assert connection.last.body["allowed_mentions"]["users"] == []


@pytest.mark.parametrize("seed", range(5))
async def test_no_order_of_pings_exceeds_the_limits(seed: int) -> None:
    """Over random pings and promises, no hour has more pings than the limits."""
    rng = random.Random(seed)
    clock = HandClock()
    pings = account(clock)
    sent: deque[tuple[Elapsed, int, int, PingReason]] = deque()
    for _ in range(1500):
        clock.now += rng.choice([0, 1000, 60_000])
        by = rng.randrange(3)
        people = rng.sample(range(20), rng.randrange(1, 12))
        reason = rng.choice([PingReason.INVITATION, PingReason.BEGINNING])
        if rng.random() < 0.2:
            pings.promise(SERVER, by, people)
            continue
        for whom in await notified(pings, people, reason, by):
            sent.append((clock.elapsed_ms(), by, whom, reason))
        while clock.elapsed_ms() - sent[0][0] >= HOUR_MS:
            sent.popleft()
        assert max(Counter((by, whom) for _, by, whom, _ in sent).values()) <= MAX_TO_ONE
        assert max(Counter(whom for _, _, whom, _ in sent).values()) <= MAX_RECEIVED
