"""Tests of the questions for a move: their order, and that they lead to exactly the legal moves."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.taps import hint
from games.core.cards import without
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.presentation import Question
from games.trick3 import TRICK3, menus
from games.trick3.hands import DECKS, Classifier, classifier
from games.trick3.moves import Fold, Hand, Play
from games.trick3.possible import expose_plans
from games.trick3.rules import Trick3State
from games.trick3.strategy import assess
from tests.games.play import new_match
from tests.games.printing import groups, labels, likely, say, values
from tests.games.test_contract_menus import answers_to
from tests.games.trick3.tables import RULES, THREE, at, dealt, play, third

PRESENTER = TRICK3.presenter


def question_after(state: Trick3State, *chosen: str, seat: int = 0) -> Question | Move | None:
    return PRESENTER.ask(RULES.view(state, seat), chosen)


ROUND_1 = at(*THREE)
ROUND_2 = at(*THREE, round_=2, way="up")
REFILL = at("5s 6s 7s Kd | 4c 9c | Ts As 2d | 2c", *THREE[1:], phase="refill", way="up")


REFILLS = "none,0|draw 0|draw 3|draw 1,1|expose 1,|expose 1,5s 6s|expose 1,4c|expose 4,5s|expose -1,5s"
"""Refills with at most six hidden and three exposed cards, and only three in the stock."""


@pytest.mark.parametrize(
    ("state", "answers"),
    [
        (ROUND_1, "play|4s|Ts|2s,none|2s,up,up|fold,Ts|fold,2s,2s"),
        (ROUND_2, "2s|4s,up|fold,4s"),
        (REFILL, REFILLS),
        (dealt().state, "none"),
    ],
)
def test_invalid_answers_lead_to_no_question(state: Trick3State, answers: str) -> None:
    assert not [
        chosen for chosen in answers.split("|") if question_after(state, *chosen.split(",")) is not None
    ]


def hands_with_one_exposed(judge: Classifier, exposed: Hand, hidden: Hand) -> list[tuple[int, Hand]]:
    return [
        (judge.strength(first, second, third), (first, second, third))
        for second in exposed
        for first, third in combinations(hidden, 2)
    ]


def two_best_strengths(judge: Classifier, hand: Hand, exposed: Hand) -> tuple[int, int]:
    hidden = without(hand, exposed)
    hands = hands_with_one_exposed(judge, exposed, hidden)
    most = max(strength for strength, _ in hands)
    seconds = [
        strength
        for first_strength, (first, second, third) in hands
        if first_strength == most
        for strength, _ in hands_with_one_exposed(
            judge, without(exposed, (second,)), without(hidden, (first, third))
        )
    ]
    return most, max(seconds)


# Decks with and without equal cards.
@pytest.mark.parametrize("deck", ["36D3", "M9D3C2", "T44D1"])
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_set_to_expose_allows_the_best_two_hands(deck: str, data: st.DataObject) -> None:
    cards = DECKS[deck].cards
    places = data.draw(st.lists(st.integers(0, len(cards) - 1), min_size=9, max_size=9, unique=True))
    assert_best_set_is_first(deck, tuple([cards[place] for place in sorted(places)]))


def assert_best_set_is_first(deck: str, hand: Hand) -> None:
    judge = classifier(deck)
    strengths = {exposed: two_best_strengths(judge, hand, exposed) for exposed in combinations(hand, 3)}
    best = expose_plans(deck, hand)[0]
    assert (best.first, best.second) == strengths[best.cards] == max(strengths.values())


def test_second_hand_depends_on_which_equal_hand_is_played_first() -> None:
    assert_best_set_is_first("36D3", ("2s", "Ks", "Ks", "Ah", "4d", "5d", "Ac", "Jc", "Qc"))


def test_exposed_cards_are_picked_in_one_question() -> None:
    state = dealt().state
    question = question_after(state)
    assert (question.cards, question.sizes) == (RULES.view(state, 0).hand, (3, 3))
    first, second, three, *_ = question.cards
    assert str(question_after(state, f"{first} {second} {three}")) == f"expose {first} {second} {three}"
    for answer in (
        f"{first} {second}",
        f"{second} {first} {three}",
        f"{first} {first} {second}",
        f"{first}  {second} {three}",
        "",
    ):
        assert question_after(state, answer) is None


def test_suggested_cards_allow_the_best_two_hands() -> None:
    """No other set allows a better hand, or after the best one a better second hand."""
    for seed in range(3):
        state = dealt(4, seed=seed, length="short").state
        view = RULES.view(state, 0)
        question = question_after(state)
        assert isinstance(question, Question)
        (choice,) = question.choices
        judge = classifier(view.deck)
        best = max(best_pair(judge, view.hand, three) for three in combinations(view.hand, 3))
        assert best_pair(judge, view.hand, tuple(choice.value.split())) == best


@pytest.mark.parametrize("seed", range(8))
def test_hint_recommends_the_suggested_cards(seed: int) -> None:
    """The button and the hint before the first battle agree on which cards to expose."""
    match = dealt(3 + seed % 2, seed=seed, length="short")
    view = match.view(0)
    question = question_after(match.state)
    assert isinstance(question, Question)
    (choice,) = question.choices
    estimates = assess(view, match.legal(0), (), random.Random(seed))
    note = hint(TRICK3, view, match.legal(0), estimates)
    assert note.moves == (f"expose {choice.value}",)


def best_pair(judge: Classifier, hand: Hand, exposed: Hand) -> list[int]:
    """Return the strengths of the best hand and of the best one that can follow it, by trying all."""
    made = {three: judge.strength(*three) for three in combinations(hand, 3)}
    legal = [three for three in made if len({*three} & {*exposed}) == 1]
    return max([made[first], made[second]] for first in legal for second in legal if not {*first} & {*second})


def test_equal_cards_are_single_choice() -> None:
    state = at("5s 5s 5s | 4s 6s | ", "2h 5h 9s | 4h | 8c", deck="52D3", phase="refill", way="up")
    question = question_after(state, "expose 0")
    assert ([choice.value for choice in question.choices], question.only_answer) == (["5s"], "5s")


def test_sets_of_cards_are_choices_if_all_fit() -> None:
    few = at("5s 6s 7s Kd 3h | 4c | Ts As 2d 8c", *THREE[1:], phase="refill", way="up")
    listed = question_after(few, "expose 3")
    assert not listed.cards
    assert len(listed.choices) == 10
    assert str(question_after(few, "expose 3", listed.choices[0].value)).startswith("refill expose")
    many = at("5s 6s 7s Kd 3h 9c | | Ts As 2d 8c", *THREE[1:], phase="refill", way="up")
    by_size = question_after(many, "expose 1")
    assert {heading: len(sets) for heading, sets in groups(by_size).items()} == {
        "Expose one": 6,
        "Expose two": 15,
        "Expose three": 20,
    }


def test_seats_are_not_asked_out_of_turn() -> None:
    assert question_after(ROUND_1, seat=1) is None
    state = dealt().state
    hand = " ".join(RULES.view(state, 0).hand[:3])
    assert question_after(play(state, f"0 expose {hand}"), hand) is None


def test_battle_lead_asks_for_card_then_for_way() -> None:
    question = question_after(ROUND_1)
    assert {*answers_to(question)} == {*RULES.view(ROUND_1, 0).hand, "fold"}
    assert (question.choices[0].style, question.choices[-1].style) == ("secondary", "danger")
    ways = question_after(ROUND_1, "2s")
    assert [*answers_to(ways)] == ["up", "down"]
    penalty = question_after(ROUND_1, "fold")
    assert {*answers_to(penalty)} == {*RULES.view(ROUND_1, 0).hand, *RULES.view(ROUND_1, 0).exposed[0]}
    assert str(question_after(ROUND_2, "fold")) == "fold"


def test_card_label_shows_best_possible_hand() -> None:
    state = third("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h")
    card_labels = labels(question_after(state))
    assert card_labels["7s"] == "7s straight flush, best of 8"
    assert list(card_labels) == ["7s", "Qs", "fold", "alone"]


# --- to refill ----------------------------------------------------------------------------------------


def test_refill_offers_draw_then_expose_then_none() -> None:
    assert likely(question_after(REFILL)) == ["refill draw 2", "refill expose 5s draw 3", "refill none"]
    question = question_after(REFILL)
    assert values(question)[3:] == ["draw 1", "expose 3", "expose 2", "expose 1", "expose 0"]
    assert str(question_after(REFILL, "expose 2", "5s")) == "refill expose 5s draw 2"


def test_usual_refill_without_stock_is_none() -> None:
    state = play(at("5s 6s 7s | 4s 6h | ", "2h 5h 9s | 4h | 8c"), "0 play 5s up")
    assert likely(question_after(state)) == ["refill expose 6s", "refill none"]


# --- automatic refills --------------------------------------------------------------------------------------


def following(state: Trick3State) -> str:
    return str(PRESENTER.second_move(RULES.view(state, 0)) or "")


def test_automatic_refill_draws_and_exposes_nothing() -> None:
    """Without cards to draw the automatic refill is ``none``, also after a fold."""
    hand = at("2s 5s 9h Kd 3c 7c | 4s 6s Jd | Ts As Th", "2h 5h 9s | 4h | 8c")
    assert not following(hand), "no card is played yet"
    state = play(hand, "0 play 2s up")
    assert following(state) == "refill draw 1"
    state = play(state, "0 refill draw 1", "1 play 2h", "1 refill none", "0 play 4s")
    assert following(state) == "refill none"
    last = play(at("5s 6s 7s | 4s | Ts As", "2h 5h 9s | 4h | 8c"), "0 fold 4s")
    assert following(last) == "refill draw 2"
    bare = play(at("5s 6s 7s | | Ts As", "2h 5h 9s | 4h | 8c"), "0 play 5s up")
    assert not following(bare), "a seat that must fold in round 2 is asked"


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4))
@settings(max_examples=30, deadline=None)
def test_question_about_the_refill_always_is_announced(seed: int, seats: int) -> None:
    """Before a card is tapped, its question says whether the refill is asked next; so does a penalty."""

    rng, match = random.Random(seed), new_match(TRICK3, seats)
    for seat in match.decisions(ShuffleKey.from_text(f"{seed}")):
        view = match.view(seat)
        usual = PRESENTER.second_move(view)
        if view.phase == "play":
            _check_announced(match, seat)
        match.play(seat, usual or rng.choice(match.legal(seat)))


def _check_announced(match: Match, seat: int) -> None:
    view = match.view(seat)
    question, penalty = (PRESENTER.next_question(view, answers) for answers in ((), ("fold",)))
    assert isinstance(question, Question)
    penalties = labels(penalty) if isinstance(penalty, Question) else {}
    announced = dict[object, set[bool]]()
    for move in match.legal(seat):
        after = match.with_move(seat, move).view(seat)
        is_due = after.phase == "refill" and after.is_my_turn
        is_asked = is_due and PRESENTER.second_move(after) is None
        if isinstance(move, Play):
            assert is_asked is (question.prompt.args["next"] == "refill")
        elif isinstance(move, Fold) and move.card in penalties:
            # Of two cards to give away, one may have the question and the other may not.
            assert isinstance(penalty, Question)
            announced.setdefault(penalty.prompt.args["next"], set()).add(is_asked)
    expected = {"refill": {True}, "end": {False}, "maybe": {True, False}}
    for next_, are_asked in announced.items():
        assert are_asked == expected[str(next_)]


def unoffered_refills(seed: int, seats: int, length: str) -> list[str]:
    """Play a game; return the automatic refills in whose place a person could not have chosen another one."""
    rng, match = random.Random(seed), new_match(TRICK3, seats, {"length": length})
    unoffered = []
    for seat in match.decisions(ShuffleKey.from_text(f"{seed}")):
        view = match.view(seat)
        usual = PRESENTER.second_move(view)
        move = usual or rng.choice(match.legal(seat))
        if isinstance(move, Play):
            is_offered = "alone" in values(PRESENTER.ask(view, ()))
            after = match.with_move(seat, move)
            refill = PRESENTER.second_move(after.view(seat))
            may_expose = refill is not None and any(other.cards for other in after.legal(seat))
            if refill is not None and may_expose and (not is_offered or must_fold(after, seat, refill)):
                unoffered.append(f"{refill} after {move}")
        match.play(seat, move)
    return unoffered


def must_fold(match: Match, seat: int, refill: Move) -> bool:
    """True if the seat has no exposed card for round 2 of the same battle after a refill."""
    if match.view(seat).round > 1 or not match.view(seat).played[seat]:
        return False
    return not match.with_move(seat, refill).view(seat).exposed[seat]


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 4), length=st.sampled_from(["short", "long"]))
@settings(max_examples=20, deadline=None)
def test_automatic_refill_always_could_be_chosen(seed: int, seats: int, length: str) -> None:
    """If a refill may expose a card, the page before it offers that. None makes a seat fold by itself."""
    assert not unoffered_refills(seed, seats, length)


def test_refill_that_is_always_automatic_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property catches a rule that asks no seat, also without a card for round 2."""
    monkeypatch.setattr(menus._CardCounts, "is_refill_asked", property(lambda counts: False))
    assert any(unoffered_refills(seed, 4, "short") for seed in range(5))


def test_short_game_asks_for_a_refill_seldom() -> None:
    """A player who exposes no further card has less than one question about a refill in a short game."""
    count = 0
    for seed in range(6):
        rng, match = random.Random(seed), new_match(TRICK3, 4, {"length": "short"})
        for seat in match.decisions(ShuffleKey.from_text(f"{seed}")):
            view = match.view(seat)
            usual = PRESENTER.second_move(view)
            if view.phase == "refill":
                count += usual is None
                usual = usual or match.legal(seat)[-1]
            match.play(seat, usual or rng.choice(match.legal(seat)))
    assert count < 6 * 4, "fewer than one for each player of a game"


@pytest.mark.parametrize("stock", ["", "Ts"])
def test_last_card_can_be_exposed_to_leave(stock: str) -> None:
    """A single hidden card is offered as an answer of its own, which says that it means leaving."""
    state = play(third(f"7s Qs | 4h | {stock} | 5s 6s", "2h 9c | 4d | 3h | 6d 6h"), "0 play 7s")
    question = question_after(state)
    assert isinstance(question, Question)
    assert ("Expose Qs and leave" in labels(question).values()) is (not stock)
    # All three cards of this battle have been played.
    assert say(question.prompt).endswith("for the next battle?")
    assert not any(value.startswith("expose") for value in values(question))


def test_question_in_a_last_battle_speaks_of_no_next_one() -> None:
    """The last hidden card is for round 3; to expose it means to leave."""
    for round_, exposed in ((1, "4s"), (2, "")):
        state = at(f"5s | {exposed} | | 9d", "2h 5h | 4h | 9h", phase="refill", round_=round_, way="up")
        question = question_after(state)
        assert isinstance(question, Question)
        assert say(question.prompt) == "Your last hidden card: keep it to play on?"
        assert likely(question) == ["refill expose 5s", "refill none"]


def test_refill_after_card_can_be_chosen_separately() -> None:
    """The answer ``alone`` is offered only if the refill can expose a card."""
    assert "alone" not in values(
        question_after(at("2s 5s 9h Kd 3c 7c | 4s 6s Jd | Ts", "2h 5h 9s | 4h | 8c"))
    )
    assert values(question_after(ROUND_2, "alone")) == [
        value for value in values(question_after(ROUND_2)) if value != "alone"
    ]
    # Texts say what comes next.
    usual, with_refill = question_after(ROUND_2), question_after(ROUND_2, "alone")
    assert isinstance(usual, Question)
    assert isinstance(with_refill, Question)
    assert say(usual.prompt) == "Second card: which exposed one?"
    assert say(with_refill.prompt) == "Second card: which exposed one? Then you draw or expose."
    assert with_refill.stakes is not None
    assert say(with_refill.stakes.line).startswith("Exposed cards are used up, one in each battle.")
    assert question_after(ROUND_2, "alone", "fold") == question_after(ROUND_2, "fold")


@pytest.mark.parametrize(
    ("way", "prompts"),
    [
        ("up", ["First card, face up: which one?", "Second card", "Last card, face down"]),
        ("down", ["First card, face down: which one?", "Second card", "Last card, face up"]),
    ],
)
def test_question_says_how_the_card_will_lie(way: str, prompts: list[str]) -> None:
    """The first player chooses whether a battle begins face up; the others' questions say so."""
    for round_, prompt in enumerate(prompts, 1):
        question = question_after(at(*THREE, round_=round_, way=way))
        assert isinstance(question, Question)
        assert say(question.prompt).startswith(prompt)


def test_card_that_completes_the_hand_is_not_suggested_to_expose() -> None:
    """A card that the best hand of this battle needs stays hidden: the third card comes from there."""
    state = at("Ts Ad Kd 3c | | | 8h 9s", "2h 9c | 4d | 3h | 6d 6h", phase="refill", round_=2, way="up")
    (exposed,) = [value for value in likely(question_after(state)) if "expose" in value]
    assert "Ts" not in exposed


def test_framed_card_always_has_a_button() -> None:
    """The cards of the best hand come first, and are never left to a menu."""
    state = at("Qd Kd 4s 5s 7c 9h | Qh 2c 3c | Ts As Th", *THREE[1:])
    question = question_after(state)
    assert isinstance(question, Question)
    assert [choice.value for choice in question.choices[:2]] == ["Qd", "Kd"]
    assert [choice.value for choice in question.choices if choice.is_always_button] == ["Qd", "Kd", "fold"]
