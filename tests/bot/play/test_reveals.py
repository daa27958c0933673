"""Tests of reveals: cards turned over in steps, verdicts in panels, and reactions."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.config import Config
from bot.language import Localizer
from tests.bot.faults import EDITING, Faults
from tests.bot.people import Stage, parts, picture_descriptions, raw_click, text_of_message
from tests.bot.play.test_moments import panel_of_player, play_challenge, show_consequences_longer, tells_truth
from tests.bot.playing import MakeBot, kill
from tests.bot.truths import SECONDS, show_reveals, truth_texts


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, moments=1)


@pytest.fixture(autouse=True)
def _texts() -> Iterator[None]:
    with truth_texts():
        yield


async def test_cards_are_revealed_step_by_step(stage: Stage) -> None:
    """Three edits show the question, then the challenger's hand, then the caller's hand."""
    await stage.start_two()
    caller = stage.player_on_turn()
    await stage.move("call single 5", 2)
    challenger = stage.player_on_turn()
    hands = [stage.match.view(seat).hand for seat in range(2)]
    written = stage.table.sent_row.mark
    await stage.move("challenge", 0.1)
    message, seen = stage.table_message(), list[str]()
    for seconds in (0.9, 1.2, 1.2):
        await stage.env.advance_time(seconds)
        seen.append(picture_descriptions(stage.current_message(message.id)))
        assert stage.table.sent_row.mark != written
        written = stage.table.sent_row.mark
    cards = Localizer("en").cards
    first, last = (hands[stage.state.seat_of(person.id)] for person in (challenger, caller))
    is_shown = [
        [cards([hand[0]], "standard") in description for hand in (first, last)] for description in seen
    ]
    assert is_shown == [[False, False], [True, False], [True, True]]


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
