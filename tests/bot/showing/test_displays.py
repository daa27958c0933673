"""Answers that show a table: one that gets lost leaves nothing invisible, and no error goes through."""

from __future__ import annotations

from typing import Any

import pytest

from bot.wire.exchange import TRIES
from tests.bot.faults import ANSWERING, FAILURES, Faults, Rule, Wrong, disk_full, told, too_many
from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import started

failures = pytest.mark.parametrize(("error", "is_done"), FAILURES, ids=told)
verbs = pytest.mark.parametrize("verb", ["play", "join", "start"])


def break_answers(stage: Stage, error: Wrong, is_done: bool) -> Rule:
    """Let the answer to an interaction get lost each time that it is tried, on the way there or back."""
    faults = Faults(stage.env)
    return (faults.lose if is_done else faults.fail)(ANSWERING, error, 1 if error is too_many else TRIES)


async def act(stage: Stage, verb: str, lobby: Any) -> Any:
    """Open a lobby, join or start the one that is there."""
    if verb == "play":
        return await stage.alice.slash(stage.channel, "play", game="bull")
    return await stage.tap(stage.bob if verb == "join" else stage.alice, lobby, verb)


@failures
@verbs
async def test_what_was_done_is_seen_although_the_answer_got_lost(
    stage: Stage, error: Wrong, is_done: bool, verb: str
) -> None:
    """A lobby stands there once and works, who joined is seen, a started game has a message of its own."""
    lobby = None if verb == "play" else await stage.lobby(computers=1)
    break_answers(stage, error, is_done)
    await act(stage, verb, lobby)
    await stage.env.advance_time(5)
    here = [m for m in stage.channel.history() if any(cid.startswith("b:join:") for cid in custom_ids(m))]
    if verb == "start":
        assert not here
        assert stage.table.shown.mark == stage.state.mark
    else:
        (message,) = here
        if verb == "play":
            await stage.tap(stage.bob, message, "join")
        assert "Bob" in said(stage.table_message(stage.lobbies[0]))
        assert stage.opened.seat_of(stage.bob.id) is not None


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
    assert said((await stage.carol.slash(stage.channel, "resign")).response)


@verbs
async def test_what_was_done_is_not_told_as_an_error(stage: Stage, verb: str) -> None:
    """Only that it was shown cannot be written: the person sees what was done, and it is written later."""
    lobby = None if verb == "play" else await stage.lobby(computers=1)
    Faults(stage.env).fail("write save_shown", disk_full)
    answer = await act(stage, verb, lobby)
    assert not [one for one in answer.followups if one.ephemeral]
    await stage.env.advance_time(5)
    (table,) = stage.bot.tables.open()
    assert (await stage.stored(table.id)).shown == table.shown
    assert table.shown.mark == table.state.mark
