"""Tests of /daily, the daily puzzle: answers, shared results, boards and posts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from bot import LANGUAGES
from bot.client import Tefuda
from bot.daily import hand, puzzles
from bot.daily.hand import AnswerDetails, answer_page, missed_page, post_page, question_page
from bot.daily.puzzles import Puzzle, all_puzzles
from bot.language import Localizer
from bot.pages.controls import progress_of
from bot.pages.phone import SCREEN, TABLE, page_height
from bot.simulated import SimulatedClock
from bot.thinking.reviews import FAIR
from bot.wire.components import TextDisplay, walk
from bot.wire.messages import Page
from games import find_game
from games.core.presentation import WITHOUT_SECOND_MOVE
from games.core.words import Text, yes_no
from storage.daily import (
    DailyAnswer,
    DailyServer,
    Streak,
    begin_daily_post,
    load_answer,
    load_daily_servers,
    load_shares,
    save_answer,
)
from storage.engine.database import Connection
from storage.rows import ListChange, Name
from storage.servers import BANNED, Act, change_setting
from tests.amounts import some
from tests.bot.people import Stage, custom_ids, parts, text_of_message

DAY_SECONDS = 86_400
EVERY = range(1, len(all_puzzles()) + 1)


def in_blocks(numbers: Sequence[int]) -> list[Sequence[int]]:
    """Return the numbers in groups of thirty."""
    return [numbers[start : start + 30] for start in range(0, len(numbers), 30)]


BLOCKS = in_blocks(EVERY)
FULLEST = (314, 354, 359, 504, 569, 604, 614, 624)
"""Puzzles whose questions had the least room."""
SOME_BLOCKS = [*in_blocks(some(EVERY, 7)), FULLEST]
"""Numbers of puzzles in groups."""


@pytest.fixture(autouse=True)
def _first_date(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Make the simulated clock's first day the first day with a puzzle."""
    if "env" in request.fixturenames:
        env = request.getfixturevalue("env")
        today = datetime.fromtimestamp(env.bot.clock.now_ms() / 1000, UTC).date()
        monkeypatch.setattr(puzzles, "FIRST_DATE", today)


def puzzle_ids(message: Any) -> list[str]:
    """Return the custom ids of the components that answer a puzzle."""
    verbs = ("b:move:day", "b:way:day", "s:pick:day", "s:cards:day")
    return [cid for cid in custom_ids(message) if cid.startswith(verbs)]


def test_answer_needs_no_choice_of_refill() -> None:
    """A puzzle of Three Cards Trick Poker is answered with a card and no choice of refill."""
    days = [day for day in EVERY if all_puzzles()[day - 1].game == "trick3"]
    ask = find_game("trick3").presenter.ask
    assert any(
        choice.value == WITHOUT_SECOND_MOVE
        for day in days
        for choice in ask(hand.puzzle_snapshot(day, "en").mine.view, ()).choices
    ), "a table would offer it"
    for language in LANGUAGES:
        expect_no_choice_of_refill(question_page(days[0], language), language)


def expect_no_choice_of_refill(page: Page, language: str) -> None:
    pieces = page.encoded.decode()
    assert f':{WITHOUT_SECOND_MOVE}"' not in pieces
    assert Localizer(language)("trick3-choice-alone") not in pieces


async def open_today(stage: Stage, person: Any) -> Any:
    return (await person.slash(stage.channel, "daily")).response


async def answer(stage: Stage, person: Any, page: Any) -> Any:
    """Answer a puzzle, taking the first choice of each menu; return the page."""
    for _ in range(8):
        ways = puzzle_ids(page)
        if not ways:
            return page
        first = ways[0]
        if first.startswith("b:"):
            await person.click(page, custom_id=first)
            continue
        (menu,) = (part for part in _menus(page) if part["custom_id"] == first)
        least = max(1, menu.get("min_values", 1))
        await person.select(page, [option["value"] for option in menu["options"][:least]], custom_id=first)
    raise AssertionError(custom_ids(page))


def _menus(message: Any) -> list[dict[str, Any]]:
    return [part for part in parts(message) if part.get("type") == 3]


def answered_page(number: int, move: str) -> str:
    """Return the content of the page that follows an answer."""
    given = DailyAnswer(number, move, puzzles.all_puzzles()[number - 1].grade(move), 3, False, 0)
    page = answer_page(AnswerDetails(given, {move: 1}, Streak(0, 0, 0), number, 0), "en")
    return text_of_page(page)


@pytest.mark.parametrize(("number", "outcome"), [(1, "true"), (6, "false"), (3, "true"), (8, "false")])
def test_answer_ends_with_what_was_so(number: int, outcome: str) -> None:
    """The page says whether the claim was true, and its picture shows the cards of all hands."""
    puzzle = all_puzzles()[number - 1]
    text = answered_page(number, puzzle.best[0])
    assert f"claim was **{outcome}**. These were the cards." in text
    assert "The truth" not in text_of_page(question_page(number, "en"))


def test_answer_always_tells_what_the_own_move_is_worth() -> None:
    """A move that was not played on has an estimate, within the limits of its grade."""
    seen = set[str]()
    for number, puzzle in enumerate(all_puzzles()[:40], 1):
        match = puzzle.match()
        played_on = {tried.move for tried in puzzle.tried}
        # In a game that all but one win, the worth of a certain win stands for 100 %.
        most = puzzle.seats / (2 * (puzzle.seats - 1)) if puzzle.game == "lost" else 1.0
        best = round(100 * puzzle.tried[0].worth / most)
        limit = round(100 * (puzzle.tried[0].worth - FAIR) / most)
        assert limit > 0
        moves = [str(move) for move in match.legal(puzzle.seat) if str(move) not in played_on]
        for grade in ("close", "costly"):
            move = next((move for move in moves if puzzle.grade(move) == grade), None)
            if move is not None:
                text = answered_page(number, move)
                worth = {
                    "close": f"{limit} to {best}% with yours",
                    "costly": f"less than {limit}% with yours",
                }
                assert worth[grade] in text
                seen.add(grade)
    assert seen == {"close", "costly"}


@pytest.mark.parametrize(("number", "seats", "most"), [(349, 4, 67), (594, 3, 75), (4, 3, 75)])
def test_solution_says_how_often_one_does_not_lose(number: int, seats: int, most: int) -> None:
    """All but one player of Lost Poker win and tie, so that a certain win beats fewer than all opponents."""
    puzzle = all_puzzles()[number - 1]
    assert (puzzle.game, puzzle.seats) == ("lost", seats)
    assert round(100 * puzzle.tried[0].worth) == most
    text = answered_page(number, puzzle.best[0])
    assert "How often you don’t lose, in 80 games from here:" in text
    assert "100% with the best move" in text


def test_solution_says_that_a_single_winner_beats_everybody() -> None:
    text = answered_page(1, all_puzzles()[0].best[0])
    assert "How often you finish ahead of each of the others, on average, in 120 games from here:" in text


def test_reason_is_that_of_the_own_move_if_it_is_a_best_one() -> None:
    """Several moves of the first puzzle are best; the reason does not speak of another one's card."""
    ace, queen = [answered_page(1, f"call single {rank}") for rank in "AQ"]
    assert "one ace" in ace
    assert "one queen" in queen
    assert "one ace" not in queen


def test_worse_answer_compares_the_reasons_of_both_moves() -> None:
    """Both reasons name the cards that decide; one that speaks of both moves is given once."""
    text = answered_page(5, "play Qd")
    assert "The best move: It can still make: run and pair (8\u2060♦︎ 9\u2060♦︎ 9\u2060♣︎)" in text
    assert "Yours: It can still make: double (Q\u2060♦︎ Q\u2060♦︎ 9\u2060♦︎)" in text
    odds = "💡 What you could know: 3 of the 14 cards you can’t see fit “6”: 6\u2060♠︎ 6\u2060♥︎ 6\u2060♣︎"
    assert answered_page(14, "doubt").count(odds) == 1
    assert "Yours" not in answered_page(14, "doubt")


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_says_how_a_turn_of_its_game_works(language: str) -> None:
    """The first lines name the hand of the day, a turn of its game, and the question."""
    words = Localizer(language)
    for number in range(1, 16):
        text = text_of_page(question_page(number, language))
        assert words(hand.heading(number)) in text
        puzzle = all_puzzles()[number - 1]
        one_loser = yes_no(find_game(puzzle.game).has_one_loser(puzzle.setup.options))
        assert words("daily-task", turn=Text(f"{puzzle.game}-turn"), one_loser=one_loser) in text


def test_first_answer_of_a_puzzle_is_not_the_best_because_it_is_good() -> None:
    """Cards are listed in the order of the deck, since an order by value would give the best one away."""
    days = [day for day in EVERY if all_puzzles()[day - 1].game == "trick3"]
    first_best = 0
    for day in days[:60]:
        puzzle = all_puzzles()[day - 1]
        first = progress_of(hand.puzzle_snapshot(day, "en"), ()).next.choices[0].value
        first_best += any(first in move.split() for move in puzzle.best)
    assert 0.2 < first_best / 60 < 0.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_cards_of_a_puzzle_are_all_buttons_or_all_in_a_menu(language: str) -> None:
    """Hand 5 had its best card in a menu, and its worst as a button."""
    for number in [day for day in EVERY if all_puzzles()[day - 1].game == "trick3"][:30]:
        snapshot = hand.puzzle_snapshot(number, language)
        order = snapshot.game.rules.family(snapshot.options).order
        cards = {choice.value for choice in progress_of(snapshot, ()).next.choices} & set(order)
        text = text_of_page(question_page(number, language))
        buttons = [card for card in cards if re.search(rf'"b:\w+:day{number}:\d+:{card}"', text)]
        assert len(cards) > 3 or len(buttons) in (0, len(cards)), number


def test_answer_offers_the_lesson_of_its_game() -> None:
    """A person who has met a game in a puzzle can learn it from the page of the answer."""
    for number in range(1, 6):
        puzzle = all_puzzles()[number - 1]
        given = DailyAnswer(number, puzzle.best[0], "best", 3, False, 0)
        page = answer_page(AnswerDetails(given, {}, Streak(0, 0, 0), number, 0), "en")
        assert f'"b:learn:{puzzle.game}"' in page.encoded.decode()


def test_answer_without_claim_shows_all_hands() -> None:
    """In a game without claims, the picture after the answer has the cards that were hidden before."""
    number = next(
        number for number, puzzle in enumerate(all_puzzles(), 1) if puzzle.game == "trick3" and number > 5
    )
    puzzle = all_puzzles()[number - 1]
    match = puzzle.match()
    text = answered_page(number, puzzle.best[0])
    assert "The truth: these were everybody’s cards." in text
    before = text_of_page(question_page(number, "en"))
    family = match.rules.family(puzzle.setup.options).name
    names = set[str]()
    for seat in range(puzzle.seats):
        names |= {Localizer("en").cards([card], family) for card in match.view(seat).hand}
    assert all(name in text for name in names)
    assert not all(name in before for name in names)


def text_of_page(page: Page) -> str:
    return page.encoded.decode()


async def test_puzzle_is_answered_once_and_in_private(stage: Stage) -> None:
    """The result page says when the next puzzle begins, and /daily offers no second answer."""
    page = await open_today(stage, stage.alice)
    assert page.ephemeral
    assert "Hand of the day 1" in text_of_message(page)
    first = puzzle_ids(page)
    result = await answer(stage, stage.alice, page)
    assert "Your move" in text_of_message(result)
    assert "in a row" not in text_of_message(result), "one day is no streak"
    assert "You are the first" in text_of_message(result)
    assert re.search(r"Next hand <t:\d{10}:R>", text_of_message(result)), (
        "Discord shows no other form as a time"
    )
    kept = await stage.bot.store.read(load_answer, stage.alice.id, 1)
    assert kept is not None
    again = await open_today(stage, stage.alice)
    assert "Your move" in text_of_message(again)
    assert not puzzle_ids(again)
    assert not [m for m in stage.channel.history() if "Hand of the day 1" in text_of_message(m)]
    assert first


@pytest.mark.parametrize(("verb", "title"), [("explain", "Porker Bull"), ("guide", "Hands, from high")])
async def test_rules_and_hands_open_in_place_of_the_puzzle(stage: Stage, verb: str, title: str) -> None:
    """They push nothing out of sight: a button brings the question back into the same message."""
    page = await open_today(stage, stage.alice)
    opened = await stage.tap(stage.alice, page, verb)
    assert opened.response.id == page.id
    assert title in text_of_message(page)
    assert not puzzle_ids(page)
    await stage.tap(stage.alice, page, "hand")
    assert puzzle_ids(page)


async def test_shares_of_answers_are_shown_after_own_answer(stage: Stage) -> None:
    """The page shows how many people chose each move only after the reader's own answer."""
    await answer(stage, stage.alice, await open_today(stage, stage.alice))
    puzzle_page = await open_today(stage, stage.bob)
    assert "answered" not in text_of_message(puzzle_page)
    text = text_of_message(await answer(stage, stage.bob, puzzle_page))
    assert "How 2 people answered" in text
    assert "100%" in text
    assert "Alice" not in text


async def test_shared_result_does_not_reveal_the_move(stage: Stage) -> None:
    """The shared line has the puzzle's number, stars and squares, and does not name the move."""
    page = await answer(stage, stage.alice, await open_today(stage, stage.alice))
    for _ in range(2):
        await stage.tap(stage.alice, page, "share")
    shared = [m for m in stage.channel.history() if "Alice" in text_of_message(m)]
    assert len(shared) == 1
    line = text_of_message(shared[0])
    puzzle = all_puzzles()[0]
    assert "Hand 1" in line
    assert "⭐" * puzzle.stars in line
    assert any(sign in line for sign in "🟩🟨🟥")
    for move in (*puzzle.best, *puzzle.close):
        assert move not in line
    opened = await stage.tap(stage.bob, shared[0], "open")
    assert opened.response.ephemeral
    assert puzzle_ids(opened.response)


async def test_share_command_posts_publicly_only_after_an_answer(stage: Stage) -> None:
    """/daily share is refused in private before an answer, and posts publicly after it."""
    refused = await stage.alice.slash(stage.channel, "daily", what="share")
    assert "haven’t answered" in text_of_message(refused.response)
    await answer(stage, stage.alice, await open_today(stage, stage.alice))
    shared = await stage.alice.slash(stage.channel, "daily", what="share")
    assert not shared.response.ephemeral
    assert "Hand 1" in text_of_message(shared.response)


async def test_board_lists_answers_of_this_server(stage: Stage) -> None:
    empty = await stage.bob.slash(stage.channel, "daily", what="board")
    assert "Nobody here has answered" in text_of_message(empty.response)
    page = await answer(stage, stage.alice, await open_today(stage, stage.alice))
    board = (await stage.tap(stage.alice, page, "board")).response
    assert board.ephemeral
    assert "Alice" in text_of_message(board)
    assert "📈 1" in text_of_message(board)


async def test_board_counts_points_of_one_month(stage: Stage) -> None:
    """The board adds up the points of one month only."""
    for day in (1, 30, 35, 66):
        given = DailyAnswer(day, "challenge", "best", 3, False, 1)
        await stage.bot.store.write(save_answer, stage.alice.id, Name("Alice"), stage.guild.id, given)
    page = await answer(stage, stage.alice, await open_today(stage, stage.alice))
    assert puzzles.date_of(1).isoformat() == "2026-01-01"
    assert "6 points" in text_of_message((await stage.tap(stage.alice, page, "board")).response)


async def test_results_are_shared_only_in_table_channels(stage: Stage) -> None:
    """Outside of the channels for tables, /daily share is refused in private."""
    games = stage.guild.create_text_channel("only-games")
    await answer(stage, stage.alice, await open_today(stage, stage.alice))
    await stage.bot.store.write(
        change_setting, stage.guild.id, "channel_ids", ListChange.between((), (games.id,))
    )
    refused = await stage.alice.slash(stage.channel, "daily", what="share")
    assert refused.response.ephemeral
    assert "another" in text_of_message(refused.response)
    shared = await stage.alice.slash(games, "daily", what="share")
    assert not shared.response.ephemeral


async def test_late_answer_is_marked_and_does_not_count(stage: Stage, rare_beats: None) -> None:
    await stage.env.advance_time(3 * DAY_SECONDS)
    missed = (await stage.alice.slash(stage.channel, "daily", what="missed")).response
    assert [cid for cid in custom_ids(missed) if cid == "b:play:day1"]
    await stage.alice.click(missed, custom_id="b:play:day1")
    text = text_of_message(await answer(stage, stage.alice, missed))
    assert "no points" in text
    assert "in a row" not in text
    board = await stage.alice.slash(stage.channel, "daily", what="board")
    assert "Alice" not in text_of_message(board.response)


async def test_page_after_the_last_puzzle_says_there_is_none(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "FIRST_DATE", puzzles.FIRST_DATE - timedelta(days=len(all_puzzles())))
    page = await open_today(stage, stage.alice)
    assert "no hand of the day" in text_of_message(page)
    assert not puzzle_ids(page)


async def test_illegal_moves_and_future_puzzles_are_refused(stage: Stage, forged_taps: None) -> None:
    """Forged answers with an illegal move or to a puzzle of a future day are refused."""
    page = await open_today(stage, stage.alice)
    await stage.forge(stage.alice, page, "b:move:day1:0:nonsense")
    assert await stage.bot.store.read(load_answer, stage.alice.id, 1) is None
    late = all_puzzles()[3]
    await stage.forge(stage.alice, page, f"b:move:day4:0:{late.best[0]}")
    assert await stage.bot.store.read(load_answer, stage.alice.id, 4) is None


# --- banned people, and people who delete their data --------------------------------------------------------


async def test_banned_people_answer_in_private_and_are_on_no_board(stage: Stage) -> None:
    """A ban removes a person from the server's board. Answers given meanwhile stay private."""
    for person in (stage.alice, stage.bob):
        await answer(stage, person, await open_today(stage, person))
    now = stage.bot.clock.now_ms()
    for person in (stage.alice, stage.carol):
        ban = Act(now, BANNED, stage.bob.id, Name("Bob"), whom_id=person.id, whom=Name(person.user.name))
        await stage.bot.tables.ban(stage.guild.id, ban)
    page = await answer(stage, stage.carol, await open_today(stage, stage.carol))
    assert "Your move" in text_of_message(page)
    board = text_of_message((await stage.tap(stage.carol, page, "board")).response)
    assert "Bob" in board
    assert "Alice" not in board
    assert "Carol" not in board
    await stage.tap(stage.carol, page, "share")
    assert not [m for m in stage.channel.history() if "Carol" in text_of_message(m)]


async def test_answer_after_deletion_of_data_does_not_count(stage: Stage, rare_beats: None) -> None:
    """A person who deletes their data can answer the same puzzle again, without points and uncounted."""
    await answer(stage, stage.alice, await open_today(stage, stage.alice))
    for _ in range(2):
        page = (await stage.alice.slash(stage.channel, "privacy delete")).response
        await stage.tap(stage.alice, page, "forget")
        assert await stage.bot.store.read(load_answer, stage.alice.id, 1) is None
        again = await answer(stage, stage.alice, await open_today(stage, stage.alice))
        assert "You could know the solution" in text_of_message(again)
    assert sum((await stage.bot.store.read(load_shares, 1)).values()) == 1
    board = await stage.bob.slash(stage.channel, "daily", what="board")
    assert "Alice" not in text_of_message(board.response)
    # Of the next puzzle she has seen nothing.
    await stage.env.advance_time(DAY_SECONDS)
    assert "no points" not in text_of_message(
        await answer(stage, stage.alice, await open_today(stage, stage.alice))
    )


def _count_hashes(conn: Connection) -> int:
    return int(conn.execute("SELECT count(*) FROM daily_deleted").fetchone()[0])


async def test_hash_of_deleted_answer_is_deleted_when_answers_no_longer_count(
    stage: Stage, rare_beats: None
) -> None:
    await answer(stage, stage.alice, await open_today(stage, stage.alice))
    page = (await stage.alice.slash(stage.channel, "privacy delete")).response
    await stage.tap(stage.alice, page, "forget")
    assert await stage.bot.store.read(_count_hashes) == 1
    await stage.env.advance_time(3 * DAY_SECONDS)
    await stage.bob.slash(stage.channel, "daily")
    await stage.env.advance_time(3600)
    assert await stage.bot.store.read(_count_hashes) == 0


# --- dates --------------------------------------------------------------------------------------------------


def ms(*when: int) -> int:
    year, month, day, hour, minute = (*when, 0)[:5]
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp() * 1000)


def test_puzzle_is_open_while_its_date_is_current_somewhere() -> None:
    """A puzzle opens at midnight of UTC+14 and closes at the end of its day in UTC-12."""
    number = puzzles.number_of(date(2027, 3, 10))
    assert not puzzles.is_open(number, ms(2027, 3, 9, 9, 59))
    assert puzzles.is_open(number, ms(2027, 3, 9, 10))
    assert puzzles.counts_until(number) == ms(2027, 3, 11, 12)
    assert not puzzles.is_solution_public(number, ms(2027, 3, 11, 11, 59))
    assert puzzles.is_solution_public(number, ms(2027, 3, 11, 12))
    assert puzzles.newest_public_solution(ms(2027, 3, 11, 11, 59)) == number - 1
    assert puzzles.newest_public_solution(ms(2027, 3, 11, 12)) == number
    assert puzzles.date_of(number) == date(2027, 3, 10)
    first, last = puzzles.month_of(number)
    assert (puzzles.date_of(first), puzzles.date_of(last)) == (date(2027, 3, 1), date(2027, 3, 31))


# --- posts --------------------------------------------------------------------------------------------------


async def subscribe(stage: Stage, hour: int) -> None:
    await stage.bot.store.write(change_setting, stage.guild.id, "daily_channel", stage.channel.id)
    await stage.bot.store.write(change_setting, stage.guild.id, "daily_hour", hour)


def daily_posts(stage: Stage) -> list[Any]:
    """Return the posts of daily puzzles, oldest first."""
    return [m for m in stage.channel.history() if any(c.startswith("b:open:day") for c in custom_ids(m))]


async def test_each_puzzle_is_posted_once_per_server(stage: Stage, rare_beats: None) -> None:
    """The post appears at its hour with yesterday's solution, and its button opens the puzzle in private."""
    await subscribe(stage, 13)
    await stage.env.advance_time(13 * 3600 + 120)
    assert len(daily_posts(stage)) == 1
    opened = await stage.tap(stage.bob, daily_posts(stage)[0], "open")
    await answer(stage, stage.bob, opened.response)
    await stage.env.advance_time(DAY_SECONDS)
    assert len(daily_posts(stage)) == 2
    (last,) = (m for m in daily_posts(stage) if "b:open:day2" in custom_ids(m))
    assert "Solution" in text_of_message(last)
    assert "1 person answered" in text_of_message(last)
    assert "<@" not in text_of_message(last)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Asia/Tokyo", "Etc/GMT+12"])
async def test_solution_is_told_only_when_answers_no_longer_count(
    stage: Stage, hourly_beats: None, zone: str
) -> None:
    """Whenever a server posts a solution, an answer to that puzzle no longer counts on any server."""
    await subscribe(stage, 0)
    await stage.bot.store.write(change_setting, stage.guild.id, "time_zone", zone)
    solved = set[int]()
    # Four days, so that several solutions are posted.
    for hour in range(96):
        await stage.env.advance_time(3600)
        for post in daily_posts(stage):
            words = text_of_message(post)
            solved |= {int(number) for number in re.findall(r"Solution:.*?Hand of the day (\d+)", words)}
            # A solution is hidden until a tap.
            assert len(re.findall(r"\|\|Best: .+\|\|", words)) == words.count("Solution:")
        now = stage.bot.clock.now_ms()
        assert all(puzzles.is_solution_public(number, now) for number in solved), (hour, solved)
    assert len(solved) >= 2


async def test_answers_count_everywhere_until_solutions_are_told(stage: Stage, rare_beats: None) -> None:
    """Yesterday's puzzle still counts on a server that has posted today's, and its page says until when."""
    await subscribe(stage, 0)
    await stage.env.advance_time(DAY_SECONDS + 120)
    (last,) = (m for m in daily_posts(stage) if "b:open:day2" in custom_ids(m))
    assert "Solution" not in text_of_message(last)
    missed = (await stage.alice.slash(stage.channel, "daily", what="missed")).response
    until = puzzles.counts_until(1) // 1000
    assert f"Hand 1 still counts until <t:{until}:f>" in text_of_message(missed)
    assert "bring no points" not in text_of_message(missed)
    await stage.alice.click(missed, custom_id="b:play:day1")
    assert "no points" not in text_of_message(await answer(stage, stage.alice, missed))
    await stage.env.advance_time(until - stage.bot.clock.now_ms() / 1000)
    missed = (await stage.bob.slash(stage.channel, "daily", what="missed")).response
    assert "still counts" not in text_of_message(missed)
    await stage.bob.click(missed, custom_id="b:play:day1")
    assert "no points" in text_of_message(await answer(stage, stage.bob, missed))


def _forget_sent(conn: Connection) -> None:
    conn.execute("UPDATE daily_posted SET is_sent = 0")


@pytest.mark.parametrize("was_sent", [False, True])
async def test_crash_while_posting_causes_no_second_post(
    stage: Stage, rare_beats: None, monkeypatch: pytest.MonkeyPatch, was_sent: bool
) -> None:
    """After a crash the bot searches the channel for the post before it posts."""
    now = datetime.fromtimestamp(stage.bot.clock.now_ms() / 1000, UTC)
    await subscribe(stage, now.hour)
    if was_sent:
        await stage.env.advance_time(60)
        assert len(daily_posts(stage)) == 1
    await stage.bot.store.write(_forget_sent)
    await stage.bot.store.write(begin_daily_post, stage.guild.id, 1)
    await stage.env.advance_time(1200)
    assert len(daily_posts(stage)) == 1


async def test_restart_causes_no_second_post(
    make_bot: Callable[[SimulatedClock], Tefuda], stage: Stage, rare_beats: None
) -> None:
    now = datetime.fromtimestamp(stage.bot.clock.now_ms() / 1000, UTC)
    await subscribe(stage, now.hour)
    await stage.env.advance_time(60)
    server = (await stage.bot.store.read(load_daily_servers, stage.bot.served))[0]
    assert hand.due_post(server, "en-US", "en", stage.bot.clock.now_ms()) is None


@pytest.mark.parametrize(
    ("zone", "hour", "at", "due"),
    [
        ("Asia/Tokyo", 7, (2027, 3, 9, 21, 59), False),
        ("Asia/Tokyo", 7, (2027, 3, 9, 22, 0), True),
        ("America/New_York", 7, (2027, 3, 10, 11, 59), False),
        ("America/New_York", 7, (2027, 3, 10, 12, 0), True),
    ],
)
def test_post_follows_the_servers_time_zone(
    zone: str, hour: int, at: tuple[int, ...], due: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = puzzles.number_of(date(2027, 3, 10))
    monkeypatch.setattr(hand, "all_puzzles", lambda: [None] * 1000)
    server = DailyServer(1, 2, hour, zone, None, number - 1, True)
    due_post = hand.due_post(server, "en-US", "en", ms(*at))
    assert (due_post is not None and due_post.number == number) == due


# --- the file -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("numbers", BLOCKS, ids=str)
def test_every_puzzle_position_is_reachable(numbers: Sequence[int]) -> None:
    """Each puzzle's position can be reached by play, and all graded moves are legal."""
    for number in numbers:
        puzzle = all_puzzles()[number - 1]
        match = puzzle.match()
        legal = {str(move) for move in match.legal(puzzle.seat)}
        assert len(legal) > 1, number
        graded = {*puzzle.best, *puzzle.close, *(tried.move for tried in puzzle.tried)}
        assert graded <= legal, number
        assert not {*puzzle.best} & {*puzzle.close}, number
        assert {puzzle.grade(move) for move in puzzle.best} == {"best"}, number
        assert puzzle.stars in (1, 2, 3), number
        assert puzzle.themes, number


@pytest.mark.parametrize("numbers", BLOCKS, ids=str)
def test_best_move_leads_by_a_confidence_interval(numbers: Sequence[int]) -> None:
    """The best move's lead over every other kind of move has a confidence interval above zero."""
    for number in numbers:
        puzzle = all_puzzles()[number - 1]
        assert puzzle.continuations >= 40, number
        rivals = [tried for tried in puzzle.tried if tried.behind]
        assert rivals, number
        for rival in rivals:
            assert rival.behind - rival.spread > 0, number
            assert puzzle.grade(rival.move) != "best", number


def test_five_consecutive_puzzles_are_of_five_games() -> None:
    games = [puzzle.game for puzzle in all_puzzles()]
    for at in range(len(games) - 4):
        assert len({*games[at : at + 5]}) == 5


@pytest.mark.parametrize("numbers", SOME_BLOCKS, ids=str)
def test_every_puzzle_page_fits_on_a_phone(numbers: Sequence[int]) -> None:
    """The question fits on one screen of a phone, no answer is cut, and no refill has to be chosen. The
    claims stay.

    The languages take turns. Each game has puzzles in both, since every fifth puzzle is one of the same game,
    and seven has no common factor with ten.
    """
    for number in numbers:
        language = LANGUAGES[number % len(LANGUAGES)]
        question = question_page(number, language)
        assert page_height(question) <= SCREEN, number
        puzzle = all_puzzles()[number - 1]
        claims = hand.puzzle_snapshot(number, language).claims
        # The question repeats the only call of a round.
        is_repeated = len(claims) == 1 and find_game(puzzle.game).presenter.claims_rise
        assert ("🗣️" in text_of_page(question)) == (bool(claims) and not is_repeated), number
        if puzzle.game == "trick3":
            expect_no_choice_of_refill(question, language)
        shares = {tried.move: 5 for tried in puzzle.tried}
        legal = hand.puzzle_snapshot(number, language).mine.legal
        worst = next((move for move in legal if puzzle.grade(move) == "costly"), legal[0])
        for move in (puzzle.best[0], str(worst)):
            given = DailyAnswer(number, move, puzzle.grade(move), 0, False, 0)
            answered = AnswerDetails(given, {**shares, move: 3}, Streak(number, 3, 9), number, 0, True, True)
            assert len(answer_page(answered, language).encoded) < 8000, number
        post = post_page(number % len(EVERY) + 1, number, shares, language)
        assert page_height(post) <= TABLE, number
        assert post.files, "the solution is shown with its cards"


@pytest.mark.parametrize("language", LANGUAGES)
def test_question_frames_no_card_of_the_hand(language: str) -> None:
    """The best cards of one's hand are framed at a table; a puzzle asks for them, and says nothing."""
    framed = set[str]()
    for number in some(EVERY, 7):
        puzzle = all_puzzles()[number - 1]
        snapshot = hand.puzzle_snapshot(number, language)
        at_table = snapshot.game.presenter.panel(snapshot.mine.view, snapshot.mine.legal)
        assert at_table.hand is not None
        if any(face.mark == "hot" for row in at_table.hand.rows for face in row.cards):
            framed.add(puzzle.game)
        posed = snapshot.own_scene.hand
        assert posed is not None
        cards = [[face.card for face in row.cards] for row in posed.rows]
        assert cards == [[face.card for face in row.cards] for row in at_table.hand.rows]
        assert not any(face.mark == "hot" for row in posed.rows for face in row.cards), number
        items = walk(question_page(number, language).components)
        lines = "\n".join([part.content for part in items if isinstance(part, TextDisplay)])
        assert not re.search("(?i)framed|枠", lines), number
    assert framed == {"lost", "netsuzo", "trick3"}


def test_first_post_has_no_solution() -> None:
    assert not post_page(1, 0, {}, "en").files


def test_nine_missed_puzzles_are_listed_at_most() -> None:
    page = missed_page(range(1, 30), 0, Localizer("en"))
    assert "Hand 1 · " in text_of_page(page)
    assert "Porker Bull" in text_of_page(page)
    assert page.encoded.count(b'"b:play:') == 9


def test_puzzles_survive_writing_and_reading() -> None:
    assert isinstance(all_puzzles()[0], Puzzle)
    assert puzzles.read(puzzles.write(all_puzzles())) == all_puzzles()
    assert hand.puzzle_snapshot(1, "en").mine.seat == all_puzzles()[0].seat
