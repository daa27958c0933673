"""Tests of panels: automatic moves, tips, options, logs and hints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.language import Localizer
from bot.play.taps import hint_text
from bot.tables import endings
from games import find_game
from games.core.game import Estimate
from games.core.match import Match, ShuffleKey
from tests.bot.conftest import FakeAdviser
from tests.bot.faults import Faults, disk_full
from tests.bot.finished_games import finished
from tests.bot.people import Stage, custom_ids, is_deleted, picture_descriptions, text_of_message
from tests.bot.truths import force, give_tips, truth_texts


@pytest.fixture(autouse=True)
def _texts() -> Iterator[None]:
    with truth_texts():
        yield


async def test_forced_move_is_played_automatically(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced move is played after a second, and its player's panel mentions the move."""
    await stage.start_two()
    first = stage.player_on_turn()
    panel = await stage.open_panel(stage.waiting_player)
    force(monkeypatch, "call single 6")
    await first.slash(stage.channel, "move", move="call single 5")
    before = stage.state.seq
    await stage.env.advance_time(0.5)
    assert stage.state.seq == before
    await stage.env.advance_time(2)
    assert str(stage.match.moves[before][1]) == "call single 6"
    assert "Played for you" in text_of_message(panel)
    assert "Played for you" not in text_of_message(await stage.open_panel(first))


async def test_forced_move_before_a_deal_leaves_no_note(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A panel does not mention an automatic move from before the last deal."""
    await stage.start_two()
    first = stage.player_on_turn()
    panel = await stage.open_panel(stage.waiting_player)
    force(monkeypatch, "challenge")
    await first.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(40)
    assert "challenge" in [str(move) for _, move in stage.match.moves]
    assert "Played for you" not in text_of_message(panel)


async def test_newcomers_get_tips(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player gets tips on each turn until the player has finished a game of the same kind."""
    give_tips(monkeypatch)
    await stage.start_two()
    people = [(stage.alice.id, "Alice"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.guild.id, people, (1, 2), game="bull")
    await finished(stage.bot, stage.guild.id, [(stage.bob.id, "Bob"), people[1]], (1, 2), game="lost")
    assert "Make a call." not in text_of_message(await stage.open_panel(stage.alice))
    assert "Make a call." in text_of_message(await stage.open_panel(stage.bob))
    rule = Faults(stage.env).fail("read load_history", disk_full)
    unknown = await stage.open_panel(stage.bob)
    assert rule.met == 1
    assert "Make a call." not in text_of_message(unknown)
    assert "Something went wrong" not in text_of_message(unknown)
    for row in stage.state.seats:
        await stage.table.apply_in_game(endings.vote, row.user_id, "pause")
    await stage.env.settle()
    assert "Make a call." not in text_of_message(await stage.open_panel(stage.bob))


async def test_buttons_switch_between_table_and_question(stage: Stage) -> None:
    player, panel = await stage.start_and_open_panel()
    question_text, seen = text_of_message(panel), picture_descriptions(panel)
    await stage.tap(player, panel, "whole", "1")
    assert picture_descriptions(panel) == picture_descriptions(stage.table_message())
    assert picture_descriptions(panel) != seen
    await stage.tap(player, panel, "whole")
    assert (text_of_message(panel), picture_descriptions(panel)) == (question_text, seen)


async def test_non_default_options_are_shown_at_table_and_in_panel(stage: Stage) -> None:
    """Table and panel show only options that differ from the defaults."""
    lobby = await stage.lobby("bull", 1)
    chosen = await stage.tap_more(stage.alice, lobby, "options")
    await stage.set_option(chosen.response, "wild", "twos")
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=3)
    panel = await stage.open_panel(stage.alice)
    titles = [text_of_message(message).splitlines()[0] for message in (stage.table_message(), panel)]
    assert not any("End" in title for title in titles)
    assert "Wild cards: " in titles[0]
    assert "2s wild" in picture_descriptions(panel)


async def test_run_of_computer_moves_has_a_line_for_each_move(stage: Stage) -> None:
    """After a run of computer moves, the log has a line for each of the moves."""
    await stage.start_game(computers=3)
    await stage.env.advance_time(20)
    await stage.move(stage.legal_moves[0], 20)
    state = stage.state
    run, news = state.snapshot.recent_events, state.snapshot.news
    assert news[-len(run) :] == run
    made = [actor for actor, _ in state.match.moves]
    last = max(i for i, actor in enumerate(made) if actor == state.seat_of(stage.alice.id))
    assert len(run) >= len(made) - last - 1
    opened = (await stage.tap(stage.bob, stage.table_message(), "log")).response
    assert opened.ephemeral
    assert len(text_of_message(opened).splitlines()) == len(news) + 1


def has_hint(panel: Any) -> bool:
    return any(":hint:" in custom_id for custom_id in custom_ids(panel))


@pytest.fixture
async def panel(stage: Stage, judge: FakeAdviser) -> Any:
    """Return Alice's panel in a game against a computer player."""
    await stage.start_game(computers=1)
    await stage.env.advance_time(3)
    return await stage.open_panel(stage.alice)


async def test_hint_is_available_against_computers(stage: Stage, judge: FakeAdviser, panel: Any) -> None:
    """The hint has a move's probabilities, judged from the player's view, and plays nothing.

    In a newcomer's panel with little room it shows its reason alone.
    """
    before, (seat,) = stage.state.seq, stage.state.acting(human=True)
    await stage.tap(stage.alice, panel, "hint")
    note = stage.state.seen_by(seat).mine.note
    assert note is not None
    assert "Your chance to win: 62%; you’d be caught 30% of the time" in Localizer("en")(note.text)
    assert "The card you can’t see would have to be one ten" in text_of_message(panel)
    assert "⚠️" not in text_of_message(panel)
    assert stage.state.seq == before
    (call,) = judge.asked
    assert (call.view, call.legal) == (stage.match.view(seat), stage.match.legal(seat))


async def test_risk_that_rounds_to_zero_is_not_mentioned_in_hint(
    stage: Stage, judge: FakeAdviser, panel: Any
) -> None:
    judge.risk = 0.004
    (seat,) = stage.state.acting(human=True)
    await stage.tap(stage.alice, panel, "hint")
    note = stage.state.seen_by(seat).mine.note
    assert note is not None
    assert "Your chance to win: 62%" in Localizer("en")(note.text)
    assert "caught" not in Localizer("en")(note.text)


async def test_failed_hint_is_reported(stage: Stage, judge: FakeAdviser, panel: Any) -> None:
    """The panel shows the failure and keeps its hint button."""
    judge.knows = False
    await stage.tap(stage.alice, panel, "hint")
    assert "can’t say just now" in text_of_message(panel)
    assert has_hint(panel)


async def test_outdated_hint_button_redraws_the_panel(stage: Stage, judge: FakeAdviser, panel: Any) -> None:
    await stage.forge(stage.alice, panel, f"b:hint:{stage.table.id}:9999")
    assert not judge.asked
    assert "💡 **" not in text_of_message(panel)


async def test_hints_among_people_need_the_hosts_permission(stage: Stage, judge: FakeAdviser) -> None:
    """Without the host's permission, a panel has no hint button, and a forged tap gets no hint."""
    await stage.start_two()
    person = stage.player_on_turn()
    panel = await stage.open_panel(person)
    assert not has_hint(panel)
    decision = stage.state.position.decisions[stage.state.acting(human=True)[0]]
    await stage.forge(person, panel, f"b:hint:{stage.table.id}:{decision}")
    assert not judge.asked


async def test_host_allows_and_forbids_hints(stage: Stage) -> None:
    """The lobby shows the host's choice, which is stored and applies to the started game."""
    lobby = await stage.lobby("bull")
    options = (await stage.tap_more(stage.alice, lobby, "options")).response
    for choice in ("on", "off", "on"):
        await stage.tap(stage.alice, options, "hints", choice)
        assert stage.lobby_state.has_hints is (choice == "on")
    await stage.tap(stage.bob, lobby, "join")
    assert "Hints: on" in text_of_message(stage.channel.last_message)
    await stage.tap(stage.alice, lobby, "start", seconds=3)
    assert has_hint(await stage.open_panel(stage.player_on_turn()))
    assert (await stage.stored_table()).table.hints is True


@pytest.mark.parametrize(("share", "place"), [(0.0, "4th"), (0.6, "second"), (0.4, "third"), (1.0, "first")])
def test_hint_names_the_probable_place(share: float, place: str) -> None:
    bull = find_game("bull")
    match = Match(bull.rules, bull.rules.setup(4, {}, 0)).with_deal(ShuffleKey.from_text("3"))
    calls = match.legal(0)[:2]
    estimates = [Estimate(calls[0], share), Estimate(calls[1], -1)]
    hint = hint_text(bull, match.view(0), match.legal(0), estimates)
    assert f"In the end you’d probably come {place} of 4" in Localizer("en")(hint)


@pytest.mark.parametrize(("game_id", "options"), [("lost", {}), ("bull", {"end": "first"})])
@pytest.mark.parametrize(("seats", "share", "risk"), [(3, 0.75, 0), (4, 1 / 3, 50), (3, 0.0, 100)])
def test_hint_names_the_risk_where_only_one_loses(
    game_id: str, options: dict[str, str], seats: int, share: float, risk: int
) -> None:
    """In Lost Poker and a short Porker Bull all but one win together: a place would say nothing."""
    game = find_game(game_id)
    match = Match(game.rules, game.rules.setup(seats, options, 0)).with_deal(ShuffleKey.from_text("3"))
    legal = match.legal(0)
    hint = hint_text(game, match.view(0), legal, [Estimate(legal[0], share), Estimate(legal[1], -1)])
    assert f"Your risk of losing this game: about {risk}%" in Localizer("en")(hint)
    assert f"この対局で負ける確率は約{risk}%" in Localizer("ja")(hint)


@pytest.mark.parametrize(
    ("worths", "legal", "said_of_it"),
    [
        ((0.6, 0.5, 0.5), 9, "💡 single two\n-# Your chance to win: 60%\n-# The "),
        ((0.6, 0.59, 0.5), 9, "💡 single two\n-# Another move is about as good"),
        ((0.6, 0.59, 0.59, 0.59), 9, "💡 single two\n-# 3 other moves are about as good"),
        ((0.6, 0.59, 0.59), 3, "💡 It makes no difference what you choose"),
    ],
)
def test_hint_mentions_equally_good_moves(worths: tuple[float, ...], legal: int, said_of_it: str) -> None:
    """A hint names one move, and says how many others are about as good."""
    bull = find_game("bull")
    match = Match(bull.rules, bull.rules.setup(2, {}, 0)).with_deal(ShuffleKey.from_text("3"))
    calls = match.legal(0)[:legal]
    estimates = [Estimate(call, worth) for call, worth in zip(calls, worths, strict=False)]
    assert Localizer("en")(hint_text(bull, match.view(0), calls, estimates)).startswith(said_of_it)


async def test_play_now_gives_tips(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hand that *Play now* opens has tips for newcomers."""
    give_tips(monkeypatch)
    page = (await stage.alice.slash(stage.channel, "help")).response
    answer = (await stage.tap(stage.alice, page, "which", "now")).response
    await stage.tap(stage.alice, answer, "now")
    tapped = await stage.tap(stage.alice, answer, "now", seconds=5)  # without the lesson
    panel = tapped.followups[-1]
    assert "Make a call." in text_of_message(panel)


async def test_play_now_posts_the_hand_below_the_table(stage: Stage) -> None:
    """The tapped page is deleted, and the hand is below the table's message."""
    page = (await stage.alice.slash(stage.channel, "help")).response
    answer = (await stage.tap(stage.alice, page, "which", "now")).response
    await stage.tap(stage.alice, answer, "now")
    panel = (await stage.tap(stage.alice, answer, "now", seconds=5)).followups[-1]  # without the lesson
    assert is_deleted(answer)
    assert panel.ephemeral
    assert stage.table.sent_row.message_id < panel.id
