"""What a panel offers, tells and does by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.bot.faults import Faults, disk_full
from tests.bot.finished_games import finished
from tests.bot.people import Stage, custom_ids, parts, said
from tests.bot.playing import started
from tests.bot.tables.alone import acting
from tests.bot.truths import force, give_tips, truth_texts
from tests.bot.voting import three


@pytest.fixture(autouse=True)
def _texts() -> Iterator[None]:
    """Put what these tests tell into the catalogues."""
    with truth_texts():
        yield


def other(stage: Stage) -> Any:
    """Who is not to act."""
    return stage.bob if stage.who_acts() is stage.alice else stage.alice


async def hand_of(stage: Stage, who: Any) -> Any:
    """Open somebody's panel."""
    return await stage.tap(who, stage.table_message(), "hand")


# --- by itself --------------------------------------------------------------------------------------------


async def test_a_move_without_a_choice_plays_itself(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a second, not before, and the person's own panel tells it until the next own move."""
    await started(stage)
    first = stage.who_acts()
    panel = await hand_of(stage, other(stage))
    force(monkeypatch, "challenge")
    await first.slash(stage.channel, "move", move="call single 5")
    before = stage.state.seq
    await stage.env.advance_time(0.5)
    assert stage.state.seq == before
    await stage.env.advance_time(2)
    assert str(stage.match.moves[before][1]) == "challenge"
    assert "Played by itself" in said(panel.response)
    shown = await hand_of(stage, first)
    assert "Played by itself" not in said(shown.response)


async def test_a_move_by_hand_goes_before_one_by_itself(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is quicker than a second plays; the next decision has its own second."""
    await started(stage)
    await stage.move("call single 5")
    force(monkeypatch, "challenge")
    await stage.move("call single 6")
    before = stage.state.seq
    await stage.env.advance_time(0.8)
    assert stage.state.seq == before
    await stage.env.advance_time(1)
    assert stage.state.seq > before


# --- what it tells ----------------------------------------------------------------------------------------


async def test_a_newcomer_is_told_what_to_do(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only until one has finished a game of this kind; another kind does not count."""
    give_tips(monkeypatch)
    await started(stage)
    people = [(stage.alice.id, "Alice"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.guild.id, people, (1, 2), game="bull")
    await finished(stage.bot, stage.guild.id, [(stage.bob.id, "Bob"), people[1]], (1, 2), game="lost")
    assert "Make a call." not in said((await hand_of(stage, stage.alice)).response)
    assert "Make a call." in said((await hand_of(stage, stage.bob)).response)
    for seat in range(2):
        await stage.table.vote(seat, "pause")
    await stage.env.settle()
    assert "Make a call." not in said((await hand_of(stage, stage.bob)).response), (
        "not while nothing can be done"
    )


async def test_a_panel_opens_although_nobody_knows_whether_it_is_the_first(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody has played cannot be read: no tip, and the hand is there."""
    give_tips(monkeypatch)
    await started(stage)
    rule = Faults(stage.env).fail("read load_history", disk_full)
    panel = await hand_of(stage, stage.alice)
    assert rule.met == 1
    assert "Make a call." not in said(panel.response)
    assert "Something went wrong" not in said(panel.response)


async def test_who_has_dropped_out_watches(stage: Stage) -> None:
    """The panel says so, and which place it is; no hand, nothing to tap, and it follows the game."""
    await three(stage)
    table = stage.table
    while not (out := table.state.snapshot.view.out):
        legal = stage.legal
        await table.play(acting(table), "challenge" if "challenge" in legal else legal[0])
    await stage.env.advance_time(3)
    panel = await hand_of(stage, stage.person_at(out[0]))
    assert "You finish" in said(panel.response)
    assert "3rd of 3" in said(panel.response)
    assert {one.split(":")[1] for one in custom_ids(panel.response)} == {"watch", "guessalong"}
    before = said(panel.response)
    await table.play(acting(table), "call single 5")
    await stage.env.advance_time(2)
    assert said(panel.response) != before


async def test_options_in_force_are_told_at_table_and_panel(stage: Stage) -> None:
    """Those alone that are not the usual ones: in words, and beside the hand."""
    lobby = await stage.lobby("bull", 1)
    chosen = await stage.tap(stage.alice, lobby, "options")
    await stage.set_option(chosen.response, "wild", "twos")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(3)
    assert stage.state.row.options["wild"] == "twos"
    panel = await hand_of(stage, stage.alice)
    for message in (stage.table_message(), panel.response):
        title = said(message).splitlines()[0]
        assert "End" not in title
    assert "Wild cards: " in said(stage.table_message()).splitlines()[0]
    (picture,) = (part for part in parts(panel.response) if part.get("type") == 12)
    assert "2s wild" in picture["items"][0]["description"]


async def test_a_run_of_computer_players_is_told_move_by_move(stage: Stage) -> None:
    """Every move since the person's last one has its line, in order; the log has the same lines."""
    await stage.begin(computers=3)
    await stage.env.advance_time(20)
    await stage.move(stage.legal[0], 20)
    table = stage.table.state
    run = table.snapshot.run
    assert table.snapshot.news[-len(run) :] == run
    made = [actor for actor, _ in table.match.moves]
    last = max(i for i, actor in enumerate(made) if actor == table.seat_of(stage.alice.id))
    assert len(run) >= len(made) - last - 1
    opened = await stage.tap(stage.bob, stage.table_message(), "log")
    assert opened.response.ephemeral
    assert len(said(opened.response).splitlines()) == len(table.snapshot.news) + 1
