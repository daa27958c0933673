"""Tests of headlines, lines, panels, warnings and texts in both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import chain, permutations

import pytest

from bot import LANGUAGES
from bot.language import catalogue
from games.core.match import GameHistory
from games.core.presentation import Question
from games.core.rules import OVER
from games.core.words import Text
from games.trick3 import TRICK3
from games.trick3.hands import DECKS, HANDS, classifier
from games.trick3.moves import FOLDS, REFILL_NONE, Fold, Play, Showdown
from games.trick3.possible import best_hands, rival_seats, unseen_cards
from games.trick3.rules import Trick3State
from tests.games import printing
from tests.games.play import new_match, play_advised, play_random
from tests.games.printing import question, say
from tests.games.trick3.tables import (
    PRESENTER,
    RULES,
    THREE,
    at,
    dealt,
    panel_of,
    play,
    random_states,
    third,
)


def test_every_kind_of_move_has_reason() -> None:
    reason_keys = set()
    for state in random_states(3):
        for seat in state.to_act if isinstance(state.to_act, tuple) else ():
            own = RULES.view(state, seat)
            reasons = [(move, PRESENTER.reason(move, own)) for move in RULES.legal(state, seat)]
            reason_keys |= {
                (type(move).__name__, reason.key) for move, reason in reasons if reason is not None
            }
    assert reason_keys == {
        ("Expose", "trick3-reason-expose"),
        ("Play", "trick3-reason"),
        ("Play", "trick3-reason-none"),
        ("Fold", "trick3-reason-fold"),
        ("Fold", "trick3-reason-fold-alone"),
        ("Refill", "trick3-reason-refill"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_decks_have_short_descriptions(deck: str, language: str) -> None:
    description = catalogue(language).format(f"trick3-option-deck-{deck}")
    numbers = re.findall(r"\d+", description)
    assert int(numbers[0]) == len(DECKS[deck].cards)
    assert deck not in description
    assert len(description) <= 80


@pytest.mark.parametrize(
    ("end", "leavers", "near"),
    [
        (
            "M",
            (3,),
            "The next player out ends the game; all who are out share the rest.",
        ),
        ("M", (), "The game ends once 2 are out; all who are out share"),
        ("M", (2, 3), "The game ends with this battle; all who are out share the rest."),
        ("L", (3,), "The game ends once 2 more are out; all who are out share"),
        ("L", (2, 3), "The next player out ends the game; all who are out share"),
        ("S", (), "The next player out ends the game. Win"),
    ],
)
def test_stakes_say_when_the_next_seat_out_of_cards_ends_the_game(
    end: str, leavers: tuple[int, ...], near: str
) -> None:
    """With one of four out of cards, the next one ends a game that ends when half are out.

    Before, the stakes say how many more it takes. Each time they say what running out of cards brings.
    """
    state = at(*THREE, "2h | 3h | |", end=end, leavers=leavers)
    stakes = PRESENTER.stakes(RULES.view(state, 0))
    assert stakes is not None
    assert say(stakes.line).startswith(near)
    # Places are named once the end is near, or with the last cards.
    is_end = near.startswith(("The next", "The game ends with"))
    assert ("If P1 wins: P1 6" in say(stakes.line)) == is_end


def test_stakes_do_not_speak_of_the_end_before_it_is_near() -> None:
    """As long as everybody has more than three cards, no line speaks of running out of them."""
    stakes = PRESENTER.stakes(RULES.view(at("2s 3s 4s 5s | 2h | ", "2d 3d 4d | 2c | 9c"), 0))
    assert stakes is not None
    assert say(stakes.line).startswith("Win:")


@pytest.mark.parametrize("seed", range(5))
def test_frame_before_the_first_battle_is_around_the_suggested_cards(seed: int) -> None:
    """No line there says that the best hand is framed: to expose all of its cards would spoil it."""
    state = play_random(new_match(TRICK3, 3), seed, 1).state
    scene = panel_of(state, 0)
    assert scene.hand is not None
    framed = [face.card for row in scene.hand.rows for face in row.cards if face.mark == "hot"]
    (suggested, *_) = question(TRICK3, RULES.view(state, 0)).choices
    assert sorted(framed) == sorted(suggested.value.split())
    assert not scene.lines


def test_framed_line_counts_the_rivals_who_could_have_more() -> None:
    """Before the last card a rival could have more if one of the unseen cards completes such a hand."""
    counted = Counter[int]()
    for state in chain.from_iterable(random_states(seed, length="short") for seed in range(15)):
        if state.phase != "play" or state.round != 3 or len(state.to_act) != 1:
            continue
        (seat,) = state.to_act
        view = RULES.view(state, seat)
        rivals = rival_seats(view)
        line = panel_of(state, seat).lines[0]
        # Rivals who have played two open cards lack one.
        if line.key != "trick3-framed" or view.way != "up" or not rivals:
            continue
        judge = classifier(view.deck)
        mine = judge.strength_count - line.args["rank"]
        stronger = 0
        for rival in rivals:
            first, second = view.played[rival][:2]
            stronger += any(judge.strength(first, second, card) > mine for card in unseen_cards(view))
        assert line.args["rivals"] == stronger
        counted[stronger] += 1
    assert len(counted) > 1, counted


def test_hands_after_a_fold_can_be_played_in_the_next_battle() -> None:
    """A hand has one exposed card and two hidden ones; with nothing exposed, one of three can be exposed."""
    kinds = Counter[bool]()
    bare = at("7s 8s 9s Kd 2c 2h | | 3d", *THREE[1:], folded=(0,), turn=1)
    for state in [bare, *random_states(1, length="short"), *random_states(2)]:
        for seat in set(state.folded) - set(state.left):
            if state.phase not in ("play", "refill"):
                continue
            view = RULES.view(state, seat)
            judge = classifier(view.deck)
            exposed = view.exposed[seat]
            playable = {
                judge.strength(first, second, third)
                for first, second, third in permutations(view.hand + exposed, 3)
                if Counter((first, third)) <= Counter(view.hand) and (second in exposed or not exposed)
            }
            hands = best_hands(view, judge, len(HANDS))
            assert {strength for strength, _ in hands} == playable - {0}, (view.hand, exposed)
            kinds[bool(exposed)] += 1
            if view.is_my_turn:
                continue
            assert say(PRESENTER.panel(view, ()).rest) == "⏳ You folded; the others play on."
    assert kinds[False]
    assert kinds[True] > 5


def test_panel_shows_best_hands_and_cards_at_stake() -> None:
    state = third("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", pot="Ks Kh")
    lines = [say(line) for line in panel_of(state, 0).lines]
    assert lines == ["Framed: straight flush, best of 8 kinds; nobody can beat it now"]
    waiting = PRESENTER.panel(RULES.view(state, 0), ()).lines
    assert say(waiting[0]).startswith("You can make: straight flush (5s 6s 7s)")
    stakes = PRESENTER.stakes(RULES.view(state, 0))
    assert (
        say(stakes.short_line) == "The next player out ends the game. "
        "Win: +7 or more (pot: 2). If P1 wins: P1 8, you 0 (before the rest is shared). Fold: −2 to the pot."
    )
    exposing = PRESENTER.stakes(RULES.view(dealt().state, 0))
    assert say(exposing.line) == (
        "In each battle you play a hidden card, an exposed one and a hidden one. The best hand takes all; a "
        "loss costs 3, a fold 1 or 2. Exposed cards are used up; you can add some as you play. With none you "
        "must fold."
    )
    first = at("7s Qs 2d | 3c | 3d", "2h 9c | 4d | 3h", pot="Ks Kh")
    assert "(pot: 2)" in say(PRESENTER.stakes(RULES.view(first, 0)).line)
    bare = at("7s Qs 2d | | 3d", "2h 9c | 4d | 3h")
    assert panel_of(bare, 0).lines[-1] == Text("trick3-beware", {"battle": "this"})
    assert not [line for line in panel_of(bare, 1).lines if line.key == "trick3-beware"]


def test_only_seat_to_act_has_tip() -> None:
    state = at("5s 6s 7s Kd 3c 9c | 4s 6h Jd | Ts As", "2h 5h 9s | 4h | 8c")
    assert PRESENTER.tip(RULES.view(state, 1)) is None
    # The stakes say what exposing is for.
    assert PRESENTER.tip(RULES.view(dealt().state, 0)) is None
    tips = [PRESENTER.tip(RULES.view(state, 0)), PRESENTER.tip(RULES.view(play(state, "0 play 5s up"), 0))]
    assert len({say(tip) for tip in tips if tip}) == 2
    nothing = PRESENTER.tip(RULES.view(at("5s 9d Kh | 7c | 2d", "2h 5h 9s | 4h | 8c"), 0))
    assert "framed" not in say(nothing)
    assert "stock" in say(nothing)
    # Without a stock there is nothing to hope for.
    empty = PRESENTER.tip(RULES.view(at("5s 9d Kh | 7c | ", "2h 5h 9s | 4h | 8c"), 0))
    assert say(empty) == "You hold no hand: bluff or fold."


def test_points_stand_between_two_games_of_a_match() -> None:
    """From the end of the first game until the second one's first battle there is a text on its points."""
    numbers = Counter[int]()
    for state in random_states(3, games="2", end="S", length="short"):
        view = RULES.view(state, None)
        so_far = PRESENTER.games_so_far(view)
        if so_far is not None:
            assert so_far.points == view.totals
            line = say(so_far.standing_of_all())
            # Points are cards here, in every language.
            assert f"with {max(view.totals)} cards" in line
            assert "点" not in say(so_far.standing_of_all(), "ja")
            others = [*chain.from_iterable(so_far.result.ranking[1:])]
            assert all(f"P{seat} {view.totals[seat]}" in line for seat in others)
            assert view.phase in ("deal", "expose")
            numbers[view.number] += 1
    assert {*numbers} == {1, 2}


def test_only_last_card_causes_suspense() -> None:
    for phase, round_, is_tense in (("play", 3, True), ("refill", 3, False), ("play", 2, False)):
        state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=round_, way="up", phase=phase)
        assert PRESENTER.is_tense(RULES.view(state, None)) == is_tense


def test_scores_show_parts_of_points() -> None:
    state = random_states(5)[-1]
    assert state.to_act == OVER
    view, result = RULES.view(state, None), RULES.result(state)
    scores = [PRESENTER.score(view, result, seat) for seat in range(view.seats)]
    for score, points in zip(scores, result.scores, strict=True):
        assert score.args["won"] + score.args["share"] == score.args["points"] == points
        assert say(score).split()[0] == f"{points:g}"
    assert any(score.args["share"] for score in scores)


def moves_with_warnings(state: Trick3State, seat: int) -> set[str]:
    """Return the legal moves with a warning."""
    view = RULES.view(state, seat)
    return {str(move) for move in RULES.legal(state, seat) if PRESENTER.warning(move, view)}


def test_moves_that_leave_game_have_warning() -> None:
    state = at("2s | 4s 6s | ", "2h 5h | 4h | 9h")
    assert moves_with_warnings(state, 0) == {"play 2s up", "play 2s down", "fold 2s"}
    warning = PRESENTER.warning(Play("2s", "up"), RULES.view(state, 0))
    assert warning
    assert say(warning) == (
        "You can’t win this battle: a hand needs two hidden cards. With this one you’re out. The game "
        "ends after this battle; all who are out share the rest (you: at least 22). Fold with an exposed "
        "card and you stay (no share if the game ends first)."
    )
    state = play(at("2s 5s 9s | 4s | ", "2h 5h | 4h | 9h"), "0 play 2s up")
    assert moves_with_warnings(state, 0) == {"refill expose 5s 9s"}
    assert not moves_with_warnings(at("2s | 4s 6s | 9d", "2h 5h | 4h | 9h"), 0)
    assert not moves_with_warnings(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", round_=2, way="up"), 0)


def test_stakes_of_the_last_hidden_cards_say_what_a_fold_forgoes() -> None:
    """A seat that folds in its last battle keeps a card, and so gets no share if the game ends first."""
    last = PRESENTER.stakes(RULES.view(at("2s 3s | 4s 6s | ", "2h 5h | 4h | 9h"), 0))
    assert last is not None
    assert last.is_loud
    assert say(last.line).endswith(
        "Fold: −1 to the pot; you stay (no share if the game ends first). "
        "If P1 wins: P1 6, you 0 (before the rest is shared)."
    )
    alone = PRESENTER.stakes(RULES.view(at("2s | 4s 6s | ", "2h 5h | 4h | 9h"), 0))
    assert alone is not None
    assert say(alone.line).endswith(
        "Fold with an exposed card and you stay (no share if the game ends first)."
    )
    bare = PRESENTER.stakes(RULES.view(at("2s | | ", "2h 5h | 4h | 9h"), 0))
    assert bare is not None
    assert say(bare.line).endswith("You leave, whether you play or fold.")


@pytest.mark.parametrize("own", ["3h 4d | | ", "3h | | 9c"])
def test_stakes_promise_no_win_without_a_card_to_expose(own: str) -> None:
    """With two cards left and none exposed a seat cannot win: no figure of a win, and no advice to bluff."""
    state = at(own, "2h 5h 7c | 4h | 9h")
    view = RULES.view(state, 0)
    stakes = PRESENTER.stakes(view)
    assert stakes is not None
    assert stakes.short_line is not None
    for line in (stakes.line, stakes.short_line):
        assert "You can’t win this battle" in say(line)
        assert "Win:" not in say(line)
    # The stakes name the missing card, so that no warning repeats it.
    assert not [line for line in panel_of(state, 0).lines if line.key == "trick3-beware"]
    assert PRESENTER.tip(view) is None


def test_no_battle_with_a_promised_win_is_lost_already() -> None:
    """A seat that is promised a win can still play three cards, and the others cannot."""
    promised = Counter[bool]()
    for own in ("3h 4d | | ", "3h | | 9c", "3h 4d | | 9c", "3h 4d | 5s | ", "3h 4d 6c | | ", "3h | 5s | 9c"):
        state = at(own, "2h 5h 7c | 4h | 9h")
        stakes = PRESENTER.stakes(RULES.view(state, 0))
        assert stakes is not None
        is_promised = stakes.line.key == "trick3-stakes"
        assert can_show_a_hand(state) == is_promised, own
        promised[is_promised] += 1
    assert promised == {True: 4, False: 2}


def can_show_a_hand(state: Trick3State) -> bool:
    """True if seat 0 can play three cards of this battle; the others fold."""
    if any(isinstance(event, Showdown) for event in state.news):
        return True
    if state.battle != 1 or not isinstance(state.to_act, tuple):
        return False
    (seat,) = state.to_act
    moves = RULES.legal(state, seat)
    if seat:
        moves = [FOLDS["2h"] if state.phase == "play" else REFILL_NONE]
    after = [RULES.step(state, seat, move) for move in moves if seat or not isinstance(move, Fold)]
    return any(map(can_show_a_hand, after))


def test_leaving_at_the_end_of_a_battle_is_announced_once() -> None:
    """A seat that folds, and leaves with the refill that ends the battle, had not left before."""
    state = at(
        "2s | | ",
        "2h 5h 7c | 4h | 9h | 3h 6h 8h",
        "2c 5c 7d | 4c | 9d",
        turn=0,
        phase="refill",
        round_=3,
        way="up",
        lead=1,
        folded=(0, 2),
    )
    after = RULES.step(state, 0, RULES.parse("refill expose 2s"))
    line = PRESENTER.consequence(RULES.view(after, 0))
    assert line is not None
    assert say(line).endswith("Your cards have run out: you leave the game.")
    assert "had left" not in say(line)


def test_refill_after_the_fold_is_for_the_next_battle() -> None:
    """After a fold, the refill is for the next battle, and nothing warns of a fold in this one."""
    state = at("2s 5s 9s 8d | | 6c", "2h 5h 7c | 4h | 9h", phase="refill", folded=(0,))
    view = RULES.view(state, 0)
    stakes = PRESENTER.stakes(view)
    assert stakes is not None
    question = PRESENTER.ask(view, ())
    assert isinstance(question, Question)
    assert "next battle" in say(question.prompt)
    assert say(stakes.line).startswith(
        "You have no exposed card: without one you must fold in round 2 of the next battle."
    )
    tip = PRESENTER.tip(view)
    assert tip is not None
    assert "round 2" not in say(tip)
    assert len(panel_of(state, 0).lines) == 1


@pytest.mark.parametrize("exposed", ["", "4c"])
@pytest.mark.parametrize("stock", ["", "6c 8c"])
def test_answers_about_a_refill_keep_their_order(exposed: str, stock: str) -> None:
    """Changing nothing is always the last quick answer, so that a quick tap does not hit another one."""
    state = at(f"2s 5s 9s 8d | {exposed} | {stock}", "2h 5h 7c | 4h | 9h", phase="refill", way="up")
    question = PRESENTER.ask(RULES.view(state, 0), ())
    assert isinstance(question, Question)
    quick = [choice.value for choice in question.choices[: question.likely_count]]
    drawn = ["refill draw 2"] if stock else []
    assert quick[: len(drawn)] == drawn
    assert quick[-1] == "refill none"
    assert len(quick) == len(drawn) + 2


def test_stakes_of_a_refill_say_that_leaving_loses_the_battle() -> None:
    """Who runs out of hidden cards loses the battle, unless all three cards are played."""
    state = at("2s 5s | 4s | | 9d", "2h 5h | 4h | 9h", phase="refill", way="up")
    stakes = PRESENTER.stakes(RULES.view(state, 0))
    assert stakes is not None
    assert say(stakes.line) == (
        "You leave by exposing all your hidden cards: you lose this battle and play no more. The game "
        "ends after this battle; all who are out share the rest (you: at least 22)."
    )
    played = at("2s 5s | 4s | | 9d 3d 7c", "2h 5h | 4h | 9h", phase="refill", round_=3, way="up")
    stakes = PRESENTER.stakes(RULES.view(played, 0))
    assert stakes is not None
    assert "lose this battle" not in say(stakes.line)


def test_panel_of_seat_that_left_has_only_a_line() -> None:
    state = play(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 fold 2s")
    panel = panel_of(state, 0)
    assert panel.board is None
    (line,) = panel.lines
    assert say(line).startswith("You were the 1st to run out of cards, with 0 captured.")


def test_statistics_have_best_winning_hand_and_most_cards() -> None:
    assert {hand for deck in DECKS.values() for hand in deck.order} == {*HANDS}
    for seed in range(2):
        match = play_advised(TRICK3, dealt(3, seed=seed), seed, "easy", 3000)
        events = showdowns(GameHistory(match))
        for seat, statistics in enumerate(match.statistics()):
            won = [event for event in events if seat in event.winners]
            hands = [HANDS.index(hand.hand) + 1 for event in won for hand in event.hands if hand.seat == seat]
            assert statistics["best_hand"] == max(hands, default=0)
            assert statistics["best_capture"] == max([event.each for event in won], default=0)
    _, line = PRESENTER.statistics({"battles": 9, "best_hand": len(HANDS), "best_capture": 17})
    assert say(line) == "🏅 Best hand: triple; most cards from one battle: 17"


def showdowns(past: GameHistory) -> list[Showdown]:
    news = [event for number in range(len(past.moves)) for event in past.view_before(number + 1).news]
    return [event for event in news if isinstance(event, Showdown)]


def test_highlights_are_those_of_showdowns() -> None:
    """Highlights are the best winning hand, the largest win, and the weakest hand that won by folds."""
    for seed in range(8):
        match = play_random(new_match(TRICK3, 3), seed, 3000)
        past = GameHistory(match)
        order = DECKS[match.view(None).deck].order
        events = [event for event in showdowns(past) if event.winners]
        hands = [
            (order.index(hand.hand) + 1, len(event.hands))
            for event in events
            for hand in event.hands
            if hand.seat in event.winners
        ]
        tales = {
            highlight.kind: (highlight, TRICK3.presenter.picture_story(highlight, past))
            for highlight in match.highlights()
        }
        best, haul = tales["hand"][0], tales["haul"][1]
        assert best.size == max(place for place, _ in hands) / len(order)
        assert haul.headline.args["count"] == max(event.each for event in events)
        assert len(haul.frames[2].rows[1].cards) == haul.headline.args["count"]
        alone = [place for place, count in hands if count == 1]
        assert ("steal" in tales) == bool(alone)
        if alone:
            assert tales["steal"][0].size == 1 - min(alone) / len(order)
        for highlight, tale in tales.values():  # from the lead of the battle on
            _, lead = match.moves[highlight.first_move]
            battles = {
                past.view_before(number).battle
                for number in range(highlight.first_move, highlight.last_move + 1)
            }
            assert len(battles) == 1
            earlier = past.view_before(highlight.first_move - 1)
            assert earlier.battle not in battles or earlier.phase != "play"
            assert not isinstance(lead, Play) or not any(past.view_before(highlight.first_move).played)
            seen, laid = tale.frames[0].rows[0].cards, tale.frames[2].rows[0].cards
            assert [face.card for face in seen].count("") == 1
            assert {face.card for face in seen} <= {face.card for face in laid} | {""}


@pytest.mark.parametrize("name", DECKS)
def test_guide_lists_order_of_hands_with_examples(name: str) -> None:
    deck = DECKS[name]
    guide = PRESENTER.guide(RULES.view(dealt(2, family=deck.family, deck=name).state, None))
    for (kind, cards), hand in zip(guide, reversed(deck.order), strict=True):
        assert kind.args["hand"] == Text(f"trick3-hand-{hand}")
        assert say(kind)
        assert classifier(name).hand(cards) == hand
        assert not Counter(cards) - Counter(deck.cards)


# --- reveals -------------------------------------------------------------------------------

NINE, OUT = "2h 9c | 4d | 3h | 6d 6h", "2c Kc | Kd | 3c"
FIGHT = third("7s Qs | 4h | 3d | 6s 5s", NINE, OUT, folded=(2,))
POT = third("7s Qs | 4h | 3d | 6s 5s", NINE, OUT, folded=(2,), pot="As Kh")
TIE = third("6c Qs | 4h | 3d | 5s 5c", "2c 9c | 4d | 3h | 6d 6h", pot="As")
HANDLESS = third("Qs | 4h | 3d | 5s 2d", "9c | 4d | 3h | 6d 2h", "2c | Kh | 3c", folded=(2,))
ALONE = third("Qs 2c 5c | 4h | 3d | 5s 2d", "9c Tc | 4d | 3h", "2h Kd | Kh | 3c", folded=(1, 2))
RARE = third("Qs Qc 5c | 4h | 3d | 5s 5d", "9c Tc | 4d | 3h", folded=(1,))
FLUSH = "Qs 9h 5c | 4h | 3d | 5h 2h"
HAUL = third(FLUSH, "9c Tc | 4d | 3h | 7d 7c", pot="As Ad Ac Ah Ks Kd")
NARROW = third(FLUSH, "9c Tc | 4d | 3h | 7d 8d")
LAST = third("7s | 4h | | 6s 5s", NINE)
FIRST_OF_TWO = third("7s | 4h | | 6s 5s", NINE, games=2)
OUT_OF_CARDS = third("7s | 4h | | 6s 5s", NINE, "2c | Kd | 3c", folded=(2,))
FOLDING = at("7s Qs | 4h 2d | 3d", "2h 9c | 4d 2c | 3h")


@pytest.mark.parametrize(
    ("state", "moves", "headline", "line", "verdicts"),
    [
        (FIGHT, "0 play 7s, 0 refill none, 1 play 9c, 1 refill none",
         "Straight flush! P0 takes 6 cards", "The strongest hand in this deck! Folded: P2.",
         {0: "You win the battle (straight flush): +6 cards.",
          1: "P0 takes 6 cards: straight flush beats your one pair.",
          2: "P0 takes 6 cards (straight flush); you had folded."}),
        (POT, "0 play 7s, 0 refill none, 1 play 9c, 1 refill none",
         None, "The strongest hand in this deck! Folded: P2. Cards in the pot: As Kh.", {}),
        (TIE, "0 play Qs, 1 play 9c, 1 refill none",
         "P0, P1 tie (one pair): 3 cards each, 1 stays in the pot",
         "Equal hands tie: ranks don’t count.",
         {0: "You and P1 tie (one pair): +3 cards each."}),
        (HANDLESS, "0 play Qs, 1 play 9c, 1 refill none", "Nobody has a hand: the pot grows to 6 cards",
         "Folded: P2.",
         {0: "You have no hand, and nobody else has one: all cards go to the pot, now 6.",
          2: "Nobody had a hand: all cards go to the pot, now 6."}),
        (ALONE, "0 play Qs, 0 refill none",
         None, "Everybody else had folded. Any hand would have won – and P0 had none.",
         {0: "You have no hand: your cards go to the pot, now 3 cards.",
          1: "P0 had no hand: the cards go to the pot, now 3 cards."}),  # folded cards are unknown
        (ALONE, "0 play 2c, 0 refill none",
         None, "Everybody else folded – and P0 had only one pair!", {}),
        (RARE, "0 play 5c, 0 refill none", None, "Only one hand is stronger: straight flush.", {}),
        (HAUL, "0 play 9h, 0 refill none, 1 play 9c, 1 refill none",
         "Flush! P0 takes 12 cards", "12 cards in a single battle!", {}),
        (NARROW, "0 play 9h, 1 play Tc, 1 refill none",
         None, "A narrow win: flush just beats run of two.", {}),
        (LAST, "0 play 7s, 1 play 9c, 1 refill none", "Straight flush! P0 takes 6 cards",
         "The game is over: 1 of 2 players is out of cards. P0 gets the 4 cards nobody captured, "
         "for running out. P0 wins with 10 cards!",
         {0: "You win the battle (straight flush): +6 cards.",
          1: "P0 takes 6 cards: straight flush beats your one pair."}),  # the panel has place and points
        (FIRST_OF_TWO, "0 play 7s, 1 play 9c, 1 refill none", None, None,
         {0: "You win the battle (straight flush): +6 cards. "
             "You end with 10 cards: 6 taken + 4 for running out.",
          1: "P0 takes 6 cards: straight flush beats your one pair. "
             "You end with 0 cards."}),
        (OUT_OF_CARDS, "0 play 7s, 1 play 9c, 1 refill none", None, None,
         {0: "You win the battle (straight flush): +6 cards. "
             "Your cards have run out: you leave the game.",
          1: "P0 takes 6 cards: straight flush beats your one pair. P0 is out: 1 card goes to the pot."}),
        (FOLDING, "0 fold Qs, 1 fold 9c, 1 refill none", "Everybody has folded: 2 cards are in the pot", "",
         dict.fromkeys((0, 1), "Everybody has folded; 2 cards wait in the pot.")),
    ],
)  # fmt: skip
def test_end_of_battle_has_texts(
    state: Trick3State, moves: str, headline: str | None, line: str | None, verdicts: Mapping[int, str]
) -> None:
    """Each battle has a headline and verdicts, and a great battle has an extra line."""
    state = play(state, *moves.split(", "))
    battle_headline, extra_line = (
        say(printing.reveal(TRICK3, state).headline),
        printing.reveal_line(TRICK3, state),
    )
    assert (battle_headline, extra_line) == (
        headline or battle_headline,
        extra_line if line is None else line,
    )
    player_verdicts = printing.verdicts(TRICK3, state)
    assert {seat: player_verdicts[seat] for seat in verdicts} == verdicts


def test_game_end_after_all_folded_has_texts() -> None:
    over = play(at("7s Qs | 4h 2d | 3d", "9c | 4d"), "0 fold Qs", "1 fold 9c")
    assert say(printing.reveal(TRICK3, over).headline) == "Everybody has folded"
    assert printing.reveal_line(TRICK3, over).startswith("The game is over: 1 of 2 players is out of cards.")
    assert printing.verdicts(TRICK3, over)[0] == "Everybody has folded."
