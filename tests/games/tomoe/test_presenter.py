"""What a table and a panel show."""

from __future__ import annotations

import pytest

from bot.language.catalogue import LANGUAGES
from games import find_game
from games.core.menu import menu_path
from games.core.presentation import Question
from games.core.words import Seat
from games.tomoe.state import TomoeState
from tests.games.printing import panel_lines, printed_in, table_lines
from tests.games.tomoe.tables import RULES, play, position, random_positions, some_position, state_of

PRESENTER = find_game("tomoe").presenter


def table(state: TomoeState) -> list[str]:
    return table_lines(PRESENTER.table(RULES.view(state, None)))


def panel(state: TomoeState, seat: int) -> list[str]:
    return panel_lines(PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat)))


def test_table_names_front_and_back_suit_and_who_leads() -> None:
    """While a trick runs its headline names leader, led card and both suits."""
    state = play(position("3r 1g", "4r 1a", "6k 6p", hidden=("1k", "6r", "2k"), lead=0), "3r")
    lines = table(state)
    assert lines[0] == "P0 led 3r · front r, back a"
    assert "Trick: 3r+ (front r, back a)" in lines
    assert "P0 3r · 0 tricks · total 0 · 1 hidden" in lines
    assert "P1*: 4r 1a (0 tricks, 1 hidden)" in lines


def test_table_with_a_metal_led_has_no_back_suit() -> None:
    """The headline says that metals have no partner."""
    state = play(position("Au 1g", "Cu 1a", "6k 6p", options={"metals": "on"}), "Au")
    assert table(state)[0] == "P0 led Au · front: metals, no back suit"


def test_table_groups_open_hands_by_pairs_of_suits() -> None:
    """Partners stand together, pairs apart, metals last."""
    cards = "1r 4r 2a 6g 1o 3k 5p Au"
    lines = table(position(cards, "1g", "1k", options={"metals": "on"}))
    assert "P0*: 1r 4r 2a | 6g 1o | 3k 5p | Au (0 tricks, 0 hidden)" in lines


@pytest.mark.parametrize(
    ("cards", "case", "why"),
    [
        ("2r 5r 4r", "甲", "middle"),
        ("3r 5r 1a", "乙", "higher front"),
        ("3r 5a 2a", "丙", "lower of them"),
        ("3r 5r 6g", "丁", "lower of them"),
        ("3r 6g 6k", "戊", "three different suits"),
        ("3r 6g 2g", "己", "under 3r"),
        ("3r 1a 6g", "庚", "the back card"),
    ],
)
def test_table_says_after_a_trick_which_case_it_was_and_why(cards: str, case: str, why: str) -> None:
    """One line explains the trick in each of the seven cases, in both languages, and its winner is framed."""
    first, second, third = cards.split()
    state = play(position(f"{first} 1k", f"{second} 2p", f"{third} 3p"), first, second, third)
    best = state.tricks[0].card
    lines = table(state)
    told = [line for line in lines if case in line]
    assert len(told) == 1
    assert why in told[0]
    assert cards in told[0]
    assert any(line.startswith("Last trick") and f"{best}!" in line for line in lines)
    for language in LANGUAGES:
        scene = PRESENTER.table(RULES.view(state, None))
        assert sum(case in printed_in(line, language) for line in scene.lines) == 1


def test_table_tells_the_bonus_of_a_one() -> None:
    """A trick that counts more says so."""
    state = play(position("3r 1k", "1a 2p", "6g 3p", options={"ace": "1.5"}), "3r", "1a", "6g")
    assert any("worth 1.5" in line for line in table(state))
    assert "P1 1 trick · total 1.5 · 0 hidden" in table(state)


def test_table_offers_cards_only_when_nothing_of_the_hand_is_hidden() -> None:
    """Buttons under the table are for hands that everybody knows."""
    known = position("3r 1g", "4r 1a", "6k 6p", hidden=("", "6r", "2k"))
    moves = [shortcut.move for shortcut in PRESENTER.table(RULES.view(known, None)).public]
    assert moves == ["play 3r", "play 1g"]
    follower = play(known, "3r")
    assert PRESENTER.table(RULES.view(follower, None)).public == ()


def test_panel_shows_playable_cards_first_and_says_why_not_the_others() -> None:
    """What may not be played is dim and stands last; a line gives the rule."""
    state = play(position("3r 1g", "1a 5g 4r", "6k 6p", hidden=("1k", "6r 2k", "2k")), "3r")
    lines = panel(state, 1)
    assert lines[0] == "r was led and you have it: only that suit may be played."
    assert "Playable: 4r 6r" in lines
    assert "Open hand: 4r 1a- | 5g-" not in lines
    assert "Open hand: 4r | 1a- | 5g-" in lines
    assert "Hidden hand: 6r | 2k-" in lines


@pytest.mark.parametrize(
    ("hand", "led", "why"),
    [
        ("1a 5g", "3r", "You have no r: its partner a has to be played."),
        ("6k 5g", "3r", "You have neither r nor a: play any card."),
        ("Cu 5g", "Au", "A metal was led and you have one: only metals may be played."),
        ("6k 5g", "Au", "A metal was led and you have none: play any card."),
    ],
)
def test_panel_gives_the_reason_for_every_way_of_following(hand: str, led: str, why: str) -> None:
    """Each step of the duty to follow has its own sentence."""
    state = play(position(f"{led} 1g", hand, "6o 6p", options={"metals": "on"}), led)
    assert panel(state, 1)[0] == why


def test_panel_off_turn_says_whose_turn_it_is() -> None:
    """Who waits sees the whole hand, nothing dim, and for whom everybody waits."""
    lines = panel(position("3r 1g", "4r 1a", "6k 6p"), 1)
    assert lines[0] == "It is P0's turn."
    assert not any("-" in line for line in lines)


def test_panel_counts_the_cards_hidden_with_the_others() -> None:
    """The unseen cards are listed as a whole, never by owner."""
    match = some_position(8, 1)
    state = state_of(match)
    printed = panel(state, 0)
    line = next(line for line in printed if line.startswith("Hidden with the others (6)"))
    unseen = {*state.hidden[1], *state.hidden[2]}
    assert set(line.split(": ")[1].split()) == unseen


def test_panel_has_a_menu_for_every_legal_move() -> None:
    """A single menu leads to each playable card, in the order of the hand."""
    for count, match in enumerate(random_positions(9, metals="on")):
        if not isinstance(match.to_act, tuple) or count > 60:
            continue
        seat = match.to_act[0]
        view, legal = RULES.view(state_of(match), seat), match.legal(seat)
        question = PRESENTER.ask(view, ())
        assert isinstance(question, Question)
        found = [menu_path(PRESENTER, view, [choice.value]).move for choice in question.choices]
        assert found == list(legal)
        assert len(legal) <= 25


def test_shortcuts_are_always_legal_moves() -> None:
    """Whatever a button plays may be played."""
    for match in random_positions(10):
        if isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            legal = {str(move) for move in match.legal(seat)}
            view = RULES.view(state_of(match), seat)
            for shortcut in PRESENTER.panel(view, match.legal(seat)).shortcuts + PRESENTER.table(view).public:
                assert shortcut.move in legal


def test_rows_of_the_table_stand_in_the_order_of_play() -> None:
    """From who leads on, clockwise."""
    scene = PRESENTER.table(RULES.view(position("3r 1g", "4r 1a", "6k 6p", lead=1), None))
    assert [seat for seat, _ in scene.seats] == [1, 2, 0]
    assert scene.board is not None
    assert [row.title for row in scene.board.rows] == [Seat(1), Seat(2), Seat(0)]
