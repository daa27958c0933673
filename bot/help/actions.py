"""The buttons that explain a game: its rules, and its lesson step by step."""

from __future__ import annotations

from bot.app import Action, Interaction, Tap
from bot.help.lesson_view import lesson_page
from bot.help.view import EXPLAIN, LEARN, endings_page, rules_page, which_page
from bot.interactions.replies import answer, reader, update
from bot.refused import Refused
from bot.showing.pages import NOW
from bot.wire.messages import Page
from games import GAMES


async def rules(tap: Tap) -> None:
    """Explain the game in private."""
    state = await tap.app.tables.look_up(tap.subject)
    await answer(tap.interaction, await rules_page(state.game.id, reader(tap.interaction)))


async def explain(tap: Tap) -> None:
    """Explain a game that was chosen, in private."""
    if all(game.id != tap.subject for game in GAMES):
        raise Refused("stale-button")
    await answer(tap.interaction, await rules_page(tap.subject, reader(tap.interaction)))


async def chapter(tap: Tap) -> None:
    """Read on in the rules of a game, in the message where they are."""
    number = tap.values[0] if tap.values else ""
    if all(game.id != tap.subject for game in GAMES) or not number.isdecimal():
        raise Refused("stale-button")
    try:
        page = await rules_page(tap.subject, reader(tap.interaction), int(number))
    except IndexError:
        raise Refused("stale-button") from None
    await update(tap.interaction, page)


async def which(tap: Tap) -> None:
    """Ask, in private, which game to play at once, to learn, or to read about."""
    if tap.arg not in (NOW, LEARN, EXPLAIN):
        raise Refused("stale-button")
    await answer(tap.interaction, which_page(tap.arg, reader(tap.interaction)))


async def learn(tap: Tap) -> None:
    """Begin a lesson in private."""
    await begin_lesson(tap.interaction, tap.subject)


async def lesson(tap: Tap) -> None:
    """Go to another step of a lesson, or hear why a move would not be so good."""
    await update(tap.interaction, _step(tap.interaction, tap.subject, tap.arg))


async def begin_lesson(interaction: Interaction, game: str) -> None:
    """Begin a lesson in private, asked for by a button or by a command."""
    await answer(interaction, _step(interaction, game, "0"))


def _step(interaction: Interaction, game_id: str, arg: str) -> Page:
    """Render a step of a lesson.

    Raises:
        Refused: there is no such lesson, or it has no such step.
    """
    found = next((game for game in GAMES if game.id == game_id), None)
    if found is None or found.lesson is None:
        raise Refused("lesson-missing")
    number, _, what = arg.partition(".")
    if not number.isdecimal() or int(number) >= len(found.lesson.steps):
        raise Refused("stale-button")
    step = int(number)
    tried = int(what) if what.isdecimal() else None
    if tried is not None and tried >= len(found.lesson.steps[step].tries):
        raise Refused("stale-button")
    return lesson_page(
        found, found.lesson, step, tried, reader(interaction), may_play=interaction.guild is not None
    )


async def endings(tap: Tap) -> None:
    """Tell in private how games end, and what each way does."""
    await answer(tap.interaction, endings_page(reader(tap.interaction)))


ACTIONS: dict[str, Action] = {
    "endings": endings,
    "rules": rules,
    "explain": explain,
    "chapter": chapter,
    "which": which,
    "learn": learn,
    "lesson": lesson,
}
