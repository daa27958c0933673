"""Handlers of the command /daily, and of the private panel with a daily puzzle ("hand of the day")."""

from __future__ import annotations

from datetime import UTC, timezone
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.app import Action, Interaction, Tap, TapHandler, panel_handler
from bot.daily import calendar, view
from bot.daily.puzzles import POINTS, all_puzzles
from bot.daily.seen import puzzle_of, puzzle_snapshot
from bot.interactions.commands import allowed_everywhere, command, localised
from bot.interactions.permissions import is_hosted
from bot.interactions.replies import answer, reader, update
from bot.interactions.taps import DAY, number_in
from bot.language.catalogue import language_of
from bot.language.localizer import Localizer
from bot.pages.controls import SEPARATOR, move_without_question
from bot.pages.panel import answer_for_cards
from bot.pages.sentence import sentence_page
from bot.publishing import check_place, publish
from bot.refused import Refused
from bot.tables.appointments import zone_of
from bot.wire.messages import Page
from games.core.errors import RulesError
from games.core.words import Text
from storage.daily.answers import (
    DailyAnswer,
    load_answer,
    load_board,
    load_shares,
    load_streak,
    load_unanswered,
    save_answer,
)
from storage.fields import Name
from storage.servers.settings import load_settings

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
    number = calendar.number_at(interaction.client.clock.now_ms(), await zone_here(interaction))
    if what == SHARE:
        await _share(interaction, number)
    elif what == BOARD:
        await answer(interaction, await _leaderboard_page(interaction, number))
    elif what == MISSED:
        await answer(interaction, await _missed_page(interaction, number))
    else:
        await answer(interaction, await _result_or_question_page(interaction, number))


async def zone_here(interaction: Interaction) -> ZoneInfo | timezone:
    """Return the time zone of the interaction's server; UTC outside servers."""
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
    if not calendar.is_open(number, interaction.client.clock.now_ms()):
        raise Refused("daily-not-yet")
    return view.question_page(number, reader(interaction).language)


async def _result_page(interaction: Interaction, own_answer: DailyAnswer) -> Page:
    store, now = interaction.client.store, interaction.client.clock.now_ms()
    zone = await zone_here(interaction)
    answered = view.AnswerDetails(
        own_answer,
        await store.read(load_shares, own_answer.day),
        await store.read(load_streak, interaction.user.id),
        calendar.number_at(now, zone),
        calendar.next_start(now, zone),
        can_share=is_hosted(interaction),
        has_board=interaction.guild_id is not None,
    )
    return view.answer_page(answered, reader(interaction).language)


async def _leaderboard_page(interaction: Interaction, number: int) -> Page:
    if interaction.guild_id is None:
        raise Refused("only-in-servers")
    app, month = interaction.client, calendar.month_of(number)
    today = calendar.number_at(app.clock.now_ms(), await zone_here(interaction))
    entries = await app.store.read(load_board, interaction.guild_id, *month, today, BOARD_SIZE)
    return view.board_page(entries, number, reader(interaction))


async def _missed_page(interaction: Interaction, todays_number: int) -> Page:
    first, last = max(1, todays_number - LONG_AGO), min(todays_number - 1, len(all_puzzles()))
    missed = await interaction.client.store.read(load_unanswered, interaction.user.id, first, last)
    return view.missed_page(missed, interaction.client.clock.now_ms(), reader(interaction))


async def _share(interaction: Interaction, number: int, name: Name = view.NOBODY) -> None:
    store = interaction.client.store
    stored_answer = await store.read(load_answer, interaction.user.id, number)
    if stored_answer is None:
        raise Refused("daily-share-nothing")
    place = await check_place(interaction)
    words = Localizer(place.language)
    streak = await store.read(load_streak, interaction.user.id)
    today = calendar.number_at(interaction.client.clock.now_ms(), await zone_here(interaction))
    line = view.share_line(stored_answer, streak, today, words, name)
    page = view.shared_page(line, stored_answer, words)
    await publish(interaction, place, view.share_key(stored_answer), page)


# --- taps ---------------------------------------------------------------------------------------------------


def _puzzle_number(tap: Tap) -> int:
    return number_in(tap.subject.removeprefix(DAY))


async def open_puzzle(tap: Tap) -> None:
    """Open the tapped puzzle in a new private message."""
    await answer(tap.interaction, await _result_or_question_page(tap.interaction, _puzzle_number(tap)))


async def open_missed_puzzle(tap: Tap) -> None:
    """Open an earlier puzzle in place of the tapped message."""
    await tap.reply(await _result_or_question_page(tap.interaction, _puzzle_number(tap)))


async def answer_with_move(tap: Tap) -> None:
    """Store the tapped move as the person's answer to the puzzle, and show the result."""
    await _store_answer(tap, tap.arg.partition(":")[2])


async def choose_answer(tap: Tap) -> None:
    """Show the next question about the move, after a tap on an answer or on *Back*."""
    await _show_question(tap, _chosen_answers(tap))


async def pick_answer(tap: Tap) -> None:
    """Handle an answer from a menu. Show the next question or, if the move is complete, store the move."""
    await _show_question_or_store(tap, [*_chosen_answers(tap), tap.value])


async def pick_cards(tap: Tap) -> None:
    """Handle cards chosen in a menu. Show the next question or, if the move is complete, store the move."""
    chosen = _chosen_answers(tap)
    value = answer_for_cards(
        puzzle_snapshot(_puzzle_number(tap), reader(tap.interaction).language), chosen, tap.values
    )
    if value is None:
        await _show_question(tap, chosen, Text("cards-not-together"))
    else:
        await _show_question_or_store(tap, [*chosen, value])


async def switch_view(tap: Tap) -> None:
    """Switch the tapped message between the person's cards and the whole table."""
    number, language = _puzzle_number(tap), reader(tap.interaction).language
    await update(tap.interaction, view.question_page(number, language, shows_table=bool(tap.arg)))


def _chosen_answers(tap: Tap) -> list[str]:
    path = tap.arg.partition(":")[2]
    return path.split(SEPARATOR) if path else []


async def _show_question(tap: Tap, chosen: list[str], remark: Text | None = None) -> None:
    page = view.question_page(_puzzle_number(tap), reader(tap.interaction).language, chosen, remark)
    await update(tap.interaction, page)


async def _show_question_or_store(tap: Tap, chosen: list[str]) -> None:
    at_once = move_without_question(
        puzzle_snapshot(_puzzle_number(tap), reader(tap.interaction).language), chosen
    )
    if at_once is None:
        await _show_question(tap, chosen)
    else:
        await _store_answer(tap, str(at_once))


async def _store_answer(tap: Tap, move: str) -> None:
    number, now = _puzzle_number(tap), tap.app.clock.now_ms()
    puzzle = puzzle_of(number)
    own = puzzle_snapshot(number, reader(tap.interaction).language)
    # Custom ids can be old or forged, so the move is checked like any other.
    try:
        played = own.game.rules.parse(move)
    except RulesError:
        raise Refused("stale-button") from None
    if played not in own.mine.legal:
        raise Refused("stale-button")
    if not calendar.is_open(number, now):
        raise Refused("daily-not-yet")
    grade = puzzle.grade(played)
    guild_id = tap.interaction.guild_id
    # Late answers are stored as well, but do not count.
    is_late = calendar.is_solution_public(number, now)
    own_answer = DailyAnswer(number, str(played), grade, POINTS[grade], is_late, now)
    # An earlier answer of the person wins; the page then shows that one.
    stored_answer = await tap.app.store.write(save_answer, tap.user.id, tap.name, guild_id, own_answer)
    await update(tap.interaction, await _result_page(tap.interaction, stored_answer))


async def share_result(tap: Tap) -> None:
    """Post the person's result as one line in the channel."""
    await _share(tap.interaction, _puzzle_number(tap), tap.name)
    await answer(tap.interaction, sentence_page(reader(tap.interaction)("daily-shared")))


async def show_board(tap: Tap) -> None:
    """Show the server's leaderboard of daily puzzles in a new private message."""
    await answer(tap.interaction, await _leaderboard_page(tap.interaction, _puzzle_number(tap)))


async def show_missed(tap: Tap) -> None:
    """List the earlier puzzles that the person has not answered, in a new private message."""
    now = tap.app.clock.now_ms()
    number = calendar.number_at(now, await zone_here(tap.interaction))
    await answer(tap.interaction, await _missed_page(tap.interaction, number))


COMMANDS = (daily,)
ACTIONS: dict[str, Action | TapHandler] = {
    f"{DAY}.open": open_puzzle,
    f"{DAY}.play": open_missed_puzzle,
    f"{DAY}.move": panel_handler(answer_with_move),
    f"{DAY}.only": panel_handler(answer_with_move),
    f"{DAY}.way": panel_handler(choose_answer),
    f"{DAY}.pick": panel_handler(pick_answer),
    f"{DAY}.cards": panel_handler(pick_cards),
    f"{DAY}.whole": panel_handler(switch_view),
    f"{DAY}.share": share_result,
    f"{DAY}.board": show_board,
    f"{DAY}.missed": show_missed,
}
