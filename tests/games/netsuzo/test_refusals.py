"""Why a move is refused (netsuzo.md, A hand)."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalMove, Refusal
from games.core.match import Match
from games.core.words import Cards, Text
from games.netsuzo.words import claim_text
from tests.games.netsuzo.tables import actor, deal, new, play
from tests.games.printing import say


@pytest.fixture
def match() -> Match:
    """Three seats with a card each, seat 0 about to declare."""
    match = new()
    deal(match, {0: "5s", 1: "9h", 2: "Kd"})
    return match


def refused(match: Match, move: str) -> Refusal:
    """Play a move that is refused; the position stays as it was."""
    state = match.state
    with pytest.raises(IllegalMove) as caught:
        match.play(actor(match), move)
    assert match.state is state
    return caught.value.refusal


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        ((), "accept", "nothing-to-answer"),
        ((), "reject", "nothing-to-answer"),
        ((), "discard 5s", "no-discard"),
        (("declare pair 5 J",), "declare pair 5 Q", "answer-first"),
        (("declare pair 5 J",), "discard 5s", "answer-first"),
        (("declare pair 5 J", "accept"), "declare pair 5 Q", "discard-first"),
        (("declare pair 5 J", "accept"), "reject", "discard-first"),
        (("declare pair 5 J", "accept"), "discard As", "not-in-hand"),
        (("declare pair 5 J", "accept", "discard 9h"), "declare pair 5 J", "not-higher"),
        (("declare pair 5 J", "accept", "discard 9h"), "declare high A", "not-higher"),
        (("declare pair 5 J", "accept", "discard 9h"), "accept", "nothing-to-answer"),
    ],
)
def test_refused_moves_say_which_rule_they_break(
    match: Match, before: tuple[str, ...], move: str, code: str
) -> None:
    """One code per rule, each with its text in both languages; the position stays as it was."""
    play(match, *before)
    refusal = refused(match, move)
    assert refusal.code == code
    assert say(Text(f"netsuzo-refusal-{code}", refusal.args))


def test_refusals_name_cards_and_declarations_as_values(match: Match) -> None:
    """So that every printer prints them alike; only the sentence for programs has notation."""
    play(match, "declare flush c K Q 7 3 2", "accept")
    refusal = refused(match, "discard As")
    assert refusal.args == {"card": Cards(("As",), "standard")}
    assert refusal.sentence == "As is not in your hand."
    play(match, "discard 9h")
    refusal = refused(match, "declare pair 5 J")
    assert refusal.args == {"last": claim_text("declare flush c K Q 7 3 2")}
    assert refusal.sentence == "'declare pair 5 J' is not higher than 'declare flush c K Q 7 3 2'."
