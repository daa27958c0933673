"""Simulates many people at once, failures of Discord and kills of the process, all from one seed."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from simcord import interactions
from simcord.actors import _resolve_visible_command
from simcord.components import walk_components

from bot.client import Tefuda
from bot.clock import yield_to_loop
from bot.config import Config
from bot.driving.table import Table
from bot.interactions import FOR_THREADS
from bot.randomness import SeededChance
from bot.simulated import SimulatedClock, SimulatedConnection, simulated_client
from bot.wire.transport import ApiRequest, HttpResponse
from games.core.rules import is_to_act
from storage.engine import sqlite
from storage.engine.sqlite import SqliteStore
from tests.bot.conftest import started
from tests.bot.faults import LINE_ERRORS, UNHEARD, Wrong, cause_fault
from tests.bot.finding import deny_permissions
from tests.bot.people import raw_click
from tests.bot.playing import start_another
from tests.storage.helpers import rows

NAMES = ("Aoi", "Botan", "Chiyo", "Daigo", "Emi", "Fumiko", "Goro", "Hibiki")
LIKED = {
    14.0: "move",
    8.0: "join goon",
    6.0: "start pick way cards take",
    5.0: "hand",
    4.0: "act forget",
    3.0: "back",
    2.0: "askact resign watch rematch",
    1.5: "computers more seat",
    1.0: "acts stay",
    0.5: "leave options option host fill clock",
    0.3: "drop cancel clear rules guide record replay log",
}
TAPS = {verb: weight for weight, verbs in LIKED.items() for verb in verbs.split()}
"""How likely people are to tap a verb; other verbs are tapped very rarely."""

OPEN_AT_MOST = 4


class StormConnection:
    """A database connection without a thread, which sometimes reports a full disk."""

    def __init__(self, storm: Storm, name: str, uri: bool) -> None:
        self._storm = storm
        self._conn = sqlite3.connect(name, isolation_level=None, uri=uri)
        self._turn = asyncio.Lock()
        storm.connections.append(self)

    async def _execute(self, work: Callable[..., Any], *args: Any) -> Any:
        async with self._turn:
            await self._storm.step()
            if self._storm.rng.random() < self._storm.failing / 5:
                raise sqlite3.OperationalError("database or disk is full")
            result = work(*args)
        await self._storm.step()
        return result

    async def close(self) -> None:
        self._conn.close()


class ConfirmedMove(NamedTuple):
    table_id: str
    number: int
    seat: int
    notation: str


class SentPing(NamedTuple):
    table_id: str
    seat: int
    decision: int
    first_sign: str  # of the message's text, which tells calls from reminders


class Storm:
    """A server, its people and random failures.

    Args:
        folder: the folder of the database.
        seed: the seed of all random choices.
        patch: patches the bot so that requests can fail.

    Attributes:
        played: every move that was confirmed to its player.
        pings: how often each ping reached a person.
        gone: ids and names of people who were forgotten and did nothing more.
    """

    def __init__(self, folder: Path, seed: int, patch: pytest.MonkeyPatch) -> None:
        self.rng = random.Random(seed)
        self._seed, self._folder, self._patch = seed, folder, patch
        self.failing = 0.0
        self.dies_in: int | None = None
        self.is_alive = True
        self.bots = 0
        self.connections: list[StormConnection] = []
        self.played: list[ConfirmedMove] = []
        self.pings: dict[SentPing, int] = {}
        self.gone: dict[int, str] = {}
        self._known_ids: list[str] = []

    # --- the world ------------------------------------------------------------------------------------

    async def begin(self) -> None:
        self._intercept_requests()
        self.env = await started(self._make_bot)
        self.guild = self.env.create_guild("Club", preferred_locale="en-US")
        self.channel = self.guild.create_text_channel("games")
        self.people = [
            self.guild.add_member(self.env.create_user(name.lower(), global_name=name)) for name in NAMES
        ]
        deny_permissions(self, *FOR_THREADS)  # all games are played in one channel
        self.quitters = self.rng.sample(self.people, 2)
        self.games = self.rng.sample(["bull", "tomoe", "netsuzo", "lost", "trick3"], 2)
        await self.env.settle()

    async def end(self) -> None:
        self.failing, self.dies_in = 0.0, None
        await self.bot.close()
        await self.env.shutdown()

    @property
    def bot(self) -> Tefuda:
        return self.env.bot

    def _make_bot(self, clock: SimulatedClock) -> Tefuda:
        self.bots += 1
        path = str(self._folder / "tefuda.db")
        config = Config(
            database=path,
            computer_pause=0.4,
            moments=1,
            computer_workers=0,
            clock="evening",
            card_emoji="off",
        )
        bot = simulated_client(config, clock, SeededChance(100 * self._seed + self.bots))
        login = bot.login

        async def alive(token: str) -> None:
            self.is_alive = True
            await login(token)

        bot.login = alive  # type: ignore[method-assign]
        return bot

    async def kill(self) -> None:
        """Kill the process as ``kill -9`` does, and start another one."""
        self.failing, before = 0.0, self.failing
        if self.is_alive:
            self._die()
        for connection in self.connections:
            await connection.close()  # uncommitted changes are lost
        self.connections.clear()
        await self.bot.store.close()  # and the lock is free
        await start_another(self.env, self._make_bot)
        self.failing = before
        await self.env.settle()

    # --- failures ---------------------------------------------------------------------------------------

    async def step(self) -> None:
        """Run other tasks, sometimes for long; end this task if its process was killed."""
        for _ in range(self.rng.choice((0, 0, 1, 2, 5))):
            await yield_to_loop()
        if self.is_alive and self.dies_in is not None:
            self.dies_in -= 1
            if self.dies_in <= 0:
                self._die()
        if not self.is_alive:
            raise asyncio.CancelledError

    def _die(self) -> None:
        # Requests that the tasks still make are lost.
        self.is_alive, self.dies_in = False, None
        for task in self.env._work.tasks:
            if task is not asyncio.current_task():
                task.cancel()

    def _intercept_requests(self) -> None:
        storm = self

        # Everything runs in this thread, so that a seed repeats a storm exactly; pictures are left out.
        async def connect(name: str, *, uri: bool = False) -> StormConnection:
            return StormConnection(storm, name, uri)

        async def empty_log(store: SqliteStore) -> bool:
            await storm.step()
            return store._file is None or sqlite.empty_log(store._file)

        async def picture(*_: object, **__: object) -> bytes:
            return b"\x89PNG"

        async def at_once(work: Any, *args: Any) -> Any:
            return work(*args)

        self._patch.setattr("asyncio.to_thread", at_once)
        self._patch.setattr("bot.pages.boards.board_picture", picture)
        self._patch.setattr("storage.engine.sqlite._connect", connect)
        self._patch.setattr(SqliteStore, "empty_log", empty_log)
        self._patch.setattr(
            SimulatedConnection, "request", self._with_random_faults(SimulatedConnection.request)
        )
        play = Table.play

        # Moves that were confirmed to a player have to be in the log in the end.
        async def play_and_record(table: Table, seat: int, *args: Any, **kwargs: Any) -> Any:
            after = await play(table, seat, *args, **kwargs)
            moves = after.match.moves
            number = max(i for i, (actor, _) in enumerate(moves) if actor == seat)
            storm.played.append(ConfirmedMove(table.id, number, seat, str(moves[number][1])))
            return after

        self._patch.setattr(Table, "play", play_and_record)

    def _with_random_faults(self, original: Any) -> Any:
        storm = self

        async def request(line: Any, request: ApiRequest) -> HttpResponse:
            called = storm._called(request.method, request.path, request.body)
            await storm.step()
            if (wrong := storm._random_fault(LINE_ERRORS)) is not None:
                return wrong
            result: HttpResponse = await original(line, request)
            await storm.step()
            if (wrong := storm._random_fault(UNHEARD)) is not None:
                return wrong
            for key in called:
                storm.pings[key] = storm.pings.get(key, 0) + 1
            return result

        return request

    def _random_fault(self, errors: Sequence[Wrong]) -> HttpResponse | None:
        return cause_fault(self.rng.choice(errors)) if self.rng.random() < self.failing else None

    def _called(self, method: str, path: str, raw: bytes) -> list[SentPing]:
        if method != "POST" or not path.endswith("/messages"):
            return []
        body = json.loads(raw)
        people = [int(user) for user in (body.get("allowed_mentions") or {}).get("users", ())]
        calls, what = [], ""
        for part in walk_components(body.get("components", [])):
            what = what or str(part.get("content", ""))[:1]
            if str(part.get("custom_id", "")).startswith("b:hand:"):
                table = self.bot.tables.all[part["custom_id"].split(":")[2]]
                for seat, decision in table.state.pending() if people else ():
                    if table.state.seats[seat].user_id in people:
                        calls.append(SentPing(table.id, seat, decision, what))
        return calls

    # --- acts of people -----------------------------------------------------------------------------------

    def act(self, person: Any) -> None:
        """Have a person do a random act, without waiting for its effect."""
        at = self.rng.random()
        if at < 0.06 and len(self.bot.tables.open()) < OPEN_AT_MOST:
            self.command(person, "play", game=self.rng.choice(self.games))
        elif at < 0.6 and (move := self._some_move(person)) is not None:
            self.command(person, "move", move=move)
        elif at > 0.99:
            self.command(person, "resign")
        elif at > 0.98:
            self.command(person, "table")
        elif at > 0.93:
            self.command(person, "hand")
        elif at > 0.9:
            self.env.backend.create_message(self.channel.id, person.id, content="Is it my turn?")
        elif at > 0.87 and person in self.quitters:
            self.command(person, "privacy delete")
        else:
            self.tap(person)

    def command(self, person: Any, name: str, **options: Any) -> None:
        root = _resolve_visible_command(person, self.channel.id, name.split()[0], 1)
        leaf, nesting = interactions.walk_to_subcommand(root, name.split()[1:])
        built, _ = interactions.build_options(person, name, leaf, options, channel_id=self.channel.id)
        data = {"id": root["id"], "name": root["name"], "type": 1}
        data["options"] = interactions.nest_options(root, nesting, built)
        where = {"channel_id": self.channel.id, "guild_id": self.guild.id}
        _, payload = interactions.base_payload(
            self.env.backend, type=2, user_id=person.id, data=data, **where
        )
        self.env.backend.emit("INTERACTION_CREATE", payload)

    def tap(self, person: Any, verb: str | None = None) -> bool:
        """Tap a component that the person sees now or, rarely, saw earlier; return whether there was one."""
        seen = [
            (message, part)
            for message in self.seen_by(person)[-12:]
            for part in walk_components(message.components)
            if part.get("custom_id") and not part.get("disabled")
            if verb is None or _verb(part["custom_id"]) == verb
        ]
        if not seen:
            return False
        weights = [TAPS.get(_verb(part["custom_id"]), 0.02) for _, part in seen]
        message, part = self.rng.choices(seen, weights)[0]
        custom_id, values = part["custom_id"], None
        if part["type"] == 3:
            least, most = part.get("min_values", 1), part.get("max_values", 1)
            choices = [option["value"] for option in part["options"]]
            values = self.rng.sample(choices, min(len(choices), self.rng.randint(max(1, least), most)))
        elif part["type"] == 2 and verb is None and _verb(custom_id) != "forget":
            self._known_ids.append(custom_id)
            if self.rng.random() < 0.1:
                custom_id = self.rng.choice(self._known_ids)
        if part["type"] in (2, 3):
            raw_click(person, message, custom_id, component_type=part["type"], values=values)
        return True

    def seen_by(self, person: Any) -> list[Any]:
        """Return the messages that a person sees, oldest first, ephemeral ones included."""
        backend = self.env.backend
        mine = {record.message_id for record in backend.interactions.values() if record.user_id == person.id}
        messages = sorted(backend.messages[self.channel.id].values(), key=lambda message: message.id)
        return [message for message in messages if not message.is_ephemeral or message.id in mine]

    def _some_move(self, person: Any) -> str | None:
        for table in self.bot.tables.tables_of(person.id, self.channel.id):
            state = table.state
            seat = state.seat_of(person.id)
            if (
                seat is not None
                and state.position.reveal_pause is None
                and state.is_playing
                and is_to_act(state.to_act, seat)
            ):
                legal = state.match.legal(seat)
                if self.rng.random() < 0.1:
                    return "call everything"
                return str(legal[-1] if self.rng.random() < 0.4 else legal[self.rng.randrange(len(legal))])
        return None

    # --- a whole storm --------------------------------------------------------------------------------------

    async def act_at_random(self, rounds: int, kills: int) -> None:
        """Have people act at random at the same time, while requests fail and the process is killed."""
        deadly = set(self.rng.sample(range(5, rounds), kills))
        late = self.rng.randrange(rounds // 2, rounds)
        for number in range(rounds):
            self.failing = self.rng.choice((0.0, 0.0, 0.05, 0.15))
            if number in deadly:
                self.dies_in = self.rng.randint(1, 40)
            waited_for = [person for person in self.people if self._some_move(person)]
            for person in (*self.rng.choices(self.people, k=self.rng.randint(1, 4)), *waited_for):
                self.act(person)
            pause = 700.0 if number == late else self.rng.choice((0.0, 0.0, 0.5, 1.5, 5.0, 30.0))
            await self.env.advance_time(pause)
            if number in deadly:
                await self.kill()
        for person in self.quitters:
            await self._forget(person)
        self.failing = 0.0
        await self.env.advance_time(240)

    async def _forget(self, person: Any) -> None:
        others = [other for other in self.people if other is not person and other.id not in self.gone]
        for _ in range(20):
            self.command(person, "privacy delete")
            await self.env.advance_time(1)
            self.tap(person, "forget")
            for other in self.rng.sample(others, 3):
                self.act(other)
            await self.env.advance_time(1)
            if not self.is_known(person.id):
                self.gone[person.id] = NAMES[self.people.index(person)]
                return
        raise AssertionError("data was not deleted in twenty attempts")

    def is_known(self, user_id: int) -> bool:
        return any(row == (user_id,) for row in self.query("SELECT user_id FROM person"))

    def query(self, sql: str) -> list[Any]:
        return rows(self.bot.config.database, sql)


def _verb(custom_id: str) -> str:
    return custom_id.split(":")[1]
