"""Handlers of /help, /rules and /learn, and of the buttons of rules and lessons."""

from __future__ import annotations

from bot.app import Action, Interaction, Tap
from bot.help.lesson_view import lesson_page
from bot.help.view import (
    EXPLAIN,
    LEARN,
    LEGEND,
    choose_game_page,
    endings_page,
    help_page,
    rules_page,
    signs_page,
)
from bot.interactions.commands import allowed_everywhere, command
from bot.interactions.permissions import is_hosted, may_practise
from bot.interactions.replies import answer, reader, update
from bot.interactions.taps import number_in
from bot.pages.boards import NOW
from bot.refused import Refused
from bot.wire.messages import Page
from games import GAMES


@allowed_everywhere
@command("help")
async def help_(interaction: Interaction) -> None:
    """Answer /help."""
    await answer(
        interaction,
        help_page(reader(interaction), may_play=is_hosted(interaction) or may_practise(interaction)),
    )


@allowed_everywhere
@command("rules", "game")
async def rules(interaction: Interaction, game: str) -> None:
    """Show the rules of a game in a private message."""
    await answer(interaction, await rules_page(game, reader(interaction)))


@allowed_everywhere
@command("learn", "game")
async def learn(interaction: Interaction, game: str) -> None:
    """Begin the lesson of a game in a private message."""
    await answer(interaction, _step_page(interaction, game, "0"))


async def show_table_rules(tap: Tap) -> None:
    """Show the rules of the tapped table's game in a private message."""
    state = await tap.app.tables.find_state(tap.subject)
    await answer(tap.interaction, await rules_page(state.game.id, reader(tap.interaction)))


WAYS = ("", "back", "next", "again", "go")
"""Possible last parts of the custom ids of a lesson's buttons that lead to a step. Other buttons have the
number of a move to try there.
"""


async def show_rules(tap: Tap) -> None:
    """Show the rules of the chosen game in a private message."""
    if all(game.id != tap.subject for game in GAMES):
        raise Refused("stale-button")
    await answer(tap.interaction, await rules_page(tap.subject, reader(tap.interaction)))


async def show_chapter(tap: Tap) -> None:
    """Show the chosen chapter of a game's rules, or the legend of signs."""
    if tap.value == LEGEND:
        await show_signs(tap)
        return
    number = number_in(tap.value)
    if all(game.id != tap.subject for game in GAMES):
        raise Refused("stale-button")
    try:
        page = await rules_page(tap.subject, reader(tap.interaction), number)
    except IndexError:
        raise Refused("stale-button") from None
    await update(tap.interaction, page)


async def ask_which_game(tap: Tap) -> None:
    """Ask for a game to play, learn or read about."""
    if tap.arg not in (NOW, LEARN, EXPLAIN):
        raise Refused("stale-button")
    await answer(tap.interaction, choose_game_page(tap.arg, reader(tap.interaction)))


async def begin_lesson(tap: Tap) -> None:
    """Begin the lesson of a game in a private message."""
    await answer(tap.interaction, _step_page(tap.interaction, tap.subject, "0"))


async def show_lesson_step(tap: Tap) -> None:
    """Show another step of a lesson, or a comment on the move that was tried."""
    await update(tap.interaction, _step_page(tap.interaction, tap.subject, tap.arg))


def _step_page(interaction: Interaction, game_id: str, arg: str) -> Page:
    # Custom ids may be old: the game, the step or the move may be gone.
    chosen_game = next((game for game in GAMES if game.id == game_id), None)
    if chosen_game is None or chosen_game.lesson is None:
        raise Refused("lesson-missing")
    number, _, what = arg.partition(".")
    step = number_in(number, len(chosen_game.lesson.steps))
    tried = number_in(what, len(chosen_game.lesson.steps[step].offered_moves)) if what not in WAYS else None
    return lesson_page(
        chosen_game,
        chosen_game.lesson,
        step,
        tried,
        reader(interaction),
        may_play=is_hosted(interaction) or may_practise(interaction),
    )


async def show_endings(tap: Tap) -> None:
    """Explain in a private message how games can end."""
    await answer(tap.interaction, endings_page(reader(tap.interaction)))


async def show_signs(tap: Tap) -> None:
    """Explain in a private message the signs used in pictures."""
    await answer(tap.interaction, signs_page(reader(tap.interaction)))


COMMANDS = (learn, rules, help_)
ACTIONS: dict[str, Action] = {
    "endings": show_endings,
    "signs": show_signs,
    "rules": show_table_rules,
    "explain": show_rules,
    "chapter": show_chapter,
    "which": ask_which_game,
    "learn": begin_lesson,
    "lesson": show_lesson_step,
}
