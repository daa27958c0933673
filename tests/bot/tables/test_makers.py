"""Tests that each move is attributed to its player when a seat changes hands during a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pages.table import log_page, table_page
from bot.replay.replay import ReplaySpot, replay_page
from bot.tables import endings, lobby
from bot.tables.state import TableState, is_made_by, last_movers, player_at, player_of_move
from bot.wire.messages import Page
from games import find_game
from storage import Store
from storage.rows import STAND_IN, SeatRow
from tests.bot.playing import undealt_table
from tests.bot.rendering import on_wire
from tests.bot.tables.alone import ALICE, BOB, CAROL, a_game, acting, matches_store, read
from tests.bot.turning import HandClock


def text_of_page(page: Page) -> str:
    return "\n".join(part["content"] for part in on_wire(page) if part["type"] == 10)


def name_of_seat(row: SeatRow | None) -> tuple[str, bool] | None:
    return None if row is None else (row.name, row.has_left)


async def test_moves_stay_attributed_to_their_makers(store: Store, clock: HandClock) -> None:
    """Before and after a restart, moves belong to the first person, the computer player and the successor."""
    table = await a_game(store, clock, ALICE, BOB, CAROL)
    first = acting(table)
    name = table.state.seats[first].name

    async def once_around(rank: str) -> None:
        for suit in ("single", "pair", "trips"):
            await table.play(table.state.to_act[0], f"call {suit} {rank}")

    # Three moves by the first person, one by a computer player, then Dave takes the seat.
    made = table.state.seq
    await once_around("5")
    await table.apply_in_game(
        lambda state, now: endings.resolve_departures(lobby.offer_seat(state, first), now)
    )
    await table.play(first, "call trips 6")
    await table.apply_in_game(lobby.take_seat, first, 99, "Dave", table.state.row.guild_id)
    assert await matches_store(table)
    # Live and restored state name the same makers.
    for state in (table.state, TableState.of(await read(table))):
        assert name_of_seat(player_of_move(state, made)) == (name, False)
        assert name_of_seat(player_of_move(state, made + 3)) == (name, True)
        assert name_of_seat(player_at(state, first, state.seq)) == ("Dave", False)
        assert name_of_seat(last_movers(state, state.seq)[first]) == (name, True)
        assert [is_made_by(state, number, state.sittings[0].user_id or 0) for number in (made, made + 3)] == [
            True,
            False,
        ]


def changed_hands() -> TableState:
    """Return a game in which Alice left, a computer player called for her, and Dave took the seat."""
    state = undealt_table(find_game("bull"), ["Alice", "Bob", "Cleo"]).with_deal()
    for seat, call in ((0, "single 5"), (1, "single 6"), (2, "single 7")):
        state = state.with_move(seat, f"call {call}")
    state = lobby.offer_seat(state, 0)
    for seat, call in ((0, "single 8"), (1, "single 9"), (2, "single T")):
        state = state.with_move(seat, f"call {call}")
    return lobby.take_seat(state, 0, 0, 99, "Dave", 1).state


def test_log_names_the_player_at_the_time_of_each_call() -> None:
    """The log names Alice for her call, the computer player for Alice's next, and Dave for his own."""
    lines = text_of_page(log_page(changed_hands().snapshot, "en")).splitlines()
    of = {rank: next(line for line in lines if rank in line) for rank in ("five", "eight")}
    assert "**Alice** calls" in of["five"]
    assert "for Alice" in of["eight"]
    assert not any("Dave** calls" in line for line in lines)
    after = changed_hands().with_move(0, "call single J")
    assert "**Dave** calls" in text_of_page(log_page(after.snapshot, "en"))


def test_last_call_keeps_the_name_of_a_leaver() -> None:
    """The table's last call still names Dave after he has left and another person has taken his seat."""
    state = changed_hands().with_move(0, "call single J")
    change = lobby.replace_by_computer(state, 0)
    assert "**Dave** calls" in text_of_page(table_page(change.snapshot, "en"))
    taken = lobby.take_seat(lobby.offer_seat(change, 0), 0, 0, 98, "Eve", 1).state
    assert "**Dave** calls" in text_of_page(table_page(taken.snapshot, "en"))
    assert taken.fingerprint != change.fingerprint


def test_log_names_the_stand_in_of_an_absent_player() -> None:
    state = (
        undealt_table(find_game("bull"), ["Alice", "Bob"]).with_deal().with_move(0, "call single 5", STAND_IN)
    )
    assert "for Alice" in text_of_page(log_page(state.snapshot, "en"))


@pytest.mark.parametrize(
    ("number", "name"), [(2, "**Alice** calls"), (5, "for Alice"), (8, "**Dave** calls")]
)
def test_replay_names_the_player_at_that_time(number: int, name: str) -> None:
    state = changed_hands().with_move(0, "call single J")
    state = state.with_row(status="over")
    page = text_of_page(replay_page(state, ReplaySpot(number), "en"))
    assert name in page
    assert ("Dave" in page) is (number == 8)


def test_record_names_every_player_of_a_seat() -> None:
    """The record lists the names of a seat with their first moves; a computer player has no name."""
    record = changed_hands().record("2026-01-01")
    named = [line for line in record.splitlines() if line.startswith("[Player0")]
    assert named == ['[Player0 "Alice"]', '[Player0From4 ""]', '[Player0From7 "Dave"]']


def test_highlight_names_the_player_of_its_moves() -> None:
    """A highlight names Dave only if he has made one of the moves up to it."""
    state = changed_hands()
    for _ in range(200):
        if state.is_over:
            break
        seat = state.to_act[0]
        legal = [str(move) for move in state.match.legal(seat)]
        state = state.with_move(seat, "challenge" if "challenge" in legal else legal[0]).with_deal()
    assert state.highlight_stories()
    for tale in state.highlight_stories():
        has_moved = any(is_made_by(state, number, 99) for number in range(tale.highlight.last_move + 1))
        assert (tale.players[0].name == "Dave") is has_moved
    discreet = replace(state, discreet=frozenset({99, 100, 101, 102}))
    assert {tale.liar_id for tale in discreet.highlight_stories()} <= {None}
