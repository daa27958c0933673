"""Ranks, runs and bids of poker hands."""

from __future__ import annotations

from typing import ClassVar

from games.core.poker import Bid, by_rank, named, run_ranks
from games.core.words import Rank, Suit


class Claim(Bid, frozen=True):
    """A bid of one game."""

    verb: ClassVar[str] = "claim"


class Doubt(Bid, frozen=True):
    """A bid of another."""

    verb: ClassVar[str] = "doubt"


def test_runs_go_down_from_the_top_and_the_ace_ends_the_lowest() -> None:
    """A to 10 is the highest run, 5-4-3-2-A the lowest; none goes around over K-A-2."""
    assert run_ranks("A") == "AKQJT"
    assert run_ranks("5") == "5432A"
    assert run_ranks("6") == "65432"


def test_hands_are_sorted_as_people_hold_them() -> None:
    """Ace high, a joker above it; suits of a rank in canonical order."""
    assert by_rank(["2s", "Tc", "Ah", "As", "Jk", "Kd"]) == ("Jk", "As", "Ah", "Kd", "Tc", "2s")


def test_bids_are_written_by_word_kind_suit_and_ranks() -> None:
    """The suit only where there is one."""
    assert str(Claim("full", "63")) == "claim full 6 3"
    assert str(Claim("flush", "KQ732", "c")) == "claim flush c K Q 7 3 2"


def test_bids_of_two_games_are_never_alike() -> None:
    """Though they name the same hand."""
    assert Claim("pair", "K") == Claim("pair", "K")
    assert Claim("pair", "K") != Doubt("pair", "K")
    assert str(Doubt("pair", "K")) == "doubt pair K"


def test_bids_in_words_name_their_ranks_and_their_suit() -> None:
    """As values that a front end prints."""
    assert named(Claim("single", "T")) == {"rank": Rank("T", "standard")}
    assert named(Claim("full", "28")) == {"rank": Rank("2", "standard"), "second": Rank("8", "standard")}
    assert named(Claim("sflush", "5", "h")) == {"rank": Rank("5", "standard"), "suit": Suit("h", "standard")}
