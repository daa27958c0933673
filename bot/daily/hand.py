"""The hand of the day on Discord: its pages, taps and posts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timezone
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

import structlog
from discord import app_commands
from msgspec import structs

from bot import interactions
from bot.app import Action, App, Interaction, Tap, TapHandler
from bot.caches import cached
from bot.daily.puzzles import (
    POINTS,
    Grade,
    Puzzle,
    all_puzzles,
    counts_until,
    date_of,
    is_open,
    is_solution_public,
    month_of,
    newest_public_solution,
    next_start,
    number_at,
)
from bot.daily.solution import Truth, comparison_text, reason_text, truth_of, truth_picture
from bot.help import rules_page
from bot.interactions import (
    DAY,
    allowed_everywhere,
    answer,
    command,
    is_hosted,
    localised,
    number_in,
    update,
    words_for,
)
from bot.language import Localizer, escape, game_name, language_of, plain
from bot.pages.messages import sentence_page
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import page_localizer
from bot.pages.phone import TABLE, page_height
from bot.play.taps import MovePanel, guide_page, move_actions
from bot.posting import AlreadyClaimed, OneTimePost, PostKind, post_once
from bot.publishing import check_place, publish
from bot.refused import Refused
from bot.tables.planning import zone_of
from bot.tables.snapshot import Snapshot
from bot.tables.state import TableState
from bot.times import day_text
from bot.wire.components import Button, Item, button, button_rows, custom_id, text_display
from bot.wire.messages import Page, framed
from games import find_game
from games.core.errors import RulesError
from games.core.moves import Move
from games.core.words import Arg, Text, yes_no
from storage.daily import (
    BoardEntry,
    DailyAnswer,
    DailyServer,
    Streak,
    begin_daily_post,
    end_daily_post,
    load_answer,
    load_board,
    load_daily_servers,
    load_shares,
    load_streak,
    load_unanswered,
    save_answer,
)
from storage.rows import PLAYING, MoveRow, Name, SeatRow, SentRow, StoredTable, TableRow
from storage.servers import load_settings

log = structlog.get_logger(__name__)


# --- seen ---------------------------------------------------------------------------------------------------
# Turns a daily puzzle into a table, so that the pages of a game can show it.

READER = 1
"""User id of the person who solves the puzzle, in the snapshot."""


def puzzle_of(number: int) -> Puzzle:
    """Return the daily puzzle with this number.

    Raises:
        Refused: no puzzle has this number.
    """
    puzzles = all_puzzles()
    if not 1 <= number <= len(puzzles):
        raise Refused("daily-none")
    return puzzles[number - 1]


@cached(64, of_people=False)
def puzzle_snapshot(number: int, language: str) -> Snapshot:
    """Return a daily puzzle as a table, seen by the player who must choose a move.

    Args:
        language: language of the players' names.

    Raises:
        Refused: no puzzle has this number.
    """
    puzzle = puzzle_of(number)
    words = Localizer(language)
    names = words.computer_names
    # The reader has the deciding seat; all others are strong computer players.
    seats = []
    for seat in range(puzzle.seats):
        if seat == puzzle.seat:
            seats.append(SeatRow(seat, READER, Name(words("lesson-you"))))
        else:
            seats.append(SeatRow(seat, None, Name(names[seat]), level="expert"))
    setup = puzzle.setup
    # A table that is on no server and was never stored.
    row = TableRow(
        f"{DAY}{number}",
        0,
        0,
        READER,
        puzzle.game,
        dict(setup.options),
        PLAYING,
        language,
        0,
        first=setup.first,
        hints=False,
        crowd=False,
    )
    # Replaying the moves gives the position, as for any stored table.
    moves = []
    for seq, line in enumerate(puzzle.moves):
        actor, _, move = line.partition(" ")
        # A star stands for a random move, such as a deal.
        mover = None if actor == "*" else int(actor)
        moves.append(MoveRow(seq, mover, move, 0))
    state = TableState.of(StoredTable(row, tuple(seats), tuple(moves), SentRow(row.id)))
    snapshot = state.seen_by(puzzle.seat)
    return replace(snapshot, own=structs.replace(snapshot.mine, is_puzzle=True))


# --- view ---------------------------------------------------------------------------------------------------
# Pages of the daily puzzle ("hand of the day"): question, result, leaderboard, earlier puzzles, and
# posts.

SIGNS: Mapping[str, str] = {"best": "🟩", "close": "🟨", "costly": "🟥"}
"""Coloured square for each grade of an answer. Shared results show it, since it does not reveal the move."""
STAR = "⭐"
MOST_SHARES = 4
"""Limit of other people's moves in the list of how everybody answered."""
MOST_MISSED = 9
"""Limit of missed days among which a person can choose."""
NOBODY = Name("")


def question_page(
    number: int,
    language: str,
    chosen: Sequence[str] = (),
    remark: Text | None = None,
    *,
    shows_table: bool = False,
) -> Page:
    """Return the private message that asks for the move of a daily puzzle.

    Args:
        chosen: answers so far, if several questions lead to a move.
        remark: the reason why the last tap had no effect.
        shows_table: show the whole table instead of the question.
    """
    puzzle = puzzle_of(number)
    turn = f"{puzzle.game}-turn"
    if not Localizer(language).has(turn):
        turn = f"{puzzle.game}-pitch"
    one_loser = yes_no(find_game(puzzle.game).has_one_loser(puzzle.setup.options))
    context = PanelContext(
        tuple(chosen),
        remark=remark,
        shows_whole_table=shows_table,
        heading=heading(number),
        short_heading=_short_heading(number),
        task=Text("daily-task", {"turn": Text(turn), "one_loser": one_loser}),
    )
    return panel_page(puzzle_snapshot(number, language), language, context)


def heading(number: int) -> Text:
    """Return the heading of a daily puzzle: its number, its game, and its difficulty in stars and words."""
    puzzle = puzzle_of(number)
    game = find_game(puzzle.game)
    return Text(
        "daily-heading",
        {
            "number": number,
            "emoji": game.emoji,
            "game": Text(f"{puzzle.game}-name"),
            "stars": STAR * puzzle.stars,
            "count": puzzle.stars,
        },
    )


def _short_heading(number: int) -> Text:
    puzzle = puzzle_of(number)
    emoji = find_game(puzzle.game).emoji
    return Text("daily-heading-short", {"number": number, "emoji": emoji, "stars": STAR * puzzle.stars})


class AnswerDetails(NamedTuple):
    """A person's answer to a daily puzzle, with statistics.

    Attributes:
        people_by_move: number of people by the move that they chose.
        streak: days in a row on which the person has answered.
        next_at: start of the next puzzle in Unix seconds.
    """

    answer: DailyAnswer
    people_by_move: Mapping[str, int]
    streak: Streak
    todays_number: int
    next_at: int
    can_share: bool = False
    has_board: bool = False


def answer_page(answered: AnswerDetails, language: str) -> Page:
    """Return the page that a person sees after answering a daily puzzle.

    It ends with what was so, and with one sentence on why the best move was the best.
    """
    number = answered.answer.day
    puzzle = puzzle_of(number)
    snapshot = puzzle_snapshot(number, language)
    words = page_localizer(snapshot, language)
    truth = _truth(number, language)
    lines = [words(heading(number))]
    lines += _answer_lines(puzzle, snapshot, answered.answer, words)
    lines.append(words(truth.line))
    above = text_display(lines)
    below: list[Item] = [
        text_display(_frequent_answers(puzzle, snapshot, answered, words)),
        text_display(_streak_lines(answered, words)),
    ]
    below += button_rows(_answer_buttons(answered, words))
    picture, files = truth_picture(truth.board, snapshot, words, _stem(number), [above, *below])
    return framed(above, picture, below, accent=interactions.OVER, files=files, language=language)


@cached(64, of_people=False)
def _truth(number: int, language: str) -> Truth:
    return truth_of(puzzle_of(number), puzzle_snapshot(number, language))


def _stem(number: int) -> str:
    return f"{DAY}-{number}-truth"


def _answer_lines(puzzle: Puzzle, snapshot: Snapshot, answer: DailyAnswer, words: Localizer) -> list[str]:
    rules = snapshot.game.rules
    presenter = snapshot.game.presenter
    view = snapshot.mine.view
    played = rules.parse(answer.move)
    best = rules.parse(puzzle.best[0])
    # The grade of the answer, the best move if it was another, what both are worth, and the reasons.
    lines = [
        words(f"daily-{answer.grade}", sign=SIGNS[answer.grade], move=presenter.name(played, view)),
    ]
    if answer.grade != "best":
        lines.append(words("daily-best-move", move=presenter.name(best, view)))
    lines.append(words(comparison_text(puzzle, snapshot, answer)))
    lines += [words(f"daily-theme-{theme}") for theme in puzzle.themes if theme != "trap"]
    reason = reason_text(snapshot, best, played, is_best=answer.grade == "best")
    if reason is not None:
        lines.append(words(reason))
    return lines


def _frequent_answers(
    puzzle: Puzzle, snapshot: Snapshot, answered: AnswerDetails, words: Localizer
) -> list[str]:
    total = sum(answered.people_by_move.values())
    # A single answer would show only the reader's own.
    if total < 2:
        return [words("daily-crowd-first")]
    # The most frequent answers, and the reader's own in any case.
    moves = list(answered.people_by_move)[:MOST_SHARES]
    if answered.answer.move not in moves:
        moves.append(answered.answer.move)
    lines = [words("daily-crowd", people=total)]
    for text in moves:
        move = snapshot.game.rules.parse(text)
        percent = round(100 * answered.people_by_move.get(text, 1) / total)
        if text == answered.answer.move:
            key = "daily-crowd-mine"
        else:
            key = "daily-crowd-line"
        sign = SIGNS[puzzle.grade(text)]
        lines.append(words(key, sign=sign, percent=percent, move=_move_name(snapshot, move, words)))
    return lines


def _move_name(snapshot: Snapshot, move: Move, words: Localizer) -> str:
    return plain(words(snapshot.game.presenter.name(move, snapshot.mine.view)))


def _streak_lines(answered: AnswerDetails, words: Localizer) -> list[str]:
    days = answered.streak.on(max(answered.todays_number, answered.answer.day))
    lines = []
    if answered.answer.is_late and is_solution_public(answered.answer.day, answered.answer.at):
        lines.append(words("daily-late"))
    elif answered.answer.is_late:
        lines.append(words("daily-known"))
    # The first day is no streak yet.
    elif days and answered.streak.longest > 1:
        lines.append(words("daily-streak", days=days, longest=answered.streak.longest))
    if answered.has_board and not answered.can_share:
        lines.append(words("daily-share-hint"))
    lines.append(words("daily-next", at=str(answered.next_at)))
    return lines


def _answer_buttons(answered: AnswerDetails, words: Localizer) -> list[Button]:
    subject = f"{DAY}{answered.answer.day}"
    ways = []
    if answered.can_share:
        ways.append(button("share", subject, words("button-daily-share"), style="primary", emoji="📣"))
    if answered.has_board:
        ways.append(button("board", subject, words("button-daily-board"), emoji="🏆"))
    ways.append(button("missed", subject, words("button-daily-missed"), emoji="📅"))
    # People who have met the game in its puzzle can learn it now.
    ways.append(button("learn", puzzle_of(answered.answer.day).game, words("button-learn-this")))
    return ways


def share_line(answer: DailyAnswer, streak: Streak, today: int, words: Localizer, name: Name = NOBODY) -> str:
    """Return a line that shows a person's result without revealing the solution.

    Args:
        streak: days in a row on which the person has answered.
        today: number of today's puzzle.
        name: the person's name; empty to leave it out.
    """
    puzzle = puzzle_of(answer.day)
    # Late answers do not lengthen a streak.
    days = 0
    if not answer.is_late:
        days = streak.on(max(today, answer.day))
    args: dict[str, Arg] = {
        "number": answer.day,
        "stars": STAR * puzzle.stars,
        "sign": SIGNS[answer.grade],
        "days": days,
        "emoji": find_game(puzzle.game).emoji,
    }
    if answer.is_late:
        key = "daily-share-late"
    elif days > 1:
        key = "daily-share-streak"
    else:
        key = "daily-share"
    line = words(key, **args)
    if name:
        return words("daily-share-by", name=escape(name), line=line)
    return line


def shared_page(line: str, answer: DailyAnswer, words: Localizer) -> Page:
    """Return the public message with a person's result, and a button that opens the same puzzle."""
    subject = f"{DAY}{answer.day}"
    label = words("button-daily-try")
    try_it = button("open", subject, label, _answer_mark(answer), style="primary", emoji="🎴")
    return framed(text_display(line), button_rows([try_it]), accent=interactions.OVER)


def share_key(answer: DailyAnswer) -> str:
    """Return the custom id of the button in the public message with a person's result.

    No other button has it.
    """
    return custom_id("b", "open", f"{DAY}{answer.day}", _answer_mark(answer))


def _answer_mark(answer: DailyAnswer) -> str:
    # The time distinguishes one person's answer from another's without naming anybody.
    return str(answer.at)


def board_page(entries: Sequence[BoardEntry], number: int, words: Localizer) -> Page:
    """Return a server's leaderboard of daily puzzles for one month.

    Args:
        number: number of any puzzle of the month.
    """
    day = date_of(number)
    month = words("season-month", month=Text(f"month-{day.month}"), year=str(day.year))
    head = words("daily-board-title", month=month)
    if not entries:
        return framed(text_display(head, words("daily-board-empty")), accent=interactions.QUIET)
    medals = {1: "🥇", 2: "🥈", 3: "🥉"}
    lines = []
    for entry in entries:
        # Equal points share a place.
        place = 1 + sum(other.points > entry.points for other in entries)
        lines.append(
            words(
                "daily-board-row",
                place=medals.get(place) or words("result-place", place=place),
                name=f"**{escape(Name(entry.name))}**",
                points=entry.points,
                answers=entry.answers,
                days=entry.streak,
            )
        )
    foot = f"-# {words('daily-board-foot')}"
    return framed(text_display(head, lines, foot), accent=interactions.OVER)


def missed_page(missed: Sequence[int], now: int, words: Localizer) -> Page:
    """Return a page with a button for each of these earlier puzzles.

    Args:
        now: Unix milliseconds.
    """
    if not missed:
        return sentence_page(words("daily-missed-none"))
    ways = []
    for day in missed[:MOST_MISSED]:
        date = day_text(date_of(day), words.language)
        game = words(game_name(puzzle_of(day).game))
        label = words("button-daily-day", number=day, date=date, game=game)
        ways.append(button("play", f"{DAY}{day}", label))
    counting = [
        words("daily-still-counts", number=day, at=str(counts_until(day) // 1000))
        for day in missed
        if not is_solution_public(day, now)
    ]
    lines = [words("daily-missed"), *counting]
    if len(counting) < len(missed):
        lines.append(words("daily-missed-rest", counting=len(counting)))
    return framed(text_display(lines), button_rows(ways, 2), accent=interactions.QUIET)


def post_page(number: int, solved: int, shares: Mapping[str, int], language: str) -> Page:
    """Return the public message with a new daily puzzle and the solution of an earlier one.

    Args:
        solved: number of the newest puzzle with a public solution; below 1 there is none.
        shares: number of people by the move that they chose in that puzzle.
    """
    words = Localizer(language)
    items: list[Item] = [text_display(words("daily-post", heading=heading(number)))]
    way = button("open", f"{DAY}{number}", words("button-daily-open"), style="primary", emoji="🎴")
    items += button_rows([way])
    if solved < 1:
        return framed(items, accent=interactions.LOBBY)
    # The solution makes sense only with the cards, which most people have not seen or have forgotten.
    snapshot = puzzle_snapshot(solved, language)
    solved_words = page_localizer(snapshot, language)
    lines = _solution_lines(solved, shares, language)
    truth = _truth(solved, language)
    asked_board = snapshot.own_scene.board or truth.board
    # If all hands take too much height, the picture is that of the question.
    lines_with_truth = [*lines, solved_words(truth.line)]
    for board, board_lines in ((truth.board, lines_with_truth), (asked_board, lines)):
        texts = [*items, text_display(board_lines)]
        picture, files = truth_picture(board, snapshot, solved_words, _stem(solved), texts)
        page = framed(texts, picture, accent=interactions.LOBBY, files=files, language=language)
        if page_height(page) <= TABLE:
            break
    return page


def _solution_lines(number: int, people_by_move: Mapping[str, int], language: str) -> list[str]:
    puzzle = puzzle_of(number)
    snapshot = puzzle_snapshot(number, language)
    words = page_localizer(snapshot, language)
    view = snapshot.mine.view
    presenter = snapshot.game.presenter
    best = snapshot.game.rules.parse(puzzle.best[0])
    lines = [words("daily-solution", heading=heading(number), move=presenter.name(best, view))]
    # The reason is for the best move alone, since everybody answered something else. Both are hidden until a
    # tap, as people may still want to play this hand among the days that they missed.
    reason = presenter.reason(best, view)
    if reason is not None:
        lines.append(words("daily-solution-why", reason=reason))
    total = sum(people_by_move.values())
    if total:
        # How many people found a best, a close or a costly move.
        grades: dict[Grade, int] = {"best": 0, "close": 0, "costly": 0}
        for text, people in people_by_move.items():
            grades[puzzle.grade(text)] += people
        parts = [f"{SIGNS[grade]} {round(100 * many / total)}%" for grade, many in grades.items()]
        lines.append(words("daily-solution-shares", people=total, shares=" · ".join(parts)))
    return lines


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of the command /daily, and of the private panel with a daily puzzle ("hand of the day").

TODAY, SHARE, BOARD, MISSED = WAYS = ("today", "share", "board", "missed")
"""What /daily can show: the puzzle of the day, the person's result to all, the leaderboard, the missed
days.
"""
BOARD_SIZE = 20
"""Limit of people on a leaderboard."""
LONG_AGO = 60
"""Number of past days among which unanswered puzzles are listed."""


@allowed_everywhere
@command("daily", "what")
@app_commands.choices(
    what=[app_commands.Choice(name=localised(f"daily-what-{way}"), value=way) for way in WAYS]
)
async def daily(interaction: Interaction, what: str = TODAY) -> None:
    """Answer the command /daily. ``what`` is one of ``WAYS``."""
    number = await _todays_number(interaction)
    if what == SHARE:
        await _share(interaction, number)
    elif what == BOARD:
        await answer(interaction, await _leaderboard_page(interaction, number))
    elif what == MISSED:
        await answer(interaction, await _missed_page(interaction, number))
    else:
        await answer(interaction, await _result_or_question_page(interaction, number))


async def _todays_number(interaction: Interaction) -> int:
    return number_at(interaction.client.clock.now_ms(), await _zone_here(interaction))


async def _zone_here(interaction: Interaction) -> ZoneInfo | timezone:
    # Outside of servers the day begins by UTC.
    if interaction.guild_id is None:
        return UTC
    app = interaction.client
    settings = await app.store.read(load_settings, interaction.guild_id)
    usual = language_of(interaction.guild_locale, app.config.default_locale)
    return zone_of(settings.time_zone, settings.locale or usual)


async def _result_or_question_page(interaction: Interaction, number: int) -> Page:
    puzzle_of(number)  # refuses a number without a puzzle
    stored_answer = await interaction.client.store.read(load_answer, interaction.user.id, number)
    if stored_answer is not None:
        return await _result_page(interaction, stored_answer)
    if not is_open(number, interaction.client.clock.now_ms()):
        raise Refused("daily-not-yet")
    return question_page(number, words_for(interaction).language)


async def _result_page(interaction: Interaction, own_answer: DailyAnswer) -> Page:
    store = interaction.client.store
    now = interaction.client.clock.now_ms()
    zone = await _zone_here(interaction)
    answered = AnswerDetails(
        own_answer,
        await store.read(load_shares, own_answer.day),
        await store.read(load_streak, interaction.user.id),
        number_at(now, zone),
        next_start(now, zone),
        can_share=is_hosted(interaction),
        has_board=interaction.guild_id is not None,
    )
    return answer_page(answered, words_for(interaction).language)


async def _leaderboard_page(interaction: Interaction, number: int) -> Page:
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    first, last = month_of(number)
    today = await _todays_number(interaction)
    store = interaction.client.store
    entries = await store.read(load_board, interaction.guild_id, first, last, today, BOARD_SIZE)
    return board_page(entries, number, words_for(interaction))


async def _missed_page(interaction: Interaction, todays_number: int) -> Page:
    first = max(1, todays_number - LONG_AGO)
    last = min(todays_number - 1, len(all_puzzles()))
    missed = await interaction.client.store.read(load_unanswered, interaction.user.id, first, last)
    return missed_page(missed, interaction.client.clock.now_ms(), words_for(interaction))


async def _share(interaction: Interaction, number: int, name: Name = NOBODY) -> None:
    store = interaction.client.store
    stored_answer = await store.read(load_answer, interaction.user.id, number)
    if stored_answer is None:
        raise Refused("daily-share-nothing")
    place = await check_place(interaction)
    words = Localizer(place.language)
    streak = await store.read(load_streak, interaction.user.id)
    today = await _todays_number(interaction)
    line = share_line(stored_answer, streak, today, words, name)
    page = shared_page(line, stored_answer, words)
    await publish(interaction, place, share_key(stored_answer), page)


# --- taps ---------------------------------------------------------------------------------------------------


def _puzzle_number(tap: Tap) -> int:
    return number_in(tap.subject.removeprefix(DAY))


async def open_puzzle(tap: Tap) -> None:
    """Open the tapped puzzle in a new private message."""
    await answer(tap.interaction, await _result_or_question_page(tap.interaction, _puzzle_number(tap)))


async def open_puzzle_here(tap: Tap) -> None:
    """Open a puzzle in place of the tapped message."""
    await tap.reply(await _result_or_question_page(tap.interaction, _puzzle_number(tap)))


async def show_rules(tap: Tap) -> None:
    """Show the rules of the puzzle's game in place of the puzzle, with a way back."""
    game_id = puzzle_of(_puzzle_number(tap)).game
    await tap.reply(await rules_page(game_id, words_for(tap.interaction), table_id=tap.subject))


async def show_guide(tap: Tap) -> None:
    """Show the ranking of hands in the puzzle's game in place of the puzzle, with a way back."""
    language = words_for(tap.interaction).language
    snapshot = puzzle_snapshot(_puzzle_number(tap), language)
    await tap.reply(guide_page(snapshot, language, has_hand=True))


class PuzzleMovePanel(MovePanel):
    """The tapped panel of a daily puzzle. Its move is the person's answer to the puzzle."""

    @classmethod
    async def opened(cls, tap: Tap) -> Self:
        return cls(tap)

    @property
    def snapshot(self) -> Snapshot:
        return puzzle_snapshot(_puzzle_number(self.tap), words_for(self.tap.interaction).language)

    async def show(
        self, answers: list[str] | None = None, remark: Text | None = None, shows_table: bool | None = None
    ) -> None:
        language = words_for(self.tap.interaction).language
        number = _puzzle_number(self.tap)
        shows_table = bool(shows_table)
        page = question_page(number, language, answers or (), remark, shows_table=shows_table)
        await update(self.tap.interaction, page)

    async def play(self, notation: str, *, is_alone: bool) -> None:
        tap = self.tap
        own = self.snapshot
        number = _puzzle_number(tap)
        now = tap.app.clock.now_ms()
        # Custom ids can be old or forged, so the move is checked like any other.
        try:
            played = own.game.rules.parse(notation)
        except RulesError:
            raise Refused("stale-button") from None
        if played not in own.mine.legal:
            raise Refused("stale-button")
        if not is_open(number, now):
            raise Refused("daily-not-yet")
        grade = puzzle_of(number).grade(played)
        # Late answers are stored as well, but do not count.
        is_late = is_solution_public(number, now)
        own_answer = DailyAnswer(number, str(played), grade, POINTS[grade], is_late, now)
        # An earlier answer of the person wins; the page then shows that one.
        guild_id = tap.interaction.guild_id
        stored_answer = await tap.app.store.write(save_answer, tap.user.id, tap.name, guild_id, own_answer)
        await update(tap.interaction, await _result_page(tap.interaction, stored_answer))


async def share_result(tap: Tap) -> None:
    """Post the person's result as one line in the channel."""
    await _share(tap.interaction, _puzzle_number(tap), tap.name)
    await answer(tap.interaction, sentence_page(words_for(tap.interaction)("daily-shared")))


async def show_board(tap: Tap) -> None:
    """Show the server's leaderboard of daily puzzles in a new private message."""
    await answer(tap.interaction, await _leaderboard_page(tap.interaction, _puzzle_number(tap)))


async def show_missed(tap: Tap) -> None:
    """List the earlier puzzles that the person has not answered, in a new private message."""
    number = await _todays_number(tap.interaction)
    await answer(tap.interaction, await _missed_page(tap.interaction, number))


COMMANDS = (daily,)
ACTIONS: dict[str, Action | TapHandler] = {
    **{f"{DAY}.{verb}": handler for verb, handler in move_actions(PuzzleMovePanel).items()},
    f"{DAY}.open": open_puzzle,
    f"{DAY}.play": open_puzzle_here,
    f"{DAY}.hand": open_puzzle_here,
    f"{DAY}.explain": show_rules,
    f"{DAY}.guide": show_guide,
    f"{DAY}.share": share_result,
    f"{DAY}.board": show_board,
    f"{DAY}.missed": show_missed,
}

# --- posts --------------------------------------------------------------------------------------------------
# Posts each daily puzzle ("hand of the day") once on every server that subscribes to it.

FEW = 30
"""If fewer puzzles than this remain for the coming days, a line in the log says so."""


class DuePost(NamedTuple):
    """A daily puzzle that is due to be posted on a server.

    Attributes:
        language: language of the server's public messages.
        number: number of the puzzle.
    """

    server: DailyServer
    language: str
    number: int


def due_post(server: DailyServer, locale: object, default: str, now: int) -> DuePost | None:
    """Return the daily puzzle that is due to be posted on a server; ``None`` if none is due now.

    Args:
        locale: the server's locale in Discord.
        default: the language to use if the bot has no texts for ``locale``.
        now: Unix milliseconds.
    """
    language = server.locale or language_of(locale, default)
    zone = zone_of(server.time_zone, language)
    number = number_at(now, zone)
    if datetime.fromtimestamp(now / 1000, zone).hour < server.hour:
        return None
    if number < server.posted or (number == server.posted and server.is_sent):
        return None
    if 1 <= number <= len(all_puzzles()):
        return DuePost(server, language, number)
    return None


def log_if_few_puzzles_left(now: int) -> None:
    """Log a reminder if few puzzles are left for the coming days."""
    remaining = len(all_puzzles()) - number_at(now)
    if remaining < FEW:
        log.info("more hands of the day are needed soon (docs/PUZZLES.md)", days=remaining)


async def _post_if_due(app: App, server: DailyServer) -> None:
    guild = app.get_guild(server.guild_id)
    if guild is None:
        return
    due = due_post(server, guild.preferred_locale, app.config.default_locale, app.clock.now_ms())
    if due is None:
        return
    number = due.number
    solved = newest_public_solution(app.clock.now_ms())
    page = post_page(number, solved, await app.store.read(load_shares, solved), due.language)
    is_uncertain = server.posted == number
    if not is_uncertain and not await app.store.write(begin_daily_post, server.guild_id, number):
        raise AlreadyClaimed
    key = custom_id("b", "open", f"{DAY}{number}")
    # A refused post is not tried again: tomorrow's may be allowed.
    await post_once(app, OneTimePost(server.guild_id, server.channel_id, key, page, is_uncertain))
    await app.store.write(end_daily_post, server.guild_id, number)


POSTS = (PostKind(load_daily_servers, _post_if_due),)
"""The kinds of messages that ``bot.posting`` posts on servers for this package: the daily puzzle."""
