"""Tests of reviews: a strong player judges a person's decisions from the person's view."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from bot.language import Localizer
from bot.replay.review import _truth_lines, decision_page, progress_bar
from bot.tables.positions import replay_match
from bot.thinking.reviews import Review, ReviewedDecision, Reviews, decisions
from bot.thinking.thinkers import Thinkers
from games import find_game
from games.core.game import Estimate
from storage.errors import StorageFailed
from tests.bot.conftest import FakeAdviser
from tests.bot.faults import Faults
from tests.bot.finished_games import play_out
from tests.bot.people import Stage, custom_ids, options, text_of_message
from tests.bot.playing import undealt_table
from tests.bot.replay.finished import finished_game, texts_of
from tests.bot.tables.positions import after_match
from tests.games.bull.tables import dealt
from tests.games.play import new_match, play_random

BULL = find_game("bull")


@pytest.fixture
async def finished_message(stage: Stage, judge: FakeAdviser) -> Any:
    """Return the result's message of a game that Alice and Bob have finished."""
    return stage.message((await play_out(stage, [stage.alice, stage.bob])).id)


async def open_review(stage: Stage, over: Any) -> Any:
    """Open a review of Alice's decisions, wait until all are judged, and return the review."""
    review = (await stage.alice.click(over, label="Review my play")).response
    await stage.env.advance_time(10)
    return review


async def go_to_a_costly_one(stage: Stage, review: Any) -> None:
    """Show Alice's decisions one by one, up to the first costly decision."""
    ((_, numbers),) = options(review, "judged")
    for number in numbers:
        await stage.choose(stage.alice, review, "judged", [number])
        if "That was costly" in text_of_message(review):
            break
    assert "A strong player" not in text_of_message(review)


async def test_review_opens_at_result_and_shows_own_decisions(
    stage: Stage, finished_message: Any, judge: FakeAdviser
) -> None:
    """The review has a summary, and shows each decision with the played and the better move."""
    review = await open_review(stage, finished_message)
    assert review.ephemeral
    assert "decisions were what a strong player would do" in text_of_message(review)
    assert "best 63%, yours 38%" in text_of_message(review) or "best 62%, yours 38%" in text_of_message(
        review
    )
    assert "so far" not in text_of_message(review)
    # From the overview to a decision, its better move, the next one and back.
    ((_, numbers),) = options(review, "judged")
    await stage.choose(stage.alice, review, "judged", [numbers[0]])
    assert f"Decision 1 of {len(judge.asked)}" in text_of_message(review)
    assert "You · **" in text_of_message(review)
    await stage.tap(stage.alice, review, "tried", "show")
    assert "▰▰▰▰▰" in text_of_message(review)
    await stage.alice.click(review, label="Next")
    assert "Decision 2 of" in text_of_message(review)
    await stage.alice.click(review, label="Back")
    assert "Decision 1 of" in text_of_message(review)
    await stage.alice.click(review, label="All decisions")
    assert "Decision 1 of" not in text_of_message(review)
    # The replay opens in a message of its own.
    replay = (await stage.alice.click(review, label="Replay")).response
    assert "replay\u00a01/" in text_of_message(replay)
    assert "Decision 1 of" not in text_of_message(review)
    assert "decisions were what a strong player would do" in text_of_message(review), (
        "the review stays where it is"
    )


@pytest.mark.parametrize(("risk", "expected"), [(0.3, ["30%", "30%"]), (0.004, [])])
async def test_risk_that_rounds_to_zero_is_not_mentioned_in_review(
    stage: Stage, finished_message: Any, judge: FakeAdviser, risk: float, expected: list[str]
) -> None:
    judge.risk = risk
    review = await open_review(stage, finished_message)
    await go_to_a_costly_one(stage, review)
    await stage.tap(stage.alice, review, "tried", "show")
    assert "A strong player · **" in text_of_message(review)
    assert re.findall(r"chance of being caught with it: (\d+%)", text_of_message(review)) == expected
    assert expected or "caught" not in text_of_message(review)


async def test_costly_decision_can_be_retried_before_the_answer(
    stage: Stage, finished_message: Any, judge: FakeAdviser
) -> None:
    """The strong player's move is hidden until the person has tried a move."""
    review = await open_review(stage, finished_message)
    await go_to_a_costly_one(stage, review)
    trying = [cid for cid in custom_ids(review) if cid.startswith("b:tried:") and not cid.endswith("show")]
    assert len(trying) == 2
    best = min(trying, key=lambda custom_id: "0" not in custom_id.rpartition(".")[2])
    await stage.alice.click(review, custom_id=best)
    assert "that’s it" in text_of_message(review)
    assert "A strong player · **" in text_of_message(review)
    assert "can’t see would have to be" in text_of_message(review)


@pytest.mark.usefixtures("judge")
async def test_review_opens_from_the_history(stage: Stage) -> None:
    """A game in the history can be reviewed, and a replay has no button for a review."""
    table = await play_out(stage, [stage.alice, stage.bob])
    past = (await stage.alice.slash(stage.channel, "history")).response
    review = (await stage.choose(stage.alice, past, "review", [table.id])).response
    await stage.env.advance_time(10)
    assert "decisions were what a strong player would do" in text_of_message(review)
    replay = (await stage.alice.click(stage.message(table.id), label="Replay")).response
    assert "b:review" not in "".join(custom_ids(replay))


async def test_two_messages_of_a_review_are_updated_separately(
    stage: Stage, finished_message: Any, judge: FakeAdviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new judgement changes the overview in one message, but not the decision in another message."""
    assess, gates = stage.bot.thinkers.assess, [asyncio.Event() for _ in range(60)]
    waiting = iter(gates)

    # The strong player judges one decision at a time, when the test allows it.
    async def one_by_one(*args: Any) -> Any:
        await stage.env.external_wait(next(waiting).wait(), reason="a strong player thinks")
        return await assess(*args)

    monkeypatch.setattr(stage.bot.thinkers, "assess", one_by_one)
    # One message shows a decision, the other the overview.
    gates[0].set()
    first = (await stage.alice.click(finished_message, label="Review my play")).response
    await stage.env.advance_time(4)
    second = (await stage.alice.click(finished_message, label="Review my play")).response
    ((_, numbers),) = options(first, "judged")
    await stage.choose(stage.alice, first, "judged", [numbers[0]])
    text, overview = text_of_message(first), text_of_message(second)
    # The next judgement changes only the overview.
    gates[1].set()
    await stage.env.advance_time(4)
    assert text_of_message(first) == text
    assert text_of_message(second) != overview
    for gate in gates:
        gate.set()


async def test_review_is_updated_after_the_database_failed(
    stage: Stage, finished_message: Any, judge: FakeAdviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure of the database only delays the updates of a review."""
    assess, gate = stage.bot.thinkers.assess, asyncio.Event()

    async def waiting(*args: Any) -> Any:
        await stage.env.external_wait(gate.wait(), reason="a strong player thinks")
        return await assess(*args)

    async def failing(table_id: str) -> Any:
        raise StorageFailed

    monkeypatch.setattr(stage.bot.thinkers, "assess", waiting)
    review = (await stage.alice.click(finished_message, label="Review my play")).response
    before = text_of_message(review)
    with monkeypatch.context() as outage:
        outage.setattr(stage.bot.tables, "find_state", failing)
        gate.set()
        await stage.env.advance_time(4)
        assert text_of_message(review) == before
    await stage.env.advance_time(4)
    assert "so far" in before
    assert "so far" not in text_of_message(review)


async def test_review_does_not_keep_a_deleted_name(stage: Stage, judge: FakeAdviser) -> None:
    """After a player deletes their data, an earlier review no longer has the player's name."""
    table = await play_out(stage, [stage.alice, stage.bob], seed=0)
    over = stage.message(table.id)
    review = await open_review(stage, over)
    assert "you challenged **Bob**" in text_of_message(review)
    answer = (await stage.bob.slash(stage.channel, "privacy delete")).response
    await stage.tap(stage.bob, answer, "forget")
    again = text_of_message(await open_review(stage, over))
    assert "you challenged" in again
    assert "Bob" not in again


async def test_people_who_did_not_play_get_no_review(
    stage: Stage, finished_message: Any, judge: FakeAdviser
) -> None:
    """The button's answer gives the reason, and nothing is judged."""
    refused = (await stage.carol.click(finished_message, label="Review my play")).response
    assert "Only those who played" in text_of_message(refused)
    assert not judge.asked


async def test_decisions_are_judged_from_the_view_at_that_time(stage: Stage, judge: FakeAdviser) -> None:
    """The judge gets the seat's view before each decision, without later knowledge."""
    table = await play_out(stage, [stage.alice, stage.bob])
    over = stage.message(table.id)
    await stage.bob.click(over, label="Review my play")
    wanted = []
    now = type(table.match)(table.match.rules, table.match.setup)
    for actor, move in table.match.moves:
        if actor == 1 and len(now.legal(1)) > 1:
            wanted.append((now.view(1), now.legal(1), (move,)))
        now.play(actor, move)
    assert [call[:3] for call in judge.asked] == wanted


async def test_finished_review_reads_nothing_from_the_store(
    stage: Stage, finished_message: Any, judge: FakeAdviser
) -> None:
    """A finished review is shown again from memory, without reading or judging the game."""
    faults = Faults(stage.env)
    await stage.alice.click(finished_message, label="Review my play")
    faults.steps.clear()
    count = len(judge.asked)
    review = (await stage.alice.click(finished_message, label="Review my play")).response
    assert "so far" not in text_of_message(review)
    assert len(judge.asked) == count
    ((_, numbers),) = options(review, "judged")
    await stage.choose(stage.alice, review, "judged", [numbers[0]])
    await stage.alice.click(review, label="Next")
    assert "Decision 2 of" in text_of_message(review)
    assert not [step for step in faults.steps if step.startswith(("read", "write"))]


async def test_review_replays_the_game_in_a_thread(
    stage: Stage, finished_message: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The event loop's thread does not replay the game, since a replay can take long."""
    loop_thread, places = threading.get_ident(), set()
    apply = type(BULL.rules).apply

    def watched(*args: Any) -> Any:
        places.add(threading.get_ident() == loop_thread)
        return apply(*args)

    monkeypatch.setattr(type(BULL.rules), "apply", watched)
    review = await open_review(stage, finished_message)
    ((_, numbers),) = options(review, "judged")
    await stage.choose(stage.alice, review, "judged", [numbers[0]])
    await stage.alice.click(review, label="All decisions")
    assert "decisions were what a strong player would do" in text_of_message(review)
    assert places == {False}


async def test_decisions_of_others_cannot_be_requested(
    stage: Stage, finished_message: Any, judge: FakeAdviser
) -> None:
    review = (await stage.alice.click(finished_message, label="Review my play")).response
    await stage.forge(stage.alice, review, next(cid for cid in custom_ids(review) if ":judged:" in cid), "0")
    assert "Decision" not in text_of_message(review)


def made_up_decision(number: int, *worths: float, played: int = 0) -> ReviewedDecision:
    """Return a decision among calls with these ``worths``, best first."""
    legal = [BULL.rules.parse(f"call single {rank}") for rank in "5678"]
    estimates = tuple(Estimate(move, worth) for move, worth in zip(legal, worths, strict=False))
    return ReviewedDecision(number, None, None, legal[played], estimates)


def test_costliest_decisions_come_first_and_good_ones_are_absent() -> None:
    """Losses within the judge's uncertainty are not listed."""
    worths = {1: (0.6, 0.59), 4: (0.9, 0.5), 6: (0.5, 0.4)}
    review = Review([made_up_decision(number, *two, played=1) for number, two in worths.items()])
    assert [decision.number for decision in review.costliest] == [4, 6]


async def test_overview_without_costly_decisions_lists_none(
    stage: Stage, finished_message: Any, judge: FakeAdviser
) -> None:
    """The overview says how many decisions were close, and nothing of costly ones."""
    judge.other = 0.58
    review = await open_review(stage, finished_message)
    assert "were close (at most 8% worse)." in text_of_message(review)
    assert "•" not in text_of_message(review)


@pytest.mark.parametrize(
    ("best", "played", "prospects", "quality"),
    [
        (0.604, 0.516, (60, 52), "fair"),
        (0.6, 0.58, (60, 58), "good"),
        (0.6, 0.515, (60, 52), "fair"),
        (0.6, 0.51, (60, 51), "poor"),
        (0.4, 0.41, (41, 41), "good"),
    ],
)
def test_quality_follows_from_the_numbers_that_are_shown(
    best: float, played: float, prospects: tuple[int, int], quality: str
) -> None:
    """Whether a move was good, close or costly depends on the whole percents on the page."""
    decision = made_up_decision(1, best, played, played=1)
    assert decision.prospects == prospects
    assert decision.prospects.quality == quality


def test_moves_of_stand_ins_and_forced_moves_are_not_judged() -> None:
    match = play_random(new_match(BULL, 2, {"start": "1"}), 3)
    mine = [decision.number for decision in decisions(match, 0, frozenset())]
    assert mine
    assert [decision.number for decision in decisions(match, 0, frozenset(mine[:1]))] == mine[1:]


async def test_review_is_made_once_and_oldest_is_dropped_first(
    judge: FakeAdviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simultaneous requests share one review, and above the limit the oldest review is dropped."""
    monkeypatch.setattr("bot.thinking.reviews.CACHED_REVIEWS", 2)
    match, reviews = play_random(new_match(BULL, 2, {"start": "1"}), 3), Reviews(Thinkers(0))
    state = after_match(undealt_table(BULL, ["Alice", "Bob"]), match)

    async def of(table_id: str) -> Review:
        return await reviews.find_or_start(state.with_row(id=table_id), 0, 100)

    first, second = await asyncio.gather(of("a"), of("a"))
    assert first is second is await of("a")
    await of("b")
    await of("c")
    assert await of("a") is not first
    assert first.task.cancelling() or first.task.done()
    reviews.close()


@pytest.mark.parametrize(
    ("language", "expected", "denied"),
    [("en", "by what you could know", "couldn’t"), ("ja", "当時わかることだけ", "知りよう")],
)
def test_review_does_not_deny_what_its_reader_held(language: str, expected: str, denied: str) -> None:
    """The reader challenged a call that the reader's own card made true."""
    match = dealt(2, {0: "2c", 1: "Ks"})
    match.play(0, "call single K")
    match.play(1, "challenge")
    (decision,) = decisions(match, 1, frozenset())
    assert decision.truth is not None
    assert not decision.truth.is_lie
    other = next(move for move in decision.legal if move != decision.move)
    judged = structs.replace(decision, estimates=(Estimate(other, 0.58), Estimate(decision.move, 0.38)))
    (above,) = texts_of(decision_page(finished_game(BULL), Review([judged]), 0, language))
    assert expected in above
    assert denied not in above


def test_progress_bar_is_empty_at_zero_and_full_at_one() -> None:
    expected = ["▱", "▰" * 5, "▰" * 10, "▰" * 10]
    assert [progress_bar(share) for share in (0.0, 0.52, 1.0, 1.7)] == expected


@pytest.mark.parametrize("game_id", ["bull", "lost", "netsuzo"])
def test_review_tells_the_truth_of_each_claim(game_id: str) -> None:
    """What a review says of a claim is what the answer that was given revealed, if it revealed anything."""
    game = find_game(game_id)
    compared = 0
    for seed in range(4):
        match = new_match(game, 3)
        play_random(match, seed)
        after = [game.rules.claim(position.view) for position in replay_match(match)]
        for seat in range(3):
            for decision in decisions(match, seat, frozenset()):
                outcome = after[decision.number]
                if decision.truth is not None and outcome in ("true", "lie"):
                    assert decision.truth.is_lie == (outcome == "lie")
                    assert decision.truth.claimer != seat
                    compared += 1
    assert compared > 5


@pytest.mark.parametrize("is_private", [False, True])
async def test_review_keeps_private_lies(stage: Stage, is_private: bool) -> None:
    """A review does not tell that a claim was a lie if its player keeps lies private."""
    state = await play_out(stage, [stage.alice, stage.bob])
    judged = [*decisions(state.match, 0, frozenset()), *decisions(state.match, 1, frozenset())]
    lied = next(decision for decision in judged if decision.truth is not None and decision.truth.is_lie)
    liar = state.seats[lied.truth.claimer]
    words = Localizer("en", [seat.name for seat in state.seats])
    kept = replace(state, discreet=frozenset({liar.user_id} if is_private else ()))
    lines = _truth_lines(kept, lied, words)
    assert lines == ([] if is_private else [f"🔎 The truth: {liar.name}’s claim was **false**."])
