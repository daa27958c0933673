"""Replays moves, and computes the facts about each position, such as news and decision counts.

Live play, restarts, replays and reviews all use ``after_move``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.tables.absence import DecisionCounts, count_decision
from bot.tables.crowd import NO_GUESSES, SpectatorGuesses
from bot.tables.news import NewsItem, Reveal, append_news, reveals_after
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE, Actor, ToAct, is_to_act
from games.core.rules import OVER as GAME_OVER
from storage.rows import STAND_IN, MoveRow


class PositionFacts(NamedTuple):
    """A match after some moves, with its news, reveals, guesses and decision counts."""

    # ``TableFacts`` has the same fields.
    match: Match
    decisions: tuple[int, ...]
    decision_counts: tuple[DecisionCounts, ...]
    news: tuple[NewsItem, ...] = ()
    reveals: tuple[Reveal, ...] = ()
    crowd: SpectatorGuesses = NO_GUESSES
    stand_in_moves: frozenset[int] = frozenset()


def first_position(match: Match) -> PositionFacts:
    """Return the facts about a match before its first move."""
    seats = match.setup.seats
    return PositionFacts(
        match, _decision_numbers(match.to_act, None, (), 0, seats), (DecisionCounts(),) * seats
    )


def after_move(
    before: PositionFacts, to_act_before: ToAct, match: Match, made_by: str | None
) -> PositionFacts:
    """Return the facts after the last move of ``match``.

    Args:
        before: the facts before the move. ``before.match`` may already contain the move.
        made_by: who chose the move, as in ``MoveRow``; ``None`` for the seat's own player.
    """
    actor, _ = match.moves[-1]
    moved = () if actor == CHANCE else (int(actor),)
    seq, view = len(match.moves), match.view(None)
    # One entry for each fact of ``TableFacts``, each computed from the one before.
    return PositionFacts(
        match,
        _decision_numbers(match.to_act, to_act_before, moved, seq, len(before.decisions), before.decisions),
        count_decision(before.decision_counts, actor, made_by),
        append_news(before.news, NewsItem(view, actor, made_by)),
        reveals_after(before.reveals, match, moved),
        before.crowd.after(match.rules.claim(view), seq),
        before.stand_in_moves | {seq - 1} if made_by == STAND_IN else before.stand_in_moves,
    )


class LoggedMove(NamedTuple):
    """A move, its seat (or chance), and the kind of player that chose the move."""

    actor: Actor
    move: str | Move
    made_by: str | None = None  # a value of ``MoveRow.made_by``; None if the seat's player moved


def play_moves(start: PositionFacts, moves: Iterable[LoggedMove]) -> Iterator[PositionFacts]:
    """Play moves one by one, and yield the facts after each move. All facts share one match object.

    Raises:
        RulesError: a move cannot be played.
    """
    position = start
    for actor, move, made_by in moves:
        to_act = position.match.to_act
        position.match.play(actor, move)
        position = after_move(position, to_act, position.match, made_by)
        yield position


def replay_log(start: PositionFacts, log: Iterable[MoveRow]) -> PositionFacts:
    """Return the facts after all moves of a stored log.

    Raises:
        RulesError: a move cannot be played.
    """
    moves = (LoggedMove(CHANCE if row.actor is None else row.actor, row.move, row.made_by) for row in log)
    position = start
    for after in play_moves(start, moves):
        position = after
    return position


def replay_match(match: Match) -> Iterator[PositionFacts]:
    """Replay a match, and yield the facts after each of its moves. All facts share one match object."""
    again = Match(match.rules, match.setup)
    return play_moves(first_position(again), (LoggedMove(actor, move) for actor, move in match.moves))


def _decision_numbers(
    to_act: ToAct,
    to_act_before: ToAct | None,
    moved_seats: tuple[int, ...],
    move_count: int,
    seat_count: int,
    previous_numbers: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Return for each seat the number of moves made when its last turn began; -1 before its first turn."""
    numbers = list(previous_numbers or (-1,) * seat_count)
    if to_act != CHANCE and to_act != GAME_OVER:
        for seat in to_act:
            if seat in moved_seats or to_act_before is None or not is_to_act(to_act_before, seat):
                numbers[seat] = move_count
    return tuple(numbers)
