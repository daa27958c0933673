"""Tests of ``/privacy``: data shown, exported and deleted, while other people's records remain."""

from __future__ import annotations

import json
from typing import Any

from storage.scores.stats import load_stats
from tests.bot.finished_games import finished, play_out
from tests.bot.people import Stage, options, text_of_message
from tests.storage.helpers import content, load_result


async def delete_data(stage: Stage, person: Any) -> Any:
    """Delete a person's data by command and confirmation; return the confirmed message."""
    question = await person.slash(stage.channel, "privacy delete")
    assert question.response.ephemeral
    await person.click(question.response, label="Yes, delete them")
    return question.response


async def test_strangers_have_no_stored_data(stage: Stage) -> None:
    for command in ("privacy show", "privacy export"):
        answer = await stage.alice.slash(stage.channel, command)
        assert answer.response.ephemeral
        assert "Nothing. You haven’t played" in text_of_message(answer.response)


async def test_data_are_shown_and_exported_in_private(stage: Stage) -> None:
    """After a game, ``show`` and ``export`` answer in private, with only the person's own moves."""
    table = await play_out(stage, [stage.alice, stage.bob])
    answer = await stage.alice.slash(stage.channel, "privacy show")
    assert answer.response.ephemeral
    assert "Alice" in text_of_message(answer.response)
    assert "results of yours: 1" in text_of_message(answer.response)
    answer = await stage.alice.slash(stage.channel, "privacy export")
    assert answer.response.ephemeral
    (file,) = answer.response.attachments
    kept = json.loads(await file.read())
    assert kept["person"] == {
        "user_id": stage.alice.id,
        "name": "Alice",
        "handle": "alice",
        "is_discreet": 0,
        "hides_titles": 0,
        "turn_messages": "",
    }
    seat = next(seat.seat for seat in table.seats if seat.user_id == stage.alice.id)
    mine = [str(move) for actor, move in table.match.moves if actor == seat]
    assert [move["move"] for move in kept["moves"]] == mine
    assert "Bob" not in json.dumps(kept)
    assert str(stage.bob.id) not in json.dumps(kept)


async def test_deletion_needs_a_confirmation_by_the_person(stage: Stage) -> None:
    """The command alone deletes nothing, and neither does another person's tap."""
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (5, "Eve")], (1, 2))
    question = await stage.alice.slash(stage.channel, "privacy delete")
    answer = await stage.forge(stage.bob, question.response, f"b:forget:{stage.alice.id}")
    assert "Only the person who asked" in answer
    await stage.alice.click(question.response, label="No")
    assert "Nothing has been changed" in text_of_message(question.response)
    assert await stage.bot.store.read(load_stats, stage.alice.id) is not None


async def test_deletion_removes_person_from_tables_results_and_boards(stage: Stage) -> None:
    """The person's name and id are gone; the other player's record, the board and the replay remain."""
    table = await play_out(stage, [stage.alice, stage.bob])
    moves = table.seq
    before = await stage.bot.store.read(load_stats, stage.bob.id)
    assert "Done" in text_of_message(await delete_data(stage, stage.alice))
    everything = str(content(stage.bot.config.database))
    assert "Alice" not in everything
    assert str(stage.alice.id) not in everything
    assert "Bob" in everything
    board = await stage.bob.slash(stage.channel, "leaderboard")
    assert "Alice" not in text_of_message(board.response)
    assert "Bob" in text_of_message(board.response)
    after = await stage.bot.store.read(load_stats, stage.bob.id)
    assert after.partners == ()
    assert (after.played, after.won, after.games) == (before.played, before.won, before.games)
    history = await stage.bob.slash(stage.channel, "history")
    assert "with a former player" in text_of_message(history.response)
    (menu,) = options(history.response, "open")
    replay = await stage.bob.select(history.response, [table.id], custom_id=menu[0])
    assert f"/{moves}" in text_of_message(replay.response)
    assert "a former player" in str(replay.response.components)  # in the words of the picture
    assert "Alice" not in str(replay.response.components)
    record = await stage.bob.click(replay.response, label="Record")
    assert b"Alice" not in await record.response.attachments[0].read()


async def test_running_game_continues_after_deletion_of_a_player(stage: Stage) -> None:
    """A computer player takes the seat at once; the other player has won and may play on."""
    await stage.start_two()
    await stage.play_a_while()
    table = stage.state
    seat = table.seat_of(stage.alice.id)
    await delete_data(stage, stage.alice)
    await stage.env.advance_time(3)
    assert stage.state.seat_of(stage.alice.id) is None
    assert stage.state.seats[seat].level is not None
    assert "Alice" not in text_of_message(stage.table_message())
    assert "**Bob** wins" in text_of_message(stage.table_message())
    await stage.tap(stage.bob, stage.table_message(), "act", "resume")
    assert "(for somebody who left)" in text_of_message(stage.table_message())
    while stage.tables:
        await stage.move(stage.legal_moves[0], 3)
    result = await stage.bot.store.read(load_result, table.id)
    assert result.rated
    assert result.seats[seat].has_left


async def test_game_without_people_is_closed(stage: Stage) -> None:
    await stage.start_game(computers=1)
    await delete_data(stage, stage.alice)
    assert not stage.bot.tables.open()


async def test_deleted_person_leaves_lobbies(stage: Stage) -> None:
    shared = await stage.lobby("bull")
    await stage.tap(stage.bob, shared, "join")
    await stage.lobby("tomoe")
    await delete_data(stage, stage.alice)
    await stage.env.advance_time(3)
    lobby = stage.lobby_state
    assert lobby.is_lobby
    assert lobby.row.host_id == stage.bob.id
    assert [seat.name for seat in lobby.seats] == ["Bob"]
    message = stage.message("Porker Bull")
    assert "Alice" not in text_of_message(message)
    assert "Bob 🔑 host" in text_of_message(message)
    assert not any("Tomoe" in text_of_message(message) for message in stage.channel.history()), (
        "a lobby without other people stays in the channel"
    )
