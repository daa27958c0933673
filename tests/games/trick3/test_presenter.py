"""How the game looks: headline, line, panel, warnings, words in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.language.catalogue import LANGUAGES, catalogue
from games.core.match import Match
from games.core.rules import OVER
from games.core.words import Text
from games.trick3 import TRICK3
from games.trick3.decks import DECKS, HANDS
from games.trick3.events import Showdown
from games.trick3.moves import Play
from games.trick3.state import Trick3State
from tests.games.play import play_advised
from tests.games.printing import say
from tests.games.trick3.tables import PRESENTER, RULES, at, dealt, panel_of, play, random_states, table_of


def some_states() -> Iterator[Trick3State]:
    """Positions of whole games of each family and end, with one or two games."""
    for seed, (family, end) in enumerate([("trump", "L"), ("mahjong", "S"), ("tesca", "M")]):
        yield from random_states(seed + 3, family=family, end=end, games=str(1 + seed % 2))


def test_every_kind_of_move_has_a_reason_in_words() -> None:
    """What a card may still make, why one folds, what a refill leaves."""
    said = set()
    for state in some_states():
        for seat in range(RULES.view(state, None).seats):
            own = RULES.view(state, seat)
            found = [(move, PRESENTER.reason(move, own)) for move in RULES.legal(state, seat)]
            said |= {(type(move).__name__, reason.key) for move, reason in found if reason is not None}
    assert said == {
        ("Play", "trick3-reason"),
        ("Fold", "trick3-reason-fold"),
        ("Refill", "trick3-reason-refill"),
    }


def test_the_line_tells_the_deck_in_words_and_then_the_way() -> None:
    """What is played with before the first battle, afterwards where in the game this is."""
    line = table_of(dealt(3).state).line
    assert say(line).startswith("80 cards: A to 7, J, Q, K, two of each")
    line = table_of(at("2s 5s | 4s | ", "2h 5h | 4h | ", round_=2, way="down")).line
    assert say(line) == "Battle 1, round 2 of 3 · down: face down, exposed, face up"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", DECKS)
def test_decks_are_told_in_words(deck: str, language: str) -> None:
    """With the right number of cards, of copies, and without the name by which programs call them."""
    told = catalogue(language).format(f"trick3-option-deck-{deck}")
    numbers = re.findall(r"\d+", told)
    assert int(numbers[0]) == len(DECKS[deck].cards)
    assert deck not in told
    assert len(told) <= 80


def test_panel_tells_best_hands_and_what_is_at_stake() -> None:
    """What the cards can become, how many cards the battle is about, and that an exposed card is needed."""
    state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up", pot="Ks Kh")
    lines = [say(line) for line in panel_of(state, 0).lines]
    assert lines[0].startswith("You can make: Straight flush (5s 6s 7s)")
    assert lines[1:] == ["At stake: 6 cards, 2 of them in the pot"]
    bare = at("7s Qs 2d | | 3d", "2h 9c | 4d | 3h")
    assert panel_of(bare, 0).lines[-1] == Text("trick3-beware")
    assert Text("trick3-beware") not in panel_of(bare, 1).lines


def test_tips_are_for_who_is_to_act() -> None:
    """One sentence in each phase of one's turn, and none out of turn."""
    state = at("5s 6s 7s Kd 3c 9c | 4s 6h Jd | Ts As", "2h 5h 9s | 4h | 8c")
    assert PRESENTER.tip(RULES.view(state, 1)) is None
    tips = [PRESENTER.tip(RULES.view(dealt().state, 0)), PRESENTER.tip(RULES.view(state, 0))]
    tips.append(PRESENTER.tip(RULES.view(play(state, "0 play 5s up"), 0)))
    assert len({say(tip) for tip in tips if tip}) == 3
    nothing = PRESENTER.tip(RULES.view(at("5s 9d Kh | 7c", "2h 5h 9s | 4h | 8c"), 0))
    assert "framed" not in say(nothing)


def test_only_the_last_card_makes_it_tense() -> None:
    """Computer players take their time over the third card, as anybody can see."""
    sides = ("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h")
    assert PRESENTER.is_tense(RULES.view(at(*sides, round_=3, way="up"), None))
    assert not PRESENTER.is_tense(RULES.view(at(*sides, round_=3, way="up", phase="refill"), None))
    assert not PRESENTER.is_tense(
        RULES.view(at("7s | 4h | 3d | 5s", "2h | 4d | 3h | 6d", round_=2, way="up"), None)
    )


def test_scores_say_what_points_are_made_of() -> None:
    """At the end every seat's points, and its share of the cards that nobody captured."""
    state = random_states(5)[-1]
    assert state.to_act == OVER
    view, result = RULES.view(state, None), RULES.result(state)
    shares = 0
    for seat in range(view.seats):
        score = PRESENTER.score(view, result, seat)
        won, share, points = (score.args[name] for name in ("won", "share", "points"))
        assert isinstance(won, int)
        assert isinstance(share, int)
        assert won + share == points == result.scores[seat]
        assert say(score).split()[0] == str(points)
        shares += share
    assert shares > 0


def warned_of(state: Trick3State, seat: int) -> set[str]:
    """List the legal moves that carry a warning."""
    view = RULES.view(state, seat)
    return {str(move) for move in RULES.legal(state, seat) if PRESENTER.warning(move, view)}


def test_moves_that_leave_the_game_are_warned_of() -> None:
    """Moves that would end one's game carry a warning, which tells of the battle; others don't."""
    state = at("2s | 4s 6s | ", "2h 5h | 4h | 9h")
    assert warned_of(state, 0) == {"play 2s up", "play 2s down", "fold 2s"}
    warning = PRESENTER.warning(Play("2s", "up"), RULES.view(state, 0))
    assert warning == Text("trick3-warning-leave", {"battle": "lost"})
    assert warning
    assert say(warning)
    state = play(at("2s 5s 9s | 4s | ", "2h 5h | 4h | 9h"), "0 play 2s up")
    assert warned_of(state, 0) == {"refill expose 5s 9s"}
    assert not warned_of(at("2s | 4s 6s | 9d", "2h 5h | 4h | 9h"), 0)
    assert not warned_of(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", round_=2, way="up"), 0)


def test_panel_without_cards() -> None:
    """Who has left sees how, with how many points, that a share will come, and no menus."""
    state = play(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 fold 2s")
    panel = panel_of(state, 0)
    assert panel.board is None
    (line,) = panel.lines
    assert say(line).startswith("You were no. 1 to leave, with 0 captured.")


def test_statistics_tell_the_best_hand_that_won_and_the_most_cards() -> None:
    """Over whole games of any deck; the names of all hands that there are."""
    assert {hand for deck in DECKS.values() for hand in deck.order} == {*HANDS}
    for seed in range(2):
        match = play_advised(TRICK3, dealt(3, seed=seed), seed, "easy", 3000)
        again, shown = Match(match.rules, match.setup), []
        for actor, move in match.moves:
            again.play(actor, move)
            shown += [event for event in again.state.news if isinstance(event, Showdown)]
        for seat, facts in enumerate(match.facts()):
            won = [event for event in shown if seat in event.winners]
            hands = [HANDS.index(one.hand) + 1 for event in won for one in event.hands if one.seat == seat]
            assert facts["best_hand"] == max(hands, default=0)
            assert facts["best_capture"] == max([event.each for event in won], default=0)
    told = [
        say(line) for line in PRESENTER.facts({"battles": 9, "best_hand": len(HANDS), "best_capture": 17})
    ]
    assert told[1:] == ["🏅 Best hand: Triple; most cards from one battle: 17"]
