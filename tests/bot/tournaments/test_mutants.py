"""Checks that the tests of tournaments fail when the bot calls, pairs or opens tables wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import pytest
import simcord
from msgspec.structs import replace

from bot.pairing import points, rounds
from bot.randomness import SeededChance
from bot.tournaments import acts
from bot.tournaments import live as opening_module
from bot.tournaments.live import Tournament
from bot.tournaments.state import TournamentState
from storage import tournaments
from storage.rows import Name
from storage.tables import gathering
from tests.bot.pairing import test_groups as groups
from tests.bot.playing import MakeBot
from tests.bot.tournaments import test_acts as acting
from tests.bot.tournaments import test_around as around
from tests.bot.tournaments import test_invitations as inviting
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
    decode = gathering.decode_shown
    patch.setattr(gathering, "decode_shown", lambda *args: replace(decode(*args), called=()))


def ping_the_first_group_again(patch: pytest.MonkeyPatch) -> None:
    """Make the bot ping the first group of people in each message of a call."""
    next_ping_group = Tournament.next_ping_group.fget
    assert next_ping_group is not None
    patch.setattr(
        Tournament, "next_ping_group", property(lambda live: None if next_ping_group(live) is None else 0)
    )


def open_round_again(patch: pytest.MonkeyPatch) -> None:
    """Make the bot store a round again, with tables of new ids, after a lost answer."""
    rng = SeededChance(7)
    patch.setattr(opening_module, "table_id", lambda *_: rng.table_id())
    patch.setattr(Tournament, "mark_outdated", lambda live: None)
    patch.setattr(tournaments, "check_unchanged", lambda conn, row: None)


def forget_meetings(patch: pytest.MonkeyPatch) -> None:
    """Make the bot ignore which people have already met when it pairs them."""
    patch.setattr(rounds, "count_meetings", lambda done: Counter[tuple[int, int]]())


def enter_invited_people(patch: pytest.MonkeyPatch) -> None:
    """Make the bot enter invited people without waiting for their answers."""
    invite = acts.invite

    def enter(state: TournamentState, people: Sequence[int]) -> object:
        after = invite(state, people)
        for user_id in people:
            after = acts.join(after, user_id, Name("Guest"), Name("guest"), 1, 0)
        return after

    patch.setattr(acts, "invite", enter)


def forget_removals(patch: pytest.MonkeyPatch) -> None:
    """Make the bot let people back into a tournament from which the host has removed them."""
    patch.setattr(TournamentState, "was_removed", lambda state, user_id: False)


def forgive_leavers(patch: pytest.MonkeyPatch) -> None:
    """Make the bot count an excluded result as a tie for people who left, too."""
    patch.setattr(points, "LEAVERS_STAY_LAST", 99)


def judge_own_results(patch: pytest.MonkeyPatch) -> None:
    """Make the bot let people exclude results of their own games."""
    patch.setattr(TournamentState, "has_own_result", lambda state, user_id, table_id: False)


Catches = Callable[[Club, MakeBot, pytest.MonkeyPatch], Awaitable[None]]


async def _meets_again(*_: object) -> None:
    groups.test_two_hundred_people_meet_only_once_in_five_rounds(2, 8)


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
    enter_invited_people: lambda club, *_: inviting.test_invited_person_plays_only_after_accepting(club),
    forget_removals: lambda club, *_: inviting.test_removed_person_stays_out(club, "sign-up"),
    forgive_leavers: lambda club, *_: inviting.test_players_do_not_judge_their_own_table(club),
    judge_own_results: lambda club, *_: inviting.test_players_do_not_judge_their_own_table(club),
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
    people = 4 if mutant in (forgive_leavers, judge_own_results) else 6
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        await CAUGHT[mutant](Club(env, people), make_bot, monkeypatch)
