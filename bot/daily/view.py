"""Pages of the daily puzzle ("hand of the day"): question, result, leaderboard, earlier puzzles, and
posts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.daily.calendar import counts_until, date_of, is_solution_public
from bot.daily.puzzles import Grade, MeasuredMove, Puzzle
from bot.daily.seen import puzzle_of, puzzle_snapshot
from bot.interactions import colours
from bot.interactions.taps import DAY
from bot.language.localizer import Localizer, flat, plain
from bot.language.names import escape
from bot.pages.boards import board_items
from bot.pages.context import PanelContext
from bot.pages.panel import panel_page
from bot.pages.people import people_localizer, seat_names
from bot.pages.sentence import sentence_page
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, Item, button, button_rows, custom_id, text_display
from bot.wire.messages import Page, framed
from games import find_game
from games.core.moves import Move
from games.core.words import Arg, Text
from storage.daily.answers import BoardEntry, DailyAnswer, Streak
from storage.fields import Name

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
    context = PanelContext(
        tuple(chosen), remark=remark, shows_whole_table=shows_table, heading=heading(number)
    )
    return panel_page(puzzle_snapshot(number, language), language, context)


def heading(number: int) -> Text:
    """Return the heading of a daily puzzle: its number, its game, and its difficulty in stars."""
    puzzle = puzzle_of(number)
    game = find_game(puzzle.game)
    return Text(
        "daily-heading",
        {
            "number": number,
            "emoji": game.emoji,
            "game": Text(f"{puzzle.game}-name"),
            "stars": STAR * puzzle.stars,
        },
    )


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
    """Return the page that a person sees after answering a daily puzzle."""
    number = answered.answer.day
    puzzle, snapshot = puzzle_of(number), puzzle_snapshot(number, language)
    words = people_localizer(snapshot, language)
    lines = [words(heading(number)), *_answer_lines(puzzle, snapshot, answered.answer, words)]
    gallery_items, files = _table_picture(snapshot, words, f"{DAY}-{number}")
    items: list[Item] = [text_display(*lines, limit=1800), *gallery_items]
    items.append(text_display(*_frequent_answers(puzzle, snapshot, answered, words), limit=900))
    items.append(text_display(*_streak_lines(answered, words), limit=500))
    return framed(*items, *button_rows(_answer_buttons(answered, words)), accent=colours.OVER, files=files)


def _answer_lines(puzzle: Puzzle, snapshot: Snapshot, answer: DailyAnswer, words: Localizer) -> list[str]:
    rules, presenter = snapshot.game.rules, snapshot.game.presenter
    view = snapshot.mine.view
    played, best = rules.parse(answer.move), rules.parse(puzzle.best[0])
    # The grade of the answer, the best move if it was another, what both are worth, and the reasons.
    lines = [
        words(f"daily-{answer.grade}", sign=SIGNS[answer.grade], move=presenter.name(played, view)),
    ]
    if answer.grade != "best":
        lines.append(words("daily-best-move", move=presenter.name(best, view)))
    lines.append(_comparison_line(puzzle, snapshot, answer, words))
    lines += [words(f"daily-theme-{theme}") for theme in puzzle.themes if theme != "trap"]
    return [*lines, *_reason_lines(snapshot, best, played, words)]


def _reason_lines(snapshot: Snapshot, best: Move, played: Move, words: Localizer) -> list[str]:
    presenter, view = snapshot.game.presenter, snapshot.mine.view
    why, why_not = presenter.reason(best, view), presenter.reason(played, view)
    if why is None or why_not is None or why == why_not:
        reason = why or why_not
        return [] if reason is None else [words("daily-why", reason=reason)]
    return [words("daily-why-best", reason=why), words("daily-why-not", reason=why_not)]


def _comparison_line(puzzle: Puzzle, snapshot: Snapshot, answer: DailyAnswer, words: Localizer) -> str:
    by_move: dict[str, MeasuredMove] = {tried.move: tried for tried in puzzle.tried}
    best, mine = puzzle.tried[0], by_move.get(answer.move)
    args: dict[str, Arg] = {
        "best": round(100 * best.worth),
        "times": puzzle.continuations,
    }
    # Without a value of its own, or for a best move, the answer is compared with the next worse move.
    if mine is None or answer.grade == "best":
        rival = next(tried for tried in puzzle.tried if tried.behind)
        name = snapshot.game.presenter.name(snapshot.game.rules.parse(rival.move), snapshot.mine.view)
        return words("daily-worth-rival", **args, other=round(100 * rival.worth), move=name)
    return words("daily-worth", **args, other=round(100 * mine.worth))


def _table_picture(snapshot: Snapshot, words: Localizer, file_stem: str) -> tuple[list[Item], list[Any]]:
    board = snapshot.own_scene.board or snapshot.scene.board
    if board is None:
        return [], []
    items, files = board_items(board, words, seat_names(snapshot, words.language), file_stem)
    return [*items], [*files]


def _frequent_answers(
    puzzle: Puzzle, snapshot: Snapshot, answered: AnswerDetails, words: Localizer
) -> list[str]:
    total = sum(answered.people_by_move.values())
    # A single answer would show only the reader's own.
    if total < 2:
        return [words("daily-crowd-first")]
    # The most frequent answers, and the reader's own in any case.
    moves = [*answered.people_by_move][:MOST_SHARES]
    if answered.answer.move not in moves:
        moves.append(answered.answer.move)
    lines = [words("daily-crowd", people=total)]
    for text in moves:
        move = snapshot.game.rules.parse(text)
        share = answered.people_by_move.get(text, 1) / total
        lines.append(
            words(
                "daily-crowd-mine" if text == answered.answer.move else "daily-crowd-line",
                sign=SIGNS[puzzle.grade(text)],
                percent=round(100 * share),
                move=_move_name(snapshot, move, words),
            )
        )
    return lines


def _move_name(snapshot: Snapshot, move: Move, words: Localizer) -> str:
    return plain(flat(words(snapshot.game.presenter.name(move, snapshot.mine.view))))


def _streak_lines(answered: AnswerDetails, words: Localizer) -> list[str]:
    days = answered.streak.on(max(answered.todays_number, answered.answer.day))
    lines = []
    if answered.answer.is_late:
        was_over = is_solution_public(answered.answer.day, answered.answer.at)
        lines.append(words("daily-late" if was_over else "daily-known"))
    if days and not answered.answer.is_late:
        lines.append(words("daily-streak", days=days, longest=answered.streak.longest))
    if answered.has_board and not answered.can_share:
        lines.append(words("daily-share-hint"))
    return [*lines, words("daily-next", at=str(answered.next_at))]


def _answer_buttons(answered: AnswerDetails, words: Localizer) -> list[Button]:
    subject = f"{DAY}{answered.answer.day}"
    ways = []
    if answered.can_share:
        ways.append(button("share", subject, words("button-daily-share"), style="primary", emoji="📣"))
    if answered.has_board:
        ways.append(button("board", subject, words("button-daily-board"), emoji="🏆"))
    ways.append(button("missed", subject, words("button-daily-missed"), emoji="📅"))
    return ways


def share_line(answer: DailyAnswer, streak: Streak, today: int, words: Localizer, name: Name = NOBODY) -> str:
    """Return a line that shows a person's result without revealing the solution.

    Args:
        streak: days in a row on which the person has answered.
        today: number of today's puzzle.
        name: the person's name; empty to leave it out.
    """
    puzzle = puzzle_of(answer.day)
    days = 0 if answer.is_late else streak.on(max(today, answer.day))
    # Late answers do not lengthen a streak.
    args: dict[str, Arg] = {
        "number": answer.day,
        "stars": STAR * puzzle.stars,
        "sign": SIGNS[answer.grade],
        "days": days,
        "emoji": find_game(puzzle.game).emoji,
    }
    key = "daily-share-late" if answer.is_late else "daily-share-streak" if days > 1 else "daily-share"
    line = words(key, **args)
    return words("daily-share-by", name=escape(name), line=line) if name else line


def shared_page(line: str, answer: DailyAnswer, words: Localizer) -> Page:
    """Return the public message with a person's result, and a button that opens the same puzzle."""
    subject, label = f"{DAY}{answer.day}", words("button-daily-try")
    try_it = button("open", subject, label, _answer_mark(answer), style="primary", emoji="🎴")
    return framed(text_display(line), *button_rows([try_it]), accent=colours.OVER)


def share_key(answer: DailyAnswer) -> str:
    """Return the custom id of the button in the public message with a person's result.

    No other button has it.
    """
    return custom_id("b", "open", f"{DAY}{answer.day}", _answer_mark(answer))


def _answer_mark(answer: DailyAnswer) -> str:
    # Its time distinguishes an answer from other people's, and names nobody.
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
        return framed(text_display(head, words("daily-board-empty")), accent=colours.QUIET)
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
    return framed(text_display(head, *lines, foot, limit=3000), accent=colours.OVER)


def missed_page(missed: Sequence[int], now: int, words: Localizer) -> Page:
    """Return a page with a button for each of these earlier puzzles.

    Args:
        now: Unix milliseconds.
    """
    if not missed:
        return sentence_page(words("daily-missed-none"))
    ways = [
        button("play", f"{DAY}{day}", words("button-daily-day", number=day, date=date_of(day).isoformat()))
        for day in missed[:MOST_MISSED]
    ]
    lines = [words("daily-missed")]
    lines += [
        words("daily-still-counts", number=day, at=str(counts_until(day) // 1000))
        for day in missed
        if not is_solution_public(day, now)
    ]
    return framed(text_display(*lines), *button_rows(ways, 2), accent=colours.QUIET)


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
    files: list[Any] = []
    # The solution makes sense only with the cards, which most people have not seen or have forgotten.
    if solved > 0:
        snapshot = puzzle_snapshot(solved, language)
        gallery_items, files = _table_picture(
            snapshot, people_localizer(snapshot, language), f"{DAY}-{solved}"
        )
        items += [text_display(*_solution_lines(solved, shares, language), limit=1200), *gallery_items]
    return framed(*items, accent=colours.LOBBY, files=files)


def _solution_lines(number: int, people_by_move: Mapping[str, int], language: str) -> list[str]:
    puzzle, snapshot = puzzle_of(number), puzzle_snapshot(number, language)
    words = people_localizer(snapshot, language)
    view, presenter = snapshot.mine.view, snapshot.game.presenter
    best = snapshot.game.rules.parse(puzzle.best[0])
    lines = [words("daily-solution", heading=heading(number), move=presenter.name(best, view))]
    # The reason is for the best move alone, since everybody answered something else.
    reason = presenter.reason(best, view)
    if reason is not None:
        lines.append(words("daily-why", reason=reason))
    total = sum(people_by_move.values())
    if total:
        # How many people found a best, a close or a costly move.
        grades: dict[Grade, int] = {"best": 0, "close": 0, "costly": 0}
        for text, people in people_by_move.items():
            grades[puzzle.grade(text)] += people
        parts = [f"{SIGNS[grade]} {round(100 * many / total)}%" for grade, many in grades.items()]
        lines.append(words("daily-solution-shares", people=total, shares=" · ".join(parts)))
    return lines
