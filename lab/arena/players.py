"""Players of the arena: levels of our computer players, random moves, external programs."""

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
from games.core.game import EVEN, LEVELS, TEMPERAMENTS, Temperament
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import Actor, Setup

RANDOM = "random"
ENGINE = "engine"
TEMPERS = {temper.name: temper for temper in TEMPERAMENTS}
ANSWER_SECONDS = 60.0
"""Seconds after which a program that has not answered counts as hanging."""


class ArenaError(Exception):
    """A series cannot continue; the message names the reason."""


class Player(ABC):
    """The base class of the arena's players. A player sits at one seat in one game after another."""

    @abstractmethod
    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        """Start a new game. ``seed`` seeds the player's own random numbers."""

    def see(self, actor: Actor, move: Move) -> None:  # noqa: B027
        """Receive a move that a seat or chance has made."""

    @abstractmethod
    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        """Return the player's move, and the seconds it took to think.

        Raises:
            ArenaError: the player returned no legal move.
        """

    def close(self) -> None:  # noqa: B027
        """Release the player's resources."""


class Builtin(Player):
    """A computer player of this project. Its thinking time is measured as processor time."""

    def __init__(self, level: str, effort: float, temper: Temperament = EVEN) -> None:
        self._level = level
        self._effort = effort
        self._temper = temper

    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        self._game = game
        self._rng = random.Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        view = match.view(seat)
        legal = match.legal(seat)
        start = time.thread_time()
        move = self._game.advise(view, legal, self._level, self._rng, self._effort, self._temper)
        seconds = time.thread_time() - start
        if move not in legal:
            raise ArenaError(f"{self._level} chose {move}, which is not legal, in {self._game.id}")
        return move, seconds


class Aimless(Player):
    """A player that chooses legal moves at random."""

    def begin(self, game: Game, setup: Setup, seed: str) -> None:
        self._rng = random.Random(seed)

    def choose(self, match: Match, seat: int) -> tuple[Move, float]:
        legal = match.legal(seat)
        return legal[self._rng.randrange(len(legal))], 0.0


class Program(Player):
    """An external program that speaks the engine protocol. Its thinking time is elapsed time."""

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
        # A blocking read has no timeout; killing the process ends it.
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
        # The program has ended, or was killed by the timer.
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
        with contextlib.suppress(OSError):  # the process ended before it had read everything
            self._process.stdin.close()


def player(name: str, engines: tuple[str, ...], effort: float) -> Player:
    """Return a new player, such as ``hard``, ``hard:bold`` (with a temperament), ``random`` or ``engine2``.

    Args:
        engines: the command lines of the external programs ``engine``, ``engine2`` and so on.
        effort: share of the full thinking time for a level.

    Raises:
        ArenaError: there is no such player.
    """
    # A level, perhaps with a temperament.
    level, _, temper = name.partition(":")
    if level in LEVELS and (not temper or temper in TEMPERS):
        return Builtin(level, effort, TEMPERS.get(temper, EVEN))
    if name == RANDOM:
        return Aimless()
    # An external program, by its number; the first one needs none.
    for number, command in enumerate(engines, start=1):
        if name == f"{ENGINE}{number}" or (number == 1 and name == ENGINE):
            return Program(command)
    known = list(LEVELS) + [RANDOM]
    known += [f"{ENGINE}{number}" for number in range(1, len(engines) + 1)]
    raise ArenaError(
        f"there is no player {name!r}: choose among {', '.join(known)}; "
        f"a level may have a temperament, as hard:{TEMPERAMENTS[0].name}"
    )
