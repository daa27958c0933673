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
from games.core.presentation import MOST_TAPS, PanelScene, Shortcut
from games.core.questions import Question
from games.lost import LOST_POKER
from games.lost.hands import JOKER
from games.lost.moves import Play
from games.lost.state import LostState, LostView
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
    """Six of them without the joker, in which nearly no two cards go together."""
    match = new_match(4, random.Random(5))
    (offer,) = panel(match.state, 0).offers
    offered = [RULES.parse(shortcut.move).cards for shortcut in offer.shortcuts]  # type: ignore[attr-defined]
    assert len(offered) == len({*offered}) == 6
    assert JOKER not in {card for three in offered for card in three}
    for three in offered:
        ranks = sorted("A23456789T".index(card[0]) for card in three)
        together = [high - low < 4 for low, high in pairwise(ranks)]
        assert len({card[1] for card in three}) + together.count(False) >= 4


def test_a_first_field_keeps_away_from_the_rest_of_the_hand() -> None:
    """Of fields that are alike in themselves the one is better with which fewer of one's own cards go."""
    hand = "As 2s 3s 4s 5s 6s 7s Th Td Tc 5h 5c 9d"
    state = replace(new_match(3, random.Random(0)).state, hands=(cards(hand), *[()] * 2))
    first = RULES.parse(FACE.panel(RULES.view(state, 0), RULES.legal(state, 0)).offers[0].shortcuts[0].move)
    assert sum(card[1] == "s" for card in first.cards) <= 1  # type: ignore[attr-defined]


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
def test_every_play_takes_two_taps_a_lie_like_the_truth(seed: int) -> None:
    """A key with the card under the name of who gets it, then a key with the claim; none is nearer."""
    match = turn(seed)
    if match is None:
        return
    seat = match.state.turn
    view, legal = match.view(seat), match.legal(seat)
    assert not [tap for tap in taps(FACE.panel(view, legal)) if isinstance(RULES.parse(tap.move), Play)]
    legal_plays = {move for move in legal if isinstance(move, Play)}
    reached = set()
    first = question(view)
    for part, choices in first.parts:
        if part.title.key != "lost-part-play":
            continue
        assert part.is_keys
        for choice in choices:
            claims = question(view, choice.value)
            assert claims.plays
            assert all(under.is_keys for under, _ in claims.parts)
            reached |= {FACE.ask(view, (choice.value, claim.value)) for claim in claims.choices}
    assert reached == legal_plays


def question(view: LostView, *chosen: str) -> Question:
    asked = FACE.ask(view, chosen)
    assert isinstance(asked, Question)
    return asked


@given(seed=seeds, other=seeds)
@some
def test_the_way_to_a_play_does_not_depend_on_hidden_cards(seed: int, other: int) -> None:
    """Other cards in the hands: as many keys in a row, and the claims in the same places."""
    match = turn(seed)
    if match is None:
        return
    state: LostState = match.state
    shown = [keys(state), keys(dealt_anew(state, other))]
    assert shown[0] == shown[1]


def keys(state: LostState) -> list[tuple[object, list[str]]]:
    """List for each card but the joker under what title its claims stand, in what order."""
    view = RULES.view(state, state.turn)
    found: list[tuple[object, list[str]]] = []
    for choice in question(view).choices:
        assert choice.part is not None
        if choice.part.title.key == "lost-part-play" and not choice.value.startswith(JOKER):
            found.append((choice.part, [one.value for one in question(view, choice.value).choices]))
    lost = [choice.value for choice in question(view).choices if choice.value.startswith("lost")]
    return [*found, (None, lost)]


def dealt_anew(state: LostState, seed: int) -> LostState:
    """Shuffle the hands together; a joker stays where it is."""
    hidden = [card for hand in state.hands for card in hand if card != JOKER]
    random.Random(seed).shuffle(hidden)
    hands = []
    for hand in state.hands:
        fixed = [card for card in hand if card == JOKER]
        drawn = [hidden.pop() for _ in range(len(hand) - len(fixed))]
        hands.append(cards(" ".join(drawn + fixed)))
    return replace(state, hands=tuple(hands))


def test_the_joker_takes_two_taps_like_any_card() -> None:
    """It can be claimed as nothing else, and is asked for all the same."""
    state = position(["2s Jk", *HANDS[1:]], FIELDS)
    asked = question(RULES.view(state, 0), "Jk 1")
    assert [choice.value for choice in asked.choices] == ["joker"]
    path = menu_path(FACE, RULES.view(state, 0), ["Jk 1"])
    assert (path.move, path.menus[-1].chosen) == (None, None)
    assert str(menu_path(FACE, RULES.view(state, 0), ["Jk 1", "joker"]).at_once) == "play Jk to 1 as joker"
