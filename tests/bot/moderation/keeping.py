"""Helpers that tap buttons and fill in forms as a moderator."""

from __future__ import annotations

from typing import Any

from tests.bot.people import Stage


async def panel_of(stage: Stage, person: Any) -> Any:
    answer = await person.slash(stage.channel, "moderate")
    assert answer.response.ephemeral
    return answer.response


async def closing_question(stage: Stage, person: Any, table_id: str) -> Any:
    """Choose a table on a moderator's page; return the page that asks for confirmation."""
    panel = await panel_of(stage, person)
    await stage.choose(person, panel, "order_table", [table_id])
    await stage.tap(person, panel, "order_ask")
    return panel


async def close_table(
    stage: Stage, person: Any, panel: Any, reason: str = "We need the channel", **how: list[str]
) -> Any:
    """Close a table by a tap, with a reason; return the bot's answer."""
    form = await stage.tap(person, panel, "order_close")
    closed = await person.submit_modal(form, {"reason": reason, **how})
    await stage.env.advance_time(2)
    return closed


async def moderate_member(
    stage: Stage, moderator: Any, whom: Any, verb: str, reason: str = "Spoils games", days: str = "always"
) -> Any:
    """Choose a member on the moderators' page and tap an act of moderation; return the bot's answer."""
    panel = await panel_of(stage, moderator)
    await moderator.select(panel, [whom], custom_id="u:order_member:all")
    tapped = await stage.tap(moderator, panel, verb)
    if verb == "order_bar":
        await moderator.submit_modal(tapped, {"days": [days], "reason": reason})
    return panel
