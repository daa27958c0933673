"""Tests of private panels: each person's newest panel shows the current game despite failures."""

from __future__ import annotations

import fnmatch
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.pages import boards, messages
from bot.pages.boards import Picture
from bot.pages.panel import USUAL_HAND, PanelContext
from bot.refused import Refused
from bot.showing.panels import PanelBook
from bot.tables import reveals
from bot.tables.snapshot import SeatNote, Snapshot
from bot.wire.limits import Priority
from bot.wire.messages import EPHEMERAL, Page
from games.core.words import Text
from storage.serving import EVERY_SERVER
from tests.bot.faults import (
    ANSWERING,
    REFRESHING,
    REMOVING,
    Faults,
    StepGate,
    Wrong,
    disconnected,
    fault_name,
    too_many,
    unavailable,
    unknown,
)
from tests.bot.finding import deny_permissions
from tests.bot.people import (
    Stage,
    custom_ids,
    is_deleted,
    is_waiting,
    move_ids,
    options,
    picture_descriptions,
    raw_click,
    text_of_message,
)
from tests.bot.playing import MakeBot, kill
from tests.promises import PING_DELAY_MS

FIVE, SIX, SEVEN = (f"call single {rank}" for rank in "567")


async def test_opening_panel_shows_a_move_made_meanwhile(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, hold = boards.board_picture, StepGate()

    async def slowly(*args: Any) -> bytes:
        await stage.env.external_wait(hold.wait(), reason="a picture is drawn")
        return await draw(*args)

    await stage.start_two()
    waiting = stage.waiting_player
    monkeypatch.setattr(boards, "board_picture", slowly)
    panel = await stage.tap(waiting, stage.table_message(), "hand")
    assert panel.response is None
    await stage.play(FIVE)
    hold.release()
    await stage.env.advance_time(2)
    assert stage.player_on_turn() is waiting
    assert move_ids(panel.response)


async def test_panel_is_edited_again_after_a_move_during_its_edit(stage: Stage) -> None:
    """A panel that was edited with an old position while a move was made is edited again."""
    await stage.start_two()
    panel = await stage.open_panel(stage.waiting_player)
    hold = Faults(stage.env).hold(REFRESHING)
    await stage.play(FIVE, 1)
    assert hold.reached.is_set()
    await stage.play(SIX)
    hold.release()
    await stage.env.advance_time(2)
    assert not move_ids(panel)
    await stage.play(SEVEN, 2)
    assert move_ids(panel)


async def test_older_panel_with_a_lost_answer_is_deleted(stage: Stage) -> None:
    """Of two panels whose answers were lost, the older is deleted although the bot never learned its id."""
    await stage.start_two()
    faults, person, messages = (
        Faults(stage.env),
        stage.waiting_player,
        stage.env.backend.messages[stage.channel.id],
    )
    for _ in range(2):
        faults.lose(ANSWERING)
        await stage.tap(person, stage.table_message(), "hand", seconds=2)
    newest = max(messages)
    await stage.play(FIVE, 2)
    (panel,) = [message for message in messages.values() if message.flags & EPHEMERAL]
    assert panel.id == newest
    assert "b:move:" in str(panel.components)


async def start_three_in_turn_order(stage: Stage) -> list[Any]:
    """Start a game of three; return the players in the order of their turns."""
    await stage.start_three()
    await stage.env.advance_time(5)
    first = stage.state.acting(human=True)[0]
    return [stage.person_at((first + n) % 3) for n in range(3)]


async def test_waiting_players_panel_is_edited_once(stage: Stage) -> None:
    """A waiting player's panel is edited once, when the player's turn comes."""
    first, _, third = await start_three_in_turn_order(stage)
    panel, mine = await stage.open_panel(third), await stage.open_panel(first)
    await stage.env.advance_time(5)
    assert "Not your turn yet" in text_of_message(panel)
    (hand,) = panel.attachments
    before = text_of_message(panel)
    # Another player's move does not change the waiting player's panel.
    await stage.tap(first, mine, "move", FIVE, seconds=5)
    assert text_of_message(panel) == before
    assert "Not your turn yet" in text_of_message(mine)
    # When the turn comes, one request brings the panel up to date and keeps the picture of the hand.
    faults = Faults(stage.env)
    await stage.play(SIX, 0.1)
    assert move_ids(panel)
    assert "single six" in text_of_message(panel).lower()
    await stage.env.advance_time(5)
    assert len([step for step in faults.steps if "/webhooks/" in step and "messages" in step]) == 1
    assert [(attachment.id, attachment.filename) for attachment in panel.attachments] == [
        (hand.id, hand.filename)
    ]
    await stage.tap(third, panel, "move", SEVEN)
    assert [attachment.id for attachment in panel.attachments] == [hand.id], (
        "the picture of the hand is sent once"
    )


async def test_reason_of_a_refused_tap_disappears_at_the_next_move(stage: Stage) -> None:
    *_, third = await start_three_in_turn_order(stage)
    deny_permissions(stage, "attach_files")
    panel = await stage.open_panel(third)
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    faults = Faults(stage.env)
    await stage.env.advance_time(60)
    assert "I can’t update the table" in text_of_message(panel)
    await stage.play(FIVE, 2)
    assert "I can’t update the table" not in text_of_message(panel)
    assert "Not your turn yet" in text_of_message(panel)
    await stage.env.advance_time(60)
    assert sum(f"/messages/{panel.id}" in step or "@original" in step for step in faults.steps) == 1


async def test_eliminated_players_panel_combines_fast_moves(stage: Stage) -> None:
    """Of two fast moves the panel shows the first at once and the second about two seconds later."""
    await start_three_in_turn_order(stage)
    while not (out := stage.state.snapshot.view.out):
        await stage.play("challenge" if "challenge" in stage.legal_moves else None)
    await stage.env.advance_time(3)
    panel = await stage.open_panel(stage.person_at(out[0]))
    await stage.env.advance_time(5)
    for call in (FIVE, SIX):
        await stage.play(call, 0.1)
        assert "single five" in text_of_message(panel).lower()
    await stage.env.advance_time(2)
    assert "single six" in text_of_message(panel).lower()


@pytest.mark.parametrize("error", [too_many, disconnected], ids=fault_name)
async def test_failed_refresh_is_retried(stage: Stage, error: Wrong) -> None:
    await stage.start_two()
    panel = await stage.open_panel(stage.waiting_player)
    rule = Faults(stage.env).fail(REFRESHING, error, 4)
    await stage.play(FIVE, 30)
    assert rule.met == 4
    assert move_ids(panel)


@pytest.mark.parametrize("where", ["_follow", "steps"])
async def test_failing_panel_does_not_affect_other_players(
    stage: Stage, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error in one player's panel is logged; the table, the call and the other panel are updated."""
    panels = await stage.open_both_panels()
    waiting = stage.waiting_player

    def fail(*args: Any) -> Any:
        raise RuntimeError("a bug")

    setattr(stage.bot.writer(stage.table).panels.hands[stage.player_on_turn().id], where, fail)
    await stage.play(FIVE, 5)
    assert stage.table.sent_row.mark == stage.state.fingerprint
    assert move_ids(panels[waiting.id])
    await stage.env.advance_time(PING_DELAY_MS / 1000)
    assert f"<@{waiting.id}>" in text_of_message(stage.calls[0])
    assert "a bug" in capsys.readouterr().out


async def test_panel_of_a_leaver_is_no_longer_updated(stage: Stage) -> None:
    await stage.start_two()
    await stage.open_panel(stage.alice)
    await stage.resign(stage.alice, seconds=2)
    assert stage.alice.id not in stage.bot.writer(stage.table).panels.hands


async def test_panel_with_an_expired_token_is_not_edited(stage: Stage) -> None:
    """After fifteen minutes, when its token has expired, the panel is no longer edited."""
    await stage.start_two()
    await stage.open_panel(stage.waiting_player)
    await stage.env.advance_time(15 * 60)
    faults = Faults(stage.env)
    await stage.play(FIVE, 5)
    assert not [step for step in faults.steps if "/webhooks/" in step]


async def test_older_panel_is_deleted(stage: Stage) -> None:
    """When a person opens a second panel, the first is deleted after failed attempts and only the second
    is edited.
    """
    player, older = await stage.start_and_open_panel()
    rule = Faults(stage.env).fail(REMOVING, unavailable, 2)
    newer = await stage.open_panel(player)
    await stage.env.advance_time(10)
    assert rule.met == 2
    assert is_deleted(older)
    assert move_ids(newer)
    faults = Faults(stage.env)
    await stage.move("call single 5", 1)  # a panel answers the move
    assert is_deleted(newer)
    assert len([step for step in faults.steps if step.startswith("DELETE /webhooks/")]) == 1


async def test_panel_that_is_replaced_is_not_edited(stage: Stage) -> None:
    """A typed move is answered with a new panel. Meanwhile the older one is not edited, only deleted."""
    player, older = await stage.start_and_open_panel()
    faults = Faults(stage.env)
    reading = faults.hold("read load_history")
    typed = await stage.move(FIVE, 1)
    assert reading.reached.is_set()
    assert stage.player_on_turn() is not player
    reading.release()
    await stage.env.advance_time(3)
    assert is_waiting(typed.response)
    assert is_deleted(older)
    assert not fnmatch.filter(faults.steps, REFRESHING)
    assert len(fnmatch.filter(faults.steps, REMOVING)) == 1


@pytest.mark.mutants
async def test_mutant_that_edits_a_replaced_panel_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PanelBook, "_holding", lambda *_: nullcontext())
    with pytest.raises(AssertionError):
        await test_panel_that_is_replaced_is_not_edited(stage)


async def test_move_tapped_in_a_panel_during_its_deletion_is_played(stage: Stage) -> None:
    """A move tapped in the older panel while its deletion is under way is played and shown in the newer
    panel.
    """
    player, older = await stage.start_and_open_panel()
    faults = Faults(stage.env)
    removal = faults.hold(REMOVING, 1)
    newer = await stage.open_panel(player)
    await stage.env.advance_time(1)
    assert removal.reached.is_set()
    raw_click(player, older, move_ids(older)[0])
    await stage.env.settle()
    removal.release()
    await stage.env.advance_time(3)
    assert is_deleted(older)
    assert not is_deleted(newer)
    assert is_waiting(newer)


async def test_failed_opening_keeps_the_older_panel(stage: Stage) -> None:
    player, older = await stage.start_and_open_panel()
    Faults(stage.env).fail(ANSWERING, unavailable, 3)
    await stage.open_panel(player)
    await stage.env.advance_time(1)
    assert move_ids(older)


async def test_tap_in_an_older_panel_deletes_the_newer_one(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart a move tapped in the older panel is played, and the newer panel is deleted."""
    player, older = await stage.start_and_open_panel()
    await kill(stage, make_bot)
    newer = await stage.open_panel(player)
    await player.click(older, custom_id=move_ids(older)[0])
    await stage.env.advance_time(2)
    assert "Not your turn" in text_of_message(older)
    assert is_deleted(newer)


async def test_tap_in_an_outdated_panel_redraws_it(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart a tap in an outdated panel plays no move and shows the current position."""
    player, panel = await stage.start_and_open_panel()
    await kill(stage, make_bot)
    for call in ("call single 5", "call single 6"):
        await stage.play(call)
    before = stage.state.seq
    tapped = await player.click(panel, custom_id=move_ids(panel)[0])
    assert stage.state.seq == before
    assert not tapped.followups
    assert "⚠️" not in text_of_message(panel)
    decision = stage.state.position.decisions[stage.state.seat_of(player.id) or 0]
    ways = [cid for cid in custom_ids(panel) if not cid.startswith(("b:whole:", "b:guide:"))]
    assert move_ids(panel)[0] in ways
    assert all(cid.split(":")[3].split("-")[0] == str(decision) for cid in ways)


async def test_tap_after_the_end_shows_the_result(stage: Stage, make_bot: MakeBot) -> None:
    """A tap in an old panel after the game's end shows the result, with Rematch as the only button."""
    player, panel = await stage.start_and_open_panel()
    await stage.env.advance_time(15 * 60)  # the panel's token has expired
    table = stage.table
    while stage.tables:
        await stage.play("challenge" if "challenge" in stage.legal_moves else None)
    await stage.env.advance_time(10)
    assert not stage.bot.tables.all
    assert "Your turn" in text_of_message(panel)
    await player.click(panel, custom_id=move_ids(panel)[0])
    assert "🏆" in text_of_message(panel)
    assert custom_ids(panel) == [f"b:rematch:{table.id}"]


async def refused(*_: Any, **__: Any) -> None:
    raise Refused("cards-not-together")


async def test_refusal_is_shown_in_the_panel(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel shows the reason of a refused move above its buttons until the next move."""
    player, panel = await stage.start_and_open_panel()
    with monkeypatch.context() as patch:
        patch.setattr(stage.table, "play", refused)
        tapped = await player.click(panel, custom_id=move_ids(panel)[0])
    assert not tapped.followups
    assert "⚠️ Those cards don’t go together" in text_of_message(panel)
    assert move_ids(panel)
    await stage.play(seconds=1)
    assert "⚠️" not in text_of_message(panel)


async def test_earlier_answers_are_kept_after_an_error(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    player, panel = await stage.start_and_open_panel()
    await stage.choose(player, panel, "pick", ["pair"])
    menus = [cid for cid in custom_ids(panel) if cid.startswith("s:")]
    assert menus
    assert all(cid.endswith(":pair") for cid in menus)
    monkeypatch.setattr(stage.table, "play", refused)
    (_, values), *_ = options(panel, "pick")
    await stage.choose(player, panel, "pick", values[:1])
    assert "⚠️" in text_of_message(panel)
    assert [cid for cid in custom_ids(panel) if cid.startswith("s:")] == menus


async def panel_with_late_answer(stage: Stage, heard_first: str) -> Any:
    """Delay Discord's answer to a choice until a later move was answered; return the panel."""
    player, panel = await stage.start_and_open_panel()
    played, (menu, *_) = move_ids(panel)[0], options(panel, "pick")
    faults = Faults(stage.env)
    choice, edit = faults.hold(ANSWERING, 1), faults.hold(REFRESHING, 1)
    raw_click(player, panel, menu[0], component_type=3, values=["pair"])
    await stage.env.settle()
    assert choice.reached.is_set()
    move = faults.hold(ANSWERING, 1, is_done=True) if heard_first == "choice" else StepGate()
    raw_click(player, panel, played)
    await stage.env.settle()
    assert is_waiting(panel)
    choice.release()
    await stage.env.settle()
    assert not is_waiting(panel)  # the older drawing arrived last
    move.release()
    edit.release()
    await stage.env.advance_time(5)
    return panel


@pytest.mark.parametrize("heard_first", ["choice", "move"])
async def test_panel_is_edited_again_if_answers_arrive_out_of_order(stage: Stage, heard_first: str) -> None:
    assert is_waiting(await panel_with_late_answer(stage, heard_first))


async def test_panel_uses_the_newer_token_after_an_expired_one(stage: Stage) -> None:
    """A panel whose edit failed with an expired token is edited with the token of a later tap."""
    await stage.start_two()
    second = stage.waiting_player
    panel = await stage.open_panel(second)
    edit = Faults(stage.env).hold(REFRESHING, 1, error=unknown)
    await stage.play("call single 5", 1)
    assert edit.reached.is_set()
    decision = stage.state.position.decisions[stage.state.acting(human=True)[0]]
    raw_click(second, panel, f"b:move:{stage.table.id}:{decision}:call single 6")
    await stage.env.settle()
    assert is_waiting(panel)
    edit.release()
    await stage.env.advance_time(3)
    await stage.play("call single 7", 5)
    assert move_ids(panel)


async def test_panel_tapped_before_its_id_is_known_stays(stage: Stage) -> None:
    """A tapped panel whose id the bot does not know yet is neither edited nor deleted."""
    await stage.start_two()
    player = stage.player_on_turn()
    faults = Faults(stage.env)
    answer = faults.hold(ANSWERING, 1, is_done=True)
    panel = await stage.open_panel(player)
    await player.click(panel, custom_id=move_ids(panel)[0])
    assert is_waiting(panel)
    answer.release()
    await stage.env.advance_time(5)
    assert is_waiting(panel)
    assert not [step for step in faults.steps if step.startswith("PATCH /webhooks/")]
    await stage.play("call single T", 5)
    assert move_ids(panel)


async def test_simultaneous_taps_in_a_panel_after_a_restart_show_the_move(
    stage: Stage, make_bot: MakeBot
) -> None:
    """After a restart two simultaneous taps in one panel play a move, and the panel shows it."""
    player, panel = await stage.start_and_open_panel()
    await kill(stage, make_bot)
    looking = Faults(stage.env).hold("read load_history", 2)
    for _ in range(2):
        raw_click(player, panel, move_ids(panel)[0])
    await stage.env.settle()
    looking.release()
    await stage.env.advance_time(5)
    assert is_waiting(panel)


async def test_late_tap_leaves_no_writer_of_a_lost_table(stage: Stage) -> None:
    """A tap that outlasts its table leaves no writer for the object that is loaded later."""
    await stage.start_two()
    lost, bot = stage.table, stage.bot
    await bot.tables.close()
    bot.tables.drop(EVERY_SERVER)
    # A tap that began before the loss asks for the writer afterwards.
    assert bot.writer(lost).table is lost
    await bot.tables.restore()
    again = stage.table
    assert again is not lost
    assert bot.writer(again).table is again
    assert bot.writer(lost).table is lost
    assert bot.writer(again) is bot.writer(again)


async def hands_of(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, int]]:
    """Play some moves of Tomoefuda with one open panel.

    Returns:
        for each page of the panel with a hand, whether it asks for a decision, and the hand's height.
    """
    pages = list[tuple[bool, int]]()
    panel_message = messages.panel_message

    def noted(snapshot: Snapshot, language: str, context: PanelContext) -> Page:
        page = panel_message(snapshot, language, context)
        hands = [file for file in page.files if file.filename.startswith("hand-")]
        if hands and snapshot.mine.seat == 0:
            assert isinstance(hands[0], Picture)
            pages.append((snapshot.is_my_turn, hands[0].drawing.max_height))
        return page

    monkeypatch.setattr(messages, "panel_message", noted)
    await stage.start_game(stage.bob, stage.carol, game="tomoe")
    seat_0 = next(person for person in stage.people if stage.state.seat_of(person.id) == 0)
    await stage.open_panel(seat_0)
    for _ in range(12):
        seat = stage.state.acting(human=True)[0]
        await stage.table.play(seat, str(stage.match.legal(seat)[0]))
        await stage.env.advance_time(6)
    return pages


async def test_hand_of_a_waiting_player_keeps_its_size(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a decision the hand is as high as in the last decision, so that its picture can stay."""
    pages = await hands_of(stage, monkeypatch)
    pairs = [(before, after) for before, after in pairwise(pages) if before[0] and not after[0]]
    assert any(before[1] < USUAL_HAND for before, _ in pairs), pages
    assert all(after[1] == before[1] for before, after in pairs), pages


@pytest.mark.mutants
async def test_mutant_that_forgets_the_size_of_a_hand_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.showing.panels.hand_height", lambda _: None)
    with pytest.raises(AssertionError):
        await test_hand_of_a_waiting_player_keeps_its_size(stage, monkeypatch)


async def test_panel_of_the_player_to_move_goes_first(stage: Stage) -> None:
    """The panel of a player who is to move goes as early as a ping; no other update of it holds it up."""
    panels = await stage.open_both_panels()
    player = stage.player_on_turn()

    def steps() -> dict[int, tuple[str, Priority]]:
        steps_of = {}
        for user_id, panel in stage.bot.writer(stage.table).panels.hands.items():
            panel.fingerprint = ""  # as if it showed another position
            (step,) = panel.steps(stage.bot.clock.elapsed_ms())
            assert step.lane is not None
            steps_of[user_id] = (step.key, step.lane.priority)
        return steps_of

    before = steps()
    assert {user_id for user_id, (_, priority) in before.items() if priority is Priority.PING} == {player.id}
    await stage.tap(player, panels[player.id], "move", "call single 5")
    after = steps()
    for user_id in before:
        assert {before[user_id][1], after[user_id][1]} == {Priority.PING, Priority.PICTURE}
        assert before[user_id][0] != after[user_id][0]


@pytest.mark.parametrize("question", ["first", "later"])
@pytest.mark.parametrize("game", ["bull", "lost"])
async def test_note_that_no_tap_asked_for_is_shown(stage: Stage, game: str, question: str) -> None:
    await stage.start_game(stage.bob, stage.carol, game=game)
    player = stage.player_on_turn()
    panel = await stage.open_panel(player)
    if question == "later":
        hand = stage.bot.writer(stage.table).panels.hands[player.id]
        hand.context = replace(hand.context, answers=("call",))  # as after a tap
        hand.fingerprint = hand._current_fingerprint
    seat = stage.state.seat_of(player.id)
    assert seat is not None
    note = SeatNote(Text("turn-messages-closed"))
    decision = stage.state.position.decisions[seat]
    await stage.table.apply_in_memory(reveals.add_note, seat, decision, note)
    await stage.env.advance_time(6)
    assert "I couldn’t send you a direct message" in text_of_message(panel)


@pytest.mark.parametrize("game", ["lost", "trick3"])
async def test_secret_choices_of_others_redraw_no_panel(
    stage: Stage, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While several people choose, the panel of one who has not chosen stays until the others have chosen."""
    await stage.start_game(stage.bob, stage.carol, game=game)
    panel = await stage.open_panel(stage.alice)
    make, seats = messages.panel_message, []

    def counted(snapshot: Snapshot, *rest: Any) -> Page:
        seats.append(snapshot.mine.seat)
        return make(snapshot, *rest)

    monkeypatch.setattr(messages, "panel_message", counted)
    alice, *others = (stage.state.seat_of(person.id) for person in (stage.alice, stage.bob, stage.carol))
    assert set(stage.state.acting(human=True)) == {alice, *others}
    for seat, redrawn in zip(others, ([], [alice]), strict=True):
        before = text_of_message(panel)
        await stage.table.play(seat, stage.state.match.legal(seat)[0])
        await stage.env.advance_time(5)
        assert seats == redrawn
        assert (text_of_message(panel) != before) is bool(redrawn)


async def test_table_in_a_panel_shows_who_has_chosen(stage: Stage) -> None:
    """A panel with the table in place of the question follows each choice."""
    await stage.start_game(stage.bob, stage.carol, game="lost")
    panel = await stage.open_panel(stage.alice)
    await stage.tap(stage.alice, panel, "whole")
    before = picture_descriptions(panel)
    seat = stage.state.seat_of(stage.bob.id)
    await stage.table.play(seat, stage.state.match.legal(seat)[0])
    await stage.env.advance_time(5)
    assert picture_descriptions(panel) != before


async def test_answered_question_leaves_a_waiting_hand_alone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a move that took several answers, the panel of its player waits as after any other move."""
    await stage.start_game(stage.bob, stage.carol)
    player = stage.player_on_turn()
    panel = await stage.open_panel(player)
    hand = stage.bot.writer(stage.table).panels.hands[player.id]
    await stage.play(FIVE, seconds=5)
    hand.context = replace(hand.context, answers=("call",))  # as after a move by such taps
    made = []
    make = messages.panel_message
    monkeypatch.setattr(messages, "panel_message", lambda *args: made.append(args) or make(*args))
    await stage.play(SIX)
    await stage.env.advance_time(5)
    assert not made
    assert not is_deleted(panel)
