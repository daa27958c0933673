"""Tests of which seats know a card after each move, by the rules of each game (What is open).

The contract suite (``test_contract_knowledge``) finds other leaks by means of ``State.card_groups``, which
is checked here.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from games.core.rules import Rules, State
from tests.games.bull import tables as bull
from tests.games.contract import strings
from tests.games.lost import tables as lost
from tests.games.netsuzo import tables as netsuzo
from tests.games.tomoe import tables as tomoe
from tests.games.trick3 import tables as trick3

ALL = frozenset({None, 0, 1, 2})


def bull_after(*moves: str) -> State:
    """Return a position of Porker Bull with a card each after some moves."""
    match = bull.new()
    bull.deal(match, {0: "As", 1: "Kh", 2: "Kd"})
    for move in moves:
        match.play(match.to_act[0], move)
    return match.state


def position_of_lost(*moves: str, hand: str = lost.HANDS[0]) -> State:
    """Return a position in the middle of Lost Poker after some moves."""
    return lost.do(lost.position([hand, *lost.HANDS[1:]], lost.FIELDS), *moves)


def lost_after_first_fields(*seats: int) -> tuple[State, str]:
    """Return a position of Lost Poker with chosen first fields, and a card of the last field."""
    match = lost.new_match(3, random.Random(5))
    for seat in seats:
        laid = match.state.hands[seat][:3]
        match.play(seat, f"field {' '.join(laid)}")
    return match.state, laid[0]


def netsuzo_after(*moves: str) -> State:
    """Return a position of Netsuzo Poker from a hand's first declaration on."""
    match = netsuzo.new()
    netsuzo.deal(match, {0: "5s", 1: "9h", 2: "Kd"}, pile="As Ah Ad Ac")
    for move in moves:
        if move == "deal":
            netsuzo.deal(match, {0: "7c", 1: "7h", 2: "7d"})
        else:
            netsuzo.play(match, move)
    return match.state


def trick3_after(*moves: str) -> State:
    """Return a position in a battle of Three Cards Trick Poker after some moves."""
    return trick3.play(trick3.at("2s 5s | 4s | 9s Ts", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d"), *moves)


def tomoe_after(*cards: str) -> State:
    """Return a position of Tomoefuda with a hidden card each after some moves."""
    return tomoe.play(tomoe.position("3r 1g", "4r 1a", "6k 6p", hidden=("5r", "6r", "2k")), *cards)


ACCEPTED = ("declare high 7", "accept")
DISCARDED = (*ACCEPTED, "discard 9h")
PASSED_ON = (*DISCARDED, "declare high 8", "accept")
PLAY = "play 5h to 1 as s"


@pytest.mark.parametrize(
    ("rules", "state", "card", "knowing"),
    [
        (bull.BULL.rules, bull_after("call single 5"), "Kh", {1}),
        (bull.BULL.rules, bull_after("call pair A", "challenge"), "Kh", ALL),
        (lost.RULES, *lost_after_first_fields(1), {1}),
        (lost.RULES, *lost_after_first_fields(1, 2, 0), ALL),
        (lost.RULES, position_of_lost(PLAY), "5h", {0}),
        (lost.RULES, position_of_lost(PLAY, "doubt"), "5h", ALL),
        (lost.RULES, position_of_lost(PLAY, "lost"), "5h", {0, 1}),
        (lost.RULES, position_of_lost(PLAY, "lost", "place 8c", "lost hand 3s"), "5h", {0, 1}),
        (lost.RULES, position_of_lost("lost hand 9c"), "9c", {0}),
        (lost.RULES, position_of_lost("lost field 4h place 2s"), "4h", ALL),
        (lost.RULES, position_of_lost("play Jk to 1 as joker", "lost", hand="2s Jk"), "Jk", ALL),
        (netsuzo.NETSUZO.rules, netsuzo_after(*ACCEPTED), "5s", {0, 1}),  # passed on: giver and receiver
        (netsuzo.NETSUZO.rules, netsuzo_after(*ACCEPTED), "As", {0}),  # drawn by the giver
        (netsuzo.NETSUZO.rules, netsuzo_after(*DISCARDED), "9h", {1}),
        (netsuzo.NETSUZO.rules, netsuzo_after(*DISCARDED), "Ah", {1}),
        (netsuzo.NETSUZO.rules, netsuzo_after(*PASSED_ON), "5s", {0, 1, 2}),  # passed on again
        (netsuzo.NETSUZO.rules, netsuzo_after(*PASSED_ON), "Ah", {1, 2}),
        (netsuzo.NETSUZO.rules, netsuzo_after("declare pair 5 J", "reject"), "5s", ALL),
        (netsuzo.NETSUZO.rules, netsuzo_after("declare pair 5 J", "reject", "deal"), "5s", ALL),
        (netsuzo.NETSUZO.rules, netsuzo_after(*DISCARDED, "declare five A", "reject", "deal"), "9h", set()),
        (tomoe.RULES, tomoe_after("3r"), "6r", {1}),
        (tomoe.RULES, tomoe_after("3r", "6r"), "6r", ALL),
        (trick3.RULES, trick3_after("0 play 2s down"), "2s", {0}),
        (trick3.RULES, trick3_after("0 play 2s up"), "2s", ALL),
        (trick3.RULES, trick3_after("0 play 2s up", "0 refill draw 2"), "9s", {0}),
        (trick3.RULES, trick3_after("0 play 2s up", "0 refill expose 5s"), "5s", ALL),
        (trick3.RULES, trick3_after("0 fold 2s"), "2s", ALL),
    ],
)
def test_card_is_visible_exactly_to_seats_that_know_it(
    rules: Rules, state: State, card: str, knowing: frozenset[int | None]
) -> None:
    """Card groups, events and a view's memories show the card exactly to the seats that know it."""
    views = {viewer: msgspec.to_builtins(rules.view(state, viewer)) for viewer in ALL}
    assert {viewer for viewer, view in views.items() if card in strings(view)} == knowing


def test_eliminated_seat_of_porker_bull_sees_same_as_spectator() -> None:
    """Apart from the seat, the two views are equal."""
    match = bull.new(3)
    for _ in range(5):
        bull.lose(match, 2)
    bull.deal(match)
    assert msgspec.structs.replace(match.view(2), seat=None) == match.view(None)
