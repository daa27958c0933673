"""Seats say who plays there: people by their names, computer players by theirs, and for whom."""

from __future__ import annotations

import re

from bot.showing.people import seat_names
from tests.bot.people import Stage, said
from tests.bot.voting import three


async def test_a_seat_says_who_plays_it(stage: Stage) -> None:
    """A computer player has a name of its own wherever somebody has left, and says for whom it plays."""
    await three(stage)
    await stage.resign(stage.alice)
    await stage.env.advance_time(2)
    told = said(stage.table_message())
    assert re.search(r"\*\*\w+\*\*\u00a0🤖 \(for Alice\)", told)
    assert "**Alice**" not in told
    await stage.resign(stage.bob)
    await stage.env.advance_time(2)
    names = seat_names(stage.state, "en")
    assert [name.partition("(")[2] for name in names] == ["for Alice)", "for Bob)", ""]
    assert len({name.split()[0] for name in names}) == 3
