"""The button that explains the game of a lobby or a table."""

from __future__ import annotations

from bot.app import Action, Tap
from bot.help.view import rules_view
from bot.interactions.replies import answer, reader


async def rules(tap: Tap) -> None:
    """Explain the game in private."""
    state = await tap.app.tables.look_up(tap.subject)
    view, files = await rules_view(state.game.id, reader(tap.interaction))
    await answer(tap.interaction, view, files)


ACTIONS: dict[str, Action] = {"rules": rules}
