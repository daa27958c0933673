"""Makes the tables of a round. Their ids, secrets and seats all follow from the tournament."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from bot.chance import TABLE_ID_LETTERS
from bot.driving.registry import LOBBY_HOURS
from bot.language.localizer import Localizer
from bot.language.names import skeleton
from bot.tables.computers import new_computer_names
from bot.tables.sealing import SEAL_METHOD
from bot.tournaments.state import TournamentState
from games.core.game import DEFAULT_LEVEL
from games.core.shuffle import ShuffleKey
from storage.fields import NOBODY, Paired
from storage.rows import LOBBY, THREAD, GatheringRow, SeatRow, TableRow
from storage.tournaments.rows import PairedTable

NewTable: TypeAlias = tuple[TableRow, tuple[SeatRow, ...], GatheringRow]


class RoundTables(NamedTuple):
    """The tables of a round, with their lobbies' database rows in the same order."""

    paired: tuple[PairedTable, ...]
    lobbies: list[NewTable]


def table_secret(tournament_seed: bytes, tournament_id: str, round_number: int, table_number: int) -> bytes:
    """Return the seed of a table's shuffles, computed from the tournament's seed (docs/PAIRING.md)."""
    lines = ("tefuda table 1", tournament_seed.hex(), tournament_id, str(round_number), str(table_number))
    return hashlib.sha256("\n".join(lines).encode()).digest()


def table_id(tournament_seed: bytes, tournament_id: str, round_number: int, table_number: int) -> str:
    """Return the id of a tournament's table. Equal arguments give equal ids."""
    lines = ("tefuda table id 1", tournament_seed.hex(), tournament_id, str(round_number), str(table_number))
    digest = hashlib.sha256("\n".join(lines).encode()).digest()
    return "".join(TABLE_ID_LETTERS[byte % len(TABLE_ID_LETTERS)] for byte in digest[:8])


def open_tables(state: TournamentState, pairing: Sequence[Sequence[int]], now: int) -> RoundTables:
    """Return the tables of the next round.

    Args:
        pairing: entry numbers of each table's players, in the order of seats; 0 for a computer player.
        now: Unix milliseconds.
    """
    row, number = state.row, len(state.rounds) + 1
    paired, lobbies = [], []
    for place, players in enumerate(pairing, 1):
        # Secret and id follow from the tournament, so a second attempt makes the same tables.
        seed = table_secret(row.seed, row.id, number, place)
        ident = table_id(row.seed, row.id, number, place)
        seats = _seats(state, players, seed)
        # The lobby starts by itself once its message is posted.
        table = TableRow(
            id=ident,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            host_id=next(seat.user_id for seat in seats if seat.user_id is not None),
            game=row.game,
            options=state.game.rules.all_options(row.options),
            status=LOBBY,
            locale=row.locale,
            created_at=now,
            seed=seed,
            commitment=ShuffleKey(seed, "").commitment,
            deadline=now + LOBBY_HOURS * 3_600_000,
            clock=row.clock,
            seal=SEAL_METHOD,
            hints=False,
        )
        paired.append(PairedTable(ident, tuple(players)))
        place_in_round = Paired(row.id, number, place, is_final=state.is_final_next)
        lobbies.append((table, seats, GatheringRow(THREAD, paired=place_in_round)))
    return RoundTables(tuple(paired), lobbies)


def _seats(state: TournamentState, players: Sequence[int], seed: bytes) -> tuple[SeatRow, ...]:
    level = state.row.level or DEFAULT_LEVEL
    people = {skeleton(state.entrant(number).name) for number in players if number}
    # Computer players get names that no person at the table has.
    listed = [name.strip() for name in Localizer(state.row.locale)("computer-names").split(",")]
    listed += [str(number) for number in range(1, 1 + len(players))]
    free = iter(
        [name for name in new_computer_names(state.game, listed, seed) if skeleton(name) not in people]
    )
    seats = []
    for seat, number in enumerate(players):
        entrant = state.entrant(number) if number else None
        if entrant is None:
            seats.append(SeatRow(seat, None, next(free, NOBODY), level))
        else:
            seats.append(
                SeatRow(seat, entrant.user_id, entrant.name, None, entrant.join_id, handle=entrant.handle)
            )
    return tuple(seats)
