"""Replays a game's moves, and derives facts from each move, such as news and guesses.

Live play, restarts, replays and reviews all use ``after_move``. Texts are made later, when a table is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.tables.absence import Made, counted
from bot.tables.crowd import NOBODY, Crowd
from bot.tables.news import NewsItem, Truth, news_after, truths_after
from games.core.match import Match
from games.core.moves import Move
from games.core.rules import CHANCE, Actor, ToAct, is_to_act
from games.core.rules import OVER as GAME_OVER
from storage.rows import STAND_IN, MoveRow


class Position(NamedTuple):
    """A position of a game and the facts that follow from its moves. ``TableFacts`` explains the fields."""

    match: Match
    decisions: tuple[int, ...]
    made: tuple[Made, ...]
    news: tuple[NewsItem, ...] = ()
    truths: tuple[Truth, ...] = ()
    crowd: Crowd = NOBODY
    stood_in: frozenset[int] = frozenset()


def first_position(match: Match) -> Position:
    """Return the position of a match before its first move."""
    seats = match.setup.seats
    return Position(match, decisions_of(match.to_act, None, (), 0, seats), (Made(),) * seats)


def after_move(known: Position, to_act: ToAct, match: Match, made_by: str | None) -> Position:
    """Return the position after one more move, which has already been played in ``match``.

    Args:
        known: the position before the move.
        to_act: the actors before the move.
        match: the match after the move; it may be the same object as in ``known``.
        made_by: who moved in place of the seat's player (a value of ``MoveRow.made_by``); ``None`` if the
            player moved.
    """
    actor, _ = match.moves[-1]
    moved = () if actor == CHANCE else (int(actor),)
    seq, view = len(match.moves), match.view(None)
    # One entry for each fact of ``TableFacts``, each computed from the one before.
    return Position(
        match,
        decisions_of(match.to_act, to_act, moved, seq, len(known.decisions), known.decisions),
        counted(known.made, actor, made_by),
        news_after(known.news, NewsItem(view, actor, made_by)),
        truths_after(known.truths, match, moved),
        known.crowd.after(match.rules.claim(view), seq),
        known.stood_in | {seq - 1} if made_by == STAND_IN else known.stood_in,
    )


def positions(known: Position, moves: Iterable[tuple[Actor, str | Move, str | None]]) -> Iterator[Position]:
    """Play moves one by one, and yield the position after each move.

    Use each position before asking for the next position, because all positions share one match object.

    Args:
        known: the position to start from.
        moves: for each move the actor, the move, and who made it (a value of ``MoveRow.made_by``).

    Raises:
        RulesError: a move cannot be played.
    """
    for actor, move, made_by in moves:
        to_act = known.match.to_act
        known.match.play(actor, move)
        known = after_move(known, to_act, known.match, made_by)
        yield known


def replayed(known: Position, log: Iterable[MoveRow]) -> Position:
    """Return the position after all moves of a log, which are played from the position ``known``.

    Raises:
        RulesError: a move of the log is not possible.
    """
    moves = ((CHANCE if row.actor is None else row.actor, row.move, row.made_by) for row in log)
    for after in positions(known, moves):
        known = after
    return known


def positions_of(match: Match) -> Iterator[Position]:
    """Yield the position after each move of a finished or running game.

    Use each position before asking for the next position, because all positions share one match object.
    """
    again = Match(match.rules, match.setup)
    return positions(first_position(again), ((actor, move, None) for actor, move in match.moves))


def decisions_of(
    to_act: ToAct,
    before: ToAct | None,
    moved: tuple[int, ...],
    seq: int,
    seats: int,
    known: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Return the decision number of each seat: how many moves had been made when its current turn began.

    Args:
        to_act: the actors now.
        before: the actors before the last move; ``None`` if unknown.
        moved: the seats that have just moved.
        seq: the number of moves made.
        seats: the number of seats.
        known: the decision numbers before the move.
    """
    numbers = list(known or (-1,) * seats)
    if to_act != CHANCE and to_act != GAME_OVER:
        for seat in to_act:
            if seat in moved or before is None or not is_to_act(before, seat):
                numbers[seat] = seq
    return tuple(numbers)
