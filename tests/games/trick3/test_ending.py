"""How games and matches end (trick3.md, End of a game, Result, Set-up), named by the source's sections."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.rules import CHANCE, OVER
from games.core.shuffle import ShuffleKey
from games.trick3.events import GameEnded
from games.trick3.state import Trick3State
from tests.games.trick3.tables import RULES, all_cards, at, cards, new, play, random_states

# --- ゲームの終了条件 (when a game ends) --------------------------------------------------


def leavers(count: int, seats: int, end: str, **more: object) -> Trick3State:
    """Play a battle of only folds in which the first seats run out of cards; the others keep some."""
    suits = "shdc"
    sides = []
    for seat in range(seats):
        rank = "23"[seat // 4]
        suit = suits[seat % 4]
        hidden = f"{rank}{suit}" if seat < count else f"{rank}{suit} 6{suit}"
        sides.append(f"{hidden} | 9{suit} | {'' if seat < count else f'K{suit}'}")
    state = at(*sides, deck="52D3", end=end, **more)  # type: ignore[arg-type]
    for seat in range(seats):
        card = state.sides[seat].hidden[0] if seat < count else state.sides[seat].exposed[0]
        state = play(state, f"{seat} fold {card}")
        if state.phase == "refill" and state.to_act == (seat,):
            state = play(state, f"{seat} refill none")
    return state


@pytest.mark.parametrize(
    ("end", "seats", "needed"),
    [("M", 4, 2), ("M", 5, 3), ("M", 2, 1), ("M", 3, 2), ("L", 4, 3), ("L", 2, 1), ("S", 4, 1), ("S", 8, 1)],
)
def test_end_conditions(end: str, seats: int, needed: int) -> None:
    """L: one is left over; M: at least half have left (of four two, of five three); S: somebody has left."""
    assert leavers(needed, seats, end).to_act == OVER
    assert leavers(needed - 1, seats, end).to_act != OVER


def test_end_is_tested_before_a_battle_only() -> None:
    """Who leaves in the middle of a battle does not end it."""
    state = play(at("2s | 4s", "2h 5h | 4h | 9h", end="S"), "0 fold 2s")
    assert state.left == (0,)
    assert state.to_act == (1,)


def test_end_l_with_nobody_left() -> None:
    """L also ends when the last ones left together; all share in the order of leaving."""
    state = at("Kc | 4c | | Kd Ks", "9d | 4h | | 5s 7h", round_=3, way="up", end="L")
    state = play(state, "0 play Kc", "1 play 9d")
    assert state.to_act == OVER
    assert state.left == (0, 1)
    assert [len(side.captured) for side in state.sides] == [7, 1]


# --- ゲーム終了時に残った札の扱い (what is left over) --------------------------------------------------


@pytest.mark.parametrize("end", ["L", "M"])
def test_left_over_cards_are_shared_by_those_who_left(end: str) -> None:
    """All cards not captured are shared by those who left, the remainder in the order of leaving."""
    count = 2 if end == "M" else 3
    state = leavers(count, 4, end, pot="As Ah Ad", captured=("Qs", "Qh Qd", "", "Qc"))
    total = len(all_cards(state)) - 4
    each, rest = divmod(total, count)
    assert rest
    taken = [len(side.captured) for side in state.sides]
    shares = [each + (place < rest) for place in range(count)] + [0] * (4 - count)
    assert taken == [own + share for own, share in zip((1, 2, 0, 1), shares, strict=True)]
    assert state.news[-1] == GameEnded(1, tuple(taken), tuple(shares), tuple(taken))
    assert state.pot == ()


def test_left_over_cards_count_for_nobody_in_s() -> None:
    """S: they stay where they are."""
    state = leavers(1, 4, "S", pot="As Ah Ad", captured=("Qs", "Qh Qd", "", "Qc"))
    assert [len(side.captured) for side in state.sides] == [1, 2, 0, 1]
    assert Counter(state.pot) >= Counter(cards("As Ah Ad"))
    assert state.sides[1].hidden


def test_left_over_cards_include_those_of_the_last_showdown_s_leaver() -> None:
    """A winner who leaves after the showdown gives the exposed cards to the pot, and then shares it."""
    state = at("Kc | 4c 6c | | Kd Ks", "9d 2c | 4h | 3d | 5s 9h", round_=3, way="up", end="M")
    state = play(state, "0 play Kc", "1 play 9d", "1 refill none")
    assert state.to_act == OVER
    assert len(state.sides[0].captured) == 6 + 2 + 3


# --- ゲームの勝利者 (the winner) --------------------------------------------------


def finished(points: tuple[int, ...], left: tuple[int, ...]) -> Trick3State:
    state = leavers(1, len(points), "S")
    totals = {"totals": points, "left": left}
    return Trick3State(**{name: getattr(state, name) for name in state.__struct_fields__} | totals)


@pytest.mark.parametrize(
    ("points", "left", "ranking"),
    [
        ((5, 9, 3), (0,), ((1,), (0,), (2,))),
        ((5, 9, 9), (2, 1), ((2,), (1,), (0,))),
        ((7, 7, 7), (1,), ((1,), (0, 2))),
        ((7, 7, 9, 7), (3, 0), ((2,), (3,), (0,), (1,))),
        ((0, 0, 0, 0), (2,), ((2,), (0, 1, 3))),
    ],
)
def test_winner_has_most_points_then_left_earlier(
    points: tuple[int, ...], left: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    """By points; of equal ones who left earlier; who never left comes after, and ties."""
    result = RULES.result(finished(points, left))
    assert result.ranking == ranking
    assert result.scores == tuple(float(point) for point in points)


def test_winner_of_those_who_leave_together_is_the_earlier_in_turn() -> None:
    """最後の対戦回で同時に抜けた場合: turn order counts as the order of leaving."""
    state = at("Kc | | | Kd Ks", "Ac | | | Ad Ah", round_=3, way="up", end="M", lead=1, turn=1)
    state = play(state, "1 play Ac", "0 play Kc")
    assert state.left == (1, 0)
    assert [len(side.captured) for side in state.sides] == [3, 3]
    result = RULES.result(state)
    assert result.ranking == ((1,), (0,))


# --- several games ----------------------------------------------------------------------------------------


def test_match_of_several_games_adds_points() -> None:
    """Points add up over the games; the tie-break looks at the last game's leaving only."""
    states = random_states(11, games="3", end="M")
    ends = [event for state in states for event in state.news if isinstance(event, GameEnded)]
    assert [end.game for end in ends] == [1, 2, 3]
    sums = tuple(sum(points) for points in zip(*(end.points for end in ends), strict=True))
    result = RULES.result(states[-1])
    assert result.scores == tuple(float(total) for total in sums)
    assert ends[-1].totals == sums
    assert [state.to_act == CHANCE for state in states].count(True) == 3
    assert all(sum(end.points) == len(all_cards(states[-1])) for end in ends)


def test_match_next_game_is_led_by_who_would_have_led_the_next_battle() -> None:
    """Decision: the winner of the last battle leads the next game, and gets the first block."""
    state = at(
        "Kc | 4c | | Kd Ks",
        "9d 2c | 4h | 3d | 9h 9s",
        "2d 6d | 6c | | 8h Jh",
        round_=3,
        way="up",
        end="S",
        games=2,
    )
    state = play(state, "0 play Kc", "1 play 9d", "2 play 2d", "2 refill none")
    assert (state.to_act, state.phase, state.left) == (CHANCE, "deal", (0,))
    assert state.lead == 1  # seat 0 won with 1 and was first in turn, but has left
    state = RULES.apply(state, CHANCE, RULES.parse("deal " + " ".join(RULES.chance(state).cards)))
    assert state.lead == 1
    assert state.left == ()
    assert state.totals == (4, 4, 0)
    assert state.sides[1].hidden[0] == "As"
    assert all(len(side.hidden) == 9 and not side.captured for side in state.sides)


def test_match_next_game_with_nobody_able_to_lead() -> None:
    """Decision: then the next seat clockwise after the last lead leads it."""
    state = at(
        "Kc | 4c | | Kd Ks",
        "9d | 4h | | 5s 9h",
        "7d | 4d | | 5d 8h",
        round_=3,
        way="up",
        end="L",
        games=2,
        lead=1,
        turn=1,
    )
    state = play(state, "1 play 9d", "2 play 7d", "0 play Kc")
    assert state.left == (1, 2, 0)
    assert (state.to_act, state.lead) == (CHANCE, 2)


def test_match_first_leads_the_first_game() -> None:
    """``first`` leads the first battle of the match."""
    match = new(4, 3)
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text("first")))
    for seat in range(4):
        match.play(seat, match.legal(seat)[0])
    assert match.to_act == (3,)


@pytest.mark.parametrize("seed", range(4))
def test_points_never_exceed_the_deck_and_in_l_and_m_are_all_of_it(seed: int) -> None:
    """L and M give every card to somebody; S only what was captured."""
    states = random_states(seed, end="LMS"[seed % 3])
    result = RULES.result(states[-1])
    deck = len(all_cards(states[-1]))
    assert sum(result.scores) == deck if seed % 3 < 2 else sum(result.scores) <= deck
    assert sorted(seat for group in result.ranking for seat in group) == list(range(len(result.scores)))
