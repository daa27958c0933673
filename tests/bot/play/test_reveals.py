"""Tests of reveals: cards turned over in steps, verdicts in panels, and reactions."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.config import Config
from bot.language import Localizer
from tests.bot.faults import EDITING, REFRESHING, Faults
from tests.bot.people import Stage, parts, picture_descriptions, raw_click, text_of_message
from tests.bot.play.test_reveal_pauses import (
    panel_of_player,
    play_challenge,
    show_consequences_longer,
    tells_truth,
)
from tests.bot.playing import MakeBot, kill
from tests.bot.truths import SECONDS, show_reveals, truth_texts


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, moments=1)


@pytest.fixture(autouse=True)
def _texts() -> Iterator[None]:
    with truth_texts():
        yield


async def show_two_hands(stage: Stage) -> tuple[Any, list[tuple[str, ...]]]:
    """Make one player call and the other challenge, with open panels; return the caller and both hands."""
    await stage.start_two()
    caller = stage.player_on_turn()
    await stage.move("call single 5", 2)
    hands = [stage.match.view(seat).hand for seat in range(2)]
    for person in (stage.alice, stage.bob):
        await stage.open_panel(person)
    await stage.env.advance_time(3)
    return caller, hands


def public_pictures(stage: Stage) -> list[str]:
    """Return the file name extensions of the pictures in the table's message."""
    items = [item for part in parts(stage.table_message()) for item in part.get("items", ())]
    return [item["media"]["url"].partition("?")[0].rpartition(".")[2] for item in items]


async def test_reveal_is_one_animation(stage: Stage) -> None:
    """One edit of each message shows the animation, and one its end. No text tells the outcome before it."""
    _, hands = await show_two_hands(stage)
    message, faults = stage.table_message(), Faults(stage.env)
    await stage.move("challenge", 0.1)
    cards = Localizer("en").cards
    hidden_cards = [cards([hand[0]], "standard") for hand in hands]
    edits = []
    # Two hands are turned over, and the last frame stands for some tenths of a second.
    for seconds, is_told in ((0.9, False), (2.1, False), (1.0, True)):
        await stage.env.advance_time(seconds)
        now = stage.current_message(message.id)
        assert [card in picture_descriptions(now) for card in hidden_cards] == [is_told, is_told]
        assert public_pictures(stage) == ["png" if is_told else "webp"]
        edits.append(len(fnmatch.filter(faults.steps, EDITING)))
        panel_edits = len(fnmatch.filter(faults.steps, REFRESHING))
    assert edits[1] == edits[0]
    assert edits[2] == edits[1] + 1
    # Two panels show the animation and its end. The answer to the typed move was in words.
    assert panel_edits == 4


async def test_restart_shows_the_end_of_a_reveal(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart during an animation, the outcome is shown at once, and the pause is not longer."""
    await show_two_hands(stage)
    await stage.move("challenge", 1)
    assert stage.state.position.in_suspense
    until = stage.state.position.reveal_pause.until
    left = until - stage.bot.clock.elapsed_ms()
    await kill(stage, make_bot, seconds=0.5)
    pause = stage.state.position.reveal_pause
    assert pause is not None
    assert not stage.state.position.in_suspense
    assert pause.lasts <= left
    assert public_pictures(stage) == ["png"]


async def test_later_verdict_waits_until_the_earlier_one_is_read(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later showdown does not replace an unread verdict; *Next* leads to the later verdict."""
    show_reveals(monkeypatch)
    show_consequences_longer(monkeypatch, suspense=0.0)
    await stage.start_three()
    loser = stage.player_on_turn()
    seat = stage.state.seat_of(loser.id)
    panel = await stage.open_panel(loser)
    # Two showdowns follow each other; the loser's panel keeps the first verdict.
    numbers = []
    for call in ("call sflush s A", "call single 2"):
        await stage.play(call, 0.5)
        await stage.play("challenge", 0.5)
        numbers.append(stage.state.seq)
        assert stage.state.position.reveal_pause is not None
        await stage.env.advance_time(SECONDS + 1)
        assert "You lost" in text_of_message(panel)
        assert stage.state.seen_by(seat).mine.past_reveal.seq == numbers[0], (
            "it stands beside a later one, too"
        )
    # *Next* leads to the second one, and then out of the reveals.
    await stage.tap(loser, panel, "goon", seconds=0.5)
    assert stage.state.seen_by(seat).mine.past_reveal.seq == numbers[1]
    assert tells_truth(panel)
    await stage.tap(loser, panel, "goon", seconds=0.5)
    assert not tells_truth(panel)


async def test_verdict_expires(stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each verdict lasts twenty seconds, also across a restart."""
    show_reveals(monkeypatch)
    show_consequences_longer(monkeypatch, suspense=0.0)
    await stage.start_three()
    seat = stage.state.seat_of(stage.player_on_turn().id)
    for call in ("call sflush s A", "call single 2"):
        await stage.move(call, 0.5)
        await stage.move("challenge", SECONDS + 1)
    (first, second) = stage.state.position.reveals
    await kill(stage, make_bot, seconds=1)
    assert [truth.seq for truth in stage.state.position.reveals] == [first.seq, second.seq]
    assert stage.state.seen_by(seat).mine.past_reveal.seq == first.seq
    await stage.env.advance_time(20 - 2 * SECONDS)
    assert stage.state.seen_by(seat).mine.past_reveal.seq == second.seq
    await stage.env.advance_time(SECONDS + 3)
    assert stage.state.seen_by(seat).mine.past_reveal is None


async def test_reaction_is_one_tap(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody can react to a verdict with one tap; a second tap withdraws the reaction.

    Reactions are possible from the verdict until play continues.
    """
    show_reveals(monkeypatch)
    show_consequences_longer(monkeypatch)
    panels = await play_challenge(stage)
    # There are no reactions before the verdict.
    buttons = [part for part in parts(stage.table_message()) if ":react:" in part.get("custom_id", "")]
    assert all(part["disabled"] for part in buttons)
    await stage.env.advance_time(2.5)
    # Several people react at the table, and Alice takes hers back in her panel.
    message, seq = stage.table_message(), stage.state.seq
    faults = Faults(stage.env)
    for person, face in ((stage.alice, 1), (stage.bob, 1), (stage.carol, 3), (stage.alice, 2)):
        await stage.tap(person, message, "react", f"{seq}.{face}")
    now = stage.table_message()
    buttons = [part["label"] for part in parts(now) if ":react:" in part.get("custom_id", "")]
    assert buttons == ["😂", "😱 1", "👏 1", "🤨 1"]
    panel = panel_of_player(stage, panels, stage.alice)
    await stage.tap(stage.alice, panel, "react", f"{seq}.2")
    labels = [part["label"] for part in parts(panel) if ":react:" in part.get("custom_id", "")]
    assert labels == ["😂", "😱 1", "👏", "🤨 1"]
    assert not fnmatch.filter(faults.steps, EDITING)
    # A tap on an old button after that changes nothing.
    await stage.env.advance_time(SECONDS + 1)
    late = raw_click(stage.carol, message, f"b:react:{stage.table.id}:{stage.state.seq}.1")
    await stage.env.settle()
    assert "⚠️" not in text_of_message(stage.table_message())
    assert late.response is not None
