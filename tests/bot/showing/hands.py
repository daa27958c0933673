"""Private panels of a game of Alice and Bob, as their people see them."""

from __future__ import annotations

from typing import Any

from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import started


def other(stage: Stage) -> Any:
    """Who is not to act."""
    return stage.bob if stage.who_acts() is stage.alice else stage.alice


async def hand_of(stage: Stage, who: Any) -> Any:
    """Open somebody's panel."""
    return (await stage.tap(who, stage.table_message(), "hand")).response


async def own_turn(stage: Stage) -> tuple[Any, Any]:
    """Start a game; give who is to act, and the panel in which they may."""
    await started(stage)
    who = stage.who_acts()
    return who, await hand_of(stage, who)


async def both_look(stage: Stage) -> dict[int, Any]:
    """Start a game, and open both panels; give them by person."""
    await started(stage)
    return {who.id: await hand_of(stage, who) for who in (stage.alice, stage.bob)}


def move_ids(panel: Any) -> list[str]:
    """The custom ids of the buttons that play."""
    return [cid for cid in custom_ids(panel) if cid.startswith("b:move:")]


def is_waiting(panel: Any) -> bool:
    """Tell whether a panel says that others are to act, and offers no moves."""
    return "Waiting for" in said(panel) and not move_ids(panel)
