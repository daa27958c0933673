"""Who can sit down in the arena: the levels of our own computer players, chance moves, other programs."""

from __future__ import annotations

import contextlib
import json
import random
import shlex
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from typing import Any

from games import Game
from games.core.errors import RulesError
from games.core.game import LEVELS
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import Actor, Setup
from games.core.temperaments import EVEN, TEMPERAMENTS, Temperament

RANDOM = "random"
ENGINE = "engine"
TEMPERS = {temper.name: temper for temper in TEMPERAMENTS}
ANSWER_SECONDS = 60.0
"""A program that has not answered by then is taken to hang."""


class ArenaError(Exception):
    """A series cannot go on; the sentence says why."""


class Player(ABC):
    """Somebody at one seat of one game after another."""

    @abstractmethod
    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        """Sit down at a new table; ``seed`` is where the player's own chance comes from."""

    def see(self, actor: Actor, move: Move) -> None:  # noqa: B027
        """Learn of a move that has been made, chance's included."""

    @abstractmethod
    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        """Choose a legal move, and tell the seconds of thinking; ``ArenaError`` if none came that is."""

    def close(self) -> None:  # noqa: B027
        """Leave for good."""


class Builtin(Player):
    """One of our own computer players; its time is that of the processor."""

    def __init__(self, level: str, effort: float, temper: Temperament = EVEN) -> None:
        self._level, self._effort, self._temper = level, effort, temper

    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        self._game = game
        self._rng = random.Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        view, legal = match.view(seat), match.legal(seat)
        start = time.thread_time()
        move = self._game.advise(view, legal, self._level, self._rng, self._effort, self._temper)
        seconds = time.thread_time() - start
        if move not in legal:
            raise ArenaError(f"{self._level} chose {move}, which is not legal, in {self._game.id}")
        return move, seconds


class Aimless(Player):
    """Chooses among the legal moves at random."""

    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        self._rng = random.Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        legal = match.legal(seat)
        return legal[self._rng.randrange(len(legal))], 0.0


class Program(Player):
    """A program that speaks the engine protocol (docs/ARENA.md); its time is that of the clock on the wall.

    It is told of every move, asked for advice when its seat is to act, and given so many seconds to answer.
    """

    def __init__(self, command: str, seconds: float = ANSWER_SECONDS) -> None:
        self._command = command
        self._seconds = seconds
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise ArenaError(f"{command}: {error.strerror}") from None

    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        self._ask(cmd="new", game=game.id, seats=setup.seats, options=dict(setup.options), first=setup.first)

    def see(self, actor: Actor, move: Move) -> None:
        self._ask(cmd="apply", seat=actor, move=str(move))

    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        start = time.perf_counter()
        text = self._ask(cmd="advise", seat=seat).get("move")
        seconds = time.perf_counter() - start
        try:
            move = match.rules.parse(text if isinstance(text, str) else "")
        except RulesError as error:
            raise ArenaError(f"{self._command}: {error}") from None
        if move not in match.legal(seat):
            raise ArenaError(f"{self._command} chose {move}, which is not legal")
        return move, seconds

    def _ask(self, **request: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        alarm = threading.Timer(self._seconds, self._process.kill)
        alarm.start()
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        finally:
            alarm.cancel()
        if not line:
            raise ArenaError(f"{self._command} ended, or said nothing for {self._seconds:g} s")
        try:
            reply = json.loads(line)
        except ValueError:
            reply = None
        if not isinstance(reply, dict) or reply.get("ok") is not True:
            raise ArenaError(f"{self._command} answered {line.strip()[:200]!r} to {request}")
        return reply

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        with contextlib.suppress(OSError):  # it ended before it had read everything
            self._process.stdin.close()


def player(name: str, engines: tuple[str, ...], effort: float) -> Player:
    """Seat a player, by a level alone or with a temperament (``hard:bold``), or as ``random``.

    The commands of programs sit down as ``engine``, ``engine2`` and so on.

    Raises:
        ArenaError: there is no such player.
    """
    level, _, temper = name.partition(":")
    if level in LEVELS and (not temper or temper in TEMPERS):
        return Builtin(level, effort, TEMPERS.get(temper, EVEN))
    if name == RANDOM:
        return Aimless()
    for number, command in enumerate(engines, start=1):
        if name == f"{ENGINE}{number}" or (number == 1 and name == ENGINE):
            return Program(command)
    known = [*LEVELS, RANDOM, *(f"{ENGINE}{number}" for number in range(1, len(engines) + 1))]
    raise ArenaError(
        f"there is no player {name!r}: choose among {', '.join(known)}; "
        f"a level may have a temperament, as hard:{TEMPERAMENTS[0].name}"
    )
