"""Count what whole games ask of Discord with the bot's token, which may ask 50 times a second in all.

    python -m benchmarks.allowance [--games 2] [--pause 5 10] [--clock week] [--closed] [game ...]

Four people (as near as the game allows) open a lobby, sit down, open their panels and play by taps until the
game is over, in a simulated Discord whose time is simulated, too: nothing here depends on the machine.
Between what two people do lie so many seconds, ``0 0`` for as quickly as the table shows itself; with
``--closed`` nobody keeps a panel open, everybody comes by a button for each move. Answers to interactions,
and what is said by their tokens, are not counted by Discord, and are told beside.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import simcord

from bot.chance import SeededChance
from bot.config import ClockName, Config
from bot.driving.table import Table
from bot.simulated import SimulatedClock, simulated_client
from games import GAMES, Game
from games.core.rules import is_to_act
from tests.bot.people import LONGEST_SETTLING, find_id
from tests.bot.playing import tap_on

PEOPLE = 4
QUICK_SECONDS = 0.5
"""Between what two people do, when they play as quickly as they can."""

KINDS = {
    ("POST", "messages"): "send",
    ("PATCH", "messages"): "edit",
    ("DELETE", "messages"): "delete",
    ("GET", "messages"): "look",
}


class Evening:
    """People who play one game.

    Args:
        env: the simulated Discord.
        game: which game.
        pause: seconds between what two people do, the least and the most.
        is_closed: nobody keeps a panel open.
        rng: chooses for them.
    """

    def __init__(
        self,
        env: simcord.Env,
        game: Game,
        pause: tuple[float, float],
        is_closed: bool,
        rng: random.Random,
    ) -> None:
        self.env, self.game, self._pause, self._is_closed, self._rng = env, game, pause, is_closed, rng
        guild = env.create_guild("Club", preferred_locale="en-US")
        self.channel = guild.create_text_channel("games")
        low, high = game.rules.seats
        self.people = [
            guild.add_member(env.create_user(f"p{number}", global_name=f"P{number}"))
            for number in range(max(low, min(high, PEOPLE)))
        ]
        self.panels: dict[int, Any] = {}
        self.plays = 0

    async def play(self) -> None:
        """Play from the command that opens the lobby until everything is shown and tidied up."""
        host, *others = self.people
        await host.slash(self.channel, "play", game=self.game.id)
        for person in others:
            await self._tap(person, "join")
            await self._wait()
        await self._tap(host, "start")
        bot: Any = self.env.bot
        (table,) = [one for one in bot.tables.open() if one.state.is_playing]
        if not self._is_closed:
            for person in self.people:
                await self._open(person, table)
        while not table.state.is_closed:
            await self._wait()
            person = self._who_acts(table)
            if person is not None:
                await self._move(person, table)
        await self.env.advance_time(60)

    async def _wait(self) -> None:
        await self.env.advance_time(max(QUICK_SECONDS, self._rng.uniform(*self._pause)))

    async def _tap(self, person: Any, verb: str) -> Any:
        message = self.channel.last_message
        return await person.click(message, custom_id=find_id(message, "b", verb))

    async def _open(self, person: Any, table: Table) -> None:
        message = next(m for m in self.channel.history() if m.id == table.shown.message_id)
        self.panels[person.id] = await person.click(message, custom_id=find_id(message, "b", "hand"))

    def _who_acts(self, table: Table) -> Any:
        state = table.state
        acting = [seat.user_id for seat in state.seats if seat.seat in state.acting(human=True)]
        return next((person for person in self.people if person.id in acting), None)

    async def _move(self, person: Any, table: Table) -> None:
        """Tap until the move is made: buttons, keys or menus of the panel."""
        if self._is_closed:
            await self._open(person, table)
        seat = table.state.seat_of(person.id)
        assert seat is not None
        seq = table.state.seq
        for _ in range(12):
            if not await tap_on(person, self.panels[person.id].response, self._rng):
                await self._open(person, table)
            if table.state.seq > seq or not is_to_act(table.state.to_act, seat):
                self.plays += 1
                return


def kind_of(method: str, path: str) -> str:
    """Name a request with the bot's token; ``""`` for one with an interaction's."""
    words = path.strip("/").split("/")
    if words[0] in ("webhooks", "interactions"):
        return ""
    return KINDS.get((method, words[2] if len(words) > 2 else ""), "other")


async def counted(
    game: Game, pause: tuple[float, float], is_closed: bool, seed: int, limit: ClockName = "evening"
) -> tuple[Counter[str], int]:
    """Play one game; count its requests by kind, and its plays; ``limit`` names how much time a turn has."""
    with TemporaryDirectory() as folder:
        database = str(Path(folder) / "tefuda.db")
        config = Config(database=database, computer_pause=0, computer_workers=0, clock=limit)
        clock = SimulatedClock()
        env = clock.env = simcord.Env(
            simulated_client(config, clock, SeededChance(seed)), settle_timeout=LONGEST_SETTLING
        )
        # The simulated Discord looks every 50 ms for work that has gone to sleep; that would be 50 ms a tap.
        env._settle_internal = partial(env._settle_internal, idle=0.002)  # type: ignore[method-assign]
        await env.start()
        try:
            evening = Evening(env, game, pause, is_closed, random.Random(seed))
            before = len(env.http_requests)
            await evening.play()
            found = Counter(kind_of(one.method, one.path) for one in env.http_requests[before:])
        finally:
            bot: Any = env.bot
            await bot.close()
            await env.shutdown()
    return found, evening.plays


async def _no_picture(*_: object, **__: object) -> bytes:
    return b"\x89PNG"


def lines(found: Sequence[tuple[str, Counter[str], int, int]]) -> Iterator[str]:
    """Tell game by game, and all together, what was counted for a game and for a play."""
    total, all_plays, all_games = Counter[str](), 0, 0
    yield f"{'':<10}{'plays':>8}{'with token':>12}{'a play':>8}   by kind, for a game; by other tokens"
    for name, requests, plays, games in found:
        yield _line(name, requests, plays, games)
        total, all_plays, all_games = total + requests, all_plays + plays, all_games + games
    yield _line("all", total, all_plays, all_games)


def _line(name: str, requests: Counter[str], plays: int, games: int) -> str:
    with_token = sum(count for kind, count in requests.items() if kind)
    kinds = ", ".join(f"{kind} {count / games:.1f}" for kind, count in requests.most_common() if kind)
    a_play = with_token / max(1, plays)
    figures = f"{plays / games:8.1f}{with_token / games:12.1f}{a_play:8.2f}"
    return f"{name:<10}{figures}   {kinds or 'none'}; {requests[''] / games:.1f}"


def main() -> None:
    """Print what was counted."""
    parser = argparse.ArgumentParser(description="What whole games ask of Discord with the bot's token.")
    parser.add_argument("names", nargs="*", metavar="game", help="ids of games; all when left out")
    parser.add_argument("--games", type=int, default=1, help="of each kind")
    parser.add_argument("--pause", type=float, nargs=2, default=(5, 10), help="seconds, least and most")
    parser.add_argument(
        "--clock", choices=("evening", "week"), default="evening", help="how much time a turn has"
    )
    parser.add_argument("--closed", action="store_true", help="nobody keeps a panel open")
    wanted = parser.parse_args()
    pause = (wanted.pause[0], wanted.pause[1])
    found = []
    with patch("bot.showing.pages.board_picture", _no_picture):
        for game in GAMES:
            if wanted.names and game.id not in wanted.names:
                continue
            requests, plays = Counter[str](), 0
            for seed in range(wanted.games):
                more, made = asyncio.run(counted(game, pause, wanted.closed, seed + 1, wanted.clock))
                requests, plays = requests + more, plays + made
            found.append((game.id, requests, plays, wanted.games))
    print(*lines(found), sep="\n")


if __name__ == "__main__":
    main()
