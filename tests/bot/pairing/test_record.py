"""Tests that a tournament's record can be read back, and that every change is detected."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pairing.points import PlayedRound, PlayedTable
from bot.pairing.record import WrittenRound, check_record, is_record, read_record, write_record
from bot.pairing.rounds import pair, pair_final
from tests.bot.pairing.fields import plan_of, tournament

COMMITMENT = hashlib.sha256(bytes(range(32))).hexdigest()


def written_record(
    people: int = 14, rounds: int = 3, *, final: bool = True, has_computers: bool = False
) -> str:
    plan = plan_of(4, {3, 4}, has_computers=has_computers)
    done, there = tournament(plan, people, rounds, leaves=0.1)
    written = [WrittenRound(tuple(players), round_) for players, round_ in zip(there, done, strict=True)]
    if final:
        seats = pair_final(plan, done, range(1, people + 1)).tables
        last = PlayedRound(tuple(PlayedTable(seat, (1, 2, 3, 4)) for seat in seats), is_final=True)
        written.append(WrittenRound(tuple(range(1, people + 1)), last))
    return write_record(plan, COMMITMENT, written, {"Player1": 'Mi"ka\n', "Game": "bull"})


def test_version_1_record_is_verified_by_its_own_method() -> None:
    """A record without a method is verified by method 1; a record with an unknown method fails."""
    text = written_record(16, 5, final=False)
    old = text.replace('[Method "1"]\n', "")
    assert old != text
    assert all(is_true for is_true, _ in check_record(read_record(old)))
    other = text.replace('[Method "1"]', '[Method "2"]')
    assert not all(is_true for is_true, _ in check_record(read_record(other)))


METHOD_2 = """
[Tournament "1234"]
[Seats "3"]
[Sizes "2,3,4"]
[Computers "no"]
[Method "2"]
[Commitment "9c2e4d8fe97d881430de4e754b4205b9c27ce96715231cffc4337340cb110280"]
[Seed "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"]
[Game "bull"]

Round: 1 2 3 4 5 6 7
Table 6 4 5 1: 2 4 3 1 left 4 aside 2
Table 2 3 7: 2 1 3

Round: 1 2 3 4 5 6 7
Table 1 3 2 6: 1 4 3 2
Table 7 5 4: 2 1 3

Round: 1 2 3 4 5 6 7
Table 4 5 3 2: 3 4 2 1
Table 6 7 1: 2 3 1
"""
"""A record as the version wrote it in which an excluded result counted as a tie for leavers, too."""


def test_version_2_record_counts_a_tie_for_leavers() -> None:
    """A record of method 2 is verified as it was paired; by the rule of method 3 its pairing would differ."""
    assert all(is_true for is_true, _ in check_record(read_record(METHOD_2)))
    newer = METHOD_2.replace('[Method "2"]', '[Method "3"]')
    assert [is_true for is_true, _ in check_record(read_record(newer))] == [True, True, False, True]


@given(st.integers(2, 30), st.integers(1, 4), st.booleans(), st.booleans())
def test_written_record_is_read_and_verified(
    people: int, rounds: int, final: bool, has_computers: bool
) -> None:
    """A record with leavers, finals, byes and computer players is read back unchanged and verified."""
    if people < 4:
        final = False
    text = written_record(people, rounds, final=final, has_computers=has_computers)
    record = read_record(text)
    assert is_record(text)
    assert record.headers["Player1"] == "Mi'ka"
    again = {name: record.headers[name] for name in ("Player1", "Game")}
    assert write_record(record.plan, record.commitment, record.rounds, again) == text
    proof = [*check_record(record)]
    assert all(is_true for is_true, _ in proof)
    assert len(proof) == 1 + rounds + final


def test_later_removal_of_a_result_keeps_record_valid() -> None:
    """A record stays valid if a result is removed after a later round was paired with this result."""
    plan = plan_of(4, range(2, 9))
    done, _ = tournament(plan, 16, 2)
    first = done[0].tables[0]._replace(excluded_from=3)
    done[0] = done[0]._replace(tables=(first, *done[0].tables[1:]))
    without = [done[0]._replace(tables=(first._replace(places=()), *done[0].tables[1:])), done[1]]
    third = pair(plan, without, range(1, 17))
    done.append(PlayedRound(tuple(PlayedTable(seats) for seats in third.tables), third.bye))
    written = [WrittenRound(tuple(range(1, 17)), round_) for round_ in done]
    assert all(
        is_true for is_true, _ in check_record(read_record(write_record(plan, COMMITMENT, written, {})))
    )


@pytest.mark.parametrize("change", ["swap", "seed", "commitment", "player", "place"])
def test_changed_record_is_detected(change: str) -> None:
    """Verification fails after a change of seats, seed, commitment, players or places."""
    text = written_record()
    lines = text.splitlines()
    tables = [number for number, line in enumerate(lines) if line.startswith("Table ")]
    if change == "swap":
        first, second = lines[tables[0]].split(), lines[tables[1]].split()
        first[1], second[1] = second[1], first[1]
        lines[tables[0]], lines[tables[1]] = " ".join(first), " ".join(second)
    elif change == "seed":
        lines = [line.replace("0102", "0103") if line.startswith("[Seed") else line for line in lines]
    elif change == "commitment":
        lines = [line.replace("630d", "630e") if line.startswith("[Commit") else line for line in lines]
    elif change == "player":
        number = next(at for at, line in enumerate(lines) if line.startswith("Round"))
        lines[number] = lines[number].rsplit(" ", 1)[0]
    else:
        seats, _, places = lines[tables[0]].partition(": ")
        lines[tables[0]] = f"{seats}: {' '.join(reversed(places.split(' left ')[0].split()))}"
    assert not all(is_true for is_true, _ in check_record(read_record("\n".join(lines))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "the header 'Tournament' is missing"),
        ("nonsense", "line 1: not a line"),
        ("Table 1 2: 1 2", "line 1"),
        ("Round: 1 2\nTable 1 2: 1", "line 2: 1 places for 2 seats"),
        ("Round: 1 x", "line 1"),
    ],
)
def test_malformed_record_is_refused_with_line_number(text: str, expected: str) -> None:
    """The error names the wrong line or the missing header."""
    with pytest.raises(ValueError, match=expected):
        read_record(text)
