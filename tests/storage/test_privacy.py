from __future__ import annotations

import json
from pathlib import Path

from storage import Store
from storage.rows import GuildSettings, MoveRow, SeatRow
from tests.storage.helpers import NOON, finished, outcome, person, playing, seats, table

NAME = "Very Unusual Name 手札"
USER = 987_654_321_012_345_678


def _unusual(seat: int = 0) -> SeatRow:
    return SeatRow(seat, USER, NAME, None, 55)


async def _play(store: Store, table_id: str, *, finish: bool = True) -> None:
    taken = (_unusual(), person(1, 11))
    await store.create_table(table(table_id, host_id=USER), taken)
    await store.start_table(
        table_id, seats=taken, options={}, first=0, seed=bytes(32), commitment="", started_at=1
    )
    await store.append_moves(
        table_id,
        [MoveRow(0, None, "deal As", NOON), MoveRow(1, 0, "call", NOON), MoveRow(2, 1, "raise", NOON)],
    )
    if finish:
        await store.finish_table(table_id, outcome(1, 2, facts=({"lies": 4}, {})))


async def test_everything_about_a_person_is_exported(store: Store) -> None:
    """An export has the person's tables, seats, own moves, results, ratings and boards, as JSON."""
    await _play(store, "a")
    await _play(store, "b", finish=False)
    await finished(store, "others", (11, 12), (1, 2))
    exported = json.loads(json.dumps(await store.export_person(USER)))
    assert exported["person"] == {"user_id": USER, "name": NAME}
    assert exported["hosted"] == ["a", "b"]
    assert [(seat["table_id"], seat["join_id"], seat["status"]) for seat in exported["seats"]] == [
        ("a", 55, "over"),
        ("b", 55, "playing"),
    ]
    assert [(move["table_id"], move["move"]) for move in exported["moves"]] == [("a", "call"), ("b", "call")]
    assert [(result["table_id"], result["facts"]) for result in exported["results"]] == [("a", {"lies": 4})]
    assert exported["ratings"][0]["games"] == 1
    assert {line["game"] for line in exported["boards"]} == {"bull", ""}
    assert "raise" not in json.dumps(exported)
    assert await store.export_person(1) == {}


async def test_a_computer_players_moves_are_not_the_persons(store: Store) -> None:
    """Moves of a seat after its person left are not exported as the person's."""
    await _play(store, "a", finish=False)
    await store.replace_seat("a", 0, "normal", NOON)
    await store.append_move("a", 3, 0, "computer's", NOON + 1)
    exported = await store.export_person(USER)
    assert [move["move"] for move in exported["moves"]] == ["call"]


async def test_forgetting_removes_name_and_id_from_the_file(path: Path) -> None:
    """After forgetting neither name nor id is anywhere, not even as overwritten bytes in the file."""
    async with await Store.open(path) as store:
        await store.save_guild_settings(GuildSettings(1, board_scope="everywhere"))
        await _play(store, "a")
        assert (await store.forget_person(USER)) == ()
        for file in path.parent.iterdir():
            content = file.read_bytes()
            assert NAME.encode() not in content, file
            assert USER.to_bytes(8, "big") not in content, file
        for guild in (1, None):
            board = await store.leaderboard(game="bull", guild_id=guild, user_id=USER)
            assert ([row.user_id for row in board.rows], board.mine) == ([11], None)
        assert await store.export_person(USER) == {}
        assert await store.stats(USER) is None
        assert await store.history(USER) == []


async def test_other_peoples_records_stay_true(store: Store) -> None:
    """The games stay as games of a former player, and nothing changes for the others."""
    await _play(store, "a")
    before = await store.stats(11), await store.leaderboard(game="bull", guild_id=1, user_id=11)
    await store.forget_person(USER)
    result = await store.result("a")
    assert result is not None
    former = result.seats[0]
    assert (former.user_id, former.name, former.level, former.place) == (None, "", None, 1)
    stored = await store.load_table("a")
    assert stored is not None
    assert stored.table.host_id is None
    assert [(seat.user_id, seat.name) for seat in stored.seats] == [(None, ""), (11, "P11")]
    assert len(stored.moves) == 3
    stats = await store.stats(11)
    board = await store.leaderboard(game="bull", guild_id=1, user_id=11)
    assert before[0] is not None
    assert stats is not None
    assert stats.games == before[0].games
    assert stats.partners == ()
    assert before[1].mine is not None
    assert board.mine is not None
    assert board.mine.value == before[1].mine.value
    assert await store.check() == []
    await store.rerate()
    assert await store.stats(11) == stats


async def test_a_running_game_goes_on_without_the_person(store: Store) -> None:
    """A computer player takes the seat; the game ends, is rated, and the former player is on no board."""
    await _play(store, "a", finish=False)
    assert await store.forget_person(USER, level="easy", at=NOON + 1) == ("a",)
    stored = await store.load_table("a")
    assert stored is not None
    assert (stored.seats[0].user_id, stored.seats[0].level, stored.seats[0].left) == (None, "easy", True)
    assert await store.finish_table("a", outcome(1, 2))
    board = await store.leaderboard(game="bull", guild_id=1, measure="rating")
    assert [row.user_id for row in board.rows] == [11]
    assert board.rows[0].value > 1000
    assert await store.check() == []


async def test_lobbies_close_the_gap(store: Store) -> None:
    """In a lobby the seat is freed, those behind move up, and the next person is host."""
    await store.create_table(table("a", host_id=10), seats(None, 10, 11))
    await store.create_table(table("b", host_id=10), seats(10, None))
    await store.create_table(table("c", host_id=11), seats(11, 10))
    await store.create_table(table("d", host_id=12), seats(12))
    assert await store.forget_person(10, at=NOON + 5) == ("a", "b", "c")
    lobby = await store.load_table("a")
    assert lobby is not None
    assert (lobby.table.status, lobby.table.host_id) == ("lobby", 11)
    assert [(seat.seat, seat.user_id) for seat in lobby.seats] == [(0, None), (1, 11)]
    empty = await store.load_table("b")
    assert empty is not None
    assert (empty.table.status, empty.table.ended_at) == ("cancelled", NOON + 5)
    guest = await store.load_table("c")
    assert guest is not None
    assert (guest.table.host_id, [seat.user_id for seat in guest.seats]) == (11, [11])


async def test_who_comes_back_is_a_new_person(store: Store) -> None:
    """After forgetting, the same user id begins from nothing and is not joined to the old games."""
    await _play(store, "a")
    await store.forget_person(USER)
    await playing(store, "b", USER, 11)
    await store.finish_table("b", outcome(2, 1))
    stats = await store.stats(USER)
    assert stats is not None
    assert (stats.played, stats.won) == (1, 0)
    assert [game.table_id for game in await store.history(USER)] == ["b"]
    first = await store.result("a")
    assert first is not None
    assert first.seats[0].user_id is None


async def test_forgetting_a_stranger(store: Store) -> None:
    """Forgetting somebody never seen does nothing."""
    assert await store.forget_person(99) == ()
