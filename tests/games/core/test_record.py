"""Tests of game records (the design's Game record)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import find_game, find_rules
from games.core.errors import RecordError
from games.core.match import Match, read_record, write_record
from tests.games.play import new_match

BULL = find_game("bull")
HEAD = '[Game "bull"]\n[Seats "3"]\n[First "0"]\n[Options "deal=up start=1 wild=none end=last"]\n\n'
DECK = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
DEAL = "* deal " + " ".join(DECK)


def read(text: str) -> Match:
    return read_record(text, find_rules)[0]


def error(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value


def test_record_has_documented_format() -> None:
    """A record has four headers, an empty line, and one move a line, with a star for chance."""
    match = new_match(BULL, 3)
    match.play("chance", DEAL[2:])
    match.play(0, "call single 5")
    match.play(1, "challenge")
    assert write_record(match) == HEAD + DEAL + "\n0 call single 5\n1 challenge\n"


@given(value=st.text(st.characters(exclude_categories=["Cs"])))
def test_header_values_round_trip(value: str) -> None:
    """Quotes, backslashes and brackets are read back; line breaks become spaces."""
    _, headers = read_record(write_record(new_match(BULL), {"Player0": value}), find_rules)
    assert headers["Player0"] == " ".join(value.splitlines())


def test_required_headers_cannot_be_overwritten() -> None:
    """Required headers are taken from the match, never from further headers."""
    text = write_record(new_match(BULL, 3), {"Seats": "8", "Game": "chess", "Options": "", "First": "9"})
    assert text == HEAD


def test_reader_accepts_crlf_comments_and_spaces() -> None:
    """Comments, blank lines, several headers a line and any letter case are accepted."""
    text = (
        '# a game\n[Game "bull"] [Seats "3"]\n\n# no first, no options\n'
        f"   {DEAL}   \n# he sighs\n\n0\tCALL   pair k\n  # the end"
    )
    for ends in (text, text.replace("\n", "\r\n")):
        match = read(ends)
        assert [str(move) for _, move in match.moves[1:]] == ["call pair K"]
        assert match.setup.first == 0


def test_record_without_moves_is_game_before_first_move() -> None:
    """A record with only Game and Seats is a game before its first move."""
    assert read('[Game "bull"]\n[Seats "2"]').moves == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("hello", 1),
        ('[Game "bull"]', 1),
        ('[Seats "3"]\n\n', 3),
        ('[Game "chess"]\n[Seats "3"]', 1),
        ('[Game "bull"]\n[Seats "9"]', 2),
        ('[Game "bull"]\n[Seats "three"]', 2),
        ('[Game "bull"]\n[Seats "-3"]', 2),
        ('[Game "bull"]\n[Seats "٣"]', 2),
        ('[Game "bull"]\n[Seats "' + "9" * 9999 + '"]', 2),
        ('[Game "bull"]\n[Seats "3"]\n[First "3"]', 3),
        ('[Game "bull"]\n[First "x"]\n[Seats "3"]', 2),
        ('[Game "bull"]\n[Seats "3"]\n\n[Options "wild=threes"]', 4),
        ('[Game "bull"]\n[Seats "3"]\n[Options "wild"]', 3),
        ('[Game "bull"]\n[Seats "3"]\n[Options "wild=twos wild=none"]', 3),
        ('[Game "bull"]\n[Seats "3"]\n[Options "jokers=1"]', 3),
        ('[Game "bull"]\n[Game "bull"]\n[Seats "3"]', 2),
        ('[Game "bull"]\n[Seats 3]', 2),
        ('[Game "bull"]\n[Seats "3"] x', 2),
        ('[Game "bull"\n[Seats "3"]', 1),
        (HEAD + "0 call single 5", 6),
        (HEAD + "* deal As", 6),
        (HEAD + DEAL + '\n[Table "5"]', 7),
        (HEAD + DEAL + "\n1 call single 5", 7),
        (HEAD + DEAL + "\n\n# so\n0 challenge", 9),
        (HEAD + DEAL + "\n0", 7),
        (HEAD + DEAL + "\n*", 7),
        (HEAD + DEAL + "\nx call single 5", 7),
        (HEAD + DEAL + "\n-1 call single 5", 7),
        (HEAD + DEAL + "\n99 call single 5", 7),
        (HEAD + DEAL + "\n99999999999 call single 5", 7),
        (HEAD + DEAL + "\n0 call single Ⅴ", 7),
        (HEAD + DEAL + "\n" + DEAL, 7),
    ],
    ids=range(33),
)
def test_error_names_its_line(text: str, line: int) -> None:
    """Line numbers begin at 1 and include comments and empty lines, with any line ends."""
    assert error(text).line == line
    assert error(text.replace("\n", "\r\n")).line == line
    assert len(str(error(text))) < 200


@given(text=st.text(), at=st.integers(0, 400), cut=st.integers(0, 40))
@settings(deadline=None)
def test_damaged_record_loads_or_raises_record_error(text: str, at: int, cut: int) -> None:
    """A record with inserted or removed text either loads or raises RecordError."""
    whole = HEAD + DEAL + "\n0 call single 5\n1 challenge\n"
    at %= len(whole)
    for spoilt in (text, whole[:at] + text + whole[at + cut :]):
        try:
            match = read(spoilt)
        except RecordError as caught:
            line = caught.line
        else:
            line = 1
            assert read(write_record(match)).state == match.state
        assert 1 <= line <= spoilt.count("\n") + 1
