"""Maintenance of a database: checks, exports, copies, restores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, NamedTuple

from bot.administration.records import prove
from bot.driving.quarantine import DamagedTable, incident_of, replay_or_fail
from bot.tables.sealing import key_of
from games import find_game
from games.core.errors import RulesError
from games.core.match import Match
from games.core.rules import CHANCE, group_by_team
from games.trophies import COUNTING
from storage import Store, open_store, upkeep
from storage.columns import unreadable_rows
from storage.engine.database import Connection
from storage.errors import StorageError, StorageFailed
from storage.postgres import copying
from storage.rows import LOBBY, PLAYING, StoredTable, TableRow
from storage.scores import trophies
from storage.scores.stats import FinishedGame
from storage.store import open_copy_target, open_to_read
from storage.tables.loading import load_open_tables
from storage.upkeep import findings, finished_tables, rerate_all


class ReplayedGames(NamedTuple):
    """The number of games that were replayed, and a sentence for each fault that was found."""

    total: int
    faults: list[str]


class ExportedGames(NamedTuple):
    """The number of files that were written, and a sentence for each game that cannot be replayed."""

    total: int
    faults: list[str]


async def check(store: Store) -> ReplayedGames:
    """Check a database, and replay all its games."""
    faults = await store.check(_all_findings)
    faults += await store.check(lambda conn, _: trophies.findings(conn, COUNTING))
    games, wrong = await _replayed(store)
    return ReplayedGames(games, faults + wrong)


def _all_findings(conn: Connection, damages: Iterable[str]) -> list[str]:
    return findings(conn, [*damages, *unreadable_rows(conn, copying.KEYS)])


async def rerate(store: Store) -> int:
    """Recompute all ratings and trophies from the stored results, and return the number of rated games."""
    return await store.write(rerate_all, COUNTING)


async def _replayed(store: Store) -> ReplayedGames:
    games = 0
    findings = []
    async for game, stored in finished_tables(store):
        games += 1
        findings += [f"game {game.table_id}: {wrong}" for wrong in check_game(game, stored)]
    for stored in await store.read(load_open_tables):
        findings += [f"table {stored.table.id}: {wrong}" for wrong in check_table(stored)]
    return ReplayedGames(games, findings)


def check_table(stored: StoredTable) -> Iterator[str]:
    """Yield a sentence if an open table cannot be read or replayed."""
    if stored.table.status not in (LOBBY, PLAYING):
        if stored.damage:
            yield f"cannot be read: {stored.damage}"
        return
    try:
        replay_or_fail(stored)
    except Exception as error:  # any error sets a table aside, as at a start
        yield f"set aside ({incident_of(stored)}), since it cannot be replayed: {error!r}"


def check_game(game: FinishedGame, stored: StoredTable) -> Iterator[str]:
    """Yield a sentence for each fault of a finished game, such as a wrong result."""
    row = stored.table
    if stored.damage:
        yield f"cannot be read: {stored.damage}"
        return
    try:
        rules = find_game(row.game).rules
        match = Match(rules, rules.setup(len(stored.seats), row.options, row.first or 0))
    except RulesError as error:
        yield f"cannot be set up: {error}"
        return
    for move in stored.moves:
        try:
            match = match.with_move(CHANCE if move.actor is None else move.actor, move.move)
        except RulesError as error:
            yield f"move {move.seq} cannot be played: {error}"
            break
    else:
        if row.is_decided:
            yield from _check_places_of_early_end(match, game, row)
        else:
            yield from _check_result(match, game)
    # The shuffles can be checked once the seed is public.
    if row.seed is not None:
        paired = stored.gathering.paired
        key = key_of(row, stored.seats, paired)
        proof = prove(
            match,
            key,
            row.commitment or "",
            lambda number: f"move {number}",
            tournament_id="" if paired is None else paired.tournament,
        )
        for is_right, sentence in proof:
            if not is_right:
                yield sentence


def _check_result(match: Match, game: FinishedGame) -> Iterator[str]:
    result = match.result()
    if result is None:
        yield "its moves do not end it"
        return
    if list(result.places) != [seat.place for seat in game.seats]:
        yield "its moves give other places than its result"
    if list(result.scores) != [seat.score for seat in game.seats]:
        yield "its moves give other scores than its result"


def _check_places_of_early_end(match: Match, game: FinishedGame, row: TableRow) -> Iterator[str]:
    assert row.verdict is not None
    # Seats that were eliminated before the end keep the places that they had then: of five players, the first
    # one to be eliminated is fifth, the next one fourth.
    before_end = Match(match.rules, match.setup)
    for actor, move in match.moves[: row.verdict.moves]:
        before_end.play(actor, move)
    teams = match.rules.teams(match.setup.seats, match.setup.options)
    last_place = len(group_by_team(range(match.setup.seats), teams))
    eliminated_teams = group_by_team(before_end.view(None).settled_seats, teams)
    for teams_before, team in enumerate(eliminated_teams):
        for seat in team:
            if game.seats[seat].place != last_place - teams_before:
                yield f"its result gives seat {seat}, which was out, another place than its moves"


async def export(store: Store, folder: Path) -> ExportedGames:
    """Write the record of each finished game to its own file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    findings = []
    async for game, stored in finished_tables(store):
        try:
            state = replay_or_fail(stored)
        # One damaged game must not keep the others from being exported.
        except (RulesError, DamagedTable) as error:
            findings.append(f"game {game.table_id}: cannot be replayed: {error}")
            continue
        date = datetime.fromtimestamp(game.ended_at / 1000, UTC).date().isoformat()
        (folder / f"{game.table_id}.txt").write_text(state.record(date), "utf-8", newline="\n")
        count += 1
    return ExportedGames(count, findings)


async def copy(source: str, target: str, tell: Callable[[int, int], None]) -> tuple[copying.CopiedTable, ...]:
    """Copy a whole database to an empty database, and return what was copied from each table.

    Args:
        source: path or address of a database that is not in use.
        target: path or address of an empty database.
        tell: is called with the number of rows copied so far and the total number of rows.
    """
    async with (
        await open_to_read(source, exclusive=True) as read,
        await open_copy_target(target, exclusive=True) as written,
    ):
        return await copying.copy(read, written, tell)


class RestoreResult(NamedTuple):
    """The result of restoring a database.

    Attributes:
        games: number of games in the restored database.
        warnings: a sentence for each game that cannot be replayed.
        old_file: new path of the replaced file; ``None`` if there was no file.
    """

    games: int
    warnings: list[str]
    old_file: Path | None


async def restore(database: str, backup: Path | BinaryIO) -> RestoreResult:
    """Replace a database that is not in use with a backup, and check it.

    Args:
        database: path of the database file, which need not exist.
        backup: a file written by ``tefuda db backup``.

    Raises:
        StorageError: the backup cannot be used. The database is unchanged.
    """
    with upkeep.Restoration(database) as work:
        try:
            await asyncio.to_thread(work.fetch, backup)
            games, warnings = await _check_and_replay(str(work.part))
        except StorageError as error:
            # People know the backup by its own name, not by that of the temporary file.
            name = str(backup) if isinstance(backup, Path) else "the copy"
            raise type(error)(str(error).replace(str(work.part), name)) from error
        old_file = await asyncio.to_thread(work.swap)
        try:
            await _check_and_replay(database)
        except StorageError:
            await asyncio.to_thread(work.swap_back, old_file)
            raise
    return RestoreResult(games, warnings, old_file)


async def _check_and_replay(where: str) -> ReplayedGames:
    async with await open_store(where, must_exist=True) as store:
        faults = await store.check(findings)
        if faults:
            raise StorageFailed(f"{where} is not sound: {faults[0]}")
        return await _replayed(store)
