"""Tests of the registry of open tables: lookups, deletions of data, searches, unreadable tables."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from bot.client import BEAT_SECONDS
from bot.driving.keeper import Keeper
from bot.driving.registry import TableRegistry
from bot.driving.table import Table
from storage import Store
from storage.engine import sqlite
from storage.errors import StorageFailed
from storage.rows import LOBBY, SeatRow, StoredTable, TableRow
from storage.serving import load_last_heartbeat
from storage.tables.lifecycle import create_table
from storage.tables.loading import load_table
from tests.bot.faults import Faults, disk_full, until
from tests.bot.finding import start_and_leave
from tests.bot.people import Stage, find_id, options, raw_click, text_of_message
from tests.bot.playing import MakeBot, kill, limit_turns, restart, send_away
from tests.bot.privacy.test_privacy import delete_data
from tests.bot.turning import NOON
from tests.storage.helpers import content, execute_all, replace_function, rows


def all_texts(stage: Stage) -> str:
    return "\n".join(text_of_message(message) for message in stage.channel.history())


async def test_every_lookup_returns_the_same_table(stage: Stage, make_bot: MakeBot) -> None:
    await stage.start_two()
    for _ in range(2):
        tables, table = stage.bot.tables, stage.table
        assert await tables.find(table.id) is await tables.game(table.id) is table
        assert (
            tables.tables_of(stage.alice.id)
            == tables.open()
            == tables.in_channel(stage.channel.id)
            == [table]
        )
        assert await tables.find_state(table.id) is table.state
        await restart(stage, make_bot)


@pytest.mark.parametrize("leaver", ["alice", "bob"])
@pytest.mark.parametrize(("verb", "step"), [("start", "start_table"), ("cancel", "cancel_table")])
async def test_deletion_during_start_or_closing_removes_the_person(
    stage: Stage, leaver: str, verb: str, step: str
) -> None:
    """If a person's data are deleted while a lobby starts or closes, the name disappears everywhere."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.carol, lobby, "join")
    person, name = getattr(stage, leaver), leaver.capitalize()
    question = (await person.slash(stage.channel, "privacy delete")).response
    message = lobby if verb == "start" else (await stage.more(stage.alice, lobby)).response
    hold = Faults(stage.env).hold(f"write {step}", 1)
    raw_click(stage.alice, message, find_id(message, "b", verb))
    await until(hold.reached.is_set)
    raw_click(person, question, find_id(question, "b", "forget"))
    await until(lambda: stage.lobbies[0].lock._waiters)
    hold.release()
    await stage.env.advance_time(10)
    assert "Done" in text_of_message(question)
    tables = stage.bot.tables.open()
    assert [table.state.is_playing for table in tables] == [True] * (verb == "start")
    assert name not in [seat.name for table in tables for seat in table.state.seats]
    assert name not in all_texts(stage)
    assert f"<@{person.id}>" not in all_texts(stage)
    assert name not in str(content(stage.bot.config.database))
    assert not stage.env.errors


async def test_deletion_while_joining_leaves_store_and_memory_equal(stage: Stage) -> None:
    """A tap on Join during a deletion of the person's data leaves no seat in memory or in the database."""
    lobby = await stage.lobby()
    await stage.bob.slash(stage.channel, "play", game="tomoe")
    question = await stage.bob.slash(stage.channel, "privacy delete")
    hold = Faults(stage.env).hold("write forget", 1)
    raw_click(stage.bob, question.response, find_id(question.response, "b", "forget"))
    await until(hold.reached.is_set)
    await stage.tap(stage.bob, lobby, "join")
    hold.release()
    await stage.env.advance_time(10)
    (table,) = stage.lobbies
    stored = await stage.stored_table(table.id)
    assert table.state.seats == stored.seats
    assert [seat.name for seat in stored.seats] == ["Alice"]
    assert "Bob" not in all_texts(stage)


async def test_failed_deletion_changes_nothing_and_can_be_repeated(stage: Stage) -> None:
    await stage.start_two()
    before = stage.state
    Faults(stage.env).fail("write forget", disk_full)
    question = await stage.alice.slash(stage.channel, "privacy delete")
    answer = await stage.alice.click(question.response, label="Yes, delete them")
    assert "Nothing was lost" in text_of_message(answer.response)
    assert stage.state is before
    await delete_data(stage, stage.alice)
    assert stage.state.seat_of(stage.alice.id) is None


async def test_deletion_does_not_delay_other_tables(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a deletion of data waits for the database, other tables can be opened and played."""
    await stage.start_two()
    other = stage.table
    await stage.carol.slash(stage.channel, "play", game="tomoe")
    question = await stage.carol.slash(stage.channel, "privacy delete")
    # An open read transaction keeps the log from being emptied, for which the deletion waits.
    words_for = sqlite3.connect(stage.bot.config.database, isolation_level=None)
    words_for.execute("BEGIN")
    words_for.execute("SELECT * FROM person").fetchall()
    emptied: list[bool] = []
    empty = sqlite.empty_log
    monkeypatch.setattr(sqlite, "empty_log", lambda path: emptied.append(empty(path)) or emptied[-1])
    faults = Faults(stage.env)
    deleting = raw_click(stage.carol, question.response, find_id(question.response, "b", "forget"))
    # Meanwhile people play and open tables as usual.
    before, player = other.state.seq, stage.player_on_turn()
    moved = await player.slash(stage.channel, "move", move="call single 5")
    opened = await stage.bob.slash(stage.channel, "play", game="lost")
    assert moved.acknowledged
    assert opened.acknowledged
    assert deleting.acknowledged
    assert other.state.seq == before + 1
    assert emptied == [False]
    assert "write forget" in faults.steps
    # Without the reader the log is emptied at the next attempt.
    words_for.close()
    await stage.env.advance_time(BEAT_SECONDS + 5)
    assert emptied[-1] is True


MADE = "call single 5"
"""The move at the table that cannot be replayed."""


def break_moves(stage: Stage, move: str = "call nonsense") -> None:
    """Store an impossible move in the log, or the real move again."""
    execute_all(stage.bot.config.database, f"UPDATE move SET move = '{move}' WHERE seq = 1")


async def broken_table(stage: Stage, make_bot: MakeBot) -> tuple[str, Any, Any, Any]:
    """Make a table that the next bot cannot replay; return its id, message, an open panel and its owner."""
    message = await stage.start_two()
    table = stage.table
    await stage.move(MADE)
    player = stage.player_on_turn()
    panel = await stage.tap(player, message, "hand")
    await stage.carol.slash(stage.channel, "play", game="tomoe")
    await stage.env.advance_time(5)
    break_moves(stage)
    await kill(stage, make_bot, seconds=10)
    return table.id, message, panel.response, player


def rows_of(stage: Stage, table_id: str) -> list[Any]:
    """Return the stored rows of a game without times: table, seats and moves."""
    row = "SELECT game, options, status, first, ended_at, revision, host FROM game_table WHERE id"
    queries = (row, "SELECT * FROM seat WHERE table_id", "SELECT * FROM move WHERE table_id")
    return [rows(stage.bot.config.database, f"{query} = '{table_id}'") for query in queries]


async def test_table_that_does_not_replay_is_set_aside_with_notice(stage: Stage, make_bot: MakeBot) -> None:
    """A table with an impossible move shows a reference number, and its stored rows stay unchanged.

    Moves in an open panel are refused. A deletion of data also covers that table.
    """
    table_id, message, panel, player = await broken_table(stage, make_bot)
    before = rows_of(stage, table_id)
    assert [table.state.game.id for table in stage.bot.tables.open()] == ["tomoe"]
    state = await stage.bot.tables.find_state(table_id)
    assert state.incident is not None
    page = stage.current_message(message.id)
    assert "is on hold" in text_of_message(page)
    assert state.incident in text_of_message(page)
    assert not [each for each in stage.channel.history() if "<@" in text_of_message(each)]
    answer = raw_click(player, panel, find_id(panel, "b", "move"))
    await stage.env.settle()
    assert "is on hold" in text_of_message(answer.response)
    await restart(stage, make_bot, seconds=600)
    assert rows_of(stage, table_id) == before
    stored = await stage.stored_table(table_id)
    assert (stored.table.status, stored.sent_row.settled) == ("playing", False)
    await delete_data(stage, stage.alice)
    assert "Alice" not in str(content(stage.bot.config.database))
    assert (await stage.bot.tables.find_state(table_id)).incident == state.incident


async def test_table_set_aside_continues_once_it_replays(stage: Stage, make_bot: MakeBot) -> None:
    """When the moves are repaired, the next start restores the message and calls the player to act."""
    table_id, *_ = await broken_table(stage, make_bot)
    break_moves(stage, MADE)
    await restart(stage, make_bot, seconds=10)
    table = stage.bot.tables.all[table_id]
    assert table.state.is_playing
    assert table.state.seq == 2
    assert "is on hold" not in all_texts(stage)
    assert [each for each in stage.channel.history() if "<@" in text_of_message(each)]
    seat = table.state.acting(human=True)[0]
    after = await table.play(seat, "challenge")
    assert after.seq > 2


@pytest.mark.usefixtures("rare_beats")
async def test_table_restored_after_being_set_aside_has_new_deadlines(
    stage: Stage, make_bot: MakeBot
) -> None:
    """A table that could not be opened for a day gets new deadlines, and no player counts as absent."""
    await limit_turns(stage, "blitz")
    table_id, *_ = await broken_table(stage, make_bot)
    await stage.env.advance_time(86_400 + 60)
    break_moves(stage, MADE)
    await restart(stage, make_bot, seconds=2)
    state = stage.bot.tables.all[table_id].state
    assert state.acting(human=True)
    assert {(seat.grace, seat.is_away) for seat in state.seats} == {(None, False)}
    assert 40_000 < (state.row.deadline or 0) - stage.bot.clock.now_ms() <= 45_000
    stored = await stage.stored_table(table_id)
    assert stored.table == state.row
    await send_away(stage.bot.tables.all[table_id], 0, 1)
    await stage.env.advance_time(5)
    assert stage.bot.tables.all[table_id].state.row.deserted_until is not None
    break_moves(stage)
    await restart(stage, make_bot, seconds=86_400 + 60)
    break_moves(stage, MADE)
    await restart(stage, make_bot, seconds=60)
    assert stage.bot.tables.all[table_id].state.is_deserted


@pytest.mark.parametrize("verb", ["rematch", "another"])
async def test_players_of_a_table_set_aside_can_open_another(
    stage: Stage, make_bot: MakeBot, verb: str
) -> None:
    """While a table cannot be opened, its players can open and join another one."""
    table_id, message, *_ = await broken_table(stage, make_bot)
    assert not stage.bot.tables.tables_of(stage.alice.id)
    answer = await stage.tap(stage.alice, stage.current_message(message.id), verb)
    if verb == "another":
        ((custom_id, games),) = options(answer.response, "another_game")
        await stage.alice.select(answer.response, [games[0]], custom_id=custom_id)
    await stage.env.advance_time(2)
    (lobby,) = stage.bot.tables.tables_of(stage.alice.id)
    assert lobby.state.is_lobby
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert len(stage.bot.tables.tables_of(stage.bob.id)) == 1
    break_moves(stage, MADE)
    await restart(stage, make_bot, seconds=10)
    assert {table.id for table in stage.bot.tables.tables_of(stage.alice.id)} == {table_id, lobby.id}


async def test_damaged_row_is_never_overwritten(stage: Stage, make_bot: MakeBot) -> None:
    """A table with an unreadable row is not opened at any start, and the row stays unchanged."""
    await stage.start_two()
    table_id = stage.table.id
    await stage.env.advance_time(5)
    await kill(stage, make_bot)
    path = stage.bot.config.database
    ((called,),) = rows(path, f"SELECT called FROM shown WHERE table_id = '{table_id}'")
    execute_all(path, f"UPDATE shown SET called = '[[1' WHERE table_id = '{table_id}'")
    kept = "SELECT called, stale, settled, posts FROM shown"
    before, posted = rows(path, kept), len(stage.channel.history())
    for _ in range(2):
        await restart(stage, make_bot, seconds=60)
        assert "is on hold" in text_of_message(stage.channel.last_message)
        assert rows(path, kept) == before
        assert len(stage.channel.history()) <= posted
    execute_all(path, f"UPDATE shown SET called = '{called}' WHERE table_id = '{table_id}'")
    await restart(stage, make_bot, seconds=60)
    assert stage.bot.tables.all[table_id].state.is_playing
    assert "is on hold" not in all_texts(stage)


async def test_table_of_an_unknown_game_is_set_aside(stage: Stage, make_bot: MakeBot) -> None:
    """A lobby of a game that this version does not have stays stored, but is not opened."""
    lobby = await stage.lobby()
    (table,) = stage.bot.tables.open()
    await kill(stage, make_bot)
    execute_all(stage.bot.config.database, "UPDATE game_table SET game = 'whist'")
    await restart(stage, make_bot, seconds=10)
    assert not stage.bot.tables.open()
    assert "is on hold" in text_of_message(stage.current_message(lobby.id))
    stored = await stage.stored_table(table.id)
    assert stored.table.status == "lobby"


async def test_lobby_stored_despite_lost_answer_is_shown(stage: Stage) -> None:
    """If the database's answer is lost after the commit, the lobby is shown without an error message."""
    over = await start_and_leave(stage, stage.bob, stage.carol)
    Faults(stage.env).lose("write open_table", disk_full)
    answered = await stage.tap(stage.alice, over, "rematch")
    assert answered.response is None or "not" not in text_of_message(answered.response)
    (lobby,) = stage.lobbies
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert lobby.state.seat_of(stage.bob.id) == 1


async def away(store: Store, table_id: str) -> None:
    raise StorageFailed("the server could not be reached just now")


@pytest.mark.parametrize("is_asked_for", [True, False])
async def test_stored_lobby_is_found_on_request_or_within_a_minute(stage: Stage, is_asked_for: bool) -> None:
    """A lobby that was stored although the answer was lost is joined by a second tap on Rematch.

    Without a tap the lobby gets its message within a minute. It is always the same object.
    """
    over = await start_and_leave(stage, stage.bob, stage.carol)
    Faults(stage.env).lose("write open_table", disk_full)
    with pytest.MonkeyPatch.context() as patch:
        replace_function(patch, load_table, away)
        await stage.tap(stage.alice, over, "rematch")
    assert not stage.lobbies
    if is_asked_for:
        await stage.tap(stage.bob, over, "rematch")
    else:
        before = len(stage.channel.history())
        await stage.env.advance_time(BEAT_SECONDS + 5)
        assert len(stage.channel.history()) > before
        await stage.tap(stage.bob, stage.channel.last_message, "join")
    (lobby,) = stage.lobbies
    await stage.env.advance_time(3 * BEAT_SECONDS)
    assert stage.lobbies == [lobby]
    assert lobby.state.seat_of(stage.bob.id) == 1


async def test_failed_search_for_tables_is_repeated(stage: Stage) -> None:
    """After a failed read of the database the search finds the table one period later."""
    row = TableRow("t1", stage.guild.id, stage.channel.id, stage.alice.id, "bull", {}, LOBBY, "en", NOON)
    faults = Faults(stage.env)
    faults.fail("read load_open_table_ids", disk_full)
    await stage.bot.store.write(create_table, row, (SeatRow(0, stage.alice.id, "Alice", None, 1),))
    await stage.env.advance_time(BEAT_SECONDS + 5)
    assert not stage.lobbies
    await stage.env.advance_time(BEAT_SECONDS + 5)
    assert [table.id for table in stage.lobbies] == ["t1"]


async def test_table_that_breaks_the_search_does_not_end_the_upkeep(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stored table whose loading has a bug is left out. Others are found, and the bot's heart goes on."""
    for number, host in enumerate((stage.alice, stage.bob), 1):
        row = TableRow(f"t{number}", stage.guild.id, stage.channel.id, host.id, "bull", {}, LOBBY, "en", NOON)
        await stage.bot.store.write(create_table, row, (SeatRow(0, host.id, "Name", None, 1),))
    make = TableRegistry._made

    def broken(registry: TableRegistry, stored: StoredTable, *, is_restored: bool) -> Table:
        if stored.table.id == "t1":
            raise RuntimeError("a bug")
        return make(registry, stored, is_restored=is_restored)

    monkeypatch.setattr(TableRegistry, "_made", broken)
    await stage.env.advance_time(BEAT_SECONDS + 5)
    assert [table.id for table in stage.lobbies] == ["t2"]
    before = await stage.bot.store.read(load_last_heartbeat)
    await stage.env.advance_time(BEAT_SECONDS + 5)
    assert await stage.bot.store.read(load_last_heartbeat) != before


async def test_table_that_was_closed_during_the_search_counts_as_readable(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not found once is looked for again if it is among the open ones later."""
    row = TableRow("t1", stage.guild.id, stage.channel.id, stage.alice.id, "bull", {}, LOBBY, "en", NOON)
    listed: list[list[tuple[str, int]]] = [[("t1", stage.guild.id)], []]
    read = TableRegistry._read_open_ids

    async def ids(registry: TableRegistry) -> Any:
        return listed.pop(0) if listed else await read(registry)

    monkeypatch.setattr(TableRegistry, "_read_open_ids", ids)
    await stage.env.advance_time(2 * BEAT_SECONDS + 5)
    assert not listed
    await stage.bot.store.write(create_table, row, (SeatRow(0, stage.alice.id, "Alice", None, 1),))
    await stage.env.advance_time(BEAT_SECONDS)
    assert [table.id for table in stage.lobbies] == ["t1"]


async def test_failed_keeper_does_not_delay_other_tables(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If one table's keeper fails to start, all other keepers start, and the failed one starts later."""
    await stage.start_two()
    first = stage.table
    await stage.lobby("tomoe")
    other = next(table for table in stage.lobbies if table is not first)
    make = Keeper.__init__
    broken = {first.id}

    def made(keeper: Keeper, table: Table, *args: Any, **kwargs: Any) -> None:
        if table.id in broken:
            raise RuntimeError("no keeper for this one")
        make(keeper, table, *args, **kwargs)

    monkeypatch.setattr(Keeper, "__init__", made)
    await restart(stage, make_bot)
    kept = stage.bot.tables.keepers
    assert kept.keys() == {other.id}
    broken.clear()
    await stage.env.advance_time(BEAT_SECONDS + 1)
    assert kept.keys() == {first.id, other.id}
