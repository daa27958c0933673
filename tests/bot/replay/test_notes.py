"""Notes that people write about positions of finished games: private, until they post the position."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend.errors import SetupError

from tests.bot.finished_games import play_out
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.privacy.test_privacy import delete_data


@pytest.fixture
async def replay(stage: Stage) -> Any:
    """Alice's replay of a finished game, at the first position."""
    await play_out(stage, [stage.alice, stage.bob])
    return await open_replay(stage, stage.alice)


async def open_replay(stage: Stage, person: Any) -> Any:
    return (await stage.tap(person, stage.channel.last_message, "replay")).response


async def forward(stage: Stage, replay: Any) -> None:
    """Show Alice the next position in her replay."""
    step = next(cid for cid in custom_ids(replay) if cid.startswith("b:goto:") and cid.endswith(".forward"))
    await stage.alice.click(replay, custom_id=step)


async def write(stage: Stage, person: Any, replay: Any, text: str) -> Any:
    """Write a note about the shown position; return the replay."""
    form = await stage.tap(person, replay, "note")
    return (await person.submit_modal(form, {"note": text})).response or replay


async def test_note_is_shown_with_its_position_only(stage: Stage, replay: Any) -> None:
    await write(stage, stage.alice, replay, "I should have\ndoubted **this**")
    again = text_of_message(await open_replay(stage, stage.alice))
    assert "📝 I should have doubted" in again
    # The form has the text, to be changed.
    form = await stage.tap(stage.alice, replay, "note")
    assert "I should have doubted" in str(form.modal)
    await forward(stage, replay)
    assert "📝" not in text_of_message(replay)


async def test_nobody_else_reads_a_note(stage: Stage, replay: Any) -> None:
    await write(stage, stage.alice, replay, "secret thought")
    assert "secret thought" not in text_of_message(await open_replay(stage, stage.bob))


async def test_note_is_posted_with_its_position(stage: Stage, replay: Any) -> None:
    await write(stage, stage.alice, replay, "look at this")
    await stage.tap(stage.alice, await open_replay(stage, stage.alice), "point")
    await stage.env.advance_time(5)
    post = stage.message("shows move")
    assert "📝 look at this" in text_of_message(post)
    assert "@" not in text_of_message(post)


async def test_empty_text_deletes_a_note(stage: Stage, replay: Any) -> None:
    await write(stage, stage.alice, replay, "a thought")
    await write(stage, stage.alice, replay, "")
    assert "📝" not in text_of_message(await open_replay(stage, stage.alice))


async def test_notes_are_deleted_with_all_data(stage: Stage, replay: Any) -> None:
    await write(stage, stage.alice, replay, "a thought")
    await delete_data(stage, stage.alice)
    notes = await stage.bot.store.read(lambda conn: conn.execute("SELECT count(*) FROM note").fetchone())
    assert notes == (0,)


async def test_number_of_notes_is_limited(stage: Stage, replay: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.people.MOST_NOTES", 1)
    await write(stage, stage.alice, replay, "first")
    await forward(stage, replay)
    answer = await write(stage, stage.alice, replay, "second")
    assert "as many as there can be" in text_of_message(answer)
    # The first note can still be changed.
    other = await open_replay(stage, stage.alice)
    await write(stage, stage.alice, other, "better")
    assert "📝 better" in text_of_message(await open_replay(stage, stage.alice))


async def test_note_has_at_most_300_characters(stage: Stage, replay: Any) -> None:
    """Discord allows no more in the form's field; all of them are kept."""
    form = await stage.tap(stage.alice, replay, "note")
    with pytest.raises(SetupError, match="max_length=300"):
        await stage.alice.submit_modal(form, {"note": "x" * 301})
    await stage.alice.submit_modal(form, {"note": "x" * 300})
    stored = await stage.bot.store.read(lambda conn: conn.execute("SELECT text FROM note").fetchone())
    assert stored == ("x" * 300,)
