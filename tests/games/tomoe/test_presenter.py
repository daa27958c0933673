"""What a table and a panel show."""

from __future__ import annotations

import pytest

from games import find_game
from games.core.presentation import Board, PanelScene, Row
from games.core.words import Seat, Text
from games.tomoe.state import TomoeState
from games.tomoe.tricks import CASES, won_as
from tests.games.printing import MARKS, say
from tests.games.tomoe.tables import RULES, play, position, random_positions, some_position

PRESENTER = find_game("tomoe").presenter


def drawn(board: Board | None) -> list[str]:
    """Print a picture row by row: captions in ``<>``, chips in ``[]``, ``*`` to act, ``=`` has won."""
    return [_drawn_row(row) for row in board.rows] if board else []


def _drawn_row(row: Row) -> str:
    title = _said(row.title) + "*" * row.is_turn + "=" * row.is_won
    groups = [
        " ".join(
            face.card + MARKS[face.mark] + (f" <{_said(face.caption)}>" if face.caption else "")
            for face in group
        )
        for group in row.groups
    ]
    chips = [f"[{say(chip.text)}]" for chip in row.chips]
    note = [f"({say(row.note)})"] if row.note else []
    return f"{title}: " + " ".join([*([" | ".join(groups)] if groups else []), *chips, *note])


def _said(text: Seat | Text) -> str:
    return f"P{text.seat}" if isinstance(text, Seat) else say(text)


def table(state: TomoeState) -> list[str]:
    scene = PRESENTER.table(RULES.view(state, None))
    return [say(scene.headline), *([say(scene.line)] if scene.line else []), *drawn(scene.board)]


def panel(state: TomoeState, seat: int) -> list[str]:
    scene = PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat))
    return [*map(say, scene.lines), *drawn(scene.board)]


def test_table_groups_open_hands_by_pairs_of_suits() -> None:
    """Partners stand together, pairs apart, metals last."""
    cards = "1r 4r 2a 6g 1o 3k 5p Au"
    lines = table(position(cards, "1g", "1k", options={"metals": "on"}))
    assert "P0*: 1r 4r 2a | 6g 1o | 3k 5p | Au (0 points)" in lines


def test_points_of_the_match_join_those_of_the_game_from_the_second_game_on() -> None:
    """In the first they would be the same."""
    state = position("3r", "4r", "6k", past=((4, 5, 3),), points=(2.0, 1.0, 0.0))
    assert "P0*: 3r (2, total 6)" in table(state)
    assert "P1: 4r (1, total 6)" in table(state)


def test_table_after_a_game_shows_the_points_of_each_game() -> None:
    """Seats in their places while the match goes on; the winner first and framed once it is over."""
    between = table(play(position("2r", "5r", "4r", past=((4, 6, 2),), points=(5, 2, 4)), "2r", "5r", "4r"))
    assert between[0] == "Game 2 is over."
    assert between[2:5] == [
        "P0: [Game 1: 4] [Game 2: 5] (9 points)",
        "P1: [Game 1: 6] [Game 2: 2] (8 points)",
        "P2: [Game 1: 2] [Game 2: 5] (7 points)",
    ]
    past = ((4, 6, 2), (4, 6, 2))
    over = play(position("2r", "5r", "4r", past=past, points=(5, 2, 4)), "2r", "5r", "4r")
    assert table(over)[0] == "P1 wins the match with 14 points in 3 games."
    assert table(over)[1:4] == [
        "P1=: [Game 1: 6] [Game 2: 6] [Game 3: 2] (14 points)",
        "P0: [Game 1: 4] [Game 2: 4] [Game 3: 5] (13 points)",
        "P2: [Game 1: 2] [Game 2: 2] [Game 3: 5] (9 points)",
    ]


def test_panel_shows_playable_cards_first_and_says_why_not_the_others() -> None:
    """What may not be played is dim and stands last; a line gives the rule."""
    state = play(position("3r 1g", "1a 5g 4r", "6k 6p", hidden=("1k", "6r 2k", "2k")), "3r")
    lines = panel(state, 1)
    assert lines[0] == "r was led and you have it, so you have to follow suit."
    assert "Your open hand: 4r <depends> | 1a- | 5g- (0 points)" in lines
    assert "Your hidden hand: 6r <depends> | 2k-" in lines


def test_panel_holds_all_that_decides() -> None:
    """The running trick, one's own hand, small the last trick; who leads sees the others' open hands."""
    state = some_position(8, 6).state
    seat = state.to_act[0]
    board = PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat)).board
    rows = {say(row.title) if isinstance(row.title, Text) else row.title: row for row in board.rows}
    assert list(rows) == ["Trick 2 of 12", "Your open hand", "Your hidden hand", "Last trick"]
    assert rows["Last trick"].is_small
    assert [face.card for face in rows["Trick 2 of 12"].cards] == list(state.trick)
    states = (some_position(8, moves).state for moves in range(3, 9))
    state = next(state for state in states if isinstance(state, TomoeState) and not state.trick)
    seat = state.to_act[0]
    table = PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat)).table
    others = (seat + 1) % 3, (seat + 2) % 3
    assert [row.title for row in table.rows] == [Seat(other) for other in others]
    for row, other in zip(table.rows, others, strict=True):
        assert sorted(face.card for face in row.cards) == sorted(state.open[other])
        assert row.is_small


@pytest.mark.parametrize(
    ("hand", "led", "why"),
    [
        ("1a 5g", "3r", "You have no r, so you have to play its partner, a."),
        ("6k 5g", "3r", "You have neither r nor a: play any card."),
        ("Cu 5g", "Au", "A metal was led and you have one, so you have to play a metal."),
        ("6k 5g", "Au", "A metal was led and you have none: play any card."),
    ],
)
def test_panel_gives_the_reason_for_every_way_of_following(hand: str, led: str, why: str) -> None:
    """Each step of the duty to follow has its own sentence."""
    state = play(position(f"{led} 1g", hand, "6o 6p", options={"metals": "on"}), led)
    assert panel(state, 1)[0] == why


def test_panel_off_turn_is_the_hand_alone() -> None:
    """Who waits sees the own cards, nothing dim, nothing to tap."""
    scene = PRESENTER.panel(RULES.view(position("3r 1g", "4r 1a", "6k 6p"), 1), ())
    assert scene == PanelScene(hand=scene.hand)
    assert drawn(scene.board) == ["Your open hand: 4r 1a (0 points)"]
    assert not any(face.mark or face.caption for row in scene.board.rows for face in row.cards)


def test_a_hidden_hand_is_laid_open_from_its_own_view_alone() -> None:
    """For replays: under the seat's name; nothing from a spectator's view, nor when all is played."""
    state = position("3r", "4r", "6k", hidden=("1k 1r", "2k 2r", ""))
    rows = [PRESENTER.hand(RULES.view(state, viewer)) for viewer in (0, 1, 2, None)]
    assert [row and drawn(Board("tomoe", (row,))) for row in rows] == [
        ["P0: 1r | 1k (hidden hand)"],
        ["P1: 2r | 2k (hidden hand)"],
        None,
        None,
    ]


# --- hints, chapters, scores ----------------------------------------------------------------------------


def test_tips_follow_the_place_in_the_trick() -> None:
    """One for who leads, plays second, plays last; none out of turn."""
    state = position("3r 1g", "4r 1a", "6k 6p")
    told = []
    for cards in ((), ("3r",), ("3r", "4r")):
        now = play(state, *cards)
        told.append([PRESENTER.tip(RULES.view(now, seat)) for seat in range(3)])
    keys = [[tip.key if tip else "" for tip in tips] for tips in told]
    assert keys == [
        ["tomoe-tip-lead", "", ""],
        ["", "tomoe-tip-second", ""],
        ["", "", "tomoe-tip-last"],
    ]


def test_a_score_is_points_and_how_many_in_each_game() -> None:
    """The outcome says what a 1 counted and how many games it took more."""
    past = ((4.0, 6.5, 2.0), (4.0, 6.0, 2.0))
    state = play(
        position("2r", "5r", "4r", past=past, points=(5, 2, 4), options={"ace": "1.5"}), *["2r", "5r", "4r"]
    )
    view = RULES.view(state, None)
    assert view.result is not None
    score = PRESENTER.score(view, view.result, 1)
    assert say(score) == "14.5 points (6.5, 6, 2)"
    assert [say(line) for line in PRESENTER.outcome(view, view.result)] == [
        "Each trick counted 1 point, one won with a 1 counted 1.5 points.",
    ]


def test_an_outcome_tells_of_extra_games() -> None:
    """When first place was shared after the games agreed upon."""
    past = ((4, 4, 4),) * 5
    state = play(position("2r", "5r", "4r", past=past, games=6), "2r", "5r", "4r")
    view = RULES.view(state, None)
    assert view.result is not None
    assert [say(line) for line in PRESENTER.outcome(view, view.result)] == [
        "It took 3 extra games to break the tie.",
    ]


def test_facts_count_each_trick_for_all_and_its_case_for_the_winner() -> None:
    """Summed up they are told in the order of the cases."""
    *_, match = random_positions(13)
    facts = match.facts()
    assert [seat["tricks"] for seat in facts] == [12 * match.state.games] * 3
    assert sum(seat[won_as(case)] for seat in facts for case in CASES) == facts[0]["tricks"]
    assert all(seat["best_row"] <= sum(seat[won_as(case)] for case in CASES) for seat in facts)
    some = {"tricks": 72, "won_two_back": 2, "won_all_front": 20, "won_lower_pair": 1}
    assert list(map(say, PRESENTER.facts(some))) == [
        "🌀 23 of 72 tricks won: three front 20, two back 2, lower pair 1"
    ]
    assert list(map(say, PRESENTER.facts({"tricks": 36}))) == ["🌀 none of 36 tricks won"]
    assert list(map(say, PRESENTER.facts({**some, "best_row": 5})))[1:] == ["🏅 Most tricks in a row: 5"]
    assert PRESENTER.facts({}) == ()
