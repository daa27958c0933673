"""Tests of the course of a hand and of the game, and of refusals (netsuzo.md, section "A hand"; Result)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.cards import STANDARD
from games.core.match import Match
from games.core.rules import CHANCE, OVER
from games.netsuzo import NETSUZO
from tests.games.netsuzo.tables import accept_lowest, actor, all_cards, deal, lose, new, play
from tests.games.play import play_random, refused
from tests.games.printing import say


def public_news(match: Match) -> list[str]:
    """Return the public news of the last move as text."""
    view = match.view(None)
    return [say(line) for event in view.news if (line := NETSUZO.presenter.say(event, view))]


@pytest.mark.parametrize(
    ("claim", "honesty", "is_true"),
    [("pair 5 J", "exact", True), ("high J", "exact", False), ("high J", "atleast", True)],
)
def test_rejection_costs_one_of_two_seats_a_red_chip(claim: str, honesty: str, is_true: bool) -> None:
    """The hand is shown, a right rejection gains a blue chip, and the loser begins the next hand."""
    match = new(honesty=honesty)
    deal(match, {0: "5s"})
    play(match, f"declare {claim}", "reject")
    state, loser = match.state, int(is_true)
    assert (state.shown.hand, state.shown.is_true, state.shown.loser) == (("5s",), is_true, loser)
    assert state.reds == ((2, 1, 2) if is_true else (1, 2, 2))
    assert state.blues == (0, int(not is_true), 0)
    deal(match)
    assert match.to_act == (loser,)


@pytest.mark.parametrize(("how", "out"), [("lie", 0), ("doubt", 1)])
def test_eliminated_seat_is_skipped(how: str, out: int) -> None:
    """An eliminated seat gets no cards; the next seat begins."""
    match = new(4, reds="1")
    assert lose(match, how) == out
    assert match.state.out == (out,)
    deal(match)
    assert [len(hand) for hand in match.state.hands] == [int(seat != out) for seat in range(4)]
    assert len(match.state.pile) == 53 - 3 - 4
    acted = []
    for number in (7, 8, 9):
        acted.append(actor(match))
        play(match, f"declare high {number}", "accept")
        play(match, str(match.legal(actor(match))[0]))
    acted.append(actor(match))
    begins = (out + 1) % 4
    assert acted == [seat % 4 for seat in range(begins, begins + 5) if seat % 4 != out][:4]


# --- the end --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options", "hands", "ranking"),
    [
        # Three lies of seat 0: seat 1 has the blue chips; then the others, the eliminated seat last.
        (4, {"reds": "3"}, "lie lie lie", ((1,), (2, 3), (0,))),
        # Seats 1 and 0 are eliminated: the survivor wins without blue chips, seat 0 is next.
        (3, {"reds": "1"}, "doubt doubt", ((2,), (0,), (1,))),
        # A lie of 0, two lies of 1: one blue chip is more than any number of red ones. Equal ones tie.
        (5, {"reds": "5", "blues": "2"}, "lie doubt lie lie", ((2,), (1,), (3, 4), (0,))),
    ],
)
def test_end_ranks_winner_then_blue_chips_then_red_chips(
    seats: int, options: dict[str, str], hands: str, ranking: tuple[tuple[int, ...], ...]
) -> None:
    """The game ends with enough blue chips or one survivor; the scores are blue chips."""
    match = new(seats, **options)
    for how in hands.split():
        lose(match, how)
    result = match.result()
    assert match.to_act == OVER
    assert result.ranking == ranking
    assert result.scores == tuple(map(float, match.state.blues))


@settings(max_examples=25, deadline=None)
@given(st.integers(), st.integers(3, 10), st.sampled_from(["exact", "atleast"]))
def test_chips_and_counters_always_add_up(seed: int, seats: int, honesty: str) -> None:
    """Each rejection costs one red chip, and counters agree with the moves."""
    match = new(seats, honesty=honesty)
    rejected = 0
    while not match.is_over:
        play_random(match, f"{seed} {len(match.moves)}", limit=1)
        rejected += str(match.moves[-1][1]) == "reject"
        assert sum(match.state.reds) == 2 * seats - rejected
        assert {seat for seat, red in enumerate(match.state.reds) if not red} == set(match.state.out)
    statistics = match.statistics()
    assert sum(fact["challenges"] for fact in statistics) == rejected
    assert sum(fact["lies_caught"] for fact in statistics) == sum(match.state.blues)
    assert sum(fact["challenges_right"] for fact in statistics) == sum(match.state.blues)
    assert all(fact["lies_caught"] <= fact["lies"] <= fact["claims"] for fact in statistics)


# --- very long hands ------------------------------------------------------------------------------------


def test_reshuffle_happens_twice_if_ten_players_keep_accepting() -> None:
    """39 cards last for 19 acceptances; then 20 discards become the new pile."""
    match = new(10)
    deal(match)
    before = match.state
    met = []
    for state in accept_lowest(match):
        assert all_cards(state) == sorted(STANDARD.cards)
        if state.to_act == CHANCE:
            request = NETSUZO.rules.chance(state)
            assert (request.kind, request.cards) == ("reshuffle", STANDARD.sort(state.discards))
            assert state.pile == ()
            met.append((state.stage, len(state.declared), len(state.discards)))
        elif before.to_act == CHANCE:
            assert state.stage == "declare"
            assert (len(state.pile), state.discards) == (len(before.discards) - 1, ())
            assert len(state.hands[state.turn]) == len(before.hands[state.turn]) + 1
            if len(met) == 2:
                break
        before = state
    # 39 = 2 * 19 + 1; the new 20 less 1 are used up by 9 acceptances and a giver, as 19 = 2 * 9 + 1.
    assert met == [("taker-draws", 20, 20), ("taker-draws", 30, 10)]


def test_reshuffle_can_come_between_accept_and_discard() -> None:
    """With nine players the pile runs out when the giver is to draw."""
    match = new(9)
    deal(match)
    state = next(state for state in accept_lowest(match) if state.to_act == CHANCE)
    assert state.stage == "giver-draws"
    giver = state.turn
    taker = (giver + 1) % 9
    assert state.hands[giver] == ()
    assert len(state.hands[taker]) == len(state.declared) + 1
    match.play(CHANCE, " ".join(["reshuffle", *state.discards]))
    assert public_news(match) == ["The pile ran out; 20 discards become the new pile."]
    assert match.state.hands[giver] == state.discards[:1]
    assert match.to_act == (taker,)
    assert {str(move).split()[0] for move in match.legal(taker)} == {"discard"}


def test_nothing_is_drawn_when_pile_and_discards_are_empty() -> None:
    """The giver draws nothing. The taker's own discard is then the only card left to draw."""
    match = new(10)
    deal(match)
    state = next(s for s in accept_lowest(match) if s.stage == "discard" and not s.hands[s.turn])
    assert (state.pile, state.discards) == ((), ())
    giver, taker = state.turn, actor(match)
    assert sum(map(len, state.hands)) == 49
    assert public_news(match)[-1] == f"There is nothing left for P{giver} to draw."
    panel = NETSUZO.presenter.panel(match.view(giver), ())
    assert [say(line) for line in panel.lines] == ["You hold no cards."]
    last = str(match.legal(taker)[0]).split()[1]
    play(match, f"discard {last}")
    assert NETSUZO.rules.chance(match.state).cards == (last,)
    match.play(CHANCE, f"reshuffle {last}")
    assert last in match.state.hands[taker]
    assert match.state.hands[giver] == ()
    assert match.to_act == (taker,)


def test_longest_hand_ends_with_rejection() -> None:
    """After 2761 declarations the last one, five aces, can only be rejected."""
    match = new(3)
    deal(match)
    state = next(state for state in accept_lowest(match) if state.stage in ("deal", "over"))
    assert len(state.declared) == 2761
    assert state.shown.declaration == "declare five A"


# --- refusals -------------------------------------------------------------------------------------------

TAKEN = ("declare pair 5 J", "accept")
HIGHER = (*TAKEN, "discard 9h")


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ((), "accept"),
        ((), "discard 5s"),
        (TAKEN[:1], "declare pair 5 Q"),
        (TAKEN[:1], "discard 5s"),
        (("declare five A",), "accept"),
        (TAKEN, "declare pair 5 Q"),
        (TAKEN, "reject"),
        (TAKEN, "discard As"),
        (HIGHER, "declare pair 5 J"),
        (HIGHER, "declare high A"),
        (HIGHER, "reject"),
    ],
)
def test_moves_of_another_stage_and_lower_declarations_are_refused(
    before: tuple[str, ...], move: str
) -> None:
    """Answers precede declarations, discards follow acceptances, and each declaration must be higher."""
    match = new()
    deal(match, {0: "5s", 1: "9h", 2: "Kd"})
    play(match, *before)
    assert refused(NETSUZO.rules, match.state, move) == "not-legal"
