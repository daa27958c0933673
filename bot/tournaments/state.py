"""A tournament as a value, and the changes of it as pure functions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from itertools import chain
from typing import Any

import msgspec

from bot.pairing.points import PlayedRound, PlayedTable, Standing, rounds_before, standings
from bot.pairing.record import WrittenRound, write_record
from bot.pairing.rounds import PairingPlan, can_seat_all, proposed_rounds
from bot.refused import Refused
from bot.tables.fingerprints import fingerprint_of
from bot.tables.lobby import unanswered
from bot.tables.planning import zone_of
from bot.tables.snapshot import with_user_names
from bot.times import next_start
from games import find_game
from games.core.errors import SetupError
from games.core.game import Game
from games.core.match import ShuffleKey
from storage.rows import NOBODY, InvitationRow, Name, SeatRow, Weekly
from storage.tables.gathering import removed_key
from storage.tournaments import (
    CANCELLED,
    IN,
    OPEN,
    OUT,
    OVER,
    RUNNING,
    EntrantRow,
    PairedTable,
    RoundRow,
    StoredTournament,
    TournamentRow,
)

FEWEST = 2
"""Minimum number of people for a round."""

SIGN_UP_MS = 60 * 86_400_000
"""How long a sign-up without a scheduled start stays open."""

PAUSE_MS = 30 * 86_400_000
"""How long a tournament may be paused."""

WEEK = "week"
"""The clock on which people are not asked to confirm that they are present."""


@dataclass(frozen=True, repr=False)
class TournamentState:
    """A tournament at one moment."""

    row: TournamentRow
    entrants: tuple[EntrantRow, ...] = ()
    invitations: tuple[InvitationRow, ...] = ()  # people whom the host has invited and who have not joined
    excluded_keys: frozenset[str] = frozenset()  # of people who were taken out

    @classmethod
    def of(cls, stored: StoredTournament) -> TournamentState:
        """Return the state of a tournament from its stored rows."""
        return cls(stored.row, stored.entrants, stored.invitations, stored.excluded_keys)

    def __repr__(self) -> str:
        return f"<Tournament {self.row!r}, {len(self.entrants)} people>"

    # --- what stands ----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return find_game(self.row.game)

    @property
    def is_open(self) -> bool:
        """True during the sign-up."""
        return self.row.status == OPEN

    @property
    def is_running(self) -> bool:
        return self.row.status == RUNNING

    @property
    def is_closed(self) -> bool:
        return self.row.status in (OVER, CANCELLED)

    @property
    def is_over(self) -> bool:
        """True if the tournament was played to its end."""
        return self.row.status == OVER

    @property
    def is_closed_unplayed(self) -> bool:
        """True if the tournament was cancelled before its first round."""
        return self.row.status == CANCELLED and not self.rounds

    @property
    def players(self) -> tuple[EntrantRow, ...]:
        """The people who will be paired in the next round."""
        return tuple(
            entrant for entrant in self.entrants if entrant.status == IN and entrant.user_id is not None
        )

    @property
    def remaining(self) -> tuple[EntrantRow, ...]:
        """The people who have not withdrawn, including those who are away."""
        return tuple(entrant for entrant in self.entrants if entrant.status != OUT)

    def check_server(self, guild_id: int) -> None:
        """Raise ``Refused`` if the tournament is on another server."""
        if guild_id != self.row.guild_id:
            raise Refused("no-such-tournament")

    def entrant_of(self, user_id: int) -> EntrantRow | None:
        """Return a person's entry, even if they have withdrawn; ``None`` if they never took part."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)

    def is_invited(self, user_id: int) -> bool:
        """Return whether a person has an invitation, even if they have answered "not now"."""
        return any(invitation.user_id == user_id for invitation in self.invitations)

    def was_removed(self, user_id: int) -> bool:
        """Return whether a person was taken out, even if their data was deleted."""
        return removed_key(self.row.seed, user_id) in self.excluded_keys

    def has_own_result(self, user_id: int, table_id: str) -> bool:
        """Return whether a person has played at a table that has ended, and so cannot judge its result."""
        mine = self.entrant_of(user_id)
        if mine is None:
            return False
        own_results = {table.id for table in self.all_tables if table.is_done and mine.number in table.seats}
        return table_id in own_results

    def entrant(self, number: int) -> EntrantRow:
        """Return the entry with this number. It has no name if the person's data was deleted."""
        return self._by_number.get(number) or EntrantRow(number, None, NOBODY)

    @cached_property
    def _by_number(self) -> dict[int, EntrantRow]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def names(self) -> dict[int, Name]:
        """The name to show for each entry, by entry number. Similar names are followed by the user name."""
        rows = [SeatRow(0, entrant.user_id, entrant.name, handle=entrant.handle) for entrant in self.entrants]
        names = [row.name for row in with_user_names(rows)]
        return dict(zip([entrant.number for entrant in self.entrants], names, strict=True))

    @property
    def asks_for_presence(self) -> bool:
        """True if people must confirm their presence shortly before the scheduled start."""
        return self.row.starts_at is not None and self.row.clock != WEEK

    # --- rounds ---------------------------------------------------------------------------------------

    @property
    def rounds(self) -> tuple[RoundRow, ...]:
        return self.row.rounds

    @property
    def round_count(self) -> int:
        """The number of rounds, without the final."""
        if self.row.most_rounds is not None:
            return self.row.most_rounds
        return proposed_rounds(max(FEWEST, len(self.remaining)), self.row.usual_size)

    @property
    def is_between_rounds(self) -> bool:
        """True if the tournament has begun and no table is being played."""
        return self.is_running and not self.unfinished

    @property
    def all_tables(self) -> tuple[PairedTable, ...]:
        """The tables of all rounds, in the order of the rounds."""
        return tuple(chain.from_iterable(each.tables for each in self.rounds))

    @property
    def unfinished(self) -> tuple[PairedTable, ...]:
        """The current round's tables that are still being played."""
        if self.rounds:
            return tuple(table for table in self.rounds[-1].tables if not table.is_done)
        return ()

    @property
    def has_round_left(self) -> bool:
        """True if another round, or the final, is to be played."""
        if self.rounds and self.rounds[-1].is_final:
            return False
        return len(self.rounds) < self.round_count + (self.wants_final)

    @property
    def is_final_next(self) -> bool:
        return self.wants_final and len(self.rounds) == self.round_count

    @property
    def wants_final(self) -> bool:
        """True if a final is chosen, and more people remain than fit at one table."""
        return self.row.has_final and len(self.remaining) > self.row.usual_size

    @property
    def next_round_at(self) -> int:
        """The earliest time of the next round in Unix milliseconds; 0 if it may begin immediately."""
        if not self.row.is_weekly or not self.rounds:
            return 0
        zone = zone_of(self.row.zone, self.row.locale)
        first = datetime.fromtimestamp(self.rounds[0].begun_at / 1000, zone)
        weekly = Weekly(first.weekday(), first.hour * 60 + first.minute, zone.key)
        return next_start(weekly, self.rounds[-1].begun_at)

    @property
    def expires_at(self) -> int | None:
        """When the tournament is called off if nothing is done, Unix milliseconds; ``None`` for never."""
        row = self.row
        if self.is_open and row.starts_at is None:
            return row.created_at + SIGN_UP_MS
        if row.paused_at is None or not self.is_running:
            return None
        return row.paused_at + PAUSE_MS

    @property
    def plan(self) -> PairingPlan:
        row = self.row
        return PairingPlan(row.id, row.seed, row.usual_size, self.allowed, row.level is not None, row.method)

    @property
    def allowed(self) -> frozenset[int]:
        """The table sizes that the game allows with the chosen options."""
        return allowed_sizes(self.game, self.row.options)

    @property
    def may_need_computers(self) -> bool:
        """True if, for some number of people, tables can only be filled with computer players."""
        return not can_seat_all(range(FEWEST, self.row.most + 1), self.allowed)

    @cached_property
    def played(self) -> tuple[PlayedRound, ...]:
        """The rounds so far, without results that the host has excluded."""
        return rounds_before(self.played_with_excluded, len(self.rounds) + 1, self.row.method)

    @property
    def played_with_excluded(self) -> tuple[PlayedRound, ...]:
        """The rounds so far, with the results that the host has excluded."""
        rounds = list[PlayedRound]()
        for each in self.rounds:
            tables = tuple(map(_played_table, each.tables))
            rounds.append(PlayedRound(tables, each.bye, each.is_final))
        return tuple(rounds)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The standings, best first, of everybody who has finished a table or still takes part."""
        # Tables that are still played give nobody anything yet.
        finished_rounds = list[PlayedRound]()
        for played_round, each in zip(self.played, self.rounds, strict=True):
            rows = zip(played_round.tables, each.tables, strict=True)
            finished = tuple([table for table, row in rows if row.is_done])
            finished_rounds.append(played_round._replace(tables=finished))
        have_played = set[int]()
        for played_round in finished_rounds:
            for table in played_round.tables:
                have_played.update(table.people)
        people = [
            entrant.number
            for entrant in self.entrants
            if entrant.status != OUT or entrant.number in have_played
        ]
        return standings(finished_rounds, people)

    @property
    def record(self) -> str:
        """The record of a closed tournament as text, which ``tefuda verify`` checks."""
        headers = {"Game": self.row.game}
        headers |= {f"Player{entrant.number}": str(entrant.name) for entrant in self.entrants}
        rounds = [
            WrittenRound(each.players, played)
            for each, played in zip(self.rounds, self.played_with_excluded, strict=True)
        ]
        return write_record(self.plan, self.commitment, rounds, headers)

    @property
    def commitment(self) -> str:
        """The published SHA-256 of the seed."""
        return ShuffleKey(self.row.seed, "").commitment

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the content of the tournament's message, without its links to tables."""
        row = msgspec.structs.replace(self.row, seed=b"", revision=0)
        seen: list[object] = [
            msgspec.json.encode(row).decode(),
            msgspec.json.encode(self.entrants).decode(),
            unanswered(self.invitations),
        ]
        return fingerprint_of(seen)

    # --- looking ahead --------------------------------------------------------------------------------

    def with_row(self, **changes: Any) -> TournamentState:
        """Return the tournament with changed fields in its database row."""
        return replace(self, row=msgspec.structs.replace(self.row, **changes))

    def with_entrant(self, number: int, **changes: Any) -> TournamentState:
        """Return the tournament with changed fields in one entry."""
        entrants = list(self.entrants)
        for index, entrant in enumerate(entrants):
            if entrant.number == number:
                entrants[index] = msgspec.structs.replace(entrant, **changes)
        return replace(self, entrants=tuple(entrants))


def _played_table(table: PairedTable) -> PlayedTable:
    return PlayedTable(table.seats, table.places, frozenset(table.left), table.teams, table.aside)


def allowed_sizes(game: Game, options: dict[str, str]) -> frozenset[int]:
    """Return the table sizes that a game allows with the given options."""
    low, high = game.rules.seats
    return frozenset(seats for seats in range(low, high + 1) if _fits(game, seats, options))


def _fits(game: Game, seats: int, options: dict[str, str]) -> bool:
    try:
        game.rules.setup(seats, options)
    except SetupError:
        return False
    return True
