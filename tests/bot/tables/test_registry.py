"""Open tables: one object each, however they are looked up, forgotten or brought back."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from bot.client import BEAT_SECONDS
from storage.engine import copies
from tests.bot.faults import Faults, disk_full, until
from tests.bot.people import Stage, find_id, options, raw_click, said
from tests.bot.playing import MakeBot, kill, limit_turns, restart, send_away, started
from tests.bot.privacy.test_privacy import forget, whole_database


def everything_said(stage: Stage) -> str:
    """All that stands in the channel."""
    return "\n".join(said(message) for message in stage.channel.history())


async def test_looking_up_never_builds_a_second_table(stage: Stage, make_bot: MakeBot) -> None:
    """Before and after a restart every way to a table leads to the same object."""
    await started(stage)
    for _ in range(2):
        tables, table = stage.bot.tables, stage.table
        assert await tables.find(table.id) is await tables.game(table.id) is table
        assert (
            tables.seated(stage.alice.id) == tables.open() == tables.in_channel(stage.channel.id) == [table]
        )
        assert await tables.look_up(table.id) is table.state
        await restart(stage, make_bot)


# --- starting -------------------------------------------------------------------------------------------


async def test_a_start_that_cannot_be_written_leaves_the_lobby(stage: Stage) -> None:
    """That nothing was lost is told; the lobby's buttons still work, and the next try gives a whole table."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    Faults(stage.env).fail("write start_table", disk_full)
    answer = await stage.tap(stage.alice, lobby, "start")
    assert "Nothing was lost" in said(answer.response)
    await stage.env.advance_time(5)
    assert stage.opened.is_lobby
    await stage.tap(stage.carol, lobby, "join")
    assert "Carol" in said(stage.message("Porker Bull"))
    await stage.tap(stage.alice, lobby, "start")
    await stage.env.advance_time(5)
    assert len(stage.state.people) == 3
    assert stage.table.shown.mark == stage.state.mark
    assert stage.table.shown.call_id is not None
    await stage.move("call single 5")


# --- forgetting -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["alice", "bob"])
async def test_who_is_forgotten_while_a_game_starts_is_forgotten(stage: Stage, who: str) -> None:
    """Neither memory nor store nor channel has the name afterwards, and the game goes on without them."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.carol, lobby, "join")
    person = getattr(stage, who)
    question = await person.slash(stage.channel, "privacy delete")
    hold = Faults(stage.env).hold("write start_table", 1)
    raw_click(stage.alice, lobby, find_id(lobby, "b", "start"))
    await until(hold.reached.is_set)
    raw_click(person, question.response, find_id(question.response, "b", "forget"))
    await until(lambda: stage.lobbies[0].lock._waiters)
    hold.release()
    await stage.env.advance_time(10)
    name = who.capitalize()
    assert stage.state.is_playing
    assert stage.state.seat_of(person.id) is None
    assert name not in [seat.name for seat in stage.state.seats]
    assert name not in everything_said(stage)
    assert f"<@{person.id}>" not in everything_said(stage)
    assert name not in whole_database(stage)
    assert not stage.env.errors


async def test_who_is_forgotten_while_their_lobby_closes_is_forgotten(stage: Stage) -> None:
    """A table that was closed meanwhile is no error."""
    lobby = await stage.lobby()
    question = await stage.alice.slash(stage.channel, "privacy delete")
    more = (await stage.more(stage.alice, lobby)).response
    hold = Faults(stage.env).hold("write cancel_table", 1)
    raw_click(stage.alice, more, find_id(more, "b", "cancel"))
    await until(hold.reached.is_set)
    raw_click(stage.alice, question.response, find_id(question.response, "b", "forget"))
    await until(lambda: stage.lobbies[0].lock._waiters)
    hold.release()
    await stage.env.advance_time(10)
    assert "Done" in said(question.response)
    assert not stage.bot.tables.tables
    assert "Alice" not in everything_said(stage)
    assert "Alice" not in whole_database(stage)


async def test_who_is_forgotten_while_sitting_down_is_forgotten_or_sits(stage: Stage) -> None:
    """Memory and store agree on it."""
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
    stored = await stage.stored(table.id)
    assert table.state.seats == stored.seats
    assert [seat.name for seat in stored.seats] == ["Alice"]
    assert "Bob" not in everything_said(stage)


async def test_a_person_whose_games_cannot_be_written_is_not_half_forgotten(stage: Stage) -> None:
    """A deletion that fails leaves everything as it was, and can be tried again."""
    await started(stage)
    before = stage.state
    Faults(stage.env).fail("write forget", disk_full)
    question = await stage.alice.slash(stage.channel, "privacy delete")
    answer = await stage.alice.click(question.response, label="Yes, delete them")
    assert "Nothing was lost" in said(answer.response)
    assert stage.state is before
    await forget(stage, stage.alice)
    assert stage.state.seat_of(stage.alice.id) is None


async def test_a_deletion_does_not_hold_up_other_tables(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the database's log waits for somebody who reads, others play, open tables and are answered."""
    await started(stage)
    other = stage.table
    await stage.carol.slash(stage.channel, "play", game="tomoe")
    question = await stage.carol.slash(stage.channel, "privacy delete")
    reader = sqlite3.connect(stage.bot.config.database, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM person").fetchall()
    emptied: list[bool] = []
    empty = copies.empty_log
    monkeypatch.setattr(copies, "empty_log", lambda path: emptied.append(empty(path)) or emptied[-1])
    faults = Faults(stage.env)
    deleting = raw_click(stage.carol, question.response, find_id(question.response, "b", "forget"))
    before, who = other.state.seq, stage.who_acts()
    moved = await who.slash(stage.channel, "move", move="call single 5")
    opened = await stage.bob.slash(stage.channel, "play", game="lost")
    assert moved.acknowledged
    assert opened.acknowledged
    assert deleting.acknowledged
    assert other.state.seq == before + 1
    assert emptied == [False]
    assert "write forget" in faults.steps
    reader.close()
    await stage.env.advance_time(BEAT_SECONDS + 5)
    assert emptied[-1] is True


# --- bringing back --------------------------------------------------------------------------------------


def break_moves(stage: Stage, move: str = "call nonsense") -> None:
    """Write a move into the log that nobody could have made, or the one that was."""
    with sqlite3.connect(stage.bot.config.database) as conn:
        conn.execute("UPDATE move SET move = ? WHERE seq = 1", (move,))
    conn.close()


def mend_moves(stage: Stage) -> None:
    """Write the move back that was made."""
    break_moves(stage, "call single 5")


async def broken_table(stage: Stage, make_bot: MakeBot) -> tuple[str, Any, Any, Any]:
    """Make a table that the next bot cannot replay; give its id, message, an open panel, and whose."""
    message = await started(stage)
    table = stage.table
    await stage.move("call single 5")
    who = stage.who_acts()
    panel = await stage.tap(who, message, "hand")
    await stage.carol.slash(stage.channel, "play", game="tomoe")
    await stage.env.advance_time(5)
    break_moves(stage)
    await kill(stage, make_bot)
    await stage.env.advance_time(10)
    return table.id, message, panel.response, who


def rows_of(stage: Stage, table_id: str) -> list[Any]:
    """All that the database holds of a game besides its times: its row, its seats, its moves."""
    asked = {
        "game_table": ("id", "game, options, status, first, ended_at, revision, host"),
        "seat": ("table_id", "*"),
        "move": ("table_id", "*"),
    }
    with sqlite3.connect(stage.bot.config.database) as conn:
        rows = [
            conn.execute(f"SELECT {what} FROM {kind} WHERE {key} = ?", (table_id,)).fetchall()
            for kind, (key, what) in asked.items()
        ]
    conn.close()
    return rows


async def test_a_table_that_cannot_be_replayed_is_set_aside_and_says_so(
    stage: Stage, make_bot: MakeBot
) -> None:
    """Its message tells a number to ask by, nobody is called, others are back; the store is as it was."""
    table_id, message, *_ = await broken_table(stage, make_bot)
    before = rows_of(stage, table_id)
    assert [table.state.game.id for table in stage.bot.tables.open()] == ["tomoe"]
    state = await stage.bot.tables.look_up(table_id)
    assert state.incident is not None
    (shown,) = (each for each in stage.channel.history() if each.id == message.id)
    assert "has been set aside" in said(shown)
    assert state.incident in said(shown)
    assert not [each for each in stage.channel.history() if "<@" in said(each)]
    await restart(stage, make_bot)
    await stage.env.advance_time(600)
    assert (await stage.bot.tables.look_up(table_id)).incident == state.incident
    assert rows_of(stage, table_id) == before
    stored = await stage.stored(table_id)
    assert (stored.table.status, stored.shown.settled) == ("playing", False)


async def test_a_table_that_can_be_replayed_again_goes_on(stage: Stage, make_bot: MakeBot) -> None:
    """At the next start its message is a table's, who is to act is called, and plays."""
    table_id, *_ = await broken_table(stage, make_bot)
    mend_moves(stage)
    await restart(stage, make_bot)
    await stage.env.advance_time(10)
    table = stage.bot.tables.tables[table_id]
    assert table.state.is_playing
    assert table.state.seq == 2
    assert "set aside" not in everything_said(stage)
    assert [each for each in stage.channel.history() if "<@" in said(each)]
    seat = table.state.acting(human=True)[0]
    after = await table.play(seat, "challenge")
    assert after.seq > 2


@pytest.mark.usefixtures("rare_beats")
async def test_the_time_for_which_a_table_was_set_aside_is_nobodys(stage: Stage, make_bot: MakeBot) -> None:
    """Days later nobody has been late, who is to act has a whole turn, and a deserted table a whole day."""
    await limit_turns(stage, "blitz")
    table_id, *_ = await broken_table(stage, make_bot)
    await stage.env.advance_time(86_400 + 60)
    mend_moves(stage)
    await restart(stage, make_bot)
    await stage.env.advance_time(2)
    state = stage.bot.tables.tables[table_id].state
    assert state.acting(human=True)
    assert {(seat.grace, seat.away) for seat in state.seats} == {(None, False)}
    assert 40_000 < (state.row.deadline or 0) - stage.bot.clock.now_ms() <= 45_000
    stored = await stage.stored(table_id)
    assert stored.table == state.row
    await send_away(stage.bot.tables.tables[table_id], 0, 1)
    await stage.env.advance_time(5)
    assert stage.bot.tables.tables[table_id].state.row.deserted_until is not None
    break_moves(stage)
    await restart(stage, make_bot)
    await stage.env.advance_time(86_400 + 60)
    mend_moves(stage)
    await restart(stage, make_bot)
    await stage.env.advance_time(60)
    assert stage.bot.tables.tables[table_id].state.is_deserted


@pytest.mark.parametrize("verb", ["rematch", "another"])
async def test_people_of_a_table_that_is_set_aside_open_another(
    stage: Stage, make_bot: MakeBot, verb: str
) -> None:
    """They sit nowhere for as long; the lobby follows it, and stays when the first table is back."""
    table_id, message, *_ = await broken_table(stage, make_bot)
    assert not stage.bot.tables.seated(stage.alice.id)
    (shown,) = (each for each in stage.channel.history() if each.id == message.id)
    answer = await stage.tap(stage.alice, shown, verb)
    if verb == "another":
        ((custom_id, games),) = options(answer.response, "another_game")
        await stage.alice.select(answer.response, [games[0]], custom_id=custom_id)
    await stage.env.advance_time(2)
    (lobby,) = stage.bot.tables.seated(stage.alice.id)
    assert lobby.state.is_lobby
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert len(stage.bot.tables.seated(stage.bob.id)) == 1
    mend_moves(stage)
    await restart(stage, make_bot)
    await stage.env.advance_time(10)
    assert {table.id for table in stage.bot.tables.seated(stage.alice.id)} == {table_id, lobby.id}


async def test_a_table_of_a_game_that_nobody_knows_is_set_aside(stage: Stage, make_bot: MakeBot) -> None:
    """As after going back to a version without it; its lobbies, too."""
    lobby = await stage.lobby()
    (table,) = stage.bot.tables.open()
    await kill(stage, make_bot)
    with sqlite3.connect(stage.bot.config.database) as conn:
        conn.execute("UPDATE game_table SET game = 'whist'")
    conn.close()
    await restart(stage, make_bot)
    await stage.env.advance_time(10)
    assert not stage.bot.tables.open()
    (shown,) = (each for each in stage.channel.history() if each.id == lobby.id)
    assert "has been set aside" in said(shown)
    stored = await stage.stored(table.id)
    assert stored.table.status == "lobby"


async def test_old_buttons_of_a_table_that_is_set_aside_answer_kindly(
    stage: Stage, make_bot: MakeBot
) -> None:
    """A move in an open panel is refused in words; who is forgotten is forgotten there, too."""
    table_id, _, panel, who = await broken_table(stage, make_bot)
    assert table_id in stage.bot.tables.tables
    old = find_id(panel, "b", "move")
    answer = raw_click(who, panel, old)
    await stage.env.settle()
    assert "has been set aside" in said(answer.response)
    state = await stage.bot.tables.look_up(table_id)
    assert state.is_closed
    assert state.match is None
    await forget(stage, stage.alice)
    assert "Alice" not in whole_database(stage)
    assert (await stage.bot.tables.look_up(table_id)).incident == state.incident
