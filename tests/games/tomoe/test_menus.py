"""What is offered to play, and what would become of the trick with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings

from games import find_game
from games.core.seats import clockwise
from games.tomoe import menus
from games.tomoe.state import TomoeState, TomoeView
from games.tomoe.tricks import judge, playable
from tests.games.asking import groups, labels, question, said, values
from tests.games.contract import seeds
from tests.games.tomoe.tables import RULES, legal_cards, play, position, random_positions

TOMOE = find_game("tomoe")
PRESENTER = TOMOE.presenter
few = settings(max_examples=20, deadline=None)


def turns(seed: int, **options: str) -> Iterator[tuple[TomoeState, TomoeView]]:
    """Give the positions of a match in which somebody is to play, with that seat's view."""
    for match in random_positions(seed, **options):
        if isinstance(match.to_act, tuple):
            assert isinstance(match.to_act[0], int)
            yield match.state, RULES.view(match.state, match.to_act[0])


def known_of(view: TomoeView, state: TomoeState) -> menus.Outlooks:
    return menus.outlooks(view, tuple(legal_cards(state)))


# --- what becomes of the trick ------------------------------------------------------------------------


@given(seed=seeds)
@few
def test_who_plays_last_always_knows_what_becomes_of_the_trick(seed: int) -> None:
    """Each card wins or loses, and it comes true."""
    for state, view in turns(seed, metals="on"):
        if len(view.trick) == 2:
            for card, outlook in known_of(view, state).items():
                winner = play(state, card).tricks[-1].winner
                assert outlook == ("wins" if winner == view.seat else "loses")


@given(seed=seeds)
@few
def test_who_plays_second_knows_only_what_is_sure_wherever_the_unseen_cards_lie(seed: int) -> None:
    """Compared with all hands that the last seat may hold: of the unseen cards as many as it hides."""
    for state, view in turns(seed, metals="on" if seed % 2 else "off"):
        if len(view.trick) != 1:
            continue
        last = clockwise(view.lead, 3)[2]
        may_come = {
            card
            for hidden in combinations(view.unseen, view.hidden_counts[last])
            for card in playable(view.open[last] + hidden, view.trick)
        }
        assert set(menus.answers(view)) == may_come
        for card, outlook in known_of(view, state).items():
            ends = {judge(view.lead, (*view.trick, card, answer)).winner == view.seat for answer in may_come}
            assert outlook == {(True,): "wins", (False,): "loses"}.get(tuple(ends), "depends")


def test_what_becomes_of_a_trick_is_the_same_for_all_hidden_cards_of_the_last_seat() -> None:
    """Seat 1 is told nothing of what seat 2 really hides."""
    told = []
    for hidden in (("1r", "2k", "1k"), ("1k", "2k", "1r")):
        state = play(position("3r 6p", "4r 5r", "6g", hidden=hidden), "3r")
        told.append(known_of(RULES.view(state, 1), state))
    assert told == [{"4r": "depends", "5r": "depends"}] * 2


def test_nothing_is_said_to_who_leads() -> None:
    """No trick, no outlook: neither under the cards nor on the buttons."""
    state = position("3r 1g", "4r 1a", "6k 6p")
    view = RULES.view(state, 0)
    assert known_of(view, state) == {}
    asked = question(TOMOE, view)
    assert {*labels(asked).values()} == {"3r", "1g"}


def test_buttons_say_what_becomes_of_the_trick() -> None:
    """What wins is green and comes first."""
    state = play(position("3r 1k", "5r 2p", "4r 3p", hidden=("", "", "6r")), "3r", "5r")
    asked = question(TOMOE, RULES.view(state, 2))
    told = [(said(one.group) if one.group else "", said(one.label), one.style) for one in asked.choices]
    assert told == [("Wins the trick", "4r", "success"), ("Loses the trick", "6r", "secondary")]


# --- the question ---------------------------------------------------------------------------------------


@given(seed=seeds)
@few
def test_every_card_is_one_choice(seed: int) -> None:
    """By what becomes of the trick; where that is open, more than five by part of the hand."""
    for state, view in turns(seed):
        assert view.seat is not None
        legal = RULES.legal(state, view.seat)
        asked = question(TOMOE, view)
        assert sorted(str(PRESENTER.ask(view, (card,))) for card in values(asked)) == sorted(map(str, legal))
        known = menus.outlooks(view, [one.value for one in asked.choices])
        assert len(groups(asked)) == 1 or len({*known.values()}) > 1 or len(legal) > menus.FEW


def test_many_cards_stand_by_part_of_the_hand() -> None:
    """Under the headings that the picture gives them."""
    state = position("1r 2r 1a 2a", "6k", "6p", hidden=("1g 2g", "", ""))
    assert groups(question(TOMOE, RULES.view(state, 0))) == {
        "Your open hand": ["1r", "2r", "1a", "2a"],
        "Your hidden hand": ["1g", "2g"],
    }


def test_table_offers_cards_only_when_nothing_of_the_hand_is_hidden() -> None:
    """Buttons under the table are for hands that everybody knows."""
    known = position("3r 1g", "4r 1a", "6k 6p", hidden=("", "6r", "2k"))
    assert values(question(TOMOE, RULES.view(known, None))) == ["3r", "1g"]
    assert PRESENTER.ask(RULES.view(play(known, "3r"), None), ()) is None


# --- what plays itself ----------------------------------------------------------------------------------


@given(seed=seeds)
@few
def test_only_the_last_card_of_a_hand_plays_itself(seed: int) -> None:
    """Wherever there are more, a single legal one takes as long as a choice, so that nothing can be told."""
    for state, view in turns(seed):
        assert view.seat is not None
        legal = RULES.legal(state, view.seat)
        is_last = len(view.open[view.seat] + view.hidden) == 1
        assert PRESENTER.forced(view, legal) == (legal[0] if is_last else None)


def test_nothing_plays_itself_out_of_turn() -> None:
    """One card left, but another seat is to act."""
    state = position("3r", "4r", "6k")
    assert PRESENTER.forced(RULES.view(state, 0), RULES.legal(state, 0)) == RULES.parse("play 3r")
    assert PRESENTER.forced(RULES.view(state, 1), RULES.legal(state, 1)) is None
