"""Finished games for tests about scores: real ones, played through the house, and results written at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.client import Tefuda
from bot.tables.table import Table
from storage.rows import Outcome, SeatRow, TableRow
from tests.bot.people import Stage

JANUARY = 1_767_225_600_000
"""When the simulated time begins: 2026-01-01, a Thursday."""


async def play_out(stage: Stage, people: Sequence[Any], game: str = "bull", seed: int = 0) -> Table:
    """Play a whole game among people, by taps in the lobby and typed moves; return the finished table."""
    first, *others = people
    await first.slash(stage.channel, "play", game=game)
    lobby = stage.channel.last_message
    for person in others:
        await stage.tap(person, lobby, "join")
    await stage.tap(first, lobby, "start")
    (table,) = stage.bot.house.tables.values()
    rng = random.Random(seed)
    known = {person.id: person for person in people}
    while not table.is_closed:
        seat = table.acting(human=True)[0]
        legal = table.legal(seat)
        move = legal[rng.randrange(len(legal))]
        await known[table.seats[seat].user_id].slash(stage.channel, "move", move=str(move), table=table.id)
    await stage.env.advance_time(3)
    return table


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
    """Write a result without playing: who sat there, and the place of each."""
    number = int(await bot.store.get_meta("tests") or 0) + 1
    await bot.store.set_meta("tests", str(number))
    table_id = f"t{number}"
    seats = [SeatRow(seat, user_id, name, None, seat + 1) for seat, (user_id, name) in enumerate(people)]
    row = TableRow(table_id, guild_id, 1, None, people[0][0], game, {}, "lobby", "en", at)
    await bot.store.create_table(row, seats)
    await bot.store.start_table(
        table_id, seats=seats, options={}, first=0, seed=b"s" * 32, commitment="c", started_at=at
    )
    scores = tuple(float(-place) for place in places)
    await bot.store.finish_table(table_id, Outcome(tuple(places), scores, at, True, tuple(facts)))
    return table_id
