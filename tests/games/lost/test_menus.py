"""Tests of the questions for every move, of likely choices that reveal nothing, and of warnings."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.core.match import Match
from games.core.moves import Move
from games.lost import LOST_POKER
from games.lost.hands import JOKER, is_one_away, mask_of
from games.lost.possible import (
    FIRST_SUGGESTIONS,
    outlook_with,
    safer_moves,
    sorted_by_danger,
    suggested_first_cards,
)
from games.lost.rules import LostState
from tests.games.contract import seeds
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, new_match, play_on, position, random_move
from tests.games.printing import groups, labels, likely, question, say, values

PRESENTER = LOST_POKER.presenter

# --- warnings ---------------------------------------------------------------------------------------


def warnings_by_move(state: LostState) -> dict[str, str]:
    seat = state.to_act[0]
    view = RULES.view(state, seat)
    warnings = {str(move): PRESENTER.warning(move, view) for move in RULES.legal(state, seat)}
    return {move: warning.key for move, warning in warnings.items() if warning is not None}


def test_moves_that_may_eliminate_own_player_have_warnings() -> None:
    """A move that eliminates its own player has a warning; a play that may do so has another warning."""
    state = position(HANDS, ["Ah 4h 7h", *FIELDS[1:]])
    warnings = warnings_by_move(state)
    assert warnings["play 5h to 1 as s"] == "lost-stakes-claim"
    assert "play 2s to 1 as s" not in warnings
    assert "lost field Ah place 5h" not in warnings  # the five replaces a heart
    state = position(HANDS, ["Ah 4h 7h Ts", *FIELDS[1:]])
    assert warnings_by_move(state)["lost field Ts place 5h"] == "lost-warn-made"


def test_every_move_with_last_card_has_warning() -> None:
    state = position(["5h", *HANDS[1:]], FIELDS)
    assert set(warnings_by_move(state)) == {str(move) for move in RULES.legal(state, 0)}


@pytest.mark.parametrize("seed", range(8))
def test_certain_warning_is_given_exactly_if_move_eliminates(seed: int) -> None:
    """A move has the warning *certain* if and only if it eliminates its own seat at once."""
    rng = random.Random(seed)
    match = new_match(3, rng, str(seed % 6))
    while not match.is_over:
        seat = match.to_act[0]
        options = RULES.legal(match.state, seat)
        view = match.view(seat)
        for move in options:
            after = RULES.step(match.state, seat, move)
            sure = PRESENTER.warning(move, view)
            kind = type(move).__name__
            if kind not in ("Play", "Trust", "Doubt", "DeclareLost"):
                assert (seat in after.out) == (sure is not None)
        random_move(match, rng)


def test_risky_answers_have_warnings() -> None:
    """Warnings mark answers that are fatal if wrong, use the last card, or may force a fatal placement."""
    fields = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
    state = do(position(HANDS, fields), "play 5h to 1 as d")
    assert warnings_by_move(state) == {"doubt": "lost-stakes-answer"}
    state = do(position([HANDS[0], "3s", HANDS[2]], FIELDS), "play 5h to 1 as d")
    assert warnings_by_move(state) == {"lost": "lost-stakes-answer"}
    state = do(position([HANDS[0], "3d 4d", HANDS[2]], fields), "play 5h to 1 as 5")
    assert warnings_by_move(state)["lost"] == "lost-stakes-answer"


def test_placing_card_beside_joker_has_warning() -> None:
    """The placed card may complete a hand together with the joker."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    assert warnings_by_move(do(state, "play Jk to 1 as joker", "lost")) == {"place 9d": "lost-warn-made"}


# --- questions ----------------------------------------------------------------------------------------


def possible_answers(state: LostState, *way: str) -> list[str]:
    """Return the values offered to seat 0 after the answers ``way``."""
    return values(question(LOST_POKER, RULES.view(state, 0), *way))


def test_first_field_is_picked_in_one_question() -> None:
    """The safest fields are buttons; other cards are picked in the order of the hand."""
    match = new_match(3, random.Random(0))
    view = match.view(0)
    first_question = question(LOST_POKER, view)
    assert (first_question.cards, first_question.sizes, first_question.likely_count) == (
        match.state.hands[0],
        (3, 3),
        len(suggested_first_cards(view.hand)),
    )
    assert 1 <= first_question.likely_count <= FIRST_SUGGESTIONS
    first, second, third = match.state.hands[0][:3]
    assert str(PRESENTER.ask(view, (f"{first} {second} {third}",))) == f"field {first} {second} {third}"
    for answer in (f"{second} {first} {third}", f"{first} {first} {second}", f"{first} {second}"):
        assert PRESENTER.ask(view, (answer,)) is None


def test_turn_offers_likely_plays_targets_and_own_field() -> None:
    """A turn has at most nine answers: the player's own field, likely plays, other targets."""
    state = position(["2s 5h 9c Td", *HANDS[1:]], ["As 4s 7s", "Ad 5d 8d", "2c Tc 9h"])
    assert possible_answers(state)[:3] == ["Td 1", "lost field 7s place Td", "9c 2"]
    # A play that puts a rival out keeps its button for lack of room; one that brings it near does not.
    first, safer, near = question(LOST_POKER, RULES.view(state, 0)).choices[:3]
    assert [choice.is_always_button for choice in (first, safer, near)] == [True, False, False]
    assert [choice.is_shortcut for choice in (first, safer, near)] == [False, True, True]
    assert {"1", "2", "lose"} <= {*possible_answers(state)}
    assert len(possible_answers(state)) <= 9
    assert possible_answers(position(HANDS, FIELDS, losts=0))[-2:] == ["1", "2"]


@pytest.mark.parametrize(
    ("state", "way", "name", "expected"),
    [
        (
            position(["Jk", "3s 6h", "2d 3d"], ["As 4h 7d", "As 4s 7s", "2c 3d 5c"], losts=0),
            ["pass"],
            "Pass",
            "P0 can do nothing and passes.",
        ),
        (
            position(HANDS, ["As 4h Jk", *FIELDS[1:]]),
            ["joker back", "2s 5h"],
            "Joker back for 2s 5h",
            "P0 takes the joker back and lays 2s 5h in their field.",
        ),
    ],
    ids=["pass", "joker back"],
)
def test_rare_moves_are_in_menu_and_described(
    state: LostState, way: list[str], name: str, expected: str
) -> None:
    """A pass and taking the joker back have a name and a text; outdated answers lead to no move."""
    view = RULES.view(state, 0)
    move = PRESENTER.ask(view, tuple(way))
    assert isinstance(move, Move)
    assert say(PRESENTER.name(move, view)) == name
    after = do(state, str(move))
    lines = [PRESENTER.say(event, RULES.view(after, None)) for event in after.news]
    assert [say(line) for line in lines if line] == [expected]
    for stale in ("pass pass", "joker,back,2s,5h", "lose,field", "1 2s s x"):
        assert PRESENTER.ask(view, tuple(stale.split())) is None


def test_cards_are_grouped_by_possible_outcome() -> None:
    """Cards are grouped by whether playing them may eliminate the target, the player, or either."""
    state = position(["2s 5h 9c Td", *HANDS[1:]], ["As 4s 7s", "Ad 5d 8d", "2c Tc 9h"])
    view = RULES.view(state, 0)
    assert groups(question(LOST_POKER, view, "1")) == {
        "They’re out if it goes to their field": ["Td"],
        "Doesn’t put them out": ["5h", "9c"],
        "You’re out if it comes back": ["2s"],
    }
    assert groups(question(LOST_POKER, view, "2"))["In their field, it leaves them one card from losing"] == [
        "9c"
    ]
    assert groups(question(LOST_POKER, view, "2"))["No danger for them yet"] == ["5h", "Td"]
    either = position(["2d 5h", *HANDS[1:]], ["As 3s 4h", "Ad 5d 8d", "2c 3c 9h"])
    assert groups(question(LOST_POKER, RULES.view(either, 0), "1"))["Puts one of you out"] == ["2d"]


@pytest.mark.parametrize("card", ["Td", "9c", "Jk"])
def test_last_card_says_that_every_move_puts_its_player_out(card: str) -> None:
    """The first screen, the cards and the claims say that the hand is empty then, and who else can go out.
    No move of such a turn lets the player stay in.
    """
    state = position([card, *HANDS[1:]], ["As 4s 7s", "Ad 5d 8d", "2c Tc 9h"])
    view = RULES.view(state, 0)
    stakes = PRESENTER.stakes(view)
    assert stakes is not None
    assert stakes.is_loud
    assert "whatever you do, your hand is empty then and you’re out." in say(stakes.line)
    assert ("take a rival with you: P1." in say(stakes.line)) is (card == "Td")
    for move in RULES.legal(state, 0):
        after = RULES.step(state, 0, move)
        ends = [after] if after.out else [do(after, "trust"), do(after, "doubt")]
        assert all(0 in end.out for end in ends)
        if card == "Td" and str(move) == "play Td to 1 as d":
            assert [end.out for end in ends] == [(0,), (0, 1)]
    target = "1" if card == "Td" else "2"
    heading = {"Td": "You’re out; they are, too, if it goes to their field"}
    assert [*groups(question(LOST_POKER, view, target))] == [
        heading.get(card, "Your hand is empty: you’re out")
    ]
    claims = question(LOST_POKER, view, target, card)
    assert claims.stakes.is_loud
    assert "Your hand is empty then: you’re out" in say(claims.stakes.line)
    assert ("and P1 is out, too." in say(claims.stakes.line)) is (card == "Td")
    # The warning is the stakes line, so that it does not push it away.
    play = RULES.parse(f"play {card} to {target} as {'joker' if card == 'Jk' else '3'}")
    assert PRESENTER.warning(play, view) == claims.stakes.line
    assert say(PRESENTER.reason(play, view)).startswith("Your hand is empty then: you’re out")


def test_discard_is_from_hand_or_from_field_with_replacement() -> None:
    """The joker cannot be discarded, but can be the replacement."""
    state = position(["2s 5h Jk", *HANDS[1:]], ["As 4h 7d Jk", *FIELDS[1:]])
    assert possible_answers(state)[-2:] == ["lose", "joker back"]
    view = RULES.view(state, 0)
    assert groups(question(LOST_POKER, view, "lose")) == {
        "From your field: can end the danger": ["4h"],
        "From your field": ["As", "7d"],
        "": ["2s", "5h"],
    }
    assert labels(question(LOST_POKER, view, "lose"))["2s"] == "From your hand: 2s"
    assert possible_answers(state, "lose", "As") == ["2s", "Jk", "5h"]
    assert str(PRESENTER.ask(view, ("lose", "As", "Jk"))) == "lost field As place Jk"
    assert str(PRESENTER.ask(view, ("lose", "2s"))) == "lost hand 2s"
    assert not [way for way in possible_answers(position(HANDS, FIELDS, losts=0)) if way.startswith("lo")]


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_heading_of_a_discard_promises_only_what_a_hand_card_allows(seed: int) -> None:
    """A discard from the field *can end the danger* if some card that replaces it leaves the field safe."""
    rng = random.Random(seed)
    match = new_match(3, rng)
    while not match.is_over:
        seat = match.to_act[0]
        legal = RULES.legal(match.state, seat)
        if any(str(move).startswith("lost field") for move in legal):
            _check_headings_of_discards(match, seat)
        random_move(match, rng)


def _check_headings_of_discards(match: Match, seat: int) -> None:
    view = match.view(seat)
    cards_by_heading = groups(question(LOST_POKER, view, "lose"))
    promised = cards_by_heading.get("From your field: can end the danger", [])
    for card in view.fields[seat]:
        if card == JOKER:
            continue
        outlooks = set()
        for placed in view.hand:
            kept = tuple([other for other in view.fields[seat] if other != card])
            outlooks.add(outlook_with(kept, placed))
        is_rescue = "safe" in outlooks and is_one_away(mask_of(view.fields[seat]))
        assert (card in promised) == is_rescue


def test_cards_that_all_put_out_have_their_heading() -> None:
    """A card must be laid, and every card makes a hand: the menu says so."""
    state = position(["2s 5h", "8h Th", HANDS[2]], ["As 4c 7d", "2h 4h 6h", "9h 9c 3d"])
    view = RULES.view(do(state, "play 5h to 1 as s", "lost"), 1)
    assert groups(question(LOST_POKER, view)) == {"Puts you out": ["8h", "Th"]}


def test_two_cards_for_joker_are_one_choice() -> None:
    """Each pair of cards that can replace the joker is one choice, however large the hand is."""
    state = position(HANDS, ["As 4h Jk", *FIELDS[1:]])
    assert possible_answers(state, "joker back") == ["2s 5h", "2s Td", "2s 9c", "5h Td", "5h 9c", "Td 9c"]
    large = position(["2s 3s 5s 6h 8h Td 9c 8c", *HANDS[1:]], ["As 4h Jk", *FIELDS[1:]])
    joker_question = question(LOST_POKER, RULES.view(large, 0), "joker back")
    assert [*groups(joker_question)] == [""]
    assert len(joker_question.choices) == 28


def test_claims_have_fixed_places_and_marks() -> None:
    """Every claim keeps its place; true claims are marked, and so are impossible ones, with the meaning."""
    fields = ["As 4h 7d", "Ad 5c 8s", "Ah 5s Ac"]
    claim_question = question(LOST_POKER, RULES.view(position(HANDS, fields, joker_in=2), 0), "1", "5h")
    assert [*labels(claim_question).values()] == [
        *("♠︎", "✓ ♥︎", "♦︎", "♣︎"),
        *("✗ A (plainly a lie)", "2", "3", "4", "✓ 5", "6", "7", "8", "9", "T", "✗ joker (plainly a lie)"),
    ]
    assert likely(claim_question) == ["s", "h", "d", "c"]
    # The menu of the others says what is in it, and which of it is true.
    assert say(claim_question.rest) == "A rank (✓ 5) or the joker"
    assert [*groups(claim_question)] == ["✓ true, others a lie"]


def test_eliminating_cards_are_last() -> None:
    """Cards that would eliminate the player are last, with a warning, when a card must be placed."""
    fields = [FIELDS[0], "As 4s 7s", FIELDS[2]]
    state = do(position([HANDS[0], "2s 9c Td", HANDS[2]], fields), "play 5h to 1 as d", "lost")
    assert values(question(LOST_POKER, RULES.view(state, 1)))[-1] == "2s"
    assert warnings_by_move(state) == {"place 2s": "lost-warn-made"}


def test_target_can_answer_at_table_message() -> None:
    """The choices at the table's message include the discard (*lost*) while the target has one left."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    assert values(question(LOST_POKER, RULES.view(state, None))) == ["trust", "doubt", "lost"]
    none_left = do(position(HANDS, FIELDS, losts=0), "play 5h to 1 as s")
    assert values(question(LOST_POKER, RULES.view(none_left, None))) == ["trust", "doubt"]
    for over in ("lost", "trust"):
        assert PRESENTER.ask(RULES.view(do(state, over), None), ()) is None


# --- likely moves ----------------------------------------------------------------------------------------


def turn(seed: int) -> Match | None:
    """Return a random match at a turn with at least two cards; ``None`` if the game ends before."""
    rng = random.Random(seed)
    match = play_on(new_match(3 + seed % 2, rng, str(seed % 6)), rng, 3 + rng.randrange(25))
    while not match.is_over:
        state: LostState = match.state
        if any(state.fields) and state.play is None and len(state.hands[state.turn]) > 1:
            return match
        random_move(match, rng)
    return None


# --- offered moves --------------------------------------------------------------------------------------


def test_six_first_fields_of_unrelated_cards_are_offered() -> None:
    """The six offered fields have no joker, and their cards share few suits and neighbouring ranks."""
    offered = suggested_first_cards(new_match(4, random.Random(5)).state.hands[0])
    assert len(offered) == len({*offered}) == 6
    assert JOKER not in {card for three in offered for card in three}
    for three in offered:
        ranks = sorted("A23456789T".index(card[0]) for card in three)
        together = [high - low < 4 for low, high in pairwise(ranks)]
        assert len({card[1] for card in three}) + together.count(False) >= 4


def test_first_field_avoids_cards_related_to_own_hand() -> None:
    """From a hand full of spades, the best first field has at most one spade."""
    first = suggested_first_cards(cards("As 2s 3s 4s 5s 6s 7s Th Td Tc 5h 5c 9d"))[0]
    assert sum(card[1] == "s" for card in first) <= 1


def test_safe_cards_are_first_and_eliminating_cards_last() -> None:
    assert sorted_by_danger(cards("3d 6s 2c"), cards("Ad 5d 8d"))[0] == "6s"
    assert sorted_by_danger(cards("3d 6s 2c"), cards("Ad 5d 8d"))[-1] == "3d"


def test_likely_moves_relieve_field_in_danger() -> None:
    """Safer moves replace the joker or a card of a field that is one away; a harmless field has none."""
    joker = position(["2s 9c Ts 4d", *HANDS[1:]], ["As 4h Jk Td", *FIELDS[1:]], losts=0)
    assert [*map(str, safer_moves(RULES.view(joker, 0)))] == ["back Ts 4d"]
    near = position(["2s 9c Ts 4d", *HANDS[1:]], ["As 4s 7s", *FIELDS[1:]])
    assert [*map(str, safer_moves(RULES.view(near, 0)))] == ["lost field 7s place 9c"]
    assert not safer_moves(RULES.view(position(HANDS, FIELDS), 0))
    assert not safer_moves(RULES.view(position(["2s", *HANDS[1:]], ["As 4s 7s", *FIELDS[1:]]), 0))


@pytest.mark.parametrize("seed", range(12))
def test_relieving_moves_are_legal_and_do_not_eliminate_player(seed: int) -> None:
    rng = random.Random(seed)
    match = new_match(3 + seed % 2, rng, str(seed % 6))
    while not match.is_over:
        state: LostState = match.state
        if any(state.fields) and state.play is None and isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            for move in safer_moves(RULES.view(state, seat)):
                assert move in match.legal(seat)
                assert seat not in RULES.apply(state, seat, move).out
        random_move(match, rng)


# --- offers reveal nothing --------------------------------------------------------------------------------


seeds = st.integers(0, 2**32)
some = settings(max_examples=60, deadline=None)


@given(seed=seeds, other=seeds)
@some
def test_claim_menu_does_not_depend_on_hidden_cards(seed: int, other: int) -> None:
    """Shuffling the hidden cards changes neither the places nor the styles of the claims."""
    match = turn(seed)
    if match is None:
        return
    state: LostState = match.state
    claim_menus = [claim_questions(state), claim_questions(with_hands_shuffled(state, other))]
    assert claim_menus[0] == claim_menus[1]


def claim_questions(state: LostState) -> set[tuple[object, ...]]:
    """Return the claims offered for each target, after checking that all plain cards have the same claims."""
    view = RULES.view(state, state.turn)
    menu = set()
    for target in {str(seat) for seat in range(view.seats)} & {*values(question(LOST_POKER, view))}:
        for card in values(question(LOST_POKER, view, target)):
            if card != JOKER:
                claim_question = question(LOST_POKER, view, target, card)
                looks = tuple(
                    [
                        (choice.value, choice.group and choice.group.key, choice.style)
                        for choice in claim_question.choices
                    ]
                )
                menu.add((target, claim_question.likely_count, looks))
    assert len({claim[1:] for claim in menu}) <= 1
    return menu


def with_hands_shuffled(state: LostState, seed: int) -> LostState:
    """Return the state with the cards of all hands shuffled together, except the joker."""
    hidden = [card for hand in state.hands for card in hand if card != JOKER]
    random.Random(seed).shuffle(hidden)
    hands = []
    for hand in state.hands:
        fixed = [card for card in hand if card == JOKER]
        drawn = [hidden.pop() for _ in range(len(hand) - len(fixed))]
        hands.append(cards(" ".join(drawn + fixed)))
    return replace(state, hands=tuple(hands))


def test_joker_needs_as_many_taps_as_any_card() -> None:
    """The player chooses the claim of the joker, too, although only one claim is legal."""
    state = position(["2s Jk", *HANDS[1:]], FIELDS)
    assert values(question(LOST_POKER, RULES.view(state, 0), "1", "Jk")) == ["joker"]
    assert str(PRESENTER.ask(RULES.view(state, 0), ("1", "Jk", "joker"))) == "play Jk to 1 as joker"
