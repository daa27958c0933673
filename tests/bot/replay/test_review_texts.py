"""Tests of the texts of a review: which move a reason is about, and how many costly moves are listed."""

from __future__ import annotations

import random
import re
from typing import Any, TypeGuard

import pytest
from msgspec.structs import replace

from bot.language import Localizer, plain, unmarked
from bot.replay.review import decision_page, overview_page
from bot.tables.state import TableState
from bot.thinking.reviews import (
    NamelessHighlight,
    Review,
    ReviewedDecision,
    _with_chance,
    decisions,
    losing_decision,
    winning_highlight,
)
from bot.wire.components import MediaGallery, StringSelect, walk
from games import GAMES, Game, find_game
from games.core.game import Estimate
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.words import Seat, Text
from games.lost.pictures import short_claim_text
from games.trick3.moves import Showdown
from tests.amounts import EXPLORE
from tests.bot.playing import state_after_random_moves, undealt_table
from tests.bot.replay.finished import NAMES, finished_game, review_of, texts_of
from tests.promises import MOST_COSTLY

LOST = find_game("lost")


def lines_of(state: TableState, decision: ReviewedDecision, language: str) -> list[str]:
    """Return the lines of a decision's page with the strong player's move."""
    (above,) = texts_of(decision_page(state, Review([decision]), 0, language))
    return [unmarked(line.removeprefix("-# ")).lower() for line in above.split("\n")]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_reason_stands_below_the_move_that_it_is_about(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the two moves has its own reason below it; a move without a reason has none."""
    reason_of = LOST.presenter.reason
    # Nearly all moves of this game have a reason: some lose theirs.
    monkeypatch.setattr(
        type(LOST.presenter),
        "reason",
        lambda _, move, view: None if str(move).startswith(("lost", "back")) else reason_of(move, view),
    )
    state, words = finished_game(LOST, 3), Localizer(language, ["Hana", "Ken", "さくら", "Zoë"])

    def printed(text: Text | None) -> str:
        return "" if text is None else unmarked(words(text)).lower()

    kinds = set()
    for decision in review_of(state, every=True).decisions:
        assert decision.best is not None
        moves = [decision.move, decision.best.move]
        names = [printed(LOST.presenter.name(move, decision.view)) for move in moves]
        reasons = [printed(LOST.presenter.reason(move, decision.view)) for move in moves]
        lines = lines_of(state, decision, language)
        places = [next(at for at, line in enumerate(lines) if line.endswith(f" · {name}")) for name in names]
        if len({*reasons}) == 1:
            assert sum(bool(reasons[0]) and reasons[0] in line for line in lines) == bool(reasons[0])
            continue
        for at, reason in zip(places, reasons, strict=True):
            below = lines[at + 2 : at + 3]  # after the move and its bar
            assert (below == [reason]) == bool(reason)
        kinds.add((bool(reasons[0]), bool(reasons[1])))
    assert kinds == {(False, True), (True, False), (True, True)}


def test_tried_move_has_its_reason() -> None:
    """The reason of a tried move stands below its rating, unless another move shares it."""
    state = finished_game(LOST, 3)
    words = Localizer("en", ["Hana", "Ken", "さくら", "Zoë"])

    def printed_reason(decision: ReviewedDecision, move: Move) -> str:
        reason = LOST.presenter.reason(move, decision.view)
        return "" if reason is None else words(reason)

    assert state.match is not None
    seen = set[bool]()
    for decision in decisions(state.match, 0, frozenset()):
        best = next((move for move in decision.legal if move != decision.move), decision.move)
        judged = replace(decision, estimates=(Estimate(best, 0.9), Estimate(decision.move, 0.4)))
        known = [printed_reason(decision, move) for move in (best, decision.move)]
        for move in decision.legal[:40]:
            page = decision_page(state, Review([judged]), 0, "en", Estimate(move, 0.1))
            scale, rating, below = texts_of(page)[0].split("\n")[2:5]
            assert scale.startswith("-# Percent: your chance not to lose")
            assert rating.startswith("👎")
            reason = printed_reason(decision, move)
            if not reason or reason in known:
                assert not below.startswith("-#")
                seen.add(False)
            else:
                assert below.replace("*", "").lower() == f"-# {reason}".lower()
                seen.add(True)
    assert seen == {True, False}


@pytest.mark.parametrize(("language", "expected"), [("en", "The 3 worst"), ("ja", "特に損をした3手")])
def test_overview_says_that_it_lists_only_the_worst_decisions(language: str, expected: str) -> None:
    """The list of costly decisions has a heading if some costly decisions are not listed."""
    state = finished_game(find_game("bull"))
    review = review_of(state)
    assert len(review.costliest) > MOST_COSTLY
    for count in (MOST_COSTLY, MOST_COSTLY + 1):
        some = Review(review.decisions[:count])
        some.done = count
        text = "\n".join(texts_of(overview_page(state, some, language)))
        assert text.count("• ") == MOST_COSTLY
        assert (expected in text) == (count > MOST_COSTLY)


MOST_DECISIONS = 1000 if EXPLORE else 14
"""The number of decisions of a random review."""

NUMBERS = re.compile(r"(\d+)\s?%")


def random_review(state: TableState, seed: int) -> Review:
    """Return a review of the first seat's decisions with random estimates of the moves."""
    assert state.match is not None
    rng = random.Random(seed)
    spread = (0.01, 0.07, 0.1, 0.3, 0.6)[seed % 5]
    judged = []
    for decision in decisions(state.match, 0, frozenset())[:MOST_DECISIONS]:
        shares = sorted([rng.uniform(0.5 - spread / 2, 0.5 + spread / 2) for _ in range(2)], reverse=True)
        others = [move for move in decision.legal if move != decision.move]
        moves = rng.sample([decision.move, rng.choice(others)], 2)
        estimates = tuple(map(Estimate, moves, shares))
        judged.append(replace(decision, estimates=estimates if rng.random() < 0.9 else (), legal=()))
    review = Review(judged)
    review.done = len(judged)
    return review


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_sentences_of_a_review_agree(game: Game, language: str) -> None:
    """A number of a review is the same wherever it stands, and no sentence contradicts another one."""
    words = Localizer(language)
    seen = set[str]()
    close, costly = {"en": (" close (at most 8%", " costly"), "ja": ("8%以内", "大きく損をした手")}[language]
    for seed in range(5):  # each spread of the estimates once
        state = finished_game(game, seed)
        review = random_review(state, seed)
        page = overview_page(state, review, language)
        overview = "\n".join(texts_of(page))
        numbers: dict[int, list[int]] = {}  # of each decision's page: the played move, then a better one
        for index, decision in enumerate(review.decisions):
            (above,) = texts_of(decision_page(state, review, index, language))
            drawn = [line for line in above.split("\n") if line.startswith("▰")]
            bars = [int(NUMBERS.findall(line)[0]) for line in drawn]
            assert len({line.count("▰") for line in drawn}) == len(drawn), "different values look alike"
            numbers[decision.number] = bars
            assert (words("review-good") in above) == (len(bars) == 1)
        losses = [bars[1] - bars[0] for bars in numbers.values() if len(bars) == 2]
        assert all(loss > 2 for loss in losses)
        # The sentence counts only what happened.
        assert (close in overview) == (min(losses, default=9) <= 8)
        assert (costly in overview) == (max(losses, default=0) > 8)
        # The costliest decisions have the numbers of their own pages.
        listed = [line for line in overview.split("\n") if line.startswith("• ")]
        assert bool(listed) == (max(losses, default=0) > 8)
        for line in listed:
            place = int(re.findall(r"\d+", line)[0])
            number = review.decisions[place - 1].number
            assert [int(each) for each in NUMBERS.findall(line)[-2:]] == numbers[number][::-1]
        seen.update(review.qualities)
    assert seen == {"good", "fair", "poor"}


PERCENTS = {
    ("en", "one other"): "your chance to win the game",
    ("ja", "one other"): "対局に勝つ確率",
    ("en", "one loser"): "your chance not to lose the game",
    ("ja", "one loser"): "対局に負けない確率",
    ("en", "places"): "your chance to finish ahead of another player",
    ("ja", "places"): "ほかの人より上位になる確率",
}
SETUPS = (
    ("bull", 2, {"end": "first"}, "one other"),
    ("bull", 4, {"end": "first"}, "one loser"),
    ("bull", 4, {}, "places"),
    ("lost", 4, {}, "one loser"),
    ("netsuzo", 3, {}, "places"),
    ("tomoe", 3, {}, "places"),
    ("trick3", 4, {}, "places"),
)
"""Games with their numbers of seats and options, and what the percents of a review mean there."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("game_id", "seats", "options", "meaning"), SETUPS)
def test_meaning_of_the_percents_stands_above_them(
    game_id: str, seats: int, options: dict[str, str], meaning: str, language: str
) -> None:
    """Each page with figures says first what they mean; with one loser, winning for certain is 100 %."""
    game = find_game(game_id)
    dealt = undealt_table(game, NAMES[:seats], options).with_deal()
    state = state_after_random_moves(dealt, random.Random(1), 9)
    assert state.match is not None
    each_seat = [decisions(state.match, seat, frozenset()) for seat in range(seats)]
    decision = next(each for decided in each_seat for each in decided if len(each.legal) > 2)
    (other, third) = [move for move in decision.legal if move != decision.move][:2]
    certain = seats / (2 * (seats - 1)) if meaning == "one loser" else 1.0
    shares = {other: certain, decision.move: 0.0}
    estimates = [_with_chance(Estimate(move, share), game, decision.view) for move, share in shares.items()]
    decision = replace(decision, estimates=tuple(estimates), truth=None)
    review = Review([decision])
    review.done = 1
    wanted = PERCENTS[language, meaning]
    for page in (overview_page(state, review, language), decision_page(state, review, 0, language)):
        text = "\n".join(texts_of(page))
        assert text.count(wanted) == 1
        before, _, after = text.partition(wanted)
        with_figures = [line for line in after.split("\n") if line.startswith(("▰", "▱", "•"))]
        assert sorted(NUMBERS.findall(" ".join(with_figures))) == ["0", "100"]
        assert not re.search("▰|•", before)
    # A person who looks for a better move first reads no figures.
    unanswered = Review([replace(decision, estimates=(*estimates, Estimate(third, 0.5)))])
    (above, *_) = texts_of(decision_page(state, unanswered, 0, language, is_answered=False))
    assert wanted not in above


@pytest.mark.parametrize("language", ["en", "ja"])
def test_better_move_in_the_overview_has_a_reason(language: str) -> None:
    """A bluff that is better than a right challenge is so because it is rarely caught.

    While the better move is not named, the odds of the claim speak against the challenge.
    """
    state = finished_game(find_game("bull"))
    assert state.match is not None
    words = Localizer(language, [*NAMES])
    answers = [each for each in decisions(state.match, 0, frozenset()) if each.truth is not None]
    assert answers
    reasons = set[bool]()
    for decision in answers:
        challenge = decision.legal[-1]
        assert str(challenge) == "challenge"
        bluff = decision.legal[-2]
        estimates = (Estimate(bluff, 0.8, 0.2), Estimate(challenge, 0.3))
        review = Review([replace(decision, move=challenge, estimates=estimates)])
        review.done = 1
        lines = "\n".join(texts_of(overview_page(state, review, language))).split("\n")
        (at,) = [at for at, line in enumerate(lines) if line.startswith("• ")]
        assert words("review-risk", percent=20).lower() in lines[at + 1].lower()
        reason = state.game.presenter.reason(bluff, decision.view)
        assert reason is None or words(reason).lower() in lines[at + 1].lower()
        against = state.game.presenter.reason(challenge, decision.view)
        assert against is not None
        reasons.add(reason is None)
        third = next(move for move in decision.legal if move not in (bluff, challenge))
        for others, why in (([], reason or against), ([Estimate(third, 0.1)], against)):
            judged = (Estimate(bluff, 0.8), estimates[1], *others)
            review = Review([replace(decision, move=challenge, estimates=judged)])
            review.done = 1
            lines = "\n".join(texts_of(overview_page(state, review, language))).split("\n")
            assert lines[at + 1] == f"-# {words('review-reason', reason=words(why))}"
    assert True in reasons


@pytest.mark.parametrize(("language", "you"), [("en", "you"), ("ja", "あなた")])
def test_review_calls_its_reader_you(language: str, you: str) -> None:
    """The reader's best moments say *you* in place of the reader's name, and name all others."""
    named = Text("highlight-catch", {"seat": Seat(1), "other": Seat(0), "claim": Text("bull-challenge")})
    state = finished_game(find_game("bull"))
    judged = review_of(state).decisions[:1]
    review = Review(judged, [NamelessHighlight(state.seq, named)])
    review.done = 1
    page = "\n".join(texts_of(overview_page(state, review, language)))
    (line,) = [line for line in page.split("\n") if line.startswith("⚡")]
    assert you in line
    assert NAMES[0] in line
    assert NAMES[1] not in line


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_listed_decision_names_the_claim_that_it_was_about(game_id: str, language: str) -> None:
    """An entry has the number of one's decision, who claimed what, the own move and the better one."""
    game = find_game(game_id)
    state = finished_game(game)
    assert state.match is not None
    own = [each for each in decisions(state.match, 0, frozenset()) if each.truth is not None]
    decision = own[0]
    other = next(move for move in decision.legal if move != decision.move)
    estimates = (Estimate(other, 0.8), Estimate(decision.move, 0.3))
    review = Review([replace(decision, estimates=estimates)])
    review.done = 1
    overview = "\n".join(texts_of(overview_page(state, review, language)))
    (line,) = [line for line in overview.split("\n") if line.startswith("• ")]
    words = Localizer(language, [*NAMES])
    # The reason for the better move stands below it.
    reason = game.presenter.reason(other, decision.view)
    assert (reason is None) == (game_id == "bull"), "a warning takes the place of a reason"
    assert reason is None or words("review-reason", reason=words(reason)) in overview
    claim = game.presenter.claims(decision.public)[-1]
    wanted = [{"en": "Decision 1 ", "ja": "判断1 "}[language], NAMES[claim.seat], words(claim.words)]
    wanted += [words(game.presenter.name(move, decision.view)) for move in (decision.move, other)]
    for part in wanted:
        assert unmarked(part).lower() in unmarked(line).lower()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_only_an_answer_is_said_to_be_about_a_claim(language: str) -> None:
    """In Lost Poker a decision names another player's claim if it answers that claim, and only then."""
    answers = 0
    others = 0
    state = finished_game(LOST, 3)
    words = Localizer(language, [*NAMES])
    review = review_of(state, every=True)
    (menu,) = [part for part in walk(overview_page(state, review, language).components) if is_menu(part)]
    labels = {option.value: option.label for option in menu.options}
    for decision in review.decisions:
        if str(decision.number) not in labels:
            continue
        play = decision.view.play
        if LOST.rules.claim(decision.public) == "open":
            claim = Text("lost-caption-claim", {"claim": short_claim_text(play.claim)})
            wanted = plain(words("review-claim", seat=Seat(play.seat), claim=claim))
            assert wanted in labels[str(decision.number)]
            answers += 1
        else:
            assert all(f" {name}: " not in labels[str(decision.number)] for name in NAMES)
            others += 1
    assert answers
    assert others


def is_menu(part: object) -> TypeGuard[StringSelect]:
    return isinstance(part, StringSelect)


def test_costly_best_moment_is_reconciled() -> None:
    """A best moment says so if another move was better, even by little; one that was a good move does not."""
    state = finished_game(find_game("bull"))
    assert state.match is not None
    (decision, *_) = [each for each in decisions(state.match, 0, frozenset()) if each.truth is not None]
    other = next(move for move in decision.legal if move != decision.move)
    named = Text("highlight-catch", {"seat": Seat(0), "other": Seat(1), "claim": Text("bull-challenge")})
    for shares, is_bad_bet in (((0.8, 0.3), True), ((0.8, 0.75), True), ((0.8, 0.79), False)):
        estimates = (Estimate(other, shares[0]), Estimate(decision.move, shares[1]))
        highlight = NamelessHighlight(decision.number + 1, named)
        review = Review([replace(decision, estimates=estimates)], [highlight])
        review.done = 1
        page = "\n".join(texts_of(overview_page(state, review, "en")))
        assert ("another move was better" in page) == is_bad_bet
        # Several of them have one note.
        twice = Review(review.decisions, [highlight, highlight])
        twice.done = 1
        page = "\n".join(texts_of(overview_page(state, twice, "en")))
        assert page.count("another move was better") == is_bad_bet


@pytest.mark.parametrize(("game_id", "language"), [("lost", "ja"), ("bull", "en"), ("netsuzo", "ja")])
def test_decision_after_which_the_reader_was_out_is_named(game_id: str, language: str) -> None:
    """The overview names it for those who were eliminated, with its cost or that nothing was better.

    It is not said if a computer moved for them later.
    """
    words = Localizer(language)
    state = finished_game(find_game(game_id))
    assert state.match is not None
    gone = state.match.view(None).gone
    assert 0 < len(gone) < len(state.seats)
    mark = words("review-last", decision="", how="good", cost="").partition(":")[0]
    for seat in range(len(state.seats)):
        decided = decisions(state.match, seat, frozenset())
        last = losing_decision(state, seat, decided, frozenset())
        assert (last is not None) == (seat in gone)
        if last is None:
            continue
        assert losing_decision(state, seat, decided[:-1], frozenset({last})) is None
        decision = decided[-1]
        other = next(move for move in decision.legal if move != decision.move)
        for best, cost in ((0.3, None), (0.5, words("review-cost", best=50, played=30))):
            estimates = (Estimate(other, best), Estimate(decision.move, 0.3))
            review = Review([*decided[:-1], replace(decision, estimates=estimates)], last=last)
            review.done = len(decided)
            page = "\n".join(texts_of(overview_page(state, review, language)))
            (line,) = [line for line in page.split("\n") if line.startswith(mark)]
            assert str(len(decided)) in line
            assert (cost is not None and cost in line) == (best > 0.3)


def test_only_the_strong_players_move_is_the_answer() -> None:
    """Another move that is as good is called as good, with its figure: the page names the best move below."""
    state = finished_game(LOST)
    assert state.match is not None
    decided = decisions(state.match, 0, frozenset())
    decision = next(each for each in decided if len(each.legal) > 2)
    best, other = [move for move in decision.legal if move != decision.move][:2]
    judged = replace(decision, estimates=(Estimate(best, 0.93), Estimate(decision.move, 0.78)))
    (answer, *_) = texts_of(decision_page(state, Review([judged]), 0, "en", Estimate(best, 0.93)))
    (equal, *_) = texts_of(decision_page(state, Review([judged]), 0, "en", Estimate(other, 0.92)))
    assert "that’s it" in answer
    assert "that’s it" not in equal
    assert "about as good as a strong player’s move" in equal
    assert "92%" in equal


def test_farewell_of_a_game_with_pots_is_no_loss() -> None:
    """In Three Cards a seat leaves with what it has won, so that no decision put it out."""
    state = finished_game(find_game("trick3"))
    assert state.match is not None
    assert state.match.view(None).gone
    for seat in range(len(state.seats)):
        decided = decisions(state.match, seat, frozenset())
        assert losing_decision(state, seat, decided, frozenset()) is None


@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_picture_beside_the_truth_has_the_cards_of_the_claim(game_id: str) -> None:
    """Where a review tells the truth of a claim, the claimer's cards lie face up in its picture."""
    state = finished_game(find_game(game_id))
    assert state.match is not None
    own = [each for each in decisions(state.match, 0, frozenset()) if each.truth is not None]
    words = Localizer("en")
    for decision in own[:5]:
        estimates = (Estimate(decision.move, 0.5),)
        page = decision_page(state, Review([replace(decision, estimates=estimates)]), 0, "en")
        (pictures,) = [part for part in walk(page.components) if isinstance(part, MediaGallery)]
        assert decision.truth is not None
        hand = decision.hands[decision.truth.claimer].hand
        assert hand
        assert all(words.cards([card], "standard") in pictures.items[0].description for card in hand)
    assert own


@pytest.mark.parametrize("language", ["en", "ja"])
def test_review_of_a_lost_game_names_the_battle_that_brought_the_winner_most(language: str) -> None:
    """In Three Cards Trick Poker that is the winner's biggest capture. A winner's review has no such line."""
    state = finished_game(find_game("trick3"), 3)
    assert state.view is not None
    assert state.view.result is not None
    result = state.view.result
    seats = {seat: winning_highlight(state, seat) for seat in range(state.view.seats)}
    assert {seat for seat, winning in seats.items() if winning is None} == {*result.ranking[0]}
    loser = result.ranking[-1][0]
    winning = seats[loser]
    assert winning is not None
    assert winning.headline.key == "trick3-highlight-haul"
    assert winning.headline.args["seat"] == Seat(result.ranking[0][0])
    showdown = next(event for event in view_at(state, winning.seq).news if isinstance(event, Showdown))
    assert showdown.each == winning.headline.args["count"]
    (above, *_) = texts_of(overview_page(state, Review((), winning=winning), language))
    assert {"en": "The winner’s best capture: 🧺", "ja": "勝った人の最大の獲得: 🧺"}[language] in above


def view_at(state: TableState, seq: int) -> Any:
    assert state.match is not None
    return GameHistory(state.match).view_before(seq)
