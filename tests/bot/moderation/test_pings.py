"""Tests that no order of acts notifies anybody more often than the limits of pings allow."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
import simcord

from bot.wire.pings import PingAccount, PingReason, Pings
from storage.people import save_subscriptions
from storage.rows import GuildSettings
from storage.servers import save_settings
from tests.bot.people import find_id
from tests.bot.tournaments.club import Club
from tests.promises import HOUR_MS, MAX_RECEIVED, MAX_TO_ONE

PAUSE_SECONDS = 120.0
"""Time between two acts. With less of it, the limits on opening lobbies would be met first."""

INVITING_ACTS = 3
"""Number of acts that invite the guest. The guest has signed up for what the others begin."""

BEGINNINGS = 3 * MAX_TO_ONE
"""Number of tournaments that a host begins and cancels to reach the limit."""


class HeardPing(NamedTuple):
    """A message that has notified the guest, and who hosted what it was about."""

    at: int
    by: int
    reason: PingReason


class PingedGuest:
    """A guest who says yes to everything, hosts who use every feature, and the pings that the guest gets."""

    def __init__(self, club: Club) -> None:
        self.club = club
        *self.hosts, self.guest = club.members
        self.host = self.hosts[0]
        self.reason = PingReason.INVITATION  # of the pings by the act that is done now
        self.heard: list[HeardPing] = []
        backend = club.env.backend
        emit = backend.emit

        def listen(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
            if event == "MESSAGE_CREATE":
                message = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
                if self.guest.id in message.ping_user_ids:
                    # The first call of a round names everybody once, and players on turn again.
                    is_turn = repr(payload).count(f"<@{self.guest.id}>") > 1
                    reason = PingReason.TURN if is_turn else self.reason
                    self.heard.append(HeardPing(club.bot.clock.elapsed_ms(), self.host.id, reason))
            return emit(event, payload, *args, **kwargs)

        backend.emit = listen  # type: ignore[method-assign]

    async def invite_to_a_new_lobby(self) -> None:
        """Open a lobby with the guest's name in the command, and close it."""
        await self.host.slash(self.club.channel, "play", game="bull", invite1=self.guest)
        await self._close_lobby()

    async def invite_by_the_menu(self) -> None:
        """Open a lobby, choose the guest in its menu, and close the lobby."""
        club = self.club
        await self.host.slash(club.channel, "play", game="bull")
        panel = (await club.tap(self.host, club.table_message(club.lobbies[0]), "more")).response
        await self.host.select(panel, [self.guest], custom_id=find_id(panel, "u", "invite"))
        await club.env.advance_time(3)
        await self._close_lobby()

    async def _close_lobby(self) -> None:
        club = self.club
        await club.tap_more(self.host, club.table_message(club.lobbies[0]), "cancel", seconds=3)

    async def tell_subscribers(self) -> None:
        """Open a lobby of a game to which the guest is subscribed, and close it."""
        club = self.club
        name = club.named[self.guest.id].lower()
        await club.bot.store.write(save_subscriptions, self.guest.id, name, club.guild.id, ["lost"])
        await self.host.slash(club.channel, "play", game="lost")
        await self._close_lobby()

    async def begin_a_planned_game(self) -> None:
        """Plan a table to which the guest signs up, and cancel it after the ping before its start."""
        club = self.club
        await self.host.slash(club.channel, "play", game="bull", when="in 12 minutes")
        await club.tap(self.guest, club.channel.last_message, "join", seconds=150)
        await self._close_lobby()

    async def begin_a_tournament(self) -> None:
        """Open a tournament to which the guest signs up, begin its first round, and cancel it."""
        await self._open_tournament()
        await self.club.tap(self.host, self.club.sign_up, "cup_begin", seconds=20)
        await self._cancel_tournament()

    async def ping_of_a_tournament(self) -> None:
        """Open a tournament with a time to which the guest signs up, and cancel it after the call."""
        await self._open_tournament("in 11 minutes")
        await self.club.env.advance_time(180)
        await self._cancel_tournament()

    async def _open_tournament(self, when: str | None = None) -> None:
        club = self.club
        how = {} if when is None else {"when": when}
        await self.host.slash(club.channel, "tournament", game="bull", **how)
        await club.env.advance_time(2)
        for person in (self.host, self.guest):
            await club.say(person, "cup_join")
        await club.env.advance_time(2)  # until the message can be started from

    async def _cancel_tournament(self) -> None:
        club = self.club
        more = (await club.tap(self.host, club.sign_up, "cup_more")).response
        question = (await club.tap(self.host, more, "cup_cancel")).response or more
        await club.tap(self.host, question, "cup_cancelled", seconds=5)

    @property
    def limited(self) -> list[HeardPing]:
        """The pings for which limits hold: all but those of the guest's turns."""
        return [ping for ping in self.heard if ping.reason is not PingReason.TURN]

    async def act(self, number: int) -> None:
        """Do an act, given by its number, and wait a while."""
        self.reason = PingReason.INVITATION if number < INVITING_ACTS else PingReason.BEGINNING
        await self.acts[number]()
        await self.club.env.advance_time(PAUSE_SECONDS)

    @property
    def acts(self) -> list[Callable[[], Awaitable[None]]]:
        """One act for each way in which a person can cause a ping, invitations first."""
        return [
            self.invite_to_a_new_lobby,
            self.invite_by_the_menu,
            self.tell_subscribers,
            self.begin_a_planned_game,
            self.begin_a_tournament,
            self.ping_of_a_tournament,
        ]

    def check_limits(self) -> None:
        """Fail if the guest got more pings within an hour than the limits allow."""
        for number, first in enumerate(self.limited):
            within = [ping for ping in self.limited[number:] if ping.at - first.at < HOUR_MS]
            assert sum(ping.reason is PingReason.INVITATION for ping in within) <= MAX_RECEIVED
            assert max(Counter((ping.by, ping.reason) for ping in within).values()) <= MAX_TO_ONE


async def pinged_guest(env: simcord.Env, hosts: int) -> PingedGuest:
    """Return a guest on a server whose members may all host tournaments.

    Turns last for days there, so within an hour the guest is pinged by no turn of a game.
    """
    club = Club(env, hosts + 1)
    settings = GuildSettings(club.guild.id, organizers="everybody", clock="week")
    await club.bot.store.write(save_settings, settings)
    return PingedGuest(club)


async def test_tournaments_of_one_host_ping_a_person_six_times_an_hour(env: simcord.Env) -> None:
    """Opening, beginning and cancelling tournaments again and again reaches the limit, and no more.

    Only games in which it is the guest's turn call the guest beyond it.
    """
    guest = await pinged_guest(env, 1)
    for _ in range(BEGINNINGS):
        await guest.begin_a_tournament()
    guest.check_limits()
    assert MAX_TO_ONE <= len(guest.heard) < BEGINNINGS


@pytest.mark.parametrize("number", range(6))
async def test_each_act_pings_and_each_is_limited(env: simcord.Env, number: int) -> None:
    """Every act pings the guest at first; after six pings of its kind by one host none does."""
    guest = await pinged_guest(env, 1)
    await guest.act(number)
    assert len(guest.heard) == 1
    # Six planned games or invitations reach the limit, since the first may have been the guest's turn.
    for _ in range(MAX_TO_ONE):
        await guest.act(0 if number < INVITING_ACTS else INVITING_ACTS)
    before = guest.limited
    assert len(before) == MAX_TO_ONE
    await guest.act(number)
    assert guest.limited == before


async def test_invitations_do_not_silence_the_call_before_a_start(env: simcord.Env) -> None:
    """A guest who was invited as often as the limits allow is still called to a tournament, by its host."""
    guest = await pinged_guest(env, 3)
    *strangers, own_host = guest.hosts
    for stranger in strangers:
        guest.host = stranger
        for _ in range(MAX_TO_ONE):
            await guest.act(0)
    assert len(guest.heard) == MAX_RECEIVED
    guest.host = own_host
    await guest.act(5)
    assert len(guest.heard) == MAX_RECEIVED + 1


@pytest.mark.parametrize("seed", range(2))
async def test_no_order_of_acts_pings_more_than_the_limits(env: simcord.Env, seed: int) -> None:
    """Over random acts of three hosts, at most 6 invitations an hour by one and 12 by all ping a person."""
    guest = await pinged_guest(env, 3)
    rng = random.Random(seed)
    for _ in range(30):
        guest.host = rng.choice(guest.hosts)
        await guest.act(rng.randrange(len(guest.acts)))
    guest.check_limits()
    assert len(guest.heard) >= MAX_RECEIVED


async def test_quiet_server_is_never_pinged(env: simcord.Env) -> None:
    """On a server that pings nobody, no act notifies the guest."""
    guest = await pinged_guest(env, 1)
    quiet = GuildSettings(guest.club.guild.id, organizers="everybody", clock="week", pings=False)
    await guest.club.bot.store.write(save_settings, quiet)
    for number in range(len(guest.acts)):
        await guest.act(number)
    assert not guest.heard


def _send_without_asking(patch: pytest.MonkeyPatch, account: PingAccount) -> None:
    """Make messages notify everybody whom they name, without the account."""

    @asynccontextmanager
    async def everybody(pings: Pings | None) -> AsyncIterator[tuple[int, ...]]:
        yield () if pings is None else pings.people

    patch.setattr(account, "granted", everybody)


def _take_each_tournament_for_a_host(patch: pytest.MonkeyPatch, account: PingAccount) -> None:
    """Make each tournament, not its host, the cause of its pings."""
    patch.setattr(account, "_host_of", hash)


def _let_tournaments_begin_freely(patch: pytest.MonkeyPatch, account: PingAccount) -> None:
    """Make the account treat the beginning of rounds like a player's turn."""
    take = account._take

    def take_as_turn(pings: Pings) -> object:
        is_round = pings.reason is PingReason.BEGINNING and pings.tournament
        return take(pings._replace(reason=PingReason.TURN) if is_round else pings)

    patch.setattr(account, "_take", take_as_turn)


@pytest.mark.mutants
@pytest.mark.parametrize(
    "mutant", [_send_without_asking, _take_each_tournament_for_a_host, _let_tournaments_begin_freely]
)
async def test_ways_beside_the_account_are_detected(
    env: simcord.Env,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch, PingAccount], None],
) -> None:
    guest = await pinged_guest(env, 1)
    mutant(monkeypatch, guest.club.bot.pings)
    for _ in range(BEGINNINGS):
        await guest.begin_a_tournament()
    with pytest.raises(AssertionError):
        guest.check_limits()
