"""Play a tournament while the bot is killed again and again, at moments chosen by a seed.

python -m tests.wire.cups [--kills 50] [--seed 1] [--people 24]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.pairing.record import check_record, read_record
from bot.tournaments.state import TournamentState
from storage import open_store
from storage.tournaments import StoredTournament, load_tournament
from tests.wire import components
from tests.wire.components import BUTTON, tappable
from tests.wire.players import SimulatedPerson, SimulatedPlayer, play_out
from tests.wire.process import BotProcess
from tests.wire.standin import StandIn
from tests.wire.world import Channel, Message

MOMENTS = 60
"""A kill comes at one of this many requests after a start."""

READY = "your table is ready"
"""A text that only the call to a table of a new round contains."""


class Cup:
    """A tournament in one channel, with the same players through all restarts of the bot."""

    def __init__(self, standin: StandIn, database: Path, people: int, seed: int) -> None:
        self.standin, self.database, self.rng = standin, database, random.Random(seed)
        self.guild = standin.world.add_guild()
        self.channel = standin.world.add_channel(self.guild)
        self.people = [SimulatedPerson(standin, f"Player{number}") for number in range(people)]
        self.by_id = {person.user.id: person for person in self.people}
        self.players: dict[tuple[str, int], SimulatedPlayer] = {}
        self.id = ""

    # --- what the database holds ------------------------------------------------------------------------

    def rows(self, query: str, *given: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.database)) as db:
            return db.execute(query, given).fetchall()

    @property
    def status(self) -> str:
        rows = self.rows("SELECT status, id FROM tournament WHERE status <> 'cancelled'")
        self.id = rows[0][1] if rows else ""
        return rows[0][0] if rows else ""

    @property
    def playing(self) -> dict[str, tuple[int | None, list[int]]]:
        """Return the thread (``None`` before it exists) and the players of each running table."""
        tables: dict[str, tuple[int | None, list[int]]] = {}
        for table, thread, user in self.rows(
            "SELECT seat.table_id, thread_id, user_id FROM seat JOIN person ON person.id = seat.person"
            " JOIN game_table ON game_table.id = seat.table_id"
            " JOIN gathering ON gathering.table_id = game_table.id"
            " WHERE game_table.status = 'playing' AND (thread_id IS NOT NULL OR venue <> 'thread')"
        ):
            tables.setdefault(table, (thread, []))[1].append(user)
        return tables

    # --- what people do ---------------------------------------------------------------------------------

    def message_with(self, verb: str) -> Message | None:
        matching = (m for m in reversed(self.channel.public) if tappable(m.parts, BUTTON, verb))
        return next(matching, None)

    async def go_on(self) -> None:
        """Take all steps that the tournament needs until it is over."""
        while self.status != "over":
            await self.step()

    async def step(self) -> None:
        """Take the next step that the tournament needs."""
        gateway = self.standin.gateway
        await gateway.bell.until(lambda: gateway.has_listener(self.guild.id), why="a session")
        status = self.status
        if not status:
            await self.people[0].slash(self.channel, "tournament", game="bull")
        elif status == "open":
            await self._sign_up()
        elif tables := self.playing:
            await self._play(tables)
        else:
            await self.channel.bell.until(lambda: self.playing or self.status == "over", why="the next round")

    async def _sign_up(self) -> None:
        known = {
            user for (user,) in self.rows("SELECT user_id FROM entrant JOIN person ON person.id = person")
        }
        message = await self.channel.bell.until(lambda: self.message_with("cup_join"), why="the sign-up")
        missing = [person for person in self.people if person.user.id not in known]
        if missing:
            await missing[0].tap(message, "cup_join")
        else:
            await self.people[0].tap(message, "cup_begin")

    async def _play(self, tables: dict[str, tuple[int | None, list[int]]]) -> None:
        # Half of the players keep their old panel.
        places = {thread.id: thread for thread in self.guild.threads}
        parties = []
        for table, (thread, people) in tables.items():
            place = places.get(thread or 0, self.channel)
            parties.append(play_out([self._player(user, table, place) for user in people]))
        await asyncio.gather(*parties)

    def _player(self, user: int, table: str, place: Channel) -> SimulatedPlayer:
        known = self.players.get((table, user))
        if known is None or known.channel is not place:
            rng = random.Random(self.rng.random())
            known = self.players[table, user] = SimulatedPlayer(self.by_id[user], place, table, rng)
        elif not known.has_choice or self.rng.random() < 0.5:
            known.panel = None
        return known


async def survive_tournament(
    standin: StandIn, folder: Path, kills: int, seed: int, people: int = 24
) -> dict[str, Any]:
    """Kill and restart the bot ``kills`` times during a tournament; return figures about it.

    Raises:
        AssertionError: something got stuck, was lost, or happened twice.
    """
    bot, rng = BotProcess(standin, folder, "--hurry", "--undrawn", seed=seed), random.Random(seed)
    cup, killed, began = Cup(standin, bot.database, people, seed), 0, time.monotonic()
    async with bot.explained():
        # Each run of the bot ends with a kill, unless the tournament ends before it.
        while killed < kills:
            await bot.start_doomed(rng, MOMENTS)
            if await _is_over_before(cup, bot):
                break
            killed += 1
            await bot.kill()
        # The last run finishes the tournament.
        standin.rest.clear_alarms()
        if bot.status is not None:
            await bot.start()
        await cup.go_on()
        await cup.channel.bell.until(lambda: cup.message_with("cup_proof"), why="the medals")
        await cup.channel.bell.until(lambda: len(_messages(cup)) == 1, why="one message of the tournament")
    faults = [*await _findings(cup)]
    assert not faults, faults
    assert not bot.errors, bot.errors
    tables = len(cup.rows("SELECT id FROM game_table"))
    return {"kills": killed, "tables": tables, "seconds": round(time.monotonic() - began)}


async def _is_over_before(cup: Cup, bot: BotProcess) -> bool:
    going_on = asyncio.create_task(cup.go_on())
    ended = asyncio.create_task(bot.ended())
    await asyncio.wait((going_on, ended), return_when=asyncio.FIRST_COMPLETED)
    is_over = going_on.done() and going_on.exception() is None
    for task in (going_on, ended):
        task.cancel()
    await asyncio.gather(going_on, ended, return_exceptions=True)
    return is_over


def _messages(cup: Cup) -> list[Message]:
    return [m for m in cup.channel.public if cup.id in components.tables(m.parts)]


async def _findings(cup: Cup) -> Iterator[str]:
    async with await open_store(cup.database) as store:
        stored = await store.read(load_tournament, cup.id)
    assert stored is not None
    return iter([*_tables(cup, stored), *_calls(cup), *_standing(stored)])


def _tables(cup: Cup, stored: StoredTournament) -> Iterator[str]:
    rounds = stored.row.rounds
    paired = {table.id: table for each in rounds for table in each.tables}
    opened = {table for (table,) in cup.rows("SELECT id FROM game_table")}
    if opened != {*paired}:
        yield f"tables {sorted(opened ^ {*paired})} are not those of the tournament"
    results = Counter(table for (table,) in cup.rows("SELECT table_id FROM result"))
    yield from (f"{table}: {results[table]} results" for table in paired if results[table] != 1)
    numbers = {entrant.user_id: entrant.number for entrant in stored.entrants}
    for table, seat, user, place in cup.rows(
        "SELECT table_id, seat, user_id, place FROM result JOIN result_seat ON result = result.id"
        " LEFT JOIN person ON person.id = person"
    ):
        paired_table = paired[table]
        if (paired_table.seats[seat], paired_table.places[seat]) != (numbers.get(user, 0), place):
            yield f"{table}: seat {seat} is {user} in place {place}, the tournament has {paired_table}"
    for number, each in enumerate(rounds, 1):
        seated = Counter(player for table in each.tables for player in table.seats if player)
        if seated != Counter(each.players):
            yield f"round {number}: {seated} of {each.players}"
    if not all(table.is_done for table in paired.values()):
        yield "a table has not ended"


def _calls(cup: Cup) -> Iterator[str]:
    called: Counter[tuple[str, int]] = Counter()
    for call in cup.standin.world.calls:
        if READY in components.texts_of(call.parts):
            people = {user.id for user in call.mentions}
            called.update((table, user) for table in components.tables(call.parts) for user in people)
    for (table, user), times in called.items():
        if times > 1:
            yield f"{table}: {user} was called {times} times"


def _standing(stored: StoredTournament) -> Iterator[str]:
    state = TournamentState.of(stored)
    if state.row.status != "over":
        yield f"the tournament is {state.row.status}"
    if len(state.rounds) != state.round_count:
        yield f"{len(state.rounds)} rounds of {state.round_count}"
    if {row.player: row.place for row in state.standings} != {
        entrant.number: entrant.place for entrant in state.entrants
    }:
        yield "the places are not those of the standing"
    yield from (line for is_right, line in check_record(read_record(state.record)) if not is_right)


async def soak(kills: int, seed: int, people: int) -> None:
    done = 0
    while done < kills:
        with TemporaryDirectory() as folder:
            async with StandIn() as standin:
                faults = await survive_tournament(standin, Path(folder), kills - done, seed, people)
        print(json.dumps(faults), flush=True)
        done, seed = done + max(1, faults["kills"]), seed + 1


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill the bot at random moments of a tournament.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--people", type=int, default=24)
    wanted = parser.parse_args()
    asyncio.run(soak(wanted.kills, wanted.seed, wanted.people))


if __name__ == "__main__":
    main()
