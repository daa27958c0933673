"""Moves by one tap: they are legal, few and safe, and those on a turn are no tell."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.match import Match
from games.core.menu import menu_path
from games.core.presentation import MOST_TAPS, Offer, PanelScene, Shortcut
from games.lost import LOST_POKER
from games.lost.hands import DECK, JOKER
from games.lost.moves import CLAIMS, Play, is_true
from games.lost.state import LostState
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, new_match, play_on, position, random_move
from tests.games.printing import say

FACE = LOST_POKER.presenter


def panel(state: LostState, seat: int) -> PanelScene:
    return FACE.panel(RULES.view(state, seat), RULES.legal(state, seat))


def taps(scene: PanelScene) -> Iterator[Shortcut]:
    """List all moves of one tap."""
    yield from scene.shortcuts
    for offer in scene.offers:
        yield from offer.shortcuts


def plays(offer: Offer) -> list[Play]:
    """Read the plays that an offer makes."""
    moves = [RULES.parse(shortcut.move) for shortcut in offer.shortcuts]
    return [move for move in moves if isinstance(move, Play)]


def turn(seed: int) -> Match | None:
    """Play at random to somebody's turn with two cards at least; ``None`` if the game ends before."""
    rng = random.Random(seed)
    match = play_on(new_match(3 + seed % 2, rng, str(seed % 6)), rng, 3 + rng.randrange(25))
    while not match.is_over:
        state: LostState = match.state
        if any(state.fields) and state.play is None and len(state.hands[state.turn]) > 1:
            return match
        random_move(match, rng)
    return None


# --- what is offered ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_one_tap_makes_a_legal_move_and_there_are_few(seed: int) -> None:
    """What follows in the same tap is legal, too, unless the joker has come up, and is nobody's own end."""
    rng = random.Random(seed)
    match = new_match(3 + seed % 2, rng, str(seed % 6))
    while not match.is_over:
        state: LostState = match.state
        for seat in range(match.setup.seats):
            scene = panel(state, seat)
            found = list(taps(scene))
            assert len(found) <= MOST_TAPS
            assert len({(tap.move, tap.then) for tap in found}) == len(found)
            for tap in found:
                move = RULES.parse(tap.move)
                assert move in RULES.legal(state, seat)
                assert str(move) == tap.move
                if tap.then:
                    after = RULES.apply(RULES.apply(state, seat, move), seat, RULES.parse(tap.then))
                    assert seat not in after.out
        random_move(match, rng)


def test_nobody_else_is_offered_anything() -> None:
    """Only who is to act."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    assert not list(taps(panel(state, 0)))
    assert not list(taps(panel(state, 2)))


def test_first_fields() -> None:
    """Three of them, of different cards without the joker; the first has as little in common as can be."""
    match = new_match(4, random.Random(5))
    (offer,) = panel(match.state, 0).offers
    offered = [RULES.parse(shortcut.move).cards for shortcut in offer.shortcuts]  # type: ignore[attr-defined]
    assert len(offered) == 3
    assert len({card for three in offered for card in three} - {JOKER}) == 9
    suits, ranks = (
        {card[1] for card in offered[0]},
        sorted("A23456789T".index(card[0]) for card in offered[0]),
    )
    assert len(suits) == 3
    assert min(high - low for low, high in pairwise(ranks)) >= 4


def test_a_lost_and_its_card_in_one_tap() -> None:
    """The safest cards first; none that would make a hand, not even if it is the joker that is lost."""
    fields = [FIELDS[0], "Ad 5d 8s", FIELDS[2]]
    state = do(position([HANDS[0], "3d 6h 9c Ts", HANDS[2]], fields), "play 5h to 1 as s")
    scene = panel(state, 1)
    assert [tap.move for tap in scene.shortcuts] == ["trust", "doubt", "lost"]
    assert [(tap.move, tap.then) for tap in scene.offers[0].shortcuts] == [
        ("lost", "place Ts"),
        ("lost", "place 9c"),
        ("lost", "place 6h"),
        ("lost", "place 3d"),
    ]
    joker = do(position([HANDS[0], "3d 6h 9c Ts", HANDS[2]], fields), "play 5h to 1 as joker")
    assert "place 3d" not in [tap.then for tap in taps(panel(joker, 1))]
    none_left = do(position([HANDS[0], "3d 6h", HANDS[2]], fields, losts=0), "play 5h to 1 as s")
    assert not panel(none_left, 1).offers


def test_cards_to_be_laid() -> None:
    """The safest come first, those that would be the end are left out."""
    fields = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
    state = do(position([HANDS[0], "3d 6s 2c", HANDS[2]], fields), "play 5h to 1 as s", "lost")
    (offer,) = panel(state, 1).offers
    assert [tap.move for tap in offer.shortcuts] == ["place 6s", "place 2c"]


def test_the_joker_back_and_a_lost_that_relieves() -> None:
    """With the cards that do least harm; a lost only for a field that is one away."""
    joker = position(["2s 9c Ts 4d", *HANDS[1:]], ["As 4h Jk Td", *FIELDS[1:]], losts=0)
    assert [say(tap.label) for tap in panel(joker, 0).shortcuts] == ["Joker back for Ts 4d"]
    near = position(["2s 9c Ts 4d", *HANDS[1:]], ["As 4s 7s", *FIELDS[1:]])
    (relief,) = panel(near, 0).shortcuts
    assert relief.move == "lost field 7s place 9c"
    assert not panel(position(HANDS, FIELDS), 0).shortcuts


def test_with_the_last_card_there_is_nothing_to_offer() -> None:
    """Whatever one does with it, the hand is empty."""
    assert not list(taps(panel(position(["2s", *HANDS[1:]], FIELDS), 0)))


# --- no tell ----------------------------------------------------------------------------------------------


seeds = st.integers(0, 2**32)
some = settings(max_examples=60, deadline=None)


@given(seed=seeds)
@some
def test_truth_and_lies_are_offered_alike(seed: int) -> None:
    """To each of the others as many lies as true claims, all of one look, each with its card."""
    match = turn(seed)
    if match is None:
        return
    state: LostState = match.state
    seat = state.turn
    scene = panel(state, seat)
    assert [offer.title.args["target"].seat for offer in scene.offers] == [
        other for other in range(state.setup.seats) if other != seat
    ]
    for offer in scene.offers:
        offered = plays(offer)
        assert len(offered) == len(offer.shortcuts)
        assert {shortcut.style for shortcut in offer.shortcuts} == {"secondary"}
        truths = [is_true(play.card, play.claim) for play in offered]
        assert truths.count(True) == truths.count(False)
        for play, shortcut in zip(offered, offer.shortcuts, strict=True):
            assert say(shortcut.label).startswith(f"{play.card} as ")
        for one, other in zip(offered[::2], offered[1::2], strict=True):
            places = [(CLAIMS.index(play.claim), DECK.index(play.card)) for play in (one, other)]
            assert places == sorted(places), "the order is that of claims and cards, whichever is true"


@given(seed=seeds, other=seeds)
@some
def test_what_is_offered_does_not_depend_on_hidden_cards(seed: int, other: int) -> None:
    """Other cards in the hands: as many offers, in the same order, for claims of the same kinds."""
    match = turn(seed)
    if match is None:
        return
    state: LostState = match.state
    seat = state.turn
    shown = [kinds(offer) for offer in panel(state, seat).offers]
    assert shown == [kinds(offer) for offer in panel(dealt_anew(state, other), seat).offers]


def kinds(offer: Offer) -> tuple[object, list[str]]:
    """Say what of an offer does not depend on the hand: to whom, and what kinds of claims in what order."""
    claims = [play.claim for play in plays(offer)]
    return offer.title, ["joker" if c == "joker" else "suit" if c in "shdc" else "rank" for c in claims]


def dealt_anew(state: LostState, seed: int) -> LostState:
    """Shuffle the hands together; a joker that everybody knows of stays where it is."""
    known = state.joker_in is not None
    hidden = [card for hand in state.hands for card in hand if card != JOKER or not known]
    random.Random(seed).shuffle(hidden)
    hands = []
    for hand in state.hands:
        fixed = [card for card in hand if card == JOKER and known]
        drawn = [hidden.pop() for _ in range(len(hand) - len(fixed))]
        hands.append(cards(" ".join(drawn + fixed)))
    return replace(state, hands=tuple(hands))


@given(seed=seeds)
@some
def test_by_menus_a_lie_takes_as_many_taps_as_the_truth(seed: int) -> None:
    """Two menus and a confirmation for each play of any card to anybody with any claim."""
    match = turn(seed)
    if match is None:
        return
    view = match.view(match.state.turn)
    rng = random.Random(seed)
    for play in rng.sample([move for move in match.legal(view.seat) if isinstance(move, Play)], 5):
        chosen = [f"{play.card} {play.target}", *([play.claim] if play.card != JOKER else [])]
        path = menu_path(FACE, view, chosen)
        assert path.move == play
        assert len(path.menus) == len(chosen)


def test_a_known_joker_is_offered_beside_a_card_that_is_none() -> None:
    """To the seat nearest to a hand of those that may be given it; never where nobody knows of it."""
    hands, fields = ["2s 9c Jk", *HANDS[1:]], [FIELDS[0], "Ad 5d 8d", "2c 5c 9h"]
    offers = panel(position(hands, fields, joker_in=0), 0).offers
    claims = [[(play.card, play.claim) for play in plays(offer) if play.claim == "joker"] for offer in offers]
    assert claims == [[], [("9c", "joker"), ("Jk", "joker")]]
    hidden = panel(position(hands, fields), 0).offers
    assert not [play for offer in hidden for play in plays(offer) if play.claim == "joker"]


def test_cards_that_are_alike_are_claimed_to_be_something_else() -> None:
    """Where no other card serves for the lie, the claim does: one that most cards unseen may bear out."""
    (offer, *_) = panel(position(["2s 9s", *HANDS[1:]], FIELDS), 0).offers
    told = [(play.card, play.claim) for play in plays(offer)]
    assert [is_true(*each) for each in told].count(True) == 2
    assert {card for card, _ in told} <= {"2s", "9s"}
