"""Every moment of games of every kind fits into one message, through every pair of eyes."""

from __future__ import annotations

from bot.language.catalogue import LANGUAGES
from bot.replay.spot import EVERYBODY, SPECTATOR, ReplaySpot
from bot.replay.view import replay_page
from bot.tables.state import TableState
from games.core.game import Game
from games.core.match import Match
from games.core.rules import CHANCE
from storage.rows import OVER, MoveRow, SeatRow, ShownRow, StoredTable, TableRow
from tests.bot.pages import on_wire
from tests.games.contract import every_game
from tests.games.play import play_random

TEXT_LIMIT, COMPONENT_LIMIT = 4000, 40
LOOKED_AT = 12
"""Moments looked at per game, spread over it, the first and the last among them."""


def finished_table(game: Game, seats: int, seed: int) -> TableState:
    """Play a game at random among people with long names."""
    match = play_random(Match(game.rules, game.rules.setup(seats, {}, 0)), seed, 400)
    moves = tuple(
        MoveRow(number, None if actor == CHANCE else int(actor), str(move), 0)
        for number, (actor, move) in enumerate(match.moves)
    )
    people = tuple(SeatRow(seat, seat + 1, "*Ｗ" * 16, None, 1) for seat in range(seats))
    options = dict(match.setup.options)
    row = TableRow("t", 1, 1, 1, game.id, options, OVER, "en", 0, 0, bytes(32))
    return TableState.of(StoredTable(row, people, moves, ShownRow(row.id)))


@every_game
def test_every_moment_fits_into_a_message(game: Game) -> None:
    """With as many seats as can be, any hands open, in each language: room for texts and components."""
    table = finished_table(game, game.rules.seats[1], seed=3)
    spots = sorted({1 + (table.seq - 1) * part // (LOOKED_AT - 1) for part in range(LOOKED_AT)})
    for number in spots:
        for eyes in (SPECTATOR, EVERYBODY, str(number % len(table.seats))):
            language = LANGUAGES[number % len(LANGUAGES)]
            page = replay_page(table, ReplaySpot(number, eyes), language)
            wire = on_wire(page)
            assert sum(len(part.get("content", "")) for part in wire) <= TEXT_LIMIT
            assert len(wire) <= COMPONENT_LIMIT
            ids = [part["custom_id"] for part in wire if "custom_id" in part]
            assert len(set(ids)) == len(ids)
            assert len(page.files) <= 1
