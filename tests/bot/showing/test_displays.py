"""Answers that show a table: one that gets lost leaves nothing invisible, and no error goes through."""

from __future__ import annotations

from typing import Any

import pytest

from bot.wire.exchange import TRIES
from storage.tables.loading import load_table
from tests.bot.faults import ANSWERING, FAILURES, Faults, Wrong, disk_full, told, too_many
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import started

failures = pytest.mark.parametrize(("error", "is_done"), FAILURES, ids=told)


def break_answers(stage: Stage, error: Wrong, is_done: bool) -> Any:
    """Let the answer to an interaction get lost each time that it is tried, on the way there or back."""
    faults = Faults(stage.env)
    return (faults.lose if is_done else faults.fail)(ANSWERING, error, 1 if error is too_many else TRIES)


def lobbies_shown(stage: Stage) -> list[Any]:
    """The messages of the channel with which one can join a lobby."""
    return [m for m in stage.channel.history() if any(cid.startswith("b:join:") for cid in custom_ids(m))]


@failures
async def test_a_lobby_is_seen_although_its_answer_got_lost(
    stage: Stage, error: Wrong, is_done: bool
) -> None:
    """The lobby stands in the channel once, and works."""
    break_answers(stage, error, is_done)
    await stage.alice.slash(stage.channel, "play", game="bull")
    await stage.env.advance_time(5)
    (message,) = lobbies_shown(stage)
    await stage.tap(stage.bob, message, "join")
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Bob"]
    assert "Bob" in said(lobbies_shown(stage)[0])


@failures
@pytest.mark.parametrize("verb", ["join", "start"])
async def test_a_lobby_shows_what_became_of_it_although_the_answer_got_lost(
    stage: Stage, error: Wrong, is_done: bool, verb: str
) -> None:
    """Who joined is seen, and a started game leaves a notice and has a message of its own."""
    lobby = await stage.lobby(computers=1)
    break_answers(stage, error, is_done)
    await stage.tap(stage.bob if verb == "join" else stage.alice, lobby, verb)
    await stage.env.advance_time(5)
    if verb == "join":
        (message,) = lobbies_shown(stage)
        assert "Bob" in said(message)
    else:
        assert not lobbies_shown(stage)
        assert stage.table.shown.mark == stage.state.mark


@failures
async def test_an_error_that_cannot_be_told_is_logged(
    stage: Stage, error: Wrong, is_done: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """The answer to a refusal gets lost: nothing goes through uncaught, and the next tap is answered."""
    await started(stage)
    rule = break_answers(stage, error, is_done)
    await stage.carol.slash(stage.channel, "resign")
    assert rule.met >= 1
    assert not stage.env.errors
    assert "could not be told" in capsys.readouterr().out
    await stage.env.advance_time(1)
    rule.end()
    answer = await stage.carol.slash(stage.channel, "resign")
    assert said(answer.response)


@pytest.mark.parametrize("verb", ["play", "join", "start"])
async def test_what_was_done_is_not_told_as_an_error(stage: Stage, verb: str) -> None:
    """Only that it was shown cannot be written: the person sees what was done, and it is written later."""
    lobby = None if verb == "play" else await stage.lobby(computers=1)
    Faults(stage.env).fail("write save_shown", disk_full)
    if lobby is None:
        answer = await stage.alice.slash(stage.channel, "play", game="bull")
    else:
        answer = await stage.tap(stage.bob if verb == "join" else stage.alice, lobby, verb)
    assert not [one for one in answer.followups if one.ephemeral]
    await stage.env.advance_time(5)
    (table,) = stage.bot.tables.open()
    stored = await stage.bot.store.read(load_table, table.id)
    assert stored is not None
    assert stored.shown == table.shown
    assert table.shown.mark == table.state.mark
