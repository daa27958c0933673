"""Helpers that make finished games: by play through Discord, or by storing a result."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.client import Tefuda
from bot.tables import endings
from bot.tables.state import TableState
from games.trophies import COUNTING
from storage.engine.database import get_meta, set_meta
from storage.rows import Outcome, SeatRow, SentRow
from storage.tables.lifecycle import append_moves, create_table, start_table
from tests.bot.people import Stage
from tests.storage.helpers import row_at_start, table

JANUARY = 1_767_225_600_000
"""The start of the simulated time: 2026-01-01, a Thursday."""


async def play_out(stage: Stage, people: Sequence[Any], game: str = "bull", seed: int = 0) -> TableState:
    """Play a whole game among people who join by taps; return the finished table."""
    first, *others = people
    await first.slash(stage.channel, "play", game=game)
    lobby = stage.channel.last_message
    for person in others:
        await stage.tap(person, lobby, "join")
    await stage.tap(first, lobby, "start")
    return await play_on(stage, stage.table.id, seed)


async def play_on(stage: Stage, table_id: str, seed: int = 0) -> TableState:
    """Play an open game to its end without Discord; return the finished table."""
    rng, table = random.Random(seed), stage.bot.tables.all[table_id]
    while table.state.is_playing:
        (seat, *_) = table.state.acting(human=True)
        await table.play(seat, rng.choice(table.state.match.legal(seat)))
        await table.apply_in_game(endings.resolve_departures)
    await stage.env.advance_time(3)
    return await stage.bot.tables.find_state(table_id)


async def finished(
    bot: Tefuda,
    guild_id: int,
    people: Sequence[tuple[int, str]],
    places: Sequence[int],
    *,
    game: str = "bull",
    at: int = JANUARY,
    facts: Sequence[dict[str, int]] = (),
) -> str:
    """Store a result with these people and places without any play; return the table's id."""
    number = int(await bot.store.read(get_meta, "tests") or 0) + 1
    await bot.store.write(set_meta, "tests", str(number))
    table_id = f"t{number}"
    seats = [SeatRow(seat, user_id, name, None, seat + 1) for seat, (user_id, name) in enumerate(people)]
    about: dict[str, Any] = {"guild_id": guild_id, "host_id": people[0][0], "created_at": at}
    row = table(table_id, game=game, options={}, locale="en", **about)
    await bot.store.write(create_table, row, seats)
    await bot.store.write(start_table, row_at_start(row), seats, (), SentRow(table_id))
    scores = tuple(float(-place) for place in places)
    outcome = Outcome(tuple(places), scores, at, True, tuple(facts), counting=COUNTING)
    await bot.store.write(append_moves, table_id, (), outcome=outcome)
    return table_id
