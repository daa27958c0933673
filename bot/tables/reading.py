"""Facts that a table derives from its match: decisions, refusals, result, record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.refused import Refused
from games import find_game
from games.core.game import Game
from games.core.match import Match
from games.core.record import write_record
from games.core.rules import CHANCE, ToAct, is_to_act
from games.core.rules import OVER as GAME_OVER
from games.core.seats import Teams
from games.core.shuffle import ShuffleKey, deal_of
from games.core.words import Seats
from storage.rows import CANCELLED, OVER, MoveRow, SeatRow, Sitting, TableRow


def is_rated(seats: Sequence[SeatRow]) -> bool:
    """Return whether a game counts for ratings: several seats, and each began as a person's."""
    return len(seats) >= 2 and all(seat.level is None or seat.left for seat in seats)


def teams_of(game: Game, seats: int, options: Mapping[str, str]) -> Teams:
    """Return the team of each seat, free ones included; empty if everybody plays alone."""
    return game.rules.teams(max(seats, game.rules.seats[0]), options)


def key_of(row: TableRow, seats: Sequence[SeatRow]) -> ShuffleKey:
    """Return the key of a table's shuffles, with everything that is sealed (docs/FAIRNESS.md)."""
    assert row.seed is not None
    joins = [seat.join_id for seat in seats] + ([row.change_id] if row.change_id else [])
    defaults = {name: values[0] for name, values in find_game(row.game).rules.options.items()}
    deal = deal_of(row.game, {**defaults, **row.options}, players_of(seats)) if row.seal > 1 else ""
    return ShuffleKey(row.seed, row.id, tuple(map(str, joins)), deal)


def players_of(seats: Sequence[SeatRow]) -> list[str]:
    """Return for each seat ``"person"``, or the level of its computer player, at the time of the deal."""
    return ["person" if seat.level is None or seat.left else seat.level for seat in seats]


def record_of(
    match: Match,
    row: TableRow,
    seats: Sequence[SeatRow],
    sittings: Sequence[Sitting],
    joins: Sequence[str],
    date: str,
) -> str:
    """Return the game record; after the end of the game it proves its shuffles.

    For a seat that changed hands, ``Player1`` is the first player, and ``Player1From12`` the player from move
    12 on. A computer player has an empty name.
    """
    headers = {"Table": row.id, "Date": date, "Commitment": row.commitment or ""}
    headers["Joins"] = ",".join(joins)
    if row.seal > 1:
        headers["Levels"] = ",".join(players_of(seats))
    headers.update({f"Player{seat.seat}": str(seat.name) for seat in seats})
    for one in sittings:
        headers[f"Player{one.seat}From{one.since}" if one.since else f"Player{one.seat}"] = str(one.name)
        if one.until is not None:
            headers[f"Player{one.seat}From{one.until}"] = ""
    if (match.is_over or row.status in (OVER, CANCELLED)) and row.seed is not None:
        headers["Seed"] = row.seed.hex()
    return write_record(match, headers)


def decisions_of(
    to_act: ToAct,
    before: ToAct | None,
    moved: tuple[int, ...],
    seq: int,
    seats: int,
    known: tuple[int, ...] = (),
) -> tuple[int, ...]:
    """Return the number of the decision that each seat faces.

    In a simultaneous phase the choices of other seats do not change it.
    """
    numbers = list(known or (-1,) * seats)
    if to_act != CHANCE and to_act != GAME_OVER:
        for seat in to_act:
            if seat in moved or before is None or not is_to_act(before, seat):
                numbers[seat] = seq
    return tuple(numbers)


def not_your_turn(to_act: ToAct) -> Refused:
    """Return the refusal that names the players whose turn it is, if any."""
    if isinstance(to_act, tuple):
        return Refused("not-your-turn", names=Seats(to_act))
    return Refused("nobodys-turn")


def rows_of(match: Match | None, since: int, now: int, made_by: str | None = None) -> list[MoveRow]:
    """Return the moves from a number on as rows of the log.

    ``made_by`` is for the move that is not chance's.
    """
    assert match is not None
    return [
        MoveRow(since + i, None, str(move), now)
        if actor == CHANCE
        else MoveRow(since + i, int(actor), str(move), now, made_by)
        for i, (actor, move) in enumerate(match.moves[since:])
    ]
