"""Checks that the tests of tournaments fail when the bot calls, pairs or opens tables wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable

import pytest
import simcord
from msgspec.structs import replace

from bot.chance import SeededChance
from bot.pairing import rounds
from bot.tournaments import acts, opening
from bot.tournaments.live import Tournament
from bot.tournaments.state import TournamentState
from storage.tables import shown
from storage.tournaments import lifecycle
from tests.bot.pairing import test_groups as groups
from tests.bot.playing import MakeBot
from tests.bot.tournaments import test_acts as acting
from tests.bot.tournaments import test_around as around
from tests.bot.tournaments.club import Club


def pair_withdrawn_people(patch: pytest.MonkeyPatch) -> None:
    """Make the bot pair people who have withdrawn."""
    patch.setattr(TournamentState, "players", property(lambda state: state.entrants))


def pair_absent_people(patch: pytest.MonkeyPatch) -> None:
    """Make the bot pair people who have left a game and have not returned."""
    note = acts.record_results

    def record_without_status(state: TournamentState, ends: object) -> TournamentState:
        after = note(state, ends)  # type: ignore[arg-type]
        for entrant in state.entrants:
            after = after.with_entrant(entrant.number, status=entrant.status)
        return after

    patch.setattr(acts, "record_results", record_without_status)


def call_again_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    """Make the bot forget at a restart which players it has pinged."""
    decode = shown.decode
    patch.setattr(shown, "decode", lambda *args: replace(decode(*args), called=()))


def ping_the_first_group_again(patch: pytest.MonkeyPatch) -> None:
    """Make the bot ping the first group of people in each message of a call."""
    next_ping_group = Tournament.next_ping_group.fget
    assert next_ping_group is not None
    patch.setattr(
        Tournament, "next_ping_group", property(lambda live: None if next_ping_group(live) is None else 0)
    )


def open_round_again(patch: pytest.MonkeyPatch) -> None:
    """Make the bot store a round again, with tables of new ids, after a lost answer."""
    chance = SeededChance(7)
    patch.setattr(opening, "table_id", lambda *_: chance.table_id())
    patch.setattr(Tournament, "mark_outdated", lambda live: None)
    patch.setattr(lifecycle, "expect_unchanged", lambda conn, row: None)


def forget_meetings(patch: pytest.MonkeyPatch) -> None:
    """Make the bot ignore which people have already met when it pairs them."""
    patch.setattr(rounds, "count_meetings", lambda done: Counter[tuple[int, int]]())


Catches = Callable[[Club, MakeBot, pytest.MonkeyPatch], Awaitable[None]]


async def _meets_again(*_: object) -> None:
    groups.test_two_hundred_people_meet_only_once_in_five_rounds("bull")


CAUGHT: dict[Callable[[pytest.MonkeyPatch], None], Catches] = {
    pair_withdrawn_people: lambda club, *_: acting.test_withdrawn_person_is_not_paired_again(club),
    pair_absent_people: lambda club, *_: acting.test_person_who_left_a_game_is_not_paired_until_back(
        club, "by the button"
    ),
    call_again_after_a_restart: lambda club, bots, _: around.test_restart_keeps_the_tables_of_a_round(
        club, bots
    ),
    ping_the_first_group_again: lambda club, _, patch: around.test_many_people_are_called_by_several_messages(
        club, patch
    ),
    open_round_again: lambda club, *_: around.test_round_with_a_lost_answer_opens_once(club),
    forget_meetings: _meets_again,
}
"""Every fault, and the test that catches it."""


@pytest.mark.mutants
@pytest.mark.parametrize("mutant", CAUGHT, ids=lambda mutant: mutant.__name__)
async def test_faulty_bot_is_detected(
    env: simcord.Env,
    make_bot: MakeBot,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch], None],
) -> None:
    mutant(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await CAUGHT[mutant](Club(env, 6), make_bot, monkeypatch)
