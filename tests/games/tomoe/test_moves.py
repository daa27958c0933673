"""Notation of the one move (tomoe.md, Play; README, Moves)."""

from __future__ import annotations

import pytest

from games.core.cards import TOMOE
from games.core.errors import NotationError
from games.tomoe.moves import PLAYS, Play
from tests.games.tomoe.tables import RULES


def test_every_card_has_one_canonical_move_that_reads_back() -> None:
    """``play C`` prints and parses for all 39 cards."""
    assert len(PLAYS) == 39
    for card in TOMOE.cards:
        assert str(PLAYS[card]) == f"play {card}"
        assert RULES.parse(f"play {card}") == Play(card)


@pytest.mark.parametrize("text", ["PLAY 3R", "  play   3r ", "Play\t3r"])
def test_case_and_runs_of_spaces_do_not_matter(text: str) -> None:
    """Any letter case and any run of spaces mean the same move."""
    assert RULES.parse(text) == Play("3r")


def test_metals_are_read_in_any_case() -> None:
    """A metal prints as in the table of cards however it was typed."""
    assert str(RULES.parse("play aU")) == "play Au"


@pytest.mark.parametrize(
    "text",
    ["", "play", "3r", "play 3r 4r", "play 7r", "play 0r", "play 3x", "play r3", "call 3r", "play ３r"],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """What is no move is refused as notation, and the text is quoted."""
    with pytest.raises(NotationError):
        RULES.parse(text)
