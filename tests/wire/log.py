"""Compares the bot's database and the channels with the answers that players received."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from bot.pages.controls import SEPARATOR
from games import find_game
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Question
from games.core.rules import CHANCE
from storage.engine.database import is_server_address
from tests.wire import components
from tests.wire.components import BUTTON, tappable
from tests.wire.players import CHANGED
from tests.wire.world import Channel, Interaction, StandInWorld

KINDS = {"options": "lobby", "rematch": "table", "extras": "table", "hand": "call"}
"""The kind of a message, by the first of these buttons that it has."""


NOT_NOW = re.compile("Nothing (is|was) lost")
"""The answer to a move that cannot be stored now. The player may repeat it or play another."""

AT_ONCE_MS = 200
"""A call this soon after a move is no error: it was on its way already."""


class Tried(NamedTuple):
    """A tapped move, and the type of the bot's answer (0 without success)."""

    table: str
    user_id: int
    decision: int
    move: str
    answer: int


def tried(world: StandInWorld) -> Iterator[Tried]:
    for interaction, (table, decision, move) in _used(world, "move", "only"):
        yield Tried(table, interaction.user.id, int(decision), move, _kind(interaction))


def _used(world: StandInWorld, *verbs: str) -> Iterator[tuple[Interaction, list[str]]]:
    for interaction in world.interactions.values():
        _, verb, *rest = str(interaction.data.get("custom_id", "::")).split(":", 4)
        if verb in verbs and len(rest) == 3:
            yield interaction, rest


class Chosen(NamedTuple):
    """A player's answers that lead to a move, and the type of the bot's last answer (0 if none)."""

    table: str
    user_id: int
    decision: int
    answers: tuple[str, ...]
    answer: int


def choices_made(world: StandInWorld) -> Iterator[Chosen]:
    """Yield the choices made in menus and other inputs, including choices that played a move."""
    for interaction, (table, decision, way) in _used(world, "pick", "cards"):
        value = " ".join(value.split("#")[0] for value in interaction.data["values"])
        answers = (*filter(None, way.split(SEPARATOR)), value)
        number = int(decision.partition("-")[0])
        yield Chosen(table, interaction.user.id, number, answers, _kind(interaction))


def move_of_choice(choice: Chosen, seat: int, match: Match) -> str | None:
    """Return the move that a choice completes in the match's position, or ``None`` if it completes none."""
    game = find_game(match.rules.id)
    view, (*way, value) = match.view(seat), choice.answers
    question = game.presenter.ask(view, tuple(way))
    if isinstance(question, Question) and question.cards:
        value = question.value_of(value.split())  # picked in any order
    made = game.presenter.ask(view, (*way, value))
    return str(made) if isinstance(made, Move) else None


def _kind(interaction: Interaction) -> int:
    answer = interaction.answer
    return 0 if answer is None or NOT_NOW.search(answer.text) else answer.kind


def open_tables(database: Path) -> dict[int, set[str]]:
    """Return the statuses, such as ``lobby`` and ``playing``, of the open tables by channel id."""
    tables: dict[int, set[str]] = {}
    with closing(sqlite3.connect(database)) as db:
        for channel_id, status in db.execute(
            "SELECT channel_id, status FROM game_table WHERE status IN ('lobby', 'playing')"
        ):
            tables.setdefault(channel_id, set()).add(status)
    return tables


def movers(database: Path | str) -> int:
    with closing(connect_to(database)) as db:
        ((count,),) = db.execute(
            "SELECT count(*) FROM (SELECT DISTINCT table_id, actor FROM move WHERE actor IS NOT NULL) moved"
        )
    return int(count)


def connect_to(database: Path | str) -> Any:
    """Connect to a SQLite or PostgreSQL database, on which the same queries run."""
    return psycopg.connect(database) if is_server_address(database) else sqlite3.connect(database)  # type: ignore[arg-type]


def findings(database: Path | str, world: StandInWorld) -> list[str]:
    """Return errors: confirmed moves that are missing or stored twice, and missing results.

    The bot must not be running, or must have nothing left to do.
    """
    faults: list[str] = []
    taps = list(tried(world))
    untold = {tap[:4] for tap in taps if tap.answer != CHANGED}
    with closing(connect_to(database)) as db:
        seats = {
            (table, user): seat
            for table, seat, user in db.execute(
                "SELECT table_id, seat, user_id FROM seat JOIN person ON person.id = seat.person"
            )
        }
        logged: dict[str, list[tuple[int, int | None, str]]] = {}
        for table, seq, actor, move in db.execute(
            "SELECT table_id, seq, actor, move FROM move ORDER BY 1, 2"
        ):
            logged.setdefault(table, []).append((seq, actor, move))
        setups = {
            table: (game, json.loads(options), first, sum(at == table for at, _ in seats))
            for table, game, options, first in db.execute("SELECT id, game, options, first FROM game_table")
        }
        results = Counter(table for (table,) in db.execute("SELECT table_id FROM result"))
        over = [table for (table,) in db.execute("SELECT id FROM game_table WHERE status = 'over'")]
    for table, rows in logged.items():
        if [seq for seq, _, _ in rows] != list(range(len(rows))):
            faults.append(f"{table}: the log has gaps")
        mine = [(seats[tap.table, tap.user_id], tap) for tap in taps if tap.table == table]
        wanted = Counter((seat, tap.move) for seat, tap in mine)
        menus = [choice for choice in choices_made(world) if choice.table == table]
        otherwise = list(other_moves(*setups[table], rows, menus, seats))
        untold |= {tap[:4] for _, tap in otherwise if tap.answer != CHANGED}
        wanted += Counter((seat, tap.move) for seat, tap in otherwise)
        made = Counter((actor, move) for _, actor, move in rows if actor is not None)
        faults += [f"{table}: nobody tapped {move}" for move in made - wanted]
    own = {
        (table, user): [(seq, move) for seq, actor, move in logged.get(table, ()) if actor == seat]
        for (table, user), seat in seats.items()
    }
    accepted = [tap for tap in taps if tap.answer == CHANGED]
    accepted = [tap for number, tap in enumerate(accepted) if not is_made(tap, accepted[:number], own)]
    decided = Counter((tap.table, tap.user_id, tap.decision) for tap in accepted)
    faults += [
        f"two moves were acknowledged for {decision}" for decision, times in decided.items() if times > 1
    ]
    # After a move whose page got lost, an old button for the same decision is answered by the panel as is.
    for tap in accepted:
        own_rows = own[tap.table, tap.user_id]
        kept = next((move for seq, move in own_rows if seq >= tap.decision), None)
        if kept != tap.move and (tap.table, tap.user_id, tap.decision, kept) not in untold:
            faults.append(f"{tap} was acknowledged; the log has {kept}")
    faults += [f"{table}: {results[table]} results" for table in over if results[table] != 1]
    return faults


def called_twice(database: Path | str, world: StandInWorld) -> list[str]:
    """Return errors: people notified twice with no move in between."""
    repeated: list[str] = []
    with closing(connect_to(database)) as db:
        moved: dict[tuple[str, int], list[int]] = {}
        for table, user, at in db.execute(
            "SELECT move.table_id, user_id, move.at FROM move"
            " JOIN seat ON seat.table_id = move.table_id AND seat.seat = actor"
            " JOIN person ON person.id = seat.person"
        ):
            moved.setdefault((table, user), []).append(at)
    called: dict[tuple[str, int], int] = {}
    for call in world.calls:
        at = int(1000 * datetime.fromisoformat(call.at).timestamp())
        for table, user in product(components.tables(call.parts), call.mentions):
            before = called.get((table, user.id))
            own = moved.get((table, user.id), ())
            if before is not None and not any(before - AT_ONCE_MS <= sent <= at for sent in own):
                repeated.append(f"{table}: {user.name} was called again after {at - before} ms")
            called[table, user.id] = at
    return repeated


def is_made(
    tap: Tried, earlier: Sequence[Tried], own: Mapping[tuple[str, int], Sequence[tuple[int, str]]]
) -> bool:
    """True if a tapped button was outdated, since the person had made the decision by another move."""
    same = (tap.table, tap.user_id, tap.decision)
    rows = own[tap.table, tap.user_id]
    kept = next((move for seq, move in rows if seq >= tap.decision), None)
    if tap.move == kept:
        return False  # the same twice: that would be a double
    return any(
        (earlier_tap.table, earlier_tap.user_id, earlier_tap.decision) == same and earlier_tap.move == kept
        for earlier_tap in earlier
    )


def other_moves(
    game_id: str,
    options: dict[str, str],
    first: int,
    seats: int,
    rows: list[tuple[int, int | None, str]],
    menus: Sequence[Chosen],
    seat_of: Mapping[tuple[str, int], int],
) -> Iterator[tuple[int, Tried]]:
    """Yield the moves of a log that no button chose: menu choices, forced moves and second moves.

    Each move comes with its seat.
    """
    game = find_game(game_id)
    match = Match(game.rules, game.rules.setup(seats, options, first))
    before: int | None = None
    for seq, actor, move in rows:
        for choice in menus:
            table, user, decision, _, answer = choice
            if decision == seq and (made := move_of_choice(choice, seat_of[table, user], match)) is not None:
                yield seat_of[table, user], Tried(table, user, seq, made, answer)
        if actor is not None:
            only = game.presenter.forced_move(match.view(actor), match.legal(actor))
            if only is not None and str(only) == move:
                yield actor, Tried("", 0, seq, move, CHANGED)
            # A tap in a panel also plays the move that usually follows.
            if actor == before and str(game.presenter.second_move(match.view(actor))) == move:
                yield actor, Tried("", 0, seq, move, CHANGED)
        before = actor
        match.play(CHANCE if actor is None else actor, move)


def message_errors(channel: Channel) -> list[str]:
    """Return errors: tables with too many messages or notifications, and notifications without a table."""
    count: Counter[tuple[str, str]] = Counter()
    over: set[str] = set()
    for message in channel.public:
        for verb, what in KINDS.items():
            if buttons := tappable(message.parts, BUTTON, verb):
                table = buttons[0]["custom_id"].split(":")[2]
                count[table, what] += 1
                if verb == "rematch":
                    over.add(table)
                break
    tables = {table for table, what in count if what != "call"}
    return [
        *(f"{table}: {times} of {what}" for (table, what), times in count.items() if times > 1),
        *(f"{table} has a call only" for table, _ in count if table not in tables),
        *(f"{table} is over and calls" for table in over if count[table, "call"]),
    ]


async def without_removed_buttons(channel: Channel) -> None:
    await channel.bell.until(
        lambda: not message_errors(channel), why=f"order in {channel.name}: {message_errors(channel)}"
    )
