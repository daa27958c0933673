"""What each button and menu does: a handler per verb, found by the verb of the custom id.

A handler reads its argument, calls the house or a table, and renders. No rules, no SQL, no prose.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.actions import lobby, privacy, scores, settings, table
from bot.refused import Refused
from bot.ui.components import Interaction

Action: TypeAlias = Callable[[Interaction, str, str, tuple[str, ...]], Awaitable[None]]
"""Called with the interaction, the table's id, the rest of the custom id, and a menu's values."""

ACTIONS: dict[str, Action] = {
    **lobby.ACTIONS,
    **table.ACTIONS,
    **scores.ACTIONS,
    **privacy.ACTIONS,
    **settings.ACTIONS,
}


def find_action(verb: str) -> Action:
    """Look up the handler of a verb; a verb of an older version is refused kindly."""
    action = ACTIONS.get(verb)
    if action is None:
        raise Refused("stale-button")
    return action
