"""The rules of Lost Poker, section by section (lost.md)."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.errors import IllegalMove, SetupError
from games.core.rules import OVER
from games.lost.events import CardJudged, CardTaken, Eliminated, LostVoided
from games.lost.hands import BIT, DECK, JOKER, is_made, mask_of
from games.lost.moves import CLAIMS, is_true
from games.lost.position import LostState
from games.lost.refusals import CODES

from .helpers import RULES, cards, do, events, legal, new_match, play_on, position, random_move

HARMLESS = ["As 4h 7d", "As 4h 7d", "2c 5s 9h"]
"""Fields far from any hand; cards may lie twice in positions made by hand."""
HANDS = ["2s 5h 9c Td", "3s 6h 8c", "2d 3d 4c"]


def refusal(state: LostState, move: str, seat: int | None = None) -> str:
    """Give the code by which a move is refused."""
    if seat is None:
        assert isinstance(state.to_act, tuple)
        seat = state.to_act[0]
    with pytest.raises(IllegalMove) as caught:
        RULES.apply(state, seat, RULES.parse(move))
    return caught.value.refusal.code


# --- Options and Set-up -----------------------------------------------------------------------------


def test_options_losts() -> None:
    """A table may allow 0 to 5 losts, 3 by default."""
    assert RULES.setup(3).options == {"losts": "3"}
    assert sorted(RULES.options["losts"]) == list("012345")
    for wrong in ({"losts": "6"}, {"losts": -1}, {"jokers": "1"}):
        with pytest.raises(SetupError):
            RULES.setup(3, wrong)
    for seats in (2, 5):
        with pytest.raises(SetupError):
            RULES.setup(seats)


@pytest.mark.parametrize(("seats", "first"), [(3, 0), (3, 2), (4, 1)])
def test_setup_deals_blocks_from_first(seats: int, first: int) -> None:
    """Each seat takes floor(41 / n) cards as one block, beginning with ``first``; the rest is set aside."""
    state = RULES.start(RULES.setup(seats, {}, first))
    assert state.to_act == "chance"
    request = RULES.chance(state)
    assert (request.kind, request.cards) == ("deal", DECK)
    assert len(DECK) == 41
    deck = list(DECK)
    random.Random(1).shuffle(deck)
    state = RULES.apply(state, "chance", RULES.parse("deal " + " ".join(deck)))
    size = 41 // seats
    for place in range(seats):
        block = tuple(deck[place * size : (place + 1) * size])
        assert set(state.hands[(first + place) % seats]) == set(block)
    assert state.aside == tuple(deck[size * seats :])
    assert state.to_act == tuple(range(seats))


def test_setup_fields_turn_up_at_once() -> None:
    """All lay three cards, in any order; fields turn up when the last has chosen, then ``first`` plays."""
    match = new_match(3, random.Random(2), first=1)
    hands = match.state.hands
    for seat, left in ((2, (0, 1)), (0, (1,))):
        match.play(seat, "field " + " ".join(hands[seat][:3]))
        assert match.to_act == left
        assert match.state.fields == ((), (), ())
        assert match.legal(seat) == ()
    match.play(1, "field " + " ".join(hands[1][-3:]))
    assert match.state.fields == (hands[0][:3], hands[1][-3:], hands[2][:3])
    assert match.state.hands == (hands[0][3:], hands[1][:-3], hands[2][3:])
    assert match.to_act == (1,)


def test_setup_field_may_hold_any_cards() -> None:
    """Every three cards of the hand may be laid, the joker too: 13 choose 3 ways."""
    match = new_match(3, random.Random(3))
    seat = next(seat for seat in range(4) if JOKER in match.state.hands[seat])
    options = legal(match.state, seat)
    assert len(options) == 286
    assert any(option.endswith("Jk") for option in options)


def test_setup_refusals() -> None:
    """Only cards of the hand make a field, three different ones, and nothing else is done before."""
    state = new_match(3, random.Random(4)).state
    own, other = state.hands[0], state.hands[1]
    assert refusal(state, f"field {own[0]} {own[1]} {other[0]}", 0) == "not-in-hand"
    assert refusal(state, f"field {own[0]} {own[1]} {own[1]}", 0) == "same-card-twice"
    assert refusal(state, "trust", 0) == "only-field"
    assert refusal(state, f"play {own[0]} to 1 as s", 0) == "only-field"


# --- Play -------------------------------------------------------------------------------------------


def test_turn_legal_moves_are_exactly_these() -> None:
    """Every card to every other seat with every claim, losts from hand and field; no back, no pass."""
    state = position(HANDS, HARMLESS)
    expected = {
        f"play {card} to {seat} as {claim}" for card in cards(HANDS[0]) for seat in (1, 2) for claim in CLAIMS
    }
    expected |= {f"lost hand {card}" for card in cards(HANDS[0])}
    expected |= {
        f"lost field {card} place {placed}" for card in cards(HARMLESS[0]) for placed in cards(HANDS[0])
    }
    assert legal(state) == expected
    assert legal(state, 1) == set()


@pytest.mark.parametrize(
    ("claim", "answer", "owner"),
    [
        ("h", "trust", 0),  # source, example 1: true and trusted, the card comes back
        ("5", "doubt", 1),  # source, example 2: true and doubted, the doubter takes it
        ("s", "trust", 1),
        ("s", "doubt", 0),
        ("joker", "trust", 1),
        ("joker", "doubt", 0),
    ],
)
def test_play_card_goes_to_the_loser_of_the_judgement(claim: str, answer: str, owner: int) -> None:
    """A right answer sends the card to its player's field, a wrong one to the judge's."""
    state = do(position(HANDS, HARMLESS), f"play 5h to 1 as {claim}")
    assert state.to_act == (1,)
    assert state.hands[0] == cards("2s 9c Td")
    state = do(state, answer)
    grown = [len(field) > 3 for field in state.fields]
    assert grown == [seat == owner for seat in range(3)]
    assert state.fields[owner][-1] == "5h"
    (judged,) = events(state, CardJudged)
    assert judged == CardJudged(0, 1, claim, answer, "5h", owner == 0, owner)
    assert state.to_act == (1,)
    assert state.turn == 1


def test_play_turn_goes_on_clockwise_from_the_player() -> None:
    """After a play the next turn is that of the seat to the player's left, whoever answered."""
    assert do(position(HANDS, HARMLESS), "play 5h to 2 as h", "trust").to_act == (1,)
    assert do(position(HANDS, HARMLESS, turn=2), "play 3d to 1 as s", "doubt").to_act == (0,)


def test_play_answers() -> None:
    """The target answers: trust, doubt, and lost while it has any left; nobody else does anything."""
    state = do(position(HANDS, HARMLESS, losts=1), "play 5h to 1 as h")
    assert legal(state) == {"trust", "doubt", "lost"}
    assert legal(state, 0) == legal(state, 2) == set()
    state = do(position(HANDS, HARMLESS, losts=1, piles=["", "2h", ""]), "play 5h to 1 as h")
    assert legal(state) == {"trust", "doubt"}
    assert refusal(state, "lost") == "no-losts"
    assert refusal(state, "play 3s to 0 as s") == "answer-first"
    assert refusal(state, "trust", 0) == "not-your-turn"


def test_play_refusals() -> None:
    """Cards are played from one's hand to another seat of the table."""
    state = position(HANDS, HARMLESS)
    assert refusal(state, "play 3s to 1 as s") == "not-in-hand"
    assert refusal(state, "play 2s to 0 as s") == "not-to-yourself"
    assert refusal(state, "play 2s to 3 as s") == "no-such-seat"
    for move in ("trust", "doubt", "lost"):
        assert refusal(state, move) == "nothing-to-answer"
    assert refusal(state, "place 2s") == "nothing-to-place"
    assert refusal(state, "field 2s 5h 9c") == "fields-lie"
    assert refusal(state, "pass") == "must-act"


# --- Lost -------------------------------------------------------------------------------------------


def test_lost_answer_takes_the_card_and_costs_one() -> None:
    """The judge puts the card on its own pile, then lays a card of its hand in its field."""
    state = do(position(HANDS, HARMLESS), "play 5h to 1 as h", "lost")
    assert events(state, CardTaken) == [CardTaken(0, 1, "h", "5h")]
    assert state.to_act == (1,)
    assert legal(state) == {"place 3s", "place 6h", "place 8c"}
    assert refusal(state, "trust") == "place-first"
    assert refusal(state, "place 5h") == "not-in-hand"
    state = do(state, "place 8c")
    assert [lost.card for lost in state.piles[1]] == ["5h"]
    assert state.fields[1] == (*cards(HARMLESS[1]), "8c")
    assert state.hands[1] == cards("3s 6h")
    assert state.to_act == (1,)


def test_lost_from_hand() -> None:
    """A card of the hand goes to the pile; that is the whole turn."""
    state = do(position(HANDS, HARMLESS), "lost hand 9c")
    assert [lost.card for lost in state.piles[0]] == ["9c"]
    assert state.hands[0] == cards("2s 5h Td")
    assert state.fields == position(HANDS, HARMLESS).fields
    assert state.to_act == (1,)


def test_lost_from_field() -> None:
    """A card of the field goes to the pile, a card of the hand takes its place."""
    state = do(position(HANDS, HARMLESS), "lost field 4h place 2s")
    assert [lost.card for lost in state.piles[0]] == ["4h"]
    assert set(state.fields[0]) == {"As", "7d", "2s"}
    assert state.hands[0] == cards("5h 9c Td")
    assert state.to_act == (1,)


def test_lost_limit_counts_every_kind() -> None:
    """A lost of any kind counts: when they are used up none is legal."""
    state = position(HANDS, HARMLESS, losts=2, piles=["6c", "", ""])
    state = do(state, "play 5h to 1 as s", "lost", "place 3s")
    assert len(state.piles[1]) == 1
    state = position(HANDS, HARMLESS, losts=1, piles=["6c", "", ""])
    assert not [move for move in legal(state) if move.startswith("lost")]
    assert refusal(state, "lost hand 2s") == "no-losts"
    assert refusal(state, "lost field As place 2s") == "no-losts"
    assert not [move for move in legal(position(HANDS, HARMLESS, losts=0)) if move.startswith("lost")]


def test_lost_refusals() -> None:
    """One loses only what one has."""
    state = position(HANDS, HARMLESS)
    assert refusal(state, "lost hand 3s") == "not-in-hand"
    assert refusal(state, "lost field 9c place 2s") == "not-in-field"
    assert refusal(state, "lost field As place 3s") == "not-in-hand"


# --- The joker --------------------------------------------------------------------------------------

JOKER_HANDS = ["2s 5h Jk", "3s 6h 8c", "2d 3d 4c"]


def test_joker_must_be_claimed_as_joker() -> None:
    """The joker is played only as joker; other cards may falsely be claimed to be it."""
    state = position(JOKER_HANDS, HARMLESS)
    played = {move for move in legal(state) if move.startswith("play Jk")}
    assert played == {"play Jk to 1 as joker", "play Jk to 2 as joker"}
    assert "play 2s to 1 as joker" in legal(state)
    assert refusal(state, "play Jk to 1 as s") == "joker-is-joker"


@pytest.mark.parametrize("near", ["As 4s 7s", "4d 4h 4s", "2s 3h 5d"])
def test_joker_not_to_a_field_that_is_one_away(near: str) -> None:
    """The joker is refused before a field that it would complete; a false claim of it is allowed there."""
    state = position(JOKER_HANDS, [HARMLESS[0], near, HARMLESS[2]])
    assert "play Jk to 1 as joker" not in legal(state)
    assert "play Jk to 2 as joker" in legal(state)
    assert "play 2s to 1 as joker" in legal(state)
    assert refusal(state, "play Jk to 1 as joker") == "one-away"


def test_joker_own_field_does_not_matter() -> None:
    """Who is one away may play the joker on."""
    state = position(JOKER_HANDS, ["As 4s 7s", HARMLESS[1], HARMLESS[2]])
    assert "play Jk to 1 as joker" in legal(state)


def test_joker_rightly_judged_goes_to_the_hand() -> None:
    """A trusted joker joins the judge's hand, not its player's field, and everybody knows it is there."""
    state = do(position(JOKER_HANDS, HARMLESS), "play Jk to 1 as joker", "trust")
    assert JOKER in state.hands[1]
    assert state.fields == position(JOKER_HANDS, HARMLESS).fields
    assert state.joker_in == 1
    assert events(state, CardJudged) == [CardJudged(0, 1, "joker", "trust", JOKER, True, 1)]


def test_joker_wrongly_judged_goes_to_the_field() -> None:
    """A doubted joker lies in the judge's field."""
    state = do(position(JOKER_HANDS, HARMLESS, joker_in=0), "play Jk to 1 as joker", "doubt")
    assert state.fields[1][-1] == JOKER
    assert JOKER not in state.hands[1]
    assert state.joker_in is None


def test_joker_can_never_be_lost() -> None:
    """Neither from the hand nor from the field."""
    state = position(JOKER_HANDS, HARMLESS)
    assert refusal(state, "lost hand Jk") == "joker-stays"
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "lost field Jk place 2s") == "joker-stays"
    assert "lost field As place 2s" in legal(state)


def test_joker_lost_is_void_and_costs_a_card() -> None:
    """Decision: the joker goes to the judge's field, a card is placed too, and the lost is not counted."""
    state = do(position(JOKER_HANDS, HARMLESS, losts=1), "play Jk to 1 as joker", "lost")
    assert events(state, LostVoided) == [LostVoided(0, 1, "joker")]
    assert state.fields[1][-1] == JOKER
    assert state.piles[1] == ()
    assert legal(state) == {"place 3s", "place 6h", "place 8c"}
    state = do(state, "place 8c")
    assert state.to_act == (1,)
    assert "lost hand 3s" in legal(state)  # the one lost is still there
    assert "void-lost" in RULES.decisions


def test_joker_void_lost_needs_one_left() -> None:
    """Decision: without a lost left it cannot even be declared."""
    state = do(position(JOKER_HANDS, HARMLESS, losts=0), "play Jk to 1 as joker")
    assert legal(state) == {"trust", "doubt"}


def test_joker_void_lost_may_eliminate_by_the_card_placed() -> None:
    """The elimination is judged after the card has been placed."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [HARMLESS[0], "6d 8d Ac", HARMLESS[2]])
    state = do(state, "play Jk to 1 as joker", "lost")
    assert state.to_act == (1,)
    assert do(state, "place 3s").to_act == (1,)
    after = do(state, "place 9d")
    assert after.out == (1,)
    assert events(after, Eliminated) == [Eliminated(1, "flush", cards("6d 8d 9d Jk"))]


def test_joker_may_be_placed() -> None:
    """Any card of the hand may be laid with ``place``, the joker too."""
    state = position(["2s 5h", "3s 6h Jk", "2d 3d"], HARMLESS, joker_in=1)
    state = do(state, "play 2s to 1 as h", "lost")
    assert "place Jk" in legal(state)
    state = do(state, "place Jk")
    assert state.fields[1][-1] == JOKER
    assert state.joker_in is None
    state = position(JOKER_HANDS, HARMLESS, joker_in=0)
    assert "lost field As place Jk" in legal(state)
    assert do(state, "lost field As place Jk").joker_in is None


def test_joker_back() -> None:
    """Two cards of the hand go to the field, the joker to the hand; that is the whole turn."""
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    backs = {move for move in legal(state) if move.startswith("back")}
    assert backs == {"back 2s 5h", "back 2s 9c", "back 2s Td", "back 5h 9c", "back 5h Td", "back Td 9c"}
    state = do(state, "back Td 5h")
    assert set(state.fields[0]) == {"As", "6h", "5h", "Td"}
    assert state.hands[0] == cards("2s 9c Jk")
    assert state.joker_in == 0
    assert state.to_act == (1,)


def test_joker_back_refusals() -> None:
    """Back needs the joker in one's own field and two cards in hand."""
    assert refusal(position(HANDS, HARMLESS), "back 2s 5h") == "no-joker-in-field"
    state = position(["2s", *HANDS[1:]], ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "back 2s 5h") == "two-needed"
    state = position(HANDS, ["As 6h Jk", HARMLESS[1], HARMLESS[2]])
    assert refusal(state, "back 2s 3s") == "not-in-hand"
    assert refusal(state, "back 2s 2s") == "same-card-twice"


# --- Pass -------------------------------------------------------------------------------------------


def test_pass_only_when_nothing_else_is_legal() -> None:
    """Decision: the joker alone in hand, every other field one away, no lost left."""
    near = ["As 4h 7d", "As 4s 7s", "2c 3d 5c"]
    state = position(["Jk", "3s 6h", "2d 3d"], near, losts=0)
    assert legal(state) == {"pass"}
    state = do(state, "pass")
    assert state.to_act == (1,)
    assert state.hands[0] == ("Jk",)
    for hands, fields, losts in (
        (["Jk", "3s 6h", "2d 3d"], near, 1),
        (["Jk", "3s 6h", "2d 3d"], [*near[:2], "2c 5s 9h"], 0),
        (["2s Jk", "3s 6h", "2d 3d"], near, 0),
    ):
        assert "pass" not in legal(position(hands, fields, losts=losts))
    assert "pass" in RULES.decisions


# --- End --------------------------------------------------------------------------------------------


def test_end_field_eliminates_its_owner() -> None:
    """A card that completes a hand ends the game; the others win."""
    state = position(HANDS, [HARMLESS[0], "Ah 4h 7h", HARMLESS[2]])
    state = do(state, "play 5h to 1 as s", "trust")
    assert state.to_act == OVER
    assert state.out == (1,)
    result = RULES.result(state)
    assert result is not None
    assert (result.ranking, result.scores) == (((0, 2), (1,)), (1.0, 0.0, 1.0))
    assert events(state, Eliminated) == [Eliminated(1, "flush", cards("Ah 4h 5h 7h"))]
    assert legal(state, 2) == set()


def test_end_card_that_comes_back_eliminates_its_player() -> None:
    """A claim judged rightly may be one's own end."""
    state = position(HANDS, ["Ah 4h 7h", *HARMLESS[1:]])
    assert do(state, "play 5h to 1 as h", "trust").out == (0,)


def test_end_empty_hand_is_judged_when_the_play_is_complete() -> None:
    """The last card may be played; its player is out after the answer, and not before the place of a lost."""
    state = do(position(["5h", *HANDS[1:]], HARMLESS), "play 5h to 1 as s")
    assert state.to_act == (1,)
    assert do(state, "trust").out == (0,)
    placing = do(state, "lost")
    assert placing.to_act == (1,)
    assert do(placing, "place 3s").out == (0,)


def test_end_several_at_once() -> None:
    """Decision: the empty hand of the player and the made field of the judge count together."""
    state = position(["5h", *HANDS[1:]], [HARMLESS[0], "Ah 4h 7h", HARMLESS[2]])
    state = do(state, "play 5h to 1 as s", "trust")
    assert state.out == (0, 1)
    result = RULES.result(state)
    assert result is not None
    assert (result.ranking, result.scores) == (((2,), (0, 1)), (0.0, 0.0, 1.0))
    assert "several-out" in RULES.decisions


def test_end_place_of_the_last_card() -> None:
    """Who answers with a lost and lays its last card is out."""
    state = position([HANDS[0], "3s", HANDS[2]], HARMLESS)
    assert do(state, "play 5h to 1 as s", "lost", "place 3s").out == (1,)


def test_end_lost_of_the_last_card() -> None:
    """Losing the last card from the hand, or laying it for one of the field, eliminates too."""
    state = position(["5h", *HANDS[1:]], HARMLESS)
    assert do(state, "lost hand 5h").out == (0,)
    assert do(state, "lost field As place 5h").out == (0,)


def test_end_back_may_complete_a_hand() -> None:
    """The two cards laid for the joker count, the joker no more."""
    state = position(HANDS, ["Ts 6d Jk", HARMLESS[1], HARMLESS[2]])
    assert do(state, "back 5h 9c").to_act == (1,)
    state = position(["3d 4d 9c", *HANDS[1:]], ["Td 6d Jk", HARMLESS[1], HARMLESS[2]])
    assert do(state, "back 3d 4d").out == (0,)


# --- whole games ------------------------------------------------------------------------------------


def everything(state: LostState) -> list[str]:
    """List every card wherever it is."""
    found = [card for group in (*state.hands, *state.laid, *state.fields, state.aside) for card in group]
    found += [lost.card for pile in state.piles for lost in pile]
    if state.play is not None and not state.is_placing:
        found.append(state.play.card)
    return found


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((3, 4)), st.sampled_from("012345"))
def test_games_keep_every_card_and_every_limit(seed: int, seats: int, losts: str) -> None:
    """In whole random games no card is lost or doubled, the joker never gets on a pile, limits hold."""
    rng = random.Random(seed)
    match = new_match(seats, rng, losts, first=seed % seats)
    for _ in range(600):
        if match.is_over:
            break
        random_move(match, rng)
        state = match.state
        assert sorted(everything(state)) == sorted(DECK)
        for pile in state.piles:
            assert len(pile) <= int(losts)
            assert all(lost.card != JOKER for lost in pile)
        if not state.is_placing:
            made = {seat for seat in range(seats) if is_made(mask_of(state.fields[seat]))}
            empty = {seat for seat in range(seats) if not state.hands[seat]}
            waiting = {state.play.seat} if state.play else set()
            assert (made | empty) - waiting == set(state.out) - waiting
            assert bool(state.out) == match.is_over


def oracle(state: LostState, seat: int) -> set[str]:
    """List the moves of a turn straight from the rules, slowly."""
    hand, field = state.hands[seat], state.fields[seat]
    found = set()
    for card in hand:
        for other in range(len(state.hands)):
            for claim in CLAIMS:
                near = is_made(mask_of(state.fields[other]), 1)
                if other == seat or (card == JOKER and (near or claim != "joker")):
                    continue
                found.add(f"play {card} to {other} as {claim}")
    if len(state.piles[seat]) < state.variant.losts:
        found |= {f"lost hand {card}" for card in hand if card != JOKER}
        found |= {f"lost field {old} place {new}" for old in field if old != JOKER for new in hand}
    if JOKER in field:
        found |= {f"back {a} {b}" for a in hand for b in hand if BIT[a] < BIT[b]}
    return found or {"pass"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from((3, 4)), st.sampled_from("0123"))
def test_turns_agree_with_an_oracle(seed: int, seats: int, losts: str) -> None:
    """On every turn of random games the legal moves are exactly those that the rules spell out."""
    rng = random.Random(seed)
    match = play_on(new_match(seats, rng, losts), rng, seats)
    for _ in range(12):
        if match.is_over:
            return
        state = match.state
        if state.play is None:
            seat = state.turn
            assert legal(state) == oracle(state, seat)
            assert len(RULES.legal(state, seat)) == len(oracle(state, seat))
        random_move(match, rng)


def test_every_refusal_code_is_reached() -> None:
    """No code is dead: this module names each one in a refusal."""
    source = Path(__file__).read_text("utf-8")
    for code in CODES:
        assert source.count(f'== "{code}"') >= 1, code


def test_facts_count_claims_and_doubts() -> None:
    """Statistics count claims, lies and doubts by seat."""
    before = position(HANDS, HARMLESS)
    history = []
    for seat, text in ((0, "play 5h to 1 as s"), (1, "doubt"), (1, "play 3s to 2 as s"), (2, "doubt")):
        move = RULES.parse(text)
        after = RULES.apply(before, seat, move)
        history.append((before, seat, move, after))
        before = after
    facts = RULES.facts(history, 3)
    keys = ("claims", "lies", "lies_caught", "challenges", "challenges_right")
    assert [tuple(fact[key] for key in keys) for fact in facts] == [
        (1, 1, 1, 0, 0),
        (1, 0, 0, 1, 1),
        (0, 0, 0, 1, 0),
    ]
    assert before.told == ((0, 1), (1, 0), (0, 0))
    assert is_true("3s", "s")


def test_log_keeps_the_outcome_of_the_last_claim() -> None:
    """However many other turns follow, the last claim with its outcome stays first in the log."""
    hands = ["2s 5h 9c Td 6c", "3s 6h 8c 9d", "2d 3d 4c Th"]
    state = do(position(hands, HARMLESS, losts=5), "play 5h to 1 as s", "doubt")
    outcome = state.log
    for move in (
        "lost hand 3s",
        "lost hand 2d",
        "lost hand 2s",
        "lost hand 6h",
        "lost hand 3d",
        "lost hand 9c",
    ):
        state = do(state, move)
    assert state.log[:1] == outcome
    assert len(state.log) == 5
    assert state.log[-1] == state.news[0]
    assert msgspec.json.decode(msgspec.json.encode(state.log[0]))["card"] == "5h"
