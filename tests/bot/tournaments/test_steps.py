"""Tests of a tournament's automatic steps, which are computed from its state."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import Elapsed
from bot.refused import Refused
from bot.tournaments import acts
from bot.tournaments.live import TournamentInputs, TournamentStepKind, next_steps
from bot.tournaments.state import TournamentState
from storage.rows import Name
from storage.tournaments import AWAY, IN, OUT, TableEnd
from tests.bot.tournaments.states import playing, tournament
from tests.promises import PAUSE_OF_TOURNAMENT_MS, SIGN_UP_MS
from tests.storage.test_tournaments import NOON

NOW = Elapsed(1000)


def steps(state: TournamentState, wall: int = NOON, **known: Any) -> list[TournamentStepKind]:
    return [what for what, _ in next_steps(state, TournamentInputs(**known), wall, NOW)]


def test_sign_up_expires_or_begins_at_its_time() -> None:
    """A sign-up without a start time expires; a sign-up with a start time begins at that time."""
    waiting = tournament()
    assert list(next_steps(waiting, TournamentInputs(), NOON, NOW)) == [
        (TournamentStepKind.EXPIRE, NOW + SIGN_UP_MS)
    ]
    with pytest.raises(Refused):
        acts.expire(waiting, NOON + SIGN_UP_MS - 1)
    assert acts.expire(waiting, NOON + SIGN_UP_MS).row.status == "cancelled"
    later = tournament(starts_at=NOON + 5000)
    assert list(next_steps(later, TournamentInputs(), NOON, NOW)) == [(TournamentStepKind.BEGIN, NOW + 5000)]
    assert list(next_steps(later, TournamentInputs(), NOON + 9000, NOW)) == [(TournamentStepKind.BEGIN, NOW)]


def test_rounds_follow_each_other_until_the_last() -> None:
    """A round begins when all tables have results, and the tournament ends after the last round."""
    state = acts.begin(tournament(), NOON)
    assert steps(state) == [TournamentStepKind.ROUND]
    state = playing(state, (1, 2), (3, 4))
    assert steps(state) == [TournamentStepKind.LOOK]
    assert steps(state, ended=frozenset({"t1x0"})) == [TournamentStepKind.RESULTS, TournamentStepKind.LOOK]
    state = acts.record_results(state, {"t1x0": TableEnd((1, 2), (1, 2), (), ())})
    assert steps(state) == [TournamentStepKind.LOOK]
    state = acts.record_results(state, {"t1x1": TableEnd((3, 4), (1, 2), (), ())})
    assert steps(state) == [TournamentStepKind.ROUND]
    assert steps(acts.set_paused(state, True, NOON)) == [TournamentStepKind.EXPIRE]
    state = playing(state, (1, 3), (2, 4))
    ends = {"t2x0": TableEnd((1, 3), (1, 2), (), ()), "t2x1": TableEnd((2, 4), (1, 2), (), ())}
    state = acts.record_results(state, ends)
    assert steps(state) == [TournamentStepKind.FINISH]
    over = acts.finish(state, NOON)
    assert steps(over) == []
    assert [entrant.place for entrant in over.entrants] == [1, 2, 2, 4]


def test_league_keeps_its_hour_after_clock_changes() -> None:
    """Rounds at 19:00 in Berlin stay at 19:00 after clocks change, even if one begins late."""
    berlin = ZoneInfo("Europe/Berlin")
    first = datetime(2026, 10, 19, 19, tzinfo=berlin)
    begun = acts.begin(tournament(clock="week", is_weekly=True, zone="Europe/Berlin"), NOON)
    assert begun.next_round_at == 0
    late = msgspec.structs.replace(playing(begun, (1, 2)).rounds[0], begun_at=ms(first))
    state = begun.with_row(rounds=(late,))
    assert state.next_round_at == ms(datetime(2026, 10, 26, 19, tzinfo=berlin))
    second = msgspec.structs.replace(late, begun_at=ms(datetime(2026, 10, 28, 8, tzinfo=berlin)))
    after = state.with_row(rounds=(late, second))
    assert after.next_round_at == ms(datetime(2026, 11, 2, 19, tzinfo=berlin))
    ended = after.with_row(rounds=(late, msgspec.structs.replace(second, tables=())), most_rounds=3)
    ((act, at),) = next_steps(ended, TournamentInputs(), after.next_round_at - 5000, NOW)
    assert (act, at) == (TournamentStepKind.ROUND, NOW + 5000)


def ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


@pytest.mark.parametrize(
    ("name", "value"),
    [("rounds", "9"), ("seats", "9"), ("most", "201"), ("pace", "weekly"), ("clock", "none")],
)
def test_impossible_settings_are_refused(name: str, value: str) -> None:
    """Settings beyond the limits of rounds, seats or people, and weekly rounds without the weekly clock,
    are refused.
    """
    with pytest.raises(Refused, match="lobby-no-such-option"):
        acts.choose_setting(tournament(clock="evening"), name, value)


def test_changing_the_weekly_clock_ends_a_league() -> None:
    league = acts.choose_setting(tournament(clock="week"), "pace", "weekly")
    assert league.row.is_weekly
    assert not acts.choose_setting(league, "clock", "blitz").row.is_weekly


def test_tournament_whose_channel_is_gone_is_closed() -> None:
    state = acts.begin(tournament(), NOON)
    assert steps(state, is_place_gone=True) == [TournamentStepKind.CLOSE]
    assert steps(acts.cancel(state, "gone", NOON), is_place_gone=True) == []


def test_host_is_checked_while_the_tournament_has_one() -> None:
    sign_up = tournament()
    begun = acts.begin(sign_up, NOON)
    for state in (sign_up, begun, playing(begun, (1, 2), (3, 4))):
        assert (TournamentStepKind.HOST, NOW) in next_steps(
            state, TournamentInputs(host_check_at=NOW), NOON, Elapsed(0)
        )
        assert TournamentStepKind.HOST not in steps(state.with_row(host_id=None), host_check_at=NOW)
    assert steps(acts.cancel(sign_up, "host", NOON), host_check_at=NOW) == []


def test_tournament_ends_with_too_few_people() -> None:
    """When only one person remains, the next step is the end."""
    state = playing(acts.begin(tournament(2), NOON), (1, 2))
    state = acts.record_results(state, {"t1x0": TableEnd((1, 2), (1, 2), (2,), ())})
    assert state.entrant(2).status == AWAY
    assert steps(state) == [TournamentStepKind.FINISH]


def test_league_waits_for_absent_people() -> None:
    """A league with one present person waits for others to return until its next round is due."""
    league = tournament(2, clock="week", is_weekly=True)
    state = playing(acts.begin(league, NOON), (1, 2))
    state = acts.record_results(state, {"t1x0": TableEnd((1, 2), (1, 2), (2,), ())})
    assert [*next_steps(state, TournamentInputs(), NOON, NOW)] == [
        (TournamentStepKind.FINISH, NOW + state.next_round_at - NOON)
    ]
    assert state.next_round_at > NOON
    assert steps(acts.set_paused(state, True, NOON)) == [TournamentStepKind.EXPIRE]
    assert steps(acts.confirm_presence(state, 11), state.next_round_at) == [TournamentStepKind.ROUND]


def test_person_whose_ban_has_ended_can_sign_up_again() -> None:
    banned = tournament(3).with_entrant(2, status=OUT)
    assert acts.join(banned, 11, Name("P11"), Name("p11"), 5, NOON).entrant(2).status == IN


def test_full_tournament_accepts_no_returning_person() -> None:
    """A person who withdrew cannot come back when their place was taken."""
    state = acts.invite(acts.leave(acts.begin(tournament(8, most=8), NOON), 11), [99])
    full = acts.join(state, 99, Name("P99"), Name("p99"), 1, NOON)
    with pytest.raises(Refused, match="tournament-full"):
        acts.confirm_presence(full, 11)
    assert acts.confirm_presence(state, 11).entrant(2).status == IN


def test_result_is_counted_once() -> None:
    """Recording a table's result twice, or the result of another tournament's table, is refused."""
    state = playing(acts.begin(tournament(), NOON), (1, 2), (3, 4))
    end = {"t1x0": TableEnd((1, 2), (2, 1), (), ())}
    state = acts.record_results(state, end)
    with pytest.raises(Refused):
        acts.record_results(state, end)
    with pytest.raises(Refused):
        acts.record_results(state, {"t99": TableEnd((1, 2), (1, 2), (), ())})


def test_person_removed_before_the_deal_counts_as_left() -> None:
    """A player without a seat in the table's result gets the last place and counts as having left."""
    state = playing(acts.begin(tournament(3), NOON), (1, 2, 3))
    after = acts.record_results(state, {"t1x0": TableEnd((1, 3), (2, 1), (), ())})
    table = after.rounds[0].tables[0]
    assert (table.places, table.left) == ((2, 4, 1), (2,))


def test_withdrawn_person_stays_out_after_their_last_game() -> None:
    """A withdrawn person whose last game reports an absence stays withdrawn until they come back."""
    state = playing(acts.begin(tournament(), NOON), (1, 2), (3, 4))
    state = acts.leave(state, 11)
    after = acts.record_results(state, {"t1x0": TableEnd((1, 2), (1, 2), (2,), ())})
    assert after.entrant(2).status == OUT
    assert acts.confirm_presence(after, 11).entrant(2).status == IN


def test_paused_tournament_expires() -> None:
    """A tournament that is paused for a month is cancelled; resuming it in time ends the pause."""
    paused = acts.set_paused(acts.begin(tournament(), NOON), True, NOON)
    assert list(next_steps(paused, TournamentInputs(), NOON, NOW)) == [
        (TournamentStepKind.EXPIRE, NOW + PAUSE_OF_TOURNAMENT_MS)
    ]
    with pytest.raises(Refused):
        acts.expire(paused, NOON + PAUSE_OF_TOURNAMENT_MS - 1)
    again = acts.set_paused(paused, True, NOON + 5)
    assert again.row.paused_at == NOON, "pausing again does not prolong the pause"
    assert acts.expire(paused, NOON + PAUSE_OF_TOURNAMENT_MS).row.reason == "paused"
    assert steps(acts.set_paused(paused, False, NOON + 5), NOON + PAUSE_OF_TOURNAMENT_MS) == [
        TournamentStepKind.ROUND
    ]


def test_pause_of_an_older_version_begins_at_the_upgrade() -> None:
    """A stored pause without a time gets the present time, and then expires like any other."""
    paused = acts.set_paused(acts.begin(tournament(), NOON), True, NOON).with_row(paused_at=None)
    assert steps(paused) == [TournamentStepKind.PAUSED]
    assert acts.set_paused(paused, True, NOON + 7).row.paused_at == NOON + 7


def test_invited_person_is_no_entrant_until_they_accept() -> None:
    """An invitation neither pairs nor lists a person; after the start an acceptance does."""
    state = acts.invite(acts.begin(tournament(3), NOON), [50, 51])
    assert [invitation.user_id for invitation in state.invitations] == [50, 51]
    assert len(state.players) == len(state.standings) == 3
    after = acts.join(acts.decline(state, 50), 50, Name("P50"), Name("p50"), 9, NOON)
    assert [entrant.user_id for entrant in after.players] == [10, 11, 12, 50]
    assert [invitation.user_id for invitation in after.invitations] == [51]
    waiting = acts.decline(acts.invite(tournament(3), [50, 51]), 50)
    assert [invitation.user_id for invitation in acts.begin(waiting, NOON).invitations] == [51]
    with pytest.raises(Refused, match="tournament-begun"):
        acts.join(state, 52, Name("P52"), Name("p52"), 9, NOON)
    with pytest.raises(Refused, match="tournament-not-invited"):
        acts.decline(state, 52)


def test_host_cannot_put_people_back() -> None:
    """People who take part, withdrew, were taken out or are invited already cannot be invited."""
    state = acts.leave(acts.begin(tournament(), NOON), 11)
    state = acts.invite(acts.take_out(state.with_entrant(3, status=AWAY), 13), [50])
    for user_id, reason in (
        (10, "joined-already-other"),
        (11, "withdrew-other"),
        (12, "joined-already-other"),
        (13, "removed-other"),
        (50, "invited-already"),
    ):
        with pytest.raises(Refused, match=reason):
            acts.invite(state, [user_id])
        assert len(acts.invite(state, [user_id, 60]).invitations) == 2


def test_person_who_was_taken_out_stays_out() -> None:
    """After a removal neither signing up nor coming back is possible, even with a new account of the data."""
    sign_up = acts.take_out(tournament(), 11)
    assert sign_up.entrant_of(11) is None
    running = acts.take_out(acts.begin(tournament(), NOON), 11)
    for state in (sign_up, running):
        with pytest.raises(Refused, match="removed-from-tournament"):
            acts.join(state, 11, Name("P11"), Name("p11"), 5, NOON)
    with pytest.raises(Refused, match="removed-from-tournament"):
        acts.confirm_presence(running, 11)


def test_last_round_takes_no_more_people() -> None:
    """In the last round the host cannot invite people, and invitations cannot be accepted."""
    state = acts.invite(acts.begin(tournament(most_rounds=1), NOON), [50])
    state = playing(state, (1, 2), (3, 4))
    with pytest.raises(Refused, match="tournament-last-round"):
        acts.invite(state, [51])
    with pytest.raises(Refused, match="tournament-last-round"):
        acts.join(state, 50, Name("P50"), Name("p50"), 9, NOON)


@given(
    here=st.lists(st.booleans(), min_size=2, max_size=8),
    clock=st.sampled_from(["evening", "blitz", "week"]),
)
def test_people_who_confirmed_are_paired_first(here: list[bool], clock: str) -> None:
    """People who have not confirmed are left out of round 1, except on the weekly clock."""
    state = tournament(len(here), starts_at=NOON, clock=clock)
    for number, is_here in enumerate(here):
        state = acts.confirm_presence(state, 10 + number) if is_here else state
    after = acts.begin_as_scheduled(state, NOON)
    is_pinged = clock != "week"
    if is_pinged and sum(here) < 2:
        assert after.row.status == "cancelled"
        return
    assert after.is_running
    expected = [IN if is_here or not is_pinged else AWAY for is_here in here]
    assert [entrant.status for entrant in after.entrants] == expected
