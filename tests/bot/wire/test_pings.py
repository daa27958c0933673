"""Tests of the account of pings: whom messages may notify, and which pings count."""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest

from bot.clock import Elapsed
from bot.wire.components import text_display
from bot.wire.errors import NoAnswer, RequestRejected
from bot.wire.messages import framed
from bot.wire.pings import RETRY_MS, PingAccount, PingReason, Pings
from storage.errors import StorageUnavailable
from storage.rows import GuildSettings
from tests.bot.turning import HandClock
from tests.bot.wire.connections import FakeConnection, lost_request, message, refusal, reply
from tests.promises import HOUR_MS, MAX_CAUSED, MAX_RECEIVED, MAX_TO_ONE

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
    """A person gets at most 6 pings an hour because of one person, and 12 invitations because of all."""
    clock = HandClock()
    pings = account(clock)
    assert sum([len(await notified(pings, [2], reason, 1)) for _ in range(20)]) == MAX_TO_ONE
    if reason is PingReason.INVITATION:
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
    for reason in (PingReason.INVITATION, PingReason.BEGINNING):
        pings = account()
        for _ in range(MAX_TO_ONE - 1):
            assert await notified(pings, [2], reason, by=5, tournament="cup")
        assert await notified(pings, [2], reason, by=9)
        assert not await notified(pings, [2], reason, by=6, tournament="cup")


async def test_invitations_do_not_silence_what_begins() -> None:
    """What a person has signed up for calls them, however many invitations they were sent before."""
    pings = account()
    for by in (3, 4, 9):
        for _ in range(MAX_TO_ONE):
            await notified(pings, [2], PingReason.INVITATION, by)
    assert await notified(pings, [2], PingReason.BEGINNING, tournament="cup") == [2]


async def test_what_begins_does_not_silence_invitations() -> None:
    pings = account()
    for by in (3, 4, 5):
        for _ in range(MAX_TO_ONE):
            await notified(pings, [2], PingReason.BEGINNING, by)
    assert await notified(pings, [2], PingReason.INVITATION, 3) == [2]


async def test_player_on_turn_is_notified_by_what_begins() -> None:
    """A round's first call always notifies the player who is on turn; for others, its limit holds."""
    pings = account()
    call = Pings((2, 3), PingReason.BEGINNING, 1, tournament="cup", on_turn=(3,))
    for number in range(MAX_TO_ONE + 5):
        async with pings.granted(call) as allowed:
            assert allowed == ((2, 3) if number < MAX_TO_ONE else (3,))


async def fail_to_send(pings: PingAccount, invitation: Pings, error: Exception) -> None:
    """Ask whom the invitation may notify, which must be everybody, and fail to send it."""
    async with pings.granted(invitation) as allowed:
        assert allowed == invitation.people
        raise error


async def test_next_attempt_of_an_unanswered_message_does_not_count() -> None:
    """A message without an answer is sent again with the same pings, which count once."""
    clock = HandClock()
    pings = account(clock)
    invitation = Pings((2,), PingReason.INVITATION, 1, 1)
    for _ in range(MAX_TO_ONE - 1):
        await notified(pings, [2], PingReason.INVITATION, 1)
    for _ in range(3):
        with pytest.raises(NoAnswer):
            await fail_to_send(pings, invitation, NoAnswer("lost"))
    with pytest.raises(RequestRejected):
        await fail_to_send(pings, invitation, RequestRejected(400, 40060, "answered already"))
    assert not await notified(pings, [2], PingReason.INVITATION, 1)


async def test_unanswered_message_is_no_licence_later() -> None:
    """Some minutes after a lost answer, the same pings are those of another message."""
    clock = HandClock()
    pings = account(clock)
    with pytest.raises(NoAnswer):
        await fail_to_send(pings, Pings((2,), PingReason.INVITATION, 1, 1), NoAnswer("lost"))
    clock.now += RETRY_MS
    sent = [len(await notified(pings, [2], PingReason.INVITATION, 1)) for _ in range(20)]
    assert sum(sent) == MAX_TO_ONE - 1


async def test_promised_ping_counts_once() -> None:
    """A ping that was promised to the host is sent, even if others have reached the limit meanwhile."""
    clock = HandClock()
    pings = account(clock)
    assert pings.promise(SERVER, 1, [2, 3]) == (2, 3)
    for by in range(4, 30):
        await notified(pings, [2], PingReason.INVITATION, by)
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
    """With the setting off, messages notify no people, and no pings are counted."""
    pings = account()
    assert pings.promise(QUIET, 1, [2]) == ()
    for reason in PingReason:
        async with pings.granted(Pings((2,), reason, QUIET.guild_id, 1)) as allowed:
            assert not allowed
    assert sum([len(await notified(pings, [2], PingReason.INVITATION, 1)) for _ in range(20)]) == MAX_TO_ONE


async def test_only_turns_notify_while_settings_cannot_be_read() -> None:
    """If the settings cannot be read, messages notify only players on turn."""

    async def fail(guild_id: int) -> GuildSettings:
        raise StorageUnavailable("The database is gone.")

    pings = PingAccount(HandClock(), fail)
    assert await notified(pings, [2], PingReason.TURN) == [2]
    for reason in (PingReason.INVITATION, PingReason.BEGINNING):
        assert not await notified(pings, [2], reason, 1)
    async with pings.granted(Pings((2, 3), PingReason.BEGINNING, 1, on_turn=(3,))) as allowed:
        assert allowed == (3,)


async def test_rejected_message_does_not_count() -> None:
    """A ping counts if the message was sent or may have been sent, not if Discord rejected it."""
    clock = HandClock()
    rejected = [refusal(403)] * 20
    connection = FakeConnection(*rejected, *[lost_request() for _ in range(MAX_TO_ONE)], reply(message(42)))
    transport = connection.transport(account=account(clock))
    invitation = Pings((2,), PingReason.INVITATION, 1, 1)
    for _ in rejected:
        with pytest.raises(RequestRejected):
            await transport.send(7, HELLO, "nonce", invitation)
    for _ in range(MAX_TO_ONE):
        with pytest.raises(NoAnswer):
            await transport.send(7, HELLO, "nonce", invitation)
        assert connection.last.body["allowed_mentions"]["users"] == ["2"]
        clock.now += RETRY_MS
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
        assert max(Counter(ping[1:] for ping in sent).values()) <= MAX_TO_ONE
        invited = [whom for _, _, whom, reason in sent if reason is PingReason.INVITATION]
        assert max(Counter(invited).values(), default=0) <= MAX_RECEIVED
