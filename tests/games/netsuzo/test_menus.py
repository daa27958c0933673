"""How a move is chosen, step by step (netsuzo.md, Declarations; texts of the catalogues)."""

from __future__ import annotations

import time

import pytest

from bot.language.catalogue import LANGUAGES
from games.core.menu import menu_path
from games.netsuzo import NETSUZO
from games.netsuzo.menus import MOST, claim_steps
from games.netsuzo.moves import ACCEPT, LADDER, REJECT
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play, view_of
from tests.games.printing import printed_in, say

FACE = NETSUZO.presenter


def test_menus_every_declaration_has_its_own_path_of_at_most_five_steps() -> None:
    """At most 25 choices at any point; no path is the beginning of another."""
    below: dict[tuple[str, ...], set[str]] = {}
    paths = set()
    for claim in LADDER.bids:
        steps = claim_steps(claim)
        path = tuple(step.value for step in steps)
        assert len(path) <= 5
        assert all(len(value) <= 60 for value in path)
        assert path not in paths
        paths.add(path)
        for at in range(len(path)):
            below.setdefault(path[:at], set()).add(path[at])
    assert max(map(len, below.values())) <= MOST
    assert not paths & below.keys()


def test_menus_siblings_read_differently_in_both_languages() -> None:
    """No two choices of a menu have the same label."""
    labels: dict[tuple[str, ...], dict[str, set[str]]] = {}
    for claim in LADDER.bids:
        steps = claim_steps(claim)
        for at, step in enumerate(steps):
            for language in LANGUAGES if claim.kind != "flush" or claim.suit == "s" else ():
                same = labels.setdefault((language, *(s.value for s in steps[:at])), {})
                same.setdefault(printed_in(step.label, language), set()).add(step.value)
    assert all(len(values) == 1 for menu in labels.values() for values in menu.values())


@pytest.mark.parametrize(
    "claim", ["flush c K Q 7 3 2", "twopair 6 3 A", "sflush d 9", "five T", "flush s A K Q J 9"]
)
def test_menus_lead_to_the_move(claim: str) -> None:
    """Choosing value by value, and only legal choices on the way."""
    match = new(3)
    deal(match)
    move = NETSUZO.rules.parse(f"declare {claim}")
    values = [step.value for step in FACE.steps(move, match.view(0))]
    path = menu_path(FACE, match.view(0), match.legal(0), values)
    assert path.move == move
    assert all(1 <= len(menu.choices) <= MOST for menu in path.menus)


def test_menus_show_legal_choices_only() -> None:
    """After a straight flush to the ace nothing but five of a kind is left."""
    match = new(3)
    deal(match)
    play(match, "declare sflush s A", "accept", "discard " + view_of(match, 1).hand[0])
    path = menu_path(FACE, match.view(1), match.legal(1), [])
    assert [choice.value for choice in path.menus[0].choices] == ["five"]
    assert len(path.menus[-1].choices) == 13


def test_menus_of_all_6622_take_less_than_30_milliseconds() -> None:
    """On every click; measured as the best of five."""
    match = new(3)
    deal(match)
    view, legal = match.view(0), match.legal(0)
    took = []
    for _ in range(5):
        start = time.process_time()
        menu_path(FACE, view, legal, ["flush-c", "A", "K"])
        took.append(time.process_time() - start)
    assert min(took) < 0.03


def test_menus_discard_one_card_or_by_suit_first_when_there_are_many() -> None:
    """A hand of more than 25 cards is chosen from in two menus."""
    match = new(3)
    deal(match)
    for state in accept_lowest(match):
        if state.stage == "discard":
            seat = actor(match)
            menus = menu_path(FACE, match.view(seat), match.legal(seat), []).menus
            assert all(len(menu.choices) <= MOST for menu in menus)
            if len(state.hands[seat]) > 40:
                break
    move = match.legal(seat)[-1]
    values = [step.value for step in FACE.steps(move, match.view(seat))]
    assert len(values) == 2
    assert menu_path(FACE, match.view(seat), match.legal(seat), values).move == move
    assert {say(step.prompt) for step in FACE.steps(move, match.view(seat))} == {
        "Discard from which suit?",
        "Discard which card?",
    }


def test_menus_answers_are_buttons() -> None:
    """They need no menu."""
    match = new(3)
    deal(match)
    play(match, "declare high 7")
    assert [FACE.steps(move, match.view(1)) for move in (ACCEPT, REJECT)] == [(), ()]
