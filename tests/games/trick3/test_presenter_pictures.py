"""Tests of pictures: places of seats, cards of a battle, showdowns, ends of games, rivals."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.presentation import Board, RevealScene, Row
from games.core.reveals import step_count
from games.core.words import Seat, Text
from games.trick3.pictures import arrange, strength_of
from games.trick3.rules import Trick3State
from tests.games.printing import row_line, say
from tests.games.trick3.tables import (
    PRESENTER,
    RULES,
    at,
    dealt,
    panel_of,
    play,
    random_states,
    table_of,
    third,
)

seeds = st.integers(0, 2**32)
few = settings(max_examples=8, deadline=None)


def board_of(state: Trick3State) -> Board:
    board = table_of(state).board
    assert board is not None
    return board


def seat_rows(board: Board) -> list[Row]:
    return [row for row in board.rows if isinstance(row.title, Seat)]


def tags(row: Row) -> list[str]:
    return [say(tag.text) for tag in row.tags]


BATTLE = at("2s 5s | 4s 6s | 9s Ts", "2h 5h | 4h 7h | 9h", "2d 5d | 4d | 9d", pot="As Ad")


def test_place_of_leaving_does_not_look_like_a_round() -> None:
    """The label of a player out of cards is in words, unlike the captions of played cards (1st, 2nd)."""
    state = at("2s | 5s | 9s", "2h | 5h | 9h", "| | |", leavers=(2,))
    assert [tags(row) for row in seat_rows(board_of(state))] == [[], [], ["out of cards: 1st"]]


@pytest.mark.parametrize(("played", "title"), [("", "Exposed"), ("Ks", "Exposed and played")])
def test_row_of_open_cards_is_named_after_them(played: str, title: str) -> None:
    board = panel_of(at(f"2s 9s | 5s | | {played}", "2h | 5h | 9h"), 0).board
    assert board is not None
    assert title in [say(row.title) for row in board.rows if isinstance(row.title, Text)]


def test_seats_are_sorted_by_points_between_games() -> None:
    rankings = [
        [state.totals[row.title.seat] for row in seat_rows(board_of(state))]
        for state in random_states(1, games="3", end="S")
        if state.phase == "deal" and state.battle
    ]
    assert len(rankings) == 2
    assert all(totals == sorted(totals, reverse=True) for totals in rankings)


def test_match_points_are_shown_from_second_game_on() -> None:
    for state in random_states(1, games="2", end="S"):
        rows = seat_rows(board_of(state))
        all_text = " ".join(text for row in rows for text in (say(row.note) if row.note else "", *tags(row)))
        is_first = state.game < 2
        assert not (is_first and re.search("match|total|this game", all_text)), all_text
        assert is_first or re.search("match|total|this game|point", all_text), all_text


SHOWDOWN = third("7s Qs | 4h | 3d | 6s 5s", "2h 9c | 4d | 3h | 6d 6h", turn=0)
DONE = play(SHOWDOWN, "0 play 7s", "1 play 9c", "1 refill none")


def test_showdown_stays_visible_in_next_battle() -> None:
    rows = [row for row in board_of(DONE).rows if isinstance(row.title, Text)]
    assert [row_line(row) for row in rows] == ["P0: 5s 6s 7s (Battle 1)", "P1: 6h 6d 9c"]
    assert [row.is_won for row in rows] == [True, False]
    assert [tags(row) for row in rows] == [["Straight flush", "+6 cards"], ["One pair"]]
    assert all(row.is_small for row in rows)
    later = play(DONE, "0 play Qs up", "0 refill none")
    assert [row for row in board_of(later).rows if row.is_won]


def test_large_table_keeps_only_best_hands_of_showdown() -> None:
    for state in random_states(11):
        if len(state.sides) > 4 and state.shown is not None and state.phase == "play":
            last = [row for row in board_of(state).rows if row.title.__class__ is Text and row.tags]
            assert len(last) <= max(2, len(state.shown.winners))


@given(seed=seeds)
@few
def test_row_is_framed_exactly_if_its_seat_won(seed: int) -> None:
    for state in random_states(seed, end="L"):
        reveal = PRESENTER.reveal(RULES.view(state, None))
        if reveal is None or reveal.board is None:
            continue
        won = [row.title.seat for row in reveal.board.rows if row.is_won and isinstance(row.title, Seat)]
        assert sorted(won) == sorted(state.shown.winners)
        cards_by_title = {
            row.title: sorted(face.card for face in row.cards) for row in seat_rows(reveal.board)
        }
        assert cards_by_title == {Seat(hand.seat): sorted(hand.cards) for hand in state.shown.hands}


HANDS = {"9h": "2h 9h | 4s | | 8c Jd", "7d": "3d 7d | 6s | | 7c Qs", "5s": "Kc 5s | 6c | | 6h 4d"}
"""Seats that play their third card: with it they have no hand, one pair, a straight."""


def three_showdowns() -> list[tuple[RevealScene, Trick3State]]:
    """Return showdowns of three hands, in each order of seats and with each seat to lead."""
    showdowns = []
    for hands in permutations(HANDS):
        for lead in range(3):
            state = third(*[HANDS[card] for card in hands], lead=lead, turn=lead)
            turns = [(lead + step) % 3 for step in range(3)]
            state = play(state, *[f"{seat} play {hands[seat]}" for seat in turns], f"{turns[-1]} refill none")
            reveal = PRESENTER.reveal(RULES.view(state, None))
            assert reveal is not None
            showdowns.append((reveal, state))
    return showdowns


def test_players_and_cards_keep_their_places_during_showdown() -> None:
    """The pictures before and after a showdown have the same seats and cards in the same order."""
    for reveal, _ in three_showdowns():
        assert reveal.suspense_board is not None
        assert reveal.board is not None
        before, after = [
            [(row.title, [face.card for face in row.cards]) for row in seat_rows(board)]
            for board in (reveal.suspense_board, reveal.board)
        ]
        assert before == after
        assert len(after) == 3


def test_one_of_two_best_hands_is_turned_last() -> None:
    """The hand turned last is the best one or the second best; it does not always win."""
    won = set()
    for reveal, state in three_showdowns():
        assert reveal.suspense_board is not None
        assert state.shown is not None
        rows = seat_rows(reveal.suspense_board)
        (last,) = [row.title for row in rows if row.cards[0].turn == step_count(reveal.suspense_board)]
        assert isinstance(last, Seat)
        strengths = {hand.seat: strength_of(state.variant.deck, hand.hand) for hand in state.shown.hands}
        assert strengths[last.seat] > min(strengths.values())
        won.add(last.seat in state.shown.winners)
    assert won == {True, False}


def test_stamp_begins_with_capital_letter() -> None:
    reveal = PRESENTER.reveal(RULES.view(DONE, None))
    assert reveal is not None
    assert reveal.board is not None
    assert reveal.board.stamp is not None
    assert say(reveal.board.stamp.text) == "Straight flush"


@pytest.mark.parametrize("end", ["M", "L", "S"])
def test_game_end_shows_last_battle_and_points(end: str) -> None:
    state = random_states(7, end=end)[-1]
    view = RULES.view(state, None)
    rows = board_of(state).rows
    best = view.result.ranking[0]
    assert rows[0].title == Seat(best[0])
    assert [row.title for row in rows if row.is_won] == [Seat(seat) for seat in best]
    notes = [say(row.note) for row in rows if row.note]
    shared = [row.title for row in rows if any("shared" in tag for tag in tags(row))]
    assert {*shared} == ({Seat(seat) for seat in view.left} if end != "S" else set())
    assert [int(note.split()[0]) for note in notes] == sorted(map(int, view.result.scores), reverse=True)
    if view.shown is not None and view.shown.battle == view.battle:
        titles = {row.title for row in rows if row.cards}
        assert titles == {Seat(hand.seat) for hand in view.shown.hands}


def test_panel_shows_the_end_of_the_game() -> None:
    """After the game the private panel has the picture of the end, like the public message."""
    state = random_states(7)[-1]
    assert panel_of(state, 0).table == board_of(state)


def test_panel_frames_best_hand() -> None:
    board = panel_of(SHOWDOWN, 0).board
    hot = sorted(face.card for row in board.rows for face in row.cards if face.mark == "hot")
    assert hot == ["5s", "6s", "7s"]


def test_panel_shows_best_possible_hands_of_rivals() -> None:
    state = third("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", "2c Kc | Kd | 3c", folded=(2,))
    board = panel_of(state, 0).board
    assert board is not None
    (rival,) = seat_rows(board)
    assert row_line(rival) == "P1: 4d- | 6d 6h"
    assert tags(rival) == ["at best: three of a kind", "2nd best of 8 kinds"]
    early = panel_of(at("7s Qs | 4h | 3d", "2h 9c | 4d | 3h"), 0).board
    assert early is not None
    assert row_line(seat_rows(early)[0]) == "P1: 4d"


def test_own_face_down_card_has_caption() -> None:
    board = panel_of(play(BATTLE, "0 play 2s down"), 0).board
    captions = {face.card: face.caption for row in board.rows for face in row.cards if face.caption}
    assert captions == {"4s": Text("trick3-caption-exposed"), "2s": Text("trick3-caption-down")}


LAID = """
52D1 Qh Ks As, 52D1 As 2c 3h, 52D1 5h 5c 2s, 52D1 5s 6s 6h, 52D1 7c Kd Ah,
52D2 As As 2c, T52D1 12m 0m 1m, M9D1 8m 9m 1z, M9D2 5z 5z 9m
"""


@pytest.mark.parametrize("laid", LAID.split(","))
def test_cards_are_ordered_to_show_their_hand(laid: str) -> None:
    """Pairs come first and honours last; runs are in order, also across the ace or zero."""
    deck, *cards = laid.split()
    for three in permutations(cards):
        assert list(arrange(deck, three)) == cards


def test_seats_have_fewer_figures_at_large_tables() -> None:
    for seats, expected in (
        (8, "0 taken · hidden\u00a019"),
        (4, "0 taken · hidden\u00a024"),
        (2, "0 taken · hand 9 · stock 17"),
    ):
        notes = [say(row.note) for row in seat_rows(board_of(dealt(seats).state)) if row.note]
        assert notes == [expected] * seats
