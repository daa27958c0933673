"""Moves by one tap: legal, few, and each with the draw that goes without saying."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.presentation import MOST_TAPS, Shortcut
from games.core.rules import CHANCE, OVER
from games.trick3.state import Trick3State
from tests.games.printing import say
from tests.games.trick3.tables import RULES, at, dealt, legal, panel_of, play, random_states, table_of

seeds = st.integers(0, 2**32)
families = st.sampled_from(["trump", "mahjong", "tesca"])
few = settings(max_examples=8, deadline=None)

OPEN = at("5s 6s 7s Kd 3c 9c | 4s 6h Jd | Ts As", "2h 5h 9s | 4h | 8c")


def taps_of(state: Trick3State, seat: int) -> list[Shortcut]:
    """List all that one tap can do in a panel."""
    panel = panel_of(state, seat)
    return [*panel.shortcuts, *(tap for offer in panel.offers for tap in offer.shortcuts)]


def acting(state: Trick3State) -> Iterator[int]:
    if isinstance(state.to_act, tuple):
        yield from state.to_act


@given(seed=seeds, family=families)
@few
def test_taps_are_legal_different_and_few(seed: int, family: str) -> None:
    """At most five shortcuts and ten in all; the first one stands out, folding is red."""
    for state in random_states(seed, family=family)[::3]:
        public = table_of(state).public
        assert public == () or state.to_act not in (CHANCE, OVER)
        for seat in acting(state):
            moves, taps = RULES.legal(state, seat), taps_of(state, seat)
            assert 1 <= len(panel_of(state, seat).shortcuts) <= 5
            assert len(taps) <= MOST_TAPS
            assert len({tap.move for tap in taps}) == len(taps)
            assert [tap.style for tap in taps].count("primary") == 1
            assert taps[0].style == "primary"
            for tap in (*taps, *public):
                assert str(RULES.parse(tap.move)) == tap.move
                assert RULES.parse(tap.move) in moves
                assert (tap.style == "danger") == tap.move.startswith("fold")


@given(seed=seeds, family=families)
@few
def test_what_follows_by_the_same_tap_is_legal_wherever_there_is_a_refill(seed: int, family: str) -> None:
    """And it never decides what has to be thought about: without an exposed card nothing follows."""
    for state in random_states(seed, family=family)[::3]:
        for seat in acting(state):
            for tap in (*taps_of(state, seat), *table_of(state).public):
                after = play(state, f"{seat} {tap.move}")
                if after.phase != "refill" or after.to_act != (seat,) or state.phase == "refill":
                    continue
                side = after.sides[seat]
                if not tap.then:
                    assert not side.exposed or len(side.hidden) == 6 or len(state.sides[seat].hidden) == 1
                    continue
                assert side.exposed
                assert tap.then in legal(after, seat)
                assert tap.then != "refill none" or not side.stock
                assert side.stock == () or play(after, f"{seat} {tap.then}").sides[seat].stock != side.stock


def test_a_turn_is_one_tap_in_the_common_case() -> None:
    """A card and the draw to six; the label says both, and what can still be made."""
    first = taps_of(OPEN, 0)[0]
    assert (first.move, first.then) == ("play 5s up", "refill draw 1")
    assert say(first.label) == "5s up, draw 1 · Straight flush"


def test_every_card_is_one_tap_but_at_the_lead() -> None:
    """All six hidden cards and folding; the lead has two ways for each card, so the best four, both ways."""
    later = play(OPEN, "0 play 5s up", "0 refill draw 1")
    assert {tap.move for tap in taps_of(later, 1)} == {"play 2h", "play 5h", "play 9s", "fold 9s"}
    taps = [tap.move for tap in taps_of(OPEN, 0)]
    ways = [{move.removesuffix(way) for move in taps if move.endswith(way)} for way in (" up", " down")]
    assert ways[0] == ways[1]
    assert len(ways[0]) == 4


def test_a_refill_that_can_draw_nothing_is_passed_by_the_same_tap() -> None:
    """The stock is used up and a card is exposed; where none is, the refill is asked for."""
    state = at("5s 6s 7s | 4s 6h | ", "2h 5h 9s | 4h | 8c")
    assert {tap.then for tap in taps_of(state, 0) if tap.move.startswith("play")} == {"refill none"}
    bare = at("5s 6s 7s | | Ts As", "2h 5h 9s | 4h | 8c")
    assert {tap.then for tap in taps_of(bare, 0)} == {""}


def test_where_exposing_makes_room_to_draw_the_refill_is_asked_for() -> None:
    """Six hidden cards after round 2: to expose one and to draw one is worth a thought."""
    state = at("5s 6s 7s Kd 3c 9c | 4s 6h | Ts As | 2s", "2h | 4h | 8c | 3h", round_=2, way="up")
    assert {tap.then for tap in taps_of(state, 0)} == {""}


def test_a_refill_offers_to_draw_first_and_each_card_to_expose() -> None:
    """The usual one first, none last, then every card that can be exposed, with what can be drawn."""
    state = play(at("5s 6s 7s Kd 3c 9c | 4s 6h | Ts As 8d", "2h 5h 9s | 4h | 8c"), "0 play 5s up")
    panel = panel_of(state, 0)
    assert panel.shortcuts[0].move == "refill draw 1"
    assert panel.shortcuts[-1].move == "refill none"
    single = {f"refill expose {card} draw 2" for card in ("6s", "7s", "Kd", "3c", "9c")}
    assert single <= {tap.move for tap in taps_of(state, 0)}


def test_a_refill_without_exposed_cards_proposes_to_expose() -> None:
    """With no exposed card left the next battle would be lost, so the first proposal exposes some."""
    state = play(at("5s 6s 7s | 4s | Ts As", "2h 5h 9s | 4h | 8c"), "0 fold 4s")
    assert "expose" in panel_of(state, 0).shortcuts[0].move


def test_without_a_stock_the_usual_refill_is_none() -> None:
    """As one tap passes it; to expose a card all the same comes after that."""
    state = play(at("5s 6s 7s | 4s 6h | ", "2h 5h 9s | 4h | 8c"), "0 play 5s up")
    assert panel_of(state, 0).shortcuts[0].move == "refill none"
    assert "refill expose 7s" in {tap.move for tap in taps_of(state, 0)}


def test_the_first_exposed_hand_is_one_tap_of_three() -> None:
    """The best three, the best one first."""
    taps = taps_of(dealt().state, 0)
    assert len(taps) == 3
    assert all(tap.move.startswith("expose ") for tap in taps)


def test_public_buttons_show_nothing_hidden() -> None:
    """Round 1 has none; round 2 the exposed cards and folding; round 3 folding; a refill its draw."""
    state = at("2s 5s 9h Kd 3c 7c | 4s 6s Jd | Ts As Th", "2h 5h 9s | 4h | 8c")
    assert table_of(state).public == ()
    state = play(state, "0 play 2s up")
    assert [tap.move for tap in table_of(state).public] == ["refill draw 1", "refill none"]
    state = play(state, "0 refill none", "1 play 2h", "1 refill none")
    public = table_of(state).public
    assert [tap.move for tap in public] == ["play 4s", "play 6s", "play Jd", "fold"]
    assert {tap.then for tap in public} == {"refill draw 1"}
    assert {tap.move for tap in public} == legal(state, 0)
    state = play(state, "0 play 4s", "0 refill none", "1 play 4h", "1 refill none")
    assert [tap.move for tap in table_of(state).public] == ["fold"]
