"""What people decide at a table while a game goes on, tapped as people tap it."""

from __future__ import annotations

from typing import Any

from bot.tables.state import TableState
from tests.bot.people import Stage, custom_ids


async def three(stage: Stage, computers: int = 0) -> Any:
    """Let Alice, who is host, Bob and Carol play; return the table's message."""
    return await stage.begin(stage.bob, stage.carol, computers=computers)


def dave(stage: Stage) -> Any:
    """Somebody who does not sit at the table."""
    return stage.guild.add_member(stage.env.create_user("dave", global_name="Dave"))


def erin(stage: Stage) -> Any:
    """Another one who does not."""
    return stage.guild.add_member(stage.env.create_user("erin", global_name="Erin"))


async def decide(stage: Stage, who: Any, act: str) -> Any:
    """Tap an act in the private panel, and mean it; return the panel."""
    panel = await stage.tap(who, stage.table_message(), "acts")
    if any(cid.startswith("b:askact:") and cid.endswith(f":{act}") for cid in custom_ids(panel.response)):
        await stage.tap(who, panel.response, "askact", act)
    await stage.tap(who, panel.response, "act", act)
    await stage.env.advance_time(2)
    return panel


async def both(stage: Stage, act: str) -> None:
    """Let Alice and Bob be for an act."""
    for who in (stage.alice, stage.bob):
        await decide(stage, who, act)


async def kept(stage: Stage, table_id: str) -> TableState:
    """Read a table from the database."""
    return TableState.of(await stage.stored(table_id))
