"""Tests of two moves by one tap: a card and its refill in Three Cards Trick Poker."""

from __future__ import annotations

from typing import Any

import pytest

from bot.driving.table import Table
from bot.tables.state import TableState
from tests.bot.faults import disk_full
from tests.bot.people import Stage, custom_ids, move_ids, text_of_message


async def start_after_first_card(stage: Stage) -> tuple[Any, Any]:
    """Start Three Cards Trick Poker, make two moves, and return the player on turn with a panel."""
    await stage.start_two("trick3")
    for _ in range(2):
        await stage.play()
    player = stage.player_on_turn()
    return player, await stage.open_panel(player)


def last_moves(stage: Stage, count: int) -> list[str]:
    """Return the first words of the last ``count`` moves."""
    return [str(move).split()[0] for _, move in stage.match.moves][-count:]


async def play_face_up(stage: Stage, person: Any, panel: Any) -> None:
    """Play a card face up by two taps."""
    await person.click(
        panel, custom_id=next(custom_id for custom_id in custom_ids(panel) if custom_id.startswith("b:way:"))
    )
    await person.click(panel, custom_id=next(move for move in move_ids(panel) if move.endswith(" up")))


async def test_card_and_its_refill_are_one_tap(stage: Stage) -> None:
    """One tap plays a card and its refill as two moves; the panel names the number of cards to draw."""
    player, panel = await start_after_first_card(stage)
    assert "hand 6 · stock 17" in text_of_message(panel)
    await play_face_up(stage, player, panel)
    assert last_moves(stage, 2) == ["play", "refill"]
    assert str(stage.match.moves[-1][1]) == "refill draw 1"
    assert [row.made_by for row in (await stage.stored_table()).moves[-2:]] == [None, None]
    other = stage.player_on_turn()
    assert other is not player
    hand = await stage.open_panel(other)
    await other.click(hand, custom_id=move_ids(hand)[0])
    assert last_moves(stage, 4) == ["play", "refill", "play", "refill"]
    assert stage.player_on_turn() is player
    await stage.env.advance_time(2)
    assert stage.match.view(None).round == 2


async def test_refill_can_be_chosen_separately(stage: Stage) -> None:
    """An entry of the menu or a typed card plays only the card; the panel then asks for the refill."""
    player, panel = await start_after_first_card(stage)
    await play_face_up(stage, player, panel)
    await stage.move(next(move for move in stage.legal_moves if move.startswith("play")))
    assert last_moves(stage, 1) == ["play"]
    await stage.play("refill draw 1")
    assert stage.player_on_turn() is player
    await stage.env.advance_time(2)
    await stage.choose(player, panel, "pick", ["alone"], last=False)
    assert "Then you draw or expose." in text_of_message(panel)
    await stage.tap(player, panel, "only")
    assert last_moves(stage, 1) == ["play"]
    assert stage.player_on_turn() is player
    assert "Draw, or expose cards" in text_of_message(panel)
    await player.click(panel, custom_id=move_ids(panel)[0])
    assert last_moves(stage, 2) == ["play", "refill"]


async def test_refill_is_asked_for_if_it_could_not_be_stored(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the database is full, the card is played later, and the panel asks for its refill."""
    player, panel = await start_after_first_card(stage)
    before = stage.state.seq
    with monkeypatch.context() as patch:
        patch.setattr(Table, "_append", full)
        await play_face_up(stage, player, panel)
        assert stage.state.seq == before
    await stage.env.advance_time(30)
    assert last_moves(stage, 1) == ["play"]
    assert stage.player_on_turn() is player
    assert "Draw, or expose cards" in text_of_message(await stage.open_panel(player))


async def full(*_: Any) -> TableState:
    raise disk_full()


async def test_position_between_card_and_refill_is_never_visible(stage: Stage) -> None:
    """A card and its refill are stored by one write."""
    player, panel = await start_after_first_card(stage)
    seen: list[int] = []
    append = stage.table._append

    async def watched(after: TableState, *args: Any) -> TableState:
        seen.append(after.seq)
        return await append(after, *args)

    before = stage.state.seq
    stage.table._append = watched  # type: ignore[method-assign]
    await play_face_up(stage, player, panel)
    assert seen == [before + 2]


async def test_table_offers_no_answers_of_private_questions(stage: Stage) -> None:
    """The table's message never has buttons for cards to play or draw."""
    player, panel = await start_after_first_card(stage)
    await play_face_up(stage, player, panel)
    for _ in range(6):
        await stage.env.advance_time(1)
        assert not move_ids(stage.table_message())
        await stage.play()
