"""A series of games. Every deal is played with each rotation of the players, so that luck cancels out."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice

import msgspec

from games import find_game
from games.core.match import Match, ShuffleKey
from games.core.rules import CHANCE, OVER, Setup, Teams
from lab.arena.players import Player, player

LONGEST = 5_000
"""Largest number of moves of a game. A longer game is left unfinished, without a winner."""


class Series(msgspec.Struct, frozen=True):
    """A series of games to play. All random numbers come from ``seed``."""

    game: str
    players: tuple[str, ...]  # the player of each seat in the first game
    options: Mapping[str, str]
    engines: tuple[str, ...] = ()  # the command lines of external programs
    seed: str = "arena"
    effort: float = 1.0  # share of the full thinking time

    def check(self) -> None:
        """Check that the series can be played.

        Raises:
            RulesError: the rules forbid the number of seats or the options.
            ArenaError: there is no such player, or its program does not start.
        """
        self.setup()
        for name in set(self.players):
            player(name, self.engines, self.effort).close()

    def setup(self, first: int = 0) -> Setup:
        """Return the setup of a game in which seat ``first`` acts first.

        Raises:
            RulesError: the rules forbid the number of seats or the options.
        """
        return find_game(self.game).rules.setup(len(self.players), self.options, first)


def options_in(text: str) -> dict[str, str]:
    """Return the options that a text names.

    >>> options_in("wild=twos deal=up")
    {'wild': 'twos', 'deal': 'up'}
    """
    options = {}
    for word in text.split():
        name, _, value = word.partition("=")
        options[name] = value
    return options


class SeriesGame(msgspec.Struct, frozen=True):
    """One game that was played. Each field has an entry for each seat."""

    names: tuple[str, ...]  # the player's name
    places: tuple[int, ...]  # 1 for the best; empty for an unfinished game
    seconds: tuple[tuple[float, ...], ...]  # thinking time of each decision
    facts: tuple[Mapping[str, float], ...] = ()  # counters for statistics (Rules.facts)
    teams: Teams = ()  # the number of the seat's team; empty if everybody plays alone


def play_deal(series: Series, deal: int) -> tuple[SeriesGame, ...]:
    """Play one deal with each rotation of the players over the seats."""
    with_whom = [player(name, series.engines, series.effort) for name in series.players]
    try:
        return tuple(map(partial(_play, series, with_whom, deal), range(len(series.players))))
    finally:
        for opponent in with_whom:
            opponent.close()


def _play(series: Series, players: list[Player], deal: int, turn: int) -> SeriesGame:
    # The number of the deal decides the cards and the first seat. ``turn`` is the rotation: player ``i`` sits
    # at seat ``i + turn``, modulo the number of seats.
    game = find_game(series.game)
    seated = players[-turn:] + players[:-turn]
    names = series.players[-turn:] + series.players[:-turn]
    match = Match(game.rules, series.setup(first=deal % len(players)))
    for seat, sitter in enumerate(seated):
        sitter.begin(game, match.setup, f"{series.seed} {deal} {turn} {seat}")
    # All rotations of a deal have the same cards.
    key = ShuffleKey.from_text(f"{series.seed} {deal}")
    seconds: list[list[float]] = [[] for _ in seated]
    while match.to_act != OVER and len(match.moves) < LONGEST:
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
        else:
            assert isinstance(match.to_act, tuple)
            seat = match.to_act[0]
            # A move without a choice says nothing about the time a player thinks.
            is_forced = len(match.legal(seat)) == 1
            move, took = seated[seat].choose(match, seat)
            if not is_forced:
                seconds[seat].append(took)
            match.play(seat, move)
        for sitter in seated:
            sitter.see(*match.moves[-1])
    # A game that was too long has no result, and is left out of the standings.
    result = match.result()
    places, teams = ((), ()) if result is None else (result.places, result.teams)
    return SeriesGame(names, places, tuple(map(tuple, seconds)), tuple(match.statistics()), teams)


def play_series(series: Series, deals: int, jobs: int) -> Iterator[tuple[SeriesGame, ...]]:
    """Play deals in several processes, and yield the games of each deal when it is finished.

    Args:
        jobs: number of processes.

    Raises:
        ArenaError: a player failed.
    """
    if jobs == 1:
        for deal in range(deals):
            yield play_deal(series, deal)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts) as pool:
        numbers = iter(range(deals))
        waiting: set[Future[tuple[SeriesGame, ...]]] = set()
        try:
            while True:
                # Two deals per process are in flight, so that no process waits and little is lost at the end.
                for deal in islice(numbers, 2 * jobs - len(waiting)):
                    waiting.add(pool.submit(play_deal, series, deal))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()


def _leave_interrupts() -> None:
    # The parent process handles Ctrl-C and ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
