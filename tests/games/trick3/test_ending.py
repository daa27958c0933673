"""Tests of leaving and of the end of games and matches (trick3.md), named by the source's sections."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import cast

import pytest
from msgspec.structs import replace

from games.core.presentation import DecisionStakes
from games.core.rules import CHANCE, OVER, find_event
from games.core.words import Text
from games.trick3 import possible
from games.trick3.moves import REFILL_NONE, Fold, Folded, GameEnded, GameLeft
from games.trick3.possible import is_last_battle, may_run_out, missing_card
from games.trick3.rules import Trick3State
from tests.games.printing import say
from tests.games.trick3.tables import (
    PRESENTER,
    RULES,
    THREE,
    all_cards,
    at,
    cards,
    play,
    random_states,
    third,
)

# --- ゲームを抜ける (leaving) -------------------------------------------------------------------------------


def test_leaving_is_impossible_with_stock() -> None:
    """補充をしないで山札を残したまま抜けることはできない: the hand must be refilled first."""
    state = play(at("2s | 4s | 9s", "2h 5h | 4h | 9h"), "0 fold 2s")
    assert (state.left, state.sides[0].hidden) == ((), ("9s",))


def test_leaving_waits_for_the_showdown_after_three_cards() -> None:
    state = third(
        "Kc | 4c | | Kd Ks",
        "9d 2c | 4h | 3d | 5s 9h",
        "8d | 4d | | 8c Ah",
        "2d 8h | 4s | 3s | 6c Jd",
        "2h 8s | 6s | 3h | 7c Jh",
        lead=2,
        turn=2,
        pot="Qs",
        end="M",
    )
    state = play(state, "2 play 8d")
    assert (state.to_act, state.left) == ((3,), ())
    state = play(state, "3 play 2d", "4 play 2h", "0 play Kc", "1 play 9d", "1 refill none")
    assert state.left == (2, 0)
    assert len(state.sides[0].captured) == 16
    assert Counter(state.pot) == Counter(cards("4d 4c"))
    departures = [event for event in state.news if isinstance(event, GameLeft)]
    assert departures == [GameLeft(2, ("4d",)), GameLeft(0, ("4c",))]
    assert state.to_act == (1,)


# --- ゲームの終了条件 (when a game ends) --------------------------------------------------


def leavers(count: int, seats: int, end: str, **more: object) -> Trick3State:
    """Return a battle that all seats fold, in which the first ``count`` seats run out of cards."""
    sides = []
    for seat in range(seats):
        rank, suit = "23"[seat // 4], "shdc"[seat % 4]
        sides.append(
            f"{rank}{suit} | 9{suit}" if seat < count else f"{rank}{suit} 6{suit} | 9{suit} | K{suit}"
        )
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
def test_end_needs_as_many_leavers_as_option_says(end: str, seats: int, needed: int) -> None:
    assert leavers(needed, seats, end).to_act == OVER
    assert leavers(needed - 1, seats, end).to_act != OVER


# --- ゲーム終了時に残った札の扱い (what is left over) --------------------------------------------------


@pytest.mark.parametrize("end", ["L", "M"])
def test_left_over_cards_are_shared_by_seats_that_left(end: str) -> None:
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


# --- ゲームの勝利者 (the winner) --------------------------------------------------


@pytest.mark.parametrize(
    ("points", "left_at", "ranking"),
    [
        ((5, 9, 3), (0,), ((1,), (0,), (2,))),
        ((5, 9, 9), (2, 1), ((2,), (1,), (0,))),
        ((7, 7, 7), (1,), ((1,), (0, 2))),
        ((7, 7, 9, 7), (3, 0), ((2,), (3,), (0,), (1,))),
        ((0, 0, 0, 0), (2,), ((2,), (0, 1, 3))),
    ],
)
def test_winner_has_most_points_then_left_earlier(
    points: tuple[int, ...], left_at: tuple[int, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    result = RULES.result(replace(leavers(1, len(points), "S"), totals=points, left=left_at))
    assert result.ranking == ranking
    assert result.scores == tuple(float(point) for point in points)


# --- several games ----------------------------------------------------------------------------------------


def test_match_next_game_is_led_by_leader_of_next_battle() -> None:
    """Decision: the winner of the last battle leads the next game and gets the first block."""
    state = third("Kc | 4c | | Kd Ks", "9d 2c | 4h | 3d | 9h 9s", "2d 6d | 6c | | 8h Jh", end="S", games=2)
    state = play(state, "0 play Kc", "1 play 9d", "2 play 2d", "2 refill none")
    assert (state.to_act, state.phase, state.left) == (CHANCE, "deal", (0,))
    assert state.lead == 1  # seat 0 won with 1 and was first in turn, but has left
    state = RULES.apply(state, CHANCE, RULES.parse("deal " + " ".join(RULES.chance(state).cards)))
    assert state.lead == 1
    assert state.left == ()
    assert state.totals == (4, 4, 0)
    assert state.sides[1].hidden[0] == "As"
    assert all(len(side.hidden) == 9 and not side.captured for side in state.sides)


def test_match_next_game_without_possible_leader() -> None:
    """Decision: the next seat clockwise after the last lead leads the next game."""
    state = third(
        "Kc | 4c | | Kd Ks", "9d | 4h | | 5s 9h", "7d | 4d | | 5d 8h", end="L", games=2, lead=1, turn=1
    )
    state = play(state, "1 play 9d", "2 play 7d", "0 play Kc")
    assert state.left == (1, 2, 0)
    assert (state.to_act, state.lead) == (CHANCE, 2)


def test_seats_that_left_are_gone_only_in_last_game_of_match() -> None:
    for games, gone in ((1, (1,)), (2, ())):
        state = at(*THREE, games=games, leavers=(1,), end="L")
        assert RULES.view(state, None).gone == gone


def least_share_of(stakes: DecisionStakes | None) -> int | None:
    """Return the promised share; ``None`` if the stakes speak of no share, or of a later end."""
    share = None if stakes is None else stakes.line.args.get("share")
    if not isinstance(share, Text) or share.args["ends"] == "no":
        return None
    return cast("int", share.args["share"])


def share_of(state: Trick3State, seat: int, rng: random.Random) -> int | None:
    """Return the seat's share at the end of a game if it plays on in this battle, with random rivals.

    A seat that is to refill leaves with that. ``None`` if the seat has to fold.
    """
    battle = state.battle
    if state.phase == "refill":
        hidden = " ".join(RULES.view(state, seat).hand)
        state = RULES.step(state, seat, RULES.parse(f"refill expose {hidden}"))
    while (end := find_event(state.news, GameEnded)) is None:
        assert state.battle == battle, "the stakes say that the game ends with this battle"
        (mover,) = state.to_act
        legal = RULES.legal(state, mover)
        move = rng.choice(legal)
        if mover == seat:
            move = next(each for each in reversed(legal) if not isinstance(each, Fold))
            move = REFILL_NONE if state.phase == "refill" else move
        state = RULES.step(state, mover, move)
        if any(isinstance(event, Folded) and event.seat == seat for event in state.news):
            return None
    return end.shares[seat]


def promises(seed: int) -> Iterator[tuple[int, int]]:
    """Yield promised shares of a random game, each with what the seat gets."""
    rng = random.Random(seed)
    for state in random_states(seed, length="short", end=rng.choice("LM")):
        if state.phase not in ("play", "refill") or not isinstance(state.to_act, tuple):
            continue
        (seat,) = state.to_act
        view = RULES.view(state, seat)
        stakes = PRESENTER.stakes(view)
        least = least_share_of(stakes)
        is_leaving = is_last_battle(view, seat) or (state.phase == "refill" and may_run_out(view))
        if least is None or not is_leaving or missing_card(view):
            continue
        share = share_of(state, seat, rng)
        if share is not None:
            yield least, share


def test_promised_share_is_the_least_that_a_seat_gets() -> None:
    """A seat that runs out of cards with the last battle gets its promised share, for all play of others."""
    kept = [pair for seed in range(60) for pair in promises(seed)]
    assert all(share >= least for least, share in kept)
    assert len(kept) > 10
    assert any(least for least, _ in kept), "some promise is more than nothing"


def test_promise_of_a_card_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property catches a promise that forgets a rival who runs out of cards, too."""
    monkeypatch.setattr(possible, "BATTLE_CARDS", 0)
    assert any(share < least for seed in range(60) for least, share in promises(seed))


def test_last_battle_tells_how_the_best_rival_would_stand() -> None:
    """The stakes of a battle that may end the game say what losing it means for the places."""
    taken = ("Kd Kh Ks Kc Qs Qh", "8h 8s 8c Td", "", "")
    sides = ("9d | 4h | | 3d Qd", "5s | | | 6s 7s", "8d 9h 2h 2s Js | 4d | Jc | 5c Jh", "2d | 9s | | 7c Jd")
    state = third(*sides, end="M", captured=taken, pot="As Ah")
    stakes = PRESENTER.stakes(RULES.view(state, 0))
    assert stakes is not None
    assert say(stakes.line).endswith("If P1 wins: P1 16 or more, you 6.")
    after = play(state, "0 play 9d", "1 play 5s", "2 play 8d", "2 refill none", "3 play 2d")
    (end,) = [event for event in after.news if isinstance(event, GameEnded)]
    assert end.points[1] - end.shares[1] == 4 + 2 + 12
    # The third seat is out of the battle, so no rival adds another card.
    folded = third(*sides, end="M", captured=taken, folded=(2, 3))
    stakes = PRESENTER.stakes(RULES.view(folded, 0))
    assert stakes is not None
    assert "If P1 wins: P1 14, you 6" in say(stakes.line)


def test_rival_without_a_hidden_card_counts_as_out() -> None:
    """If two rivals have played their last cards, the stakes say that the game ends with this battle."""
    rivals = ("| 4h | | 3d Qd 9d", "| 6h | | 6s 7s 5s")
    view = RULES.view(third("8d 9h 2h | 4d | Jc | 5c Jh", *rivals, "2d 9s 7h | | | 7c Jd", lead=1), 0)
    stakes = PRESENTER.stakes(view)
    assert stakes is not None
    assert say(stakes.line).startswith("The game ends with this battle;")
    assert say(stakes.line).endswith("If P3 wins: P3 12, you 0 (before the rest is shared).")
